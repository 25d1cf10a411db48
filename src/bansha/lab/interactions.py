"""What happens when one power meets another: nights of two or three orders, adjudicated by the kernel and told by its findings.

    markdown("xia", "zh")

Nothing here says what should happen; the table cannot differ from the judge.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

from bansha.lab.gaps import xia_state
from bansha.rules.face import face
from bansha.rules.findings import findings
from bansha.rules.phases import NIGHT, NOBODY
from bansha.rules.piper import bite as piper_bite
from bansha.rules.piper import codes as piper
from bansha.rules.piper import course as piper_course
from bansha.rules.piper import orders as piper_orders
from bansha.rules.piper.night import find as piper_find
from bansha.rules.rulebook import Lang, Text
from bansha.rules.xia import codes as xia
from bansha.rules.xia import course as xia_course
from bansha.rules.xia import orders as xia_orders
from bansha.rules.xia.night import find
from bansha.rules.xia.position import learn
from bansha.telling import words
from bansha.telling.findings import order_name, sentences
from bansha.telling.words import Setting

UNTOLD = frozenset({"banned", "spent", "out"})  # findings about the next nights, and exits, which their cause tells already


class Order(NamedTuple):
    """Who sends what at whom."""

    sender: int
    power: int
    target: int
    second: int = NOBODY


class Section(NamedTuple):
    """A heading and its nights; the rest changes the board before nightfall."""

    title: Text
    nights: Sequence[tuple[Order, ...]]
    reflections: int = 3
    learnt: int = 0


# ---- 群侠 ------------------------------------------------------------------------------------------------------------------------------

BLACK, SHADOW, ILLUSIONIST, WHITE, CRIMSON, RADIANT, SILVER, DRAGON, ONE, OTHER, AZURE, INDEPENDENT = range(12)
XIA_SEATS = (*range(xia.COMMONER + 1), xia.COMMONER, xia.AZURE_NEUTRAL, xia.AZURE_INDEPENDENT)
USERS = (
    (BLACK, xia.KILL), (SHADOW, xia.BLOCK), (WHITE, xia.HEAL), (CRIMSON, xia.VERIFY), (RADIANT, xia.ABSORB),
    (ILLUSIONIST, xia.ILLUSION_1), (ILLUSIONIST, xia.ILLUSION_2),
)  # fmt: skip
CONVERTING = USERS[:4]


def aimed(user: tuple[int, int], target: int) -> Order:
    """The power of ``user`` at ``target``; the other one of 幻觉一 is a bystander."""
    return Order(*user, target, OTHER if user[1] == xia.ILLUSION_1 else NOBODY)


def xia_sections() -> Iterator[Section]:
    """Every pair of powers at one person, every power at the user of another, and at those whose gifts are passive."""
    pairs = [(a, b) for a, b in combinations(USERS, 2) if a[0] != b[0]]
    yield Section(
        Text("两种能力用在同一个人身上", "Two powers at the same person"),
        [(aimed(a, ONE), aimed(b, ONE)) for a, b in pairs],
    )
    yield Section(
        Text("一种能力用在另一种能力的使用者身上", "A power at the user of another"),
        [(aimed(a, b[0]), aimed(b, ONE)) for a, b in permutations(USERS, 2) if a[0] != b[0]],
    )
    yield Section(
        Text("两人互相使用", "Two at each other"),
        [(aimed(a, b[0]), aimed(b, a[0])) for a, b in pairs],
    )
    yield Section(Text("用在龙侠身上", "At the Dragon"), [(aimed(a, DRAGON),) for a in USERS])
    yield Section(Text("用在弹射已用完的龙侠身上", "At the Dragon without reflections left"), [(aimed(a, DRAGON),) for a in USERS], 0)
    yield Section(
        Text("光侠接收龙侠", "The Radiant absorbs for the Dragon"),
        [(aimed(a, DRAGON), aimed((RADIANT, xia.ABSORB), DRAGON)) for a in USERS if a[0] != RADIANT],
    )
    yield Section(
        Text("光侠接收龙侠，弹射已用完", "The Radiant absorbs for the Dragon without reflections left"),
        [(aimed(a, DRAGON), aimed((RADIANT, xia.ABSORB), DRAGON)) for a in USERS if a[0] != RADIANT],
        0,
    )
    yield Section(
        Text("被龙侠弹射的能力落在光侠接收的人身上", "A power turned on somebody for whom the Radiant absorbs"),
        [(aimed(a, DRAGON), aimed((RADIANT, xia.ABSORB), a[0])) for a in USERS if a[0] != RADIANT],
    )
    yield Section(Text("用在银侠身上", "At the Silver"), [(aimed(a, SILVER),) for a in (*USERS, (INDEPENDENT, xia.KILL))])
    yield Section(Text("用在中立的青侠身上", "At a neutral Azure"), [(aimed(a, AZURE),) for a in (*USERS, (INDEPENDENT, xia.KILL))])
    yield Section(
        Text("两种吸收的能力用在同一个中立的青侠身上", "Two converting powers at the same neutral Azure"),
        [(aimed(a, AZURE), aimed(b, AZURE)) for a, b in combinations(CONVERTING, 2)],
    )
    yield Section(
        Text("吸收与其他能力用在同一个中立的青侠身上", "A converting power and another at the same neutral Azure"),
        [(aimed(a, AZURE), aimed(b, AZURE)) for a in CONVERTING for b in (*USERS[4:], (INDEPENDENT, xia.KILL))],
    )
    for power, lesson in ((xia.BLOCK, "阻止"), (xia.HEAL, "救"), (xia.VERIFY, "验"), (xia.KILL, "杀")):
        name = words.say("course", f"verb.{words.POWERS['xia'][power]}", "en")
        yield Section(
            Text(f"银侠用学会的「{lesson}」", f"What the Silver has learnt: {name}"),
            [(Order(SILVER, power, target),) for target in (BLACK, WHITE, DRAGON, AZURE, INDEPENDENT)],
            learnt=power,
        )
    yield Section(
        Text("光侠接收，暗侠和银侠都阻止", "The Radiant absorbs, and the Shadow and the Silver block"),
        [
            (Order(RADIANT, xia.ABSORB, target), *pair)
            for target in (SHADOW, BLACK, WHITE, INDEPENDENT)
            for pair in permutations((Order(SHADOW, xia.BLOCK, RADIANT if target == SHADOW else target), Order(SILVER, xia.BLOCK, target)))
        ],
        learnt=xia.BLOCK,
    )


def xia_night(section: Section, night: tuple[Order, ...]) -> Any:
    """The state after the findings of a night on a fresh board. ValueError if an order is unlawful."""
    s = xia_state(XIA_SEATS)
    s.day = 2
    s.reflections = section.reflections
    if section.learnt:
        learn(s, section.learnt)
    s.phase = NIGHT
    xia_course.open_night(s)
    for order in night:
        if xia_orders.order_refusal(s, order.sender, order.power, order.target, order.second, NOBODY):
            raise ValueError(f"unlawful: {order}")
        xia_orders.send(s, order.sender, order.power, order.target, order.second, NOBODY)
    find(s)
    return s


# ---- 斑衣吹笛人 ------------------------------------------------------------------------------------------------------------------------

RAT, RAT_2, GONE_RAT, LIAR, PROTECTOR, CHILD, CHILD_2, LAME, PIPER = range(9)
PIPER_SEATS = (*(piper.RAT,) * 3, piper.LIAR, piper.PROTECTOR, *(piper.CHILD,) * 2, piper.LAME_CHILD, piper.PIPER)
PIPER_USERS = ((RAT, piper.BITE), (LIAR, piper.DECEIVE), (PROTECTOR, piper.PROTECT), (PIPER, piper.LEAD))


def piper_sections() -> Iterator[Section]:
    """Every power at every kind of person, every pair at one child, every power at the user of another; bites in the plague.

    ``learnt`` is 1 where no rat was led or voted out yet, 2 in the plague.
    """
    aims = [(aimed(a, target),) for a in PIPER_USERS for target in (RAT_2, LIAR, PROTECTOR, CHILD, LAME, PIPER)]
    yield Section(Text("各种能力用在各种人身上", "Every power at everybody"), aims)
    yield Section(
        Text("尚无老鼠被领走或被投出时领走", "Leading before a rat was led or voted out"),
        [(Order(PIPER, piper.LEAD, target),) for target in (RAT_2, CHILD)],
        learnt=1,
    )
    yield Section(
        Text("两种能力用在同一个普通小孩身上", "Two powers at the same child"),
        [(aimed(a, CHILD), aimed(b, CHILD)) for a, b in combinations(PIPER_USERS, 2)],
    )
    yield Section(
        Text("一种能力用在另一种能力的使用者身上", "A power at the user of another"),
        [(aimed(a, b[0]), aimed(b, CHILD)) for a, b in permutations(PIPER_USERS, 2)],
    )
    yield Section(
        Text("老鼠被领走的当夜", "A rat on the night it is led"),
        [(Order(PIPER, piper.LEAD, RAT), Order(RAT, piper.BITE, CHILD))],
        learnt=1,
    )
    yield Section(
        Text("鼠疫", "The plague"),
        [(Order(RAT, piper.BITE, target),) for target in (LIAR, PROTECTOR, CHILD, LAME, PIPER)]
        + [
            (Order(RAT, piper.BITE, CHILD), Order(PROTECTOR, piper.PROTECT, CHILD)),
            (Order(RAT, piper.BITE, CHILD), Order(PIPER, piper.LEAD, CHILD)),
        ],
        learnt=2,
    )


def piper_night(section: Section, night: tuple[Order, ...]) -> Any:
    """As ``xia_night``. Rats of whom nothing is told bite the piper, which is nothing."""
    law = face("piper")
    s = law.new(PIPER_SEATS, law.options({}))
    piper_course.start_late(s, *((1 << GONE_RAT, 0), (0, 0), (1 << GONE_RAT | 1 << RAT_2, 0))[section.learnt])
    piper_course.open_night(s)
    for order in night:
        if piper_orders.order_refusal(s, order.sender, order.power, order.target):
            raise ValueError(f"unlawful: {order}")
        piper_orders.send(s, order.sender, order.power, order.target)
    for rat in range(LIAR):
        if (piper_bite.needs_drawing(s) >> rat) & 1:
            piper_orders.send(s, rat, piper.BITE, PIPER)
    piper_find(s)
    return s


# ---- as Markdown -----------------------------------------------------------------------------------------------------------------------

_HEAD = Text("# {title}：能力相遇", "# {title}: when powers meet")
_INTRO = Text(
    "本表由裁判逐夜裁定得出（`bansha gaps {rules} --table`），不是手写的。每行是一夜的全部命令，依发出先后；“禁连用”之类只管以后的结果不列。",
    "The judge has adjudicated every night of this table (`bansha gaps {rules} --table --lang en`); nothing in it is written by hand. A row holds "
    "all orders of a night, in order of sending; findings that only concern later nights are left out.",
)
_ORDERS, _OUTCOME = Text("命令", "Orders"), Text("结果", "What comes of it")
_NOTHING = Text("没有任何作用", "nothing")
_THEN, _COLON = Text("；", "; "), Text("：", ": ")


def markdown(rules: str, lang: Lang) -> str:
    """The whole table."""
    at = setting(rules, lang)
    sections = xia_sections() if rules == "xia" else piper_sections()
    lines = [
        _HEAD.to(lang).format(title=at.book.title.to(lang)), "",
        _INTRO.to(lang).format(rules=rules), "",
    ]  # fmt: skip
    for section in sections:
        lines += [f"## {section.title.to(lang)}", "", f"| {_ORDERS.to(lang)} | {_OUTCOME.to(lang)} |", "|---|---|"]
        lines += [row(rules, section, night, at, lang) for night in section.nights]
        lines.append("")
    return "\n".join(lines)


def row(rules: str, section: Section, night: tuple[Order, ...], at: Setting, lang: Lang) -> str:
    """One night."""
    s = xia_night(section, night) if rules == "xia" else piper_night(section, night)
    listed = face(rules).explain(s, NIGHT).orders
    told: dict[int, list[str]] = {}  # by order, as first found
    for sentence in sentences(listed, findings(s), at, lang):
        if sentence.what not in UNTOLD and sentence.order < len(night):
            told.setdefault(sentence.order, []).append(sentence.bare(lang))
    sent = [order_name(listed, k, at, lang) for k in range(len(night))]
    if len(night) == 1:
        outcome = _THEN.to(lang).join(told.get(0, ()))
    else:
        outcome = "<br>".join(f"{sent[k]}{_COLON.to(lang)}{_THEN.to(lang).join(rows)}" for k, rows in told.items())
    return f"| {'<br>'.join(sent)} | {outcome or _NOTHING.to(lang)} |"


def setting(rules: str, lang: Lang) -> Setting:
    """Everybody goes by the name of the role, numbered where there are several."""
    seats = XIA_SEATS if rules == "xia" else PIPER_SEATS
    law = face(rules)
    unnamed = Setting(rules, (), "Asia/Shanghai", law.options({})._asdict())
    roles = [words.identity(unnamed, identity, lang) for identity in seats]
    names = [
        f"{role}{' ' if lang == 'en' else ''}{roles[: k + 1].count(role)}" if roles.count(role) > 1 else role
        for k, role in enumerate(roles)
    ]
    return unnamed._replace(names=tuple(names))
