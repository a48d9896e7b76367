"""The server process: a socket, the app and the HTTP API, and one line that prints the address.

Its HTTP protocol limits the connections of a visitor, the time for a request to arrive, and the time for a response to
be received. It has no WebSockets.
"""

import asyncio
import contextlib
import ctypes
import ipaddress
import signal
import socket
import struct
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from http import HTTPStatus
from types import FrameType
from typing import Any, ClassVar

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
from passatempo.web.files import Files
from passatempo.web.jobs import Pool
from passatempo.web.request_guard import HEADERS, LONGEST_HEAD, RequestGuard, normalise_host

CONNECTIONS_EACH = 192  # a class of thirty behind one address, with six each, as browsers open
AHEAD = 4096  # bytes per read: eight requests of typical browsers
PIECE = 256  # bytes per read of a chunked body, which may contain forty chunks
ARRIVAL = 20.0  # seconds for a request from its first byte to its last, and for the first byte on a new connection
DEPARTURE = 60.0  # seconds without progress after which a visitor is disconnected
LOOKS = 12  # checks for progress in that time
CLOSING = 1.0  # seconds for pending answers when the server closes
BACKLOG = 512
TCP_INFO = struct.Struct("=24xI92xQ16xI")  # on Linux: unacknowledged segments, acknowledged bytes, unsent bytes
AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: also discard the system's send buffer
M_MMAP_THRESHOLD = -3  # a parameter of mallopt


class VisitorConnection(H11Protocol, asyncio.BufferedProtocol):
    """A connection; reading pauses while a request waits for its answer and another one has arrived.

    Parameters
    ----------
    opened
        The number of open connections of each address, for one server.
    each
        The limit for one address; None if all come through one proxy.
    arrival
        Seconds for a complete request.
    departure
        Seconds without progress while the visitor has data to receive.
    """

    opened: ClassVar[Counter[str]]
    each: ClassVar[int | None]
    arrival: ClassVar[float]
    departure: ClassVar[float]
    arrival_timer: asyncio.TimerHandle | None = None
    look_timer: asyncio.TimerHandle | None = None
    address = ""

    def connection_made(self, transport: Any) -> None:
        """Accept a connection, unless its visitor has too many."""
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
        """Remove a connection from the count of its visitor."""
        self._stop_timer()
        if self.look_timer is not None:
            self.look_timer.cancel()
        self.opened[self.address] -= 1
        if not self.opened[self.address]:
            del self.opened[self.address]
        super().connection_lost(exc)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return the buffer to read into; small for a chunked body, as each chunk costs as much as a large read."""
        in_chunks = self.conn.their_state is h11.SEND_BODY and b"transfer-encoding" in dict(self.headers)
        return memoryview(self.receive_buffer)[: PIECE if in_chunks else AHEAD]

    def buffer_updated(self, nbytes: int) -> None:
        """Process the bytes that were read."""
        self.data_received(bytes(self.receive_buffer[:nbytes]))

    def data_received(self, chunk: bytes) -> None:
        """Process bytes; the timer runs from the first byte of a request to its last."""
        super().data_received(chunk)
        if not self._is_arriving():
            self._stop_timer()
        elif self.arrival_timer is None:
            self._start_timer()

    def on_response_complete(self) -> None:
        """Continue with the next request, part of which may have arrived already."""
        super().on_response_complete()
        if self.arrival_timer is None and self._is_arriving():
            self._start_timer()

    def _is_arriving(self) -> bool:
        """Return whether a request has arrived only in part."""
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
        """Close a connection whose request did not arrive in time."""
        self._refuse(408, "The request did not arrive in time.")

    def send_400_response(self, msg: str) -> None:
        """Close a connection whose request is not HTTP."""
        self._refuse(400, msg)

    def _refuse(self, status: int, sentence: str) -> None:
        """Close a connection, with a response if none has begun."""
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", "Connection: close", "Content-Type: text/plain"]
        lines += [
            f"Content-Length: {len(sentence)}",
            *(f"{key.decode()}: {header.decode()}" for key, header in HEADERS),
        ]
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write("\r\n".join([*lines, "", sentence]).encode())
        self.transport.close()

    def _check_progress(self, before: int = 0, idle_checks: int = 0) -> None:
        """Disconnect a visitor who receives none of the waiting bytes."""
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
        """Return whether bytes wait for the visitor, and a number that changes when some are received.

        The system buffers megabytes before this process has to; only Linux reports the progress of its buffer.
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
    """Return the protocol factory that uvicorn calls for each connection of one server."""
    bounds = {"each": each, "arrival": arrival, "departure": departure}
    return type("Patience", (VisitorConnection,), {"opened": Counter(), **bounds})


class Server(uvicorn.Server):
    """A server that refuses its pool's jobs before it waits for their visitors."""

    def __init__(self, config: uvicorn.Config, pool: Pool) -> None:
        super().__init__(config)
        self.pool = pool

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to shut down; if the shutdown has already begun, Ctrl-C ends the process at once."""
        if self.should_exit and sig == signal.SIGINT:
            leave_run()
        super().handle_exit(sig, frame)
        with contextlib.suppress(RuntimeError):  # no loop yet, or no longer
            asyncio.get_running_loop().call_soon_threadsafe(self._end)

    def _end(self) -> None:
        """Refuse all jobs, and disconnect visitors who do not receive their answer soon."""
        self.pool.refuse()
        asyncio.get_running_loop().call_later(CLOSING, self._drop)

    def _drop(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def create_app(pool: Pool, hosts: Iterable[str] = (), files: Files | None = None) -> RequestGuard:
    """Create the API, and the browser app if there are `files`; `hosts` are further names of the server."""

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
    """Serve the API, and the app if there are `files`, until a signal ends the process.

    `extra_hosts` are further names of the server. Behind a proxy on this machine, `X-Forwarded-For` names the visitor.
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
    with contextlib.suppress(AttributeError, TypeError):  # only glibc has it, and would otherwise keep large blocks
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, 2**17)
    server = Server(config, pool)
    with server.capture_signals():  # outside the loop, which would log an exception from a signal
        asyncio.run(server.serve(sockets=[listening_socket]))
    return 0


def open_socket(host: str, port: int) -> socket.socket:
    """Open the socket.

    Raises
    ------
    UsageError
        If the port is in use, or the address is not one of this machine.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        server_socket = socket.socket(family, kind, protocol)
        server_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server_socket.bind(address)
        server_socket.listen(BACKLOG)  # connections queue while the app starts
    except OSError as error:
        raise UsageError(f"cannot listen on {host}, port {port}: {error.strerror or error}") from error
    return server_socket
