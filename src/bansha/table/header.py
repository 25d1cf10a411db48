"""The header of a log: what a game was opened under, before anybody signed up."""

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any, NamedTuple

from bansha.rules import calendar
from bansha.rules.errors import Malformed
from bansha.rules.face import face

FORMAT = 1
MOST_REMINDER = 7 * 1440
FIRST_YEAR, LAST_YEAR = 1971, 9000  # no arithmetic on a calendar leaves what datetime can hold


class Header(NamedTuple):
    """``options`` by name, all of them; ``calendar`` as data; ``reminder``: minutes before an end, 0 for none."""

    format: int
    law: str
    rules: str
    options: dict[str, int]
    calendar: dict[str, Any]
    seats: int
    commitment: str
    reminder: int

    def to_data(self) -> dict[str, Any]:
        """JSON-ready."""
        return {"bansha": self.format, **{key: value for key, value in self._asdict().items() if key != "format"}}


def open_header(
    rules: str, options: dict[str, int] | None = None, cal: calendar.Calendar | None = None, commitment: str = "", reminder: int = 120
) -> Header:
    """A header with the law's defaults for whatever is not given. Raises Malformed."""
    law = face(rules)
    chosen = law.options(options or {})
    data = calendar.to_data(cal or calendar.classic(rules))  # type: ignore[arg-type]
    header = Header(FORMAT, law.law, rules, dict(chosen._asdict()), data, len(law.seating(chosen)), commitment, reminder)
    check(header)
    return header


def check(header: Header) -> None:
    """Raises Malformed unless a game can be played under the header."""
    try:
        law = face(header.rules)
        options = law.options(header.options)
        cal = calendar.from_data(header.calendar)
        Clock(cal.zone)
        held = {row.phase for row in cal.rows if row.weekday == calendar.ANY_DAY} | {span.phase for span in cal.spans}
        needed = {row.phase for row in calendar.classic(header.rules).rows}  # type: ignore[arg-type]
        if needed - held:
            raise ValueError(f"the calendar has no phase {min(needed - held)}")
        if header.seats != len(law.seating(options)) or type(header.seats) is not int:
            raise ValueError(f"{header.seats!r} seats; the options make {len(law.seating(options))}")
        if type(header.commitment) is not str or not header.commitment.isascii() or len(header.commitment) > 64:
            raise ValueError("the commitment is a SHA-256 in hexadecimal, or empty")
        if type(header.reminder) is not int or not 0 <= header.reminder <= MOST_REMINDER:
            raise ValueError(f"the reminder comes 0 to {MOST_REMINDER} minutes before an end")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Malformed("header", f"这不是对局记录的开头：{error}", f"this is not the header of a game: {error}") from None


def from_data(data: Any) -> Header:
    """A header read back. Raises Malformed."""
    try:
        fields = dict(data)
        if fields["bansha"] != FORMAT or type(fields["bansha"]) is not int:
            raise other_version(fields["bansha"], fields.get("law", ""), "")
        header = Header(fields.pop("bansha"), **fields)
        law = face(header.rules)
    except (KeyError, TypeError, ValueError) as error:
        raise Malformed("header", f"这不是对局记录的开头：{error}", f"this is not the header of a game's log: {error}") from None
    if header.law != law.law:
        raise other_version(header.format, header.law, law.law)
    check(header)
    return header


def other_version(form: object, law: object, here: str) -> Malformed:
    """The error for a log of another version, of the format or of the law."""
    return Malformed(
        "version",
        f"记录的版本是 {form}／{law}，此程序读 {FORMAT}／{here}".rstrip("／"),
        f"the log is of version {form}/{law}; this program reads {FORMAT}/{here}".rstrip("/"),
    )


class Clock:
    """Wall-clock times of the game's zone as instants and back.

    Instants carry a fixed offset, that of the zone then: with a ZoneInfo in them Python would compare and subtract wall clocks, and be
    an hour off where the clocks change. A wall time that comes twice is the first of the two (``fold`` says otherwise); one that the
    clocks skip is as much later.
    """

    def __init__(self, zone: str, by_clock: bool = True) -> None:
        """``by_clock``: whether the calendar is kept by the zone's clock. One of spans is not: half an hour is half an hour (3.2)."""
        try:
            from zoneinfo import ZoneInfo  # looks over the system's files: not for whoever imports the table only

            self.zone = ZoneInfo(zone)
        except (KeyError, ValueError, OSError, TypeError):
            raise Malformed("zone", f"没有这个时区：{zone}", f"no such time zone: {zone}; one looks like Asia/Shanghai") from None
        self.kept_by: tzinfo = self.zone if by_clock else UTC

    def instant(self, wall: datetime) -> datetime:
        """A naive time of the zone as an instant."""
        return self.local(wall.replace(tzinfo=self.zone))

    def wall(self, instant: datetime) -> datetime:
        """An instant as a naive time of the zone."""
        return instant.astimezone(self.zone).replace(tzinfo=None)

    def local(self, time: datetime) -> datetime:
        """Any aware time with the offset of the zone then."""
        here = time.astimezone(UTC).astimezone(self.zone)
        return here.replace(tzinfo=timezone(here.utcoffset() or timedelta()), fold=0)

    def scheduled(self, instant: datetime) -> datetime:
        """An instant as the calendar counts it, naive."""
        return instant.astimezone(self.kept_by).replace(tzinfo=None)

    def happens(self, scheduled: datetime) -> datetime:
        """When a time of the calendar comes; the inverse."""
        return self.local(scheduled.replace(tzinfo=self.kept_by))

    def taken(self, time: Any) -> datetime:
        """A time from outside as an instant; a naive one is of the zone. Raises Malformed for what is no time or in no usable year."""
        if not isinstance(time, datetime) or not FIRST_YEAR <= time.year <= LAST_YEAR:
            raise Malformed("time", f"不是可用的时间：{time}", f"not a usable time: {time!r}; one looks like 2026-12-01T21:00:00+08:00")
        return self.instant(time) if time.utcoffset() is None else self.local(time)

    def read(self, text: str) -> datetime:
        """An ISO time; without an offset it is of the zone. Raises Malformed."""
        try:
            instant = datetime.fromisoformat(text)
        except (TypeError, ValueError):
            raise Malformed("time", f"不是时间：{text}", f"not a time: {text!r}; one looks like 2026-12-01T21:00:00+08:00") from None
        return self.taken(instant)
