"""Reading a file that somebody names: no more of it than may be, since it may have no end."""

from pathlib import Path

from bansha.rules.errors import Malformed


def contents(path: Path, most: int) -> bytes:
    """What a file holds. Raises Malformed, naming it, if it cannot be read or holds more than ``most`` bytes."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise Malformed("file", f"读不了 {path}：{error.strerror}", f"cannot read {path}: {error.strerror}") from None
    if len(data) > most:
        raise Malformed("file", f"{path} 太大（最多 {most} 字节）", f"{path} is too big ({most} bytes at most)")
    return data
