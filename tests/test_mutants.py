"""The mutator: which changes it makes, that names outlive edits, that it kills what the tests notice and says what they do not."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutants.mutate import apply, mutants

ROOT = Path(__file__).resolve().parents[1]


def names(tmp_path: Path, source: str, *, labels: bool = False) -> list[str]:
    path = tmp_path / "m.py"
    path.write_text(source, encoding="utf-8")
    return [mutant.name for mutant in mutants(path, "m", labels=labels)]


def test_a_threshold_is_moved_and_turned_round(tmp_path: Path) -> None:
    assert names(tmp_path, "def f(n):\n    return n >= x\n") == ["m:f: n >= x -> n > x", "m:f: n >= x -> n < x"]


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("a and b", ["a or b"]),
        ("not a", ["a"]),
        ("a << b", ["a >> b"]),
        ("a & b", ["a | b"]),
        ("3", ["4"]),
        ("-1", ["2"]),  # within the minus: −2
        ("True", ["False"]),
        ("'x'", ["'XXx'"]),
    ],
)
def test_expressions(tmp_path: Path, line: str, changed: list[str]) -> None:
    assert [name.split(" -> ")[1] for name in names(tmp_path, f"def f(a, b):\n    return {line}\n")] == changed


@pytest.mark.parametrize("line", ["note(s, a)", "s.marks[a] = b", "raise ValueError(f'{1}')"])
def test_a_statement_is_left_out(tmp_path: Path, line: str) -> None:
    assert [name.split(" -> ")[1] for name in names(tmp_path, f"def f(s, a, b):\n    {line}\n")] == ["pass"]


def test_docstrings_annotations_and_decorators_are_left_alone(tmp_path: Path) -> None:
    assert names(tmp_path, '"""m"""\n@home("1.6")\ndef f(a: "int") -> "int":\n    """f"""\n    return a\n') == []


def test_labels_are_left_alone_only_outside_functions(tmp_path: Path) -> None:
    source = "TALK = 0\ndef f():\n    return 1\n"
    assert names(tmp_path, source, labels=True) == ["m:f: 1 -> 2"]
    assert names(tmp_path, source) == ["m:TALK: 0 -> 1", "m:f: 1 -> 2"]


def test_a_name_outlives_lines_put_before_it(tmp_path: Path) -> None:
    source = "def f(n):\n    return n + 1\n"
    assert names(tmp_path, source) == names(tmp_path, "import os\n\n\n" + source)


def test_every_mutant_of_a_real_file_compiles_and_differs() -> None:
    path = ROOT / "src/bansha/rules/bits.py"
    original = compile(path.read_text(encoding="utf-8"), "", "exec").co_consts
    made = mutants(path, "bansha.rules.bits")
    assert len({mutant.name for mutant in made}) == len(made) > 20
    for mutant in made:
        assert compile(apply(mutant), "", "exec").co_consts != original, mutant.name


def test_a_run_kills_what_tests_notice_and_names_what_they_do_not() -> None:
    """One test of one function in bits.py: its mutants are killed, its neighbours' survive, unreached."""
    command = [sys.executable, "-m", "tools.mutants", "rules/bits", "--jobs", "1", "--tests", "tests/rules/test_bits.py::test_has_alone"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    survived = [
        line for line in done.stdout.splitlines() if line.startswith("survived") and ":SEAT_OF_BIT:" not in line
    ]  # a table is reached by nobody in particular
    assert survived
    assert all("bits:has:" not in line and "no test reaches it" in line for line in survived)
    assert "mutants: killed" in done.stdout
