"""`make mutants`: how many small breakages of the law do the tests notice? Exit status 1 if a survivor has no reason, or, of the whole law, too few."""

import argparse
import os
import sys
import time
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from tools.mutants.mutate import Mutant, mutants
from tools.mutants.run import ROOT, Outcome, run

HERE = Path(__file__).parent


def targets(config: dict[str, Any], only: list[str]) -> list[Mutant]:
    """Every mutant of the files that targets.toml names."""
    found: list[Mutant] = []
    for path in sorted({path for pattern in config["files"] for path in ROOT.glob(pattern) if path.suffix == ".py"}):
        name = path.relative_to(ROOT).as_posix()
        if any(fnmatch(name, pattern) for pattern in config["not"]) or (only and not any(part in name for part in only)):
            continue
        module = name.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        found += mutants(path, module, labels=any(fnmatch(name, pattern) for pattern in config["labels"]))
    return found


def main() -> int:
    """Run, print, judge."""
    parser = argparse.ArgumentParser(prog="make mutants ARGS=…", description=__doc__)
    parser.add_argument("only", nargs="*", help="parts of file names, such as xia/heal; default: all of targets.toml")
    parser.add_argument("--tests", nargs="+", help="instead of the tests of targets.toml")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth mutant: a quick impression")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="name the mutants, play none")
    parser.add_argument("--anyway", action="store_true", help="leave out tests that fail without any mutant, instead of stopping")
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="name the N mutants that took longest")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    config = tomllib.loads((HERE / "targets.toml").read_text(encoding="utf-8"))
    reasons = {entry["id"]: entry["reason"] for entry in tomllib.loads((HERE / "survivors.toml").read_text("utf-8")).get("survivor", [])}
    chosen = targets(config, arguments.only)[:: arguments.every]
    if not chosen:
        print("mutants: no file matches", file=sys.stderr)
        return 2
    if arguments.list:
        print(*(mutant.name for mutant in chosen), sep="\n")
        return 0

    began, outcomes = time.monotonic(), list[Outcome]()
    live = sys.stderr.isatty()

    def report(outcome: Outcome) -> None:
        outcomes.append(outcome)
        if not outcome.killed and outcome.mutant.name not in reasons:
            print(
                f"survived  {where(outcome.mutant)}  {outcome.mutant.name}{'' if outcome.seconds else '  (no test reaches it)'}", flush=True
            )
        if live and len(outcomes) % 20 == 0:
            print(f"\r{len(outcomes)} of {len(chosen)}, {time.monotonic() - began:.0f} s", end="\r", file=sys.stderr, flush=True)

    tests = arguments.tests or [test for test in config["tests"] if Path(test).exists()]
    if failing := run(chosen, tests, arguments.jobs, report, anyway=arguments.anyway):
        if not (arguments.anyway and outcomes):
            print("mutants: these fail without any mutant, mend them first:", *failing, sep="\n  ", file=sys.stderr)
            return 2
        print(f"left out: {len(failing)} tests that fail without any mutant")

    survivors = [outcome.mutant for outcome in outcomes if not outcome.killed]
    excused = [mutant for mutant in survivors if mutant.name in reasons]
    played = {outcome.mutant.name for outcome in outcomes}
    known = {mutant.name for mutant in targets(config, [])}
    stale = sorted(name for name in reasons if name not in known or (name in played and name not in {mutant.name for mutant in excused}))
    for mutant in excused:
        print(f"listed    {where(mutant)}  {mutant.name}\n          {reasons[mutant.name]}")
    for name in stale:
        print(f"stale     survivors.toml names a mutant that was killed or no longer exists: {name}")
    for outcome in sorted(outcomes, key=lambda o: -o.seconds)[: arguments.slowest]:
        print(f"{outcome.seconds:7.1f} s  {outcome.by or 'survived'}  {outcome.mutant.name}")
    for path in sorted({outcome.mutant.path for outcome in outcomes}):
        here = [outcome.killed for outcome in outcomes if outcome.mutant.path == path]
        print(f"{sum(here):5} of {len(here):4} {100 * sum(here) / len(here):6.1f} %  {path.relative_to(ROOT)}")
    killed = len(outcomes) - len(survivors)
    share = 100 * killed / len(outcomes)
    timed_out = sum(outcome.by == "(time)" for outcome in outcomes)
    print(f"mutants: killed {killed} of {len(outcomes)} ({share:.1f} %), {timed_out} of them by time, in {time.monotonic() - began:.0f} s")
    print(f"survivors: {len(excused)} listed with a reason, {len(survivors) - len(excused)} not")
    enough = bool(arguments.only) or arguments.every > 1 or share >= config["at_least"]  # of a part the share says little
    return 0 if enough and len(survivors) == len(excused) and not stale else 1


def where(mutant: Mutant) -> str:
    """File and line, as editors understand it."""
    return f"{mutant.path.relative_to(ROOT)}:{mutant.first_line}"


if __name__ == "__main__":
    sys.exit(main())
