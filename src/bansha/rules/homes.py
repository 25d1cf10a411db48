"""Which clause lives in which function.

``@home("1.6", "X-R9")`` marks a rule function as the home of those clauses and rulings. It only sets an attribute: the function
itself is untouched, so numba can compile it and nothing is registered on import.
"""

from collections.abc import Callable
from typing import TypeVar

_F = TypeVar("_F", bound=Callable[..., object])


def home(*clauses: str) -> Callable[[_F], _F]:
    """Bind a function to the clauses (``"1.10"``) and rulings (``"X-R20"``) it is the home of."""

    def bind(function: _F) -> _F:
        function.__clauses__ = clauses  # type: ignore[attr-defined]
        return function

    return bind
