"""The app on one server that makes no request of its own: the files of the browser app, and the HTTP API."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.routing import Mount

from passatempo.web import api
from passatempo.web.bounds import Bounds
from passatempo.web.doors import Doors
from passatempo.web.jobs import Pool

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from passatempo.web.files import Files


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
