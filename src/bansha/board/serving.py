"""One process of the site under its supervisor: a web worker on a socket that is open already, or a management command.

    python -m bansha.board.serving LIFELINE web SOCKET
    python -m bansha.board.serving LIFELINE manage direct --every 0.5

It ends when its supervisor does, however that came about: the lifeline is a pipe of which he holds the other end. Knows no page.
"""

import os
import signal
import socket
import sys
import threading


def end_with(lifeline: int) -> None:
    """Wait in a thread of its own until nobody holds the other end, then end as if asked to."""

    def wait() -> None:
        os.read(lifeline, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="lifeline", daemon=True).start()


def web(number: int) -> None:
    """Serve the site on an open socket. Addresses may hold the tokens of feeds, so no access log is kept."""
    import uvicorn

    config = uvicorn.Config(
        "bansha.board.asgi:application",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=os.environ.get("BANSHA_PROXY") == "1",
        timeout_graceful_shutdown=5,  # event streams never end by themselves
        lifespan="off",
    )
    uvicorn.Server(config).run([socket.socket(fileno=number)])


def manage(arguments: list[str]) -> None:
    """A management command."""
    from django.core.management import execute_from_command_line

    execute_from_command_line(["bansha manage", *arguments])


def main(arguments: list[str]) -> None:
    """See above."""
    lifeline, what, *rest = arguments
    end_with(int(lifeline))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bansha.board.settings")
    if what == "web":
        web(int(rest[0]))
    else:
        manage(rest)


if __name__ == "__main__":
    main(sys.argv[1:])
