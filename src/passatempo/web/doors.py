"""Who may come in, and what every answer tells a browser.

A page of another site must not be able to use this server through the browser of somebody who can reach it. So the name
under which a request asks for the server is one of a list (else any name could be made to lead here), and a request
that a page has sent comes from a page of this server.
"""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING, Any

from nicegui import Client, core
from starlette.requests import Request  # noqa: TC002  FastAPI reads the signature
from starlette.responses import PlainTextResponse, Response

from passatempo.core.errors import UsageError, quote
from passatempo.core.words import say
from passatempo.web.api import RETRY, visitor_of
from passatempo.web.jobs import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from passatempo.web.bounds import Bounds

HOSTS = ("127.0.0.1", "localhost", "[::1]")
# 'unsafe-inline' and 'unsafe-eval' are NiceGUI's needs: tests/web/test_doors.py shows that no page works without them.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
GONE = "No response returned."  # what Starlette says where a visitor has left while his page was made
_PORT = re.compile(r":\d{1,5}$")


def named(host: str) -> str:
    """Write a host as browsers write it in `Host`, without a port.

    >>> named("Example.org"), named("::1")
    ('example.org', '[::1]')

    Raises
    ------
    UsageError
        If it is none.
    """
    bare = host.strip("[]")
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        if not re.fullmatch(r"[\w.-]{1,253}", host, re.ASCII):
            raise UsageError(f"{quote(host)} is not the name or the address of a host") from None
        return host.lower()
    return f"[{address}]" if address.version == 6 else str(address)


def is_own(origin: str, host: str) -> bool:
    """Tell whether a page of this origin is one of the server that is asked for under this host; TLS may stand between.

    >>> is_own("http://localhost:8080", "localhost:8080"), is_own("http://localhost:3000", "localhost:8080")
    (True, False)
    """
    return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


class Doors:
    """Middleware: refuses what comes under another name or from a page of another site, and adds headers to answers.

    Parameters
    ----------
    app
        What stands behind.
    hosts
        The names under which the server may be asked for, beside those of this machine.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = ()) -> None:
        self.app = app
        self.hosts = {*HOSTS, *map(named, hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it at the door."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        refused = self.refusal(scope["headers"])
        if refused and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it was accepted: that is a 403
        elif refused:
            await PlainTextResponse(refused + "\n", 403)(scope, receive, guarded)
        else:
            await self._enter(scope, receive, guarded)

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        except RuntimeError as error:
            if str(error) != GONE:
                raise

    def refusal(self, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Say why a request with these headers may not come in; nothing where it may."""
        said: dict[bytes, list[str]] = {b"host": [], b"origin": []}
        for key, value in headers:
            if key in said:
                said[key].append(value.decode("latin-1"))
        host = said[b"host"][0] if len(said[b"host"]) == 1 else ""
        if _PORT.sub("", host).lower() not in self.hosts:
            return say("this server is not asked for as {host}; --allowed-host lets a name in", host=quote(host))
        for origin in said[b"origin"]:
            if not is_own(origin, host):
                return say("pages of {origin} may not ask this server", origin=quote(origin))
        return ""


def keep_origins() -> None:
    """Let NiceGUI's sockets, which by default let every site in, know no other origin either."""

    def own(origin: str | None, environ: dict[str, Any]) -> bool:
        return origin is None or is_own(origin, environ.get("HTTP_HOST", ""))

    core.sio.eio.cors_allowed_origins = own


# How many pages there may be.


def admission(bounds: Bounds) -> Callable[[Request], Coroutine[Any, Any, None]]:
    """Make what stands before every page: it refuses one more where a visitor, or all together, have too many."""

    async def admit(request: Request) -> None:
        visitor = visitor_of(request)
        if sum(client.ip == visitor for client in Client.instances.values()) >= bounds.pages_each:
            message = say("{number} pages of yours are open already", number=bounds.pages_each)
            raise Refused(429, kind="too-many", message=message)
        if len(Client.instances) >= bounds.pages:
            raise Refused(429, kind="busy", message=say("too many pages are open; try again in a moment"))

    return admit


def turned_away(refused: Refused) -> Response:
    """Answer somebody who wanted a page that there is not, or not now."""
    headers = {"Retry-After": RETRY[refused.status]} if refused.status in RETRY else {}
    return PlainTextResponse(refused.said["message"] + "\n", refused.status, headers)
