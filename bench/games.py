"""Random lawful whole games: compiled, interpreted, and against the rivals. The drawing is part of the game on both sides."""

from typing import Any

from bench.harness import Comparison, Missing, Sample, Side, later, timed
from bench.rivals import SpielBots, SpielRollouts, WerewolfEngine


class Ours:
    """Games of one rule set; the next seeds each time, the same ones for every way of playing."""

    def __init__(self, rules: str, games: int, *, compiled: bool = True, findings: bool = True, seats: int = 0) -> None:
        try:
            from bansha.lab.games import play, variant
        except ImportError as error:
            raise Missing(f"the lab cannot play yet: {error.msg.split(' (')[0]}") from None
        self.play = play
        self.rules, self.games = rules, games
        self.options = variant(rules, seats) if seats else None
        self.how = {"compiled": compiled, "findings": findings}
        self.first = 0
        try:
            play(rules, range(1), self.options, **self.how)  # compiles, or loads
        except ImportError as error:
            raise Missing(f"{rules} cannot be played yet: {error.msg.split(' (')[0]}") from None

    def __call__(self) -> Sample:
        """Play the next seeds."""
        seeds = range(self.first, self.first + self.games)
        self.first += self.games
        results: list[Any] = []
        sample = timed(lambda: results.append(self.play(self.rules, seeds, self.options, **self.how)), self.games)
        return Sample(sample.seconds, results[0].decisions / self.games)


class OursInWords:
    """Interpreted games of 群侠 in which whatever the director says is put into words."""

    def __init__(self, games: int) -> None:
        try:
            from bansha.lab.told import tell
        except ImportError as error:
            raise Missing(f"the lab cannot tell games yet: {error.msg.split(' (')[0]}") from None
        self.tell = tell
        self.games = games
        self.first = 0
        tell(range(1))  # reads the words

    def __call__(self) -> Sample:
        """Play and tell the next seeds."""
        seeds = range(self.first, self.first + self.games)
        self.first += self.games
        sent: list[int] = []
        sample = timed(lambda: sent.append(self.tell(seeds)[0]), self.games)
        return Sample(sample.seconds, sent[0] / self.games)


def compiled() -> list[Comparison]:
    """Compiled against interpreted, findings on against off, 40 seats against 20."""
    rows = []
    for rules in ("xia", "piper"):
        rows += [
            Comparison(
                f"{rules}: compiled / interpreted",
                "games/s",
                "faster",
                40,
                later(Ours, rules, 20_000),
                later(Ours, rules, 300, compiled=False),
            ),
            Comparison(
                f"{rules}: findings on / off", "", "dearer", 1.15, later(Ours, rules, 20_000), later(Ours, rules, 20_000, findings=False)
            ),
        ]
    return [
        *rows,
        Comparison("xia: 40 seats / 20 seats", "", "dearer", 2.2, later(Ours, "xia", 10_000, seats=40), later(Ours, "xia", 20_000)),
    ]


def rivals() -> list[Comparison]:
    """Against open_spiel and werewolf-engine."""
    return [
        Comparison("xia compiled / open_spiel rollouts in C++", "games/s", "faster", 4, later(Ours, "xia", 50_000), later(SpielRollouts)),
        Comparison("piper compiled / open_spiel rollouts in C++", "games/s", "faster", 4, later(Ours, "piper", 50_000), later(SpielRollouts)),
        Comparison("xia compiled / open_spiel evaluate_bots", "games/s", "faster", 0, later(Ours, "xia", 50_000), later(SpielBots)),
        Comparison("xia compiled / werewolf-engine", "games/s", "faster", 40, later(Ours, "xia", 50_000), later(WerewolfEngine)),
        Comparison(
            "xia interpreted with texts / werewolf-engine", "games/s", "faster", 0.7,
            later(OursInWords, 300), later(WerewolfEngine),
        ),
    ]  # fmt: skip


def rivals_alone() -> list[Comparison]:
    """Only what the rivals do, with nothing to compare it to."""
    sides: dict[str, Side] = {
        "open_spiel rollouts in C++": later(SpielRollouts),
        "open_spiel evaluate_bots": later(SpielBots),
        "werewolf-engine": later(WerewolfEngine),
    }
    return [Comparison(name, "games/s", "seconds", 0, side) for name, side in sides.items()]
