"""Corrections: replaying with the right input, and telling exactly those who were told something untrue (issue, section 3).

What a correction may reveal: to the public only what was or should have been public; to a seat only what it was or should have been told,
a room's notices to those who were, or should have been, members then.
"""

from typing import Any

import pytest

from bansha.rules import ballots, phases
from bansha.rules.errors import Malformed, Unlawful
from bansha.rules.notices import DIRECTOR, EVERYBODY, Notice, problem, to_seat
from bansha.table.correcting import Change, impact, written
from bansha.table.inputs import Correct, OpenEarly, Pause, Post, Substitute, from_data
from bansha.table.replaying import log_lines, replay
from bansha.table.views import room_floors, seat_view
from tests.table.play import (
    A1,
    A2,
    B1,
    B2,
    B3,
    C1,
    C2,
    C3,
    CRIMSON,
    ILLUSIONIST,
    K1,
    K2,
    R1,
    R2,
    RADIANT,
    SHADOW,
    WHITE,
    Game,
    begun,
    everything,
    fingerprint,
    floors,
    frozen,
    night,
    of,
    to,
)


def entry(game: Game) -> int:
    """The number of the last entry."""
    return len(game.table.log)


def vote_post(thread: str, seat: int, name: str) -> list[Any]:
    return ["post", thread, seat, f"投票对象：{name}\n投票理由：见讨论帖", 0]


def correct(game: Game, number: int, replacement: list[Any]) -> list[Notice]:
    """Correct, having seen that ``impact`` said the same before and changed nothing; the log must replay."""
    before = fingerprint(game.table)
    changes = impact(game.table, number, replacement).changes
    assert fingerprint(game.table) == before, "impact changes nothing"
    said = game.send(Correct(number, replacement))
    told = {(repr(n.args), n.to) for n in of(said, "rectified")}
    for change in changes:
        text = repr([list(change.then) if change.then else None, list(change.now) if change.now else None])
        finish = change.now is not None and change.now.what == "over" and game.table.over
        assert (change.to == DIRECTOR) or finish or ((text, change.to) in told)
    for notice in said:
        if notice.to == EVERYBODY:
            assert problem(notice) == "", notice
    again, differing = replay(log_lines(game.table))
    assert differing == []
    assert fingerprint(again) == fingerprint(game.table), "a log with corrections replays"
    return said


def rectified(said: list[Notice], address: str) -> list[tuple[Any, Any]]:
    """What an addressee is told: kind and values then and now."""
    told = [[row and [row[1], *row[2]] for row in n.args] for n in of(said, "rectified") if n.to == address]
    return [(then, now) for then, now in told]


def core(game: Game) -> str:
    """The state of the rule set, and where the game stands."""
    table = game.table
    return repr([frozen(table.state), table.slot, table.closes, table.voting, table.talks, table.members])


# ---- what is told, and to whom ----------------------------------------------------------------------------------------------------------


def after_a_night(order: str) -> tuple[Game, int]:
    """Black orders something on night 1; day 2 or last words are open. The entry of the order."""
    game = night("xia")
    game.say(B1, order)
    number = entry(game)
    game.say(CRIMSON, f"验 {game.name(A1)}")
    game.next()
    while game.table.phase == phases.NIGHT:
        game.next()
    return game, number


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


# ---- rooms ------------------------------------------------------------------------------------------------------------------------------


def rooms_of(game: Game, seat: int) -> list[list[Any]]:
    return [[told.notice.what, *told.notice.args] for told in seat_view(game.table, seat) if told.notice.to[0] == "r"]


def test_a_wrong_conversion_is_undone_and_a_right_one_done() -> None:
    """Black's kill converted A1, where A2 was meant. A1 leaves the room now and keeps what it has read; A2 enters now."""
    game = night("xia")
    game.say(B1, f"杀 {game.name(A1)}")
    number = entry(game)
    game.until(phases.DAY)
    game.post(B2, "欢迎", "room-0")  # floor 2
    seen = rooms_of(game, A1)
    said = correct(game, number, ["message", B1, f"杀 {game.name(A2)}"])
    assert rectified(said, to_seat(A1)) == [(["became", 10], None), (["room", 0, [B1, B2, B3, A1]], None), (["new_member", 0, A1], None)]
    assert rectified(said, to_seat(A2)) == [(None, ["became", 10]), (None, ["room", 0, [B1, B2, B3, A2]]), (None, ["new_member", 0, A2])]
    assert rectified(said, to_seat(B1))[-1] == (["new_member", 0, A1], ["new_member", 0, A2])
    assert rectified(said, EVERYBODY) == []
    assert rooms_of(game, A1) == seen, "what was told was told"
    game.post(B2, "认错人了", "room-0")
    game.until(phases.NIGHT)
    game.say(A2, "杀 米线")
    assert rooms_of(game, A1) == seen
    assert rooms_of(game, A2)[-1][:2] == ["stands", A2]
    assert (room_floors(game.table, 0, A1), room_floors(game.table, 0, A2)) == ([(2, 2)], [(3, -1)])


def test_a_rooms_old_notices_are_rectified_to_its_members_of_then() -> None:
    """X-R39: a newcomer is not shown earlier orders, not even as a correction of them."""
    game = night("xia")
    game.say(B1, "杀 米线 由 包子")
    number = entry(game)
    game.say(B1, f"杀 {game.name(A1)}")
    game.until(phases.DAY)
    said = correct(game, number, ["message", B1, "杀 凉皮"])
    assert {n.to for n in of(said, "rectified")} == {to_seat(seat) for seat in (B1, B2, B3)}
    assert rectified(said, to_seat(A1)) == []


def test_a_rooms_notice_that_was_right_but_told_to_the_wrong_people() -> None:
    """The order of night 2 is the same in both pasts; A2, who should have been a member, should have been told of it, and A1 not."""
    game = night("xia")
    game.say(B1, f"杀 {game.name(A1)}")
    number = entry(game)
    game.until(phases.NIGHT)
    game.say(B2, "杀 米线")
    said = correct(game, number, ["message", B1, f"杀 {game.name(A2)}"])
    stands = ["stands", B2, "kill", [C1], -1, -1]
    assert (stands, None) in rectified(said, to_seat(A1))
    assert (None, stands) in rectified(said, to_seat(A2))
    assert not any(stands in row for row in rectified(said, to_seat(B3)))


def test_one_who_was_out_in_truth_leaves_the_room_with_the_correction() -> None:
    game, number = after_a_night("杀 凉皮")
    game.say(C2, "放弃遗言")
    correct(game, number, ["message", B1, f"杀 {game.name(WHITE)}"])
    assert room_floors(game.table, 3, WHITE) == [(2, 1)]
    with pytest.raises(Unlawful, match="not in this room"):
        game.post(WHITE, "x", "room-3")


def test_a_substitute_is_shown_the_corrections_of_the_seat() -> None:
    game, number = after_a_night("杀 凉皮")
    correct(game, number, ["message", B1, "杀 米线"])
    before = seat_view(game.table, B2)
    game.send(Substitute(B2, "新人"))
    assert seat_view(game.table, B2)[: len(before)] == before
    assert any(told.notice.what == "rectified" and told.notice.to == to_seat(B2) for told in before)


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


# ---- nothing leaks ----------------------------------------------------------------------------------------------------------------------

SECRETS = ("role", "became", "room", "new_member", "verified", "verify_failed", "learnt")


def eventful(first: str) -> tuple[Game, int]:
    """A night with orders of every kind and a day of votes; the entry of the kill."""
    game = night("xia")
    game.say(B1, first)
    number = entry(game)
    game.say(WHITE, "救 凉皮")
    game.say(SHADOW, "阻止 汤圆")
    game.say(RADIANT, "接收 米线")
    game.say(CRIMSON, "验 年糕")
    game.say(ILLUSIONIST, "幻觉一 麻团 春卷")
    game.next()
    while game.table.phase != phases.DAY:
        game.next()
    for seat in range(20):
        if game.table.state.alive >> seat & 1:
            game.vote(seat, C3 if game.table.state.alive >> C3 & 1 else B1)
            game.post(seat)
    game.until(phases.NIGHT)
    return game, number


@pytest.mark.parametrize("first", ["杀 凉皮", "杀 米线", "杀 年糕", "杀 锅贴", "放弃"])
@pytest.mark.parametrize("then", ["杀 凉皮", "杀 米线", "杀 年糕", "杀 汤圆", "杀 煎饼", "放弃"])
def test_nobody_is_told_what_was_neither_told_nor_to_be_told_to_him(first: str, then: str) -> None:
    """Every notice that a rectification holds is one that its addressee was told in the one past or would have been told in the other."""
    game, number = eventful(first)
    other, _ = eventful(then)
    said = correct(game, number, ["message", B1, then])
    wrong, right = heard(game), heard(other)
    for notice in of(said, "rectified"):
        assert notice.to[0] != "r", "rooms are rectified member by member"
        old, new = notice.args
        assert old is None or [old[1], *old[2]] in wrong[notice.to]
        if new is not None and new[1] in SECRETS:
            assert [new[1], *new[2]] in right[notice.to], new
    assert not any(n.to == EVERYBODY and n.what == "corrected" for n in said), "that there was a correction is the director's to know"


def heard(game: Game) -> dict[str, list[list[Any]]]:
    """Everything each addressee was told before any correction, a room's by each member."""
    told: dict[str, list[list[Any]]] = {EVERYBODY: [[n.what, *n.args] for n in everything(game.table) if n.to == EVERYBODY]}
    for seat in range(20):
        told[to_seat(seat)] = [[t.notice.what, *t.notice.args] for t in seat_view(game.table, seat) if t.notice.to != EVERYBODY]
    return told


def test_who_is_not_concerned_hears_nothing() -> None:
    """A correction of a white order that has no public effect is silent to all others."""
    game = night("xia")
    game.say(WHITE, "救 米线")
    number = entry(game)
    game.until(phases.DAY)
    said = correct(game, number, ["message", WHITE, "救 凉皮"])
    assert {n.to for n in said} == {to_seat(WHITE), DIRECTOR}
    assert [row[0] for row in to(said, WHITE)] == ["rectified", "rectified"]


def test_a_pause_and_an_early_opening_can_be_corrected() -> None:
    game = night("xia")
    game.say(B1, "杀 米线")
    game.until(phases.WORDS)
    game.send(OpenEarly())
    early = entry(game)
    game.send(Post("talk-2", C3, "早"))
    said = correct(game, early, ["tick"])
    assert ["early", 2] in [then for then, _now in rectified(said, EVERYBODY)]
    with pytest.raises(Malformed, match="no such thread"):
        game.post(C3, "早", "talk-2")
    game.until(phases.DAY)
    assert game.table.threads["talk-2"].authors == [-1, C3]
    game.send(Pause("停电"))
    number = entry(game)
    correct(game, number, ["tick"])
    assert not game.table.paused
    game.post(C3, "还在")


def test_a_change_names_whom_it_concerns() -> None:
    notice = Notice("s3", "became", [10])
    assert Change(1, notice, None).to == Change(1, None, notice).to == "s3"
    game, number = after_a_night("杀 凉皮")
    difference = impact(game.table, number, ["message", B1, "杀 米线"])
    assert {change.to for change in difference.public} == {EVERYBODY}
    assert {change.to for change in difference.untrue} == {"s0", "s1", "s2"}
    assert len(difference.public) + len(difference.untrue) + sum(c.to == DIRECTOR for c in difference.changes) == len(difference.changes)


# ---- laws over every entry of a game ----------------------------------------------------------------------------------------------------


def correctable(game: Game) -> list[int]:
    return [e.n for e in game.table.log if e.input[0] not in ("begin", "correct")]


def lively(rules: str) -> Game:
    """Votes, changes, void posts, talk, room posts, proxies and orders over two days and nights."""
    game = begun(rules)
    words = ("杀", "阻止", "救", "验", "接收") if rules == "xia" else ("咬", "欺骗", "保护", "领走")
    for turn in range(2):
        living = [seat for seat in range(game.table.state.seats) if game.table.state.alive >> seat & 1]
        for place, seat in enumerate(living):
            game.vote(seat, living[(place * 7 + turn) % 4])
            if place % 3 == 0:
                game.post(seat)
            if place % 4 == 0:
                game.vote(seat, living[1], quote=floors(game.table.threads[game.table.voting]))
        game.say(living[-1], f"代投 {game.name(living[0])}")
        game.until(phases.NIGHT)
        for place, seat in enumerate(living):
            for word in words:
                game.say(seat, f"{word} {game.name(living[(place * 5 + 11 + turn) % len(living)])}")
        for seat in living:
            if game.table.members and game.table.members[0] >> seat & 1:
                game.post(seat, "好", "room-0")
        game.next()
        while not game.table.over and game.table.phase != phases.DAY:
            game.next()
    return game


@pytest.mark.parametrize("rules", ["xia", "piper"])
def test_correcting_any_entry_to_what_it_was_changes_nothing(rules: str) -> None:
    game = lively(rules)
    for number in correctable(game)[::11]:
        difference = impact(game.table, number, game.table.log[number - 1].input)
        assert difference.changes == []
        assert core_of(difference.table) == core_of(game.table)


def core_of(table: Any) -> str:
    return core(Game(table, table.now))


@pytest.mark.parametrize("rules", ["xia", "piper"])
def test_taking_out_any_entry_keeps_every_floor_and_replays(rules: str) -> None:
    """Whatever is corrected: nothing written is lost, only public things are said to all, and putting the entry back undoes it all."""
    for number in correctable(lively(rules))[::17]:
        game = lively(rules)
        was, before = game.table.log[number - 1].input, core(game)
        said = correct(game, number, ["tick"])
        assert {n.to for n in of(said, "rectified")} <= {EVERYBODY, *(to_seat(seat) for seat in range(20))}
        wrote = [written(e.input, e.said) for e in game.table.log]
        for name, thread in game.table.threads.items():
            assert floors(thread) - 1 == sum(what[0] == name for what in wrote if what), name
        for name, authors in game.table.unopened.items():
            assert authors == [what[1] for what in wrote if what and what[0] == name]
        correct(game, number, was)
        assert core(game) == before
