"""JSON that comes back as it went in. PostgreSQL's ``jsonb`` sorts keys, and a log's header is sealed in the order in which it was written."""

import json
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class JSONInOrder(models.JSONField):
    """A JSONField that every database keeps as text; nothing is looked up inside it. (PostgreSQL's ``json`` cannot be compared.)"""

    def db_type(self, connection: BaseDatabaseWrapper) -> str | None:
        """``text`` instead of ``jsonb``."""
        return "text" if connection.vendor == "postgresql" else super().db_type(connection)

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        """Django hands PostgreSQL all JSON as ``jsonb``."""
        if connection.vendor != "postgresql" or value is None:
            return super().get_db_prep_value(value, connection, prepared)
        return json.dumps(value, ensure_ascii=False)
