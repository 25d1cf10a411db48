"""Folding: two spellings of one name become one text (3.3; X-R26, X-R40).

What the law says never matters is taken away here: full or half width, case, spaces, traditional or simplified, and with them
what cannot be seen and the brackets, quotes and ``@`` that people put around a name. Folding works character by character, so
that "one wrong character" means the same before and after it. It refuses to know who is in a game.

The table is ``data/fold.txt`` (made by ``tools/folding/make.py``); it is read when the first text beyond ASCII is folded.
"""

import os
from unicodedata import normalize

DATA = os.path.join(os.path.dirname(__file__), "data")

_CACHE_LIMIT = 4096
_LONGEST_CACHED = 64
_cache: dict[str, str] = {}
_table: dict[int, int | None] = {}
_ASCII: dict[int, int | None] = dict.fromkeys((*range(33), 127, *map(ord, "\"'`@<>()[]{}")))
_PLANE_14 = "\U000e0000"  # tags and variation selectors: all invisible


def fold(text: str) -> str:
    """The folded form of ``text``; ``fold(fold(x)) == fold(x)``. Empty if nothing visible is left."""
    folded = _cache.get(text)
    if folded is None:
        folded = text.translate(_ASCII).lower() if text.isascii() else _fold(text)
        if len(text) <= _LONGEST_CACHED:
            if len(_cache) >= _CACHE_LIMIT:
                _cache.clear()
            _cache[text] = folded
    return folded


def _fold(text: str) -> str:
    table = _table or _load()
    while True:  # what one step drops or turns over may join what stood around it; two or three steps settle it
        step = normalize("NFKC", normalize("NFKC", text).casefold()).translate(table)
        if max(step, default="") >= _PLANE_14:
            step = "".join(c for c in step if not _PLANE_14 <= c < "\U000f0000")
        if step == text:
            return step
        text = step


def _load() -> dict[int, int | None]:
    with open(os.path.join(DATA, "fold.txt"), encoding="utf-8") as file:
        traditional, simplified, ranges = file.read().splitlines()
    found: dict[int, int | None] = dict(zip(map(ord, traditional), map(ord, simplified), strict=True))
    for span in ranges.split():
        first, _, last = span.partition("-")
        found.update(dict.fromkeys(range(int(first, 16), int(last or first, 16) + 1)))
    _table.update(found)  # whole or not at all, whatever other threads do meanwhile
    return _table
