"""The log as JSON lines. A header, then one line an entry: number, time, input, what the director said, and a check over all up to here.

The check makes every changed byte show: ``read`` names the line, and where one byte of it was changed, which and what it was.
"""

import json
from typing import Any, NamedTuple
from zlib import crc32

from bansha.rules.errors import Malformed
from bansha.rules.notices import Notice

_CHECK = ',"check":"'
_TAIL = len(_CHECK) + 8 + 2  # …,"check":"01234567"}
_DECODER = json.JSONDecoder()
START = 0  # the check before the header


class Entry(NamedTuple):
    """One thing that happened: ``n`` counts from 1, ``at`` is an ISO time, ``input`` ``[kind, field, …]``."""

    n: int
    at: str
    input: list[Any]
    said: list[Notice]


def sealed(data: dict[str, Any], previous: int) -> tuple[str, int]:
    """A line with its check, and the check: the CRC-32 of all bodies up to here."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))[:-1]
    check = crc32(body.encode(), previous)
    return f'{body}{_CHECK}{check:08x}"}}', check


def entry_line(entry: Entry, previous: int) -> tuple[str, int]:
    """An entry as a line, and its check."""
    return sealed({"n": entry.n, "at": entry.at, "in": entry.input, "out": entry.said}, previous)


def opened(line: str, previous: int, number: int) -> tuple[dict[str, Any], int]:
    """A line's data and check. Raises Malformed naming the line and, if it can be found, the changed byte."""
    check = crc32(line[:-_TAIL].encode("utf-8", "surrogateescape"), previous)
    if not line.endswith(f'{_CHECK}{check:08x}"}}'):
        raise damaged(line.encode("utf-8", "surrogateescape"), previous, number)
    try:
        data, end = _DECODER.raw_decode(line)
    except ValueError as error:
        raise Malformed("line", f"第 {number} 行不是 JSON：{error}", f"line {number} is not JSON: {error}") from None
    if end != len(line):
        raise Malformed("line", f"第 {number} 行多出了内容", f"line {number} goes on after its end")
    return data, check


def damaged(raw: bytes, previous: int, number: int) -> Malformed:
    """The error for a line that does not fit its check. If a single byte was changed, it is found by trying."""
    found = changed_byte(raw, previous)
    if found:
        place, was = found
        now = raw[place : place + 1]
        return Malformed(
            "changed",
            f"第 {number} 行第 {place + 1} 个字节被改过：现在是 {now!r}，原来是 {was!r}",
            f"line {number}, byte {place + 1} was changed: it is {now!r} and was {was!r}",
        )
    return Malformed(
        "changed",
        f"第 {number} 行与它的校验不符：这一行被改过，或前后有行缺失",
        f"line {number} does not fit its check: it was changed, or lines before it are missing",
    )


def changed_byte(raw: bytes, previous: int) -> tuple[int, bytes] | None:
    """``(place, what it was)`` of the one byte that makes the line fit its check again, None if no single byte does."""
    body = raw[:-_TAIL]
    intact = f'{_CHECK}{crc32(body, previous):08x}"}}'.encode()
    differing = [i for i in range(_TAIL) if raw[len(body) + i : len(body) + i + 1] != intact[i : i + 1]]
    if len(differing) == 1:
        return len(body) + differing[0], intact[differing[0] : differing[0] + 1]
    try:
        wanted = int(raw[-10:-2], 16)
    except ValueError:
        return None
    before = previous
    for place in range(len(body)):
        for byte in range(256):
            one = bytes((byte,))
            if crc32(body[place + 1 :], crc32(one, before)) == wanted:
                return place, one
        before = crc32(body[place : place + 1], before)
    return None
