"""Measure how soon a move of the other four boards is on the screen: a stone, a cell of a path, a card, a hint.

    python benchmarks/browser/boards.py [times slower, 1 where nothing is said]

As `bars.py` does for Minesweeper: from the event to the first change of the board, laid out ("answered"), and to
the frame after it ("frame"). What the other side answers is waited for and not timed. Optimiza's hint asks the exact
method about the path as it stands.
"""

from __future__ import annotations

import os
import shutil
import sys

from bars import CLOCK, hosted, throttled, told

from machine import facts

MOVES = 60

TOOLS = """
window.tools = (() => {
    const { timed: measured, ...others } = clock(4711);
    const what = { childList: true, attributeFilter: ["class"], characterData: true };
    const timed = (watched, deed) => measured(watched, what, deed);
    const key = (at, key, more = {}) => at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    const board = document.querySelector("#board");
    const seen = (selector) => {
        const { left, top, right, bottom } = board.parentElement.getBoundingClientRect();
        const lowest = Math.min(bottom, innerHeight);
        return [...board.querySelectorAll(selector)].filter((cell) => {
            const box = cell.getBoundingClientRect();
            return box.left >= left && box.top >= top && box.right <= right && box.bottom <= lowest;
        });
    };
    return { timed, key, board, seen, ...others };
})();
"""

STONES = """async (count) => {
    const { timed, press, key, below, pause, board, seen } = tools;
    const times = [];
    const stones = () => board.querySelectorAll(".x:not(.ghost), .o:not(.ghost)").length;
    const over = () => !document.querySelector("#end").hidden;
    while (times.length < count) {
        const free = seen("[role=gridcell]:not(.x):not(.o)");
        const before = stones(), cell = free[below(free.length)];
        times.push(await timed(cell, () => press(cell)));
        for (let waited = 0; stones() < before + 2 && !over() && waited < 400; waited += 1) await pause(20);
        if (over()) key(board, "n"); // stones by chance lose soon
        for (let waited = 0; over() && waited < 200; waited += 1) await pause(20);
    }
    return { stone: times };
}"""

PATH = """async (count) => {
    const { timed, press, key, below, pause, board, seen } = tools;
    const times = [];
    for (let move = 0; move < count; move += 1) {
        let lit = seen(".lit[role=gridcell]");
        if (!lit.length) { // at the beginning any cell can be taken, and at the end the next board begins
            if (move) key(board, "n");
            await pause(500);
            lit = seen("[role=gridcell]");
        }
        const cell = lit[below(lit.length)];
        times.push(await timed(cell, () => press(cell)));
    }
    return { "path cell": times };
}"""

HINTS = """async (count) => {
    const { timed, press, key, below, pause, seen, board } = tools;
    const said = document.querySelector("#said");
    const times = [];
    for (let move = 0; move < count; move += 1) {
        said.replaceChildren();
        times.push(await timed(said, () => key(board, "h")));
        await pause(30);
        const lit = seen(".lit[role=gridcell]");
        if (lit.length) press(lit[below(lit.length)]);
        else key(board, "n");
        await pause(60);
    }
    return { hint: times };
}"""

SWAPS = """async (count) => {
    const { timed, key, below, pause, board } = tools;
    const times = [];
    for (let move = 0; move < count; move += 1) {
        const cells = [...board.querySelectorAll("[role=gridcell]")];
        const cell = cells[below(cells.length - 1)];
        cell.focus();
        await pause(30);
        times.push(await timed(board, () => key(cell, "ArrowRight", { shiftKey: true })));
    }
    return { "two cards swapped": times };
}"""

LAID = """async (count) => {
    const { timed, below, pause } = tools;
    const table = document.querySelector("#table");
    const times = [];
    for (let move = 0; move < count; move += 1) {
        const cards = document.querySelectorAll(move % 2 ? "#table .place:nth-last-child(2) .card" : "#hand .card");
        const card = cards[below(cards.length)];
        times.push(await timed(table, () => card.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }))));
        await pause(300); // a person looks
    }
    return { card: times };
}"""


def own_rules(page, size):
    """Begin a game of five in a row on a board of one's own size."""
    page.locator("#more summary").first.click()
    for field, value in (("m", size), ("n", size), ("k", 5)):
        page.fill(f"#{field}", str(value))
    page.uncheck("#gravity")
    page.locator("#start").press("Enter")
    page.locator(f"#board[aria-rowcount='{size}']").wait_for()
    page.keyboard.press("Escape")


BOARDS = (
    ("five in a row, 15x15", "mnk/", lambda page: own_rules(page, 15), STONES),
    ("five in a row, 70x70", "mnk/", lambda page: own_rules(page, 70), STONES),
    ("Optimiza, 15x15", "optimiza/#i.op.15x0p.4711", None, PATH),
    ("Optimiza, 40x40", "optimiza/#i.op.40x0p.4711", None, PATH),
    ("Optimiza, 10x10", "optimiza/#i.op.10x0p.4711", None, HINTS),
    ("mountain cards", "cards/", None, SWAPS),
    ("Machiavelli, the table of the page", "machiavelli/", None, LAID),
)


def measure(browser, site, rate, title, address, prepare, script):
    """Do the moves of one board, and print how soon they were answered."""
    context = browser.new_context(viewport={"width": 1280, "height": 860}, service_workers="block")
    page = context.new_page()
    page.goto(site + address)
    page.locator("html[data-ready]").wait_for()
    if prepare:
        prepare(page)
    page.wait_for_timeout(500)
    throttled(context, page, rate)
    page.evaluate(CLOCK)
    page.evaluate(TOOLS)
    told(f"{title}, processor {rate}x slower", page.evaluate(script, MOVES))
    context.close()


def main():
    """Measure every board."""
    from playwright.sync_api import sync_playwright

    rate = int(sys.argv[1]) if sys.argv[1:] else 1
    print("\n".join(facts()))
    with hosted() as (site, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for board in BOARDS:
            measure(browser, site, rate, *board)
        print(f"(load {os.getloadavg()[0]:.1f})")
        browser.close()


if __name__ == "__main__":
    main()
