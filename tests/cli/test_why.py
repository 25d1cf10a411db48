"""``bansha why``: whom one may ask about, and what it answers."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from bansha.cli.why import why
from bansha.table.replaying import log_lines
from tests.telling.played import game

APP = typer.Typer()
APP.command()(why)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(APP, list(arguments))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    table = game("{case: a, rules: xia, script: [{night: 1, orders: [{黑1: 杀 士1}, {白: 救 士1}]}]}", tmp_path)
    file = tmp_path / "game.log"
    file.write_text("".join(line + "\n" for line in log_lines(table)), encoding="utf-8")
    return file


def test_why_alive(log: Path) -> None:
    done = run(str(log), "士１")  # folded
    assert done.exit_code == 0
    assert done.stdout.splitlines()[:3] == ["士1：侠士，在场。", "第一夜", "  1. 黑1 杀 士1"]
    assert "所以 士1 没有出局（1.4）" in done.stdout


def test_as_data(log: Path) -> None:
    data = json.loads(run(str(log), "士1", "--json", "--lang", "en").stdout)
    assert (data["name"], data["reasons"][0]["phase"], data["reasons"][0]["day"]) == ("士1", "night", 1)
    assert "1.4" in {line["clause"] for line in data["reasons"][0]["lines"]}


def test_a_night_alone_also_where_nothing_happened(log: Path) -> None:
    assert "这一夜没有命令与 士2 有关。" in run(str(log), "士2", "--night", "1").stdout
    assert "至今没有裁定与 士2 有关。" in run(str(log), "士2").stdout


@pytest.mark.parametrize(
    ("arguments", "text"), [(("水饺",), "nobody in this game"), (("士1", "--night", "9"), "Night 9 has not been adjudicated")]
)
def test_whom_and_which_night_there_is_not(log: Path, arguments: tuple[str, ...], text: str) -> None:
    done = run(str(log), *arguments, "--lang", "en")
    assert done.exit_code == 2
    assert text in done.stderr


def test_no_log(tmp_path: Path) -> None:
    assert run(str(tmp_path / "missing.log"), "士1").exit_code == 2
