"""The puzzles of a day as the tests know them, and how each is solved on its page by a mouse or a finger."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache

from app.modules import ROOT
from app.waiting import until

DAY = "2026-11-24"  # a Tuesday: small boards
FIRST, LAST = "2026-11-20", "2026-12-03"  # the days that the tests have, as the Makefile says
FOLDER = ROOT / "build" / "test-days"
SHORT = {"minesweeper": "ms", "mnk": "mn", "optimiza": "op", "cards": "mc", "machiavelli": "mc"}


@cache
def folder():
    """Return the folder of the days, which are made once."""
    subprocess.run([sys.executable, "-m", "passatempo.web.build.days", FOLDER, FIRST, LAST], check=True)
    return FOLDER


def puzzle(name, day=DAY):
    """Return a puzzle as the app has it."""
    return json.loads((folder() / f"{day}.json").read_text(encoding="utf-8"))[name]


def address(name, day=DAY):
    """Return where a puzzle is played."""
    return f"{name}/#d.{day}.{SHORT[name]}"


def cell(page, at):
    """Return a cell of a board."""
    return page.locator(f"[role=gridcell][data-cell='{at}']")


def clear_field(page, day=DAY):
    """Open all free cells of the minefield."""
    for at, sign in enumerate("".join(puzzle("minesweeper", day)["solution"]["field"])):
        if sign == "." and "covered" in cell(page, at).get_attribute("class"):
            cell(page, at).click()
            page.locator(f"[data-cell='{at}'].open").wait_for()


def walk(page, day=DAY):
    """Take the cells of the best path."""
    size = puzzle("optimiza", day)["instance"]["N"]
    for length, (row, column) in enumerate(puzzle("optimiza", day)["solution"]["path"], 1):
        cell(page, (row - 1) * size + column - 1).click()
        page.locator("#board .order", has_text=re.compile(f"^{length}$")).wait_for()


def move(page, day=DAY):
    """Make the one move that wins in time."""
    row, column = puzzle("mnk", day)["solution"]["first"]
    cell(page, (row - 1) * puzzle("mnk", day)["instance"]["n"] + column - 1).click()


def row_of(page):
    """Return the cards of the row."""
    return [int(text) for text in page.locator("#board text.value").all_text_contents()]


def swap_cards(page, day=DAY):
    """Swap cards until the row is that of the solution."""
    given = [position - 1 for position, _ in puzzle("cards", day)["instance"]["given"]]
    for at, card in enumerate(puzzle("cards", day)["solution"]["sequence"]):
        row = row_of(page)
        if row[at] != card:
            other = next(k for k in range(at + 1, len(row)) if row[k] == card and k not in given)
            cell(page, at).click()
            cell(page, other).click()
            until(page, lambda at=at, card=card: row_of(page)[at] == card)


def hand(page):
    """Return the cards in the hand, as the page says them."""
    script = "all => all.map((one) => one.getAttribute('aria-label').split(',')[0])"
    return page.locator("#felt .card[data-place='-1']").evaluate_all(script)


def spoken(card):
    """Say a card as the English page does."""
    ranks = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "10"}
    suits = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    return f"{ranks.get(card[0], card[0])} of {suits[card[1]]}"


def lay_hand(page, day=DAY):
    """Take all groups into the hand, then lay group after group; cards cover one another, so that none is aimed at."""
    handle = "#felt .handle[data-place='{}']"

    def tap(selector, at=0):
        page.locator(selector).nth(at).evaluate("node => node.click()")

    while page.locator("#felt .card[data-place='0']").count():
        before = len(hand(page))
        tap(handle.format(0))
        tap(handle.format(-1))
        until(page, lambda before=before: len(hand(page)) > before)
    for number, meld in enumerate(puzzle("machiavelli", day)["solution"]["melds"]):
        for at, card in enumerate(meld):
            held = hand(page)
            tap("#felt .card[data-place='-1']", held.index(spoken(card)))
            tap(handle.format(number if at else -2))
            until(page, lambda held=held: len(hand(page)) < len(held))


SOLVE = {
    "minesweeper": clear_field,
    "mnk": move,
    "optimiza": walk,
    "cards": swap_cards,
    "machiavelli": lay_hand,
}
