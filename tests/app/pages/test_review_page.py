"""The judged game on the page: replays that are dropped or chosen, the game just played, and files that are refused."""

import base64
import json
import re
from fractions import Fraction

import pytest

from app.conftest import LANGUAGES, violations
from app.modules import ROOT
from app.screen import SIZES, copied, drop_file, hint_to_the_end, paste_text, show_part
from app.waiting import until
from passatempo.core.messages import translate
from passatempo.minesweeper import read
from passatempo.minesweeper.exact.methods import safe
from passatempo.minesweeper.game.play import lay_mines
from passatempo.minesweeper.game.rules import GameRules
from passatempo.minesweeper.game.verdicts import VERDICTS

DATA = ROOT / "tests" / "data" / "minesweeper"
FILES = json.loads((DATA / "replay_files.json").read_text(encoding="utf-8"))["files"]
CONTENTS = {case["file"]: base64.b64decode(case["base64"]) for case in FILES}
CASES = json.loads((DATA / "judgements.json").read_text(encoding="utf-8"))["cases"]
CASE = {case["file"]: case for case in CASES}
LAZY = ("review.js", "minesweeper_files.wasm")


def place(row, column):
    return f"{chr(96 + column)}{row}"


def shown_share(share):
    return f"{round(100 * float(Fraction(share)), 1):g}%"


def risky(name):
    """Return the clicks of a case that are listed."""
    return [click for click in CASE[name]["clicks"] if click["verdict"] not in ("first", "safe")]


def review(page, name):
    """Drop a replay, and wait for its judgement."""
    drop_file(page, name, CONTENTS[name])
    page.locator("#said", has_text=re.compile("Luck|Fortuna|Suerte")).wait_for()
    return page.locator("#panel-list button")


def ringed(page, selector):
    return {
        int(one) for one in page.locator(f"#board {selector}").evaluate_all("all => all.map((one) => one.dataset.cell)")
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["01_avf.avf", "10_avf.avf"])
def test_a_replay_shows_its_clicks(visit, name, language):
    """Each click that was not safe has the verdict and the chances of the count, in the words of the terminal."""
    page = visit(language)
    entries = review(page, name)
    clicks = risky(name)
    assert entries.count() == 1 + len(clicks)
    assert name in entries.first.inner_text()
    verdicts = dict(zip(VERDICTS.split(", "), translate(VERDICTS, language).split(", "), strict=True))
    columns = int(page.locator("#board").get_attribute("aria-colcount"))
    for at, click in enumerate(clicks, 1):
        text = entries.nth(at).inner_text().replace(",", ".").replace("\xa0%", "%")
        assert f": {verdicts[click['verdict']]}." in text
        assert [shown_share(click[key]) for key in ("safety", "best")] == re.findall(r"[\d.]+%", text)
        assert all(place(*cell) in text for cell in click["opens"])
        entries.nth(at).click()
        opened = {(row - 1) * columns + column - 1 for row, column in click["opens"]}
        until(page, lambda opened=opened: ringed(page, ".ring.wrong") == opened - ringed(page, ".ring:not(.wrong)"))
        assert len(ringed(page, ".ring:not(.wrong)")) == (click["verdict"] != "forced")
        assert page.locator("#figures").inner_text().startswith(f"{at} ")


def test_the_script_of_the_judged_game_comes_when_it_is_needed(visit):
    page = visit()
    fetched = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    assert not page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)").count(LAZY[0])
    review(page, "02_rmv1.rmv")
    assert set(LAZY) <= set(fetched)


@pytest.mark.parametrize("size", SIZES)
def test_a_lost_game_names_the_square_that_was_safe(visit, size):
    """The question is asked at the end, and answered with a square that the package finds safe; the way leads back."""
    page = visit("en", page="minesweeper/#i.ms.9x9x10.7", viewport=SIZES[size])
    page.locator("[data-cell='40']").click()
    page.locator("[data-cell='40'].open").wait_for()
    board = read(copied(page))
    mine = lay_mines(GameRules(9, 9, 10, "opening", "square", False), 7, 40)
    page.locator(f"[data-cell='{mine.index(1)}']").click()
    page.locator("#end [data-deed=analyse]", has_text="Was it my fault?").press("Enter")
    page.locator("#said", has_text="It was your fault: ").wait_for()
    assert page.locator("#said p").first.inner_text() == "Was it my fault?"
    named = int(page.locator("#said [data-names]").first.get_attribute("data-names"))
    assert divmod(named, 9) in safe(board).answer.safe
    assert ringed(page, ".ring") == {named}
    assert page.evaluate("document.activeElement.id") == "first"
    page.keyboard.press("Enter")
    until(page, lambda: ringed(page, ".ring.wrong") == {mine.index(1)})
    assert ringed(page, ".ring:not(.wrong)") == {named}
    assert copied(page) == copied(page).replace("*", "#")
    page.locator("#third[data-deed=setup]").click()
    page.locator("#end").wait_for()
    page.keyboard.press("u")
    page.locator("#board .hit").wait_for(state="detached")


def test_a_game_without_avoidable_risks(visit):
    """Six forced clicks, the last of which hit a mine: bad luck, and no risk that could have been avoided."""
    page = visit()
    review(page, "03_rmv2.rmv")
    best = shown_share(risky("03_rmv2.rmv")[-1]["best"])
    lines = page.locator("#said p").all_inner_texts()
    assert lines[0] == f"Bad luck: no square was safer than {best}."
    assert lines[-1] == "7 clicks: 6 forced. Luck 51.8%. Avoidable risk 0%."  # 54944355115/106083286848


def test_a_won_game_is_analysed(visit):
    page = visit(page="minesweeper/#i.ms.5x5x3.1")
    hint_to_the_end(page)
    page.locator("#second[data-deed=analyse]").click()
    page.locator("#said", has_text="5 × 5, 3 mines: won after").wait_for()
    assert page.locator("#said", has_text="Was it my fault?").count() == 0


def test_a_list_for_keys_and_screen_readers(visit, axe):
    """The list is reached and read by keys; the buttons go through it, and no rule of access is broken."""
    page = visit()
    entries = review(page, "05_evf3.evf")
    assert page.locator("#said p").first.inner_text() == "A choice: b8 was safer, 80% against 60%."
    entries.nth(1).focus()
    page.keyboard.press("Enter")
    page.locator("#panel-list [aria-current=step]", has_text="needless").wait_for()
    assert page.evaluate("document.activeElement.textContent") == entries.nth(1).inner_text()
    page.evaluate(axe.read_text(encoding="utf-8"))
    assert violations(page) == []
    for key, current in (("h", 2), ("h", 0), ("h", 1), ("u", 0), ("y", 1), ("Control+z", 0)):
        page.keyboard.press(key)
        until(page, lambda current=current: entries.nth(current).get_attribute("aria-current") == "step")
    page.keyboard.press("b")
    page.locator("#first[data-deed=hint]").wait_for()


def test_a_phone_puts_the_list_away(visit):
    page = visit(size="phone")
    review(page, "05_evf3.evf")
    show_part(page, "moves").locator("button").nth(1).click()
    page.locator("#panel").wait_for(state="hidden")
    assert ringed(page, ".ring.wrong") == {72}


def test_a_file_is_chosen(visit):
    page = visit(page="minesweeper/#b")
    with page.expect_file_chooser() as chooser:
        page.locator("[data-deed=file]").click()
    chooser.value.set_files({"name": "game.RMV", "mimeType": "", "buffer": CONTENTS["02_rmv1.rmv"]})
    page.locator("#said", has_text="It was your fault: ").wait_for()
    assert page.locator(".sheet").count() == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_that_are_refused(visit, language):
    """One sentence with the byte, and the game stays; a text goes to the reader of texts."""
    page = visit(language, page="minesweeper/#i.ms.4x4x2.3")
    wide = b"Width: 101\nHeight: 1\nMines: 0\nBoard:\n" + b"0" * 101 + b"\nEvents:\n1.0 lc 1 1\n2.0 lr 1 1\n"
    cases = {
        "8x8_cut_in_events.avf": (CONTENTS["8x8_cut_in_events.avf"], r"byte 112: "),
        "8x8_twice.mbf": (CONTENTS["8x8_twice.mbf"], r"byte \d+: .*\(\d+, \d+\)"),
        "8x8.mbf": (CONTENTS["8x8.mbf"], "field|campo"),
        "wide.rawvf": (wide, "100"),
        "photo.bin": (bytes(range(256)), "byte 1: .*rawvf"),
    }
    for name, (content, sentence) in cases.items():
        drop_file(page, name, content)
        page.locator("#notice p", has_text=re.compile(sentence)).wait_for()
        assert page.locator("#board [role=gridcell]").count() == 16
    drop_file(page, "board.txt", b"###\n232\n")
    until(page, lambda: page.locator("#board [role=gridcell]").count() == 6)


def test_a_text_and_a_new_game_leave_the_judged_game(visit):
    page = visit()
    review(page, "02_rmv1.rmv")
    paste_text(page, "###\n232")
    page.locator("#said", has_text="certainly").wait_for()
    review(page, "02_rmv1.rmv")
    page.locator("#what").click()
    page.locator("#new [data-level=beginner]").click()
    until(page, lambda: page.locator("#board .covered").count() == 81)
    assert page.locator("#panel-list button").count() == 0
