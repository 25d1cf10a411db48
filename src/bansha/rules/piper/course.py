"""3.1 the course of the game: what opening a phase resets. Kernel. What comes next is said by ``close_day``, ``close_decider`` and
``close_night``; after last words comes the interval, after the interval the day (P-R13).
"""

from bansha.rules.homes import home
from bansha.rules.phases import DAY, DECIDER, INTERVAL, NIGHT, NOBODY, RUNOFF
from bansha.rules.piper.plague import plague
from bansha.rules.piper.state import State
from bansha.rules.piper.votes import open_thread


@home("3.1")
def open_day(s: State) -> None:
    """Open the next day and its vote thread."""
    s.day += 1
    s.phase = DAY
    s.pair = 0
    s.words = 0
    open_thread(s)


@home("3.1", "3.3")
def open_runoff(s: State) -> None:
    """Open the second day between the two (``pair``), with a vote thread of its own."""
    s.phase = RUNOFF
    open_thread(s)


@home("3.3", "P-R11")
def open_decider(s: State) -> None:
    """Open the time for the deciding vote between the two (``pair``); none has been sent."""
    s.phase = DECIDER
    s.decision = NOBODY


@home("3.1")
def open_night(s: State) -> None:
    """Open the night; nothing has been sent."""
    s.phase = NIGHT
    s.orders = 0


@home("3.1", "P-R13", "X-R38")
def open_interval(s: State) -> None:
    """From the end of last words to the day nothing is open; unspoken last words lapse."""
    s.phase = INTERVAL
    s.words = 0


@home("1")
def seat_all(s: State) -> None:
    """Fill in what follows from the identities of the seats at the start."""
    s.alive = (1 << s.seats) - 1
    s.last_bitten = NOBODY
    s.decision = NOBODY
    for seat in range(s.seats):
        s.holders[s.identity[seat]] |= 1 << seat
        s.banned_target[seat] = NOBODY


@home("P-R10", "P-R18", "P-R19")
def start_late(s: State, gone: int, led: int) -> None:
    """For a game that starts in its middle: who is out was voted out, and a plague that is on has been announced."""
    s.alive &= ~gone
    s.voted_out = gone
    s.led = led
    s.plague_announced = plague(s)
