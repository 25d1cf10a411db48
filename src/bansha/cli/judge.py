"""``bansha judge FILE…``: plays case files and says which expectations do not hold; ``--explain`` prints the course of a game."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console

from bansha.cases.case import read_case
from bansha.cases.checking import Failure, check
from bansha.cases.loading import load
from bansha.rules.errors import BanshaError, Malformed
from bansha.rules.rulebook import Lang

FAILED = 1
UNUSABLE = 2


def judge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="案例文件，或放它们的目录 / case files, or folders of them")],
    explain: Annotated[bool, typer.Option("--explain", help="说明全程与依据 / print the whole course, with the clauses")] = False,
    lang: Annotated[Literal["zh", "en"], typer.Option("--lang", help="语言 / language")] = "zh",
    as_json: Annotated[bool, typer.Option("--json", help="供程序读取 / for programs")] = False,
) -> None:
    """裁判案例：逐条核对，不符的写明依据。/ Judge case files: check every expectation, and name the clauses behind what differs."""
    passed, failed, failures, unusable = 0, 0, list[Failure](), list[str]()
    for file in case_files(files, unusable, lang):
        try:
            sources = load(file)
        except Malformed as error:
            unusable.append(error.text(lang))
            continue
        for source in sources:
            try:
                case = read_case(source)
                table, wrong = check(case)
            except BanshaError as error:
                unusable.append(error.text(lang))
                continue
            if explain:
                print_course(table, case.title, lang)
            failures += wrong
            passed += not wrong
            failed += bool(wrong)
    failed += len(unusable)
    if as_json:
        data: dict[str, Any] = {"passed": passed, "failed": failed, "failures": [f._asdict() for f in failures], "errors": unusable}
        sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    else:
        for failure in failures:
            print(line(failure, lang))
        for message in unusable:
            print(message, file=sys.stderr)
        print(f"{passed} passed, {failed} failed")
    if unusable:
        raise typer.Exit(UNUSABLE)
    if failures:
        raise typer.Exit(FAILED)


def case_files(given: list[Path], unusable: list[str], lang: str) -> list[Path]:
    """The files meant; a folder stands for the case files below it."""
    files = []
    for path in given:
        try:
            found = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        except OSError as error:  # a folder that goes away meanwhile
            unusable.append(f"读不了 {path}：{error.strerror}" if lang == "zh" else f"cannot read {path}: {error.strerror}")
            continue
        if not found:
            unusable.append(f"{path} 里没有案例文件（*.yaml）" if lang == "zh" else f"{path} holds no case files (*.yaml)")
        files += found
    return files


def line(failure: Failure, lang: str) -> str:
    """One line for one expectation that does not hold."""
    expected, came = (json.dumps(value, ensure_ascii=False) for value in (failure.expected, failure.came))
    where = f"{failure.file}:{failure.line}: {failure.case}, {failure.phase}, {failure.key}: "
    by = ", ".join(failure.clauses)
    if lang == "zh":
        return f"{where}应为 {expected}，实为 {came}" + (f"（依据 {by}）" if by else "")
    return f"{where}expected {expected}, came {came}" + (f" (by {by})" if by else "")


def print_course(table: Any, title: str, lang: Lang) -> None:
    """The whole course of a game, with the clause or ruling behind every outcome."""
    from bansha.cli.course import print_blocks
    from bansha.telling.course import explain

    console = Console(highlight=False, soft_wrap=True)
    console.rule(title)
    print_blocks(console, explain(table, lang), lang)
