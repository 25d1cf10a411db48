"""``bansha rules``: what it prints, and what it answers to a number that does not exist."""

import json

import pytest
import typer
from typer.testing import CliRunner, Result

from bansha import __version__
from bansha.cli import app
from bansha.cli.rules import rules

APP = typer.Typer()
APP.command()(rules)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(APP, list(arguments))


@pytest.mark.parametrize(("lang", "title"), [("zh", "光侠：接收"), ("en", "Radiant: absorb")])
def test_a_clause_with_the_code_that_carries_it(lang: str, title: str) -> None:
    done = run("xia", "1.6", "--lang", lang)
    assert done.exit_code == 0
    assert title in done.stdout
    assert "src/bansha/rules/xia/absorb.py:" in done.stdout


def test_the_whole_rulebook() -> None:
    done = run("piper")
    assert done.exit_code == 0
    assert all(text in done.stdout for text in ("1.3.1  吹笛人：领走", "P-R20", "X-R45", "与群侠共用", "few_alive"))


def test_an_entry_as_data() -> None:
    entry = json.loads(run("xia", "x-r9", "--json").stdout)
    assert entry["number"] == "X-R9"
    assert entry["text"]["zh"]
    assert {home["file"] for home in entry["code"]} >= {"src/bansha/rules/xia/absorb.py"}


def test_the_rulebook_as_data() -> None:
    book = json.loads(run("xia", "--json").stdout)
    assert [entry["number"] for entry in book["entries"]][:3] == ["1", "1.1", "1.2"]
    assert next(option["default"] for option in book["options"] if option["name"] == "reflections") == 3


@pytest.mark.parametrize(
    ("arguments", "said"), [(("xia", "1.11"), "1.10"), (("xia", "1.11", "--lang", "en"), "near"), (("qunxia",), "xia")]
)
def test_what_does_not_exist_is_an_error_that_helps(arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in done.stderr


def test_long_lines_break_between_characters_and_not_before_a_stop() -> None:
    from bansha.cli.rules import _wrapped

    lines = [line.plain for line in _wrapped("甲乙丙丁。戊己（庚辛）**壬癸** word another", "  - ", 12)]
    assert lines[0] == "  - 甲乙丙"
    assert all(not line.strip().startswith(("。", "）")) for line in lines)
    assert "".join(line[4:] for line in lines).replace(" ", "") == "甲乙丙丁。戊己（庚辛）壬癸wordanother"


def test_the_version_is_the_programs_and_the_laws() -> None:
    done = CliRunner().invoke(app, ["--version"])
    assert (done.exit_code, done.stdout) == (0, f"bansha {__version__} (xia-1, piper-1)\n")
