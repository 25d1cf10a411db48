"""The whole course of a game as text for other places: its log, Markdown, and BBCode. What players wrote is made harmless for each."""

import re
from collections.abc import Iterator

from bansha.board.games.models import Entry, Game
from bansha.rules.rulebook import Lang
from bansha.table import log
from bansha.telling.blocks import Block, Grid, Heading, Line
from bansha.telling.words import cited

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~])")


def log_text(game: Game) -> str:
    """The log as it was kept, header first: what ``bansha replay`` reads."""
    line, _check = log.sealed(game.header, log.START)
    rows = Entry.objects.filter(game=game).order_by("n").values_list("line", flat=True)
    return "\n".join([line, *rows]) + "\n"


def titled(blocks: Iterator[Block], title: str) -> Iterator[Block]:
    """The course under the game's own title, which its readers elsewhere know it by."""
    for block in blocks:
        yield block._replace(text=f"{title} · {block.text}") if isinstance(block, Heading) and block.level == 1 else block


def markdown(blocks: Iterator[Block], lang: Lang) -> str:
    """The course as Markdown."""
    return "\n".join(line for block in blocks for line in markdown_block(block, lang)) + "\n"


def plain_md(text: str) -> str:
    """Text without meaning to Markdown."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def markdown_block(block: Block, lang: Lang) -> Iterator[str]:
    """One block."""
    if isinstance(block, Heading):
        yield ""
        yield f"{'#' * block.level} {plain_md(block.text)}" + (f" — {plain_md(block.note)}" if block.note else "")
        yield ""
        return
    if block.title:
        yield ""
        yield f"**{plain_md(block.title)}**"
        yield ""
    if isinstance(block, Grid):
        yield ""
        for row in (block.columns, ["---"] * len(block.columns), *block.rows):
            yield "| " + " | ".join(cell if cell == "---" else plain_md(cell) for cell in row) + " |"
        yield ""
        return
    for line in block.lines:
        yield "  " * line.depth + "- " + plain_md(whole(line, lang))


def whole(line: Line, lang: Lang) -> str:
    """A line with its lead and clause."""
    gap = "" if not line.lead or line.lead.endswith("：") else " "
    return f"{line.lead}{gap}{cited(line.text, line.clause, lang)}"


def bbcode(blocks: Iterator[Block], lang: Lang) -> str:
    """The course as BBCode of the kind that every forum reads: bold, size, list."""
    return "\n".join(line for block in blocks for line in bbcode_block(block, lang)) + "\n"


def plain_bb(text: str) -> str:
    """Text without meaning to BBCode, which has no way to escape a bracket."""
    return " ".join(text.split()).replace("[", "［").replace("]", "］")


def bbcode_block(block: Block, lang: Lang) -> Iterator[str]:
    """One block."""
    if isinstance(block, Heading):
        size = 5 if block.level == 1 else 4
        yield ""
        yield f"[size={size}][b]{plain_bb(block.text)}[/b][/size]" + (f" {plain_bb(block.note)}" if block.note else "")
        return
    if block.title:
        yield f"[b]{plain_bb(block.title)}[/b]"
    yield "[list]"
    if isinstance(block, Grid):
        for row in block.rows:
            first, *rest = (plain_bb(cell) for cell in row)
            yield f"[*][b]{first}[/b] " + " · ".join(rest)
    else:
        for line in block.lines:
            yield "[*]" + "　" * line.depth + plain_bb(whole(line, lang))
    yield "[/list]"
