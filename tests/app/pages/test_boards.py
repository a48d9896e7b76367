"""Boards that are larger than the screen: which of their cells stand on the page, keys, scrolling, the Tab stop."""

from functools import partial

import pytest

from app.waiting import until

LARGE = {  # a page with a large board: rows, columns
    "minesweeper/#i.ms.100x100x1500.3": (100, 100),
    "mnk/": (70, 70),
}
FEW = 3_000  # cells that may stand at once


def opened(visit, name):
    page = visit(page=name)
    if name == "mnk/":
        page.locator("#what").click()
        page.locator("#own summary").click()
        for field in ("m", "n"):
            page.fill(f"#{field}", "70")
        page.fill("#k", "5")
        page.uncheck("#gravity")
        page.locator("#start").press("Enter")  # no mouse is left over the board
    page.locator("#board[aria-rowcount='100'], #board[aria-rowcount='70']").wait_for()
    return page


def enlarged(visit, name, steps=6):
    """Open a large board whose cells are so large that most of them are out of sight."""
    page = opened(visit, name)
    for _ in range(steps):
        page.keyboard.press("+")
    page.locator(".stage").evaluate("stage => stage.scrollTo(0, 0)")
    until(page, lambda: len(standing(page)) < FEW)
    return page


def standing(page):
    return page.locator("#board [data-cell]").evaluate_all("cells => cells.map((one) => Number(one.dataset.cell))")


@pytest.mark.parametrize("name", LARGE)
def test_only_what_is_seen_stands_on_the_page(visit, name):
    """Cells come and go as the board is moved; what is seen is there, at its place, and one of them is the Tab stop."""
    page = enlarged(visit, name)
    rows, columns = LARGE[name]
    before = standing(page)
    assert 0 in before
    assert len(before) < FEW < rows * columns
    page.evaluate("document.querySelector('.stage').scrollTo(1e6, 1e6)")
    last = page.locator(f"[data-cell='{rows * columns - 1}']")
    last.wait_for()
    assert 0 in standing(page)  # where Tab stops
    assert len(standing(page)) < FEW
    assert page.locator("#board [tabindex='0']").get_attribute("data-cell") == "0"
    box, frame = last.bounding_box(), page.locator(".stage").bounding_box()
    assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
    assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1
    assert last.get_attribute("aria-colindex") == str(columns)
    assert last.evaluate("cell => cell.closest('[role=row]').ariaRowIndex") == str(rows)


@pytest.mark.parametrize("name", LARGE)
def test_keys_reach_every_cell(visit, name):
    """Ctrl+End, Page Up, Home and arrows: the focus is never lost, and what has it is seen."""
    page = enlarged(visit, name)
    rows, columns = LARGE[name]
    page.locator("[data-cell='0']").focus()
    at = 0
    for key, to in (
        ("Control+End", rows * columns - 1),
        ("PageUp", (rows - 10) * columns - 1),
        ("Home", (rows - 11) * columns),
        ("ArrowUp", (rows - 12) * columns),
        ("ArrowRight", (rows - 12) * columns + 1),
        ("Control+Home", 0),
        ("PageDown", 10 * columns),
        ("End", 11 * columns - 1),
    ):
        page.keyboard.press(key)
        at = page.evaluate("Number(document.activeElement.dataset.cell)")
        assert at == to, key
        box, frame = page.locator(f"[data-cell='{at}']").bounding_box(), page.locator(".stage").bounding_box()
        assert frame["x"] - 1 <= box["x"] <= frame["x"] + frame["width"], key
        assert frame["y"] - 1 <= box["y"] <= frame["y"] + frame["height"], key


def test_what_was_played_is_there_when_the_board_comes_back(visit):
    """A cell that is opened far away, then scrolled out of sight and back, still shows what it showed."""
    page = enlarged(visit, "minesweeper/#i.ms.100x100x1500.3")
    page.locator("[data-cell='0']").focus()
    page.keyboard.press("Control+End")
    page.keyboard.press("Enter")
    page.locator("[data-cell='9999'].open").wait_for()
    page.keyboard.press("Control+Home")
    page.locator("[data-cell='9999']").wait_for(state="detached")
    page.keyboard.press("f")
    page.locator("[data-cell='0'].flag").wait_for()
    page.keyboard.press("Control+End")
    page.locator("[data-cell='9999'].open").wait_for()
    assert page.locator("[data-cell='9999']").get_attribute("aria-label")


def fingers(page):
    """Return what puts fingers on the screen, moves them, and lifts them."""
    session = page.context.new_cdp_session(page)

    def put(kind, *points):
        at = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": at})

    return put


def width(page):
    return page.locator("#board [data-cell]").first.bounding_box()["width"]


@pytest.mark.parametrize("name", ["minesweeper/", "mnk/", "optimiza/"])
def test_a_board_grows_and_shrinks_by_keys_and_wheel(visit, name):
    page = visit(page=name)
    before = width(page)
    page.keyboard.press("+")
    larger = width(page)
    assert larger > before * 1.1
    page.keyboard.press("0")
    assert width(page) == pytest.approx(before)
    page.keyboard.press("-")
    assert width(page) < before
    page.keyboard.press("0")
    page.locator("#board").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    until(page, lambda: width(page) > before * 1.1)
    assert width(page) == pytest.approx(larger)


@pytest.mark.parametrize("name", LARGE)
def test_two_fingers_zoom_and_move_and_press_nothing(visit, name):
    """The fingers part: larger, the same cell below them; they move together: the board goes along."""
    page = enlarged(partial(visit, size="phone", has_touch=True, is_mobile=True), name, 2 if name == "mnk/" else 6)
    frame = page.locator(".stage").bounding_box()
    x, y = frame["x"] + 150, frame["y"] + 150
    before = width(page)
    under = "([x, y]) => document.elementFromPoint(x, y).closest('[data-cell]').dataset.cell"
    cell = page.evaluate(under, [x, y])
    put = fingers(page)
    put("Start", (x - 30, y))
    put("Start", (x - 30, y), (x + 30, y))
    put("Move", (x - 47, y), (x + 47, y))
    assert width(page) > before * 1.4
    assert page.evaluate(under, [x, y]) == cell
    put("Move", (x - 147, y - 100), (x - 53, y - 100))
    assert page.evaluate(under, [x - 100, y - 100]) == cell
    put("End")
    page.wait_for_timeout(400)
    assert page.locator("#board .open, #board .flag, #board .x, #board .o").count() == 0


def test_a_mouse_moves_a_board_by_the_space_around(visit):
    page = enlarged(visit, "minesweeper/#i.ms.100x100x1500.3")
    box = page.locator("#board .edge").bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 100, box["y"] + 5, steps=4)
    page.mouse.up()
    assert page.evaluate("document.querySelector('.stage').scrollLeft") == pytest.approx(200, abs=2)
    assert page.locator("#board .open").count() == 0


def test_a_wide_board_is_turned_where_its_stage_is_high(visit):
    """Rows and columns are exchanged, names stay; a turned phone is right at once, in both directions."""
    page = visit(size="phone", page="minesweeper/#i.ms.16x30x99.7")
    corner = page.locator("[data-cell='29']")
    label = corner.get_attribute("aria-label")
    assert label == "covered, ad1"
    for high in (True, False, True):
        page.set_viewport_size({"width": 390, "height": 844} if high else {"width": 844, "height": 390})
        until(page, lambda high=high: page.locator("#board").get_attribute("aria-rowcount") == ("30" if high else "16"))
        first, last = page.locator("[data-cell='0']").bounding_box(), corner.bounding_box()
        assert (last["y"] > first["y"]) == high
        assert corner.get_attribute("aria-label") == label
        assert page.locator("#board [tabindex='0']").count() == 1
