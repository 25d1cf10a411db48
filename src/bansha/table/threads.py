"""Threads and their floors. Floor 1 is the director's opening post; nothing is ever removed.

Ids: ``talk-2``, ``votes-2`` (day 2), ``runoff-talk-2``, ``runoff-votes-2``, ``words-2`` (last words after night 2), ``room-0``.
"""

from bansha.rules.ballots import NOTHING_TO_CHANGE, TALK
from bansha.rules.phases import DAY, RUNOFF, WORDS

DIRECTOR = -1
NO_VOTE = (TALK, NOTHING_TO_CHANGE)  # a change of nothing is no vote post that could be quoted later (X-R43, P-R17)


class Thread:
    """The authors of a thread's posts by floor, and in a vote thread what each post counted as."""

    __slots__ = ("authors", "rulings", "votes")

    def __init__(self, votes: bool) -> None:
        self.votes = votes
        self.authors = [DIRECTOR]
        self.rulings = [TALK]

    @property
    def floors(self) -> int:
        """How many posts there are; the floor of the last one."""
        return len(self.authors)

    def add(self, author: int, ruling: int = TALK) -> int:
        """Append a post and return its floor."""
        self.authors.append(author)
        self.rulings.append(ruling)
        return len(self.authors)

    def take_back(self) -> None:
        """Undo the last ``add``: in a corrected past that post was never written."""
        self.authors.pop()
        self.rulings.pop()

    def is_own_vote(self, floor: int, seat: int) -> bool:
        """Whether the post at ``floor`` is a vote post, void or not, of that seat (3.3: a change quotes one)."""
        return 0 < floor <= len(self.authors) and self.authors[floor - 1] == seat and self.rulings[floor - 1] not in NO_VOTE


def talk_thread(phase: int, day: int) -> str:
    """The discussion thread of a day or runoff, the thread of last words."""
    return f"words-{day}" if phase == WORDS else f"runoff-talk-{day}" if phase == RUNOFF else f"talk-{day}"


def vote_thread(phase: int, day: int) -> str:
    """The vote thread of a day or runoff, ``""`` for other phases."""
    return f"votes-{day}" if phase == DAY else f"runoff-votes-{day}" if phase == RUNOFF else ""


def room_thread(room: int) -> str:
    """The private thread of a group."""
    return f"room-{room}"


def is_room(name: str) -> bool:
    """Whether a thread is the private one of a group."""
    return name.startswith("room-")
