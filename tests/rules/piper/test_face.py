"""The face of piper as the table uses it: acts by name, what opens and closes, what is drawn. What each clause says is tested beside it."""

import pytest

from bansha.rules import ballots as b
from bansha.rules import refusals as r
from bansha.rules.errors import Malformed
from bansha.rules.face import Order, VoteForm
from bansha.rules.phases import ABSTAIN, DAY, DECIDER, INTERVAL, NIGHT, NOBODY, OVER, RUNOFF, WORDS
from bansha.rules.piper import codes as c
from bansha.rules.piper.face import FACE
from bansha.rules.piper.options import Options
from bansha.rules.piper.state import State
from tests.rules.piper.play import CHILD1, CHILD2, LAME, LIAR, LONG, PIPER, PROTECTOR, RAT1, RAT2, RAT3, game, level, night, seats


class Dice:
    """Draws the lowest of what is offered and remembers what for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    def __call__(self, label: str, among: int) -> int:
        self.asked.append((label, among))
        return (among & -among).bit_length() - 1


def act(s: State, seat: int, name: str, *targets: int, by: int = NOBODY) -> int:
    return FACE.order(s, seat, Order(name, targets, by, NOBODY), LONG)


def no_dice(label: str, among: int) -> int:
    raise AssertionError(f"a die was rolled: {label}")


def test_the_face_names_its_rule_set_law_and_acts() -> None:
    assert (FACE.name, FACE.law) == ("piper", "piper-1")
    assert FACE.acts == {"bite", "deceive", "protect", "lead", "decide", "withdraw", "agree_draw", "retract_draw", "waive_words"}


def test_options_and_identities_by_name() -> None:
    assert FACE.options({}) == Options()
    with pytest.raises(Malformed):
        FACE.options({"rats": 3})
    assert FACE.identity("吹笛人") == c.PIPER
    with pytest.raises(Malformed):
        FACE.identity("龙侠")
    identities = FACE.seating(Options())
    assert FACE.new(identities, Options()).alive == (1 << 12) - 1
    FACE.check_seats(identities)
    for single in (c.PROTECTOR, c.PIPER):
        with pytest.raises(Malformed):
            FACE.check_seats((*identities, single))
    FACE.check_seats((*identities, c.RAT, c.LIAR, c.LAME_CHILD))


def test_3_3_votes_are_strict_in_form_without_proxies_or_corrections() -> None:
    form = VoteForm(strict=True, typos=0, abstain_in_runoff=True, proxies=False, corrections=False)
    assert FACE.vote_form(Options()) == form
    s = game()
    FACE.open(s, DAY)
    assert FACE.proxy(s, LIAR, RAT1, 4, LONG) == b.LATE
    assert FACE.correction(s, LIAR, RAT1, 4, LONG) == b.NOTHING_TO_CORRECT


def test_a_position_and_role_cards_go_through() -> None:
    s = FACE.new(FACE.seating(Options()), Options())
    FACE.set_up(s, {"day": 3, "phase": NIGHT, "gone": [CHILD1]})
    assert (s.day, s.phase) == (3, NIGHT)
    assert [notice.to for notice in FACE.roles(s)] == [f"s{seat}" for seat in range(12)]
    assert FACE.rooms(s) == []


def test_3_1_opening() -> None:
    s = game()
    s.words, s.pair, s.decision = 1, 0b11, LIAR
    FACE.open(s, INTERVAL)
    assert (s.phase, s.words, s.day) == (INTERVAL, 0, 1)
    FACE.open(s, RUNOFF)
    assert (s.phase, s.pair, s.day) == (RUNOFF, 0b11, 1)
    FACE.open(s, DECIDER)
    assert (s.phase, s.decision, s.day) == (DECIDER, NOBODY, 1)
    FACE.open(s, DAY)
    assert (s.phase, s.pair, s.day) == (DAY, 0, 2)
    s.orders = 3
    FACE.open(s, NIGHT)
    assert (s.phase, s.orders, s.day) == (NIGHT, 0, 2)
    FACE.open(s, WORDS)
    assert (s.phase, s.day) == (WORDS, 2)


def test_p_r1_at_the_close_of_a_night_bites_that_were_not_sent_are_drawn_in_seat_order() -> None:
    s = game(gone=[CHILD2])
    act(s, RAT2, "bite", LAME)
    dice = Dice()
    said = FACE.close(s, dice)
    everybody = (1 << 12) - 1 - seats([CHILD2])
    assert dice.asked == [(f"bite:1:{RAT1}", everybody - seats([RAT1])), (f"bite:1:{RAT3}", everybody - seats([RAT3]))]
    assert [(notice.to, notice.what) for notice in said] == [
        ("public", "dawn"),
        (f"s{RAT2}", "succeeded"),
        (f"s{RAT1}", "failed"),
        (f"s{RAT3}", "failed"),
    ]
    assert s.phase == WORDS
    record = FACE.explain(s, NIGHT)
    assert (record.phase, record.day) == (NIGHT, 1)
    assert record.orders == [
        [RAT2, c.BITE, LAME, NOBODY, NOBODY, RAT2, 0],
        [RAT1, c.BITE, RAT2, NOBODY, NOBODY, RAT1, 1],
        [RAT3, c.BITE, RAT1, NOBODY, NOBODY, RAT3, 1],
    ]
    assert [c.F_OUT, LAME, -1, 10000, c.LAME_CHILD] in record.findings
    assert FACE.explain(s, DAY).orders == []


def test_3_1_after_last_words_comes_the_interval_and_then_the_day() -> None:
    s = game()
    s.phase = WORDS
    assert FACE.close(s, no_dice) == []
    assert s.phase == INTERVAL
    assert FACE.close(s, no_dice) == []
    assert s.phase == DAY


def test_3_3_closing_a_day_and_a_runoff() -> None:
    s = game()
    FACE.open(s, DAY)
    for seat in range(5):
        assert FACE.cast(s, seat, b.LABEL_VOTE, LIAR, 0, 0, seat + 2, LONG) == b.VOTE
    assert FACE.cast(s, RAT1, b.LABEL_CHANGE, LIAR, 0, 1, 9, LONG) == b.CHANGE
    FACE.overrule(s, RAT1, RAT2)
    assert s.change[RAT1] == RAT2
    FACE.overrule(s, RAT1, LIAR)
    (told,) = FACE.close(s, no_dice)
    assert (told.args[0], told.args[6], s.phase) == (DAY, LIAR, NIGHT)
    s = game()
    s.pair = 0b11
    FACE.open(s, RUNOFF)
    (told,) = FACE.close(s, no_dice)
    assert told.args[0] == RUNOFF


def to_decider() -> State:
    s = game()
    night(s, (RAT1, LAME))
    level(s, LIAR, RAT2, 5)
    level(s, LIAR, RAT2, 5, runoff=True)
    FACE.open(s, DECIDER)
    return s


def test_p_r11_the_deciding_vote() -> None:
    s = to_decider()
    assert act(s, LIAR, "decide", LIAR) == r.NOT_THE_DECIDER
    assert act(s, LAME, "decide", ABSTAIN) == r.NO_ABSTENTION
    assert act(s, LAME, "decide") == r.NOT_A_CANDIDATE
    assert FACE.standing(s, LAME) is None
    assert [seat for seat in range(12) if FACE.may_order(s, seat)] == [LAME]
    assert (FACE.powers(s, LAME), FACE.powers(s, LIAR)) == (["decide"], [])
    assert act(s, LAME, "decide", LIAR) == r.LAWFUL
    assert FACE.standing(s, LAME) == Order("decide", (LIAR,), NOBODY, NOBODY)
    assert FACE.standing(s, LIAR) is None
    assert act(s, LAME, "withdraw") == r.CANNOT_FORGO
    (told,) = FACE.close(s, no_dice)
    assert (told.what, told.args[2:]) == ("decided", [LIAR, c.LIAR, 0])


def test_p_r11_unsent_it_is_drawn_between_the_two() -> None:
    s = to_decider()
    dice = Dice()
    (told,) = FACE.close(s, dice)
    assert dice.asked == [("decision:2", seats([LIAR, RAT2]))]
    assert told.args[2:] == [RAT2, c.RAT, 1]


@pytest.mark.parametrize(
    ("name", "seat", "power"),
    [("bite", RAT1, c.BITE), ("deceive", LIAR, c.DECEIVE), ("protect", PROTECTOR, c.PROTECT), ("lead", PIPER, c.LEAD)],
)
def test_an_order_stands_if_it_is_lawful_and_is_shown_to_its_sender(name: str, seat: int, power: int) -> None:
    s = game()
    assert act(s, seat, name, CHILD1, by=LAME) == r.NOT_A_MEMBER
    assert act(s, CHILD1, name, CHILD2) == r.NO_SUCH_POWER
    assert s.orders == 0
    assert act(s, seat, name, CHILD1, by=seat) == r.LAWFUL
    assert (s.orders, s.power[0], s.target[0]) == (1, power, CHILD1)
    assert FACE.standing(s, seat) == Order(name, (CHILD1,), NOBODY, NOBODY)
    assert FACE.standing(s, CHILD1) is None
    assert act(s, seat, name, CHILD2) == r.LAWFUL
    s.phase = DAY
    assert FACE.standing(s, seat) is None


@pytest.mark.parametrize(("name", "seat"), [("bite", RAT1), ("deceive", LIAR), ("protect", PROTECTOR), ("lead", PIPER)])
def test_an_order_with_too_many_targets_is_refused_whole(name: str, seat: int) -> None:
    s = game()
    assert act(s, seat, name, CHILD1, CHILD2) == r.TOO_MANY_TARGETS
    assert s.orders == 0


def test_x_r1_withdrawing() -> None:
    s = game(gone=[CHILD1])
    act(s, LIAR, "deceive", CHILD2)
    assert act(s, LIAR, "withdraw") == r.LAWFUL
    assert s.orders == 0
    assert act(s, RAT1, "withdraw") == r.CANNOT_FORGO
    assert act(s, CHILD1, "withdraw") == r.SENDER_OUT


def test_who_has_a_power_to_use() -> None:
    s = game(gone=[RAT1, PROTECTOR], led=[RAT2])
    assert [seat for seat in range(12) if FACE.may_order(s, seat)] == [RAT3, LIAR, PIPER]
    assert {seat: FACE.powers(s, seat) for seat in (RAT1, RAT2, RAT3, LIAR, PIPER, CHILD1)} == {
        RAT1: [],
        RAT2: [],
        RAT3: ["bite"],
        LIAR: ["deceive"],
        PIPER: ["lead"],
        CHILD1: [],
    }
    s.phase = DAY
    assert not FACE.may_order(s, LIAR)


def test_last_words_and_draws_go_through() -> None:
    s = game()
    s.words = seats([CHILD1])
    assert (FACE.speak(s, CHILD1), FACE.speak(s, CHILD1)) == (1, 0)
    assert (FACE.agree(s, CHILD1), FACE.retract(s, CHILD1), FACE.retract(s, CHILD1)) == (0, 1, 0)
    FACE.declare_draw(s)
    assert (s.draw, s.phase) == (1, OVER)
    winners, clause, scores = FACE.ending(s)
    assert (winners, clause) == ([], s.f_clause[0])
    assert scores == [[seat, s.identity[seat], 0] for seat in range(12)]


def test_2_1_the_ending_names_the_camp_and_every_score() -> None:
    s = game(gone=[RAT2, RAT3])
    FACE.open(s, DAY)
    for seat in (LIAR, PROTECTOR, CHILD1, CHILD2, LAME):
        FACE.cast(s, seat, b.LABEL_VOTE, RAT1, 0, 0, seat, LONG)
    FACE.close(s, no_dice)
    winners, clause, scores = FACE.ending(s)
    assert (winners, clause) == ([c.GOOD], 0)
    assert scores[LIAR] == [LIAR, c.LIAR, 60]
    assert scores[RAT1] == [RAT1, c.RAT, 0]
