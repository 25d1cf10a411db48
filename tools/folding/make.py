"""Write ``src/bansha/reading/data/fold.txt``: what folding drops and the traditional → simplified table.

    python tools/folding/make.py /usr/share/unicode > src/bansha/reading/data/fold.txt

Needs ``opencc`` (1.4.2, Apache-2.0) and the Unicode Character Database (15.0; Debian: unicode-data). Why each step is there:
docs/decisions/folding.md. Lines of the output: traditional characters; what each becomes; ranges of dropped code points, in hex.
"""

import sys
import unicodedata
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import opencc

# Characters that OpenCC's character table leaves alone although its phrase tables, or Hong Kong's and Taiwan's spelling,
# write them for a simplified one. Folding works by the character, so they are the same everywhere.
BY_PHRASE = {"覆": "复", "藉": "借", "瞭": "了", "甦": "苏", "馀": "余", "著": "着", "揹": "背", "伕": "夫", "讬": "托"}
# 么 is Taiwan's 幺, but also the simplified 麼: the everyday meaning wins.
KEEP = {"么"}
BRACKETS = "\"'`@<>()[]{}≪≫"
DROPPED = {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp", "Ps", "Pe", "Pi", "Pf"}
BLANK = {0x2800}  # BRAILLE PATTERN BLANK looks like a space and is none
PLANE_14 = 0xE0000  # tags and variation selectors; folding tests for the plane


def hanzi() -> list[str]:
    blocks = (range(0x3400, 0x4DC0), range(0x4E00, 0xA000), range(0x20000, 0x323B0))
    return [chr(u) for u in chain(*blocks)]


def fields(path: Path) -> Iterator[tuple[int, int, str]]:
    """The rows of a file of the Unicode Character Database: first, last, value."""
    for line in path.read_text(encoding="utf-8").splitlines():
        columns = line.split("#")[0].split(";")
        if len(columns) == 2:
            first, _, last = columns[0].strip().partition("..")
            yield int(first, 16), int(last or first, 16), columns[1].strip()


def simplified(ucd: Path) -> dict[str, str]:
    to = {name: opencc.OpenCC(name) for name in ("t2s", "tw2s", "hk2s", "s2t")}
    table: dict[str, str] = {}
    for c in hanzi():
        for name in ("t2s", "tw2s", "hk2s"):
            s = to[name].convert(c)
            if s != c and len(s) == 1 and c not in KEEP:
                table[c] = s
                break
    table.update(BY_PHRASE)
    for first, last, value in fields(ucd / "EquivalentUnifiedIdeograph.txt"):  # radicals that look like the character itself
        table.update((chr(u), chr(int(value, 16))) for u in range(first, last + 1) if unicodedata.normalize("NFKC", chr(u)) == chr(u))

    def end(c: str) -> str:
        seen = {c}
        while (c := table.get(c, c)) not in seen:
            seen.add(c)
        return c

    # A simplified character whose own traditional form folds elsewhere (锺 ↔ 鍾 → 钟): both must meet.
    for c in hanzi():
        t = to["s2t"].convert(c)
        if t != c and len(t) == 1 and end(t) != end(c):
            if end(t) != t:
                table[end(c)] = end(t)
            else:
                table[t] = end(c)
    return {c: end(c) for c in sorted(table) if end(c) != c}


def dropped(ucd: Path) -> list[tuple[int, int]]:
    gone = {ord(c) for c in BRACKETS} | BLANK
    gone |= {u for u in range(PLANE_14) if unicodedata.category(chr(u)) in DROPPED}
    for first, last, value in fields(ucd / "DerivedCoreProperties.txt"):
        if value == "Default_Ignorable_Code_Point":
            gone |= set(range(first, last + 1))
    gone -= set(range(0xD800, 0xE000))  # a lone surrogate is no text and never comes this far
    ranges: list[tuple[int, int]] = []
    for u in sorted(u for u in gone if u < PLANE_14):
        if ranges and ranges[-1][1] == u - 1:
            ranges[-1] = (ranges[-1][0], u)
        else:
            ranges.append((u, u))
    return ranges


def main() -> None:
    ucd = Path(sys.argv[1])
    table = simplified(ucd)
    print("".join(table))
    print("".join(table.values()))
    print(" ".join(f"{a:x}-{b:x}" if a != b else f"{a:x}" for a, b in dropped(ucd)))


if __name__ == "__main__":
    main()
