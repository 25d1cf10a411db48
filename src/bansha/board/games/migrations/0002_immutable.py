"""Posts, log entries and notices are never changed or deleted, whoever asks: triggers see to it, one set for each database."""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLES = ("games_post", "games_entry", "games_said")


def make(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    vendor = editor.connection.vendor
    if vendor == "postgresql":
        editor.execute(
            "CREATE FUNCTION bansha_immutable() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'never changed or deleted: %', TG_TABLE_NAME; END; $$ LANGUAGE plpgsql",
            params=None,
        )
    for table in TABLES:
        for verb in ("UPDATE", "DELETE"):
            name = f"{table}_no_{verb.lower()}"
            if vendor == "postgresql":
                editor.execute(f"CREATE TRIGGER {name} BEFORE {verb} ON {table} FOR EACH ROW EXECUTE FUNCTION bansha_immutable()")
            else:
                editor.execute(
                    f"CREATE TRIGGER {name} BEFORE {verb} ON {table} BEGIN SELECT RAISE(ABORT, 'never changed or deleted: {table}'); END"
                )


def drop(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    vendor = editor.connection.vendor
    for table in TABLES:
        for verb in ("update", "delete"):
            editor.execute(f"DROP TRIGGER {table}_no_{verb}" + (f" ON {table}" if vendor == "postgresql" else ""))
    if vendor == "postgresql":
        editor.execute("DROP FUNCTION bansha_immutable()")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(make, drop)]
