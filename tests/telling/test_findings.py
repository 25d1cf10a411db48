"""Findings in words: each names its order and cites its clause."""

from pathlib import Path

from bansha.rules.rulebook import LANGS, RULE_SETS
from bansha.telling import words as w
from bansha.telling.findings import finding_names, sentences
from tests.telling.played import all_games, game


def test_an_absorbed_order_names_itself_and_where_it_lands(tmp_path: Path) -> None:
    table = game("{case: a, rules: xia, script: [{night: 1, orders: [{光: 接收 士1}, {暗: 阻止 士1}, {黑1: 杀 士1}]}]}", tmp_path)
    record = table.records[0].record
    said = [s.full("zh") for s in sentences(record.orders, record.findings, w.setting(table), "zh")]
    assert "暗 阻止 士1：由光侠替 士1 接收，落在 光 身上（1.6）" in said
    assert "光 接收 士1：作废，因为「暗 阻止 士1」（1.2）" in said
    assert "黑1 杀 士1：士1 被杀（1.1）" in said
    english = [s.full("en") for s in sentences(record.orders, record.findings, w.setting(table), "en")]
    assert "暗 blocks 士1: absorbed for 士1: it lands on Radiant 光 (1.6)" in english


def test_who_answers_and_a_drawn_bite_stand_in_the_order(tmp_path: Path) -> None:
    table = game("{case: a, rules: xia, script: [{night: 1, orders: [{黑1: 杀 龙 由 黑3}]}]}", tmp_path)
    record = table.records[0].record
    assert "黑1 杀 龙 由 黑3：被龙侠弹回，由 黑3 承受（1.8）" in [
        s.full("zh") for s in sentences(record.orders, record.findings, w.setting(table), "zh")
    ]
    table = game("{case: a, rules: piper, script: [{night: 1}]}", tmp_path)
    record = table.records[0].record
    assert all("（抽签）" in s.lead for s in sentences(record.orders, record.findings, w.setting(table), "zh") if s.what == "marked")


def test_every_finding_of_every_case_can_be_told_and_cites_a_clause() -> None:
    told: dict[str, set[str]] = {rules: set() for rules in RULE_SETS}
    for title, table in all_games():
        at = w.setting(table)
        for kept in table.records:
            for lang in LANGS:
                for s in sentences(kept.record.orders, kept.record.findings, at, lang):
                    assert s.text, title
                    assert s.clause in at.book, title
                    assert "{" not in s.text
                    told[at.rules].add(s.what)
    # A draw is announced by agreement, not by a tally, in most cases; the rest must all have been seen.
    for rules, seen in told.items():
        assert set(finding_names(rules).values()) - seen <= {"draw"}
