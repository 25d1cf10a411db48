"""A post of the director's keeps what it says as data. A column is added, the table is not rebuilt: its triggers (0002) stay."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_inputs_by_whom")]
    operations = [migrations.AddField(model_name="post", name="told", field=models.JSONField(null=True))]
