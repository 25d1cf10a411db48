"""xia.md's night, thread and tally in plain Python: identities are words, sets are sets. Knows no kernel.

Written from the law's text alone, for the differential tests. Where the kernel guesses the fates of the blocks and keeps the guess that
comes true, this reasons forward, as the rulings do: silver's block, the shadow group's, then the rest.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

# Identities as they are published; an azure's is one of 中立, 独立 or the group's name after 青.
GROUPS = {"黑侠": {"黑侠", "青黑"}, "暗侠": {"暗侠", "青暗"}, "白侠": {"白侠", "青白"}, "赤侠": {"赤侠", "青赤"}, "独立": {"独立"}}
ALONE = ("幻侠", "光侠", "银侠")
DARK = {"黑侠", "暗侠", "幻侠", "青黑", "青暗"}
LIGHT = {"白侠", "赤侠", "光侠", "银侠", "龙侠", "侠士", "青白", "青赤"}
CONVERTED = {"黑侠": "青黑", "暗侠": "青暗", "白侠": "青白", "赤侠": "青赤"}
CONVERTS = {("黑侠", "杀"): 2, ("白侠", "救"): 2, ("赤侠", "验"): 1, ("暗侠", "阻止"): 1}  # 1.10
TEACHES = {("黑侠", "杀"), ("独立", "杀"), ("白侠", "救"), ("赤侠", "验"), ("暗侠", "阻止")}  # X-R41


def party_of(identity: str) -> str:
    """The group, or the single role with a power of its own; "" for who has none."""
    if identity in ALONE:
        return identity
    return next((party for party, held in GROUPS.items() if identity in held), "")


class Order(NamedTuple):
    """A standing order. ``by``: the member who answers."""

    sender: int
    power: str
    target: int
    second: int | None
    by: int


class Position(NamedTuple):
    """Where a night begins."""

    identity: Mapping[int, str]  # of everybody, out or not
    alive: frozenset[int]
    reflections: int
    night: int


class Dawn(NamedTuple):
    """What became of the night."""

    fate: list[str]  # by order: 失效 void, 弹回 turned, 接收 absorbed, 吸收 spent on converting, 到 landed
    lands: list[set[int]]  # by order that is not void: where it came to rest
    converted: dict[int, str]
    out: dict[int, str]
    told: set[tuple[int, str, int, str]]  # who, what, about whom, as what
    learnt: set[str]
    lessons_lost: bool
    forced: dict[int, int]  # the forced seat → whose vote it follows
    immune: int | None
    spent: set[str]
    banned: set[tuple[str, str, int]]
    reflections: int
    independent: set[int]


def night(position: Position, orders: Sequence[Order]) -> Dawn:
    """One night, by the order of xia.md's "Adjudication of a night"."""
    identity, alive = position.identity, position.alive
    party = [party_of(identity[o.sender]) for o in orders]

    def group(name: str) -> set[int]:
        return {seat for seat in alive if party_of(identity[seat]) == name}

    def holder(role: str) -> int | None:
        return next((seat for seat, held in identity.items() if held == role), None)

    def the(name: str, power: str) -> int | None:
        return next((i for i, o in enumerate(orders) if party[i] == name and o.power == power), None)

    radiant, dragon, silver = holder("光侠"), holder("龙侠"), holder("银侠")
    shadow_block, silver_block, absorb = the("暗侠", "阻止"), the("银侠", "阻止"), the("光侠", "接收")
    sheltered = None if absorb is None else orders[absorb].target
    shadows = group("暗侠")
    void: set[int] = set()  # orders
    blocked: set[str] = set()  # parties
    radiant_blocked = False
    turned: set[int] = set()
    rest: dict[int, set[int]] = {}

    def at_dragon(i: int) -> bool:
        return orders[i].power != "接收" and dragon is not None and dragon in (orders[i].target, orders[i].second)

    def turns(i: int) -> bool:
        earlier = [j for j in range(i) if at_dragon(j) and j not in void]
        return at_dragon(i) and len(earlier) < position.reflections

    def block(party_blocked: str) -> None:
        if party_blocked:
            blocked.add(party_blocked)
            void.update(i for i, name in enumerate(party) if name == party_blocked)

    def works(i: int, seat: int) -> bool:
        return identity[seat] not in (LIGHT if party[i] == "银侠" else DARK)

    # X-R23, the one loop: the group's block stands and silver's fails.
    loop = (
        shadow_block is not None
        and silver_block is not None
        and orders[silver_block].target in shadows
        and sheltered == orders[silver_block].target
        and orders[shadow_block].target == radiant
    )
    if loop:
        assert silver_block is not None
        void.add(silver_block)
    # Silver's block on a member of the group: it lands unless the member is sheltered, and then it is lost on the radiant (X-R11).
    elif silver_block is not None and orders[silver_block].target in shadows and sheltered != orders[silver_block].target:
        block("暗侠")
    # One at the dragon comes after the other, which may void powers sent to the dragon before it (X-R19). Otherwise the shadow group's
    # comes first: it is absorbed, whichever was sent first (X-R11), and the radiant whom it blocks shelters nobody from silver's (1.6).
    blocks = [i for i in (shadow_block, silver_block) if i is not None and i not in void]
    for i in sorted(blocks, key=lambda i: (at_dragon(i), party[i] == "银侠")):
        place = orders[i].target
        if turns(i):
            turned.add(i)
            place = orders[i].by
        elif place == sheltered and place not in group(party[i]) and not radiant_blocked:
            assert radiant is not None
            place = radiant
        rest[i] = {place}
        if i not in turned and works(i, place):
            radiant_blocked |= place == radiant
            block(party_of(identity[place]))
    if radiant_blocked:
        sheltered = None

    def shelter(seat: int, i: int) -> int:
        """Where a power on its way to ``seat`` comes to rest (1.6, X-R9, X-R18)."""
        if seat == sheltered and (i in turned or seat not in group(party[i])):
            assert radiant is not None
            return radiant
        return seat

    for i, o in enumerate(orders):
        if i in void or o.power == "阻止":
            continue
        if o.power == "接收":
            rest[i] = {o.target}
            continue
        if turns(i):
            turned.add(i)
        aims = {o.target, o.second} - {None}
        if i in turned:
            aims = (aims - {dragon}) | {o.by} if o.power == "幻觉一" else {o.by}
        rest[i] = {shelter(seat, i) for seat in aims if seat is not None}

    # 1.10 conversion.
    converted: dict[int, str] = {}
    spent_on: set[int] = set()
    claims = [
        i
        for i, o in enumerate(orders)
        if i not in void and i not in turned and rest[i] == {o.target} and (party[i], o.power) in CONVERTS and identity[o.target] == "中立"
    ]
    for seat in {orders[i].target for i in claims}:
        strength = {i: CONVERTS[party[i], orders[i].power] for i in claims if orders[i].target == seat}
        best = [i for i, n in strength.items() if n == max(strength.values())]
        if len(best) == 1:
            converted[seat] = CONVERTED[party[best[0]]]
            spent_on.add(best[0])

    def effects(power: str) -> Iterable[tuple[int, int]]:
        """Orders of a kind that have their plain effect, and where."""
        return [(i, seat) for i, o in enumerate(orders) if o.power == power and i not in void and i not in spent_on for seat in rest[i]]

    healed = {seat for _, seat in effects("救")}
    killed = {seat for _, seat in effects("杀")} - healed

    told: set[tuple[int, str, int, str]] = set()
    for i, o in enumerate(orders):
        if o.power == "验" and i not in spent_on:
            for member in group(party[i]):
                if i in void or i in turned:
                    told.add((member, "验人失败", -1, ""))
                else:
                    told.add((member, "验", o.target, identity[next(iter(rest[i]))]))
            if i in turned:
                assert dragon is not None
                told.add((dragon, "验", o.by, identity[next(iter(rest[i]))]))

    lessons = {
        o.power
        for i, o in enumerate(orders)
        if i not in void and i not in turned and o.target == silver and rest[i] == {silver} and (party[i], o.power) in TEACHES
    }
    lost = silver in killed
    if lessons and not lost:
        assert silver is not None
        told |= {(silver, "学会", -1, power) for power in lessons}

    forced: dict[int, int] = {}
    for i, seat in effects("幻觉一"):
        assert dragon is not None or i not in turned
        forced[seat] = dragon if i in turned and dragon is not None else orders[i].sender
    immune = next((seat for _, seat in effects("幻觉二")), None)

    independent: set[int] = set()
    if position.night == 3:
        independent = {seat for seat in alive if identity[seat] == "中立"} - killed - set(converted)
    after = {**identity, **converted, **dict.fromkeys(independent, "独立")}
    living = alive - killed
    for seat in [*converted, *independent]:
        told.add((seat, "成为", -1, after[seat]))
        if seat in living:
            together = {other for other in living if party_of(after[other]) == party_of(after[seat])}
            told |= {(seat, "同伴", other, "") for other in together}
            if seat in converted:
                told |= {(other, "新人", seat, "") for other in together}

    fate = [
        "失效" if i in void else "弹回" if i in turned else "吸收" if i in spent_on else "到" if o.target in rest[i] else "接收"
        for i, o in enumerate(orders)
    ]
    return Dawn(
        fate,
        [set() if i in void else rest[i] for i in range(len(orders))],
        converted,
        {seat: after[seat] for seat in killed},
        told,
        set() if lost else lessons,
        bool(lessons) and lost,
        forced,
        immune,
        {o.power for o in orders if o.power.startswith("幻觉")},
        {(party[i], o.power, o.target) for i, o in enumerate(orders) if o.power in ("阻止", "救", "接收")},
        position.reflections - len(turned),
        independent,
    )


# ---- 2.1 victory -------------------------------------------------------------------------------------------------------------------------


def winners(identity: Mapping[int, str], alive: Iterable[int]) -> dict[str, str]:
    """Camp → which of its conditions hold, as ``"a"``, ``"b"`` or ``"ab"``; the table of 2.1."""
    living = {identity[seat] for seat in alive}
    gone = [identity[seat] for seat in identity if seat not in set(alive)]
    killers = {"黑侠", "青黑"}
    healers = {"白侠", "赤侠", "青白", "青赤"}
    conditions = {
        "光明": (LIGHT, not living & {"独立"} and not living & killers, not living & DARK),
        "黑暗": (DARK, not living & {"独立"} and not living & healers, not living & {"光侠", "银侠", "龙侠", "侠士"}),
        "独立": (
            {"独立"},
            not living & killers and not living & healers,
            not living & {"暗侠", "幻侠", "青暗"} and not living & {"光侠", "银侠", "龙侠"} and gone.count("侠士") >= 2,
        ),
    }
    won = {camp: "a" * a + "b" * b for camp, (people, a, b) in conditions.items() if living & people}
    return {camp: which for camp, which in won.items() if which}


# ---- 3.3 the thread ----------------------------------------------------------------------------------------------------------------------

HOUR = 3600


class Post(NamedTuple):
    """A post in the vote thread, as it was read. ``left``: seconds to the deadline."""

    author: int
    label: str  # 闲谈, 投票, 改票, 自由
    target: int  # a seat or −2 for 无
    flawed: bool
    quotes: bool  # a vote post of his own
    left: int


class Voter:
    """What one voter has in a thread, after X-R27 and X-R43."""

    def __init__(self) -> None:
        self.votes: list[tuple[int, int]] = []  # target, floor: the vote and the change
        self.posted = False

    def post(self, post: Post, floor: int) -> str:
        """What the post counts as."""
        if not self.votes:
            if post.label == "改票" and not self.posted:
                return "无票可改"
            self.posted = True
            if post.flawed:
                return "有误"
            self.votes.append((post.target, floor))
            return "票"
        if len(self.votes) == 2:
            return "已改过"
        if post.left <= HOUR:
            return "太晚改"
        if not post.quotes:
            return "未引用"
        if post.flawed:
            return "有误"
        self.votes.append((post.target, floor))
        return "改"

    def standing(self, strike: int | None) -> int | None:
        """The vote that counts, floors from ``strike`` on struck; None if there is none."""
        kept = [target for target, floor in self.votes if strike is None or floor < strike]
        return kept[-1] if kept else None


class Tally(NamedTuple):
    """What a day came to."""

    totals: dict[int, int]
    changed: dict[int, int | None]  # votes that 幻觉一 changed, None for none
    out: int | None
    saved: int | None
    runoff: set[int]


def tally(
    voters: Mapping[int, Voter],
    alive: frozenset[int],
    *,
    strike: int | None,
    forced: Mapping[int, int],
    immune: int | None,
    pair: set[int],
) -> Tally:
    """The day's end; a runoff if there is a ``pair``. X-R7, X-R8, X-R29."""
    own = {seat: voters[seat].standing(strike) if seat in voters else None for seat in alive}
    counts = {seat: own.get(forced[seat]) if seat in forced else vote for seat, vote in own.items()}

    def nobody(vote: int | None) -> bool:
        return vote is None or vote < 0

    changed = {
        seat: counts[seat]
        for seat in forced
        if seat in alive and counts[seat] != own[seat] and not (nobody(counts[seat]) and nobody(own[seat]))
    }
    totals = Counter(vote for vote in counts.values() if vote is not None and vote >= 0)
    top = {seat for seat, n in totals.items() if n == max(totals.values())}
    enough = bool(top) and 5 * max(totals.values()) >= 2 * len(alive)
    out = min(top) if len(top) == 1 and (enough or pair) else None
    runoff = top if len(top) == 2 and enough and not pair else set()
    saved = immune if out is not None and out == immune else None
    return Tally(dict(totals), changed, None if saved is not None else out, saved, runoff)
