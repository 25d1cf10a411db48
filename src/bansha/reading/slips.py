"""Whether one character may stand for another by a slip: same sound (toneless) or similar shape (3.3, X-R26).

Characters are those of folded text. It refuses to know names. ``data/readings.txt`` and ``data/shapes.txt`` (made by
``tools/readings`` and ``tools/shapes``) are read when the first slip is looked for.
"""

import os
from unicodedata import normalize

from bansha.reading.folding import DATA

SOUND = "音"
SHAPE = "形"

_sounds: dict[str, frozenset[str]] = {}
_shapes: dict[str, frozenset[str]] = {}


def slip(typed: str, meant: str) -> str:
    """How the character ``typed`` may be a slip for ``meant``: "音", "形", "音形", or "" if it may not. Symmetric; "" for equals."""
    if typed == meant:
        return ""
    sounds, shapes = _sounds or _load_sounds(), _shapes or _load_shapes()
    none: frozenset[str] = frozenset()
    by_sound = not sounds.get(typed, none).isdisjoint(sounds.get(meant, none))
    by_shape = meant in shapes.get(typed, none) or _same_letter(typed, meant)
    return (SOUND if by_sound else "") + (SHAPE if by_shape else "")


def _same_letter(a: str, b: str) -> bool:
    """Letters and kana that differ only in the marks they carry: e and é, か and が."""
    return _marked(a) and _marked(b) and normalize("NFD", a)[0] == normalize("NFD", b)[0]


def _marked(character: str) -> bool:
    return character < "\u0530" or "\u1e00" <= character < "\u2000" or "\u3040" <= character < "\u3100"


def _load_sounds() -> dict[str, frozenset[str]]:
    found: dict[str, list[str]] = {}
    with open(os.path.join(DATA, "readings.txt"), encoding="utf-8") as file:
        for line in file:
            syllable, characters = line.rstrip("\n").split("\t")
            for character in characters:
                found.setdefault(character, []).append(syllable)
    _sounds.update((character, frozenset(syllables)) for character, syllables in found.items())
    return _sounds


def _load_shapes() -> dict[str, frozenset[str]]:
    found: dict[str, list[str]] = {}
    with open(os.path.join(DATA, "shapes.txt"), encoding="utf-8") as file:
        for line in file:
            character, others = line[0], line[1:].rstrip("\n")
            for other in others:
                found.setdefault(character, []).append(other)
                found.setdefault(other, []).append(character)
    _shapes.update((character, frozenset(others)) for character, others in found.items())
    return _shapes
