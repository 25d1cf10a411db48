"""Every address of the site."""

from django.urls import include, path

urlpatterns = [
    path("", include("bansha.board.people.urls")),
    path("", include("bansha.board.games.urls")),
]
