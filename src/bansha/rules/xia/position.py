"""A game taken up in the middle: the position of a case file or of a game begun elsewhere (docs/cases.md)."""

from collections.abc import Mapping
from typing import Any

from bansha.rules.errors import Malformed
from bansha.rules.phases import NIGHT
from bansha.rules.xia import codes
from bansha.rules.xia.course import become_independent_late
from bansha.rules.xia.groups import become
from bansha.rules.xia.state import State
from bansha.rules.xia.victory import dark_wins, independents_win, light_wins

AZURES = {
    "中立": codes.AZURE_NEUTRAL,
    "独立": codes.AZURE_INDEPENDENT,
    "黑侠": codes.AZURE_BLACK,
    "暗侠": codes.AZURE_SHADOW,
    "白侠": codes.AZURE_WHITE,
    "赤侠": codes.AZURE_CRIMSON,
}
ILLUSIONS = {"幻觉一": codes.ILLUSION_1, "幻觉二": codes.ILLUSION_2, "幻觉三": codes.ILLUSION_3}
LESSONS = {"杀": codes.KILL, "阻止": codes.BLOCK, "救": codes.HEAL, "验": codes.VERIFY}
KEYS = frozenset({"day", "phase", "gone", "azure", "reflections", "spent", "learnt"})


def wrong(key: str, value: object, right: str) -> Malformed:
    """The error for a value in a position: what it is, and what would be right."""
    return Malformed("position", f"{key}：{value} 不成立；应为{right}", f"{key}: {value!r} is not possible; expected {right}")


def set_up(s: State, position: Mapping[str, Any]) -> None:
    """Seats as numbers. ``day`` and ``phase`` are those of the first phase to be played; that phase is opened by the table."""
    for key in position:
        if key not in KEYS:
            there = sorted(KEYS)
            raise Malformed("position", f"群侠没有「{key}」；有 {'、'.join(there)}", f"xia has no {key!r}; there are {', '.join(there)}")
    day, phase = position["day"], position["phase"]
    for seat in position.get("gone", ()):
        s.alive &= ~(1 << seat)
    for seat, state in position.get("azure", {}).items():
        if s.identity[seat] != codes.AZURE_NEUTRAL:
            raise wrong("azure", seat, "青侠")
        if state not in AZURES:
            raise wrong("azure", state, "、".join(AZURES))
        become(s, seat, AZURES[state])
    s.reflections = position.get("reflections", s.reflections)
    for name in position.get("spent", ()):
        if name not in ILLUSIONS:
            raise wrong("spent", name, "、".join(ILLUSIONS))
        s.spent |= 1 << ILLUSIONS[name]
    for name in position.get("learnt", ()):
        if name not in LESSONS:
            raise wrong("learnt", name, "、".join(LESSONS))
        learn(s, LESSONS[name])
    if day > s.independence_night:
        named = position.get("azure", {})
        become_independent_late(s, sum(1 << seat for seat in named))
    if light_wins(s) or dark_wins(s) or independents_win(s) or not s.alive:
        raise Malformed("position", "这个局面已经分出胜负", "this position is won already")
    s.day = day if phase == NIGHT else day - 1
    s.phase = phase


def learn(s: State, power: int) -> None:
    """Silver may use it in the first night played; so last night that power was aimed at silver, and may not be repeated there."""
    s.learnt |= 1 << power
    if power == codes.BLOCK:
        s.banned_power[codes.P_SHADOW] = codes.BLOCK
        s.banned_target[codes.P_SHADOW] = s.silver
    elif power == codes.HEAL:
        s.banned_power[codes.P_WHITE] = codes.HEAL
        s.banned_target[codes.P_WHITE] = s.silver
