"""What is stored is what the log says, whatever is sent: long random games on the board against a table made anew from the log.

Everything goes through ``receive``: votes, orders, garbage, acts of directors, substitutions, pauses, corrections of past inputs, late directors.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest

from bansha.board.games import direct
from bansha.board.games.checking import problems
from bansha.board.games.receive import receive
from bansha.board.games.substitution import put_in
from bansha.rules import phases
from bansha.rules.errors import BanshaError
from bansha.table.inputs import Adjust, Correct, DeclareDraw, Input, Pause, Resume, Substitute
from bansha.table.table import Table
from tests.board import play
from tests.board.play import BoardGame, Clock
from tests.laws import moves
from tests.table.play import Game

Dealt = Callable[..., BoardGame]


class Hands:
    """Sends whatever comes to mind to a game on the board."""

    def __init__(self, game: BoardGame, clock: Clock, dice: Random) -> None:
        self.game, self.clock, self.dice = game, clock, dice
        self.newcomers = 0

    def step(self) -> None:
        """Some time passes and something is sent."""
        table, dice = self.game.table, self.dice
        a, b, c = (dice.randrange(256) for _ in range(3))
        move = (dice.choice(moves.KINDS), a, b, c, dice.randrange(300))
        if table.due is not None and dice.random() < (0.25 if move[0] == moves.CLOSE else 0.02):
            self.clock.now = max(self.clock.now, table.due) + timedelta(seconds=dice.choice((0, 0, 0, 40, 1500)))
        else:
            self.clock.tick(dice.randrange(1, 900))
        chance = dice.random()
        if chance < 0.3:
            direct.look_round("test")
        elif chance < 0.36 and table.log:
            self.give(self.correction(table))
        elif chance < 0.4 and table.slot is not None:
            closes = (self.clock.now + timedelta(minutes=dice.randrange(600))).isoformat()
            self.give(Resume(closes) if table.paused else dice.choice((Pause("有事"), Adjust(closes, ""))))
        elif chance < 0.42:
            self.substitute()
        else:
            what = moves.as_input(Game(table, self.clock.now), move)
            if not isinstance(what, Substitute | DeclareDraw):
                self.give(what)

    def give(self, what: Input) -> None:
        """Through the door; refusals are of no interest."""
        with suppress(BanshaError):
            receive(self.game.pk, what, user=self.game.organiser.pk)

    def correction(self, table: Table) -> Correct:
        """Another input in the place of a past one: a post or message of the same player, or none."""
        entry = self.dice.choice(table.log)
        kind, *fields = entry.input
        name = self.dice.choice(table.names)
        if kind == "post" and self.dice.random() < 0.7:
            return Correct(entry.n, ["post", fields[0], fields[1], f"投票对象：{name}\n投票理由：看错了", 0])
        if kind == "message" and self.dice.random() < 0.7:
            return Correct(entry.n, ["message", fields[0], fields[1].split(" ")[0] + f" {name}"])
        return Correct(entry.n, ["tick"])

    def substitute(self) -> None:
        """Somebody else takes a seat."""
        self.newcomers += 1
        other = play.user(f"new-{self.game.pk}-{self.newcomers}")
        with suppress(BanshaError):
            put_in(self.game.row, self.dice.randrange(len(self.game.users)), other.pk, f"新人{self.newcomers}", self.game.organiser.pk)


@pytest.mark.parametrize("rules", ["xia", "piper"])
@pytest.mark.parametrize("seed", range(2))
def test_long_games_are_stored_as_their_logs_say(rules: str, seed: int, game: Dealt, clock: Clock) -> None:
    playing = game(rules, phases.DAY)
    hands = Hands(playing, clock, Random(f"{rules} {seed}"))
    for n in range(160):
        hands.step()
        if n % 20 == 19:
            assert problems(playing.pk) == []
        if playing.table.over:
            break
    assert problems(playing.pk) == []
