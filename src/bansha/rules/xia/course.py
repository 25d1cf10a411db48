"""3.1 the course of the game: what opening a phase resets. Kernel. What comes next is said by ``close_day`` and ``close_night``."""

from bansha.rules.bits import has
from bansha.rules.homes import home
from bansha.rules.phases import DAY, NIGHT, NOBODY, RUNOFF
from bansha.rules.xia.codes import AZURE_INDEPENDENT, AZURE_NEUTRAL, DRAGON, ILLUSIONIST, PARTIES, RADIANT, SILVER
from bansha.rules.xia.groups import become
from bansha.rules.xia.state import State
from bansha.rules.xia.votes import open_thread


@home("3.1")
def open_day(s: State) -> None:
    """Open the next day and its vote thread."""
    s.day += 1
    s.phase = DAY
    s.pair = 0
    open_thread(s)


@home("3.1", "3.3")
def open_runoff(s: State) -> None:
    """Open the second day between the two (``pair``), with a vote thread of its own."""
    s.phase = RUNOFF
    open_thread(s)


@home("3.1")
def open_night(s: State) -> None:
    """Open the night; nothing has been sent."""
    s.phase = NIGHT
    s.orders = 0


@home("1")
def seat_all(s: State) -> None:
    """Fill in what follows from the identities of the seats at the start: holders, the single ones, nobody's bans."""
    s.alive = (1 << s.seats) - 1
    s.radiant = NOBODY
    s.silver = NOBODY
    s.dragon = NOBODY
    s.illusionist = NOBODY
    s.leader = NOBODY
    s.immune = NOBODY
    for seat in range(s.seats):
        identity = s.identity[seat]
        s.holders[identity] |= 1 << seat
        if identity == ILLUSIONIST:
            s.illusionist = seat
        elif identity == RADIANT:
            s.radiant = seat
        elif identity == SILVER:
            s.silver = seat
        elif identity == DRAGON:
            s.dragon = seat
    for party in range(PARTIES):
        s.banned_power[party] = 0
        s.banned_target[party] = NOBODY


@home("1.10")
def become_independent_late(s: State, but: int) -> None:
    """For a game taken up after the night of independence: the living neutrals, ``but`` some, are independent already."""
    for seat in range(s.seats):
        if has(s.alive & ~but, seat) and s.identity[seat] == AZURE_NEUTRAL:
            become(s, seat, AZURE_INDEPENDENT)
