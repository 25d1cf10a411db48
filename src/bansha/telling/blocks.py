"""What a page in a terminal is made of: headings, lines and grids. Rendering is the command line's business; ``plain`` is for pipes and tests."""

from collections.abc import Iterable
from typing import NamedTuple
from unicodedata import east_asian_width

from bansha.rules.rulebook import Lang
from bansha.telling.words import cited


class Heading(NamedTuple):
    """A heading; 1 is the game's, 2 a phase's. ``note`` stands beside it."""

    text: str
    note: str = ""
    level: int = 2


class Line(NamedTuple):
    """A line: ``lead`` before the text (a number, a time, a name), ``clause`` after it; ``style`` is a word of ``STYLES``."""

    text: str
    clause: str = ""
    lead: str = ""
    style: str = ""
    depth: int = 0


class Lines(NamedTuple):
    """Lines under a small title."""

    title: str
    lines: tuple[Line, ...]


class Grid(NamedTuple):
    """A table under a small title."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Heading | Lines | Grid

STYLES = ("", "order", "public", "told", "refused", "dim", "verdict")


def width(text: str) -> int:
    """Cells in a terminal."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def padded(text: str, cells: int) -> str:
    """Text filled up with spaces."""
    return text + " " * (cells - width(text))


def plain(blocks: Iterable[Block], lang: Lang) -> str:
    """The blocks as plain text."""
    return "\n".join(line.rstrip() for block in blocks for line in plain_block(block, lang)) + "\n"


def plain_block(block: Block, lang: Lang) -> list[str]:
    """One block as lines."""
    if isinstance(block, Heading):
        text = f"{block.text}  {block.note}" if block.note else block.text
        return [text, "=" * width(text)] if block.level == 1 else ["", text, "-" * width(text)]
    lines = [block.title] if block.title else []
    if isinstance(block, Lines):
        return lines + [plain_line(line, lang) for line in block.lines]
    cells = [max(map(width, column)) for column in zip(block.columns, *block.rows, strict=True)]
    return lines + ["  " + "  ".join(map(padded, row, cells)) for row in (block.columns, *block.rows)]


def plain_line(line: Line, lang: Lang) -> str:
    """One line with its lead and clause."""
    text = cited(line.text, line.clause, lang)
    gap = "" if not line.lead or line.lead.endswith("：") else " "
    return "  " * (line.depth + 1) + line.lead + gap + text
