"""The server process: a socket, the app and the HTTP API behind it, and one line that says where it is.

Its HTTP has little patience: so many connections an address, so long for a request to arrive, no sockets.
"""

from __future__ import annotations

import asyncio
import ipaddress
import signal
import socket
import sys
from collections import Counter
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, ClassVar

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from uvicorn.protocols.http.h11_impl import H11Protocol

from passatempo.core.errors import UsageError
from passatempo.core.interrupt import leave
from passatempo.core.limits import collect_garbage
from passatempo.web import api
from passatempo.web.bounds import Bounds
from passatempo.web.doors import LONGEST_HEAD, Doors, named
from passatempo.web.jobs import Pool

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Sequence
    from types import FrameType

    from passatempo.web.files import Files

CONNECTIONS_EACH = 192  # a class of thirty that share an address, with six each as browsers have
AHEAD = 4096  # bytes that are read at once: eight requests as browsers write them
ARRIVAL = 20.0  # seconds for a whole request, from its first byte; as long for the first byte of the first one
LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
BACKLOG = 512


class Patient(H11Protocol, asyncio.BufferedProtocol):
    """One connection; it is not read from while a request of it waits for its answer and another has come.

    Parameters
    ----------
    opened
        How many connections each address has, of all of one server.
    each
        How many it may have; None where all come through one proxy.
    arrival
        Seconds for a whole request.
    """

    opened: ClassVar[Counter[str]]
    each: ClassVar[int | None]
    arrival: ClassVar[float]
    clock: asyncio.TimerHandle | None = None
    address = ""

    def connection_made(self, transport: Any) -> None:
        """Take a connection, unless its address has enough of them."""
        super().connection_made(transport)
        self.buffer = bytearray(AHEAD)
        self.address = self.client[0] if self.client else ""
        self.opened[self.address] += 1
        if self.each is not None and self.opened[self.address] > self.each:
            transport.abort()
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection, and an address that has none left."""
        self._rest()
        self.opened[self.address] -= 1
        if not self.opened[self.address]:
            del self.opened[self.address]
        super().connection_lost(exc)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Say where to read to."""
        return self.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take what was read."""
        self.data_received(bytes(self.buffer[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Take bytes; the clock runs from the first one of a request to its last."""
        super().data_received(data)
        if not self._arriving():
            self._rest()
        elif self.clock is None:
            self._watch()

    def on_response_complete(self) -> None:
        """Go on to the next request; one may have come half already."""
        super().on_response_complete()
        if self.clock is None and self._arriving():
            self._watch()

    def _arriving(self) -> bool:
        """Tell whether a request has come in part only."""
        state = self.conn.their_state
        return state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))

    def _watch(self) -> None:
        self._rest()
        self.clock = self.loop.call_later(self.arrival, self._late)

    def _rest(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None

    def _late(self) -> None:
        """Close a connection whose request does not come."""
        if self.conn.their_state is h11.IDLE:
            self.transport.write(LATE)
        self.transport.close()


def patient(each: int | None = CONNECTIONS_EACH, arrival: float = ARRIVAL) -> Callable[..., asyncio.Protocol]:
    """Make what uvicorn calls for each connection of one server."""
    return type("Patience", (Patient,), {"opened": Counter(), "each": each, "arrival": arrival})


def create(bounds: Bounds = Bounds(), hosts: Iterable[str] = (), files: Files | None = None) -> Doors:
    """Make the API, and the browser app if there are `files`; `hosts` are names beside those of this machine."""
    pool = Pool(bounds)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        pool.start()
        yield
        await pool.close()

    shown = [Mount("/", files)] if files else []
    app = Starlette(routes=[*api.routes(pool, files), *shown], lifespan=life, exception_handlers=api.ERRORS)
    app.router.redirect_slashes = False
    return Doors(app, hosts, bounds)


def serve(
    host: str,
    port: int,
    bounds: Bounds,
    files: Files | None,
    allowed: Sequence[str] = (),
    *,
    behind_proxy: bool = False,
) -> int:
    """Serve the API, and the app if there are `files`, until the process is told to stop.

    `allowed` are further names of the server. Behind a proxy on this machine, `X-Forwarded-For` names the visitor.
    """
    hosts = [named(name) for name in (host, *allowed)]
    listening = listen(host, port)
    address, chosen = listening.getsockname()[:2]
    if not ipaddress.ip_address(address).is_loopback:
        hosts.append(named(socket.gethostname()))
        sys.stderr.write(
            f"warning: anyone who can reach this machine can use this server, as {' or '.join(hosts)}: it has no "
            "passwords and no encryption, which a proxy in front of it can add\n"
        )
    config = uvicorn.Config(
        create(bounds, hosts, files),
        http=patient(None if behind_proxy else CONNECTIONS_EACH),  # type: ignore[arg-type]
        ws="none",
        proxy_headers=behind_proxy,
        log_level="error",
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        timeout_graceful_shutdown=2,
    )
    sys.stdout.write(f"passatempo is at http://{named(host)}:{chosen} (Ctrl-C ends it)\n")
    sys.stdout.flush()
    collect_garbage()
    server = uvicorn.Server(config)
    end = server.handle_exit

    def hear(number: int, frame: FrameType | None) -> None:
        if number == signal.SIGINT:
            leave()
        end(number, frame)

    server.handle_exit = hear  # type: ignore[method-assign,assignment]
    with server.capture_signals():  # before the loop, in which an exception that a signal raises is logged
        asyncio.run(server.serve(sockets=[listening]))
    return 0


def listen(host: str, port: int) -> socket.socket:
    """Open the socket.

    Raises
    ------
    UsageError
        If somebody else listens there already, or the address is not one of this machine.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        opened = socket.socket(family, kind, protocol)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(BACKLOG)  # visitors wait at the door while the app comes up
    except OSError as error:
        raise UsageError(f"cannot listen on {host}, port {port}: {error.strerror or error}") from error
    return opened
