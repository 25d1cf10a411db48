"""The key by which push services know the site (VAPID, RFC 8292): made once by ``bansha manage push_key``, kept in ``BANSHA_DATA`` or given.

Without it, or without the library for it, nobody is offered reminders by push. A new key voids every subscription.
"""

import json
import logging
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

FILE = "push-key"
GOOD_FOR = timedelta(hours=12)  # of a request's signature; push services refuse more than a day
BYTES = 32  # of the private key, and of each half of a signature

logger = logging.getLogger("bansha.letters")


def text_of(data: bytes) -> str:
    """Base64 for addresses, without padding: what keys and signatures are written in."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The inverse. ValueError for anything else."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def has_library() -> bool:
    """Whether ``bansha[push]`` is installed."""
    return find_spec("cryptography") is not None


def offered() -> bool:
    """Whether this site reminds by push."""
    return bool(settings.PUSH_KEY) and has_library() and usable(settings.PUSH_KEY)


@cache
def usable(key: str) -> bool:
    """Whether this is a key."""
    try:
        private(key)
    except ValueError:
        logger.warning("the key for push is none")
        return False
    return True


def keep_new(data: Path) -> bool:
    """Make a key and keep it for this user alone; False if there is one already."""
    from cryptography.hazmat.primitives.asymmetric import ec

    value = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    data.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError), os.fdopen(os.open(data / FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text_of(value.to_bytes(BYTES, "big")) + "\n")
        return True
    return False


@cache
def private(key: str) -> "EllipticCurvePrivateKey":
    """The private key as it is written in a setting. ValueError for what is none."""
    from cryptography.hazmat.primitives.asymmetric import ec

    value = bytes_of(key)
    if len(value) != BYTES:
        raise ValueError(f"{len(value)} bytes, not {BYTES}")
    return ec.derive_private_key(int.from_bytes(value, "big"), ec.SECP256R1())


def public(key: str) -> str:
    """The public half, which browsers subscribe with."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return text_of(private(key).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def authorization(endpoint: str, now: datetime) -> str:
    """The header that says, to the service of this endpoint alone, that the request is the site's."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    to = urlsplit(endpoint)
    claims = {"aud": f"{to.scheme}://{to.netloc}", "exp": int((now + GOOD_FOR).timestamp()), "sub": contact()}
    signed = ".".join(text_of(json.dumps(part, separators=(",", ":")).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(private(settings.PUSH_KEY).sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = text_of(r.to_bytes(BYTES, "big") + s.to_bytes(BYTES, "big"))
    return f"vapid t={signed}.{signature}, k={public(settings.PUSH_KEY)}"


def contact() -> str:
    """Whom a push service may turn to."""
    return settings.SITE if settings.HTTPS else f"mailto:{settings.DEFAULT_FROM_EMAIL}"
