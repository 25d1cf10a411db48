"""Runs a command with a PostgreSQL of its own, which lives in a temporary directory and ends with it.

    python tools/with_postgres.py pytest tests/board

The command finds it as DATABASE_URL, and the board's tests as BANSHA_TEST_DATABASE. Needs PostgreSQL's server programs; started as root, the
server runs as another user. Settings are the ones of a real site (commits wait for the disk), for what is tested with it is what a site runs on.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

MISSING = 3


def programs() -> Path | None:
    """The directory of initdb and pg_ctl, the newest version; Debian keeps them out of PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4].split(".")[0]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def other_user() -> str | None:
    """Who runs the server: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def main(command: list[str]) -> int:
    """The command's exit status; 3 if there is no PostgreSQL."""
    if not command:
        print(__doc__, file=sys.stderr)
        return 2
    where = programs()
    if where is None:
        print("with_postgres: no PostgreSQL server here. On Debian: apt-get install postgresql", file=sys.stderr)
        return MISSING
    user = other_user()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # the server ends with us then too

    def run(program: str, *arguments: str) -> None:
        subprocess.run([where / program, *arguments], check=True, user=user, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    with tempfile.TemporaryDirectory(prefix="bansha-pg-") as directory:
        if user:
            shutil.chown(directory, user)
        data = f"{directory}/data"
        run("initdb", "--username=bansha", "--auth=trust", "--encoding=UTF8", "--locale=C", f"--pgdata={data}")
        options = f"-c listen_addresses='' -c unix_socket_directories={directory} -c max_connections=200"
        run("pg_ctl", "start", "--wait", f"--pgdata={data}", f"--log={directory}/log", "--options", options)
        try:
            run("createdb", f"--host={directory}", "--username=bansha", "bansha")
            address = f"postgres://bansha@{directory.replace('/', '%2F')}/bansha"
            environment = {**os.environ, "DATABASE_URL": address, "BANSHA_TEST_DATABASE": address}
            return subprocess.run(command, env=environment, check=False).returncode
        finally:
            run("pg_ctl", "stop", "--mode=immediate", f"--pgdata={data}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
