"""Clocks, statistics and the strength of the levels on the page of Five in a row."""

import json
import re

import pytest

from app.conftest import LANGUAGES
from app.modules import APP, ROOT
from app.pages.test_mnk_page import cell, choose, stones, until_my_turn, until_stones

PAGE = "mnk/"
MEASURED = ROOT / "docs" / "results" / "mnk-levels.json"


def two_persons(visit, language="en", control="1+0"):
    """Open noughts and crosses for two persons, with clocks that the test moves."""
    page = visit(language, page=PAGE)
    page.clock.install()
    choose(page, "three", rival="0", control=control)
    page.locator("#clocks:not([hidden])").wait_for()
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_flag_falls_and_is_said(visit, language):
    """The clock of the side to move runs; its end ends the game, in words; undo goes on."""
    page = two_persons(visit, language)
    assert page.locator("#clock-x").inner_text() == page.locator("#clock-o").inner_text() == "1:00"
    cell(page, 0).click()
    until_stones(page, 1)
    page.clock.run_for(30_000)
    page.locator("#clock-o.runs", has_text=re.compile(r"^0:(30|29)$")).wait_for()
    assert page.locator("#clock-x").inner_text() == "1:00"
    cell(page, 4).click()
    until_stones(page, 2)
    page.clock.run_for(61_000)
    page.locator("#end:not([hidden])").wait_for()
    assert "×" in page.locator("#end-lines").inner_text()  # whose time is over
    assert "○" in page.locator("#end-title").inner_text()  # who has won
    cell(page, 8).click()
    page.wait_for_timeout(100)
    until_stones(page, 2)
    page.keyboard.press("Control+z")
    until_stones(page, 1)
    assert page.locator("#end").is_hidden()
    assert page.locator("#clock-o").inner_text() == "1:00"


def test_a_level_plays_by_its_clock(visit):
    page = visit(page=PAGE)
    choose(page, "three", control="3+2")
    page.locator("#clocks:not([hidden])").wait_for()
    cell(page, 4).click()
    until_stones(page, 2)
    assert page.locator("#clock-x.runs").count() == 1
    assert page.locator("#clock-x").inner_text().startswith("3:0")


def test_games_are_counted_once_and_only_unhelped(visit):
    """A lost game of noughts and crosses: one row of the table; with a hint, or taken back, none; a file keeps it."""
    page = visit(page=PAGE)

    def played(helped=False):
        choose(page, "three")
        until_stones(page, 0)
        if helped:
            page.keyboard.press("h")
            page.locator("#board .ring").wait_for()
        for _ in range(5):
            if page.locator("#end:not([hidden])").count():
                break
            before = stones(page).count()
            page.locator("#board [data-cell]:not(.x):not(.o), #board .ghost").first.click()
            until_my_turn(page, before + 2)
        page.locator("#end:not([hidden])").wait_for()

    def counted():
        page.locator("[data-deed=more]").click()
        page.locator("#menu [data-deed=statistics]").click()
        rows = page.locator("dialog[open] tbody tr")
        found = [int(text) for row in rows.all() for text in row.locator("td").all_inner_texts()[1:]]
        page.keyboard.press("Escape")
        return sum(found)

    assert counted() == 0
    played()
    assert counted() == 1
    page.keyboard.press("Control+z")
    page.locator("#end[hidden]").wait_for(state="attached")
    played(helped=True)
    assert counted() == 1
    kept = json.loads(page.evaluate("JSON.stringify({...localStorage})"))
    assert [name for name in kept if name.endswith("stats.mnk")]
    page.locator("#open-settings").click()
    with page.expect_download() as download:
        page.locator("#data-export").click()
    assert "stats.mnk" in json.loads(download.value.path().read_text())["kept"]


def constant(name):
    """Return the numbers of a table of the page's script, board by board."""
    text = (APP / "games" / "mnk" / "setup.ts").read_text(encoding="utf-8")
    block = re.search(rf"const {name}\b[^=]* = \{{(.*?)\n\}};", text, re.DOTALL)[1]
    rows = re.findall(r"^ +(\w+): \[?([\d, -]+)\]?,$", block, re.MULTILINE)
    return {board: [int(number) for number in numbers.split(",")] for board, numbers in rows}


def test_the_strengths_on_the_page_are_those_that_were_measured(visit):
    """The script's figures are the file's, and of the levels that the page plays; the page shows them."""
    measured = json.loads(MEASURED.read_text(encoding="utf-8"))
    levels = re.search(
        r"const LEVELS = \[([\d, ]+)\]", (APP / "games" / "mnk" / "engine.ts").read_text(encoding="utf-8")
    )[1]
    assert measured["levels"] == [int(level) for level in levels.split(",")][1:]
    assert constant("ELO") == {board: found["elo"] for board, found in measured["boards"].items()}
    reach = {
        board: [max((high - low + 1) // 2 for low, high in found["interval"])]
        for board, found in measured["boards"].items()
    }
    assert constant("REACH") == reach
    page = visit(page=PAGE)
    for level, elo in enumerate(measured["boards"]["four"]["elo"], 1):
        assert f"Elo {elo}" in page.locator(f"#rival option[value='{level}']").text_content().replace(",", "")
    choose(page, "three")
    assert "Elo" not in page.locator("#rival").text_content()
