"""Who sent what lately, for the limit on it."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_who_is_called"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["by", "at"], name="games_entry_by_id_1ffb13_idx"),
        ),
    ]
