"""A game taken up in the middle: the position of a case file or of a game begun elsewhere (docs/cases.md)."""

from collections.abc import Mapping
from typing import Any

from bansha.rules.errors import Malformed
from bansha.rules.phases import NIGHT
from bansha.rules.piper.codes import CHILD, RAT
from bansha.rules.piper.course import start_late
from bansha.rules.piper.state import State
from bansha.rules.piper.victory import good_wins, killers_win, neutrals_win

KEYS = frozenset({"day", "phase", "gone", "marks", "led"})


def bits(seats: Any) -> int:
    """A list of seats as a bitset."""
    return sum(1 << seat for seat in set(seats))


def set_up(s: State, position: Mapping[str, Any]) -> None:
    """Seats as numbers. ``day`` and ``phase`` are those of the first phase to be played; that phase is opened by the table."""
    for key in position:
        if key not in KEYS:
            there = sorted(KEYS)
            raise Malformed(
                "position", f"斑衣吹笛人没有「{key}」；有 {'、'.join(there)}", f"piper has no {key!r}; there are {', '.join(there)}"
            )
    for seat in position.get("led", ()):
        if s.identity[seat] not in (RAT, CHILD):
            raise Malformed("position", "被领走的只能是老鼠和普通小孩", "only rats and children can have been led")
    start_late(s, bits(position.get("gone", ())), bits(position.get("led", ())))
    for seat, marks in position.get("marks", {}).items():
        if type(marks) is not int or marks < 0:
            raise Malformed("position", f"牙印数要是不小于 0 的整数，不能是 {marks}", f"marks are a number from 0 on, not {marks!r}")
        s.marks[seat] = marks
    if killers_win(s) or good_wins(s) or neutrals_win(s) or not s.alive:
        raise Malformed("position", "这个局面已经分出胜负", "this position is won already")
    day, phase = position["day"], position["phase"]
    s.day = day if phase == NIGHT else day - 1
    s.phase = phase
