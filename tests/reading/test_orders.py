"""A private message is one certain order or none, with the reason (X-R1, X-R40). The table is order_texts.txt."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bansha.reading.folding import fold
from bansha.reading.names import Match, NameBook
from bansha.reading.nicknames import check_nickname
from bansha.reading.order_words import PIPER, WORDS, XIA, form
from bansha.reading.orders import PROBLEMS, OrderReading, read_order
from bansha.rules.ballots import AMBIGUOUS_NAME
from bansha.rules.phases import ABSTAIN, NOBODY

NAMES = [
    "水饺",
    "包子",
    "馒头",
    "花卷",
    "烧卖",
    "油条",
    "豆浆",
    "水饺王",
    "救火",
    "若水",
    "小 明",
    "Bob",
    "士1",
    "士2",
    "2",
    "自由",
    "和平",
]
SENDER = NAMES.index("豆浆")
SLIPS = {"水绞": ("水饺",), "花饺": ("水饺", "花卷")}
VOCABULARY = {"xia": XIA, "piper": PIPER}


class Book(NameBook):
    """The names, and a few more slips of the pen than the tables know."""

    def match(self, text: str, eligible: int, typos: int) -> Match:
        exact = super().match(text, eligible, typos)
        near = tuple(NAMES.index(name) for name in SLIPS.get(fold(text), ()))
        if exact.seat >= 0 or not typos or not near:
            return exact
        return Match(near[0], 0, "slip", text, "", ()) if len(near) == 1 else Match(NOBODY, AMBIGUOUS_NAME, "", text, "", near)


BOOK = Book(NAMES)


def table() -> list[tuple[str, str, str]]:
    rows = []
    rules = ""
    for line in (Path(__file__).parent / "order_texts.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and " => " not in line:
            rules = line[1 : line.index("]")]
        elif " => " in line:
            text, expected = line.rsplit(" => ", 1)
            rows.append((rules, text.replace("⏎", "\n"), expected))
    return rows


def told(reading: OrderReading) -> str:
    if reading.problem:
        return " ".join(["!", reading.problem, *(NAMES[seat] for seat in reading.near)])
    targets = ["无" if seat == ABSTAIN else NAMES[seat] for seat in reading.targets]
    member = [] if reading.member == NOBODY else ["by", NAMES[reading.member]]
    floor = [] if reading.floor < 0 else ["floor", str(reading.floor)]
    return " ".join([reading.act, *targets, *member, *floor])


TABLE = table()


@pytest.mark.parametrize(("rules", "text", "expected"), TABLE)
def test_texts_are_read_as_meant(rules: str, text: str, expected: str) -> None:
    assert told(read_order(text, BOOK, VOCABULARY[rules], SENDER)) == expected


def test_width_and_case_never_matter() -> None:
    for rules, text, expected in TABLE:
        if "[" not in text:
            wide = "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalnum() else c for c in text)
            assert told(read_order(wide, BOOK, VOCABULARY[rules], SENDER)) == expected, text


def test_traditional_characters_never_matter() -> None:
    traditional = str.maketrans("杀验护领骗觉楼后无弃权决对这个发动", "殺驗護領騙覺樓後無棄權決對這個發動")
    for rules, text, expected in TABLE:
        assert told(read_order(text.translate(traditional), BOOK, VOCABULARY[rules], SENDER)) == expected, text


def test_courtesy_changes_nothing() -> None:
    for rules, text, expected in TABLE:
        if not expected.startswith("!"):
            assert told(read_order(f"导演好，{text}，谢谢。", BOOK, VOCABULARY[rules], SENDER)) == expected, text


def test_a_quote_is_no_order() -> None:
    for rules, text, expected in TABLE:
        if "[" not in text:
            assert read_order(f"[quote]{text}[/quote]", BOOK, VOCABULARY[rules], SENDER).problem == "no_order", text
            assert told(read_order(f"[quote]杀 馒头[/quote]{text}", BOOK, VOCABULARY[rules], SENDER)) == expected, text


@pytest.mark.parametrize(("rules", "act"), [(rules, act) for rules, acts in VOCABULARY.items() for act in sorted(acts)])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_form_told_in_answers_is_understood(rules: str, act: str, language: str) -> None:
    text = form(act, language).split("（")[0].split("(")[0].replace("X", "水饺").replace("Y", "包子").replace("N", "7")
    reading = read_order(text, BOOK, VOCABULARY[rules], SENDER)
    assert (reading.act, reading.problem) == (act, "")
    assert len(reading.targets) == WORDS[act].targets


def test_somebody_may_be_called_by_a_word_of_the_grammar() -> None:
    names = ["杀", "我", "放弃", "若", "由"]
    book = NameBook(names)
    assert read_order("杀 杀", book, XIA, 4).targets == (0,)
    assert read_order("杀 放弃", book, XIA, 4).targets == (2,)
    assert read_order("杀 若", book, XIA, 4).targets == (3,)
    assert read_order("杀 由 由 若", book, XIA, 4)[1:3] == ((4,), 3)
    assert read_order("救我", book, XIA, 4).problem == "ambiguous_name"
    assert read_order("救我", book, XIA, 1).targets == (1,)


@pytest.mark.parametrize("name", ["为民", "是非", "对象", "目标民", "一下民", "给民", "到时", "投A", "我投水", "成民", "由由"])
def test_a_name_may_begin_like_a_word_that_may_stand_before_one(name: str) -> None:
    # X-R40: names are exact, and the forms that answers tell are always understood
    assert not check_nickname(name, [])
    book = NameBook([name, "水饺"])
    for rules, acts in VOCABULARY.items():
        for act in sorted(act for act in acts if WORDS[act].targets == 1):
            text = form(act).split("（")[0].replace("X", name)
            assert told_seats(read_order(text, book, VOCABULARY[rules], 1)) == (act, "", (0,)), text
    assert read_order(f"幻觉一 水饺 {name}", book, XIA, 1).targets == (1, 0)
    assert read_order(f"幻觉一 {name} 水饺", book, XIA, 1).targets == (0, 1)
    assert read_order(f"杀 水饺 由 {name}", book, XIA, 1)[1:3] == ((1,), 0)
    assert read_order("更正为水饺", book, XIA, 0).targets == (1,)
    assert read_order("验 对象是水饺", book, XIA, 0).targets == (1,)


def told_seats(reading: OrderReading) -> tuple[str, str, tuple[int, ...]]:
    return reading.act, reading.problem, reading.targets


WORDS_OF_ALL = st.sampled_from(
    [
        *NAMES,
        *"杀验救咬投由对把不如我，。：？\n和、3十楼",
        "幻觉一",
        "幻觉三",
        "阻止",
        "放弃",
        "代投",
        "更正",
        "同意平局",
        "反弹给",
        "如果",
        "谢谢",
        "[quote]",
        "无",
        "kill ",
    ]
)


@given(
    st.one_of(st.text(), st.lists(WORDS_OF_ALL, max_size=10).map("".join)), st.sampled_from([XIA, PIPER]), st.sampled_from([SENDER, NOBODY])
)
def test_any_text_is_read_without_an_error(text: str, vocabulary: frozenset[str], sender: int) -> None:
    reading = read_order(text, BOOK, vocabulary, sender)
    assert reading.problem in ("", *PROBLEMS)
    assert reading.act in ("", *vocabulary)
    if not reading.problem:
        assert len(reading.targets) == WORDS[reading.act].targets
        assert (reading.floor >= 0) == (reading.act == "illusion3")
    else:
        assert (reading.targets, reading.member, reading.floor) == ((), NOBODY, -1)


@given(st.permutations(["阿尔法", "贝塔", "伽玛", "德尔塔", "丙丁", "戊己", "庚辛"]), st.sampled_from(TABLE))
def test_other_names_change_nothing_but_the_seat(others: list[str], row: tuple[str, str, str]) -> None:
    rules, text, _ = row
    if any(name in text for name in ("王", "饺子", "绞", "餃", "花饺", "仔", "水饺包子")):
        return
    renamed = text
    for old, new in zip(NAMES[:7], others, strict=True):
        renamed = renamed.replace(old, new)
    now = read_order(renamed, NameBook(others + NAMES[7:]), VOCABULARY[rules], SENDER)
    assert now[:6] == read_order(text, BOOK, VOCABULARY[rules], SENDER)[:6]


@pytest.mark.parametrize(
    "piece", ["放弃", "投水饺，", "投\n", "[quote]", "[/s]", "[", "<b", "“投", "水饺、", "> 投\n", "就", " ", "投票对象：", "~~a"]
)
@pytest.mark.parametrize("start", ["", "投", "杀 "])
def test_a_hostile_text_is_read_to_its_end(start: str, piece: str) -> None:
    text = start + piece * (3000 // len(piece))
    read_order(text, BOOK, XIA, SENDER)
