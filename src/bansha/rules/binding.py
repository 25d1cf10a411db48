"""Which functions carry which clause: reads the marks that ``homes.home`` left.

Nothing registers itself. The modules of the named packages are walked and every function and method with ``__clauses__`` is taken down,
under the module that defines it. A rule set's own package speaks for that rule set only; modules outside both (``bansha.reading``,
``bansha.table``, what ``bansha.rules`` shares) speak for every rule set that has the number, unless the mark says which:
``@home("piper:3.3")``.
"""

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, NamedTuple, cast

from bansha.rules.rulebook import RULE_SETS, rulebook

PACKAGES = ("bansha.rules", "bansha.reading", "bansha.table")


class Home(NamedTuple):
    """A function that carries a clause: qualified name, file, line of its definition (its marks included)."""

    name: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.name}  {self.file}:{self.line}"


class Unbound(NamedTuple):
    """An entry that needs no code, and why."""

    number: str
    reason: str


def bindings(rule_set: str, packages: tuple[str, ...] = PACKAGES) -> dict[str, tuple[Home, ...]]:
    """Every clause and ruling that some function carries → those functions, in order of file and line. Unknown numbers are kept."""
    found: dict[str, set[Home]] = {}
    for module in _modules(packages, (None, rule_set)):
        scope = _scope(module.__name__)
        for function in _functions(module):
            for mark in cast(tuple[str, ...], getattr(function, "__clauses__", ())):
                number = _number(mark, rule_set, scope)
                if number:
                    found.setdefault(number, set()).add(_home(function))
    return {number: tuple(sorted(homes, key=lambda h: (h.file, h.line))) for number, homes in found.items()}


def unknown_marks(packages: tuple[str, ...] = PACKAGES) -> dict[str, tuple[Home, ...]]:
    """Marks that name no clause or ruling of the rule set (or of any, for shared code) → the functions that carry them."""
    found: dict[str, set[Home]] = {}
    for module in _modules(packages, (None, *RULE_SETS)):
        scope = _scope(module.__name__)
        for function in _functions(module):
            for mark in cast(tuple[str, ...], getattr(function, "__clauses__", ())):
                books = [scope] if scope else [name for name in RULE_SETS if mark.startswith(f"{name}:")] or list(RULE_SETS)
                if not any(mark.rpartition(":")[2] in rulebook(book) for book in books):
                    found.setdefault(mark, set()).add(_home(function))
    return {mark: tuple(sorted(homes)) for mark, homes in found.items()}


def unbound(rule_set: str) -> tuple[Unbound, ...]:
    """The entries that need no code, each with its reason (``words/unbound.toml``)."""
    import tomllib

    with (Path(__file__).parent / rule_set / "words" / "unbound.toml").open("rb") as stream:
        return tuple(Unbound(number, reason) for number, reason in tomllib.load(stream)["unbound"].items())


def _number(mark: str, rule_set: str, scope: str | None) -> str | None:
    """The number a mark means in ``rule_set``, or None if it is not about that rule set."""
    named, colon, number = mark.rpartition(":")
    if colon:
        return number if named == rule_set else None
    return mark if scope or mark in rulebook(rule_set) else None


def _scope(module: str) -> str | None:
    """The rule set that a module belongs to, by a part of its name; None if it serves both."""
    return next((part for part in module.split(".") if part in RULE_SETS), None)


def _modules(packages: tuple[str, ...], scopes: tuple[str | None, ...]) -> Iterator[ModuleType]:
    for package in packages:
        top = import_module(package)
        yield top
        for info in walk_packages(top.__path__, f"{package}."):
            if _scope(info.name) in scopes:
                yield import_module(info.name)


def _functions(module: ModuleType) -> Iterator[Callable[..., Any]]:
    """Functions and methods that ``module`` itself defines."""
    holders: list[object] = [module, *(v for v in vars(module).values() if inspect.isclass(v) and v.__module__ == module.__name__)]
    for holder in holders:
        for value in vars(holder).values():
            function = getattr(value, "__func__", None) or getattr(value, "fget", None) or value
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                yield function


def _home(function: Callable[..., Any]) -> Home:
    code = inspect.unwrap(function).__code__
    return Home(f"{function.__module__}.{function.__qualname__}", _shown(code.co_filename), code.co_firstlineno)


def _shown(file: str) -> str:
    """The path as people look for it: from the repository's root (``src/bansha/…``)."""
    parts = Path(file).parts
    last = len(parts) - 1 - parts[::-1].index("bansha") if "bansha" in parts else 0
    start = last - 1 if last and parts[last - 1] == "src" else last
    return str(Path(*parts[start:]))
