"""Games, threads, posts, votes and announcements: what everybody may read, and rooms for their members."""

from typing import Any

from django.db.models import Count
from django.http import HttpRequest
from ninja import Query, Router, Status

from bansha.board.api.refusals import Refusal
from bansha.board.api.shapes import BallotOut, GameOut, NoticeOut, PostIn, PostOut, ThreadOut, WholeGameOut
from bansha.board.api.who import signed_in
from bansha.board.games.band import threads_of
from bansha.board.games.drawing_posts import A_PAGE, GOOD, look_of, rows_of
from bansha.board.games.models import Game, Post, Said, Seat
from bansha.board.games.names import names_of
from bansha.board.games.receive import receive
from bansha.board.games.rooms import last_floor, readable
from bansha.board.games.viewer import game_or_404, player_or_404, thread_or_404, viewer
from bansha.board.games.words import Lang, say, setting_of
from bansha.rules import phases
from bansha.rules.notices import EVERYBODY
from bansha.table.inputs import Post as PostInput
from bansha.telling import words

router = Router(tags=["games"])
PHASES = {value: name.lower() for name, value in vars(phases).items() if name.isupper() and value >= 0} | {phases.SIGNUP: "sign_up"}
MOST_GAMES = 100


def game_row(game: Game, taken: int) -> dict[str, Any]:
    """A game for the wire."""
    same = ("id", "title", "rules", "status", "day", "start", "closes", "ended")
    return {name: getattr(game, name) for name in same} | {
        "phase": PHASES[game.phase],
        "paused": game.paused is not None,
        "seats": game.header["seats"],
        "taken": taken,
        "needs_word": bool(game.invite),
    }


@router.get("games", response=list[GameOut])
def games(request: HttpRequest, status: str = "", before: str = "") -> list[dict[str, Any]]:  # noqa: ARG001 -- the name is ninja's
    """The newest hundred; ``before`` is a game's id and brings the hundred before it."""
    rows = Game.objects.annotate(seats_taken=Count("seats")).order_by("-created", "-pk")
    if status:
        rows = rows.filter(status=status)
    if before:
        rows = rows.filter(created__lt=game_or_404(before).created)
    return [game_row(game, game.seats_taken) for game in rows[:MOST_GAMES]]


@router.get("games/{game_id}", response={200: WholeGameOut, 404: Refusal})
def game(request: HttpRequest, game_id: str) -> dict[str, Any]:
    """One game."""
    found = game_or_404(game_id)
    reader = viewer(request, found)
    players = list(Seat.objects.filter(game=found).order_by("number").values("number", "name", "out"))
    return game_row(found, len(players)) | {
        "players": players,
        "options": found.header["options"],
        "calendar": found.header["calendar"],
        "commitment": found.header["commitment"],
        "own_seat": reader.seat.number if reader.seat else None,
    }


@router.get("games/{game_id}/threads", response={200: list[ThreadOut], 404: Refusal})
def threads(request: HttpRequest, game_id: str) -> list[dict[str, Any]]:
    """The threads the caller may read, oldest first."""
    found = game_or_404(game_id)
    reader, setting, lang = viewer(request, found), setting_of(found), language(request)
    return [
        {"key": thread.key, "title": words.thread(setting, thread.key, lang), "last": thread.floors, "open": thread.open}
        for thread in threads_of(found, reader)
    ]


@router.get("games/{game_id}/threads/{key}/posts", response={200: list[PostOut], 404: Refusal})
def posts(request: HttpRequest, game_id: str, key: str, after: int = 0, by: list[int] = Query([])) -> list[dict[str, Any]]:  # noqa: B008
    """Fifty posts after a floor, of all players or of some."""
    found = game_or_404(game_id)
    reader = viewer(request, found)
    thread = thread_or_404(found, reader, key)
    shown = readable(found, reader, thread)
    rows = Post.objects.filter(shown, thread=thread, floor__gt=max(0, min(after, last_floor(found, reader, thread)))).order_by("floor")
    if by:
        rows = rows.filter(seat__in=[seat for seat in by if 0 <= seat < found.header["seats"]])
    drawn = rows_of(rows, found, look_of(found, language(request)), shown)
    texts = dict(Post.objects.filter(thread=thread, floor__in=[row["floor"] for row in drawn]).values_list("floor", "text"))
    return [{**post_row(row), "text": texts[row["floor"]]} for row in drawn]


def post_row(row: dict[str, Any]) -> dict[str, Any]:
    """A drawn row for the wire."""
    same = {name: row[name] for name in ("floor", "seat", "name", "html", "quote", "at")}
    return same | {"ruling": ruling_row(row)}


def ruling_row(row: dict[str, Any]) -> dict[str, Any] | None:
    """How a vote post was read."""
    if row["ruling"] is None:
        return None
    args = row["reading"]["args"]
    told = row["ruling"]
    return {"voter": args[2], "target": args[4], "counts": args[3] in GOOD, "text": told.text, "clause": told.clause}


@router.post("games/{game_id}/threads/{key}/posts", response={201: PostOut, 404: Refusal, 409: Refusal, 422: Refusal, 429: Refusal})
def write(request: HttpRequest, game_id: str, key: str, body: PostIn) -> Status:
    """Post. What is acknowledged is kept, and can neither be changed nor taken back."""
    signed_in(request)
    found = game_or_404(game_id)
    reader = player_or_404(request, found)
    thread = thread_or_404(found, reader, key)
    made = receive(found.pk, PostInput(key, reader.number, body.text, body.quote), user=reader.user).post
    assert made is not None
    row = rows_of(Post.objects.filter(pk=made.pk), found, look_of(found, language(request)), readable(found, reader, thread))[0]
    return Status(201, {**post_row(row), "text": made.text})


@router.get("games/{game_id}/votes/{day}", response={200: list[BallotOut], 404: Refusal})
def votes(request: HttpRequest, game_id: str, day: int) -> list[dict[str, Any]]:
    """Every vote post of a day and its runoff, as it was read."""
    found = game_or_404(game_id)
    lines: list[dict[str, Any]] = []
    look = look_of(found, language(request))
    for key in (f"votes-{day}", f"runoff-votes-{day}"):
        ballots = Post.objects.filter(thread__game=found, thread__key=key).exclude(reading=None).order_by("floor")
        after = 0
        while drawn := rows_of(ballots.filter(floor__gt=after), found, look):
            lines += [{"thread": key, "floor": row["floor"], "at": row["at"], "ruling": ruling_row(row)} for row in drawn]
            after = drawn[-1]["floor"]
            if len(drawn) < A_PAGE:
                break
    return lines


@router.get("games/{game_id}/announcements", response={200: list[NoticeOut], 404: Refusal})
def announcements(request: HttpRequest, game_id: str, after: int = 0) -> list[dict[str, Any]]:
    """A hundred public notices after a place."""
    return notices(game_or_404(game_id), EVERYBODY, after, language(request))


def notices(found: Game, to: str, after: int, lang: Lang) -> list[dict[str, Any]]:
    """What was said to one addressee, with the names of its time."""
    setting = setting_of(found)
    names = names_of(found, setting.names)
    rows = Said.objects.filter(game=found, to=to, place__gt=max(0, min(after, 1 << 31))).order_by("place")

    def then(row: dict[str, Any]) -> words.Setting:
        return setting._replace(names=names.at_place(row["place"]) if to == EVERYBODY else names.at(row["at"]))

    return [
        {**row, "text": "\n".join(say(row["what"], row["args"], to, then(dict(row)), lang))}
        for row in rows.values("place", "at", "what", "args")[:MOST_GAMES]
    ]


def language(request: HttpRequest) -> Lang:
    """The caller's."""
    lang: Lang = request.lang  # type: ignore[attr-defined]
    return lang
