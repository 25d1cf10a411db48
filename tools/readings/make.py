"""Write ``src/bansha/reading/data/readings.txt``: toneless readings, by syllable, for "same sound" (3.3).

    python tools/readings/make.py /usr/share/unicode/Unihan_Readings.txt.bz2 > src/bansha/reading/data/readings.txt

Needs Unihan only (Unicode 15.0; Debian: unicode-data). The 8105 characters of 通用规范汉字 have the readings of kTGHZ2013 and no
others: general dictionaries add readings nobody uses (己 qi, 红 gong), which would make slips of what is none. Characters that
kTGHZ2013 does not know have kXHC1983 or else kMandarin; what folding turns into another character needs none. A line of the
output: a syllable, a tab, its characters.
"""

import bz2
import sys
import unicodedata
from collections import defaultdict
from itertools import chain
from pathlib import Path

FOLDED = Path(__file__).parents[2] / "src/bansha/reading/data/fold.txt"
BEYOND_BMP = 0x20000  # rare enough to have a sound only if kTGHZ2013 knows it
FIELDS = ("kTGHZ2013", "kXHC1983", "kMandarin")
# A digit sounds like its numeral.
DIGITS = {"0": "ling", "1": "yi", "2": "er", "3": "san", "4": "si", "5": "wu", "6": "liu", "7": "qi", "8": "ba", "9": "jiu"}
TONES = "\u0300\u0301\u0304\u030c"


def toneless(reading: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFD", reading) if c not in TONES)
    return unicodedata.normalize("NFC", plain).replace("ü", "v").replace("ê", "e")


def main() -> None:
    found: dict[str, dict[str, list[str]]] = defaultdict(dict)
    with bz2.open(sys.argv[1], "rt", encoding="utf-8") as file:
        for line in file:
            columns = line.rstrip("\n").split("\t")
            if len(columns) == 3 and columns[1] in FIELDS:
                code, field, value = columns
                # kTGHZ2013 and kXHC1983: "location:reading,reading location:reading"; kMandarin: "reading" or "reading reading"
                parts = (part.rpartition(":")[2].split(",") for part in value.split())
                found[chr(int(code[2:], 16))][field] = [toneless(r) for r in chain.from_iterable(parts)]
    syllables: dict[str, set[str]] = defaultdict(set)
    folded = set(FOLDED.read_text(encoding="utf-8").split("\n")[0])
    for character, by_field in found.items():
        if (
            character in folded
            or unicodedata.normalize("NFKC", character) != character
            or (ord(character) >= BEYOND_BMP and FIELDS[0] not in by_field)
        ):
            continue
        for reading in next(by_field[field] for field in FIELDS if field in by_field):
            syllables[reading].add(character)
    for digit, reading in DIGITS.items():
        syllables[reading].add(digit)
    for syllable in sorted(syllables):
        print(syllable, "".join(sorted(syllables[syllable])), sep="\t")


if __name__ == "__main__":
    main()
