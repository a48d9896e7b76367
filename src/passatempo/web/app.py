"""The app: pages and API of all pastimes on one server that makes no request of its own."""

from __future__ import annotations

import asyncio
import gc
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from fastapi import Depends, FastAPI, Request
from nicegui import Client, core, ui
from starlette.responses import Response  # noqa: TC002  FastAPI reads the signature
from starlette.staticfiles import StaticFiles

from passatempo import __version__
from passatempo.core.errors import quote
from passatempo.core.methods import resolve
from passatempo.core.registry import names, pastime
from passatempo.core.words import say
from passatempo.web import api
from passatempo.web.bounds import Bounds
from passatempo.web.desk import Desk, Page
from passatempo.web.doors import Doors, admission, keep_origins, turned_away
from passatempo.web.frame import LOGO, STATIC, Tag, frame
from passatempo.web.home import home
from passatempo.web.jobs import Pool, Refused
from passatempo.web.manual import manual
from passatempo.web.tabs import Tabs
from passatempo.web.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from passatempo.core.pastime import Pastime


RECONNECT = 15.0  # seconds that a page may be out of reach, as on a phone, before its desk is cleared
UNSEEN = 15.0  # seconds after which a page that was sent, but whose browser never called back, is cleared
SWEEP = 0.25  # seconds between two looks for such pages
AT_ONCE = 20  # pages that are cleared at one look: more would keep everybody waiting


def create(bounds: Bounds = Bounds(), hosts: Iterable[str] = ()) -> FastAPI:
    """Make the app; `hosts` are the names under which it may be asked for, beside those of this machine."""
    pool = Pool(bounds)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        pool.start()
        sweeping = asyncio.ensure_future(_sweep())
        yield
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        await pool.close()

    app = FastAPI(title="passatempo", version=__version__, docs_url=None, redoc_url=None, lifespan=life)
    app.include_router(api.routes(pool))
    app.openapi = api.describe_all(app, bounds)  # type: ignore[method-assign]
    app.mount("/static", StaticFiles(directory=STATIC))
    before = [Depends(admission(bounds))]
    ui.page("/", title="passatempo", dependencies=before)(home(pool))
    ui.page("/manual", title=say("HTTP API · passatempo"), dependencies=before)(manual(app))
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
    app.add_middleware(Doors, hosts=hosts)
    return app


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
