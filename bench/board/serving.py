"""Processes on a socket: the site as ``bansha serve`` runs it, or one of the yardsticks; and how long it takes until one answers."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from bench.harness import ROOT

SITE, BARE_STARLETTE, BARE_DJANGO = "site", "bench.board.bare_starlette", "bench.board.bare_django"
RUN = "import socket, sys, uvicorn; uvicorn.Server(uvicorn.Config(sys.argv[1] + ':application', log_config=None, access_log=False, lifespan='off')).run([socket.socket(fileno=int(sys.argv[2]))])"


class Served:
    """Two processes, or so many, that share a listening socket. ``close`` ends them."""

    def __init__(self, what: str, env: dict[str, str], workers: int = 2, directors: int = 0) -> None:
        self.env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", **env}
        self.env.pop(
            "PYTHONDONTWRITEBYTECODE", None
        )  # the yardsticks' modules are compiled, being installed; so are ours wherever they run twice
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.port = int(self.socket.getsockname()[1])
        self.lifeline, self.other_end = os.pipe()
        number = str(self.socket.fileno())
        if what == SITE:
            commands = [["-m", "bansha.board.serving", str(self.lifeline), "web", number]] * workers
            commands += [["-m", "bansha.board.serving", str(self.lifeline), "manage", "direct", "--every", "0.1"]] * directors
        else:
            commands = [["-c", RUN, what, number]] * workers
        self.processes = [self.start(command) for command in commands]

    def start(self, command: list[str]) -> subprocess.Popen[bytes]:
        """One process."""
        return subprocess.Popen(
            [sys.executable, *command], env=self.env, cwd=ROOT, pass_fds=(self.socket.fileno(), self.lifeline),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    def ready(self, path: str) -> "Served":
        """Wait until it answers with 200."""
        until = time.monotonic() + 60
        while self.status(path) != 200:
            if time.monotonic() > until:
                raise RuntimeError(f"{path} is not answered with 200")
            time.sleep(0.02)
        return self

    def status(self, path: str, cookie: str = "") -> int:
        """The status of an answer, 0 for none."""
        return self.fetch(path, cookie)[0]

    def fetch(self, path: str, cookie: str = "") -> tuple[int, bytes]:
        """Status and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            connection.close()

    def memory(self) -> int:
        """Bytes of memory that its processes hold."""
        pages = [int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) for process in self.processes]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")

    def worked(self) -> float:
        """Seconds of processor that its processes have used."""
        stats = [Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split() for process in self.processes]
        return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End them."""
        for process in self.processes:
            process.send_signal(signal.SIGKILL)
            process.wait()
        self.socket.close()
        os.close(self.lifeline)
        os.close(self.other_end)


def first_page(what: str, env: dict[str, str], path: str) -> float:
    """Seconds from the start of one process to its first page."""
    began = time.perf_counter()
    served = Served(what, env, workers=1)
    try:
        served.ready(path)
        return time.perf_counter() - began
    finally:
        served.close()
