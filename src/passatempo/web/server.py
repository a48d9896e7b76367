"""The server process: a socket, the app and the HTTP API behind it, and one line that says where it is.

Its HTTP has little patience: so many connections a visitor, so long for a request to arrive and for an answer to be
taken, no sockets.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import ipaddress
import signal
import socket
import struct
import sys
from collections import Counter
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from uvicorn.protocols.http.h11_impl import H11Protocol

from passatempo.core.errors import UsageError
from passatempo.core.interrupt import leave_run
from passatempo.core.limits import collect_garbage
from passatempo.web import api
from passatempo.web.bounds import Bounds, network_of
from passatempo.web.jobs import Pool
from passatempo.web.request_guard import HEADERS, LONGEST_HEAD, RequestGuard, normalise_host

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Sequence
    from types import FrameType

    from passatempo.web.files import Files

CONNECTIONS_EACH = 192  # a class of thirty that share an address, with six each as browsers have
AHEAD = 4096  # bytes that are read at once: eight requests as browsers write them
PIECE = 256  # bytes of a body in chunks that are read at once: it may hold forty chunks
ARRIVAL = 20.0  # seconds for a whole request, from its first byte; as long for the first byte of the first one
DEPARTURE = 60.0  # seconds after which a visitor who takes no byte of his answer is dropped
LOOKS = 12  # how often the server looks in that time
CLOSING = 1.0  # seconds for answers that are under way when the server ends
BACKLOG = 512
TCP_INFO = struct.Struct("=24xI92xQ16xI")  # of Linux: segments not acknowledged, bytes acknowledged, bytes not sent
AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: drop what the system holds for the visitor, too
M_MMAP_THRESHOLD = -3  # a parameter of mallopt


class VisitorConnection(H11Protocol, asyncio.BufferedProtocol):
    """One connection; it is not read from while a request of it waits for its answer and another has come.

    Parameters
    ----------
    opened
        How many connections each address has, of all of one server.
    each
        How many it may have; None where all come through one proxy.
    arrival
        Seconds for a whole request.
    departure
        Seconds after the last byte that its visitor took, while more bytes wait.
    """

    opened: ClassVar[Counter[str]]
    each: ClassVar[int | None]
    arrival: ClassVar[float]
    departure: ClassVar[float]
    arrival_timer: asyncio.TimerHandle | None = None
    look_timer: asyncio.TimerHandle | None = None
    address = ""

    def connection_made(self, transport: Any) -> None:
        """Take a connection, unless its visitor has enough of them."""
        super().connection_made(transport)
        self.receive_buffer = bytearray(AHEAD)
        self.address = network_of(self.client[0] if self.client else "")
        self.opened[self.address] += 1
        if self.each is not None and self.opened[self.address] > self.each:
            transport.abort()
        else:
            self._start_timer()
            self._check_progress()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection, and a visitor who has none left."""
        self._stop_timer()
        if self.look_timer is not None:
            self.look_timer.cancel()
        self.opened[self.address] -= 1
        if not self.opened[self.address]:
            del self.opened[self.address]
        super().connection_lost(exc)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return where to read to: less of a body in chunks, of which each takes as long as a large piece."""
        in_chunks = self.conn.their_state is h11.SEND_BODY and b"transfer-encoding" in dict(self.headers)
        return memoryview(self.receive_buffer)[: PIECE if in_chunks else AHEAD]

    def buffer_updated(self, nbytes: int) -> None:
        """Take what was read."""
        self.data_received(bytes(self.receive_buffer[:nbytes]))

    def data_received(self, chunk: bytes) -> None:
        """Take bytes; the clock runs from the first one of a request to its last."""
        super().data_received(chunk)
        if not self._is_arriving():
            self._stop_timer()
        elif self.arrival_timer is None:
            self._start_timer()

    def on_response_complete(self) -> None:
        """Go on to the next request; one may have come half already."""
        super().on_response_complete()
        if self.arrival_timer is None and self._is_arriving():
            self._start_timer()

    def _is_arriving(self) -> bool:
        """Tell whether a request has come in part only."""
        state = self.conn.their_state
        return state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))

    def _start_timer(self) -> None:
        self._stop_timer()
        self.arrival_timer = self.loop.call_later(self.arrival, self._refuse_late)

    def _stop_timer(self) -> None:
        if self.arrival_timer is not None:
            self.arrival_timer.cancel()
            self.arrival_timer = None

    def _refuse_late(self) -> None:
        """Close a connection whose request does not come."""
        self._refuse(408, "The request did not arrive in time.")

    def send_400_response(self, msg: str) -> None:
        """Close a connection whose request is not HTTP."""
        self._refuse(400, msg)

    def _refuse(self, status: int, sentence: str) -> None:
        """Close a connection, with an answer if none has begun."""
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", "Connection: close", "Content-Type: text/plain"]
        lines += [
            f"Content-Length: {len(sentence)}",
            *(f"{key.decode()}: {header.decode()}" for key, header in HEADERS),
        ]
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write("\r\n".join([*lines, "", sentence]).encode())
        self.transport.close()

    def _check_progress(self, before: int = 0, idle_checks: int = 0) -> None:
        """Drop a visitor who takes nothing of the bytes that wait for him."""
        waiting, progress_mark = self._send_progress()
        idle_checks = idle_checks + 1 if waiting and progress_mark == before else 1
        if idle_checks < LOOKS:
            self.look_timer = self.loop.call_later(
                self.departure / LOOKS, self._check_progress, progress_mark, idle_checks
            )
        else:
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.transport.abort()

    def _send_progress(self) -> tuple[bool, int]:
        """Return whether bytes wait for the visitor, and a number that changes as he takes some.

        The system takes megabytes itself before this process has to hold any; only Linux reports how it gets on.
        """
        buffer_size, socket_info = self.transport.get_write_buffer_size(), b""
        if sys.platform == "linux":
            connection = self.transport.get_extra_info("socket")
            socket_info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO.size)
        flight_bytes, receipt_bytes, unsent = (
            TCP_INFO.unpack(socket_info) if len(socket_info) == TCP_INFO.size else (0, 0, 0)
        )
        return buffer_size + flight_bytes + unsent > 0, receipt_bytes - buffer_size


def patient_protocol(
    each: int | None = CONNECTIONS_EACH, arrival: float = ARRIVAL, departure: float = DEPARTURE
) -> Callable[..., asyncio.Protocol]:
    """Make what uvicorn calls for each connection of one server."""
    bounds = {"each": each, "arrival": arrival, "departure": departure}
    return type("Patience", (VisitorConnection,), {"opened": Counter(), **bounds})


class Server(uvicorn.Server):
    """A server that refuses the jobs of its pool before it waits for their visitors."""

    def __init__(self, config: uvicorn.Config, pool: Pool) -> None:
        super().__init__(config)
        self.pool = pool

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; a second Ctrl-C ends the process at once, as does the end of one that Ctrl-C began."""
        if self.should_exit and sig == signal.SIGINT:
            leave_run()
        super().handle_exit(sig, frame)
        with contextlib.suppress(RuntimeError):  # no loop yet, or none any more
            asyncio.get_running_loop().call_soon_threadsafe(self._end)

    def _end(self) -> None:
        """Refuse all jobs, and drop every visitor who does not take his answer soon."""
        self.pool.refuse()
        asyncio.get_running_loop().call_later(CLOSING, self._drop)

    def _drop(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def create_app(pool: Pool, hosts: Iterable[str] = (), files: Files | None = None) -> RequestGuard:
    """Make the API, and the browser app if there are `files`; `hosts` are names beside those of this machine."""

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        pool.start()
        yield
        await pool.close()

    files_route = [Mount("/", files)] if files else []
    app = Starlette(routes=[*api.routes(pool, files), *files_route], lifespan=life, exception_handlers=api.ERRORS)
    app.router.redirect_slashes = False
    return RequestGuard(app, hosts, pool.bounds)


def serve(
    host: str,
    port: int,
    bounds: Bounds,
    files: Files | None,
    extra_hosts: Sequence[str] = (),
    *,
    has_proxy: bool = False,
) -> int:
    """Serve the API, and the app if there are `files`, until the process is told to stop.

    `allowed` are further names of the server. Behind a proxy on this machine, `X-Forwarded-For` names the visitor.
    """
    hosts = [normalise_host(name) for name in (host, *extra_hosts)]
    listening_socket = open_socket(host, port)
    address, listening_port = listening_socket.getsockname()[:2]
    if not ipaddress.ip_address(address).is_loopback:
        hosts.append(normalise_host(socket.gethostname()))
        sys.stderr.write(
            f"warning: anyone who can reach this machine can use this server, as {' or '.join(hosts)}: it has no "
            "passwords and no encryption, which a proxy in front of it can add\n"
        )
    pool = Pool(bounds)
    config = uvicorn.Config(
        create_app(pool, hosts, files),
        http=patient_protocol(None if has_proxy else CONNECTIONS_EACH),  # type: ignore[arg-type]
        ws="none",
        proxy_headers=has_proxy,
        log_level="error",
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        timeout_graceful_shutdown=2,
    )
    sys.stdout.write(f"passatempo is at http://{normalise_host(host)}:{listening_port} (Ctrl-C ends it)\n")
    sys.stdout.flush()
    collect_garbage()
    with contextlib.suppress(AttributeError, TypeError):  # glibc alone: it would keep large blocks for later
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, 2**17)
    server = Server(config, pool)
    with server.capture_signals():  # before the loop, in which an exception that a signal raises is logged
        asyncio.run(server.serve(sockets=[listening_socket]))
    return 0


def open_socket(host: str, port: int) -> socket.socket:
    """Open the socket.

    Raises
    ------
    UsageError
        If somebody else listens there already, or the address is not one of this machine.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        server_socket = socket.socket(family, kind, protocol)
        server_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server_socket.bind(address)
        server_socket.listen(BACKLOG)  # visitors wait at the door while the app comes up
    except OSError as error:
        raise UsageError(f"cannot listen on {host}, port {port}: {error.strerror or error}") from error
    return server_socket
