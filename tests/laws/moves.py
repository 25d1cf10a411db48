"""Whole games out of Hypothesis: a list of moves in numbers, made into inputs that fit the table as it is, or just do not fit.

A move means the same on two tables in the same position, whatever the players are called.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st

from bansha.rules.bits import lowest
from bansha.rules.errors import BanshaError
from bansha.rules.notices import Notice
from bansha.table.header import open_header
from bansha.table.inputs import Adjust, Begin, CorrectVote, DeclareDraw, Input, Message, OpenEarly, Post, ProxyPost, Substitute, Tick
from bansha.table.table import Table
from tests.table.play import NAMES, OPENING, SEED, Game

# kind, seat, target, another, minutes
Move = tuple[int, int, int, int, int]

ORDERS = {
    "xia": ("杀 {0}", "阻止 {0}", "救 {0}", "验 {0}", "接收 {0}", "幻觉一 {0} {1}", "幻觉二 {0}", "杀 {0}，由 {1}", "验 {0}，由 {1}"),
    "piper": ("咬 {0}", "欺骗 {0}", "保护 {0}", "领走 {0}", "投 {0}", "咬 {1}", "咬 {0}"),
}
# The seats of the law's table that have a power, by their order above: most orders come from somebody who may send them.
ABLE = {
    "xia": ((0, 1, 2), (3,), (5,), (6,), (7,), (4,), (4,), (0, 1, 2), (6,)),
    "piper": ((0, 1, 2), (3,), (4,), (11,), range(12), (0, 1, 2), (0, 1, 2)),
}
GARBAGE = (
    "",
    "？",
    "杀",
    "杀 不存在的人",
    "杀 {0} 和 {1}",
    "如果我没死就验 {0}",
    "你好",
    "幻觉三",
    "投票对象：",
    "\u200b",
    "a" * 300,
    "投 {0} 不要投 {1}",
)

VOTE, CHANGE, ORDER, ASK, TALK, JUNK, ACT, WAIT, CLOSE = range(9)
KINDS = (VOTE,) * 8 + (CHANGE,) * 2 + (ORDER,) * 6 + (ASK,) * 2 + (TALK,) * 2 + (JUNK, ACT, WAIT) + (CLOSE,) * 4


def moves(size: int = 40) -> st.SearchStrategy[list[Move]]:
    """A list of moves; no shorter than half its size, or little would happen."""
    number = st.integers(0, 255)
    return st.lists(st.tuples(st.sampled_from(KINDS), number, number, number, st.integers(0, 300)), min_size=size // 2, max_size=size)


def started(rules: str, names: tuple[str, ...] = NAMES, swapped: tuple[int, int] = (0, 0), **position: Any) -> Game:
    """A game on the law's seats under these names, two identities swapped; from day 1, or from a position."""
    table = Table(open_header(rules))
    identities = list(table.law.seating(table.options))
    p, q = swapped
    identities[p], identities[q] = identities[q], identities[p]
    game = Game(table, table.clock.read(OPENING[rules]))
    table.receive(Begin(list(names[: len(identities)]), identities, position or None, SEED, OPENING[rules]), game.time)
    return game


def as_input(game: Game, move: Move) -> Input:
    """What the move means now."""
    kind, seat, a, b, _minutes = move
    table = game.table
    n = len(table.names)
    rules = table.header.rules
    seat, first, second = seat % n, _alive(table, a), _alive(table, b)
    names = (table.names[first], table.names[second])
    if kind in (VOTE, CHANGE) and table.threads:
        thread = table.voting or next((name for name in table.threads if "votes" in name), next(iter(table.threads)))
        name = "无" if b % 16 == 0 else names[0] if b % 4 else table.names[_alive(table, 1)]
        quote = a % (len(table.threads[thread].authors) + 1) if kind == CHANGE else 0
        if kind == CHANGE and b % 2:
            quote = next((k + 1 for k, author in enumerate(table.threads[thread].authors) if author == seat), 0)
        label = "改" if kind == CHANGE else "投"
        return Post(thread, seat, f"{label}票对象：{name}\n{label}票理由：见讨论帖", quote)
    if kind == ORDER:
        which = a % len(ORDERS[rules])
        able = ABLE[rules][which]
        sender = able[b % len(able)] if seat % 4 else seat
        return Message(sender, ORDERS[rules][which].format(*names))
    if kind == ASK:
        return Message(
            seat,
            ("放弃", "同意平局", "撤回同意", "放弃遗言", f"代投 {names[0]}", f"更正 {names[0]}", f"幻觉三 {a}", "代投 无")[b % 8],
        )
    if kind == TALK and table.threads:
        if table.state.words and a % 2:
            seat = lowest(table.state.words)
        thread = list(table.threads)[a % len(table.threads)] if b % 3 == 0 else table.talks[-1] if table.talks else "room-0"
        return Post(thread, seat, "大家好，我先听听", 0)
    if kind == JUNK:
        text = GARBAGE[a % len(GARBAGE)].format(*names)
        return Message(seat, text) if b % 2 else Post(table.voting or f"votes-{b}", seat, text, b % 7)
    if kind == ACT:
        return _act(game, seat, first, a, b)
    return Tick()


def _act(game: Game, seat: int, first: int, a: int, b: int) -> Input:
    """Something of the director's."""
    closes = (game.time + timedelta(minutes=a)).isoformat()
    acts: tuple[Callable[[], Input], ...] = (
        lambda: ProxyPost(seat, first),
        lambda: CorrectVote(seat, first, "读错了"),
        lambda: Adjust(closes, "有事"),
        OpenEarly,
        lambda: Substitute(seat, f"新人{a}"),
        lambda: DeclareDraw("特殊情况") if a >= 224 else CorrectVote(seat, -1, ""),
    )
    return acts[b % len(acts)]()


def _alive(table: Table, k: int) -> int:
    """The k-th seat; mostly one that is alive, if any is."""
    living = [seat for seat in range(len(table.names)) if table.state is not None and (table.state.alive >> seat) & 1]
    return k % len(table.names) if not living or k % 8 == 7 else living[k // 8 % min(len(living), 4 if k % 2 else 62)]


def pass_time(game: Game, move: Move) -> None:
    """The clock of the move: some minutes on, or to the end of the phase. Nothing happens yet."""
    kind, *_rest, minutes = move
    table = game.table
    if kind == CLOSE and table.closes is not None:
        game.time = max(game.time, table.closes)
    else:
        game.time += timedelta(minutes=minutes // 5, seconds=1)


def make(game: Game, move: Move) -> list[Notice] | str:
    """Let time pass and send the input: what was said, or the code of the error."""
    pass_time(game, move)
    what = as_input(game, move)
    try:
        return game.table.receive(what, game.time)
    except BanshaError as error:
        return error.code
