"""Games to tell of: every case file played once, and small ones typed here."""

from functools import cache
from pathlib import Path

from bansha.cases.case import read_case
from bansha.cases.loading import load
from bansha.cases.playing import play
from bansha.rules.errors import BanshaError
from bansha.table.table import Table

CASES = Path(__file__).parents[1] / "cases"


@cache
def all_games() -> tuple[tuple[str, Table], ...]:
    """Every case of tests/cases, played."""
    games = []
    for file in sorted(CASES.rglob("*.yaml")):
        for source in load(file):
            try:
                case = read_case(source)
                games.append((f"{file.stem}: {case.title}", play(case)[0]))
            except BanshaError:
                continue  # the cases' own test reports it
    return tuple(games)


def game(text: str, folder: Path) -> Table:
    """A game written as a case file."""
    file = folder / "case.yaml"
    file.write_text(text, encoding="utf-8")
    return play(read_case(load(file)[0]))[0]
