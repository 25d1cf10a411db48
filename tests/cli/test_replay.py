"""``bansha replay``: the same, different, torn, unusable; and the deal checked."""

import json
from datetime import datetime
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from bansha.cli.replay import replay
from bansha.table.deal import commitment
from bansha.table.header import open_header
from bansha.table.inputs import Deal, Message, SignUp, Tick
from bansha.table.log import START, sealed
from bansha.table.replaying import log_lines
from bansha.table.table import Table

APP = typer.Typer()
APP.command()(replay)
NAMES = ["水饺", "包子", "馒头", "花卷", "烧卖", "油条", "豆浆", "米线", "凉皮", "锅贴", "年糕", "汤圆"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(APP, list(arguments))


def time(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-{text}+08:00")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    table = Table(open_header("piper", commitment=commitment("seed", "salt")))
    for name in NAMES:
        table.receive(SignUp(name), time("11-29T10:00:00"))
    table.receive(Deal("seed", "salt", "2026-11-30T12:30:00+08:00"), time("11-29T11:00:00"))
    table.receive(Message(0, "咬 包子"), time("11-30T13:00:00"))
    table.receive(Tick(), time("12-02T13:00:00"))
    file = tmp_path / "game.log"
    file.write_text("".join(line + "\n" for line in log_lines(table)), encoding="utf-8")
    return file


def test_the_same(log: Path) -> None:
    done = run(str(log))
    entries = len(log.read_bytes().splitlines()) - 1
    assert (done.exit_code, done.stdout) == (0, f"{entries} 条记录，重放一致。\n")
    assert run(str(log), "--lang", "en").stdout == f"{entries} entries, identical.\n"


def test_the_deal_is_checked(log: Path) -> None:
    done = run(str(log), "--verify")
    assert done.exit_code == 0
    assert done.stdout.endswith("发牌与开局的承诺相符。\n")
    assert json.loads(run(str(log), "--verify", "--json").stdout)["deal"] == "ok"


def test_a_changed_byte_is_named(log: Path) -> None:
    raw = log.read_bytes()
    log.write_bytes(raw.replace("馒头".encode(), "馍头".encode(), 1))
    done = run(str(log), "--lang", "en")
    assert done.exit_code == 1
    assert "line 4" in done.stderr
    raw_line = raw.splitlines()[5]
    place = raw_line.index(b'"n":5')
    log.write_bytes(raw.replace(b'"n":5,', b'"n":6,', 1))
    done = run(str(log), "--lang", "en")
    assert done.exit_code == 1
    assert f"line 6, byte {place + 5} was changed: it is b'6' and was b'5'" in done.stderr


def test_what_is_said_differently_is_told_by_line(log: Path) -> None:
    check, rewritten = START, []
    for line in log.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        del data["check"]
        for notice in data.get("out", ()):
            if notice[1:] == ["signed_up", [1, "包子"]]:
                notice[2][0] = 7
        text, check = sealed(data, check)
        rewritten.append(text + "\n")
    log.write_text("".join(rewritten), encoding="utf-8")
    done = run(str(log))
    assert done.exit_code == 1
    assert "1 处不同" in done.stdout
    assert "第 3 行（public）" in done.stdout
    assert "当时：包子 报名，坐 8 号。" in done.stdout
    assert "现在：包子 报名，坐 2 号。" in done.stdout
    assert json.loads(run(str(log), "--json").stdout)["differs"][0]["line"] == 3


def test_a_torn_last_line_is_named_with_what_to_do(log: Path) -> None:
    raw = log.read_bytes()
    whole = len(raw.splitlines()) - 1
    log.write_bytes(raw[:-9])
    done = run(str(log), "--lang", "en")
    assert done.exit_code == 2
    assert done.stdout == f"{whole - 1} entries, identical.\n"
    assert f"head -n {whole} {log}" in done.stderr
    data = json.loads(run(str(log), "--json").stdout)
    assert (data["torn_line"], data["identical"]) == (whole + 1, True)


def test_a_last_line_that_only_lacks_its_end_is_whole(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-1])
    assert run(str(log)).exit_code == 0


@pytest.mark.parametrize("content", [b"", b'{"bansha":1', b"hello\n", b"\xff\xfe\n"])
def test_what_is_no_log_is_unusable_or_changed(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "no.log"
    file.write_bytes(content)
    done = run(str(file))
    assert done.exit_code in (1, 2)
    assert done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run(str(tmp_path / "missing.log"), "--lang", "en")
    assert done.exit_code == 2
    assert "cannot read" in done.stderr
