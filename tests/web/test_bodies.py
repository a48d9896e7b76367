"""Bodies pass through the server as bytes: workers read what visitors send and write what they get.

What the event loop decodes keeps every other visitor waiting. These tests look at what it hands over;
tests/web/test_load.py measures how long others wait. They leave out the head of a request, which is short.

Tests: web/api.py
"""

import httpx
import pytest

from passatempo.core.registry import names, pastime
from passatempo.web import api
from passatempo.web.bounds import Bounds
from passatempo.web.server import create_app

from .loops import finished
from .recorder import Recorder

QUESTIONS = [f"/api/{name}/{problem.name}" for name in names() for problem in pastime(name).problems]
INSTANCES = [f"/api/{name}/instance" for name in names()]
LATER = {"Prefer": "respond-async"}
ANSWER = b"\xff\x00{"  # neither UTF-8 nor JSON
BODIES = {
    "list of objects": b"[" + b'{"a":1},' * 99 + b"{}]",
    "nested": b"[" * 500 + b"]" * 500,
    "no end": b'{"text": ' + b"[" * 500,
    "string": b'{"text": "' + b"x" * 999 + b'"}',
    "keys": b"{" + b",".join(b'"k%d": 1' % k for k in range(99)) + b"}",
    "repeated keys": b'{"text": "a", "text": "b"}',
    "numbers": b'{"board": [[' + b"1e9," * 99 + b"1]]}",
    "no UTF-8": b'{"text": "\xff"}',
    "not JSON": b"AS 2S 3S",
    "empty": b"",
}


def visitor(pool):
    """Return a client of the app in this process."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(create_app(pool)), base_url="http://localhost")


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_is_handed_to_a_worker_as_it_is_and_its_answer_to_the_visitor(body):
    pool = Recorder(ANSWER)

    async def ask():
        async with visitor(pool) as client:
            for path in [*QUESTIONS, *INSTANCES]:
                for query, later in (("", {}), ("?show=true", {}), ("", LATER)):
                    headers = {"Content-Type": "application/json", **later}
                    answer = await client.post(path + query, content=body, headers=headers)
                    assert (answer.status_code, answer.content) == (200, ANSWER)
                    assert pool.jobs[-1].arguments["body"] == body

    finished(ask())
    assert len(pool.jobs) == 3 * len([*QUESTIONS, *INSTANCES])


def test_the_answer_of_a_job_that_is_followed_passes_as_it_is():
    async def follow():
        async with visitor(Recorder(b"\xff", delay=0.05, bounds=Bounds(seatless_seconds=0.0))) as client:
            headers = {"Content-Type": "application/json", **LATER}
            job = (await client.post(QUESTIONS[0], content=b"{}", headers=headers)).json()["job"]
            return (await client.get(f"/api/jobs/{job}")).content

    assert finished(follow()).endswith(b"event: outcome\ndata: \xff\n\n")


def test_no_other_endpoint_takes_a_body():
    paths = [route.path for route in api.routes(Recorder()) if {"POST", "PUT", "PATCH"} & route.methods]
    assert paths == ["/api/{game}/instance", "/api/{game}/{question}", "/api/{path:path}"]  # the last one refuses


@pytest.mark.parametrize("path", ["/api/mnk/nothing", "/api/nothing/instance", "/api/nothing", "/api/jobs/x", "/x"])
def test_a_body_that_nobody_asked_for_is_not_read(path):
    pool = Recorder(ANSWER)

    async def ask():
        async def body():
            read.append(1)
            yield b"{}"

        async with visitor(pool) as client:
            return await client.post(path, content=body(), headers={"Content-Type": "application/json"})

    read = []
    assert finished(ask()).status_code in (404, 405)
    assert (read, pool.jobs) == ([], [])
