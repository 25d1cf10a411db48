"""``bansha-manage bots``: plays the seats of bots, and keeps the demonstration going. One process is enough."""

import logging
import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

from bansha.board.bots.demo import keep_going
from bansha.board.bots.round import Memory, look_round

logger = logging.getLogger("bansha.bots")


class Command(BaseCommand):
    """Runs until it is told to stop."""

    help = "Plays the seats of bots through the same door as everybody, until it is told to stop."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--every", type=float, default=1.0, metavar="SECONDS")
        parser.add_argument("--once", action="store_true", help="one round, then stop")

    def handle(self, *_args: Any, **options: Any) -> None:
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        memory = Memory()
        while not stop.is_set():
            close_old_connections()
            try:
                look_round(memory)
                keep_going()
            except Exception:  # whatever it is, the bots go on
                logger.exception("a round of the bots failed")
            if options["once"]:
                return
            stop.wait(options["every"])
