"""A web worker: the site on an open socket that it shares with others. Knows uvicorn and no page."""

import gc
import os
import socket

import uvicorn

WAITING = 2048  # connections that the system holds until a worker takes them
GARBAGE = 10_000  # objects more than before, until it is looked for


class Server(uvicorn.Server):
    """Makes ready before it takes the first connection, and takes one at a time: whoever took all that wait would answer them one after
    another while his neighbour has nothing to do.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Everything that is loaded by now stays; garbage is looked for among what comes later."""
        gc.freeze()
        gc.set_threshold(GARBAGE, 20, 50)
        gc.enable()
        await super().startup(sockets)
        for shared in sockets or ():
            shared.listen(WAITING)  # asyncio has set it to the number it takes at a time


def web(number: int) -> None:
    """Serve the site. Addresses may hold the tokens of feeds, so no access log is kept."""
    gc.disable()
    config = uvicorn.Config(
        "bansha.board.asgi:application",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=os.environ.get("BANSHA_PROXY") == "1",
        timeout_graceful_shutdown=5,  # event streams never end by themselves
        lifespan="off",
        backlog=1,
    )
    Server(config).run([socket.socket(fileno=number)])
