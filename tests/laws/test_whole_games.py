"""Laws of every game: replay equals play, what is refused changes nothing, findings name clauses, nobody goes out twice, names are only names."""

import random
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bansha.rules.errors import BanshaError
from bansha.rules.notices import Notice
from bansha.rules.phases import NIGHT
from bansha.rules.refs import clause
from bansha.rules.rulebook import rulebook
from bansha.table.inputs import Message, Post, Substitute, Tick
from bansha.table.replaying import log_lines, replay
from tests.laws.moves import ACT, KINDS, Move, as_input, make, moves, pass_time, started
from tests.table.play import NAMES, Game, everything, fingerprint, frozen

BOTH = pytest.mark.parametrize("rules", ["xia", "piper"])
few = settings(max_examples=25, derandomize=True, deadline=None, phases=(Phase.generate, Phase.shrink))
OUT = 22
OTHER_NAMES = tuple(f"{a}{b}" for a in "东西南北" for b in "山河湖海林")


def played(rules: str, script: list[Move], names: tuple[str, ...] = NAMES) -> Game:
    game = started(rules, names)
    for move in script:
        make(game, move)
    return game


@BOTH
def test_the_scripts_reach_what_the_laws_are_about(rules: str) -> None:
    """Otherwise everything below could hold of empty games."""
    dice = random.Random(1)
    kinds: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    for _ in range(20):
        game = started(rules)
        for _ in range(60):
            said = make(game, (dice.choice(KINDS), *(dice.randrange(256) for _ in range(3)), dice.randrange(300)))  # type: ignore[arg-type]
            codes.update([said] if isinstance(said, str) else [])
        kinds.update(notice.what for notice in everything(game.table))
        kinds.update(f"night {row[0]}" for kept in game.table.records if kept.record.phase == NIGHT for row in kept.record.findings)
    for kind in ("dawn", "tally", "accepted", "refused", "not_understood", "ledger", "spoken", "vote_corrected", "substituted", "over"):
        assert kinds[kind], kind
    assert sum(kind.startswith("night") for kind in kinds) >= 8
    assert kinds["night 22"] > 5  # exits
    assert len(codes) >= 5


@BOTH
@few
@given(script=moves(60))
def test_replay_equals_play(rules: str, script: list[Move]) -> None:
    game = played(rules, script)
    lines = list(log_lines(game.table))
    again, differing = replay(lines)
    assert differing == []
    assert list(log_lines(again)) == lines
    assert fingerprint(again) == fingerprint(game.table)


@BOTH
@few
@given(script=moves(60))
def test_every_finding_names_a_clause_and_nobody_goes_out_twice(rules: str, script: list[Move]) -> None:
    game = played(rules, script)
    book = rulebook(rules)
    rows = [row for kept in game.table.records for row in kept.record.findings]
    assert all(clause(row[3]) in book for row in rows)
    gone = [row[1] for row in rows if row[0] == OUT]
    assert len(gone) == len(set(gone))
    assert all(not (game.table.state.alive >> seat) & 1 for seat in gone)


@BOTH
@settings(few, max_examples=12)  # every move is compared
@given(script=moves(30))
def test_what_is_refused_changes_nothing(rules: str, script: list[Move]) -> None:
    """An error leaves the table as it was, log included; a refusal or a word not understood leaves a log entry and nothing else."""
    game = started(rules)
    for move in script:
        pass_time(game, move)
        game.table.receive(Tick(), game.time)
        before, held = fingerprint(game.table), held_by(game)
        try:
            said = game.table.receive(as_input(game, move), game.time)
        except BanshaError:
            assert fingerprint(game.table) == before
            continue
        if said and all(notice.what in ("refused", "not_understood") for notice in said):
            assert held_by(game) == held


def held_by(game: Game) -> list[Any]:
    """All that a table holds but its log and clock."""
    return [frozen(value) for name, value in vars(game.table).items() if name not in ("log", "now")]


message: Any = Message  # also with fields of the wrong kind
post: Any = Post
WRONG: tuple[Any, ...] = (
    Post("votes-9", 0, "投票对象：水饺"), Post("words-0", 0, "遗言"), Post("", 0, ""), Post("room-7", 3, "x"), Post("talk-1", 0, "x", 999),
    Post("talk-1", 99, "x"), Post("talk-1", -1, "x"), Message(20, "杀 水饺"), Message(-1, "杀 水饺"), Message(0, "\0"), Message(0, "\ud800"),
    Post("talk-1", 0, "x", -1), message("0", "x"), message(0, 5), post(None, 0, "x"), Substitute(0, "无"), Substitute(0, ""), Substitute(0, NAMES[1]),
)  # fmt: skip


@BOTH
@few
@given(script=moves(12), what=st.sampled_from(WRONG))
def test_what_is_wrong_in_itself_changes_nothing(rules: str, script: list[Move], what: Any) -> None:
    game = played(rules, script)
    before = fingerprint(game.table)
    with pytest.raises(BanshaError):
        game.table.receive(what, game.time)
    assert fingerprint(game.table) == before


@BOTH
@few
@given(script=moves(12), move=st.data(), seconds=st.integers(1, 10**6))
def test_time_does_not_run_backwards(rules: str, script: list[Move], move: st.DataObject, seconds: int) -> None:
    game = played(rules, script)
    before = fingerprint(game.table)
    assert game.table.now is not None
    with pytest.raises(BanshaError, match="time runs backwards"):
        game.table.receive(as_input(game, move.draw(moves(2))[0]), game.table.now - timedelta(seconds=seconds))
    assert fingerprint(game.table) == before


@BOTH
@few
@given(script=moves(50))
def test_renaming_the_players_changes_nothing_but_names(rules: str, script: list[Move]) -> None:
    script = [move for move in script if move[0] != ACT]  # a substitute brings a name of his own
    one, other = (played(rules, script, names) for names in (NAMES, OTHER_NAMES))
    assert nameless(one) == nameless(other)
    assert frozen(one.table.state) == frozen(other.table.state)


def nameless(game: Game) -> list[Notice]:
    """All notices, names blanked out."""
    return [
        notice if notice.what != "dealt" else Notice(notice.to, notice.what, notice.args[1:])
        for notice in map(blanked, everything(game.table))
    ]


def blanked(notice: Notice) -> Notice:
    """The words that were not understood may hold names."""
    return Notice(notice.to, notice.what, [notice.args[0], *notice.args[2:]]) if notice.what == "not_understood" else notice
