"""The check of every request, and the security headers of every response.

A page of another site must not use this server through the browser of somebody who can reach it. So the `Host` of a
request must be on a list, since any other name could be made to resolve to this server (DNS rebinding). A request that
a page sends must come from a page of this server.
"""

import asyncio
import ipaddress
import math
import re
import shlex
import time
from collections.abc import Iterable

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from passatempo.core.errors import UsageError, quote
from passatempo.core.messages import translate
from passatempo.web.bounds import Bounds, Quota, network_of

HOSTS = ("127.0.0.1", "localhost", "[::1]")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
STRANGE = ("cross-site", "same-site")  # another origin, perhaps somebody else's page on another port of this machine
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),  # otherwise any site could detect the server
)
FRAME_HEADERS = ((HEADERS[0][0], POLICY.removesuffix("; frame-ancestors 'none'").encode()), *HEADERS[1:])
LONGEST_HEAD = 16384  # bytes of a request's head; no link carries an instance to the server
PAUSE = 0.2  # seconds before an excess request is refused, so that a flood waits for each refusal
_PORT = re.compile(r"^(\[.*\]|[^:]*):\d{1,5}\Z")  # an IPv6 address needs brackets


def normalise_host(host: str) -> str:
    """Return the host name without its port, as browsers write it in `Host`.

    >>> normalise_host("Example.org:8080"), normalise_host("::1"), normalise_host("[::1]:8080")
    ('example.org', '[::1]', '[::1]')

    Raises
    ------
    UsageError
        If it is not a host name.
    """
    name = _PORT.sub(r"\1", host)
    try:
        address = ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        if not re.fullmatch(r"\w[\w.-]{0,252}", name, re.ASCII):
            raise UsageError(f"{quote(host)} is not the name or the address of a host") from None
        return name.lower()
    return f"[{address}]" if address.version == 6 else str(address)


def is_own(origin: str, host: str) -> bool:
    """Return whether an origin is this server, requested under this host; a proxy may add TLS.

    >>> is_own("http://localhost:8080", "localhost:8080"), is_own("http://localhost:3000", "localhost:8080")
    (True, False)
    """
    return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


class RequestGuard:
    """Middleware: refuses excess requests, unknown host names and pages of other sites; adds headers.

    Parameters
    ----------
    app
        The application to protect.
    hosts
        The names accepted for the server, in addition to those of this machine.
    bounds
        The limits, with the number of requests that an address may send.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = (), bounds: Bounds = Bounds()) -> None:
        self.app, self.embed = app, bounds.embed
        self.host_names = {*HOSTS, *map(normalise_host, hosts)}
        self.files, self.requests = Quota(*bounds.files), Quota(*bounds.requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                header_keys = {key.lower() for key, _ in message["headers"]}
                headers = FRAME_HEADERS if self.embed and _is_embedded(scope) else HEADERS
                message["headers"] = [*message["headers"], *[pair for pair in headers if pair[0] not in header_keys]]
            await send(message)

        status, message = self.check_headers(scope["path"], scope["headers"])
        if _head_length(scope) > LONGEST_HEAD:
            status, message = 431, translate("the head of a request has at most {most} bytes", most=LONGEST_HEAD)
        quota = self.requests if _is_api(scope["path"]) else self.files
        wait = quota.take_token(network_of((scope["client"] or ("",))[0]), time.monotonic())
        if wait > quota.max_wait:
            status, message = 429, translate("too many requests from your address: try again in a moment")
        if wait:
            await asyncio.sleep(max(wait, PAUSE) if status == 429 else wait)
        if status:
            headers = {"Retry-After": str(math.ceil(wait))} if status == 429 else {}
            await PlainTextResponse(message + "\n", status, headers)(scope, receive, guarded)
        else:
            await self.app(scope, receive, guarded)

    def check_headers(self, path: str, headers: Iterable[tuple[bytes, bytes]]) -> tuple[int, str]:
        """Return the status and sentence that refuse a request with these headers; (0, "") to accept it."""
        site_headers: dict[bytes, list[str]] = {b"host": [], b"origin": [], b"sec-fetch-site": []}
        for key, header in headers:
            if key in site_headers:
                site_headers[key].append(header.decode("latin-1"))
        host = site_headers[b"host"][0] if len(site_headers[b"host"]) == 1 else ""
        try:
            name = normalise_host(host)
        except UsageError as error:
            return 421, translate(
                "{error}: use a name of this server, such as localhost or one of --allowed-host", error=error
            )
        if name not in self.host_names:
            host_argument = shlex.quote(name.strip("[]"))
            sentence = translate(
                "this server does not accept the name {host}: pass --allowed-host {bare}",
                host=quote(name),
                bare=host_argument,
            )
            return 421, sentence
        for origin in site_headers[b"origin"]:
            if not is_own(origin, host):
                return 403, translate("pages of {origin} may not use this server", origin=quote(origin))
        if _is_api(path) and any(site.strip().lower() in STRANGE for site in site_headers[b"sec-fetch-site"]):
            return 403, translate("pages of other sites may not use this server")
        return 0, ""


def _head_length(scope: Scope) -> int:
    """Return the length of a request's head; h11 itself limits only a head that arrives in pieces."""
    lines = [*[len(key) + len(header) + 4 for key, header in scope["headers"]], len(scope["query_string"])]
    return sum(lines, len(scope["path"]))


def _is_embedded(scope: Scope) -> bool:
    return b"embed" in scope["query_string"].split(b"&") and not _is_api(scope["path"])


def _is_api(path: str) -> bool:
    return path == "/api" or path.startswith("/api/")
