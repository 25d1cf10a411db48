"""Every address of the site."""

from django.urls import include, path

from bansha.board import health
from bansha.board.api.api import api

urlpatterns = [
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("api/", api.urls),
    path("", include("bansha.board.people.urls")),
    path("", include("bansha.board.games.urls")),
]

handler400 = "bansha.board.errors.bad_request"
handler403 = "bansha.board.errors.forbidden"
handler404 = "bansha.board.errors.not_found"
handler500 = "bansha.board.errors.failed"
