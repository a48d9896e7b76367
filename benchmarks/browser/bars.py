"""Measure the bars of the browser app on this machine: what a first visit loads and takes, and each move to its answer.

    python benchmarks/browser/bars.py [load | moves | slow | why | slow-why | lay | games ...]

The app is served from a folder as `make app-site` makes it, packed, on loopback; the browser's own tools slow the
processor and the net down. A move is timed in the page: from the event to the answer on the board, laid out
("answered"), and to the frame after it ("frame"), which also waits for the screen's next turn, up to 16.7 ms. Cells at
the edge of what is seen are pressed, but no number there: a mine beside it could not be flagged.
"""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import statistics
import sys
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path

from passatempo.web.build import files, pages

sys.path.insert(0, str(Path(__file__).parents[1]))  # whose files import one another
sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from app.bundles import offer_modules
from machine import facts

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "passatempo"
APP, WORDS = PACKAGE / "web" / "app", PACKAGE / "web" / "build" / "words"
RUNS = 5
MOVES, REASONS, GAMES, EDITS = 100, 100, 100, 60
NETS = {"9 Mbit/s, 60 ms": (9e6 / 8, 60), "1.6 Mbit/s, 150 ms": (1.6e6 / 8, 150)}
BOARDS = {"16x30": "i.ms.16x30x99.{}", "100x100": "i.ms.100x100x1500.{}"}
FIRST = {"minesweeper": "[data-cell='40']"}  # what is pressed first on a page, and is then open
FRESH = {"minesweeper": "#i.ms.9x9x10.7"}  # a game of which nothing is open: the example of the page is

ANSWERED = """
window.marks = {};
new MutationObserver(() => {
    const cell = document.querySelector(`FIRST`);
    if (document.documentElement.dataset.ready && marks.ready === undefined) {
        marks.ready = performance.now();
        const sent = (kind) => cell?.dispatchEvent(new PointerEvent(kind, { bubbles: true, isPrimary: true }));
        sent("pointerdown");
        sent("pointerup");
    }
    if (cell?.classList.contains("open") && marks.answered === undefined) {
        marks.answered = 0;
        requestAnimationFrame(() => setTimeout(() => (marks.answered = performance.now())));
    }
}).observe(document, { subtree: true, childList: true, attributes: true });
"""

CLOCK = Path(__file__).with_name("clock.js").read_text(encoding="utf-8")

# What the moves are timed with: the mines are known, so every kind of move can be made at will.
TOOLS = """
window.tools = (async () => {
    const { Client } = await import("../kernel/client.mjs");
    const { lay } = await import("../kernel/minesweeper.mjs");
    const board = document.querySelector("#board");
    const frame = board.parentElement.getBoundingClientRect();
    const isSeen = (cell) => {
        const { left, top, right, bottom } = cell.getBoundingClientRect();
        return left >= frame.left && top >= frame.top && right <= frame.right && bottom <= frame.bottom;
    };
    const shown = [...board.querySelectorAll("[data-cell]")].filter(isSeen);
    const seen = new Map(shown.map((one) => [Number(one.dataset.cell), one]));
    const at = (cell) => seen.get(cell);
    const [, rows, columns, mines, seed] = /ms\\.(\\d+)x(\\d+)x(\\d+)\\.(\\d+)/.exec("SHORT").map(Number);
    const all = [...seen.keys()]; // a person presses what is seen
    const first = all[Math.floor(all.length / 2)];
    const asked = { rows, columns, variant: 0, mines, opening: true, no_guess: false, seed: BigInt(seed), first };
    const { tell } = await lay(new Client(), asked, { seconds: 10 });
    const { below, timed: measured, press: pressed } = clock(seed);
    const spans = [];
    const timed = async (watched, deed) => {
        const began = performance.now();
        const what = watched === board ? { attributeFilter: ["class"] } : { childList: true };
        const times = await measured(watched, what, deed);
        spans.push([began, performance.now()]);
        return times;
    };
    const press = (cell, button) => pressed(at(cell), button);
    const beside = (cell) => {
        const r = Math.floor(cell / columns), c = cell % columns, found = [];
        for (let y = Math.max(0, r - 1); y <= Math.min(rows - 1, r + 1); y += 1) {
            for (let x = Math.max(0, c - 1); x <= Math.min(columns - 1, c + 1); x += 1) found.push(y * columns + x);
        }
        return found.filter((one) => one !== cell);
    };
    const around = (cell) => beside(cell).filter((one) => seen.has(one));
    const inner = (cell) => beside(cell).every((one) => seen.has(one)); // what is not seen cannot be flagged
    const covered = (cell) => at(cell).classList.contains("covered") && !at(cell).classList.contains("flag");
    const some = (fits) => {
        const found = all.filter(fits);
        return found.length ? found[below(found.length)] : undefined;
    };
    const edge = (cell) => covered(cell) && around(cell).some((one) => at(one).classList.contains("open"));
    const open = (cell) => timed(board, () => press(cell));
    const flag = (cell) => timed(board, () => press(cell, 2));
    return { first, mine: tell.mine, board, at, timed, press, around, inner, covered, some, edge, open, flag, spans };
})();
"""

PLAYED = """async (count) => {
    const { first, mine, some, around, inner, covered, edge, open, flag, at, timed, board, press } = await tools;
    const times = { open: [], flag: [], chord: [] };
    await open(first);
    for (let turn = 0; turn < count; turn += 1) {
        const safe = some((cell) => edge(cell) && !mine[cell]);
        if (safe !== undefined) times.open.push(await open(safe));
        const number = some((cell) => at(cell).classList.contains("open") && !at(cell).classList.contains("n0")
            && inner(cell) && around(cell).some((one) => covered(one) && !mine[one]));
        if (number === undefined) break;
        for (const one of around(number)) if (covered(one) && mine[one]) times.flag.push(await flag(one));
        times.chord.push(await timed(board, () => press(number)));
    }
    return times;
}"""

EXPLAINED = """async (count) => {
    const { first, mine, some, edge, open, timed, board, at } = await tools;
    const help = document.querySelector("#assistant");
    const times = { chances: [], why: [] };
    const choose = (value) => { help.value = value; help.dispatchEvent(new Event("change")); };
    await open(first);
    for (let turn = 0; turn < count; turn += 1) {
        const safe = some((cell) => edge(cell) && !mine[cell]);
        if (safe === undefined) break;
        await open(safe);
        times.chances.push(await timed(board, () => choose("chances")));
        choose("off");
        const cell = some(edge);
        if (cell === undefined) break;
        at(cell).focus();
        const said = document.querySelector("#said");
        said.replaceChildren();
        await new Promise((done) => setTimeout(done));
        times.why.push(await timed(said, () => dispatchEvent(new KeyboardEvent("keydown", { key: "w" }))));
    }
    return times;
}"""

# The long tasks that belong to a deed.
LATE = """async () => {
    const { spans } = await tools;
    const overlaps = ([start, duration]) => spans.some(([began, ended]) => start < ended && start + duration > began);
    return tasks.filter(overlaps).map(([, duration]) => duration);
}"""


# Cards of a hand of thirteen go to a new group and back; two decks, fourteen groups on the table.
GROUPS = (
    *("3S 3H 3D 3C", "5S 6S 7S 8S 9S", "9H 10H JH QH KH", "AD 2D 3D", "7C 8C 9C", "4S 4H 4D", "JS QS KS"),
    *("6H 6D 6C", "10S 10D 10C", "2C 3C 4C 5C", "KH KD KC", "7H 8H 9H 10H", "AS AH AC", "8D 9D 10D JD"),
)
TABLE = f"table: {' | '.join(GROUPS)}\nhand: 2S 2H 4C 5D 6D 8S 9D JC QC KS AD 5H 7D\n"

EDITED = """async (count) => {
    const best = document.querySelector("#best");
    const { below, pause, timed } = clock(7);
    const times = [];
    for (let edit = 0; edit < count; edit += 1) {
        const back = edit % 2 === 1;
        const cards = [...document.querySelectorAll(back ? "#table .place:nth-last-child(2) .card" : "#hand .card")];
        const card = cards[below(cards.length)];
        const move = () => card.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
        times.push(await timed(best, { childList: true }, move));
        await pause(300); // a person looks
    }
    return { edit: times };
}"""


class Packed(http.server.SimpleHTTPRequestHandler):
    """Serves what is packed as it is packed, as hosts do."""

    protocol_version = "HTTP/1.1"

    def send_head(self):
        """Send the packed form where there is one."""
        path = Path(self.translate_path(self.path.split("?")[0]))
        path = path / "index.html" if path.is_dir() else path
        packed = path.with_name(path.name + ".gz")
        if not packed.exists():
            return super().send_head()
        self.send_response(200)
        known = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
        self.send_header("Content-Type", known.get(path.suffix) or self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(packed.stat().st_size))
        self.end_headers()
        return packed.open("rb")

    def log_message(self, *_):
        """Say nothing."""


@contextmanager
def hosted():
    """Serve the app from a folder; yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        files.build_site(APP, Path(folder) / "site")
        offer_modules(APP, Path(folder) / "site")
        handler = functools.partial(Packed, directory=f"{folder}/site")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", Path(folder) / "site"
        server.shutdown()
        server.server_close()


def throttled(context, page, rate=1, net=None):
    """Slow the page's processor, and the net; return the session that does so."""
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    if net:
        rates = {"downloadThroughput": net[0], "uploadThroughput": net[0], "latency": net[1]}
        session.send("Network.emulateNetworkConditions", {"offline": False} | rates)
    return session


def loaded(browser, site, folder):
    """Print what the first visit of each page asks for, and how long it takes."""
    total = sum(path.stat().st_size for path in folder.rglob("*.gz"))
    print(f"all files, packed (fetched by the service worker afterwards): {total / 1000:.0f} kB")
    for name in pages.page_names(WORDS):
        address = site + pages.page_address(name, "en")
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        asked = []
        page.on("request", lambda request, asked=asked: asked.append(request.url.removeprefix(site)))
        page.goto(address)
        page.locator("html[data-ready]").wait_for()
        names = {one + "index.html" if one == "" or one.endswith("/") else one for one in asked}
        sizes = [(folder / (one + ".gz")) if (folder / (one + ".gz")).exists() else folder / one for one in names]
        print(f"{name}: {sum(path.stat().st_size for path in sizes) / 1000:.1f} kB packed, {len(asked)} requests")
        context.close()
        for said, net in NETS.items():
            times = visits(browser, address + FRESH.get(name, ""), net, FIRST.get(name, ""))
            print(f"{name}, processor 4x slower, {said}: {times}")


def visits(browser, address, net, first):
    """Return when a page is ready and its first move answered: in fresh contexts, then once more."""
    found = {"ready": [], "answered": [], "second visit ready": []}
    for _ in range(RUNS):
        context = browser.new_context()
        context.add_init_script(ANSWERED.replace("FIRST", first or "none"))
        for visit in ("first", "second"):
            page = context.new_page()
            throttled(context, page, 4, net)
            page.goto(address)
            page.locator("html[data-ready]").wait_for()
            if first and visit == "first":
                page.locator(first + ".open").wait_for()
            page.wait_for_timeout(300)
            marks = page.evaluate("marks")
            if visit == "first":
                found["ready"].append(marks["ready"])
                found["answered"] += [marks["answered"]] if first else []
                throttled(context, page)
                page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            else:
                found["second visit ready"].append(marks["ready"])
        context.close()
    return ", ".join(f"{what} {spread(times)}" for what, times in found.items() if times)


def spread(times, digits=0):
    """Write the median with the least and the greatest, in milliseconds."""
    middle, least, most = (f"{time:.{digits}f}" for time in (statistics.median(times), min(times), max(times)))
    return f"{middle} ms ({least} to {most})"


def percentiles(times):
    """Write median, 95th percentile and greatest, in milliseconds."""
    times = sorted(times)
    p95 = times[min(len(times) - 1, int(len(times) * 0.95))]
    return f"median {statistics.median(times):.1f}, p95 {p95:.1f}, greatest {times[-1]:.1f} ms of {len(times)}"


def told(title, times):
    """Print the times of each kind of deed; what was not answered within three seconds is counted."""
    for deed, pairs in times.items():
        kept = [pair for pair in pairs if pair[0] is not None and pair[0] == pair[0]]
        late = len(pairs) - len(kept)
        lost = f", {late} without an answer" if late else ""
        if kept:
            answered, frame = zip(*kept, strict=True)
            print(f"{title}, {deed}: answered {percentiles(answered)}; frame {percentiles(frame)}{lost}")


def moves(browser, site, script, count, rate=1):
    """Play on each board, and print how soon each deed is answered."""
    for name, short in BOARDS.items():
        times = {}
        tasks = []
        for seed in (4711, 4712, 4713):
            context = browser.new_context(viewport={"width": 1280, "height": 860}, service_workers="block")
            page = context.new_page()
            page.goto(f"{site}minesweeper/#{short.format(seed)}")
            page.locator("html[data-ready]").wait_for()
            throttled(context, page, rate)
            page.evaluate(
                "window.tasks = []; new PerformanceObserver((list) => list.getEntries()"
                ".forEach((one) => tasks.push([one.startTime, one.duration]))).observe({ entryTypes: ['longtask'] })"
            )
            page.evaluate(CLOCK)
            page.evaluate(TOOLS.replace("SHORT", short.format(seed)))
            for deed, pairs in page.evaluate(script, count // 3 + 1).items():
                times.setdefault(deed, []).extend(pairs)
            tasks += page.evaluate(LATE)
            context.close()
        told(f"{name}, processor {rate}x slower", times)
        print(f"{name}: {len(tasks)} tasks above 50 ms, greatest {max(tasks, default=0):.0f} ms")


def edits(browser, site):
    """Move cards of a table of one's own, and print how soon what can go is told."""
    for rate in (1, 4):
        context = browser.new_context(viewport={"width": 1280, "height": 860}, service_workers="block")
        page = context.new_page()
        page.goto(f"{site}machiavelli/")
        page.locator("html[data-ready]").wait_for()
        page.locator("#more summary").first.click()
        page.locator("#text").fill(TABLE)
        page.locator("#read").click()
        page.locator("#more summary").first.click()
        page.locator("#hand .card").nth(12).wait_for()
        throttled(context, page, rate)
        page.evaluate(CLOCK)
        told(f"a table of 14 groups and 13 cards, processor {rate}x slower", page.evaluate(EDITED, EDITS))
        context.close()


def games(browser, site):
    """Begin and open many games on end, and print how much memory they hold."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}minesweeper/")
    page.locator("html[data-ready]").wait_for()
    session = context.new_cdp_session(page)
    held = []
    for game in range(GAMES + 1):
        if game in (1, GAMES):
            session.send("HeapProfiler.collectGarbage")
            held.append(session.send("Runtime.getHeapUsage")["usedSize"] / 1e6)
        page.locator("[data-cell='40']").click()
        page.locator("[data-cell='40'].open, [data-cell='40'].hit").wait_for()
        page.keyboard.press("n")
        page.locator("[data-cell='40'].covered").wait_for()
    print(f"{GAMES} games on end: from {held[0]:.1f} to {held[1]:.1f} MB of the page's heap")
    context.close()


def main():
    """Measure what is named, or everything."""
    from playwright.sync_api import sync_playwright

    wanted = sys.argv[1:] or ["load", "moves", "slow", "why", "slow-why", "lay", "games"]
    print("\n".join(facts()))
    with hosted() as (site, folder), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        print(f"Chromium {browser.version}")
        parts = {
            "load": lambda: loaded(browser, site, folder),
            "moves": lambda: moves(browser, site, PLAYED, MOVES),
            "slow": lambda: moves(browser, site, PLAYED, MOVES, 4),
            "why": lambda: moves(browser, site, EXPLAINED, REASONS),
            "slow-why": lambda: moves(browser, site, EXPLAINED, REASONS, 4),
            "lay": lambda: edits(browser, site),
            "games": lambda: games(browser, site),
        }
        for name in wanted:
            began = os.times()
            parts[name]()
            spent = sum(os.times()[:2]) - sum(began[:2])
            print(f"({name}: {spent:.1f} s of this script's processor, load {os.getloadavg()[0]:.1f})", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
