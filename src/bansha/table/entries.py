"""An entry of the log: one thing that happened, and what the director said to it."""

from typing import Any, NamedTuple

from bansha.rules.notices import Notice


class Entry(NamedTuple):
    """One thing that happened: ``n`` counts from 1, ``at`` is an ISO time, ``input`` ``[kind, field, …]``."""

    n: int
    at: str
    input: list[Any]
    said: list[Notice]
