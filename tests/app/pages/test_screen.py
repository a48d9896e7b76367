"""The screen of every game: what is whole in which window, the one filled button, hints, clock, paper, motion."""

import re

import pytest

from app.conftest import LANGUAGES, RESTS
from app.days import DAY, address
from app.screen import GAMES, SIZES, begin, hint_to_the_end, is_whole, take_hint
from app.waiting import until

SHARE = dict.fromkeys(GAMES, 0.6) | {"cards": 0.36}  # of the window's shorter side, which the board's shorter one has
DAYS = {"2026-11-23": "es", DAY: "it"}  # played by hints, in languages of many letters; the long test plays all
MANY = [f"2026-11-{day}" for day in range(20, 31)] + [f"2026-12-0{day}" for day in (1, 2, 3)]
FILLED = "all => all.map((one) => one.dataset.deed)"
SHIFT = """
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((one) => { window.shift += one.value; }))
        .observe({ type: "layout-shift", buffered: true });
"""


def filled(page):
    """Return the actions of the filled buttons that are seen."""
    return page.locator(".filled:visible").evaluate_all(FILLED)


def board_size(page):
    box = page.locator("#board").bounding_box()
    return round(box["width"]), round(box["height"])


def resize(page, size):
    """Give the window a size, and let the page lay itself out."""
    page.set_viewport_size(SIZES[size])
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def fills(page, name, size):
    """Whether the board is whole in the window, and large enough."""
    return is_whole(page, "#board") and min(board_size(page)) >= SHARE[name] * min(SIZES[size].values())


@pytest.mark.parametrize("name", GAMES)
def test_the_board_fills_every_window(visit, name):
    """At once, and the same where a phone is turned, in both directions; so are sentence and button of a hint."""
    pages = {size: visit(page=f"{name}/", viewport=SIZES[size]) for size in ("phone", "turned")}
    fresh = {size: board_size(page) for size, page in pages.items()}
    assert all(fills(page, name, size) for size, page in pages.items())
    for before, after in (("phone", "turned"), ("turned", "phone")):
        resize(pages[before], after)
        until(pages[before], lambda before=before, after=after: board_size(pages[before]) == fresh[after])
    page = pages["phone"]
    assert filled(page) == []
    take_hint(page)
    for size in SIZES:
        resize(page, size)
        until(page, lambda size=size: fills(page, name, size))
        assert is_whole(page, "#said"), size
        assert is_whole(page, "#first.filled"), size
        assert filled(page) == ["do"]


WORDS_CUT = """async (language) => {
    const top = language === "en" ? ".." : "../..";
    const { WORDS } = await import(`${top}/words/${language}/${document.documentElement.dataset.game}.js`);
    const leads = ["hint", "do", "renew", "next", "place", "thinking", "stop"];
    const cut = [];
    for (const [key, text] of Object.entries(WORDS)) {
        const [, deed] = key.match(/^frame\\.button\\.([a-z]+)$/) ?? [];
        if (!deed) continue;
        const button = document.querySelector(leads.includes(deed) ? "#first" : "#third");
        const label = button.querySelector(".label");
        label.textContent = text;
        const [inner, outer] = [label.getBoundingClientRect(), button.getBoundingClientRect()];
        const isOneLine = inner.height < 1.7 * parseFloat(getComputedStyle(label).fontSize);
        if (!isOneLine || inner.left < outer.left || inner.right > outer.right) cut.push(text);
    }
    return cut;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_words_and_menu_are_whole_on_a_phone(visit, name, language):
    """No button of the bar wraps or is cut, whatever it says; the menu is whole, upright and turned."""
    page = visit(language, page=f"{name}/", viewport=SIZES["phone"])
    for size in ("phone", "turned"):
        resize(page, size)
        page.locator("[data-deed=more]").click()
        assert page.locator("#menu:popover-open").count()
        assert is_whole(page, "#menu"), size
        page.keyboard.press("Escape")
    resize(page, "phone")
    labels = page.locator(".bar .label")
    assert labels.evaluate_all("all => all.filter((one) => one.scrollWidth > one.parentElement.clientWidth)") == []
    assert page.evaluate(WORDS_CUT, language) == []


def play_day(on, name, day, language="en"):
    """Play the puzzle of a day by hints alone; return its page."""
    page = on(address(name, day), day, language, viewport=SIZES["phone"])
    hint_to_the_end(page)
    page.locator("#end").wait_for()
    page.locator("#first[data-deed=next]:focus").wait_for()
    assert filled(page) == ["next"]
    return page


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("name", GAMES)
def test_a_day_is_played_by_hints(on, name, day):
    """*Hint*, *Do it* from the first to the last move; the end is whole in every window, and asks for the next one."""
    page = play_day(on, name, day, DAYS[day])
    for size in SIZES:
        resize(page, size)
        assert is_whole(page, "#end"), size
        assert is_whole(page, "#first"), size
        until(page, lambda size=size: fills(page, name, size))


@pytest.mark.long
@pytest.mark.parametrize("day", MANY)
@pytest.mark.parametrize("name", GAMES)
def test_every_day_is_played_by_hints(on, name, day):
    play_day(on, name, day)


def test_the_end_of_a_game_asks_for_another(visit):
    """The same again is filled and has the focus; Escape shows the last sentence in the place of the end."""
    page = visit(page="minesweeper/#i.ms.4x4x2.3")
    hint_to_the_end(page)
    page.locator("#first[data-deed=renew]:focus").wait_for()
    assert filled(page) == ["renew"]
    page.keyboard.press("Escape")
    page.locator("#said").wait_for()
    assert page.locator("#end").is_hidden()
    page.locator("#first").click()
    page.locator("#first[data-deed=hint]").wait_for()
    assert filled(page) == []
    assert page.locator("#board [role=gridcell]").count() == 16


def seconds(page):
    """Return what the clock shows, in seconds."""
    found = re.findall(r"\d+", page.locator("#clock").inner_text())
    return int(found[0]) * 60 + int(found[1])


HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.parametrize("name", ["minesweeper", "optimiza", "cards"])  # a puzzle of stones ends with its first move
def test_the_clock_stands_still_while_nobody_looks(on, name):
    """It runs from the first move, not in a hidden tab, and goes on after a reload."""
    page = on(address(name, "2026-11-22"), "2026-11-22")
    assert seconds(page) == 0
    take_hint(page)
    page.locator("#first").click()
    page.locator("#first[data-deed=hint]").wait_for()
    until(page, lambda: seconds(page) >= 1)
    page.evaluate(HIDE, arg=True)
    before = seconds(page)
    page.wait_for_timeout(1_300)
    assert seconds(page) == before
    page.evaluate(HIDE, arg=False)
    until(page, lambda: seconds(page) > before)
    page.wait_for_timeout(600)  # what is left is stored a moment later
    kept = seconds(page)
    page.reload()
    page.locator("html[data-ready]").wait_for()
    assert seconds(page) >= kept - 1


@pytest.mark.parametrize("name", GAMES)
def test_for_everybody_and_on_paper(visit, browser, name):
    """Nothing shifts while the page loads or moves unasked; forced colours show rings; paper shows the board."""
    context = browser.new_context(viewport=SIZES["phone"], forced_colors="active", reduced_motion="reduce")
    context.add_init_script(SHIFT)
    page = visit(page=f"{name}/", context=context)
    page.wait_for_timeout(200)
    assert page.evaluate("window.shift") <= 0.1
    take_hint(page)
    page.evaluate(RESTS)
    ringed = page.locator("#board").screenshot()
    page.locator("#board .ring").evaluate_all("all => all.forEach((one) => one.classList.remove('ring'))")
    assert page.locator("#board").screenshot() != ringed
    durations = "document.getAnimations().map((one) => one.effect.getComputedTiming().duration)"
    assert max(page.evaluate(durations), default=0) <= 1
    page.locator("#first").click()
    page.locator("#first:not([data-deed=do])").wait_for()
    page.emulate_media(media="print")
    assert page.locator("#board").is_visible()
    assert min(board_size(page)) > 50
    assert page.locator(".bar").is_hidden()
    assert page.locator("#board [role=gridcell]").first.bounding_box()["width"] > 10
    context.close()


@pytest.mark.parametrize("name", GAMES)
def test_the_level_is_remembered(visit, name):
    """What was chosen in the dialog is what an empty address begins."""
    page = visit(page=f"{name}/")
    before = page.locator("#what-text").inner_text()
    begin(page, page.locator("#new [data-level]").nth(2).get_attribute("data-level"))
    until(page, lambda: page.locator("#what-text").inner_text() != before)
    chosen, cells = page.locator("#what-text").inner_text(), page.locator("#board [role=gridcell]").count()
    again = visit(page=f"{name}/", context=page.context)
    assert again.locator("#what-text").inner_text() == chosen
    assert again.locator("#board [role=gridcell]").count() == cells
