"""What is pushed is sealed for one device (RFC 8291, in the coding of RFC 8188): the push service carries it and cannot read it.

Everything is padded to one length, so that not even the length tells what it says.
"""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

PLAIN = 2000  # bytes of every message before sealing
RECORD = 4096  # of a record, as it is written at the head; a message is one record, and may be shorter
POINT, SECRET, SALT = 65, 16, 16  # bytes of a public key, of a device's secret, of the salt


def is_key(point: bytes) -> bool:
    """Whether this is a public key that one can seal for."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == POINT


def padded(plain: bytes) -> bytes:
    """The record: what is said, the mark of the last record, zeros. ValueError for more than there is room for."""
    if len(plain) >= PLAIN:
        raise ValueError(f"{len(plain)} bytes; there is room for {PLAIN - 1}")
    return (plain + b"\x02").ljust(PLAIN, b"\0")


def seal(record: bytes, device: bytes, secret: bytes, sender: "EllipticCurvePrivateKey | None" = None, salt: bytes = b"") -> bytes:
    """A record sealed for the device's public key and secret. ``sender`` and ``salt`` are new each time, but for tests."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    def derived(length: int, salt: bytes, info: bytes, key: bytes) -> bytes:
        return HKDF(SHA256(), length, salt, info).derive(key)

    sender, salt = sender or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(SALT)
    own = sender.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), device))
    key = derived(32, secret, b"WebPush: info\0" + device + own, shared)
    cipher = AESGCM(derived(16, salt, b"Content-Encoding: aes128gcm\0", key))
    sealed = cipher.encrypt(derived(12, salt, b"Content-Encoding: nonce\0", key), record, None)
    return salt + RECORD.to_bytes(4, "big") + bytes([POINT]) + own + sealed
