"""Visitors leave nothing behind: the memory of the server after many visits is that after a few.

Tests: web/files.py
"""

import asyncio
import re

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
