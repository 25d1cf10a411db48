"""The golden texts of the example games: everything that was announced, and every seat's view, in both languages; and the log.

`python tools/goldens.py` says what differs from the files under examples/, `--write` renews them. A leak shows as a line in a seat's file.
"""

import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from bansha.cases.case import read_case
from bansha.cases.loading import load
from bansha.cases.playing import play
from bansha.rules.rulebook import Lang
from bansha.table.replaying import log_lines
from bansha.table.table import Table
from bansha.table.views import Told, public_view, seat_view
from bansha.telling.notices import tell
from bansha.telling.words import setting

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
LANGUAGES: tuple[Lang, ...] = ("zh", "en")


def view_text(table: Table, told: list[Told], lang: Lang) -> str:
    """A view as text: a paragraph a moment, with its time by the game's clock."""
    at = setting(table)
    paragraphs = []
    moment = ""
    for row in told:
        if row.at != moment:
            moment = row.at
            paragraphs.append(f"\n{table.clock.wall(datetime.fromisoformat(moment)):%Y-%m-%d %H:%M:%S}\n")
        paragraphs += [f"  {line}\n" for line in tell(row.notice, at, lang).splitlines()]
    return "".join(paragraphs).lstrip("\n")


def goldens(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every golden file of an example and what it should hold."""
    table, _ = play(read_case(load(folder / "game.yaml")[0]))
    yield folder / "log.jsonl", "".join(f"{line}\n" for line in log_lines(table))
    for lang in LANGUAGES:
        yield folder / f"announced.{lang}.txt", view_text(table, public_view(table), lang)
        for seat in range(len(table.names)):
            own = [row for row in seat_view(table, seat) if row.notice.to != "public"]
            yield folder / "seats" / f"seat-{seat:02}.{lang}.txt", view_text(table, own, lang)


def main(arguments: list[str]) -> int:
    """1 if a file differs and was not renewed."""
    wrong = 0
    for folder in sorted(path.parent for path in EXAMPLES.glob("*/game.yaml")):
        wanted = dict(goldens(folder))
        stray = {path for path in folder.rglob("*") if path.suffix in (".txt", ".jsonl")} - set(wanted)
        for path, text in wanted.items():
            if path.exists() and path.read_text(encoding="utf-8") == text:
                continue
            wrong += 1
            print(f"{'written' if '--write' in arguments else 'differs'}: {path.relative_to(EXAMPLES)}")
            if "--write" in arguments:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
        for path in stray:
            wrong += 1
            print(f"not of this game: {path.relative_to(EXAMPLES)}")
            if "--write" in arguments:
                path.unlink()
    return int(bool(wrong) and "--write" not in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
