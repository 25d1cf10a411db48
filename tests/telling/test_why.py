"""Why she is out, alive, told this."""

from pathlib import Path

from bansha.rules.rulebook import LANGS
from bansha.telling.why import why
from tests.telling.played import all_games, game


def answer(tmp_path: Path, script: str, name: str, night: int | None = None, rules: str = "xia") -> list[str]:
    table = game(f"{{case: a, rules: {rules}, script: [{script}]}}", tmp_path)
    return [line.strip() for line in why(table, table.names.index(name), "zh", night)]


def test_why_alive_the_kill_was_healed(tmp_path: Path) -> None:
    assert answer(tmp_path, "{night: 1, orders: [{黑1: 杀 士1}, {白: 救 士1}, {赤: 验 黑1}]}", "士1") == [
        "士1：侠士，在场。",
        "第一夜",
        "1. 黑1 杀 士1",
        "士1 没有出局：「白 救 士1」救了他（1.4）",
        "2. 白 救 士1",
        "士1 当夜不会被杀出局（1.4）",
        "所以 士1 没有出局（1.4）",
    ]


def test_why_out_the_heal_was_void_by_a_block(tmp_path: Path) -> None:
    lines = answer(tmp_path, "{night: 1, orders: [{黑1: 杀 士1}, {白: 救 士1}, {暗: 阻止 白}, {赤: 验 黑1}]}", "士1")
    assert lines == [
        "士1：侠士，第一夜出局。",
        "第一夜",
        "1. 黑1 杀 士1",
        "士1 被杀（1.1）",
        "2. 白 救 士1",
        "作废，因为「暗 阻止 白」（1.2）",
        "3. 暗 阻止 白",
        "落在 白 身上，其当夜的特权作废（1.2）",
        "士1 出局，公布的身份是侠士（1）",
    ]


def test_why_out_the_radiant_absorbed_the_kill(tmp_path: Path) -> None:
    lines = answer(tmp_path, "{night: 1, orders: [{光: 接收 士1}, {黑1: 杀 士1}]}", "光")
    assert "由光侠替 士1 接收，落在 光 身上（1.6）" in lines
    lines = answer(tmp_path, "{night: 1, orders: [{光: 接收 士1}, {黑1: 杀 士1}]}", "士1")
    assert lines[-1] == "所以 士1 没有出局（1.6）"
    assert "1. 光 接收 士1" in lines


def test_why_told_that_a_verification_failed(tmp_path: Path) -> None:
    lines = answer(tmp_path, "{night: 1, orders: [{赤: 验 龙}]}", "赤")
    assert "被龙侠弹回，由 赤 承受（1.8）" in lines
    assert lines[-1] == "告知：验人失败。"


def test_a_member_of_the_group_sees_the_order_whose_result_it_was_told(tmp_path: Path) -> None:
    table = game("{case: a, rules: xia, azure: {青1: 赤侠}, script: [{night: 2, orders: [{赤: 验 黑1}]}]}", tmp_path)
    lines = [line.strip() for line in why(table, table.names.index("青1"), "zh")]
    assert lines == ["青1：青侠（赤侠），在场。", "第二夜", "1. 赤 验 黑1", "得知 黑1 是黑侠（1.5）", "告知：黑1 的身份是黑侠。"]


def test_why_voted_out(tmp_path: Path) -> None:
    votes = ", ".join(f"{{{voter}: 黑1}}" for voter in ("士1", "士2", "士3", "士4", "士5", "白", "赤", "光"))
    lines = answer(tmp_path, f"{{day: 1, votes: [{votes}]}}", "黑1")
    assert lines == [
        "黑1：黑侠，第一天出局。",
        "第一天",
        "黑1 得 8 票：士1 #2、士2 #3、士3 #4、士4 #5、士5 #6、白 #7、赤 #8、光 #9（3.3）",
        "黑1 被投出局，公布的身份是黑侠（3.3）",
    ]


def test_a_night_that_has_nothing_to_do_with_her_says_so(tmp_path: Path) -> None:
    lines = answer(tmp_path, "{night: 1, orders: [{黑1: 杀 士1}]}", "士2", night=1)
    assert lines == ["士2：侠士，在场。", "第一夜", "这一夜没有命令与 士2 有关。"]


def test_a_protected_child(tmp_path: Path) -> None:
    orders = "[{护: 保护 童1}, {鼠1: 咬 童1}, {鼠2: 咬 童2}, {鼠3: 咬 童3}]"
    lines = answer(tmp_path, f"{{night: 1, orders: {orders}}}", "童1", rules="piper")
    assert lines[2:] == [
        "1. 护 保护 童1",
        "2. 鼠1 咬 童1",
        "童1 受保护，咬到 护 身上（1.2.2）",
        "在 护 身上留下第 1 个牙印（1.1.1）",
        "所以 童1 没有出局（1.2.2）",
    ]


def test_everybody_of_every_third_case_can_be_asked_about() -> None:
    for title, table in all_games()[::3]:
        for lang in LANGS:
            for seat in range(len(table.names)):
                lines = why(table, seat, lang)
                assert lines, title
                out = table.state is not None and not table.state.alive >> seat & 1
                assert not out or len(lines) > 1 or "开局时" in lines[0] or "taken up" in lines[0], (title, table.names[seat])
