"""A post in a vote thread is read as its player meant it, or as talk (3.3; X-R25, X-R26, P-R16). The table is vote_texts.txt."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bansha.reading import at_length, votes
from bansha.reading.folding import fold
from bansha.reading.names import Match, NameBook
from bansha.reading.votes import WHY, VoteReading, read_vote
from bansha.rules import ballots
from bansha.rules.phases import ABSTAIN, NOBODY

NAMES = "水饺 包子 馒头 花卷 烧卖 油条 豆浆 水饺王 票 我 大家 可疑 投机者 Bob 小_明 2".replace("_", "\0").split()
NAMES = [name.replace("\0", " ") for name in NAMES]
OUT = NAMES.index("油条")
VOTER = NAMES.index("豆浆")
LIVING = (1 << len(NAMES)) - 1 & ~(1 << OUT)
TWO = 0b11
LABELS = {ballots.LABEL_NONE: "talk", ballots.LABEL_VOTE: "VOTE", ballots.LABEL_CHANGE: "CHANGE", ballots.LABEL_FREE: "FREE"}
FLAWS = {getattr(ballots, name): name for name in dir(ballots) if name.isupper() and 20 <= getattr(ballots, name) < 30}
SLIPS = {"水绞": ("水饺",), "饱子": ("包子",), "花饺": ("水饺", "花卷")}


class Book(NameBook):
    """The names, and a few more slips of the pen than the tables know."""

    def match(self, text: str, eligible: int, typos: int) -> Match:
        exact = super().match(text, eligible, typos)
        if exact.seat >= 0 or not typos:
            return exact
        near = tuple(NAMES.index(name) for name in SLIPS.get(fold(text), ()) if eligible >> NAMES.index(name) & 1)
        if not near:
            return exact
        return Match(near[0], 0, "slip", text, "", ()) if len(near) == 1 else Match(NOBODY, ballots.AMBIGUOUS_NAME, "", text, "", near)


BOOK = Book(NAMES)


def table(file: str) -> list[tuple[str, str, str]]:
    rows = []
    rules = ""
    for line in (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and " => " not in line:
            rules = line[1 : line.index("]")]
        elif " => " in line:
            text, expected = line.rsplit(" => ", 1)
            rows.append((rules, text.replace("⏎", "\n").replace("␣", " "), expected))
    return rows


def read(rules: str, text: str) -> VoteReading:
    eligible = TWO if rules == "runoff" else LIVING
    return read_vote(
        text,
        BOOK,
        eligible,
        LIVING,
        strict=rules == "piper",
        typos=0 if rules == "piper" else 1,
        abstain_allowed=rules != "runoff",
        voter=VOTER,
    )


def told(reading: VoteReading) -> str:
    label = LABELS[reading.label]
    if label == "talk":
        return f"talk {reading.why}"
    target = "无" if reading.target == ABSTAIN else "?" if reading.target == NOBODY else NAMES[reading.target]
    return f"{label} {target} {FLAWS.get(reading.flaw, '')}".strip()


TABLE = table("vote_texts.txt")


@pytest.mark.parametrize(("rules", "text", "expected"), TABLE)
def test_texts_are_read_as_meant(rules: str, text: str, expected: str) -> None:
    assert told(read(rules, text)) == expected


def same(one: VoteReading, other: VoteReading) -> bool:
    """Label, target and flaw: what a ruling rests on."""
    return one[:3] == other[:3]


def test_the_short_ways_say_what_the_long_way_says() -> None:
    for rules, text, _ in TABLE:
        strict = rules == "piper"
        ballot = at_length.Ballot(BOOK, TWO if rules == "runoff" else LIVING, LIVING, strict, 0 if strict else 1, rules != "runoff", VOTER)
        assert same(read(rules, text), at_length.read_at_length(text, ballot)), text


@pytest.mark.parametrize("name", ["是非", "为民", "就是", "水对吗", "哪位"])
@pytest.mark.parametrize("after", ["", "。", "\n投票理由：可疑", "\n投票理由：可疑？"])
def test_an_exact_name_is_read_whole(name: str, after: str) -> None:
    # X-R26: an exact name always wins, also over 是 and 为 between label and name, and over a word that asks
    reading = read_vote(f"投票对象：{name}{after}", NameBook([name, "水饺"]), 3, 3, strict=False, typos=1)
    assert (reading.target, reading.flaw) == (0, 0)
    if "理由" in after:
        strict = read_vote(f"投票对象：{name}{after}", NameBook([name, "水饺"]), 3, 3, strict=True, typos=0)
        assert (strict.target, strict.flaw) == (0, 0)


@pytest.mark.parametrize("text", ["我投 若水", "我投若水", "改投若水，他可疑", "票 若水", "我投若水。若水说的不对"])
def test_a_condition_in_a_name_is_no_condition(text: str) -> None:
    # 3.3: the target must be clear, and it is
    reading = read_vote(text, NameBook(["若水", "水饺", "若"]), 7, 7, strict=False, typos=1)
    assert (reading.target, reading.flaw) == (0, 0)


@pytest.mark.parametrize("text", ["我投包子，若水饺是狼", "若水饺不投我，我投包子", "若若水发言我投包子", "我投包子，若是这样"])
def test_a_condition_beside_a_name_is_one(text: str) -> None:
    reading = read_vote(text, NameBook(["若水", "水饺", "包子", "若"]), 15, 15, strict=False, typos=1)
    assert (reading.label, reading.why) == (ballots.LABEL_NONE, "conditional")


@pytest.mark.parametrize("text", ["改投为民", "改投为为民", "我投为民", "投票给为民", "改投成 为民"])
def test_a_verb_leaves_a_name_whole(text: str) -> None:
    reading = read_vote(text, NameBook(["为民", "水饺"]), 3, 3, strict=False, typos=1)
    assert (reading.target, reading.flaw) == (0, 0)


PIECES = [
    "对",
    "對",
    "象",
    "像",
    "引",
    "用",
    "发",
    "發",
    "表",
    "写",
    "寫",
    "道",
    "原",
    "帖",
    "贴",
    "貼",
    "&gt;",
    "&",
    "[",
    "?",
    "？",
    "\u0336",
    "~",
    "好",
    "\n",
]


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_the_quick_look_for_something_odd_misses_nothing(text: str) -> None:
    assert votes._is_odd(text, 0) == (votes._ODD.search(text) is not None)


def test_width_and_case_never_matter() -> None:
    for rules, text, expected in TABLE:
        wide = "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalnum() else c for c in text)
        if any(mark in text for mark in ("[", "<", "&gt;", "引用", "发表")):
            wide = text.upper()
        assert told(read(rules, wide)) == expected, text


TRADITIONAL = str.maketrans("对弃权无给这个决说话问还会吗谁几统计数", "對棄權無給這個決說話問還會嗎誰幾統計數")


def test_traditional_characters_never_matter() -> None:
    for rules, text, expected in TABLE:
        assert told(read(rules, text.translate(TRADITIONAL))) == expected, text


WRAPS = [
    "[quote]{}[/quote]",
    "<blockquote>{}</blockquote>",
    "[s]{}[/s]",
    "<del>{}</del>",
    "[quote]a[quote]{}[/quote]b[/quote]",
    "[quote]{}",
]


@pytest.mark.parametrize("wrap", WRAPS)
def test_wrapping_takes_every_vote_away(wrap: str) -> None:
    for rules, text, _ in TABLE:
        if "[" not in text and "<" not in text:
            assert read(rules, wrap.format(text)).label == ballots.LABEL_NONE, text


@pytest.mark.parametrize("quoted", ["投票对象：花卷\n投票理由：跟", "我投花卷", "弃权", "改投花卷", "改票对象：花卷\n改票理由：跟"])
def test_a_quote_beside_a_text_adds_no_vote(quoted: str) -> None:
    for rules, text, _ in TABLE:
        if text.count("[quote]") != text.count("[/quote]") or "发表" in text:
            continue
        for marked in (
            f"[quote]{quoted}[/quote]\n{text}",
            f"{text}\n[s]{quoted}[/s]",
            f"{text}\n[quote]{quoted}[/quote]",
            f"> 我投花卷\n{text}",
        ):
            assert same(read(rules, marked), read(rules, text)), marked


WORDS = st.sampled_from(
    [
        *NAMES,
        *"投票改不我如：:，。？\n>无“”（）的了给和、3",
        "弃权",
        "对象",
        "理由",
        "[quote]",
        "[/quote]",
        "[s]",
        "[/s]",
        "~~",
        "引用",
        "vote",
        "一票",
        "如果",
    ]
)


@given(st.one_of(st.text(), st.lists(WORDS, max_size=14).map("".join)), st.booleans())
def test_any_text_is_read_without_an_error(text: str, strict: bool) -> None:
    reading = read_vote(text, BOOK, LIVING, LIVING, strict=strict, typos=1, voter=VOTER)
    assert (reading.label == ballots.LABEL_NONE) == (reading.why != "")
    assert reading.why in ("", *WHY)
    assert reading.label or (reading.target, reading.flaw) == (NOBODY, 0)
    assert reading.flaw or reading.label == ballots.LABEL_NONE or reading.target != NOBODY


@given(st.lists(WORDS, max_size=10).map("".join), st.booleans())
def test_a_whole_text_in_a_quote_is_no_vote(text: str, strict: bool) -> None:
    if "[" not in text:
        assert read_vote(f"[quote]{text}[/quote]", BOOK, LIVING, LIVING, strict=strict, typos=1).label == ballots.LABEL_NONE


PLAIN = [
    row
    for row in TABLE
    if row[0] in ("xia", "piper") and not any(name in row[1] for name in ("王", "果", "绞", "饱", "花饺", "餃", "̶", "水 饺"))
]


@given(st.permutations(["阿尔法", "贝塔", "伽玛", "德尔塔", "丙丁", "戊己", "庚辛"]), st.sampled_from(PLAIN))
def test_other_names_change_nothing_but_the_seat(others: list[str], row: tuple[str, str, str]) -> None:
    rules, text, _ = row
    names = others + NAMES[7:]
    for old, new in zip(NAMES[:7], others, strict=True):
        text = text.replace(old, new)
    renamed = read_vote(text, NameBook(names), LIVING, LIVING, strict=rules == "piper", typos=0, voter=VOTER)
    before = read_vote(row[1], NameBook(NAMES), LIVING, LIVING, strict=rules == "piper", typos=0, voter=VOTER)
    assert same(renamed, before)


def test_plain_talk_is_dismissed_without_the_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_length, "read_at_length", None)
    assert votes.read_vote("我觉得水饺今天发言很少" * 9, BOOK, LIVING, LIVING, strict=False, typos=1).why == "talk"
    assert votes.read_vote("投票对象：水饺\n投票理由：不好吃", BOOK, LIVING, LIVING, strict=True, typos=0).target == 0


@pytest.mark.parametrize(
    "piece", ["放弃", "投水饺，", "投\n", "[quote]", "[/s]", "[", "<b", "“投", "水饺、", "> 投\n", "就", " ", "投票对象：", "~~a"]
)
@pytest.mark.parametrize("start", ["", "投", "杀 "])
def test_a_hostile_text_is_read_to_its_end(start: str, piece: str) -> None:
    text = start + piece * (3000 // len(piece))
    read_vote(text, BOOK, LIVING, LIVING, strict=False, typos=1, voter=VOTER)
