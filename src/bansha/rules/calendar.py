"""The calendar of a game (3.2): which phase ends when.

Pure functions on naive wall-clock datetimes of the game's zone; turning them into instants is the table's business, and so is
*when* a phase ends early. A calendar is data, a table of rows, and goes into the header of a log as such.

Two kinds of calendar. One of **clocks** says "a day that begins on a Friday ends two days later at 22:00": the end hangs on the
weekday on which the phase begins *on schedule* (X-R36) and never on when it really opened (X-R31). One of **spans** (fast games)
says "a day lasts 30 minutes".

Every phase has a schedule (``begins``, ``ends``) and a reality (``opened``, ``closes``). A change of an end (X-R37) or an early
opening touches reality only; the schedule runs on beside it, and the next phase takes its end from there.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from bansha.rules.homes import home
from bansha.rules.phases import DAY, DECIDER, INTERVAL, NIGHT, RUNOFF, WORDS

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
ANY_DAY = -1
LONGEST = 366 * 1440  # minutes of a phase; more is a slip of the pen

RuleSet = Literal["xia", "piper"]


class Row(NamedTuple):
    """A phase beginning on ``weekday`` at ``opens`` ends ``days`` later at ``closes``; clocks are minutes after midnight."""

    phase: int
    weekday: int
    opens: int
    days: int
    closes: int


class Span(NamedTuple):
    """A phase of a fast game lasts so many minutes, whatever the clock says."""

    phase: int
    minutes: int


class Calendar(NamedTuple):
    """The law's table as data. ``rows`` or ``spans`` is empty; a weekend is a row with a weekday and goes before the row without."""

    zone: str
    opens: int  # the clock at which day 1 opens, in minutes after midnight
    rows: tuple[Row, ...]
    spans: tuple[Span, ...]
    early: bool  # X-R31: a day opens as soon as there are no last words to wait for


class Slot(NamedTuple):
    """A phase in time: on schedule ``begins`` to ``ends``, in reality ``opened`` to ``closes`` (half-open, X-R28)."""

    phase: int
    begins: datetime
    ends: datetime
    opened: datetime
    closes: datetime


# ---- the tables ------------------------------------------------------------------------------------------------------------------------


def _clock(text: str) -> int:
    """``"12:50"`` → 770. ValueError on anything that is not a clock."""
    hours, colon, minutes = text.partition(":")
    if not (colon and hours.isdecimal() and minutes.isdecimal() and len(minutes) == 2 and int(hours) < 24 and int(minutes) < 60):
        raise ValueError(f"not a time of day: {text!r}; it looks like 20:00")
    return int(hours) * 60 + int(minutes)


@home("3.2", "X-R30", "X-R36")
def xia_calendar(
    opens: str = "20:00", day_closes: str = "22:00", night_closes: str = "12:50", *, zone: str = "Asia/Shanghai", weekends: bool = True
) -> Calendar:
    """The calendar of 群侠, by default the law's. Last words end when the next day opens.

    On a weekend the night lasts until Saturday's opening hour, and the last words after it until Sunday's; a weekend's day and
    runoff last a day longer. Weekends need a night across midnight; otherwise ValueError.
    """
    day_from, day_to, night_to = _clock(opens), _clock(day_closes), _clock(night_closes)
    overnight = int(night_to <= day_to)
    rows = [
        Row(DAY, ANY_DAY, day_from, 1, day_to),
        Row(RUNOFF, ANY_DAY, day_to, 1, day_to),
        Row(NIGHT, ANY_DAY, day_to, overnight, night_to),
        Row(WORDS, ANY_DAY, night_to, int(day_from <= night_to), day_from),
    ]
    if weekends:
        if not overnight:
            raise ValueError(f"a night from {day_closes} to {night_closes} has no weekend: with weekends, nights go on past midnight")
        rows = [
            Row(DAY, FRIDAY, day_from, 2, day_to),
            Row(RUNOFF, FRIDAY, day_to, 2, day_to),
            Row(NIGHT, FRIDAY, day_to, 1, day_from),
            Row(WORDS, SATURDAY, day_from, 1, day_from),
            *rows,
        ]
    return Calendar(zone, day_from, tuple(rows), (), True)


@home("3.2", "P-R12", "P-R13")
def piper_calendar(
    opens: str = "12:30", night_closes: str = "20:30", words_close: str = "12:00", *, zone: str = "Asia/Shanghai", weekends: bool = True
) -> Calendar:
    """The calendar of 斑衣吹笛人, by default the law's. Days, runoffs and deciding votes end at the opening hour; Saturdays do not count
    for them.
    """
    day, night_to, words_to = _clock(opens), _clock(night_closes), _clock(words_close)
    rows = [
        Row(DAY, ANY_DAY, day, 1, day),
        Row(RUNOFF, ANY_DAY, day, 1, day),
        Row(DECIDER, ANY_DAY, day, 1, day),
        Row(NIGHT, ANY_DAY, day, int(night_to <= day), night_to),
        Row(WORDS, ANY_DAY, night_to, int(words_to <= night_to), words_to),
        Row(INTERVAL, ANY_DAY, words_to, int(day <= words_to), day),
    ]
    if weekends:
        saturdays = (FRIDAY, SATURDAY) if day else (SATURDAY,)  # from midnight on, a Friday's day does not touch Saturday
        rows = [*(Row(phase, weekday, day, 2, day) for phase in (DAY, RUNOFF, DECIDER) for weekday in saturdays), *rows]
    return Calendar(zone, day, tuple(rows), (), False)


def classic(rules: RuleSet) -> Calendar:
    """The law's own calendar."""
    return xia_calendar() if rules == "xia" else piper_calendar()


def fast(rules: RuleSet, minutes: Mapping[int, int], *, zone: str = "Asia/Shanghai") -> Calendar:
    """A calendar of ``minutes`` per phase, without weekends. A runoff lasts as long as a day unless named. The cut-offs are options of
    the game, not of its calendar: ``scaled_cutoff`` says what they come to.

    ValueError if a phase of the rule set is missing or lasts less than a minute.
    """
    law = classic(rules)
    phases = [row.phase for row in law.rows if row.weekday == ANY_DAY]
    lasts = {RUNOFF: minutes.get(DAY, 0), DECIDER: minutes.get(DAY, 0), **minutes}
    spans = tuple(Span(phase, lasts.get(phase, 0)) for phase in phases)
    for span in spans:
        if span.minutes < 1:
            raise ValueError(f"phase {span.phase} lasts {span.minutes} minutes; a fast calendar gives every phase of {rules} at least one")
    return Calendar(zone, law.opens, (), spans, law.early)


def scaled_cutoff(rules: RuleSet, cutoff: int, day: int) -> int:
    """A cut-off of the law (60 or 15 minutes before the end) for a day of ``day`` minutes: in proportion, whole minutes, rounded down."""
    law = next(row for row in classic(rules).rows if row.phase == DAY and row.weekday == ANY_DAY)
    return cutoff * day // (law.days * 1440 + law.closes - law.opens)


def to_data(cal: Calendar) -> dict[str, Any]:
    """The calendar as JSON-ready data; :func:`from_data` is the inverse."""
    return {**cal._asdict(), "rows": [list(row) for row in cal.rows], "spans": [list(span) for span in cal.spans]}


def from_data(data: Mapping[str, Any]) -> Calendar:
    """A calendar out of a log's header. ValueError if it is not one."""
    try:
        cal = Calendar(**data)
        cal = cal._replace(rows=tuple(Row(*row) for row in cal.rows), spans=tuple(Span(*span) for span in cal.spans))
    except TypeError as error:
        raise ValueError(f"not a calendar: {error}") from None
    numbers = [cal.opens, *(n for row in cal.rows for n in row), *(n for span in cal.spans for n in span)]
    if type(data["zone"]) is not str or type(data["early"]) is not bool or not all(type(n) is int for n in numbers):
        raise ValueError("not a calendar: a zone, clocks as whole numbers of minutes, and whether days open early")
    if bool(cal.rows) == bool(cal.spans):
        raise ValueError("not a calendar: it has either rows or spans")
    if not 0 <= cal.opens < 1440 or any(not 1 <= span.minutes <= LONGEST for span in cal.spans):
        raise ValueError(f"not a calendar: a day opens at 0 to 1439 minutes after midnight, and a phase lasts 1 to {LONGEST} minutes")
    for row in cal.rows:
        if not (-1 <= row.weekday <= 6 and 0 <= row.opens < 1440 and 0 <= row.closes < 1440 and 0 <= row.days <= LONGEST // 1440):
            raise ValueError(f"not a calendar: no such row: {list(row)}")
    return cal


# ---- the schedule ----------------------------------------------------------------------------------------------------------------------


def _row(cal: Calendar, phase: int, weekday: int) -> Row:
    for row in cal.rows:
        if row.phase == phase and row.weekday in (weekday, ANY_DAY):
            return row
    raise ValueError(f"the calendar has no phase {phase}")


def _span(cal: Calendar, phase: int) -> timedelta:
    for span in cal.spans:
        if span.phase == phase:
            return timedelta(minutes=span.minutes)
    raise ValueError(f"the calendar has no phase {phase}")


def _at(day: datetime, days: int, clock: int) -> datetime:
    """``clock`` minutes after midnight, ``days`` after the date of ``day``."""
    return datetime(day.year, day.month, day.day) + timedelta(days=days, minutes=clock)


@home("3.2", "X-R36", "P-R12")
def end_on_schedule(cal: Calendar, phase: int, begin: datetime) -> datetime:
    """The end of a phase that on schedule begins at ``begin``; always later than that. ValueError if the calendar has no such phase."""
    if cal.spans:
        return begin + _span(cal, phase)
    row = _row(cal, phase, begin.weekday())
    end = _at(begin, row.days, row.closes)
    return end if end > begin else end + timedelta(days=1)


def first_day(cal: Calendar, start: datetime) -> Slot:
    """Day 1, opening at ``start``."""
    end = end_on_schedule(cal, DAY, start)
    return Slot(DAY, start, end, start, end)


@home("3.2", "X-R31", "X-R37")
def next_slot(cal: Calendar, slot: Slot, phase: int, opened: datetime) -> Slot:
    """The phase after ``slot``, opening at ``opened``: when ``slot`` closes, or before that if there is nothing to wait for (X-R31).

    On schedule it begins when ``slot`` on schedule ends, and so its end hangs neither on a changed end nor on an early opening.
    Only if it would be left without time does the schedule move, by the smallest whole number of days that gives it some; the new
    weekday says whether it is a weekend phase. A fast game knows no days: there the phase gets its whole span. The interval before
    a day of piper is no phase that could claim time: it is what is left of it, if anything.
    """
    begins = slot.ends
    ends = end_on_schedule(cal, phase, begins)
    if phase == INTERVAL:
        return Slot(phase, begins, ends, opened, max(ends, opened))
    days = 0
    while ends <= opened:
        if cal.spans:
            begins = opened
        else:
            days += 1
            begins = _at(slot.ends, days, 0)
            begins = _at(begins, 0, _row(cal, phase, begins.weekday()).opens)
        ends = end_on_schedule(cal, phase, begins)
    return Slot(phase, begins, ends, opened, ends)


@home("X-R31", "X-R37")
def not_held(cal: Calendar, slot: Slot, phase: int) -> Slot:
    """The phase after ``slot`` where it is passed over: it has its place on the schedule, and nobody who could be left without time."""
    ends = end_on_schedule(cal, phase, slot.ends)
    return Slot(phase, slot.ends, ends, slot.ends, ends)


@home("X-R37")
def adjust(slot: Slot, closes: datetime) -> Slot:
    """``slot`` with the end the director gave it. That end only: the schedule, and with it every later end, stays."""
    return slot._replace(closes=closes)


@home("X-R37")
def adjust_problem(slot: Slot, now: datetime, closes: datetime) -> str:
    """Why the director cannot move the end of ``slot`` to ``closes`` now; ``""`` if it can be done. To end at once, name ``now``.

    ``over``: the phase has closed. ``past``: the new end has gone by. ``no-time``: it is not after the opening. ``unchanged``: it
    is the end in force.
    """
    if now >= slot.closes:
        return "over"
    if closes == slot.closes:
        return "unchanged"
    if closes < now:
        return "past"
    if closes <= slot.opened:
        return "no-time"
    return ""


def after_words(cal: Calendar) -> int:
    """What follows last words: in piper half an hour in which nothing is open, in xia the day."""
    phases = {row.phase for row in cal.rows} | {span.phase for span in cal.spans}
    return INTERVAL if INTERVAL in phases else DAY


def preview(cal: Calendar, start: datetime, days: int) -> list[Slot]:
    """The dates to come on schedule: day 1 to the last words after night ``days``, without runoffs and early openings."""
    slots = [first_day(cal, start)]
    between = [NIGHT, WORDS] if after_words(cal) == DAY else [NIGHT, WORDS, INTERVAL]
    for phase in ([*between, DAY] * days)[:-1]:
        slots.append(next_slot(cal, slots[-1], phase, slots[-1].closes))
    return slots


@home("3.2", "X-R31", "P-R13")
def scheduled(cal: Calendar, start: datetime, phase: int, number: int) -> Slot:
    """The ``number``-th day, night … of a game in which nobody went out at night and no runoff was held before that day (docs/cases.md).

    So in xia a later day opened at dawn. A runoff is reckoned as following its day, a deciding vote as following its runoff.
    """
    slots = preview(cal, start, number)
    nth = [slot for slot in slots if slot.phase == (phase if phase in (NIGHT, WORDS, INTERVAL) else DAY)][number - 1]
    if phase == DAY and cal.early and number > 1:
        dawn = slots[slots.index(nth) - 2].closes
        return nth._replace(opened=dawn)
    for later in (RUNOFF, DECIDER):
        if phase in (later, DECIDER):
            nth = next_slot(cal, nth, later, nth.closes)
    return nth
