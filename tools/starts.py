"""How long does an import take, in starts of a bare interpreter? `python tools/starts.py "import typing" …`: medians of interleaved rounds."""

import statistics
import subprocess
import sys
import time

ROUNDS = 21
USUAL = ["import typing", "import dataclasses", "import argparse", "import yaml", "import typer", "import bansha.table"]


def main(statements: list[str]) -> int:
    """Print milliseconds and the ratio to a bare start, one statement a line."""
    statements = ["pass", *(statements or USUAL)]
    taken: dict[str, list[float]] = {statement: [] for statement in statements}
    for _ in range(ROUNDS):
        for statement, times in taken.items():
            began = time.perf_counter()
            done = subprocess.run([sys.executable, "-c", statement], capture_output=True, text=True, check=False)
            times.append(1000 * (time.perf_counter() - began))
            if done.returncode:
                print(f"`{statement}` fails: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
                return 1
    bare = statistics.median(taken["pass"])
    for statement, times in taken.items():
        median = statistics.median(times)
        print(f"{median:7.1f} ms  {median / bare:5.1f} x  {statement}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
