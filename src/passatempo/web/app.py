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
    """Make the app.

    Parameters
    ----------
    bounds
        What may be asked of it.
    hosts
        The names under which it may be asked for, beside those of this machine.
    files
        The browser app; without it there is the API alone.
    """
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
