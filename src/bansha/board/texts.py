"""The site's own words in both languages, from ``texts.toml``; the game's words come from ``bansha.telling``."""

from functools import cache
from pathlib import Path
from typing import Any

from bansha.rules.errors import BanshaError

ENDS = tuple("。.？?！!…")


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


def sentence(said: str, lang: str) -> str:
    """A refusal as it stands on a page: errors are clauses, without a capital and a full stop."""
    if lang == "zh":
        return said if said.endswith(ENDS) else f"{said}。"
    return said[:1].upper() + (said[1:] if said.endswith(ENDS) else f"{said[1:]}.")


def refused(error: BanshaError, lang: str) -> str:
    """Why something was refused, as a sentence of a page."""
    return sentence(error.text(lang), lang)
