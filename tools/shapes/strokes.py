"""How alike two characters are as sequences of strokes: by the kinds of their strokes, and by where the strokes run.

Pure functions on arrays, compiled by numba.
"""

import numpy as np
from numba import njit

# cnchar's letters by the five classical kinds (横竖撇捺折); a letter not named is a turning stroke.
KINDS = {"j": 1, "i": 1, "f": 2, "g": 2, "h": 2, "s": 3, "t": 3, "k": 4, "l": 4, "d": 4}
ALIKE = 0.3  # price of swapping two strokes of one kind
TURNS = 0.6  # of swapping two turning strokes
FAR = 0.3  # strokes whose points lie this far apart on average have nothing in common
NEAR = 0.7  # and are taken for the same stroke below this share of it


def letters(text: str) -> "np.ndarray":
    """A stroke as one number: kind · 100 + letter."""
    return np.array([KINDS.get(c, 0) * 100 + ord(c) - 96 for c in text], np.int64)


@njit(cache=True)
def _price(x, y):
    if x == y:
        return 0.0
    if x // 100 != y // 100:
        return 1.0
    return TURNS if x < 100 else ALIKE


@njit(cache=True)
def by_kind(a, b):
    """(edit distance, longest common run of strokes), strokes weighing 1."""
    n, m = len(a), len(b)
    d = np.zeros((n + 1, m + 1))
    d[:, 0] = np.arange(n + 1)
    d[0, :] = np.arange(m + 1)
    run = np.zeros((n + 1, m + 1))
    longest = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            price = _price(a[i - 1], b[j - 1])
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + price)
            if price <= ALIKE:
                run[i, j] = run[i - 1, j - 1] + 1
                longest = max(longest, run[i, j])
    return d[n, m], longest


@njit(cache=True)
def _weights(a):
    w = np.empty(len(a))
    for i in range(len(a)):
        w[i] = 0.3
        for k in range(a.shape[1] - 1):
            w[i] += np.hypot(a[i, k + 1, 0] - a[i, k, 0], a[i, k + 1, 1] - a[i, k, 1])
    return w


@njit(cache=True)
def _apart(s, t, stay):
    """0 … 1: how far two strokes lie apart, the share ``stay`` of a common shift being held against them."""
    mx = np.mean(s[:, 0] - t[:, 0]) * (1 - stay)
    my = np.mean(s[:, 1] - t[:, 1]) * (1 - stay)
    far = 0.0
    for k in range(len(s)):
        far += np.hypot(s[k, 0] - t[k, 0] - mx, s[k, 1] - t[k, 1] - my)
    return min(1.0, far / len(s) / FAR)


@njit(cache=True)
def by_path(a, b, stay):
    """(edit distance, heaviest common run, whole weight), a stroke weighing 0.3 + its length; divide by the last for shares."""
    n, m = len(a), len(b)
    wa, wb = _weights(a), _weights(b)
    d = np.zeros((n + 1, m + 1))
    d[1:, 0] = np.cumsum(wa)
    d[0, 1:] = np.cumsum(wb)
    run = np.zeros((n + 1, m + 1))
    heaviest = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            apart, both = _apart(a[i - 1], b[j - 1], stay), wa[i - 1] + wb[j - 1]
            d[i, j] = min(d[i - 1, j] + wa[i - 1], d[i, j - 1] + wb[j - 1], d[i - 1, j - 1] + apart * both)
            if apart < NEAR:
                run[i, j] = run[i - 1, j - 1] + (1 - apart) * both
                heaviest = max(heaviest, run[i, j])
    return d[n, m], heaviest, wa.sum() + wb.sum()
