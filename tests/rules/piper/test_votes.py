"""3.3 casting: P-R8, P-R16, P-R17, X-R28. Expectations are read off piper.md."""

import pytest

from bansha.rules import ballots as b
from bansha.rules.phases import ABSTAIN, NOBODY
from bansha.rules.piper.course import open_day
from bansha.rules.piper.state import State
from bansha.rules.piper.votes import overrule, standing_vote
from tests.rules.piper.play import CHILD1, LIAR, PIPER, RAT1, RAT2, RAT3, change, game, vote

HOUR = 3600


@pytest.fixture
def s() -> State:
    state = game(gone=[CHILD1])
    open_day(state)
    return state


def test_3_3_a_vote_and_one_change_quoting_it(s: State) -> None:
    assert standing_vote(s, LIAR) == NOBODY
    assert vote(s, LIAR, RAT1, floor=3) == b.VOTE
    assert standing_vote(s, LIAR) == RAT1
    assert change(s, LIAR, RAT2, floor=5) == b.CHANGE
    assert standing_vote(s, LIAR) == RAT2
    assert (s.vote_floor[LIAR], s.change_floor[LIAR]) == (3, 5)
    assert change(s, LIAR, RAT3) == b.CHANGE_SPENT
    assert standing_vote(s, LIAR) == RAT2


def test_3_3_an_abstention_uses_a_vote_and_a_change_like_any_other(s: State) -> None:
    assert vote(s, LIAR, ABSTAIN) == b.VOTE
    assert vote(s, LIAR, RAT1) == b.NOT_IN_FORM
    assert standing_vote(s, LIAR) == ABSTAIN
    vote(s, PIPER, RAT1)
    assert change(s, PIPER, ABSTAIN) == b.CHANGE
    assert change(s, PIPER, RAT1) == b.CHANGE_SPENT
    assert standing_vote(s, PIPER) == ABSTAIN


@pytest.mark.parametrize("flaw", [b.NOT_IN_FORM, b.UNKNOWN_NAME, b.TARGET_OUT, b.NOT_A_CANDIDATE, b.NO_TARGET])
def test_p_r8_a_void_first_vote_is_an_abstention_that_may_be_changed_once_quoting_it(s: State, flaw: int) -> None:
    assert vote(s, LIAR, NOBODY, flaw=flaw, floor=4) == flaw
    assert standing_vote(s, LIAR) == ABSTAIN
    assert s.vote_floor[LIAR] == 4
    assert change(s, LIAR, RAT1) == b.CHANGE
    assert standing_vote(s, LIAR) == RAT1


def test_p_r16_free_words_of_one_who_has_not_voted_are_a_void_vote_and_use_it(s: State) -> None:
    assert vote(s, LIAR, RAT1, label=b.LABEL_FREE) == b.NOT_IN_FORM
    assert standing_vote(s, LIAR) == ABSTAIN
    assert vote(s, LIAR, RAT1) == b.NOT_IN_FORM  # P-R17: now a void change, which uses the change
    assert change(s, LIAR, RAT1) == b.CHANGE_SPENT


def test_p_r16_free_words_of_one_who_has_voted_are_talk_at_any_time(s: State) -> None:
    vote(s, LIAR, RAT1)
    for left in (9 * HOUR, 1, 0):
        assert vote(s, LIAR, RAT2, label=b.LABEL_FREE, left=left) == b.TALK
    assert change(s, LIAR, RAT2) == b.CHANGE


def test_p_r16_talk_uses_nothing(s: State) -> None:
    assert vote(s, LIAR, NOBODY, label=b.LABEL_NONE) == b.TALK
    assert vote(s, LIAR, RAT1) == b.VOTE


def test_p_r17_a_change_by_one_who_has_not_voted_uses_nothing(s: State) -> None:
    assert change(s, LIAR, RAT1) == b.NOTHING_TO_CHANGE
    assert standing_vote(s, LIAR) == NOBODY
    assert vote(s, LIAR, RAT1) == b.VOTE
    assert change(s, LIAR, RAT2) == b.CHANGE


@pytest.mark.parametrize(
    ("label", "flaw", "quotes", "ruling"),
    [
        (b.LABEL_VOTE, 0, 0, b.NOT_IN_FORM),
        (b.LABEL_VOTE, 0, 1, b.NOT_IN_FORM),
        (b.LABEL_CHANGE, 0, 0, b.CHANGE_UNQUOTED),
        (b.LABEL_CHANGE, b.UNKNOWN_NAME, 0, b.CHANGE_UNQUOTED),
        (b.LABEL_CHANGE, b.UNKNOWN_NAME, 1, b.UNKNOWN_NAME),
    ],
)
def test_p_r17_a_void_change_leaves_the_vote_and_has_used_the_change(s: State, label: int, flaw: int, quotes: int, ruling: int) -> None:
    vote(s, LIAR, RAT1)
    assert vote(s, LIAR, RAT2, label=label, flaw=flaw, quotes=quotes) == ruling
    assert standing_vote(s, LIAR) == RAT1
    assert change(s, LIAR, RAT2) == b.CHANGE_SPENT
    assert standing_vote(s, LIAR) == RAT1


def test_x_r28_cut_offs_are_half_open(s: State) -> None:
    assert vote(s, LIAR, RAT1, left=0) == b.LATE
    assert standing_vote(s, LIAR) == NOBODY
    assert vote(s, LIAR, RAT1, left=1) == b.VOTE
    assert vote(s, PIPER, RAT1, left=HOUR) == b.VOTE
    assert change(s, PIPER, RAT2, left=HOUR) == b.CHANGE_LATE
    assert change(s, PIPER, RAT2, left=HOUR + 1) == b.CHANGE  # X-R37: what was too late may be sent again if the end moves
    assert change(s, LIAR, RAT2, left=0) == b.LATE


def test_3_3_one_who_is_out_does_not_vote_in_any_words(s: State) -> None:
    for label in (b.LABEL_VOTE, b.LABEL_CHANGE, b.LABEL_FREE):
        assert vote(s, CHILD1, RAT1, label=label) == b.VOTER_OUT
    assert standing_vote(s, CHILD1) == NOBODY


def test_3_3_a_new_thread_begins_with_no_votes(s: State) -> None:
    vote(s, LIAR, RAT1)
    change(s, LIAR, RAT2)
    vote(s, PIPER, RAT1, label=b.LABEL_FREE, floor=7)
    open_day(s)
    assert standing_vote(s, LIAR) == NOBODY
    assert s.vote_floor == s.change_floor == [0] * len(s.vote_floor)
    assert s.posted == s.change_used == 0
    assert vote(s, LIAR, RAT1) == b.VOTE
    assert change(s, LIAR, RAT2) == b.CHANGE


def test_3_3_the_director_corrects_the_standing_vote_or_strikes_it_out(s: State) -> None:
    vote(s, LIAR, NOBODY, flaw=b.NOT_IN_FORM)
    overrule(s, LIAR, RAT1)
    assert standing_vote(s, LIAR) == RAT1
    change(s, LIAR, RAT2)
    overrule(s, LIAR, RAT3)
    assert standing_vote(s, LIAR) == RAT3
    overrule(s, LIAR, NOBODY)
    assert standing_vote(s, LIAR) == NOBODY
    assert vote(s, LIAR, RAT1) == b.VOTE
    assert change(s, LIAR, RAT2) == b.CHANGE
    overrule(s, PIPER, RAT1)
    assert change(s, PIPER, RAT2) == b.CHANGE
