"""Interpreted games of 群侠 told as they are played: every notice of tallies, dawns and the end, as the text that each reader gets."""

from collections.abc import Sequence

from bansha.lab.crowd import Crowd
from bansha.lab.dice import seed
from bansha.lab.games import LAST_DAY
from bansha.lab.xia_game import deal, step
from bansha.rules.face import face
from bansha.rules.findings import findings
from bansha.rules.notices import EVERYBODY, Notice
from bansha.rules.phases import DAY, NIGHT, OVER, RUNOFF
from bansha.rules.rulebook import Lang
from bansha.rules.states import blank
from bansha.rules.xia import news
from bansha.rules.xia.codes import F_STRUCK
from bansha.telling.notices import tell as in_words
from bansha.telling.words import Setting


def tell(seeds: Sequence[int], lang: Lang = "zh") -> tuple[int, int]:
    """Play and tell a game of 群侠 for every seed: how many things were sent in all, and how many characters were told."""
    law = face("xia")
    options = law.options({})
    cards = law.seating(options)
    s, c = law.new(cards, options), blank(Crowd)
    at = Setting("xia", tuple(f"玩家{n + 1}" for n in range(len(cards))), "Asia/Shanghai", options._asdict())
    sent = told = 0
    for number in seeds:
        seed(c, number)
        deal(s, c, cards, options.reflections)
        while s.phase != OVER:
            phase = s.phase
            before = news.before(s) if phase == NIGHT else None
            sent += step(s, c, LAST_DAY)
            if before is not None:
                said = news.dawn(s, before)
            elif phase in (DAY, RUNOFF):
                struck = min(
                    (row.detail for row in findings(s) if row.what == F_STRUCK), default=0
                )  # the named floor, or the first one hit
                said = news.tally(s, phase, struck)
            else:
                continue
            if s.over:
                said.append(Notice(EVERYBODY, "over", [*law.ending(s), str(number), ""]))
            told += sum(len(in_words(notice, at, lang)) for notice in said)
    return sent, told
