"""Laws of a night and of whole games, against a model of piper.md in sets and dicts that knows no kernel."""

from itertools import pairwise
from random import Random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from bansha.rules.bits import count, has, lowest
from bansha.rules.findings import findings
from bansha.rules.phases import DAY, DECIDER, NIGHT, RUNOFF, WORDS
from bansha.rules.piper import codes
from bansha.rules.piper.bite import bite_targets, draw_bite, needs_drawing
from bansha.rules.piper.course import open_day, open_decider, open_interval, open_night, open_runoff
from bansha.rules.piper.decider import close_decider, decision_needs_drawing
from bansha.rules.piper.night import close_night
from bansha.rules.piper.options import Options, new_state, seating
from bansha.rules.piper.plague import plague
from bansha.rules.piper.scores import half_points
from bansha.rules.piper.state import State
from bansha.rules.piper.tally import close_day
from bansha.rules.states import clone
from tests.rules.piper.play import LAME, LIAR, PIPER, PROTECTOR, game, try_order, vote

RATS = {0, 1, 2}
CHILDREN = {5, 6, 7, 8, 9}
NEEDED = {LIAR: 3, PROTECTOR: 3, LAME: 1, **dict.fromkeys(CHILDREN, 2)}


class Position(NamedTuple):
    """Where a night begins."""

    gone: frozenset[int]
    led: frozenset[int]
    marks: dict[int, int]


class Night(NamedTuple):
    """A position and the orders ``(sender, target)``, in order of sending."""

    position: Position
    orders: list[tuple[int, int]]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    gone = draw(st.frozensets(st.integers(0, 11), max_size=6))
    led = draw(st.frozensets(st.sampled_from(sorted(CHILDREN)), max_size=3))
    led |= draw(st.frozensets(st.sampled_from(sorted(RATS)), max_size=1))
    marks = {seat: draw(st.integers(0, needed - 1)) for seat, needed in NEEDED.items()}
    return Position(gone, led, marks)


@st.composite
def nights(draw: st.DrawFn) -> Night:
    position = draw(positions())
    living = sorted(set(range(12)) - position.gone)
    orders = []
    for seat in draw(st.permutations(living)):
        if seat in RATS and seat not in position.led:
            orders.append((seat, draw(st.sampled_from([other for other in living if other != seat]))))
        elif seat in (LIAR, PROTECTOR, PIPER) and draw(st.booleans()):
            orders.append((seat, draw(st.sampled_from(living))))
    return Night(position, orders)


def played(night: Night) -> State:
    s = game(gone=night.position.gone, led=night.position.led, marks=night.position.marks)
    for seat, target in night.orders:
        assert try_order(s, seat, target) == 0
    assert close_night(s) == 1
    return s


class Dawn(NamedTuple):
    """What the model says."""

    out: set[int]
    marks: dict[int, int]
    led: set[int]
    last: int


def model(night: Night) -> Dawn:
    """piper.md's powers, one after the other, on sets."""
    orders = dict(night.orders)
    at_large = RATS - night.position.gone - night.position.led
    marks = dict(night.position.marks)
    out = set()
    last_bite = {}
    for moment, (seat, target) in enumerate(night.orders):
        if seat in at_large:
            if orders.get(PROTECTOR) == target and target in CHILDREN | {LAME}:
                target = PROTECTOR
            if target in NEEDED:
                last_bite[target] = moment
                if len(at_large) == 1:
                    out.add(target)
                else:
                    marks[target] += 1
                    if marks[target] >= NEEDED[target]:
                        out.add(target)
    led = set(night.position.led)
    second_stage = bool(RATS & (night.position.led | night.position.gone))
    target = orders.get(PIPER, -1)
    if target not in led:
        if target in RATS and not second_stage:
            led.add(target)
        if target in CHILDREN and second_stage and orders.get(LIAR) != PIPER:
            led.add(target)
    last = max(out, key=lambda seat: last_bite[seat]) if out else -1
    return Dawn(out, marks, led, last)


@given(nights())
def test_a_night_is_what_the_model_says(night: Night) -> None:
    s = played(night)
    dawn = model(night)
    assert {f.whom for f in findings(s) if f.what == codes.F_OUT} == dawn.out
    assert {seat: s.marks[seat] for seat in NEEDED} == dawn.marks
    assert {seat for seat in range(12) if has(s.led, seat)} == dawn.led
    assert s.last_bitten == dawn.last


@given(nights(), st.integers(0, 2**32))
def test_x_r22_the_order_of_the_list_changes_nothing_but_whose_last_mark_came_last(night: Night, seed: int) -> None:
    other = list(night.orders)
    Random(seed).shuffle(other)
    one, two = played(night), played(Night(night.position, other))
    for name in ("alive", "led", "marks", "banned_target", "plague_announced", "won", "over", "draw", "words", "phase", "voted_out"):
        assert getattr(one, name) == getattr(two, name), name

    def said(s: State) -> list[tuple[int, int, int]]:
        return sorted((f.what, f.whom, f.clause) for f in findings(s) if f.what != codes.F_LAST_OUT)

    assert said(one) == said(two)


@given(nights())
def test_nobody_goes_out_twice_marks_never_fall_and_every_bite_has_one_result(night: Night) -> None:
    s = game(gone=night.position.gone, led=night.position.led, marks=night.position.marks)
    before = clone(s)
    s = played(night)
    rows = findings(s)
    outs = [f.whom for f in rows if f.what == codes.F_OUT]
    assert outs == sorted(set(outs))
    assert all(has(before.alive, seat) for seat in outs)
    assert all(now >= then for now, then in zip(s.marks, before.marks, strict=True))
    results = sorted(f.order for f in rows if f.what in (codes.F_MARKED, codes.F_PLAGUE_BITE, codes.F_BITE_FAILED))
    assert results == [i for i in range(s.orders) if s.power[i] == codes.BITE]
    assert s.overflow == 0


VARIANTS = (Options(), Options(rat=7, liar=3, child=22, lame_child=7), Options(rat=1, child=8, lame_child=0), Options(threshold_percent=10))


def members(bits: int) -> list[int]:
    return [seat for seat in range(62) if (bits >> seat) & 1]


@given(st.sampled_from(VARIANTS), st.integers(0, 2**32))
def test_every_game_ends_with_one_winner_and_the_plague_is_announced_at_most_once(options: Options, seed: int) -> None:
    chance = Random(seed)
    s = new_state(seating(options), options)
    open_day(s)
    announced = 0
    phases = [DAY]
    while not s.over:
        alive, marks = s.alive, s.marks[:]
        if s.phase == NIGHT:
            for seat in chance.sample(members(s.alive), count(s.alive)):
                try_order(s, seat, chance.choice(members(s.alive)))
            while needs_drawing(s):
                draw_bite(s, lowest(needs_drawing(s)), chance.choice(members(bite_targets(s, lowest(needs_drawing(s))))))
            assert close_night(s) == 1
        elif s.phase == DECIDER:
            assert close_decider(s, chance.choice(members(decision_needs_drawing(s)))) == 1
        else:
            named = members(s.pair) or chance.sample(members(s.alive), min(2, count(s.alive)))
            for i, seat in enumerate(members(s.alive)):
                vote(s, seat, named[i % len(named)])
            close_day(s)
        assert not s.overflow
        assert s.alive & ~alive == 0
        assert all(now >= then for now, then in zip(s.marks, marks, strict=True))
        announced += sum(1 for f in findings(s) if f.what == codes.F_PLAGUE)
        assert s.plague_announced or not plague(s)
        assert count(s.led & s.holders[codes.RAT]) <= 1  # P-R19
        phases.append(s.phase)
        if s.phase == WORDS:
            open_interval(s)
            open_day(s)
        elif s.phase == NIGHT:
            open_night(s)
        elif s.phase == RUNOFF:
            open_runoff(s)
        elif s.phase == DECIDER:
            open_decider(s)
    assert announced <= 1
    assert sum(1 for won in s.won if won) + s.draw == 1
    assert (RUNOFF, RUNOFF) not in pairwise(phases)
    assert any(half_points(s, seat) for seat in range(s.seats)) != bool(s.draw)
