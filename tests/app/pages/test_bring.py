"""Positions that a visitor brings: as text, by keys, from another page; what can be no position is refused in words."""

import json
import re

import pytest

from app.modules import ROOT
from app.screen import copied, paste_text
from app.waiting import until

DATA = ROOT / "tests" / "data" / "screen"
OWN = json.loads((DATA / "own.json").read_text(encoding="utf-8"))
BAD = json.loads((DATA / "bad.json").read_text(encoding="utf-8"))
SIGNS = {"covered": "#", "flag": "F", "empty": "."}


def shown(page):
    """Return the signs of the squares, as their labels begin."""
    labels = page.locator("#board [role=gridcell]").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    firsts = [re.match(r"[^, ]+", label or "?")[0] for label in labels]
    return " ".join(SIGNS.get(first, first) for first in firsts)


def cards(page):
    """Return the labels of all cards on the table and in the hand."""
    labels = page.locator("#felt .card").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    return "|".join(sorted([(label or "?").split(",")[0] for label in labels]))


def bring(page, case):
    """Bring the position of a case; return the number of actions."""
    if "paste" in case:
        paste_text(page, case["paste"])
        if "then" not in case:
            return 1
        page.locator(f"[data-deed={case['then']}]").first.click()
        return 2
    page.keyboard.press("b")
    type_position(page, case)
    return 1 + len(case["keys"])


def type_position(page, case):
    """Type a position on a sheet that is open."""
    for name, value in case["size"].items():
        page.locator(f"[data-setup={name}]").fill(str(value))
    page.locator("#board [tabindex='0']").focus()
    for key in case["keys"]:
        page.keyboard.press(key)


@pytest.mark.parametrize("case", OWN, ids=lambda case: case["name"])
def test_own_position(visit, case):
    page = visit(page=case["from"])
    assert bring(page, case) <= case["actions"]
    page.wait_for_url(re.compile(rf"{case['page']}(#.*)?$"))
    page.locator("html[data-ready]").wait_for()
    until(page, lambda: cards(page) == case["cards"] if "cards" in case else shown(page) == case["shows"])


@pytest.mark.parametrize("case", BAD, ids=lambda case: repr(case["paste"]))
def test_bad_position(visit, case):
    page = visit(page=case["page"])
    before = (
        page.locator("main [aria-label]").first.get_attribute("aria-label"),
        page.locator("#board, #felt").inner_text(),
    )
    paste_text(page, case["paste"])
    page.locator("#notice, #said", has_text=case["says"]).wait_for()
    assert page.url.partition("#")[0].endswith(case["page"])
    assert before == (
        page.locator("main [aria-label]").first.get_attribute("aria-label"),
        page.locator("#board, #felt").inner_text(),
    )


def test_a_text_goes_to_its_page_and_back(visit):
    """Exactly one other pastime reads it; two leave the choice; what is copied is read again."""
    page = visit(page="mnk/")
    paste_text(page, "###\n232")
    page.locator("#minesweeper #notice", has_text="This is a minefield: here it is.").wait_for()
    assert copied(page) == "###\n232\n"
    paste_text(page, "12z")  # of no pastime: the board stays
    page.locator("#notice", has_text="line 1, column 3").wait_for()
    page.goto(page.url.partition("minesweeper/")[0])
    page.locator("html[data-ready]").wait_for()
    paste_text(page, "1 1 2 1")
    buttons = ["Open in Optimiza", "Open in Mountain cards"]
    until(page, lambda: page.locator("#notice button").all_inner_texts() == buttons)
    page.locator("#notice button").last.click()
    page.locator("#cards #notice", has_text="mountain cards").wait_for()
    assert shown(page) == "1 1 2 1"


@pytest.mark.parametrize(
    ("size", "name", "says"),
    [(8_400_000, "large.txt", "This file has 9 MB; 8 are read."), (10, "field.png", "on the page of Minesweeper")],
)
def test_files_that_stay_outside(visit, size, name, says):
    page = visit(page="optimiza/")
    page.evaluate(
        """([size, name]) => {
            const data = new DataTransfer();
            const type = name.endsWith("png") ? "image/png" : "text/plain";
            data.items.add(new File(["1".repeat(size)], name, { type }));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        [size, name],
    )
    page.locator("#notice", has_text=says).wait_for()


def test_sheet(visit):
    """A sheet is painted and typed; what floats is framed; the game begins from it, and no rival moves."""
    page = visit(page="mnk/")
    page.keyboard.press("b")
    page.locator("[data-brush='1']").click()
    page.locator("#board [data-cell='0']").click()
    page.locator("#board [data-cell='0'].wrong").wait_for()
    page.locator("#board [data-cell='0']").click(button="right")
    page.locator("#board .wrong").wait_for(state="detached")
    page.locator("#board [data-cell='35']").focus()
    page.keyboard.type("X.Oz")
    page.keyboard.press("Backspace")
    assert page.evaluate("document.activeElement.dataset.cell") == "37"
    page.keyboard.press("O")
    page.keyboard.press("Enter")
    page.locator(".sheet").wait_for(state="detached")
    until(page, lambda: shown(page).split()[35:38] == ["×", ".", "○"])
    assert page.locator("#figures b").all_inner_texts() == ["×"]


def test_a_typed_minefield_is_as_it_is_written(visit):
    """On a phone too its rows are across, and no number of mines is supposed."""
    page = visit(page="minesweeper/#b", size="phone")
    type_position(page, {"size": {"rows": 2, "columns": 4}, "keys": "11##1###"})
    until(page, lambda: shown(page) == "1 1 # # 1 # # #")
    assert page.locator("#board").get_attribute("aria-rowcount") == "2"
    assert page.locator("#draft-mines").input_value() == ""


def test_a_sheet_says_which_number_cannot_be(visit):
    page = visit(page="optimiza/#b", size="phone")
    type_position(page, {"size": {"n": 3}, "keys": "123212311"})
    page.locator("#said", has_text="The number 3 occurs 2 times; the rules ask for 1.").wait_for()


def test_the_first_page_leads_to_five_in_a_row(visit):
    """Both of its buttons: a game, and the sheet of a position."""
    page = visit(page="")
    page.locator("a.play", has_text="Five in a row").click()
    page.locator("#board[aria-rowcount='15']").wait_for()
    page = visit(page="mnk/#b")
    assert page.locator("[data-setup=k]").input_value() == "5"


def test_a_table_of_ones_own_begins_empty(visit):
    page = visit(page="machiavelli/#b")
    page.locator("#said", has_text="The table is empty").wait_for()
    assert page.locator("#table .card, #hand .card").count() == 0


def press(page, cell):
    page.locator(f"#board [data-cell='{cell}']").click()


def test_a_whole_minefield_becomes_the_game(visit):
    """A field is played as it is: its first square may have a mine, no hint promises it, and the link holds it."""
    page = visit(page="minesweeper/")
    paste_text(page, "*1.\n121\n.1*\n")
    page.get_by_text("A given field: nothing is promised").first.wait_for(timeout=20_000)
    page.keyboard.press("h")
    page.wait_for_timeout(300)
    assert page.locator("#board .ring").count() == 0
    assert "the first one is safe" not in page.inner_text("body")
    before = page.evaluate("location.hash")
    press(page, 4)
    until(page, lambda: shown(page) == "# # # # 2 # # # #" and page.evaluate("location.hash") != before)
    page.reload()
    until(page, lambda: shown(page) == "# # # # 2 # # # #")


def test_the_first_click_on_a_mine_of_a_given_field_loses(visit):
    page = visit(page="minesweeper/")
    paste_text(page, "x.\n.x\n..\n")
    labels = page.locator("[data-deed=other-reading]")
    labels.first.wait_for()
    assert labels.all_inner_texts() == ["Take x as covered squares", "Take it as a whole minefield"]
    labels.last.click()
    page.get_by_text("A given field").first.wait_for(timeout=20_000)
    press(page, 0)
    until(
        page, lambda: "Was it my fault?" in page.inner_text("body") or page.locator("[data-deed=analyse]").count() > 0
    )
