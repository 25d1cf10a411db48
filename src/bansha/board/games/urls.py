"""Addresses of games. Whoever adds one here adds it to the table of who may see it (tests/board/test_access.py)."""

from django.urls import path

from bansha.board.games import hub, index, thread

urlpatterns = [
    path("", index.page, name="index"),
    path("g/<str:game_id>/", hub.page, name="hub"),
    path("g/<str:game_id>/t/<str:key>/", thread.page, name="thread"),
]
