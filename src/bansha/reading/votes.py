"""What a post in a vote thread says (3.3; X-R25, X-R26, P-R16): a vote, for whom, and what is wrong with it; or talk, and why.

    read_vote(text, book, eligible, living, strict=…, typos=…, abstain_allowed=…) → VoteReading

Most posts are talk and are dismissed by one search; a vote in the law's own form is read by one match; everything else goes the long way:
own words (``posts``) → labels (``labels``) → free words (``freeform``). It refuses to know who posts when, what the voter has voted
before and whether he quotes it rightly: that is ``rules``.
"""

import re
from typing import NamedTuple

from bansha.reading.freeform import read_free
from bansha.reading.labels import read_labels
from bansha.reading.names import Match, NameBook
from bansha.reading.posts import Post, read_post
from bansha.reading.targets import Ballot, settled
from bansha.reading.wording import EVERYBODY, has_words, level, mask_speech, name_at
from bansha.rules.ballots import FLAWLESS, LABEL_CHANGE, LABEL_FREE, LABEL_NONE, LABEL_VOTE, NOT_IN_FORM
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
_CANDIDATE = re.compile("[投票弃棄vVｖＶ]")
_IN_FORM = re.compile(r"\s*([投改])票[对對]象\s*[:：]\s*([^\s:：][^\n:：]*?)\s*(?:\n\s*([投改])票理由\s*[:：](.*))?\Z", re.DOTALL)
# What sends a text in form the long way: markup, a second label, quotation marks.
_ODD = re.compile("[\\[<>＞~【】\u0335-\u0338?？]|[对對][象像]|引用|[发發]表|[写寫]道|原[帖贴]|&gt;")
_COUNT = re.compile(r"求票型|求票|票型|统计|数票|计票|唱票|票数|几票|多少票|票况|求统计|vote count|tally")
_QUESTION = re.compile(r"[?？]|吗|谁|哪个|哪位|怎么|为什么|是否|要不要|投不投")
_CONDITION = re.compile(r"如果|要是|假如|若|万一|除非|的话|只要|一旦|否则|\bif\b")
_NEGATED = re.compile(r"(?:不|别|没|勿|未)\S{0,2}(?:投|弃|改票|票)|not vote|don't vote")
_REPORTED = re.compile(r"昨|上轮|之前|说|投了|投过|投的|[^我\s]投")
_UNDECIDED = re.compile(r"想|打算|准备|考虑|可能|也许|没想好|倾向|待定|建议|应该|可以")


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
    if form is not None and not _ODD.search(text, form.start(2)) and (not strict or _has_reason(form)):
        match = book.match(form[2], eligible, 0)
        if match.flaw == FLAWLESS:
            return VoteReading(LABEL_VOTE if form[1] == "投" else LABEL_CHANGE, match.seat, FLAWLESS, match, "")
    return read_at_length(text, Ballot(book, eligible, living, strict, 0 if strict else typos, abstain_allowed, voter))


def _has_reason(form: re.Match[str]) -> bool:
    """P-R16: a reason of the same kind, and not empty."""
    return form[3] == form[1] and has_words(form[4])


def read_at_length(text: str, ballot: Ballot) -> VoteReading:
    """The long way, which also says all that the short ones say."""
    post = read_post(text)
    if not _CANDIDATE.search(post.own):
        return VoteReading(LABEL_NONE, NOBODY, FLAWLESS, None, _gone(post) or "talk")
    raw = mask_speech(post.own, ballot.book)
    plain = level(raw)
    labelled = read_labels(raw, plain, ballot)
    if labelled is None:
        return _free(raw, plain, post, ballot)
    target = labelled.target
    if not ballot.strict and plain[: labelled.start].strip():
        free = read_free(raw, plain, 0, labelled.start, ballot)
        if free is not None:
            target = settled([target, free.target])
    return VoteReading(labelled.label, target.seat, target.flaw, target.match, "")


def _free(raw: str, plain: str, post: Post, ballot: Ballot) -> VoteReading:
    free = read_free(raw, plain, 0, len(plain), ballot)
    if free is None:
        return VoteReading(LABEL_NONE, NOBODY, FLAWLESS, None, _why(raw, plain, post, ballot.book))
    target = free.target
    if ballot.strict:
        return VoteReading(LABEL_FREE, target.seat, NOT_IN_FORM, target.match, "")
    return VoteReading(free.label, target.seat, target.flaw, target.match, "")


def _only_a_name(text: str, book: NameBook) -> VoteReading:
    """A bare name says not that it is a vote; the poster may be told so."""
    if book.match(text, EVERYBODY, 0).seat < 0:
        return _TALK
    return VoteReading(LABEL_NONE, NOBODY, FLAWLESS, None, "name")


def _gone(post: Post) -> str:
    if _CANDIDATE.search(post.quoted):
        return "quoted"
    return "struck" if _CANDIDATE.search(post.struck) else ""


def _why(raw: str, plain: str, post: Post, book: NameBook) -> str:
    """Why words of voting are no vote: for the answer to the poster, no ruling rests on it."""
    if gone := _gone(post):
        return gone
    signs = (
        ("count", _COUNT), ("question", _QUESTION), ("conditional", _CONDITION), ("negated", _NEGATED), ("undecided", _UNDECIDED),
        ("reported", _REPORTED),
    )  # fmt: skip
    for why, sign in signs:
        if sign.search(plain):
            return why
    return "unclear" if any(name_at(book, raw, at, len(raw)) for at in range(min(len(raw), 80))) else "talk"
