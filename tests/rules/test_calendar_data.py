"""3.2: a calendar as data, at its bounds: clocks that meet, the header of a log value by value, a phase that begins where it would end."""

from datetime import datetime
from typing import Any

import pytest

from bansha.rules import calendar as c
from bansha.rules.phases import DAY, DECIDER, INTERVAL, NIGHT, RUNOFF, WORDS

MONDAY, TUESDAY = datetime(2026, 11, 30), datetime(2026, 12, 1)


def row(cal: c.Calendar, phase: int) -> tuple[int, int, int]:
    """The ordinary row of a phase: opens, days, closes."""
    return next((r.opens, r.days, r.closes) for r in cal.rows if r.phase == phase and r.weekday == c.ANY_DAY)


def test_3_2_the_laws_calendars_in_minutes_after_midnight() -> None:
    xia, piper = c.classic("xia"), c.classic("piper")
    assert (xia.opens, xia.early, xia.zone) == (1200, True, "Asia/Shanghai")
    assert {phase: row(xia, phase) for phase in (DAY, RUNOFF, NIGHT, WORDS)} == {
        DAY: (1200, 1, 1320),
        RUNOFF: (1320, 1, 1320),
        NIGHT: (1320, 1, 770),
        WORDS: (770, 0, 1200),
    }
    assert (piper.opens, piper.early, piper.zone) == (750, False, "Asia/Shanghai")  # P-R13: never early
    assert {phase: row(piper, phase) for phase in (DAY, RUNOFF, DECIDER, NIGHT, WORDS, INTERVAL)} == {
        DAY: (750, 1, 750),
        RUNOFF: (750, 1, 750),
        DECIDER: (750, 1, 750),
        NIGHT: (750, 0, 1230),
        WORDS: (1230, 1, 720),
        INTERVAL: (720, 0, 750),
    }


def test_3_2_the_weekends_of_the_laws_calendars() -> None:
    assert [tuple(r) for r in c.classic("xia").rows if r.weekday != c.ANY_DAY] == [
        (DAY, c.FRIDAY, 1200, 2, 1320),
        (RUNOFF, c.FRIDAY, 1320, 2, 1320),
        (NIGHT, c.FRIDAY, 1320, 1, 1200),
        (WORDS, c.SATURDAY, 1200, 1, 1200),
    ]
    assert {tuple(r) for r in c.classic("piper").rows if r.weekday != c.ANY_DAY} == {
        (phase, weekday, 750, 2, 750) for phase in (DAY, RUNOFF, DECIDER) for weekday in (c.FRIDAY, c.SATURDAY)
    }


def test_3_2_a_phase_from_a_clock_to_the_same_clock_lasts_a_day() -> None:
    cal = c.xia_calendar("20:00", "22:00", "22:00")
    assert row(cal, NIGHT) == (1320, 1, 1320)
    cal = c.xia_calendar("20:00", "22:00", "20:00")
    assert (row(cal, NIGHT), row(cal, WORDS)) == ((1320, 1, 1200), (1200, 1, 1200))
    assert row(c.piper_calendar("12:30", "12:30", "12:00"), NIGHT) == (750, 1, 750)
    assert row(c.piper_calendar("12:30", "20:30", "20:30"), WORDS) == (1230, 1, 1230)
    assert row(c.piper_calendar("12:30", "20:30", "12:30"), INTERVAL) == (750, 1, 750)


def test_3_2_a_phase_that_begins_when_or_after_it_would_end_lasts_until_the_next_day() -> None:
    xia = c.classic("xia")
    for clock in (20, 21):
        assert c.end_on_schedule(xia, WORDS, MONDAY.replace(hour=clock)) == TUESDAY.replace(hour=20)
    assert c.end_on_schedule(xia, WORDS, MONDAY.replace(hour=19, minute=59)) == MONDAY.replace(hour=20)


GOOD: dict[str, Any] = {"zone": "Asia/Shanghai", "opens": 0, "rows": [], "spans": [[DAY, 1], [NIGHT, c.LONGEST]], "early": False}
ROW = [DAY, 6, 0, c.LONGEST // 1440, 0]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"opens": 1439},
        {"spans": [], "rows": [ROW]},
        {"spans": [], "rows": [[DAY, -1, 1439, 0, 1439], ROW]},
    ],
)
def test_a_header_at_its_bounds(changes: dict[str, Any]) -> None:
    cal = c.from_data({**GOOD, **changes})
    assert cal == c.from_data(c.to_data(cal))


def test_366_days_are_the_longest() -> None:
    assert c.LONGEST == 366 * 24 * 60


VALUES = "not a calendar: a zone, clocks as whole numbers of minutes, and whether days open early"
EITHER = "not a calendar: it has either rows or spans"
BOUNDS = f"not a calendar: a day opens at 0 to 1439 minutes after midnight, and a phase lasts 1 to {c.LONGEST} minutes"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"zone": 8}, VALUES),
        ({"zone": None}, VALUES),
        ({"early": 1}, VALUES),
        ({"early": None}, VALUES),
        ({"opens": 1.0}, VALUES),
        ({"opens": True}, VALUES),
        ({"spans": [[DAY, "30"]]}, VALUES),
        ({"spans": [], "rows": [[DAY, -1, 0, True, 0]]}, VALUES),
        ({"spans": []}, EITHER),
        ({"rows": [ROW]}, EITHER),
        ({"opens": -1}, BOUNDS),
        ({"opens": 1440}, BOUNDS),
        ({"spans": [[DAY, 0]]}, BOUNDS),
        ({"spans": [[DAY, 5], [NIGHT, c.LONGEST + 1]]}, BOUNDS),
        *(
            ({"spans": [], "rows": [[DAY, -1, 0, 1, 0], bad]}, f"not a calendar: no such row: {bad}")
            for bad in (
                [DAY, -2, 0, 1, 0],
                [DAY, 7, 0, 1, 0],
                [DAY, 0, -1, 1, 0],
                [DAY, 0, 1440, 1, 0],
                [DAY, 0, 0, 1, -1],
                [DAY, 0, 0, 1, 1440],
                [DAY, 0, 0, -1, 0],
                [DAY, 0, 0, 367, 0],
            )
        ),
    ],
)
def test_a_header_beyond_them_is_no_calendar_and_says_why(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=r"^not a calendar") as refused:
        c.from_data({**GOOD, **changes})
    assert str(refused.value) == why


@pytest.mark.parametrize("changes", [{"rows": 5}, {"spans": [[DAY]]}, {"rows": [[DAY, 1, 2, 3]]}, {"moons": 2}])
def test_a_header_of_another_shape_is_no_calendar(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^not a calendar: "):
        c.from_data({**GOOD, **changes})
