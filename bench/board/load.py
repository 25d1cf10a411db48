"""Asking, as many at once as there are connections: wrk, on loopback, for a bounded time."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from bench.harness import Missing

CSRF = "bnch" * 8
UNIT = {"us": 1e-6, "ms": 1e-3, "s": 1.0}


class Load(NamedTuple):
    """How many answers, how many a second, and how long the middle one and the slowest in a hundred took, in seconds."""

    answers: int
    rate: float
    p50: float
    p99: float


def ask(port: int, path: str, *, cookie: str = "", post: str = "", connections: int = 8, seconds: int = 2) -> Load:
    """Ask for a page, or post this text, again and again. Raises Missing without wrk, RuntimeError if anything was refused."""
    wrk = shutil.which("wrk")
    if wrk is None:
        raise Missing("wrk is needed; on Debian: apt-get install wrk")
    headers = [f"Cookie: {cookie}"] if cookie else []
    command = [
        wrk,
        "-t2",
        f"-c{connections}",
        f"-d{seconds}s",
        "--latency",
        "--timeout",
        "20s",
        *(part for one in headers for part in ("-H", one)),
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        if post:
            body = urlencode({"text": post, "csrfmiddlewaretoken": CSRF})
            script.write(f'wrk.method="POST"\nwrk.body="{body}"\nwrk.headers["Content-Type"]="application/x-www-form-urlencoded"\n')
            script.flush()
            command += ["-s", script.name]
        done = subprocess.run([*command, f"http://127.0.0.1:{port}{path}"], capture_output=True, text=True, check=True)
    return read(done.stdout)


def read(output: str) -> Load:
    """The figures out of what wrk prints."""
    if "Non-2xx" in output:
        raise RuntimeError(output)
    rate = re.search(r"Requests/sec:\s+([\d.]+)", output)
    answers = re.search(r"(\d+) requests in", output)
    half, most = (re.search(rf"^\s+{part}%\s+([\d.]+)(us|ms|s)", output, re.MULTILINE) for part in (50, 99))
    if not (answers and rate and half and most):
        raise RuntimeError(output)
    return Load(int(answers[1]), float(rate[1]), float(half[1]) * UNIT[half[2]], float(most[1]) * UNIT[most[2]])


def cookie(session: str) -> str:
    """The cookies of somebody who is logged in and may post."""
    return f"sessionid={session}; csrftoken={CSRF}"


def scratch(path: Path) -> Path:
    """A directory for one database."""
    path.mkdir(parents=True, exist_ok=True)
    return path
