"""The long way to read a post in a vote thread: own words (``posts``) → labels (``labels``) → free words (``freeform``).

It also reads all that the short ways of ``votes`` read. It refuses to know what they refuse to know there.
"""

import re

from bansha.reading.freeform import read_free
from bansha.reading.labels import read_labels
from bansha.reading.names import NameBook
from bansha.reading.posts import Post, read_post
from bansha.reading.targets import Ballot, settled
from bansha.reading.votes import VoteReading
from bansha.reading.wording import level, mask_speech, name_at
from bansha.rules.ballots import FLAWLESS, LABEL_FREE, LABEL_NONE, NOT_IN_FORM
from bansha.rules.phases import NOBODY

__all__ = ["Ballot", "read_at_length"]

_VOTING = re.compile("[投票弃棄vVｖＶ]|[aAａＡ][bBｂＢ][sSｓＳ]")
_COUNT = re.compile(r"求票型|求票|票型|统计|数票|计票|唱票|票数|几票|多少票|票况|求统计|vote count|tally")
_QUESTION = re.compile(r"[?？]|吗|谁|哪个|哪位|怎么|为什么|是否|要不要|投不投|还是[^投]")
_CONDITION = re.compile(r"如果|要是|假如|若|万一|除非|的话|只要|一旦|否则|\bif\b")
_NEGATED = re.compile(r"(?:不|别|没|勿|未)\S{0,2}(?:投|弃|改票|票)|not vote|don't vote")
_REPORTED = re.compile(r"昨|上轮|之前|说|投了|投过|投的|[^我\s]投")
_UNDECIDED = re.compile(r"想|要投|会投|打算|准备|考虑|可能|也许|没想好|倾向|待定|建议|应该|可以")


def read_at_length(text: str, ballot: Ballot) -> VoteReading:
    """The long way, which also says all that the short ones say."""
    post = read_post(text)
    if not _VOTING.search(post.own):
        return VoteReading(LABEL_NONE, NOBODY, FLAWLESS, None, _gone(post) or "talk")
    raw = mask_speech(post.own, ballot.book)
    plain = level(raw)
    labelled = read_labels(raw, plain, ballot)
    if labelled is None:
        return _free(raw, plain, post, ballot)
    target = labelled.target
    if not ballot.strict:
        loose = [read_free(raw, plain, start, end, ballot) for start, end in labelled.loose]
        target = settled([target, *(free.target for free in loose if free is not None)])
    return VoteReading(labelled.label, target.seat, target.flaw, target.match, "")


def _free(raw: str, plain: str, post: Post, ballot: Ballot) -> VoteReading:
    free = read_free(raw, plain, 0, len(plain), ballot)
    if free is None:
        return VoteReading(LABEL_NONE, NOBODY, FLAWLESS, None, _why(raw, plain, post, ballot.book))
    target = free.target
    if ballot.strict:
        return VoteReading(LABEL_FREE, target.seat, NOT_IN_FORM, target.match, "")
    return VoteReading(free.label, target.seat, target.flaw, target.match, "")


def _gone(post: Post) -> str:
    if _VOTING.search(post.quoted):
        return "quoted"
    return "struck" if _VOTING.search(post.struck) else ""


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
