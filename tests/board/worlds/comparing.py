"""Two worlds side by side, before every kind of viewer; a difference is a leak, unless the viewer may know what differs."""

from collections.abc import Iterable
from difflib import unified_diff
from typing import Literal, NamedTuple

from bansha.board.people.models import User
from tests.board.worlds.crawler import Answer, Crawl
from tests.board.worlds.world import Course, World, knowledge, world

LIVING, DEAD = 1, 1  # how many seats of each are asked
SELDOM = ("spectator", "staff", "another game's director")  # asked with all effort only: what they may know is what a visitor may
Effort = Literal["read", "some", "all"]  # who sends something: nobody; some, by the forms they are shown; all, to every address


class Leak(NamedTuple):
    """Where the two worlds differ before a viewer who may not know how."""

    viewer: str
    asked: str
    how: str

    def __str__(self) -> str:
        return f"{self.viewer}: {self.asked}\n{self.how}"


class Seen(NamedTuple):
    """Both worlds before all viewers: the leaks, which viewers were told the same, and which addresses they asked for."""

    leaks: list[Leak]
    viewers: list[str]
    asked: set[str]


def viewers(here: World, seats: Iterable[int]) -> dict[str, tuple[User | None, int]]:
    """Everybody who may look, by a name for him: his account, and the seat whose knowledge is his, −1 for the public's."""
    found: dict[str, tuple[User | None, int]] = {}
    for seat in seats:
        found[f"{'living' if seat in here.game.alive else 'dead'} seat {seat}"] = here.game.users[seat], seat
    found["visitor"] = None, -1
    found["spectator"] = User.objects.get(username="spectator"), -1
    found["staff"] = User.objects.get(username="admin"), -1
    found["another game's player"] = here.other.users[0], -1
    found["another game's director"] = here.other.organiser, -1
    for who in here.former:
        found["former player"] = who, -1
    return found


def told(course: Course) -> dict[str, object]:
    """What every viewer of a course knows."""
    with world(course) as here:
        public = knowledge(here, -1)
        everybody = viewers(here, range(len(course.identities)))
        return {name: public if seat < 0 else knowledge(here, seat) for name, (_who, seat) in everybody.items()}


def looks(course: Course, seats: list[int], effort: Effort, asked: set[str]) -> dict[str, list[Answer]]:
    """A world before all its viewers. ``seats``: those to be asked beside the outsiders."""
    found = {}
    with world(course) as here:
        for name, (who, _seat) in viewers(here, seats).items():
            if effort != "all" and name in SELDOM:
                continue
            writes = effort == "all" or (
                effort == "some" and name in ("visitor", "former player", *(f"living seat {seat}" for seat in seats[:1]))
            )
            crawl = Crawl(here, who, writes, effort == "all").walk()
            asked.update(crawl.seen)
            found[name] = crawl.answers
    return found


def compare(one: Course, two: Course, effort: Effort = "some", seats: Iterable[int] = ()) -> Seen:
    """Play both and let everybody look who was told the same in both: the outsiders, a few players, and ``seats`` if they were."""
    asked: set[str] = set()
    ours, theirs = told(one), told(two)
    same = [name for name in ours if name in theirs and ours[name] == theirs[name]]
    if "visitor" not in same:
        return Seen([], [], asked)
    wanted = [name for name in same if name.split()[-1] in map(str, seats)]
    living = [name for name in same if name.startswith("living") and name not in wanted]
    dead = [name for name in same if name.startswith("dead") and name not in wanted]
    numbers = [int(name.split()[-1]) for name in (*wanted, *living[:LIVING], *dead[:DEAD])]
    here, there = (looks(course, numbers, effort, asked) for course in (one, two))
    return Seen([leak for name in here for leak in leaks(name, here[name], there[name])], list(here), asked)


def leaks(viewer: str, ours: list[Answer], theirs: list[Answer]) -> list[Leak]:
    """The first few differences between what a viewer got in two worlds."""
    found = []
    for one, two in zip(ours, theirs, strict=False):
        if one != two:
            found.append(Leak(viewer, one.asked, difference(one, two)))
            if one.asked != two.asked or len(found) == 3:
                return found
    if not found and len(ours) != len(theirs):
        longer = max(ours, theirs, key=len)
        found.append(Leak(viewer, longer[min(len(ours), len(theirs))].asked, "only in one world"))
    return found


def difference(one: Answer, two: Answer) -> str:
    """How two answers differ."""
    parts = []
    if one.asked != two.asked:
        parts.append(f"asked {two.asked}")
    if one.status != two.status:
        parts.append(f"status {one.status} / {two.status}")
    if one.headers != two.headers:
        parts.append(f"headers {sorted(set(one.headers) ^ set(two.headers))}")
    if one.body != two.body:
        parts += list(unified_diff(one.body.splitlines(), two.body.splitlines(), "one", "two", lineterm="", n=0))[:20]
    return "\n".join(parts)
