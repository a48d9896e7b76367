"""The first page: tiles of the pages that there are, the language, what it loads."""

import gzip

import pytest

from app.conftest import LANGUAGES, SIZES
from app.modules import APP, ROOT
from passatempo.web.build import pages

WORDS = ROOT / "src" / "passatempo" / "web" / "build" / "words"
PAGES = [name for name in pages.names(WORDS) if name != pages.HOME]
MOST = 60_000  # bytes, packed


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_click_leads_to_a_game(visit, language, size):
    """Every page that there is has a tile, whose picture is shown; a move is answered after one click."""
    page = visit(language, size, page="")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    targets = [link.get_attribute("href").rstrip("/") for link in page.locator("a.play").all()]
    assert sorted(targets) == [name for name in PAGES if name != "workbench"]
    drawn = page.locator(".tiles img").evaluate_all("all => all.map((one) => one.complete && one.naturalWidth > 0)")
    assert drawn
    assert all(drawn)
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
    assert not [name for name in names if name.endswith(".wasm")]
    assert sum(len(gzip.compress((APP / name).read_bytes(), 9)) for name in names) <= MOST
    context.close()
