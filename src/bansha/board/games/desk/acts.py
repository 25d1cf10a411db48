"""What a director can do at the desk. Every act that bears on the game is an input to the table, which announces it; whatever is wrong with it
the table says. Each function gets what was typed and returns the key of a text that says what was done.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.http import QueryDict
from django.utils import timezone

from bansha.board.bots.seating import fill
from bansha.board.games.asking import unpublished
from bansha.board.games.desk import people
from bansha.board.games.desk.audit import note
from bansha.board.games.desk.hold import acting
from bansha.board.games.models import Deadline, DeskAct, Game
from bansha.board.games.receive import receive
from bansha.board.games.substitution import put_in
from bansha.board.texts import text
from bansha.rules.errors import Malformed, Unlawful
from bansha.table.header import Clock
from bansha.table.inputs import Adjust, CorrectVote, DeclareDraw, Input, OpenEarly, Pause, ProxyPost, Resume, Tick
from bansha.table.table import Table

Given = QueryDict
LONGEST = timedelta(days=366)


def send(game: Game, user: int, what: Input, given: Given | None = None) -> None:
    """Give the director's input to the game; with ``given``, of the phase that his page showed. Raises Malformed or Unlawful."""
    receive(game.pk, lambda table: meant(game, table, what, given), user=user, at=acting(game))


def meant(game: Game, table: Table, what: Input, given: Given | None) -> Input:
    """Raises Unlawful if the phase on the director's page has gone by, or is over and about to: what he meant would befall the next one."""
    wanted = given.get("phase") if given is not None else None
    over = game.automatic and table.due is not None and table.closes is not None and table.closes <= timezone.now()
    if wanted and table.state is not None and (over or wanted != f"{table.phase}-{table.state.day}"):
        raise Unlawful("stale", text("desk.wrong.stale", "zh"), text("desk.wrong.stale", "en"))
    return what


def wrong(key: str) -> Malformed:
    """The error for a field that is not filled in as it should be."""
    return Malformed("field", text(f"desk.wrong.{key}", "zh"), text(f"desk.wrong.{key}", "en"))


def number(given: Given, field: str, low: int = 0) -> int:
    """A seat, or −1 and −2 where those may be meant."""
    try:
        found = int(given.get(field, ""))
    except ValueError:
        raise wrong("seat") from None
    if found < low or found > 62:
        raise wrong("seat")
    return found


def moment(game: Game, given: Given, field: str) -> datetime:
    """A time typed by the clock of the game's zone, within a year: a slip in the year would let the game stand still."""
    try:
        wall = datetime.fromisoformat(given.get(field, ""))
    except ValueError:
        raise wrong("time") from None
    if not 2000 <= wall.year < 3000:  # no clock goes to the ends of the calendar
        raise wrong("time")
    found = Clock(game.header["calendar"]["zone"]).instant(wall.replace(tzinfo=None))
    if found > timezone.now() + LONGEST:
        raise wrong("time")
    return found


def sure(given: Given) -> None:
    """Raises Malformed unless it was said twice."""
    if not given.get("sure"):
        raise wrong("sure")


def reason(given: Given) -> str:
    """The director's own words, which all will read."""
    return given.get("reason", "").strip()[:1000]


# ---- the clock ----------------------------------------------------------------------------------------------------------------------------


def move(game: Game, user: int, given: Given) -> str:
    """Another end for the open phase."""
    send(game, user, Adjust(moment(game, given, "closes").isoformat(), reason(given)), given)
    return "moved"


def end_now(game: Game, user: int, given: Given) -> str:
    """The open phase ends at once."""
    sure(given)
    at = acting(game)
    receive(game.pk, lambda table: meant(game, table, Adjust(max(at, table.now or at).isoformat(), reason(given)), given), user=user, at=at)
    return "ended"


def early(game: Game, user: int, given: Given) -> str:
    """Discussion opens while last words go on."""
    send(game, user, OpenEarly(), given)
    return "early"


def pause(game: Game, user: int, given: Given) -> str:
    """The clock stops."""
    send(game, user, Pause(reason(given)), given)
    return "paused"


def resume(game: Game, user: int, given: Given) -> str:
    """The clock goes on."""
    send(game, user, Resume(moment(game, given, "closes").isoformat(), reason(given)))
    return "resumed"


def publish(game: Game, user: int, given: Given) -> str:
    """What is over is announced, in a game that is published by hand; once, though two directors press the button."""
    receive(game.pk, lambda table: meant(game, table, Tick(), given), user=user)
    return "published"


def again(game: Game, user: int, _given: Given) -> str:
    """A game that was set aside is tried again by the automatic director."""
    if Deadline.objects.filter(game=game).exclude(failed="").update(failed=""):
        note(game, user, DeskAct.TRIED_AGAIN)
    return "again"


def dial(game: Game, user: int, given: Given) -> str:
    """Between automatic and by hand. A phase that waited to be published is."""
    automatic = given.get("publish") == "auto"
    if automatic != game.automatic:
        if unpublished(game):
            publish(game, user, given)
        Game.objects.filter(pk=game.pk).update(automatic=automatic)
        note(game, user, DeskAct.AUTOMATIC if automatic else DeskAct.BY_HAND)
    return "dialled"


# ---- votes, seats, the end ------------------------------------------------------------------------------------------------------------------


def correct_vote(game: Game, user: int, given: Given) -> str:
    """How a vote was read is corrected, with the reason, in public."""
    if not reason(given):
        raise wrong("reason")
    send(game, user, CorrectVote(number(given, "seat"), number(given, "target", -2), reason(given)), given)
    return "vote_corrected"


def proxy(game: Game, user: int, given: Given) -> str:
    """A proxy vote that was asked for elsewhere."""
    send(game, user, ProxyPost(number(given, "seat"), number(given, "target", -2)), given)
    return "proxied"


def substitute(game: Game, user: int, given: Given) -> str:
    """A newcomer takes a seat."""
    newcomer = people.account(given.get("account", ""))
    put_in(game, number(given, "seat"), newcomer.pk, given.get("name", "").strip(), user)
    return "substituted"


def draw(game: Game, user: int, given: Given) -> str:
    """A draw in special circumstances."""
    sure(given)
    send(game, user, DeclareDraw(reason(given)))
    return "drawn"


# ---- before the deal ------------------------------------------------------------------------------------------------------------------------


def signing_up(game: Game) -> None:
    """Raises Unlawful once the roles have been dealt."""
    if game.status != Game.SIGN_UP:
        raise Unlawful("dealt", text("desk.wrong.dealt", "zh"), text("desk.wrong.dealt", "en"))


def bots(game: Game, user: int, given: Given) -> str:
    """Bots take free seats."""
    signing_up(game)
    seated = fill(game, number(given, "bots"))
    note(game, user, DeskAct.BOTS, str(seated))
    return "bots"


def start(game: Game, user: int, given: Given) -> str:
    """Day 1 is to open at another time."""
    signing_up(game)
    opens = moment(game, given, "start")
    if opens <= timezone.now():
        raise wrong("time")
    Game.objects.filter(pk=game.pk).update(start=opens)
    note(game, user, DeskAct.START, opens.isoformat())
    return "start"


ACTS: dict[str, Callable[[Game, int, Given], str]] = {
    "move": move,
    "end_now": end_now,
    "early": early,
    "pause": pause,
    "resume": resume,
    "publish": publish,
    "again": again,
    "dial": dial,
    "correct_vote": correct_vote,
    "proxy": proxy,
    "substitute": substitute,
    "draw": draw,
    "bots": bots,
    "start": start,
    "add": lambda game, user, given: people.add(game, user, given.get("account", "")),
    "remove": lambda game, user, given: people.remove(game, user, given.get("account", "")),
    "hand_over": lambda game, user, given: people.hand_over(game, user, given.get("account", "")),
}
