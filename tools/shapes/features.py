"""What is measured about a pair of characters. A feature is the larger the more alike they are (``radical`` excepted).

Knows neither weights nor thresholds (``fit.py``) and no list of pairs.
"""

from pathlib import Path

import numpy as np
import sources
import strokes
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter
from sources import Floats

NAMES = ("whole", "right", "below", "order", "order_cost", "order_run", "path", "path_cost", "path_run", "radical")
BLUR = 1.5
# Windows (top, bottom, left, right): all of the square, and what is left of it without a radical on the left or on top.
WINDOWS = {"whole": (0, 56, 0, 56), "right": (0, 56, 20, 52), "below": (20, 52, 0, 56)}


CHUNK = 5_000  # pairs compared at a time, to keep memory small


class Features:
    """The sources, read once for all standard characters."""

    def __init__(self, folder: Path) -> None:
        self.characters = sources.standard_characters(folder)
        self.row = {c: i for i, c in enumerate(self.characters)}
        self.windows: dict[str, list[Floats]] = {name: [] for name in WINDOWS}
        for font in sources.FONTS:
            drawn = np.stack([gaussian_filter(g, BLUR) for g in sources.glyphs(folder, font, self.characters)])
            for name, (top, bottom, left, right) in WINDOWS.items():
                flat = drawn[:, top:bottom, left:right].reshape(len(drawn), -1)
                flat = flat - flat.mean(axis=1, keepdims=True)
                self.windows[name].append((flat / np.linalg.norm(flat, axis=1, keepdims=True)).astype(np.float32))
        letters = sources.stroke_letters(folder)
        self.letters = [strokes.letters(letters[c]) if c in letters else None for c in self.characters]
        self.paths = [sources.stroke_paths(folder, c) for c in self.characters]
        radicals = sources.radicals(folder)
        self.radicals = [radicals[c] for c in self.characters]

    def drawn(self, name: str, a: NDArray[np.int64], b: NDArray[np.int64]) -> Floats:
        """Correlation of the glyphs inside a window, mean of the fonts."""
        out = np.empty(len(a))
        for start in range(0, len(a), CHUNK):
            i, j = a[start : start + CHUNK], b[start : start + CHUNK]
            out[start : start + CHUNK] = np.mean([np.einsum("ij,ij->i", w[i], w[j]) for w in self.windows[name]], axis=0)
        return out

    def has_strokes(self, a: int) -> bool:
        return self.letters[a] is not None and self.paths[a] is not None

    def stroked(self, a: int, b: int) -> tuple[float, ...]:
        """The features from strokes; both must have them."""
        x, y, p, q = self.letters[a], self.letters[b], self.paths[a], self.paths[b]
        assert x is not None and y is not None and p is not None and q is not None
        cost, run = strokes.by_kind(x, y)
        longer = max(len(x), len(y))
        path_cost, _, weight = strokes.by_path(p, q, 0.5)
        _, path_run, _ = strokes.by_path(p, q, 0.8)
        return (1 - cost / longer, -cost, run / longer, 1 - path_cost / weight, -path_cost, path_run / weight, self.same_radical(a, b))

    def same_radical(self, a: int, b: int) -> float:
        (radical, residual), (other, rest) = self.radicals[a], self.radicals[b]
        return float(radical == other and residual > 0 and rest > 0)

    def of(self, pairs: NDArray[np.int64]) -> Floats:
        """Features of pairs of rows, shape (pairs, NAMES); NaN for the strokes of a character that has none."""
        a, b = pairs.T
        table = np.full((len(pairs), len(NAMES)), np.nan)
        for column, name in enumerate(WINDOWS):
            table[:, column] = self.drawn(name, a, b)
        for row, (i, j) in enumerate(pairs):
            if self.has_strokes(i) and self.has_strokes(j):
                table[row, len(WINDOWS) :] = self.stroked(i, j)
        return table
