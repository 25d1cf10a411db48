"""How two things are compared: interleaved rounds, medians, a ratio against a bound.

A *side* is a function that works for a while and says what a unit of its work cost. Both sides of a comparison are measured in
every round, in alternating order, so that a machine that slows down slows both. Seconds are those of the processor where the work
is done in this process: a busy machine then costs less truth. Knows nothing of what is measured.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5


class Sample(NamedTuple):
    """What a unit of work cost, in seconds (or whatever else the comparison's unit says), and how many decisions (orders, votes, moves) a unit holds, 0 if that says nothing."""

    seconds: float
    decisions: float = 0.0


Side = Callable[[], Sample]


class Comparison(NamedTuple):
    """``ratio`` is how many times faster ours is (``faster``: at least ``bound``) or how many times dearer (``dearer``: at most ``bound``).

    ``seconds``: no other side; ours may take at most ``bound`` seconds. A bound of 0 is only shown.
    """

    name: str
    unit: str
    kind: Literal["faster", "dearer", "seconds"]
    bound: float
    ours: Side
    theirs: Side | None = None
    rounds: int = ROUNDS


class Missing(Exception):
    """What should be measured is not there: a package of ``make bench``, or a part of bansha."""


class Result(NamedTuple):
    """A row of the table."""

    name: str
    ours: str
    theirs: str
    ratio: str
    bound: str
    verdict: Literal["ok", "BELOW", "ABOVE", "MISSING", ""]


def later(make: Callable[..., Side], *args: object, **options: object) -> Side:
    """A side that is made when it is first measured, so that what is missing spoils its own row only."""
    made: list[Side] = []

    def side() -> Sample:
        if not made:
            made.append(make(*args, **options))
        return made[0]()

    return side


def timed(work: Callable[[], object], units: int, decisions: float = 0.0) -> Sample:
    """Do ``work``, which is ``units`` units, in this process; processor seconds."""
    began = time.process_time()
    work()
    return Sample((time.process_time() - began) / units, decisions / units)


def process(*arguments: str, env: dict[str, str] | None = None) -> float:
    """Run a Python of ours to its end and give its processor seconds. CalledProcessError if it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, env=env, cwd=ROOT, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def measure(comparison: Comparison) -> Result:
    """All rounds of one comparison."""
    sides = [comparison.ours] if comparison.theirs is None else [comparison.ours, comparison.theirs]
    samples: list[list[Sample]] = [[] for _ in sides]
    for turn in range(comparison.rounds):
        order = range(len(sides)) if turn % 2 == 0 else reversed(range(len(sides)))
        for i in order:
            samples[i].append(sides[i]())
    return judge(comparison, *(_middle(of_side) for of_side in samples))


def judge(comparison: Comparison, ours: Sample, theirs: Sample | None = None) -> Result:
    """The row of a comparison whose medians are known."""
    name, unit, kind, bound = comparison[:4]
    if theirs is None:
        verdict = "" if not bound else "ok" if ours.seconds <= bound else "ABOVE"
        return Result(name, _amount(ours, unit), "", "", f"≤ {bound:g} s" if bound else "", verdict)  # type: ignore[arg-type]
    if kind == "faster":
        ratio = theirs.seconds / ours.seconds
        verdict, sign = ("ok" if ratio >= bound else "BELOW"), "≥"
    else:
        ratio = ours.seconds / theirs.seconds
        verdict, sign = ("ok" if ratio <= bound else "ABOVE"), "≤"
    shown = f"{ratio:.0f}×" if ratio >= 20 else f"{ratio:.2f}×"
    if not bound:
        return Result(name, _amount(ours, unit), _amount(theirs, unit), shown, "", "")
    return Result(name, _amount(ours, unit), _amount(theirs, unit), shown, f"{sign} {bound:g}", verdict)  # type: ignore[arg-type]


def missing(name: str, why: str) -> Result:
    """The row of something that cannot be measured."""
    return Result(name, why, "", "", "", "MISSING")


def table(results: Iterable[Result]) -> str:
    """The rows under their heads, aligned."""
    rows = [("", "ours", "theirs", "ratio", "bound", ""), *results]
    widths = [max(len(row[i]) for row in rows) for i in range(6)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)


def _middle(samples: list[Sample]) -> Sample:
    return Sample(median(s.seconds for s in samples), median(s.decisions for s in samples))


def _amount(sample: Sample, unit: str) -> str:
    if unit == "KiB":
        return f"{sample.seconds:,.0f} KiB"
    if "/s" in unit:
        text = f"{_short(1 / sample.seconds)} {unit}"
        return f"{text}, {_short(sample.decisions / sample.seconds)} decisions/s" if sample.decisions else text
    factor, small = (1, "s") if sample.seconds >= 1 else (1e3, "ms") if sample.seconds >= 1e-3 else (1e6, "µs")
    return f"{sample.seconds * factor:.3g} {small}{unit and ' ' + unit}"


def _short(number: float) -> str:
    return f"{number / 1e6:.3g} M" if number >= 1e6 else f"{number:,.0f}"
