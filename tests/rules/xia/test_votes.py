"""3.3 casting: X-R7, X-R27, X-R28, X-R37, X-R42, X-R43. Expectations are read off xia.md."""

from collections.abc import Callable

import pytest

from bansha.rules import ballots as b
from bansha.rules.phases import ABSTAIN, NOBODY
from bansha.rules.xia.course import open_day, open_runoff
from bansha.rules.xia.state import State
from bansha.rules.xia.votes import cast_correction, cast_proxy, correction_refusal, overrule, proxy_refusal, standing_vote
from tests.rules.xia.play import BLACK1, BLACK2, BLACK3, LONG, MAN1, MAN2, MAN3, change, game, vote

HOUR = 3600
VOTING = (b.LABEL_VOTE, b.LABEL_CHANGE, b.LABEL_FREE)
FLAWS = (b.TWO_TARGETS, b.UNKNOWN_NAME, b.AMBIGUOUS_NAME, b.TARGET_OUT, b.NOT_A_CANDIDATE, b.NO_ABSTENTION, b.NO_TARGET)


@pytest.fixture
def s() -> State:
    state = game(gone=[MAN3])
    open_day(state)
    return state


def held(s: State, seat: int) -> tuple[int, int, int, int]:
    return s.vote[seat], s.vote_floor[seat], s.change[seat], s.change_floor[seat]


def proxy(s: State, seat: int, target: int, *, floor: int = 20, left: int = LONG) -> int:
    return proxy_refusal(s, seat, left) or cast_proxy(s, seat, target, floor)


def correct(s: State, seat: int, target: int, *, floor: int = 20, left: int = LONG) -> int:
    return correction_refusal(s, seat, left) or cast_correction(s, seat, target, floor)


# ---- the first vote ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", [b.LABEL_VOTE, b.LABEL_FREE])
def test_3_3_any_clear_post_is_the_first_vote(s: State, label: int) -> None:
    assert held(s, MAN1) == (NOBODY, 0, NOBODY, 0)
    assert vote(s, MAN1, BLACK1, label=label, floor=3) == b.VOTE
    assert held(s, MAN1) == (BLACK1, 3, NOBODY, 0)
    assert standing_vote(s, MAN1) == BLACK1
    assert standing_vote(s, MAN2) == NOBODY


def test_3_3_talk_is_no_vote_at_any_time_from_anybody(s: State) -> None:
    for seat, left in ((MAN1, LONG), (MAN1, 0), (MAN3, LONG)):
        assert vote(s, seat, BLACK1, label=b.LABEL_NONE, left=left) == b.TALK
    assert standing_vote(s, MAN1) == NOBODY
    assert s.posted == 0


@pytest.mark.parametrize("label", VOTING)
def test_x_r43_a_vote_post_by_one_who_is_out_is_void(s: State, label: int) -> None:
    assert vote(s, MAN3, BLACK1, label=label) == b.VOTER_OUT
    assert vote(s, MAN3, BLACK1, label=label, left=0) == b.VOTER_OUT
    assert standing_vote(s, MAN3) == NOBODY


def test_x_r28_a_post_at_the_very_second_of_the_deadline_is_late(s: State) -> None:
    assert vote(s, MAN1, BLACK1, left=0) == b.LATE
    assert vote(s, MAN1, BLACK1, left=-1) == b.LATE
    assert s.posted == 0
    assert vote(s, MAN1, BLACK1, left=1) == b.VOTE
    assert change(s, MAN1, BLACK2, left=0) == b.LATE


@pytest.mark.parametrize("flaw", FLAWS)
@pytest.mark.parametrize("label", VOTING)
def test_x_r27_a_void_first_vote_uses_nothing(s: State, flaw: int, label: int) -> None:
    assert vote(s, MAN1, BLACK1, flaw=flaw) == flaw
    assert standing_vote(s, MAN1) == NOBODY
    assert vote(s, MAN1, BLACK1, label=label, left=1) == b.VOTE  # X-R43: also as 改票, quoting or not
    assert standing_vote(s, MAN1) == BLACK1


def test_x_r43_after_a_void_first_vote_the_change_is_still_his(s: State) -> None:
    vote(s, MAN1, NOBODY, flaw=b.UNKNOWN_NAME)
    assert change(s, MAN1, BLACK1) == b.VOTE
    assert change(s, MAN1, BLACK2) == b.CHANGE
    assert standing_vote(s, MAN1) == BLACK2


def test_x_r43_a_change_without_any_vote_of_his_own_before_is_void_and_is_no_vote_post(s: State) -> None:
    vote(s, MAN2, BLACK1)
    for _ in range(2):
        assert change(s, MAN1, BLACK1) == b.NOTHING_TO_CHANGE
        assert change(s, MAN1, BLACK1, quotes=0, flaw=b.UNKNOWN_NAME) == b.NOTHING_TO_CHANGE
    assert standing_vote(s, MAN1) == NOBODY
    assert correct(s, MAN1, BLACK1) == b.NOTHING_TO_CORRECT
    assert vote(s, MAN1, BLACK1) == b.VOTE
    assert correct(s, MAN2, BLACK2) == b.NOTHING_TO_CORRECT


# ---- the change ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", VOTING)
def test_3_3_one_change_quoting_ones_own_vote_in_whatever_words(s: State, label: int) -> None:
    vote(s, MAN1, BLACK1, floor=3)
    assert change(s, MAN1, BLACK2, label=label, floor=5) == b.CHANGE
    assert held(s, MAN1) == (BLACK1, 3, BLACK2, 5)
    assert standing_vote(s, MAN1) == BLACK2
    assert change(s, MAN1, BLACK3, label=label) == b.CHANGE_SPENT
    assert vote(s, MAN1, BLACK3, label=label) == b.CHANGE_SPENT
    assert standing_vote(s, MAN1) == BLACK2


@pytest.mark.parametrize("label", VOTING)
def test_x_r43_a_further_vote_without_a_quote_is_a_void_change(s: State, label: int) -> None:
    vote(s, MAN1, BLACK1)
    assert change(s, MAN1, BLACK2, label=label, quotes=0) == b.CHANGE_UNQUOTED
    assert change(s, MAN1, BLACK2, label=label, quotes=0, flaw=b.UNKNOWN_NAME) == b.CHANGE_UNQUOTED
    assert standing_vote(s, MAN1) == BLACK1
    assert change(s, MAN1, BLACK2) == b.CHANGE  # X-R27: it was not used up


def test_x_r28_no_change_in_the_last_hour(s: State) -> None:
    vote(s, MAN1, BLACK1)
    for left in (HOUR, HOUR - 1, 1):
        assert change(s, MAN1, BLACK2, left=left) == b.CHANGE_LATE
        assert change(s, MAN1, BLACK2, left=left, quotes=0, flaw=b.UNKNOWN_NAME) == b.CHANGE_LATE
    assert standing_vote(s, MAN1) == BLACK1
    assert change(s, MAN1, BLACK2, left=HOUR + 1) == b.CHANGE  # X-R37: what was too late may be sent again if the end moves
    assert change(s, MAN1, BLACK3, left=HOUR) == b.CHANGE_SPENT


def test_3_3_an_abstention_uses_a_vote_and_a_change_like_any_other(s: State) -> None:
    assert vote(s, MAN1, ABSTAIN) == b.VOTE
    assert vote(s, MAN1, BLACK1) == b.CHANGE_UNQUOTED
    assert standing_vote(s, MAN1) == ABSTAIN
    vote(s, MAN2, BLACK1)
    assert change(s, MAN2, ABSTAIN) == b.CHANGE
    assert change(s, MAN2, BLACK1) == b.CHANGE_SPENT
    assert standing_vote(s, MAN2) == ABSTAIN


@pytest.mark.parametrize("flaw", FLAWS)
def test_x_r27_a_void_change_uses_nothing_until_the_last_hour(s: State, flaw: int) -> None:
    vote(s, MAN1, BLACK1)
    assert change(s, MAN1, NOBODY, flaw=flaw) == flaw
    assert standing_vote(s, MAN1) == BLACK1
    assert change(s, MAN1, BLACK2, left=HOUR) == b.CHANGE_LATE
    assert change(s, MAN1, BLACK2, left=HOUR + 1) == b.CHANGE


# ---- proxies (X-R42) -----------------------------------------------------------------------------------------------------------------------------


def test_x_r42_a_proxy_is_the_voters_own_vote_on_its_own_floor(s: State) -> None:
    assert proxy(s, MAN1, BLACK1, floor=4, left=1) == b.VOTE
    assert held(s, MAN1) == (BLACK1, 4, NOBODY, 0)
    assert change(s, MAN1, BLACK2) == b.CHANGE
    assert proxy(s, MAN2, ABSTAIN) == b.VOTE
    assert standing_vote(s, MAN2) == ABSTAIN


def test_x_r42_a_proxy_of_one_who_has_voted_is_his_change_with_the_changes_limits(s: State) -> None:
    vote(s, MAN1, BLACK1, floor=2)
    assert proxy(s, MAN1, BLACK2, left=HOUR) == b.CHANGE_LATE
    assert standing_vote(s, MAN1) == BLACK1
    assert proxy(s, MAN1, BLACK2, floor=6, left=HOUR + 1) == b.CHANGE
    assert held(s, MAN1) == (BLACK1, 2, BLACK2, 6)
    assert proxy(s, MAN1, BLACK3) == b.CHANGE_SPENT


def test_x_r28_a_proxy_is_posted_before_the_deadline_and_for_the_living(s: State) -> None:
    assert proxy(s, MAN1, BLACK1, left=0) == b.LATE
    assert proxy(s, MAN3, BLACK1) == b.VOTER_OUT
    assert proxy(s, MAN3, BLACK1, left=0) == b.VOTER_OUT
    assert standing_vote(s, MAN1) == NOBODY


def test_x_r42_a_proxy_after_a_void_first_vote_is_the_first_vote(s: State) -> None:
    vote(s, MAN1, NOBODY, flaw=b.UNKNOWN_NAME)
    assert proxy(s, MAN1, BLACK1) == b.VOTE
    assert change(s, MAN1, BLACK2) == b.CHANGE


def test_x_r42_a_proxy_is_a_vote_post_that_may_be_put_right_once_struck_out(s: State) -> None:
    """The proxy counts as posted: a later 改票 of one whose standing vote the director struck out is a vote again."""
    proxy(s, MAN1, BLACK1)
    overrule(s, MAN1, NOBODY)
    assert change(s, MAN1, BLACK2) == b.VOTE


# ---- corrections by private message (X-R27, X-R42) -----------------------------------------------------------------------------------------------


def test_x_r27_a_void_first_vote_is_put_right_until_the_deadline_and_that_is_no_change(s: State) -> None:
    vote(s, MAN1, NOBODY, flaw=b.UNKNOWN_NAME)
    assert correct(s, MAN1, BLACK1, left=0) == b.LATE
    assert correct(s, MAN1, BLACK1, floor=8, left=1) == b.CORRECTION
    assert held(s, MAN1) == (BLACK1, 8, NOBODY, 0)
    assert correct(s, MAN1, BLACK2) == b.NOTHING_TO_CORRECT
    assert change(s, MAN1, BLACK2) == b.CHANGE


def test_x_r27_a_void_change_is_put_right_until_the_last_hour_and_is_the_change(s: State) -> None:
    vote(s, MAN1, BLACK1, floor=2)
    assert correct(s, MAN1, BLACK2) == b.NOTHING_TO_CORRECT
    change(s, MAN1, NOBODY, flaw=b.UNKNOWN_NAME)
    assert correct(s, MAN1, BLACK2, left=HOUR) == b.CHANGE_LATE
    assert correct(s, MAN1, BLACK2, floor=9, left=HOUR + 1) == b.CHANGE
    assert held(s, MAN1) == (BLACK1, 2, BLACK2, 9)
    assert correct(s, MAN1, BLACK3) == b.NOTHING_TO_CORRECT
    assert change(s, MAN1, BLACK3) == b.CHANGE_SPENT


def test_x_r27_an_unquoted_change_may_be_put_right_by_message(s: State) -> None:
    vote(s, MAN1, BLACK1)
    change(s, MAN1, BLACK2, quotes=0)
    assert correct(s, MAN1, BLACK2) == b.CHANGE


def test_x_r27_a_change_refused_as_the_second_leaves_nothing_to_put_right(s: State) -> None:
    vote(s, MAN1, BLACK1)
    change(s, MAN1, NOBODY, flaw=b.UNKNOWN_NAME)
    change(s, MAN1, BLACK2)
    assert s.void_change == 0
    assert change(s, MAN1, BLACK3) == b.CHANGE_SPENT
    assert correct(s, MAN1, BLACK3) == b.NOTHING_TO_CORRECT


def test_x_r42_corrections_are_for_the_living_who_have_a_void_vote(s: State) -> None:
    assert correct(s, MAN3, BLACK1) == b.VOTER_OUT
    assert correct(s, MAN3, BLACK1, left=0) == b.VOTER_OUT
    assert correct(s, MAN1, BLACK1) == b.NOTHING_TO_CORRECT
    vote(s, MAN2, NOBODY, flaw=b.UNKNOWN_NAME)
    assert correct(s, MAN1, BLACK1) == b.NOTHING_TO_CORRECT


# ---- the director's correction, floors struck, the next thread --------------------------------------------------------------------------------------


def test_3_3_the_director_corrects_the_standing_vote_or_strikes_it_out(s: State) -> None:
    vote(s, MAN1, BLACK1, floor=3)
    overrule(s, MAN1, BLACK2)
    assert held(s, MAN1) == (BLACK2, 3, NOBODY, 0)
    change(s, MAN1, BLACK3, floor=5)
    overrule(s, MAN1, ABSTAIN)
    assert held(s, MAN1) == (BLACK2, 3, ABSTAIN, 5)
    overrule(s, MAN1, NOBODY)
    assert standing_vote(s, MAN1) == NOBODY
    assert vote(s, MAN1, BLACK1) == b.VOTE
    assert change(s, MAN1, BLACK2) == b.CHANGE
    overrule(s, MAN2, BLACK1)
    assert standing_vote(s, MAN2) == BLACK1


def test_1_3_floors_from_the_named_one_on_are_struck_vote_and_change_each_by_its_own(s: State) -> None:
    vote(s, MAN1, BLACK1, floor=4)
    change(s, MAN1, BLACK2, floor=8)
    vote(s, MAN2, ABSTAIN, floor=4)
    for strike, one, two in (
        (0, BLACK2, ABSTAIN),
        (9, BLACK2, ABSTAIN),
        (8, BLACK1, ABSTAIN),
        (5, BLACK1, ABSTAIN),
        (4, NOBODY, NOBODY),
        (1, NOBODY, NOBODY),
    ):
        s.strike = strike
        assert (standing_vote(s, MAN1), standing_vote(s, MAN2)) == (one, two), strike


@pytest.mark.parametrize("opening", [open_day, open_runoff])
def test_3_3_a_new_thread_begins_with_no_votes_and_no_floor_struck(s: State, opening: Callable[[State], None]) -> None:
    vote(s, MAN1, BLACK1, floor=3)
    change(s, MAN1, BLACK2, floor=4)
    vote(s, MAN2, BLACK1)
    change(s, MAN2, BLACK2, quotes=0)
    vote(s, 19, NOBODY, flaw=b.UNKNOWN_NAME)
    vote(s, 0, BLACK2)
    s.strike = 3
    opening(s)
    assert {held(s, seat) for seat in range(20)} == {(NOBODY, 0, NOBODY, 0)}
    assert (s.posted, s.void_change, s.strike) == (0, 0, 0)
    assert change(s, 19, BLACK1) == b.NOTHING_TO_CHANGE
