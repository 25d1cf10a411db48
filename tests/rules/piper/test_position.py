"""A game taken up in the middle (docs/cases.md): what a position says of the state, and which are none."""

from typing import Any

import pytest

from bansha.rules.errors import Malformed
from bansha.rules.phases import DAY, NIGHT
from bansha.rules.piper.options import Options, new_state, seating
from bansha.rules.piper.position import bits, set_up
from bansha.rules.piper.state import State
from tests.rules.piper.play import CHILD1, CHILD2, LAME, LIAR, PIPER, PROTECTOR, RAT1, RAT2, RAT3, seats


def taken_up(**position: Any) -> State:
    s = new_state(seating(Options()), Options())
    set_up(s, {"day": 2, "phase": DAY, **position})
    return s


def test_the_first_phase_is_opened_by_the_table() -> None:
    assert [(s.day, s.phase) for s in (taken_up(), taken_up(day=1), taken_up(day=3, phase=NIGHT))] == [(1, DAY), (0, DAY), (3, NIGHT)]


def test_who_is_gone_led_and_marked() -> None:
    s = taken_up(gone=[CHILD1], led=[RAT1], marks={LIAR: 2, CHILD2: 0})
    assert s.alive == (1 << 12) - 1 - seats([CHILD1])
    assert (s.led, s.marks[LIAR], s.marks[CHILD2], s.marks[LAME]) == (seats([RAT1]), 2, 0, 0)
    assert s.voted_out == seats([CHILD1])  # P-R18: none of them was put out by rats
    assert bits([3, 3, 0]) == 0b1001


def test_p_r19_one_living_rat_that_is_not_led_means_that_the_plague_is_announced() -> None:
    assert taken_up().plague_announced == 0
    assert taken_up(gone=[RAT1]).plague_announced == 0
    assert taken_up(gone=[RAT1], led=[RAT2]).plague_announced == 1
    assert taken_up(gone=[RAT1, RAT3]).plague_announced == 1


@pytest.mark.parametrize(
    ("key", "value", "zh", "en"),
    [
        (
            "azure",
            {},
            "斑衣吹笛人没有「azure」；有 day、gone、led、marks、phase",
            "piper has no 'azure'; there are day, gone, led, marks, phase",
        ),
        ("led", [LIAR], "被领走的只能是老鼠和普通小孩", "only rats and children can have been led"),
        ("marks", {LIAR: -1}, "牙印数要是不小于 0 的整数，不能是 -1", "marks are a number from 0 on, not -1"),
        ("marks", {LIAR: True}, "牙印数要是不小于 0 的整数，不能是 True", "marks are a number from 0 on, not True"),
        ("marks", {LIAR: "2"}, "牙印数要是不小于 0 的整数，不能是 2", "marks are a number from 0 on, not '2'"),
    ],
)
def test_what_is_no_position_is_told_with_what_would_be(key: str, value: object, zh: str, en: str) -> None:
    with pytest.raises(Malformed) as refused:
        taken_up(**{key: value})
    assert (refused.value.code, refused.value.text("zh"), refused.value.text("en")) == ("position", zh, en)


@pytest.mark.parametrize(
    "living",
    [
        pytest.param([RAT1, LIAR, PROTECTOR, CHILD1], id="killers: four left"),
        pytest.param([LIAR, CHILD1, CHILD2, LAME, PROTECTOR], id="good: no rat left"),
        pytest.param([PIPER], id="neutrals: half of the living"),
        pytest.param([], id="a draw"),
    ],
)
def test_2_1_a_position_that_is_won_already_is_none(living: list[int]) -> None:
    with pytest.raises(Malformed, match=r"^this position is won already$") as refused:
        taken_up(gone=[seat for seat in range(12) if seat not in living])
    assert (refused.value.code, refused.value.text("zh")) == ("position", "这个局面已经分出胜负")
