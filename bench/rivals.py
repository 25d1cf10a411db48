"""The engines that bansha is measured against, each driven by the fastest fair loop over its public interface.

open_spiel 2.0.2 has two loops in C++ that play a game at random from Python without a step in Python:

- ``RandomRolloutEvaluator`` plays n games from a given position (clone, legal actions, uniform choice, apply, to the end). Python
cannot call it, but a ``MCTSBot`` of one simulation calls it once, on the position itself, before anything else: one Python call
plays all n games (time grows in proportion to n). The position is the first move after the deal, as it refuses to begin at a chance
node. The fastest loop there is, and the one that counts. - ``evaluate_bots`` plays one whole game, deal included, between uniform
random bots; about half as fast, since every move is told to every bot.

werewolf-engine 0.1.0 is Python: its own checks of every action are part of it, the drawing is ours and kept cheap.
"""

import random
from typing import Any

from bench.harness import Missing, Sample, timed

GAME = "social_deduction(players=10,imposters=3)"
ROLES_OF_20 = {"werewolf": 5, "seer": 1, "doctor": 1, "hunter": 1, "witch": 1, "villager": 11}  # as many dark seats as in 群侠


def _spiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise Missing("open_spiel is not installed: make bench installs it") from None
    return pyspiel


def first_move(game: Any) -> Any:
    """The position after a deal, when the first player is to move."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def moves_per_game(game: Any, games: int = 300) -> float:
    """The mean length of a random game in moves, counted by playing in Python."""
    dice = random.Random(1)
    moves = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            moves += 1
    return moves / games


class SpielRollouts:
    """open_spiel's random rollouts; a unit is a game from the first move after the deal."""

    def __init__(self, games: int = 20_000) -> None:
        self.spiel = _spiel()
        self.games = games
        self.game = self.spiel.load_game(GAME)
        self.start = first_move(self.game)
        self.moves = moves_per_game(self.game)
        self.turn = 0

    def __call__(self) -> Sample:
        """Play, with another seed each time."""
        self.turn += 1
        evaluator = self.spiel.RandomRolloutEvaluator(self.games, self.turn)
        bot = self.spiel.MCTSBot(self.game, evaluator, 1.0, 1, 10, False, self.turn, False)
        return timed(lambda: bot.step(self.start), self.games, self.moves * self.games)


class SpielBots:
    """open_spiel's ``evaluate_bots``; a unit is a whole game."""

    def __init__(self, games: int = 5_000) -> None:
        self.spiel = _spiel()
        self.games = games
        self.game = self.spiel.load_game(GAME)
        self.moves = moves_per_game(self.game)
        self.turn = 0

    def __call__(self) -> Sample:
        """Play, with other seeds each time."""
        self.turn += self.games
        bots = [self.spiel.make_uniform_random_bot(seat, self.turn + seat) for seat in range(10)]

        def work() -> None:
            for number in range(self.turn, self.turn + self.games):
                self.spiel.evaluate_bots(self.game.new_initial_state(), bots, number)

        return timed(work, self.games, self.moves * self.games)


class WerewolfEngine:
    """werewolf-engine with 20 seats; a unit is a whole game with its deal. Nobody listens to its events."""

    def __init__(self, games: int = 400) -> None:
        try:
            from werewolf_engine.game import Game, GameConfig
            from werewolf_engine.phases import Phase
        except ImportError:
            raise Missing("werewolf-engine is not installed: make bench installs it") from None
        self.games = games
        self.new = Game
        self.config = GameConfig(role_counts=ROLES_OF_20)
        self.night, self.end = Phase.NIGHT, Phase.END
        self.names = [f"player{n}" for n in range(20)]
        self.turn = 0

    def __call__(self) -> Sample:
        """Play, with another seed each time."""
        self.turn += 1
        random.seed(self.turn)
        decisions = [0]

        def work() -> None:
            decisions[0] = sum(self.play(random.random) for _ in range(self.games))

        sample = timed(work, self.games)
        return Sample(sample.seconds, decisions[0] / self.games)

    def play(self, chance: Any) -> int:
        """One random lawful game; how many decisions were taken. At night one of the targets offered, or none; by day anybody else
        alive.
        """
        game = self.new(self.names, self.config)
        game.start()
        decisions = 0
        while game.phase is not self.end:
            if game.phase is self.night:
                night = game.night_manager
                while game.night_manager is night:
                    actor = night.current_actor
                    targets = night.get_available_targets(actor)
                    k = int(chance() * (len(targets) + 1))
                    if k < len(targets):
                        game.night_action(actor.id, targets[k].id)
                    else:
                        game.night_skip(actor.id)
                    decisions += 1
            else:
                alive = [player.id for player in game.players if player.alive]
                others = len(alive) - 1
                for i, voter in enumerate(alive):
                    k = int(chance() * others)
                    game.day_vote(voter, alive[k + (k >= i)])
                    decisions += 1
        return decisions
