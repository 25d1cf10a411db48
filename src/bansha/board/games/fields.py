"""JSON that comes back as it went in. PostgreSQL's ``jsonb`` sorts keys, and a log's header is sealed in the order in which it was written."""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class JSONInOrder(models.JSONField):
    """A JSONField that is kept as text by every database; nothing is looked up inside it."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str | None:
        """``json`` instead of ``jsonb``."""
        return "json" if connection.vendor == "postgresql" else super().db_type(connection)

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        """What psycopg has read already stays: it reads ``json`` by itself."""
        return super().from_db_value(value, expression, connection) if isinstance(value, str) else value  # type: ignore[misc]

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        """Django hands PostgreSQL all JSON as ``jsonb``."""
        if connection.vendor != "postgresql" or value is None:
            return super().get_db_prep_value(value, connection, prepared)
        from psycopg.types.json import Json

        return Json(value)
