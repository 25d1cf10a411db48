"""The example games say, to everybody and to every seat, exactly what their golden files hold; a leak would show as a line too many."""

from pathlib import Path

import pytest

from bansha.table.replaying import replay
from tools.goldens import EXAMPLES, goldens

FOLDERS = sorted(path.parent for path in EXAMPLES.glob("*/game.yaml"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_what_is_said_is_what_the_files_hold(folder: Path) -> None:
    wanted = dict(goldens(folder))
    differing = [str(path) for path, text in wanted.items() if path.read_text(encoding="utf-8") != text]
    assert differing == [], "see: python tools/goldens.py"
    assert {path for path in folder.rglob("*") if path.suffix in (".txt", ".jsonl")} == set(wanted)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_the_log_replays_without_a_difference(folder: Path) -> None:
    table, differing = replay((folder / "log.jsonl").read_text(encoding="utf-8").splitlines())
    assert differing == []
    assert table.over
