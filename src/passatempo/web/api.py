"""The HTTP API, made from the registry: a question is answered with the JSON that the command line prints."""

from __future__ import annotations

import asyncio
import contextlib
import math
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, FastAPI, Request
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from passatempo.core.errors import UsageError, quote
from passatempo.core.json import dump_outcome, encode
from passatempo.core.limits import NO_NODES, Limits
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.registry import describe, names, pastime
from passatempo.core.words import say
from passatempo.web.jobs import Refused
from passatempo.web.schema import described

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping

    from passatempo.core.pastime import Pastime, Problem
    from passatempo.web.bounds import Bounds
    from passatempo.web.jobs import Pool

ANSWER = "passatempo.web.tasks:answer"
SECONDS = 10.0  # the time limit where a request names none
RETRY = {429: "1", 503: "5"}  # seconds after which another try makes sense
SETTINGS = ("method", "confirm", "seconds", "nodes", "threads", "seed")


def routes(pool: Pool) -> APIRouter:
    """Make the routes: a list of what there is, and one route for each question."""
    router = APIRouter(prefix="/api", tags=["api"])

    async def listing() -> Response:
        return json_response(200, [describe(pastime(name)) for name in names()])

    router.add_api_route("", listing, methods=["GET"], summary=say("Pastimes, questions and methods"))
    for game in map(pastime, names()):
        for problem in game.problems:
            router.add_api_route(
                f"/{game.name}/{problem.name}",
                asking(pool, game, problem),
                methods=["POST"],
                summary=problem.question,
                tags=[game.name],
                operation_id=f"{game.name}_{problem.name}",
                response_class=Response,
            )
    router.add_api_route("/{path:path}", unknown, methods=["GET", "POST"], include_in_schema=False)
    return router


def describe_all(app: FastAPI, bounds: Bounds) -> Callable[[], dict[str, Any]]:
    """Make the function that describes the API, when somebody first asks: that costs the start nothing."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = FastAPI.openapi(app)
            for game in map(pastime, names()):
                for problem in game.problems:
                    found["paths"][f"/api/{game.name}/{problem.name}"]["post"] |= described(game, problem, bounds)
        return FastAPI.openapi(app)

    return openapi


async def unknown(path: str) -> Response:
    """Say which pastimes or questions there are."""
    head, _, tail = path.partition("/")
    try:
        game = pastime(head)
        game.problem(tail)
    except UsageError as error:
        return refusal(404, kind="unknown", message=str(error))
    return refusal(405, kind="method", message=say("a question is asked with POST"))


def asking(pool: Pool, game: Pastime, problem: Problem) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """Make the handler of one question."""

    async def ask(request: Request) -> Response:
        try:
            text = await body_of(request, pool.bounds.body)
            query = given_once(request.query_params.multi_items())
            limits = limits_of(query)
            arguments = {
                "pastime": game.name,
                "question": problem.name,
                "text": text,
                "method": query.get("method"),
                "confirm": query.get("confirm"),
            }
            job = pool.ask(ANSWER, arguments, visitor=visitor_of(request), limits=limits)
        except Refused as refused:
            return refusal(refused.status, **refused.said)
        except ClientDisconnect:  # in the middle of the body: nobody waits for an answer
            return refusal(499, kind="cancelled", message=say("cancelled"))
        except UsageError as error:
            return refusal(422, kind=error.kind, message=str(error))
        watch = asyncio.ensure_future(_gone(request))
        await asyncio.wait({job.answered, watch}, return_when=asyncio.FIRST_COMPLETED)
        watch.cancel()
        if not job.answered.done():
            pool.stop(job)  # nobody waits for the answer any more
        return await outcome_of(job.answered, arguments, limits)

    return ask


async def outcome_of(answered: asyncio.Future[Any], arguments: Mapping[str, Any], limits: Limits) -> Response:
    """Wait for the outcome of a job; one that was stopped from outside is `unknown`."""
    try:
        return Response(await answered, media_type="application/json")
    except Refused as refused:
        if refused.said["kind"] in ("seconds", "cancelled"):
            return json_response(200, given_up(arguments, refused.said["kind"], limits.seconds or 0.0))
        return refusal(refused.status, **refused.said)


def given_up(arguments: Mapping[str, Any], stopped: str, seconds: float) -> dict[str, Any]:
    """Write the outcome of a method whose process had to be ended: nothing is known, and nothing was checked."""
    game = pastime(arguments["pastime"])
    problem = game.problem(arguments["question"])
    method = problem.choose(arguments.get("method")).name
    outcome: Outcome[Any] = Outcome(Status.UNKNOWN, stopped=StopReason(stopped), method=method, seconds=seconds)
    return dump_outcome(problem, outcome)


async def _gone(request: Request) -> None:
    """Wait until the visitor has gone."""
    with contextlib.suppress(RuntimeError):
        while (await request.receive())["type"] != "http.disconnect":
            pass


async def body_of(request: Request, most: int) -> str:
    """Read the instance, but no more than is allowed."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, kind="content-type", message=say("{kind} is not application/json", kind=quote(kind)))
    found = bytearray()
    async for piece in request.stream():
        found += piece
        if len(found) > most:
            message = say("the instance has more than the {most} bytes that are read here", most=most)
            raise Refused(413, kind="too-long", message=message)
    try:
        text = found.decode("utf-8")
    except UnicodeDecodeError as error:
        message = say("byte {number}: this is not UTF-8 text", number=error.start + 1)
        raise Refused(422, kind="binary", message=message) from None
    if not text.lstrip().startswith("{"):
        raise Refused(422, kind="json-type", message=say("the instance must be a JSON object"))
    return text


def given_once(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Join the pairs of a query, each key given once.

    >>> given_once([("seconds", "1"), ("seconds", "2")])
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: 'seconds' is given twice
    """
    query: dict[str, str] = {}
    for key, value in pairs:
        if key in query:
            raise UsageError(f"{quote(key)} is given twice")
        query[key] = value
    return query


def limits_of(query: Mapping[str, str]) -> Limits:
    """Read the limits of a request; unknown names are refused.

    >>> limits_of({"seconds": "2.5", "threads": "1"}).seconds
    2.5
    """
    for key in query:
        if key not in SETTINGS:
            raise UsageError(f"{quote(key)} is not one of {', '.join(SETTINGS)}")
    seconds = _number(query, "seconds", float, 0.0)
    nodes, seed = (_number(query, key, int, 0) for key in ("nodes", "seed"))
    threads = _number(query, "threads", int, 1)
    if threads is not None and threads > 2:
        raise UsageError(f"threads: {threads} is more than the 2 that a visitor may have")
    if max(nodes or 0, seed or 0) > NO_NODES:
        raise UsageError("nodes and seed are less than 2^63")
    return Limits(SECONDS if seconds is None else seconds, nodes, threads=threads or 1, seed=seed or 0)


def _number(query: Mapping[str, str], key: str, kind: type[int] | type[float], least: float) -> Any:
    """Read one number of a request; None where it is absent."""
    if key not in query:
        return None
    try:
        number = kind(query[key])
    except ValueError:
        raise UsageError(f"{key}: {quote(query[key])} is not a number") from None
    if not math.isfinite(number) or number < least:
        raise UsageError(f"{key}: {quote(query[key])} is not at least {least:g}")
    return number


def visitor_of(request: Request) -> str:
    """Tell visitors apart by their address; behind a proxy on this machine, by the one it forwards."""
    return request.client.host if request.client else ""


def json_response(status: int, said: Any, **headers: str) -> Response:
    """Answer with JSON."""
    return Response(encode(said), status_code=status, media_type="application/json", headers=headers)


def refusal(status: int, **said: Any) -> Response:
    """Answer with an error: its kind, a sentence, and its place where there is one."""
    headers = {"Retry-After": RETRY[status]} if status in RETRY else {}
    return json_response(status, {"error": said}, **headers)
