"""Every address of the site, with values for its parts, and what to write in its forms. A part without values here fails the tests.

The values are the same in both worlds of a pair, and include what does not exist and what the viewer may not see.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from bansha.board.people.models import User
from tests.board.worlds.world import World

THREADS = (
    "talk-1", "votes-1", "talk-2", "votes-2", "talk-3", "votes-3", "words-1", "words-2", "runoff-talk-1", "runoff-votes-1", "talk-9",
    *(f"room-{n}" for n in range(9)), "graveyard",
)  # fmt: skip
MOST_OF_A_ROUTE = 60
TEXTS = ("说话", "投票对象：包子\n投票理由：看发言", "杀 包子", "咬 包子", "同意平局", "不知所云")
QUERIES = {"thread": ("?from=1", "?from=51", "?from=2&by=0", "?quote=1", "?quote=2&text=草稿")}
CHAPTERS = ("day-1", "night-1", "runoff-1", "nothing")
NOT_OURS = ("static/",)


def parts(world: World, who: User | None) -> dict[str, tuple[Any, ...]]:
    """Values for the parts of addresses, by name."""
    return {
        "game_id": (world.game.pk, world.other.pk, "nosuchgame"),
        "key": THREADS,
        "day": (1, 2, 7),
        "night": (1, 2, 7),
        "seat": (0, 1, 2, 5, 11, 99),
        "number": (0, 1, 2, 5, 11, 99),
        "floor": (1, 2, 3, 99),
        "n": (1, 20, 40, 999),
        "entry": (1, 20, 40, 999),
        "rules": ("xia", "piper", "chess"),
        "name": (world.game.users[0].username, world.game.organiser.username, "nobody-of-that-name"),
        "username": (world.game.users[0].username, world.game.organiser.username, "nobody-of-that-name"),
        "form": ("log.jsonl", "review.md", "review.bbcode.txt", "nothing"),
        "link": ("nothing",),
        "token": (who.feed_token if who else "x" * 32, "x" * 32),
    }


class Route:
    """One entry of the table of addresses."""

    def __init__(self, route: str, name: str) -> None:
        self.route, self.name = route, name
        self.parts = re.findall(r"<(?:\w+:)?(\w+)>", route)
        self.regex = re.compile("/" + re.sub(r"<(?:\w+:)?\w+>", "[^/]+", re.sub(r"([.?+])", r"\\\1", route)) + r"\Z")

    def fill(self, values: tuple[Any, ...]) -> str:
        """The address with these parts."""
        remaining = iter(values)
        return "/" + re.sub(r"<(?:\w+:)?\w+>", lambda _: str(next(remaining)), self.route)


@cache
def routes() -> tuple[Route, ...]:
    """All addresses of the site."""

    def those(patterns: list[Any], before: str) -> Iterator[Route]:
        for entry in patterns:
            route = before + str(entry.pattern).removeprefix("^").removesuffix("$")
            if isinstance(entry, URLResolver):
                yield from those(entry.url_patterns, route)
            elif isinstance(entry, URLPattern) and not route.startswith(NOT_OURS):
                yield Route(route, entry.name or "")

    return tuple(those(get_resolver().url_patterns, ""))


def addresses(world: World, who: User | None) -> list[str]:
    """What everybody asks for, whether it exists or not."""
    values, found = parts(world, who), []
    for route in routes():
        missing = [name for name in route.parts if name not in values]
        assert not missing, f"/{route.route}: tests/board/worlds/places.py has no values for {', '.join(missing)}"
        choices = [CHAPTERS if (route.name, name) == ("review_chapter", "key") else values[name] for name in route.parts]
        for combination in islice(product(*choices), MOST_OF_A_ROUTE):
            here = "game_id" not in route.parts or combination[0] == world.game.pk
            if here or all(value == these[0] for these, value in zip(choices[1:], combination[1:], strict=True)):
                url = route.fill(combination)  # of other games one address each
                found.append(url)
                found += [url + query for query in QUERIES.get(route.name, ()) if here and "-1" in url]
    return found


def sendings(world: World, who: User | None) -> list[tuple[str, dict[str, str]]]:
    """What is sent to every address of the game, whether or not there is a form for it."""
    values, found = parts(world, who), []
    for route in routes():
        if route.name in ("logout", "language"):
            continue
        narrowed = [values[name][:1] if name == "game_id" else values[name] for name in route.parts]
        found += [
            (route.fill(combination), {"text": "说话", "quote": "2", "name": "无名"}) for combination in islice(product(*narrowed), 30)
        ]
    return found


def pattern(url: str) -> str:
    """Which entry of the table an address is of."""
    path = url.split("?")[0]
    return next((route.route for route in routes() if route.regex.match(path)), path)


def fillings(name: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """What to write in a field."""
    if name in ("csrfmiddlewaretoken", "next"):
        return values[:1]
    if name in ("text", "order", "message", "body") and values in ((), ("",)):
        return TEXTS
    if name == "quote" and values == ("",):
        return ("", "2")
    return values or ("",)
