"""Compiled and interpreted code are the same text and do the same, on a toy rule set that does everything kernel text may do."""

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("numba")

from bansha.lab import compiling as c
from bansha.lab.dice import below, member, seed
from bansha.rules.homes import home
from bansha.rules.states import blank

# ---- the toy ---------------------------------------------------------------------------------------------------------------------------

LIMIT = 9
STEPS = (1, -2, 3, 5)


class Toy:
    LENGTHS: ClassVar[dict[str, int]] = {"marks": 8, "rows": 16}

    alive: int
    total: int
    found: int
    marks: list[int]
    rows: list[int]
    dice: int

    __slots__ = tuple(name for name in __annotations__ if name != "LENGTHS")


def lowest(seats: int) -> int:
    seat = 0
    while not (seats >> seat) & 1:
        seat += 1
    return seat


@home("1.1")
def strike(s: Toy, seat: int) -> int:
    if seat < 0:
        return -1
    s.alive &= ~(1 << seat)
    return lowest(s.alive) if s.alive else -1


def bump(s: Toy, seat: int, by: int) -> None:
    if seat < 0:
        return
    s.marks[seat] += by


def note(s: Toy, what: int) -> None:
    s.rows[s.found] = what
    s.found += 1


def step(s: Toy, n: int) -> int:
    x = 0
    for i in range(8):
        if i == n % 8:
            continue
        x += STEPS[i % 4]
        if x > LIMIT:
            x -= s.marks[i]
            break
    first = -1
    for i in range(n):
        if first < 0 and s.marks[i % 8] > 1:
            first = i
    return x * 3 + first - n // 3


def play(s: Toy, turns: int) -> int:
    s.alive = 0xFF
    total = 0
    for turn in range(turns):
        seat = member(s, s.alive)
        bump(s, seat, below(s, 3))
        if below(s, 10) == 0:
            note(s, strike(s, seat))
        total += step(s, turn)
        if s.alive == 0 or s.found > 12:
            break
    s.total += total
    return total


def far(s: Toy, i: int) -> int:
    return s.marks[i]


def share(s: Toy, n: int) -> int:
    return s.total // n


def truth(s: Toy, n: int) -> int:
    return n > 3 and s.alive == 0


def start(s: Toy, number: int) -> int:
    seed(s, number)
    return below(s, 2**31)


def word(n: int) -> int:
    return ~((1 << n) - 1)


def values(s: Toy) -> list[Any]:
    return [getattr(s, name) for name in Toy.__slots__]


# ---- states ----------------------------------------------------------------------------------------------------------------------------

ints = st.integers(-(2**63), 2**63 - 1)


@st.composite
def toys(draw: st.DrawFn) -> Toy:
    s = blank(Toy)
    s.alive, s.total, s.found = draw(ints), draw(ints), draw(ints)
    s.dice = draw(ints)
    s.marks, s.rows = (draw(st.lists(ints, min_size=n, max_size=n)) for n in (8, 16))
    return s


@given(toys())
def test_a_state_survives_being_a_record(s: Toy) -> None:
    array = c.as_record(s)
    assert array.nbytes == 8 * (3 + 8 + 16 + 1)
    back = c.from_record(Toy, array)
    assert values(back) == values(s)
    assert {type(value) for value in [back.total, back.marks[0], back.rows[15]]} == {int}


def test_many_records_are_independent() -> None:
    array = c.records(Toy, 3)
    s = blank(Toy)
    s.marks[7] = 5
    c.into_record(s, array, 1)
    assert [c.from_record(Toy, array, i).marks[7] for i in range(3)] == [0, 5, 0]


# ---- the same text ---------------------------------------------------------------------------------------------------------------------


def both(function: Callable[..., int], s: Toy, *args: int, bounds: bool = True) -> None:
    """The compiled twin gives the same result and leaves the same state."""
    array = c.as_record(s)
    there = c.compiled(function, bounds=bounds, on_disk=False)(array[0], *args)
    assert function(s, *args) == there
    assert values(c.from_record(Toy, array)) == values(s)


@pytest.mark.parametrize("bounds", [False, True])
@settings(deadline=None)
@given(number=ints, turns=st.integers(0, 200))
def test_the_same_course(bounds: bool, number: int, turns: int) -> None:
    s = blank(Toy)
    seed(s, number)
    both(play, s, turns, bounds=bounds)


@settings(deadline=None)
@given(number=ints)
def test_the_same_dice_from_every_seed(number: int) -> None:
    both(start, blank(Toy), number)


def test_truth_values_are_ints_enough() -> None:
    for n in (3, 4):
        both(truth, blank(Toy), n)


@pytest.mark.parametrize("n", [0, 1, 61, 62])
def test_bitsets_of_62_seats(n: int) -> None:
    assert c.compiled(word, on_disk=False)(n) == word(n) < 0


def test_negative_indices_mean_the_same() -> None:
    s = blank(Toy)
    s.marks[7] = 9
    both(far, s, -1)
    both(far, s, -1, bounds=False)


def test_with_bounds_checked_what_the_interpreter_refuses_is_refused() -> None:
    array = c.as_record(blank(Toy))
    for index in (8, -9):
        with pytest.raises(IndexError):
            c.compiled(far, bounds=True, on_disk=False)(array[0], index)
    with pytest.raises(ZeroDivisionError):
        c.compiled(share, bounds=True, on_disk=False)(array[0], 0)


def test_the_originals_are_untouched() -> None:
    before = play.__globals__["bump"]
    c.compiled(play, on_disk=False)
    assert play.__globals__["bump"] is before is bump
    assert isinstance(play(blank(Toy), 0), int)


def test_functions_are_shared_between_entries() -> None:
    assert c.compiled(play, on_disk=False) is c.compiled(play, on_disk=False)
    assert c.reach(play)[-1].__name__ == "play"
    assert {f.__name__ for f in c.reach(play)} == {"play", "member", "count", "roll", "below", "bump", "note", "strike", "lowest", "step"}


def test_what_another_entry_calls_can_itself_be_an_entry() -> None:
    c.compiled(play, on_disk=False)
    both(step, blank(Toy), 5, bounds=False)


# ---- what is refused -------------------------------------------------------------------------------------------------------------------


def around(s: Toy, n: int) -> int:
    return and_back(s, n) if n else 0


def and_back(s: Toy, n: int) -> int:
    return around(s, n - 1)


def with_default(n: int = 1) -> int:
    return n


def with_rest(*n: int) -> int:
    return len(n)


def keyword_only(*, n: int) -> int:
    return n


def with_builtin(n: int) -> int:
    return len(str(n))


def with_module(n: int) -> int:
    return len(sys.argv) + n


def with_class(n: int) -> int:
    return len(blank(Toy).marks) + n


def with_unknown(n: int) -> int:
    return nowhere + n  # type: ignore[name-defined,no-any-return]  # noqa: F821


def outer(n: int) -> Callable[[], int]:
    def inner() -> int:
        return n

    return inner


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (around, "does not recur: around → and_back → around"),
        (with_default, "positional arguments only"),
        (with_rest, "positional arguments only"),
        (keyword_only, "positional arguments only"),
        (outer(3), "closes over nothing"),
        (with_builtin, "uses the builtin str"),
        (with_module, "sys is a module"),
        (with_class, "Toy is a type"),
        (with_unknown, "nowhere is not defined"),
        (len, "not a plain function"),
    ],
)
def test_what_is_no_kernel_text(function: Callable[..., int], why: str) -> None:
    with pytest.raises(c.NotKernelError, match=why):
        c.compiled(function, on_disk=False)


# ---- the cache -------------------------------------------------------------------------------------------------------------------------

CLAUSE = "LIMIT = {limit}\nTABLE = (0, {limit})\ndef clause(n):\n    return n + {more} + LIMIT\n"
ENTRY = "from clause_file import clause, TABLE\ndef entry(n):\n    return clause(n) * TABLE[1]\n"
RUN = """
import sys; sys.path[:0] = [sys.argv[1]]
import entry_file
from bansha.lab.compiling import compiled
f = compiled(entry_file.entry)
print(f(1), sum(f.stats.cache_hits.values()))
"""


def run(folder: Path, limit: int, more: int) -> tuple[int, int]:
    """What a fresh process computes, and whether it took it from the cache."""
    (folder / "clause_file.py").write_text(CLAUSE.format(limit=limit, more=more), "utf-8")
    if not (folder / "entry_file.py").exists():
        (folder / "entry_file.py").write_text(ENTRY, "utf-8")
    env = {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": str(Path(c.__file__).parents[2]), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", RUN, str(folder)], env=env, capture_output=True, text=True, check=True)
    result, hits = done.stdout.split()
    return int(result), int(hits)


def test_a_change_in_another_file_is_never_met_by_an_old_cache(tmp_path: Path) -> None:
    """Numba alone looks at the entry's own file, which does not change here."""
    assert run(tmp_path, 10, 1) == (120, 0)
    assert run(tmp_path, 10, 1) == (120, 1)
    assert run(tmp_path, 10, 2) == (130, 0)  # the code of a callee
    assert run(tmp_path, 20, 2) == (460, 0)  # only constants
    assert run(tmp_path, 10, 2) == (130, 1)


def test_the_fingerprint() -> None:
    functions = c.reach(play)
    assert c.fingerprint(functions) == c.fingerprint(functions) != c.fingerprint(functions, bounds=True)
    assert c.fingerprint(functions) != c.fingerprint(functions[:-1])


def test_old_caches_are_swept_and_no_home_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for n in range(c.KEPT + 3):
        assert c._cache_folder(f"{n}") == c.cache_root() / f"{n}"
    assert len(list(c.cache_root().iterdir())) == c.KEPT
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert c._cache_folder("x") is None


def test_without_numba_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(ImportError, match=r"bansha\[fast\]"):
        c._jit(lowest, False, inner=True)  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match=r"bansha\[fast\]"):
        c.records(Toy, 1)


def test_importing_the_module_loads_neither_numpy_nor_numba() -> None:
    code = "import sys, bansha.lab.compiling, bansha.lab.dice; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    env = {"PYTHONPATH": str(Path(c.__file__).parents[2])}
    assert subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout == "[]\n"
    assert importlib.util.find_spec("numba")
