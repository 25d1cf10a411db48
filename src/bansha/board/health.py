"""``/healthz``: this process answers. ``/readyz``: the site can do its work: database, migrations, a director that looks round.

They tell nothing of games or people, and read no cookie.
"""

from datetime import timedelta

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from bansha.board.games.models import Heartbeat

LATE = timedelta(seconds=30)


def alive(_request: HttpRequest) -> HttpResponse:
    """``/healthz``."""
    return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})


def ready(_request: HttpRequest) -> HttpResponse:
    """``/readyz``: 503 with what is wrong. A late director is no reason to send nobody here: pages are there, so it is told and stays 200."""
    found = {"database": "ok", "migrations": "ok", "director": "ok"}
    try:
        if not migrated():
            found["migrations"] = "missing"
        last = Heartbeat.objects.order_by("-at").values_list("at", flat=True).first()
        if last is None:
            found["director"] = "none"
        elif timezone.now() - last > LATE:
            found["director"] = f"{int((timezone.now() - last).total_seconds())} s late"
    except DatabaseError:
        found = {"database": "unreachable", "migrations": "unknown", "director": "unknown"}
    well = found["database"] == found["migrations"] == "ok"
    return JsonResponse(found, status=200 if well else 503, headers={"Cache-Control": "no-store"})


_applied: list[bool] = []  # once they are applied they stay so, and are not read again


def migrated() -> bool:
    """Whether every migration has been applied."""
    if not _applied:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return False
        _applied.append(True)
    return True
