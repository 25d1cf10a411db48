"""Options and identities by name, and what is wrong with them in words, for both rule sets. Not kernel."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from bansha.rules.errors import Malformed

MOST = 10_000  # of any option: a table of seats that many long can still be counted
Chosen = TypeVar("Chosen", bound=tuple[Any, ...])


class Problem(NamedTuple):
    """What is wrong with an option, and what would be right."""

    zh: str
    en: str


def too_many(name: str) -> Problem:
    """More than the one that there may be."""
    return Problem(f"{name} 至多为 1", f"{name}: at most one")


def too_few(name: str, least: int) -> Problem:
    """Less than there has to be."""
    return Problem(f"{name} 至少为 {least}", f"{name}: at least {least}")


def outside(name: str, least: int, most: int, value: int) -> Problem:
    """Not between two bounds."""
    return Problem(f"{name} 要在 {least} 至 {most} 之间，不能是 {value}", f"{name}: {least} to {most}, not {value}")


def options_from(kind: type[Chosen], data: Mapping[str, Any], problems: Callable[[Chosen], list[Problem]]) -> Chosen:
    """Named values as a rule set's ``Options``, the law's default for the rest. Raises Malformed for what makes no game."""
    names: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    unknown = sorted(set(data) - set(names))
    if unknown:
        raise Malformed(
            "options", f"没有这个选项：{unknown[0]}；有 {'、'.join(names)}", f"no such option: {unknown[0]}; there are {', '.join(names)}"
        )
    for name, value in data.items():
        if type(value) is not int or not 0 <= value <= MOST:
            raise Malformed(
                "options",
                f"选项 {name} 要是 0 至 {MOST} 的整数，不能是 {ascii(value)[:50]}",
                f"option {name} is a whole number (0 to {MOST}), not {ascii(value)[:50]}",
            )
    options = kind(**data)
    wrong = problems(options)
    if wrong:
        raise Malformed("options", f"这些选项开不成一局：{wrong[0].zh}", f"these options do not make a game: {wrong[0].en}")
    return options


def identity_from(by_name: Mapping[str, int], name: str) -> int:
    """An identity by the name it is published under. Raises Malformed."""
    if name not in by_name:
        raise Malformed(
            "identity", f"没有这个身份：{name}；有{'、'.join(by_name)}", f"no such identity: {name}; there are {', '.join(by_name)}"
        )
    return by_name[name]
