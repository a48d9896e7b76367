"""The page of Five in a row in a browser: played, helped, judged, read and written, in three languages."""

import re

import pytest

from app.conftest import LANGUAGES, SIZES
from app.waiting import until

PAGE = "mnk/"
COLUMNS = 7
MIDDLE = 38  # the lowest cell of the middle column, of 6 x 7


def cell(page, at):
    return page.locator(f"[data-cell='{at}']")


def stones(page):
    return page.locator("#board .x:not(.ghost), #board .o:not(.ghost)")


def until_stones(page, count):
    """Wait until so many marks are on the board."""
    until(page, lambda: stones(page).count() == count)


def until_my_turn(page, count):
    """Wait for so many marks, or for the end of the game."""
    until(page, lambda: stones(page).count() >= count or page.locator("#end:not([hidden])").count())


CELLS = {"four": 42, "three": 9, "board": 36, "five": 225, "exactly": 225, "torus": 49, "misere": 16}


def select(page, selector, value):
    """Choose, and wait for the new board."""
    page.select_option(selector, value)
    page.wait_for_timeout(50)
    until(page, lambda: value not in CELLS or page.locator("#board [role=gridcell]").count() == CELLS[value])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_four_in_a_row_is_played_to_its_end_by_hints(visit, language, size):
    """The first screen has an answered example; a game against level 2 is won, or at least ended, by keys alone."""
    page = visit(language, size, PAGE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#said p").first.wait_for()
    page.locator("#board .ring").wait_for()  # the example
    box = cell(page, 41).bounding_box()
    assert box["y"] + box["height"] <= SIZES[size]["height"]  # all of the board is seen without scrolling
    for turn in range(21):
        page.keyboard.press("h")
        page.locator("#board .ring").wait_for()
        at = int(page.locator("#board .ring").get_attribute("data-cell"))
        cell(page, at).focus()
        page.keyboard.press("Enter")
        until_my_turn(page, 2 * turn + 2)
        if page.locator("#end:not([hidden])").count():
            break
    assert page.locator("#end-title").inner_text() != ""
    count = stones(page).count()
    page.locator("#board [role=gridcell]").first.click()
    page.locator("#said p").first.wait_for()
    assert stones(page).count() == count


def test_marks_fall_and_the_app_answers(visit):
    """A click high in a column lands at its foot, and one mark of the other side follows; undo takes back both."""
    page = visit(page=PAGE)
    cell(page, 3).click()
    page.locator(f"[data-cell='{MIDDLE}'].x").wait_for()
    until_stones(page, 2)
    page.keyboard.press("Control+z")
    until_stones(page, 0)
    page.keyboard.press("Control+Shift+Z")
    until_stones(page, 2)


def test_two_persons_win_by_a_line(visit):
    """Noughts and crosses by the mouse: the line is shown, the card says who has won, nothing more can be played."""
    page = visit(page=PAGE)
    select(page, "#rival", "0")
    select(page, "#game", "three")
    for count, at in enumerate((4, 0, 2, 1, 6), 1):
        cell(page, at).click()
        until_stones(page, count)
    assert page.locator("#board .won").count() == 3
    page.locator("#end-title", has_text="× has won").wait_for()
    page.keyboard.press("Control+z")
    until_stones(page, 4)
    assert page.locator("#end").is_hidden()


@pytest.mark.parametrize("game", ["three", "board", "five", "exactly", "torus", "misere"])
def test_every_game_is_answered(visit, game):
    """Each game that the page offers begins, and the app answers a move in it, at its highest level."""
    page = visit(page=PAGE)
    select(page, "#rival", "5")
    select(page, "#game", game)
    page.locator("#board [role=gridcell]").nth(5).click()
    until_stones(page, 2)


def test_the_app_begins(visit):
    page = visit(page=PAGE)
    select(page, "#side", "2")
    until_stones(page, 1)


def test_evaluation_and_proof(visit):
    """The bar, the line as numbered ghosts, and a proof where there is one; nothing of it unasked."""
    page = visit(page=PAGE)
    select(page, "#rival", "0")
    select(page, "#game", "three")
    assert page.locator("#bar").is_hidden()
    cell(page, 4).click()
    until_stones(page, 1)
    page.keyboard.press("e")
    page.locator("#bar").wait_for()
    page.locator("#verdict", has_text="Proved: a draw").wait_for()
    assert page.locator("#board .ghost").first.is_visible()
    cell(page, 1).click()  # loses
    page.locator("#verdict", has_text=re.compile("Proved: × wins")).wait_for()


def test_why_shows_the_line_and_the_threat(visit):
    page = visit(page=PAGE)
    select(page, "#rival", "0")
    select(page, "#game", "three")
    for count, at in enumerate((4, 0, 2), 1):
        cell(page, at).click()
        until_stones(page, count)
    page.keyboard.press("w")
    page.locator("#said", has_text="threatens to complete a row").wait_for()
    named = {one.get_attribute("data-names") for one in page.locator("#said [data-names]").all()}
    assert "6" in named
    assert page.locator("#board .ghost").count() >= 1
    page.keyboard.press("h")
    page.locator("#said", has_text="must be taken").wait_for()
    assert page.locator("#board .ring").get_attribute("data-cell") == "6"


def test_a_game_is_judged(visit):
    """A lost game of 3 x 3: the losing move is marked, with a better one; the graph is drawn, moves stepped through."""
    page = visit(page=PAGE)
    select(page, "#rival", "0")
    select(page, "#game", "three")
    for count, at in enumerate((4, 1, 0, 8, 6, 3, 2), 1):
        cell(page, at).click()
        until_stones(page, count)
    page.locator("#end [data-deed=analyse]").click()
    page.locator("#progress", has_text="Move 2, b1, lost the game").wait_for()
    assert page.locator("#moves .turning").count() >= 1
    assert page.locator("#graph polyline").count() == 1
    page.locator("#first").click()
    until_stones(page, 0)
    page.keyboard.press(".")
    until_stones(page, 1)
    page.locator("#moves [data-move='3']").click()
    until_stones(page, 3)
    page.locator("#last").click()
    until_stones(page, 7)


def test_own_rules_and_texts(visit):
    """A torus of one's own; its game is written, and read back; a text that is none says where."""
    page = visit(page=PAGE)
    select(page, "#rival", "0")
    page.locator("#more summary").click()
    for name, value in (("m", "5"), ("n", "6"), ("k", "4")):
        page.fill(f"#{name}", value)
    page.uncheck("#gravity")
    page.check("#torus")
    page.locator("#start").click()
    page.locator("#board [data-cell='29']").wait_for()
    assert page.locator("#board [role=gridcell]").count() == 30
    for count, at in enumerate((0, 7, 5), 1):
        cell(page, at).click()
        until_stones(page, count)
    texts = {}
    for name in ("list", "sgf", "psq"):
        page.locator(f"#write-{name}").click()
        texts[name] = page.input_value("#text")
    assert texts["list"] == "m: 5\nn: 6\nk: 4\ntorus: true\na1 b2 f1\n"
    for text in texts.values():
        page.locator("[data-deed=renew]").first.click()
        until_stones(page, 0)
        page.fill("#text", text)
        page.locator("#read").click()
        until_stones(page, 3)
    page.fill("#text", "m: 5\nn: 5\nk: 4\na1 b2 q")
    page.locator("#read").click()
    page.locator("#read-said", has_text="Line 4, column 7: “q” is not a move").wait_for()
    page.fill("#text", "m: 5\nn: 5\nk: 4\na1 a1")
    page.locator("#read").click()
    page.locator("#read-said", has_text="breaks its rules").wait_for()
    until_stones(page, 3)


def test_a_link_brings_the_game(visit):
    page = visit(page=PAGE)
    select(page, "#rival", "0")
    for count, at in enumerate((3, 3, 2), 1):
        cell(page, at).click()
        until_stones(page, count)
    page.wait_for_timeout(600)
    link = page.evaluate("location.hash")
    other = visit(page=PAGE + link)
    until_stones(other, 3)
    assert other.input_value("#rival") == "0"
    damaged = visit(page=PAGE + "#v1AAAA")
    damaged.locator("#notice", has_text="damaged").wait_for()


def test_a_finger_sees_the_mark_before_it_is_played(visit):
    """On small cells the first tap shows where the mark goes, the second plays it; so does the button."""
    page = visit("en", "phone", PAGE, has_touch=True, is_mobile=True)
    select(page, "#rival", "0")
    select(page, "#game", "five")
    cell(page, 16).tap()
    page.locator("[data-cell='16'].ghost").wait_for()
    assert stones(page).count() == 0
    cell(page, 16).tap()
    until_stones(page, 1)
    cell(page, 18).tap()
    page.locator("#place").click()
    until_stones(page, 2)
    select(page, "#game", "four")
    cell(page, 0).tap()
    until_stones(page, 1)
