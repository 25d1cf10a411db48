"""Clauses, code and cases belong together: each clause and ruling has a function that carries it, or a reason, and a case that names it."""

from functools import cache

import pytest

from bansha.cli.rules import Case, cases_naming
from bansha.rules.binding import Home, bindings, unbound, unknown_marks
from bansha.rules.rulebook import RULE_SETS, rulebook

ENTRIES = [(name, entry.number) for name in RULE_SETS for entry in rulebook(name)]

homes = cache(bindings)
each_entry = pytest.mark.parametrize(("rule_set", "number"), ENTRIES)
each_rule_set = pytest.mark.parametrize("rule_set", RULE_SETS)


@cache
def cases(rule_set: str) -> dict[str, list[Case]]:
    return cases_naming(rule_set)


@each_entry
def test_is_carried_by_code_or_says_why_not(rule_set: str, number: str) -> None:
    reasons = {row.number: row.reason for row in unbound(rule_set)}
    carriers: tuple[Home, ...] = homes(rule_set).get(number, ())
    assert carriers or reasons.get(number), f"no function carries {number} (@home) and words/unbound.toml gives no reason"
    assert not (carriers and number in reasons), f"{number} is carried by {carriers[0]}: strike it from words/unbound.toml"


@each_entry
def test_has_a_case(rule_set: str, number: str) -> None:
    assert cases(rule_set).get(number), f"no case in tests/cases/{rule_set} names {number} in its clauses"


@each_rule_set
def test_unbound_and_cases_name_nothing_else(rule_set: str) -> None:
    book = rulebook(rule_set)
    assert [row.number for row in unbound(rule_set) if row.number not in book] == []
    assert {number: named[0] for number, named in cases(rule_set).items() if number not in book} == {}


def test_marks_name_nothing_else() -> None:
    assert unknown_marks() == {}


def test_a_function_is_found_with_its_place() -> None:
    found = homes("xia")["1.4"]
    assert any(home.file.endswith("bansha/rules/xia/heal.py") and home.line > 1 for home in found)


def test_a_rule_set_s_own_code_speaks_for_it_alone() -> None:
    assert not any(".xia." in home.name for found in homes("piper").values() for home in found)
