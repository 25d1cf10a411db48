"""What would be announced if the open phase ended now; for a director who wants to see it first. Changes nothing."""

from copy import copy
from datetime import datetime

from bansha.rules.errors import Unlawful
from bansha.rules.notices import Notice
from bansha.rules.states import clone
from bansha.table.course import close
from bansha.table.table import Table
from bansha.table.threads import Thread


def preview(table: Table, at: datetime) -> list[Notice]:
    """What closing the open phase at ``at`` would say, the director's findings included. Raises Unlawful if no phase is open.

    Nobody but the director may see it: it holds every notice to everybody.
    """
    if table.slot is None:
        raise Unlawful("not_under_way", "对局不在进行中", "the game is not under way")
    return close(twin(table), table.clock.taken(at))


def twin(table: Table) -> Table:
    """A table that may be played on without the other one noticing. They share the log, which only ``Table.receive`` adds to."""
    other = copy(table)
    other.state = clone(table.state)
    other.threads = {name: twin_thread(thread) for name, thread in table.threads.items()}
    for name, value in vars(table).items():
        if name != "log" and name != "threads" and isinstance(value, list | dict):
            setattr(other, name, value.copy())
    other.stays = [copy(stay) for stay in table.stays]
    return other


def twin_thread(thread: Thread) -> Thread:
    """The same for a thread."""
    other = copy(thread)
    other.authors, other.rulings = thread.authors[:], thread.rulings[:]
    return other
