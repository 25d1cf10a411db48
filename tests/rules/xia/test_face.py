"""The face of xia as the table uses it: acts by name, what opens and closes, what is remembered. What each clause says is tested beside it."""

import pytest

from bansha.rules import ballots as b
from bansha.rules import refusals as r
from bansha.rules.errors import LawHole, Malformed
from bansha.rules.face import Order, VoteForm
from bansha.rules.phases import DAY, NIGHT, NOBODY, OVER, RUNOFF, WORDS
from bansha.rules.states import clone, fields
from bansha.rules.xia import codes as c
from bansha.rules.xia.face import FACE
from bansha.rules.xia.options import Options
from bansha.rules.xia.orders import send
from bansha.rules.xia.state import State
from tests.rules.xia.play import (
    AZURE1,
    BLACK1,
    BLACK2,
    CRIMSON,
    DRAGON,
    ILLUSIONIST,
    LONG,
    MAN1,
    MAN2,
    RADIANT,
    SHADOW,
    SILVER,
    WHITE,
    game,
    seats,
)


def no_dice(*_: object) -> int:
    """Nothing is drawn in xia."""
    raise AssertionError("a die was rolled")


def act(s: State, seat: int, name: str, *targets: int, by: int = NOBODY, floor: int = NOBODY, left: int = LONG) -> int:
    return FACE.order(s, seat, Order(name, targets, by, floor), left)


def close(s: State) -> list[tuple[str, str]]:
    return [(notice.to, notice.what) for notice in FACE.close(s, no_dice)]


def test_the_face_names_its_rule_set_law_and_acts() -> None:
    assert (FACE.name, FACE.law) == ("xia", "xia-1")
    assert FACE.acts == {
        "kill", "block", "heal", "verify", "absorb", "illusion1", "illusion2", "illusion3",
        "withdraw", "proxy", "correct", "agree_draw", "retract_draw", "waive_words",
    }  # fmt: skip


def test_options_and_identities_by_name() -> None:
    assert FACE.options({}) == Options()
    assert FACE.options({"azure": 3, "threshold_percent": 50}) == Options(azure=3, threshold_percent=50)
    with pytest.raises(Malformed):
        FACE.options({"azures": 3})
    with pytest.raises(Malformed):
        FACE.options({"silver": 2})
    assert FACE.identity("青侠（独立）") == c.AZURE_INDEPENDENT
    with pytest.raises(Malformed):
        FACE.identity("时侠")
    identities = FACE.seating(Options())
    assert len(identities) == 20
    assert FACE.new(identities, Options()).alive == (1 << 20) - 1
    FACE.check_seats(identities)
    with pytest.raises(Malformed):
        FACE.check_seats((*identities, c.SILVER))
    for single in (c.ILLUSIONIST, c.RADIANT, c.SILVER, c.DRAGON):
        with pytest.raises(Malformed):
            FACE.check_seats((single, single, c.BLACK))
    FACE.check_seats((c.BLACK, c.BLACK, c.WHITE, c.WHITE))


def test_3_3_votes_are_free_in_form_with_the_options_tolerance_and_no_abstention_in_a_runoff() -> None:
    assert FACE.vote_form(Options(typos=2)) == VoteForm(strict=False, typos=2, abstain_in_runoff=False, proxies=True, corrections=True)


def test_a_position_and_role_cards_go_through() -> None:
    s = FACE.new(FACE.seating(Options()), Options())
    FACE.set_up(s, {"day": 3, "phase": NIGHT, "gone": [BLACK1]})
    assert (s.day, s.phase, s.alive) == (3, NIGHT, (1 << 20) - 2)
    assert [notice.to for notice in FACE.roles(s)][:20] == [f"s{seat}" for seat in range(20)]


# ---- phases -----------------------------------------------------------------------------------------------------------------------------------


def test_3_1_opening() -> None:
    s = game()
    s.pair = 0b11
    FACE.open(s, DAY)
    assert (s.phase, s.day, s.pair) == (DAY, 3, 0)
    s.pair = 0b11
    FACE.open(s, RUNOFF)
    assert (s.phase, s.day, s.pair) == (RUNOFF, 3, 0b11)
    s.orders = 4
    FACE.open(s, NIGHT)
    assert (s.phase, s.day, s.orders) == (NIGHT, 3, 0)
    FACE.open(s, WORDS)
    assert (s.phase, s.day) == (WORDS, 3)


def test_3_1_closing_a_night_a_day_and_last_words() -> None:
    s = game()
    act(s, BLACK1, "kill", MAN1)
    act(s, CRIMSON, "verify", MAN1)
    assert close(s) == [("public", "dawn"), (f"s{CRIMSON}", "verified")]
    assert (s.phase, s.words) == (WORDS, seats([MAN1]))
    assert close(s) == []
    assert (s.phase, s.words) == (DAY, 0)
    FACE.open(s, DAY)
    for seat in range(8):
        FACE.cast(s, seat, b.LABEL_VOTE, BLACK2, 0, 0, 2 + seat, LONG)
        FACE.cast(s, 19 - seat, b.LABEL_VOTE, BLACK1, 0, 0, 12 + seat, LONG)
    s.strike = 9
    (told,) = FACE.close(s, no_dice)
    assert (told.args[0], told.args[4]) == (DAY, 9)
    assert s.phase == NIGHT
    s = game()
    s.pair = 0b11
    FACE.open(s, RUNOFF)
    (told,) = FACE.close(s, no_dice)
    assert told.args[0] == RUNOFF


def test_x_r23_a_hole_in_the_law_is_raised_with_the_orders_and_nothing_is_changed() -> None:
    s = game()
    send(s, SHADOW, c.BLOCK, SILVER, NOBODY, NOBODY)
    send(s, SILVER, c.BLOCK, SHADOW, NOBODY, NOBODY)
    before = clone(s)
    with pytest.raises(LawHole) as hole:
        close(s)
    assert hole.value.code == "law-hole"
    assert hole.value.text("en") == (
        "this night has 2 consistent outcomes (X-R23): the law has a hole; please report it. "
        "Orders as sent: seat 3: block seat 8; seat 8: block seat 3"
    )
    assert hole.value.text("zh") == (
        "这一夜有 2 种自洽的结果（X-R23），规则有漏洞，请报告。命令依次为：seat 3: block seat 8; seat 8: block seat 3"
    )
    scratch = {"fate", "lands"}  # of the flight's guesses
    assert {name for name, _ in fields(State) if getattr(s, name) != getattr(before, name)} <= scratch


def test_an_explanation_keeps_the_orders_of_a_night_and_the_findings() -> None:
    s = game()
    act(s, BLACK1, "kill", MAN1, by=BLACK2)
    act(s, ILLUSIONIST, "illusion1", MAN1, MAN2)
    close(s)
    record = FACE.explain(s, NIGHT)
    assert (record.phase, record.day) == (NIGHT, 2)
    assert record.orders == [
        [BLACK1, c.KILL, MAN1, NOBODY, BLACK2, c.P_BLACK, 0],
        [ILLUSIONIST, c.ILLUSION_1, MAN1, MAN2, ILLUSIONIST, c.P_ILLUSIONIST, 0],
    ]
    assert [c.F_KILLED, MAN1, 0, 10100, -1] in record.findings
    assert FACE.explain(s, DAY).orders == []


# ---- orders ----------------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seat", "power"),
    [
        ("kill", BLACK1, c.KILL),
        ("block", SHADOW, c.BLOCK),
        ("heal", WHITE, c.HEAL),
        ("verify", CRIMSON, c.VERIFY),
        ("absorb", RADIANT, c.ABSORB),
        ("illusion2", ILLUSIONIST, c.ILLUSION_2),
    ],
)
def test_an_order_stands_if_it_is_lawful(name: str, seat: int, power: int) -> None:
    s = game()
    assert act(s, seat, name, MAN1) == r.LAWFUL
    assert (s.orders, s.power[0], s.target[0], s.second[0], s.answers[0]) == (1, power, MAN1, NOBODY, seat)
    assert FACE.standing(s, seat) == Order(name, (MAN1,), NOBODY, NOBODY)
    assert act(s, DRAGON, name, MAN1) == r.NO_SUCH_POWER
    assert s.orders == 1
    assert FACE.standing(s, DRAGON) is None


@pytest.mark.parametrize(
    ("name", "seat", "targets"),
    [("kill", BLACK1, (MAN1, MAN2)), ("illusion1", ILLUSIONIST, (MAN1, MAN2, BLACK1)), ("illusion2", ILLUSIONIST, (MAN1, MAN2))],
)
def test_an_order_with_too_many_targets_is_refused_whole(name: str, seat: int, targets: tuple[int, ...]) -> None:
    s = game()
    assert act(s, seat, name, *targets) == r.TOO_MANY_TARGETS
    assert s.orders == 0


def test_what_stands_is_shown_to_the_group_with_both_targets_and_the_answering_member() -> None:
    s = game()
    act(s, SHADOW, "block", MAN2)
    act(s, BLACK1, "kill", MAN1, by=BLACK2)
    act(s, ILLUSIONIST, "illusion1", MAN1, BLACK1)
    assert FACE.standing(s, BLACK2) == Order("kill", (MAN1,), BLACK2, NOBODY)
    assert FACE.standing(s, ILLUSIONIST) == Order("illusion1", (MAN1, BLACK1), NOBODY, NOBODY)
    assert FACE.standing(s, WHITE) is None
    s = game()
    act(s, BLACK1, "kill", MAN1, by=BLACK1)
    assert FACE.standing(s, BLACK1) == Order("kill", (MAN1,), NOBODY, NOBODY)


def test_x_r1_withdrawing_is_accepted_from_the_living() -> None:
    s = game(gone=[BLACK2])
    act(s, BLACK1, "kill", MAN1)
    assert act(s, BLACK2, "withdraw") == r.SENDER_OUT
    assert s.orders == 1
    assert act(s, BLACK1, "withdraw") == r.LAWFUL
    assert s.orders == 0
    assert act(s, MAN1, "withdraw") == r.LAWFUL


def test_1_3_the_third_illusion_by_day() -> None:
    s = game()
    FACE.open(s, DAY)
    assert act(s, ILLUSIONIST, "illusion3", floor=0) == r.NO_FLOOR
    assert (s.strike, FACE.standing(s, ILLUSIONIST)) == (0, None)
    assert act(s, ILLUSIONIST, "illusion3", floor=7, left=901) == r.LAWFUL
    assert s.strike == 7
    assert act(s, ILLUSIONIST, "illusion3", floor=9, left=900) == r.TOO_LATE
    assert FACE.standing(s, ILLUSIONIST) == Order("illusion3", (), NOBODY, 7)
    assert FACE.standing(s, BLACK1) is None


# ---- votes, last words, draws ---------------------------------------------------------------------------------------------------------------------------


def test_votes_proxies_and_corrections_go_through() -> None:
    s = game()
    FACE.open(s, DAY)
    assert FACE.cast(s, MAN1, b.LABEL_VOTE, BLACK1, 0, 0, 4, LONG) == b.VOTE
    assert FACE.cast(s, MAN1, b.LABEL_CHANGE, BLACK2, 0, 1, 6, 3601) == b.CHANGE
    assert (s.vote[MAN1], s.vote_floor[MAN1], s.change[MAN1], s.change_floor[MAN1]) == (BLACK1, 4, BLACK2, 6)
    assert FACE.proxy(s, MAN2, BLACK1, 8, 0) == b.LATE
    assert FACE.proxy(s, MAN2, BLACK1, 8, 1) == b.VOTE
    assert FACE.correction(s, MAN2, BLACK1, 9, LONG) == b.NOTHING_TO_CORRECT
    assert FACE.cast(s, WHITE, b.LABEL_VOTE, NOBODY, b.UNKNOWN_NAME, 0, 10, LONG) == b.UNKNOWN_NAME
    assert FACE.correction(s, WHITE, BLACK1, 11, LONG) == b.CORRECTION
    assert (s.vote[MAN2], s.vote_floor[MAN2], s.vote[WHITE], s.vote_floor[WHITE]) == (BLACK1, 8, BLACK1, 11)
    FACE.overrule(s, WHITE, BLACK2)
    assert s.vote[WHITE] == BLACK2


def test_last_words_and_draws_go_through() -> None:
    s = game()
    s.words = seats([MAN1])
    assert (FACE.speak(s, MAN1), FACE.speak(s, MAN1)) == (1, 0)
    assert (FACE.agree(s, MAN1), FACE.retract(s, MAN1), FACE.retract(s, MAN1)) == (0, 1, 0)
    FACE.declare_draw(s)
    assert (s.draw, s.phase) == (1, OVER)
    assert FACE.ending(s) == ([], -33, [[seat, s.identity[seat], 20] for seat in range(20)])


def test_2_1_the_ending_names_the_camps_and_every_score() -> None:
    s = game(gone=[1, 2])
    FACE.open(s, DAY)
    for seat in range(3, 12):
        FACE.cast(s, seat, b.LABEL_VOTE, BLACK1, 0, 0, seat, LONG)
    close(s)
    winners, draw, scores = FACE.ending(s)
    assert (winners, draw) == ([c.LIGHT], 0)
    assert scores[WHITE] == [WHITE, c.WHITE, 70]
    assert scores[BLACK1] == [BLACK1, c.BLACK, 0]


# ---- who may do what ------------------------------------------------------------------------------------------------------------------------------------


def test_1_the_rooms_are_those_of_the_groups() -> None:
    s = game(gone=[BLACK1], azure={AZURE1: c.AZURE_INDEPENDENT})
    assert FACE.rooms(s) == [seats([1, 2]), seats([SHADOW]), 0, seats([WHITE]), seats([CRIMSON]), 0, 0, seats([AZURE1])]


def test_reminders_go_to_those_who_have_a_power_to_use() -> None:
    s = game(gone=[BLACK1])
    reminded = [seat for seat in range(20) if FACE.may_order(s, seat)]
    assert reminded == [1, 2, SHADOW, ILLUSIONIST, WHITE, CRIMSON, RADIANT]
    assert FACE.may_order(game(learnt=[c.HEAL]), SILVER)
    assert FACE.may_order(game(spent=[c.ILLUSION_1]), ILLUSIONIST)
    assert FACE.may_order(game(spent=[c.ILLUSION_2]), ILLUSIONIST)
    assert not FACE.may_order(game(spent=[c.ILLUSION_1, c.ILLUSION_2]), ILLUSIONIST)
    s.phase = DAY
    assert not FACE.may_order(s, WHITE)


def test_the_powers_of_a_seat_as_it_knows_itself() -> None:
    s = game(gone=[BLACK1], azure={AZURE1: c.AZURE_INDEPENDENT}, learnt=[c.HEAL, c.KILL])
    powers = {seat: FACE.powers(s, seat) for seat in range(20)}
    assert {seat: acts for seat, acts in powers.items() if acts} == {
        1: ["kill"],
        2: ["kill"],
        SHADOW: ["block"],
        ILLUSIONIST: ["illusion1", "illusion2"],
        WHITE: ["heal"],
        CRIMSON: ["verify"],
        RADIANT: ["absorb"],
        SILVER: ["kill", "heal"],
        AZURE1: ["kill"],
    }
    assert FACE.powers(game(spent=[c.ILLUSION_1]), ILLUSIONIST) == ["illusion2"]
    for phase, acts in ((DAY, ["illusion3"]), (RUNOFF, ["illusion3"]), (WORDS, []), (OVER, [])):
        s.phase = phase
        assert FACE.powers(s, ILLUSIONIST) == acts
        assert FACE.powers(s, WHITE) == []
    s = game(spent=[c.ILLUSION_3])
    s.phase = DAY
    assert FACE.powers(s, ILLUSIONIST) == []
    s = game(gone=[ILLUSIONIST])
    s.phase = DAY
    assert FACE.powers(s, ILLUSIONIST) == []
