"""So many requests an address, whatever they are; and a server whose memory does not grow with them.

Tests: web/bounds.py, web/request_guard.py, web/server.py
"""

import asyncio
import itertools
import random
import re
from fractions import Fraction
from types import SimpleNamespace

import httpx
import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.server import ServerState

from passatempo.web.bounds import MOST_ADDRESSES, Bounds, Quota, network_of
from passatempo.web.server import AHEAD, CONNECTIONS_EACH, PIECE, create_app, patient_protocol

from .loops import finished, of_server
from .recorder import Recorder
from .test_memory import memory_of

BURST = Bounds().requests[0]
CLASS, CONNECTIONS, FILES = 30, 6, 100  # pupils, connections of a browser, files of a page
GROWTH = 1.0  # megabytes, of a server that has answered for a while


def request(method, path, body=b"", *headers, host="localhost"):
    """Write a request."""
    said = [f"{method} {path} HTTP/1.1", f"Host: {host}", *headers]
    said += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if method == "POST" else []
    return "\r\n".join([*said, "", ""]).encode() + body


LIST, NOWHERE = request("GET", "/api"), request("GET", "/api/nothing")
GOOD = request("POST", "/api/machiavelli/arrange", b'{"table": "AS 2S 3S"}')
BY_WORKERS = [
    request("POST", "/api/machiavelli/arrange", b'{"table": "9Z"}'),
    request("POST", "/api/machiavelli/arrange", b'{"tab'),
    request("POST", "/api/minesweeper/instance", b'{"example": "nothing"}'),
]
AT_ONCE = [
    request("POST", "/api/machiavelli/nothing", b"{}"),
    request("POST", "/api/mnk/value", b"{}", "Origin: http://evil.example"),
    request("GET", "/api", host="evil.example"),
    NOWHERE,
]
REFUSED = [*BY_WORKERS, *AT_ONCE]
OTHERS = [
    LIST,
    GOOD,
    request("GET", "/api", b"", 'If-None-Match: "x"'),
    request("GET", "/api/openapi.json", b"", "Accept-Encoding: gzip"),
    request("GET", "/nowhere"),
    b"NONSENSE\r\n\r\n",
]


class Visitor:
    """Sends requests from an address of its own, over one connection at a time."""

    def __init__(self, server, address):
        self.place, self.address = server.removeprefix("http://").split(":"), address
        self.reader = self.writer = None

    async def send(self, *requests):
        """Send requests in one piece and return the status and the head of each answer."""
        if self.writer is None:
            details = {"local_addr": (self.address, 0), "limit": 2**22}
            self.reader, self.writer = await asyncio.open_connection(*self.place, **details)
        self.writer.write(b"".join(requests))
        answers = []
        for _ in requests:
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            answers.append((int(head.split()[1]), head))
            length = re.search(r"\ncontent-length: (\d+)", head)
            await self.reader.readexactly(int(length[1]) if length and answers[-1][0] != 304 else 0)
            if "\nconnection: close" in head:
                self.leave()
        return answers

    def leave(self):
        """Close the connection."""
        if self.writer is not None:
            self.writer.close()
            self.writer = None


@pytest.fixture(scope="module")
def api(serve):
    with serve("--api-only") as address:
        yield address


@given(st.integers(1, 5), st.lists(st.integers(0, 3000), max_size=60))
def test_a_quota_allows_what_a_bucket_of_tokens_allows(burst, pauses):
    """A bucket gains two tokens a second and holds so many; times are in milliseconds."""
    quota, tokens, now = Quota(burst, 2, 0.0), Fraction(burst), 0
    for pause in pauses:
        now += pause
        tokens = min(Fraction(burst), tokens + Fraction(2 * pause, 1000))
        allowed = quota.take_token("127.0.0.1", now / 1000) == 0.0
        assert allowed == (tokens >= Fraction(1, 2))  # half a token is enough: it makes up for rounded sums
        tokens -= allowed


def test_addresses_are_forgotten_once_their_bucket_is_full_and_never_too_many_are_kept():
    quota = Quota(200, 50, 0.0)
    for number in range(3 * MOST_ADDRESSES):
        assert quota.take_token(str(number), 0.0) == 0.0
        assert len(quota.full_times) <= MOST_ADDRESSES
    assert quota.take_token("another", 60.0) == 0.0
    assert list(quota.full_times) == ["another"]


@pytest.mark.parametrize(("number", "sent"), list(enumerate([LIST, *AT_ONCE], 1)))
def test_an_address_that_sends_too_much_is_refused_and_another_is_not(api, number, sent):
    async def crowd():
        flood, other = Visitor(api, f"127.2.0.{number}"), Visitor(api, f"127.3.0.{number}")
        answers = await flood.send(*[sent] * (BURST + 60))
        again = await other.send(GOOD, LIST)
        files = await flood.send(request("GET", "/nowhere"))
        flood.leave(), other.leave()
        return answers, again, files

    answers, again, files = finished(crowd())
    statuses = [status for status, _ in answers]
    assert 429 not in statuses[:BURST]
    assert 429 in statuses[BURST:]
    assert {re.search(r"\nretry-after: (\d+)", head)[1] for status, head in answers if status == 429} == {"1"}
    assert [status for status, _ in again] == [200, 200]
    assert [status for status, _ in files] == [404]  # files are counted apart


@pytest.mark.parametrize("sent", BY_WORKERS)
def test_requests_that_workers_refuse_are_counted_too(sent, monkeypatch):
    """On a busy machine workers may take longer than the bucket to fill up again: here no time passes."""
    monkeypatch.setattr("passatempo.web.request_guard.time", SimpleNamespace(monotonic=lambda: 0.0))

    async def work(port):
        visitor = Visitor(f"http://127.0.0.1:{port}", "127.0.0.1")
        answers = await visitor.send(*[sent] * (BURST + 2))
        visitor.leave()
        return [status for status, _ in answers]

    assert of_server(create_app(Recorder(b"{}")), work, http=patient_protocol()) == [200] * BURST + [429] * 2


ONE = ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:DB8:1:2:0:0:0:7", "[2001:db8:1:2::1]:443"]
MAPPED = ["192.0.2.1", "::ffff:192.0.2.1", "::FFFF:c000:201", "192.0.2.1:5000"]
OTHER = ["2001:db8:1:3::1", "2001:db8:1:1:ffff::1", "192.0.2.2", "::ffff:192.0.2.3", "unknown"]


@pytest.mark.parametrize("one", [ONE, MAPPED])
def test_a_network_is_one_visitor_also_through_a_proxy(one, monkeypatch):
    """Its requests are counted together, and so are its jobs; others have their own."""
    monkeypatch.setattr("passatempo.web.request_guard.time", SimpleNamespace(monotonic=lambda: 0.0))
    pool = Recorder(b"{}", bounds=Bounds(requests=(len(one) - 1, 9, 0.0)))
    app = ProxyHeadersMiddleware(create_app(pool))

    async def ask():
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as proxy:
            sent = [{"X-Forwarded-For": f"203.0.113.9, {address}"} for address in [*one, *OTHER]]
            return [(await proxy.post("/api/mnk/value", json={}, headers=said)).status_code for said in sent]

    assert finished(ask()) == [200] * (len(one) - 1) + [429] + [200] * len(OTHER)
    visitors = [job.visitor for job in pool.jobs]
    assert len(set(visitors[: len(one) - 1])) == 1
    assert len(set(visitors)) == 1 + len(OTHER)


@pytest.mark.parametrize("one", [ONE[:3], MAPPED[:3]])
def test_a_network_has_so_many_connections(one):
    class Wire(asyncio.Transport):
        gone = False

        def abort(self):
            self.gone = True

        def get_write_buffer_size(self):
            return 0

    class Alone(patient_protocol(each=len(one) - 1)):
        def _send_progress(self):
            return False, 0

    async def connect():
        wires = [Wire({"peername": (address, 1)}) for address in [*one, *OTHER]]
        protocols = [Alone(uvicorn.Config(None), ServerState(), {}) for _ in wires]
        for protocol, wire in zip(protocols, wires, strict=True):
            protocol.connection_made(wire)
        return [wire.gone for wire in wires], protocols

    gone, protocols = finished(connect())
    assert gone == [False] * (len(one) - 1) + [True] + [False] * len(OTHER)
    assert protocols[0].opened[network_of(one[0])] == len(one)


def test_who_waits_as_long_as_he_is_told_is_answered(api):
    async def crowd():
        flood = Visitor(api, "127.4.0.1")
        while (await flood.send(LIST))[0][0] == 200:
            pass
        await asyncio.sleep(1)
        answers = await flood.send(LIST)
        flood.leave()
        return answers[0][0]

    assert finished(crowd()) == 200


def test_a_connection_is_not_read_from_while_a_request_waits():
    read, told = [], []

    class Counting(patient_protocol()):
        def data_received(self, data):
            read.append(len(data))
            super().data_received(data)

    async def app(scope, receive, send):
        if scope["type"] == "http":
            told.append(sum(read))
            await asyncio.sleep(0.2 if len(told) == 1 else 0)
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            told.append(sum(read))
            await send({"type": "http.response.body", "body": b""})

    async def work(port):
        visitor = Visitor(f"http://127.0.0.1:{port}", "127.0.0.1")
        answers = await visitor.send(*[LIST] * 2000)
        visitor.leave()
        return answers

    assert len(of_server(app, work, http=Counting)) == 2000
    assert max(read) <= AHEAD
    assert told[1] <= 2 * AHEAD  # while the first one was waiting
    assert sum(read) == 2000 * len(LIST)


def test_little_of_a_body_in_chunks_is_read_at_once():
    """Each chunk takes as long as thousands of bytes in one piece do; what comes with the head is read as ever."""
    read = []

    class Counting(patient_protocol()):
        def data_received(self, data):
            read.append(len(data))
            super().data_received(data)

    async def app(scope, receive, send):
        if scope["type"] == "http":
            while (await receive())["more_body"]:
                pass
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})

    async def work(port):
        visitor = Visitor(f"http://127.0.0.1:{port}", "127.0.0.1")
        chunked = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 2000
        answers = await visitor.send(chunked + b"0\r\n\r\n")
        pieces = read[1:]
        answers += await visitor.send(request("POST", "/", b"x" * 20_000))
        visitor.leave()
        return answers, pieces

    answers, pieces = of_server(app, work, http=Counting)
    assert [status for status, _ in answers] == [200, 200]
    assert max(pieces) == PIECE
    assert max(read) == AHEAD


@pytest.mark.parametrize("files", [20, pytest.param(2 * FILES, marks=pytest.mark.long)])
def test_a_class_that_shares_an_address_gets_every_file(serve, app_server, files):
    """At once, with as many connections each as browsers have; 200 files: those that are kept for use without a net."""
    names = ["style.css", "icon.svg", "server.js", "manifest.webmanifest", "index.html"]
    paths = itertools.islice(itertools.cycle(names), files)

    async def crowd(address):
        async def load(wanted):
            visitor = Visitor(address, "127.0.0.2")
            answers = [(await visitor.send(one))[0][0] for one in wanted]
            visitor.leave()
            return answers

        wanted = [request("GET", f"/{path}") for path in paths]
        shares = [wanted[k::CONNECTIONS] for _ in range(CLASS) for k in range(CONNECTIONS)]
        assert len(shares) <= CONNECTIONS_EACH
        return await asyncio.gather(*map(load, shares))

    with serve() as address:
        answers = [status for one in finished(crowd(address)) for status in one]
    assert len(answers) == CLASS * files
    assert set(answers) == {200}


async def visits(server, number, seed, addresses=500, at_once=16):
    """Send requests of all kinds from many addresses, ten from each in turn; return how many had which status."""
    rng, seen, turns = random.Random(seed), {}, itertools.islice(itertools.cycle(range(addresses)), number // 10)

    async def work():
        for turn in turns:
            visitor = Visitor(server, f"127.1.{turn // 250}.{turn % 250 + 1}")
            for _ in range(10):
                ((status, _),) = await visitor.send(rng.choice([*REFUSED, *OTHERS]))
                seen[status] = seen.get(status, 0) + 1
            visitor.leave()

    await asyncio.gather(*(work() for _ in range(at_once)))
    return seen


@pytest.mark.parametrize(("first", "then"), [(1000, 1500), pytest.param(20_000, 100_000, marks=pytest.mark.long)])
def test_requests_take_no_memory(serve, first, then):
    """Whether they are answered or refused, from 500 addresses; the server is the command itself."""
    with serve("--api-only") as address:
        finished(visits(address, first, 1))
        settled = memory_of(address.pid)
        seen = finished(visits(address, then, 2))
        grown = memory_of(address.pid) - settled
        assert "Traceback" not in address.log.read_text(encoding="utf-8")
    print(f"{then} requests: {seen}, {1024 * grown:.0f} kB more")
    assert sum(seen.values()) == then
    assert max(seen) < 500
    assert grown <= GROWTH
