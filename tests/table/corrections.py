"""Correcting an entry in tests: what was said of it, and to whom."""

from typing import Any

from bansha.rules import phases
from bansha.rules.notices import DIRECTOR, EVERYBODY, Notice, problem
from bansha.table.correcting import impact
from bansha.table.inputs import Correct
from bansha.table.replaying import log_lines, replay
from tests.table.play import (
    A1,
    B1,
    CRIMSON,
    Game,
    fingerprint,
    frozen,
    night,
    of,
)


def entry(game: Game) -> int:
    """The number of the last entry."""
    return len(game.table.log)


def vote_post(thread: str, seat: int, name: str) -> list[Any]:
    return ["post", thread, seat, f"投票对象：{name}\n投票理由：见讨论帖", 0]


def correct(game: Game, number: int, replacement: list[Any]) -> list[Notice]:
    """Correct, having seen that ``impact`` said the same before and changed nothing; the log must replay."""
    before = fingerprint(game.table)
    changes = impact(game.table, number, replacement).changes
    assert fingerprint(game.table) == before, "impact changes nothing"
    said = game.send(Correct(number, replacement))
    told = {(repr(n.args), n.to) for n in of(said, "rectified")}
    for change in changes:
        text = repr([list(change.then) if change.then else None, list(change.now) if change.now else None])
        finish = change.now is not None and change.now.what == "over" and game.table.over
        assert (change.to == DIRECTOR) or finish or ((text, change.to) in told)
    for notice in said:
        if notice.to == EVERYBODY:
            assert problem(notice) == "", notice
    again, differing = replay(log_lines(game.table))
    assert differing == []
    assert fingerprint(again) == fingerprint(game.table), "a log with corrections replays"
    return said


def rectified(said: list[Notice], address: str) -> list[tuple[Any, Any]]:
    """What an addressee is told: kind and values then and now."""
    told = [[row and [row[1], *row[2]] for row in n.args] for n in of(said, "rectified") if n.to == address]
    return [(then, now) for then, now in told]


def core(game: Game) -> str:
    """The state of the rule set, and where the game stands."""
    table = game.table
    return repr([frozen(table.state), table.slot, table.closes, table.voting, table.talks, table.members])


def after_a_night(order: str) -> tuple[Game, int]:
    """Black orders something on night 1; day 2 or last words are open. The entry of the order."""
    game = night("xia")
    game.say(B1, order)
    number = entry(game)
    game.say(CRIMSON, f"验 {game.name(A1)}")
    game.next()
    while game.table.phase == phases.NIGHT:
        game.next()
    return game, number
