"""How bots talk: short posts as people write them, about what is public. They tell nobody what they are, except whom they have read."""

import re
from collections.abc import Sequence
from random import Random

from bansha.board.bots.eyes import Eyes, Heard

_SLOT = re.compile(r"\{\w+\}")

FIRST_DAY = (
    "大家好，{me}报到。第一天没什么信息，先看看各位怎么说。",
    "来了。第一天我不急着投，谁先说说想法？",
    "先占个楼，晚点看完再说。",
    "报到。今天想先听 {other} 讲两句。",
    "第一天还是别弃票太多，票型以后用得上。",
    "{other} 这次怎么这么安静，上来说句话。",
    "早。先认认人，{other} 是上一局那位吗？",
    "开局了，各位手下留情。",
    "第一天票型最干净，大家别乱投。",
    "我先看 {other} 和 {third} 怎么开口。",
    "占楼，晚上回来补。",
    "第一天投谁都像猜，不过总比不投强。",
)
MORNING = (
    "昨晚{out}出局，大家怎么看？",
    "{out}走了，回头看看昨天谁在推他。",
    "看完昨夜的公告了。{other} 昨天的票我想听个解释。",
    "{out}这一走，我对 {other} 的看法得改一改。",
    "{out}走得可惜。他最后怀疑的是谁，有人记得吗？",
    "为什么是{out}？想想谁得了好处。",
    "夜里少了{out}，今天更不能投错。",
    "先送{out}一程。{other}，轮到你说话了。",
)
QUIET_MORNING = (
    "平安夜。有人救到了，还是有人没动？",
    "昨夜没人出局，先别高兴得太早。",
    "没人出局，信息少，今天更要好好投。",
    "一夜无事，奇怪。",
    "昨夜平安，那就还是从票型看起。",
    "没有人走，{other} 你昨晚睡得好吗？",
    "夜里没动静，白天就得多说话。{other} 先来。",
)
TALK = (
    "我看 {other} 有点怪，说了半天没有一句准话。",
    "{other} 和 {third} 是不是一直在互相递话？",
    "目前我信 {other} 多一点，{third} 再看看。",
    "别光跟票，理由写清楚些。",
    "{other} 的理由站得住，我先不反对。",
    "要我说，今天的重点在 {other} 和 {third} 之间。",
    "翻了一下前面的楼，{other} 前后两次说法不大一样。",
    "谁还没投的抓紧，别拖到最后一分钟。",
    "我不认为 {other} 是坏人，坏人不会这么打。",
    "{third} 昨天跟票跟得太顺了。",
    "把前面几楼连起来看，{other} 一直在躲 {third} 的问题。",
    "说 {other} 可疑的人，自己也没说清理由。",
    "我换个角度：如果 {other} 是坏人，他会这么着急吗？",
    "{third} 能不能正面答一下？",
    "票太散了，再这样今天谁也出不去。",
    "谁先改票谁心虚，我是这么看的。",
    "{other} 那一楼我看了两遍，还是没看懂。",
    "先别吵，看票簿，谁跟谁一清二楚。",
    "今天我倾向 {third}，等一个更好的理由。",
    "{other} 说得对，不过说得太晚了。",
)
REPLY = (
    "叫我？我的看法没变：{other} 更值得看。",
    "在的。我投谁自有理由，你先说说你的。",
    "看到了。这话你昨天可不是这么说的。",
    "回一句：我站得住，票型翻出来随便看。",
)
READ_ENEMY = ("我有把握，{seat} 不是好人，今天投他。", "信我一次：{seat}。", "别的不多说，{seat} 有问题。")
REASONS = (
    "发言太少",
    "前后说法不一",
    "跟票跟得太顺",
    "理由站不住",
    "感觉不对",
    "昨天的票解释不清",
    "带节奏",
    "跟",
    "目前最可疑",
    "暂时没有更好的",
)
CHANGES = ("想了想，还是他", "看了新的发言", "票要集中", "刚才看漏了一楼")
LAST_WORDS = (
    "我走了，大家看清票型，保重。",
    "没想到是我。昨天投 {other} 的那几位，回头好好想想。",
    "就这样吧。小心 {other}。",
    "再见，{other} 你欠我一个解释。",
)


def talk(eyes: Eyes, posts: list[Heard], first: bool, dice: Random) -> tuple[str, int]:
    """A post for the discussion and the floor it quotes, 0 for none."""
    called = [post for post in posts[-12:] if post.seat not in (None, eyes.number) and eyes.seat.name in post.text]
    if called and dice.random() < 0.7:
        return filled(eyes, pick(eyes, REPLY, dice, posts), dice), called[-1].floor
    enemies = [seat for seat, identity in eyes.verified.items() if seat in eyes.living and eyes.is_enemy(identity)]
    if enemies and dice.random() < 0.6:
        return dice.choice(READ_ENEMY).format(seat=eyes.at.names[enemies[-1]]), 0
    if first:
        lines = FIRST_DAY if eyes.game.day == 1 else MORNING if eyes.last_out else QUIET_MORNING
        return filled(eyes, pick(eyes, lines, dice, posts), dice), 0
    quoted = [post for post in posts[-8:] if post.seat not in (None, eyes.number)]
    floor = dice.choice(quoted).floor if quoted and dice.random() < 0.4 else 0
    return filled(eyes, pick(eyes, TALK, dice, posts), dice), floor


def pick(eyes: Eyes, lines: tuple[str, ...], dice: Random, heard: Sequence[Heard] = ()) -> str:
    """One of the lines, if possible one that nobody has just said; on day 1 nobody speaks of yesterday."""
    today = [line for line in lines if eyes.game.day > 1 or "昨" not in line]
    fresh = [line for line in today if not any(literal(line) in post.text for post in heard)]
    return dice.choice(fresh or today)


def literal(line: str) -> str:
    """The longest piece of a line that no name is filled into."""
    return max(_SLOT.split(line), key=len)


def filled(eyes: Eyes, line: str, dice: Random) -> str:
    """A line with names in it: living others, and who went out last night."""
    others = [eyes.at.names[seat] for seat in eyes.living if seat != eyes.number] or [eyes.seat.name]
    dice.shuffle(others)
    out = "、".join(f" {eyes.at.names[seat]} " for seat in eyes.last_out) or "有人"
    return line.format(me=eyes.seat.name, other=others[0], third=others[-1], out=out)


def vote(eyes: Eyes, target: int, dice: Random, change: bool = False) -> str:
    """A vote post in the form that is always read."""
    name = eyes.at.names[target] if target >= 0 else "无"
    if change:
        return f"改票对象：{name}\n改票理由：{dice.choice(CHANGES)}"
    return f"投票对象：{name}\n投票理由：{pick(eyes, REASONS, dice)}"


ORDERS = {
    "kill": ("杀 {x}", "今晚杀 {x}", "还是杀 {x} 吧"),
    "block": ("阻止 {x}", "今晚阻止 {x}"),
    "heal": ("救 {x}", "今晚救 {x}"),
    "verify": ("验 {x}", "今晚验 {x}"),
    "absorb": ("接收 {x}",),
    "illusion1": ("幻觉一：{x}、{y}",),
    "illusion2": ("幻觉二：{x}",),
    "bite": ("咬 {x}", "今晚咬 {x}"),
    "deceive": ("欺骗 {x}",),
    "protect": ("保护 {x}", "今晚保护 {x}"),
    "lead": ("领走 {x}",),
    "decide": ("投 {x}",),
}


def order(eyes: Eyes, power: str, targets: list[int], dice: Random) -> str:
    """A message to the director."""
    names = [eyes.at.names[seat] for seat in targets]
    return dice.choice(ORDERS[power]).format(x=names[0], y=names[-1])


def last_words(eyes: Eyes, dice: Random) -> str:
    """The one post of whoever went out at night."""
    return filled(eyes, dice.choice(LAST_WORDS), dice)
