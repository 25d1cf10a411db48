"""1.1.1 the plague, P-R5, P-R19. Expectations are read off piper.md."""

from bansha.rules.piper import codes
from bansha.rules.piper.options import Options, new_state, seating
from bansha.rules.piper.plague import plague
from tests.rules.piper.play import (
    CHILD1,
    CHILD2,
    CHILD3,
    CHILD4,
    CHILD5,
    LAME,
    LIAR,
    PIPER,
    PROTECTOR,
    RAT1,
    RAT2,
    RAT3,
    day,
    decision,
    game,
    level,
    night,
    outs,
    rows,
)

GOOD = (LIAR, PROTECTOR, CHILD1, CHILD2, CHILD3, CHILD4, CHILD5)


def test_p_r19_announced_with_the_exit_by_votes_that_leaves_one_rat_at_large() -> None:
    s = game(gone=[RAT3])
    found = day(s, *((seat, RAT2) for seat in GOOD))
    assert rows(found, codes.F_PLAGUE) == [(-1, 10101, RAT1)]


def test_p_r19_announced_with_the_dawn_at_which_a_rat_is_led_and_works_only_from_the_next_night() -> None:
    s = game()
    s.alive &= ~(1 << RAT3)  # two rats live, and yet none was voted out: so a rat can be led
    found = night(s, (PIPER, RAT1), (RAT2, LIAR), (RAT1, LIAR))
    assert rows(found, codes.F_PLAGUE) == [(-1, 10101, RAT2)]
    assert outs(found) == []
    assert s.marks[LIAR] == 2
    assert rows(day(s), codes.F_PLAGUE) == []
    found = night(s, (RAT2, PROTECTOR))
    assert outs(found) == [PROTECTOR]


def test_p_r19_announced_with_the_deciding_vote() -> None:
    s = game(gone=[RAT3])
    night(s, (RAT1, LAME))
    level(s, RAT1, LIAR, 5)
    level(s, RAT1, LIAR, 5, runoff=True)
    assert rows(decision(s, LAME, RAT1), codes.F_PLAGUE) == [(-1, 10101, RAT2)]


def test_p_r19_announced_once_and_its_end_not_at_all() -> None:
    s = game(gone=[RAT2, RAT3])
    assert s.plague_announced == 1
    assert rows(night(s, (RAT1, LIAR)), codes.F_PLAGUE) == []
    found = day(s, *((seat, RAT1) for seat in (PROTECTOR, CHILD1, CHILD2, CHILD3, CHILD4)))
    assert outs(found) == [RAT1]
    assert rows(found, codes.F_PLAGUE) == []
    assert plague(s) == 0


def test_plague_an_exit_of_a_led_rat_does_not_bring_it() -> None:
    s = game(led=[RAT1])
    assert rows(day(s, *((seat, RAT1) for seat in GOOD)), codes.F_PLAGUE) == []
    assert plague(s) == 0


def test_plague_a_bite_puts_out_at_once_without_marks() -> None:
    for seat in (LIAR, PROTECTOR, CHILD1, LAME):
        s = game(gone=[RAT2, RAT3])
        found = night(s, (RAT1, seat))
        assert outs(found) == [seat]
        assert rows(found, codes.F_PLAGUE_BITE) == [(seat, 10101, -1)]
        assert s.marks[seat] == 0
        assert s.last_bitten == seat


def test_plague_rats_and_the_piper_are_failures_still() -> None:
    for seat in (RAT2, PIPER):
        s = game(gone=[RAT3], led=[RAT2])
        found = night(s, (RAT1, seat))
        assert outs(found) == []
        assert len(rows(found, codes.F_BITE_FAILED)) == 1


def test_p_r5_a_transferred_bite_puts_the_protector_out() -> None:
    s = game(gone=[RAT2, RAT3])
    found = night(s, (RAT1, CHILD1), (PROTECTOR, CHILD1))
    assert outs(found) == [PROTECTOR]
    assert rows(found, codes.F_PLAGUE_BITE) == [(PROTECTOR, -1005, -1)]
    assert s.marks[PROTECTOR] == s.marks[CHILD1] == 0


def test_plague_a_game_dealt_with_one_rat_hears_of_it_at_the_first_tally() -> None:
    options = Options(rat=1)
    s = new_state(seating(options), options)
    assert len(rows(day(s), codes.F_PLAGUE)) == 1
    assert rows(day(s), codes.F_PLAGUE) == []
