"""The grammar of a private message: lead-in, an act, names, who answers, and what may follow (X-R1, X-R40).

Every pattern is matched against levelled text (``wording.level``). It refuses to know what ``orders`` refuses to know.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from bansha.reading.names import NameBook
from bansha.reading.order_names import Message, Names, is_slip, names_at
from bansha.reading.order_words import WORDS
from bansha.reading.orders import OrderReading
from bansha.reading.posts import read_post
from bansha.reading.wording import has_words, level, name_at
from bansha.rules.phases import NOBODY


class _Grammar(NamedTuple):
    """The words of the acts that exist here, the same after "on X" (对 X 用 …), of those that exist elsewhere only, and of all."""

    here: re.Pattern[str]
    here_after_name: re.Pattern[str]
    elsewhere: re.Pattern[str]
    any: re.Pattern[str]
    proxies: bool


_POLITE = (
    r"(?:尊敬的|亲爱的)?(?:导演|法官|(?:dm|gm|director)(?![a-z]))(?:大人|大大|您好|你好|好)?|你好|您好|[早中晚]上?好|(?:hi|hello|please|ok|dear)(?![a-z])"
    r"|请(?!代投)|麻烦|谢谢|辛苦了?|那|好的?|嗯|报告|收到"
)
_WHEN = r"第[一二三四五六七八九十\d]+[夜晚天]|今天?晚上?|今夜|今天|本[夜晚轮]|n\d{1,2}(?![a-z\d])|这一?[晚夜轮]|夜里|晚上|的|(?:tonight)(?![a-z])"
_WHO = r"我[们方]?(?:组|队)?|咱们?|本人|俺|大家|几个|(?:i|we)(?![a-z])"
_ROLE = r"(?:我是)?(?:[黑暗幻白赤光银龙青]侠|侠士|老鼠|说谎者|保护者|跛腿小孩|普通小孩|小孩|吹笛人)(?:组|一?方)?"
_WILL = r"决定(?:性的?)?|选择|要|想要?|就|还是|先|一致|一起|去|来|继续|使用|用|行使|发动|特权|申请|更?改[成为]?|换[成为]|命令|行动|will(?![a-z])"
_LEAD_IN = re.compile(rf"(?:[\s,。;:!~、*\"“\[(\-]|{_POLITE}|{_WHEN}|{_ROLE}|{_WHO}|{_WILL})*")
_COURTESY = re.compile(
    r"(?:[\s,。;:!~、.…)\]*\"”^_\-]|谢谢|多谢|辛苦了?|麻烦了?|拜托了?|不好意思|抱歉|打扰了?|来晚了|收到(?:请|麻烦)?(?:回复|回一下)|收到了?[吗没]\??"
    r"|导演|大人|就这样|今晚|一下|一票|一口|的?身份|的?行动|(?:行使|使用)(?:特权)?|[了吧啦哈哦]|(?:thanks?(?: you)?|please|tonight|away)(?![a-z]))*"
)
_RECEIPT = re.compile(r"收到了?[吗没]\?")
_REASON_LABEL = re.compile(r"[\s,。;:!~(]*(?:投票)?理由\s*:")
_REASON = re.compile(r"[\s,。;:!~(]*(?:投票理由|因为|因|理由|原因|由于|(?:because|since)(?![a-z]))")
_SPACE = re.compile(r"\s*[:,;]?\s*")
_GAP = re.compile(r"\s*[:,;]?\s*(?:(?:投票)?(?:目标|对象)|一下)?\s*(?:[:=→>\-]|是|为)?\s*")
_BY = re.compile(
    r"[\s,。;(]*(?:(?:如果|若|要是|万一)?(?:被?反弹|被?弹射)了?(?:的话)?,?就?(?:由|给|到|算|是|让)|弹给|由|执行人?[:是]?|出手[:是]?|by(?![a-z]))\s*(?P<to>[:给到]*)\s*"
)
_BY_END = re.compile(r"(?:来|去)?(?:执行|动手|承担|负责|出手|行使|发送|杀人?|验人?|救人?|阻止|刀|头上|身上|的)?")
_BY_FIRST = re.compile(r"(?:由|让|派)\s*")
_WITH_FIRST = re.compile(r"(?:对|把|将|给)\s*")
_WITH_VERB = r"\s*(?:使用|用|施加|发动|行使|进行)?\s*"
_VOTES = re.compile(r"投|票|vote(?![a-z])")
_QUESTION = re.compile(r"[?？][\s~!?)]*$|[吗么][\s~!。.]*$|可不可以|能不能|能否|可否|是否|行不行|怎么|谁|哪")
_CONDITION = re.compile(
    r"如果|要是|假如|假设|倘若|若|万一|除非|的话|只要|一旦|看情况|要么|否则|不然|票多|票高|或|还是|(?<![a-z])(?:if|unless|or)(?![a-z])"
)
# A proxy is posted at once (X-R42): one for later on hangs on what comes between.
_LATER = re.compile(
    r"\d\s*[点:]|[一二三四五六七八九十两半]点|以后|之后|[点分钟]后|以前|之前|点前|到时|届时|晚点|稍后|等[他她它你大会到]|临近|截止前|最后"
)
_NEGATED = re.compile(r"不|别|勿|没|(?<![a-z])(?:don'?t|do not|not|never)(?![a-z])")
_FLOOR = re.compile(
    r"\s*[:=,]?\s*从?\s*(?:第|#)?\s*(?:(?P<digits>\d{1,6})|(?P<words>[一二三四五六七八九十百两零]{1,6}))\s*(?:楼|#|f(?![a-z])|层)?\s*(?:之?以?后|及以后|起|开始|以下|往后)?"
    r"(?:[(,]?含(?:此|本)?楼?[)]?)?(?:的?(?:所有)?(?:投票|改票|票)?(?:[和或、]?改票)?(?:全部|都|均)?(?:无效|作废))?"
)
_FLOOR_ALONE = re.compile(r"(?:从)?(?:第|#)?\s*(?:\d{1,6}|[一二三四五六七八九十百零]{1,6})\s*楼.{0,16}(?:无效|作废)")
_MOST_ORDERS = 4  # a message that repeats one order more often than this is not read to its end
_LONGEST_REMARK = 400
_DIGIT = {character: n for n, character in enumerate("零一二三四五六七八九")} | {"两": 2}


def read_message(text: str, book: NameBook, vocabulary: frozenset[str], sender: int) -> OrderReading:
    """What ``orders.read_order`` gives back."""
    raw = read_post(text).own
    message = Message(raw, level(raw), book, sender)
    grammar = _grammar(vocabulary)
    reading = _read(message, grammar, 0, 0)
    if reading.problem in ("no_order", "unknown_name", "missing_target", "missing_floor", "not_understood", "say_proxy", "two_targets"):
        doubt = _doubt(_blotted(message), reading.problem not in ("two_targets", "not_understood"))
        if doubt and (reading.problem != "no_order" or grammar.any.search(message.plain)):
            return _failed(doubt, reading.act, typed=raw.strip())
    return reading


@lru_cache(maxsize=16)
def _grammar(vocabulary: frozenset[str]) -> _Grammar:
    # Whole phrases first (撤回同意 and 放弃遗言 before 撤回 and 放弃), then what begins like another.
    order = ["waive_words", "retract_draw", "agree_draw", "withdraw", "illusion3", "illusion2", "illusion1", "proxy", "correct"]
    order += [act for act in WORDS if act not in order]
    here = [act for act in order if act in vocabulary]
    elsewhere = [act for act in order if act not in vocabulary and act != "decide"]
    return _Grammar(_words(here), _words(here, _WITH_VERB), _words(elsewhere), _words(order), "proxy" in vocabulary)


def _words(acts: list[str], before: str = "") -> re.Pattern[str]:
    words = "|".join(f"(?P<{act}>{WORDS[act].words})" for act in acts) or "(?!)"
    return re.compile(f"{before}(?:{words})")


def _failed(problem: str, act: str = "", near: tuple[int, ...] = (), typed: str = "") -> OrderReading:
    return OrderReading(act, (), NOBODY, -1, problem, near, typed)


def _read(message: Message, grammar: _Grammar, start: int, depth: int) -> OrderReading:
    """One order from ``start`` to the end of the message; ``depth`` orders have been read before it."""
    plain = message.plain
    place = _end(_LEAD_IN, plain, start)
    member = NOBODY
    if first := _BY_FIRST.match(plain, place):  # 由 Y 杀 X
        found = name_at(message.book, message.raw, first.end(), len(plain))
        if found is not None and found.match.seat >= 0:
            member = found.match.seat
            place = _end(_LEAD_IN, plain, found.end)
    if first := _WITH_FIRST.match(plain, place):  # 对 X 使用 …, 把 X 杀了
        names = names_at(message, first.end(), none_allowed=False, then=grammar.here_after_name)
        verb = grammar.here_after_name.match(plain, names.end) if names.seats else None
        if verb is not None and WORDS[verb.lastgroup or ""].targets:
            return _finish(message, grammar, verb.lastgroup or "", names.seats, member, verb.end(), depth)
    verb = grammar.here.match(plain, place)
    if verb is None:
        return _no_verb(message, grammar, place, depth)
    act = verb.lastgroup or ""
    if act == "illusion3":
        return _floor(message, grammar, verb.end(), depth)
    if WORDS[act].targets == 0:
        return _finish(message, grammar, act, (), member, verb.end(), depth)
    names = _names(message, act, place, verb.end())
    if names.problem:
        if verb[0] == "自救" and message.sender >= 0:
            return _finish(message, grammar, act, (message.sender,), member, verb.end(), depth)
        return _failed(names.problem, act, names.near, names.typed)
    return _finish(message, grammar, act, names.seats, member, names.end, depth)


def _names(message: Message, act: str, place: int, after: int) -> Names:
    """Whom the order at ``place`` names, ``after`` its verb: a name may begin like what else may stand there (为, 对象, 给 …).

    So names come first that stand straight after the form's own word and a space, then straight after the verb (X-R40).
    """
    none_allowed = act in ("proxy", "decide", "correct")
    word = WORDS[act].zh.split()[0]
    told = place + len(word)
    spaced = message.plain.startswith(word, place) and message.plain[told : told + 1] in (" ", ":")
    for start in (told, after) if spaced else (after,):
        names = names_at(message, _end(_SPACE, message.plain, start), none_allowed)
        if names.seats:
            return names
    return names_at(message, _end(_GAP, message.plain, after), none_allowed)


def _no_verb(message: Message, grammar: _Grammar, place: int, depth: int) -> OrderReading:
    plain = message.plain
    if "illusion3" in grammar.here.groupindex and _FLOOR_ALONE.match(plain, place):
        return _floor(message, grammar, place, depth)
    if grammar.elsewhere.match(plain, place):
        return _failed("not_here", typed=message.raw[place:].strip())
    if grammar.proxies and _VOTES.match(plain, place):
        return _failed("say_proxy", typed=message.raw[place:].strip())
    known = grammar.any.search(_blotted(message)) is not None
    return _failed("not_understood" if known else "no_order", typed=message.raw.strip())


def _floor(message: Message, grammar: _Grammar, start: int, depth: int) -> OrderReading:
    """幻觉三 N: any floor may be named (1.3); 多少楼之后 includes that floor."""
    floor = _FLOOR.match(message.plain, start)
    if floor is None:
        return _failed("missing_floor", "illusion3", typed=message.raw[start:].strip())
    number = int(floor["digits"]) if floor["digits"] else _number(floor["words"])
    rest = _finish(message, grammar, "illusion3", (), NOBODY, floor.end(), depth)
    if number < 0 or (not rest.problem and _runs_on(message.plain, floor.end())):
        return _failed("not_understood", "illusion3", typed=message.raw[start:].strip())
    return rest._replace(floor=-1 if rest.problem else number)


def _runs_on(plain: str, place: int) -> bool:
    """Does a word, not courtesy, stand directly after a number?"""
    return plain[place : place + 1].isalnum() and _end(_COURTESY, plain, place) == place


def _number(words: str) -> int:
    """A Chinese number below 1000; −1 if it is none."""
    total = digit = 0
    for character in words:
        if character in "十百":
            total += (digit or 1) * (10 if character == "十" else 100)
            digit = 0
        elif digit:
            return -1
        else:
            digit = _DIGIT[character]
    return total + digit or -1


def _finish(message: Message, grammar: _Grammar, act: str, seats: tuple[int, ...], member: int, place: int, depth: int) -> OrderReading:
    """Who answers, courtesy and remarks after an order; then how many names it has."""
    plain = message.plain
    if seats and (by := _BY.match(plain, place)):
        found = name_at(message.book, message.raw, by.start("to"), len(plain)) or name_at(message.book, message.raw, by.end(), len(plain))
        if found is None or found.match.seat < 0:
            names = names_at(message, by.end(), none_allowed=False)
            if len(names.seats) != 1:
                return _failed(names.problem or "not_understood", act, names.near, names.typed)
            member, place = names.seats[0], names.end
        else:
            member, place = found.match.seat, found.end
        place = _end(_BY_END, plain, place)
    problem = _after(message, grammar, OrderReading(act, seats, member, -1, "", (), ""), place, depth)
    wanted = WORDS[act].targets
    if not problem and len(seats) != wanted:
        problem = "missing_target" if len(seats) < wanted else "two_targets" if len(seats) == 2 else "too_many_targets"
    if problem:
        return _failed(problem, act, typed=message.raw.strip())
    return OrderReading(act, seats, member, -1, "", (), "")


def _after(message: Message, grammar: _Grammar, order: OrderReading, start: int, depth: int) -> str:
    """What is wrong with the rest of a message after an order: "" for courtesy, a reason, or a remark that orders nothing."""
    plain = message.plain
    place = _end(_COURTESY, plain, start)
    if not has_words(plain[place:]):
        return "question" if "?" in _RECEIPT.sub("", plain[start:]) else ""
    if _REASON_LABEL.match(plain, place):
        return ""
    if reason := _REASON.match(plain, place):
        again = any(name_at(message.book, message.raw, verb.end(), len(plain)) for verb in grammar.any.finditer(plain, reason.end()))
        return "not_understood" if again else ""
    lead = _end(_LEAD_IN, plain, place)
    if grammar.any.match(plain, lead) or _WITH_FIRST.match(plain, lead):
        if depth >= _MOST_ORDERS:
            return "not_understood"
        other = _read(message, grammar, place, depth + 1)
        if (other.act, other.targets) == (order.act, order.targets) and not other.problem:
            return ""
        if other.act and other.act == order.act and order.targets:
            return "two_targets"
        if grammar.any.match(plain, lead):
            return "two_orders"
    if len(plain) - place > _LONGEST_REMARK:
        return "not_understood"
    rest = _blotted(message, place)
    orders = grammar.any.search(rest) is not None
    if (doubt := _doubt(rest, True)) and (orders or doubt != "negated"):
        return doubt
    if order.act == "proxy" and _LATER.search(rest):
        return "conditional"
    token = re.match(r"\w*", plain[place:])
    slip = token is not None and 1 < len(token[0]) <= 8 and is_slip(message.book, message.raw[place : place + token.end()])
    return "not_understood" if "\ufffd" in rest or orders or slip or start == place else ""


def _doubt(blotted: str, choices: bool) -> str:
    """Asked, conditional or negated? (``choices``: "A or B" counts as conditional.)"""
    if _QUESTION.search(blotted):
        return "question"
    condition = _CONDITION.search(blotted)
    if condition and (choices or condition[0] not in ("或", "还是", "or")):
        return "conditional"
    return "negated" if _NEGATED.search(blotted) else ""


def _blotted(message: Message, start: int = 0) -> str:
    """The levelled text from ``start`` with every exact name blotted out, so that no word is found in a name."""
    pieces: list[str] = []
    place = start
    while place < len(message.plain) and place - start < _LONGEST_REMARK:
        found = None
        if not message.plain[place].isspace():
            found = name_at(message.book, message.raw, place, len(message.plain))
        pieces.append(message.plain[place] if found is None else "\ufffd")
        place = place + 1 if found is None else found.end
    return "".join(pieces)


def _end(words: re.Pattern[str], text: str, place: int) -> int:
    """Where a pattern that may match nothing ends."""
    found = words.match(text, place)
    return found.end() if found else place
