"""The console script on terminals and pipes as they are: no Chinese, closed, full. Never a traceback (issue: clear errors)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # starts other processes

POSIX = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
CASE = "case: a\nrules: xia\nscript:\n  - night: 1\n    orders: [{黑1: 杀 士1}]\n    expect: {out: {士2: 侠士}}\n"


def bansha(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A shell's command line with ``bansha`` in it."""
    line = command.replace("bansha", f"{sys.executable} -m bansha", 1)
    return subprocess.run(line, shell=True, executable="/bin/bash", env={**os.environ, **environment}, capture_output=True, check=False)


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "case.yaml"
    file.write_text(CASE, encoding="utf-8")
    return file


@pytest.mark.parametrize("command", ["rules xia 1.6", "rules xia 1.6 --json", "judge --explain {}", "gaps piper --table", "--help"])
def test_a_terminal_that_is_said_to_know_no_chinese(command: str, case: Path) -> None:
    here, there = (bansha("bansha " + command.format(case), **environment) for environment in ({"PYTHONUTF8": "1"}, POSIX))
    assert b"Traceback" not in there.stderr
    assert (there.returncode, there.stdout) == (here.returncode, here.stdout)


def test_another_encoding_keeps_its_own(case: Path) -> None:
    done = bansha("bansha rules xia 1.6", PYTHONIOENCODING="gbk")
    assert done.stdout.decode("gbk").startswith("1.6  光侠：接收")


def test_a_name_is_understood_under_any_locale() -> None:
    done = bansha("bansha why examples/xia/log.jsonl 水饺", **POSIX)
    assert done.returncode == 0
    assert done.stdout.decode().startswith("水饺：黑侠")


@pytest.mark.parametrize("end", ["| head -1", ">&-", ">&- 2>&-"])
@pytest.mark.parametrize("command", ["rules xia", "rules xia --json", "judge --explain examples/xia", "replay examples/xia/log.jsonl"])
def test_nobody_reads_to_the_end(command: str, end: str) -> None:
    done = bansha(f"bansha {command} {end}")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_said_and_fails() -> None:
    done = bansha("bansha rules xia > /dev/full")
    assert done.returncode == 1
    assert done.stderr.decode().startswith("写不出去 / cannot write:")
    assert len(done.stderr.splitlines()) == 1


def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.yaml")).write_text(CASE, encoding="utf-8")
    done = bansha(f"bansha judge {tmp_path}")
    assert done.returncode == 1
    assert b"\\udcff.yaml:6: a, night 1, out" in done.stdout


@pytest.mark.parametrize("command", ["judge", "replay", "why"])
@pytest.mark.parametrize("file", ["/dev/urandom", "/nonexistent", "tests/cli", "/dev/null", "pyproject.toml", "tests/cases/xia/heal.yaml"])
def test_hostile_files(command: str, file: str) -> None:
    if command == "judge" and file.endswith("yaml"):
        pytest.skip("that is a case file")
    done = bansha(f"bansha {command} {file} {'水饺' if command == 'why' else ''}")
    assert b"Traceback" not in done.stderr
    assert done.returncode == 2
    assert file.encode() in done.stderr
