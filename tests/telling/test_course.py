"""The course of a game: it reads well, and leaves nothing out."""

from pathlib import Path

import pytest

from bansha.rules.refs import clause
from bansha.rules.rulebook import LANGS, Lang
from bansha.telling.blocks import Grid, Heading, Lines, plain
from bansha.telling.course import explain, sections
from tests.telling.played import all_games, game

NIGHT = """
case: One night
rules: xia
script:
  - day: 1
    votes: [{士1: 黑1}, {士2: 无}]
    changes: [{士1: 黑2}]
    posts: [{by: 士3, text: 投 黑9}, {by: 士4, text: "今天天气不错"}]
  - night: 1
    orders: [{白: 救 士1}, {黑1: 杀 黑2}, {黑1: 杀 士1}, {赤: 验 黑1}]
"""


def test_a_day_and_a_night(tmp_path: Path) -> None:
    text = plain(explain(game(NIGHT, tmp_path), "zh"), "zh")
    day, night = text[text.index("第一天") :].split("\n第一夜  ")[:2]
    assert day.splitlines()[0] == "第一天  11月30日 20:00（周一） – 12月1日 22:00（周二）"
    assert "黑2   1   士1 #4（原 黑1 #2）" in day
    assert "弃权  1   士2 #3" in day
    assert "#5 士3 的票无效：没有叫这个名字的人（X-R26）" in day
    assert "最高票不到在场人数的 40%，无人出局（3.3）" in day
    assert [line.strip() for line in night.splitlines() if line.strip()][2:] == [
        "私信",
        "22:01 白：救 士1",
        "22:02 黑1：杀 黑2",
        "→ 没有接受「杀」：不能杀自己和同组的人。请改为本组以外的人（X-R4）。此前的命令不变。",
        "22:03 黑1：杀 士1",
        "22:04 赤：验 黑1",
        "裁定",
        "1. 白 救 士1",
        "士1 当夜不会被杀出局（1.4）",
        "下一夜不得再对 士1 用（X-R19）",
        "2. 黑1 杀 士1",
        "士1 没有出局：「白 救 士1」救了他（1.4）",
        "3. 赤 验 黑1",
        "得知 黑1 是黑侠（1.5）",
        "公布",
        "天亮了。昨夜无人出局。",
        "告知",
        "赤：黑1 的身份是黑侠。",
        "第二天  12月2日 12:50（周三） – 12月3日 22:00（周四）",
        "-----------------------------------------------------",
        "（这一阶段还没有结束）",
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_every_case_can_be_explained_with_every_clause_behind_an_outcome(lang: Lang) -> None:
    for title, table in all_games():
        blocks = list(explain(table, lang))
        text = plain(blocks, lang)
        assert isinstance(blocks[0], Heading), title
        counted = {"3.3"}  # where everything is counted the table of votes shows it
        cited = {clause(row[3]) for kept in table.records for row in kept.record.findings} - counted
        lines = [line for block in blocks if isinstance(block, Lines) for line in block.lines]
        assert cited <= {line.clause for line in lines}, title
        assert "{" not in text
        assert table.over == any(isinstance(block, Grid) and block.columns[-1] in ("得分", "score") for block in blocks), title


def test_what_several_are_told_stands_on_one_line() -> None:
    told = [
        line
        for _, table in all_games()
        for block in explain(table, "zh")
        if isinstance(block, Lines) and block.title == "告知"
        for line in block.lines
    ]
    assert any("、" in line.lead for line in told)
    assert all(line.lead.endswith("：") for line in told)


def test_sections_follow_the_log() -> None:
    for title, table in all_games():
        found = sections(table)
        announced = [(n.args[0], n.args[1]) for entry in table.log for n in entry.said if n.what == "phase"]
        assert [(here.phase, here.day) for here in found[1:]] == announced, title
        assert [here.opened for here in found[1:]] == sorted(here.opened for here in found[1:]), title
        if not table.over:
            assert found[-1].living == frozenset(s for s in range(table.state.seats) if table.state.alive >> s & 1), title
