"""Folding: two spellings of one name become one text (3.3; X-R26, X-R40).

What the law says never matters is taken away here: full or half width, case, spaces, traditional or simplified, and with them
what cannot be seen and the brackets and ``@`` that people put around a name. It refuses to know who is in a game.
"""

import unicodedata

_CACHE_LIMIT = 4096
_cache: dict[str, str] = {}
_PLAIN = {ord(c): None for c in " \t\n\r\x0b\x0c\"'`@()[]{}<>"}


def fold(text: str) -> str:
    """The folded form of ``text``; ``fold(fold(x)) == fold(x)``. Empty if nothing visible is left."""
    folded = _cache.get(text)
    if folded is None:
        folded = _fold(text)
        if len(_cache) >= _CACHE_LIMIT:
            _cache.clear()
        _cache[text] = folded
    return folded


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower().translate(_PLAIN)
    text = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in text if unicodedata.category(c) not in ("Cf", "Zs", "Zl", "Zp", "Ps", "Pe", "Pi", "Pf")).translate(_PLAIN)
