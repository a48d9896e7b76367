"""Visitors leave nothing behind: the memory of the server after many visits is that after a few.

Tests: web/files.py
"""

import asyncio
import contextlib
import json
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from .loops import finished

FEW, MANY = 60, 10_000
PAGES = ["minesweeper/", "it/minesweeper/", "workbench/", "es/workbench/"]
MOST = 150  # megabytes


def memory_of(pid):
    """Return the resident memory of a process in megabytes."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024


def files_of(server, path):
    """Return what a browser asks for when it opens a page: the page, and all that it names."""
    page = httpx.get(f"{server}/{path}")
    named = re.findall(r'(?:src|href)="([^"#]+\.(?:js|css|svg|wasm|webmanifest))"', page.text)
    return [page.url, *[page.url.join(name) for name in dict.fromkeys(named)]]


async def visits(server, number):
    """Open pages as new visitors do: nothing is known yet, each over connections of its own."""
    pages = [files_of(server, path) for path in PAGES]

    async def visit(k):
        limits = httpx.Limits(max_connections=6)  # as browsers have
        async with httpx.AsyncClient(timeout=60, verify=False, limits=limits) as client:
            answers = await asyncio.gather(*(client.get(url) for url in pages[k % len(pages)]))
            assert {answer.status_code for answer in answers} == {200}

    for start in range(0, number, 4):
        await asyncio.gather(*(visit(k) for k in range(start, min(start + 4, number))))


def test_some_visits_take_no_memory(app_server):
    finished(visits(app_server, 20))
    settled = memory_of(app_server.pid)
    finished(visits(app_server, FEW))
    assert memory_of(app_server.pid) <= settled + 8


@pytest.mark.long
def test_ten_thousand_visits_take_no_memory(app_server, serve):
    with serve(counted=False) as server:
        finished(visits(server, MANY))
        assert memory_of(server.pid) <= MOST


UNREAD, TIME, MORE = 12, 60.0, 50  # visitors, seconds, megabytes
LARGE = {"cards": list(range(1, 200)), "count": 10_000}  # an answer of 7 MB


def ask_much(port, address):
    """Ask for a large answer, again if there are too many questions; return a connection on which it has begun."""
    body = json.dumps(LARGE).encode()
    head = f"POST /api/cards/sample HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    while True:
        opened = socket.socket()
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        opened.bind((address, 0))
        opened.connect(("127.0.0.1", port))
        opened.sendall(head.encode() + b"Content-Type: application/json\r\n\r\n" + body)
        if opened.recv(12, socket.MSG_PEEK).endswith(b"200"):
            return opened
        opened.close()
        time.sleep(0.5)


def received(opened, slowly):
    """Read to the end, at first for some seconds a little at a time; return how much came."""
    found, until = 0, time.monotonic() + slowly
    with opened, contextlib.suppress(ConnectionError):
        opened.settimeout(20)
        while piece := opened.recv(1000 if time.monotonic() < until else 2**20):
            found += len(piece)
            time.sleep(time.monotonic() < until)
    return found


@pytest.mark.long
def test_visitors_who_do_not_read_take_no_memory_and_slow_ones_get_their_answer(serve):
    with serve("--api-only") as address, ThreadPoolExecutor(1) as pool:
        port = int(address.rpartition(":")[2])
        whole = received(ask_much(port, "127.0.0.1"), 0)
        before = memory_of(address.pid)
        unread = [ask_much(port, f"127.7.0.{k + 1}") for k in range(UNREAD)]
        slow = pool.submit(received, ask_much(port, "127.7.1.1"), TIME + 15)
        time.sleep(TIME + 5)
        grown = memory_of(address.pid) - before
        assert max(received(opened, 0) for opened in unread) < whole
        assert abs(slow.result() - whole) < 1000  # the times in it have more digits or fewer
    print(f"{UNREAD} answers of {whole / 1e6:.1f} MB that nobody took: {grown:.0f} MB more")
    assert grown <= MORE
