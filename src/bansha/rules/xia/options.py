"""The numbers of 群侠 as named options with the law's defaults, and how a game is set up from them."""

from typing import NamedTuple

from bansha.rules.choosing import Problem, outside, too_few, too_many
from bansha.rules.states import SEATS, blank
from bansha.rules.xia.course import seat_all
from bansha.rules.xia.state import State


class Options(NamedTuple):
    """Every number of the law. Seats are counts of roles; scores are whole points; cut-offs are minutes before the end of a phase."""

    black: int = 3
    shadow: int = 1
    illusionist: int = 1
    white: int = 1
    crimson: int = 1
    radiant: int = 1
    silver: int = 1
    dragon: int = 1
    commoner: int = 5
    azure: int = 5
    reflections: int = 3
    threshold_percent: int = 40
    independence_after_night: int = 3
    commoners_out: int = 2
    typos: int = 1
    change_cutoff_minutes: int = 60
    illusion3_cutoff_minutes: int = 15
    score_black: int = 40
    score_shadow: int = 35
    score_illusionist: int = 30
    score_white: int = 35
    score_crimson: int = 35
    score_radiant: int = 30
    score_silver: int = 30
    score_dragon: int = 30
    score_commoner: int = 20
    score_independent: int = 40
    draw_score: int = 10


ROLES = ("black", "shadow", "illusionist", "white", "crimson", "radiant", "silver", "dragon", "commoner", "azure")
SINGLE = ("illusionist", "radiant", "silver", "dragon")


def seating(options: Options) -> tuple[int, ...]:
    """The identities to be dealt, in the order of the law's table."""
    return tuple(identity for identity, role in enumerate(ROLES) for _ in range(getattr(options, role)))


def problems(options: Options) -> list[Problem]:
    """What is wrong with the options; empty if a game can be played with them."""
    wrong = [too_many(name) for name in SINGLE if getattr(options, name) > 1]
    wrong += [too_few(name, 0) for name, value in options._asdict().items() if value < 0]
    if not wrong:
        total = len(seating(options))
        if not 5 <= total <= SEATS:
            wrong.append(outside("seats", 5, SEATS, total))
        if not 1 <= options.threshold_percent <= 100:
            wrong.append(outside("threshold_percent", 1, 100, options.threshold_percent))
    return wrong


def new_state(identities: tuple[int, ...], options: Options) -> State:
    """A game before day 1, with the identities dealt to the seats in order."""
    s = blank(State)
    s.seats = len(identities)
    s.identity[: s.seats] = identities
    s.reflections = options.reflections
    s.threshold_num = options.threshold_percent
    s.threshold_den = 100
    s.independence_night = options.independence_after_night
    s.commoners_out = options.commoners_out
    s.change_cutoff = options.change_cutoff_minutes * 60
    s.illusion3_cutoff = options.illusion3_cutoff_minutes * 60
    s.draw_score = options.draw_score
    s.score[:] = (
        options.score_black, options.score_shadow, options.score_illusionist, options.score_white, options.score_crimson,
        options.score_radiant, options.score_silver, options.score_dragon, options.score_commoner, 0,
        options.score_black, options.score_shadow, options.score_white, options.score_crimson, options.score_independent,
    )  # fmt: skip
    seat_all(s)
    return s
