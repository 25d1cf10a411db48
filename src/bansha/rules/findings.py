"""Findings: what an adjudication found, as rows of ints. Kernel.

A row is ``(what, whom, order, clause, detail)``. The buffer is part of the state; compiled code would overrun it silently, so ``note`` checks
its capacity and raises a flag that the caller must look at.
"""

from typing import Protocol

CAPACITY = 640


class Noting(Protocol):
    """The part of a state that findings need."""

    found: int
    overflow: int
    f_what: list[int]
    f_whom: list[int]
    f_order: list[int]
    f_clause: list[int]
    f_detail: list[int]


class Finding(tuple[int, int, int, int, int]):
    """One row, read back for people: ``what, whom, order, clause, detail``."""

    __slots__ = ()

    @property
    def what(self) -> int:
        return self[0]

    @property
    def whom(self) -> int:
        return self[1]

    @property
    def order(self) -> int:
        return self[2]

    @property
    def clause(self) -> int:
        return self[3]

    @property
    def detail(self) -> int:
        return self[4]


def note(s: Noting, what: int, whom: int, order: int, clause: int, detail: int) -> None:
    """Append one finding."""
    n = s.found
    if n >= CAPACITY:
        s.overflow = 1
        return
    s.f_what[n] = what
    s.f_whom[n] = whom
    s.f_order[n] = order
    s.f_clause[n] = clause
    s.f_detail[n] = detail
    s.found = n + 1


def findings(s: Noting) -> list[Finding]:
    """The rows of the last adjudication. Not kernel."""
    return [
        Finding(row)
        for row in zip(
            s.f_what[: s.found], s.f_whom[: s.found], s.f_order[: s.found], s.f_clause[: s.found], s.f_detail[: s.found], strict=True
        )
    ]
