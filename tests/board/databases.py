"""Databases for tests that start processes of their own: what those write stays, so no two tests may have one in common."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

SERVER = os.environ.get("BANSHA_TEST_DATABASE", "")  # make test-postgres


@contextmanager
def own_database(data: Path) -> Iterator[str]:
    """The address of an empty database: a file in ``data``, or one made on the tests' PostgreSQL and dropped with whoever is still connected."""
    if not SERVER:
        yield f"sqlite:///{data / 'bansha.sqlite3'}"
        return
    name = f"own_{secrets.token_hex(6)}"
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{SERVER.rpartition('/')[0]}/{name}"
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
