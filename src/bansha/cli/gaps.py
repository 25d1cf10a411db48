"""``bansha gaps xia|piper``: searches small boards for nights without exactly one outcome; prints what powers do when they meet."""

import json
import sys
import time
from typing import Annotated, Any, Literal

import typer
from rich.console import Console

from bansha.lab.gaps import Hole, Report, search
from bansha.rules.face import RULE_SETS
from bansha.rules.phases import NOBODY
from bansha.rules.rulebook import Lang, Text, rulebook
from bansha.telling import words
from bansha.telling.findings import order_name
from bansha.telling.words import Setting

BAD_INPUT = 2
FOUND = 1

_NO_RULES = Text("没有叫「{name}」的规则；有 xia（群侠）和 piper（斑衣吹笛人）", "no rule set {name!r}; there are xia and piper")
_SEARCHED = Text("{title}：搜索了 {nights:,} 夜（{how}，{seconds:.0f} 秒）", "{title}: {nights:,} nights searched ({how}, {seconds:.0f} s)")
_COMPILED = Text("编译后的内核", "compiled kernel")
_INTERPRETED = Text("解释执行，较小的棋盘；装上 bansha[fast] 可搜索全部", "interpreted, a smaller part; with bansha[fast] all of it")
_NONE = Text("每一夜都恰有一种结果，没有漏洞。", "Every night has exactly one outcome; no gap.")
_HOLES = Text(
    "{holes:,} 夜没有唯一的结果（X-R23），规则有漏洞。其一：",
    "{holes:,} nights without exactly one outcome (X-R23): the law has a hole. One of them:",
)
_HOLE = Text(
    "{answers} 种结果，弹射剩 {left} 次，命令依次为：{orders}", "{answers} outcomes, {left} reflections left, orders as sent: {orders}"
)
_PIPER_HOLE = Text("结果随发出先后而变，命令依次为：{orders}", "the outcome hangs on the order of sending; orders as sent: {orders}")


def gaps(
    rule_set: Annotated[str, typer.Argument(metavar="RULES", help="xia (群侠) 或 piper (斑衣吹笛人)")],
    table: Annotated[
        bool, typer.Option("--table", help="只输出能力相遇表（Markdown）/ only the table of interactions, as Markdown")
    ] = False,
    lang: Annotated[Literal["zh", "en"], typer.Option("--lang", help="语言 / language")] = "zh",
    interpreted: Annotated[
        bool, typer.Option("--interpreted", help="不编译，只搜索较小的一部分 / without compiling, a smaller part")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="供程序读取 / for programs")] = False,
) -> None:
    """穷举小棋盘上所有合法的夜晚，找出没有唯一结果的。/ Searches every lawful night of small boards for one without exactly one outcome."""
    if rule_set not in RULE_SETS:
        Console(stderr=True, highlight=False).print(_NO_RULES.to(lang).format(name=rule_set), style="red", markup=False)
        raise typer.Exit(BAD_INPUT)
    if table:
        from bansha.lab.interactions import markdown

        sys.stdout.write(markdown(rule_set, lang))
        return
    began = time.monotonic()
    report = search(rule_set, compiled=False if interpreted else None)
    if as_json:
        json.dump(as_data(report), sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
    else:
        say(report, lang, time.monotonic() - began)
    if report.holes:
        raise typer.Exit(FOUND)


def say(report: Report, lang: Lang, seconds: float) -> None:
    """The result for people."""
    out = Console(highlight=False)
    title = rulebook(report.rules).title.to(lang)
    how = (_COMPILED if report.compiled else _INTERPRETED).to(lang)
    out.print(_SEARCHED.to(lang).format(title=title, nights=report.nights, how=how, seconds=seconds), markup=False, soft_wrap=True)
    if report.first is None:
        out.print(_NONE.to(lang), style="green")
        return
    out.print(_HOLES.to(lang).format(holes=report.holes), style="red")
    out.print(f"  {hole_text(report, report.first, lang)}", markup=False, soft_wrap=True)


def hole_text(report: Report, hole: Hole, lang: Lang) -> str:
    """A night without one outcome, with its orders by name."""
    unnamed = Setting(report.rules, (), "Asia/Shanghai", {})
    names = tuple(f"{words.identity(unnamed, identity, lang)}#{seat}" for seat, identity in enumerate(hole.board.identities))
    at = unnamed._replace(names=names)
    orders = ("；" if lang == "zh" else "; ").join(order_name(hole.orders, k, at, lang) for k in range(len(hole.orders)))
    text = _HOLE if report.rules == "xia" else _PIPER_HOLE
    return text.to(lang).format(answers=hole.answers, left=hole.reflections, orders=orders)


def as_data(report: Report) -> dict[str, Any]:
    """The result for programs."""
    first = report.first
    data: dict[str, Any] = {
        "rules": report.rules,
        "compiled": report.compiled,
        "nights": report.nights,
        "boards": [{"name": name, "nights": nights} for name, nights in report.boards],
        "holes": report.holes,
    }
    if first is not None:
        keys = ("sender", "power", "target", "second", "answers")
        data["first"] = {
            "board": first.board.name,
            "identities": list(first.board.identities),
            "answers": first.answers,
            "reflections": first.reflections,
            "orders": [{key: value for key, value in zip(keys, order, strict=False) if value != NOBODY} for order in first.orders],
        }
    return data
