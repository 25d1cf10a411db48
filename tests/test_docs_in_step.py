"""The tool that keeps generated docs in step: blocks, inline values, filters, code that only shows a mark, links."""

from pathlib import Path

import pytest

from tools import docs_in_step as tool


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/say.py").write_text("print('one\\ntwo\\nthree')", encoding="utf-8")
    (tmp_path / "tools/fail.py").write_text("raise SystemExit('no luck')", encoding="utf-8")
    (tmp_path / "tools/docs_in_step.toml").write_text("", encoding="utf-8")
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "LIST", tmp_path / "tools/docs_in_step.toml")
    return tmp_path


def page(project: Path, text: str) -> Path:
    path = project / "README.md"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_stale_block_is_told_then_renewed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = page(project, "a\n<!-- begin: python tools/say.py -->\nold\n<!-- end -->\nb\n")
    assert tool.main([]) == 1
    assert "README.md: `python tools/say.py` is out of step" in capsys.readouterr().out
    assert tool.main(["--write"]) == 0
    assert path.read_text(encoding="utf-8") == "a\n<!-- begin: python tools/say.py -->\none\ntwo\nthree\n<!-- end -->\nb\n"
    assert tool.main([]) == 0


def test_filters_choose_lines_and_fence_them(project: Path) -> None:
    path = page(project, "<!-- begin: python tools/say.py | lines 2-3 | fence text -->\n<!-- end -->")
    assert tool.main(["--write"]) == 0
    assert "-->\n```text\ntwo\nthree\n```\n<!--" in path.read_text(encoding="utf-8")
    assert tool.main([]) == 0


def test_marks_on_one_line_hold_a_value(project: Path) -> None:
    path = page(project, "There are <!-- begin: python tools/say.py | lines 1-1 -->?<!-- end --> of them.")
    tool.main(["--write"])
    assert path.read_text(encoding="utf-8") == "There are <!-- begin: python tools/say.py | lines 1-1 -->one<!-- end --> of them."


@pytest.mark.parametrize("shown", ["`<!-- begin: rm -rf . -->` … `<!-- end -->`", "```\n<!-- begin: x -->\n<!-- end -->\n```"])
def test_a_mark_shown_as_code_is_no_mark(project: Path, shown: str) -> None:
    page(project, shown)
    assert tool.main([]) == 0


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("rm -rf .", "only `bansha …`"),
        ("python tools/fail.py", "ended with status 1: no luck"),
        ("python tools/say.py | upper", "no such filter"),
    ],
)
def test_what_cannot_be_run_is_a_problem_and_changes_nothing(
    project: Path, capsys: pytest.CaptureFixture[str], command: str, said: str
) -> None:
    text = f"<!-- begin: {command} -->\nkept\n<!-- end -->\n"
    path = page(project, text)
    assert tool.main(["--write"]) == 1
    assert said in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == text


def test_a_listed_file_is_written_whole(project: Path) -> None:
    (project / "tools/docs_in_step.toml").write_text('[[file]]\npath = "docs/x.md"\ncommand = "python tools/say.py"\n', encoding="utf-8")
    assert tool.main([]) == 1
    assert tool.main(["--write"]) == 0
    assert (project / "docs/x.md").read_text(encoding="utf-8") == "one\ntwo\nthree\n"


def test_links_lead_to_files_and_headings(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page(project, "# 群侠 (`xia`)\n[a](#群侠-xia) [b](tools/say.py) [c](https://example.org)\n[d](gone.md) [e](#nowhere)\n")
    assert tool.main([]) == 1
    out = capsys.readouterr().out
    assert "README.md:3: the link leads to gone.md, which does not exist" in out
    assert "README.md:3: this file has no heading #nowhere" in out
    assert "2 problems" in out
