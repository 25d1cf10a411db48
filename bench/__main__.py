"""python -m bench [NAME …]: measure everything, or what is named; --list says what there is. Exit status 1 if a bound is missed."""

import argparse
import sys
from collections.abc import Callable

from bench import builds, games, logs, starts
from bench.board import measuring as board
from bench.harness import ROUNDS, Comparison, Missing, Result, measure, missing, table

BENCHES: dict[str, Callable[[], list[Comparison]]] = {
    "start": starts.comparisons,
    "logs": logs.comparisons,
    "builds": builds.comparisons,
    "compiled": games.compiled,
    "rivals": games.rivals,
    "board": board.sqlite,
    "board-postgres": board.postgres,
}
EXTRA: dict[str, Callable[[], list[Comparison]]] = {"rivals-alone": games.rivals_alone}  # only by name


def main(arguments: list[str]) -> int:
    """Run and print; 1 if a bound is missed or something could not be measured."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="what to measure; everything by default")
    parser.add_argument("--list", action="store_true", help="say what can be named")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"interleaved rounds of each comparison, at least {ROUNDS}")
    given = parser.parse_args(arguments)
    known = {**BENCHES, **EXTRA}
    if given.list:
        for name, bench in known.items():
            print(f"{name:14} {bench.__doc__}")
        return 0
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"no such bench: {', '.join(unknown)}; there are {', '.join(known)}")
    if given.rounds < ROUNDS:
        parser.error(f"at least {ROUNDS} rounds")
    results: list[Result] = []
    for name in given.names or BENCHES:
        results += bench_results(name, known[name], given.rounds)
    print(table(results))
    missed = [result for result in results if result.verdict not in ("ok", "")]
    print(f"make bench: {len(results) - len(missed)} ok, {len(missed)} not; medians of {given.rounds} or more interleaved rounds")
    return 1 if missed else 0


def bench_results(name: str, bench: Callable[[], list[Comparison]], rounds: int) -> list[Result]:
    """The rows of one bench, each also told as it comes."""
    results = []
    try:
        comparisons = bench()
    except (Missing, ImportError) as reason:
        return [missing(name, str(reason))]
    for comparison in comparisons:
        try:
            results.append(measure(comparison._replace(rounds=max(rounds, comparison.rounds))))
        except Missing as reason:
            results.append(missing(comparison.name, str(reason)))
        print(f"… {name}: {results[-1].name}  {results[-1].ratio or results[-1].ours}", file=sys.stderr, flush=True)
    return results


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
