"""The page of Minesweeper in a browser, from a folder of files: played, helped, explained, in three languages."""

import functools
import http.server
import threading

import pytest

from app.modules import APP

ADDRESSES = {"en": "minesweeper/", "it": "it/minesweeper/", "es": "es/minesweeper/"}
SIZES = {"desktop": {"width": 1280, "height": 860}, "phone": {"width": 390, "height": 844}}
MIDDLE = 40  # of 9 x 9


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves the folder under a name of its own, as a host of many sites does."""

    def guess_type(self, path):
        known = {".wasm": "application/wasm", ".js": "text/javascript"}
        return known.get(path[path.rfind(".") :]) or super().guess_type(path)

    def translate_path(self, path):
        return super().translate_path(path.removeprefix("/a/folder"))

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture(scope="module")
def site():
    if not (APP / "kernel" / "minesweeper.wasm").exists():
        pytest.skip("the browser app is not made: make app")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=APP))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/a/folder/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def visit(site, browser):
    """Open a page; at the end it may not have complained, nor asked another host."""
    contexts, faults = [], []

    def opened(language="en", size="desktop", **settings):
        context = browser.new_context(viewport=SIZES[size], **settings)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: request.url.startswith(site) or faults.append(request.url))
        page.goto(site + ADDRESSES[language])
        page.locator("html[data-ready]").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [fault for fault in faults if "favicon" not in fault] == []


def cell(page, at):
    return page.locator(f"[data-cell='{at}']")


def until_open(page, at):
    page.locator(f"[data-cell='{at}'].open").wait_for()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ADDRESSES)
def test_a_field_without_a_guess_is_cleared_by_hints(visit, language, size):
    """What the hint says is safe is opened, by keys alone, until the game is won."""
    page = visit(language, size)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#no-guess").check()
    cell(page, MIDDLE).click()
    until_open(page, MIDDLE)
    for _ in range(81):
        page.keyboard.press("h")
        ring = page.locator(".ring")
        ring.wait_for()
        at = ring.get_attribute("data-cell")
        ring.focus()
        page.keyboard.press("Enter")
        until_open(page, at)
        if page.locator("#board .covered:not(.flag)").count() == 0:
            break
    assert page.locator("#board .hit").count() == 0
    assert page.locator("#board .flag").count() == 10
    assert page.locator("#said p").count() == 1


def test_reasons_point_at_numbers(visit):
    """Why a safe cell is safe: every number that is named is ringed on the board."""
    page = visit()
    cell(page, MIDDLE).click()
    until_open(page, MIDDLE)
    page.select_option("#assistant", "safe")
    page.locator(".safe, .sure").first.wait_for()
    page.locator(".safe, .sure").first.focus()
    page.keyboard.press("w")
    page.locator(".ring").first.wait_for()
    ringed = {one.get_attribute("data-cell") for one in page.locator(".ring").all()}
    named = {one.get_attribute("data-names") for one in page.locator("#said span [data-names]").all()}
    assert named
    assert named <= ringed


def test_flags_and_undo(visit):
    """A flag protects its cell; the right button and F put it; undo goes back to the first move."""
    page = visit()
    cell(page, 0).click(button="right")
    assert cell(page, 0).inner_text() == "⚑"
    cell(page, 0).click()
    page.locator("#said p").wait_for()
    cell(page, 0).focus()
    page.keyboard.press("f")
    page.locator("[data-cell='0'].covered:not(.flag)").wait_for()
    cell(page, 80).click()
    until_open(page, 80)
    for _ in range(3):
        page.keyboard.press("z")
    assert page.locator("#board .open").count() == 0


def test_a_finger_that_stays_puts_a_flag(visit):
    page = visit("en", "phone", has_touch=True, is_mobile=True)
    box = cell(page, 10).bounding_box()
    at = {"x": box["x"] + 8, "y": box["y"] + 8}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.locator("[data-cell='10'].flag").wait_for()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    cell(page, 40).tap()
    until_open(page, 40)
    assert page.locator("#board .flag").count() == 1


def test_a_mine_ends_the_game_which_goes_on_after_undo(visit):
    """A sure mine is opened: it is shown and told, other cells do nothing more; undo takes it back."""
    page = visit()
    page.select_option("#assistant", "safe")
    for _ in range(20):  # a field whose first opening shows a sure mine: nearly every one does
        cell(page, MIDDLE).click()
        until_open(page, MIDDLE)
        page.locator(".safe, .sure").first.wait_for()
        if page.locator(".sure").count():
            break
        page.keyboard.press("n")
    at = page.locator(".sure").first.get_attribute("data-cell")
    cell(page, at).click()
    page.locator(".hit").wait_for()
    page.get_by_text("certainly a mine").wait_for()
    opened = page.locator("#board .open").count()
    page.locator("#board .covered:not(.flag)").first.click()
    page.get_by_text("The game is over").wait_for()
    assert page.locator("#board .open").count() == opened
    page.keyboard.press("z")
    page.locator(f"[data-cell='{at}'].covered").wait_for()
    assert page.locator("#board .hit").count() == 0
