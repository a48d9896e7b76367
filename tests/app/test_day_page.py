"""The puzzle of a day on the page of its pastime: opened by its link, solved, kept; other days and damaged names."""

import json
import re
from datetime import datetime

import pytest

from app.conftest import SIZES
from app.modules import APP

DAY = "2026-11-24"  # a Tuesday: small boards
SHORT = {"minesweeper": "ms", "mnk": "mn", "optimiza": "op", "cards": "mc", "machiavelli": "mc"}
DECK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


def puzzle(name, day=DAY):
    days = json.loads((APP / "data" / "days" / f"{day[:7]}.json").read_text(encoding="utf-8"))["days"]
    return days[day][name]


def address(name, day=DAY):
    return f"{name}/#d.{day}.{SHORT[name]}"


@pytest.fixture
def on(browser, visit):
    """Open a page on some day, with what the browser kept before."""
    contexts = []

    def opened(page, language="en", size="desktop", day=DAY, context=None):
        if context is None:
            context = browser.new_context(viewport=SIZES[size], locale=language, has_touch=size == "phone")
            contexts.append(context)
        context.clock.set_fixed_time(datetime.fromisoformat(f"{day}T12:00:00"))
        return visit(language, size, page, context)

    yield opened
    for context in contexts:
        context.close()


def cell(page, at):
    return page.locator(f"[role=gridcell][data-cell='{at}']")


def press(page, at):
    cell(page, at).click()


def clear_field(page):
    field = "".join(puzzle("minesweeper")["solution"]["field"])
    for at, sign in enumerate(field):
        if sign == "." and "covered" in cell(page, at).get_attribute("class"):
            press(page, at)
            page.locator(f"[data-cell='{at}'].open").wait_for()


def walk(page):
    size = puzzle("optimiza")["instance"]["N"]
    for length, (row, column) in enumerate(puzzle("optimiza")["solution"]["path"], 1):
        press(page, (row - 1) * size + column - 1)
        page.locator("#sum", has_text=re.compile(rf"\b{length} cell")).wait_for()


def move(page):
    row, column = puzzle("mnk")["solution"]["first"]
    press(page, (row - 1) * puzzle("mnk")["instance"]["n"] + column - 1)


def shown(page):
    return [int(text) for text in page.locator("#board text.value").all_text_contents()]


def swap_cards(page):
    wanted = puzzle("cards")["solution"]["sequence"]
    for at, card in enumerate(wanted):
        row = shown(page)
        if row[at] != card:
            fixed = [position - 1 for position, _ in puzzle("cards")["instance"]["given"]]
            other = next(k for k in range(at + 1, len(row)) if row[k] == card and k not in fixed)
            press(page, at)
            press(page, other)
            for _ in range(100):
                if shown(page)[at] == card:
                    break
                page.wait_for_timeout(20)


def place(page, number):
    return page.locator(f"#felt .place[data-place='{number}']")


def cards_of(page, number):
    return page.locator(f"#felt .card[data-place='{number}']").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label').split(',')[0])"
    )


def named(card):
    """Say a card as the English page does."""
    ranks = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "10"}
    suits = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    return f"{ranks.get(card[0], card[0])} of {suits[card[1]]}"


def lay_hand(page):
    """Take everything into the hand, then lay group after group, by taps."""
    while page.locator("#felt .handle[data-place='0']").count() and place(page, 0).locator(".card").count():
        before = page.locator("#felt .card[data-place='-1']").count()
        page.locator("#felt .handle[data-place='0']").click()
        page.locator("#felt .handle[data-place='-1']").click()
        for _ in range(100):
            if page.locator("#felt .card[data-place='-1']").count() > before:
                break
            page.wait_for_timeout(20)
    for meld in puzzle("machiavelli")["solution"]["melds"]:
        for at, card in enumerate(meld):
            held = cards_of(page, -1)
            page.locator("#felt .card[data-place='-1']").nth(held.index(named(card))).click()
            groups = page.locator("#table .place[data-place]:not([data-place='-2'])").count()
            page.locator(f"#felt .handle[data-place='{-2 if at == 0 else groups - 1}']").click()
            for _ in range(100):
                if len(cards_of(page, -1)) < len(held):
                    break
                page.wait_for_timeout(20)


SOLVE = {
    "minesweeper": clear_field,
    "optimiza": walk,
    "mnk": move,
    "cards": swap_cards,
    "machiavelli": lay_hand,
}


@pytest.mark.parametrize("name", SOLVE)
def test_a_puzzle_is_solved_and_kept(on, name):
    page = on(address(name))
    SOLVE[name](page)
    page.locator("#end").wait_for(timeout=3000)
    assert "solved" in page.locator("#end-title").inner_text()
