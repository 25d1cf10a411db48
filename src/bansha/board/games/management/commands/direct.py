"""``bansha-manage direct``: the automatic director. Run as many as you like."""

import os
import signal
import socket
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

from bansha.board.games.direct import look_round


class Command(BaseCommand):
    """Runs until it is told to stop."""

    help = "Executes deadlines when they are due, until it is told to stop."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--every", type=float, default=0.5, metavar="SECONDS")
        parser.add_argument("--once", action="store_true", help="one round, then stop")

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        name = f"{socket.gethostname()[:10]}:{os.getpid()}"
        while not stop.is_set():
            close_old_connections()
            look_round(name)
            if options["once"]:
                return
            stop.wait(options["every"])
