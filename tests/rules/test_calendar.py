"""3.2 of both rule sets: the table on every weekday, the rulings on weekends, early openings and changed ends. 2026-11-30 is a Monday."""

import json
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bansha.rules import calendar as c
from bansha.rules.phases import DAY, DECIDER, INTERVAL, NIGHT, RUNOFF, WORDS

XIA = c.classic("xia")
PIPER = c.classic("piper")
FAST_XIA = c.fast("xia", {DAY: 30, RUNOFF: 20, NIGHT: 10, WORDS: 5})
FAST_PIPER = c.fast("piper", {DAY: 30, NIGHT: 10, WORDS: 5, INTERVAL: 1})
OWN = c.xia_calendar("21:00", "21:00", "09:30", zone="Europe/Berlin", weekends=False)
ALL = [XIA, PIPER, FAST_XIA, FAST_PIPER, OWN]

MONDAY = datetime(2026, 11, 30)
WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]


def when(text: str) -> datetime:
    """``"Fri 20:00"`` of the week of Monday 2026-11-30; ``"Mon+ 12:50"`` of the week after."""
    name, clock = text.split()
    hours, minutes = clock.split(":")
    days = WEEKDAYS.index(name.rstrip("+")) + 7 * name.count("+")
    return MONDAY + timedelta(days=days, hours=int(hours), minutes=int(minutes))


# ---- the table -------------------------------------------------------------------------------------------------------------------------

Table = list[tuple[int, str, list[str | None]]]
XIA_TABLE: Table = [
    (DAY, "20:00", ["Tue 22:00", "Wed 22:00", "Thu 22:00", "Fri 22:00", "Sun 22:00", "Sun 22:00", "Mon+ 22:00"]),
    (RUNOFF, "22:00", ["Tue 22:00", "Wed 22:00", "Thu 22:00", "Fri 22:00", "Sun 22:00", "Sun 22:00", "Mon+ 22:00"]),
    (NIGHT, "22:00", ["Tue 12:50", "Wed 12:50", "Thu 12:50", "Fri 12:50", "Sat 20:00", "Sun 12:50", "Mon+ 12:50"]),
    (WORDS, "12:50", ["Mon 20:00", "Tue 20:00", "Wed 20:00", "Thu 20:00", "Fri 20:00", None, "Sun 20:00"]),
    (WORDS, "20:00", [None, None, None, None, None, "Sun 20:00", None]),
]
NOON: list[str | None] = ["Tue 12:30", "Wed 12:30", "Thu 12:30", "Fri 12:30", "Sun 12:30", "Mon+ 12:30", "Mon+ 12:30"]
PIPER_TABLE: Table = [
    (DAY, "12:30", NOON),
    (RUNOFF, "12:30", NOON),
    (DECIDER, "12:30", NOON),
    (NIGHT, "12:30", [f"{day} 20:30" for day in WEEKDAYS]),
    (WORDS, "20:30", [f"{day} 12:00" for day in [*WEEKDAYS[1:], "Mon+"]]),
    (INTERVAL, "12:00", [f"{day} 12:30" for day in WEEKDAYS]),
]


@pytest.mark.parametrize(
    ("cal", "phase", "begin", "end"),
    [
        pytest.param(cal, phase, f"{day} {clock}", end, id=f"{name}-{phase}-{day}-{clock}")
        for name, cal, table in [("xia", XIA, XIA_TABLE), ("piper", PIPER, PIPER_TABLE)]
        for phase, clock, ends in table
        for day, end in zip(WEEKDAYS, ends, strict=True)
        if end
    ],
)
def test_every_phase_on_every_weekday(cal: c.Calendar, phase: int, begin: str, end: str) -> None:
    assert c.end_on_schedule(cal, phase, when(begin)) == when(end)


def test_the_laws_openings() -> None:
    assert (XIA.opens, XIA.zone) == (20 * 60, "Asia/Shanghai")
    assert (PIPER.opens, PIPER.zone) == (12 * 60 + 30, "Asia/Shanghai")
    assert (XIA.early, PIPER.early) == (True, False)  # P-R13


def test_a_phase_the_rule_set_does_not_know() -> None:
    for cal in (XIA, FAST_XIA):
        with pytest.raises(ValueError, match="no phase 3"):
            c.end_on_schedule(cal, DECIDER, MONDAY)


# ---- courses of games ------------------------------------------------------------------------------------------------------------------


def course(cal: c.Calendar, start: str, *phases: int) -> list[c.Slot]:
    """Day 1 and then ``phases``, each when the one before has run its time."""
    slots = [c.first_day(cal, when(start))]
    for phase in phases:
        slots.append(c.next_slot(cal, slots[-1], phase, slots[-1].closes))
    return slots


@pytest.mark.parametrize(
    ("cal", "start", "phases", "closes"),
    [
        # shared cases: an ordinary week; the weekend lengthens night and words; the day; the runoff; a Saturday opening
        (XIA, "Mon 20:00", (NIGHT, WORDS, DAY), ["Tue 22:00", "Wed 12:50", "Wed 20:00", "Thu 22:00"]),
        (XIA, "Mon 20:00", (RUNOFF, NIGHT), ["Tue 22:00", "Wed 22:00", "Thu 12:50"]),
        (XIA, "Thu 20:00", (NIGHT, WORDS, DAY), ["Fri 22:00", "Sat 20:00", "Sun 20:00", "Mon+ 22:00"]),
        (XIA, "Thu 20:00", (RUNOFF, NIGHT, WORDS), ["Fri 22:00", "Sun 22:00", "Mon+ 12:50", "Mon+ 20:00"]),
        (XIA, "Fri 20:00", (NIGHT, WORDS, DAY), ["Sun 22:00", "Mon+ 12:50", "Mon+ 20:00", "Tue+ 22:00"]),
        (XIA, "Fri 20:00", (RUNOFF, NIGHT), ["Sun 22:00", "Mon+ 22:00", "Tue+ 12:50"]),
        (XIA, "Sat 20:00", (NIGHT,), ["Sun 22:00", "Mon+ 12:50"]),
        (XIA, "Sun 20:00", (NIGHT,), ["Mon+ 22:00", "Tue+ 12:50"]),
        (XIA, "Wed 20:00", (NIGHT, WORDS, DAY), ["Thu 22:00", "Fri 12:50", "Fri 20:00", "Sun 22:00"]),
        (PIPER, "Mon 12:30", (NIGHT, WORDS, INTERVAL, DAY), ["Tue 12:30", "Tue 20:30", "Wed 12:00", "Wed 12:30", "Thu 12:30"]),
        (PIPER, "Thu 12:30", (RUNOFF, DECIDER), ["Fri 12:30", "Sun 12:30", "Mon+ 12:30"]),
        (PIPER, "Wed 12:30", (RUNOFF, DECIDER), ["Thu 12:30", "Fri 12:30", "Sun 12:30"]),
        (PIPER, "Fri 12:30", (NIGHT, WORDS), ["Sun 12:30", "Sun 20:30", "Mon+ 12:00"]),
        (PIPER, "Thu 12:30", (NIGHT, WORDS, INTERVAL, DAY), ["Fri 12:30", "Fri 20:30", "Sat 12:00", "Sat 12:30", "Mon+ 12:30"]),
    ],
)
def test_courses(cal: c.Calendar, start: str, phases: tuple[int, ...], closes: list[str]) -> None:
    assert [slot.closes for slot in course(cal, start, *phases)] == [when(text) for text in closes]


@pytest.mark.parametrize(("start", "dawn", "end"), [("Mon", "Wed", "Thu 22:00"), ("Wed", "Fri", "Sun 22:00"), ("Thu", "Sat", "Mon+ 22:00")])
def test_a_day_with_nobody_to_wait_for_opens_at_dawn_and_ends_on_schedule(start: str, dawn: str, end: str) -> None:
    """X-R31, X-R36: shared cases of a Monday, a Wednesday (the day is a weekend day) and a Thursday (the night is a weekend night)."""
    _, night = course(XIA, f"{start} 20:00", NIGHT)
    words = c.not_held(XIA, night, WORDS)
    day = c.next_slot(XIA, words, DAY, night.closes)
    assert day.opened == night.closes == when(f"{dawn} {'20:00' if dawn == 'Sat' else '12:50'}")
    assert day.closes == day.ends == when(end)
    assert day.begins == words.ends


# ---- X-R37: the director changes an end ------------------------------------------------------------------------------------------------


def after(cal: c.Calendar, start: str, closes: str, *phases: int) -> list[c.Slot]:
    """The last of day 1 and ``phases[:-1]`` is given the end ``closes``; then it and what follows, each at its time."""
    slot = course(cal, start, *phases[:-1])[-1]
    slot = c.adjust(slot, when(closes))
    later = c.next_slot(cal, slot, phases[-1], slot.closes)
    return [slot, later]


@pytest.mark.parametrize(
    ("cal", "start", "phases", "closes", "end"),
    [
        # it moves that end only
        (XIA, "Mon 20:00", (NIGHT,), "Tue 23:30", "Wed 12:50"),
        (XIA, "Mon 20:00", (NIGHT,), "Mon 22:00", "Wed 12:50"),
        (XIA, "Mon 20:00", (NIGHT,), "Wed 12:49", "Wed 12:50"),
        # no time is left: a whole day on; half-open, so an opening at the very end leaves none
        (XIA, "Mon 20:00", (NIGHT,), "Wed 12:50", "Thu 12:50"),
        (XIA, "Mon 20:00", (NIGHT,), "Wed 22:00", "Thu 12:50"),
        (XIA, "Mon 20:00", (NIGHT,), "Thu 12:50", "Fri 12:50"),
        # … into a weekend, which is reckoned anew
        (XIA, "Wed 20:00", (NIGHT,), "Fri 13:00", "Sat 20:00"),
        (XIA, "Wed 20:00", (NIGHT, WORDS), "Fri 20:00", "Sun 20:00"),
        (XIA, "Wed 20:00", (NIGHT, WORDS), "Sat 21:00", "Sun 20:00"),
        (XIA, "Tue 20:00", (NIGHT, WORDS, DAY), "Fri 22:00", "Sun 22:00"),
        # … out of a weekend
        (XIA, "Thu 20:00", (NIGHT,), "Sat 20:00", "Sun 12:50"),
        (XIA, "Thu 20:00", (NIGHT, WORDS), "Sun 19:59", "Sun 20:00"),
        (XIA, "Thu 20:00", (NIGHT, WORDS), "Sun 20:00", "Mon+ 20:00"),
        (XIA, "Thu 20:00", (NIGHT, WORDS), "Mon+ 20:00", "Tue+ 20:00"),
        (XIA, "Thu 20:00", (NIGHT, WORDS), "Fri+ 20:00", "Sun+ 20:00"),
        (XIA, "Thu 20:00", (RUNOFF,), "Sun 22:00", "Mon+ 22:00"),
        (XIA, "Fri 20:00", (NIGHT, WORDS, DAY), "Tue+ 22:00", "Wed+ 22:00"),
        (PIPER, "Mon 12:30", (NIGHT,), "Tue 20:30", "Wed 20:30"),
        (PIPER, "Wed 12:30", (RUNOFF,), "Fri 12:30", "Sun 12:30"),
        (PIPER, "Thu 12:30", (RUNOFF,), "Sun 12:30", "Mon+ 12:30"),
    ],
)
def test_a_changed_end_and_the_phase_after_it(cal: c.Calendar, start: str, phases: tuple[int, ...], closes: str, end: str) -> None:
    changed, later = after(cal, start, closes, *phases)
    assert later.opened == changed.closes == when(closes)
    assert later.closes == later.ends == when(end)


def test_after_a_move_the_schedule_goes_on_from_there() -> None:
    """All later ends move by the same number of days: the night of Tuesday has become Wednesday's, and so the words are Thursday's."""
    _, night = after(XIA, "Mon 20:00", "Wed 13:00", NIGHT)
    words = c.next_slot(XIA, night, WORDS, night.closes)
    day = c.next_slot(XIA, words, DAY, words.closes)
    assert [night.begins, words.begins, day.begins, day.ends] == [
        when("Wed 22:00"),
        when("Thu 12:50"),
        when("Thu 20:00"),
        when("Fri 22:00"),
    ]


@pytest.mark.parametrize(
    ("closes", "end"), [("Wed 19:59", "Thu 22:00"), ("Wed 20:00", "Thu 22:00"), ("Thu 21:59", "Thu 22:00"), ("Thu 22:00", "Fri 22:00")]
)
def test_last_words_that_nobody_has_are_not_left_without_time(closes: str, end: str) -> None:
    """X-R31, X-R37: the day is the next phase, opens at dawn and keeps its own end while it has time."""
    night = c.adjust(course(XIA, "Mon 20:00", NIGHT)[-1], when(closes))
    words = c.not_held(XIA, night, WORDS)
    assert (words.phase, words.begins, words.ends) == (WORDS, when("Wed 12:50"), when("Wed 20:00"))
    day = c.next_slot(XIA, words, DAY, night.closes)
    assert (day.opened, day.closes) == (when(closes), when(end))


def test_words_moved_onto_a_saturday_begin_when_a_weekend_night_ends() -> None:
    _, words = after(XIA, "Wed 20:00", "Fri 21:00", NIGHT, WORDS)
    assert (words.begins, words.ends) == (when("Sat 20:00"), when("Sun 20:00"))


def test_a_fast_phase_without_time_gets_its_whole_span() -> None:
    day = c.adjust(c.first_day(FAST_XIA, when("Fri 20:00")), when("Fri 20:39"))
    assert c.next_slot(FAST_XIA, day, NIGHT, day.closes).closes == when("Fri 20:40")
    day = c.adjust(day, when("Fri 20:40"))
    assert c.next_slot(FAST_XIA, day, NIGHT, day.closes) == (
        NIGHT, when("Fri 20:40"), when("Fri 20:50"), when("Fri 20:40"), when("Fri 20:50")
    )  # fmt: skip


@pytest.mark.parametrize(
    ("now", "closes", "problem"),
    [
        ("Mon 21:00", "Tue 21:59", ""),
        ("Mon 21:00", "Mon 21:00", ""),
        ("Mon 21:00", "Mon 20:59", "past"),
        ("Mon 21:00", "Tue 22:00", "unchanged"),
        ("Mon 20:00", "Mon 20:00", "no-time"),
        ("Mon 19:00", "Mon 19:30", "no-time"),
        ("Tue 21:59", "Wed 22:00", ""),
        ("Tue 22:00", "Wed 22:00", "over"),
    ],
)
def test_ends_that_the_director_cannot_set(now: str, closes: str, problem: str) -> None:
    assert c.adjust_problem(c.first_day(XIA, when("Mon 20:00")), when(now), when(closes)) == problem


# ---- calendars of one's own ------------------------------------------------------------------------------------------------------------


def test_cutoffs_of_a_fast_game_are_in_proportion_to_its_day() -> None:
    """The law's day of xia is 26 hours, that of piper 24; the cut-offs are 60 and 15 minutes (3.3, 1.3)."""
    assert [c.scaled_cutoff("xia", 60, day) for day in (26 * 60, 13 * 60, 30, 25)] == [60, 30, 1, 0]
    assert [c.scaled_cutoff("xia", 15, day) for day in (26 * 60, 30)] == [15, 0]
    assert [c.scaled_cutoff("piper", 60, day) for day in (24 * 60, 12 * 60)] == [60, 30]


def test_fast_calendars_know_no_weekends() -> None:
    lasts = {(slot.phase, slot.ends - slot.begins) for slot in c.preview(FAST_PIPER, when("Fri 20:00"), 5)}
    assert lasts == {(phase, timedelta(minutes=n)) for phase, n in [(DAY, 30), (NIGHT, 10), (WORDS, 5), (INTERVAL, 1)]}
    assert c.end_on_schedule(FAST_XIA, RUNOFF, when("Fri 20:00")) == when("Fri 20:20")
    assert c.end_on_schedule(FAST_PIPER, DECIDER, when("Fri 20:00")) == when("Fri 20:30")


def test_a_fast_calendar_names_every_phase() -> None:
    with pytest.raises(ValueError, match="phase 5 lasts 0 minutes"):
        c.fast("xia", {DAY: 30, NIGHT: 10})
    with pytest.raises(ValueError, match="phase 6 lasts 0 minutes"):
        c.fast("piper", {DAY: 30, NIGHT: 10, WORDS: 1})


def test_own_times() -> None:
    day, night, words, again = course(OWN, "Fri 21:00", NIGHT, WORDS, DAY)
    assert [day.closes, night.closes, words.closes, again.closes] == [
        when("Sat 21:00"),
        when("Sun 09:30"),
        when("Sun 21:00"),
        when("Mon+ 21:00"),
    ]
    same_day = c.xia_calendar("18:00", "08:00", "17:00", weekends=False)
    assert [slot.closes for slot in course(same_day, "Mon 18:00", NIGHT, WORDS)] == [
        when("Tue 08:00"),
        when("Tue 17:00"),
        when("Tue 18:00"),
    ]
    late = c.piper_calendar("20:00", "08:00", "19:00", weekends=False)
    slots = course(late, "Mon 20:00", NIGHT, WORDS, INTERVAL)
    assert [slot.closes for slot in slots] == [when("Tue 20:00"), when("Wed 08:00"), when("Wed 19:00"), when("Wed 20:00")]


def test_a_piper_day_from_midnight_to_midnight_overlaps_saturday_only_on_saturday() -> None:
    cal = c.piper_calendar("00:00", "20:30", "23:30")
    assert [c.end_on_schedule(cal, DAY, when(f"{day} 00:00")) for day in ("Thu", "Fri", "Sat")] == [
        when("Fri 00:00"), when("Sat 00:00"), when("Mon+ 00:00")
    ]  # fmt: skip


def test_own_times_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="past midnight"):
        c.xia_calendar("18:00", "08:00", "17:00")
    for clock in ("24:00", "12:60", "12", "noon", "1:2", "-1:00"):
        with pytest.raises(ValueError, match="not a time of day"):
            c.xia_calendar(clock)


@pytest.mark.parametrize("cal", ALL)
def test_a_calendar_survives_a_log_header(cal: c.Calendar) -> None:
    back = c.from_data(json.loads(json.dumps(c.to_data(cal))))
    assert back == cal
    assert c.preview(back, MONDAY, 3) == c.preview(cal, MONDAY, 3)


@pytest.mark.parametrize("data", [{}, {"zone": "UTC"}, {**c.to_data(XIA), "rows": [[1, 2]]}, {**c.to_data(XIA), "rows": 3}])
def test_what_is_no_calendar(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not a calendar"):
        c.from_data(data)


def test_the_preview() -> None:
    slots = c.preview(XIA, when("Mon 20:00"), 2)
    assert [slot.phase for slot in slots] == [DAY, NIGHT, WORDS, DAY, NIGHT, WORDS]
    assert [slot.phase for slot in c.preview(PIPER, when("Mon 12:30"), 1)] == [DAY, NIGHT, WORDS, INTERVAL]
    assert all(slot.opened == slot.begins and slot.closes == slot.ends for slot in slots)
    assert c.preview(XIA, when("Mon 20:00"), 0) == slots[:1]


@pytest.mark.parametrize(
    ("cal", "phase", "number", "opened", "closes"),
    [
        (XIA, DAY, 1, "Mon 20:00", "Tue 22:00"),
        (XIA, DAY, 2, "Wed 12:50", "Thu 22:00"),
        (XIA, NIGHT, 2, "Thu 22:00", "Fri 12:50"),
        (XIA, WORDS, 2, "Fri 12:50", "Fri 20:00"),
        (XIA, DAY, 3, "Fri 12:50", "Sun 22:00"),
        (XIA, RUNOFF, 2, "Thu 22:00", "Fri 22:00"),
        (PIPER, DAY, 2, "Wed 12:30", "Thu 12:30"),
        (PIPER, INTERVAL, 1, "Wed 12:00", "Wed 12:30"),
        (PIPER, RUNOFF, 2, "Thu 12:30", "Fri 12:30"),
        (PIPER, DECIDER, 2, "Fri 12:30", "Sun 12:30"),
    ],
)
def test_where_a_case_starts(cal: c.Calendar, phase: int, number: int, opened: str, closes: str) -> None:
    start = when("Mon 20:00") if cal is XIA else when("Mon 12:30")
    slot = c.scheduled(cal, start, phase, number)
    assert (slot.phase, slot.opened, slot.closes) == (phase, when(opened), when(closes))


# ---- laws ------------------------------------------------------------------------------------------------------------------------------

calendars = st.sampled_from(ALL)
moments = st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1)).map(lambda at: at.replace(second=0, microsecond=0))
minutes = st.integers(1, 5 * 24 * 60).map(lambda n: timedelta(minutes=n))


@st.composite
def games(draw: st.DrawFn) -> tuple[c.Calendar, list[int], datetime]:
    """A calendar, the phases after day 1, a start at any minute."""
    cal = draw(calendars)
    phases: list[int] = []
    for _ in range(draw(st.integers(1, 5))):
        phases += draw(st.sampled_from([[], [RUNOFF]] if cal.early else [[], [RUNOFF], [RUNOFF, DECIDER]]))
        phases += [NIGHT, WORDS, DAY] if cal.early else [NIGHT, WORDS, INTERVAL, DAY]
    return cal, phases, draw(moments)


def run(cal: c.Calendar, phases: list[int], start: datetime) -> list[c.Slot]:
    slots = [c.first_day(cal, start)]
    for phase in phases:
        slots.append(c.next_slot(cal, slots[-1], phase, slots[-1].closes))
    return slots


@given(games())
def test_slots_chain_and_last(game: tuple[c.Calendar, list[int], datetime]) -> None:
    slots = run(*game)
    for slot, later in pairwise(slots):
        assert later.begins == later.opened == slot.ends == slot.closes
    assert all(slot.ends > slot.begins for slot in slots)


@given(games(), st.data())
def test_opening_early_changes_no_end(game: tuple[c.Calendar, list[int], datetime], data: st.DataObject) -> None:
    """X-R31, X-R36: however early each phase opens, every end is as on schedule."""
    cal, phases, _ = game
    slots = run(*game)
    slot = slots[0]
    for phase, on_schedule in zip(phases, slots[1:], strict=True):
        opened = data.draw(
            st.sampled_from([slot.opened + timedelta(minutes=1), slot.opened + (slot.closes - slot.opened) / 2, slot.closes])
        )
        slot = c.next_slot(cal, slot, phase, opened)
        assert (slot.begins, slot.ends, slot.closes) == (on_schedule.begins, on_schedule.ends, on_schedule.ends)


@given(games(), st.data(), minutes)
def test_a_changed_end_moves_that_end_only_or_whole_days(
    game: tuple[c.Calendar, list[int], datetime], data: st.DataObject, more: timedelta
) -> None:
    """X-R37: the next phase opens at the changed end and has time; if it had some anyway, nothing later has moved."""
    cal, phases, _ = game
    slots = run(*game)
    n = data.draw(st.integers(0, len(phases) - 1))
    changed = c.adjust(slots[n], slots[n].opened + more)
    assert changed[:4] == slots[n][:4]
    later = c.next_slot(cal, changed, phases[n], changed.closes)
    assert later.opened == changed.closes
    if later.phase == INTERVAL:  # no phase: what is left of it before the day
        assert later.closes == max(changed.closes, slots[n + 1].ends)
        return
    assert later.opened < later.closes
    if changed.closes < slots[n + 1].ends:
        assert later[1:3] == slots[n + 1][1:3]
        rest = later
        for phase, as_before in zip(phases[n + 1 :], slots[n + 2 :], strict=True):
            rest = c.next_slot(cal, rest, phase, rest.closes)
            assert rest == as_before


def test_last_words_lengthened_into_the_day_leave_no_interval_and_the_day_its_end() -> None:
    """X-R37: the day is the next phase; it begins when the words end and keeps its own end."""
    words = c.adjust(course(PIPER, "Mon 12:30", NIGHT, WORDS)[-1], when("Wed 14:00"))
    gap = c.next_slot(PIPER, words, INTERVAL, words.closes)
    assert (gap.opened, gap.closes) == (when("Wed 14:00"), when("Wed 14:00"))
    day = c.next_slot(PIPER, gap, DAY, gap.closes)
    assert (day.opened, day.closes) == (when("Wed 14:00"), when("Thu 12:30"))


@given(st.sampled_from([(XIA, XIA_TABLE), (PIPER, PIPER_TABLE)]), st.data(), minutes)
def test_the_move_is_the_smallest(law: tuple[c.Calendar, Table], data: st.DataObject, more: timedelta) -> None:
    """X-R37: against all dates of the table, the phase takes the first end of its own or a later date that leaves it time."""
    cal, table = law
    slots = c.preview(cal, when("Mon 20:00" if cal is XIA else "Mon 12:30"), 3)
    n = data.draw(st.sampled_from([n for n, slot in enumerate(slots[1:]) if slot.phase != INTERVAL]))
    changed = c.adjust(slots[n], slots[n].opened + more)
    later = c.next_slot(cal, changed, slots[n + 1].phase, changed.closes)
    week = timedelta(weeks=1)
    ends = [when(end) + k * week for phase, _, ends in table if phase == later.phase for end in ends if end for k in range(4)]
    assert later.ends == min(end for end in ends if end > changed.closes and end >= slots[n + 1].ends)


@given(games(), st.integers(1, 30))
def test_a_game_a_week_later_is_the_same_game_a_week_later(game: tuple[c.Calendar, list[int], datetime], weeks: int) -> None:
    cal, phases, start = game
    move = timedelta(weeks=weeks)
    moved = run(cal, phases, start + move)
    assert moved == [c.Slot(slot.phase, *(at + move for at in slot[1:])) for slot in run(*game)]


@given(calendars, st.data())
def test_who_begins_later_never_ends_earlier(cal: c.Calendar, data: st.DataObject) -> None:
    slots = c.preview(cal, data.draw(moments), 3)
    slot = data.draw(st.sampled_from(slots))
    later = slot.begins + timedelta(days=data.draw(st.integers(0, 14)))
    if slot.phase != WORDS:  # words of a Saturday begin at another hour
        assert c.end_on_schedule(cal, slot.phase, later) >= slot.ends


@given(moments)
def test_saturday_never_counts_for_a_piper_day(start: datetime) -> None:
    """P-R12: an independent reckoning, the time of Saturday taken out."""
    for phase in (DAY, RUNOFF, DECIDER):
        begin = start.replace(hour=12, minute=30)
        end = c.end_on_schedule(PIPER, phase, begin)
        overlaps = any((begin + timedelta(hours=h)).weekday() == c.SATURDAY for h in range(24))
        assert end - begin == timedelta(days=2 if overlaps else 1)
