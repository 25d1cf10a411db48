"""The director's own posts in threads: the opening post on floor 1, and the posts he makes for voters.

A post keeps what it says as data beside its text, so that each reader has it in his own language. The text that is kept is the Chinese one.
"""

from typing import Any

from bansha.board.games.words import Lang
from bansha.board.texts import text
from bansha.rules import ballots
from bansha.table.table import Table
from bansha.telling import words

PROXIES = {ballots.VOTE: "proxy", ballots.CHANGE: "proxy_change", ballots.CORRECTION: "correction"}


def opening(table: Table, key: str, phase: list[Any] | None = None) -> dict[str, Any]:
    """What stands on floor 1 of a thread; of its phase as it stands, or as the notice ``phase`` has it."""
    kind = key.rpartition("-")[0]
    pair = table.state.pair if table.state is not None else 0
    closes, seats = (table.closes.isoformat() if table.closes else "", [seat for seat in range(len(table.names)) if (pair >> seat) & 1])
    if phase is not None:
        closes, seats = phase[2:4]
    cutoff = table.header.options["change_cutoff_minutes"]
    return {
        "what": "votes_free" if kind == "votes" and not cutoff else kind.replace("-", "_"),
        "closes": closes,
        "seats": seats,
        "cutoff": cutoff,
    }


def proxy(seat: int, target: int, ruling: int) -> dict[str, Any]:
    """The director's post of a proxy vote or a correction."""
    return {"what": PROXIES[ruling], "seats": [seat], "target": target}


def told_text(told: dict[str, Any], setting: words.Setting, lang: Lang) -> str:
    """A post of the director's in a language."""
    target = told.get("target", -1)
    return text(
        f"opening.{told['what']}",
        lang,
        closes=words.moment(setting, told.get("closes", ""), lang),
        cutoff=told.get("cutoff", 0),
        names=words.seats(setting, told["seats"], lang),
        target=setting.names[target] if target >= 0 else text("opening.nobody", lang),
    )
