"""Of which stops of a game its directors have been told."""

from django.db import migrations, models
from django.db.models import CASCADE


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_records_by_the_law"),
    ]

    operations = [
        migrations.CreateModel(
            name="Alert",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("what", models.CharField(max_length=8)),
                ("at", models.DateTimeField()),
                ("game", models.ForeignKey(on_delete=CASCADE, to="games.game")),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("game", "what", "at"), name="told_once")]},
        ),
    ]
