"""A web worker: the site on a listening socket that it shares with others. Knows uvicorn and no page."""

import asyncio
import gc
import logging
import os
import socket
from typing import Any

import uvicorn

A_TURN = 0.001  # seconds in which somebody else may take the next connection
RETRY = 1.0
GARBAGE = 10_000  # objects more than before, until it is looked for

logger = logging.getLogger("bansha.web")


class Server(uvicorn.Server):
    """Makes ready before it takes the first connection, and takes them in turn with its neighbours: asyncio takes all that wait at once, to
    answer them one after another while the neighbours have nothing to do.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Everything that is loaded by now stays; garbage is looked for among what comes later."""
        gc.freeze()
        gc.set_threshold(GARBAGE, 20, 50)
        gc.enable()
        await super().startup([])
        self.taking = [asyncio.create_task(self.take(shared)) for shared in sockets or ()]

    async def take(self, shared: socket.socket) -> None:
        """Connections, one after another."""
        loop = asyncio.get_running_loop()
        shared.setblocking(False)
        while True:
            try:
                connection, _address = await loop.sock_accept(shared)
                await loop.connect_accepted_socket(self.protocol, connection)
            except OSError:
                logger.exception("could not take a connection")
                await asyncio.sleep(RETRY)
            await asyncio.sleep(A_TURN)

    def protocol(self) -> asyncio.Protocol:
        """What speaks HTTP on a connection."""
        speaks: Any = self.config.http_protocol_class
        made: asyncio.Protocol = speaks(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        return made

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more, and end what is open."""
        for taking in self.taking:
            taking.cancel()
        await super().shutdown(sockets)


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
    )
    Server(config).run([socket.socket(fileno=number)])
