"""The app: pages and API of all pastimes on one server that makes no request of its own."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request
from nicegui import ui
from starlette.staticfiles import StaticFiles

from passatempo import __version__
from passatempo.core.pastime import resolve
from passatempo.core.registry import names, pastime
from passatempo.web import api
from passatempo.web.bounds import Bounds
from passatempo.web.desk import Desk, Page
from passatempo.web.frame import LOGO, STATIC, Guarded, frame
from passatempo.web.home import home
from passatempo.web.jobs import Pool
from passatempo.web.manual import manual
from passatempo.web.tabs import Tabs
from passatempo.web.tags import Tag
from passatempo.web.words import say
from passatempo.web.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from passatempo.core.pastime import Pastime


def create(bounds: Bounds = Bounds()) -> FastAPI:
    """Make the app."""
    pool = Pool(bounds)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        pool.start()
        yield
        await pool.close()

    app = FastAPI(title="passatempo", version=__version__, docs_url=None, redoc_url=None, lifespan=life)
    app.include_router(api.routes(pool))
    app.openapi = api.describe_all(app, bounds)  # type: ignore[method-assign]
    app.mount("/static", StaticFiles(directory=STATIC))
    ui.page("/", title="passatempo")(home(pool))
    ui.page("/manual", title=say("HTTP API · passatempo"))(manual(app))
    for game in map(pastime, names()):
        ui.page(f"/{game.name}", title=f"{game.name} · passatempo", response_timeout=10.0)(_page(game, pool))
    ui.run_with(
        app,
        title="passatempo",
        favicon=LOGO,
        dark=None,
        tailwind=False,
        binding_refresh_interval=None,
        show_welcome_message=False,
    )
    app.add_middleware(Guarded)
    return app


def _page(game: Pastime, pool: Pool) -> Any:
    """Make the function that builds the page of a pastime."""

    async def show(request: Request) -> None:
        desk = Desk(game, pool, api.visitor_of(request))
        own: Page = resolve(game.page) if game.page else Page()
        with frame(request, game.name) as message:
            desk.message = message
            ui.context.client.on_delete(desk.stop)
            await desk.open(request.query_params.get("s", ""), own.start)
            with Tag("div").classes("heading"):
                Tag("h1", game.name)
                Tag("p", say(game.title)).classes("lead")
            Tabs(desk, own, lambda: Workbench(desk, own))

    return show
