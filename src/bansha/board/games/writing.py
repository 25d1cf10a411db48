"""What is written in a thread: posts, votes by form, previews. It composes and asks; whether a post is lawful is for the table to say."""

from collections.abc import Callable
from datetime import timedelta
from html import escape
from typing import NamedTuple

from django.http import QueryDict
from django.utils import timezone

from bansha.board.games.asking import shut
from bansha.board.games.drawing_posts import ruling
from bansha.board.games.duty import last_hour, vote_thread
from bansha.board.games.markup import to_html
from bansha.board.games.models import Game, Post, Said, Seat, Thread
from bansha.board.games.receive import LONGEST, Received, receive
from bansha.board.games.rooms import is_member
from bansha.board.games.tables import table_in_hand
from bansha.board.games.viewer import Viewer
from bansha.board.games.words import Lang
from bansha.board.texts import refused, text
from bansha.rules import ballots, phases
from bansha.rules.errors import BanshaError, Unlawful
from bansha.rules.face import face
from bansha.rules.notices import EVERYBODY
from bansha.table.inputs import Post as PostInput
from bansha.table.posting import post, standing_floor
from bansha.table.table import Table
from bansha.table.threads import is_room
from bansha.telling import words

JUST_NOW = timedelta(seconds=15)


class Ballot(NamedTuple):
    """The form that writes a vote post: whom it may name, and the post of the reader's that counts now (0: none)."""

    choices: list[tuple[int, str]]
    chosen: int | None
    reason: str
    stands: int
    fixed: bool


def send(game: Game, reader: Viewer, key: str, form: QueryDict) -> Received:
    """Post what the form says. Raises Malformed or Unlawful."""
    if form.get("do") == "vote":
        what: PostInput | Callable[[Table], PostInput] = vote_post(key, reader.number, seat_in(form.get("target")), form.get("reason", ""))
    else:
        what = PostInput(key, reader.number, form.get("text", ""), floor_in(form.get("quote")))
    return receive(game.pk, lambda table: once(game, what(table) if callable(what) else what), user=reader.user)


class Doubled(Unlawful):
    """The same form has come twice: a button pressed again, a page sent anew. ``floor`` is where the post stands."""

    def __init__(self, floor: int) -> None:
        super().__init__("doubled", "这一帖已经发出了", "this has been posted already")
        self.floor = floor


def once(game: Game, what: PostInput) -> PostInput:
    """Raises Doubled if the seat has said the very same just now. Of a vote that would use up the change, for the same target."""
    last = Post.objects.filter(thread__game=game, thread__key=what.thread, seat=what.seat, at__gt=timezone.now() - JUST_NOW)
    for floor, said, quote in last.order_by("-floor").values_list("floor", "text", "quote")[:1]:
        if said == what.text and quote == what.quote:
            raise Doubled(floor)
        if floor == what.quote and said == what.text.replace("改票", "投票"):
            raise Doubled(floor)
    return what


def vote_post(key: str, seat: int, target: int | None, reason: str) -> Callable[[Table], PostInput]:
    """The vote in the law's own form; a change, quoting the post that counts, if there is one."""

    def composed(table: Table) -> PostInput:
        quote = standing_floor(table, seat) if table.state is not None and key == table.voting else 0
        named = "" if target is None or target >= len(table.names) else table.names[target] if target >= 0 else "无"
        label = "改" if quote else "投"
        return PostInput(key, seat, f"{label}票对象：{named}\n{label}票理由：{' '.join(reason.split())}", quote)

    return composed


def preview(game: Game, reader: Viewer, key: str, form: QueryDict, lang: Lang) -> str:
    """The post as it would look, and in the open vote thread how the director would read it."""
    body = form.get("text", "")[:LONGEST]
    html = to_html(body)
    if key == vote_thread(game) and reader.seat is not None:
        what = PostInput(key, reader.number, body, floor_in(form.get("quote")))
        html += f'<p class="ruling said">{escape(would_read(game, what, lang))}</p>'
    return html


def would_read(game: Game, what: PostInput, lang: Lang) -> str:
    """How the director would read a post that came now: it is posted at a table of its own, of which nothing is kept."""
    table = table_in_hand(game)
    if table.voting != what.thread:
        return text("thread.shut", lang)
    try:
        said = post(table, what, table.clock.taken(timezone.now()))
    except BanshaError as error:
        return refused(error, lang)
    read = next((notice for notice in said if notice.what == "ledger"), None)
    if read is None:
        return text("thread.read_as_talk", lang)
    found = ruling(read.args, words.setting(table), lang)
    return text("thread.read_as" if found.counts else "thread.read_as_void", lang, said=found.text)


# ---- what the page offers --------------------------------------------------------------------------------------------------------------


def why_not(game: Game, reader: Viewer, thread: Thread, speaks: bool, lang: Lang) -> str:
    """Why nothing can be written here now, empty if something can. ``speaks``: the reader has last words to give."""
    if not thread.open:
        return text("thread.closed", lang)
    if reader.seat is None:
        return text("thread.players_only" if reader.user else "thread.log_in", lang)
    if why := shut(game, lang):
        return why
    if is_room(thread.key):
        return "" if is_member(game, reader, thread.key) else text("thread.left_room", lang)
    if thread.key.startswith("words-"):
        return "" if speaks else text("thread.words_only", lang)
    return text("thread.out", lang) if reader.seat.out else ""


def ballot(game: Game, reader: Viewer, thread: Thread, asked: QueryDict, lang: Lang) -> Ballot | None:
    """The form for a vote, in the open vote thread."""
    if thread.key != vote_thread(game) or reader.seat is None:
        return None
    runoff = game.phase == phases.RUNOFF
    seats: list[tuple[int, str]] = list(Seat.objects.filter(game=game, out="").order_by("number").values_list("number", "name"))
    last = Said.objects.filter(game=game, to=EVERYBODY, what="phase").order_by("-place").values_list("args", flat=True).first()
    if runoff and last:
        seats = [(number, name) for number, name in seats if number in last[3]]
    law = face(game.rules)
    if not runoff or law.vote_form(law.options(game.header["options"])).abstain_in_runoff:
        seats.append((phases.ABSTAIN, text("thread.abstain", lang)))
    own = Post.objects.filter(thread=thread, reading__voter=reader.number).order_by("-floor").values_list("reading", flat=True).first()
    stands = own["args"][7] if own else 0
    spent = own is not None and own["ruling"] == ballots.CHANGE and bool(stands)
    wanted = asked.get("target") or asked.get("vote")
    return Ballot(seats, seat_in(wanted), asked.get("reason", ""), stands, bool(stands) and (last_hour(game) or spent))


# ---- out of addresses and forms --------------------------------------------------------------------------------------------------------


def floor_in(given: str | None) -> int:
    """A floor; 0 for anything else."""
    return int(given) if given and given.isascii() and given.isdecimal() and len(given) < 7 else 0


def seat_in(given: str | None) -> int | None:
    """A seat, −2 for 无; None for anything else."""
    if given == str(phases.ABSTAIN):
        return phases.ABSTAIN
    return int(given) if given and given.isascii() and given.isdecimal() and len(given) < 3 else None
