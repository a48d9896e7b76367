"""Many visitors at once, and visitors who ask for what cannot be finished."""

import asyncio

import httpx
import pytest

from passatempo.core.random import Random
from passatempo.core.registry import pastime

from .loops import finished

VISITORS, EACH = 50, 4
TABLE = {"table": "3S 4S 5S | 9H 9D 9C", "hand": "6S 9S KD"}


def visitor(address, number):
    """Return a client that comes through a proxy on this machine from an address of its own."""
    told = {"X-Forwarded-For": f"10.0.0.{number}"}
    return httpx.AsyncClient(base_url=address, timeout=60, headers=told, verify=False)  # certificates take long to load


@pytest.fixture(scope="module")
def endless():
    """Make a board that no method solves in a minute."""
    game = pastime("optimiza")
    board = game.wiring.generate(game.wiring.params(N=151, hardness="clustered"), Random(1))
    return {"board": [list(row) for row in board.rows], "N": 151}


async def solve(address, number, question="machiavelli/lay", body=TABLE, **query):
    async with visitor(address, number) as client:
        return [await client.post(f"/api/{question}", json=body, params=query) for _ in range(EACH)]


@pytest.fixture(scope="module")
def proxied(serve):
    with serve("--behind-proxy", "--api-only") as address:
        yield address


def test_fifty_visitors_are_answered_without_an_error(proxied):
    async def crowd():
        return await asyncio.gather(*(solve(proxied, number) for number in range(VISITORS)))

    answers = [answer for one in finished(crowd()) for answer in one]
    assert len(answers) == VISITORS * EACH
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["value"] for answer in answers} == {2}


def test_one_visitor_may_ask_many_small_questions_at_once(server):
    async def crowd():
        return await asyncio.gather(*(solve(server, 1) for _ in range(VISITORS)))

    assert {answer.status_code for one in finished(crowd()) for answer in one} == {200}


def test_others_are_answered_while_five_ask_for_what_cannot_be_finished(serve, endless):

    async def crowd(address):
        async def stuck(number):
            async with visitor(address, number) as client:
                answer = await client.post("/api/optimiza/best", json=endless, params={"seconds": 6})
                return answer.status_code, answer.json()

        long = [asyncio.ensure_future(stuck(200 + number)) for number in range(5)]
        await asyncio.sleep(2)
        answers = await asyncio.gather(*(solve(address, number) for number in range(10)))
        unfinished = sum(not job.done() for job in long)
        return answers, unfinished, await asyncio.gather(*long)

    with serve("--behind-proxy", "--api-only") as address:
        answers, unfinished, stuck = finished(crowd(address))
    assert unfinished == 5
    assert {answer.status_code for one in answers for answer in one} == {200}
    assert {(status, said["stopped"]) for status, said in stuck} == {(200, "seconds")}


@pytest.mark.long
@pytest.mark.parametrize(("same", "status"), [(True, 429), (False, 503)])
def test_long_questions_beyond_the_seats_are_refused(serve, endless, same, status):

    async def crowd(address):
        async def stuck(number):
            async with visitor(address, 200 if same else 200 + number) as client:
                return await client.post("/api/optimiza/best", json=endless, params={"seconds": 4})

        return await asyncio.gather(*(stuck(number) for number in range(5)))

    with serve("--behind-proxy", "--api-only", "--seats", "4" if same else "2") as address:
        answers = finished(crowd(address))
    refused = [answer for answer in answers if answer.status_code != 200]
    assert {answer.status_code for answer in refused} == {status}
    assert all(int(answer.headers["Retry-After"]) >= 1 for answer in refused)
    assert len(refused) == (2 if same else 3)


def test_a_small_question_is_answered_at_once_beside_a_flood_of_the_same_visitor(server, endless):
    """Not after the flood, whose questions take 15 s each; how soon is measured by benchmarks/web_bars.py."""

    async def crowd():
        limits = httpx.Limits(max_connections=40)
        async with httpx.AsyncClient(base_url=server, timeout=60, limits=limits) as client:
            path, query = "/api/optimiza/best", {"seconds": 15}
            flood = [asyncio.ensure_future(client.post(path, json=endless, params=query)) for _ in range(30)]
            await asyncio.sleep(1.0)
            async with httpx.AsyncClient(base_url=server, timeout=60) as other:
                answers = [await other.post("/api/machiavelli/lay", json=TABLE) for _ in range(5)]
            unfinished = sum(not job.done() for job in flood)
            for job in flood:
                job.cancel()
            await asyncio.gather(*flood, return_exceptions=True)
            return answers, unfinished

    answers, unfinished = finished(crowd())
    assert {answer.status_code for answer in answers} == {200}
    assert unfinished >= 3  # those that have seats
    assert min(answer.elapsed.total_seconds() for answer in answers) < 10


@pytest.mark.long
def test_a_visitor_who_leaves_frees_the_seat(serve, endless):

    async def crowd(address):
        for number in range(3):
            async with visitor(address, number) as client:
                with pytest.raises(httpx.ReadTimeout):
                    await client.post("/api/optimiza/best", json=endless, params={"seconds": 30}, timeout=1.5)
        await asyncio.sleep(0.6)
        async with visitor(address, 9) as client:
            return await client.post("/api/optimiza/best", json=endless, params={"seconds": 1})

    with serve("--behind-proxy", "--api-only", "--seats", "1") as address:
        answer = finished(crowd(address))
    assert answer.status_code == 200
