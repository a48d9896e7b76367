"""The page of Minesweeper in a browser, from a folder of files: played, helped, explained, in three languages."""

import pytest

from app.conftest import LANGUAGES, SIZES
from app.screen import begin, hide_panel, show_part

MIDDLE = 40  # of 9 x 9


def cell(page, at):
    return page.locator(f"[data-cell='{at}']")


def fresh(page):
    """Begin a new game: the first one stands opened, as an example."""
    begin(page)
    page.locator("#board .open").first.wait_for(state="detached")
    return page


def without_guess(page):
    """Begin a game of a field that needs no guess."""
    show_part(page, "options").locator("#no-guess").check()
    hide_panel(page)
    page.locator("#board .open").first.wait_for(state="detached")


def help_with(page, name):
    """Choose what the assistant shows."""
    show_part(page, "options").locator("#assistant").select_option(name)
    hide_panel(page)


def until_open(page, at):
    page.locator(f"[data-cell='{at}'].open").wait_for()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_field_without_a_guess_is_cleared_by_hints(visit, language, size):
    """What the hint says is safe has the focus and is opened, by keys alone, until the game is won."""
    page = visit(language, size)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    without_guess(page)
    cell(page, MIDDLE).click()
    until_open(page, MIDDLE)
    for _ in range(81):
        page.keyboard.press("h")
        ring = page.locator("#board .ring:focus")
        ring.wait_for()
        at = ring.get_attribute("data-cell")
        page.keyboard.press("Enter")
        until_open(page, at)
        if page.locator("#board .covered:not(.flag)").count() == 0:
            break
    page.locator("#end").wait_for()
    assert page.locator("#board .hit").count() == 0
    assert page.locator("#board .flag").count() == 10
    assert page.locator("#end-lines p").count() == 1


def test_reasons_point_at_numbers(visit):
    """Why a safe cell is safe: every number that is named is ringed on the board."""
    page = visit()
    cell(page, MIDDLE).click()
    until_open(page, MIDDLE)
    help_with(page, "safe")
    page.locator(".safe, .sure").first.wait_for()
    page.locator(".safe, .sure").first.focus()
    page.keyboard.press("w")
    page.locator(".ring").first.wait_for()
    ringed = {one.get_attribute("data-cell") for one in page.locator(".ring, .reason, .settled").all()}
    named = {one.get_attribute("data-names") for one in page.locator("#said span [data-names]").all()}
    assert named
    assert named <= ringed


def test_flags_and_undo(visit):
    """A flag protects its cell; the right button and F put it; undo goes back to the first move."""
    page = fresh(visit())
    cell(page, 0).click(button="right")
    page.locator("[data-cell='0'].flag svg").wait_for()
    assert cell(page, 0).get_attribute("aria-label") == "flag, a1"
    cell(page, 0).click()
    page.locator("#said p").wait_for()
    cell(page, 0).focus()
    page.keyboard.press("f")
    page.locator("[data-cell='0'].covered:not(.flag)").wait_for()
    cell(page, 80).click()
    until_open(page, 80)
    for _ in range(3):
        page.keyboard.press("Control+z")
    page.locator("#board .open").first.wait_for(state="detached")


def test_a_finger_that_stays_puts_a_flag(visit):
    page = fresh(visit("en", "phone", has_touch=True, is_mobile=True))
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
    without_guess(page)
    help_with(page, "safe")
    for _ in range(20):  # a field whose first opening shows a sure mine: nearly every one does
        cell(page, MIDDLE).click()
        until_open(page, MIDDLE)
        page.locator(".safe, .sure").first.wait_for()
        if page.locator(".sure").count():
            break
        fresh(page)
    at = page.locator(".sure").first.get_attribute("data-cell")
    cell(page, at).click()
    page.locator(".hit").wait_for()
    page.locator("#end[data-outcome=lost]", has_text="it was certain").wait_for()
    opened = page.locator("#board .open").count()
    page.locator("#board .covered:not(.flag)").first.click()
    page.keyboard.press("Escape")  # the last sentence, in the place of the end
    page.locator("#said", has_text="The game is over").wait_for()
    assert page.locator("#board .open").count() == opened
    page.keyboard.press("Control+z")
    page.locator(f"[data-cell='{at}'].covered").wait_for()
    assert page.locator("#board .hit").count() == 0
