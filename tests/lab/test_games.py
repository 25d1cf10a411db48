"""Random whole games: the compiled and the interpreted law find the same, nothing overruns, and everything that can be found is.

Compiled games run with every index checked (``bounds``).
"""

from array import array
from collections import Counter
from importlib import import_module

import pytest

pytest.importorskip("numba")

from bansha.lab import games, journal
from bansha.lab.games import Results, play, variant
from bansha.lab.journal import HEAD, START, Adjudication
from bansha.lab.outcomes import DRAW
from bansha.rules.errors import LawHole, Malformed
from bansha.rules.findings import CAPACITY, Finding
from bansha.rules.phases import DAY, NIGHT, RUNOFF
from bansha.rules.refs import clause
from bansha.rules.rulebook import rulebook
from bansha.rules.states import blank
from bansha.rules.xia import codes as xia
from bansha.rules.xia.state import State

RULES = ("xia", "piper")
BOTH = pytest.mark.parametrize("rules", RULES)
SAMPLE = {"xia": 60_000, "piper": 30_000}  # large enough for the rarest kind of finding; fixed seeds, so no luck is needed
OUT = 22


@pytest.fixture(scope="module", params=RULES)
def sample(request: pytest.FixtureRequest) -> Results:
    return play(request.param, range(SAMPLE[request.param]), bounds=True)


@pytest.mark.parametrize(("rules", "seats", "games"), [("xia", 0, 400), ("piper", 0, 400), ("xia", 40, 60), ("piper", 40, 60)])
def test_compiled_and_interpreted_find_the_same(rules: str, seats: int, games: int) -> None:
    options = variant(rules, seats) if seats else None
    there, here = (play(rules, range(7, 7 + games), options, compiled=way, bounds=way) for way in (True, False))
    assert there == here
    assert len(here.journal) > 20 * games
    assert here.seats == (seats or {"xia": 20, "piper": 12}[rules])


@BOTH
def test_a_game_does_not_depend_on_the_games_before_it(rules: str) -> None:
    together = play(rules, range(40), compiled=False)
    for seed in (39, 0, 17):
        alone = play(rules, [seed], compiled=False)
        assert alone.entries(0) == together.entries(seed)
        assert (alone.winners[0], alone.days[0], alone.acts[0]) == (together.winners[seed], together.days[seed], together.acts[seed])


@BOTH
@pytest.mark.parametrize("compiled", [True, False])
def test_dropping_the_findings_changes_no_game(rules: str, compiled: bool) -> None:
    kept, dropped = (play(rules, range(100), compiled=compiled, bounds=compiled, findings=findings) for findings in (True, False))
    assert not dropped.journal
    assert kept[2:5] == dropped[2:5]


def test_games_end_by_victory_or_agreement_long_before_the_last_day(sample: Results) -> None:
    assert min(sample.winners) > 0
    assert max(sample.days) < games.LAST_DAY // 2
    outcomes = Counter(sample.winners)
    assert all(outcomes[1 << camp] > len(sample.winners) // 100 for camp in range(3))
    assert outcomes[DRAW] > 0
    assert sample.decisions > 50 * sample.games


@BOTH
@pytest.mark.parametrize("compiled", [True, False])
def test_on_the_last_day_the_director_declares_a_draw(rules: str, compiled: bool) -> None:
    results = play(rules, range(50), compiled=compiled, bounds=compiled, last_day=1)
    assert max(results.days) == 1
    cut = results.winners.index(DRAW)
    last = results.adjudications(cut)[-1]
    assert [(f.what, clause(f.clause)) for f in last.findings] == [(xia.F_DRAW, "X-R33" if rules == "xia" else "P-R15")]


def test_every_kind_of_finding_occurs_and_every_finding_names_a_clause(sample: Results) -> None:
    codes = import_module(f"bansha.rules.{sample.rules}.codes")
    pairs = {(f.what, f.clause) for entry in set(map(_kind_and_clause, sample.journal)) for f in [journal.unpacked(entry)]}
    found = {what for what, _ in pairs if what < HEAD}
    assert found == {value for name, value in vars(codes).items() if name.startswith("F_")}
    book = rulebook(sample.rules)
    assert all(clause(number) in book for what, number in pairs if what < HEAD)


def _kind_and_clause(entry: int) -> int:
    """The entry with all else blanked out, so that few are left to unpack; of a head (where the day stands for a clause) nothing."""
    kept = entry & (0xFFFF << journal.CLAUSE_AT | 127)
    return kept if entry & 127 < HEAD else 127


def test_a_player_goes_out_at_most_once(sample: Results) -> None:
    for game in range(3000):
        out = [f.whom for a in sample.adjudications(game) for f in a.findings if f.what == OUT]
        assert len(out) == len(set(out)) <= sample.seats
        assert len(out) >= 1 or sample.winners[game] == DRAW


def test_phases_follow_one_another(sample: Results) -> None:
    for game in range(500):
        phases = [(a.day, a.phase) for a in sample.adjudications(game)]
        assert phases[0] == (1, DAY)
        assert phases == sorted(phases)
        assert len({(day, phase) for day, phase in phases if phase in (DAY, RUNOFF, NIGHT)}) == len([p for p in phases if p[1] != 3])
        assert phases[-1][0] == sample.days[game]


# ---- the journal -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", [(1, 0, 0, 10101, 0), (41, -1, -1, -1020, -1), (22, 61, 61, 30303, 1 << 20), (36, -2, -1, -45, -2)])
def test_a_finding_survives_being_one_int(row: tuple[int, int, int, int, int]) -> None:
    packed = journal.pack(*row)
    assert 0 <= packed < 2**63
    assert journal.unpacked(packed) == row


def _noted(n: int) -> State:
    s = blank(State)
    s.found = n
    for k in range(n):
        s.f_what[k], s.f_whom[k], s.f_clause[k] = 9, k % 20, 10100
    return s


def test_an_adjudication_is_written_whole_or_not_at_all() -> None:
    j = [0] * 8
    journal.empty(j)
    assert journal.write(j, _noted(3), NIGHT, 2) == 1
    before = list(j)
    assert journal.write(j, _noted(3), NIGHT, 3) == 0
    assert j == before
    assert journal.write(j, _noted(2), NIGHT, 3) == 1
    assert j[0] == len(j)
    assert journal.read(j[START:]) == [
        Adjudication(NIGHT, 2, [Finding((9, k, 0, 10100, 0)) for k in range(3)]),
        Adjudication(NIGHT, 3, [Finding((9, k, 0, 10100, 0)) for k in range(2)]),
    ]


@BOTH
@pytest.mark.parametrize("compiled", [True, False])
def test_a_full_journal_is_emptied_between_games_and_nothing_is_lost(rules: str, compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play(rules, range(60), compiled=compiled, bounds=compiled)
    longest = max(len(whole.entries(game)) for game in range(60))
    for size in (longest + START, 2 * longest):
        monkeypatch.setattr(games, "JOURNAL", size)
        assert play(rules, range(60), compiled=compiled, bounds=compiled) == whole
    monkeypatch.setattr(games, "JOURNAL", longest + START - 1)
    with pytest.raises(OverflowError, match="the journal has no room"):
        play(rules, range(60), compiled=compiled, bounds=compiled)


def test_no_adjudication_comes_near_what_a_state_holds(sample: Results) -> None:
    """``note`` flags what does not fit, and ``play`` raises on the flag; here the distance is shown."""
    most = max(journal.unpacked(entry).detail for entry in sample.journal if entry & 127 > HEAD)
    assert 10 < most < CAPACITY // 4


def test_the_overflow_of_a_state_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bansha.rules.findings.CAPACITY", 3)
    with pytest.raises(OverflowError, match="a state has no room"):
        play("xia", range(3), compiled=False)


def test_a_night_without_one_answer_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bansha.lab.xia_game.close_night", lambda _: 2)
    with pytest.raises(LawHole, match="seed 5"):
        play("xia", [5], compiled=False)


# ---- the face --------------------------------------------------------------------------------------------------------------------------


def test_seeds_in_any_form() -> None:
    assert play("piper", range(3), compiled=False) == play("piper", [0, 1, 2], compiled=False) == play("piper", (0, 1, 2), compiled=False)
    assert play("piper", [], compiled=False).winners == array("q")
    assert play("piper", range(3), bounds=True) == play("piper", [0, 1, 2], bounds=True)


def test_options_are_the_laws() -> None:
    with pytest.raises(Malformed, match="no such option"):
        play("xia", range(1), {"wolves": 3})
    with pytest.raises(KeyError):
        variant("xia", 13)


def test_a_told_game_is_the_same_game() -> None:
    """What is told is read off the notices; the game is that of the same seed."""
    from bansha.lab.told import tell

    plain = play("xia", range(30), compiled=False)
    for lang in ("zh", "en"):
        sent, characters = tell(range(30), lang)
        assert sent == plain.decisions
        assert characters > 30 * 300
