"""Requests that do not arrive, answers that are not taken, heads that do not end, visitors with too many connections.

How long a visitor has for his answer is tested by looks that are made up; tests/web/test_memory.py waits for it.

Tests: web/server.py
"""

import asyncio
import contextlib
import socket
import sys
import time
from types import SimpleNamespace

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from passatempo.web.request_guard import HEADERS
from passatempo.web.server import AHEAD, CONNECTIONS_EACH, DEPARTURE, LONGEST_HEAD, LOOKS, patient_protocol

from .loops import of_server

HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"
PATIENCE = 0.6


async def echo(scope, receive, send):
    """Answer with the length of the body, once it has come."""
    if scope["type"] != "http":
        return
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"%02d" % length})


def with_server(work, **settings):
    """Run a coroutine that is given the port of a server of little patience."""
    return of_server(echo, work, http=patient_protocol(arrival=PATIENCE, **settings))


def sent(*pieces, pause=0.0):
    """Send pieces over one connection; return what comes back until it closes, and after how long."""

    async def work(port):
        began = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        told = asyncio.ensure_future(reader.readline())
        for piece in pieces:
            if not told.done():
                writer.write(piece)
                await asyncio.wait({told}, timeout=pause)
        try:
            return await asyncio.wait_for(told, 20), time.monotonic() - began
        except ConnectionError:
            return b"", time.monotonic() - began
        finally:
            writer.close()

    return with_server(work)


@pytest.mark.parametrize(
    ("pieces", "pause"),
    [((), 0.0), ((b"GET / HT",), 0.0), ((b"GET / HTTP/1.1\r\n", *[b"X: y\r\n"] * 20), 0.1)],
    ids=["nothing", "half a line", "line by line"],
)
def test_a_head_that_does_not_arrive_is_given_up(pieces, pause):
    told, waited = sent(*pieces, pause=pause)
    assert told.startswith(b"HTTP/1.1 408")
    assert waited >= PATIENCE


@pytest.mark.parametrize("pieces", [(HEAD,), (HEAD, *[b"x"] * 9)], ids=["nothing of it", "byte by byte"])
def test_a_body_that_does_not_arrive_is_given_up(pieces):
    told, waited = sent(*pieces, pause=0.1)
    assert b"200" not in told
    assert waited >= PATIENCE


def test_a_slow_request_that_arrives_in_time_is_answered_and_the_next_has_its_own_time():
    async def work(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        told = []
        for _ in range(3):
            for piece in (HEAD[:20], HEAD[20:], b"x" * 5, b"y" * 5):
                writer.write(piece)
                await asyncio.sleep(PATIENCE / 8)
            told.append(await reader.readuntil(b"\r\n\r\n") + await reader.readexactly(2))
        writer.close()
        return told

    for told in with_server(work):
        assert told.startswith(b"HTTP/1.1 200")
        assert told.endswith(b"10")


def test_idle_connections_are_kept_between_requests():
    """The clock is for what arrives."""

    async def work(port):
        async with httpx.AsyncClient() as client:
            told = [await client.post(f"http://127.0.0.1:{port}/", content=b"x" * k) for k in range(5)]
            await asyncio.sleep(2 * PATIENCE)  # idle in between, for less than connections are kept
            return [*told, await client.post(f"http://127.0.0.1:{port}/", content=b"x" * 7)]

    assert [answer.text for answer in with_server(work)] == ["00", "01", "02", "03", "04", "07"]


@pytest.mark.parametrize(("each", "open_ones"), [(3, 3), (None, 6)])
def test_an_address_has_so_many_connections(each, open_ones):
    async def work(port):
        async def alive():
            _, writer = opened[-1]
            reader = opened[-1][0]
            with contextlib.suppress(ConnectionError):
                writer.write(HEAD + b"x" * 10)
                return (await asyncio.wait_for(reader.readline(), 5)).startswith(b"HTTP/1.1 200")
            return False

        opened, answered = [], 0
        for _ in range(6):
            opened.append(await asyncio.open_connection("127.0.0.1", port))
            answered += await alive()
        for _, writer in opened:
            writer.close()
        await asyncio.sleep(0.1)
        opened.append(await asyncio.open_connection("127.0.0.1", port))
        again = await alive()
        opened[-1][1].close()
        return answered, again

    assert with_server(work, each=each) == (open_ones, True)


def test_the_server_bounds_connections_and_heads(server):
    host, _, port = server.removeprefix("http://").rpartition(":")
    long = httpx.get(server + "/api", headers={"X-Long": "x" * (LONGEST_HEAD + 1)})
    assert long.status_code in (400, 431)
    assert httpx.get(server + "/api", headers={"X-Long": "x" * (LONGEST_HEAD - 1000)}).status_code == 200
    with contextlib.ExitStack() as stack:
        for _ in range(CONNECTIONS_EACH + 5):
            opened = stack.enter_context(socket.create_connection((host, int(port)), timeout=5))
        with contextlib.suppress(ConnectionResetError):
            assert opened.recv(1) == b""
        with pytest.raises(httpx.TransportError):
            httpx.get(server + "/api", timeout=5)
    time.sleep(0.2)
    assert httpx.get(server + "/api").status_code == 200


NOT_HTTP = {
    "no request": b"NONSENSE\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "a long head": b"GET / HTTP/1.1\r\nX: ".ljust(LONGEST_HEAD + AHEAD, b"x"),  # read to its end
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "no chunk": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
}
LATE = b"GET / HT"


@pytest.mark.parametrize("said", [*NOT_HTTP.values(), LATE], ids=[*NOT_HTTP, "half a line"])
def test_what_does_not_reach_the_app_is_answered_with_the_headers_of_all_answers(said):
    async def work(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(said)
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        body = await reader.read()
        writer.close()
        return head.split("\r\n"), body

    (line, *head), body = of_server(echo, work, http=patient_protocol(arrival=0.1 if said == LATE else 60.0))
    assert line == f"HTTP/1.1 {'408 Request Timeout' if said == LATE else '400 Bad Request'}"
    assert f"Content-Length: {len(body)}" in head
    assert [f"{key.decode()}: {value.decode()}" for key, value in HEADERS] == [one for one in head if one[:1].islower()]


def test_no_second_answer_is_sent_on_a_connection_whose_answer_has_begun():
    """The body of the request breaks off while its answer is under way."""

    async def app(scope, receive, send):
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"begun", "more_body": True})
            while (await receive())["type"] != "http.disconnect":
                pass

    async def work(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        told = await reader.readuntil(b"begun\r\n")
        writer.write(b"x\r\n")
        told += await reader.read()
        writer.close()
        return told

    assert of_server(app, work, http=patient_protocol()).count(b"HTTP/1.1") == 1


class Wire(asyncio.Transport):
    """A connection without a system below it."""

    gone = False

    def abort(self):
        self.gone = True

    def setsockopt(self, *_):
        pass

    def get_extra_info(self, name, default=None):
        return self if name == "socket" else default

    def getpeername(self):
        return ("127.0.0.1", 1)

    getsockname = getpeername


class Clock:
    """A loop whose time goes on when it is told to."""

    def __init__(self):
        self.now, self.calls = 0.0, []

    def call_later(self, delay, call, *arguments):
        self.calls.append((self.now + delay, call, arguments))
        return SimpleNamespace(cancel=lambda: None)

    def run(self, name):
        """Go on to the next call of this name."""
        one = next((one for one in self.calls if one[1].__name__ == name), None)
        assert one is not None, f"no call of {name} is due"
        self.calls.remove(one)
        self.now = one[0]
        one[1](*one[2])


def dropped(steps):
    """Return the seconds after which a visitor is dropped whose progress is seen like this; None if he is not."""

    class Seen(patient_protocol()):
        def _send_progress(self):
            return next(steps)

    clock, wire = Clock(), Wire()
    Seen(uvicorn.Config(None), ServerState(), {}, clock).connection_made(wire)
    with contextlib.suppress(StopIteration):
        while not wire.gone:
            clock.run("_check_progress")
        return clock.now
    return None


EACH = DEPARTURE / LOOKS


def test_a_visitor_who_takes_nothing_is_dropped_within_the_time_from_his_last_byte():
    """Between two looks he may have taken it at any moment."""
    for taken in range(20):
        last = dropped(iter([*[(True, k) for k in range(taken + 1)], *[(True, taken)] * 99]))
        earliest, latest = EACH * max(taken - 1, 0), EACH * taken
        assert last - latest >= DEPARTURE - EACH
        assert last - earliest <= DEPARTURE


@pytest.mark.parametrize(
    "steps",
    [
        [(False, 0)] * 99,
        [(False, 7)] * 99,
        [(True, k) for k in range(99)],
        [(True, k // (LOOKS - 1)) for k in range(99)],
        [(k % (LOOKS - 1) > 0, 5) for k in range(99)],
    ],
    ids=["nothing waits", "all is taken", "steady", "slow", "all is taken at times"],
)
def test_a_visitor_who_takes_something_is_not_dropped(steps):
    assert dropped(iter(steps)) is None


async def drip(send):
    """Send short pieces, as a job that is followed does: the system holds all of them."""
    for _ in range(50):
        await send({"type": "http.response.body", "body": b"x" * 1000, "more_body": True})


async def pour(send):
    """Send a large answer."""
    await send({"type": "http.response.body", "body": b"x" * 2**24})


def unread(write, work, departure):
    """Let a visitor with little room ask for an answer; run a coroutine with its protocol, reader and the open ones."""
    found = []

    class Kept(patient_protocol(departure=departure)):
        def connection_made(self, transport):
            found.append(self)
            super().connection_made(transport)

    async def app(scope, receive, send):
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            writing = asyncio.ensure_future(write(send))
            while (await receive())["type"] != "http.disconnect":
                pass
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    async def connect(port):
        with socket.socket() as visitor:
            visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            visitor.setblocking(False)
            await asyncio.get_running_loop().sock_connect(visitor, ("127.0.0.1", port))
            visitor.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            while not found:
                await asyncio.sleep(0.01)
            return await work(found[0], visitor)

    return of_server(app, connect, http=Kept)


@pytest.mark.parametrize(
    "write",
    [pour, pytest.param(drip, marks=pytest.mark.skipif(sys.platform != "linux", reason="the system holds all of it"))],
)
def test_who_does_not_read_is_dropped_and_nothing_is_held_for_him(write):
    async def work(protocol, visitor):
        while protocol.opened:
            await asyncio.sleep(0.01)
        return protocol.transport.get_write_buffer_size()

    assert unread(write, work, departure=0.6) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not report it")
def test_what_a_visitor_takes_is_seen_byte_by_byte():
    """Not only when the system has room again for what the server holds: that is megabytes later."""

    async def work(protocol, visitor):
        async def until(wanted):
            while not wanted(*protocol._send_progress()):
                await asyncio.sleep(0.01)
            return protocol._send_progress()[1], protocol.transport.get_write_buffer_size()

        before, held = await until(lambda waiting, _: waiting)
        after, still_held = before, held
        while after == before:
            with contextlib.suppress(BlockingIOError):
                visitor.recv(1000)
            await asyncio.sleep(0.01)
            after = protocol._send_progress()[1]
            still_held = protocol.transport.get_write_buffer_size()
        return held > 2**20, after > before, held - still_held

    assert unread(pour, work, departure=DEPARTURE) == (True, True, 0)
