"""The search for gaps finds none, and would find one: with a clause taken out, or with an outcome that hangs on the order of sending."""

import json
from importlib.util import find_spec
from typing import Any

import pytest
from typer.testing import CliRunner

from bansha.cli import app
from bansha.lab.gaps import all_boards, search
from bansha.lab.orderings import Search, next_swap, rewind
from bansha.rules.piper import codes as piper
from bansha.rules.refs import ref
from bansha.rules.states import blank
from bansha.rules.xia import codes as xia

run = CliRunner().invoke


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 5, 6])
def test_every_ordering_comes_once(n: int) -> None:
    x, rows = blank(Search), list(range(n))
    rewind(x, n)
    seen = [tuple(rows)]
    while (swap := next_swap(x, n)) >= 0:
        i, k = swap >> 4, swap & 15
        rows[i], rows[k] = rows[k], rows[i]
        seen.append(tuple(rows))
    factorial = 1
    for k in range(2, n + 1):
        factorial *= k
    assert len(seen) == len(set(seen)) == factorial


@pytest.mark.parametrize("rules", ["xia", "piper"])
def test_there_is_no_gap(rules: str) -> None:
    board = next(board for board in all_boards(rules) if board.small)
    report = search(rules, compiled=False, boards=[board])
    assert (report.holes, report.first) == (0, None)
    assert report.nights > 50_000


def test_without_x_r23_the_one_loop_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-R23: 光侠 absorbs a member of 暗侠's group, silver blocks that same member, and the group blocks 光侠."""
    monkeypatch.setattr("bansha.rules.xia.flight.caught_in_the_loop", lambda _s, _i: 0)
    board = all_boards("xia")[0]
    report = search("xia", compiled=False, boards=[board])
    assert report.first is not None
    assert report.first.answers != 1
    orders = {(board.identities[sender], power): board.identities[target] for sender, power, target, *_ in report.first.orders}
    assert orders.keys() == {(xia.SHADOW, xia.BLOCK), (xia.SILVER, xia.BLOCK), (xia.RADIANT, xia.ABSORB)}
    assert orders[xia.SHADOW, xia.BLOCK] == xia.RADIANT
    assert orders[xia.SILVER, xia.BLOCK] == orders[xia.RADIANT, xia.ABSORB] in (xia.SHADOW, xia.AZURE_SHADOW)


def test_a_hole_is_named_and_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bansha.rules.xia.flight.caught_in_the_loop", lambda _s, _i: 0)
    boards = all_boards("xia")[:1]
    monkeypatch.setattr("bansha.lab.gaps.all_boards", lambda _rules: boards)
    said = run(app, ["gaps", "xia", "--interpreted", "--lang", "en"])
    assert said.exit_code == 1
    assert "without exactly one outcome (X-R23)" in said.stdout
    for order in ("Shadow#1 blocks Radiant#7", "Silver#8 blocks Shadow#1", "Radiant#7 absorbs for Shadow#1"):
        assert order in said.stdout


def deceived_if_sent_before(s: Any, seat: int) -> int:
    """A wrong law: deceiving works only if it was sent before the lead."""
    for i in range(s.orders):
        if s.power[i] == piper.LEAD:
            return 0
        if s.power[i] == piper.DECEIVE and s.target[i] == seat:
            return 1
    return 0


def test_an_outcome_that_hangs_on_the_order_of_sending_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bansha.rules.piper.lead.deceived", deceived_if_sent_before)
    board = next(board for board in all_boards("piper") if board.name == "a rat voted out")
    report = search("piper", compiled=False, boards=[board])
    assert report.holes > 100
    assert report.first is not None
    assert {power for _sender, power, *_ in report.first.orders} >= {piper.DECEIVE, piper.LEAD}


@pytest.mark.skipif(find_spec("numba") is None, reason="needs the extra [fast]")
def test_the_compiled_search_searches_the_same() -> None:
    boards = [board for board in all_boards("piper") if board.small][-1:]
    there, here = (search("piper", compiled=way, boards=boards) for way in (True, False))
    assert there._replace(compiled=False) == here


def test_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = all_boards("xia")[1:2]
    monkeypatch.setattr("bansha.lab.gaps.all_boards", lambda _rules: boards)
    said = run(app, ["gaps", "xia", "--interpreted", "--json"])
    data = json.loads(said.stdout)
    assert said.exit_code == 0
    assert data["holes"] == 0
    assert data["boards"] == [{"name": boards[0].name, "nights": data["nights"]}]


def test_an_unknown_rule_set_is_bad_input() -> None:
    assert run(app, ["gaps", "wolves"]).exit_code == 2


# ---- the table of interactions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "rows"), [("xia", 150), ("piper", 50)])
def test_the_table_says_the_same_in_both_languages(rules: str, rows: int) -> None:
    texts = [run(app, ["gaps", rules, "--table", "--lang", lang]).stdout for lang in ("zh", "en")]
    tables = [[line for line in text.splitlines() if line.startswith("|") and "---" not in line] for text in texts]
    assert len(tables[0]) == len(tables[1]) > rows
    for zh, en in zip(*tables, strict=True):
        assert zh.count("<br>") == en.count("<br>")
        assert _clauses(zh) == _clauses(en)


def _clauses(text: str) -> list[str]:
    parts = text.replace("（", "(").replace("）", ")").split("(")[1:]
    found = [part.split(")")[0] for part in parts]
    return [name for name in found if name[0] in "123XP" and ref(name)]


@pytest.mark.parametrize(
    ("orders", "outcome"),
    [
        ("黑侠 杀 侠士1<br>光侠 接收 侠士1", "由光侠替 侠士1 接收，落在 光侠 身上（1.6）；光侠 被杀（1.1）"),  # 1.6
        ("暗侠 阻止 侠士1<br>光侠 接收 侠士1", "光侠 接收 侠士1：作废"),  # 1.6: the block is absorbed
        ("黑侠 杀 青侠（中立）<br>白侠 救 青侠（中立）", "1.10"),  # equal strength cancels
        ("暗侠 阻止 龙侠", "X-R17"),
    ],
)
def test_some_rows_of_the_table(orders: str, outcome: str) -> None:
    lines = run(app, ["gaps", "xia", "--table"]).stdout.splitlines()
    rows = [line for line in lines if line.startswith(f"| {orders} |")]
    assert any(outcome in row for row in rows)
