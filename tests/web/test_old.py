"""The old pages: their sockets, how many there may be, what they take. They go with NiceGUI.

Tests: web/old.py
"""

import re
import time

import httpx
import pytest
import websockets
from websockets.exceptions import InvalidStatus

from .loops import finished

SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport="


def greeting(address, **headers):
    """Open a WebSocket as a browser does; return the first words of the server, or the status of its refusal."""

    async def connect():
        try:
            async with websockets.connect(
                address.replace("http", "ws") + SOCKET + "websocket", additional_headers=headers
            ) as opened:
                return await opened.recv()
        except InvalidStatus as refused:
            return refused.response.status_code

    return finished(connect())


def test_sockets_are_let_in_by_the_same_rules(server):
    assert greeting(server, Origin=server).startswith("0{")
    assert greeting(server).startswith("0{")
    assert greeting(server, Origin="http://evil.example") == 403


def memory_of(pid):
    """Return the resident memory of a process in megabytes."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024


def load(client, path, visitor):
    return client.get(path, headers={"X-Forwarded-For": visitor}).status_code


def test_a_visitor_has_so_many_pages_and_the_others_have_theirs(serve):
    with serve("--behind-proxy") as address, httpx.Client(base_url=address, timeout=60) as client:
        told = [load(client, "/minesweeper", "10.0.0.1") for _ in range(42)]
        assert told == [200] * 40 + [429] * 2
        refused = client.get("/mnk", headers={"X-Forwarded-For": "10.0.0.1"})
        assert refused.headers["retry-after"]
        assert "40 pages of yours are open" in refused.text
        assert load(client, "/minesweeper", "10.0.0.2") == 200
        assert client.get("/nowhere", headers={"X-Forwarded-For": "10.0.0.1"}).status_code == 404  # that is no page
        assert client.get("/api", headers={"X-Forwarded-For": "10.0.0.1"}).status_code == 200


@pytest.mark.long
def test_all_visitors_together_have_so_many_pages(serve):
    with serve("--behind-proxy") as address, httpx.Client(base_url=address, timeout=60) as client:
        told = [load(client, "/minesweeper", f"10.0.1.{k // 30}") for k in range(162)]
        assert told == [200] * 160 + [429] * 2


@pytest.mark.long
def test_a_thousand_loads_take_no_more_memory_than_the_pages_that_are_open(serve):
    """Pages whose browser never calls back die after 15 seconds, and what they took serves the next ones."""
    paths = ["/", "/machiavelli", "/cards", "/optimiza", "/minesweeper", "/mnk", "/manual"]
    with serve("--behind-proxy") as address, httpx.Client(base_url=address, timeout=60) as client:
        pid = address.pid
        done, settled = 0, 0.0
        while done < 1000:
            if load(client, paths[done % 7], f"10.0.{done // 40}.1") == 200:
                done += 1
            else:
                time.sleep(0.5)
            if done == 300:
                settled = memory_of(pid)
        assert memory_of(pid) <= 300
        time.sleep(18)
        assert [load(client, "/mnk", "10.0.0.1") for _ in range(40)] == [200] * 40  # the others are dead
        assert memory_of(pid) <= 1.2 * settled
