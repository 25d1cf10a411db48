"""3.1 what opening a phase resets. Expectations are read off xia.md."""

from bansha.rules import ballots as b
from bansha.rules.phases import DAY, NIGHT, RUNOFF
from bansha.rules.xia import codes as c
from bansha.rules.xia.course import open_day, open_night, open_runoff, seat_all
from bansha.rules.xia.groups import become
from tests.rules.xia.play import AZURE1, AZURE2, BLACK1, BLACK2, MAN1, MAN2, game, members_of, seats, try_order, vote


def test_3_1_a_day_counts_on_and_opens_a_thread() -> None:
    s = game(number=2)
    s.pair = seats([MAN1, MAN2])
    vote(s, MAN1, BLACK1)
    open_day(s)
    assert (s.day, s.phase, s.pair, s.posted) == (3, DAY, 0, 0)
    assert vote(s, MAN1, BLACK2) == b.VOTE


def test_3_1_a_runoff_is_a_second_day_of_the_same_number_between_the_two() -> None:
    s = game(number=2)
    open_day(s)
    vote(s, MAN1, BLACK1)
    s.pair = seats([MAN1, MAN2])
    open_runoff(s)
    assert (s.day, s.phase, members_of(s.pair), s.posted) == (3, RUNOFF, {MAN1, MAN2}, 0)


def test_3_1_a_night_opens_with_nothing_sent() -> None:
    s = game()
    try_order(s, (BLACK1, MAN1))
    s.phase = DAY
    open_night(s)
    assert (s.phase, s.orders, s.day) == (NIGHT, 0, 2)


def test_1_10_becoming_moves_a_seat_from_one_identity_to_another() -> None:
    s = game()
    become(s, AZURE1, c.AZURE_BLACK)
    become(s, AZURE2, c.AZURE_BLACK)
    assert members_of(s.holders[c.AZURE_BLACK]) == {AZURE1, AZURE2}
    assert AZURE1 not in members_of(s.holders[c.AZURE_NEUTRAL])
    assert s.identity[AZURE1] == c.AZURE_BLACK


def test_1_a_used_table_is_seated_anew_without_bans_or_illusions() -> None:
    s = game()
    s.banned_power[:] = [c.BLOCK] * c.PARTIES
    s.banned_target[:] = [MAN1] * c.PARTIES
    s.leader, s.immune, s.alive = MAN1, MAN2, 0
    seat_all(s)
    assert (s.banned_power, s.banned_target) == ([0] * c.PARTIES, [-1] * c.PARTIES)
    assert (s.leader, s.immune, s.alive) == (-1, -1, (1 << 20) - 1)
    s.identity[:20] = [c.BLACK] * 20
    seat_all(s)
    assert (s.illusionist, s.radiant, s.silver, s.dragon) == (-1, -1, -1, -1)
