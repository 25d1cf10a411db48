"""Addresses of accounts."""

from django.urls import path

from bansha.board.people import account, me

urlpatterns = [
    path("login/", account.login_page, name="login"),
    path("logout/", account.logout_page, name="logout"),
    path("join/", account.join_page, name="join"),
    path("me/", me.page, name="me"),
    path("language/", account.language, name="language"),
]
