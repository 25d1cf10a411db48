"""Fit how the features weigh and where "similar" begins; writes ``weights.json``.

    python tools/shapes/fit.py build/shapes

A logistic regression whose weights may only go the way the feature's meaning says, strongly regularised. It sees
``tests/data/similar-shape-dev.tsv`` and random pairs of common characters (taken as different, at small weight, since a few are not), half of
them sharing their radical. The held-out pairs and ``similar-shape.tsv`` are only reported.
"""

import json
import sys
from pathlib import Path

import numpy as np
from features import NAMES, Features
from numpy.typing import NDArray
from scipy.optimize import minimize
from sources import Floats

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
RANDOM_PAIRS = 20_000
RANDOM_WEIGHT = 0.05
RIDGE = 20.0
# "Similar" begins where this share of random pairs lies above: three or four characters to each common one, as in printed lists
# of 形近字; a look at the random pairs above it shows that most are truly alike (贡贯, 伐我, 菱陵 …).
RANDOM_SHARE = 1e-3
PIXELS_ONLY = NAMES.index("whole")


def labelled(name: str, features: Features) -> tuple[list[str], NDArray[np.int64], NDArray[np.int64]]:
    """Pairs of a file: as text, as rows, and what they are."""
    rows = [line.split("\t") for line in (ROOT / "tests/data" / name).read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    rows = [r for r in rows if r[0] in features.row and r[1] in features.row]
    pairs = np.array([(features.row[a], features.row[b]) for a, b, _ in rows])
    return [a + b for a, b, _ in rows], pairs, np.array([int(v) for _, _, v in rows])


def common(features: Features) -> list[int]:
    """Rows of the characters of GB 2312, level 1."""
    code = {c: c.encode("gb2312", "ignore") for c in features.characters}
    return [features.row[c] for c, b in code.items() if len(b) == 2 and 0xB0 <= b[0] <= 0xD7]


def random_pairs(features: Features, avoid: set[tuple[int, int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Any pairs, and pairs of one radical."""
    rng = np.random.default_rng(1)
    pool = common(features)
    by_radical: dict[str, list[int]] = {}
    for row in pool:
        by_radical.setdefault(features.radicals[row][0], []).append(row)
    both: list[list[tuple[int, int]]] = [[], []]
    for kind, out in enumerate(both):
        while len(out) < RANDOM_PAIRS:
            a = pool[rng.integers(len(pool))]
            others = by_radical[features.radicals[a][0]] if kind else pool
            b = others[rng.integers(len(others))]
            if a != b and (a, b) not in avoid and features.has_strokes(a) and features.has_strokes(b):
                out.append((a, b))
    return np.array(both[0]), np.array(both[1])


def weigh(table: Floats, similar: NDArray[np.int64], importance: Floats) -> Floats:
    """Weights of the standardised features (the last one the constant)."""
    rows = np.c_[table, np.ones(len(table))]
    sign = 2 * similar - 1

    def loss(w: Floats) -> tuple[float, Floats]:
        margin = sign * (rows @ w)
        slope = -sign * importance / (1 + np.exp(margin))
        penalty = np.r_[w[:-1], 0.0]
        return float((importance * np.logaddexp(0, -margin)).sum() + RIDGE * (penalty**2).sum()), rows.T @ slope + 2 * RIDGE * penalty

    bounds = [(None, 0) if name == "radical" else (0, None) for name in NAMES] + [(None, None)]
    return np.asarray(minimize(loss, np.zeros(len(NAMES) + 1), jac=True, bounds=bounds, method="L-BFGS-B").x)


def main() -> None:
    features = Features(Path(sys.argv[1]))
    files = ["similar-shape-dev.tsv", "similar-shape-held-out.tsv", "similar-shape.tsv"]
    gold = {name: labelled(name, features) for name in files}
    known = {tuple(p) for _, pairs, _ in gold.values() for q in pairs for p in (q, q[::-1])}
    anything, one_radical = random_pairs(features, known)
    measured = {name: features.of(pairs) for name, (_, pairs, _) in gold.items()}
    random, alike = features.of(anything), features.of(one_radical)

    dev = measured[files[0]]
    usable = ~np.isnan(dev).any(axis=1)
    table = np.concatenate([dev[usable], random, alike])
    mean, spread = table.mean(axis=0), table.std(axis=0)
    similar = np.concatenate([gold[files[0]][2][usable], np.zeros(2 * RANDOM_PAIRS, np.int64)])
    importance = np.where(np.arange(len(table)) < usable.sum(), 1.0, RANDOM_WEIGHT)
    weights = weigh((table - mean) / spread, similar, importance)[:-1]

    def score(t: Floats) -> Floats:
        return np.asarray((t - mean) / spread @ weights)

    begins = float(np.quantile(score(random), 1 - RANDOM_SHARE))
    drawn = float(np.quantile(alike[:, PIXELS_ONLY], 1 - RANDOM_SHARE))
    out = {
        "weights": {n: [float(f"{v:.6g}") for v in (m, s, w)] for n, m, s, w in zip(NAMES, mean, spread, weights, strict=True)},
        "similar_from": round(begins, 3),
        "similar_from_without_strokes": round(drawn, 3),
    }
    (HERE / "weights.json").write_text(json.dumps(out, indent=1) + "\n", encoding="utf-8")
    print(json.dumps({n: round(float(w), 2) for n, w in zip(NAMES, weights, strict=True)}))
    print(
        f"similar from {begins:.2f}; one-radical random pairs above {np.mean(score(alike) > begins):.4f}; by pixels only from {drawn:.3f}"
    )
    for name, (text, _, label) in gold.items():
        s = np.nan_to_num(score(measured[name]), nan=-9.0)
        yes, no = s[label == 1], np.sort(s[label == 0])[::-1]
        print(
            f"{name}: AUC {(yes[:, None] > no).mean():.4f}; found {(yes >= begins).mean():.3f} of {len(yes)}, false {(no >= begins).sum()} of {len(no)}"
        )
        print("  recall with 0…5 false:", " ".join(f"{(yes > t).mean():.2f}" for t in no[:6]))
        worst = [i for i in np.argsort(-s) if label[i] == 0][:14]
        print("  most alike of the different:", " ".join(f"{text[i]}{s[i]:.1f}" for i in worst))


if __name__ == "__main__":
    main()
