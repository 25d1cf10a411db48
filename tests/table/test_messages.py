"""Private messages: every refusal and its reason, what is not understood, and that no answer tells an order's fate (X-R1, X-R2, X-R40)."""

from collections.abc import Callable
from typing import Any

import pytest

from bansha.rules import phases, refusals
from bansha.rules.errors import Unlawful
from bansha.table.inputs import Pause
from tests.table.play import (
    A1,
    A2,
    B1,
    B2,
    C1,
    C2,
    C3,
    CRIMSON,
    DRAGON,
    ILLUSIONIST,
    K1,
    K2,
    LAME,
    LIAR,
    PIPER,
    PROTECTOR,
    R1,
    R2,
    RADIANT,
    SHADOW,
    SILVER,
    WHITE,
    Game,
    begun,
    fingerprint,
    frozen,
    night,
    of,
    to,
)


def answer(game: Game, seat: int, text: str, at: str = "") -> list[list[Any]]:
    """What the sender itself is answered."""
    return [row for row in to(game.say(seat, text, at), seat) if row[0] != "reminder"]


def reason(game: Game, seat: int, text: str, at: str = "") -> int:
    """The reason of the one refusal; the state is as before."""
    before = repr(frozen(game.table.state)), repr(frozen(game.table.threads))
    ((kind, _act, why),) = answer(game, seat, text, at)
    assert kind == "refused"
    assert (repr(frozen(game.table.state)), repr(frozen(game.table.threads))) == before
    return int(why)


# ---- refusals of xia --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "text", "why"),
    [
        (C1, "杀 水饺", refusals.NO_SUCH_POWER),  # 1: a commoner has none
        (A1, "救 水饺", refusals.NO_SUCH_POWER),
        (DRAGON, "验 水饺", refusals.NO_SUCH_POWER),
        (B1, "验 水饺", refusals.NO_SUCH_POWER),
        (B1, "杀 包子", refusals.OWN_GROUP),  # X-R4
        (B1, "杀 水饺", refusals.OWN_GROUP),
        (RADIANT, "接收 油条", refusals.SELF),  # 1.6
        (ILLUSIONIST, "幻觉一 烧卖 水饺", refusals.SELF),  # 1.3
        (ILLUSIONIST, "幻觉二 烧卖", refusals.SELF),
        (ILLUSIONIST, "幻觉三 5", refusals.NOT_OPEN),  # X-R40: by day only
        (SILVER, "救 水饺", refusals.NOT_LEARNT),  # 1.7
        (B1, "杀 米线 由 汤圆", refusals.NOT_A_MEMBER),  # 1.8
        (C1, "代投 水饺", refusals.NOT_OPEN),
        (C1, "更正 水饺", refusals.NOT_OPEN),
        (C1, "放弃遗言", refusals.NO_LAST_WORDS),  # X-R38
    ],
)
def test_orders_of_a_night_that_the_rules_forbid(seat: int, text: str, why: int) -> None:
    assert reason(night("xia"), seat, text) == why


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (B1, "杀 米线"),
        (SHADOW, "阻止 米线"),
        (WHITE, "救 米线"),
        (CRIMSON, "验 米线"),
        (RADIANT, "接收 米线"),
        (ILLUSIONIST, "幻觉二 米线"),
    ],
)
def test_a_night_power_is_for_the_night(seat: int, text: str) -> None:
    """X-R40: earlier or later is refused, never kept."""
    game = begun("xia")
    assert reason(game, seat, text) == refusals.NOT_OPEN
    game.until(phases.NIGHT)
    assert game.table.law.standing(game.table.state, seat) is None
    assert answer(game, seat, text)[0][0] == "accepted"


@pytest.mark.parametrize(
    ("seat", "text", "why"),
    [
        (SHADOW, "阻止 米线", refusals.BLOCK_REPEATED),  # 1.2
        (WHITE, "救 米线", refusals.HEAL_REPEATED),  # 1.4
        (RADIANT, "接收 米线", refusals.ABSORB_REPEATED),  # 1.6
        (ILLUSIONIST, "幻觉二 米线", refusals.ILLUSION_SPENT),  # 1.3
    ],
)
def test_what_was_ordered_last_night_is_not_ordered_again(seat: int, text: str, why: int) -> None:
    game = night("xia")
    assert answer(game, seat, text)[0][0] == "accepted"
    game.until(phases.NIGHT)
    assert reason(game, seat, text) == why


def test_the_out_send_nothing_and_are_aimed_at_by_nobody() -> None:
    game = begun("xia", {"day": 2, "phase": phases.NIGHT, "gone": [WHITE, C1]})
    assert reason(game, WHITE, "救 水饺") == refusals.SENDER_OUT
    assert reason(game, C1, "同意平局") == refusals.SENDER_OUT
    assert reason(game, C1, "撤回同意") == refusals.SENDER_OUT
    assert reason(game, C1, "放弃") == refusals.SENDER_OUT
    assert reason(game, B1, "杀 米线") == refusals.TARGET_OUT
    assert reason(game, ILLUSIONIST, "幻觉一 水饺 米线") == refusals.TARGET_OUT


def test_the_third_illusion_by_day() -> None:
    """1.3, X-R28: more than 15 minutes before the end, any floor, replaced and withdrawn until then."""
    game = begun("xia")
    assert reason(game, C1, "幻觉三 5") == refusals.NO_SUCH_POWER
    assert reason(game, ILLUSIONIST, "幻觉三 0") == refusals.NO_FLOOR
    assert answer(game, ILLUSIONIST, "幻觉三 5") == [["accepted", "illusion3", [], -1, 5]]
    assert answer(game, ILLUSIONIST, "幻觉三 999")[0][0] == "accepted"
    assert game.table.state.strike == 999
    assert answer(game, ILLUSIONIST, "放弃")[0][0] == "accepted"
    assert game.table.state.strike == 0
    assert answer(game, ILLUSIONIST, "幻觉三 2", at="2026-12-01T21:44:59.999999")[0][0] == "accepted"
    assert reason(game, ILLUSIONIST, "幻觉三 3", at="2026-12-01T21:45:00") == refusals.TOO_LATE


@pytest.mark.parametrize(
    ("seat", "text", "why"),
    [
        (C3, "代投 凉皮", refusals.TARGET_OUT),
        (C3, "代投 水饺", refusals.NOT_A_CANDIDATE),
        (C3, "代投 无", refusals.NO_ABSTENTION),  # X-R29
        (C3, "更正 包子", refusals.NOTHING_TO_CORRECT),
    ],
)
def test_proxies_in_a_runoff_are_for_one_of_the_two(seat: int, text: str, why: int) -> None:
    game = begun("xia", {"day": 2, "phase": phases.DAY, "gone": [C2]})
    game.votes(C1, *range(9))
    game.votes(B2, *[seat for seat in range(9, 20) if seat != C2][:9])
    game.until(phases.RUNOFF)
    assert reason(game, seat, text) == why


# ---- refusals of piper ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "text", "why"),
    [
        (R1, "咬 水饺", refusals.SELF),  # 1.1.1
        (R1, "放弃", refusals.CANNOT_FORGO),  # P-R1
        (K1, "咬 水饺", refusals.NO_SUCH_POWER),
        (LAME, "保护 水饺", refusals.NO_SUCH_POWER),
        (R1, "咬 米线 由 包子", refusals.NOT_A_MEMBER),  # each bites alone
    ],
)
def test_orders_that_piper_forbids(seat: int, text: str, why: int) -> None:
    assert reason(night("piper"), seat, text) == why


@pytest.mark.parametrize(
    ("seat", "text", "why"), [(LIAR, "欺骗 米线", refusals.DECEIVE_REPEATED), (PROTECTOR, "保护 米线", refusals.PROTECT_REPEATED)]
)
def test_pipers_bans_on_repeating(seat: int, text: str, why: int) -> None:
    game = night("piper")
    assert answer(game, seat, text)[0][0] == "accepted"
    game.until(phases.NIGHT)
    assert reason(game, seat, text) == why


def test_a_led_rat_bites_no_more_and_knows_it() -> None:
    game = begun("piper", {"day": 2, "phase": phases.NIGHT, "led": [R1]})
    assert reason(game, R1, "咬 米线") == refusals.LED_AWAY
    assert answer(game, R1, "放弃")[0][0] == "accepted"


def test_the_deciding_vote_is_for_one_of_the_two_from_the_one() -> None:
    """P-R10, P-R11."""
    game = night("piper")
    for rat in (R1, R2):
        game.say(rat, "咬 汤圆")
    game.until(phases.DAY)
    assert not game.table.state.alive >> K1 & 1, "two marks put a child out"
    alive = [seat for seat in range(12) if seat != K1]
    game.votes(K2, *alive[:5])
    game.votes(LIAR, *alive[5:10])
    game.until(phases.RUNOFF)
    game.votes(K2, *alive[:5])
    game.votes(LIAR, *alive[5:10])
    game.until(phases.DECIDER)
    assert reason(game, R1, "投 馒头") == refusals.NOT_THE_DECIDER
    assert reason(game, K1, "投 水饺") == refusals.NOT_A_CANDIDATE
    assert reason(game, K1, "投 无") == refusals.NO_ABSTENTION
    assert reason(game, K1, "放弃") == refusals.CANNOT_FORGO
    assert answer(game, K1, "投 馒头") == [["accepted", "decide", [LIAR], -1, -1]]
    said = game.until(phases.NIGHT)
    assert of(said, "decided")[0].args == [2, K1, LIAR, 1, 0]


# ---- not understood ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [("你好", "no_order"), ("杀 水", "unknown_name"), ("杀 水绞", "near_miss"), ("杀 水饺 包子", "two_targets"), ("投 水饺", "say_proxy"), ("咬 水饺", "not_here"), ("", "no_order")],
)  # fmt: skip
def test_what_is_not_understood_is_answered_and_changes_nothing(text: str, problem: str) -> None:
    """X-R40: exact names; a near miss is answered with the name it may have meant."""
    game = night("xia")
    game.say(B1, "杀 米线")
    before = repr(frozen(game.table.state))
    ((kind, why, _typed, near),) = answer(game, B1, text)
    assert (kind, why) == ("not_understood", problem)
    if problem == "near_miss":
        assert near == [B1]
    assert repr(frozen(game.table.state)) == before


@pytest.mark.parametrize(
    "text", ["杀 水饺" * 2_000, "杀" * 20_000, "\n" * 20_000, "[quote]" * 2_000, "> " * 10_000, "a" * 20_000, "水饺" * 10_000]
)
def test_a_message_of_any_length_is_answered(text: str) -> None:
    game = night("xia")
    assert len(answer(game, B1, text[:20_000])) == 1


# ---- the answer tells no fate (X-R2) ----------------------------------------------------------------------------------------------------

PAIRS: list[tuple[str, int, str, Callable[[Game], object], Callable[[Game], object]]] = [
    ("a block on one's own camp does nothing", SHADOW, "阻止 米线", lambda g: g.say(B1, "杀 凉皮"), lambda g: g.say(B1, "放弃")),
    ("blocked or not", CRIMSON, "验 米线", lambda g: g.say(SHADOW, "阻止 豆浆"), lambda g: g.say(SHADOW, "阻止 粽子")),
    ("absorbed or not", B1, "杀 米线", lambda g: g.say(RADIANT, "接收 凉皮"), lambda g: g.say(RADIANT, "接收 米线")),
    ("healed or not", B1, "杀 米线", lambda g: g.say(WHITE, "救 凉皮"), lambda g: g.say(WHITE, "救 米线")),
    ("converted by another or not", B1, "杀 年糕", lambda g: g.say(WHITE, "救 凉皮"), lambda g: g.say(WHITE, "救 年糕")),
]


@pytest.mark.parametrize(("seat", "text", "one", "other"), [row[1:] for row in PAIRS], ids=[row[0] for row in PAIRS])
def test_the_answer_is_the_same_whatever_the_orders_hidden_fate(seat: int, text: str, one: Any, other: Any) -> None:
    """X-R2: two games that differ in what the sender cannot know give him the same answers, at every send."""
    here, there = night("xia"), night("xia")
    one(here)
    other(there)
    for sent in (text, "放弃", text, "放弃"):
        assert answer(here, seat, sent) == answer(there, seat, sent)


@pytest.mark.parametrize(("seat", "target"), [(SHADOW, B1), (SHADOW, ILLUSIONIST), (SHADOW, C1), (SHADOW, A1)])
def test_a_block_that_cannot_work_is_accepted_with_the_same_words(seat: int, target: int) -> None:
    """X-R2, 1.2, X-R3: only the target in the answer differs."""
    game = night("xia")
    assert answer(game, seat, f"阻止 {game.name(target)}") == [["accepted", "block", [target], -1, -1]]


@pytest.mark.parametrize("target", [R2, PIPER, K1, LAME, LIAR])
def test_a_bite_is_accepted_on_anybody_else(target: int) -> None:
    """X-R2: a bite on another rat or the piper fails at dawn, and not before."""
    game = night("piper")
    assert answer(game, R1, f"咬 {game.name(target)}") == [["accepted", "bite", [target], -1, -1]]


@pytest.mark.parametrize("target", [R1, K1, LAME, LIAR, PIPER])
def test_leading_is_accepted_whatever_its_stage(target: int) -> None:
    """P-R6: leading may fail, but is accepted, the piper's aiming at himself included."""
    game = night("piper")
    assert answer(game, PIPER, f"领走 {game.name(target)}") == [["accepted", "lead", [target], -1, -1]]


def test_nobody_but_the_sender_and_his_group_hears_of_a_message() -> None:
    """X-R1, X-R39: the answer to the sender, what stands to the room with its sender."""
    said = night("xia").say(B1, "杀 米线 由 包子")
    assert [(n.to, n.what, n.args) for n in said] == [
        ("s0", "accepted", ["kill", [C1], B2, -1]),
        ("r0", "stands", [B1, "kill", [C1], B2, -1]),
    ]
    game = night("xia")
    assert [n.to for n in game.say(RADIANT, "接收 米线")] == [f"s{RADIANT}"]
    assert [n.to for n in game.say(C1, "同意平局")] == [f"s{C1}"]
    assert [n.to for n in game.say(B1, "验 米线")] == [f"s{B1}"], "a refusal is for its sender alone"


def test_the_last_valid_message_stands_and_a_refused_one_leaves_it() -> None:
    """X-R1, X-R2."""
    game = night("xia")
    game.say(B1, "杀 米线")
    game.say(B2, "杀 凉皮")
    assert reason(game, B1, "杀 包子") == refusals.OWN_GROUP
    assert getattr(game.table.law.standing(game.table.state, B1), "targets", ()) == (C2,)
    said = game.until(phases.WORDS)
    assert of(said, "dawn")[0].args[1] == [[C2, 8]]


def test_while_the_game_is_paused_nothing_is_taken() -> None:
    game = night("xia")
    game.send(Pause("停电"))
    before = fingerprint(game.table)
    with pytest.raises(Unlawful, match="paused"):
        game.say(B1, "杀 米线")
    assert fingerprint(game.table) == before


def test_who_agrees_to_a_draw_is_known_to_nobody_else() -> None:
    """X-R44: the same public course whoever agreed, and however often it was taken back."""
    here, there = begun("xia"), begun("xia")
    here.say(A1, "同意平局")
    there.say(A2, "同意平局")
    there.time = here.time
    for game in (here, there):
        game.vote(C1, B1)
        game.until(phases.NIGHT)
    seen = [[n for e in game.table.log for n in e.said if n.to not in (f"s{A1}", f"s{A2}", "director")] for game in (here, there)]
    assert seen[0] == seen[1]
