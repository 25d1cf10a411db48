"""Laws of nights, threads and whole games of 群侠, against a model of xia.md in sets and words that knows no kernel."""

from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bansha.rules import ballots as b
from bansha.rules.bits import count, has, lowest
from bansha.rules.findings import findings
from bansha.rules.phases import ABSTAIN, DAY, NIGHT, NOBODY, OVER, RUNOFF, WORDS
from bansha.rules.states import clone
from bansha.rules.xia import codes as c
from bansha.rules.xia import news
from bansha.rules.xia.course import open_day, open_night, open_runoff
from bansha.rules.xia.groups import party_at
from bansha.rules.xia.night import close_night
from bansha.rules.xia.options import Options, new_state, seating
from bansha.rules.xia.orders import floor_refusal, name_floor, order_refusal
from bansha.rules.xia.scores import half_points
from bansha.rules.xia.state import State
from bansha.rules.xia.tally import close_day
from bansha.rules.xia.victory import judge
from tests.rules.xia import model
from tests.rules.xia.play import AZURES, ILLUSIONIST, MAN1, RADIANT, SHADOW, SILVER, WHITE, game, lines, members_of, seats, try_order, vote

WORD = ("黑侠", "暗侠", "幻侠", "白侠", "赤侠", "光侠", "银侠", "龙侠", "侠士", "中立", "青黑", "青暗", "青白", "青赤", "独立")
POWER = ("", "杀", "阻止", "救", "验", "接收", "幻觉一", "幻觉二", "幻觉三")
PARTY = ("黑侠", "暗侠", "幻侠", "白侠", "赤侠", "光侠", "银侠", "独立")
FATE = ("到", "失效", "弹回", "接收", "吸收")
CAMP = ("光明", "黑暗", "独立")
INTERESTING = (0, 3, 4, 7, 8, 9, 15, 16)  # those whose powers meet: drawn more often as targets


class Night(NamedTuple):
    """A position and the orders of a night, in order of sending."""

    gone: frozenset[int]
    azure: dict[int, int]
    reflections: int
    learnt: frozenset[int]
    number: int
    orders: tuple[tuple[int, int, int, int, int], ...]

    def state(self) -> State:
        """The kernel's state at nightfall."""
        return game(gone=self.gone, azure=self.azure, reflections=self.reflections, learnt=self.learnt, number=self.number)


@st.composite
def nights(draw: st.DrawFn) -> Night:
    number = draw(st.sampled_from([2, 3, 3, 4, 5]))
    gone = draw(st.frozensets(st.integers(0, 19), max_size=draw(st.sampled_from([0, 2, 9]))))
    states = [c.AZURE_INDEPENDENT if number > 3 else c.AZURE_NEUTRAL, c.AZURE_BLACK, c.AZURE_SHADOW, c.AZURE_WHITE, c.AZURE_CRIMSON]
    azure = {seat: draw(st.sampled_from(states)) for seat in AZURES if draw(st.booleans())}
    learnt = draw(st.frozensets(st.sampled_from([c.KILL, c.BLOCK, c.HEAL, c.VERIFY])))
    empty = Night(gone, azure, draw(st.integers(0, 3)), learnt, number, ())
    s = empty.state()
    living = sorted(members_of(s.alive))
    near = st.sampled_from([seat for seat in INTERESTING if seat in living] or living) if living else st.nothing()
    targets = st.one_of(near, near, st.sampled_from(living)) if living else st.nothing()
    orders = []
    for party in draw(st.permutations(range(c.PARTIES))):
        group = [seat for seat in living if party_at(s, seat) == party]
        if not group or draw(st.integers(0, 9)) == 0:
            continue
        sender = draw(st.sampled_from(group))
        powers = {c.P_SILVER: sorted(learnt), c.P_ILLUSIONIST: [c.ILLUSION_1, c.ILLUSION_2]}.get(party, [c.POWER_OF[party]])
        if not powers:
            continue
        power = draw(st.sampled_from(powers))
        target = draw(targets)
        second = draw(targets) if power == c.ILLUSION_1 else NOBODY
        by = draw(st.sampled_from(group)) if draw(st.booleans()) else NOBODY
        if order_refusal(s, sender, power, target, second, by) == 0:
            orders.append((sender, power, target, second, by))
    return empty._replace(orders=tuple(orders))


def played(night: Night) -> State:
    s = night.state()
    for sent in night.orders:
        assert try_order(s, sent) == 0
    assert close_night(s) == 1
    assert not s.overflow
    return s


def modelled(night: Night) -> model.Dawn:
    s = night.state()
    position = model.Position(
        {seat: WORD[s.identity[seat]] for seat in range(s.seats)}, frozenset(members_of(s.alive)), night.reflections, night.number
    )
    orders = [
        model.Order(sender, POWER[power], target, second if second >= 0 else None, by if by >= 0 else sender)
        for sender, power, target, second, by in night.orders
    ]
    return model.night(position, orders)


def told(s: State, was: news.Before) -> set[tuple[int, str, int, str]]:
    """The private notices of a dawn in the model's words."""
    said: set[tuple[int, str, int, str]] = set()
    for to, what, args in news.dawn(s, was):
        if what == "verified":
            said.add((int(to[1:]), "验", args[0], WORD[args[1]]))
        elif what == "verify_failed":
            said.add((int(to[1:]), "验人失败", -1, ""))
        elif what == "learnt":
            said |= {(int(to[1:]), "学会", -1, POWER[power]) for power in args[0]}
        elif what == "became":
            said.add((int(to[1:]), "成为", -1, WORD[args[0]]))
        elif what == "room":
            said |= {(int(to[1:]), "同伴", other, "") for other in args[1]}
        elif what == "new_member":
            assert to == f"r{args[0]}"
            group = members_of((s.holders[c.ORIGINAL[args[0]]] | s.holders[c.CONVERTED_TO[args[0]]]) & s.alive)
            said |= {(other, "新人", args[1], "") for other in group}
        else:
            assert (to, what) == ("public", "dawn")
    return said


@given(nights())
def test_a_night_is_what_the_model_says(night: Night) -> None:
    before = night.state()
    was = news.before(before)
    s, dawn = played(night), modelled(night)
    found = findings(s)
    assert [FATE[s.fate[i]] for i in range(s.orders)] == dawn.fate
    for i, places in enumerate(dawn.lands):
        if places:
            assert {s.lands[i]} | ({s.lands_second[i]} if s.power[i] == c.ILLUSION_1 else set()) == places
    assert {f.whom: WORD[f.detail] for f in found if f.what == c.F_CONVERTED} == dawn.converted
    assert {f.whom: WORD[f.detail] for f in found if f.what == c.F_OUT} == dawn.out
    assert told(s, was) == dawn.told
    assert {POWER[power] for power in range(1, 9) if has(s.learnt, power)} == dawn.learnt
    assert any(f.what == c.F_NOT_LEARNT for f in found) == dawn.lessons_lost
    assert dict.fromkeys(members_of(s.forced), s.leader) == dawn.forced
    assert s.immune == (NOBODY if dawn.immune is None else dawn.immune)
    assert {POWER[power] for power in members_of(s.spent)} == dawn.spent
    banned = {(PARTY[p], POWER[s.banned_power[p]], s.banned_target[p]) for p in range(c.PARTIES) if s.banned_power[p]}
    assert banned == dawn.banned
    assert all(s.banned_target[p] == NOBODY for p in range(c.PARTIES) if not s.banned_power[p])
    assert s.reflections == dawn.reflections
    assert {f.whom for f in found if f.what == c.F_INDEPENDENT} == dawn.independent
    changed = dawn.converted | dict.fromkeys(dawn.independent, "独立")
    assert [WORD[s.identity[seat]] for seat in range(20)] == [changed.get(seat, WORD[before.identity[seat]]) for seat in range(20)]
    assert members_of(s.alive) == members_of(before.alive) - set(dawn.out)
    assert members_of(s.words) == (set() if s.over else set(dawn.out))


MEETING = (SHADOW, RADIANT, SILVER, 9, 0, 15, 16, 17)  # a member of every kind that a block or the absorption can matter to


@pytest.mark.parametrize("reflections", [0, 1, 2])
def test_1_2_every_meeting_of_the_two_blocks_and_the_absorption(reflections: int) -> None:
    """All lawful targets of the three in both orders of sending, with a kill and a heal under way to whom the radiant absorbs."""
    azure = {15: c.AZURE_SHADOW, 16: c.AZURE_INDEPENDENT, 17: c.AZURE_WHITE}
    for one, two, sheltered in product(MEETING, repeat=3):
        if sheltered == RADIANT or one == SILVER:  # 1.6; X-R23: silver knows the block only on the night when this is banned
            continue
        blocks = ((SHADOW, c.BLOCK, one, NOBODY, NOBODY), (SILVER, c.BLOCK, two, NOBODY, NOBODY))
        rest = ((RADIANT, c.ABSORB, sheltered, NOBODY, NOBODY), (WHITE, c.HEAL, 16, NOBODY, NOBODY), (1, c.KILL, 9, NOBODY, 0))
        for sent in (blocks, blocks[::-1]):
            night = Night(frozenset(), azure, reflections, frozenset({c.BLOCK}), 4, sent + rest)
            s, dawn = played(night), modelled(night)
            assert [FATE[s.fate[i]] for i in range(s.orders)] == dawn.fate, night
            assert {f.whom for f in findings(s) if f.what == c.F_OUT} == set(dawn.out), night
            assert s.reflections == dawn.reflections, night


@given(nights())
def test_the_public_dawn_names_who_is_out_in_seat_order_and_nothing_else(night: Night) -> None:
    was = news.before(night.state())
    s, dawn = played(night), modelled(night)
    public = [notice for notice in news.dawn(s, was) if notice.to == "public"]
    assert [(n.what, n.args[0], [(seat, WORD[as_]) for seat, as_ in n.args[1]], n.args[2]) for n in public] == [
        ("dawn", night.number, sorted(dawn.out.items()), [])
    ]


@given(nights())
def test_2_1_victory_at_dawn_is_what_the_model_says(night: Night) -> None:
    s = played(night)
    victory_is_as_modelled(s)


def victory_is_as_modelled(s: State) -> None:
    won = model.winners({seat: WORD[s.identity[seat]] for seat in range(s.seats)}, members_of(s.alive))
    assert {CAMP[camp]: ("", "a", "b", "ab")[s.won[camp]] for camp in range(3) if s.won[camp]} == won
    assert s.draw == (0 if s.alive else 1)
    assert s.over == (1 if won or s.draw else 0)
    assert len(won) < 3


@given(st.lists(st.sampled_from([None, *range(c.IDENTITIES)]), min_size=20, max_size=20), st.integers(0, 5))
def test_2_1_victory_is_what_the_model_says_of_any_table(held: list[int | None], men_out: int) -> None:
    """Also with neutrals beside independents, whom the calendar keeps apart."""
    identities = [identity if identity is not None else c.BLACK for identity in held] + [c.COMMONER] * men_out
    s = new_state(tuple(identities), Options())
    s.alive = seats(seat for seat, identity in enumerate(held) if identity is not None)
    judge(s)
    won = model.winners({seat: WORD[s.identity[seat]] for seat in range(s.seats)}, members_of(s.alive))
    assert {CAMP[camp]: ("", "a", "b", "ab")[s.won[camp]] for camp in range(3) if s.won[camp]} == won


@given(nights(), st.integers(0, 2**32))
def test_x_r22_the_order_of_sending_matters_only_among_powers_at_the_dragon(night: Night, seed: int) -> None:
    other = list(night.orders)
    Random(seed).shuffle(other)
    at_dragon = [sent for sent in night.orders if 9 in sent[2:4] and sent[1] != c.ABSORB]
    shuffled = iter(at_dragon)
    other = [next(shuffled) if sent in at_dragon else sent for sent in other]
    one, two = played(night), played(night._replace(orders=tuple(other)))
    for name in ("alive", "identity", "holders", "reflections", "spent", "learnt", "banned_power", "banned_target", "forced", "leader",
                 "immune", "words", "over", "draw", "won", "phase"):  # fmt: skip
        assert getattr(one, name) == getattr(two, name), name

    def said(s: State) -> list[tuple[int, int, int]]:
        return sorted((f.what, f.whom, f.clause) for f in findings(s))

    assert said(one) == said(two)


@given(nights())
def test_every_order_has_a_result_and_every_finding_a_clause(night: Night) -> None:
    s = played(night)
    found = findings(s)
    assert all(f.clause != 0 for f in found)
    outs = [f.whom for f in found if f.what == c.F_OUT]
    assert outs == sorted(set(outs))
    silent = {c.F_BANNED, c.F_SPENT, c.F_ABSORBED, c.F_TURNED}
    for i in range(s.orders):
        results = [f.what for f in found if f.order == i and f.what not in silent]
        assert len(results) >= (0 if s.power[i] == c.ABSORB and s.fate[i] == c.LANDS else 1), lines(found)


# ---- threads and tallies -------------------------------------------------------------------------------------------------------------------

LABEL = {"闲谈": b.LABEL_NONE, "投票": b.LABEL_VOTE, "改票": b.LABEL_CHANGE, "自由": b.LABEL_FREE}
RULING = {
    b.VOTE: "票",
    b.CHANGE: "改",
    b.UNKNOWN_NAME: "有误",
    b.CHANGE_SPENT: "已改过",
    b.CHANGE_LATE: "太晚改",
    b.CHANGE_UNQUOTED: "未引用",
    b.NOTHING_TO_CHANGE: "无票可改",
}


class Thread(NamedTuple):
    """A day or runoff: who lives, what the illusions do, and the posts in order."""

    alive: frozenset[int]
    pair: frozenset[int]
    strike: int
    forced: dict[int, int]
    immune: int
    posts: tuple[model.Post, ...]


@st.composite
def threads(draw: st.DrawFn) -> Thread:
    alive = draw(st.frozensets(st.integers(0, 19), min_size=2))
    living = sorted(alive)
    pair = draw(st.sampled_from([frozenset(), frozenset(living[:2])]))
    few = sorted(pair) or draw(st.lists(st.sampled_from(living), min_size=1, max_size=4))
    leader = draw(st.integers(0, 19))
    followers = draw(st.frozensets(st.integers(0, 19), max_size=2)) - {leader}
    immune = draw(st.sampled_from([NOBODY, *few]))
    lefts = sorted(draw(st.lists(st.sampled_from([1, 3599, 3600, 3601, 7200, 90000]), max_size=30)), reverse=True)
    everybody = st.one_of(st.sampled_from([leader, *followers]), st.integers(0, 19))
    posts = tuple(
        model.Post(
            draw(everybody),
            draw(st.sampled_from(["投票", "投票", "自由", "改票", "闲谈"])),
            draw(st.sampled_from(few if pair else [*few, *few, ABSTAIN])),
            draw(st.integers(0, 5)) == 0,
            draw(st.booleans()),
            left,
        )
        for left in lefts
    )
    # Beside them most of the living vote at once, so that the threshold is met in half the threads.
    votes = tuple(model.Post(seat, "投票", draw(st.sampled_from(few)), False, False, 90000) for seat in living if draw(st.booleans()))
    return Thread(alive, pair, draw(st.sampled_from([0, 0, 5, 12])), dict.fromkeys(followers, leader), immune, votes + posts)


@given(threads())
def test_a_thread_and_its_tally_are_what_the_model_says(thread: Thread) -> None:
    s = game()
    s.alive = seats(thread.alive)
    s.pair = seats(thread.pair)
    s.phase = RUNOFF if thread.pair else DAY
    (open_runoff if thread.pair else open_day)(s)
    s.pair = seats(thread.pair)
    s.forced, s.leader, s.immune = seats(thread.forced), next(iter(thread.forced.values()), NOBODY), thread.immune
    voters = {seat: model.Voter() for seat in thread.alive}
    for floor, post in enumerate(thread.posts, start=2):
        flaw = b.UNKNOWN_NAME if post.flawed else 0
        ruling = vote(s, post.author, post.target, label=LABEL[post.label], flaw=flaw, quotes=int(post.quotes), floor=floor, left=post.left)
        if post.label == "闲谈":
            assert ruling == b.TALK
        elif post.author not in thread.alive:
            assert ruling == b.VOTER_OUT
        else:
            assert RULING[ruling] == voters[post.author].post(post, floor)
    s.strike = thread.strike
    close_day(s)
    said = model.tally(
        voters,
        thread.alive,
        strike=thread.strike or None,
        forced=thread.forced,
        immune=None if thread.immune < 0 else thread.immune,
        pair=set(thread.pair),
    )
    found = findings(s)
    assert {f.whom: f.detail for f in found if f.what == c.F_COUNT} == said.totals
    assert {seat: n for seat, n in enumerate(s.total) if n} == said.totals
    changed = {f.whom: f.detail for f in found if f.what == c.F_FORCED_VOTE}
    assert changed == {seat: ABSTAIN if target is None else target for seat, target in said.changed.items()}
    followed = {f.whom for f in found if f.what == c.F_FOLLOWED}
    assert followed == (set(thread.forced) & thread.alive) - set(changed)
    assert {f.whom for f in found if f.what == c.F_OUT} == ({said.out} - {None})
    assert {f.whom for f in found if f.what == c.F_SAVED} == ({said.saved} - {None})
    assert members_of(s.pair) == said.runoff
    struck = {(f.whom, f.detail) for f in found if f.what == c.F_STRUCK}
    assert struck == {
        (seat, floor) for seat, voter in voters.items() for _, floor in voter.votes if thread.strike and floor >= thread.strike
    }
    assert any(f.what == c.F_NOBODY for f in found) == (said.out is None and not said.runoff)
    assert members_of(s.alive) == thread.alive - {said.out}
    victory_is_as_modelled(s)
    assert s.phase == (OVER if s.over else RUNOFF if said.runoff else NIGHT)
    assert s.strike == 0
    assert has(s.spent, c.ILLUSION_3) == (1 if thread.strike else 0)
    if s.phase == NIGHT:
        assert (s.forced, s.leader, s.immune) == (0, NOBODY, NOBODY)
    if s.phase == RUNOFF:
        assert members_of(s.forced) == set(thread.forced)
        assert s.immune == thread.immune


# ---- whole games -------------------------------------------------------------------------------------------------------------------------

VARIANTS = (
    Options(),
    Options(black=9, shadow=4, white=3, crimson=3, commoner=20, azure=19),
    Options(black=1, shadow=1, illusionist=0, radiant=0, silver=0, dragon=0, commoner=2, azure=1),
    Options(threshold_percent=10, reflections=1, independence_after_night=1),
)


@given(st.sampled_from(VARIANTS), st.integers(0, 2**32))
def test_every_game_ends_and_nobody_goes_out_twice(options: Options, seed: int) -> None:
    chance = Random(seed)
    s = new_state(seating(options), options)
    open_day(s)
    while not s.over:
        before = clone(s)
        living = sorted(members_of(s.alive))
        if s.phase == NIGHT:
            for seat in chance.sample(living, len(living)):
                power = chance.choice((c.ILLUSION_1, c.ILLUSION_2, c.KILL, c.BLOCK, c.HEAL, c.VERIFY)) if chance.random() < 0.5 else 0
                second = chance.choice(living) if power == c.ILLUSION_1 else NOBODY
                try_order(s, (seat, power, chance.choice(living), second, NOBODY))
            assert close_night(s) == 1
        else:
            few = sorted(members_of(s.pair)) or chance.sample(living, min(2, len(living)))
            for floor, seat in enumerate(living, start=2):
                vote(s, seat, few[chance.random() < 0.4] if len(few) == 2 else few[0], floor=floor)
            if chance.random() < 0.3 and floor_refusal(s, s.illusionist, 4, 3600) == 0:
                name_floor(s, 4)
            close_day(s)
        assert not s.overflow
        assert s.alive & ~before.alive == 0
        assert s.spent & before.spent == before.spent
        assert 0 <= s.reflections <= before.reflections
        assert sum(count(held) for held in s.holders) == s.seats
        assert all(has(s.holders[s.identity[seat]], seat) for seat in range(s.seats))
        assert s.day <= s.independence_night or not s.holders[c.AZURE_NEUTRAL] & s.alive or s.phase != DAY
        if s.phase == WORDS:
            s.words = 0
            open_day(s)
        elif s.phase == DAY:
            open_day(s)
        elif s.phase == RUNOFF:
            assert before.phase != RUNOFF
            open_runoff(s)
        elif s.phase == NIGHT:
            open_night(s)
    won = [camp for camp in range(3) if s.won[camp]]
    assert bool(won) != bool(s.draw)
    assert len(won) < 3
    assert (lowest(s.alive) < 0) <= bool(s.draw)
    points = [half_points(s, seat) for seat in range(s.seats)]
    assert any(points)
    if s.draw:
        assert set(points) == {20}


def test_the_words_of_the_model_are_those_of_the_standard_table() -> None:
    s = game()
    assert [WORD[s.identity[seat]] for seat in (SHADOW, ILLUSIONIST, WHITE, RADIANT, SILVER, MAN1, AZURES[0])] == [
        "暗侠", "幻侠", "白侠", "光侠", "银侠", "侠士", "中立",
    ]  # fmt: skip
