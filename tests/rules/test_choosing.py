"""Setting up by name: options, identities, rule sets; states and errors. Whatever makes no game is told with what would."""

import pytest

from bansha.rules.choosing import MOST, identity_from, options_from
from bansha.rules.errors import LawHole, Malformed, Unlawful
from bansha.rules.face import check_identities, face
from bansha.rules.findings import CAPACITY, findings, note
from bansha.rules.states import blank, clone, fields
from bansha.rules.xia.options import Options, problems
from bansha.rules.xia.state import State


def refusal(data: dict[str, object]) -> tuple[str, str, str]:
    with pytest.raises(Malformed) as refused:
        options_from(Options, data, problems)
    return refused.value.code, refused.value.text("zh"), refused.value.text("en")


def test_options_by_name_with_the_laws_defaults_for_the_rest() -> None:
    assert options_from(Options, {}, problems) == Options()
    assert options_from(Options, {"azure": 4, "draw_score": MOST, "reflections": 0}, problems) == Options(
        azure=4, draw_score=MOST, reflections=0
    )


def test_an_unknown_option_is_named_with_those_that_there_are() -> None:
    code, zh, en = refusal({"typo": 1, "azures": 3})
    assert code == "options"
    assert zh.startswith("没有这个选项：azures；有 black、shadow、")
    assert en.startswith("no such option: azures; there are black, shadow, ")


@pytest.mark.parametrize("value", [-1, MOST + 1, True, 1.0, "3", None])
def test_an_option_is_a_whole_number_in_bounds(value: object) -> None:
    assert refusal({"azure": value}) == (
        "options",
        f"选项 azure 要是 0 至 {MOST} 的整数，不能是 {value!r}",
        f"option azure is a whole number (0 to {MOST}), not {value!r}",
    )


def test_a_value_that_goes_on_and_on_is_cut() -> None:
    assert refusal({"azure": "x" * 200})[2] == f"option azure is a whole number (0 to {MOST}), not '{'x' * 49}"


def test_options_that_make_no_game_are_told_by_their_first_problem() -> None:
    assert refusal({"silver": 2, "dragon": 2}) == (
        "options",
        "这些选项开不成一局：silver 至多为 1",
        "these options do not make a game: silver: at most one",
    )


def test_identities_by_the_name_they_are_published_under() -> None:
    assert identity_from({"老鼠": 0, "说谎者": 1}, "说谎者") == 1
    with pytest.raises(Malformed) as refused:
        identity_from({"老鼠": 0, "说谎者": 1}, "猫")
    assert (refused.value.code, refused.value.text("zh")) == ("identity", "没有这个身份：猫；有老鼠、说谎者")
    assert refused.value.text("en") == "no such identity: 猫; there are 老鼠, 说谎者"


@pytest.mark.parametrize("identities", [(0, 1), (0,) * 62, (2, 3, 0), (0, 0, 0)])
def test_identities_that_a_game_can_be_played_by(identities: tuple[int, ...]) -> None:
    check_identities(identities, 4, (2, 3))


@pytest.mark.parametrize(
    ("identities", "wrong"),
    [
        ((), "0"),
        ((0,), "1"),
        ((0,) * 63, "63"),
        ((0, 4), "[4]"),
        ((0, -1), "[-1]"),
        ((0, True), "[True]"),
        ((2, 2, 0, 3), "[2]"),
        ((2, 2, 3, 3), "[2, 3]"),
    ],
)
def test_identities_that_make_no_game_are_named(identities: tuple[int, ...], wrong: str) -> None:
    with pytest.raises(Malformed) as refused:
        check_identities(identities, 4, (2, 3))
    assert refused.value.code == "identities"
    assert refused.value.text("zh") == f"这些身份开不成一局（2 至 62 人）：{wrong}"
    assert refused.value.text("en") == f"no game can be played by these identities (2 to 62 seats): {wrong}"


def test_rule_sets_by_name() -> None:
    assert [face(name).name for name in ("xia", "piper")] == ["xia", "piper"]
    with pytest.raises(Malformed) as refused:
        face("hua")
    assert (refused.value.code, refused.value.text("zh")) == ("rules", "没有叫「hua」的规则；有 xia（群侠）和 piper（斑衣吹笛人）")
    assert refused.value.text("en") == "no rule set 'hua'; there are xia and piper"


@pytest.mark.parametrize("kind", [Malformed, Unlawful, LawHole])
def test_an_error_has_a_code_and_both_languages(kind: type[Malformed]) -> None:
    error = kind("code", "中文", "English")
    assert (error.code, str(error), error.text("zh"), error.text("en")) == ("code", "English", "中文", "English")


def test_a_blank_state_is_all_zeros_and_a_clone_is_independent() -> None:
    s = blank(State)
    assert all(getattr(s, name) == ([0] * length if length else 0) for name, length in fields(State))
    s.day, s.vote[3] = 5, 7
    copy = clone(s)
    assert (copy.day, copy.vote[3]) == (5, 7)
    copy.day, copy.vote[3] = 6, 8
    assert (s.day, s.vote[3]) == (5, 7)
    assert dict(fields(State))["f_what"] == CAPACITY
    assert dict(fields(State))["day"] == 0


def test_findings_are_kept_row_by_row_up_to_the_capacity() -> None:
    s = blank(State)
    note(s, 1, 2, 3, 4, 5)
    note(s, 6, 7, 8, 9, 10)
    (one, two) = findings(s)
    assert (one.what, one.whom, one.order, one.clause, one.detail) == (1, 2, 3, 4, 5)
    assert tuple(two) == (6, 7, 8, 9, 10)
    s.found = CAPACITY - 1
    note(s, 1, 2, 3, 4, 5)
    assert (s.found, s.overflow, s.f_detail[CAPACITY - 1]) == (CAPACITY, 0, 5)
    note(s, 9, 9, 9, 9, 9)
    assert (s.found, s.overflow, s.f_detail[CAPACITY - 1]) == (CAPACITY, 1, 5)
