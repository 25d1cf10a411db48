"""All seats as a director sees them: who sits there, as what, what stands of their orders and votes."""

from typing import NamedTuple

from bansha.board.games.models import Game, Seat
from bansha.board.games.words import Lang
from bansha.rules import phases
from bansha.table.table import Table
from bansha.telling import words as w
from bansha.telling.course import Section
from bansha.telling.phrases import order_text


class Row(NamedTuple):
    """A seat. ``order`` is what stands, "" for nothing; ``owes`` says that an order may be sent and none stands; ``vote`` as it was read."""

    number: int
    name: str
    account: str
    is_bot: bool
    identity: str
    colour: str
    was: str
    out: bool
    order: str
    owes: bool
    vote: str
    floor: int
    wants_substitute: bool


def rows(game: Game, table: Table, here: Section | None, lang: Lang) -> list[Row]:
    """The seats in order."""
    at = w.setting(table)
    dealt = {notice.to: notice.args[0] for entry in table.log for notice in entry.said if notice.what == "role"}
    found = []
    for seat in Seat.objects.filter(game=game).select_related("user").order_by("number"):
        number, identity, was = seat.number, "", ""
        standing = owes = None
        if table.state is not None:
            identity = w.identity(at, table.state.identity[number], lang)
            first = dealt.get(f"s{number}", table.state.identity[number])
            was = "" if first == table.state.identity[number] else w.identity(at, first, lang)
            standing = table.law.standing(table.state, number) if table.slot else None
            owes = bool(table.slot) and table.law.may_order(table.state, number) and standing is None
        ballot = here.ballots.get(number) if here is not None and here.phase in (phases.DAY, phases.RUNOFF) else None
        found.append(
            Row(
                number,
                seat.name,
                seat.user.username,
                seat.user.is_bot,
                identity,
                w.IDENTITIES[at.rules][table.state.identity[number]] if table.state is not None else "",
                was,
                bool(seat.out),
                order_text(standing.act, list(standing.targets), standing.member, standing.floor, at, lang) if standing else "",
                bool(owes),
                w.seat(at, ballot.target, lang) if ballot else "",
                ballot.floor if ballot else 0,
                seat.wants_substitute,
            )
        )
    return found
