"""Which names may be signed up with (3.3, X-R26): what is refused or warned of, and that a good name is left alone."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bansha.reading.folding import fold
from bansha.reading.names import NameBook
from bansha.reading.nicknames import LONGEST, check_nickname
from bansha.reading.votes import read_vote
from bansha.rules.ballots import FLAWLESS, LABEL_VOTE

WORDS = Path(__file__).parents[2] / "src/bansha/rules"


def codes(name: str, taken: tuple[str, ...] = ()) -> list[str]:
    return [problem.code for problem in check_nickname(name, taken)]


@pytest.mark.parametrize(
    "name", ["水饺", "绞肉机", "Tom Cat", "阿·Q", "x_x", "鍾馗", "小3", "3月", "猫🐱", "שלום", "r2-d2", "Zoë", "ひかり", "박", "水饺和包子"]
)
def test_good_names(name: str) -> None:
    assert check_nickname(name, ["馒头", "花卷"]) == []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "empty"),
        (" \u3000", "empty"),
        ("一二三四五六七八九十甲乙丙", "too_long"),
        ("水\n饺", "line_break"),
        ("水\u2028饺", "line_break"),
        ("水\u200b饺", "invisible"),
        ("\u202e饺水", "invisible"),
        ("水饺\ufe0f", "invisible"),
        ("水\u3000饺", "invisible"),
        ("水\u2800饺", "invisible"),
        ("水\ue000饺", "invisible"),
        ("水\x07饺", "invisible"),
        ("\u3164", "invisible"),
        (" 水饺", "spaces"),
        ("水  饺", "spaces"),
        ("שלוםtom", "direction"),
        ("שלום1", "direction"),
        ("e\u0301\u0302\u0303\u0304", "marks"),
        ("\u0301e", "marks"),
        ("···", "only_signs"),
        ("🐱", "only_signs"),
        ("【】", "only_signs"),
        ("12", "number"),
        ("１２", "number"),
        ("1-2", "number"),
        ("3楼", "number"),
        ("二号", "number"),
        ("第五樓", "number"),
        ("无", "reserved"),
        ("無", "reserved"),
        ("弃权", "reserved"),
        ("棄票", "reserved"),
        ("【导演】", "reserved"),
        ("系 统", "reserved"),
        ("管理员", "reserved"),
        ("旁观", "reserved"),
        ("平局", "reserved"),
        ("放弃", "reserved"),
        ("赤俠", "reserved"),
        ("黑暗方", "reserved"),
        ("Director", "reserved"),
        ("我", "reserved"),
        ("水：饺", "punctuation"),
        ("水:饺", "punctuation"),
        ("水，饺", "punctuation"),
        ("【水饺】", "punctuation"),
        ("@水饺", "punctuation"),
        ("水/饺", "punctuation"),
        ("水#饺", "punctuation"),
        ("投票对象", "vote_word"),
        ("投票對象水饺", "vote_word"),
        ("改票机", "vote_word"),
        ("Voter", "vote_word"),
    ],
)
def test_what_is_refused(name: str, code: str) -> None:
    problems = check_nickname(name, [])
    assert code in [problem.code for problem in problems]
    assert all(problem.severity == "refuse" and problem.zh and problem.en for problem in problems)


@pytest.mark.parametrize("name", ["水饺", "水餃", "水 饺"])
def test_a_taken_name_is_refused_in_every_spelling(name: str) -> None:
    assert codes(name, ("水餃",)) == ["taken"]


def test_limits_are_named() -> None:
    assert str(LONGEST) in check_nickname("字" * (LONGEST + 1), [])[0].zh
    assert codes("龘" * LONGEST) == []


def test_one_slip_away_is_warned_of_by_name() -> None:
    (problem,) = check_nickname("水绞", ["包子", "水饺"])
    assert (problem.severity, problem.code) == ("warn", "near")
    assert "水饺" in problem.zh
    assert "水饺" in problem.en
    assert codes("吴") == ["near_abstention"]
    assert codes("水河", ("水饺",)) == []


@pytest.mark.parametrize("rules", ["xia", "piper"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_names_of_roles_and_camps_are_reserved(rules: str, language: str) -> None:
    terms = tomllib.loads((WORDS / rules / "words/terms.toml").read_text(encoding="utf-8"))
    words = [entry[language] for table in ("roles", "camps") for entry in terms[table].values()]
    assert words
    assert {word for word in words if "reserved" not in codes(word)} == set()


NAME = st.text(alphabet="水饺绞包子无投票权弃12T om:【·-_\u200bשé", max_size=6) | st.text(max_size=5)


@given(NAME, st.lists(NAME, max_size=3))
def test_law_it_never_raises_and_refusals_come_alone(name: str, taken: list[str]) -> None:
    problems = check_nickname(name, taken)
    assert len({problem.severity for problem in problems}) <= 1


@given(st.lists(NAME, min_size=1, max_size=3))
def test_law_a_name_that_passes_can_be_voted_for(names: list[str]) -> None:
    good: list[str] = []
    for name in names:
        if not any(problem.severity == "refuse" for problem in check_nickname(name, good)):
            good.append(name)
    book, everybody = NameBook(good), (1 << len(good)) - 1
    for seat, name in enumerate(good):
        post = f"投票对象：{name}\n投票理由：可疑"
        reading = read_vote(post, book, everybody, everybody, strict=False, typos=1)
        assert (reading.label, reading.target, reading.flaw) == (LABEL_VOTE, seat, FLAWLESS)
        assert fold(name)
