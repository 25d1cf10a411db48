"""What a post in a vote thread says (3.3; X-R25, X-R26, P-R16): a vote, for whom, and what is wrong with it; or talk, and why.

    read_vote(text, book, eligible, living, strict=…, typos=…, abstain_allowed=…) → VoteReading

Most posts are talk and are dismissed by one search; a vote in the law's own form is read by one match; everything else goes the long way:
own words (``posts``) → labels (``labels``) → free words (``freeform``). It refuses to know who posts when, what the voter has voted
before and whether he quotes it rightly: that is ``rules``.
"""

import re
from typing import NamedTuple

from bansha.reading.names import Match, NameBook
from bansha.reading.wording import EVERYBODY, has_words
from bansha.rules.ballots import FLAWLESS, LABEL_CHANGE, LABEL_NONE, LABEL_VOTE
from bansha.rules.phases import NOBODY


class VoteReading(NamedTuple):
    """What a post says.

    ``label`` is a LABEL_ of ``rules.ballots``; ``target`` a seat, ABSTAIN (−2) or NOBODY (−1); ``flaw`` 0 or a code 20–27 of
    ``rules.ballots``; ``match`` how the name was matched, None if none was written or several were. A seat may stand beside a flaw (who
    was meant by a vote that is void). ``why`` is "" for a vote, else a word of ``WHY``.
    """

    label: int
    target: int
    flaw: int
    match: Match | None
    why: str


# Why a post is no vote, the first that fits. All are talk to the law; "name" and "unclear" are worth a word to the poster.
WHY = ("quoted", "struck", "count", "question", "conditional", "negated", "undecided", "reported", "name", "unclear", "talk")

_TALK = VoteReading(LABEL_NONE, NOBODY, FLAWLESS, None, "talk")
_CANDIDATE = re.compile("[投票弃棄vVｖＶ]|[aAａＡ][bBｂＢ][sSｓＳ]")
_IN_FORM = re.compile(r"\s*([投改])票[对對]象\s*[:：]\s*([^\s:：][^\n:：]*?)\s*(?:\n\s*([投改])票理由\s*[:：](.*))?\Z", re.DOTALL)
# What sends a text in form the long way: markup, a second label, quotation marks. Each holds one of a few characters that are rare.
_ODD_HOLDS = re.compile("[\\[<>＞~【】\u0335-\u0338?？象像引表道帖贴貼&]")
_ODD = re.compile("[\\[<>＞~【】\u0335-\u0338?？]|[对對][象像]|引用|[发發]表|[写寫]道|原[帖贴貼]|&[gG][tT];")


def read_vote(
    text: str,
    book: NameBook,
    eligible: int,
    living: int,
    *,
    strict: bool,
    typos: int,
    abstain_allowed: bool = True,
    voter: int = NOBODY,
) -> VoteReading:
    """What ``text`` says as a post in a vote thread. Never raises.

    ``eligible`` and ``living`` are bitsets of seats: who may be voted for (in a runoff the candidates) and who is alive. ``strict`` is
    piper's form (P-R16), ``typos`` how many wrong characters a name may have (X-R26: 1; piper: 0), ``voter`` the poster's seat, for
    "我投我自己" (not known: no self is understood).
    """
    if not _CANDIDATE.search(text):
        return _TALK if len(text) > 24 or strict else _only_a_name(text, book)
    form = _IN_FORM.match(text)
    if form is not None and not _is_odd(text, form.start(2)) and (not strict or _has_reason(form)):
        match = book.match(form[2], eligible, 0)
        if match.flaw == FLAWLESS:
            return VoteReading(LABEL_VOTE if form[1] == "投" else LABEL_CHANGE, match.seat, FLAWLESS, match, "")
    # Only now, because its grammar takes as long to compile as the interpreter to start.
    from bansha.reading.at_length import Ballot, read_at_length

    return read_at_length(text, Ballot(book, eligible, living, strict, 0 if strict else typos, abstain_allowed, voter))


def _is_odd(text: str, start: int) -> bool:
    """Whether a text in form, from its name on, must go the long way."""
    return _ODD_HOLDS.search(text, start) is not None and _ODD.search(text, start) is not None


def _has_reason(form: re.Match[str]) -> bool:
    """P-R16: a reason of the same kind, and not empty."""
    return form[3] == form[1] and has_words(form[4])


def _only_a_name(text: str, book: NameBook) -> VoteReading:
    """A bare name says not that it is a vote; the poster may be told so."""
    if book.match(text, EVERYBODY, 0).seat < 0:
        return _TALK
    return VoteReading(LABEL_NONE, NOBODY, FLAWLESS, None, "name")
