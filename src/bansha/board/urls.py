"""Every address of the site."""

from django.urls import include, path

urlpatterns = [
    path("", include("bansha.board.people.urls")),
    path("", include("bansha.board.games.urls")),
]

handler400 = "bansha.board.errors.bad_request"
handler403 = "bansha.board.errors.forbidden"
handler404 = "bansha.board.errors.not_found"
handler500 = "bansha.board.errors.failed"
