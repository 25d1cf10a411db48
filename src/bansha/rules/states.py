"""States as plain slots: declared once, blank, copied, compared. Not kernel, but what the kernel runs on.

A rule set's ``State`` declares its fields by annotation (``int`` or ``list[int]``) and the lengths of its lists in ``LENGTHS``.
"""

from typing import Any, TypeVar

S = TypeVar("S")

SEATS = 62  # a bitset of seats must fit int64 without touching the sign


def fields(cls: type) -> tuple[tuple[str, int], ...]:
    """``(name, length)`` of every field in order of declaration; length 0 is a single int."""
    lengths: dict[str, int] = cls.LENGTHS  # type: ignore[attr-defined]
    return tuple((name, lengths.get(name, 0)) for name in cls.__slots__)  # type: ignore[attr-defined]


def blank(cls: type[S]) -> S:
    """A state of zeros."""
    state = cls.__new__(cls)
    for name, length in fields(cls):
        setattr(state, name, [0] * length if length else 0)
    return state


def clone(state: S) -> S:
    """An independent copy."""
    copy = type(state).__new__(type(state))
    for name in type(state).__slots__:  # type: ignore[attr-defined]
        value: Any = getattr(state, name)
        setattr(copy, name, value[:] if isinstance(value, list) else value)
    return copy
