"""The numbers of 斑衣吹笛人 as named options with the law's defaults, and how a game is set up from them."""

from typing import NamedTuple

from bansha.rules.choosing import Problem, outside, too_few, too_many
from bansha.rules.piper.course import seat_all
from bansha.rules.piper.state import State
from bansha.rules.states import SEATS, blank


class Options(NamedTuple):
    """Every number of the law. Seats are counts of roles; scores are whole points; cut-offs are minutes before the end of a phase."""

    rat: int = 3
    liar: int = 1
    protector: int = 1
    child: int = 5
    lame_child: int = 1
    piper: int = 1
    marks_adult: int = 3
    marks_child: int = 2
    marks_lame: int = 1
    threshold_percent: int = 40
    few_alive: int = 4
    change_cutoff_minutes: int = 60
    score_rat: int = 40
    score_adult: int = 30
    score_child: int = 20
    score_lame: int = 25
    score_piper: int = 50
    score_led_rat: int = 30
    score_led_child: int = 20
    draw_score: int = 0


ROLES = ("rat", "liar", "protector", "child", "lame_child", "piper")
SINGLE = ("protector", "piper")  # two would make it undecided on whom a bite lands, or who leads
NEEDED = ("rat", "child", "marks_adult", "marks_child", "marks_lame")  # without rats or children a camp has won before it begins


def seating(options: Options) -> tuple[int, ...]:
    """The identities to be dealt, in the order of the law's table."""
    return tuple(identity for identity, role in enumerate(ROLES) for _ in range(getattr(options, role)))


def problems(options: Options) -> list[Problem]:
    """What is wrong with the options; empty if a game can be played with them."""
    wrong = [too_many(name) for name in SINGLE if getattr(options, name) > 1]
    wrong += [too_few(name, 1) for name in NEEDED if getattr(options, name) < 1]
    wrong += [too_few(name, 0) for name, value in options._asdict().items() if value < 0 and name not in NEEDED]
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
    s.threshold_num = options.threshold_percent
    s.threshold_den = 100
    s.change_cutoff = options.change_cutoff_minutes * 60
    s.few_alive = options.few_alive
    s.marks_needed[:] = (0, options.marks_adult, options.marks_adult, options.marks_child, options.marks_lame, 0)
    s.score[:] = (
        options.score_rat, options.score_adult, options.score_adult, options.score_child, options.score_lame, options.score_piper,
    )  # fmt: skip
    s.led_score[:] = (options.score_led_rat, 0, 0, options.score_led_child, 0, 0)
    s.draw_score = options.draw_score
    seat_all(s)
    return s
