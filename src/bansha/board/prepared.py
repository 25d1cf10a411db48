"""Queries that are written once: to write one takes Django several times as long as SQLite takes to answer it.

    seats = Prepared(lambda game: Seat.objects.filter(game=game).order_by("number").values_list("name", "out"))
    seats.rows(game.pk)             # a list of tuples, converted as Django converts them

For reads that every page makes, by keys that are text or numbers. A query that looks different from time to time stays with Django.
"""

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Expression, Model, QuerySet, TextField
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)


class Given(Expression):
    """The place of a value that is given when the query is asked."""

    def __init__(self, place: int) -> None:
        super().__init__(output_field=TextField())
        self.place = place

    def as_sql(self, *_writing: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        """Itself among the values."""
        return "%s", [self]


class Prepared:
    """A query of ``values_list``. ``make`` gets as many values as it names; each thread writes the query once, for its own connection."""

    def __init__(self, make: Callable[..., QuerySet[Any, Any]]) -> None:
        self.make = make
        self.written = threading.local()

    def rows(self, *given: str | int) -> list[tuple[Any, ...]]:
        """The answer."""
        kept = self.written.__dict__
        if "sql" not in kept:
            self.write(len(given))
        values = [given[one.place] if isinstance(one, Given) else one for one in kept["values"]]
        with connection.cursor() as cursor:
            cursor.execute(kept["sql"], values)
            found = cursor.fetchall()
        compiler: SQLCompiler = kept["compiler"]
        return list(map(tuple, compiler.apply_converters(found, kept["converters"]))) if kept["converters"] else found

    def write(self, count: int) -> None:
        """Let Django write it."""
        kept = self.written.__dict__
        compiler = self.make(*map(Given, range(count))).query.get_compiler(DEFAULT_DB_ALIAS)
        kept["compiler"] = compiler
        sql, kept["values"] = compiler.as_sql()
        kept["converters"] = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        kept["sql"] = sql


class PreparedOne(Generic[M]):
    """Objects of a model by a fixed condition, of which one at most is wanted."""

    def __init__(self, make: Callable[..., QuerySet[M]]) -> None:
        self.make = make
        self.query = Prepared(self.columns)
        self.model: type[M]
        self.names: list[str]

    def columns(self, *given: Given) -> QuerySet[Any, Any]:
        """The same query, of all columns."""
        objects = self.make(*given)
        self.model = objects.model
        self.names = [field.attname for field in self.model._meta.concrete_fields]
        return objects.values_list(*self.names)

    def first(self, *given: str | int) -> M | None:
        """The object, None if there is none."""
        rows = self.query.rows(*given)
        return self.model.from_db(DEFAULT_DB_ALIAS, self.names, rows[0]) if rows else None
