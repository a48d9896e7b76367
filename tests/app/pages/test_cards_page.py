"""The page of mountain cards in a browser: rows laid by swaps and hints, peaks dragged, rows in turn, own cards.

Tests: cards/encodings/audit.py, web/build/data.py
"""

import re
from itertools import pairwise

import pytest

from app.conftest import LANGUAGES, SIZES, violations
from app.days import address, puzzle
from app.modules import APP
from app.screen import paste_text
from app.waiting import until
from passatempo.web.build import data

PAGE = "cards/"
FIRST = [3, 1, 2, 4, 2, 1, 3]
DAYS = [f"2026-11-{day}" for day in range(20, 31)] + [f"2026-12-0{day}" for day in range(1, 4)]
WINDOWS = [(1280, 800), (390, 844), (844, 390), (768, 1024)]


def row(page):
    return [int(text) for text in page.locator("#board .value").all_text_contents()]


def marked(page):
    """Return the cards that are ringed, from 0."""
    return [int(one.get_attribute("data-cell")) for one in page.locator("#board .ring[role=gridcell]").all()]


def peaks(page):
    """Return the positions of the peaks that are marked, from 0."""
    return [int(one.get_attribute("data-cell")) for one in page.locator("#board .peak[role=gridcell]").all()]


def is_right(cards, distance):
    """Tell by the definition whether a row has two mountains with the peaks so far apart."""
    steps = "".join("=UD"[(a < b) + 2 * (a > b)] for a, b in pairwise(cards))
    found = re.fullmatch("(U+)(D+)(U+)(D+)", steps)
    return found is not None and len(found[2]) + len(found[3]) == distance


def apart(page):
    """Return how far the peaks are to be apart."""
    return int(page.locator("#figures b").first.inner_text())


def middle(page, cell):
    box = until(page, page.locator(f"#board [data-cell='{cell}'] .hit").bounding_box)  # the card may be drawn again
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
    until(page, lambda: row(page) == cards)


def show_ways(page, size="desktop"):
    """Open the part of the panel that goes through all right rows."""
    if size == "phone":
        page.keyboard.press("m")
    page.locator("#tab-analysis").click()


def until_apart(page, distance):
    until(page, lambda: page.locator("#apart-said").text_content() == str(distance))


def lay_by_hints(page, most=60):
    """Press *Hint* and *Do it* to the end; each pair is said and marked, and no row comes twice. Return the rows."""
    rows = [row(page)]
    while page.locator("#end").is_hidden():
        assert len(rows) <= most
        page.locator("#first[data-deed=hint]").click()
        page.locator("#first.filled[data-deed=do]").wait_for()
        said = [int(number) for number in re.findall(r"\d+", page.locator("#said p").first.inner_text())]
        card, position, other, place = said
        assert sorted([position - 1, place - 1]) == marked(page)
        assert (rows[-1][position - 1], rows[-1][place - 1]) == (card, other)
        page.locator("#first").click()
        until(page, lambda: row(page) != rows[-1])
        page.locator("#first:not([data-deed=do])").wait_for()
        assert row(page) not in rows
        rows.append(row(page))
    return rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_visit_shows_a_swap(visit, language):
    """Two cards are marked, with the distance; Enter on one of them swaps both, and undo takes it back."""
    page = visit(language, page=PAGE)
    assert row(page) == FIRST
    until(page, lambda: len(marked(page)) == 2)
    a, b = marked(page)
    until(page, lambda: "3" in page.locator("#said p").nth(1).inner_text())
    assert page.locator("#first").get_attribute("data-deed") == "hint"
    page.locator(f"#board [data-cell='{a}']").focus()
    page.keyboard.press("Enter")
    swapped = [*FIRST]
    swapped[a], swapped[b] = swapped[b], swapped[a]
    until_row(page, swapped)
    page.keyboard.press("u")
    until_row(page, FIRST)


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_lead_from_the_first_to_the_last_move(visit, language, size):
    """The end says how many swaps it took; it can be taken back, and *Again* begins at once."""
    page = visit(language, size, PAGE)
    rows = lay_by_hints(page)
    assert is_right(row(page), 3)
    end = page.locator("#end")
    assert end.locator("#end-number").inner_text() == str(len(rows) - 1)
    assert end.get_attribute("data-outcome") == "won"
    assert "22" in end.inner_text()
    assert page.evaluate("document.activeElement.id") == "first"
    page.keyboard.press("u")
    until_row(page, rows[-2])
    assert end.is_hidden()
    page.keyboard.press("y")
    end.wait_for()
    page.locator("#first[data-deed=renew]").click()
    until(page, lambda: sorted(row(page)) == sorted(FIRST) and not is_right(row(page), 3))
    assert end.is_hidden()


@pytest.mark.parametrize("size", [5, 9, 20, 60])
def test_hints_end_for_any_number_of_cards(visit, size):
    page = visit(page=f"{PAGE}#i.mc.{size}.{size + 1}")
    rows = lay_by_hints(page)
    assert is_right(rows[-1], apart(page))
    assert len(rows) <= size


@pytest.mark.parametrize("day", DAYS)
def test_hints_solve_the_puzzle_of_a_day(on, day):
    """Its given cards never move; its clock begins at the first swap."""
    page = on(address("cards", day), day)
    instance = puzzle("cards", day)["instance"]
    assert not is_right(row(page), instance["D"])
    assert page.locator("#clock").inner_text() == "0:00"
    page.wait_for_timeout(300)
    rows = lay_by_hints(page)
    assert is_right(rows[-1], instance["D"])
    assert all(laid[position - 1] == card for laid in rows for position, card in instance["given"])
    assert re.fullmatch(r"0:\d\d\.\d", page.locator("#end-number").inner_text())
    assert page.locator("#first").get_attribute("data-deed") == "next"


def test_a_hint_at_a_right_row_leads_to_the_next(visit):
    page = visit(page=PAGE)
    show_ways(page)
    page.locator("#next").click()
    until(page, lambda: is_right(row(page), 3))
    seen = row(page)
    page.keyboard.press("h")
    page.locator("#first.filled").wait_for()
    assert "next valid row" in page.locator("#said").inner_text()
    page.locator("#first").click()
    until(page, lambda: row(page) != seen)
    if page.locator("#end").is_hidden():
        lay_by_hints(page)
    assert is_right(row(page), 3)
    assert row(page) != seen


def test_reset_goes_back_to_the_deal(visit):
    """And undo takes it back."""
    page = visit(page=PAGE)
    reset = page.locator("#third")
    assert (reset.get_attribute("data-deed"), reset.get_attribute("aria-disabled")) == ("reset", "true")
    drag(page, 0, 3)
    until_row(page, [4, 1, 2, 3, 2, 1, 3])
    drag(page, 4, 6)
    until_row(page, [4, 1, 2, 3, 3, 1, 2])
    assert page.locator("#figures b").nth(1).inner_text() == "2"
    reset.click()
    until_row(page, FIRST)
    assert page.locator("#figures b").nth(1).inner_text() == "0"
    page.locator("#second").click()
    until_row(page, [4, 1, 2, 3, 3, 1, 2])
    page.locator("#panel-list button").first.click()
    until_row(page, FIRST)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_rows_by_the_slider(visit, language, size):
    """The slider goes through all 22 rows of the published cards, each right."""
    page = visit(language, size, PAGE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    show_ways(page, size)
    page.locator("#number", has_text="22").wait_for()
    page.locator("#all").focus()
    seen = set()
    for number in range(1, 23):
        page.keyboard.press("ArrowRight")
        page.locator("#number", has_text=re.compile(rf"\b{number}\D+22")).wait_for()
        until(page, lambda: is_right(row(page), 3))
        seen.add(tuple(row(page)))
    assert len(seen) == 22


def test_a_peak_is_dragged(visit):
    """Dragging the second peak makes the distance greater and smaller; undo takes the drag back as one."""
    page = visit(page=PAGE)
    show_ways(page)
    while not is_right(row(page), 3) or peaks(page)[1] > 4:
        before = row(page)
        page.locator("#next").click()
        until(page, lambda before=before: row(page) != before)
    before = row(page)
    drag(page, peaks(page)[1], peaks(page)[1] + 1)
    until_apart(page, 4)
    assert is_right(row(page), 4)
    page.keyboard.press("Control+z")
    until_apart(page, 3)
    assert row(page) == before
    drag(page, peaks(page)[1], peaks(page)[1] - 1)
    until_apart(page, 2)
    assert is_right(row(page), 2)
    page.locator("#apart").focus()
    page.keyboard.press("ArrowRight")
    until_apart(page, 3)
    assert page.locator("#distances button[aria-pressed=true]").inner_text().startswith("3 apart: 22")
    page.locator("#distances button", has_text="4 apart: 12").click()
    until_apart(page, 4)
    assert is_right(row(page), 4)


def test_cards_are_swapped(visit):
    """By mouse and keys; what is wrong is told in words and marked."""
    page = visit(page=PAGE)
    assert page.locator("#board .wrong[role=gridcell]").get_attribute("data-cell") == "1"
    drag(page, 0, 1)
    until_row(page, [1, 3, 2, 4, 2, 1, 3])
    page.get_by_text("At position 7 it climbs a third time. It may climb only twice.").wait_for()
    assert page.locator("#board .wrong[role=gridcell]").get_attribute("aria-label") == "3, wrong here, position 7"
    page.locator("#board [data-cell='3']").focus()
    page.keyboard.press("Shift+ArrowRight")
    until_row(page, [1, 3, 2, 2, 4, 1, 3])
    page.get_by_text("Positions 3 and 4 both have a 2. Each step must climb or fall.").wait_for()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    until_row(page, FIRST)
    page.locator("#board [data-cell='4']").focus()
    page.keyboard.press("Enter")
    page.locator("#board .chosen").wait_for()
    page.keyboard.press("Escape")
    page.locator("#board .chosen").wait_for(state="detached")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    until_row(page, [3, 1, 2, 2, 4, 1, 3])
    page.keyboard.press("w")
    page.get_by_text("Possible distances: 2 to 4").wait_for()


@pytest.mark.parametrize(("a", "b"), [(0, 6), (1, 5), (2, 5), (1, 2), (3, 5)])
def test_what_is_told_is_so(visit, a, b):
    """Two taps swap; the row is called right where the definition says so."""
    page = visit("en", "phone", PAGE, has_touch=True, is_mobile=True)
    laid = row(page)
    laid[a], laid[b] = laid[b], laid[a]
    for at in (a, b):
        page.touchscreen.tap(*middle(page, at))
    if laid != FIRST:
        until_row(page, laid)
    assert page.locator("#end").is_visible() == is_right(laid, 3)


def test_shuffled_cards_are_laid(visit):
    """Hints lead to a right row, whose card says so."""
    page = visit(page=PAGE)
    lay_by_hints(page)
    page.locator("#tab-options").click()
    page.locator("#shuffle").click()
    until(page, lambda: not is_right(row(page), 3))
    assert page.locator("#end").is_hidden()
    lay_by_hints(page)
    assert is_right(row(page), 3)


@pytest.mark.parametrize(("wide", "high"), WINDOWS)
def test_the_mountain_fills_its_stage(visit, wide, high):
    """A turned window is right at once, and its mountain is whole."""
    page = visit(page=PAGE)
    for width, height in ((wide, high), (high, wide), (wide, high)):
        page.set_viewport_size({"width": width, "height": height})
        box, stage = (page.locator(name).bounding_box() for name in ("#board svg", ".stage"))
        assert min(box["width"], box["height"]) >= 0.36 * min(width, height)
        assert box["x"] >= stage["x"]
        assert box["y"] >= stage["y"]
        assert box["x"] + box["width"] <= stage["x"] + stage["width"]
        assert box["y"] + box["height"] <= stage["y"] + stage["height"]
        assert page.locator("#first").is_visible()


def test_own_cards(visit):
    """Cards lie as they were pasted, hints lay them; impossible ones, what is none, and many."""
    page = visit(page=PAGE)

    def take(text):
        paste_text(page, text)

    take("5 4 4 3 3 2 2 1 1")
    until_row(page, [5, 4, 4, 3, 3, 2, 2, 1, 1])
    lay_by_hints(page)
    assert is_right(row(page), apart(page))
    take("1 1 1 1 1 2 2")
    page.get_by_text("cannot form two mountains").wait_for()
    show_ways(page)
    assert not page.locator("#ways").is_visible()
    take("1 2 q")
    page.locator("#notice", has_text="line 1, column 5").wait_for()
    take(" ".join(str(1 + at // 2) for at in range(101)))
    page.locator("#board [data-cell='100']").wait_for(state="attached")
    page.locator("#draw").click()
    until(page, lambda: is_right(row(page), apart(page)))
    page.locator("#apart").fill("50")
    until_apart(page, 50)
    assert is_right(row(page), 50)
    assert len(page.locator("#number").inner_text()) > 40
    page.locator("#draw").click()
    page.locator("#number", has_text=re.compile(r"\d+ of \d+")).wait_for()
    take("3 2 1 2")
    page.get_by_text("cannot form two mountains").wait_for()
    page.keyboard.press("n")
    page.locator("#open").check()
    page.locator("[data-level=setup]").click()
    page.keyboard.type("3122")
    page.keyboard.press("Enter")
    until_row(page, [3, 1, 2, 2])
    lay_by_hints(page)
    assert sorted(row(page)) == [1, 2, 2, 3]


def test_new_deals_and_links(visit):
    """A new deal can be laid, undone and shared; a link brings deal and row, a damaged one says so."""
    page = visit(page=PAGE)
    page.keyboard.press("n")
    page.locator("[data-level='9']").click()
    page.wait_for_url(re.compile("#v2"))
    until(page, lambda: len(row(page)) == 9)
    page.keyboard.press("s")
    page.locator("dialog[open]").wait_for()
    short, link = (page.locator("dialog[open] input").nth(at).input_value() for at in (0, 1))
    page.keyboard.press("Escape")
    laid, distance = row(page), apart(page)
    assert not is_right(laid, distance)
    for shared in (short, link):
        other = visit(page=PAGE + "#" + shared.partition("#")[2])
        until_row(other, laid)
        assert apart(other) == distance
        other.close()
    page.keyboard.press("Control+z")
    until_row(page, FIRST)
    page.keyboard.press("Control+Shift+z")
    until_row(page, laid)
    for damaged in ("v1AAAA", "v1zzzz", "v2zzzz", "i.mc.3.1", "i.mc.7x7.1", "what"):
        fresh = visit(page=f"{PAGE}#{damaged}")
        fresh.get_by_text("This link is damaged").wait_for()
        assert row(fresh) == FIRST
        fresh.close()


def test_the_number_of_cards_is_remembered(visit, browser):
    """The next visit deals as many, and has two marked cards; a game that was begun is offered."""
    context = browser.new_context(viewport=SIZES["desktop"])
    page = visit(page=PAGE, context=context)
    page.keyboard.press("n")
    page.locator("[data-level='11']").click()
    until(page, lambda: len(row(page)) == 11)
    page.close()
    page = visit(page=PAGE, context=context)
    assert len(row(page)) == 11
    until(page, lambda: len(marked(page)) == 2)
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.dataset.level") == "11"
    page.keyboard.press("Escape")
    page.locator("#first").click()
    page.locator("#first.filled").click()
    page.locator("#figures b").nth(1).get_by_text("1", exact=True).wait_for()
    laid = row(page)
    until(page, lambda: page.evaluate("location.hash").startswith("#v2"))
    page.wait_for_timeout(600)
    page.close()
    page = visit(page=PAGE, context=context)
    page.locator("#notice button").click()
    until_row(page, laid)
    assert page.locator("#figures b").nth(1).inner_text() == "1"
    context.close()


def test_given_cards_stay(on):
    """A given card is refused in words, and what shows all rows is hidden."""
    page = on(address("cards"), "2026-11-24")
    (position, _), *_ = puzzle("cards")["instance"]["given"]
    given = [one for one, _ in puzzle("cards")["instance"]["given"]]
    before = row(page)
    assert page.locator("#board .given[role=gridcell]").count() == len(given)
    free = next(at for at in range(len(before)) if at + 1 not in given)
    drag(page, free, position - 1)
    page.locator("#said", has_text="stays in its place").wait_for()
    assert row(page) == before
    show_ways(page)
    assert page.locator("#ways").is_hidden()


def test_the_lesson(visit):
    """Six steps: the published formula, its families, and the two rows that it lets in although they are not right."""
    page = visit(page=PAGE)
    page.locator("#tab-options").click()
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_what_is_said_fits_its_room(on, language, size):
    """The question, each hint and each reason of the largest puzzles."""
    for day in ("2026-11-22", "2026-11-21"):
        page = on(address("cards", day), day, language, size)
        deeds = ["hint"]
        while deeds[-1] in ("hint", "do"):
            assert page.evaluate("said.scrollHeight <= said.clientHeight"), page.locator("#said").inner_text()
            page.locator("#first").click()
            page.locator(f"#first:not([data-deed={deeds[-1]}])").wait_for()
            deeds.append(page.locator("#first").get_attribute("data-deed"))
        page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(visit, axe, scheme):
    """Axe finds nothing to complain about, in the middle of a game, with a hint and in the panel."""
    page = visit("en", "phone", PAGE, color_scheme=scheme)
    page.locator("#board [data-cell='2']").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.locator("#board .wrong").first.wait_for()
    page.locator("#first").click()
    page.locator("#first.filled").wait_for()
    page.wait_for_timeout(500)
    page.evaluate(axe.read_text(encoding="utf-8"))
    assert violations(page) == []
    show_ways(page, "phone")
    page.wait_for_timeout(500)
    assert violations(page) == []
