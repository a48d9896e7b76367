"""Questions that take long are followed: progress on the way, Cancel, the outcome, and nobody who listens.

Tests: web/streams.py
"""

import asyncio
import json

import httpx
import pytest

from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.web import streams
from passatempo.web.bounds import Bounds
from passatempo.web.jobs import Pool, Refused
from passatempo.web.server import create
from passatempo.web.streams import Followed, Streams

from .loops import finished, of_server

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

    answer = of_server(create(Bounds(patience=600.0)), ask)
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
        pool = Pool(Bounds(workers=2, quick=0, **bounds))
        pool.start()
        try:
            return await asyncio.wait_for(work(pool, Streams(pool)), 30)
        finally:
            await pool.close()

    return finished(main())


def follow(pool, kept, visitor=""):
    async def ending(job):
        try:
            return "outcome", await job.answered
        except Refused as refused:
            return "refused", refused.said["kind"]

    followed = Followed(ending)
    arguments = {"pastime": "machiavelli", "question": "arrange", "text": "AS 2S 3S"}
    followed.job = pool.ask("passatempo.web.worker:answer", arguments, visitor=visitor, limits=Limits(seconds=9))
    return kept.keep(followed), followed.job


def test_a_job_that_nobody_hears_is_stopped_and_forgotten(monkeypatch):
    async def work(pool, kept):
        name, job = follow(pool, kept)
        await asyncio.sleep(0.05)
        assert name in kept.kept
        while name in kept.kept:
            await asyncio.sleep(0.05)
        return job.stopped is not None or job.answered.done()

    assert with_streams(work, monkeypatch)


def test_a_listener_who_leaves_may_come_back(monkeypatch):
    async def work(pool, kept):
        name, _ = follow(pool, kept)
        gone = asyncio.ensure_future(anext(kept.events(name)))
        await asyncio.sleep(0)
        gone.cancel()
        return [event async for event in kept.events(name)][-1], name in kept.kept

    event, still = with_streams(work, monkeypatch, unheard=20.0)
    assert event.startswith("event: outcome\ndata: ")
    assert event.endswith("\n\n")
    assert not still


def test_jobs_that_are_followed_are_bounded(monkeypatch):
    async def work(pool, kept):
        for visitor in ("one", "one", "two"):
            follow(pool, kept, visitor)
        told = []
        for visitor in ("one", "three"):
            with pytest.raises(Refused) as refused:
                kept.admit(visitor)
            told.append(refused.value.status)
        return told

    assert with_streams(work, monkeypatch, followed_each=2, followed=3) == [429, 503]
