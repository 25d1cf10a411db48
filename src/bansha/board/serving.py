"""One process of the site under its supervisor: a web worker on a socket that is open already, or a management command.

    python -m bansha.board.serving LIFELINE web SOCKET
    python -m bansha.board.serving LIFELINE manage direct --every 0.5

It ends when its supervisor does, however that came about: the lifeline is a pipe of which he holds the other end. Knows no page.
"""

import os
import signal
import sys
import threading


def end_with(lifeline: int) -> None:
    """Wait in a thread of its own until nobody holds the other end, then end as if asked to."""

    def wait() -> None:
        os.read(lifeline, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="lifeline", daemon=True).start()


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
        from bansha.board.web import web  # management commands need no server

        web(int(rest[0]))
    else:
        manage(rest)


if __name__ == "__main__":
    main(sys.argv[1:])
