"""What is told and to whom: 1, 1.1.1, 1.2.4, 1.3.1, 3.3, P-R11, P-R19, P-R20. Expectations are read off piper.md."""

from bansha.rules.notices import Notice, problem
from bansha.rules.phases import DAY, RUNOFF
from bansha.rules.piper import codes as c
from bansha.rules.piper import news
from bansha.rules.piper.course import open_day, open_decider
from bansha.rules.piper.decider import close_decider, decide
from bansha.rules.piper.state import State
from tests.rules.piper.play import (
    CHILD1,
    CHILD2,
    LAME,
    LIAR,
    PIPER,
    PROTECTOR,
    RAT1,
    RAT2,
    RAT3,
    day,
    game,
    level,
    night,
)


def told(notices: list[Notice]) -> list[tuple[str, str, list[object]]]:
    assert all(not problem(notice) for notice in notices if notice.to == "public")
    return [(notice.to, notice.what, notice.args) for notice in notices]


def dawn(s: State, *orders: tuple[int, int], idle: int = PIPER) -> list[tuple[str, str, list[object]]]:
    night(s, *orders, idle=idle)
    return told(news.dawn(s))


FAILED: list[tuple[str, str, list[object]]] = [(f"s{rat}", "failed", []) for rat in (RAT1, RAT2, RAT3)]


def test_1_the_public_hears_who_is_out_and_as_what_never_of_marks() -> None:
    s = game()
    assert dawn(s, (RAT1, LAME), (RAT2, CHILD1), (RAT3, RAT1)) == [
        ("public", "dawn", [1, [[LAME, c.LAME_CHILD]], []]),
        (f"s{RAT1}", "succeeded", []),
        (f"s{RAT2}", "succeeded", []),
        (f"s{RAT3}", "failed", []),
    ]


def test_1_1_1_success_and_failure_without_a_reason() -> None:
    s = game()
    assert dawn(s, (RAT2, PIPER), (RAT1, RAT2), (RAT3, LIAR)) == [
        ("public", "dawn", [1, [], []]),
        (f"s{RAT2}", "failed", []),
        (f"s{RAT1}", "failed", []),
        (f"s{RAT3}", "succeeded", []),
    ]


def test_1_2_deceiving_and_protecting_have_no_feedback() -> None:
    assert dawn(game(), (LIAR, PIPER), (PROTECTOR, CHILD1)) == [("public", "dawn", [1, [], []]), *FAILED]


def test_1_3_1_a_led_rat_hears_it_the_piper_of_success_and_all_that_somebody_was() -> None:
    assert dawn(game(), (PIPER, RAT2)) == [
        ("public", "dawn", [1, [], ["somebody_led"]]),
        *FAILED,
        (f"s{PIPER}", "succeeded", []),
        (f"s{RAT2}", "led", []),
    ]


def test_1_3_1_a_failed_lead_has_no_reason_and_is_not_announced() -> None:
    assert dawn(game(), (PIPER, CHILD1)) == [("public", "dawn", [1, [], []]), *FAILED, (f"s{PIPER}", "failed", [])]


def test_1_2_4_the_lame_child_hears_which_child_was_led() -> None:
    s = game(gone=[RAT3])
    assert dawn(s, (PIPER, CHILD2)) == [
        ("public", "dawn", [1, [], ["somebody_led"]]),
        *FAILED[:2],
        (f"s{PIPER}", "succeeded", []),
        (f"s{CHILD2}", "led", []),
        (f"s{LAME}", "tip", [CHILD2, c.CHILD]),
    ]


def test_1_1_1_the_plague_is_announced_with_the_dawn_that_caused_it_and_its_bites_succeed() -> None:
    s = game(gone=[RAT3])
    assert dawn(s, (PIPER, RAT2))[0] == ("public", "dawn", [1, [], []])  # P-R6: only children now
    s = game()
    s.alive &= ~(1 << RAT3)  # out without having been voted out
    assert dawn(s, (PIPER, RAT2))[0] == ("public", "dawn", [1, [], ["somebody_led", "plague"]])
    assert dawn(s, (RAT1, LIAR)) == [
        ("public", "dawn", [1, [[LIAR, c.LIAR]], []]),
        (f"s{RAT1}", "succeeded", []),
    ]


def test_1_role_cards_and_nobody_knows_anybody() -> None:
    s = game()
    assert news.roles(s) == [Notice(f"s{seat}", "role", [s.identity[seat]]) for seat in range(12)]


def test_3_3_the_tally_tells_the_counts_and_who_is_out() -> None:
    s = game()
    day(s, *((seat, LIAR) for seat in range(5)), (PIPER, RAT1))
    assert told(news.tally(s, DAY)) == [("public", "tally", [DAY, 2, [[RAT1, 1], [LIAR, 5]], [], 0, -1, LIAR, c.LIAR, []])]
    s = game()
    day(s)
    assert told(news.tally(s, DAY)) == [("public", "tally", [DAY, 2, [], [], 0, -1, -1, -1, []])]


def test_p_r19_the_plague_is_announced_with_the_exit_by_votes_that_caused_it() -> None:
    s = game(gone=[RAT3])
    day(s, *((seat, RAT2) for seat in (RAT1, RAT2, LIAR, PROTECTOR, CHILD1)))
    assert told(news.tally(s, DAY))[1:] == [("public", "sign", ["plague"])]


def test_p_r9_the_tally_tells_who_goes_on() -> None:
    s = game()
    night(s, (RAT1, LAME))
    level(s, LIAR, RAT1, 5)
    assert told(news.tally(s, DAY))[0][2] == [DAY, 2, [[RAT1, 5], [LIAR, 5]], [], 0, -1, -1, -1, [RAT1, LIAR]]
    level(s, LIAR, RAT1, 5, runoff=True)
    assert told(news.tally(s, RUNOFF))[0][2] == [RUNOFF, 2, [[RAT1, 5], [LIAR, 5]], [], 0, -1, -1, -1, [RAT1, LIAR]]


def decided(decision: int, drawn: int, *, gone: tuple[int, ...] = ()) -> list[tuple[str, str, list[object]]]:
    s = game(gone=gone)
    night(s, (RAT1, LAME))
    level(s, LIAR, RAT2, 5 if not gone else 4)
    level(s, LIAR, RAT2, 5 if not gone else 4, runoff=True)
    open_decider(s)
    if decision >= 0:
        decide(s, decision)
    assert close_decider(s, drawn) == 1
    return told(news.decided(s))


def test_p_r11_the_deciding_vote_is_published_with_its_result_and_whether_it_was_drawn() -> None:
    assert decided(LIAR, -1) == [("public", "decided", [2, LAME, LIAR, c.LIAR, 0])]
    assert decided(-1, RAT2) == [("public", "decided", [2, LAME, RAT2, c.RAT, 1])]


def test_p_r19_the_plague_may_come_with_the_deciding_vote() -> None:
    assert decided(RAT2, -1, gone=(RAT3,)) == [("public", "decided", [2, LAME, RAT2, c.RAT, 0]), ("public", "sign", ["plague"])]


def test_1_the_identities_have_the_names_of_the_law() -> None:
    names = {"老鼠": c.RAT, "说谎者": c.LIAR, "保护者": c.PROTECTOR, "普通小孩": c.CHILD, "跛腿小孩": c.LAME_CHILD, "吹笛人": c.PIPER}
    assert names == news.IDENTITY_BY_NAME
    assert news.CAMP_NAMES[c.GOOD] == "好人方"
    s = game()
    open_day(s)
    assert s.day == 2
