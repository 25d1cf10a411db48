"""Posts of public threads as HTML, kept in this process's memory: a post never changes, so it is drawn once for each ``Look``.

Rules for whoever edits this:
1. Whatever the drawing depends on is either a value of the ``Look``, read from the database for this very request, or can never change. So
   no event has to throw anything away, and other processes may write what they like.
2. Posts of rooms are never kept: nothing in here is anybody's secret.
"""

import threading
from collections import OrderedDict
from itertools import groupby

from django.db.models import Q

from bansha.board.games.drawing_posts import A_PAGE, Look, as_html, rows_of
from bansha.board.games.models import Game, Post, Thread
from bansha.table.threads import is_room

MOST = 4_000_000  # characters of one process; those of Chinese take two bytes each
A_KEY = 2_000  # what the key of fifty floors counts for
Key = tuple[Look, int, int]  # of which thread, which fifty floors


class Shelf:
    """HTML by floor, for each key; what was used last stands last, and the first goes when it is too much."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0
        self.pages: OrderedDict[Key, dict[int, str]] = OrderedDict()
        self.lock = threading.Lock()

    def get(self, key: Key) -> dict[int, str]:
        """What there is; not to be changed."""
        with self.lock:
            found = self.pages.get(key)
            if found is None:
                return {}
            self.pages.move_to_end(key)
            return found

    def put(self, key: Key, drawn: dict[int, str]) -> None:
        """Keep more of a page."""
        with self.lock:
            before = self.pages.pop(key, {})
            self.pages[key] = {**before, **drawn}
            self.held += size(self.pages[key]) - size(before)
            while self.held > self.most:
                self.held -= size(self.pages.popitem(last=False)[1])


def size(page: dict[int, str]) -> int:
    """Characters of a page."""
    return A_KEY + sum(map(len, page.values())) if page else 0


_shelf = Shelf(MOST)


def html_of(game: Game, thread: Thread, look: Look, floors: list[int]) -> list[str]:
    """The posts on these floors of a public thread, in order."""
    assert not is_room(thread.key)
    found: dict[int, str] = {}
    for page, _floors in groupby(floors, page_of):
        found |= _shelf.get((look, thread.pk, page))
    missing = [floor for floor in floors if floor not in found]
    if missing:
        posts = Post.objects.filter(thread=thread, floor__in=missing).order_by("floor")
        rows = rows_of(posts, game, look, Q(), len(missing))
        drawn = dict(zip((row["floor"] for row in rows), as_html(rows, look), strict=True))
        for page, those in groupby(drawn, page_of):
            _shelf.put((look, thread.pk, page), {floor: drawn[floor] for floor in those})
        found |= drawn
    return [found[floor] for floor in floors if floor in found]


def page_of(floor: int) -> int:
    """Which fifty floors it is among."""
    return (floor - 1) // A_PAGE
