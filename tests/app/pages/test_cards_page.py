"""The page of mountain cards in a browser: peaks dragged, cards swapped, rows in turn, own cards.

Tests: cards/encodings/audit.py, web/build/data.py
"""

import re
from itertools import pairwise

import pytest

from app.conftest import LANGUAGES, SIZES, violations
from app.modules import APP
from passatempo.web.build import data

PAGE = "cards/"


def row(page):
    return [int(text) for text in page.locator("#board .value").all_text_contents()]


def peaks(page):
    """Return the positions of the peaks that are marked, from 0."""
    return [int(one.get_attribute("data-cell")) for one in page.locator("#board .peak[role=gridcell]").all()]


def is_right(cards, distance):
    """Tell by the definition whether a row has two mountains with the peaks so far apart."""
    steps = "".join("=UD"[(a < b) + 2 * (a > b)] for a, b in pairwise(cards))
    found = re.fullmatch("(U+)(D+)(U+)(D+)", steps)
    return found is not None and len(found[2]) + len(found[3]) == distance


def middle(page, cell):
    box = page.locator(f"#board [data-cell='{cell}'] .hit").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, *stops):
    """Drag a card over others by the mouse."""
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    for stop in stops:
        page.mouse.move(*middle(page, stop), steps=4)
    page.mouse.up()


def until_row(page, cards):
    """Wait until the row lies so."""
    for at, card in enumerate(cards):
        page.locator(f"#board [data-cell='{at}'] .value", has_text=re.compile(f"^{card}$")).wait_for()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_rows_by_the_slider(visit, language, size):
    """The published cards lie as a mountain at once; the slider goes through all 22 rows, each right."""
    page = visit(language, size, PAGE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert is_right(row(page), 3)
    assert "22" in page.locator("#said").inner_text()
    slider = page.locator("#all")
    box = slider.bounding_box()
    assert box["y"] + box["height"] < SIZES[size]["height"]
    slider.focus()
    page.keyboard.press("Home")
    seen = set()
    for number in range(1, 23):
        page.locator("#number", has_text=re.compile(rf"\b{number}\D+22")).wait_for()
        assert is_right(row(page), 3)
        seen.add(tuple(row(page)))
        page.keyboard.press("ArrowRight")
    assert len(seen) == 22


def test_a_peak_is_dragged(visit):
    """Dragging the second peak makes the distance greater and smaller; undo takes the drag back as one."""
    page = visit(page=PAGE)
    before = row(page)
    drag(page, peaks(page)[1], peaks(page)[1] + 1)
    page.locator("#apart-said", has_text="4").wait_for()
    assert is_right(row(page), 4)
    page.keyboard.press("Control+z")
    page.locator("#apart-said", has_text="3").wait_for()
    assert row(page) == before
    drag(page, peaks(page)[1], peaks(page)[1] - 1)
    page.locator("#apart-said", has_text="2").wait_for()
    assert is_right(row(page), 2)
    page.locator("#apart").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#apart-said", has_text="3").wait_for()
    assert page.locator("#distances button[aria-pressed=true]").inner_text().startswith("3 apart: 22")
    page.locator("#distances button", has_text="4 apart: 12").click()
    page.locator("#apart-said", has_text="4").wait_for()
    assert is_right(row(page), 4)


def test_cards_are_swapped(visit):
    """By mouse, keys and taps; what is wrong is told in words and marked, a hint mends it."""
    page = visit(page=PAGE)
    before = row(page)
    assert before == [1, 2, 4, 3, 2, 3, 1]
    drag(page, 0, 1)
    page.get_by_text("must begin by climbing").wait_for()
    assert page.locator("#board .wrong[role=gridcell]").get_attribute("data-cell") == "1"
    page.locator("#board [data-cell='3']").focus()
    page.keyboard.press("Shift+ArrowRight")
    until_row(page, [2, 1, 4, 2, 3, 3, 1])
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    until_row(page, before)
    page.locator("#board [data-cell='4']").focus()
    page.keyboard.press("Enter")
    page.locator("#board .chosen").wait_for()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.get_by_text("positions 5 and 6 both have a 3").wait_for()
    page.keyboard.press("h")
    page.get_by_text("Put a 3 at position 4").wait_for()
    assert page.evaluate("document.activeElement.dataset.cell") == "3"
    page.keyboard.press("w")
    page.get_by_text("can be 2 to 4 apart").wait_for()


@pytest.mark.parametrize(("a", "b"), [(0, 6), (1, 5), (2, 5), (1, 2), (3, 5)])
def test_what_is_told_is_so(visit, a, b):
    """Two taps swap; the row is called right where the definition says so."""
    page = visit("en", "phone", PAGE, has_touch=True, is_mobile=True)
    laid = row(page)
    laid[a], laid[b] = laid[b], laid[a]
    for at in (a, b):
        page.touchscreen.tap(*middle(page, at))
    until_row(page, laid)
    page.locator("#said", has_text=re.compile("A valid row|Not valid")).wait_for()
    assert ("A valid row" in page.locator("#said").inner_text()) == is_right(laid, 3)


def test_shuffled_cards_are_laid(visit):
    """Hints lead to a right row, whose card says so."""
    page = visit(page=PAGE)
    page.locator("#more summary").click()
    page.locator("#shuffle").click()
    page.get_by_text("Swap cards until").wait_for()
    for _ in range(10):
        if is_right(row(page), 3):
            break
        page.keyboard.press("h")
        page.locator("#said", has_text="Put a").wait_for()
        card, position = map(int, re.findall(r"\d+", page.locator("#said").inner_text()))
        laid = row(page)
        other = next(at for at in range(position, len(laid)) if laid[at] == card)
        page.keyboard.press("Enter")
        page.locator("#board .chosen").wait_for()
        page.locator(f"#board [data-cell='{other}']").focus()
        page.keyboard.press("Enter")
        laid[position - 1], laid[other] = laid[other], laid[position - 1]
        until_row(page, laid)
    page.locator("#end:not([hidden])").wait_for()
    assert is_right(row(page), 3)


def test_own_cards(visit):
    """Cards are typed: possible ones, impossible ones, what is none, and many with long numbers."""
    page = visit(page=PAGE)
    page.locator("#more summary").click()

    def take(text):
        page.locator("#own").fill(text)
        page.locator("#take").click()

    take("5 4 4 3 3 2 2 1 1")
    page.locator("#board [data-cell='8']").wait_for()
    distance = int(page.locator("#apart-said").inner_text())
    assert sorted(row(page)) == [1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert is_right(row(page), distance)
    take("1 1 1 1 1 2 2")
    page.get_by_text("cannot form two mountains").wait_for()
    assert not page.locator("#ways").is_visible()
    take("1 2 x")
    page.get_by_text("These are not cards").wait_for()
    take(" ".join(str(1 + at // 2) for at in range(101)))
    page.locator("#board [data-cell='100']").wait_for()
    assert is_right(row(page), int(page.locator("#apart-said").inner_text()))
    page.locator("#apart").fill("50")
    page.locator("#apart-said", has_text="50").wait_for()
    assert is_right(row(page), 50)
    assert len(page.locator("#number").inner_text()) > 40
    page.locator("#draw").click()
    page.locator("#number", has_text=re.compile(r"\d+ of \d+")).wait_for()
    take("3 2 1 2")
    page.get_by_text("cannot form two mountains").wait_for()
    page.locator("#open").check()
    page.get_by_text("A valid row").wait_for()
    assert sorted(row(page)) == [1, 2, 2, 3]


def test_new_deals_and_links(visit):
    """A new deal can be laid, undone and shared; a link brings deal and row, a damaged one says so."""
    page = visit(page=PAGE)
    page.keyboard.press("n")
    page.locator("#own").evaluate("own => own.value")
    page.wait_for_url(re.compile("#v1"))
    page.keyboard.press("s")
    page.locator("dialog[open]").wait_for()
    short, link = (page.locator("dialog[open] input").nth(at).input_value() for at in (0, 1))
    page.keyboard.press("Escape")
    laid, distance = row(page), page.locator("#apart-said").inner_text()
    assert is_right(laid, int(distance))
    for address in (short, link):
        other = visit(page=PAGE + "#" + address.partition("#")[2])
        until_row(other, laid)
        assert other.locator("#apart-said").inner_text() == distance
        other.close()
    page.keyboard.press("Control+z")
    until_row(page, [1, 2, 4, 3, 2, 3, 1])
    for damaged in ("v1AAAA", "v1zzzz", "i.mc.3.1", "i.mc.7x7.1", "what"):
        fresh = visit(page=f"{PAGE}#{damaged}")
        fresh.get_by_text("This link is damaged").wait_for()
        assert is_right(row(fresh), 3)
        fresh.close()


def test_the_lesson(visit):
    """Six steps: the published formula, its families, and the two rows that it lets in although they are not right."""
    page = visit(page=PAGE)
    page.locator("#more summary").click()
    page.locator("#lesson").click()
    dialog = page.locator("dialog[open]")
    steps = []
    for step in range(1, 7):
        dialog.get_by_text(f"Step {step} of 6").wait_for()
        steps.append(dialog.inner_text())
        if step == 5:
            labels = [svg.get_attribute("aria-label") for svg in dialog.locator("svg").all()]
        page.keyboard.press("Enter")
    assert "70 variables" in steps[1]
    assert "5,230" in steps[2]
    assert "112" in steps[3]
    assert len(labels) == 2
    for label in labels:
        cards, turns = ([int(digit) for digit in re.findall(r"\d", part)] for part in label.split("turns"))
        assert sorted(cards) == [1, 1, 2, 2, 3, 3, 4]
        assert not is_right(cards, 4)
        assert is_right(cards, turns[2] - turns[0])
    assert "5,234" in steps[5]


def test_the_lesson_is_of_today():
    """What `make app` wrote is what the methods say now."""
    path = APP / "data" / "encodings.ts"
    if not path.exists():
        pytest.skip("the browser app is not made: make app")
    assert path.read_text(encoding="utf-8") == data.module_text("encodings")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(visit, axe, scheme):
    """Axe finds nothing to complain about, in the middle of a game and with More open."""
    page = visit("en", "phone", PAGE, color_scheme=scheme)
    page.locator("#more summary").click()
    page.locator("#board [data-cell='2']").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.locator("#board .wrong").first.wait_for()
    page.evaluate(axe.read_text(encoding="utf-8"))
    assert violations(page) == []
