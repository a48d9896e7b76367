"""The HTTP API, generated from the registry; the answer to a question is the JSON that the command line prints."""

import asyncio
import contextlib
import math
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from passatempo.core.errors import PassatempoError, UsageError, quote
from passatempo.core.json import dump_outcome, encode
from passatempo.core.limits import NO_NODES, Limits
from passatempo.core.messages import translate
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.registry import describe, names, pastime
from passatempo.core.text import parse_integer
from passatempo.web.bounds import network_of
from passatempo.web.files import File, Files
from passatempo.web.jobs import Job, Pool, RequestError
from passatempo.web.schema import api_document
from passatempo.web.streams import JobStream, Streams
from passatempo.web.worker import error_details as described_error

TASKS = "passatempo.web.worker"
ANSWER = f"{TASKS}:answer"
SHOWN = f"{TASKS}:answer_for_display"
INSTANCES = f"{TASKS}:instance"
SECONDS = 10.0  # the default time limit
READ = Limits(seconds=15.0)  # for reading, generating and writing an instance
RETRY = {429: "1", 503: "5"}  # seconds until a retry makes sense
INSTANCE = "instance"
SETTINGS = ("method", "confirm", "seconds", "nodes", "threads", "seed", "show")
SHOW = ("", "false", "true")
LASTING = "public, max-age=300"
LATER = "respond-async"  # value of `Prefer`: a client that sends it follows a long question as a job


def routes(pool: Pool, files: Files | None = None) -> list[Route]:
    """Create the routes: the list of pastimes, questions, instances, and jobs.

    A browser that opens `api/` gets the app's page about the API, and every other program the list.
    """
    api = Api(pool, files)
    return [
        Route("/api", api.serve_list),
        Route("/api/", api.serve_page),
        Route("/api/openapi.json", api.serve_description),
        Route("/api/jobs/{job}", api.follow_job, methods=["GET"]),
        Route("/api/jobs/{job}", api.stop_job, methods=["DELETE"]),
        Route("/api/{game}/instance", api.answer_instance, methods=["POST"]),
        Route("/api/{game}/{question}", api.answer_question, methods=["POST"]),
        Route("/api/{path:path}", unknown_path, methods=["GET", "POST"]),
    ]


async def unknown_path(request: Request) -> Response:
    """Respond with an error that lists the known pastimes or questions."""
    head, _, tail = request.path_params["path"].partition("/")
    try:
        game = pastime(head)
        if tail != INSTANCE:
            game.problem(tail)
    except UsageError as error:
        return error_response(404, kind="unknown", message=str(error))
    return error_response(405, kind="method", message=translate("questions need the method POST"))


class Api:
    """The request handlers; `pool` runs the jobs."""

    def __init__(self, pool: Pool, files: Files | None = None) -> None:
        self.pool, self.streams, self.files = pool, Streams(pool), files
        self.game_problems = {
            (game.name, problem.name): (game, problem) for game in map(pastime, names()) for problem in game.problems
        }

    @cached_property
    def pastime_list(self) -> File:
        """The pastimes, questions and methods."""
        return File(encode([describe(pastime(name)) for name in names()]).encode(), "application/json")

    @cached_property
    def api_description(self) -> File:
        """The description of the API, built on the first request to keep the start fast."""
        return File(encode(api_document(self.pool.bounds)).encode(), "application/json")

    async def serve_list(self, request: Request) -> Response:
        """List pastimes, questions and methods."""
        return self.pastime_list.respond(request.headers, LASTING, "Accept, Accept-Encoding")

    async def serve_page(self, request: Request) -> Response:
        """Send the page about the API to a browser, and the list to a program."""
        if self.files is None or "text/html" not in request.headers.get("accept", ""):
            return await self.serve_list(request)
        return self.files.respond(request.method, request.url.path, request.headers)

    async def serve_description(self, request: Request) -> Response:
        """Describe the API."""
        return self.api_description.respond(request.headers, LASTING)

    async def answer_question(self, request: Request) -> Response:
        """Answer a question, or return the job to follow."""
        game, problem = self.game_problems.get(
            (request.path_params["game"], request.path_params["question"]), (None, None)
        )
        if game is None or problem is None:
            request.path_params["path"] = "/".join(request.path_params.values())
            return await unknown_path(request)
        body = await body_of(request, self.pool.bounds.body_size)
        query = unique_keys(request.query_params.multi_items())
        limits = limits_of(query)
        arguments: dict[str, Any] = {"pastime": game.name, "question": problem.name, "body": body}
        arguments |= {key: query.get(key) for key in ("method", "confirm")}
        wants_display = query.get("show") == "true"
        task = SHOWN if wants_display else ANSWER
        if LATER in request.headers.get("prefer", "").lower():
            return await self._start_stream(task, arguments, visitor_of(request), limits)
        size_limit = self.pool.bounds.display_size if wants_display else None
        job = self.pool.submit(task, arguments, visitor=visitor_of(request), limits=limits, most=size_limit)
        return await self._wait_for_job(request, job, limits)

    async def _wait_for_job(self, request: Request, job: Job, limits: Limits) -> Response:
        """Wait for the outcome of a job, unless the visitor disconnects."""
        watch = asyncio.ensure_future(_wait_for_disconnect(request))
        await asyncio.wait({job.answer_future, watch}, return_when=asyncio.FIRST_COMPLETED)
        watch.cancel()
        if not job.answer_future.done():
            self.pool.stop(job)  # nobody waits for the answer any more
        return await outcome_of(job, limits)

    async def _start_stream(self, task: str, arguments: dict[str, Any], visitor: str, limits: Limits) -> Response:
        """Answer a quick question at once; for a long one return the job to follow."""
        self.streams.admit_visitor(visitor)
        bounds = self.pool.bounds

        async def ending(job: Job) -> tuple[str, bytes]:
            answer = await outcome_of(job, limits)
            return "outcome" if answer.status_code == 200 else "refused", bytes(answer.body)

        job_stream = JobStream(ending)
        job = self.pool.submit(
            task, arguments, visitor=visitor, limits=limits, report=job_stream.report, most=bounds.display_size
        )
        job_stream.job = job
        name = self.streams.add_stream(job_stream)
        await asyncio.wait({job.answer_future}, timeout=bounds.seatless_seconds)
        if job.answer_future.done():
            self.streams.drop_stream(name)
            return await outcome_of(job, limits)
        return json_response(202, {"job": name}, Location=f"../jobs/{name}")

    async def follow_job(self, request: Request) -> Response:
        """Send the progress and the end of a job as server-sent events."""
        name = request.path_params["job"]
        if name not in self.streams.job_streams:
            return error_response(
                404, kind="unknown", message=translate("there is no job {name}, or no longer", name=quote(name))
            )
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(self.streams.write_events(name), media_type="text/event-stream", headers=headers)

    async def stop_job(self, request: Request) -> Response:
        """Stop a job; its followers receive its end. A job that is over or unknown needs no stop."""
        self.streams.stop_job(request.path_params["job"])
        return Response(status_code=204)

    async def answer_instance(self, request: Request) -> Response:
        """Read, generate or write an instance."""
        name = request.path_params["game"]
        if name not in names():
            request.path_params["path"] = f"{name}/{INSTANCE}"
            return await unknown_path(request)
        bounds = self.pool.bounds
        arguments = {"pastime": name, "body": await body_of(request, bounds.body_size), "shown": bounds.display_size}
        visitor = visitor_of(request)
        instance_json = await self.pool.run(INSTANCES, arguments, visitor=visitor, limits=READ, most=bounds.file_size)
        return Response(instance_json, media_type="application/json")


async def outcome_of(job: Job, limits: Limits) -> Response:
    """Wait for the outcome of a job; a job that was stopped from outside is `unknown`."""
    try:
        answer_json = await job.answer_future
    except RequestError as refused:
        if refused.said["kind"] not in ("seconds", "cancelled"):
            return error_response(refused.status, **refused.said)
        outcome_json = stop_outcome(job.arguments, refused.said["kind"], limits.seconds or 0.0)
        status = f"{outcome_json['status']} · {outcome_json['method']}"
        empty = {"outcome": outcome_json, "words": refused.said["message"], "status": status, "picture": ""}
        return json_response(200, empty if job.where == SHOWN else outcome_json)
    return Response(answer_json, media_type="application/json")


def stop_outcome(arguments: Mapping[str, Any], stop_reason: str, seconds: float) -> dict[str, Any]:
    """Write the outcome of a method whose process was killed: nothing is known, and nothing was checked."""
    game = pastime(arguments["pastime"])
    problem = game.problem(arguments["question"])
    method = problem.choose(arguments.get("method")).name
    outcome: Outcome[Any] = Outcome(Status.UNKNOWN, stopped=StopReason(stop_reason), method=method, seconds=seconds)
    return dump_outcome(problem, outcome)


async def _wait_for_disconnect(request: Request) -> None:
    """Wait until the visitor disconnects."""
    with contextlib.suppress(RuntimeError):
        while (await request.receive())["type"] != "http.disconnect":
            pass


async def body_of(request: Request, size_limit: int) -> bytes:
    """Read the raw body up to the size limit; a worker parses it."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestError(
            415, kind="content-type", message=translate("{kind} is not application/json", kind=quote(kind))
        )
    body_bytes = bytearray()
    async for piece in request.stream():
        body_bytes += piece
        if len(body_bytes) > size_limit:
            message = translate("the instance has more than the {most} bytes that the server reads", most=size_limit)
            raise RequestError(413, kind="too-long", message=message)
    return bytes(body_bytes)


def unique_keys(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Collect the parameters of a query; a key may occur only once.

    >>> unique_keys([("seconds", "1"), ("seconds", "2")])
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: 'seconds' is given twice
    """
    query: dict[str, str] = {}
    for key, setting in pairs:
        if key in query:
            raise UsageError(f"{quote(key)} is given twice")
        query[key] = setting
    return query


def limits_of(query: Mapping[str, str]) -> Limits:
    """Read the limits of a request, and refuse unknown parameters.

    >>> limits_of({"seconds": "2.5", "threads": "1"}).seconds
    2.5
    """
    for key in query:
        if key not in SETTINGS:
            raise UsageError(f"{quote(key)} is not one of {', '.join(SETTINGS)}")
    if query.get("show", "") not in SHOW:
        raise UsageError(f"show: {quote(query['show'])} is not true or false")
    seconds = _read_number(query, "seconds", float, 0.0)
    nodes, seed = (_read_number(query, key, int, 0) for key in ("nodes", "seed"))
    threads = _read_number(query, "threads", int, 1)
    if threads is not None and threads > 2:
        raise UsageError(f"threads: {threads} is more than 2, the most that the server allows")
    if max(nodes or 0, seed or 0) > NO_NODES:
        raise UsageError("nodes and seed are less than 2^63")
    return Limits(SECONDS if seconds is None else seconds, nodes, threads=threads or 1, seed=seed or 0)


def _read_number(query: Mapping[str, str], key: str, kind: type[int] | type[float], lower_bound: float) -> Any:
    """Read one number of a request; return None if it is absent."""
    if key not in query:
        return None
    try:
        number = parse_integer(query[key]) if kind is int else kind(query[key])
    except ValueError:
        raise UsageError(f"{key}: {quote(query[key])} is not a {'whole ' * (kind is int)}number") from None
    if not math.isfinite(number) or number < lower_bound:
        raise UsageError(f"{key}: {quote(query[key])} is not at least {lower_bound:g}")
    return number


def visitor_of(request: Request) -> str:
    """Identify a visitor by network; behind a trusted proxy, by the forwarded address."""
    return network_of(request.client.host if request.client else "")


def json_response(status: int, content: Any, **headers: str) -> Response:
    """Respond with JSON."""
    return Response(encode(content), status_code=status, media_type="application/json", headers=headers)


def error_response(status: int, **details: Any) -> Response:
    """Respond with an error: its kind, a sentence, and its place if known."""
    headers = {"Retry-After": RETRY[status]} if status in RETRY else {}
    return json_response(status, {"error": details}, **headers)


async def handle_error(request: Request, error: Exception) -> Response:
    """Respond with the error that was raised."""
    if isinstance(error, RequestError):
        return error_response(error.status, **error.said)
    if isinstance(error, PassatempoError):
        return error_response(422, **described_error(error))
    return error_response(
        499, kind="cancelled", message=translate("cancelled")
    )  # while the body was being sent; nobody waits


ERRORS = dict.fromkeys((RequestError, PassatempoError, ClientDisconnect), handle_error)
