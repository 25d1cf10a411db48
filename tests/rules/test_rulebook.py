"""The rulebook in words: complete, the same in both languages, true to the options, and in nobody else's sentences."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from bansha.rules.errors import Malformed
from bansha.rules.rulebook import LANGS, RULE_SETS, Entry, Rulebook, UnknownEntry, markdown, rulebook

ROOT = Path(__file__).parents[2]
ORIGINALS = ROOT.parent / "shared" / "rules" / "original"
BOOKS = [rulebook(name) for name in RULE_SETS]
ENTRIES = [(book, entry) for book in BOOKS for entry in book]
PLACEHOLDER = re.compile(r"\{(\w+)\}")
NUMBER = re.compile(r"[XP]-R\d+|\d(?:\.\d{1,2}){1,2}(?![\d:])")

each_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
each_entry = pytest.mark.parametrize(("book", "entry"), ENTRIES, ids=[f"{book.name}-{entry.number}" for book, entry in ENTRIES])

CLAUSES = {
    "xia": ["1", *(f"1.{n}" for n in range(1, 11)), "2.1", "2.2", "3.1", "3.2", "3.3", *(f"X-R{n}" for n in range(1, 46))],
    "piper": [
        *("1", "1.1.1", "1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.3.1", "2.1", "2.2", "3.1", "3.2", "3.3"),
        *(f"P-R{n}" for n in range(1, 21)),
        *(f"X-R{n}" for n in (1, 2, 3, 22, 24, 28, 35, 37, 38, 40, 44, 45)),
    ],
}


@each_book
def test_every_clause_and_ruling_is_there_in_order(book: Rulebook) -> None:
    assert [entry.number for entry in book] == CLAUSES[book.name]


@each_entry
def test_both_languages_say_the_same_numbers(book: Rulebook, entry: Entry) -> None:
    for text in (entry.title, entry.text):
        assert text.zh
        assert text.en
    assert sorted(set(PLACEHOLDER.findall(entry.text.zh))) == sorted(set(PLACEHOLDER.findall(entry.text.en)))
    assert entry.text.zh.count("\n- ") == entry.text.en.count("\n- ")
    assert entry.text.zh.count("**") == entry.text.en.count("**")
    assert not re.search(r"[!！]", entry.text.zh + entry.text.en)


@each_entry
def test_every_reference_leads_somewhere(book: Rulebook, entry: Entry) -> None:
    assert entry.number not in entry.see
    assert len(set(entry.see)) == len(entry.see)
    for number in (*entry.see, *NUMBER.findall(entry.text.zh), *NUMBER.findall(entry.text.en)):
        assert number in book


@each_entry
def test_every_placeholder_is_an_option(book: Rulebook, entry: Entry) -> None:
    for lang in LANGS:
        assert "{" not in book.text(entry.number, lang)


@each_book
def test_every_option_is_shown_somewhere(book: Rulebook) -> None:
    shown = {name for entry in book for name in PLACEHOLDER.findall(entry.text.zh)}
    assert {option.name for option in book.options} <= shown


@each_book
def test_the_defaults_are_those_of_the_law_as_code(book: Rulebook) -> None:
    kernel = import_module(f"bansha.rules.{book.name}.options").Options()._asdict()
    assert {name: book.values()[name] for name in kernel} == kernel


@each_book
def test_every_role_of_the_law_has_a_card(book: Rulebook) -> None:
    roles = import_module(f"bansha.rules.{book.name}.options").ROLES
    assert tuple(term.key for term in book.terms("roles")) == roles
    camps = {camp.key for camp in book.terms("camps")}
    for term in book.terms("roles"):
        assert term.camp in camps
        for text in (term.can, term.knows, term.wins):
            for lang in LANGS:
                assert book.fill(text, lang)


@each_book
def test_every_term_has_both_names_and_a_clause(book: Rulebook) -> None:
    for kind in ("camps", "roles", "identities", "powers", "phases", "words"):
        for term in book.terms(kind):
            assert term.name.zh
            assert term.name.en
            assert term.clause in book
            for lang in LANGS:
                assert "{" not in book.fill(term.line, lang)
            assert book.find(term.name.zh) is not None


def test_a_variant_shows_its_own_numbers() -> None:
    book = rulebook("xia")
    small = {"commoner": 3, "azure": 3, "reflections": 2, "independence_after_night": 2}
    assert book.text("1", "zh", small).startswith("一局 16 人")
    assert "works 2 times" in book.text("1.8", "en", small)
    assert "第 3 天天亮" in book.text("1.10", "zh", small)


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(Malformed, match="reflexions"):
        rulebook("xia").values({"reflexions": 2})


@pytest.mark.parametrize("typed", ["X-R9", "x-r9", " X-R9 ", "Ｘ－Ｒ９", "xr9", "X9"])
def test_numbers_are_found_as_people_type_them(typed: str) -> None:
    assert rulebook("xia").entry(typed).number == "X-R9"


@pytest.mark.parametrize(("typed", "near"), [("1.11", "1.1"), ("1.1.1", "1.1"), ("X-R99", "X-R9"), ("1.10.2", "1.10")])
def test_an_unknown_number_names_near_ones(typed: str, near: str) -> None:
    with pytest.raises(UnknownEntry) as caught:
        rulebook("xia").entry(typed)
    assert near in caught.value.near
    assert typed in caught.value.zh
    assert near in caught.value.en


def test_a_ruling_of_xia_reads_differently_where_piper_excepts_something() -> None:
    assert "{opens}" not in rulebook("piper").entry("X-R38").text.en
    assert "P-R13" in rulebook("piper").entry("X-R38").text.en
    assert "X-R31" not in rulebook("piper").entry("X-R38").see
    assert rulebook("piper").entry("X-R37").text == rulebook("xia").entry("X-R37").text


def test_an_unknown_rule_set_is_named() -> None:
    with pytest.raises(Malformed, match="qunxia"):
        rulebook("qunxia")


def test_importing_the_rulebook_reads_nothing() -> None:
    probe = "import sys, bansha.rules.rulebook; print([m for m in ('tomllib', 'yaml', 'dataclasses', 'numpy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@each_book
@pytest.mark.parametrize("lang", LANGS)
def test_the_pages_in_docs_are_in_step(book: Rulebook, lang: str) -> None:
    page = ROOT / "docs" / "rules" / f"{book.name}.{lang}.md"
    chosen = next(known for known in LANGS if known == lang)
    assert page.read_text(encoding="utf-8") == markdown(book, chosen), f"bansha rules {book.name} --lang {lang} --markdown > {page}"


@each_book
def test_links_in_the_pages_lead_to_anchors(book: Rulebook) -> None:
    page = markdown(book, "zh")
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= set(re.findall(r'<a id="([^"]+)">', page))


@each_book
@pytest.mark.skipif(not ORIGINALS.is_dir(), reason="the source documents are not here")
def test_no_sentence_is_the_source_s(book: Rulebook) -> None:
    """No run of 12 Chinese characters, punctuation aside, stands in the source document too."""
    source = _han((ORIGINALS / f"{book.name}.txt").read_text(encoding="utf-8"))
    for file in (ROOT / "src" / "bansha" / "rules" / book.name / "words").glob("*.toml"):
        for line in file.read_text(encoding="utf-8").splitlines():
            ours = _han(line)
            for start in range(len(ours) - 11):
                assert ours[start : start + 12] not in source, f"{file.name}: {line}"


def _han(text: str) -> str:
    return re.sub(r"[^\u4e00-\u9fff]", "", text)
