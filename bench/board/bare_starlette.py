"""A thread page and a form to post, and nothing else: Starlette, SQLAlchemy Core, Jinja2. As durable as the site, and as large (``BARE_FILLER``).

It has no rules, no readers, no games; it is what fifty posts cost at least.
"""

import os
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs

from jinja2 import Environment
from sqlalchemy import Column, DateTime, Integer, MetaData, Table, Text, UniqueConstraint, create_engine, event, insert, select, update
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.routing import Route

PAGE = 50
FILLER = "." * int(os.environ.get("BARE_FILLER", "0"))
address = os.environ.get("BARE_DATABASE", "sqlite:////tmp/bare.sqlite3")
engine = create_engine(address, pool_size=8, max_overflow=0)
data = MetaData()
threads = Table("bare_threads", data, Column("id", Integer, primary_key=True), Column("floors", Integer, nullable=False))
posts = Table(
    "bare_posts", data, Column("id", Integer, primary_key=True), Column("thread", Integer, nullable=False),
    Column("floor", Integer, nullable=False), Column("name", Text), Column("html", Text), Column("at", DateTime(timezone=True)),
    UniqueConstraint("thread", "floor"),
)  # fmt: skip
template = Environment(autoescape=True).from_string(
    """<!doctype html><html><head><meta charset="utf-8"><title>thread {{ thread }}</title></head><body><h1>{{ thread }}</h1>
{% for post in posts %}<article id="f{{ post.floor }}"><header>#{{ post.floor }} <strong>{{ post.name }}</strong>
<time>{{ post.at.isoformat() }}</time></header><div>{{ post.html|safe }}</div><!-- {{ filler }} --></article>{% endfor %}
<form method="post"><textarea name="text"></textarea><button>post</button></form></body></html>"""
)

if address.startswith("sqlite"):

    @event.listens_for(engine, "connect")
    def durable(connection: Any, _record: Any) -> None:
        """What the site asks of SQLite."""
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=20000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def immediate(connection: Any) -> None:
        """One writer at a time, from the start; readers need none."""
        if connection.get_execution_options().get("writes"):
            connection.exec_driver_sql("BEGIN IMMEDIATE")


def page(request: Request) -> HTMLResponse:
    """Fifty posts from a floor on."""
    thread, start = request.path_params["thread"], int(request.query_params.get("from", "1"))
    with engine.connect() as connection:
        floors = connection.execute(select(threads.c.floors).where(threads.c.id == thread)).scalar_one()
        wanted = select(posts).where(posts.c.thread == thread, posts.c.floor >= start).order_by(posts.c.floor).limit(PAGE)
        rows = connection.execute(wanted).all()
    return HTMLResponse(template.render(thread=f"{thread} ({floors})", posts=rows, filler=FILLER))


async def write(request: Request) -> RedirectResponse:
    """A post on the next floor."""
    from starlette.concurrency import run_in_threadpool

    text = parse_qs((await request.body()).decode())["text"][0]
    floor = await run_in_threadpool(add, request.path_params["thread"], text)
    return RedirectResponse(f"?from=1#f{floor}", status_code=302)


def add(thread: int, text: str) -> int:
    """The next floor, under the lock of the thread's row."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(update(threads).where(threads.c.id == thread).values(floors=threads.c.floors + 1))
        floor = int(connection.execute(select(threads.c.floors).where(threads.c.id == thread)).scalar_one())
        connection.execute(insert(posts).values(thread=thread, floor=floor, name="bare", html=text, at=datetime.now(UTC)))
    return floor


async def endpoint(request: Request) -> Any:
    """Both methods."""
    from starlette.concurrency import run_in_threadpool

    return await write(request) if request.method == "POST" else await run_in_threadpool(page, request)


application = Starlette(routes=[Route("/t/{thread:int}/", endpoint, methods=["GET", "POST"])])


def fill(text: str) -> None:
    """Two threads: one of fifty posts to read, one to write to."""
    data.drop_all(engine)
    data.create_all(engine)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(insert(threads), [{"id": 1, "floors": PAGE}, {"id": 2, "floors": 0}])
        rows = [{"thread": 1, "floor": n + 1, "name": f"u{n % 12}", "html": text, "at": datetime.now(UTC)} for n in range(PAGE)]
        connection.execute(insert(posts), rows)


if __name__ == "__main__":
    import sys

    fill(sys.argv[1])
