"""The server process: a socket, the app behind it, and one line that says where it is."""

from __future__ import annotations

import asyncio
import ipaddress
import signal
import socket
import sys
from typing import TYPE_CHECKING

import uvicorn

from passatempo.core.errors import UsageError
from passatempo.core.interrupt import leave
from passatempo.core.limits import collect_garbage
from passatempo.web.app import create
from passatempo.web.doors import LONGEST_HEAD, named
from passatempo.web.protocol import CONNECTIONS_EACH, patient

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

    from passatempo.web.bounds import Bounds
    from passatempo.web.files import Files

BACKLOG = 512


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
