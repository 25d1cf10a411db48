"""``bansha replay LOG``: plays a log again and says whether everything comes out the same; ``--verify`` checks the deal too."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import typer
from rich.console import Console
from rich.text import Text as Line

from bansha.cli.logs import play_again, read_log, torn_error
from bansha.rules.errors import Malformed
from bansha.rules.notices import Notice
from bansha.rules.rulebook import Lang, Text
from bansha.table.replaying import Differs, deal_problem
from bansha.table.table import Table
from bansha.telling.notices import tell

SAME, DIFFERS, UNUSABLE = 0, 1, 2
# Errors that mean that the log is not as it was written; all others, that it cannot be used.
ALTERED = frozenset({"changed", "line", "replay"})

DEALS = {
    "": Text("发牌与开局的承诺相符。", "The deal is what was committed to."),
    "commitment": Text("种子和盐与开局的承诺不符。", "Seed and salt do not fit the commitment."),
    "cards": Text("发出的身份与种子和盐不符。", "The roles dealt do not follow from seed and salt."),
    "not-dealt": Text(
        "没有可以核对的发牌：身份还没有发，或是在别处发的。", "There is no deal to check: not dealt yet, or dealt elsewhere."
    ),
}
_SAME = Text("{n} 条记录，重放一致。", "{n} entries, identical.")
_DIFFERS = Text("{n} 条记录，{d} 处不同：", "{n} entries, {d} differences:")
_LINE = Text("第 {line} 行（{to}）", "line {line} ({to})")
_THEN = Text("当时：", "then: ")
_NOW = Text("现在：", "now:  ")
_NOTHING = Text("（没有）", "(nothing)")


class Outcome(NamedTuple):
    """What a replay came to."""

    entries: int
    differing: list[Differs]
    deal: str | None  # None: not asked
    torn: int
    error: Malformed | None

    @property
    def status(self) -> int:
        """The exit status."""
        if self.error is not None:
            return DIFFERS if self.error.code in ALTERED else UNUSABLE
        if self.differing or self.deal in ("commitment", "cards"):
            return DIFFERS
        return UNUSABLE if self.torn or self.deal == "not-dealt" else SAME


def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="对局记录 / a game's log")],
    verify: Annotated[bool, typer.Option("--verify", help="核对发牌与开局的承诺 / check the deal against its commitment")] = False,
    lang: Annotated[Literal["zh", "en"], typer.Option("--lang", help="语言 / language")] = "zh",
    as_json: Annotated[bool, typer.Option("--json", help="供程序读取 / for programs")] = False,
) -> None:
    """重放对局记录，逐字比较。退出码：0 一致，1 不同，2 不可用。/ Replay a log and compare. Exit: 0 same, 1 differs, 2 unusable."""
    outcome, table = run(log, verify)
    if as_json:
        json.dump(as_data(outcome, lang), sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
    else:
        show(outcome, table, log, lang)
    raise typer.Exit(outcome.status)


def run(path: Path, verify: bool) -> tuple[Outcome, Table | None]:
    """Replay a file; a half-written last line is left out and reported."""
    try:
        file = read_log(path)
        if not file.lines:
            raise torn_error(path, file.torn)
        table, differing = play_again(path, file.lines)
    except Malformed as error:
        return Outcome(0, [], None, 0, error), None
    return Outcome(len(table.log), differing, deal_problem(table) if verify else None, file.torn, None), table


def show(outcome: Outcome, table: Table | None, path: Path, lang: Lang) -> None:
    """For people."""
    console = Console(highlight=False)
    errors = Console(stderr=True, highlight=False)
    if outcome.error is not None or table is None:
        errors.print(Line(outcome.error.text(lang) if outcome.error else "", style="red"), soft_wrap=True)
        return
    if outcome.differing:
        text = _DIFFERS.to(lang).format(n=outcome.entries, d=len(outcome.differing))
        console.print(Line(text, style="bold red"), soft_wrap=True)
        for differs in outcome.differing:
            show_difference(console, differs, table, lang)
    else:
        console.print(Line(_SAME.to(lang).format(n=outcome.entries), style="green"), soft_wrap=True)
    if outcome.deal is not None:
        console.print(Line(DEALS[outcome.deal].to(lang), style="" if outcome.deal else "green"), soft_wrap=True)
    if outcome.torn:
        errors.print(Line(torn_error(path, outcome.torn).text(lang), style="yellow"), soft_wrap=True)


def show_difference(console: Console, differs: Differs, table: Table, lang: Lang) -> None:
    """What was said then and what is said now, to whom."""
    notice = differs.then or differs.now or ["?"]
    console.print(Line(_LINE.to(lang).format(line=differs.line, to=notice[0]), style="bold"), soft_wrap=True)
    for title, said in ((_THEN, differs.then), (_NOW, differs.now)):
        console.print(Line(f"  {title.to(lang)}{in_words(said, table, lang)}"), soft_wrap=True)


def in_words(said: list[Any] | None, table: Table, lang: Lang) -> str:
    """A notice in words, or as it stands in the log if it makes none."""
    if said is None:
        return _NOTHING.to(lang)
    raw = json.dumps(said, ensure_ascii=False)
    try:
        words = " ".join(tell(Notice(*said), table, lang).splitlines())
    except (KeyError, IndexError, TypeError, ValueError):
        return raw
    return f"{words}  {raw}"


def as_data(outcome: Outcome, lang: Lang) -> dict[str, Any]:
    """For programs."""
    return {
        "status": outcome.status,
        "entries": outcome.entries,
        "identical": outcome.error is None and not outcome.differing,
        "differs": [differs._asdict() for differs in outcome.differing],
        "deal": None if outcome.deal is None else outcome.deal or "ok",
        "torn_line": outcome.torn or None,
        "error": None if outcome.error is None else {"code": outcome.error.code, "text": outcome.error.text(lang)},
    }
