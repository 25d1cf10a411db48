"""A browser that has subscribed, and the push service between it and the site: takes what is sent, and opens it as the browser would."""

import json
from hashlib import sha256
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bansha.board.people.push import keys

SITE_KEY = keys.text_of(sha256(b"the site").digest())


class Browser:
    """A subscription; the same name makes the same one."""

    def __init__(self, name: str) -> None:
        self.private = keys.private(keys.text_of(sha256(f"browser {name}".encode()).digest()))
        self.point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.secret = sha256(f"secret {name}".encode()).digest()[:16]
        self.endpoint = f"https://push.example.org/{name}"

    @property
    def fields(self) -> dict[str, str]:
        """As the form of the page sends it."""
        return {"endpoint": self.endpoint, "p256dh": keys.text_of(self.point), "auth": keys.text_of(self.secret)}

    @property
    def columns(self) -> dict[str, str]:
        """As it is kept."""
        return {**self.fields, "name": "a browser"}

    def open(self, body: bytes) -> bytes:
        """What was sealed for this browser."""
        salt, length = body[:16], body[20]
        own, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), own))
        key = HKDF(SHA256(), 32, self.secret, b"WebPush: info\0" + self.point + own).derive(shared)
        cipher = AESGCM(HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key))
        record = cipher.decrypt(HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key), sealed, None)
        return record.rstrip(b"\0").removesuffix(b"\x02")


class Push(NamedTuple):
    """A request to the service, and what it says to the browser."""

    endpoint: str
    headers: dict[str, str]
    body: bytes
    said: dict[str, Any]

    @property
    def claims(self) -> dict[str, Any]:
        """What the site signed."""
        token = self.headers["Authorization"].split(" ")[1].removeprefix("t=")
        claims: dict[str, Any] = json.loads(keys.bytes_of(token.split(".")[1]))
        return claims


class Service:
    """In the place of ``sending.post``. ``status`` 0: it cannot be reached."""

    def __init__(self, *browsers: Browser, status: int = 201) -> None:
        self.browsers: dict[str, Browser] = {}
        for browser in browsers:
            self.subscribed(browser)
        self.status = status
        self.pushes: list[Push] = []

    def subscribed(self, browser: Browser) -> Browser:
        """One browser more."""
        self.browsers[browser.endpoint] = browser
        return browser

    def __call__(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        if not self.status:
            raise ConnectionRefusedError
        self.pushes.append(Push(endpoint, headers, body, json.loads(self.browsers[endpoint].open(body))))
        return self.status
