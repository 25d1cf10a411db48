"""Corrections: replaying with the right input, and telling exactly those who were told something untrue (issue, section 3).

What a correction may reveal: to the public only what was or should have been public; to a seat only what it was or should have been told,
a room's notices to those who were, or should have been, members then.
"""

from typing import Any

import pytest

from bansha.rules import ballots, phases
from bansha.rules.errors import Malformed, Unlawful
from bansha.rules.notices import EVERYBODY, to_seat
from bansha.table.correcting import impact
from bansha.table.inputs import Correct, from_data
from bansha.table.replaying import log_lines, replay
from tests.table.corrections import after_a_night, core, correct, entry, rectified, vote_post
from tests.table.play import (
    A1,
    A2,
    B1,
    B2,
    B3,
    C1,
    C2,
    C3,
    ILLUSIONIST,
    K1,
    K2,
    R1,
    R2,
    SHADOW,
    WHITE,
    Game,
    begun,
    fingerprint,
    floors,
    night,
    of,
)

# ---- what is told, and to whom ----------------------------------------------------------------------------------------------------------


def test_a_corrected_order_rectifies_the_dawn() -> None:
    """Black killed C2, where C1 was meant: the dawn was wrong, and so was what the group was told."""
    game, number = after_a_night("杀 凉皮")
    said = correct(game, number, ["message", B1, "杀 米线"])
    assert rectified(said, EVERYBODY) == [(["dawn", 1, [[C2, 8]], []], ["dawn", 1, [[C1, 8]], []])]
    assert rectified(said, to_seat(B1)) == [
        (["accepted", "kill", [C2], -1, -1], ["accepted", "kill", [C1], -1, -1]),
        (["stands", B1, "kill", [C2], -1, -1], ["stands", B1, "kill", [C1], -1, -1]),
    ]
    for seat in (B2, B3):
        assert [now[2:4] for _then, now in rectified(said, to_seat(seat))] == [["kill", [C1]]]
    others = {n.to for n in of(said, "rectified")}
    assert others == {EVERYBODY, *(to_seat(seat) for seat in (B1, B2, B3))}
    assert of(said, "corrected")[0].args[:2] == [number, ["message", B1, "杀 米线"]]
    assert game.table.state.alive >> C2 & 1
    assert not game.table.state.alive >> C1 & 1
    assert of(game.post(C1, "再见", "words-1"), "spoken")


def test_the_corrected_game_is_the_game_as_if_it_had_been_played_so() -> None:
    wrong, number = after_a_night("杀 凉皮")
    right, _ = after_a_night("杀 米线")
    correct(wrong, number, ["message", B1, "杀 米线"])
    assert core(wrong) == core(right)


def test_a_correction_that_changes_nothing_tells_nobody() -> None:
    game, number = after_a_night("杀 凉皮")
    before = core(game)
    said = correct(game, number, ["message", B1, "杀 凉皮"])
    assert [n.what for n in said] == ["corrected"]
    assert core(game) == before


def test_what_came_only_later_or_earlier_is_no_untruth() -> None:
    """Nobody is out in the corrected past, so day 2 opened at dawn and not after last words: its end is the same, and is not told anew."""
    game, number = after_a_night("杀 凉皮")
    game.until(phases.DAY)
    said = correct(game, number, ["message", B1, "放弃"])
    assert [then and then[:2] for then, _now in rectified(said, EVERYBODY)] == [["dawn", 1], ["phase", phases.WORDS], ["thread", "words-1"]]


def test_a_lost_order_may_be_put_in_where_time_passed_and_taken_out_again() -> None:
    """A tick stands for nothing: replacing it puts an input in, replacing by one takes an input out."""
    game = night("xia")
    game.next()  # the reminder
    number = entry(game)
    game.until(phases.DAY)
    before = core(game)
    said = correct(game, number, ["message", B1, "杀 米线"])
    assert rectified(said, EVERYBODY)[0] == (["dawn", 1, [], []], ["dawn", 1, [[C1, 8]], []])
    assert of(said, "phase")[0].args[0] == phases.WORDS, "where the game stands now is said plainly"
    said = correct(game, number, ["tick"])
    assert rectified(said, EVERYBODY)[0] == (["dawn", 1, [[C1, 8]], []], ["dawn", 1, [], []])
    assert core(game) == before


def test_later_corrections_stand_on_earlier_ones() -> None:
    game = night("xia")
    game.say(B1, "杀 凉皮")
    kill = entry(game)
    game.say(WHITE, "救 锅贴")
    heal = entry(game)
    game.until(phases.WORDS)
    correct(game, kill, ["message", B1, "杀 锅贴"])
    assert game.table.state.alive.bit_count() == 20, "C3 was healed"
    said = correct(game, heal, ["message", WHITE, "救 凉皮"])
    assert rectified(said, EVERYBODY)[0] == (["dawn", 1, [], []], ["dawn", 1, [[C3, 8]], []])
    said = correct(game, kill, ["message", B1, "杀 凉皮"])
    assert rectified(said, EVERYBODY)[0] == (["dawn", 1, [[C3, 8]], []], ["dawn", 1, [], []])


# ---- votes and floors -------------------------------------------------------------------------------------------------------------------


def test_a_corrected_vote_post_rectifies_its_ledger_and_the_tally() -> None:
    game = begun("xia")
    game.votes(B1, *range(3, 10))
    game.vote(C1, B2)
    number = entry(game)
    game.until(phases.NIGHT)
    said = correct(game, number, vote_post("votes-1", C1, "水饺"))
    ledger, tally = rectified(said, EVERYBODY)[:2]
    assert [row[5] for row in ledger] == [B2, B1]
    assert tally[0][3] == [[B1, 7], [B2, 1]]
    assert tally[1][3] == [[B1, 8]]
    assert tally[1][7] == B1, "8 of 20 are 40 %"


def test_posts_keep_their_floors_in_a_corrected_past() -> None:
    """Somebody turns out to have been out: what he posted stands, quotes go on meaning the posts they meant, and he has no vote."""
    game = night("xia")
    game.say(B1, "放弃")
    number = entry(game)
    game.until(phases.DAY)
    game.post(C1, "我来说", "votes-2")  # floor 2, by one who was out
    game.vote(C1, B1)  # floor 3
    game.vote(C2, B1)  # floor 4
    game.vote(C2, B2, quote=4)  # floor 5
    before = floors(game.table.threads["votes-2"])
    said = correct(game, number, ["message", B1, "杀 米线"])
    assert floors(game.table.threads.get("votes-2") or game.table.threads["words-1"]) <= before
    game.until(phases.DAY)
    thread = game.table.threads["votes-2"]
    assert thread.authors == [-1, C1, C1, C2, C2], "written is written"
    assert of(game.vote(C3, B1), "ledger")[0].args[1] == 6
    assert any(then and then[0] == "ledger" for then, _now in rectified(said, EVERYBODY))


def test_a_quote_means_the_post_it_meant() -> None:
    """A post that has become unlawful keeps its floor, so the change after it still quotes its own vote."""
    game = begun("xia", {"day": 1, "phase": phases.NIGHT})
    game.say(B1, f"杀 {game.name(A1)}")
    number = entry(game)
    game.until(phases.DAY)
    game.post(C1, "闲话", "talk-2")
    game.post(C1, "闲话", "votes-2")  # 2
    game.vote(C2, B1)  # 3
    game.vote(C2, B2, quote=3)  # 4
    correct(game, number, ["message", B1, f"杀 {game.name(A2)}"])
    assert game.table.state.change[C2] == B2
    assert game.table.threads["votes-2"].authors == [-1, C1, C2, C2]


def test_a_struck_floor_strikes_the_posts_it_struck() -> None:
    """1.3: 幻觉三 names a floor of the thread as it is written, whatever has become of the posts before it."""
    game = begun("xia")
    game.say(C1, "代投 包子")  # floor 2, posted by the director
    proxy = entry(game)
    game.vote(C2, B1)  # 3
    game.vote(C3, B1)  # 4
    game.say(ILLUSIONIST, "幻觉三 4")
    game.until(phases.NIGHT)
    said = correct(game, proxy, ["tick"])
    assert rectified(said, EVERYBODY)[-1][1][3] == [[B1, 1]], "floor 3 counts, floor 4 is struck, as before"
    assert floors(game.table.threads["votes-1"]) == 4


def test_a_vote_put_into_the_past_counts_and_takes_nobodys_floor() -> None:
    game = begun("xia")
    game.say(C1, "你好")
    number = entry(game)
    game.vote(C2, B1)
    game.until(phases.NIGHT)
    said = correct(game, number, ["message", C1, "代投 水饺"])
    assert rectified(said, EVERYBODY)[-1][1][3] == [[B1, 2]]
    assert game.table.threads["votes-1"].authors == [-1, C2]


def test_a_thread_opened_later_in_the_corrected_past_goes_on_where_it_was() -> None:
    """Yesterday's tally was a runoff: by now, day 2's threads hold posts. They are dead letters until day 2, and keep their floors."""
    game = begun("xia")
    game.votes(B1, *range(2, 10))
    game.votes(B2, *range(10, 17))
    game.vote(17, A1)
    number = entry(game)
    game.until(phases.DAY)
    game.vote(C1, C2)
    game.vote(C3, C2)
    said = correct(game, number, vote_post("votes-1", 17, "包子"))
    assert of(said, "phase")[0].args == [phases.NIGHT, 1, "2026-12-03T12:50:00+08:00", []] or game.table.phase in (
        phases.RUNOFF,
        phases.NIGHT,
    )
    assert "votes-2" not in game.table.threads
    with pytest.raises(Malformed, match="no such thread"):
        game.post(C1, "x", "votes-2")
    game.until(phases.DAY)
    assert game.table.threads["votes-2"].authors == [-1, C1, C3]
    assert game.table.state.vote[C1] == phases.NOBODY
    said = game.vote(C1, B2)
    assert of(said, "ledger")[0].args[:4] == ["votes-2", 4, C1, ballots.VOTE]


# ---- the end of the game ----------------------------------------------------------------------------------------------------------------


def last_black() -> tuple[Game, int]:
    """Day 2, only B1 left of the three; seven vote for him, and C1 for somebody else. The entry of that vote."""
    game = begun("xia", {"day": 2, "phase": phases.DAY, "gone": [B2, B3]})
    game.votes(B1, *range(3, 10))
    game.vote(C1, C2)
    number = entry(game)
    return game, number


def test_a_correction_that_ends_the_game_announces_the_end() -> None:
    """2.1 light (a): with the eighth vote of 18 the last 黑侠 was voted out."""
    game, number = last_black()
    game.until(phases.NIGHT)
    game.say(SHADOW, "阻止 米线")
    said = correct(game, number, vote_post("votes-2", C1, "水饺"))
    assert game.table.over
    over = said[-1]
    assert (over.to, over.what, over.args[0]) == (EVERYBODY, "over", [0])
    assert over.args[3] == "种子"
    assert rectified(said, to_seat(SHADOW)) == [
        (["accepted", "block", [C1], -1, -1], ["refused", "", 2]),  # X-R40: the game was over by then
        (["stands", SHADOW, "block", [C1], -1, -1], None),
    ]
    assert game.table.due is None


def test_a_correction_by_which_the_game_is_not_over_opens_it_again() -> None:
    game, number = last_black()
    correct(game, number, vote_post("votes-2", C1, "水饺"))
    while not game.table.over:
        game.next()
    said = correct(game, number, ["post", "votes-2", C1, "没想好", 0])
    assert game.table.phase == phases.NIGHT
    assert [n.args[:2] for n in of(said, "phase")] == [[phases.NIGHT, 2]]
    gone = [then for then, now in rectified(said, EVERYBODY) if now is None]
    assert "over" in [then[0] for then in gone]
    assert of(game.say(B1, "杀 米线"), "accepted")


def test_what_is_due_in_the_corrected_past_is_done_at_once() -> None:
    """The day was lengthened by mistake; without that its end has gone by."""
    game = begun("xia")
    game.send(from_data(["adjust", "2026-12-05T22:00", ""]))
    number = entry(game)
    game.post(C1, at="2026-12-01T21:00")
    said = game.send(Correct(number, ["tick"]), "2026-12-02T09:30")
    assert of(said, "tally")
    assert [entry.input[0] for entry in game.table.log[-2:]] == ["correct", "tick"]
    assert (game.table.phase, game.table.due) == (phases.NIGHT, game.table.clock.read("2026-12-02T10:50"))
    assert replay(log_lines(game.table))[1] == []


# ---- piper ------------------------------------------------------------------------------------------------------------------------------


def test_a_corrected_bite_rectifies_dawn_and_results() -> None:
    game = night("piper")
    game.say(R1, "咬 汤圆")
    game.say(R2, "咬 汤圆")
    number = entry(game)
    game.say(2, "咬 馒头")
    game.until(phases.WORDS)
    said = correct(game, number, ["message", R2, "咬 粽子"])
    assert rectified(said, EVERYBODY)[0] == (["dawn", 1, [[K1, 3]], []], ["dawn", 1, [], []])
    assert rectified(said, to_seat(R2)) == [(["accepted", "bite", [K1], -1, -1], ["accepted", "bite", [K2], -1, -1])]
    assert rectified(said, to_seat(R1)) == [], "its bite succeeded in both pasts"
    assert rectified(said, to_seat(K2)) == [], "the bitten are told nothing"
    assert game.table.state.alive >> K1 & 1


# ---- what cannot be corrected -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "replacement"),
    [
        (0, ["tick"]),
        (-1, ["tick"]),
        (99, ["tick"]),
        (1, ["tick"]),  # Begin
        (3, []),
        (3, ["no"]),
        (3, ["post"]),
        (3, ["message", 99, "x"]),
        (3, ["message", True, "x"]),
        (3, ["message", 0, None]),
        (3, ["deal", "a", "b", "2026-11-30T20:00"]),
        (3, ["begin", [], [], None, "", ""]),
        (3, ["sign_up", "新人"]),
        (3, ["leave", "水饺"]),
        (3, ["correct", 3, ["tick"]]),
        (3, ["post", "talk-9", 0, "x", 0]),
        (3, ["post", "room-0", C1, "x", 0]),
        (3, ["adjust", "x", ""]),
        (3, ["adjust", "2020-01-01T00:00", ""]),
        (3, ["substitute", 3, "水饺"]),
        (3, ["resume", "2026-12-01T22:00", ""]),
        (3, ["proxy", 0, -1]),
    ],
)
def test_corrections_that_are_refused_change_nothing(number: int, replacement: list[Any]) -> None:
    """A replacement that is itself unlawful then is no correction."""
    game = begun("xia")
    game.vote(C1, B1)
    assert len(game.table.log) == 3
    before = fingerprint(game.table)
    for attempt in (lambda: impact(game.table, number, replacement), lambda: game.send(Correct(number, replacement))):
        with pytest.raises((Malformed, Unlawful)):
            attempt()
        assert fingerprint(game.table) == before


def test_a_correction_cannot_be_corrected_but_its_entry_can_again() -> None:
    game = begun("xia")
    game.vote(C1, B1)
    number = entry(game)
    correct(game, number, vote_post("votes-1", C1, "包子"))
    with pytest.raises(Unlawful, match="corrections themselves"):
        game.send(Correct(entry(game), ["tick"]))
    correct(game, number, vote_post("votes-1", C1, "水饺"))
    assert game.table.state.vote[C1] == B1
