"""Random lawful whole games: compiled, interpreted, and against the rivals. The drawing is part of the game on both sides."""

from typing import Any

from bench.harness import Comparison, Missing, Sample, Side, timed
from bench.rivals import SpielBots, SpielRollouts, WerewolfEngine


def player() -> Any:
    """``bansha.lab.play``, which plays seeds and says how many decisions were taken."""
    try:
        from bansha.lab import play  # type: ignore[attr-defined]
    except ImportError as error:
        raise Missing(f"bansha.lab.play cannot be imported: {error.msg.split(' (')[0]}") from None
    return play


class Ours:
    """Games of one rule set; the next seeds each time, the same ones for every way of playing."""

    def __init__(
        self, rules: str, games: int, *, compiled: bool = True, findings: bool = True, seats: int = 0, texts: bool = False
    ) -> None:
        self.play = player()
        self.rules, self.games = rules, games
        self.options: dict[str, Any] = {"compiled": compiled, "findings": findings}
        if seats:
            self.options["seats"] = seats
        if texts:
            self.options["texts"] = True
        self.first = 0
        self.play(rules, range(1), **self.options)  # compiles, or loads

    def __call__(self) -> Sample:
        """Play the next seeds."""
        seeds = range(self.first, self.first + self.games)
        self.first += self.games
        decisions = [0]

        def work() -> None:
            decisions[0] = self.play(self.rules, seeds, **self.options).decisions

        return Sample(timed(work, self.games).seconds, decisions[0] / self.games)


def compiled() -> list[Comparison]:
    """Compiled against interpreted, findings on against off, 40 seats against 20."""
    rows = []
    for rules in ("xia", "piper"):
        rows += [
            Comparison(f"{rules}: compiled / interpreted", "games/s", "faster", 40, Ours(rules, 20_000), Ours(rules, 300, compiled=False)),
            Comparison(f"{rules}: findings on / off", "", "dearer", 1.15, Ours(rules, 20_000), Ours(rules, 20_000, findings=False)),
        ]
    return [*rows, Comparison("xia: 40 seats / 20 seats", "", "dearer", 2.2, Ours("xia", 10_000, seats=40), Ours("xia", 20_000))]


def rivals() -> list[Comparison]:
    """Against open_spiel and werewolf-engine."""
    return [
        Comparison("xia compiled / open_spiel rollouts in C++", "games/s", "faster", 4, Ours("xia", 50_000), SpielRollouts()),
        Comparison("piper compiled / open_spiel rollouts in C++", "games/s", "faster", 4, Ours("piper", 50_000), SpielRollouts()),
        Comparison("xia compiled / open_spiel evaluate_bots", "games/s", "faster", 0, Ours("xia", 50_000), SpielBots()),
        Comparison("xia compiled / werewolf-engine", "games/s", "faster", 40, Ours("xia", 50_000), WerewolfEngine()),
        Comparison(
            "xia interpreted with texts / werewolf-engine", "games/s", "faster", 0.7,
            Ours("xia", 300, compiled=False, texts=True), WerewolfEngine(),
        ),
    ]  # fmt: skip


def rivals_alone() -> list[Comparison]:
    """Only what the rivals do, with nothing to compare it to."""
    sides: dict[str, Side] = {
        "open_spiel rollouts in C++": SpielRollouts(),
        "open_spiel evaluate_bots": SpielBots(),
        "werewolf-engine": WerewolfEngine(),
    }
    return [Comparison(name, "games/s", "seconds", 0, side) for name, side in sides.items()]
