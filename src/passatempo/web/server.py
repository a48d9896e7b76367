"""The server process: a socket, the app behind it, and one line that says where it is."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING, TextIO

import uvicorn

from passatempo.core.errors import UsageError
from passatempo.web.app import create

if TYPE_CHECKING:
    from passatempo.web.bounds import Bounds

BACKLOG = 512
LONGEST_HEAD = 65536  # bytes of a request's head: links carry instances


def serve(host: str, port: int, bounds: Bounds, out: TextIO) -> int:
    """Serve until the process is told to stop."""
    listening = listen(host, port)
    config = uvicorn.Config(
        create(bounds),
        log_level="warning",
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    shown = f"[{host}]" if ":" in host else host
    out.write(f"passatempo is at http://{shown}:{listening.getsockname()[1]} (Ctrl-C ends it)\n")
    out.flush()
    with contextlib.suppress(KeyboardInterrupt):
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
        raise UsageError(f"cannot listen at {host}, port {port}: {error.strerror or error}") from error
    return opened
