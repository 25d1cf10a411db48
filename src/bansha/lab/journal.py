"""The journal of a simulation: every finding of every phase, one int each. Kernel text, but for ``read``.

An adjudication begins with a head (phase, day, how many findings follow). The first element of a journal is the index of the next free
one. Compiled code would overrun a buffer silently, so ``write`` looks at the capacity first and writes all of an adjudication or nothing.
"""

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from bansha.rules.findings import Finding, Noting

HEAD = 100  # a head is HEAD + phase where a finding has its kind; kinds are below
START = 1  # index of the first entry of an empty journal

# From the low bits up: kind 7, whom 7, order 7, clause 16, detail 26; shifted so that nothing is negative.
WHOM_AT, ORDER_AT, CLAUSE_AT, DETAIL_AT = 7, 14, 21, 37
SHIFT = 2  # of whom, order and detail: −2 is the least
CLAUSE_SHIFT = 2048


def empty(j: MutableSequence[int]) -> None:
    """Begin anew."""
    j[0] = START


def pack(what: int, whom: int, order: int, clause: int, detail: int) -> int:
    """A finding as one int."""
    return (
        what
        | (whom + SHIFT) << WHOM_AT
        | (order + SHIFT) << ORDER_AT
        | (clause + CLAUSE_SHIFT) << CLAUSE_AT
        | (detail + SHIFT) << DETAIL_AT
    )


def write(j: MutableSequence[int], s: Noting, phase: int, day: int) -> int:
    """Append the findings of the adjudication just made; 0, and nothing is written, if they do not fit."""
    n = j[0]
    if n + 1 + s.found > len(j):
        return 0
    j[n] = pack(HEAD + phase, -1, -1, day, s.found)
    n += 1
    for k in range(s.found):
        j[n + k] = pack(s.f_what[k], s.f_whom[k], s.f_order[k], s.f_clause[k], s.f_detail[k])
    j[0] = n + s.found
    return 1


class Adjudication(NamedTuple):
    """What one phase was found to bring."""

    phase: int
    day: int
    findings: list[Finding]


def unpacked(entry: int) -> Finding:
    """The inverse of ``pack``."""
    return Finding(
        (
            entry & 127,
            (entry >> WHOM_AT & 127) - SHIFT,
            (entry >> ORDER_AT & 127) - SHIFT,
            (entry >> CLAUSE_AT & 0xFFFF) - CLAUSE_SHIFT,
            (entry >> DETAIL_AT) - SHIFT,
        )
    )


def read(entries: Sequence[int]) -> list[Adjudication]:
    """The adjudications of a stretch of a journal that begins with a head. Not kernel."""
    found: list[Adjudication] = []
    k = 0
    while k < len(entries):
        head = unpacked(entries[k])
        found.append(Adjudication(head.what - HEAD, head.clause, [unpacked(entry) for entry in entries[k + 1 : k + 1 + head.detail]]))
        k += 1 + head.detail
    return found
