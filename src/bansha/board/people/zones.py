"""Time zones that a reader may read by."""

from functools import cache
from zoneinfo import available_timezones


@cache
def zones() -> list[str]:
    """Every time zone there is."""
    return sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "posix/", "right/", "SystemV/")))


def of_browser(given: str) -> str:
    """The zone that a browser says it is in, empty if it says none that is known: then the game's is shown."""
    return given if given in zones() else ""
