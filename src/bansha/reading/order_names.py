"""The names in a private message: exact after folding (X-R40), "myself", 无, and for an unknown name the ones it may have meant.

A near miss is only ever told, never acted on. It refuses to know acts (``orders``).
"""

import re
from typing import NamedTuple

from bansha.reading.names import NameBook
from bansha.reading.wording import EVERYBODY, name_at
from bansha.rules.ballots import AMBIGUOUS_NAME, FLAWLESS
from bansha.rules.phases import ABSTAIN, NOBODY


class Message(NamedTuple):
    """A message as typed (own words only) and levelled (``wording.level``), the names of the game, and the sender's seat."""

    raw: str
    plain: str
    book: NameBook
    sender: int


class Names(NamedTuple):
    """A list of names: seats (distinct, in order), where it ends, and what is wrong with it (words of ``orders.PROBLEMS``)."""

    seats: tuple[int, ...]
    end: int
    problem: str
    near: tuple[int, ...]
    typed: str


_SELF = re.compile(r"我?自己|我本人|本人|我(?![们的])|myself(?![a-z])|me(?![a-z])|self(?![a-z])")
_NONE = re.compile(r"(?:无|弃权票?|弃票)(?!\w)")
_BETWEEN = re.compile(r"[\s,、/&+;。]*")
_BY = re.compile(r"\s+由\s*")
_AND = re.compile(r"[\s,、/&+;。]*(?:和|与|跟|及|以及|还有|或者?是?|还是|(?:and|or)(?![a-z]))[\s,、]*")
_AFTER = re.compile(
    r"$|\W|_|[和与跟及或了吧啦哈哦由因]|以及"
    r"|还有|还是|谢谢|多谢|辛苦|麻烦|拜托|反弹|如果|理由|原因|今晚|一下|一票|一口|使用|的?身份|行动|and |by |thanks|please"
)
_TOKEN = re.compile(r"[^\s,。;!?、~(]+")
_TRAIL = re.compile(r"(?:一票|一下|谢谢|[了吧啦哈])+$")


def names_at(message: Message, start: int, none_allowed: bool, then: re.Pattern[str] = _AFTER) -> Names:
    """The list of names that begins at ``start``; each must end where words end, or before ``then``."""
    seats: list[int] = []
    place = after = start
    while True:
        seat, end, problem = _name(message, after, none_allowed)
        if problem or seat == NOBODY or not (_AFTER.match(message.plain, end) or then.match(message.plain, end)):
            break
        if seat not in seats:
            seats.append(seat)
        place = end
        after = _next(message, place, none_allowed)
        if after == place:
            break
    if problem and not seats:
        return Names((), place, problem, (), message.raw[after:end].strip())
    return Names(tuple(seats), place, "", (), "") if seats else _unknown(message, start)


def _next(message: Message, place: int, none_allowed: bool) -> int:
    """Where the next name of a list may begin; ``place`` itself if nothing joins it on. (和 may join two names, or begin one: 和平.)"""
    by = _BY.match(message.plain, place)
    if by and _name(message, by.end(), none_allowed)[0] != NOBODY:
        return place  # 由 Y, also where somebody is called 由
    between = _BETWEEN.match(message.plain, place)
    after = between.end() if between else place
    if after > place and _name(message, after, none_allowed)[0] != NOBODY:
        return after
    joined = _AND.match(message.plain, place)
    return joined.end() if joined else after


def near(book: NameBook, token: str) -> tuple[int, ...]:
    """The seats whose names ``token`` may have meant, for a hint."""
    match = book.match(token, EVERYBODY, 1)
    return (match.seat,) if match.seat >= 0 else match.near


def is_slip(book: NameBook, token: str) -> bool:
    """Is ``token`` a name with one wrong character, by sound or shape?"""
    return book.match(token, EVERYBODY, 1).flaw in (FLAWLESS, AMBIGUOUS_NAME)


def _name(message: Message, start: int, none_allowed: bool) -> tuple[int, int, str]:
    """A seat, ABSTAIN or NOBODY; where it ends; a problem."""
    none = _NONE.match(message.plain, start) if none_allowed else None
    if none:
        return ABSTAIN, none.end(), ""
    found = name_at(message.book, message.raw, start, len(message.raw))
    self_word = _SELF.match(message.plain, start) if message.sender >= 0 else None
    if found and found.match.flaw == AMBIGUOUS_NAME:
        return NOBODY, found.end, "ambiguous_name"
    if found and self_word and found.end <= self_word.end() and found.match.seat != message.sender:
        return NOBODY, self_word.end(), "ambiguous_name"  # somebody is called 我
    if found:
        return found.match.seat, found.end, ""
    return (message.sender, self_word.end(), "") if self_word else (NOBODY, start, "")


def _unknown(message: Message, start: int) -> Names:
    token = _TOKEN.search(message.plain, start)
    line = message.plain.find("\n", start)
    if token is None or token.start() - start > 2:
        return Names((), start, "missing_target", (), "")
    end = token.end() - (len(trail[0]) if (trail := _TRAIL.search(token[0])) else 0)
    typed = message.raw[token.start() : end]
    if not typed:
        return Names((), start, "missing_target", (), "")
    whole = message.raw[start : line if line >= 0 else len(message.raw)].strip()
    meant = near(message.book, typed) or near(message.book, whole)
    return Names((), end, "near_miss" if meant else "unknown_name", meant, typed)
