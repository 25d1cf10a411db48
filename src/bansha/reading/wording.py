"""The common ground of votes and orders: how the grammar's own words are spelt, and where a name begins and ends in running text.

``level`` makes the words of the grammar comparable (width, case, traditional characters) *without moving a single character*, so
that a name can always be cut out of what was really typed and be given to the ``NameBook``, which alone knows how names fold.
It refuses to know what any of the words mean.
"""

import re
from typing import NamedTuple

from bansha.reading.folding import fold
from bansha.reading.names import Match, NameBook
from bansha.rules.ballots import AMBIGUOUS_NAME

EVERYBODY = (1 << 62) - 1
_LONGEST_NAME = 24
_MOST_BRACKETS = 8  # spaces and brackets before a name
_NOBODY_WORDS = frozenset({"无", "無", "弃权", "棄權", "弃票", "棄票"})

# Traditional, simplified, traditional, simplified, …: only characters that the grammar's own words use.
_PAIRS = (
    "對对棄弃權权無无給给們们這这個个選选殺杀驗验證证護护領领騙骗覺觉樓楼後后號号導导說说話话問问題题為为爲为還还會会嗎吗麼么誰谁幾几"
    "統统計计數数決决請请幫帮換换轉转執执發发寫写讓让沒没將将當当時时準准備备應应該该議议慮虑過过醫医療疗開开遺遗贊赞銷销廢废彈弹擊击"
    "動动於于與与從从進进點点總总聽听別别實实萬万幹干祇只錯错確确堅坚斷断單单樣样裡里裏里標标嘍喽囉啰喲哟著着見见兩两處处層层負负責责"
    "拋抛繼继續续暫暂傾倾綜综論论記记歸归隨随願愿嗶哔僅仅機机會会間间麻麻煩烦謝谢輪轮夠够藥药詢询"
)
_LEVEL = {ord(old): new for old, new in zip(_PAIRS[::2], _PAIRS[1::2], strict=True)}
_LEVEL |= {0xFF01 + i: chr(0x21 + i) for i in range(94)}  # full width; capitals are lowered below
_LEVEL |= {ord(c): c.lower() for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
_LEVEL |= {0xFF21 + i: chr(0x61 + i) for i in range(26)}
_LEVEL |= {ord(c): " " for c in "\t\x0b\x0c\u00a0\u3000\u200b\u200c\u200d\ufeff"}
_LEVEL |= {ord("︰"): ":", ord("﹕"): ":", ord("∶"): ":", ord("︓"): ":", ord("﹖"): "?", ord("﹐"): ",", ord("\r"): "\n", ord("｡"): "。"}


def level(text: str) -> str:
    """``text`` with the grammar's words in one spelling; the same length, character for character."""
    return text.translate(_LEVEL)


def has_words(text: str) -> bool:
    """Is there more in ``text`` than spaces and punctuation? (A reason of one full stop is none.)"""
    return any(map(str.isalnum, text))


_SPEECH = re.compile(r"“([^”\n]{0,300})”|「([^」\n]{0,300})」|『([^』\n]{0,300})』|\"([^\"\n]{0,300})\"|＂([^＂\n]{0,300})＂")
_LABEL_ONLY = re.compile(r"\s*(?:我|本轮)?[投改]票(?:[对對][象像]|理由)\s*[:：]?\s*")


def mask_speech(text: str, book: NameBook) -> str:
    """``text`` with what stands in quotation marks blotted out, unless that is just a name or a label; the same length.

    「包子说“我投水饺”」 is no vote of the poster's.
    """
    return _SPEECH.sub(lambda speech: _masked(speech, book), text) if _SPEECH.search(text) else text


def _masked(speech: re.Match[str], book: NameBook) -> str:
    inner = speech[0][1:-1]
    if _LABEL_ONLY.fullmatch(inner) or inner.strip() in _NOBODY_WORDS or book.match(inner, EVERYBODY, 0).seat >= 0:
        return speech[0]
    return speech[0][0] + "\ufffd" * len(inner) + speech[0][-1]


class Found(NamedTuple):
    """A name in running text: what it matches, and where what follows it begins."""

    match: Match
    end: int


def name_at(book: NameBook, text: str, start: int, end: int, eligible: int = EVERYBODY) -> Found | None:
    """The longest exact name of anybody in the game that begins at ``start`` (X-R26: exact first, over everybody).

    Brackets and quotation marks around it belong to it, spaces after it do not.
    """
    brackets = start + _MOST_BRACKETS
    while start < min(end, brackets) and text[start] != "\n" and not fold(text[start]):
        start += 1
    for stop in range(min(end, start + _LONGEST_NAME), start, -1):
        if not fold(text[stop - 1]):
            continue
        match = book.match(text[start:stop], eligible, 0)
        if match.seat >= 0 or match.flaw == AMBIGUOUS_NAME:
            while stop < end and not text[stop].isspace() and text[stop] not in "([{<（【〔「『《“‘" and not fold(text[stop]):
                stop += 1
            return Found(match, stop)
    return None
