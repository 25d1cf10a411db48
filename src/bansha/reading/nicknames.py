"""Whether a name may be signed up with (3.3): it must be one that votes and orders can be read with.

    check_nickname(name, taken) → problems, refusals first; no refusal: the name is good

A name is refused if it means something else to the director, cannot be seen or typed, or cannot be told from another; it is warned of
if a slip of the pen would make it another's (X-R26). It refuses to know who may sign up, and where names are kept.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple
from unicodedata import bidirectional, category, combining, normalize

from bansha.reading.folding import fold
from bansha.reading.nearness import slips

LONGEST = 12  # characters; a name is read out, quoted and put in tables on phones

RESERVED = (
    "无 没有 弃 弃权 弃票 放弃 平局 和局 平票 空 空票 未投 "  # answers to "whom?"
    "导演 副导演 系统 管理员 管理 版主 楼主 法官 主持 主持人 旁观 旁观者 观众 游客 匿名 裁判 机器人 "  # who else speaks
    "我 我自己 自己 本人 我本人 俺 你 您 他 她 它 你们 他们 大家 全体 全部 所有人 任何人 谁 某人 此人 随便 玩家 "  # whom a post means without naming
    "黑侠 暗侠 幻侠 白侠 赤侠 光侠 银侠 龙侠 侠士 青侠 独立青侠 黑暗方 光明方 中立方 独立方 独立 中立 黑暗 光明 "
    "老鼠 说谎者 保护者 普通小孩 跛腿小孩 吹笛人 小孩 孩子 老鼠方 孩子方 吹笛人方 好人方 杀手方 好人 杀手 "
    "none nobody nil null abstain director system admin administrator moderator host observer spectator guest anonymous draw me myself i "
    "self you everybody everyone all anyone black shadow illusionist white crimson radiant silver dragon commoner azure dark light neutral "
    "independent independents good killers killer rat rats liar protector child children lamechild lame piper pipers undefined bansha"
)
# Words by which a post is recognised as a vote or a message as an order; inside a name they would be read as that.
READING_WORDS = "投票对象 改票对象 投票理由 改票理由 投票 改票 弃权 弃票 改投 代投 投给 票给 跟票 放弃 遗言 更正 撤回 引用 原帖 发表于 回复 理由 vote abstain quote"
_READING = tuple(READING_WORDS.split())
_RESERVED = frozenset(map(fold, RESERVED.split()))
_MARKS_THAT_END_A_NAME = ":,.。、;!?|/\\&#~*=→\ufffd…"
_COUNT = re.compile(r"第?[0-9零〇一二两三四五六七八九十百]+[楼号层位票座]?")


class Problem(NamedTuple):
    """What is wrong with a name and what would be right. ``severity``: "refuse" or "warn"."""

    severity: Literal["refuse", "warn"]
    code: str
    zh: str
    en: str


def check_nickname(name: str, taken: Sequence[str]) -> list[Problem]:
    """What is wrong with ``name`` if ``taken`` are the names already in the game; refusals before warnings, never raises."""
    refused = list(_unreadable(name)) or list(_misleading(name)) or list(_not_unique(name, taken))
    return refused or list(_risky(name, taken))


def _refuse(code: str, zh: str, en: str) -> Problem:
    return Problem("refuse", code, zh, en)


def _unreadable(name: str) -> Iterator[Problem]:
    """Length, and what cannot be seen, typed or printed on one line."""
    if not name.strip():
        yield _refuse(
            "empty", f"名字不能为空，请取 1 至 {LONGEST} 个字的名字", f"The name is empty; choose one of 1 to {LONGEST} characters"
        )
        return
    if len(name) > LONGEST or len(fold(name)) > LONGEST:
        many = max(len(name), len(fold(name)))
        yield _refuse("too_long", f"名字有 {many} 个字，最多 {LONGEST} 个字", f"The name has {many} characters; the limit is {LONGEST}")
    if any(c in "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029" for c in name):
        yield _refuse("line_break", "名字里不能换行，请写成一行", "A name cannot contain a line break; write it on one line")
    elif _hidden(name):
        yield _refuse(
            "invisible",
            f"名字里有看不见或不能显示的字符（{_hidden(name)}），请删去；名字中间可以有一个普通空格",
            f"The name contains an invisible or unprintable character ({_hidden(name)}); leave it out. A plain space inside is fine",
        )
    elif name != name.strip() or "  " in name:
        yield _refuse(
            "spaces",
            "名字首尾不能有空格，中间不能连用空格",
            "A name cannot begin or end with a space, nor contain two in a row",
        )
    if _turns_direction(name):
        yield _refuse(
            "direction",
            "名字里混用了从右往左和从左往右的文字，显示次序会乱，请只用一种",
            "The name mixes right-to-left and left-to-right writing, so its order on the page is not fixed; use one of them",
        )
    if _piled_up(name):
        yield _refuse("marks", "名字里叠加的附加符号太多，每个字最多一个", "Too many combining marks; one to a letter at most")


def _hidden(name: str) -> str:
    """The first character nobody sees, as U+…; "" if there is none."""
    for c in name:
        if c != " " and (not c.isprintable() or category(c) == "Co" or (not fold(c) and category(c)[0] not in "PS") or c == "\u2800"):
            return f"U+{ord(c):04X}"
    return ""


def _turns_direction(name: str) -> bool:
    ways = {bidirectional(c) for c in name}
    return bool(ways & {"R", "AL"}) and bool(ways & {"L", "EN", "AN"})


def _piled_up(name: str) -> bool:
    marks = [bool(combining(c)) for c in normalize("NFC", name)]
    return marks[:1] == [True] or any(a and b for a, b in pairwise(marks))


def _misleading(name: str) -> Iterator[Problem]:
    """What the director would take for something else than a name."""
    folded = fold(name)
    if not any(map(str.isalnum, folded)):
        yield _refuse(
            "only_signs",
            "名字里至少要有一个汉字或字母，只有符号的名字别人打不出来",
            "A name needs at least one letter or Chinese character; nobody can type mere signs",
        )
        return
    if not any(map(str.isalpha, folded)) or _COUNT.fullmatch(folded):
        yield _refuse(
            "number",
            f"「{name}」会与楼层号、座位号或票数相混，请加上别的字",
            f"“{name}” would be taken for a floor, a seat or a count; add something that is no number",
        )
    if folded in _RESERVED:
        yield _refuse(
            "reserved", f"「{name}」在游戏里另有所指，请换一个名字", f"“{name}” means something else in the game; choose another name"
        )
    if broken := [c for c in name if _ends_a_name(c)]:
        yield _refuse(
            "punctuation",
            f"名字里不能有「{broken[0]}」：投票帖靠标点和括号断开名字。可用 - _ · 和空格",
            f"A name cannot contain “{broken[0]}”: punctuation and brackets are where a name ends in a post. - _ · and spaces are fine",
        )
    if word := next((word for word in _READING if word in folded), ""):
        yield _refuse(
            "vote_word",
            f"名字里不能有「{word}」：带这个词的帖子会被读成投票或命令",
            f"A name cannot contain “{word}”: posts with this word are read as votes or orders",
        )


def _ends_a_name(character: str) -> bool:
    plain = normalize("NFKC", character)
    return character != " " and (not fold(character) or plain in _MARKS_THAT_END_A_NAME)


def _not_unique(name: str, taken: Sequence[str]) -> Iterator[Problem]:
    folded = fold(name)
    for other in taken:
        if fold(other) == folded:
            yield _refuse(
                "taken",
                f"已有人叫「{other}」（繁简、大小写、全半角和空格不算区别），请换一个名字",
                f"“{other}” is taken (traditional or simplified, case, width and spaces make no difference); choose another name",
            )
            return


def _risky(name: str, taken: Sequence[str]) -> Iterator[Problem]:
    """X-R26: one wrong character of the same sound or similar shape passes in a vote."""
    folded = fold(name)
    near = [taken[found.seat] for found in slips(folded, [fold(other) for other in taken])]
    if near:
        zh, en = "」「".join(near), "”, “".join(near)
        yield Problem(
            "warn",
            "near",
            f"与「{zh}」只差一个同音或形近的字，投票时写错一个字就会作废或投错人",
            f"One character of like sound or shape away from “{en}”: a single slip in a vote would void it or hit the other",
        )
    words = ("无", "弃权", "弃票")
    if like := [words[found.seat] for found in slips(folded, words)]:
        yield Problem(
            "warn",
            "near_abstention",
            f"与「{like[0]}」只差一个字，别人写错一个字就成了弃权",
            f"One character away from “{like[0]}”: somebody's slip would become an abstention",
        )
