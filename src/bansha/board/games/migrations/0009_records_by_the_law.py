"""Records say which games were drawn, and count whoever was led away in piper for the camp that he ended in."""

from typing import Any

from django.db import migrations, models

NEUTRALS = 2  # of piper


def by_the_law(apps: Any, _schema: Any) -> None:
    records, said = (apps.get_model("games", name).objects for name in ("Record", "Said"))
    for game, rules in records.values_list("game", "rules").distinct():
        last = said.filter(game=game, to="public", what="over").order_by("-place").values_list("args", flat=True).first()
        if last is None:
            continue
        winners, draw = last[:2]
        here = records.filter(game=game)
        if rules == "piper":
            led = {int(to[1:]) for to in said.filter(game=game, what="led").values_list("to", flat=True)}
            here.filter(number__in=led).update(camp=NEUTRALS)
        here.update(drawn=draw != 0, won=False)
        here.filter(camp__in=winners).update(won=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_told_by_the_director"),
    ]

    operations = [
        migrations.AddField(
            model_name="record",
            name="drawn",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(by_the_law, migrations.RunPython.noop),
    ]
