"""What a player has in hand: what he may order and ask for in the open phase, as he knows himself.

It is asked of the table, and holds nothing that the seat has not been told; whom an order may name is the same list for everybody.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from bansha.board.games.models import Game
from bansha.board.games.tables import lock_of, table_of
from bansha.reading.order_words import WORDS
from bansha.rules import phases
from bansha.rules.bits import has
from bansha.rules.errors import Malformed
from bansha.rules.face import Order
from bansha.table.posting import may_be_named
from bansha.table.table import Table


class Hand(NamedTuple):
    """``powers`` are acts of the open phase; ``standing`` what stands for the seat or its group; ``group`` its living members.

    ``named`` is whom an order may name, ``candidates`` whom a vote may, with ABSTAIN where that is a vote.
    """

    dealt: bool
    alive: bool
    over: bool
    phase: int
    powers: list[str]
    standing: Order | None
    group: list[int]
    named: list[int]
    candidates: list[int]
    proxies: bool
    corrections: bool
    last_words: bool

    @property
    def withdraws(self) -> bool:
        """Whether withdrawing is offered: at night to everybody, else where there is an order to give. 放弃 by day looks like giving up."""
        return self.phase == phases.NIGHT or bool(self.powers)


EMPTY = Hand(False, False, False, phases.SIGNUP, [], None, [], [], [], False, False, False)


def hand_of(game: Game, seat: int) -> Hand:
    """What the seat has in hand now."""
    with lock_of(game.pk):
        table = table_of(Game.objects.get(pk=game.pk))
        return read(table, seat)


def read(table: Table, seat: int) -> Hand:
    """The same with a table in hand."""
    s = table.state
    if s is None:
        return EMPTY
    alive, voting = bool(has(s.alive, seat)), bool(table.voting) and not table.paused
    candidates = seats_of(may_be_named(table)) if voting else []
    if voting and (s.phase == phases.DAY or table.form.abstain_in_runoff):
        candidates.append(phases.ABSTAIN)
    return Hand(
        dealt=True,
        alive=alive,
        over=table.over,
        phase=table.phase,
        powers=[] if table.over or table.slot is None else table.law.powers(s, seat),
        standing=None if table.over else table.law.standing(s, seat),
        group=next((seats_of(room) for room in table.members if has(room, seat)), []),
        named=seats_of(s.pair if s.phase == phases.DECIDER else s.alive),
        candidates=candidates,
        proxies=voting and alive and table.form.proxies,
        corrections=voting and alive and table.form.corrections,
        last_words=bool(s.phase == phases.WORDS and has(s.words, seat)),
    )


def seats_of(bits: int) -> list[int]:
    """The seats of a set, ascending."""
    return [seat for seat in range(bits.bit_length()) if has(bits, seat)]


def compose(acts: Collection[str], names: Sequence[str], act: str, targets: list[int], member: int, floor: str) -> str:
    """The message that a form stands for, in the form that is always understood, by the names of the seats.

    Raises Malformed for what no form of this game sends; ``acts`` are those of its rule set.
    """
    if act not in acts or not all(phases.ABSTAIN <= seat < len(names) for seat in (*targets, member)):
        raise Malformed("form", "表单里没有这一项", "no form of this game sends that")
    words = WORDS[act]
    text = words.zh.partition(" ")[0]
    named = [names[seat] if seat >= 0 else "无" for seat in targets[: words.targets] if seat != phases.NOBODY]
    if named:
        text += " " + "、".join(named)
    if act == "illusion3":
        text += f" {floor[:6]}"
    if member >= 0:
        text += f"（由 {names[member]}）"  # the bracket ends the name before it, whatever it is
    return text
