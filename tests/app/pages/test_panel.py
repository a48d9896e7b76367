"""What stands beside a board on every page: moves, analysis, and the workbench with the position as it is now."""

from urllib.parse import parse_qs, urlsplit

import pytest

from app.conftest import LANGUAGES, SIZES, violations
from app.screen import GAMES, show_part
from app.waiting import until
from passatempo import cards, machiavelli, minesweeper, mnk, optimiza

PAGES = {"machiavelli": machiavelli, "cards": cards, "optimiza": optimiza, "minesweeper": minesweeper, "mnk": mnk}
MOVED = {"optimiza": "#board [role=gridcell].lit", "minesweeper": "#board .covered", "mnk": "#board [data-cell='38']"}

# Nothing is open yet, so the first cell is safe: a mine would end the game, and the position would stay as it was.
GIVEN = {"minesweeper": "#i.ms.9x9x10.1"}


def bench(page):
    """Open what leads to the workbench; return the position that it shows."""
    show_part(page, "analysis").locator("#bench summary").click()
    page.locator("#bench-instance:not(:empty)").wait_for()
    return page.locator("#bench-instance").text_content()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_without_a_server_the_workbench_says_how_to_have_one(visit, name, language):
    """The position is shown as the package reads it, with the command that starts a server; nothing leads nowhere."""
    page = visit(language, page=f"{name}/")
    assert PAGES[name].read(bench(page))
    assert page.locator("#bench-without").is_visible()
    assert "passatempo web" in page.locator("#bench-without pre").inner_text()
    assert page.locator("#bench-open").is_hidden()
    page.locator("#bench summary").click()
    assert page.locator("#bench-instance").is_hidden()


@pytest.mark.parametrize("name", PAGES)
def test_with_a_server_the_position_goes_along(visit, site, browser, name):
    """The link has the pastime, a question and the text of the position, which the package reads alike."""
    context = browser.new_context()
    context.route(
        "**/server.js",
        lambda route: route.fulfill(content_type="text/javascript", body="export const api = 'api/';"),
    )
    page = visit(page=f"{name}/", context=context)
    text = bench(page)
    page.locator("#bench-open").wait_for()
    address = urlsplit(page.locator("#bench-open").evaluate("link => link.href"))
    assert address.path.endswith("/workbench/")
    said = parse_qs(address.fragment)
    assert said["pastime"] == [name]
    assert PAGES[name].read(said["instance"][0]) == PAGES[name].read(text)
    context.close()


@pytest.mark.parametrize("name", MOVED)
def test_moves_are_listed(visit, name):
    """A move that is made appears in the list; taken back, it goes; the position of the workbench follows."""
    page = visit(page=f"{name}/{GIVEN.get(name, '')}")
    before = bench(page)
    page.locator("#tab-moves").click()
    listed = page.locator("#panel-moves ol li")
    count = listed.count()
    page.locator(MOVED[name]).first.click()
    until(page, lambda: listed.count() > count)
    page.keyboard.press("Control+z")
    until(page, lambda: listed.count() == count)
    page.keyboard.press("y")
    until(page, lambda: listed.count() > count)
    page.locator("#tab-analysis").click()
    if name != "optimiza":  # whose board stays as it is
        until(page, lambda: page.locator("#bench-instance").text_content() != before)


@pytest.mark.parametrize("name", ["minesweeper", "mnk"])
def test_the_analysis_is_a_part(visit, name):
    page = visit(page=f"{name}/")
    assert show_part(page, "analysis").locator("[data-deed=analyse]").is_visible()
    assert page.locator("#tab-analysis").get_attribute("aria-selected") == "true"


@pytest.mark.parametrize("name", GAMES)
def test_a_sheet_is_put_away(visit, name):
    """By a press beside it, which plays nothing, and by Escape."""
    page = visit(size="phone", page=f"{name}/")
    cells = page.locator("#board [role=gridcell]")
    labels = "all => all.map((one) => one.getAttribute('aria-label').split(',')[0])"
    before = cells.evaluate_all(labels)
    for puts_away in (lambda: page.mouse.click(195, 120), lambda: page.keyboard.press("Escape")):
        show_part(page, "analysis")
        puts_away()
        page.locator("#panel").wait_for(state="hidden")
    assert cells.evaluate_all(labels) == before


@pytest.mark.parametrize("name", PAGES)
def test_an_open_sheet_keeps_the_rules_of_access(visit, browser, axe, name):
    """On a phone the parts are a sheet at the foot of the screen, of 70 % of its height at most."""
    context = browser.new_context(viewport=SIZES["phone"])
    context.add_init_script(path=axe)
    page = visit(page=f"{name}/", context=context)
    bench(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#panel").bounding_box()["height"] <= 0.7 * SIZES["phone"]["height"]
    assert violations(page) == []
    context.close()
