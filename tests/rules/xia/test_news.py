"""What is told and to whom: 1, 1.5, 1.10, X-R12, X-R20, X-R21, X-R24, X-R39, 3.3. Expectations are read off xia.md."""

from bansha.rules.notices import Notice, problem
from bansha.rules.phases import ABSTAIN, DAY, RUNOFF
from bansha.rules.xia import codes as c
from bansha.rules.xia import news
from bansha.rules.xia.course import open_day, open_runoff
from bansha.rules.xia.state import State
from bansha.rules.xia.tally import close_day
from tests.rules.xia.play import (
    AZURE1,
    AZURE2,
    AZURE3,
    BLACK1,
    BLACK2,
    CRIMSON,
    DRAGON,
    ILLUSIONIST,
    MAN1,
    MAN2,
    RADIANT,
    SHADOW,
    SILVER,
    WHITE,
    game,
    illusion1,
    illusion2,
    night,
    order,
    vote,
)


def dawn(s: State, *orders: tuple[int, ...]) -> list[tuple[str, str, list[object]]]:
    was = news.before(s)
    night(s, *orders)
    said = news.dawn(s, was)
    assert all(not problem(notice) for notice in said if notice.to == "public")
    return [(notice.to, notice.what, notice.args) for notice in said]


def public(number: int, *outs: list[int]) -> tuple[str, str, list[object]]:
    return ("public", "dawn", [number, list(outs), []])


def test_1_the_public_hears_who_is_out_and_as_what_never_why() -> None:
    assert dawn(game(), (BLACK1, MAN1), (WHITE, MAN2)) == [public(2, [MAN1, c.COMMONER])]
    assert dawn(game(number=4), (BLACK1, MAN1), (AZURE1, BLACK2)) == [public(4, [BLACK2, c.BLACK], [MAN1, c.COMMONER])]
    assert dawn(game(number=1), (SHADOW, WHITE), illusion1(MAN1, MAN2), (RADIANT, WHITE)) == [public(1)]


def test_1_5_every_member_at_nightfall_hears_the_result() -> None:
    s = game(azure={AZURE1: c.AZURE_CRIMSON})
    assert dawn(s, (AZURE1, BLACK1)) == [
        public(2),
        (f"s{CRIMSON}", "verified", [BLACK1, c.BLACK]),
        (f"s{AZURE1}", "verified", [BLACK1, c.BLACK]),
    ]


def test_x_r24_those_who_go_out_at_dawn_hear_it_too_those_out_before_do_not() -> None:
    s = game(gone=[AZURE2], azure={AZURE1: c.AZURE_CRIMSON, AZURE2: c.AZURE_CRIMSON})
    assert dawn(s, (AZURE1, SHADOW), (BLACK1, AZURE1)) == [
        public(2, [AZURE1, c.AZURE_CRIMSON]),
        (f"s{CRIMSON}", "verified", [SHADOW, c.SHADOW]),
        (f"s{AZURE1}", "verified", [SHADOW, c.SHADOW]),
    ]


def test_1_2_a_void_verification_is_told_as_a_failure_and_one_who_sent_nothing_hears_nothing() -> None:
    assert dawn(game(), (SHADOW, CRIMSON), (CRIMSON, MAN1)) == [public(2), (f"s{CRIMSON}", "verify_failed", [])]
    assert dawn(game(), (SHADOW, CRIMSON)) == [public(2)]


def test_1_8_the_dragon_hears_the_identity_and_the_verifier_of_a_failure() -> None:
    assert dawn(game(), (CRIMSON, DRAGON)) == [
        public(2),
        (f"s{CRIMSON}", "verify_failed", []),
        (f"s{DRAGON}", "verified", [CRIMSON, c.CRIMSON]),
    ]


def test_1_6_what_the_radiant_absorbed_reads_as_the_radiant() -> None:
    assert dawn(game(), (CRIMSON, MAN1), (RADIANT, MAN1)) == [public(2), (f"s{CRIMSON}", "verified", [MAN1, c.RADIANT])]


def test_x_r12_silver_hears_what_was_learnt_each_power_once() -> None:
    assert dawn(game(), (SHADOW, SILVER), (WHITE, SILVER), (BLACK1, SILVER)) == [
        public(2),
        (f"s{SILVER}", "learnt", [[c.KILL, c.BLOCK, c.HEAL]]),
    ]
    assert dawn(game(), (CRIMSON, SILVER), (BLACK1, SILVER)) == [
        public(2, [SILVER, c.SILVER]),
        (f"s{CRIMSON}", "verified", [SILVER, c.SILVER]),
    ]


def test_x_r15_silver_who_tried_in_vain_hears_of_the_failure() -> None:
    s = game(learnt=[c.VERIFY])
    assert dawn(s, order(SILVER, MAN1, power=c.VERIFY), (SHADOW, SILVER)) == [
        public(2),
        (f"s{SILVER}", "verify_failed", []),
        (f"s{SILVER}", "learnt", [[c.BLOCK]]),
    ]


def test_1_10_a_newcomer_hears_identity_and_members_and_the_room_of_the_newcomer() -> None:
    s = game(azure={AZURE2: c.AZURE_WHITE})
    assert dawn(s, (AZURE2, AZURE1)) == [
        public(2),
        (f"s{AZURE1}", "became", [c.AZURE_WHITE]),
        (f"s{AZURE1}", "room", [c.P_WHITE, [WHITE, AZURE1, AZURE2]]),
        (f"r{c.P_WHITE}", "new_member", [c.P_WHITE, AZURE1]),
    ]


def test_x_r21_a_group_whose_verification_was_spent_hears_of_the_member_and_of_no_failure() -> None:
    assert dawn(game(), (CRIMSON, AZURE1)) == [
        public(2),
        (f"s{AZURE1}", "became", [c.AZURE_CRIMSON]),
        (f"s{AZURE1}", "room", [c.P_CRIMSON, [CRIMSON, AZURE1]]),
        (f"r{c.P_CRIMSON}", "new_member", [c.P_CRIMSON, AZURE1]),
    ]


def test_x_r39_one_who_converts_and_goes_out_hears_only_the_identity() -> None:
    s = game(learnt=[c.KILL])
    assert dawn(s, (CRIMSON, AZURE1), order(SILVER, AZURE1, power=c.KILL)) == [
        public(2, [AZURE1, c.AZURE_CRIMSON]),
        (f"s{AZURE1}", "became", [c.AZURE_CRIMSON]),
    ]


def test_1_10_members_who_go_out_at_that_dawn_are_not_named_to_the_newcomer() -> None:
    s = game(learnt=[c.KILL])
    assert dawn(s, (WHITE, AZURE1), (BLACK1, WHITE)) == [
        public(2, [WHITE, c.WHITE]),
        (f"s{AZURE1}", "became", [c.AZURE_WHITE]),
        (f"s{AZURE1}", "room", [c.P_WHITE, [AZURE1]]),
        (f"r{c.P_WHITE}", "new_member", [c.P_WHITE, AZURE1]),
    ]


def test_1_10_the_independents_hear_of_each_other_and_there_is_no_newcomer_among_them() -> None:
    s = game(gone=[AZURE3, 18, 19], number=3)
    assert dawn(s) == [
        public(3),
        (f"s{AZURE1}", "became", [c.AZURE_INDEPENDENT]),
        (f"s{AZURE2}", "became", [c.AZURE_INDEPENDENT]),
        (f"s{AZURE1}", "room", [c.P_INDEPENDENT, [AZURE1, AZURE2]]),
        (f"s{AZURE2}", "room", [c.P_INDEPENDENT, [AZURE1, AZURE2]]),
    ]


def test_1_role_cards_and_the_rooms_of_the_groups_only() -> None:
    s = game()
    said = news.roles(s)
    assert said[:20] == [Notice(f"s{seat}", "role", [s.identity[seat]]) for seat in range(20)]
    assert said[20:] == [
        *(Notice(f"s{seat}", "room", [c.P_BLACK, [0, 1, 2]]) for seat in (0, 1, 2)),
        Notice(f"s{SHADOW}", "room", [c.P_SHADOW, [SHADOW]]),
        Notice(f"s{WHITE}", "room", [c.P_WHITE, [WHITE]]),
        Notice(f"s{CRIMSON}", "room", [c.P_CRIMSON, [CRIMSON]]),
    ]


def tallied(s: State, *votes: tuple[int, int], strike: int = 0) -> list[object]:
    """The arguments of the one notice of a tally."""
    for floor, (seat, target) in enumerate(votes, start=2):
        vote(s, seat, target, floor=floor)
    s.strike = strike
    phase = s.phase
    close_day(s)
    (notice,) = news.tally(s, phase, strike)
    assert (notice.to, notice.what, problem(notice)) == ("public", "tally", "")
    return notice.args


def opened(*orders: tuple[int, ...]) -> State:
    s = game()
    night(s, *orders)
    open_day(s)
    return s


def test_3_3_the_tally_tells_the_counts_and_who_is_out() -> None:
    s = opened()
    votes = [(seat, BLACK1 if seat < 9 else MAN2) for seat in range(12)]
    assert tallied(s, *votes) == [DAY, 3, [[BLACK1, 9], [MAN2, 3]], [], 0, -1, BLACK1, c.BLACK, []]


def test_1_3_it_tells_the_votes_changed_but_not_whose_they_follow() -> None:
    s = opened(illusion1(MAN1, MAN2))
    assert tallied(s, (ILLUSIONIST, BLACK1), (MAN1, BLACK2), (MAN2, BLACK1)) == [DAY, 3, [[BLACK1, 3]], [[MAN1, BLACK1]], 0, -1, -1, -1, []]
    s = opened(illusion1(MAN1, MAN2))
    assert tallied(s, (MAN1, BLACK2))[3] == [[MAN1, ABSTAIN]]


def test_1_3_it_tells_the_struck_floor_and_whom_an_illusion_saved() -> None:
    s = opened(illusion2(BLACK1))
    votes = [(seat, BLACK1) for seat in range(9)]
    assert tallied(s, *votes, strike=10) == [DAY, 3, [[BLACK1, 8]], [], 10, BLACK1, -1, -1, []]


def test_3_3_it_tells_who_goes_to_the_runoff_and_what_came_of_it() -> None:
    s = opened()
    votes = [(seat, BLACK1 if seat < 8 else MAN2) for seat in range(16)]
    assert tallied(s, *votes) == [DAY, 3, [[BLACK1, 8], [MAN2, 8]], [], 0, -1, -1, -1, [BLACK1, MAN2]]
    open_runoff(s)
    assert tallied(s, (BLACK1, MAN2)) == [RUNOFF, 3, [[MAN2, 1]], [], 0, -1, MAN2, c.COMMONER, []]


def test_1_the_identities_have_the_names_of_the_law() -> None:
    assert [news.IDENTITY_NAMES[identity] for identity in range(9)] == [
        "黑侠",
        "暗侠",
        "幻侠",
        "白侠",
        "赤侠",
        "光侠",
        "银侠",
        "龙侠",
        "侠士",
    ]
    azures = {"中立": c.AZURE_NEUTRAL, "独立": c.AZURE_INDEPENDENT, "黑侠": c.AZURE_BLACK, "暗侠": c.AZURE_SHADOW, "白侠": c.AZURE_WHITE}
    for name, identity in {**azures, "赤侠": c.AZURE_CRIMSON}.items():
        assert news.IDENTITY_BY_NAME[f"青侠（{name}）"] == identity
    assert news.IDENTITY_BY_NAME["青侠"] == c.AZURE_NEUTRAL
    assert news.CAMP_NAMES[c.LIGHT] == "光明方"
