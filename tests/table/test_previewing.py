"""What would be announced if the phase ended now: the very words, and nothing changes (``table/previewing.py``)."""

import pytest

from bansha.rules import phases
from bansha.rules.errors import Unlawful
from bansha.table.inputs import Adjust, DeclareDraw
from bansha.table.previewing import preview
from tests.table.play import A1, B1, B2, C1, WHITE, Game, begun, fingerprint, night, of


def now(game: Game) -> str:
    return game.time.isoformat()


@pytest.mark.parametrize("rules", ["xia", "piper"])
@pytest.mark.parametrize("phase", [phases.DAY, phases.NIGHT])
def test_a_preview_says_what_ending_the_phase_says_and_changes_nothing(rules: str, phase: int) -> None:
    game = begun(rules, {"day": 2, "phase": phase})
    if phase == phases.DAY:
        game.votes(1, *range(2, 11))
    else:
        for seat, word in ((0, "杀" if rules == "xia" else "咬"), (5, "救"), (4, "保护"), (11, "领走")):
            game.say(seat, f"{word} {game.name(7)}")
    before = fingerprint(game.table)
    expected = preview(game.table, game.time)
    assert fingerprint(game.table) == before
    said = game.table.receive(Adjust(now(game)), game.time)
    assert [n for n in said if n.what != "adjusted"] == expected
    assert of(expected, "tally" if phase == phases.DAY else "dawn")


def test_a_preview_of_a_dawn_with_newcomers_lets_nobody_in() -> None:
    game = night("xia")
    game.say(B1, f"杀 {game.name(A1)}")
    before = fingerprint(game.table)
    assert of(preview(game.table, game.time), "new_member")
    assert fingerprint(game.table) == before
    game.say(B2, f"杀 {game.name(C1)}")
    game.say(WHITE, "放弃")
    assert of(preview(game.table, game.time), "dawn")[0].args[1] == [[C1, 8]]


def test_a_preview_of_the_end_ends_nothing() -> None:
    """2.1 light (a)."""
    game = begun("xia", {"day": 2, "phase": phases.DAY, "gone": [1, 2]})
    game.votes(B1, *range(3, 12))
    before = fingerprint(game.table)
    assert preview(game.table, game.time)[-1].what == "over"
    assert fingerprint(game.table) == before
    assert not game.table.over


def test_there_is_nothing_to_preview_before_and_after_the_game() -> None:
    game = begun("xia", opened=False)
    with pytest.raises(Unlawful, match="not under way"):
        preview(game.table, game.time)
    game = begun("xia")
    game.send(DeclareDraw())
    with pytest.raises(Unlawful, match="not under way"):
        preview(game.table, game.time)
