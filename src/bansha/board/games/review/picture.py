"""A night as a picture: orders as arrows in order of sending. Void ones are broken, turned ones bent, absorbed ones redirected.

What it draws it reads off the findings; the words for them are those of ``telling``. A reader without pictures has the same in sentences.
"""

from collections.abc import Iterator
from typing import NamedTuple

from bansha.board.games.review.circle import CENTRE, SIZE, Curve, Point, arrow, label_at, seat_at
from bansha.board.games.review.past import Chapter
from bansha.board.texts import text
from bansha.rules.rulebook import Lang
from bansha.telling import words as w
from bansha.telling.findings import finding_names, order_name

BROKEN = ("void", "loop")
BENT = ("turned",)
REDIRECTED = ("absorbed", "transferred")  # whom: where it lands; detail: whom it was aimed at
IN_VAIN = ("verify_failed", "bite_failed", "lead_failed", "block_idle", "claim_lost", "protect_idle")
LONGEST_NAME = 6
MARK, MARKS = 12.0, 17.0  # from one mark to the next; below the middle of a disc


class Disc(NamedTuple):
    """A seat. ``role`` and ``then`` are its colours at nightfall and at dawn; ``state``: "", "gone" (before) or "out" (tonight).

    ``led`` away: "", "before" or "tonight". ``marks`` are the places of its bites, and whether they are of tonight.
    """

    number: int
    name: str
    short: str
    at: Point
    label: Point
    anchor: str
    role: str
    then: str
    state: str
    led: str
    marks: list[tuple[Point, bool]]
    title: str


class Stroke(NamedTuple):
    """One arrow, or a piece of one. ``kind``: "", "broken", "bent", "redirected" or "vain". ``cross`` is where a broken one is struck."""

    power: str
    kind: str
    d: str
    head: str
    cross: Point | None


class Order(NamedTuple):
    """A standing order: its number, its words, its strokes, and where its number stands."""

    number: int
    title: str
    power: str
    strokes: list[Stroke]
    at: Point


class Picture(NamedTuple):
    """All of it."""

    size: float
    centre: float
    discs: list[Disc]
    orders: list[Order]


def picture(chapter: Chapter, lang: Lang) -> Picture:
    """The picture of a night."""
    return Picture(SIZE, CENTRE, list(discs(chapter, lang)), list(orders(chapter, lang)))


def discs(chapter: Chapter, lang: Lang) -> Iterator[Disc]:
    """The seats."""
    at = chapter.here.at
    names = finding_names(at.rules)
    out = {row[1] for row in chapter.here.findings if names[row[0]] == "out"}
    living = chapter.here.living
    before, after = chapter.before, chapter.after
    for seat, name in enumerate(at.names):
        role, then = (colour(at.rules, standing.identities[seat]) for standing in (before, after))
        label, anchor = label_at(seat, len(at.names))
        led = "before" if seat in before.led else "tonight" if seat in after.led else ""
        title = f"{seat + 1} {name} · {told(chapter, seat, lang)}"
        state = "out" if seat in out else "" if seat in living else "gone"
        short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
        yield Disc(seat + 1, name, short, seat_at(seat, len(at.names)), label, anchor, role, then, state, led, marks(chapter, seat), title)


def told(chapter: Chapter, seat: int, lang: Lang) -> str:
    """How a seat stood and stands, in words: what is drawn, for whoever points at it or has it read out."""
    at, before, after = chapter.here.at, chapter.before, chapter.after
    parts = [w.identity(at, before.identities[seat], lang)]
    if after.identities[seat] != before.identities[seat]:
        parts[0] += f" → {w.identity(at, after.identities[seat], lang)}"
    if after.marks[seat]:
        tonight = after.marks[seat] - before.marks[seat]
        parts.append(text("review.marked_now" if tonight else "review.marked", lang, marks=after.marks[seat], tonight=tonight))
    if seat in after.led:
        parts.append(text("review.led" if seat in before.led else "review.led_now", lang))
    return " · ".join(parts)


def marks(chapter: Chapter, seat: int) -> list[tuple[Point, bool]]:
    """Where a seat's marks are drawn, side by side at the foot of its disc; those of tonight last."""
    place, many = seat_at(seat, len(chapter.here.at.names)), chapter.after.marks[seat]
    return [(Point(place.x + MARK * (i - (many - 1) / 2), place.y + MARKS), i >= chapter.before.marks[seat]) for i in range(many)]


def colour(rules: str, identity: int) -> str:
    """The key of an identity, which the style sheet colours."""
    return w.IDENTITIES[rules][identity]


def orders(chapter: Chapter, lang: Lang) -> Iterator[Order]:
    """The arrows, in order of sending."""
    at = chapter.here.at
    rows = chapter.here.orders
    used: dict[tuple[int, int], int] = {}
    for number, (sender, power, target, second, *_rest) in enumerate(rows):
        name = w.POWERS[at.rules][power]
        strokes: list[Stroke] = []
        first: Curve | None = None
        for aim in (target, second):
            if aim < 0:
                continue
            pair = (min(sender, aim), max(sender, aim))
            lane = used[pair] = used.get(pair, -1) + 1
            drawn = list(flight(chapter, number, name, sender, aim, lane))
            strokes += [stroke for stroke, _curve in drawn]
            first = first or drawn[0][1]
        if first is not None:
            yield Order(number + 1, order_name(rows, number, at, lang), name, strokes, first.at(0.16))


def flight(chapter: Chapter, number: int, power: str, sender: int, aim: int, lane: int) -> Iterator[tuple[Stroke, Curve]]:
    """The strokes of one order towards one seat."""
    at = chapter.here.at
    names = finding_names(at.rules)
    found = [(names[row[0]], row[1], row[4]) for row in chapter.here.findings if row[2] == number]
    seats = len(at.names)
    way = arrow(seat_at(sender, seats), seat_at(aim, seats), lane)
    keys = {key for key, _whom, _detail in found}
    if keys & set(BROKEN):
        yield Stroke(power, "broken", way.part(0, 0.44).d, "", way.at(0.5)), way
        yield Stroke(power, "broken far", way.part(0.56, 1).d, way.head, None), way
        return
    kind = "vain" if keys & set(IN_VAIN) else ""
    landings = [(key, whom) for key, whom, detail in found if key in REDIRECTED and (detail in (aim, -1) or "turned" in keys)]
    turned = next((whom for key, whom, _detail in found if key in BENT), -1)
    yield Stroke(power, "bent" if turned >= 0 else "redirected" if landings else kind, way.d, way.head, None), way
    here = aim
    if turned >= 0:
        back = arrow(seat_at(aim, seats), seat_at(turned, seats), lane + 1)
        yield Stroke(power, "bent", back.d, back.head, None), back
        here = turned
    for _key, whom in landings:
        if whom != here:
            on = arrow(seat_at(here, seats), seat_at(whom, seats), lane + 1)
            yield Stroke(power, "redirected", on.d, on.head, None), on
            here = whom
