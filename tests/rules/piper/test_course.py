"""3.1 the course of the game: what opening a phase resets. Expectations are read off piper.md."""

from bansha.rules.draws import agree
from bansha.rules.findings import findings
from bansha.rules.phases import DAY, DECIDER, INTERVAL, NIGHT, NOBODY, RUNOFF
from bansha.rules.piper import codes
from bansha.rules.piper.course import open_day, open_decider, open_interval, open_night, open_runoff
from bansha.rules.piper.decider import close_decider
from bansha.rules.piper.draws import declare_draw
from tests.rules.piper.play import CHILD1, CHILD2, LAME, LIAR, RAT1, RAT2, RAT3, decision, game, level, night, rows, seats, vote


def test_3_1_a_day_has_the_next_number_and_nothing_of_the_night() -> None:
    s = game()
    night(s, (RAT1, LAME))
    assert (s.day, s.words) == (1, seats([LAME]))
    s.pair = seats([RAT1])
    open_day(s)
    assert (s.day, s.phase, s.words, s.pair) == (2, DAY, 0, 0)


def test_3_1_a_runoff_is_of_the_same_day_with_a_thread_of_its_own() -> None:
    s = game()
    level(s, RAT1, LIAR, 5)
    number = s.day
    s.phase = DAY
    open_runoff(s)
    assert (s.day, s.phase, s.posted, s.pair) == (number, RUNOFF, 0, seats([RAT1, LIAR]))


def test_p_r11_a_deciding_vote_begins_unsent() -> None:
    s = game()
    s.decision = LIAR
    open_decider(s)
    assert (s.phase, s.decision) == (DECIDER, NOBODY)


def test_p_r11_nothing_of_it_is_left_after_it() -> None:
    s = game()
    night(s, (RAT1, LAME))
    level(s, RAT1, LIAR, 5)
    level(s, RAT1, LIAR, 5, runoff=True)
    decision(s, LAME, LIAR)
    assert (s.decision, s.pair) == (NOBODY, 0)


def test_p_r11_a_drawn_decision_is_said_to_be_drawn() -> None:
    s = game()
    night(s, (RAT1, LAME))
    level(s, RAT1, LIAR, 5)
    level(s, RAT1, LIAR, 5, runoff=True)
    open_decider(s)
    close_decider(s, LIAR)
    assert tuple(findings(s)[0]) == (codes.F_DECISION_DRAWN, LAME, -1, -1011, LIAR)


def test_3_1_a_night_begins_with_no_orders_and_an_interval_with_no_last_words() -> None:
    s = game()
    night(s, (RAT1, LAME))
    open_interval(s)
    assert (s.phase, s.words) == (INTERVAL, 0)
    open_night(s)
    assert (s.phase, s.orders) == (NIGHT, 0)


def test_1_1_1_where_a_bite_landed_last_night_does_not_count_tonight() -> None:
    s = game()
    night(s, (RAT1, CHILD1), (RAT2, CHILD2), (RAT3, LIAR))
    found = night(s, (RAT1, CHILD2), (RAT2, LIAR), (RAT3, LIAR))
    assert rows(found, codes.F_MARKED) == [(CHILD2, 10101, 2), (LIAR, 10101, 2), (LIAR, 10101, 3)]


def test_x_r44_a_draw_is_the_only_finding_of_its_moment() -> None:
    s = game()
    vote(s, LIAR, RAT1)
    night(s)
    declare_draw(s)
    assert [f.what for f in findings(s)] == [codes.F_DRAW]
    s = game()
    night(s)
    s.agreed = s.alive & ~seats([LIAR])
    agree(s, LIAR)
    assert [f.what for f in findings(s)] == [codes.F_DRAW]
