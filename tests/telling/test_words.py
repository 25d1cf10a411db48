"""Every code has words in both languages, the same slots in both, and clauses that exist."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from bansha.reading.orders import PROBLEMS
from bansha.rules.face import RULE_SETS, face
from bansha.rules.rulebook import LANGS, rulebook
from bansha.telling import words as w
from bansha.telling.findings import DETAILS, REASONS, finding_names, reason_names
from bansha.telling.phrases import REFUSALS, RULINGS
from bansha.telling.words import Setting

FILES = ("common", "course", *(f"findings_{rules}" for rules in RULE_SETS), "notices", "reasons")
NEWS = {rules: import_module(f"bansha.rules.{rules}.news") for rules in RULE_SETS}


def setting(rules: str, names: tuple[str, ...] = ()) -> Setting:
    law = face(rules)
    return Setting(rules, names, "Asia/Shanghai", law.options({})._asdict())


def templates(row: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
    if "zh" in row or "en" in row:
        yield path, row
    for key, value in row.items():
        if isinstance(value, dict) and key != "clause":
            yield from templates(value, (*path, key))


EVERY = [(file, path, row) for file in FILES for path, row in templates(w.words(file))]


@pytest.mark.parametrize(("file", "path", "row"), EVERY, ids=[f"{file}:{'.'.join(path)}" for file, path, _ in EVERY])
def test_both_languages_with_the_same_slots_and_no_exclamation_mark(file: str, path: tuple[str, ...], row: dict[str, str]) -> None:
    assert row["zh"].strip()
    assert row["en"].strip()
    if path[0] not in ("phase", "thread"):  # 第三天·PK says what Day 3, PK says
        assert w.slots(row["zh"]) == w.slots(row["en"])
    assert not set("!！") & set(row["zh"] + row["en"])


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_finding_of_the_rule_set_has_words(rules: str) -> None:
    rows = w.words(f"findings_{rules}")
    assert set(finding_names(rules).values()) == set(rows)
    assert set(DETAILS[rules]) <= set(rows)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_reason_in_a_finding_has_words(rules: str) -> None:
    rows = w.words(f"findings_{rules}")
    for key, prefix in REASONS.items():
        if key in rows:
            assert set(reason_names(rules, prefix).values()) <= set(rows[key]), key


def test_every_camp_that_can_win_has_words_for_each_of_its_conditions() -> None:
    assert {camp: set(rows) for camp, rows in w.words("findings_xia")["wins"].items() if isinstance(rows, dict)} == {
        camp: {"1", "2", "3"} for camp in ("light", "dark", "independents")
    }
    assert {camp: set(rows) for camp, rows in w.words("findings_piper")["wins"].items() if isinstance(rows, dict)} == {
        "killers": {"1", "2", "3"},
        "good": {"1"},
        "neutral": {"1"},
    }


def test_every_refusal_ruling_and_problem_has_words() -> None:
    reasons = w.words("reasons")
    assert set(reasons["refusals"]) == set(REFUSALS.values()) - {"lawful"}
    assert set(reasons["rulings"]) == set(RULINGS.values())
    assert set(reasons["problems"]) >= set(PROBLEMS)
    assert all({"zh", "en"} <= set(row["right"]) for row in reasons["refusals"].values())


def test_every_clause_cited_by_a_reason_exists_in_its_rule_set() -> None:
    for group in ("refusals", "rulings"):
        for key, row in w.words("reasons")[group].items():
            assert row["clause"], key
            for where, clause in row["clause"].items():
                assert clause in rulebook("piper" if where == "piper" else "xia"), (key, where)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_nouns_stand_in_the_order_of_the_kernel_codes(rules: str) -> None:
    at = setting(rules)
    assert tuple(w.identity(at, number, "zh") for number in range(len(w.IDENTITIES[rules]))) == NEWS[rules].IDENTITY_NAMES
    camps = NEWS[rules].CAMP_NAMES
    assert tuple(w.camp(at, number, "zh") for number in range(len(camps))) == camps
    names = {
        value: name for name, value in vars(w.CODES[rules]).items() if name in {key.upper() for key in ("kill", "bite", "lead", "absorb")}
    }
    for number, name in names.items():
        assert w.POWERS[rules][number] == name.lower()
    assert face(rules).acts >= set(w.POWERS[rules]) - {""}


def test_every_noun_has_a_name_in_both_languages() -> None:
    for rules in RULE_SETS:
        at = setting(rules)
        for lang in LANGS:
            assert all(w.identity(at, number, lang) for number in range(len(w.IDENTITIES[rules])))
            assert all(w.power(at, number, lang) for number in range(1, len(w.POWERS[rules])))


def test_what_is_filled_in_is_never_read_as_a_template() -> None:
    assert w.fill("{a} {b}", {"a": "{b}", "b": "{a}"}) == "{b} {a}"


@pytest.mark.parametrize(
    ("iso", "zh", "en"),
    [
        ("2026-12-02T22:00:00+08:00", "12月2日 22:00（周三）", "Dec 2, 22:00 (Wed)"),
        ("2026-12-02T14:00:00+00:00", "12月2日 22:00（周三）", "Dec 2, 22:00 (Wed)"),  # in the game's zone, whatever zone it comes in
        ("2026-12-06T12:50:07+08:00", "12月6日 12:50:07（周日）", "Dec 6, 12:50:07 (Sun)"),
    ],
)
def test_times(iso: str, zh: str, en: str) -> None:
    assert (w.moment(setting("xia"), iso, "zh"), w.moment(setting("xia"), iso, "en")) == (zh, en)


@pytest.mark.parametrize(
    ("number", "written"), [(1, "一"), (10, "十"), (11, "十一"), (20, "二十"), (34, "三十四"), (99, "九十九"), (100, "100")]
)
def test_numbers_of_days(number: int, written: str) -> None:
    assert w.ordinal(number) == written


def test_a_name_from_right_to_left_leaves_the_number_beside_it_in_its_place() -> None:
    at = setting("xia", ("مرحبا", "水饺", "Ada"))
    assert [w.seat(at, number, "zh") for number in range(3)] == ["\u2068مرحبا\u2069", "水饺", "Ada"]


def test_phases_and_threads() -> None:
    xia, piper = setting("xia"), setting("piper")
    assert [w.phase(xia, number, 3, "zh") for number in (1, 2, 4, 5)] == ["第三天", "第三天·高票对决", "第三夜", "第三夜·遗言"]
    assert [w.phase(piper, number, 3, "en") for number in (2, 3, 5, 6)] == [
        "Day 3, PK",
        "Day 3, deciding vote",
        "Last words after night 3",
        "Interval after night 3",
    ]
    assert [w.thread(xia, name, "zh") for name in ("talk-3", "votes-3", "runoff-votes-3", "words-3", "room-7")] == [
        "第三天·讨论",
        "第三天·投票",
        "第三天·高票对决·投票",
        "第三夜·遗言",
        "独立青侠的房间",
    ]
