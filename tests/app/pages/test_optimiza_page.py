"""The page of Optimiza in a browser: paths, stars, hints, surfaces, the duel, links, in three languages."""

import re

import pytest

from app.conftest import LANGUAGES, SIZES, violations

PAGE = "optimiza/"
BOARD = PAGE + "#i.op.4x0p.4711"  # the same every day
LIT = "#board .lit[role=gridcell]"


def cell(page, at):
    return page.locator(f"#board [role=gridcell][data-cell='{at}']")


def head(page):
    """Return the number of the cell where the path ends."""
    return int(page.locator("#board .head[role=gridcell]").get_attribute("data-cell"))


def taken(page, count):
    """Wait until the path has so many cells."""
    page.locator("#board .order", has_text=re.compile(f"^{count}$")).wait_for()


def smallest(page):
    """Return the lit cell with the smallest number: from there the path goes on."""
    numbers = {one: int(one.locator(".number").text_content()) for one in page.locator(LIT).all()}
    return min(numbers, key=numbers.__getitem__)


def follow_hints(page):
    """Take what the hint shows, by keys alone, until the path ends; return its cells."""
    for count in range(1, 40):
        page.keyboard.press("h")
        page.locator("#said p").first.wait_for()
        page.locator(".ring[role=gridcell]").wait_for(state="detached")
        page.keyboard.press("h")
        page.locator(".ring[role=gridcell]").wait_for()
        page.keyboard.press("Enter")
        taken(page, count)
        if page.locator(LIT).count() == 0:
            return count
    raise AssertionError("the path does not end")


def open_more(page):
    page.locator("#more summary").click()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_lead_to_three_stars(visit, language, size):
    """The board of the day is answered at once; by keys alone the hints lead to the best sum, which is kept."""
    page = visit(language, size, PAGE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#stars span").nth(2).wait_for()
    best = page.locator("#stars span").nth(2).inner_text().split()[-1]
    assert best in page.locator("#said").inner_text()
    bottom = page.locator("#board").bounding_box()
    assert bottom["y"] + bottom["height"] < SIZES[size]["height"]
    follow_hints(page)
    page.locator("#end:not([hidden])").wait_for()
    assert page.locator("#end-title").inner_text().startswith(best)
    assert page.locator("#stars").inner_text().count("★") == 3
    open_more(page)
    numbers = re.findall(r"\d+", page.locator("#statistics").inner_text())
    assert numbers == ["1"] * 4


def test_a_path_by_the_mouse(visit):
    """Lit cells are taken, others say which rule they break, an earlier one is gone back to, undo and redo."""
    page = visit(page=BOARD)
    smallest(page).click()
    taken(page, 1)
    assert page.locator("#sum").inner_text().startswith("Sum ")
    dark = page.locator("#board .dark[role=gridcell]")
    for at in range(dark.count()):
        dark.nth(at).click()
        page.locator("#said p").wait_for()
        assert re.search("straight on|may not fall", page.locator("#said").inner_text())
    first = head(page)
    smallest(page).click()
    taken(page, 2)
    cell(page, first).click()
    page.locator(f"[data-cell='{first}'].head").wait_for()
    page.keyboard.press("Control+z")
    taken(page, 2)
    page.keyboard.press("Control+Shift+z")
    page.locator(f"[data-cell='{first}'].head").wait_for()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.locator(f"[data-cell='{first}'].head").wait_for()
    page.keyboard.press("w")
    page.get_by_text(re.compile("lost nothing|was possible, now")).wait_for()


def test_a_finger_draws_over_lit_cells(visit):
    """A drag takes the lit cells that it comes to, one after the other."""
    page = visit("en", "phone", BOARD, has_touch=True, is_mobile=True)
    session = page.context.new_cdp_session(page)

    def touch(kind, at=None):
        points = []
        if at is not None:
            box = cell(page, at).bounding_box()
            points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    ones = [at for at in range(16) if cell(page, at).locator(".number").text_content() == "1"]
    touch("touchStart", ones[0])
    taken(page, 1)
    second = int(smallest(page).get_attribute("data-cell"))
    touch("touchMove", second)
    taken(page, 2)
    third = int(smallest(page).get_attribute("data-cell"))
    touch("touchMove", third)
    taken(page, 3)
    touch("touchEnd")
    assert head(page) == third


def test_lines_cross_edges_at_matching_marks(visit):
    """Where a line leaves the board it comes back at a mark of the same number."""
    page = visit(page=BOARD)
    follow_hints(page)
    steps = page.locator("#board .order:not(:empty)").count() - 1
    page.locator(".lines g").nth(steps - 1).wait_for(state="attached")  # lines come a frame after the numbers
    assert page.locator(".lines g").count() == steps
    for group in page.locator(".lines g").all():
        marks = group.locator(".mark").evaluate_all("found => found.map((mark) => mark.textContent)")
        assert len(marks) % 2 == 0
        assert len(set(marks)) <= 1


@pytest.mark.parametrize("surface", range(6))
def test_every_surface_is_played(visit, surface):
    """On every surface the hints lead to the best sum, and the best path is drawn at the end of another."""
    page = visit(page=PAGE)
    open_more(page)
    page.select_option("#size", "6")
    page.locator("[data-cell='20']").first.wait_for()
    page.select_option("#surface", str(surface))
    page.locator("#said p").first.wait_for()
    name = page.locator(f"#surface option[value='{surface}']").inner_text()
    page.locator(f"#board svg[role=grid][aria-label*='{name}']").wait_for()
    page.locator("#board [role=gridcell]").first.focus()
    follow_hints(page)
    page.get_by_text("nothing beats it").wait_for()
    page.locator("#end [data-deed=analyse]").click()
    page.locator(".lines .best").first.wait_for(state="attached")  # a level line has no height


@pytest.mark.parametrize("mode", ["first", "second"])
def test_a_duel_against_the_bot(visit, mode):
    """The bot answers at once; who follows the hints loses no point that the first hint told."""
    page = visit(page=PAGE)
    open_more(page)
    page.select_option("#mode", mode)
    page.locator("#said", has_text=re.compile("Put the piece|your move")).wait_for()
    page.locator("#board [role=gridcell]").first.focus()
    told = None
    for _ in range(20):
        page.keyboard.press("h")
        page.locator(".ring[role=gridcell]").wait_for()
        told = told or page.locator("#said").inner_text().splitlines()[0]
        page.keyboard.press("Enter")
        page.locator("#end:not([hidden]), #said:has-text('It is your move')").first.wait_for()
        if page.locator("#end:not([hidden])").count():
            break
    title = page.locator("#end-title").inner_text()
    points = re.search(r"\d+", told)[0]
    assert title == (f"You win {points}" if "can win" in told else f"The bot wins {points}")
    page.keyboard.press("Control+z")
    page.locator("#end[hidden]").wait_for(state="attached")


def test_the_bot_plays_on_small_boards(visit):
    page = visit(page=PAGE)
    open_more(page)
    page.select_option("#size", "10")
    page.locator("[data-cell='99']").first.wait_for()
    page.select_option("#mode", "first")
    page.get_by_text("at most 25 squares").wait_for()
    assert page.locator("#board [role=gridcell]").count() == 25


def test_a_duel_of_two_persons(visit):
    page = visit(page=PAGE)
    open_more(page)
    page.select_option("#mode", "two")
    page.get_by_text("Player 1 puts the piece").wait_for()
    for count in range(1, 20):
        page.locator(LIT).first.click()
        taken(page, count)
        if page.locator(LIT).count() == 0:
            break
    page.get_by_text(f"Player {(count - 1) % 2 + 1} wins").wait_for()


def test_keys(visit):
    """Arrows go from cell to cell, digits to lit ones with that number, Enter takes, Backspace goes back."""
    page = visit(page=BOARD)
    cell(page, 0).focus()
    for key, at in (("ArrowRight", 1), ("ArrowDown", 5), ("End", 7), ("Control+End", 15), ("Home", 12), ("ArrowUp", 8)):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.cell") == str(at)
    page.keyboard.press("4")
    assert page.evaluate("document.activeElement.querySelector('.number').textContent") == "4"
    page.keyboard.press("Enter")
    page.locator("#end:not([hidden])").wait_for()
    page.keyboard.press("Backspace")
    page.locator("#end").wait_for(state="hidden")
    assert page.locator(LIT).count() == 16
    assert page.locator("#board [tabindex='0']").count() == 1


def test_links_and_unfinished_games(visit):
    """A link brings board and path; a damaged one says so; an unfinished game is offered again."""
    page = visit(page=BOARD)
    for count in (1, 2):
        smallest(page).click()
        taken(page, count)
    at = head(page)
    page.keyboard.press("s")
    link = page.locator("dialog[open] input").nth(1).input_value()
    assert str(page.locator("dialog[open] input").nth(0).input_value()).count("#i.op.4x0p.") == 1
    other = visit(page=PAGE + "#" + link.partition("#")[2])
    taken(other, 2)
    assert head(other) == at
    other.close()
    again = visit(page=PAGE, context=page.context)
    again.locator("#notice button").click()
    taken(again, 2)
    assert head(again) == at
    for damaged in ("v1AAAA", "v1zzzzzz", "i.op.99x0.1", "i.op.4x0q.1", "nonsense"):
        fresh = visit(page=f"{PAGE}#{damaged}")
        fresh.get_by_text("This link is damaged").wait_for()
        fresh.close()
    seeded = visit(page=f"{PAGE}#i.op.5x3p.4711")
    assert seeded.locator("#board [role=gridcell]").count() == 25
    assert seeded.locator("#surface").input_value() == "3"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(visit, axe, scheme):
    """Axe finds nothing to complain about, in the middle of a game and with More open."""
    page = visit("en", "phone", BOARD, color_scheme=scheme)
    page.locator("#more summary").click()
    smallest(page).click()
    taken(page, 1)
    page.evaluate(axe.read_text(encoding="utf-8"))
    assert violations(page) == []
