"""The build-time sources of the similar-shape table: glyphs, strokes, radicals. Knows files and formats, no scores.

All paths are inside the folder that ``fetch.sh`` filled.
"""

import bz2
import json
import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Floats = NDArray[np.float64]

FONTS = ("NotoSansCJK-Regular.ttc", "NotoSerifCJK-Regular.ttc")
SIMPLIFIED_FACE = 2
SIDE = 56  # pixels of a glyph's square; the type is 48
POINTS = 8  # a stroke is resampled to so many points


def standard_characters(folder: Path) -> list[str]:
    """The 8105 characters of 通用规范汉字 (those with kTGHZ2013)."""
    with bz2.open(folder / "usr/share/unicode/Unihan_Readings.txt.bz2", "rt", encoding="utf-8") as file:
        return sorted(chr(int(line.split("\t")[0][2:], 16)) for line in file if "\tkTGHZ2013\t" in line)


def radicals(folder: Path) -> dict[str, tuple[str, int]]:
    """Radical number and residual strokes by character (kRSUnicode)."""
    found = {}
    with bz2.open(folder / "usr/share/unicode/Unihan_IRGSources.txt.bz2", "rt", encoding="utf-8") as file:
        for line in file:
            if "\tkRSUnicode\t" in line:
                code, _, value = line.rstrip("\n").split("\t")
                radical, residual = value.split()[0].split(".")
                found[chr(int(code[2:], 16))] = (radical.rstrip("'"), int(residual))
    return found


def glyphs(folder: Path, font: str, characters: list[str]) -> Floats:
    """Each character drawn in ``font``: shape (characters, SIDE, SIDE), 0 … 1."""
    face = ImageFont.truetype(str(folder / "usr/share/fonts/opentype/noto" / font), 48, index=SIMPLIFIED_FACE)
    drawn = np.zeros((len(characters), SIDE, SIDE))
    for row, character in enumerate(characters):
        image = Image.new("L", (SIDE, SIDE))
        ImageDraw.Draw(image).text((SIDE / 2, SIDE / 2), character, fill=255, font=face, anchor="mm")
        drawn[row] = np.asarray(image) / 255
    return drawn


def stroke_letters(folder: Path) -> dict[str, str]:
    """The strokes of a character in writing order, a letter for each kind (cnchar-order)."""
    script = (folder / "cnchar-order/cnchar.order.min.js").read_text(encoding="utf-8")
    return dict(re.findall(r'"(.)":"([a-z]+)"', script))


def stroke_paths(folder: Path, character: str) -> Floats | None:
    """The middle lines of the strokes in writing order: shape (strokes, POINTS, 2), the square being about 1 × 1."""
    path = folder / "hanzi-writer-data" / f"{character}.json"
    if not path.exists():
        return None
    strokes = []
    for median in json.loads(path.read_text(encoding="utf-8"))["medians"]:
        points = np.array(median, float) / 900
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
        at = np.linspace(0, along[-1], POINTS)
        strokes.append(np.stack([np.interp(at, along, points[:, axis]) for axis in (0, 1)], axis=1))
    return np.array(strokes)
