"""Case files are read strictly: what is malformed is an error with file and line, never a pass and never a traceback (docs/cases.md)."""

from pathlib import Path

import pytest

from bansha.cases.case import Case, read_case
from bansha.cases.checking import check
from bansha.cases.loading import load
from bansha.rules.errors import Malformed

HEAD = "case: Test\nrules: xia\n"
NIGHT = HEAD + "script:\n  - night: 1\n"


def cases(tmp_path: Path, text: str) -> list[Case]:
    path = tmp_path / "case.yaml"
    path.write_text(text, encoding="utf-8")
    return [read_case(source) for source in load(path)]


def test_a_file_holds_one_case_or_several(tmp_path: Path) -> None:
    found = cases(tmp_path, f"{NIGHT}---\n{NIGHT}")
    assert [(case.title, case.line) for case in found] == [("Test", 1), ("Test", 6)]


def test_scalars_stay_what_was_typed(tmp_path: Path) -> None:
    """1.10 is not 1.1, and a time is text."""
    (case,) = cases(tmp_path, HEAD + 'clauses: ["1.10"]\nstart: 2026-12-04T20:00\nseed: 007\nscript:\n  - day: 1\n')
    assert case.clauses == ["1.10"]
    assert case.start is not None
    assert case.start.isoformat() == "2026-12-04T20:00:00"


def test_the_standard_table_sits_there_unless_seats_say_otherwise(tmp_path: Path) -> None:
    (case,) = cases(tmp_path, NIGHT)
    assert list(case.seats.values()) == [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9]
    (case,) = cases(tmp_path, HEAD + "seats: {甲: 黑侠, 乙: 侠士, 丙: 侠士}\nscript:\n  - night: 1\n")
    assert case.seats == {"甲": 0, "乙": 8, "丙": 8}


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", 1, "no case"),
        ("- a\n- b\n", 1, "must be a mapping"),
        ("case: [\n", 2, "not YAML"),
        ("case: a\n\tb: c\n", 2, "not YAML"),
        ("case: a\ncase: b\n", 2, "given twice"),
        ("? [a]\n: b\n", 1, "key must be text"),
        ("rules: xia\nscript:\n  - night: 1\n", 1, "needs case and script"),
        ("case: Test\nrules: xia\n", 1, "needs case and script"),
        ("case: Test\nrules: poker\nscript:\n  - night: 1\n", 2, "xia or piper"),
        ("case: Test\nscript:\n  - night: 1\n", 1, "xia or piper"),
        (HEAD + "script:\n  - decider: 1\n", 4, "no deciding vote"),
        (HEAD + "colour: red\nscript:\n  - night: 1\n", 3, "unknown key 'colour'"),
        (HEAD + "clauses: [1.10]\nscript:\n  - night: 1\n", 3, "strings"),
        (HEAD + "clauses: yes\nscript:\n  - night: 1\n", 3, "wrong kind"),
        (HEAD + "start: tomorrow\nscript:\n  - night: 1\n", 3, "not a time"),
        (HEAD + "start: 2026-12-04T20:00Z\nscript:\n  - night: 1\n", 3, "not a time"),
        (HEAD + "start: 0001-01-01T20:00\nscript:\n  - night: 1\n", 3, "not a time"),
        (HEAD + "start: 9999-12-31T20:00\nscript:\n  - night: 1\n", 3, "not a time"),
        (HEAD + "start: 5\nscript:\n  - night: 1\n", 3, "not a time"),
        (HEAD + "seats: [甲]\nscript:\n  - night: 1\n", 3, "wrong kind"),
        (HEAD + "seats: {甲: 狼}\nscript:\n  - night: 1\n", 3, "no such identity"),
        (HEAD + "gone: [无名]\nscript:\n  - night: 1\n", 3, "nobody is called"),
        (HEAD + "azure: {青9: 黑侠}\nscript:\n  - night: 1\n", 3, "nobody is called"),
        (HEAD + "azure: {士1: 黑侠}\nscript:\n  - night: 1\n", 3, "'士1' is no azure"),
        (HEAD + "marks: {士1: 1}\nscript:\n  - night: 1\n", 3, "unknown key 'marks'"),
        ("case: Test\nrules: piper\nreflections: 1\nscript:\n  - night: 1\n", 3, "unknown key 'reflections'"),
        (HEAD + "reflections: many\nscript:\n  - night: 1\n", 3, "wrong kind"),
        (HEAD + "reflections: true\nscript:\n  - night: 1\n", 3, "wrong kind"),
        (HEAD + "script: 3\n", 3, "list of phases"),
        (HEAD + "script: []\n", 3, "list of phases"),
        (HEAD + "script:\n  - 3\n", 3, "a phase is a mapping"),
        (HEAD + "script:\n  - night: 1\n    day: 1\n", 4, "exactly one"),
        (HEAD + "script:\n  - orders: []\n", 4, "exactly one"),
        (HEAD + "script:\n  - night: one\n", 4, "wrong kind"),
        (HEAD + "script:\n  - night: 0\n", 4, "numbered 1 to"),
        (HEAD + "script:\n  - night: -1\n", 4, "numbered 1 to"),
        (HEAD + "script:\n  - night: 999999999\n", 4, "numbered 1 to"),
        (HEAD + "script:\n  - night: 99999999999999999999999\n", 4, "wrong kind"),
        (NIGHT + "  - day: 1\n", 5, "day 1 does not come after night 1"),
        (NIGHT + "  - night: 1\n", 5, "night 1 does not come after night 1"),
        (HEAD + "script:\n  - night: 2\n  - words: 1\n", 5, "words 1 does not come after night 2"),
        (NIGHT + "    order: []\n", 5, "unknown key 'order'"),
        (NIGHT + "    orders: 杀\n", 5, "is a list"),
        (NIGHT + "    orders:\n      - 杀 士1\n", 5, "is a mapping"),
        (NIGHT + "    orders:\n      - 无名: 杀 士1\n", 6, "nobody is called"),
        (NIGHT + "    orders:\n      - 黑1: [杀]\n", 6, "not text"),
        (NIGHT + "    orders:\n      - 黑1:\n", 6, "not text"),
        (NIGHT + "    orders:\n      - {黑1: 杀 士1, 黑2: 杀 士2}\n", 6, "exactly one person"),
        (NIGHT + "    orders:\n      - {黑1: 杀 士1, at: noon}\n", 6, "not a time"),
        (NIGHT + "    posts:\n      - {by: 士1}\n", 6, "by and text"),
        (NIGHT + "    posts:\n      - {by: 士1, text: 3}\n", 6, "by and text"),
        (NIGHT + "    posts:\n      - {by: 士1, text: x, quote: two}\n", 6, "wrong kind"),
        (NIGHT + "    posts:\n      - {by: 士1, text: x, floor: 2}\n", 6, "unknown key 'floor'"),
        (NIGHT + "    director:\n      - 散会\n", 5, "director's act"),
        (NIGHT + "    director:\n      - {延长: soon}\n", 6, "not a time"),
        (NIGHT + "    director:\n      - {替补: 士1}\n", 6, "substitution is written"),
        (NIGHT + "    expect: nothing\n", 5, "wrong kind"),
        (NIGHT + "    expect:\n      in: {}\n", 6, "unknown key 'in'"),
        (NIGHT + "    expect:\n      out: [士1]\n", 6, "wrong kind"),
        (NIGHT + "    expect:\n      out: {无名: 侠士}\n", 6, "nobody is called"),
        (NIGHT + "    expect:\n      told: {赤: 验人失败}\n", 6, "list of results"),
        (NIGHT + "    expect:\n      told: {赤: [1]}\n", 6, "list of results"),
        (NIGHT + "    expect:\n      void: [two]\n", 6, "wrong kind"),
        (NIGHT + "    expect:\n      refused: [true]\n", 6, "wrong kind"),
        (NIGHT + "    expect:\n      winners: 光明方\n", 6, "wrong kind"),
        (NIGHT + "    expect:\n      learnt: [1, 救]\n", 6, "wrong kind"),
        (NIGHT + "    expect:\n      saved: 无名\n", 6, "nobody is called"),
        (NIGHT + "    expect:\n      next: {phase: lunch}\n", 6, "not a phase"),
        (NIGHT + "    expect:\n      next: {until: later}\n", 6, "not a time"),
        (NIGHT + "    expect:\n      next: {when: later}\n", 6, "unknown key 'when'"),
        ("a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(f"{n}: &{n} [{', '.join(['*' + p] * 10)}]\n" for p, n in zip("abcdef", "bcdefg", strict=True)), 1, "parts"),
        ("a: " + "[" * 5_000, 1, ""),
    ],
)  # fmt: skip
def test_what_is_malformed_is_named_by_file_and_line(tmp_path: Path, text: str, line: int, what: str) -> None:
    with pytest.raises(Malformed) as error:
        cases(tmp_path, text)
    assert f"case.yaml:{line}: " in error.value.en
    assert what in error.value.en
    assert f"case.yaml:{line}：" in error.value.zh


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (HEAD + "gone: [黑1, 黑2, 黑3]\nscript:\n  - night: 1\n", "won already"),
        (HEAD + "azure: {青1: 龙侠}\nscript:\n  - night: 1\n", "azure"),
        (HEAD + "spent: [幻觉四]\nscript:\n  - night: 1\n", "spent"),
        (HEAD + "reflections: -1\nscript:\n  - night: 1\n", "reflections"),
        (HEAD + "seats: {甲: 幻侠, 乙: 幻侠, 丙: 侠士, 丁: 黑侠}\nscript:\n  - night: 1\n", "identities"),
        (NIGHT + "    posts:\n      - {by: 士1, text: 说话}\n      - {by: 士2, text: 说话, quote: 9}\n", "thread"),
        (NIGHT + "    orders:\n      - {黑1: 杀 士1, at: 2026-12-02T09:00}\n      - {暗: 阻止 士1, at: 2026-12-02T08:00}\n", "backwards"),
        (NIGHT + "    director:\n      - 提前开帖\n", "last words"),
        (NIGHT + "    director:\n      - {延长: 2020-01-01T00:00}\n", "gone by"),
        (HEAD + "script:\n  - day: 1\n    posts:\n      - {by: 士1, text: x, quote: 2}\n", "no floor 2"),
        (HEAD + "script:\n  - day: 1\n    posts:\n      - {by: 士1, text: x, quote: -1}\n", "no floor"),
    ],
)
def test_what_cannot_be_played_is_malformed_too(tmp_path: Path, text: str, what: str) -> None:
    (case,) = cases(tmp_path, text)
    with pytest.raises(Malformed) as error:
        check(case)
    assert "case.yaml:" in error.value.en
    assert what in error.value.en


@pytest.mark.parametrize(
    ("raw", "line", "what"),
    [
        (b"\xff\xfe", 1, "not UTF-8"),
        (b"case: a\nrules: \x80", 2, "not UTF-8"),
        ("case: é\nrules: \0".encode(), 2, "control characters"),
        (b"case: a\n---\n42\n", 3, "must be a mapping"),
    ],
)
def test_a_file_that_is_no_text(tmp_path: Path, raw: bytes, line: int, what: str) -> None:
    path = tmp_path / "case.yaml"
    path.write_bytes(raw)
    with pytest.raises(Malformed, match=rf"case\.yaml:{line}: .*{what}"):
        load(path)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="cannot read"):
        load(tmp_path / "none.yaml")
    with pytest.raises(Malformed, match="cannot read"):
        load(tmp_path)


def test_a_file_that_may_have_no_end(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_bytes(b"x" * 4_000_001)
    with pytest.raises(Malformed, match=r"case\.yaml is too big \(4000000 bytes at most\)"):
        load(path)


def test_an_expectation_that_does_not_hold_is_a_failure_and_one_that_holds_is_not(tmp_path: Path) -> None:
    text = NIGHT + "    orders:\n      - 黑1: 杀 士1\n    expect:\n      out: {士1: 侠士}\n      counts: {}\n      winners: []\n"
    (case,) = cases(tmp_path, text)
    assert check(case)[1] == []
    (case,) = cases(tmp_path, text.replace("out: {士1: 侠士}", "out: {士2: 侠士}"))
    (failure,) = check(case)[1]
    assert (failure.line, failure.phase, failure.key) == (8, "night 1", "out")
    assert (failure.expected, failure.came) == ({"士2": "侠士"}, {"士1": "侠士"})
    assert "1" in failure.clauses


def test_a_phase_that_never_comes_fails_every_expectation(tmp_path: Path) -> None:
    (case,) = cases(tmp_path, NIGHT + "  - runoff: 2\n    expect: {out: {}}\n")
    (failure,) = check(case)[1]
    assert "never came" in failure.came
