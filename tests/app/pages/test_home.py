"""The first page: tiles of the pages that there are, the language, what it loads."""

import gzip

import pytest

from app.conftest import LANGUAGES, SIZES
from app.days import DAY
from app.modules import APP, ROOT, module
from passatempo.machiavelli.model import Rules
from passatempo.machiavelli.rules import LINES
from passatempo.minesweeper.model import steps_by_variant
from passatempo.web.build import pages

WORDS = ROOT / "src" / "passatempo" / "web" / "build" / "words"
PAGES = [name for name in pages.page_names(WORDS) if name != pages.HOME]
MOST = 60_000  # bytes, packed
SCRIPT = 9_000  # bytes of its own script


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_click_leads_to_a_game(visit, language, size):
    """Every game has a board and two ways in; a move is answered after one click."""
    page = visit(language, size, page="")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    targets = [link.get_attribute("href").partition("/")[0] for link in page.locator("a.play").all()]
    assert sorted(targets) == [name for name in PAGES if name not in ("api", "daily", "workbench")]
    assert page.locator(".mini").count() == page.locator(".row a:not(.play)").count() == len(targets)
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
    for chosen in ("it", "en"):
        page = visit("es", page="", context=context)
        page.locator(f"header a[hreflang={chosen}]").click()
        page.locator(f"html[lang={chosen}][data-ready]").wait_for()
        visit(page="", context=context).locator(f"html[lang={chosen}]").wait_for()
    context.close()


@pytest.fixture(scope="module")
def boards(browser, site):
    """Return what each cell of the small boards shows, its class, and its reply with the numbers in it."""
    context = browser.new_context(locale="en", service_workers="block")
    page = context.new_page()
    page.goto(site)
    page.locator("html[data-ready]").wait_for()
    cells = page.evaluate(CELLS)
    context.close()
    return cells


RULES = {"decks": 2, "line": LINES["both"]._asdict(), "jokers": 0, "joker": 0, "opening": 0, "opening_points": 0}
RULES |= {"continues": 0, "most_new": 0, "crosses": False, "card_points": list(Rules().card_points)}
CELLS = """() => Object.fromEntries([...document.querySelectorAll("article[data-game]")].map((article) => {
    const cells = [...article.querySelectorAll(".mini > *")];
    const before = cells.map((cell) => [cell.textContent.replace("\\ufe0e", ""), cell.className]);
    return [article.dataset.game, before.map(([sign, look], at) => {
        const { reply } = cells[at].dataset;
        if (!reply) return { sign, look };
        cells[at].click();
        const numbers = article.querySelector(".reply").textContent.match(/\\d+/g);
        return { sign, look, reply, numbers, shows: cells[at].textContent };
    })];
}))"""


def test_the_small_minefield_is_right(boards):
    """What is said of its cells is what the kernel finds, and the safe one shows its number in every layout."""
    cells = boards["minesweeper"]
    codes = [255 if cell["look"] == "covered" else int(cell["sign"].strip() or 0) for cell in cells]
    board = {"rows": 3, "columns": 5, "near": steps_by_variant()[0], "mines": -1}
    chances = module("minesweeper").ask("survey", board=board | {"cells": codes})["chances"]
    replies = [cell["reply"] for cell in cells[:5]]
    assert replies == [{0.0: "safe", 0.5: "maybe"}[chance] for chance in chances[:5]]
    safe = replies.index("safe")
    for number in range(9):
        tried = board | {"cells": [*codes[:safe], number, *codes[safe + 1 :]]}
        state = module("minesweeper").ask("survey", board=tried)["state"]
        assert (state == 0) == (str(number) == cells[safe]["shows"]), number


def test_the_small_line_is_right(boards):
    """X is to move; the one square of which it is said wins at once, and no other."""
    cells = boards["mnk"]
    marks = [[at for at, cell in enumerate(cells) if cell["look"] == sign] for sign in "XO"]
    assert len(marks[0]) == len(marks[1])
    moves = [at for pair in zip(*marks, strict=True) for at in pair]
    rules = dict.fromkeys(("exact", "misere", "gravity", "torus", "maker_breaker"), False) | {"m": 7, "n": 7, "k": 5}
    for at, cell in enumerate(cells):
        if "reply" in cell:
            told = module("mnk").ask("replay", rules=rules, moves=[*moves, at])
            assert not told["fault"]
            assert (told["result"] == 1) == (cell["reply"] == "won"), at


def test_the_small_torus_is_right(boards):
    """The numbers in its replies are the best sums from each square and of all."""
    cells = boards["optimiza"]
    board = {"n": 4, "variant": 0, "cells": [int(cell["sign"]) for cell in cells]}
    best = [
        module("optimiza").ask("best", board=board, path=path)["value"] for path in [[], *([at] for at in range(16))]
    ]
    for cell, value in zip(cells, best[1:], strict=True):
        assert cell["numbers"] == [str(best[0])] if value == best[0] else [str(value), str(best[0])]
        assert cell["reply"] == ("top" if value == best[0] else "sum")


def test_the_small_row_is_right(boards):
    """It is wrong as it stands, and right after the swap of the two marked cards."""
    cells = boards["cards"]
    row = [int(cell["sign"]) for cell in cells]
    marked = [at for at, cell in enumerate(cells) if "marked" in cell["look"]]
    assert [at for at, cell in enumerate(cells) if cell["reply"] == "right"] == marked
    swapped = [row[marked[::-1][marked.index(at)]] if at in marked else card for at, card in enumerate(row)]
    distance = {"first": 1, "second": 3, "op": ord("="), "value": 3}
    conditions = {"cards": sorted(row), "pattern": [*b"UDUD"], "open": False, "distances": [distance]}
    conditions |= {"peak_gap": [], "fixed": [], "first": [], "last": []}
    for cards, is_right in ((row, False), (swapped, True)):
        told = module("cards").ask("judge", conditions=conditions, positions=[*range(1, 8)], row=cards)
        assert (told["faults"] == []) == is_right


def test_the_small_table_is_right(boards):
    """Each card of the hand alone can go on the table, or cannot, as its reply says."""
    cells = boards["machiavelli"]
    cards = [13 * "♠♥♦♣".index(cell["sign"][-1]) + "A23456789TJQK".index(cell["sign"][0]) for cell in cells]
    table = [card for card, cell in zip(cards, cells, strict=True) if "reply" not in cell]
    for card, cell in zip(cards, cells, strict=True):
        if "reply" in cell:
            turn = {"groups": [{"cards": table}], "hand": [card], "rules": RULES, "opened": True}
            value = module("machiavelli").ask("lay", table=turn, prefer=0, weights=[])["value"]
            assert value == (cell["reply"] == "fits"), cell


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_position_obeys_a_click(visit, language):
    page = visit(language, page="")
    tile = page.locator("[data-game=minesweeper]", has=page.locator(".mini"))
    question = tile.locator(".reply").inner_text()
    tile.locator("button[aria-label=b1]").click()
    maybe = tile.locator(".reply").inner_text()
    tile.locator("button[aria-label=c1]").click()
    assert tile.locator("button[aria-label=c1]").inner_text() == "1"
    assert tile.locator("button[aria-label=b1]").inner_text() == ""
    assert len({question, maybe, tile.locator(".reply").inner_text()}) == 3
    bars = page.locator("[data-game=cards] button")
    before = bars.all_inner_texts()
    for _ in range(2):  # the second time nothing is left to swap
        page.locator("[data-game=cards] .marked").first.click()
        assert bars.all_inner_texts() == [*before[:4], before[5], before[4], before[6]]


SHIFT = """() => new Promise((done) => {
    const sum = (list) => list.getEntries().reduce((sum, { value }) => sum + value, 0);
    new PerformanceObserver((list) => done(sum(list))).observe({ type: "layout-shift", buffered: true });
    setTimeout(done, 300, 0);
})"""


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_todays_five_are_on_the_first_screen(on, language, size):
    """Integer, in one row, no word cut, and nothing moves when they come."""
    page = on("", DAY, language, size)
    boxes = [one.bounding_box() for one in page.locator("#today li a").all()]
    assert len(boxes) == 5
    assert len({round(box["y"]) for box in boxes}) == 1
    assert max(box["y"] + box["height"] for box in boxes) <= SIZES[size]["height"]
    assert max(box["x"] + box["width"] for box in boxes) <= SIZES[size]["width"]
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    assert page.locator("#today a, .row a, h2").evaluate_all(cut) == []
    assert page.locator("#today li").last.inner_text().split("\n")[-1].split()[-1] == "2"  # its grade
    assert page.evaluate(SHIFT) < 0.01


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
    assert len(gzip.compress((APP / "joined" / "home.js").read_bytes(), 9)) <= SCRIPT
    context.close()
