"""Whether one character may stand for another by a slip: same sound (toneless) or similar shape (3.3, X-R26).

Characters are those of folded text. It refuses to know names. ``data/readings.txt`` and ``data/shapes.txt`` (made by
``tools/readings`` and ``tools/shapes``) are read when the first slip is looked for.
"""

import os
from unicodedata import normalize

from bansha.reading.folding import DATA
from bansha.rules.homes import home

SOUND = "音"
SHAPE = "形"

# By character: its syllables, each as one character; the characters of similar shape. Strings, as most hold one or two.
_sounds: dict[str, str] = {}
_shapes: dict[str, str] = {}


@home("3.3", "X-R26")
def slip(typed: str, meant: str) -> str:
    """How the character ``typed`` may be a slip for ``meant``: "音", "形", "音形", or "" if it may not. Symmetric; "" for equals."""
    if typed == meant:
        return ""
    sounds, shapes = _sounds or _load_sounds(), _shapes or _load_shapes()
    others = sounds.get(meant, "")
    by_sound = any(syllable in others for syllable in sounds.get(typed, ""))
    by_shape = meant in shapes.get(typed, "") or _same_letter(typed, meant)
    return (SOUND if by_sound else "") + (SHAPE if by_shape else "")


def _same_letter(a: str, b: str) -> bool:
    """Letters and kana that differ only in the marks they carry: e and é, か and が."""
    return _marked(a) and _marked(b) and normalize("NFD", a)[0] == normalize("NFD", b)[0]


def _marked(character: str) -> bool:
    return character < "\u0530" or "\u1e00" <= character < "\u2000" or "\u3040" <= character < "\u3100"


# Each table appears whole or not at all, whatever other threads do meanwhile.


def _load_sounds() -> dict[str, str]:
    found: dict[str, str] = {}
    with open(os.path.join(DATA, "readings.txt"), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            syllable = chr(number)
            for character in line.rstrip("\n").partition("\t")[2]:
                found[character] = found.get(character, "") + syllable
    _sounds.update(found)
    return _sounds


def _load_shapes() -> dict[str, str]:
    found: dict[str, str] = {}
    with open(os.path.join(DATA, "shapes.txt"), encoding="utf-8") as file:
        for line in file:
            character, others = line[0], line[1:].rstrip("\n")
            found[character] = found.get(character, "") + others
            for other in others:
                found[other] = found.get(other, "") + character
    _shapes.update(found)
    return _shapes
