"""Requests that do not arrive, heads that do not end, and addresses with too many connections.

Tests: web/server.py
"""

import asyncio
import contextlib
import socket
import time

import httpx
import pytest

from passatempo.web.server import CONNECTIONS_EACH, LONGEST_HEAD, patient

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
    return of_server(echo, work, http=patient(arrival=PATIENCE, **settings))


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
