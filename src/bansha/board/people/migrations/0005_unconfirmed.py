"""Addresses from before there were confirmations have been confirmed by nobody."""

from typing import Any

from django.db import migrations
from django.utils import timezone

from bansha.board.people.models import token


def unconfirmed(apps: Any, _schema: Any) -> None:
    users, confirmations = (apps.get_model("people", name).objects for name in ("User", "Confirmation"))
    for user in users.exclude(email=""):
        confirmations.create(user=user, email=user.email, word=token(), made=timezone.now())
    users.exclude(email="").update(email="")


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0004_devices_and_confirmations"),
    ]

    operations = [
        migrations.RunPython(unconfirmed, migrations.RunPython.noop),
    ]
