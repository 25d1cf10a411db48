"""The log as JSON lines. A header, then one line an entry: number, time, input, what the director said, and a check over all up to here.

The check makes every changed byte show: ``read`` names the line, and where one byte of it was changed, which and what it was.
"""

import json
from hashlib import blake2b
from typing import Any, NamedTuple

from bansha.rules.errors import Malformed
from bansha.rules.notices import Notice

_CHECK = ',"check":"'
_TAIL = len(_CHECK) + 16 + 2  # …,"check":"0123456789abcdef"}


class Entry(NamedTuple):
    """One thing that happened: ``n`` counts from 1, ``at`` is an ISO time, ``input`` ``[kind, field, …]``."""

    n: int
    at: str
    input: list[Any]
    said: list[Notice]


def digest(previous: str, body: bytes) -> str:
    """The check of a line's body after the check of the line before."""
    return blake2b(body, digest_size=8, key=previous.encode()).hexdigest()


def sealed(data: dict[str, Any], previous: str) -> tuple[str, str]:
    """A line with its check, and the check."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))[:-1]
    check = digest(previous, body.encode())
    return f'{body}{_CHECK}{check}"}}', check


def entry_line(entry: Entry, previous: str) -> tuple[str, str]:
    """An entry as a line, and its check."""
    return sealed({"n": entry.n, "at": entry.at, "in": entry.input, "out": entry.said}, previous)


def opened(line: str, previous: str, number: int) -> tuple[dict[str, Any], str]:
    """A line's data and check. Raises Malformed naming the line and, if it can be found, the changed byte."""
    raw = line.encode("utf-8", "surrogateescape")
    body, check = raw[:-_TAIL], raw[-18:-2].decode("ascii", "replace")
    if raw[-_TAIL:] != f'{_CHECK}{check}"}}'.encode() or digest(previous, body) != check:
        raise damaged(raw, previous, number)
    try:
        data: dict[str, Any] = json.loads(line)
    except ValueError as error:
        raise Malformed("line", f"第 {number} 行不是 JSON：{error}", f"line {number} is not JSON: {error}") from None
    return data, check


def damaged(raw: bytes, previous: str, number: int) -> Malformed:
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


def changed_byte(raw: bytes, previous: str) -> tuple[int, bytes] | None:
    """``(place, what it was)`` of the one byte that makes the line fit its check again, None if no single byte does."""
    tail = len(raw) - _TAIL
    check = digest(previous, raw[:tail]).encode()
    intact = _CHECK.encode() + check + b'"}'
    differing = [i for i in range(_TAIL) if raw[tail + i : tail + i + 1] != intact[i : i + 1]]
    if len(differing) == 1:
        return tail + differing[0], intact[differing[0] : differing[0] + 1]
    wanted = raw[-18:-2]
    for place in range(tail):
        for byte in range(256):
            if digest(previous, raw[:place] + bytes((byte,)) + raw[place + 1 : tail]).encode() == wanted:
                return place, bytes((byte,))
    return None
