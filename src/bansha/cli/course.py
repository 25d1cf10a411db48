"""Blocks (``bansha.telling.blocks``) in a terminal: colours where there is one, plain text in a pipe."""

import sys
from collections.abc import Iterable, Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Columns
from rich.text import Text

from bansha.rules.rulebook import Lang
from bansha.telling.blocks import Block, Grid, Heading, Line, Lines, plain_block
from bansha.telling.words import cited

STYLES = {"order": "bold", "public": "green", "told": "magenta", "refused": "yellow", "dim": "dim", "verdict": "bold cyan", "": ""}
WIDEST = 100


def print_blocks(console: Console, blocks: Iterable[Block], lang: Lang = "zh") -> None:
    """Print blocks as they come."""
    if not console.is_terminal:
        for block in blocks:
            sys.stdout.writelines(line.rstrip() + "\n" for line in plain_block(block, lang))
        return
    for block in blocks:
        for part in rendered(block, lang):
            console.print(part, width=min(console.width, WIDEST))


def rendered(block: Block, lang: Lang) -> Iterator[RenderableType]:
    """A block as rich has it."""
    if isinstance(block, Heading):
        title = Text(block.text, style="bold")
        if block.note:
            title.append(f"  {block.note}", style="dim")
        yield Text()
        yield Rule(title, align="left", style="cyan" if block.level == 1 else "dim", characters="━" if block.level == 1 else "─")
        return
    if block.title:
        yield Text(block.title, style="bold underline")
    if isinstance(block, Lines):
        yield Group(*(line_text(line, lang) for line in block.lines))
    else:
        yield Padding(columns(block), (0, 0, 0, 1))


def line_text(line: Line, lang: Lang) -> RenderableType:
    """One line, indented; what does not fit goes on under its beginning."""
    text = Text()
    if line.lead:
        text.append(line.lead, style="dim" if line.style in ("", "dim", "order") else STYLES[line.style])
        text.append("" if line.lead.endswith("：") else " ")
    text.append(line.text, style=STYLES[line.style])
    if line.clause:
        text.append(cited("", line.clause, lang), style="cyan")
    return Padding(text, (0, 0, 0, 2 * (line.depth + 1)))


def columns(grid: Grid) -> Columns:
    """A table without frames."""
    table = Columns(box=SIMPLE_HEAD, pad_edge=False, header_style="dim", show_edge=False)
    for name in grid.columns:
        table.add_column(Text(name), overflow="fold")
    for row in grid.rows:
        table.add_row(*(Text(cell) for cell in row))
    return table
