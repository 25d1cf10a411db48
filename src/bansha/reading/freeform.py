"""Votes in free words (3.3): "我投水饺，他太可疑", "水饺 票", "弃权", "改投 包子".

A clause is a vote only if it reads as one from its first word on: openers, "I", a verb of voting, a name, and then nothing but an end, a
particle or the beginning of a reason. What is not in that grammar (negated, hypothetical, reported, asked, planned) is no vote: nothing is
guessed. The forms are marked (a)–(e) below. It refuses to know labels (``labels``) and whether the vote counts (``rules``).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from bansha.reading.targets import (
    Ballot,
    Target,
    abstention,
    ends_name,
    is_doubtful,
    one_target,
    settled,
    slip_at,
    targets_at,
    unknown_at,
)
from bansha.reading.wording import name_at
from bansha.rules.ballots import LABEL_CHANGE, LABEL_FREE
from bansha.rules.phases import NOBODY


class Free(NamedTuple):
    """A vote in free words: LABEL_FREE or LABEL_CHANGE, and the target."""

    label: int
    target: Target


class Clause(NamedTuple):
    """A piece between commas, where its sentence ends, the clause before it in the sentence, and whether the sentence has an "if"."""

    start: int
    end: int
    sentence_end: int
    before: str
    conditional: bool


_OPENER = (
    r"(?:那么|那就|那我?|好吧|好的|好了|好|嗯+|恩+|额|呃+|哦+|唉|哎|算了|行|所以|于是|因此|综上|总之|最后|最终|我?决定(?:了|要)?|这?本轮|这一?轮|今天"
    r"|今日|这次|本次|首轮|还是|就|先|暂时|暂且|暂|果断|坚决|坚定|必须|只能|只好|继续|仍然|仍|依然|依旧|也|同样|同|跟着?|选择|确定|确认|正式|@?导演|大家好|各位|补上?|再|来|但是?|不过|可是|上来|现在?|坚持|跟风|ok|so|then|well|i)"
)
_I = r"(?P<i>我的(?=[投改]票)|我个人|我自己|我这边|我们?|俺|本人|在下|偶|咱)?"
_FRONT = rf"[\W_]*(?:{_OPENER}[\s~…:]*)*{_I}\s*(?:{_OPENER}\s*)*"
_MY_BALLOT = r"(?:把|将)?我?(?:的|这|本)?(?:宝贵的?)?(?:一|1)?票"
# (a) a change: 改投 X, 改票给 X, 票改投 X
_CHANGE = rf"(?P<change>(?:{_MY_BALLOT})?(?:改投?票投?[给为成到]?|改投[给到为成]?|换票[给投]?|[换转]投)|{_MY_BALLOT}改[给为成到]?|改[为成]?(?=弃权|弃票|无(?!\w)))"
# (b) a vote: 投 X, 投票给 X, 我的票给 X, 票 X, vote X
_PUT = rf"(?P<put>投票[给投]|投票(?:目标|人选)|投[一1]票给?|投给|投票|投|{_MY_BALLOT}就?(?:投给|给|投|归)?|跟一?票|(?:my )?vote(?:s? for)?(?![a-z]))"
_VERB = re.compile(rf"{_FRONT}(?:{_CHANGE}|{_PUT})(?P<gap>\s*[:=→>\-]*[\s*_]*)")
# (c) 给 X 一票
_GIVE = re.compile(rf"{_FRONT}给\s*")
_GIVEN = re.compile(r"\s*(?:投|投上|记|来)?(?:一|1)?票(?:了|吧)?(?!数|型|最|太|多)")
# (d) X 票, X 一票
_NOUN = re.compile(r"\s*(?:一|1)?票[了吧啦]?[~!.…\s]*$")
# (e) 弃权
_ABSTAIN = re.compile(
    rf"{_FRONT}(?:弃权票?|弃票|弃(?=了?吧?[~!.…\s]*$)|abstain\b|abstaining(?=[\W_]*$))(?:一轮|一次|一天|了|吧|啦|先|咯|算了)*(?:[~!.…。\s)]*$|\s+|[(~…])"
)
_CONDITION = re.compile(r"如果|要是|假如|假设|假使|倘若|倘|若是|若(?!干)|万一|除非|的话|只要|一旦|否则|不然|\bif\b|\bunless\b")
_LONGEST_BEFORE = 12  # characters of a name before such a word in it
_MOST_IN_NAMES = 8  # such words of one sentence that are looked for in names
_IF_AGAIN = re.compile(r"再|敢|一旦|等|谁")
_REPORTS = re.compile(
    r"(?:说|讲|表示|喊|道|写|问|觉得|认为|看到|希望|建议|号召|打算|准备|想|昨天|前天|上一?轮|第一天|当时|之前|那天)[\s:\"“]*$"
)
_ASKED = re.compile(r"\s*[!~]*\?")
_TAG = re.compile(r"[\s,，]*(?:好吗|行吗|可以吗|行不行|好不好|可不可以|怎么?样|对吗|如何|ok吗|没问题吧|是吗|对不对|ok)[\s~]*[?？]")
_JOKE = re.compile(r"开玩笑(?:的|啦|哈|而已|[\W_]*$)|逗你们?玩|just kidding")
_COUNTED = re.compile(r"[2-9２-９两二三四五六七八九十]\s*票|票.*票", re.DOTALL)
_UNLIKELY = re.compile(r"[的了吗么不没是在有我你他她谁人票这那都就还要会能可以哪诉降入身稿资靠掷奔案影机缘篮放递保产币错过]")


def read_free(raw: str, plain: str, start: int, end: int, ballot: Ballot) -> Free | None:
    """The vote that the free words in ``start:end`` cast; None if they cast none."""
    if _JOKE.search(plain, start, end):
        return None
    change = False
    targets: list[Target] = []
    after_vote = False
    for clause in _clauses(raw, plain, start, end, ballot):
        voted = None
        if not _taken_back(plain, clause):
            voted = _verb(raw, plain, clause, ballot) or _given(raw, plain, clause, ballot) or _noun(raw, plain, clause, ballot)
            voted = voted or _abstained(plain, clause, ballot)
        if voted is not None:
            change = change or voted[0]
            targets += voted[1]
        elif after_vote:
            targets += _bare_name(raw, plain, clause, ballot)
        after_vote = voted is not None
    if not targets:
        return None
    return Free(LABEL_CHANGE if change else LABEL_FREE, settled(targets))


def _bare_name(raw: str, plain: str, clause: Clause, ballot: Ballot) -> list[Target]:
    """A second name after a vote ("我投水饺，包子"): two names, not one."""
    found = one_target(raw, plain, clause.start, clause.end, ballot)
    return [found[0]] if found is not None and not plain[found[1] : clause.end].strip() else []


def _clauses(raw: str, plain: str, start: int, end: int, ballot: Ballot) -> Iterator[Clause]:
    """The clauses of the text. A sentence goes over the end of a line unless a full stop or an empty line ends it."""
    for sentence in re.finditer(r"(?:[^。!?;\n]|\n(?![^\S\n]*\n))+[!?。;]*", plain[start:end]):
        before = ""
        base = start + sentence.start()
        words = list(_CONDITION.finditer(sentence[0]))
        conditional = len(words) > _MOST_IN_NAMES or any(
            not _in_a_name(raw, base, base + word.start(), base + word.end(), ballot) for word in words
        )
        for clause in re.finditer(r"[^,\n。!?;]+", sentence[0]):
            yield Clause(base + clause.start(), base + clause.end(), start + sentence.end(), before, conditional)
            before = clause[0]


def _in_a_name(raw: str, sentence: int, start: int, end: int, ballot: Ballot) -> bool:
    """Is the word at ``start:end`` only a part of somebody's name (若水)? Not where the name of another follows it (若水饺 …)."""
    for place in range(start, max(sentence, start - _LONGEST_BEFORE) - 1, -1):
        if raw[place] in ",，":
            return False
        found = name_at(ballot.book, raw, place, len(raw))
        if found is not None and found.end >= end:
            other = name_at(ballot.book, raw, end, len(raw))
            reach = max(end, other.end) if other is not None else end
            if found.end > reach or (found.end == reach and place < start):
                return True
    return False


def _taken_back(plain: str, clause: Clause) -> bool:
    """Conditional, reported or asked: no vote whatever it says."""
    if clause.conditional or _REPORTS.search(clause.before):
        return True
    if "就" in plain[clause.start : clause.end] and _IF_AGAIN.search(clause.before):
        return True
    return bool(_ASKED.match(plain, clause.end, clause.sentence_end) or _TAG.match(plain, clause.end, clause.sentence_end))


def _verb(raw: str, plain: str, clause: Clause, ballot: Ballot) -> tuple[bool, list[Target]] | None:
    """Forms (a) and (b)."""
    verb = _VERB.match(plain, clause.start, clause.end)
    if verb is None:
        return None
    change = bool(verb["change"])
    choice = targets_at(raw, plain, verb.end(), clause.end, ballot)
    if choice is None and plain[verb.end() - 1] in "给为成到":  # or so a name begins (为民)
        choice = targets_at(raw, plain, verb.end() - 1, clause.end, ballot)
    if choice is not None and ends_name(plain, choice.end, clause.end):
        if is_doubtful(plain, choice.end, clause.end) or _suggests(plain, verb, choice.end):
            return None
        return change, choice.targets
    if ballot.strict or is_doubtful(plain, verb.end(), clause.end):
        return None  # P-R16: whom the poster votes for; nobody is called so
    slip = slip_at(raw, plain, verb.end(), clause.end, ballot)
    if slip is not None:
        return change, [slip]
    return (change, [unknown_at(raw, plain, verb.end(), clause.end, ballot)]) if _named(plain, verb, clause) else None


def _suggests(plain: str, verb: re.Match[str], place: int) -> bool:
    """May it be said to others? "投水饺吧" may, "我投水饺吧" and "就投水饺吧" may not."""
    return plain.startswith("吧", place) and not verb["i"] and not verb[0].strip(" :").rstrip("投票给").strip()


def _named(plain: str, verb: re.Match[str], clause: Clause) -> bool:
    """Does a clause that votes for nobody in the game certainly mean to name somebody?"""
    words = plain[verb.end() : clause.end].strip(" ~!.…")
    token = re.sub(r"(?:一票|1票)?[了吧啦]*$", "", words)
    if not 1 <= len(token) <= 8 or _UNLIKELY.search(token) or " " in token:
        return False
    plain_verb = verb["put"] or ""
    certain = bool(verb["change"]) or plain_verb.endswith("给") or ":" in verb["gap"] or words.endswith(("一票", "1票"))
    return certain or (plain_verb == "投" and (bool(verb["gap"]) or (bool(verb["i"]) and len(token) > 1)))


def _given(raw: str, plain: str, clause: Clause, ballot: Ballot) -> tuple[bool, list[Target]] | None:
    """Form (c)."""
    verb = _GIVE.match(plain, clause.start, clause.end)
    choice = targets_at(raw, plain, verb.end(), clause.end, ballot) if verb else None
    ballot_word = _GIVEN.match(plain, choice.end, clause.end) if choice else None
    if choice is None or ballot_word is None or is_doubtful(plain, choice.end, clause.end):
        return None
    return (False, choice.targets) if ends_name(plain, ballot_word.end(), clause.end) else None


def _noun(raw: str, plain: str, clause: Clause, ballot: Ballot) -> tuple[bool, list[Target]] | None:
    """Form (d): only as the first words of a text that counts no votes."""
    if plain[: clause.start].strip() or _COUNTED.search(plain):
        return None
    found = one_target(raw, plain, clause.start, clause.end, ballot)
    if found is None or found[0].seat == NOBODY or not _NOUN.match(plain, found[1], clause.end):
        return None
    return False, [found[0]]


def _abstained(plain: str, clause: Clause, ballot: Ballot) -> tuple[bool, list[Target]] | None:
    """Form (e). In piper it is no vote: its law knows only 无, and one who abstains says not whom he votes for (P-R16)."""
    if ballot.strict:
        return None
    word = _ABSTAIN.match(plain, clause.start, clause.end)
    if word is None or is_doubtful(plain, word.end(), clause.end):
        return None
    return False, [abstention(ballot)]
