"""What a private message to the director orders (X-R1, X-R40), or what about it is not understood.

    read_order(text, book, vocabulary, sender) → OrderReading

The message must read as one order from its first word to its last: greeting, "tonight", "we", a word of ``order_words``, exact names, and
then nothing but courtesy or a remark without names or orders in it. Everything else is not understood, with a reason that the answer can
use; nothing is guessed. It refuses to know whether the sender may do it (``rules``): the dead, oneself, a power one has not.
"""

from typing import NamedTuple

from bansha.reading.names import NameBook
from bansha.rules.phases import NOBODY


class OrderReading(NamedTuple):
    """What a message orders. It is to be carried out only if ``problem`` is "".

    ``act`` is a key of ``order_words.WORDS``, "" if no act was understood; ``targets`` seats (ABSTAIN for 无); ``member`` the one of the
    group that answers (由 Y) or NOBODY; ``floor`` a floor number or −1; ``problem`` a word of ``PROBLEMS`` or ""; ``near`` the seats whose
    names the text may have meant, never acted on; ``typed`` the words that were not understood.
    """

    act: str
    targets: tuple[int, ...]
    member: int
    floor: int
    problem: str
    near: tuple[int, ...]
    typed: str


PROBLEMS = (
    "no_order",  # nothing in it looks like an order
    "not_understood",  # it speaks of an order, but not in a form that is certain
    "say_proxy",  # 投 X where only 代投 X has a meaning
    "not_here",  # an act of the other rule set
    "negated", "question", "conditional", "two_orders", "two_targets", "too_many_targets", "missing_target", "missing_floor",
    "unknown_name", "near_miss", "ambiguous_name",
)  # fmt: skip


def read_order(text: str, book: NameBook, vocabulary: frozenset[str], sender: int = NOBODY) -> OrderReading:
    """What ``text`` orders; ``vocabulary`` is the acts that exist (``order_words.XIA`` or ``PIPER``), ``sender`` the seat of "myself".

    Never raises. Names are exact after folding (X-R40) and may be of anybody, also of one who is out: that is for ``rules`` to refuse.
    """
    # Only now, because its grammar takes longer to compile than the interpreter to start.
    from bansha.reading.order_grammar import read_message

    return read_message(text, book, vocabulary, sender)
