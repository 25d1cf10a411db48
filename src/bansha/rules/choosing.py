"""Options and identities by name, for the faces of both rule sets. Not kernel."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from bansha.rules.errors import Malformed

MOST = 10_000  # of any option: a table of seats that many long can still be counted
Chosen = TypeVar("Chosen", bound=tuple[Any, ...])


def options_from(kind: type[Chosen], data: Mapping[str, Any], problems: Callable[[Chosen], list[str]]) -> Chosen:
    """Named values as a rule set's ``Options``, the law's default for the rest. Raises Malformed for what makes no game."""
    names: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    unknown = sorted(set(data) - set(names))
    if unknown:
        raise Malformed("options", f"没有这个选项：{unknown[0]}", f"no such option: {unknown[0]}; there are {', '.join(names)}")
    for name, value in data.items():
        if type(value) is not int or not 0 <= value <= MOST:
            raise Malformed(
                "options",
                f"选项 {name} 要是 0 至 {MOST} 的整数",
                f"option {name} is a whole number (0 to {MOST}), not {ascii(value)[:50]}",
            )
    options = kind(**data)
    wrong = problems(options)
    if wrong:
        raise Malformed("options", f"选项不成立：{wrong[0]}", f"these options do not make a game: {wrong[0]}")
    return options


def identity_from(by_name: Mapping[str, int], name: str) -> int:
    """An identity by the name it is published under. Raises Malformed."""
    if name not in by_name:
        raise Malformed(
            "identity", f"没有这个身份：{name}；有{'、'.join(by_name)}", f"no such identity: {name}; there are {', '.join(by_name)}"
        )
    return by_name[name]
