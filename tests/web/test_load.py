"""Many visitors at once, and visitors who ask for what cannot be finished.

How long others wait for them is measured by the long tests only.
"""

import asyncio
import contextlib
import socket
import statistics
import threading
import time

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


MEGABYTE = 2**20 - 100
BODIES = {
    "a list of objects": ("mnk/instance", b"[" + b'{"a":1},' * (MEGABYTE // 8) + b"1]"),
    "objects": ("mnk/instance", b'{"params": {"x": [' + b'{"a":1},' * (MEGABYTE // 8 - 4) + b"1]}}"),
    "lists": ("mnk/instance", b'{"text": [' + b"[[[]]]," * (MEGABYTE // 7 - 4) + b"1]}"),
    "a string": ("mnk/instance", b'{"text": "' + b"x" * (MEGABYTE - 20) + b'"}'),
    "escapes": ("mnk/instance", b'{"text": "' + b"\\u0041" * (MEGABYTE // 6 - 4) + b'"}'),
    "keys": ("cards/instance", b"{" + b",".join(b'"%d": 1' % k for k in range(80_000)) + b"}"),
    "numbers": ("optimiza/best", b'{"board": [[' + b"1," * (MEGABYTE // 2 - 20) + b"1]]}"),
    "a file": ("minesweeper/instance", b'{"format": "json", "text": "' + (b"#" * 700 + b"\\n") * 700 + b'"}'),
    "chunks": ("mnk/value", b"1\r\nx\r\n" * (MEGABYTE // 6) + b"0\r\n\r\n"),
}


def flood(port, address, path, body, over):
    """Send a body again and again over one connection."""
    length = "Transfer-Encoding: chunked" if body.endswith(b"\r\n") else f"Content-Length: {len(body)}"
    head = f"POST /api/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{length}\r\n\r\n"
    while not over.is_set():
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", port), 30, (address, 0)) as opened,
            opened.makefile("rb") as answers,
        ):
            while not over.is_set():
                opened.sendall(head.encode() + body)
                length = 0
                while (line := answers.readline().lower().strip()) not in (b"",):
                    length = int(line.partition(b":")[2]) if line.startswith(b"content-length") else length
                answers.read(length)


def waits(port, number=25):
    """Return the median time of small questions of another visitor."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        found = []
        for _ in range(number):
            began = time.perf_counter()
            assert client.post("/api/machiavelli/lay", json=TABLE).status_code == 200
            found.append(time.perf_counter() - began)
    return statistics.median(found)


@pytest.mark.long
@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize(("connections", "most"), [(8, 0.1), (32, 0.3)])
@pytest.mark.parametrize("name", BODIES)
def test_large_bodies_keep_no_other_visitor_waiting(api, name, connections, most, apart):
    """Of one visitor, or of as many as there are connections; the better of two runs counts."""
    over, medians = threading.Event(), []
    details = [(f"127.9.0.{k * apart + 1}", *BODIES[name], over) for k in range(connections)]
    threads = [threading.Thread(target=flood, args=(api, *detail)) for detail in details]
    for thread in threads:
        thread.start()
    try:
        time.sleep(1)
        while len(medians) < 2 and min(medians, default=most) >= most:
            medians.append(waits(api))
    finally:
        over.set()
        for thread in threads:
            thread.join()
    print(f"{name}, {connections} connections: {', '.join(f'{1000 * median:.0f} ms' for median in medians)}")
    assert min(medians) <= most


@pytest.fixture(scope="module")
def api(serve):
    with serve("--api-only") as address:
        waits(int(address.rpartition(":")[2]))
        yield int(address.rpartition(":")[2])
