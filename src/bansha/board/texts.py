"""The site's own words in both languages, from ``texts.toml``; the game's words come from ``bansha.telling``."""

from functools import cache
from pathlib import Path
from typing import Any


@cache
def _texts() -> dict[str, Any]:
    import tomllib

    found: dict[str, Any] = tomllib.loads((Path(__file__).parent / "texts.toml").read_text(encoding="utf-8"))
    return found


def text(key: str, lang: str, **values: Any) -> str:
    """``text("band.left", "zh", hours=3)``. KeyError for a text that does not exist, in tests as in life."""
    entry: Any = _texts()
    for part in key.split("."):
        entry = entry[part]
    found: str = entry[lang]
    return found.format(**values) if values else found
