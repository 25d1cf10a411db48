"""``bansha-manage direct``: the automatic director. Run as many as you like."""

import logging
import os
import signal
import socket
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

from bansha.board.games.direct import look_round
from bansha.board.people.letters import send_some

LETTERS_EVERY = 5.0  # seconds
logger = logging.getLogger("bansha.letters")


def post(stop: threading.Event) -> None:
    """Send letters in a thread of its own: a slow mail server delays no deadline."""
    while not stop.wait(LETTERS_EVERY):
        close_old_connections()
        try:
            send_some()
        except Exception:  # the next round may go better
            logger.exception("a round of letters failed")


class Command(BaseCommand):
    """Runs until it is told to stop."""

    help = "Executes deadlines when they are due, until it is told to stop."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--every", type=float, default=0.5, metavar="SECONDS")
        parser.add_argument("--once", action="store_true", help="one round, then stop")

    def handle(self, *_args: Any, **options: Any) -> None:
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        if not options["once"]:
            threading.Thread(target=post, args=(stop,), name="letters", daemon=True).start()
        name = f"{socket.gethostname()[:10]}:{os.getpid()}"
        while not stop.is_set():
            close_old_connections()
            look_round(name)
            if options["once"]:
                return
            stop.wait(options["every"])
