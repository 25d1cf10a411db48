"""A request to a push service. Where it goes comes from a browser, that is from anybody: only https, only to addresses of the public internet.

The name is looked up once, every address of it is judged, and the connection goes to one that was judged. No redirect is followed, of the
answer nothing but the status is read, and all of it has ``PATIENCE`` seconds, so that nobody holds up the reminders of others.
"""

import re
import socket
import ssl
from collections.abc import Callable, Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic
from urllib.parse import urlsplit

LONGEST = 1000
PATIENCE = 10.0
ENDPOINT = re.compile(r"https://(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*(?::443)?/[!-~]+")
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])[ \r]")
ON_BEHALF = [ip_network("64:ff9b::/96"), ip_network("2002::/16")]  # addresses that stand for others, perhaps for ones at home

Sender = Callable[[str, dict[str, str], bytes], int]


def is_endpoint(url: str) -> bool:
    """Whether this looks like the address of a push service: https, a name with a dot and no address, no port of its own, nobody's login."""
    return len(url) <= LONGEST and "#" not in url and ENDPOINT.fullmatch(url) is not None


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is of the public internet."""
    return address.is_global and not address.is_multicast and not any(address in network for network in ON_BEHALF)


def addresses(host: str) -> Iterator[str]:
    """The addresses of a host. OSError if it has none, or any that is not public."""
    found = {str(info[4][0]) for info in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)}
    if not all(is_public(ip_address(address)) for address in found):
        raise PermissionError("an address that is not public")
    yield from sorted(found, key=lambda address: ":" in address)


def connected(host: str, until: float) -> socket.socket:
    """A connection to the host. OSError if there is none."""
    error = OSError("no address")
    for address in addresses(host):
        try:
            return socket.create_connection((address, 443), timeout=max(0.1, (until - monotonic()) / 2))
        except OSError as this:
            error = this
    raise error


def post(endpoint: str, headers: dict[str, str], body: bytes) -> int:
    """Send a body; the status of the answer. OSError if there is none that makes sense."""
    if not is_endpoint(endpoint):
        raise PermissionError("no address of a push service")
    until = monotonic() + PATIENCE
    to = urlsplit(endpoint)
    host = to.hostname or ""
    path = to.path + (f"?{to.query}" if to.query else "")
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}", *(f"{name}: {value}" for name, value in headers.items())]
    lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
    with (
        connected(host, until) as plain,
        ssl.create_default_context().wrap_socket(plain, server_hostname=host) as secure,
    ):
        secure.sendall("\r\n".join(lines).encode("ascii") + body)
        return status(secure, until)


def status(answer: socket.socket, until: float) -> int:
    """The status at the head of an answer."""
    head = b""
    while b"\r\n" not in head and len(head) < 512:
        answer.settimeout(max(0.1, until - monotonic()))
        if until <= monotonic() or not (more := answer.recv(512)):
            break
        head += more
    found = STATUS.match(head)
    if found is None:
        raise ConnectionError("no answer")
    return int(found[1])
