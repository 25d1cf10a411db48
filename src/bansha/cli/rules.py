"""``bansha rules xia [CLAUSE]``: the rulebook in words, and for a clause the functions and cases that carry it."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text as Line

from bansha.rules.binding import Home, bindings, unbound
from bansha.rules.errors import Malformed
from bansha.rules.rulebook import Entry, Lang, Rulebook, Text, markdown, rulebook

REPOSITORY = Path(__file__).parents[3]
BAD_INPUT = 2
UNLIMITED = 10**6

# What may not be torn: a run of Latin, or one Chinese character; with opening marks before it and stops after it.
_WORD = re.compile(r"\s*[（“「]*(?:[!-~]+|[^\s（“「])[，。；：、）”」？]*\s*|[（“「\s]+")

_STYLES = ("", "bold")
_SEE = Text("另见：", "See also: ")
_CODE = Text("代码", "Code")
_NO_CODE = Text("无需代码", "No code needed")
_CASES = Text("判例", "Cases")
_NONE_HERE = Text("（此处没有）", "(none here)")
_SHARED = Text("与群侠共用", "shared with Xia")


class Case(NamedTuple):
    """A case file's case that names a clause: its name and where it stands."""

    name: str
    file: str
    line: int


def rules(
    rule_set: Annotated[str, typer.Argument(metavar="RULES", help="xia (群侠) 或 piper (斑衣吹笛人)")],
    clause: Annotated[str | None, typer.Argument(metavar="[CLAUSE]", help="条款或裁定的编号，例如 1.10 或 X-R9")] = None,
    lang: Annotated[Literal["zh", "en"], typer.Option("--lang", help="语言 / language")] = "zh",
    as_json: Annotated[bool, typer.Option("--json", help="供程序读取 / for programs")] = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="整本规则的 Markdown / the whole rulebook as Markdown")] = False,
) -> None:
    """规则全文；给出编号时，一并列出承载它的代码和判例。/ The rulebook; with a clause, the code and cases that carry it."""
    try:
        book = rulebook(rule_set)
        chosen = [book.entry(clause)] if clause is not None else list(book)
    except Malformed as wrong:
        Console(stderr=True, highlight=False).print(wrong.text(lang), style="red", markup=False)
        raise typer.Exit(BAD_INPUT) from None
    if as_markdown:
        sys.stdout.write(markdown(book, lang) if clause is None else _markdown_entry(book, chosen[0], lang))
        return
    if as_json:
        entries = [_as_data(book, entry, carried=clause is not None) for entry in chosen]
        json.dump(entries[0] if clause is not None else _book_as_data(book, entries), sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
        return
    _print(book, chosen, lang, carried=clause is not None)


def cases_naming(rule_set: str, folder: Path | None = None) -> dict[str, list[Case]]:
    """Clause → the cases of ``tests/cases/<rule set>`` that name it in ``clauses:``, by file and place. Empty where there are no files."""
    import yaml  # not needed to read the rules

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found: dict[str, list[Case]] = {}
    for file in sorted((folder or REPOSITORY / "tests" / "cases" / rule_set).glob("*.yaml")):
        text = file.read_text(encoding="utf-8")
        starts = [number for number, line in enumerate(text.splitlines(), 1) if line.startswith("case:")]
        cases = [case for case in yaml.load_all(text, Loader=loader) if isinstance(case, dict)]
        for place, case in enumerate(cases):
            line = starts[place] if len(starts) == len(cases) else 1
            for clause in case.get("clauses", ()):
                found.setdefault(str(clause), []).append(Case(str(case.get("case", "")), _from_here(file), line))
    return found


def _from_here(file: Path) -> str:
    return str(file.relative_to(REPOSITORY)) if file.is_relative_to(REPOSITORY) else str(file)


def _homes(book: Rulebook, entry: Entry) -> tuple[Home, ...]:
    return bindings(book.name).get(entry.number, ())


def _reason(book: Rulebook, entry: Entry) -> str:
    return next((row.reason for row in unbound(book.name) if row.number == entry.number), "")


# ---- for people -------------------------------------------------------------------------------------------------------------------------


def _print(book: Rulebook, chosen: list[Entry], lang: Lang, *, carried: bool) -> None:
    console = Console(highlight=False)
    width = min(console.width, 100) if console.is_terminal else UNLIMITED  # a pipe gets whole paragraphs
    lines = [line for entry in chosen for line in (*_entry(book, entry, lang, width), Line())]
    if carried:
        lines += [line for entry in chosen for line in _carriers(book, entry, lang)]
    else:
        lines = [Line(f"{book.title.to(lang)} ({book.name})", style="bold"), Line(), *lines, *_options(book, lang)]
    for line in lines:
        console.print(line, soft_wrap=True)


def _entry(book: Rulebook, entry: Entry, lang: Lang, width: int) -> Iterator[Line]:
    title = Line.assemble((entry.number, "bold cyan"), "  ", (entry.title.to(lang), "bold"))
    if entry.origin != book.name:
        title.append(f"  ({_SHARED.to(lang)})", style="dim")
    yield title
    for paragraph in book.text(entry.number, lang).splitlines():
        item = paragraph.startswith("- ")
        yield from _wrapped(paragraph.removeprefix("- "), "  - " if item else "  ", width) if paragraph else [Line()]
    if entry.see:
        yield Line(f"  {_SEE.to(lang)}{', '.join(entry.see)}", style="dim")


def _carriers(book: Rulebook, entry: Entry, lang: Lang) -> Iterator[Line]:
    homes = [f"{home.file}:{home.line}  {home.name.removeprefix('bansha.')}" for home in _homes(book, entry)]
    reason = _reason(book, entry)
    cases = [f"{case.file}:{case.line}  {case.name}" for case in cases_naming(book.name).get(entry.number, [])]
    for heading, lines in ((_CODE, homes), (_NO_CODE, [reason] if reason else []), (_CASES, cases)):
        if lines or (heading is _CASES) or (heading is _CODE and not reason):
            yield Line(heading.to(lang), style="bold")
            yield from (Line(f"  {line}") for line in lines or [_NONE_HERE.to(lang)])


def _options(book: Rulebook, lang: Lang) -> Iterator[Line]:
    longest = max(len(option.name) for option in book.options)
    for option in book.options:
        yield Line.assemble((option.name.ljust(longest), "cyan"), f"  {option.default!s:<14} {option.meaning.to(lang)}")


def _wrapped(text: str, lead: str, width: int) -> Iterator[Line]:
    """``text`` in lines of ``width`` cells, ``**bold**`` understood. Between Chinese characters a line may break, but not before a stop."""
    line, cells = Line(lead), len(lead)
    for place, part in enumerate(text.split("**")):
        run = ""
        for word in _WORD.findall(part):
            if cells > len(lead) and cells + cell_len(word.rstrip()) > width:
                yield line.append(run, style=_STYLES[place % 2])
                line, cells, run, word = Line(" " * len(lead)), len(lead), "", word.lstrip()
            run += word
            cells += cell_len(word)
        line.append(run, style=_STYLES[place % 2])
    yield line


# ---- for programs -----------------------------------------------------------------------------------------------------------------------


def _as_data(book: Rulebook, entry: Entry, *, carried: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "number": entry.number,
        "kind": entry.kind,
        "origin": entry.origin,
        "title": entry.title._asdict(),
        "text": {"zh": book.text(entry.number, "zh"), "en": book.text(entry.number, "en")},
        "see": list(entry.see),
    }
    if carried:
        data["code"] = [home._asdict() for home in _homes(book, entry)]
        data["no_code"] = _reason(book, entry)
        data["cases"] = [case._asdict() for case in cases_naming(book.name).get(entry.number, [])]
    return data


def _book_as_data(book: Rulebook, entries: list[dict[str, Any]]) -> dict[str, Any]:
    options = [{"name": option.name, "default": option.default, "meaning": option.meaning._asdict()} for option in book.options]
    return {"rules": book.name, "title": book.title._asdict(), "options": options, "entries": entries}


def _markdown_entry(book: Rulebook, entry: Entry, lang: Lang) -> str:
    return f"### {entry.number} {entry.title.to(lang)}\n\n{book.text(entry.number, lang)}\n"
