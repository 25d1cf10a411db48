"""Letters that tell a director that a game waits for him."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0005_unconfirmed"),
    ]

    operations = [
        migrations.AddField(
            model_name="letter",
            name="what",
            field=models.CharField(default="reminder", max_length=8),
        ),
    ]
