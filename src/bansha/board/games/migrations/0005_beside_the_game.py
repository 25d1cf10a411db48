"""Notes, traces and records. Notes are never changed or deleted, like posts."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def make(_apps: Any, editor: Any) -> None:
    for verb in ("UPDATE", "DELETE"):
        name = f"games_note_no_{verb.lower()}"
        if editor.connection.vendor == "postgresql":
            editor.execute(f"CREATE TRIGGER {name} BEFORE {verb} ON games_note FOR EACH ROW EXECUTE FUNCTION bansha_immutable()")
        else:
            editor.execute(
                f"CREATE TRIGGER {name} BEFORE {verb} ON games_note BEGIN SELECT RAISE(ABORT, 'never changed or deleted: games_note'); END"
            )


def drop(_apps: Any, editor: Any) -> None:
    for verb in ("update", "delete"):
        editor.execute(f"DROP TRIGGER games_note_no_{verb}" + (" ON games_note" if editor.connection.vendor == "postgresql" else ""))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_header_in_order"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("box", models.CharField(max_length=4)),
                ("place", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("text", models.TextField()),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="games.game")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("game", "box", "place"), name="notes_without_gaps")],
            },
        ),
        migrations.CreateModel(
            name="Record",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=40)),
                ("rules", models.CharField(max_length=8)),
                ("identity", models.PositiveSmallIntegerField()),
                ("camp", models.PositiveSmallIntegerField()),
                ("half", models.PositiveIntegerField(help_text="half points")),
                ("won", models.BooleanField()),
                ("ended", models.DateTimeField()),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="records", to="games.game")),
                (
                    "user",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="records", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["rules", "camp", "identity"], name="games_recor_rules_1cb76a_idx")],
                "constraints": [models.UniqueConstraint(fields=("game", "number"), name="one_record_a_seat")],
            },
        ),
        migrations.CreateModel(
            name="Trace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.CharField(max_length=32)),
                ("day", models.DateField()),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="traces", to="games.game")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("game", "user", "address"), name="one_trace_an_address")],
            },
        ),
        migrations.RunPython(make, drop),
    ]
