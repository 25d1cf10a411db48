"""The log as JSON lines. A header, then one line an entry: number, time, input, what the director said, and a check over all up to here.

The check makes every changed byte show: ``read`` names the line, and where one byte of it was changed, which and what it was.
"""

import json
from typing import Any
from zlib import crc32

import orjson

from bansha.rules.errors import Malformed
from bansha.table.entries import Entry

_CHECK = b',"check":"'
_TAIL = len(_CHECK) + 8 + 2  # …,"check":"01234567"}
START = 0  # the check before the header


def sealed(data: dict[str, Any], previous: int) -> tuple[str, int]:
    """A line with its check, and the check: the CRC-32 of all bodies up to here."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))[:-1]
    check = crc32(body.encode(), previous)
    return body + seal(check).decode(), check


def entry_line(entry: Entry, previous: int) -> tuple[str, int]:
    """An entry as a line, and its check."""
    return sealed({"n": entry.n, "at": entry.at, "in": entry.input, "out": entry.said}, previous)


def opened(line: bytes, previous: int, number: int) -> tuple[dict[str, Any], int]:
    """A line's data and check. Raises Malformed naming the line and, if it can be found, the changed byte."""
    check = crc32(line[:-_TAIL], previous)
    if line[-_TAIL:] != seal(check):
        raise damaged(line, previous, number)
    try:
        data = orjson.loads(line)
    except ValueError as error:
        raise Malformed("line", f"第 {number} 行不是 JSON：{error}", f"line {number} is not JSON: {error}") from None
    return data, check


def damaged(raw: bytes, previous: int, number: int) -> Malformed:
    """The error for a line that does not fit its check, and of which byte, if a single one was changed."""
    found = changed_byte(raw, previous)
    if found:
        place, was = found
        now = raw[place : place + 1]
        return Malformed(
            "changed",
            f"第 {number} 行第 {place + 1} 个字节被改过：现在是 {now!r}，原来是 {was!r}",
            f"line {number}, byte {place + 1} was changed: it is {now!r} and was {was!r}",
        )
    if number == 1 and _CHECK not in raw:
        return Malformed("header", "这不是对局记录：第 1 行不是记录的开头", "this is not a game's log: line 1 is no header")
    return Malformed(
        "changed",
        f"第 {number} 行与它的校验不符：这一行被改过，或前后有行缺失、重复、调换",
        f"line {number} does not fit its check: it was changed, or lines before it are missing, repeated or in another order",
    )


def changed_byte(raw: bytes, previous: int) -> tuple[int, bytes] | None:
    """``(place, what it was)`` of the one byte that makes the line fit its check again; None if there is none, or more than one.

    The byte may stand in the body, in the check, or be the end of line that parted this line from the next.
    """
    body = raw[:-_TAIL]
    intact = seal(crc32(body, previous))
    differing = [i for i in range(_TAIL) if raw[len(body) + i : len(body) + i + 1] != intact[i : i + 1]]
    if len(differing) == 1:
        return len(body) + differing[0], intact[differing[0] : differing[0] + 1]
    joined = end_of_line(raw, previous)
    if joined:
        return joined, b"\n"
    try:
        wanted = int(raw[-10:-2], 16)
    except ValueError:
        return None
    if raw[-_TAIL:] != seal(wanted):
        return None
    places = fitting(body, crc32(body, previous) ^ wanted)
    return places[0] if len(places) == 1 else None


def seal(check: int) -> bytes:
    """The end of a line with that check."""
    return b'%b%08x"}' % (_CHECK, check)


def end_of_line(raw: bytes, previous: int) -> int:
    """Where a whole line ends within ``raw`` and one other byte stands for its end; 0 if nowhere."""
    place = raw.find(_CHECK)
    while place >= 0:
        end = place + _TAIL
        if end < len(raw) and raw[place:end] == seal(crc32(raw[:place], previous)) and raw[end + 1 : end + 2] == b"{":
            return end
        place = raw.find(_CHECK, place + 1)
    return 0


def fitting(body: bytes, difference: int) -> list[tuple[int, bytes]]:
    """The places of a body where one other byte would change its check by ``difference``, and those bytes.

    A CRC is linear: a byte that is off by ``e`` changes the check by a number of its own, run on over the zeros of the rest of the
    line. So the difference is run back from the end, a byte at a time, until it is such a number.
    """
    step = [crc32(bytes((e,))) ^ crc32(b"\0") for e in range(256)]  # what being off by e does to the check at once
    off_by = {number: e for e, number in enumerate(step) if e}
    leading = {number >> 24: e for e, number in enumerate(step)}
    found = []
    for place in range(len(body) - 1, -1, -1):
        if difference in off_by:
            found.append((place, bytes((body[place] ^ off_by[difference],))))
        low = leading[difference >> 24]
        difference = ((difference ^ step[low]) << 8 | low) & 0xFFFFFFFF
    return found
