"""Keeping the processes of the site alive: starts them, starts them again when they fall, ends them all when told to.

Knows processes and nothing of Django; what each of them does is ``serving``'s business.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

STEADY = 10.0  # seconds after which a process counts as well started
LONGEST_WAIT = 30.0
PATIENCE = 10.0  # seconds a process gets to end by itself


class Job:
    """A process that shall always run."""

    def __init__(self, name: str, arguments: list[str], sockets: tuple[int, ...] = ()) -> None:
        self.name, self.arguments, self.sockets = name, arguments, sockets
        self.process: subprocess.Popen[bytes] | None = None
        self.started = 0.0
        self.again_at = 0.0
        self.wait = 0.5

    def start(self, lifeline: int) -> None:
        """Start it, with the reading end of the lifeline."""
        command = [sys.executable, "-m", "bansha.board.serving", str(lifeline), *self.arguments]
        # A session of its own, so that Ctrl-C reaches the supervisor alone and he ends the others in good order.
        self.process = subprocess.Popen(command, pass_fds=(lifeline, *self.sockets), start_new_session=True, stdin=subprocess.DEVNULL)
        self.started = time.monotonic()

    def fell(self) -> int | None:
        """The exit status if it has just ended; when to start it again is noted."""
        if self.process is None or (status := self.process.poll()) is None:
            return None
        now = time.monotonic()
        self.wait = 0.5 if now - self.started > STEADY else min(LONGEST_WAIT, self.wait * 2)
        self.process, self.again_at = None, now + self.wait
        return status


class Supervisor:
    """``run`` returns after ``stop``, when every process has ended."""

    def __init__(self, jobs: list[Job], report: Callable[[str, int, float], None]) -> None:
        """``report(name, status, seconds)``: a process fell and is started again after so long."""
        self.jobs, self.report = jobs, report
        self.stopping = threading.Event()

    def stop(self, *_signal: object) -> None:
        """End everything."""
        self.stopping.set()

    def run(self) -> None:
        """Until told to stop."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop)
        lifeline, other_end = os.pipe()
        try:
            while not self.stopping.wait(0.1):
                for job in self.jobs:
                    if (status := job.fell()) is not None:
                        self.report(job.name, status, job.wait)
                    if job.process is None and time.monotonic() >= job.again_at:
                        job.start(lifeline)
        finally:
            self.end()
            os.close(lifeline)
            os.close(other_end)

    def end(self) -> None:
        """Ask each to end; whoever does not is ended."""
        running = [job.process for job in self.jobs if job.process is not None and job.process.poll() is None]
        for process in running:
            process.terminate()
        until = time.monotonic() + PATIENCE
        for process in running:
            try:
                process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
