"""Same sound and similar shape (3.3), measured on lists of pairs.

``similar-shape.tsv`` was given with the task; nothing was fitted on it. ``-dev`` is what the table's weights were fitted on,
``-held-out`` what nothing was fitted on, ``-fresh`` was written down when the table was finished (docs/decisions/similar-shapes.md).
"""

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bansha.reading.folding import fold
from bansha.reading.slips import SHAPE, SOUND, slip

DATA = Path(__file__).parents[1] / "data"
TABLES = Path(__file__).parents[2] / "src/bansha/reading/data"


def labelled(name: str) -> list[tuple[str, str, bool]]:
    rows = [line.split("\t") for line in (DATA / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [(a, b, value == "1") for a, b, value in rows]


def alike(a: str, b: str) -> bool:
    """As names are compared: after folding (彔 is 录 already)."""
    return fold(a) == fold(b) or SHAPE in slip(fold(a), fold(b))


@pytest.mark.parametrize(
    ("name", "least", "most_false"),
    [
        ("similar-shape.tsv", 0.9, 0),
        ("similar-shape-held-out.tsv", 0.85, 2),
        ("similar-shape-fresh.tsv", 0.8, 0),
        ("similar-shape-dev.tsv", 0.85, 3),
    ],
)
def test_similar_shapes_are_found_and_different_ones_are_not(name: str, least: float, most_false: int) -> None:
    pairs = labelled(name)
    found = [alike(a, b) for a, b, similar in pairs if similar]
    false = [a + b for a, b, similar in pairs if not similar and alike(a, b)]
    print(f"{name}: {sum(found)} of {len(found)} found, {len(false)} of {len(pairs) - len(found)} false {false}")
    assert sum(found) >= least * len(found)
    assert len(false) <= most_false, false


def test_no_pair_is_in_two_lists() -> None:
    lists = [{frozenset(row[:2]) for row in labelled(f"similar-shape{end}.tsv")} for end in ("", "-dev", "-held-out", "-fresh")]
    assert not any(a & b for a, b in combinations(lists, 2))


@pytest.mark.parametrize("pair", ["河清", "芬芳", "铃铛", "杨枫", "妹姐", "人大", "头馒", "侠白", "鸡鸭", "杀救", "东西"])
def test_a_shared_radical_is_not_enough(pair: str) -> None:
    assert SHAPE not in slip(*pair)


@pytest.mark.parametrize(
    "pair", ["未来", "处外", "目自", "同网", "饺绞", "未末", "己已", "l1", "1i", "o0", "s5", "b8", "z2", "оo", "αa", "口ロ"]
)
def test_well_known_look_alikes(pair: str) -> None:
    assert SHAPE in slip(*pair)


@pytest.mark.parametrize(
    ("pair", "same"),
    [
        ("饺绞", True), ("饺叫", True), ("饺觉", True), ("包饱", True), ("包报", True), ("绿律", True), ("女努", False), ("己其", False),
        ("红工", False), ("红洪", True), ("行航", True), ("行形", True), ("真针", True), ("真增", False), ("3三", True), ("n恩", False),
        ("鋆云", True), ("囍喜", True),
    ],
)  # fmt: skip
def test_sound_is_compared_without_tone_by_kTGHZ2013(pair: str, same: bool) -> None:  # noqa: N802
    assert (SOUND in slip(fold(pair[0]), fold(pair[1]))) == same


@given(st.sampled_from("水永绞饺包句未末三山0ol1éeかが鋆\U0001f600"), st.characters())
def test_law_symmetric_and_never_of_equals(a: str, b: str) -> None:
    assert slip(a, b) == slip(b, a)
    assert slip(b, b) == ""


def test_the_tables_speak_of_folded_characters_only() -> None:
    for name in ("readings.txt", "shapes.txt"):
        text = (TABLES / name).read_text(encoding="utf-8")
        assert {c for c in text if c not in "\t\n" and fold(c) != c} == set(), name


def test_the_standard_characters_all_have_a_sound() -> None:
    heard = (TABLES / "readings.txt").read_text(encoding="utf-8")
    assert len({c for c in heard if "\u4e00" <= c <= "\u9fff"}) > 8000


def test_the_table_of_shapes_is_compact_and_in_order() -> None:
    lines = (TABLES / "shapes.txt").read_text(encoding="utf-8").splitlines()
    assert lines == sorted(lines)
    assert all(line[0] < line[1] and list(line) == sorted(set(line)) for line in lines)
    assert (TABLES / "shapes.txt").stat().st_size < 300_000
