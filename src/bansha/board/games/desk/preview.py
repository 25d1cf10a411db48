"""What would be announced if the open phase ended now, to whom, and why. It is computed on a copy; nothing of it is kept anywhere."""

from datetime import datetime
from typing import NamedTuple

from bansha.board.games.words import Lang
from bansha.rules.notices import DIRECTOR, EVERYBODY
from bansha.table.previewing import preview as close_copy
from bansha.table.table import Table
from bansha.telling import words as w
from bansha.telling.blocks import Line
from bansha.telling.course import Section, adjudication, public_lines, told_lines

UNSAID = ("thread",)


class Preview(NamedTuple):
    """Public lines, private ones, and the findings behind them."""

    public: list[Line]
    private: list[Line]
    found: list[Line]


def preview(table: Table, at: datetime, lang: Lang) -> Preview:
    """Raises Unlawful if no phase is open, LawHole where the law has no answer."""
    said = close_copy(table, at)
    setting = w.setting(table)
    found: list[Line] = []
    for notice in said:
        if notice.to == DIRECTOR and notice.what == "findings":
            here = Section(notice.args[0], notice.args[1], "", "", setting, frozenset())
            here.orders, here.findings = notice.args[2], notice.args[3]
            found += adjudication(here, lang)
    return Preview(
        list(public_lines([notice for notice in said if notice.to == EVERYBODY and notice.what not in UNSAID], setting, lang)),
        list(told_lines([notice for notice in said if notice.to not in (EVERYBODY, DIRECTOR)], setting, lang)),
        found,
    )
