"""`make check`: every check that is not a test, side by side, and what failed in full.

Knows only which commands to run; each of them can be run alone as printed.
"""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

CHECKS: dict[str, list[str]] = {
    "style": ["ruff", "check", "--quiet", "."],
    "layout": ["ruff", "format", "--check", "--quiet", "."],
    "types": ["mypy", "--no-error-summary", "--hide-error-context"],
    "imports": ["lint-imports", "--no-logo"],
    "docs": ["python", "tools/docs_in_step.py"],
}


def run(name: str) -> tuple[int, float, str]:
    """Exit status, seconds, what was printed."""
    program, *arguments = CHECKS[name]
    began = time.perf_counter()
    done = subprocess.run([BIN / program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, time.perf_counter() - began, done.stdout + done.stderr


def main(wanted: list[str]) -> int:
    """Run the checks named, or all; 1 if any failed."""
    if unknown := [name for name in wanted if name not in CHECKS]:
        print(f"no such check: {', '.join(unknown)}; there are {', '.join(CHECKS)}", file=sys.stderr)
        return 2
    names = wanted or list(CHECKS)
    failed = 0
    with ThreadPoolExecutor(2) as pool:
        for name, (status, seconds, output) in zip(names, pool.map(run, names), strict=True):
            failed += status != 0
            print(f"{name:8} {'ok' if status == 0 else 'FAILED'}  {seconds:.1f} s    {' '.join(CHECKS[name])}", flush=True)
            if status:
                print(output.rstrip(), flush=True)
    print(f"make check: {len(names) - failed} ok, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
