"""The face of 斑衣吹笛人: what the table calls. No law of its own; every method asks the clause's file."""

from collections.abc import Mapping
from typing import Any

from bansha.rules import ballots, refusals
from bansha.rules.bits import has
from bansha.rules.choosing import identity_from, options_from
from bansha.rules.draws import agree, retract
from bansha.rules.face import Draw, Order, Record, VoteForm, check_identities
from bansha.rules.findings import findings
from bansha.rules.last_words import speak
from bansha.rules.notices import Notice
from bansha.rules.phases import DAY, DECIDER, INTERVAL, NIGHT, NOBODY, RUNOFF, WORDS
from bansha.rules.piper import codes, course, decider, news, orders, scores, tally, votes
from bansha.rules.piper.bite import bite_targets, draw_bite, needs_drawing
from bansha.rules.piper.camps import camp_of
from bansha.rules.piper.draws import declare_draw
from bansha.rules.piper.night import close_night
from bansha.rules.piper.options import Options, new_state, problems, seating
from bansha.rules.piper.position import set_up
from bansha.rules.piper.state import State

POWERS = {"bite": codes.BITE, "deceive": codes.DECEIVE, "protect": codes.PROTECT, "lead": codes.LEAD}
ACTS = {power: act for act, power in POWERS.items()}
LAW = "piper-1"


class PiperFace:
    """See ``rules.face.Face`` for what each method promises."""

    name = "piper"
    law = LAW
    acts = frozenset({*POWERS, "decide", "withdraw", "agree_draw", "retract_draw", "waive_words"})

    def options(self, data: Mapping[str, Any]) -> Options:
        return options_from(Options, data, problems)

    def seating(self, options: Options) -> tuple[int, ...]:
        return seating(options)

    def check_seats(self, identities: tuple[int, ...]) -> None:
        check_identities(identities, codes.IDENTITIES, (codes.PROTECTOR, codes.PIPER))

    def identity(self, name: str) -> int:
        return identity_from(news.IDENTITY_BY_NAME, name)

    def new(self, identities: tuple[int, ...], options: Options) -> State:
        return new_state(identities, options)

    def set_up(self, s: State, position: Mapping[str, Any]) -> None:
        set_up(s, position)

    def roles(self, s: State) -> list[Notice]:
        return news.roles(s)

    def vote_form(self, options: Options) -> VoteForm:
        return VoteForm(strict=True, typos=0, abstain_in_runoff=True, proxies=False, corrections=False)

    def open(self, s: State, phase: int) -> None:
        if phase == DAY:
            course.open_day(s)
        elif phase == RUNOFF:
            course.open_runoff(s)
        elif phase == DECIDER:
            course.open_decider(s)
        elif phase == NIGHT:
            course.open_night(s)
        elif phase == INTERVAL:
            course.open_interval(s)
        else:
            s.phase = phase

    def close(self, s: State, draw: Draw) -> list[Notice]:
        if s.phase == NIGHT:
            waiting = needs_drawing(s)
            for seat in range(s.seats):
                if has(waiting, seat):
                    draw_bite(s, seat, draw(f"bite:{s.day}:{seat}", bite_targets(s, seat)))
            close_night(s)
            return news.dawn(s)
        if s.phase in (DAY, RUNOFF):
            closing = s.phase
            tally.close_day(s)
            return news.tally(s, closing)
        if s.phase == DECIDER:
            among = decider.decision_needs_drawing(s)
            decider.close_decider(s, draw(f"decision:{s.day}", among) if among else NOBODY)
            return news.decided(s)
        s.phase = INTERVAL if s.phase == WORDS else DAY
        return []

    def explain(self, s: State, phase: int) -> Record:
        rows = [[s.sender[i], s.power[i], s.target[i], NOBODY, NOBODY, s.sender[i], s.drawn[i]] for i in range(s.orders)]
        return Record(phase, s.day, rows if phase == NIGHT else [], [list(row) for row in findings(s)])

    def order(self, s: State, seat: int, order: Order, left: int) -> int:
        if order.act == "withdraw":
            refusal = orders.forgo_refusal(s, seat)
            if not refusal:
                orders.forgo(s, seat)
            return refusal
        if len(order.targets) > 1:
            return refusals.TOO_MANY_TARGETS
        target = order.targets[0] if order.targets else NOBODY
        if order.act == "decide":
            refusal = decider.decider_refusal(s, seat, target)
            if not refusal:
                decider.decide(s, target)
            return refusal
        if order.member not in (NOBODY, seat):
            return refusals.NOT_A_MEMBER
        refusal = orders.order_refusal(s, seat, POWERS[order.act], target)
        if not refusal:
            orders.send(s, seat, POWERS[order.act], target)
        return refusal

    def cast(self, s: State, seat: int, label: int, target: int, flaw: int, quotes_own: int, floor: int, left: int) -> int:
        return votes.cast(s, seat, label, target, flaw, quotes_own, floor, left)

    def proxy(self, s: State, seat: int, target: int, floor: int, left: int) -> int:
        return ballots.LATE  # there are none (3.3); the table does not ask

    def correction(self, s: State, seat: int, target: int, floor: int, left: int) -> int:
        return ballots.NOTHING_TO_CORRECT  # a void vote is used (P-R8)

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
        return []

    def standing(self, s: State, seat: int) -> Order | None:
        if s.phase == DECIDER:
            return Order("decide", (s.decision,), NOBODY, NOBODY) if seat == s.last_bitten and s.decision != NOBODY else None
        for i in range(s.orders):
            if s.phase == NIGHT and s.sender[i] == seat:
                return Order(ACTS[s.power[i]], (s.target[i],), NOBODY, NOBODY)
        return None

    def may_order(self, s: State, seat: int) -> bool:
        if s.phase == DECIDER:
            return bool(seat == s.last_bitten)
        if s.phase != NIGHT or not has(s.alive, seat):
            return False
        return codes.POWER_OF[s.identity[seat]] != 0 and not (s.identity[seat] == codes.RAT and has(s.led, seat))

    def powers(self, s: State, seat: int) -> list[str]:
        if not self.may_order(s, seat):
            return []
        return ["decide"] if s.phase == DECIDER else [ACTS[codes.POWER_OF[s.identity[seat]]]]

    def camp(self, s: State, seat: int) -> int:
        return camp_of(s, seat)

    def ending(self, s: State) -> tuple[list[int], int, list[list[int]]]:
        winners = [camp for camp in range(codes.CAMPS) if s.won[camp]]
        clause = next((f.clause for f in findings(s) if f.what == codes.F_DRAW), 0)
        return winners, clause, [[seat, s.identity[seat], scores.half_points(s, seat)] for seat in range(s.seats)]


FACE = PiperFace()
