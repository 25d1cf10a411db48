"""Whom a written name means (3.3, X-R26, X-R40)."""

import timeit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bansha.reading.folding import fold
from bansha.reading.names import Match, NameBook
from bansha.rules.ballots import AMBIGUOUS_NAME, FLAWLESS, TARGET_OUT, UNKNOWN_NAME

NAMES = ["水饺", "绞肉机", "Tom", "未来", "包子", "张 三", "鍾馗", "小红"]
ALL = (1 << len(NAMES)) - 1
BOOK = NameBook(NAMES)


def only(*names: str) -> int:
    """The bitset of these seats."""
    return sum(1 << NAMES.index(name) for name in names)


@pytest.mark.parametrize(
    ("text", "seat"),
    [("水饺", 0), ("【水餃】", 0), ("@ＴＯＭ", 2), ("t o m", 2), ("张三", 5), ("張三", 5), ("锺馗", 6), ("钟馗", 6), ("“未來”", 3)],
)
@pytest.mark.parametrize("typos", [0, 1])
def test_exact_after_folding(text: str, seat: int, typos: int) -> None:
    assert BOOK.match(text, ALL, typos) == Match(seat, FLAWLESS, "", "", "", ())


@pytest.mark.parametrize(
    ("text", "seat", "how", "typed", "meant"),
    [
        ("水绞", 0, "音形", "绞", "饺"),
        ("税饺", 0, "音", "税", "水"),
        ("饺肉机", 1, "音形", "饺", "绞"),
        ("脚肉机", 1, "音", "脚", "绞"),
        ("末来", 3, "形", "末", "未"),
        ("【末來】", 3, "形", "末", "未"),
        ("句子", 4, "形", "句", "包"),
        ("保子", 4, "音", "保", "包"),
        ("张伞", 5, "音", "伞", "三"),
        ("t0m", 2, "形", "0", "o"),
        ("Тom", 2, "形", "т", "t"),
        ("tóm", 2, "形", "ó", "o"),
        ("种馗", 6, "音形", "种", "钟"),
    ],
)
def test_one_wrong_character_of_like_sound_or_shape(text: str, seat: int, how: str, typed: str, meant: str) -> None:
    match = BOOK.match(text, ALL, 1)
    assert (match.seat, match.flaw, match.typed, match.meant, match.near) == (seat, FLAWLESS, typed, meant, ())
    assert match.how == how


@pytest.mark.parametrize("text", ["水绞", "末来", "t0m"])
def test_x_r40_nothing_is_forgiven_in_orders(text: str) -> None:
    assert BOOK.match(text, ALL, 0) == Match(-1, UNKNOWN_NAME, "", "", "", ())


@pytest.mark.parametrize("text", ["税绞", "水饺子", "饺水", "水", "水河", "大红", "小工头", "", "　", "【】"])
def test_anything_else_is_unknown(text: str) -> None:
    match = BOOK.match(text, ALL, 1)
    assert (match.seat, match.flaw) == (-1, UNKNOWN_NAME)


def test_readings_that_only_dictionaries_know_make_no_slip() -> None:
    """General dictionaries call 红 also gong; kTGHZ2013 does not."""
    assert BOOK.match("小工", ALL, 1).flaw == UNKNOWN_NAME
    assert NameBook(["己"]).match("其", 1, 1).flaw == UNKNOWN_NAME


def test_x_r26_the_exact_name_of_one_who_is_out_is_never_a_slip_for_the_living() -> None:
    book = NameBook(["水饺", "水绞"])
    assert book.match("水饺", 0b10, 1) == Match(0, TARGET_OUT, "", "", "", ())
    assert book.match("水餃", 0b01, 1).seat == 0


def test_x_r26_two_within_one_slip_are_ambiguous() -> None:
    book = NameBook(["水饺", "水绞", "包子"])
    assert book.match("水交", 0b111, 1) == Match(-1, AMBIGUOUS_NAME, "", "", "", (0, 1))
    assert book.match("水交", 0b110, 1).seat == 1, "one of the two is out"


def test_x_r26_in_a_runoff_only_the_two_can_be_meant() -> None:
    assert BOOK.match("末来", only("未来", "包子"), 1).seat == 3
    missed = BOOK.match("末来", only("水饺", "包子"), 1)
    assert (missed.seat, missed.flaw, missed.near) == (-1, UNKNOWN_NAME, (3,))


def test_a_slip_of_a_slip_is_two() -> None:
    assert BOOK.match("末莱", ALL, 1).flaw == UNKNOWN_NAME


@pytest.mark.parametrize(("text", "near"), [("绞机肉", (1,)), ("绞肉", (1,)), ("水饺子", (0,)), ("绞牛机", (1,)), ("机器猫", ())])
def test_unknown_names_come_with_hints(text: str, near: tuple[int, ...]) -> None:
    assert BOOK.match(text, ALL, 1).near == near


def test_names_that_fold_alike_are_ambiguous() -> None:
    """No sign-up allows it; a game run elsewhere may have it."""
    assert NameBook(["Tom", "TOM", "x"]).match("tom", 7, 1) == Match(-1, AMBIGUOUS_NAME, "", "", "", (0, 1))


def test_only_none_or_one_wrong_character_can_be_asked_for() -> None:
    with pytest.raises(ValueError, match="typos"):
        BOOK.match("水绞", ALL, 2)


LETTERS = "水永氷冰绞饺交包饱报抱句未末来莱三山张章Tt0oOl1I鍾锺钟 【】"
NAME = st.text(alphabet=LETTERS, min_size=1, max_size=4)
GAME = st.lists(NAME, min_size=1, max_size=8, unique_by=fold).filter(lambda names: all(map(fold, names)))


@given(GAME, st.data())
def test_law_an_exact_name_always_wins(names: list[str], data: st.DataObject) -> None:
    eligible = data.draw(st.integers(0, (1 << len(names)) - 1))
    book = NameBook(names)
    for typos in (1, 0, 1):
        for seat, name in enumerate(names):
            match = book.match(name, eligible, typos)
            assert (match.seat, match.flaw, match.how) == (seat, FLAWLESS if eligible >> seat & 1 else TARGET_OUT, "")


@given(GAME, NAME, st.data())
def test_law_it_does_not_matter_who_sits_where(names: list[str], text: str, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(names))))
    eligible = data.draw(st.integers(0, (1 << len(names)) - 1))
    moved = sum(1 << place for place, seat in enumerate(order) if eligible >> seat & 1)
    there = NameBook(names).match(text, eligible, 1)
    here = NameBook([names[seat] for seat in order]).match(text, moved, 1)
    assert here[1:5] == there[1:5]
    assert (order[here.seat] if here.seat >= 0 else -1) == there.seat
    assert {order[place] for place in here.near} == set(there.near)


@given(GAME, NAME, st.data())
def test_law_only_the_folded_text_matters(names: list[str], text: str, data: st.DataObject) -> None:
    eligible = data.draw(st.integers(0, (1 << len(names)) - 1))
    book = NameBook(names)
    assert book.match(text, eligible, 1) == book.match(f"【{fold(text)}】", eligible, 1)


@given(GAME, NAME, st.data())
def test_law_who_may_not_be_meant_is_as_if_never_there_unless_named_exactly(names: list[str], text: str, data: st.DataObject) -> None:
    eligible = data.draw(st.integers(0, (1 << len(names)) - 1))
    match = NameBook(names).match(text, eligible, 1)
    living = [name for seat, name in enumerate(names) if eligible >> seat & 1]
    if match.flaw != TARGET_OUT and living:
        alone = NameBook(living).match(text, (1 << len(living)) - 1, 1)
        assert match[1:5] == alone[1:5]
        assert (names[match.seat] if match.seat >= 0 else "") == (living[alone.seat] if alone.seat >= 0 else "")


def test_an_exact_name_is_cheap() -> None:
    """As a ratio, so that a slow machine passes too: some twenty dictionary look-ups at most."""
    table = {"水饺": 0}
    look_up = min(timeit.repeat(lambda: table.get("水饺"), number=20_000, repeat=7))
    assert min(timeit.repeat(lambda: BOOK.match("水饺", ALL, 1), number=20_000, repeat=7)) < 20 * look_up
