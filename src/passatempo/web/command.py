"""The command `web`: serve the app until Ctrl-C."""

import math
from typing import Annotated

from cyclopts import Parameter

from passatempo.core.errors import SolverUnavailable, UsageError


def web(
    *,
    host: Annotated[str, Parameter(help="address to listen on; 0.0.0.0 accepts other machines")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="port to listen on; 0: any free port")] = 8080,
    seconds: Annotated[float, Parameter(help="longest time limit that a client may set")] = 60.0,
    seats: Annotated[int, Parameter(help="number of long questions that run at the same time")] = 6,
    allowed_host: Annotated[tuple[str, ...], Parameter(help="accept this host name too; repeat for several")] = (),
    behind_proxy: Annotated[
        bool,
        Parameter(negative="", help="trust X-Forwarded-For of a proxy on this machine"),
    ] = False,
    embed: Annotated[bool, Parameter(negative="", help="let other sites put pages with ?embed in a frame")] = False,
    api_only: Annotated[bool, Parameter(negative="", help="serve the HTTP API without the browser app")] = False,
) -> int:
    """Serve the browser app and the HTTP API on this machine."""
    if not 0 <= port < 65536:
        raise UsageError(f"--port: {port} is not a port")
    if not 0 < seconds < math.inf:
        raise UsageError(f"--seconds: {seconds} is not a number of seconds")
    if seats < 1:
        raise UsageError(f"--seats: {seats} is not a number of questions")
    try:
        from passatempo.web.server import serve
    except ImportError as error:
        if (error.name or "").startswith("passatempo"):
            raise
        raise SolverUnavailable("the web app", "web") from error
    from passatempo.web.bounds import Bounds
    from passatempo.web.files import APP, Files

    files = None if api_only else Files(APP)
    bounds = Bounds(seconds=seconds, seats=seats, embed=embed)
    return serve(host, port, bounds, files, allowed_host, has_proxy=behind_proxy)
