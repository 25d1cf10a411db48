"""A notice → what its addressee reads.

    tell(notice, table, "zh") → "天亮了。昨夜出局：士1（侠士）。"

One function a kind, and each sees nothing but the notice's values and what everybody knows (``Setting``): no text can depend on what its
reader may not know. What all may read is in ``announcements`` and ``votes``, what only some may read in ``private``.
"""

from typing import Any

from bansha.rules.notices import Notice
from bansha.rules.rulebook import Lang
from bansha.table.table import Table
from bansha.telling import announcements, private, votes
from bansha.telling import words as w
from bansha.telling.phrases import Lines, Teller, line
from bansha.telling.words import Setting

# The slots that templates of a public kind may have. Whoever adds one here widens what can be said to all.
PUBLIC_SLOTS: dict[str, frozenset[str]] = {
    "opened": frozenset({"rules", "seats", "commitment"}),
    "signed_up": frozenset({"name", "number"}),
    "left": frozenset({"name"}),
    "dealt": frozenset({"start", "list"}),
    "phase": frozenset({"phase", "closes", "candidates"}),
    "thread": frozenset({"thread"}),
    "ledger": frozenset({"floor", "voter", "target", "reason", "clause", "typed", "meant", "how", "stands", "until"}),
    "tally": frozenset({"phase", "list", "floor", "voter", "target", "saved", "out", "candidates", "runoff"}),
    "decided": frozenset({"phase", "decider", "target", "identity"}),
    "dawn": frozenset({"list"}),
    "revealed": frozenset({"seat", "identity"}),
    "sign": frozenset(),
    "spoken": frozenset({"seat"}),
    "waived": frozenset({"seat"}),
    "adjusted": frozenset({"phase", "closes"}),
    "paused": frozenset({"phase"}),
    "resumed": frozenset({"phase", "closes"}),
    "early": frozenset({"phase"}),
    "vote_corrected": frozenset({"voter", "target"}),
    "substituted": frozenset({"name", "former"}),
    "draw_declared": frozenset(),
    "over": frozenset({"camps", "clause", "list", "seed", "salt"}),
    "rectified": frozenset({"then", "now"}),
    "how": frozenset(),
    "reason": frozenset({"reason"}),
}


def tell(notice: Notice, at: Table | Setting, lang: Lang) -> str:
    """The text of a notice, one line or several. Raises KeyError for a kind that does not exist."""
    known = at if isinstance(at, Setting) else w.setting(at)
    return "\n".join(said for said in KINDS[notice.what](notice.args, known, lang) if said)


def rectified(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """What was said wrongly, and what is right; one of both may be missing."""
    then, now = (tell(Notice(*said), at, lang) if said else "" for said in args)
    key = "rectified" if then and now else "rectified.gone" if then else "rectified.new"
    yield line(key, lang, then=then, now=now)


KINDS: dict[str, Teller] = {
    "opened": announcements.opened,
    "signed_up": announcements.signed_up,
    "left": announcements.left,
    "dealt": announcements.dealt,
    "phase": announcements.phase,
    "thread": announcements.thread,
    "ledger": votes.ledger,
    "tally": votes.tally,
    "decided": votes.decided,
    "vote_corrected": votes.vote_corrected,
    "dawn": announcements.dawn,
    "sign": announcements.sign,
    "spoken": announcements.spoken,
    "waived": announcements.waived,
    "adjusted": announcements.adjusted,
    "paused": announcements.paused,
    "resumed": announcements.resumed,
    "early": announcements.early,
    "substituted": announcements.substituted,
    "draw_declared": announcements.draw_declared,
    "over": announcements.over,
    "rectified": rectified,
    "role": private.role,
    "became": private.became,
    "room": private.room,
    "verified": private.verified,
    "verify_failed": private.plain("verify_failed"),
    "learnt": private.learnt,
    "succeeded": private.plain("succeeded"),
    "failed": private.plain("failed"),
    "led": private.plain("led"),
    "tip": private.tip,
    "reminder": private.reminder,
    "accepted": private.accepted,
    "refused": private.refused,
    "not_understood": private.not_understood,
    "stands": private.stands,
    "new_member": private.new_member,
    "findings": private.adjudication,
    "corrected": private.corrected,
}
