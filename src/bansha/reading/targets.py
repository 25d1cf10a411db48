"""Whom the words after a label or after "I vote for" name: one target, several, 无, or nobody in the game (3.3, X-R26).

It refuses to know how a post came to name a target (``labels``, ``freeform``).
"""

import re
from typing import NamedTuple

from bansha.reading.names import Match, NameBook
from bansha.reading.wording import name_at
from bansha.rules.ballots import AMBIGUOUS_NAME, FLAWLESS, NO_ABSTENTION, NO_TARGET, NOT_A_CANDIDATE, TARGET_OUT, TWO_TARGETS, UNKNOWN_NAME
from bansha.rules.phases import ABSTAIN, NOBODY


class Ballot(NamedTuple):
    """What a vote is read against: the names, who may be named (bitset), who is alive (bitset), and how strictly."""

    book: NameBook
    eligible: int
    living: int
    strict: bool
    typos: int
    abstain_allowed: bool
    voter: int


class Target(NamedTuple):
    """A seat, ABSTAIN or NOBODY; the flaw (0 or a code of ``rules.ballots``); the name's match, if a name was written."""

    seat: int
    flaw: int
    match: Match | None


class Choice(NamedTuple):
    """The targets at the beginning of a text (distinct, in order), and where what follows them begins."""

    targets: list[Target]
    end: int


# 3.3 of xia: 弃权 and 弃票 mean 无. piper's law knows only 无.
_ABSTAIN = re.compile(r"(?:无(?!\w)|弃权票?|弃票|abstain\b)")
_ABSTAIN_STRICT = re.compile(r"无(?!\w)")
_SELF = re.compile(r"(?:我?自己|我本人|myself\b)(?!的)")
_AND = re.compile(r"\s*[(\[]?\s*(?:[、/&+]|和|与|及|跟|或者?是?|以及|and\b|or\b|[→⇒]|-+>|=>)\s*")
_COMMA = re.compile(r"\s*,\s*")
# What may follow a name: the end, a particle, or something that can only be the beginning of a reason.
_FACES = "\u2600-\u27bf\u2b50\ufe0f\U0001f000-\U0001faff"  # after a name they say nothing
_PARTICLE = r"(?:\s*(?:一票|1票|票))?(?:了|啦|咯|喽|啰|哈|先|算了|好了|吧|呗|哦|喔|嘛)*(?:\s*(?:orz|qaq|lol|xd|233+|h{2,}|w{2,}))?"
_CLOSED = re.compile(_PARTICLE + rf"(?:[{_FACES}~!.…^_*)\]】」』”’\"'。\-—\s哈]*$|\s+)")
_REASON = re.compile(
    _PARTICLE + rf"\s*(?:[{_FACES}(\[（【,。;!~…、\"]|\.{{2,}}|-|—|:?理由|:?原因|因|由于|他|她|它|ta|太|很|真|发言|划水|不投|而不|不是|看着"
    r"|不解释|感觉|总觉得|觉得|就是|跟票|同上|支持|可疑|嫌疑|毕竟|because|since)"
)
_OTHERWISE = re.compile(r"吗|么[~!.\s]*$|呢[~!.\s]*$|的话|还是|才怪|是不可能|与否|\?|^的")
# What nobody means as the misspelling of a name.
_NO_NAMES = re.compile(r"[他她它谁你我您咱人票了一这那哪无不]|ta|自己|[他你我咱她]们|大家|[此这那][人个]|一票")
_LONGEST_SLIP = 16
_EDGE = " \t\n。.,!~;…*_、-—\"'"


def judged(match: Match, ballot: Ballot) -> Target:
    """A match as a target: somebody alive who is no candidate is told so, not called out."""
    if match.flaw == TARGET_OUT and match.seat >= 0 and ballot.living >> match.seat & 1:
        return Target(match.seat, NOT_A_CANDIDATE, match)
    return Target(match.seat, match.flaw, match)


def abstention(ballot: Ballot) -> Target:
    """无."""
    return Target(ABSTAIN, FLAWLESS if ballot.abstain_allowed else NO_ABSTENTION, None)


def one_target(raw: str, plain: str, start: int, end: int, ballot: Ballot) -> tuple[Target, int] | None:
    """The exact target at ``start`` and the place after it; None if no exact name, 无 or "myself" stands there."""
    word = (_ABSTAIN_STRICT if ballot.strict else _ABSTAIN).match(plain, start, end)
    if word:
        return abstention(ballot), word.end()
    found = name_at(ballot.book, raw, start, end, ballot.eligible)
    word = _SELF.match(plain, start, end) if ballot.voter >= 0 and not ballot.strict else None
    if found and not (word and word.end() > found.end):
        return judged(found.match, ballot), found.end
    if word:
        flaw = FLAWLESS if ballot.eligible >> ballot.voter & 1 else TARGET_OUT
        return judged(Match(ballot.voter, flaw, "", "", "", ()), ballot), word.end()
    return None


def targets_at(raw: str, plain: str, start: int, end: int, ballot: Ballot) -> Choice | None:
    """Every exact target of a list like "A and B", "A、B", "A B"; None if the text does not begin with one."""
    first = one_target(raw, plain, start, end, ballot)
    if first is None:
        return None
    targets = [first[0]]
    place = first[1]
    while True:
        link = _AND.match(plain, place, end)
        after = link.end() if link else place
        following = one_target(raw, plain, after, end, ballot) if link or plain[place : place + 1] == " " else None
        if link is None and following is None and (comma := _COMMA.match(plain, place, end)):  # "A，B" and no more: two names
            following = one_target(raw, plain, comma.end(), end, ballot)
            following = following if following and not plain[following[1] : end].strip(_EDGE) else None
            link = comma
        if following is None or not (link or following[1] == end or ends_name(plain, following[1], end)):
            return Choice(targets, place)
        if following[0].seat != targets[-1].seat:
            targets.append(following[0])
        place = following[1]


def ends_name(plain: str, place: int, end: int) -> bool:
    """May a name end at ``place``: is what follows nothing, a particle, or the beginning of a reason?"""
    return bool(_CLOSED.match(plain, place, end) or _REASON.match(plain, place, end))


def is_doubtful(plain: str, place: int, end: int) -> bool:
    """Does what follows a name take the vote back ("…?", "…的话", "…还是")?"""
    return bool(_OTHERWISE.search(plain[place:end]))


def slip_at(raw: str, plain: str, start: int, end: int, ballot: Ballot) -> Target | None:
    """The target that the text at ``start`` means with one wrong character (X-R26), or that is ambiguous; None if neither."""
    if not ballot.typos:
        return None
    for stop in range(min(end, start + _LONGEST_SLIP), start, -1):
        if _NO_NAMES.fullmatch(plain, start, stop) or not ends_name(plain, stop, end) or plain[stop - 1] in _EDGE:
            continue
        match = ballot.book.match(raw[start:stop], ballot.eligible, ballot.typos)
        if match.seat >= 0 or match.flaw == AMBIGUOUS_NAME:
            return judged(match, ballot)
    return None


def unknown_at(raw: str, plain: str, start: int, end: int, ballot: Ballot) -> Target:
    """What a name that nobody bears comes to; an empty one names no target."""
    while start < end and plain[start] in _EDGE:
        start += 1
    stop = start
    while stop < end and plain[stop] not in " \n,。;!?~、":
        stop += 1
    if start == stop:
        return Target(NOBODY, NO_TARGET, None)
    match = ballot.book.match(raw[start:stop], ballot.eligible, ballot.typos)
    return Target(NOBODY, match.flaw or UNKNOWN_NAME, match)


def settled(targets: list[Target]) -> Target:
    """One target of several: two different ones are no clear target, the same one twice is one."""
    seats = {target.seat for target in targets if target.seat != NOBODY}
    if len(seats) > 1:
        return Target(NOBODY, TWO_TARGETS, None)
    return next((target for target in targets if target.seat != NOBODY), targets[0])
