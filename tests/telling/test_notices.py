"""The texts of notices, word for word where players rely on them."""

import pytest

from bansha.rules import ballots, phases, refusals
from bansha.rules.notices import Notice
from bansha.rules.rulebook import LANGS, Lang
from bansha.telling.notices import KINDS, tell
from bansha.telling.words import Setting
from tests.telling.played import all_games
from tests.telling.test_words import setting

NAMES = ("水饺", "包子", "{target}", "馒头", "花卷")
XIA = setting("xia", NAMES)
PIPER = setting("piper", NAMES)
END = "2026-12-02T22:00:00+08:00"
SOON = "2026-12-02T21:00:00+08:00"


def said(what: str, *args: object, at: Setting = XIA, lang: Lang = "zh", to: str = "public") -> str:
    return tell(Notice(to, what, list(args)), at, lang)


@pytest.mark.parametrize(
    ("notice", "zh", "en"),
    [
        (("dawn", 1, [[0, 8]], []), "天亮了。昨夜出局：水饺（侠士）。", "Dawn. Out last night: 水饺 (Commoner)."),
        (("dawn", 1, [], []), "天亮了。昨夜无人出局。", "Dawn. Nobody went out last night."),
        (("verified", 1, 11), "包子 的身份是青侠（暗侠）。", "包子: Azure (Shadow)."),
        (("verify_failed",), "验人失败。", "Verification failed (验人失败)."),
        (("new_member", 1, 3), "馒头 加入暗侠一组。", "馒头 joins the Shadow group."),
        (("early", 3), "第三天的讨论提前开始；遗言继续，投票帖随白天开放。", None),
        (("substituted", 1, "麻花", "包子"), "包子 的座位由 麻花 接手。", "麻花 takes over the seat of 包子."),
        (("phase", phases.DAY, 2, END, []), "第二天开始。讨论和投票到 12月2日 22:00（周三）截止。", None),
        (("phase", phases.RUNOFF, 2, END, [0, 3]), "第二天·高票对决：水饺、馒头 两人之间再投一次，12月2日 22:00（周三）截止。", None),
        (("adjusted", 1, 2, END, "有人出差"), "第二天改为 12月2日 22:00（周三）截止。\n理由：有人出差", None),
        (("ledger", "votes-1", 2, 0, ballots.VOTE, 3, [], 0, 2, ""), "2 楼：水饺 投 馒头。", "Floor 2: 水饺 votes for 馒头."),
        (("ledger", "votes-1", 2, 0, ballots.VOTE, 2, [], -1, 2, ""), "2 楼：水饺 投 {target}。导演代发。", None),
        (("ledger", "votes-1", 9, 0, ballots.CHANGE, -2, [], 0, 9, ""), "9 楼：水饺 改为弃权。", None),
        (
            ("ledger", "votes-1", 2, 1, ballots.VOTE, 0, ["音形", "绞", "饺"], 1, 2, ""),
            "2 楼：包子 投 水饺。「绞」读作「饺」（同音形近）。",
            "Floor 2: 包子 votes for 水饺. 绞 is read as 饺 (same sound, similar shape).",
        ),
        (
            ("ledger", "votes-1", 6, 0, ballots.CHANGE_UNQUOTED, 3, [], 0, 2, SOON),
            "6 楼：水饺 的票无效：没有引用自己的投票帖（3.3）。仍按 2 楼计。12月2日 21:00（周三）前可更正。",
            (
                "Floor 6: 水饺's vote is void: does not quote the voter's own vote post (3.3). Floor 2 still counts. "
                "It may be corrected before Dec 2, 21:00 (Wed)."
            ),
        ),
        (
            ("ledger", "votes-1", 6, 0, ballots.NOTHING_TO_CHANGE, 3, [], 0, 0, END),
            "6 楼：水饺 的票无效：还没有投过票，无票可改（X-R43）。12月2日 22:00（周三）前仍可投票。",
            None,
        ),
        (
            ("tally", 1, 2, [[0, 3], [3, 8]], [[1, 3], [2, -2]], 30, -1, 3, 0, []),
            (
                "第二天·计票。\n30 楼起的投票和改票作废。\n受幻觉影响的票：包子 计为投 馒头、{target} 计为弃权。\n得票：馒头 8、水饺 3。\n"
                "馒头（黑侠）被投出局。"
            ),
            None,
        ),
        (
            ("tally", 1, 2, [[0, 8], [3, 8]], [], 0, -1, -1, -1, [0, 3]),
            "第二天·计票。\n得票：水饺 8、馒头 8。\n水饺、馒头 票数相同，进入高票对决。",
            None,
        ),
        (
            ("tally", 2, 2, [[0, 8]], [], 0, 0, -1, -1, []),
            "第二天·高票对决·计票。\n得票：水饺 8。\n水饺 本应出局，受幻觉保护而留下。\n无人出局。",
            None,
        ),
        (
            ("over", [0, 1], 0, [[0, 0, 40], [1, 11, 35]], "s", "p"),
            (
                "游戏结束，光明方、黑暗方共同获胜，得分各半。\n身份与得分：水饺（黑侠） 20、包子〔青侠（暗侠）〕 17.5。\n种子 s，盐 p，可与开局的承诺核对。\n"
                "辛苦各位，请来复盘。"
            ),
            None,
        ),
        (
            ("refused", "block", refusals.BLOCK_REPEATED),
            "没有接受「阻止」：接连两夜不得阻止同一人。请改为别人（1.2）。此前的命令不变。",
            None,
        ),
        (("refused", "", refusals.NOT_OPEN), None, None),
        (("refused", "proxy", refusals.TARGET_OUT), "没有接受「代投」：目标已经出局。请改为在场的人（3.3）。此前的命令不变。", None),
        (("stands", 1, "kill", [2], 0, -1), "包子 发来全组的命令：杀 {target}（由 水饺 承受反弹）。以最后一次为准。", None),
        (("stands", 1, "withdraw", [], -1, -1), "包子 发来「放弃」：全组现在没有命令生效。", None),
        (("accepted", "illusion3", [], -1, 30), "收到：幻觉三，30 楼起。截止 15 分钟以前可更改，以最后一次为准。", None),
        (("accepted", "proxy", [-2], -1, -1), "收到：代投 弃权，已发在投票帖。", None),
        (
            ("rectified", ["public", "dawn", [1, [], []]], ["public", "dawn", [1, [[0, 8]], []]]),
            "更正。先前说：「天亮了。昨夜无人出局。」应为：「天亮了。昨夜出局：水饺（侠士）。」",
            None,
        ),
    ],
)
def test_what_is_said_in_xia(notice: tuple[object, ...], zh: str | None, en: str | None) -> None:
    kind, *args = notice
    assert zh is None or said(str(kind), *args) == zh
    assert en is None or said(str(kind), *args, lang="en") == en


@pytest.mark.parametrize(
    ("notice", "zh"),
    [
        (
            ("dawn", 2, [[0, 3]], ["somebody_led", "plague"]),
            "天亮了。昨夜出局：水饺（普通小孩）。\n昨夜有人被领走。\n鼠疫来了：从下一夜起，被咬的大人或小孩立即出局。",
        ),
        (("succeeded",), "成功。"),
        (("led",), "你被领走了，从现在起属于中立方。"),
        (("tip", 3, 3), "通风报信：馒头 被领走，身份是普通小孩。"),
        (("decided", 3, 1, 0, 0, 0), "第三天·决定票：包子 投给 水饺。水饺 出局，身份是老鼠。"),
        (("decided", 3, 1, 0, 0, 1), "第三天·决定票：包子 没有投，由导演抽签，抽中 水饺。水饺 出局，身份是老鼠。"),
        (
            ("ledger", "votes-1", 2, 0, ballots.NOT_IN_FORM, -1, [], 0, 2, SOON),
            "2 楼：水饺 的票无效：不合格式（P-R16）。按弃权计。12月2日 21:00（周三）前可以引用此帖改票一次。",
        ),
        (
            ("refused", "withdraw", refusals.CANNOT_FORGO),
            "没有接受「放弃」：这一项不能放弃。可以换一个目标；没有命令时由导演抽签（P-R1）。此前的命令不变。",
        ),
        (("accepted", "decide", [0], -1, -1), "收到：决定票投 水饺。截止前可更改，以最后一次为准。"),
    ],
)
def test_what_is_said_in_piper(notice: tuple[object, ...], zh: str) -> None:
    kind, *args = notice
    assert said(str(kind), *args, at=PIPER) == zh


def test_an_acceptance_has_one_shape_whoever_is_aimed_at() -> None:
    """X-R2: the answer is the same words whatever the hidden fate; only the name differs."""
    for act, form in (("block", "阻止"), ("kill", "杀"), ("verify", "验证")):
        texts = {said("accepted", act, [target], -1, -1).replace(NAMES[target], "X") for target in range(len(NAMES))}
        assert texts == {f"收到：今晚{form} X。天亮前可更改，以最后一次为准。"}


def test_a_message_that_is_not_understood_is_answered_with_what_would_be() -> None:
    assert said("not_understood", "near_miss", "杀水佼", [0]) == (
        "没有接受：命令里的名字要一字不差。此前的命令不变。你写的是「杀水佼」。\n是否指 水饺？请用全名再发一次。"
    )
    forms = said("not_understood", "no_order", "", [])
    assert "杀 X" in forms
    assert "咬" not in forms
    assert "咬 X" in said("not_understood", "no_order", "", [], at=PIPER)


def test_a_role_card_says_what_one_can_do_knows_and_how_one_wins() -> None:
    card = said("role", 9)
    assert card.startswith("你的身份：青侠（中立），属中立方。\n没有特权。被黑侠、白侠、赤侠或暗侠吸收后")
    assert "第 4 天" in card
    assert said("room", 0, [0]) == "你在黑侠一组，目前只有你一人。"


@pytest.mark.parametrize("lang", LANGS)
def test_every_notice_of_every_case_can_be_told(lang: Lang) -> None:
    kinds = set()
    for title, table in all_games():
        for entry in table.log:
            for notice in entry.said:
                text = tell(notice, table, lang)
                assert text.strip(), title
                assert "!" not in text
                kinds.add(notice.what)
    assert kinds <= set(KINDS)
    assert len(kinds) >= 30


def test_every_refusal_and_ruling_can_be_told() -> None:
    for lang in LANGS:
        for code in range(1, refusals.TOO_MANY_TARGETS + 1):
            for at in (XIA, PIPER):
                assert said("refused", "", code, at=at, lang=lang)
        for ruling in (*range(10, 17), *range(20, 28)):
            assert said("ledger", "votes-1", 5, 0, ruling, -1, [], 0, 0, "", lang=lang)


def test_what_would_be_right_is_said_for_the_act() -> None:
    """X-R40: 幻觉三 sent by night is not told that powers are for the night."""
    for act, right in (("kill", "夜里的特权在入夜之后"), ("illusion3", "幻觉三在白天或高票对决期间发"), ("", "要在对局进行中发")):
        assert right in said("refused", act, refusals.NOT_OPEN)
