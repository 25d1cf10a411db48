"""Devices to push to, and mail addresses that are still to be confirmed."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE

import bansha.board.people.models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0003_limits_and_invitations"),
    ]

    operations = [
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.CharField(default=bansha.board.people.models.short_id, max_length=12, primary_key=True, serialize=False)),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=40)),
                ("name", models.CharField(help_text="for its owner to tell his devices apart", max_length=40)),
                ("made", models.DateTimeField(auto_now_add=True)),
                ("user", models.ForeignKey(on_delete=CASCADE, related_name="devices", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name="Confirmation",
            fields=[
                ("user", models.OneToOneField(on_delete=CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ("email", models.EmailField(max_length=254)),
                (
                    "word",
                    models.CharField(
                        default=bansha.board.people.models.token,
                        help_text="what the link in the letter is made of",
                        max_length=40,
                        unique=True,
                    ),
                ),
                ("made", models.DateTimeField(help_text="when the letter was asked for")),
            ],
        ),
        migrations.AddField(
            model_name="letter",
            name="device",
            field=models.ForeignKey(null=True, on_delete=CASCADE, to="people.device"),
        ),
    ]
