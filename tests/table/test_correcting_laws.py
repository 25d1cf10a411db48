"""Corrections: nothing leaks, and laws over every entry of a game (issue, section 3)."""

from typing import Any

import pytest

from bansha.rules import phases
from bansha.rules.errors import Malformed
from bansha.rules.notices import DIRECTOR, EVERYBODY, Notice, to_seat
from bansha.table.correcting import Change, impact, written
from bansha.table.inputs import OpenEarly, Pause, Post
from bansha.table.views import seat_view
from tests.table.corrections import after_a_night, core, correct, entry, rectified
from tests.table.play import (
    B1,
    C3,
    CRIMSON,
    ILLUSIONIST,
    RADIANT,
    SHADOW,
    WHITE,
    Game,
    begun,
    everything,
    floors,
    night,
    of,
    to,
)

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
