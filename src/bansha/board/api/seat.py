"""The caller's own seat: taking it, giving it back, what the director told it, messages to him. Nobody else's exists here."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest
from ninja import Router, Status

from bansha.board.api.games import language, notices
from bansha.board.api.refusals import Refusal
from bansha.board.api.shapes import AnswerOut, MeOut, MessageIn, NoticeOut, OwnSeatOut, RoomNoticeOut, SeatOut, SignUpIn
from bansha.board.api.who import signed_in
from bansha.board.games.create import join, leave
from bansha.board.games.models import FormerHolder, Game, Said, Seat, Stay
from bansha.board.games.names import names_of
from bansha.board.games.receive import receive
from bansha.board.games.sign_up import check_word
from bansha.board.games.viewer import game_or_404, player_or_404
from bansha.board.games.words import say, setting_of
from bansha.board.people.traces import leave_trace
from bansha.reading.nicknames import check_nickname
from bansha.rules.errors import Unlawful
from bansha.rules.notices import to_room, to_seat
from bansha.table.inputs import Message

router = Router(tags=["own seat"])
MOST = 200


@router.get("me", response={200: MeOut, 401: Refusal})
def me(request: HttpRequest) -> dict[str, Any]:
    """The caller's account, and the games he plays in."""
    signed_in(request)
    user = request.user
    assert not isinstance(user, AnonymousUser)
    games = list(Seat.objects.filter(user=user.pk).order_by("-game__created").values_list("game_id", flat=True))
    return {"name": user.username, "language": user.language, "zone": user.zone, "games": games}


@router.post("games/{game_id}/seats", response={201: SeatOut, 401: Refusal, 404: Refusal, 409: Refusal, 422: Refusal, 429: Refusal})
def sign_up(request: HttpRequest, game_id: str, body: SignUpIn) -> Status:
    """Take a seat under a nickname."""
    user = signed_in(request)
    game = game_or_404(game_id)
    if game.status != Game.SIGN_UP or FormerHolder.objects.filter(game=game, user=user).exists():
        raise Http404
    check_word(request, game, body.word)
    taken = list(Seat.objects.filter(game=game).order_by("number").values_list("name", flat=True))
    name = body.name.strip()
    for problem in check_nickname(name, taken):
        if problem.severity != "warn" or not body.meant:
            raise Unlawful("name", problem.zh, problem.en)
    seat = join(game, user, name)
    leave_trace(request, game, user)
    return Status(201, {"number": seat.number, "name": seat.name, "out": ""})


@router.delete("games/{game_id}/seat", response={204: None, 401: Refusal, 404: Refusal, 409: Refusal, 429: Refusal})
def give_back(request: HttpRequest, game_id: str) -> Status:
    """Give the seat back, before the deal."""
    user = signed_in(request)
    game = game_or_404(game_id)
    player_or_404(request, game)
    if game.status != Game.SIGN_UP:
        raise Http404
    leave(game, user)
    return Status(204, None)


@router.get("games/{game_id}/seat", response={200: OwnSeatOut, 404: Refusal})
def seat(request: HttpRequest, game_id: str) -> Seat:
    """The caller's seat."""
    return own(request, game_or_404(game_id))


def own(request: HttpRequest, game: Game) -> Seat:
    """The caller's seat, or nothing."""
    found = player_or_404(request, game).seat
    assert found is not None
    return found


@router.get("games/{game_id}/seat/notices", response={200: list[NoticeOut], 404: Refusal})
def told(request: HttpRequest, game_id: str, after: int = 0) -> list[dict[str, Any]]:
    """A hundred notices to the seat after a place: role card, answers, results, reminders."""
    game = game_or_404(game_id)
    return notices(game, to_seat(own(request, game).number), after, language(request))


@router.get("games/{game_id}/seat/rooms", response={200: list[RoomNoticeOut], 404: Refusal})
def rooms(request: HttpRequest, game_id: str) -> list[dict[str, Any]]:
    """The last notices to the seat's rooms while it was in them. They have no place: it would tell how many came before."""
    game = game_or_404(game_id)
    number, setting, lang = own(request, game).number, setting_of(game), language(request)
    names = names_of(game, setting.names)
    found: list[dict[str, Any]] = []
    for stay in Stay.objects.filter(game=game, seat=number).order_by("first_entry"):
        rows = Said.objects.filter(game=game, to=to_room(stay.room), entry__gte=stay.first_entry)
        if stay.last_entry:
            rows = rows.filter(entry__lt=stay.last_entry)
        last = list(rows.order_by("-place").values("at", "what", "args")[:MOST])
        found += [
            {**row, "room": stay.room, "text": "\n".join(say(row["what"], row["args"], to_room(stay.room), then, lang))}
            for row in reversed(last)
            for then in [setting._replace(names=names.at(row["at"]))]
        ]
    return found


@router.post("games/{game_id}/seat/messages", response={200: list[AnswerOut], 404: Refusal, 409: Refusal, 422: Refusal, 429: Refusal})
def message(request: HttpRequest, game_id: str, body: MessageIn) -> list[dict[str, Any]]:
    """Write to the director; he answers at once."""
    signed_in(request)
    game = game_or_404(game_id)
    player = player_or_404(request, game)
    to = to_seat(player.number)
    received = receive(game.pk, Message(player.number, body.text), user=player.user)
    setting, lang = setting_of(game), language(request)
    answers = [notice for notice in received.said if notice.to == to and notice.what in ("accepted", "refused", "not_understood")]
    return [{"what": said.what, "args": said.args, "text": "\n".join(say(said.what, said.args, to, setting, lang))} for said in answers]
