"""Measure the bars of the server on this machine: start, memory, many visitors, a visitor beside his own flood.

    python benchmarks/web_bars.py [page loads, 10000 where nothing is said]

Everything runs on loopback; what is written is the median with the least and the greatest, or the percentiles of all
requests. Beside wall times stands the processor time of the server with all its processes, which a loaded machine
changes less.
"""

import asyncio
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import httpx

RUNS = 5
LOADS = 10_000
PAGES = ("", "minesweeper/", "it/minesweeper/", "workbench/")  # those that are made
NAMED = re.compile(r'(?:src|href)="([^"#]+\.(?:js|css|svg|wasm|webmanifest))"')
VISITORS, EACH = 50, 20
CONNECTIONS, AT_ONCE, QUESTIONS = 32, 20, 300  # of a flood of requests, and beside it
FLOODS = {
    "GETs": b"GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "POSTs": b"POST /api/mnk/value HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
}
TABLES = [{"table": "3S 4S 5S | 9H 9D 9C", "hand": f"6S 9S {rank}D"} for rank in "23456KQ"]


def processor_time(pid):
    """Return the processor time that a process and all below it have taken, in seconds."""
    parents, times = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(") ")[2].split()
            parents[int(folder.name)] = int(fields[1])
            times[int(folder.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    family, found = {pid}, 0
    while found < len(family):
        found = len(family)
        family |= {child for child, parent in parents.items() if parent in family}
    return sum(times.get(member, 0.0) for member in family)


@contextlib.contextmanager
def served(*flags):
    """Start a server; yield its address and the seconds until it answered a request."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "passatempo", "web", "--port", "0", *flags]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            address = re.search(r"http://\S+", process.stdout.readline())[0]
            urllib.request.urlopen(f"{address}/api").read()  # this client needs no time to be made
            yield address, time.perf_counter() - began, process.pid
        finally:
            process.terminate()
            process.wait(20)


def spread(figures, unit="s", factor=1.0):
    """Write a median with the least and the greatest."""
    shown = [f"{factor * figure:.3g}" for figure in (statistics.median(figures), min(figures), max(figures))]
    return f"{shown[0]} {unit} ({shown[1]} to {shown[2]})"


def percentiles(seconds):
    """Write the median, p99 and the greatest of many times."""
    ordered = sorted(seconds)
    shown = [statistics.median(ordered), ordered[int(0.99 * (len(ordered) - 1))], ordered[-1]]
    return "median {:.0f} ms, p99 {:.0f} ms, greatest {:.0f} ms".format(*(1000 * figure for figure in shown))


def starts():
    """Measure the start of the server."""
    found, spent = [], []
    for _ in range(RUNS):
        with served() as (_, seconds, pid):
            found.append(seconds)
            spent.append(processor_time(pid))
    print(f"start of the server, from the command to the first answer: {spread(found)}; processor {spread(spent)}")


def memory_of(pid):
    """Return the resident memory of a process in megabytes."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024


async def loads(address, number):
    """Open pages as new visitors do, each with all its files; return the times of the pages."""
    times = []
    pages = []
    for path in PAGES:
        page = httpx.get(f"{address}/{path}")
        if page.status_code == 200:
            pages.append([page.url, *[page.url.join(name) for name in dict.fromkeys(NAMED.findall(page.text))]])

    async def visit(k):
        limits = httpx.Limits(max_connections=6)  # as browsers have
        told = {"X-Forwarded-For": f"10.0.{k // 250 % 250}.{k % 250}"}
        async with httpx.AsyncClient(timeout=60, headers=told, verify=False, limits=limits) as client:
            began = time.perf_counter()
            for answer in await asyncio.gather(*(client.get(url) for url in pages[k % len(pages)])):
                answer.raise_for_status()
            times.append(time.perf_counter() - began)

    for start in range(0, number, 4):
        await asyncio.gather(*(visit(k) for k in range(start, start + 4)))
    return times


def memory(number):
    """Measure what many visits take of the server."""
    with served("--behind-proxy") as (address, _, pid):
        before, spent = memory_of(pid), processor_time(pid)
        times = asyncio.run(loads(address, number))
        each = 1000 * (processor_time(pid) - spent) / len(times)
        print(f"memory of the server: {before:.0f} MB, after {len(times)} page loads {memory_of(pid):.0f} MB")
        print(f"a page with all its files: {percentiles(times)}; processor {each:.2f} ms")


async def cancels(board):
    """Measure from a Cancel to its outcome, for a question that has no end."""
    from passatempo.web.jobs import Pool, RequestError

    pool, found = Pool(), []
    pool.start()
    for method in ("exact", "reference", "cpsat"):
        for _ in range(RUNS):
            arguments = {"pastime": "optimiza", "question": "best", "method": method}
            arguments["body"] = json.dumps(board).encode()
            job = pool.submit("passatempo.web.worker:answer", arguments)
            await asyncio.sleep(1.5)
            began = time.perf_counter()
            pool.stop(job)
            with contextlib.suppress(RequestError):
                await job.answer_future
            found.append(time.perf_counter() - began)
    await pool.close()
    print(f"Cancel, {len(found)} of them: {percentiles(found)}")


async def crowd(address, visitors=VISITORS):
    """Let visitors ask small questions one after the other; return the times and the statuses."""
    times, statuses = [], []

    async def one(number):
        told = {"X-Forwarded-For": f"10.0.0.{number}"}
        async with httpx.AsyncClient(base_url=address, timeout=60, headers=told, verify=False) as client:
            for k in range(EACH):
                began = time.perf_counter()
                answer = await client.post("/api/machiavelli/lay", json=TABLES[(number + k) % len(TABLES)])
                times.append(time.perf_counter() - began)
                statuses.append(answer.status_code)
                await asyncio.sleep(0.5)  # a person looks at the answer

    await asyncio.gather(*(one(number) for number in range(visitors)))
    return times, statuses


async def stuck(address, board, number):
    """Ask for what cannot be finished."""
    told = {"X-Forwarded-For": f"10.0.1.{number}"}
    async with httpx.AsyncClient(base_url=address, timeout=60, headers=told, verify=False) as client:
        return (await client.post("/api/optimiza/best", json=board, params={"seconds": 30})).status_code


async def beside(address, board):
    """Measure a crowd beside five questions without end."""
    long = [asyncio.ensure_future(stuck(address, board, number)) for number in range(5)]
    await asyncio.sleep(3)
    times, statuses = await crowd(address)
    unfinished = sum(not job.done() for job in long)
    for job in long:
        job.cancel()
    return times, statuses, unfinished


async def flooded(address, board):
    """Measure a visitor's small questions beside forty questions without end of his own."""
    limits = httpx.Limits(max_connections=40)
    async with (
        httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as many,
        httpx.AsyncClient(base_url=address, timeout=60) as one,
    ):
        times, refused = [], 0
        for _ in range(RUNS):
            flood = [asyncio.ensure_future(many.post("/api/optimiza/best", json=board)) for _ in range(40)]
            for pause in (0.05, 0.2, 0.5, 1.0):  # while it is tried, and when it has its seats
                await asyncio.sleep(pause)
                began = time.perf_counter()
                answer = await one.post("/api/machiavelli/lay", json=TABLES[0])
                times.append(time.perf_counter() - began)
                refused += answer.status_code != 200
            for job in flood:
                job.cancel()
            await asyncio.gather(*flood, return_exceptions=True)
            await asyncio.sleep(1.0)
    return times, refused


async def beside_requests(address, sent):
    """Measure a visitor's small questions beside 32 connections of another one that send requests without end."""
    place, times, refused = address.removeprefix("http://").split(":"), [], 0

    async def flood():
        reader, writer = await asyncio.open_connection(*place, local_addr=("127.0.0.2", 0))
        try:
            while True:
                writer.write(sent * AT_ONCE)
                for _ in range(AT_ONCE):
                    head = await reader.readuntil(b"\r\n\r\n")
                    await reader.readexactly(int(re.search(rb"(?i)content-length: (\d+)", head)[1]))
        finally:
            writer.close()

    httpx.post(f"{address}/api/machiavelli/lay", json=TABLES[0], timeout=60)  # the workers are there
    floods = [asyncio.ensure_future(flood()) for _ in range(CONNECTIONS)]
    async with httpx.AsyncClient(base_url=address, timeout=60, verify=False) as client:
        for _ in range(QUESTIONS):
            began = time.perf_counter()
            answer = await client.post("/api/machiavelli/lay", json=TABLES[0])
            times.append(time.perf_counter() - began)
            refused += answer.status_code != 200
            await asyncio.sleep(0.03)
    for one in floods:
        one.cancel()
    await asyncio.gather(*floods, return_exceptions=True)
    return times, refused


def main():
    """Measure everything."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else LOADS
    print(f"load of the machine: {', '.join(f'{load:.1f}' for load in os.getloadavg())}; {os.cpu_count()} cores")
    starts()
    memory(number)
    command = [sys.executable, "-m", "passatempo", "optimiza", "new", "--N", "151", "--hardness", "clustered"]
    told = subprocess.run([*command, "--format", "json"], capture_output=True, check=True)
    board = json.loads(told.stdout)
    asyncio.run(cancels(board))
    with served("--behind-proxy") as (address, _, pid):
        httpx.post(f"{address}/api/machiavelli/lay", json=TABLES[0], timeout=60)  # the workers are there
        before = processor_time(pid)
        times, statuses = asyncio.run(crowd(address))
        each = 1000 * (processor_time(pid) - before) / len(times)
        bad = sum(status != 200 for status in statuses)
        print(f"{VISITORS} visitors, {len(times)} small questions, {bad} errors: {percentiles(times)}")
        print(f"processor time of the server with its workers: {each:.2f} ms a question")
        times, statuses, unfinished = asyncio.run(beside(address, board))
        bad = sum(status != 200 for status in statuses)
        print(f"the same beside {unfinished} questions without end, {bad} errors: {percentiles(times)}")
    with served() as (address, _, _):
        times, refused = asyncio.run(flooded(address, board))
        print(f"a visitor's {len(times)} small questions beside his own flood, {refused} refused: {percentiles(times)}")
    for what, sent in FLOODS.items():
        with served() as (address, _, _):
            times, refused = asyncio.run(beside_requests(address, sent))
        print(f"{len(times)} small questions beside {what} of another, {refused} refused: {percentiles(times)}")


if __name__ == "__main__":
    main()
