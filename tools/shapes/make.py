"""Write ``src/bansha/reading/data/shapes.txt``: which characters are similar in shape (形近, 3.3).

    python tools/shapes/make.py build/shapes > src/bansha/reading/data/shapes.txt

Every pair of the 8105 standard characters that look at all alike is scored (``weights.json``, by ``fit.py``); ``also.txt`` adds
and ``never.txt`` takes away. What folding turns into another character is left out. A line of the output: a character and, after
it in code order, those similar to it. Deterministic.
"""

import json
import sys
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import numpy as np
from features import NAMES, WINDOWS, Features
from numpy.typing import NDArray

HERE = Path(__file__).parent
FOLDED = HERE.parents[1] / "src/bansha/reading/data/fold.txt"
NEIGHBOURS = 100  # of each character, for each window: only these are scored
# In a group of also.txt the characters resemble one another more or less; a pair the score puts below this is left out.
GROUP_FLOOR = 1.0


def candidates(features: Features) -> NDArray[np.int64]:
    """Pairs of rows worth scoring, without repetition, the smaller row first."""
    count = len(features.characters)
    chosen: set[int] = set()
    for name in WINDOWS:
        for start in range(0, count, 500):
            near = sum(w[start : start + 500] @ w.T for w in features.windows[name])
            best = np.argpartition(-near, NEIGHBOURS + 1, axis=1)[:, : NEIGHBOURS + 1]
            for row, others in enumerate(best, start):
                chosen.update(min(row, o) * count + max(row, o) for o in others.tolist() if o != row)
    flat = np.array(sorted(chosen))
    return np.stack([flat // count, flat % count], axis=1)


def listed(name: str) -> list[str]:
    """The groups of a curated file."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[0] for line in lines if "\t" in line and not line.startswith("# ")]


def main() -> None:
    features = Features(Path(sys.argv[1]))
    fitted = json.loads((HERE / "weights.json").read_text(encoding="utf-8"))
    mean, spread, weight = np.array([fitted["weights"][name] for name in NAMES]).T

    def similar(pairs: NDArray[np.int64], begins: float) -> NDArray[np.bool_]:
        table = features.of(pairs)
        score = (table - mean) / spread @ weight
        drawn = np.isnan(score) & (table[:, 0] >= fitted["similar_from_without_strokes"])
        return np.asarray((score >= begins) | drawn)

    pairs = candidates(features)
    found = {tuple(p) for p in pairs[similar(pairs, fitted["similar_from"])].tolist()}
    alike = {(features.characters[a], features.characters[b]) for a, b in found}
    by_score = len(alike)
    for group in listed("also.txt"):
        for a, b in combinations(sorted(group), 2):
            rows = (features.row.get(a, -1), features.row.get(b, -1))
            if len(group) == 2 or -1 in rows or similar(np.array([rows]), GROUP_FLOOR)[0]:
                alike.add((a, b))
    alike -= {tuple(sorted(pair)) for pair in listed("never.txt")}
    folded = set(FOLDED.read_text(encoding="utf-8").split("\n")[0])
    alike = {pair for pair in alike if folded.isdisjoint(pair)}
    print(f"{len(pairs)} pairs scored, {by_score} similar, {len(alike)} with the lists", file=sys.stderr)
    lines: dict[str, str] = defaultdict(str)
    for a, b in sorted(alike):
        lines[a] += b
    for a, others in lines.items():
        print(a + others)


if __name__ == "__main__":
    main()
