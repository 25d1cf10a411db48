"""Addresses of accounts."""

from django.urls import path

from bansha.board.people import account, confirming, me, tokens

urlpatterns = [
    path("login/", account.login_page, name="login"),
    path("logout/", account.logout_page, name="logout"),
    path("join/", account.join_page, name="join"),
    path("me/", me.page, name="me"),
    path("me/mail/<str:link>/", confirming.page, name="confirm"),
    path("me/tokens/", tokens.page, name="tokens"),
    path("language/", account.language, name="language"),
]
