"""The header of a log: what a game was opened under, before anybody signed up."""

from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from bansha.rules import calendar
from bansha.rules.errors import Malformed
from bansha.rules.face import face

FORMAT = 1


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
    return Header(
        FORMAT,
        law.law,
        rules,
        dict(chosen._asdict()),
        calendar.to_data(cal or calendar.classic(rules)),  # type: ignore[arg-type]
        len(law.seating(chosen)),
        commitment,
        reminder,
    )


def from_data(data: Any) -> Header:
    """A header read back. Raises Malformed."""
    try:
        fields = dict(data)
        header = Header(fields.pop("bansha"), **fields)
        law = face(header.rules)
        calendar.from_data(header.calendar)
        law.options(header.options)
    except (KeyError, TypeError, ValueError) as error:
        raise Malformed("header", f"这不是对局记录的开头：{error}", f"this is not the header of a game's log: {error}") from None
    if header.format != FORMAT or header.law != law.law:
        raise Malformed(
            "version",
            f"记录的版本是 {header.format}／{header.law}，此程序读 {FORMAT}／{law.law}",
            f"the log is of version {header.format}/{header.law}; this program reads {FORMAT}/{law.law}",
        )
    return header


class Clock:
    """Wall-clock times of the game's zone as instants and back."""

    def __init__(self, zone: str) -> None:
        try:
            self.zone = ZoneInfo(zone)
        except (KeyError, ValueError, OSError):
            raise Malformed("zone", f"没有这个时区：{zone}", f"no such time zone: {zone}; one looks like Asia/Shanghai") from None

    def instant(self, wall: datetime) -> datetime:
        """A naive time of the zone as an instant."""
        return wall.replace(tzinfo=self.zone)

    def wall(self, instant: datetime) -> datetime:
        """An instant as a naive time of the zone."""
        return instant.astimezone(self.zone).replace(tzinfo=None)

    def read(self, text: str) -> datetime:
        """An ISO time; without an offset it is of the zone. Raises Malformed."""
        try:
            instant = datetime.fromisoformat(text)
        except (TypeError, ValueError):
            raise Malformed("time", f"不是时间：{text}", f"not a time: {text!r}; one looks like 2026-12-01T21:00:00+08:00") from None
        return instant if instant.tzinfo else instant.replace(tzinfo=self.zone)
