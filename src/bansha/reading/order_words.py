"""The words of private messages: which act each word means, and the form that is always understood.

One table, ``WORDS``: act → (the form in Chinese, in English, the words that mean it as a pattern). Patterns are matched against levelled
text (``wording.level``): half width, small letters, simplified. It refuses to know who may do what, and when (``rules``).
"""

from typing import NamedTuple


class Act(NamedTuple):
    """An act: how many names it takes, the form always understood (zh, en), its clause, and the words that mean it."""

    targets: int
    zh: str
    en: str
    clause: str
    words: str


_NUMBER = r"(?:之|第|\s)*{}(?:号|个)?(?!\d)"


def _illusion(n: int, chinese: str, english: str, roman: str) -> str:
    number = _NUMBER.format(f"(?:{chinese}|{n}|{chr(0x245F + n)}|{roman})")
    return rf"幻觉{number}|第?{chinese}号?幻觉|illusion\s*(?:{n}|{english})(?![a-z\d])"


# Longer words first: 杀人 before 杀. A word in Latin letters ends where no other letter follows.
WORDS: dict[str, Act] = {
    "kill": Act(1, "杀 X（可加：由 Y）", "kill X (by Y)", "1.1", r"杀人|杀死|杀掉|杀害|击杀|刺杀|刀人|刀掉|刀|干掉|杀|kill(?![a-z])"),
    "block": Act(1, "阻止 X", "block X", "1.2", r"阻止|封锁|block(?![a-z])"),
    "illusion1": Act(2, "幻觉一 X Y", "illusion 1 X Y", "1.3", _illusion(1, "一", "one", "ⅰ|i(?!i)")),
    "illusion2": Act(1, "幻觉二 X", "illusion 2 X", "1.3", _illusion(2, "二", "two", "ⅱ|ii(?!i)")),
    "illusion3": Act(0, "幻觉三 N（楼）", "illusion 3 N (floor)", "1.3", _illusion(3, "三", "three", "ⅲ|iii")),
    "heal": Act(1, "救 X", "heal X", "1.4", r"自救|救治|治疗|医治|救人|救活|救|奶|heal(?![a-z])|save(?![a-z])"),
    "verify": Act(
        1, "验 X", "verify X", "1.5",
        r"查验|验证|验人|验身份|验一下|验|查一下|查|verify(?![a-z])|check(?![a-z])|inspect(?![a-z])",
    ),
    # 吸收 is converting, which nobody orders; the source itself writes 吸收 for 接收 (1.6).
    "absorb": Act(1, "接收 X", "absorb X", "1.6", r"接收|吸收|absorb(?![a-z])"),
    "bite": Act(1, "咬 X", "bite X", "1.1.1", r"咬死|咬人|咬|bite(?![a-z])"),
    "deceive": Act(1, "欺骗 X", "deceive X", "1.2.1", r"欺骗|期骗|骗|deceive(?![a-z])"),
    "protect": Act(1, "保护 X", "protect X", "1.2.2", r"保护|守护|protect(?![a-z])|guard(?![a-z])"),
    "lead": Act(1, "领走 X", "lead X away", "1.3.1", r"领走|带走|拐走|引走|lead away(?![a-z])|lead(?![a-z])"),
    "proxy": Act(
        1, "代投 X", "proxy X", "3.3, X-R42",
        r"(?:帮|替|代)我?(?=弃[权票])|(?:请|求|申请)?代投(?:一?票)?给?|代改(?:票|投)|(?:请|麻烦)?(?:帮忙?|替|代|帮忙替)我?(?:代|改)?(?:投票给|投票|投给|投一票给|投|改票给|改票)"
        r"|proxy(?: vote)?(?: for)?(?![a-z])|vote for me:?",
    ),
    "decide": Act(1, "投 X", "vote X", "P-R11", r"(?:最后的?|这)?(?:一票|票)(?:投票给|投给|投|给)|投票给|投给|投票|投|vote(?: for)?(?![a-z])"),
    "correct": Act(1, "更正 X", "correct X", "X-R27", r"(?:投票|选票|票)?更正(?:一下)?(?:投票|选票|我的票)?(?:对象)?(?:为|成|给)?(?:[\s:,]*我?(?:投票给|投给|投的是|投(?!票)))?|correct(?: to)?(?![a-z])"),
    "withdraw": Act(
        0, "放弃", "withdraw", "X-R1",
        r"(?:放弃|取消|撤销|撤回|作废|withdraw|cancel|forgo)\s*(?:(?:我|我们|本次|本轮|今晚|今天|刚才|之前|上一?条|使用|行使|my|the)的?\s*)*"
        r"(?:命令|指令|行动|特权|技能|机会|权利|杀人|杀|刀人|刀|验人|验|救人|救治|救|阻止|接收|欺骗|保护|领人|领走|领|咬人|咬|幻觉[一二三123]?|order|power)?(?:了|吧)?|[空弃]刀",
    ),
    "agree_draw": Act(0, "同意平局", "agree to a draw", "X-R44", r"我?(?:同意|赞成|接受)(?:平局|和局)|agree(?: to)?(?: a| the)? draw"),
    "retract_draw": Act(
        0, "撤回同意", "retract the draw", "X-R44",
        r"(?:我?(?:撤回|收回|取消|撤销)(?:我?对?平局的?)?同意(?:平局)?|撤回平局)"
        r"|retract(?: my| the)?(?: agreement| draw)?(?: to(?: a| the)? draw)?",
    ),
    "waive_words": Act(0, "放弃遗言", "waive last words", "X-R38", r"(?:放弃|不留|没有|无)遗言|waive(?: my)?(?: last)? words"),
}  # fmt: skip

_SHARED = frozenset({"withdraw", "agree_draw", "retract_draw", "waive_words"})
XIA = _SHARED | {"kill", "block", "heal", "verify", "absorb", "illusion1", "illusion2", "illusion3", "proxy", "correct"}
PIPER = _SHARED | {"bite", "deceive", "protect", "lead", "decide"}


def form(act: str, language: str = "zh") -> str:
    """The form of ``act`` that is always understood, for answers: ``form("kill")`` → ``"杀 X（可加：由 Y）"``."""
    return WORDS[act].en if language == "en" else WORDS[act].zh
