"""python -m bench.soak [--kills 1000] [--seconds …]: see the package."""

import argparse
import sys
import tempfile
from pathlib import Path

from bench.soak.driving import soak
from bench.soak.report import checked


def main(arguments: list[str]) -> int:
    """1 if anything acknowledged was lost or anything is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=7200.0)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="bansha-soak-") as directory:
        soaked = soak(Path(directory), kills=given.kills, seconds=given.seconds, games=given.games, seed=given.seed)
        status, report = checked(Path(directory), soaked)
        print(report)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
