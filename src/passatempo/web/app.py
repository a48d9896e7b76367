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
from passatempo.web.old import Old

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from starlette.types import Receive, Scope, Send

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
        async with old.life():
            yield
        await pool.close()

    async def shown(scope: Scope, receive: Receive, send: Send) -> None:
        is_new = files is not None and scope["type"] == "http" and files.has(scope["path"])
        await (files if files is not None and is_new else old)(scope, receive, send)

    old = Old(pool)
    app = Starlette(routes=[*api.routes(pool), Mount("/", shown)], lifespan=life)
    app.router.redirect_slashes = False
    return Doors(app, hosts)
