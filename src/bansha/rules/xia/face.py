"""The face of 群侠: what the table calls. No law of its own; every method asks the clause's file."""

from collections.abc import Mapping
from typing import Any

from bansha.rules import refusals
from bansha.rules.bits import has
from bansha.rules.choosing import identity_from, options_from
from bansha.rules.draws import agree, retract
from bansha.rules.errors import LawHole
from bansha.rules.face import Draw, Order, Record, VoteForm, check_identities
from bansha.rules.findings import findings
from bansha.rules.last_words import speak
from bansha.rules.notices import Notice
from bansha.rules.phases import DAY, NIGHT, NOBODY, RUNOFF
from bansha.rules.xia import codes, course, news, orders, scores, tally, votes
from bansha.rules.xia.draws import declare_draw
from bansha.rules.xia.groups import members, party_at
from bansha.rules.xia.night import close_night
from bansha.rules.xia.options import Options, new_state, problems, seating
from bansha.rules.xia.position import set_up
from bansha.rules.xia.state import State

POWERS = {
    "kill": codes.KILL,
    "block": codes.BLOCK,
    "heal": codes.HEAL,
    "verify": codes.VERIFY,
    "absorb": codes.ABSORB,
    "illusion1": codes.ILLUSION_1,
    "illusion2": codes.ILLUSION_2,
    "illusion3": codes.ILLUSION_3,
}
ACTS = {power: act for act, power in POWERS.items()}
LAW = "xia-1"


class XiaFace:
    """See ``rules.face.Face`` for what each method promises."""

    name = "xia"
    law = LAW
    acts = frozenset({*POWERS, "withdraw", "proxy", "correct", "agree_draw", "retract_draw", "waive_words"})

    def options(self, data: Mapping[str, Any]) -> Options:
        return options_from(Options, data, problems)

    def seating(self, options: Options) -> tuple[int, ...]:
        return seating(options)

    def check_seats(self, identities: tuple[int, ...]) -> None:
        check_identities(identities, codes.IDENTITIES, (codes.ILLUSIONIST, codes.RADIANT, codes.SILVER, codes.DRAGON))

    def identity(self, name: str) -> int:
        return identity_from(news.IDENTITY_BY_NAME, name)

    def new(self, identities: tuple[int, ...], options: Options) -> State:
        return new_state(identities, options)

    def set_up(self, s: State, position: Mapping[str, Any]) -> None:
        set_up(s, position)

    def roles(self, s: State) -> list[Notice]:
        return news.roles(s)

    def vote_form(self, options: Options) -> VoteForm:
        return VoteForm(strict=False, typos=options.typos, abstain_in_runoff=False, proxies=True, corrections=True)

    def open(self, s: State, phase: int) -> None:
        if phase == DAY:
            course.open_day(s)
        elif phase == RUNOFF:
            course.open_runoff(s)
        elif phase == NIGHT:
            course.open_night(s)
        else:
            s.phase = phase

    def close(self, s: State, draw: Draw) -> list[Notice]:
        if s.phase == NIGHT:
            before = news.before(s)
            answers = close_night(s)
            if answers != 1:
                raise hole(s, answers)
            return news.dawn(s, before)
        if s.phase in (DAY, RUNOFF):
            closing, strike = s.phase, s.strike
            tally.close_day(s)
            return news.tally(s, closing, strike)
        s.words = 0
        s.phase = DAY
        return []

    def explain(self, s: State, phase: int) -> Record:
        rows = [[s.sender[i], s.power[i], s.target[i], s.second[i], s.answers[i], s.party[i], 0] for i in range(s.orders)]
        return Record(phase, s.day, rows if phase == NIGHT else [], [list(row) for row in findings(s)])

    def order(self, s: State, seat: int, order: Order, left: int) -> int:
        if order.act == "withdraw":
            if not has(s.alive, seat):
                return refusals.SENDER_OUT
            orders.forgo(s, seat)
            return refusals.LAWFUL
        power = POWERS[order.act]
        if power == codes.ILLUSION_3:
            refusal = orders.floor_refusal(s, seat, order.floor, left)
            if not refusal:
                orders.name_floor(s, order.floor)
            return refusal
        if len(order.targets) > 2:
            return refusals.TOO_MANY_TARGETS
        target, second = (*order.targets, NOBODY, NOBODY)[:2]
        refusal = orders.order_refusal(s, seat, power, target, second, order.member)
        if not refusal:
            orders.send(s, seat, power, target, second, order.member)
        return refusal

    def cast(self, s: State, seat: int, label: int, target: int, flaw: int, quotes_own: int, floor: int, left: int) -> int:
        return votes.cast(s, seat, label, target, flaw, quotes_own, floor, left)

    def proxy(self, s: State, seat: int, target: int, floor: int, left: int) -> int:
        return votes.proxy_refusal(s, seat, left) or votes.cast_proxy(s, seat, target, floor)

    def correction(self, s: State, seat: int, target: int, floor: int, left: int) -> int:
        return votes.correction_refusal(s, seat, left) or votes.cast_correction(s, seat, target, floor)

    def overrule(self, s: State, seat: int, target: int) -> None:
        votes.overrule(s, seat, target)

    def speak(self, s: State, seat: int) -> int:
        return speak(s, seat)

    def agree(self, s: State, seat: int) -> int:
        return agree(s, seat)

    def retract(self, s: State, seat: int) -> int:
        return retract(s, seat)

    def declare_draw(self, s: State) -> None:
        declare_draw(s)

    def rooms(self, s: State) -> list[int]:
        return [members(s, party) if codes.IS_GROUP[party] else 0 for party in range(codes.PARTIES)]

    def standing(self, s: State, seat: int) -> Order | None:
        party = party_at(s, seat)
        if s.phase != NIGHT:
            return Order("illusion3", (), NOBODY, s.strike) if party == codes.P_ILLUSIONIST and s.strike else None
        for i in range(s.orders):
            if s.party[i] == party:
                targets = (s.target[i], s.second[i]) if s.second[i] >= 0 else (s.target[i],)
                member = NOBODY if s.answers[i] == s.sender[i] else s.answers[i]
                return Order(ACTS[s.power[i]], targets, member, NOBODY)
        return None

    def may_order(self, s: State, seat: int) -> bool:
        if s.phase != NIGHT or not has(s.alive, seat):
            return False
        party = party_at(s, seat)
        if party == codes.P_SILVER:
            return s.learnt != 0
        if party == codes.P_ILLUSIONIST:
            return not (has(s.spent, codes.ILLUSION_1) and has(s.spent, codes.ILLUSION_2))
        return party >= 0

    def powers(self, s: State, seat: int) -> list[str]:
        party = party_at(s, seat) if has(s.alive, seat) else codes.NO_PARTY
        if s.phase in (DAY, RUNOFF):
            third = party == codes.P_ILLUSIONIST and not has(s.spent, codes.ILLUSION_3)
            return ["illusion3"] if third else []
        if s.phase != NIGHT:
            return []
        own = [(act, power) for act, power in POWERS.items() if not orders.power_refusal(s, party, power)]
        return [act for act, power in own if not (party == codes.P_ILLUSIONIST and has(s.spent, power))]

    def camp(self, s: State, seat: int) -> int:
        return codes.CAMP_OF[s.identity[seat]]

    def ending(self, s: State) -> tuple[list[int], int, list[list[int]]]:
        winners = [camp for camp in range(codes.NEUTRALS) if s.won[camp]]
        clause = next((f.clause for f in findings(s) if f.what == codes.F_DRAW), 0)
        return winners, clause, [[seat, s.identity[seat], scores.half_points(s, seat)] for seat in range(s.seats)]


def hole(s: State, answers: int) -> LawHole:
    """The error that names the orders of a night without exactly one answer (X-R23)."""
    listed = "; ".join(f"seat {s.sender[i]}: {ACTS[s.power[i]]} seat {s.target[i]}" for i in range(s.orders))
    return LawHole(
        "law-hole",
        f"这一夜有 {answers} 种自洽的结果（X-R23），规则有漏洞，请报告。命令依次为：{listed}",
        f"this night has {answers} consistent outcomes (X-R23): the law has a hole; please report it. Orders as sent: {listed}",
    )


FACE = XiaFace()
