"""The director's own posts in threads: the opening post on floor 1, and the posts he makes for voters."""

from bansha.rules import ballots
from bansha.table.table import Table

OPENINGS = {
    "talk": "第 {day} 天 · 讨论\n\n这里讨论，投票请到投票帖。截止 {closes}。",
    "votes": "第 {day} 天 · 投票\n\n写法：\n投票对象：名字\n投票理由：理由\n\n改票请引用自己的投票帖，结束前一小时内不能改票。截止 {closes}。",
    "runoff-talk": "第 {day} 天 · 高票对决 · 讨论\n\n对决双方：{pair}。截止 {closes}。",
    "runoff-votes": "第 {day} 天 · 高票对决 · 投票\n\n只能投给 {pair}。截止 {closes}。",
    "words": "第 {day} 夜 · 遗言\n\n昨夜出局的人每人一帖，{closes} 前有效。",
    "room": "这里是你们的房间，只有成员看得到。",
}


def opening_text(table: Table, key: str) -> str:
    """What stands on floor 1 of a thread."""
    kind, _dash, number = key.rpartition("-")
    closes = table.closes.strftime("%m月%d日 %H:%M") if table.closes else ""
    pair = table.state.pair if table.state is not None else 0
    names = "、".join(name for seat, name in enumerate(table.names) if (pair >> seat) & 1)
    return OPENINGS[kind].format(day=number, closes=closes, pair=names)


def proxy_text(table: Table, seat: int, target: int, ruling: int) -> str:
    """The director's post of a proxy vote or a correction."""
    what = {ballots.VOTE: "代投", ballots.CHANGE: "代改票", ballots.CORRECTION: "更正"}[ruling]
    named = table.names[target] if target >= 0 else "无"
    label = "改票对象" if ruling == ballots.CHANGE else "投票对象"
    return f"{what}（{table.names[seat]}）\n{label}：{named}"
