"""Questions that take long are followed: progress on the way, Cancel, the outcome, and nobody who listens.

Tests: web/streams.py
"""

import asyncio
import contextlib
import json
import logging
import os
import re
import signal
import subprocess
import sys

import httpx
import pytest
import uvicorn

from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.web import streams
from passatempo.web.bounds import Bounds
from passatempo.web.jobs import Pool, RequestError
from passatempo.web.server import Server, create_app, patient_protocol
from passatempo.web.streams import JobStream, Streams

from .loops import finished, of_server
from .recorder import Recorder

LATER = {"Prefer": "respond-async"}
QUESTION = "/api/optimiza/best"


@pytest.fixture(scope="module")
def endless():
    game = pastime("optimiza")
    board = game.wiring.generate(game.wiring.params(N=61, hardness="clustered"), Random(1))
    return {"board": [list(row) for row in board.rows], "N": 61}


@pytest.fixture(scope="module")
def client(server):
    with httpx.Client(base_url=server, timeout=30) as opened:
        yield opened


def begun(client, endless, **query):
    answer = client.post(QUESTION, json=endless, params={"seconds": 15, "method": "reference", **query}, headers=LATER)
    assert answer.status_code == 202
    job = answer.json()["job"]
    assert answer.headers["location"] == f"../jobs/{job}"
    return f"/api/jobs/{job}"


def heard(client, address, most=1000):
    """Listen to events until the end, or until there are enough."""
    found = []
    with client.stream("GET", address) as told:
        assert told.status_code == 200
        assert told.headers["content-type"].startswith("text/event-stream")
        kind = ""
        for line in told.iter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: "):
                found.append((kind, json.loads(line.removeprefix("data: "))))
                if len(found) >= most:
                    break
    return found


def test_what_is_answered_within_the_patience_is_answered_at_once():
    """The patience of this server is longer than a test may take: no load of the machine decides what is quick."""

    async def ask(port):
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as patient:
            return await patient.post("/api/machiavelli/arrange", json={"table": "AS 2S 3S"}, headers=LATER)

    answer = of_server(create_app(Pool(Bounds(seatless_seconds=600.0))), ask)
    assert answer.status_code == 200
    assert answer.json()["status"] == "solved"


def test_a_long_question_tells_how_far_it_is_and_how_it_ends(client):
    query = {"seconds": 5, "show": "true"}  # twenty times the patience
    answer = client.post("/api/mnk/value", json={"m": 8, "n": 8, "k": 5}, params=query, headers=LATER)
    events = heard(client, f"/api/jobs/{answer.json()['job']}")
    kind, told = events[-1]
    assert kind == "outcome"
    assert told["outcome"]["stopped"] == "seconds"
    assert {kind for kind, _ in events[:-1]} == {"progress"}
    assert all(said["seconds"] >= 0 for _, said in events[:-1])


def test_cancel_ends_a_job_and_its_end_is_heard(client, endless):
    address = begun(client, endless)
    assert client.delete(address).status_code == 204
    [*_, (kind, told)] = heard(client, address)
    assert (kind, told["stopped"]) == ("outcome", "cancelled")
    assert client.get(address).status_code == 404


def test_a_job_that_is_not_there(client):
    answer = client.get("/api/jobs/nothing")
    assert answer.status_code == 404
    assert answer.json()["error"]["kind"] == "unknown"
    assert client.delete("/api/jobs/nothing").status_code == 204  # it may have ended a moment before


def test_bad_input_is_refused_with_the_sentence_of_the_parser(client):
    answer = client.post("/api/machiavelli/arrange", json={"table": "AS 3Z"}, headers=LATER)
    assert answer.status_code == 422
    assert "'3Z' is not a card" in answer.json()["error"]["message"]


def with_streams(work, monkeypatch, unheard=0.3, **bounds):
    """Run a coroutine with jobs that may be followed, of which those that nobody hears end soon."""
    monkeypatch.setattr(streams, "UNHEARD", unheard)

    async def main():
        pool = Pool(Bounds(worker_count=2, quick_workers=0, **bounds))
        pool.start()
        try:
            return await asyncio.wait_for(work(pool, Streams(pool)), 30)
        finally:
            await pool.close()

    return finished(main())


def follow(pool, kept, visitor=""):
    async def ending(job):
        try:
            return "outcome", await job.answer_future
        except RequestError as refused:
            return "refused", refused.said["kind"].encode()

    followed = JobStream(ending)
    arguments = {"pastime": "machiavelli", "question": "arrange", "body": b'{"table": "AS 2S 3S"}'}
    followed.job = pool.submit("passatempo.web.worker:answer", arguments, visitor=visitor, limits=Limits(seconds=9))
    return kept.add_stream(followed), followed.job


def test_a_job_that_nobody_hears_is_stopped_and_forgotten(monkeypatch):
    async def work(pool, kept):
        name, job = follow(pool, kept)
        await asyncio.sleep(0.05)
        assert name in kept.job_streams
        while name in kept.job_streams:
            await asyncio.sleep(0.05)
        return job.stop_error is not None or job.answer_future.done()

    assert with_streams(work, monkeypatch)


def test_a_listener_who_leaves_may_come_back(monkeypatch):
    async def work(pool, kept):
        name, _ = follow(pool, kept)
        gone = asyncio.ensure_future(anext(kept.write_events(name)))
        await asyncio.sleep(0)
        gone.cancel()
        return [event async for event in kept.write_events(name)][-1], name in kept.job_streams

    event, still = with_streams(work, monkeypatch, unheard=20.0)
    assert event.startswith(b"event: outcome\ndata: ")
    assert event.endswith(b"\n\n")
    assert not still


def test_jobs_that_are_followed_are_bounded(monkeypatch):
    async def work(pool, kept):
        for visitor in ("one", "one", "two"):
            follow(pool, kept, visitor)
        told = []
        for visitor in ("one", "three"):
            with pytest.raises(RequestError) as refused:
                kept.admit_visitor(visitor)
            told.append(refused.value.status)
        return told

    assert with_streams(work, monkeypatch, stream_limit_each=2, stream_limit=3) == [429, 503]


CLOSED = b'event: refused\ndata: {"error":{"kind":"closed","message":"the server is closing"}}\n\n'
LAST = b"%x\r\n%s\r\n0\r\n\r\n" % (len(CLOSED), CLOSED)  # a chunk, and the end of the answer


async def connected(port, head, body=b"", length=None, address="127.0.0.1"):
    """Send a request over a connection of its own; return its reader and writer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    length = len(body) if length is None else length
    said = f"{head}\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    writer.write(said.encode() + body)
    return reader, writer


async def followers(port, number=5):
    """Ask questions that take long, and follow each."""
    found = []
    for k in range(number):
        ask = "POST /api/mnk/value?seconds=60 HTTP/1.1\r\nPrefer: respond-async\r\nConnection: close"
        reader, writer = await connected(port, ask, b'{"m": 8, "n": 8, "k": 5}', address=f"127.6.0.{k + 1}")
        job = json.loads((await reader.read()).rpartition(b"\r\n")[2])["job"]
        writer.close()
        found.append(await connected(port, f"GET /api/jobs/{job} HTTP/1.1"))
        await found[-1][0].readuntil(b"\r\n\r\n")
    return found


async def unfinished(port):
    """Wait for an answer, send half a body, half a head, and nothing."""
    waiting = await connected(port, "POST /api/mnk/value?seconds=60 HTTP/1.1", b'{"m": 8, "n": 8, "k": 5}')
    half = await connected(port, "POST /api/mnk/value HTTP/1.1", b"{", 99)
    return [waiting, half, await connected(port, "GET / HT"), await asyncio.open_connection("127.0.0.1", port)]


async def hung_up(connections):
    """Return what comes over connections until each ends."""
    told = []
    for reader, writer in connections:
        told.append(b"")
        with contextlib.suppress(ConnectionError):
            told[-1] = await reader.read()
        writer.close()
    return told


def test_when_the_server_is_told_to_end_every_follower_hears_it(caplog, monkeypatch):
    """What others have begun keeps it from ending for a moment, and leaves no traceback."""
    monkeypatch.setattr("passatempo.web.server.CLOSING", 0.1)

    async def main():
        pool = Recorder(bounds=Bounds(seatless_seconds=0.0))
        server = Server(
            uvicorn.Config(create_app(pool), port=0, ws="none", http=patient_protocol(arrival=600.0), log_config=None),
            pool,
        )
        serving = asyncio.ensure_future(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        following, others = await followers(port), await unfinished(port)
        server.handle_exit(signal.SIGTERM, None)
        told = await hung_up([*following, *others])
        await asyncio.wait_for(serving, 60)
        return told[:5], told[5]

    with caplog.at_level(logging.ERROR):
        following, waiting = finished(main())
    assert following == [LAST] * 5
    assert waiting.startswith(b"HTTP/1.1 503")
    assert caplog.records == []


@pytest.mark.long
@pytest.mark.parametrize("disturbed", [False, True])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("send", [os.kill, os.killpg])
def test_a_signal_ends_the_server_with_a_last_event_for_every_follower(number, send, disturbed):
    """As a service manager, a terminal or a person sends it: to the process, or to all of its group."""

    async def follow(port):
        following = await followers(port)
        others = await unfinished(port) if disturbed else []
        send(process.pid, number)
        return (await hung_up([*following, *others]))[: len(following)]

    command = [sys.executable, "-m", "passatempo", "web", "--port", "0", "--api-only"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes, process_group=0) as process:
        port = int(re.search(r":(\d+) ", process.stdout.readline())[1])
        following = finished(follow(port))
        told = process.communicate()[1]
    assert all(events.endswith(LAST) for events in following)
    assert (process.returncode, told) == ((3, "passatempo: cancelled\n") if number == signal.SIGINT else (-number, ""))
