"""The tally: 3.3, 1.3, X-R6, X-R7, X-R8, X-R29. Expectations are read off xia.md; rows are ``(whom, order, clause, detail)``."""

import pytest

from bansha.rules import ballots as b
from bansha.rules.findings import Finding, findings
from bansha.rules.phases import ABSTAIN, DAY, NIGHT, NOBODY, OVER, RUNOFF
from bansha.rules.xia import codes as c
from bansha.rules.xia.course import open_day, open_runoff
from bansha.rules.xia.options import Options
from bansha.rules.xia.orders import name_floor
from bansha.rules.xia.state import State
from bansha.rules.xia.tally import at_least_threshold, close_day, fold, forced_vote, outcome, spare
from tests.rules.xia.play import (
    AZURE1,
    BLACK1,
    BLACK2,
    BLACK3,
    CRIMSON,
    DRAGON,
    ILLUSIONIST,
    MAN1,
    MAN2,
    MAN3,
    RADIANT,
    WHITE,
    change,
    day,
    game,
    illusion1,
    illusion2,
    lines,
    members_of,
    night,
    outs,
    rows,
    seats,
    vote,
)


def after(*orders: tuple[int, ...], gone: tuple[int, ...] = (), options: Options | None = None) -> State:
    """The day after a night with these orders, its thread open; twenty people unless some are gone."""
    s = game(gone=gone, options=options)
    night(s, *orders)
    s.words = 0
    open_day(s)
    return s


def piled(s: State, *piles: tuple[int, int]) -> list[tuple[int, ...]]:
    """Close the day with ``(target, votes)``, the voters in seat order, one after the other; what the director found."""
    voters = iter(sorted(members_of(s.alive)))
    floor = 2
    for target, n in piles:
        for _ in range(n):
            assert vote(s, next(voters), target, floor=floor) == b.VOTE
            floor += 1
    close_day(s)
    assert all(f.order == -1 for f in findings(s))
    return [(f.what, f.whom, f.clause, f.detail) for f in findings(s) if f.what not in (c.F_COUNT, c.F_WINS)]


def out(seat: int, identity: int) -> tuple[int, int, int, int]:
    return (c.F_OUT, seat, 30300, identity)


def nobody(why: int, clause: int = 30300) -> tuple[int, int, int, int]:
    return (c.F_NOBODY, NOBODY, clause, why)


# ---- who goes out ---------------------------------------------------------------------------------------------------------------------------


# 3.3: 5·votes ≥ 2·living, by hand for every table size.
ENOUGH = {5: 2, 6: 3, 7: 3, 8: 4, 9: 4, 10: 4, 11: 5, 12: 5, 13: 6, 14: 6, 15: 6, 16: 7, 17: 7, 18: 8, 19: 8, 20: 8}


@pytest.mark.parametrize(("living", "votes"), ENOUGH.items())
def test_3_3_at_least_forty_percent_of_the_living(living: int, votes: int) -> None:
    gone = (*range(19, 10, -1), 9, 8, 7, 4, 3, 2)[: 20 - living]
    s = after(gone=gone)
    assert [at_least_threshold(s, n) for n in range(votes - 2, votes + 2)] == [0, 0, 1, 1]
    assert piled(s, (BLACK1, votes - 1)) == [nobody(c.N_BELOW)]
    assert s.phase == NIGHT
    s = after(gone=gone)
    assert piled(s, (BLACK1, votes)) == [out(BLACK1, c.BLACK)]
    assert BLACK1 not in members_of(s.alive)


def test_3_3_the_threshold_is_an_option() -> None:
    for percent, votes in ((10, 2), (50, 10), (51, 11), (100, 20)):
        options = Options(threshold_percent=percent)
        assert piled(after(options=options), (BLACK1, votes - 1)) == [nobody(c.N_BELOW)]
        assert piled(after(options=options), (BLACK1, votes)) == [out(BLACK1, c.BLACK)]


def test_3_3_the_single_highest_goes_out() -> None:
    s = after()
    assert piled(s, (MAN1, 8), (BLACK1, 9)) == [out(BLACK1, c.BLACK)]
    assert s.phase == NIGHT
    assert piled(after(), (BLACK3, 9), (MAN1, 8), (MAN2, 3)) == [out(BLACK3, c.BLACK)]


def test_3_3_the_identity_published_is_the_present_state() -> None:
    s = game(azure={AZURE1: c.AZURE_SHADOW})
    night(s)
    open_day(s)
    assert piled(s, (AZURE1, 8)) == [out(AZURE1, c.AZURE_SHADOW)]


def test_3_3_two_level_at_the_top_with_enough_each_go_to_a_runoff() -> None:
    s = after()
    assert piled(s, (MAN1, 8), (BLACK2, 8), (BLACK1, 4)) == [(c.F_RUNOFF, BLACK2, 30300, MAN1)]
    assert (s.phase, members_of(s.pair)) == (RUNOFF, {BLACK2, MAN1})
    s = after()
    assert piled(s, (BLACK1, 10), (BLACK2, 10)) == [(c.F_RUNOFF, BLACK1, 30300, BLACK2)]
    assert members_of(s.pair) == {BLACK1, BLACK2}


@pytest.mark.parametrize("tied", [2, 3, 4, 5])
def test_3_3_level_below_the_threshold_is_no_runoff(tied: int) -> None:
    s = after()
    assert piled(s, *((seat, 4 if tied > 2 else 7) for seat in range(tied))) == [nobody(c.N_LEVEL_BELOW)]
    assert (s.phase, s.pair) == (NIGHT, 0)


def test_3_3_three_to_five_level_with_enough_each() -> None:
    """Only a lower threshold lets more than two reach it; then nobody goes out either."""
    for tied in (3, 4, 5):
        s = after(options=Options(threshold_percent=10))
        assert piled(s, *((seat, 4) for seat in range(tied))) == [nobody(c.N_LEVEL_MANY)]
        assert (s.phase, s.pair) == (NIGHT, 0)


def test_3_3_a_tie_of_two_below_a_third_is_none() -> None:
    assert piled(after(), (MAN1, 6), (MAN2, 6), (BLACK1, 8)) == [out(BLACK1, c.BLACK)]


def test_3_3_without_votes_nobody_goes_out() -> None:
    s = after()
    assert piled(s) == [nobody(c.N_NO_VOTES)]
    assert s.phase == NIGHT
    assert piled(after(), (ABSTAIN, 20)) == [nobody(c.N_NO_VOTES)]


def test_3_3_abstentions_count_for_nobody_but_the_living_are_counted() -> None:
    assert piled(after(), (BLACK1, 7), (ABSTAIN, 13)) == [nobody(c.N_BELOW)]


def test_3_3_the_counts_are_told_in_seat_order() -> None:
    s = after()
    found = day(s, (BLACK1, MAN3), (BLACK2, MAN1), (BLACK3, MAN3), (WHITE, BLACK1), (MAN1, ABSTAIN))
    assert rows(found, c.F_COUNT) == [(BLACK1, -1, 30300, 1), (MAN1, -1, 30300, 1), (MAN3, -1, 30300, 2)]
    assert s.total[:20] == [1, *[0] * 9, 1, 0, 2, *[0] * 7]


def test_3_3_a_change_counts_instead_of_the_vote_and_votes_of_yesterday_are_gone() -> None:
    s = after()
    vote(s, BLACK1, MAN1)
    change(s, BLACK1, MAN2)
    close_day(s)
    assert s.total[MAN1 : MAN2 + 1] == [0, 1]
    s.day += 1
    open_day(s)
    close_day(s)
    assert not any(s.total)


# ---- the runoff (X-R29) -----------------------------------------------------------------------------------------------------------------------


def to_runoff(s: State) -> State:
    piled(s, (BLACK1, 8), (MAN1, 8))
    assert s.phase == RUNOFF
    open_runoff(s)
    return s


def test_x_r29_in_a_runoff_the_higher_goes_out_without_a_threshold() -> None:
    s = to_runoff(after())
    assert piled(s, (MAN1, 1)) == [out(MAN1, c.COMMONER)]
    assert (s.phase, s.pair) == (NIGHT, 0)
    assert piled(to_runoff(after()), (BLACK1, 2), (MAN1, 3)) == [out(MAN1, c.COMMONER)]


@pytest.mark.parametrize("each", [1, 4, 10])
def test_3_3_level_again_nobody(each: int) -> None:
    s = to_runoff(after())
    assert piled(s, (BLACK1, each), (MAN1, each)) == [nobody(c.N_LEVEL_RUNOFF)]
    assert (s.phase, s.pair) == (NIGHT, 0)


def test_x_r29_none_against_none_is_level() -> None:
    s = to_runoff(after())
    assert piled(s) == [nobody(c.N_NO_VOTES, -29)]
    assert s.phase == NIGHT


def test_x_r6_the_next_day_includes_its_runoff() -> None:
    s = after(illusion2(MAN1))
    to_runoff(s)
    assert s.immune == MAN1
    assert piled(s, (MAN1, 3)) == [(c.F_SAVED, MAN1, -8, -1), nobody(c.N_IMMUNE, -8)]
    assert (s.phase, s.immune) == (NIGHT, NOBODY)
    assert MAN1 in members_of(s.alive)


def test_x_r6_forced_votes_hold_in_the_runoff_and_end_with_it() -> None:
    s = after(illusion1(MAN2, MAN3))
    assert piled(s, (BLACK1, 6), (MAN1, 10))[-1] == (c.F_RUNOFF, BLACK1, 30300, MAN1)  # two of the ten follow the illusionist
    open_runoff(s)
    assert (members_of(s.forced), s.leader) == ({MAN2, MAN3}, ILLUSIONIST)
    found = day_votes(s, (ILLUSIONIST, MAN1), (MAN2, BLACK1))
    assert rows(found, c.F_FORCED_VOTE) == [(MAN2, -1, 10300, MAN1), (MAN3, -1, 10300, MAN1)]
    assert outs(found) == [MAN1]
    assert (s.forced, s.leader) == (0, NOBODY)


def test_x_r6_the_third_illusion_in_a_runoff_strikes_the_runoffs_thread() -> None:
    s = to_runoff(after())
    vote(s, BLACK1, MAN1, floor=2)
    vote(s, BLACK2, BLACK1, floor=3)
    vote(s, BLACK3, BLACK1, floor=4)
    name_floor(s, 3)
    close_day(s)
    assert outs(findings(s)) == [MAN1]
    assert s.spent == 1 << c.ILLUSION_3


def day_votes(s: State, *votes: tuple[int, int]) -> list[Finding]:
    """Cast in the thread that is open, close, and give back the findings."""
    for floor, (seat, target) in enumerate(votes, start=2):
        assert vote(s, seat, target, floor=floor) == b.VOTE
    close_day(s)
    return findings(s)


# ---- immunity (X-R8) ------------------------------------------------------------------------------------------------------------------------------


def test_x_r8_the_immune_who_would_go_out_is_saved_and_it_is_published() -> None:
    s = after(illusion2(BLACK1))
    assert piled(s, (BLACK1, 9), (MAN1, 8)) == [(c.F_SAVED, BLACK1, -8, -1), nobody(c.N_IMMUNE, -8)]
    assert BLACK1 in members_of(s.alive)
    assert (s.phase, s.immune) == (NIGHT, NOBODY)


def test_x_r8_not_published_if_it_saved_nobody() -> None:
    assert piled(after(illusion2(BLACK1)), (BLACK1, 7)) == [nobody(c.N_BELOW)]
    assert piled(after(illusion2(BLACK1)), (MAN1, 9), (BLACK1, 8)) == [out(MAN1, c.COMMONER)]
    assert piled(after(illusion2(BLACK1)), (MAN1, 8), (BLACK1, 8)) == [(c.F_RUNOFF, BLACK1, 30300, MAN1)]


def test_x_r8_a_runoff_with_an_immune_candidate_is_held_and_the_other_may_go_out() -> None:
    s = after(illusion2(BLACK1))
    to_runoff(s)
    assert s.immune == BLACK1
    assert piled(s, (MAN1, 2), (BLACK1, 1)) == [out(MAN1, c.COMMONER)]


# ---- forced votes (X-R7) --------------------------------------------------------------------------------------------------------------------------


def forced(s: State, *votes: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    return rows(day_votes(s, *votes), c.F_FORCED_VOTE, c.F_FOLLOWED)


def test_1_3_the_votes_of_the_two_count_as_the_illusionists_also_where_they_cast_none() -> None:
    s = after(illusion1(MAN1, MAN2))
    found = day_votes(s, (ILLUSIONIST, BLACK1), (MAN1, BLACK2), (BLACK3, BLACK1))
    assert rows(found, c.F_FORCED_VOTE) == [(MAN1, -1, 10300, BLACK1), (MAN2, -1, 10300, BLACK1)]
    assert rows(found, c.F_COUNT) == [(BLACK1, -1, 30300, 4)]


def test_x_r7_changed_is_measured_against_their_own_posts() -> None:
    s = after(illusion1(MAN1, MAN2))
    found = day_votes(s, (ILLUSIONIST, BLACK1), (MAN1, BLACK1), (MAN2, ABSTAIN))
    assert rows(found, c.F_FORCED_VOTE) == [(MAN2, -1, 10300, BLACK1)]
    assert rows(found, c.F_FOLLOWED) == [(MAN1, -1, 10300, BLACK1)]


@pytest.mark.parametrize("leaders", [[], [(ILLUSIONIST, ABSTAIN)]])
def test_x_r7_a_leader_without_a_standing_vote_makes_abstentions(leaders: list[tuple[int, int]]) -> None:
    s = after(illusion1(MAN1, MAN2))
    found = day_votes(s, *leaders, (MAN1, BLACK1))
    assert rows(found, c.F_FORCED_VOTE) == [(MAN1, -1, 10300, ABSTAIN)]
    assert rows(found, c.F_FOLLOWED) == [(MAN2, -1, 10300, ABSTAIN)]
    assert rows(found, c.F_COUNT) == []


def test_x_r7_a_leader_who_is_out_makes_abstentions() -> None:
    s = after(illusion1(MAN1, MAN2), (BLACK1, ILLUSIONIST))
    assert forced(s, (MAN1, BLACK1), (MAN2, ABSTAIN)) == [(MAN1, -1, 10300, ABSTAIN), (MAN2, -1, 10300, ABSTAIN)]


def test_x_r7_the_leaders_vote_as_it_stands_after_changes_and_strikes() -> None:
    def tallied(strike: int) -> list[tuple[int, int, int, int]]:
        s = after(illusion1(MAN1, MAN2))
        vote(s, ILLUSIONIST, BLACK1, floor=3)
        vote(s, MAN1, BLACK3, floor=4)
        change(s, ILLUSIONIST, BLACK2, floor=5)
        s.strike = strike
        close_day(s)
        return rows(findings(s), c.F_FORCED_VOTE, c.F_FOLLOWED)

    assert tallied(0) == [(MAN1, -1, 10300, BLACK2), (MAN2, -1, 10300, BLACK2)]
    assert tallied(5) == [(MAN1, -1, 10300, BLACK1), (MAN2, -1, 10300, BLACK1)]
    # 「Changed」 is measured against what his own post would have counted: struck too, so nothing.
    assert tallied(3) == [(MAN1, -1, 10300, ABSTAIN), (MAN2, -1, 10300, ABSTAIN)]
    s = after(illusion1(MAN1, MAN2))
    assert forced(s, (MAN1, BLACK1), (ILLUSIONIST, BLACK1)) == [(MAN1, -1, 10300, BLACK1), (MAN2, -1, 10300, BLACK1)]


def test_1_8_when_it_was_turned_the_illusionist_and_the_other_follow_the_dragon() -> None:
    s = after(illusion1(DRAGON, MAN1))
    assert forced(s, (DRAGON, BLACK1), (ILLUSIONIST, WHITE)) == [(ILLUSIONIST, -1, 10300, BLACK1), (MAN1, -1, 10300, BLACK1)]
    assert s.total[BLACK1] == 3


def test_1_3_one_who_is_forced_and_out_has_no_vote() -> None:
    s = after(illusion1(MAN1, MAN2), (BLACK1, MAN1))
    assert forced(s, (ILLUSIONIST, BLACK2)) == [(MAN2, -1, 10300, BLACK2)]
    assert s.total[BLACK2] == 2


def test_1_3_the_first_seat_may_be_followed_to() -> None:
    """Seat 0 as target is no abstention."""
    s = after(illusion1(MAN1, MAN2))
    assert forced(s, (ILLUSIONIST, BLACK1), (MAN1, ABSTAIN)) == [(MAN1, -1, 10300, BLACK1), (MAN2, -1, 10300, BLACK1)]
    s = after(illusion1(MAN1, MAN2))
    assert forced(s, (ILLUSIONIST, ABSTAIN), (MAN1, BLACK1)) == [(MAN1, -1, 10300, ABSTAIN), (MAN2, -1, 10300, ABSTAIN)]
    assert s.total[BLACK1] == 0


def test_1_3_a_leader_follows_himself() -> None:
    """No lawful night forces the leader; the kernel answers all the same."""
    s = after()
    s.forced, s.leader = seats([MAN1]), MAN1
    vote(s, MAN1, BLACK2)
    s.found = 0
    assert forced_vote(s, MAN1) == BLACK2
    assert lines(findings(s)) == [(c.F_FOLLOWED, MAN1, -1, 10300, BLACK2)]


# ---- floors struck (1.3) ----------------------------------------------------------------------------------------------------------------------------


def test_1_3_votes_and_changes_at_or_after_the_floor_are_void() -> None:
    s = after()
    vote(s, MAN1, BLACK1, floor=3)
    change(s, MAN1, BLACK2, floor=6)
    vote(s, MAN2, BLACK1, floor=4)
    change(s, MAN2, BLACK2, floor=5)
    vote(s, MAN3, BLACK3, floor=5)
    change(s, MAN3, BLACK2, floor=7)
    vote(s, WHITE, BLACK1, floor=8)
    name_floor(s, 5)
    close_day(s)
    found = findings(s)
    assert rows(found, c.F_SPENT) == [(ILLUSIONIST, -1, 10300, c.ILLUSION_3)]
    assert rows(found, c.F_STRUCK) == [
        (WHITE, -1, 10300, 8),
        (MAN1, -1, 10300, 6),
        (MAN2, -1, 10300, 5),
        (MAN3, -1, 10300, 5),
        (MAN3, -1, 10300, 7),
    ]
    assert rows(found, c.F_COUNT) == [(BLACK1, -1, 30300, 2)]
    assert (s.strike, s.spent) == (0, 1 << c.ILLUSION_3)


def test_1_3_floor_one_strikes_all_and_none_named_strikes_none() -> None:
    s = after()
    name_floor(s, 1)
    assert piled(s, (BLACK1, 20))[-1] == nobody(c.N_NO_VOTES)
    s = after()
    assert rows(day_votes(s, (MAN1, BLACK1)), c.F_SPENT, c.F_STRUCK) == []
    assert s.spent == 0


def test_1_3_it_stands_though_the_illusionist_is_voted_out_that_day() -> None:
    s = after()
    name_floor(s, 20)
    assert piled(s, (ILLUSIONIST, 18), (BLACK1, 2)) == [
        (c.F_SPENT, ILLUSIONIST, 10300, c.ILLUSION_3),
        (c.F_STRUCK, 18, 10300, 20),
        (c.F_STRUCK, 19, 10300, 21),
        out(ILLUSIONIST, c.ILLUSIONIST),
    ]


# ---- what comes next ------------------------------------------------------------------------------------------------------------------------------------


def test_2_1_victory_is_judged_at_the_tally_and_ends_the_game() -> None:
    s = after(gone=(BLACK2, BLACK3))
    assert piled(s, (BLACK1, 9)) == [out(BLACK1, c.BLACK)]
    assert (s.over, s.phase) == (1, OVER)
    assert rows(findings(s), c.F_WINS) == [(c.LIGHT, -1, 20100, 1)]


def test_x_r44_agreement_is_complete_when_the_last_who_had_not_agreed_is_voted_out() -> None:
    s = after()
    s.agreed = seats(set(range(20)) - {MAN1})
    assert piled(s, (MAN1, 9)) == [out(MAN1, c.COMMONER), (c.F_DRAW, -1, -44, -1)]
    assert (s.over, s.draw, s.phase) == (1, 1, OVER)


def test_3_1_the_night_follows_and_the_illusions_of_the_day_are_over() -> None:
    s = after(illusion1(MAN1, MAN2))
    s.immune = CRIMSON
    day_votes(s)
    assert (s.phase, s.forced, s.leader, s.immune) == (NIGHT, 0, NOBODY, NOBODY)


def test_3_3_the_steps_by_themselves() -> None:
    s = after()
    s.found = 0
    s.immune = RADIANT
    assert (spare(s, NOBODY), spare(s, MAN1)) == (NOBODY, MAN1)
    assert s.found == 0
    assert spare(s, RADIANT) == NOBODY
    assert s.found == 2
    s.immune = NOBODY
    assert spare(s, NOBODY) == NOBODY
    assert s.found == 2
    s.found = 0
    s.total[BLACK1] = 8
    assert outcome(s) == BLACK1
    assert s.found == 0
    s.pair = 0b11
    fold(s)
    assert (s.pair, s.phase) == (0, DAY)
