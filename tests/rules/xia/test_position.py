"""A game taken up in the middle (docs/cases.md): what a position says of the state, and which are none."""

from typing import Any

import pytest

from bansha.rules.errors import Malformed
from bansha.rules.phases import DAY, NIGHT, NOBODY
from bansha.rules.xia import codes as c
from bansha.rules.xia.options import Options, new_state, seating
from bansha.rules.xia.position import learn, set_up
from bansha.rules.xia.state import State
from tests.rules.xia.play import AZURE1, AZURE2, AZURE3, AZURE4, AZURE5, AZURES, BLACK1, MAN1, SILVER, members_of


def taken_up(**position: Any) -> State:
    s = new_state(seating(Options()), Options())
    set_up(s, {"day": 2, "phase": DAY, **position})
    return s


def test_the_first_phase_is_opened_by_the_table() -> None:
    assert [(s.day, s.phase) for s in (taken_up(), taken_up(day=4), taken_up(day=1))] == [(1, DAY), (3, DAY), (0, DAY)]
    s = taken_up(day=3, phase=NIGHT)
    assert (s.day, s.phase) == (3, NIGHT)


def test_who_is_gone_and_what_is_used() -> None:
    s = taken_up(gone=[BLACK1, MAN1], reflections=1, spent=["幻觉一", "幻觉三"])
    assert members_of(s.alive) == set(range(20)) - {BLACK1, MAN1}
    assert s.reflections == 1
    assert members_of(s.spent) == {c.ILLUSION_1, c.ILLUSION_3}
    assert members_of(taken_up(spent=["幻觉二"]).spent) == {c.ILLUSION_2}
    s = taken_up()
    assert (s.reflections, s.spent, s.learnt) == (3, 0, 0)


def test_1_10_what_became_of_the_azures() -> None:
    states = dict(zip(AZURES, ("中立", "黑侠", "暗侠", "白侠", "赤侠"), strict=True))
    s = taken_up(azure=states)
    assert [s.identity[seat] for seat in AZURES] == [c.AZURE_NEUTRAL, c.AZURE_BLACK, c.AZURE_SHADOW, c.AZURE_WHITE, c.AZURE_CRIMSON]
    assert members_of(s.holders[c.AZURE_WHITE]) == {AZURE4}
    assert taken_up(azure={AZURE1: "独立"}).identity[AZURE1] == c.AZURE_INDEPENDENT


def test_1_10_from_day_four_on_the_living_who_are_not_named_are_independent() -> None:
    assert [taken_up(day=3, phase=NIGHT).identity[seat] for seat in AZURES] == [c.AZURE_NEUTRAL] * 5
    for phase in (DAY, NIGHT):
        s = taken_up(day=4, phase=phase, gone=[AZURE2], azure={AZURE1: "黑侠", AZURE3: "中立"})
        assert [s.identity[seat] for seat in AZURES] == [
            c.AZURE_BLACK,
            c.AZURE_NEUTRAL,
            c.AZURE_NEUTRAL,
            c.AZURE_INDEPENDENT,
            c.AZURE_INDEPENDENT,
        ]
        assert members_of(s.holders[c.AZURE_INDEPENDENT]) == {AZURE4, AZURE5}


@pytest.mark.parametrize(
    ("name", "power", "party"), [("杀", c.KILL, -1), ("阻止", c.BLOCK, c.P_SHADOW), ("救", c.HEAL, c.P_WHITE), ("验", c.VERIFY, -1)]
)
def test_1_7_what_was_learnt_may_not_be_repeated_at_silver(name: str, power: int, party: int) -> None:
    """He learnt it because it was aimed at him last night; block and heal may not be repeated there (1.2, 1.4)."""
    s = taken_up(learnt=[name])
    assert s.learnt == 1 << power
    banned = {p: (s.banned_power[p], s.banned_target[p]) for p in range(c.PARTIES) if s.banned_power[p] or s.banned_target[p] != NOBODY}
    assert banned == ({party: (power, SILVER)} if party >= 0 else {})


def test_1_7_several_may_be_learnt() -> None:
    s = taken_up(learnt=["杀", "验"])
    learn(s, c.HEAL)
    assert members_of(s.learnt) == {c.KILL, c.VERIFY, c.HEAL}


@pytest.mark.parametrize(
    ("key", "value", "zh", "en"),
    [
        ("azure", {BLACK1: "独立"}, "azure：0 不成立；应为青侠", "azure: 0 is not possible; expected 青侠"),
        (
            "azure",
            {AZURE1: "光侠"},
            "azure：光侠 不成立；应为中立、独立、黑侠、暗侠、白侠、赤侠",
            "azure: '光侠' is not possible; expected 中立、独立、黑侠、暗侠、白侠、赤侠",
        ),
        (
            "spent",
            ["幻觉四"],
            "spent：幻觉四 不成立；应为幻觉一、幻觉二、幻觉三",
            "spent: '幻觉四' is not possible; expected 幻觉一、幻觉二、幻觉三",
        ),
        ("learnt", ["接收"], "learnt：接收 不成立；应为杀、阻止、救、验", "learnt: '接收' is not possible; expected 杀、阻止、救、验"),
        (
            "marks",
            {1: 2},
            "群侠没有「marks」；有 azure、day、gone、learnt、phase、reflections、spent",
            "xia has no 'marks'; there are azure, day, gone, learnt, phase, reflections, spent",
        ),
    ],
)
def test_what_is_no_position_is_told_with_what_would_be(key: str, value: object, zh: str, en: str) -> None:
    with pytest.raises(Malformed) as refused:
        taken_up(**{key: value})
    assert (refused.value.code, refused.value.text("zh"), refused.value.text("en")) == ("position", zh, en)


@pytest.mark.parametrize(
    "alive",
    [{"white", "dark"}, {"dark"}, {"light"}, set()],
    ids=["dark wins by (b)", "dark wins", "light wins", "a draw"],
)
def test_2_1_a_position_that_is_won_already_is_none(alive: set[str]) -> None:
    people = {"dark": {0, 3}, "light": {6, 10}, "white": {5}}
    living = {seat for name in alive for seat in people[name]}
    with pytest.raises(Malformed, match=r"^this position is won already$") as refused:
        taken_up(gone=sorted(set(range(20)) - living))
    assert (refused.value.code, refused.value.text("zh")) == ("position", "这个局面已经分出胜负")


def test_2_1_independents_too_may_have_won_already() -> None:
    with pytest.raises(Malformed):
        taken_up(day=4, gone=[seat for seat in range(20) if seat not in (0, 5, 10, AZURE1)])
    assert taken_up(day=4, gone=[seat for seat in range(20) if seat not in (0, 5, 10, 11, 12, 13, AZURE1)]).over == 0
