"""``bansha why LOG NAME``: why is she out, alive, told this? The chain of orders and clauses that concern one person."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.text import Text as Styled

from bansha.cli.course import print_blocks
from bansha.cli.logs import play_again, read_log, torn_error
from bansha.rules import phases
from bansha.rules.errors import Malformed
from bansha.rules.rulebook import LANGS, Lang
from bansha.table.table import Table
from bansha.telling import words as w
from bansha.telling.blocks import Block, Line, Lines
from bansha.telling.why import Reasons, all_reasons, summary

UNUSABLE = 2


def why(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="对局记录 / a game's log")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="玩家的名字 / a player's name")],
    night: Annotated[int | None, typer.Option("--night", min=1, help="只看这一夜 / this night only")] = None,
    lang: Annotated[Literal["zh", "en"], typer.Option("--lang", help="语言 / language")] = "zh",
    as_json: Annotated[bool, typer.Option("--json", help="供程序读取 / for programs")] = False,
) -> None:
    """她为什么出局、为什么还在、为什么得知这些。/ Why she is out, alive, or was told this: orders, hops and clauses."""
    try:
        table = read_table(log)
        seat = find_seat(table, as_typed(name))
        reasons = list(all_reasons(table, seat, lang, night))
        if night is not None and not reasons:
            raise no_such_night(table, night)
    except Malformed as wrong:
        Console(stderr=True, highlight=False).print(Styled(wrong.text(lang), style="red"), soft_wrap=True)
        raise typer.Exit(UNUSABLE) from None
    if as_json:
        json.dump(as_data(table, seat, reasons, lang), sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
        return
    print_blocks(Console(highlight=False), as_blocks(table, seat, reasons, lang), lang)


def read_table(path: Path) -> Table:
    """The game of a log. A half-written last line is no hindrance. Raises Malformed."""
    file = read_log(path)
    if not file.lines:
        raise torn_error(path, file.torn)
    return play_again(path, file.lines)[0]


def as_typed(argument: str) -> str:
    """An argument as text: under LANG=C Python does not know that it is UTF-8."""
    return os.fsencode(argument).decode("utf-8", "replace")


def find_seat(table: Table, name: str) -> int:
    """The seat of a name, exact after folding; of one who was replaced, too. Raises Malformed, naming who it may have been."""
    match = table.book.match(name, -1, 0)
    if match.seat >= 0:
        return match.seat
    near = [table.names[seat] for seat in match.near] or table.names
    raise Malformed(
        "name", f"本局没有叫「{name}」的人；有 {'、'.join(near)}", f"nobody in this game is called {name!r}; there are {', '.join(near)}"
    )


def no_such_night(table: Table, night: int) -> Malformed:
    """The error for a night that has not been adjudicated."""
    nights = [str(kept.record.day) for kept in table.records if kept.record.phase == phases.NIGHT]
    texts = [
        w.say("course", "why.no_night", lang, n=night, nights=w.joined(nights, lang)) if nights else w.say("course", "why.none_yet", lang)
        for lang in LANGS
    ]
    return Malformed("night", *texts)


def as_blocks(table: Table, seat: int, reasons: list[Reasons], lang: Lang) -> Iterator[Block]:
    """For people."""
    yield Lines(summary(table, seat, lang), ())
    if not reasons and table.records:
        nothing = w.say("course", "why.nothing", lang, name=table.names[seat])
        yield Lines("", (Line(nothing, style="dim"),))
    for found in reasons:
        yield Lines(found.title, tuple(found.lines))


def as_data(table: Table, seat: int, reasons: list[Reasons], lang: Lang) -> dict[str, Any]:
    """For programs."""
    return {
        "name": table.names[seat],
        "seat": seat,
        "summary": summary(table, seat, lang),
        "reasons": [
            {
                "phase": w.PHASES[found.phase],
                "day": found.day,
                "title": found.title,
                "lines": [{"text": line.text, "clause": line.clause, "lead": line.lead, "depth": line.depth} for line in found.lines],
            }
            for found in reasons
        ],
    }
