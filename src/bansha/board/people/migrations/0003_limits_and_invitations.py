"""Attempts, for limits, and invitations."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import bansha.board.people.models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0002_tokens_and_letters"),
    ]

    operations = [
        migrations.CreateModel(
            name="Attempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=32)),
                ("at", models.DateTimeField(db_index=True)),
            ],
            options={
                "indexes": [models.Index(fields=["key", "at"], name="people_atte_key_6d40cb_idx")],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("word", models.CharField(default=bansha.board.people.models.token_word, max_length=24, unique=True)),
                ("left", models.PositiveSmallIntegerField(default=1)),
                ("made", models.DateTimeField(auto_now_add=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
    ]
