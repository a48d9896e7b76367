"""The first page: tiles of the pages that there are, the language, what it loads."""

import gzip
import re

import pytest

from app.conftest import LANGUAGES, SIZES
from app.modules import APP, ROOT, module
from passatempo.minesweeper.model import steps_by_variant
from passatempo.web.build import pages

WORDS = ROOT / "src" / "passatempo" / "web" / "build" / "words"
PAGES = [name for name in pages.page_names(WORDS) if name != pages.HOME]
MOST = 60_000  # bytes, packed


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_click_leads_to_a_game(visit, language, size):
    """Every page that there is has a tile, whose picture is shown; a move is answered after one click."""
    page = visit(language, size, page="")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    targets = [link.get_attribute("href").rstrip("/") for link in page.locator("a.play").all()]
    assert sorted(targets) == [name for name in PAGES if name not in ("api", "workbench")]
    drawn = page.locator(".tiles img").evaluate_all("all => all.map((one) => one.complete && one.naturalWidth > 0)")
    assert all(drawn)
    assert page.locator(".tiles img, .mini").count() == len(targets) - 1  # the puzzles of the day have a strip
    assert page.locator("#today a").count() == len(targets)
    page.locator("a.play[href='minesweeper/']").click()
    page.locator(f"html[lang={language}][data-ready]").wait_for()
    page.locator("[data-cell='40']").click()
    page.locator("[data-cell='40'].open").wait_for()


@pytest.mark.parametrize(
    ("spoken", "first"), [("en-GB", "en"), ("it-CH", "it"), ("es", "es"), ("de-DE", "en")], ids=lambda one: one
)
def test_the_language_is_the_browsers_until_one_is_chosen(visit, site, browser, spoken, first):
    """At the top alone: an address in a language says it itself."""
    context = browser.new_context(locale=spoken)
    page = visit(page="", context=context)
    page.locator(f"html[lang={first}][data-ready]").wait_for()
    visit("es", page="", context=context).locator("html[lang=es]").wait_for()
    for chosen in ("it", "en"):
        page.locator(f"footer a[hreflang={chosen}]").click()
        page.locator(f"html[lang={chosen}][data-ready]").wait_for()
        visit(page="", context=context).locator(f"html[lang={chosen}]").wait_for()
    context.close()


def replies(text):
    """Return what each cell of the small positions replies, by the class of the position."""
    return {
        kind: re.findall(r'<button[^>]*data-reply="home\.mini\.(\w+)"|<span>(\w?)</span>', part)
        for kind, part in re.findall(r'<div class="mini (\w+)".*?>(.*?)</div>', text, re.DOTALL)
    }


WHOLE = (WORDS / "home.html").read_text(encoding="utf-8")


def test_the_small_minefield_is_right():
    """What is said of its cells is what the kernel finds."""
    cells = [255 if reply else int(shown or 0) for reply, shown in replies(WHOLE)["five"]]
    board = {"rows": 3, "columns": 5, "near": steps_by_variant()[0], "cells": cells, "mines": -1}
    told = module("minesweeper").ask("survey", board=board)
    assert [said for said, _ in replies(WHOLE)["five"] if said] == [
        {0.0: "safe", 0.5: "maybe"}[chance] for chance in told["chances"][:5]
    ]


def value(cells, who):
    """Return what the side to move gets at best: 1, 0 or -1."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    other = "XO"[who == "X"]
    if any(all(cells[at] == other for at in line) for line in lines):
        return -1
    free = [at for at, stone in enumerate(cells) if not stone]
    return max([-value([*cells[:at], who, *cells[at + 1 :]], other) for at in free], default=0)


def test_the_small_line_is_right():
    """What is said of its cells is what playing everything out gives."""
    cells = [shown for _, shown in replies(WHOLE)["three"]]
    assert sorted(filter(None, cells)) == ["O", "X"]
    for at, (said, _) in enumerate(replies(WHOLE)["three"]):
        if said:
            after = -value([*cells[:at], "X", *cells[at + 1 :]], "O")
            assert said == {1: "won", 0: "drawn", -1: "lost"}[after], at


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_position_obeys_a_click(visit, language):
    page = visit(language, page="")
    tile = page.locator("article", has=page.locator(".five"))
    question = tile.locator(".reply").inner_text()
    tile.locator("button[aria-label=b1]").click()
    maybe = tile.locator(".reply").inner_text()
    tile.locator("button[aria-label=c1]").click()
    assert tile.locator("button[aria-label=c1]").inner_text() == "1"
    assert tile.locator("button[aria-label=b1]").inner_text() == ""
    assert len({question, maybe, tile.locator(".reply").inner_text()}) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_is_light(site, browser, language):
    """Packed, all that it loads is within its bar, and no kernel is among it."""
    context = browser.new_context(locale=language, service_workers="block")
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(site)))
    page.goto(site + LANGUAGES[language])
    page.locator("html[data-ready]").wait_for()
    names = [name + "index.html" if name == "" or name.endswith("/") else name for name in asked]
    assert not [name for name in names if name.endswith(".wasm") or "data/" in name]
    assert sum(len(gzip.compress((APP / name).read_bytes(), 9)) for name in names) <= MOST
    context.close()
