"""Geometry of a night's picture: seats on a circle, arrows between them. Numbers only; it knows no game."""

from math import cos, hypot, pi, sin
from typing import NamedTuple

SIZE = 760.0
CENTRE = SIZE / 2
RADIUS = 258.0  # of the circle of seats
DISC = 25.0  # of a seat
GAP = 5.0  # between a seat and an arrow
HEAD = 15.0  # length of an arrow's head


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


class Curve(NamedTuple):
    """A quadratic curve."""

    start: Point
    bend: Point
    end: Point

    def at(self, t: float) -> Point:
        """The place at ``t``, 0 to 1."""
        return Point(*((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c for a, b, c in zip(self.start, self.bend, self.end, strict=True)))

    def part(self, t0: float, t1: float) -> "Curve":
        """The piece between two places."""
        a, c = self.at(t0), self.at(t1)
        at = Point(*((1 - t1) * ((1 - t0) * p + t0 * q) + t1 * ((1 - t0) * q + t0 * r) for p, q, r in zip(*self, strict=True)))
        return Curve(a, at, c)

    def trimmed(self, first: float, last: float) -> "Curve":
        """The curve without so much length at either end."""
        whole = sum(hypot(*(b - a for a, b in zip(self.at(i / 16), self.at((i + 1) / 16), strict=True))) for i in range(16)) or 1.0
        return self.part(min(0.45, first / whole), max(0.55, 1 - last / whole))

    @property
    def d(self) -> str:
        """As an SVG path."""
        (a, b), (c, d), (e, f) = self
        return f"M{a:.1f} {b:.1f}Q{c:.1f} {d:.1f} {e:.1f} {f:.1f}"

    @property
    def head(self) -> str:
        """The arrow's head as a polygon."""
        back = self.part(0, 1).at(0.9)
        dx, dy = self.end.x - back.x, self.end.y - back.y
        length = hypot(dx, dy) or 1.0
        ux, uy = dx / length, dy / length
        root = Point(self.end.x - HEAD * ux, self.end.y - HEAD * uy)
        sides = (Point(root.x - uy * HEAD / 2.4, root.y + ux * HEAD / 2.4), Point(root.x + uy * HEAD / 2.4, root.y - ux * HEAD / 2.4))
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.end, *sides))


def seat_at(seat: int, seats: int, radius: float = RADIUS) -> Point:
    """Where a seat sits: the first at the top, on with the clock."""
    angle = 2 * pi * seat / seats - pi / 2
    return Point(CENTRE + radius * cos(angle), CENTRE + radius * sin(angle))


def arrow(start: Point, end: Point, lane: float = 0.0) -> Curve:
    """A curve from seat to seat that leans towards the middle; ``lane`` keeps arrows between the same seats apart. To itself: a loop."""
    if start == end:
        return loop(start)
    mid = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    dx, dy = end.x - start.x, end.y - start.y
    length = hypot(dx, dy)
    lean = 0.3
    side = 14.0 + 26.0 * lane
    bend = Point(mid.x + (CENTRE - mid.x) * lean - dy / length * side, mid.y + (CENTRE - mid.y) * lean + dx / length * side)
    return Curve(start, bend, end).trimmed(DISC + GAP, DISC + GAP)


def loop(seat: Point) -> Curve:
    """A small turn from a seat to itself, on the inner side."""
    dx, dy = CENTRE - seat.x, CENTRE - seat.y
    length = hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    start = Point(seat.x + ux * DISC - uy * 16, seat.y + uy * DISC + ux * 16)
    end = Point(seat.x + ux * DISC + uy * 16, seat.y + uy * DISC - ux * 16)
    return Curve(start, Point(seat.x + ux * 110, seat.y + uy * 110), end)


def label_at(seat: int, seats: int) -> tuple[Point, str]:
    """Where a seat's name stands, outside the circle, and how it is anchored."""
    place = seat_at(seat, seats, RADIUS + DISC + 12)
    sideways = place.x - CENTRE
    anchor = "middle" if abs(sideways) < 60 else "start" if sideways > 0 else "end"
    lift = 8 if abs(sideways) >= 60 else 18 if place.y > CENTRE else -4
    return Point(place.x, place.y + lift), anchor
