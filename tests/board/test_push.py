"""Reminders by web push: sealed as RFC 8291 says, sent to push services alone, telling less than a letter; devices come and go by their owner."""

import json
import socket
import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.management import call_command
from django.core.management.base import CommandError

from bansha.board.people import letters
from bansha.board.people.models import Device, Letter, User
from bansha.board.people.push import devices, keys, sealing, sending
from bansha.rules import phases
from tests.board import play
from tests.board.pushing import SITE_KEY, Browser, Service

Games = Callable[..., play.BoardGame]


@pytest.fixture
def pushes(settings: Any) -> None:
    """A site that has a key."""
    settings.PUSH_KEY = SITE_KEY


def subscribe(client: Any, browser: Browser, **other: str) -> Any:
    return client.post(
        "/me/", {"do": "device", **browser.fields, **other}, HTTP_USER_AGENT="Mozilla/5.0 (Linux; Android 15) Chrome/140 Safari/537"
    )


# ---- sealing ---------------------------------------------------------------------------------------------------------------------------


def test_a_message_is_sealed_as_in_the_example_of_rfc_8291() -> None:
    """Section 5 and appendix A of the RFC."""
    sender = keys.private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    device = keys.bytes_of("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    secret, salt = keys.bytes_of("BTBZMqHH6r4Tts7J_aSIgg"), keys.bytes_of("DGv6ra1nlYgDCS1FRnbzlw")
    sealed = sealing.seal(b"When I grow up, I want to be a watermelon\x02", device, secret, sender, salt)
    assert keys.text_of(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_messages_are_of_one_length_and_never_sealed_twice_alike() -> None:
    browser = Browser("a")
    sealed = [sealing.seal(sealing.padded(said), browser.point, browser.secret) for said in (b"", b"x" * 1999, b"short", b"short")]
    assert {len(body) for body in sealed} == {sealing.SALT + 4 + 1 + sealing.POINT + sealing.PLAIN + 16}
    assert len(set(sealed)) == 4
    assert browser.open(sealed[2]) == b"short"
    assert browser.open(sealed[1]) == b"x" * 1999
    with pytest.raises(ValueError, match="room"):
        sealing.padded(b"x" * 2000)


# ---- where it may go -------------------------------------------------------------------------------------------------------------------


def test_only_addresses_of_push_services_are_taken() -> None:
    good = (
        "https://fcm.googleapis.com/fcm/send/a:b-c_d",
        "https://updates.push.services.mozilla.com:443/wpush/v2/x",
        "https://web.push.apple.com/Q?x=1",
    )
    bad = (
        "http://fcm.googleapis.com/x", "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x", "https://2130706433/x", "https://0x7f.1/x",
        "https://fcm.googleapis.com", "https://fcm.googleapis.com:8443/x", "https://me@fcm.googleapis.com/x", "https://push.example/x y",
        "https://push.example/x\r\nHost: y", "https://push.example/x#y", "https://push.example/é", "ftp://push.example/x", "//push.example/x", "",
        "https://push.example/" + "x" * 1000, "https://.example/x", "https://a..example/x", "https://push.example\\@127.0.0.1/x",
    )  # fmt: skip
    assert [url for url in good if not sending.is_endpoint(url)] == []
    assert [url for url in bad if sending.is_endpoint(url)] == []


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255",
     "::1", "::", "fe80::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1", "2001::1"],
)  # fmt: skip
def test_a_name_that_leads_home_is_not_connected_to(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def resolved(*_args: Any, **_options: Any) -> Any:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (there, 443)) for there in ("142.250.1.1", address)]

    def connects(*_args: Any, **_options: Any) -> Any:
        raise AssertionError("connected")

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    monkeypatch.setattr(socket, "create_connection", connects)
    with pytest.raises(OSError, match="not public"):
        sending.post("https://push.example.org/x", {}, b"")


def test_public_addresses_are_connected_to_by_the_address_that_was_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is not looked up a second time, when it might lead elsewhere."""
    asked: list[Any] = []

    def connects(address: Any, **_options: Any) -> Any:
        asked.append(address)
        raise TimeoutError

    found = [(socket.AF_INET6, 1, 6, "", ("2607:f8b0::1", 443, 0, 0)), (socket.AF_INET, 1, 6, "", ("142.250.1.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_options: found)
    monkeypatch.setattr(socket, "create_connection", connects)
    with pytest.raises(TimeoutError):
        sending.post("https://push.example.org/x", {}, b"")
    assert asked == [("142.250.1.1", 443), ("2607:f8b0::1", 443)]


def test_of_an_answer_the_status_is_read_and_no_more() -> None:
    for answer, expected in (
        (b"HTTP/1.1 201 Created\r\nLocation: x\r\n\r\n", 201),
        (b"HTTP/1.1 410 Gone\r\n", 410),
        (b"HTTP/1.0 302 \r\n", 302),
    ):
        ours, theirs = socket.socketpair()
        with ours, theirs:
            theirs.sendall(answer)
            assert sending.status(ours, monotonic() + 60) == expected
    for nonsense in (b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 20", b"x" * 600):
        ours, theirs = socket.socketpair()
        with ours:
            theirs.sendall(nonsense)
            theirs.close()
            with pytest.raises(ConnectionError):
                sending.status(ours, monotonic() + 60)


def test_nobody_is_waited_for_longer_than_there_is_patience() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, pytest.raises(OSError, match=r"timed out|no answer"):
        sending.status(ours, monotonic() + 0.2)


# ---- devices ---------------------------------------------------------------------------------------------------------------------------


def test_a_device_is_turned_on_and_off_by_its_owner(pushes: None) -> None:
    me, other = play.client(play.user("me")), play.client(play.user("other"))
    browser = Browser("a")
    assert subscribe(me, browser).status_code == 302
    device = Device.objects.get()
    assert (device.user.username, device.endpoint, device.name) == ("me", browser.endpoint, "Chrome · Android")
    page = me.get("/me/").content.decode()
    assert "Chrome · Android" in page
    assert browser.endpoint not in page
    assert keys.public(SITE_KEY) in page
    other.post("/me/", {"do": "no_device", "device": device.pk})
    assert Device.objects.exists()
    me.post("/me/", {"do": "no_device", "device": device.pk})
    assert not Device.objects.exists()


def test_who_asked_last_has_the_device(pushes: None) -> None:
    for name in ("me", "other"):
        assert subscribe(play.client(play.user(name)), Browser("a")).status_code == 302
    assert Device.objects.get().user.username == "other"


def test_who_logs_out_is_not_reminded_there_any_more(pushes: None) -> None:
    user = play.user("me")
    phone, desktop, other = play.client(user), play.client(user), play.client(play.user("other"))
    for client, name in ((phone, "phone"), (desktop, "desktop"), (phone, "phone"), (other, "elsewhere")):
        subscribe(client, Browser(name))
    phone.post("/logout/")
    assert set(Device.objects.values_list("endpoint", flat=True)) == {Browser("desktop").endpoint, Browser("elsewhere").endpoint}
    subscribe(other, Browser("desktop"))  # who asked last has the device
    desktop.post("/logout/")
    assert Device.objects.filter(endpoint=Browser("desktop").endpoint).exists()


def test_what_is_no_subscription_is_refused_and_nothing_is_kept(pushes: None) -> None:
    me, browser = play.client(play.user("me")), Browser("a")
    wrong = (
        {"endpoint": "http://push.example.org/x"}, {"endpoint": "https://127.0.0.1/x"}, {"endpoint": ""}, {"p256dh": ""}, {"p256dh": "é"},
        {"p256dh": keys.text_of(b"\x04" + b"\1" * 64)}, {"p256dh": keys.text_of(browser.point[:33])}, {"auth": ""}, {"auth": keys.text_of(b"x" * 17)},
    )  # fmt: skip
    for other in wrong:
        response = subscribe(me, browser, **other)
        assert response.status_code == 422, other
        assert "用不了" in response.content.decode()
    assert not Device.objects.exists()


def test_devices_are_limited_in_number_and_tries_in_time(pushes: None, clock: play.Clock) -> None:
    me = play.client(play.user("me"))
    statuses = [subscribe(me, Browser(str(n))).status_code for n in range(11)]
    assert statuses == [302] * devices.MOST + [422]
    assert subscribe(me, Browser("3")).status_code == 302  # the same one again is none more
    clock.tick(16 * 60)
    statuses = [subscribe(me, Browser("3"), auth="").status_code for n in range(21)]
    assert statuses == [422] * 21
    assert subscribe(me, Browser("3")).status_code == 422


def test_without_a_key_or_with_a_wrong_one_nothing_is_offered(settings: Any) -> None:
    me = play.client(play.user("me"))
    for key in ("", "nonsense", "é", keys.text_of(b"\0" * 32)):
        settings.PUSH_KEY = key
        page = me.get("/me/").content.decode()
        assert "devices.js" not in page
        assert 'id="device"' not in page
        assert subscribe(me, Browser("a")).status_code == 422
    assert not Device.objects.exists()


# ---- reminders -------------------------------------------------------------------------------------------------------------------------


def reminded(game: Games) -> tuple[play.BoardGame, Browser]:
    """A game whose reminder of day 1 has just been given; one who has not voted has a device, and so has one who has."""
    it = game("piper", phases.DAY, prefix="somebody-")  # no name so short that what is sealed could hold it by chance
    browser, voted = Browser("a"), Browser("b")
    for seat, there in ((5, browser), (7, voted)):
        Device.objects.create(user=it.users[seat], **there.columns)
    it.vote(7, 1)
    it.next()
    return it, browser


def test_a_push_says_that_there_is_something_to_do_and_less_than_a_letter(pushes: None, game: Games) -> None:
    it, browser = reminded(game)
    service = Service(browser)
    assert letters.send_some(service) == 1
    (push,) = service.pushes
    assert push.said == {
        "title": f"提醒：{it.row.title}",
        "body": "截止 12月1日 12:30（Asia/Shanghai）",
        "lang": "zh-Hans",
        "path": f"/g/{it.pk}/",
    }
    assert not Letter.objects.exists()
    assert letters.send_some(service) == 0
    # What the push service can read: whose request it is, until when it makes sense, and nothing of the game.
    assert set(push.headers) == {"Authorization", "Content-Encoding", "Content-Type", "TTL", "Urgency"}
    assert int(push.headers["TTL"]) == 7200
    for told in (it.pk.encode(), it.row.title.encode(), it.users[5].username.encode()):
        assert told not in push.body
        assert told.decode() not in repr(push.headers)


def test_it_is_in_its_reader_s_language_and_zone(pushes: None, game: Games) -> None:
    it, browser = reminded(game)
    User.objects.filter(pk=it.users[5].pk).update(language="en", zone="Europe/Berlin")
    service = Service(browser)
    letters.send_some(service)
    assert service.pushes[0].said["body"] == "until Dec 1, 05:30 (Europe/Berlin)"


def test_the_request_is_signed_for_its_service_alone(pushes: None, game: Games, clock: play.Clock) -> None:
    _it, browser = reminded(game)
    service = Service(browser)
    letters.send_some(service)
    scheme, token, key = service.pushes[0].headers["Authorization"].split(" ")
    assert scheme == "vapid"
    head, claims, signature = token.removeprefix("t=").removesuffix(",").split(".")
    assert json.loads(keys.bytes_of(head)) == {"typ": "JWT", "alg": "ES256"}
    told = json.loads(keys.bytes_of(claims))
    assert told["aud"] == "https://push.example.org"
    assert timedelta() < timedelta(seconds=told["exp"] - clock().timestamp()) <= timedelta(hours=24)
    assert told["sub"].startswith(("mailto:", "https://"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.bytes_of(key.removeprefix("k=")))
    halves = keys.bytes_of(signature)
    r, s = (int.from_bytes(half, "big") for half in (halves[:32], halves[32:]))
    public.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_has_gone_is_forgotten(pushes: None, game: Games, status: int) -> None:
    _it, browser = reminded(game)
    assert letters.send_some(Service(browser, status=status)) == 0
    assert not Letter.objects.exists()
    assert list(Device.objects.values_list("endpoint", flat=True)) == [Browser("b").endpoint]


@pytest.mark.parametrize("status", [429, 500, 503, 0])
def test_a_busy_service_is_tried_again_and_not_after_the_time(pushes: None, game: Games, clock: play.Clock, status: int) -> None:
    _it, browser = reminded(game)
    assert letters.send_some(Service(browser, status=status)) == 0
    assert Letter.objects.get().tries == 1
    assert letters.send_some(Service(browser)) == 0  # not before it is due
    clock.tick(61)
    assert letters.send_some(Service(browser)) == 1
    assert Device.objects.count() == 2


@pytest.mark.parametrize("status", [302, 400, 401, 403, 413])
def test_what_is_refused_is_not_tried_again(pushes: None, game: Games, status: int) -> None:
    _it, browser = reminded(game)
    service = Service(browser, status=status)
    assert letters.send_some(service) == 0
    assert not Letter.objects.exists()
    assert len(service.pushes) == 1
    assert Device.objects.count() == 2


def test_a_device_turned_off_or_a_key_taken_away_stops_what_is_on_its_way(pushes: None, game: Games, settings: Any) -> None:
    _it, browser = reminded(game)
    service = Service(browser)
    settings.PUSH_KEY = ""
    assert letters.send_some(service) == 0
    assert Letter.objects.get().tries == 1
    settings.PUSH_KEY = SITE_KEY
    Device.objects.all().delete()
    assert not Letter.objects.exists()
    assert service.pushes == []


# ---- the key ---------------------------------------------------------------------------------------------------------------------------


def test_a_key_is_made_once_for_its_owner_alone(settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings.DATA, settings.PUSH_KEY = tmp_path / "data", ""
    call_command("push_key")
    kept = settings.DATA / "push-key"
    assert kept.stat().st_mode & 0o777 == 0o600
    key = kept.read_text().strip()
    assert len(keys.bytes_of(keys.public(key))) == sealing.POINT
    assert key not in capsys.readouterr().out
    for given in ("", key):
        settings.PUSH_KEY = given
        with pytest.raises(CommandError, match="already"):
            call_command("push_key")
    assert kept.read_text().strip() == key


def test_without_the_library_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(keys, "has_library", lambda: False)
    settings.PUSH_KEY = SITE_KEY
    with pytest.raises(CommandError, match=r"bansha\[push\]"):
        call_command("push_key")
    assert not keys.offered()


# ---- over the wire ---------------------------------------------------------------------------------------------------------------------


def certificate(name: str, there: Path) -> Path:
    """A certificate of that name, with its key, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1))
    signed = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False).sign(key, SHA256())
    written = signed.public_bytes(Encoding.PEM) + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    there.write_bytes(written)
    return there


class Handler(BaseHTTPRequestHandler):
    """Python's own reader of requests: one that is not well formed is answered with 400."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append((self.path, dict(self.headers), body))  # type: ignore[attr-defined]
        self.send_response(201)
        self.end_headers()

    def log_message(self, *_args: Any) -> None:
        """Nothing."""


def test_a_request_is_one_that_a_server_understands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A push service on this machine, reached in the place of the one that was named; its certificate is checked by that name."""
    kept = certificate("push.example.org", tmp_path / "service.pem")
    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.seen = []  # type: ignore[attr-defined]
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    theirs.load_cert_chain(kept)
    server.socket = theirs.wrap_socket(server.socket, server_side=True)
    trusting = ssl.create_default_context(cafile=str(kept))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    monkeypatch.setattr(ssl, "create_default_context", lambda: trusting)
    monkeypatch.setattr(sending, "connected", lambda _host, _until: socket.create_connection(("127.0.0.1", server.server_port), timeout=60))
    monkeypatch.setattr(sending, "PATIENCE", 60.0)
    try:
        assert sending.post("https://push.example.org/x/y?z=1", {"TTL": "60"}, b"\0sealed\r\n") == 201
        with pytest.raises(ssl.SSLCertVerificationError):
            sending.post("https://another.example.org/x", {}, b"")
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    ((path, headers, body),) = server.seen  # type: ignore[attr-defined]
    assert (path, body) == ("/x/y?z=1", b"\0sealed\r\n")
    assert headers == {"Host": "push.example.org", "TTL": "60", "Content-Length": "9", "Connection": "close"}
