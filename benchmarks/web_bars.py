"""Measure the bars of the web app on this machine: start, first page, a click on a large board, many visitors.

    python benchmarks/web_bars.py

Everything runs on loopback, in a browser where one is needed; what is written is the median with the least and the
greatest, or the percentiles of all requests.
"""

import asyncio
import contextlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

import httpx

RUNS = 5
VISITORS, EACH = 50, 20
TABLES = [{"table": "3S 4S 5S | 9H 9D 9C", "hand": f"6S 9S {rank}D"} for rank in "23456KQ"]
CHROMIUM = shutil.which("chromium")


@contextlib.contextmanager
def served():
    """Start a server; yield its address and the seconds until it answered a request."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "passatempo", "web", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            address = re.search(r"http://\S+", process.stdout.readline())[0]
            httpx.get(f"{address}/api").raise_for_status()
            yield address, time.perf_counter() - began
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
    found = []
    for _ in range(RUNS):
        with served() as (_, seconds):
            found.append(seconds)
    print(f"start of the server, from the command to the first answer: {spread(found)}")


def pages(address):
    """Measure when a first page is usable: its heading stands there and its socket listens; an empty cache."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for path in ("/", "/machiavelli", "/cards", "/optimiza", "/minesweeper", "/mnk"):
            found = []
            for _ in range(RUNS):
                context = browser.new_context()
                page = context.new_page()
                began = time.perf_counter()
                response = page.goto(address + path, wait_until="commit")
                if response.status == 404:
                    break
                page.locator("h1").wait_for()
                page.wait_for_function("window.did_handshake === true")
                found.append(time.perf_counter() - began)
                context.close()
            if found:
                print(f"first page usable, {path}: {spread(found)}")
        clicks(browser, address)
        browser.close()


CLICK = """([row, column]) => new Promise((done) => {
  const cell = document.querySelector(`[data-at="${row},${column}"]`);
  const before = cell.className;
  const began = performance.now();
  new MutationObserver((_, observer) => {
    if (cell.className !== before) { observer.disconnect(); done(performance.now() - began); }
  }).observe(cell, { attributes: true });
  cell.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
})"""


def clicks(browser, address):
    """Measure from a click on a 16 x 30 minefield to the changed cell, in the browser's own clock."""
    page = browser.new_page()
    page.goto(f"{address}/minesweeper")
    page.get_by_label("Size").select_option("expert")
    page.get_by_role("button", name="Start").click()
    page.locator('[data-at="15,29"]').wait_for()
    found = [page.evaluate(CLICK, [row, column]) / 1000 for row in range(16) for column in range(0, 30, 6)]
    print(f"a click on a 16 x 30 board, {len(found)} of them: {percentiles(found)}")


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


def main():
    """Measure everything."""
    print(f"load of the machine: {', '.join(f'{load:.1f}' for load in os.getloadavg())}; {os.cpu_count()} cores")
    starts()
    command = [sys.executable, "-m", "passatempo", "optimiza", "new", "--N", "151", "--hardness", "clustered"]
    told = subprocess.run([*command, "--format", "json"], capture_output=True, check=True)
    with served() as (address, _):
        if CHROMIUM:
            pages(address)
        times, statuses = asyncio.run(crowd(address))
        bad = sum(status != 200 for status in statuses)
        print(f"{VISITORS} visitors, {len(times)} small questions, {bad} errors: {percentiles(times)}")
        times, statuses, unfinished = asyncio.run(beside(address, json.loads(told.stdout)))
        bad = sum(status != 200 for status in statuses)
        print(f"the same beside {unfinished} questions without end, {bad} errors: {percentiles(times)}")


if __name__ == "__main__":
    main()
