"""Every page for everybody: rules of access, narrow windows, large letters, no colour alone."""

import pytest

from app.conftest import LANGUAGES, SIZES, violations
from app.days import DAY
from app.modules import ROOT
from app.screen import open_settings
from passatempo.web.build import pages

WORDS = ROOT / "src" / "passatempo" / "web" / "build" / "words"
PAGES = pages.page_names(WORDS)
FINGER = 32  # pixels: the least side of what is touched on a phone
NARROW = {"320 px": {"width": 320, "height": 640}, "zoom 200 %": {"width": 640, "height": 430}}


def folder(name):
    return pages.page_address(name, "en")


@pytest.fixture
def looked(on, browser, axe):
    """Visit a page in light or dark colours, and list what axe finds there."""
    contexts = []

    def opened(name, scheme="light", size="desktop"):
        context = browser.new_context(viewport=SIZES[size], color_scheme=scheme)
        context.add_init_script(path=axe)
        contexts.append(context)
        return on(folder(name), DAY, context=context)

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_no_rule_is_broken(looked, name, scheme):
    """As the page opens, and with each of its dialogs."""
    page = looked(name, scheme)
    assert violations(page) == []
    page.locator("#open-settings").click()
    page.locator("#data-delete").click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    keys = "nrs?" if page.locator("#new").count() else "rs?" if page.locator("[data-deed]").count() else ""
    for key in keys:
        page.keyboard.press(key)
        page.locator("dialog[open]").wait_for()
        assert violations(page) == []
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")
    if page.locator("#menu").count():
        page.locator("[data-deed=more]").click()
        assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_rule_is_broken_in_a_game_of_minesweeper(looked, scheme):
    """With numbers, chances, flags, a hint, a reason, and at the end."""
    page = looked("minesweeper", scheme, "phone")
    page.goto(page.url.partition("#")[0] + "#i.ms.9x9x10.4711")
    page.locator("#notice").wait_for(state="attached")
    page.locator("[data-cell='40']").click()
    page.locator("[data-cell='40'].open").wait_for()
    page.keyboard.press("a")
    page.locator(".chance, .safe, .sure").first.wait_for()
    page.keyboard.press("h")
    page.locator(".ring:focus").first.wait_for()
    page.keyboard.press("w")
    page.locator("#said p").first.wait_for()
    assert violations(page) == []
    page.keyboard.press("f")
    page.locator(".flag").wait_for()
    assert violations(page) == []
    while not page.locator("#end:visible").count():  # each click opens squares, until a mine
        page.locator(".covered:not(.flag):not(.safe)").first.click()
    page.locator("#end").wait_for()
    assert violations(page) == []


@pytest.mark.parametrize("size", NARROW)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_narrow_page_scrolls_one_way_only(on, browser, name, language, size):
    """What is wider than the window scrolls inside itself; dialogs too."""
    context = browser.new_context(viewport=NARROW[size])
    page = on(folder(name), DAY, language, context=context)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    open_settings(page)
    page.locator("#settings").wait_for()  # its script is fetched
    box = page.locator("#settings").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= NARROW[size]["width"]
    page.keyboard.press("Escape")
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_what_is_touched_is_as_large_as_a_finger(on, name):
    """Buttons, choices, links that stand alone, cells."""
    page = on(folder(name), DAY, size="phone", has_touch=True, is_mobile=True)
    script = """least => [...document.querySelectorAll("button, select, header a, footer a, .play, [role=gridcell]")]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .filter((one) => !one.matches("[data-names]")) // cells named within a sentence
        .map((one) => [one.outerHTML.slice(0, 60), one.getBoundingClientRect()])
        .filter(([, box]) => Math.min(box.width, box.height) < least)
        .map(([text, box]) => `${text} ${box.width} x ${box.height}`)"""
    assert page.evaluate(script, FINGER) == []
