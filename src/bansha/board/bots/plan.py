"""When in a phase a bot does what. The same bot in the same phase always has the same plan, so a bot that was stopped goes on where it was."""

from datetime import datetime
from random import Random
from typing import NamedTuple

from django.utils.crypto import salted_hmac

from bansha.board.games.models import Game
from bansha.rules import phases

TALK, VOTE, CHANGE, ORDER, WORDS, DECIDE = "talk", "vote", "change", "order", "words", "decide"
MOST_TALK = 3


class Step(NamedTuple):
    """Something to do from a moment on. ``nth`` counts equal acts of the phase from 0."""

    when: datetime
    act: str
    nth: int


def dice_for(game: Game, seat: int, what: str) -> Random:
    """The bot's own dice for one thing in one phase, known to nobody who has not the site's key."""
    return Random(salted_hmac("bots", f"{game.pk}:{seat}:{game.phase}:{game.day}:{what}").digest())


def steps(game: Game, seat: int, opened: datetime) -> list[Step]:
    """The plan of one bot for the open phase, in order."""
    if game.closes is None:
        return []
    dice = dice_for(game, seat, "plan")
    length = game.closes - opened

    def at(low: float, high: float) -> datetime:
        return opened + length * dice.uniform(low, high)

    planned: list[Step] = []
    if game.phase in (phases.DAY, phases.RUNOFF):
        times = sorted(at(0.03, 0.8) for _ in range(dice.randint(1, MOST_TALK)))
        planned += [Step(when, TALK, nth) for nth, when in enumerate(times)]
        planned.append(Step(at(0.25, 0.7), VOTE, 0))
        if dice.random() < 0.3:
            planned.append(Step(at(0.72, 0.85), CHANGE, 0))
    elif game.phase == phases.NIGHT:
        planned += [Step(at(0.1, 0.6), ORDER, 0), Step(at(0.65, 0.9), ORDER, 1)]
    elif game.phase == phases.WORDS:
        planned.append(Step(at(0.1, 0.6), WORDS, 0))
    elif game.phase == phases.DECIDER:
        planned.append(Step(at(0.2, 0.6), DECIDE, 0))
    return sorted(planned)
