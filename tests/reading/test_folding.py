"""Folding (3.3, X-R26): what never matters is gone, what matters stays."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bansha.reading.folding import fold

TEXT = st.text(max_size=12) | st.text(alphabet="鍾锺钟無无 ＴtＴ【】\u200b\ufe0f\u0301\u3099かＡ⻢馬ﬁßİ\U000e0061", max_size=8)


@given(TEXT)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(TEXT, TEXT)
def test_spaces_brackets_and_invisible_characters_never_matter(a: str, b: str) -> None:
    whole = fold(a) + fold(b)
    for nothing in (" ", "\u3000", "\t", "【", "」", "@", "\u200b", "\u202e", "\ufeff", "\U000e0041"):
        assert fold(fold(a) + nothing + fold(b)) == fold(whole)


@pytest.mark.parametrize(
    "spellings",
    [
        "水饺 水餃 【水饺】 @水饺 ＠水餃 水\u3000饺 水\u200b饺 《水饺》 “水饺” 「水餃」 [水饺] <水饺> ｢水饺｣ \u202d水饺\u202c 水饺\ufe0f",
        "Tom TOM tom ＴＯＭ ｔｏｍ 'Tom' (tom) 𝐓𝐨𝐦",
        "锺馗 鍾馗 钟馗 鐘馗",
        "里子 裡子 裏子",
        "台湾 臺灣 台灣 檯灣",
        "发哥 發哥 髮哥",
        "干将 乾將 幹將",
        "云峰 雲峯 雲峰",
        "卫公 衛公 衞公",
        "为何 為何 爲何",
        "看着 看著",
        "答复 答覆",
        "凭借 憑藉",
        "一目了然 一目瞭然",
        "余生 餘生",
        "马上 馬上 ⻢上 ⾺上",
        "叙 敘 敍",
        "群 羣",
        "线 線 缐",
        "だ た\u3099",
        "é e\u0301 É",
        "strasse straße STRASSE",
        "株式 ㈱式",
        "12 １２ ①②",
    ],
)
def test_spellings_of_one_name(spellings: str) -> None:
    folded = {fold(spelling) for spelling in spellings.split(" ")}
    assert len(folded) == 1
    assert folded != {""}


@pytest.mark.parametrize(
    "pair", ["饺绞", "己已", "未末", "曰日", "他她", "像象", "后候", "a4", "oO0"[1:], "人入", "杨扬", "甯泞", "-_", "·."]
)
def test_different_characters_stay_different(pair: str) -> None:
    assert fold(pair[0]) != fold(pair[1])


@given(st.text(alphabet="水饺绞肉机Tom12·-_", max_size=8))
def test_a_plain_simplified_name_stays_itself(name: str) -> None:
    assert fold(name) == name.lower()


def test_folding_works_character_by_character() -> None:
    """Or "one wrong character" would not mean the same before and after it (乾 is 干 also in 乾隆)."""
    for word in ("乾隆", "瞭望", "著名", "狼藉", "顛覆"):
        assert fold(word) == "".join(map(fold, word))


def test_the_path_of_an_exact_name_is_light() -> None:
    code = (
        "import sys; from bansha.reading.names import NameBook; b = NameBook(['水饺', 'Tom']); b.match('【水餃】', 3, 1); b.match('x', 3, 0);"
        "print(*sorted({'numpy', 'yaml', 'dataclasses', 'opencc', 'tomllib', 'bansha.reading.slips'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
