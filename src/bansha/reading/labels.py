"""The labelled form of a vote post (3.3): 投票对象：NAME and 投票理由：REASON, 改票对象： and 改票理由：.

Any width of punctuation, brackets around the label, traditional characters, one line or several, in any order. It refuses to know free
words (``freeform``), and whether the vote counts (``rules``).
"""

import re
from typing import NamedTuple

from bansha.reading.targets import Ballot, Choice, Target, ends_name, settled, slip_at, targets_at, unknown_at
from bansha.reading.wording import has_words
from bansha.rules.ballots import LABEL_CHANGE, LABEL_VOTE, NO_TARGET, NOT_IN_FORM, UNKNOWN_NAME


class Labelled(NamedTuple):
    """What the labels of a post say: LABEL_VOTE or LABEL_CHANGE, the target, and the stretches of text under no label."""

    label: int
    target: Target
    loose: list[tuple[int, int]]


class Label(NamedTuple):
    """One label: of a change or not, of a reason or not, with a colon or not, and where it and its value begin and end."""

    change: bool
    reason: bool
    marked: bool
    start: int
    value: int
    end: int
    word: int  # where 是 or 为 begins that stands before the value; the value itself if none does


_OPENING = r"(?:[\[(<【〔「『《\"“*#·•]{1,16}\s*)?"  # a run without end would be tried from each of its places
_LABEL = re.compile(
    _OPENING + r"(?:(?P<kind>[投改])\s*票\s*(?P<what>对\s*[象像]|理\s*由)|(?P<bare>理由|原因)(?=\s*[:】\]]))\s*"
    r"(?P<mark>(?:[\])】〕」』》\"”*]*\s*[:=→>.．·。]+[\])】〕」』》*]*|[\])】〕」』》\"”*]+)?)\s*(?P<is>(?:就?是|为)(?!什么|谁|哪))?"
)
_OBJECT = re.compile(r"票\s*对\s*[象像]")
# Before a label in its line: nothing, or words that leave the label the poster's own.
_OWN_LINE = re.compile(r"[\W_]*(?:\d+[.、)]\s*)?(?:(?:更正|补[投票])(?:一下)?[\s:,]*)?(?:我的?|本轮|今天)?\s*")
_SENTENCE = re.compile(r"[。!;]")
_NOT_OWN = re.compile(r"格式|例如|比如|样|昨|上轮|如果|要是|假如|[说写道讲]|的[\W_]*$|[:>→\"“「]\s*$")
_ASKS = re.compile(r"[?？][\s?？!~]*$|吗[\s?!~。]*$|(?:谁|哪个|哪位|什么)[\s?!~。]*$")
# "I do not know whom" answers the label, and names nobody; only the mark of a question makes a question of it.
_AT_A_LOSS = re.compile(r"我?也?(?:暂时|实在|还)?(?:不知道?|不晓得|不清楚|不确定|没想好|没决定|想不出)|随便|管他")


def read_labels(raw: str, plain: str, ballot: Ballot) -> Labelled | None:
    """What the labels say; None if the post carries none (a question about labels carries none)."""
    if not _OBJECT.search(plain):
        return None
    labels = [_with_name(raw, plain, label, ballot) for label in _labels(plain)]
    labels = [label for label in labels if label.reason or _usable(raw, plain, label, ballot)]
    objects = [label for label in labels if not label.reason]
    if not objects:
        return None
    if not ballot.strict:  # the rest of a form that was copied whole
        objects = [label for label in objects if label.value < label.end] or objects
    kind = LABEL_CHANGE if any(label.change for label in objects) else LABEL_VOTE
    target = settled([_target(raw, plain, label, ballot) for label in objects])
    if ballot.strict and not _in_form(plain, labels):
        target = Target(target.seat, NOT_IN_FORM, target.match)
    return Labelled(kind, target, _loose(plain, labels))


def _loose(plain: str, labels: list[Label]) -> list[tuple[int, int]]:
    """What stands before, between and after the labels and their values, if there are words in it."""
    stretches = []
    place = 0
    for label in labels:
        stretches.append((place, label.start))
        place = label.end
    stretches.append((place, len(plain)))
    return [(start, end) for start, end in stretches if has_words(plain[start:end])]


def _labels(plain: str) -> list[Label]:
    """Every label that stands where a label may stand, with its value."""
    found = []
    after = 0  # where the last label's value begins
    for label in _LABEL.finditer(plain):
        line = max(plain.rfind("\n", 0, label.start()) + 1, after)
        reason = bool(label["bare"]) or label["what"][0] == "理"
        before = plain[line : label.start()]
        if not (_OWN_LINE.fullmatch(before) or _may_interrupt(before, reason, bool(label["mark"]), after > 0)):
            continue
        if label["bare"] and not after:
            continue
        found.append((label, reason))
        after = label.end()
    values = []
    for place, (label, reason) in enumerate(found):
        stop = found[place + 1][0].start() if place + 1 < len(found) else len(plain)
        values.append(_label(plain, label, reason, stop))
    return values


def _may_interrupt(before: str, reason: bool, marked: bool, labelled: bool) -> bool:
    if reason and labelled and marked and not _NOT_OWN.search(before[-1:]):
        return True  # "投票对象：水饺投票理由：…"
    said = before if ":" in before else _SENTENCE.split(before)[-1]  # after a colon somebody else may go on speaking
    return before[-1:] in " ,，。!?;~…)）】」、" and not _NOT_OWN.search(said)


def _label(plain: str, label: re.Match[str], reason: bool, stop: int) -> Label:
    """A label with its value: a reason runs on, a target stands in one line (the next one if its own is empty)."""
    start = label.end()
    if not reason:
        while start < stop and plain[start].isspace():
            start += 1
        line = plain.find("\n", start, stop)
        stop = stop if line < 0 else line
    while stop > start and plain[stop - 1].isspace():
        stop -= 1
    change = label["kind"] == "改"
    word = label.start("is") if label["is"] and not reason else start
    return Label(change, reason, bool(label["mark"]), label.start(), start, stop, word)


def _with_name(raw: str, plain: str, label: Label, ballot: Ballot) -> Label:
    """The label with 是 or 为 counted to its value if that is how a name begins (X-R26: an exact name always wins), in piper's form always."""
    if label.word == label.value:
        return label
    line = plain.find("\n", label.word, label.end)
    whole = label._replace(value=label.word, end=label.end if line < 0 else line)
    if ballot.strict and label.marked:
        return whole
    for one in (whole, label) if label.marked else (label, whole):
        if _exactly(raw, plain, one, ballot) is not None:
            return one
    return whole if label.marked and slip_at(raw, plain, whole.value, whole.end, ballot) else label


def _exactly(raw: str, plain: str, label: Label, ballot: Ballot) -> Choice | None:
    """Whom the value names, if it names somebody exactly and says nothing else but what may follow a name."""
    choice = targets_at(raw, plain, label.value, label.end, ballot)
    if choice is None or choice.end == label.end:
        return choice
    return choice if not ballot.strict and ends_name(plain, choice.end, label.end) else None


def _usable(raw: str, plain: str, label: Label, ballot: Ballot) -> bool:
    """A label without a colon is one only before a name; a question is no vote (3.3)."""
    choice = targets_at(raw, plain, label.value, label.end, ballot)
    if not label.marked:
        return choice is not None and (choice.end == label.end or ends_name(plain, choice.end, label.end))
    if ballot.strict or (choice is not None and choice.end == label.end):
        return True
    after = choice.end if choice is not None and ends_name(plain, choice.end, label.end) else label.value  # a name may hold 吗 or 谁
    return not _ASKS.search(plain, after, label.end) or _at_a_loss(plain[label.value : label.end])


def _at_a_loss(value: str) -> bool:
    return _AT_A_LOSS.match(value) is not None and not value.rstrip(" !~。").endswith(("?", "吗"))


def _target(raw: str, plain: str, label: Label, ballot: Ballot) -> Target:
    if label.value == label.end:
        return Target(-1, NO_TARGET, None)
    choice = _exactly(raw, plain, label, ballot)
    if choice is not None:
        return settled(choice.targets)
    if ballot.strict:
        match = ballot.book.match(raw[label.value : label.end], ballot.eligible, 0)
        return Target(-1, match.flaw or UNKNOWN_NAME, match)
    return slip_at(raw, plain, label.value, label.end, ballot) or unknown_at(raw, plain, label.value, label.end, ballot)


def _in_form(plain: str, labels: list[Label]) -> bool:
    """P-R16: a target and a reason of the same kind, each with its colon, the reason not empty."""
    objects = {label.change for label in labels if not label.reason and label.marked}
    unmarked = any(not label.marked for label in labels if not label.reason)
    reasons = {
        label.change
        for label in labels
        if label.reason and label.marked and "票" in plain[label.start : label.value] and has_words(plain[label.value : label.end])
    }
    spelt = all("像" not in plain[label.start : label.value] for label in labels)
    return len(objects) == 1 and objects == reasons and not unmarked and spelt
