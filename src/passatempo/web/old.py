"""The pages of 0.1, until those of the browser app take their places."""

from __future__ import annotations

import asyncio
import gc
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from fastapi import Depends, FastAPI, Request
from nicegui import Client, core, ui
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

from passatempo import __version__
from passatempo.core.errors import quote
from passatempo.core.methods import resolve
from passatempo.core.registry import names, pastime
from passatempo.core.words import say
from passatempo.web import api
from passatempo.web.desk import Desk, Page
from passatempo.web.doors import is_own
from passatempo.web.frame import LOGO, STATIC, Tag, frame
from passatempo.web.home import home
from passatempo.web.jobs import Refused
from passatempo.web.manual import manual
from passatempo.web.tabs import Tabs
from passatempo.web.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from starlette.types import Message, Receive, Scope, Send

    from passatempo.core.pastime import Pastime
    from passatempo.web.bounds import Bounds
    from passatempo.web.jobs import Pool


# 'unsafe-inline' and 'unsafe-eval' are NiceGUI's needs: tests/web/test_pages.py shows that no page works without them.
OLD_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
GONE = "No response returned."  # what Starlette says where a visitor has left while his page was made
RECONNECT = 15.0  # seconds that a page may be out of reach, as on a phone, before its desk is cleared
UNSEEN = 15.0  # seconds after which a page that was sent, but whose browser never called back, is cleared
SWEEP = 0.25  # seconds between two looks for such pages
AT_ONCE = 20  # pages that are cleared at one look: more would keep everybody waiting


class Old:
    """The old pages as an ASGI application beside the new ones; `life` is what they need to run."""

    def __init__(self, pool: Pool) -> None:
        app = FastAPI(title="passatempo", version=__version__, docs_url=None, redoc_url=None)
        app.mount("/static", StaticFiles(directory=STATIC))
        before = [Depends(admission(pool.bounds))]
        ui.page("/", title="passatempo", dependencies=before)(home(pool))
        ui.page("/manual", title=say("HTTP API · passatempo"), dependencies=before)(manual(pool.bounds))
        for game in map(pastime, names()):
            title = f"{game.name} · passatempo"
            ui.page(f"/{game.name}", title=title, response_timeout=10.0, dependencies=before)(_page(game, pool))
        core.app.add_exception_handler(Refused, _not_now)
        core.app.add_exception_handler(404, _nowhere)  # NiceGUI's own would make a page, with all that a page takes
        ui.run_with(
            app,
            title="passatempo",
            favicon=LOGO,
            dark=None,
            tailwind=False,
            binding_refresh_interval=None,
            reconnect_timeout=RECONNECT,
            show_welcome_message=False,
        )
        keep_origins()
        self.app = app

    @asynccontextmanager
    async def life(self) -> AsyncIterator[None]:
        """Run NiceGUI, and clear the pages that no browser has called back about."""
        async with self.app.router.lifespan_context(self.app):
            sweeping = asyncio.ensure_future(_sweep())
            yield
            sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await sweeping

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a page, by a policy of its own."""

        async def by_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"content-security-policy", OLD_POLICY.encode())]
            await send(message)

        try:
            await self.app(scope, receive, by_policy)
        except RuntimeError as error:
            if str(error) != GONE:
                raise


async def _sweep() -> None:
    """Clear the pages that no browser has called back about, and take the memory of those that are gone back."""
    gc.collect()
    gc.freeze()  # what every page needs: a search for garbage need not go through it again and again
    before: set[str] = set()
    while True:
        await asyncio.sleep(SWEEP)
        made = sorted(client.created for client in Client.instances.values() if not client.has_socket_connection)
        oldest = time.time() - made[AT_ONCE - 1] if len(made) >= AT_ONCE else 0.0
        Client.prune_instances(client_age_threshold=max(UNSEEN, oldest))
        now = set(Client.instances)
        if before - now:
            gc.collect()  # a page is a great circle of references, which is found too late otherwise
        before = now


async def _not_now(request: Request, refused: Any) -> Response:
    return turned_away(refused)


async def _nowhere(request: Request, error: Any) -> Response:
    message = say("there is no page {path}", path=quote(request.url.path))
    return turned_away(Refused(404, kind="unknown", message=message))


def _page(game: Pastime, pool: Pool) -> Any:
    """Make the function that builds the page of a pastime."""
    start: dict[str, Any] = {}

    async def show(request: Request) -> Response | None:
        desk = Desk(game, pool, api.visitor_of(request))
        own: Page = resolve(game.page) if game.page else Page()
        ui.context.client.on_delete(desk.stop)
        try:
            said = await desk.open(request.query_params.get("s", ""), own, start)
        except Refused as refused:
            return turned_away(refused)
        with frame(request, game.name) as message:
            desk.message = message
            message(*said)
            with Tag("div").classes("heading"):
                Tag("h1", game.name)
                Tag("p", say(game.title)).classes("lead")
            Tabs(desk, own, lambda: Workbench(desk, own))
        return None

    return show


def keep_origins() -> None:
    """Let NiceGUI's sockets, which by default let every site in, know no other origin either."""

    def own(origin: str | None, environ: dict[str, Any]) -> bool:
        return origin is None or is_own(origin, environ.get("HTTP_HOST", ""))

    core.sio.eio.cors_allowed_origins = own


# How many pages there may be.


def admission(bounds: Bounds) -> Callable[[Request], Coroutine[Any, Any, None]]:
    """Make what stands before every page: it refuses one more where a visitor, or all together, have too many."""

    async def admit(request: Request) -> None:
        visitor = api.visitor_of(request)
        if sum(client.ip == visitor for client in Client.instances.values()) >= bounds.pages_each:
            message = say("{number} pages of yours are open already", number=bounds.pages_each)
            raise Refused(429, kind="too-many", message=message)
        if len(Client.instances) >= bounds.pages:
            raise Refused(429, kind="busy", message=say("too many pages are open; try again in a moment"))

    return admit


def turned_away(refused: Refused) -> Response:
    """Answer somebody who wanted a page that there is not, or not now."""
    headers = {"Retry-After": api.RETRY[refused.status]} if refused.status in api.RETRY else {}
    return PlainTextResponse(refused.said["message"] + "\n", refused.status, headers)
