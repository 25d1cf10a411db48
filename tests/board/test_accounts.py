"""Accounts: logging in and joining tell nobody who exists, limits hold, sessions turn over, one's own page changes what is one's own."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client

from bansha.board.games.models import Trace
from bansha.board.people import limits, traces
from bansha.board.people.models import Attempt, Invitation, User
from bansha.rules import phases
from tests.board import play

MakeGame = Callable[..., play.BoardGame]


def login(client: Client, name: str, password: str, **extra: Any) -> Any:
    return client.post("/login/", {"name": name, "password": password}, **extra)


def bare(response: Any) -> str:
    return re.sub(r'value="[A-Za-z0-9]{64}"', "", response.content.decode())


@pytest.mark.parametrize(("told", "kept"), [("Europe/Berlin", "Europe/Berlin"), ("Mars/Base", ""), ("UTC", ""), ("", "")])
def test_an_account_begins_with_the_time_zone_of_the_browser(told: str, kept: str) -> None:
    Client().post("/join/", {"name": "neu", "password": play.PASSWORD, "zone": told})
    assert User.objects.get(username="neu").zone == kept


# ---- logging in ------------------------------------------------------------------------------------------------------------------------


def test_an_unknown_name_is_answered_like_a_wrong_password(monkeypatch: pytest.MonkeyPatch) -> None:
    play.user("known")
    gone = play.user("gone")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    answers = set()
    for name, password in (("known", "wrong"), ("nobody", "wrong"), ("gone", "wrong"), ("gone", play.PASSWORD), ("", "")):
        hashed.clear()
        response = login(Client(), name, password)
        answers.add((response.status_code, bare(response).replace(f'value="{name}"', 'value=""'), len(hashed)))  # what was typed stays
    assert len(answers) == 1


def test_tries_are_limited_alike_whether_or_not_the_name_exists(clock: play.Clock) -> None:
    play.user("known")
    for name in ("known", "nobody"):
        statuses = [login(Client(), name, f"wrong {n}").status_code for n in range(12)]
        assert statuses == [422] * 10 + [429] * 2
    assert login(Client(), "known", play.PASSWORD).status_code == 429  # from here, the right one too
    assert login(Client(), "known", play.PASSWORD, REMOTE_ADDR="192.0.2.7").status_code == 302  # from elsewhere its owner gets in
    clock.tick(16 * 60)
    assert login(Client(), "known", play.PASSWORD).status_code == 302


def test_one_address_cannot_try_many_names(clock: play.Clock) -> None:
    statuses = [login(Client(), f"name{n}", "wrong").status_code for n in range(61)]
    assert statuses == [422] * 60 + [429]


def test_logging_in_rightly_does_not_use_tries_up() -> None:
    play.user("known")
    assert [login(Client(), "known", play.PASSWORD).status_code for _ in range(70)] == [302] * 70
    assert not Attempt.objects.exists()


def test_what_is_kept_of_a_try_is_a_hash_and_only_for_a_day(clock: play.Clock) -> None:
    login(Client(), "known", "wrong", REMOTE_ADDR="192.0.2.7")
    kept = list(Attempt.objects.values_list("key", flat=True))
    assert len(kept) == 3
    assert not any("known" in key or "192" in key for key in kept)
    clock.tick(25 * 3600)
    login(Client(), "other", "wrong")
    assert not Attempt.objects.filter(key__in=kept[:1]).exists()


def test_the_address_is_of_the_proxy_s_telling_only_where_there_is_one(rf: Any, settings: Any) -> None:
    request = rf.get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="6.6.6.6, 192.0.2.9")
    assert limits.address(request) == "10.0.0.1"
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert limits.address(request) == "192.0.2.9"
    assert limits.address(rf.get("/", REMOTE_ADDR="2001:db8:1:2:3:4:5:6")) == "2001:db8:1:2::/64"


def test_logging_in_turns_the_session_over() -> None:
    play.user("known")
    client = Client()
    session = client.session
    session["x"] = 1
    session.save()
    before = session.session_key or ""
    client.cookies["sessionid"] = before
    login(client, "known", play.PASSWORD)
    assert client.session.session_key != before
    client.post("/logout/")
    assert client.get("/me/").status_code == 302


def test_one_is_not_led_off_the_site() -> None:
    play.user("known")
    for there in ("https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"):
        response = Client().post("/login/", {"name": "known", "password": play.PASSWORD, "next": there})
        assert response.headers["Location"] == "/", there


# ---- joining ---------------------------------------------------------------------------------------------------------------------------


def join(client: Client, name: str, password: str = "long enough phrase", **fields: str) -> Any:
    return client.post("/join/", {"name": name, "password": password, **fields})


def test_an_account_is_made_and_logged_in() -> None:
    client = Client()
    assert join(client, "新人").status_code == 302
    assert "新人" in client.get("/me/").content.decode()


def test_taken_and_impossible_names_get_one_answer() -> None:
    play.user("known")
    answers = {bare(join(Client(), name)).replace(name, "NAME") for name in ("known", "KNOWN", "no spaces", "x" * 31, "ｋｎｏｗｎ")}
    assert len(answers) == 1
    assert "这个名字不能用" in answers.pop()
    assert User.objects.count() == 1


def test_weak_passwords_are_refused_with_the_reason() -> None:
    for password in ("short", "1234567890", "password123", "新人新人新人新人新人", "x" * 300):
        response = join(Client(), "新人新人新人新人新人", password)
        assert response.status_code == 422, password
        assert 'role="alert"' in response.content.decode()


def test_joining_is_limited() -> None:
    statuses = [join(Client(), f"a{n}", "short").status_code for n in range(41)]
    assert statuses == [422] * 40 + [429]


def test_a_site_by_invitation(settings: Any) -> None:
    settings.INVITE_ONLY = True
    staff = play.client(play.user("admin", is_staff=True))
    staff.post("/me/", {"do": "invite"})
    word = Invitation.objects.get().word
    assert f"?invitation={word}" in staff.get("/me/").content.decode()
    assert join(Client(), "新人").status_code == 422
    assert join(Client(), "新人", invitation="wrong").status_code == 422
    assert join(Client(), "新人", invitation=word).status_code == 302
    assert join(Client(), "又一人", invitation=word).status_code == 422
    assert User.objects.count() == 2
    guest = play.client(User.objects.get(username="新人"))
    guest.post("/me/", {"do": "invite"})
    assert Invitation.objects.count() == 1


def test_without_that_nobody_needs_or_makes_one() -> None:
    staff = play.client(play.user("admin", is_staff=True))
    staff.post("/me/", {"do": "invite"})
    assert not Invitation.objects.exists()


# ---- one's own page --------------------------------------------------------------------------------------------------------------------


def test_preferences_are_kept() -> None:
    client = play.client(play.user("me"))
    fields = {"do": "preferences", "language": "en", "zone": "Europe/Berlin", "email": "me@example.org", "mail_reminders": "1"}
    assert client.post("/me/", fields).status_code == 302
    me = User.objects.get(username="me")
    assert (me.language, me.zone, me.confirmation.email, me.mail_reminders) == ("en", "Europe/Berlin", "me@example.org", True)
    assert "Time zone" in client.get("/me/").content.decode()
    for wrong in ({"zone": "Mars/Base"}, {"email": "nonsense"}, {"email": ""}):
        assert client.post("/me/", {**fields, **wrong}).status_code == 422


def test_another_password_ends_the_other_sessions() -> None:
    user = play.user("me")
    here, there = Client(), Client()
    for client in (here, there):
        login(client, "me", play.PASSWORD)
    before = here.session.session_key
    assert here.post("/me/", {"do": "password", "old": "wrong", "new": "another long phrase"}).status_code == 422
    assert here.post("/me/", {"do": "password", "old": play.PASSWORD, "new": "short"}).status_code == 422
    assert here.post("/me/", {"do": "password", "old": play.PASSWORD, "new": "another long phrase"}).status_code == 302
    assert here.get("/me/").status_code == 200
    assert here.session.session_key != before
    assert there.get("/me/").status_code == 302
    user.refresh_from_db()
    assert user.check_password("another long phrase")


def test_the_feeds_key_is_renewed() -> None:
    user = play.user("me")
    play.client(user).post("/me/", {"do": "feeds"})
    assert User.objects.get(pk=user.pk).feed_token != user.feed_token


# ---- where players come from -----------------------------------------------------------------------------------------------------------


def test_seats_that_share_an_address_are_known_to_the_desk_alone(game: MakeGame, clock: play.Clock) -> None:
    it = game("piper", phases.DAY)
    for seat, address in ((0, "192.0.2.1"), (3, "192.0.2.1"), (5, "192.0.2.2"), (7, "2001:db8::1"), (8, "2001:db8::2")):
        it.client(seat).get(it.url("seat/"), REMOTE_ADDR=address)
    assert [(found.seats, found.names) for found in traces.shared(it.row)] == [
        ((0, 3), (it.name(0), it.name(3))),
        ((7, 8), (it.name(7), it.name(8))),
    ]
    assert not any("." in kept or ":" in kept for kept in Trace.objects.values_list("address", flat=True)), "an address is kept as a hash"
    clock.tick(timedelta(days=15).total_seconds())
    assert traces.shared(it.row) == []


def test_a_trace_is_good_for_one_game_only(game: MakeGame) -> None:
    one, other = game("piper", phases.DAY), game("piper", phases.DAY, prefix="v")
    for it in (one, other):
        it.client(0).get(it.url("seat/"), REMOTE_ADDR="192.0.2.1")
    assert len(set(Trace.objects.values_list("address", flat=True))) == 2


# ---- in production ---------------------------------------------------------------------------------------------------------------------


def test_django_finds_nothing_wrong_with_it_in_production() -> None:
    env = {**os.environ, "BANSHA_SITE": "https://bansha.example.org", "BANSHA_DEBUG": "0"}
    found = subprocess.run(
        [sys.executable, "-m", "django", "check", "--deploy", "--fail-level", "INFO"], env=env, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    assert "no issues (0 silenced)" in found.stdout + found.stderr
