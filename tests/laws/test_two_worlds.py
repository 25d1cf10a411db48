"""Two worlds: where two games differ only in what a viewer may not know, everything told to the viewer is the same.

Two seats other than the viewer's swap identities, neither of which the viewer knows. The same is sent in both worlds. Until the first
exit or dawn, which may lawfully show what was swapped, the viewer's view must be the same, notice by notice. Not so the numbers of the log's
entries, which are the director's: a post in a room is refused, and not logged, in the world where its author does not belong there.
"""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bansha.rules import phases
from bansha.rules.errors import BanshaError
from bansha.table.inputs import Message
from bansha.table.views import public_view, seat_view
from tests.laws.moves import ACT, CLOSE, Move, as_input, moves, pass_time, started
from tests.table.play import Game

BOTH = pytest.mark.parametrize("rules", ["xia", "piper"])
REVEALING = frozenset({"dawn", "over", "sign", "decided"})
few = settings(max_examples=40, derandomize=True, deadline=None, phases=(Phase.generate, Phase.shrink))
GROUPS = {"xia": (frozenset({0, 1, 2}),), "piper": ()}  # seats of the law's table that know one another
SEATS = {"xia": 20, "piper": 12}


def unknown(rules: str, viewer: int) -> list[int]:
    """The seats whose identity the viewer does not know."""
    known: frozenset[int] = next((group for group in GROUPS[rules] if viewer in group), frozenset({viewer}))
    return [seat for seat in range(SEATS[rules]) if seat not in known]


def told(game: Game, viewer: int) -> list[Any]:
    """What the viewer has been told, up to the first entry that may show an identity."""
    rows: list[Any] = []
    for row in seat_view(game.table, viewer):
        if row.notice.what in REVEALING or (row.notice.what == "tally" and row.notice.args[6] >= 0):
            break
        rows.append((row.at, row.notice))
    return rows


def worlds(rules: str, script: list[Move], swapped: tuple[int, int], **position: Any) -> tuple[Game, Game]:
    """The same inputs in both worlds, as they are meant in the first."""
    here, there = started(rules, **position), started(rules, swapped=swapped, **position)
    for move in script:
        pass_time(here, move)
        there.time = here.time
        for game in (here, there):
            game.table.catch_up(game.time)
        what = as_input(here, move)
        if isinstance(what, Message) and "幻觉三" in what.text:
            continue  # published at the tally
        for game in (here, there):
            with suppress(BanshaError):
                game.table.receive(what, game.time)
        if here.table.over or there.table.over or any(len(kept.record.orders) for kept in here.table.records):
            break
    return here, there


@BOTH
@few
@given(script=moves(50), data=st.data())
def test_a_swap_of_unknown_identities_shows_nowhere(rules: str, script: list[Move], data: st.DataObject) -> None:
    viewer = data.draw(st.integers(0, SEATS[rules] - 1), label="viewer")
    pair = data.draw(st.lists(st.sampled_from(unknown(rules, viewer)), min_size=2, max_size=2, unique=True), label="swapped")
    here, there = worlds(rules, [move for move in script if move[0] != ACT], (pair[0], pair[1]))
    assert told(here, viewer) == told(there, viewer)


@BOTH
@few
@given(script=moves(40), data=st.data())
def test_nor_in_the_answers_of_a_night(rules: str, script: list[Move], data: st.DataObject) -> None:
    """X-R2: an order that must fail for a hidden reason is accepted with the same words as any other."""
    viewer = data.draw(st.integers(0, SEATS[rules] - 1), label="viewer")
    pair = data.draw(st.lists(st.sampled_from(unknown(rules, viewer)), min_size=2, max_size=2, unique=True), label="swapped")
    calm = [move for move in script if move[0] not in (ACT, CLOSE)]
    here, there = worlds(rules, calm, (pair[0], pair[1]), day=1, phase=phases.NIGHT)
    assert told(here, viewer) == told(there, viewer)


@BOTH
def test_the_worlds_do_differ(rules: str) -> None:
    """A seat that was swapped is told so: otherwise the laws above would prove nothing."""
    viewer, other = (3, 5) if rules == "xia" else (3, 11)
    here, there = started(rules), started(rules, swapped=(viewer, other))
    assert told(here, viewer) != told(there, viewer)
    assert public_view(here.table) == public_view(there.table)
