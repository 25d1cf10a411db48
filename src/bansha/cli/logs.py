"""Reading a game's log from a file: whole lines, and a last line that was cut off while it was written."""

import json
from pathlib import Path
from typing import NamedTuple

from bansha.cases.files import contents
from bansha.rules.errors import Malformed
from bansha.table.replaying import Differs, replay
from bansha.table.table import Table

LONGEST = 256 << 20  # bytes; the longest games come to some ten of 2^20


class LogFile(NamedTuple):
    """The whole lines of a log; ``torn`` is the number of a last line that is only half there, 0 if there is none."""

    lines: list[bytes]
    torn: int


def read_log(path: Path) -> LogFile:
    """A log file as lines. Raises Malformed if it cannot be read or is empty."""
    data = contents(path, LONGEST)
    if not data:
        raise Malformed("empty", f"{path} 是空的", f"{path} is empty")
    lines = data.split(b"\n")
    last = lines.pop()
    if not last:
        return LogFile(lines, 0)
    try:
        json.loads(last)
    except ValueError:
        return LogFile(lines, len(lines) + 1)
    return LogFile([*lines, last], 0)


def play_again(path: Path, lines: list[bytes]) -> tuple[Table, list[Differs]]:
    """``replay`` of the lines of a file. Raises Malformed naming file and line."""
    try:
        return replay(lines)
    except Malformed as error:
        raise Malformed(error.code, f"{path}：{error.zh}", f"{path}: {error.en}") from None


def torn_error(path: Path, torn: int) -> Malformed:
    """What to do about a last line that was cut off."""
    whole = torn - 1
    if not whole:
        return Malformed(
            "torn", f"{path} 只有写到一半的第 1 行，没有可用的内容", f"{path} holds only half of its first line: nothing can be used"
        )
    return Malformed(
        "torn",
        f"{path} 的第 {torn} 行只写到一半：写入时中断了。前面 {whole} 行完整。这一行没有被确认过，可以去掉：head -n {whole} {path} > 新文件",
        f"line {torn} of {path} is only half there: writing was cut off. The {whole} lines before it are whole. "
        f"It was never acknowledged and can be dropped: head -n {whole} {path} > NEWFILE",
    )
