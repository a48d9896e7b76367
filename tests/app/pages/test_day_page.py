"""The puzzle of a day on the page of its pastime: opened by its link, solved, kept; other days and damaged names."""

import json
import re

import pytest

from app.conftest import LANGUAGES, SIZES, violations
from app.days import DAY, SHORT, SOLVE, address, cell, puzzle, row_of
from app.modules import ROOT
from app.screen import begin, show_part
from app.waiting import until
from passatempo.core.random import Random

WORDS = ROOT / "src" / "passatempo" / "web" / "build" / "words"
NEXT = "2026-11-25"
TITLES = {
    "minesweeper": "Minesweeper",
    "mnk": "Five in a row",
    "optimiza": "Optimiza",
    "machiavelli": "Machiavelli",
    "cards": "Mountain cards",
}
TIME = re.compile(r"^0:\d\d\.\d$")
NOTICE = {"en": "damaged", "it": "danneggiato", "es": "dañado"}


def question(page):
    """Return what the page asks."""
    return page.locator(".question" if page.locator(".question").count() else "#said").inner_text()


@pytest.mark.parametrize("name", SOLVE)
def test_a_puzzle_is_solved_and_kept(on, browser, name):
    """It is judged, its time is told once; its address stays; opened again it says so."""
    context = browser.new_context(viewport=SIZES["desktop"], locale="en")
    page = on(address(name), DAY, context=context)
    assert "Tuesday, November 24, 2026" in page.locator("#day").inner_text()
    assert page.locator("#day [role=img]").get_attribute("aria-label") == "difficulty 2 of 5"
    assert page.locator("#end").is_hidden()
    SOLVE[name](page)
    page.locator("#end").wait_for()
    told = page.locator("#end").inner_text()
    assert "Puzzle of the day: solved" in told
    assert TIME.search(page.locator("#end-number").inner_text())
    assert "With help" not in told
    assert "1 day in a row." in told
    page.wait_for_timeout(500)  # moves are written into addresses a moment later
    assert page.url.endswith(address(name))
    page.keyboard.press("s")
    head, *rows, time, link = page.locator("dialog[open] textarea").input_value().split("\n")
    assert head == f"passatempo {DAY} {TITLES[name]} ★★"
    assert re.fullmatch(r"0:\d\d\.\d" if name == "minesweeper" else r"0:\d\d", time)
    assert (link, len(rows) > 0) == (page.url, True)
    assert set("".join(rows)) <= {"🟩"}
    assert page.locator("dialog[open] canvas").count() == 1
    page.close()
    again = on(address(name), NEXT, context=context)
    assert "You solved it in 0:" in again.locator("#day .done").inner_text()
    context.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SOLVE)
def test_a_puzzle_is_shown_with_its_question(on, name, language, size):
    """In the page's language, all of the board on the first screen, nothing wider than it."""
    page = on(address(name), DAY, language, size)
    assert page.locator("html").get_attribute("lang") == language
    usual = json.loads((WORDS / language / f"{name}.json").read_text(encoding="utf-8"))
    assert question(page) not in ("", usual.get(f"{name}.question"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator("#felt" if name == "machiavelli" else "#board").bounding_box()
    assert box["y"] + box["height"] <= SIZES[size]["height"]
    show_part(page, "moves")
    page.locator("#day p a").click()
    page.locator("main#daily").wait_for()
    page.locator(f"html[lang={language}][data-ready]").wait_for()


@pytest.mark.parametrize("name", SOLVE)
def test_help_is_told(on, name):
    """Whoever takes a hint has solved the puzzle with help."""
    page = on(address(name), DAY)
    page.keyboard.press("h")
    page.locator("#said p").first.wait_for()
    until(page, lambda: page.locator("#said").inner_text() not in ("", "Thinking..."))
    SOLVE[name](page)
    page.locator("#end").wait_for()
    assert "With help." in page.locator("#end").inner_text()
    page.keyboard.press("s")
    text = page.locator("dialog[open] textarea").input_value()
    assert "🟨" in text
    assert "with 1 hint\n" in text
    assert TIME.search(page.locator("#end-number").inner_text())


def test_a_puzzle_of_an_earlier_day_mends_no_streak(on):
    page = on(address("mnk"), NEXT)
    SOLVE["mnk"](page)
    page.locator("#end").wait_for()
    assert "no streak counts it" in page.locator("#end").inner_text()


@pytest.mark.parametrize(("days", "told"), [(1, "1 day in a row"), (2, "no streak counts it")])
def test_a_puzzle_over_midnight(on, days, told):
    """What was begun on its day may be solved on the next one, and not after it."""
    page = on(address("mnk"), DAY)
    page.clock.set_fixed_time(f"2026-11-{24 + days}T00:10:00")
    SOLVE["mnk"](page)
    page.locator("#end", has_text=told).wait_for()


def test_a_wrong_first_move_is_not_made(on):
    """And a cell that is taken is no answer; the right one is then played out against the app."""
    page = on(address("mnk"), DAY)
    row, column = puzzle("mnk")["solution"]["first"]
    board = "".join(puzzle("mnk")["instance"]["board"])
    right = (row - 1) * puzzle("mnk")["instance"]["n"] + column - 1
    wrong = next(at for at, mark in enumerate(board) if mark == "." and at != right)
    marks = page.locator("#board .x:not(.ghost), #board .o:not(.ghost)")
    before = marks.count()
    assert before == len(board) - board.count(".")
    cell(page, wrong).click()
    page.locator("#said", has_text="does not win in").wait_for()
    cell(page, board.index("X")).click()
    page.locator("#said", has_text="taken").wait_for()
    assert marks.count() == before
    cell(page, right).click()
    page.locator("#end").wait_for()
    until(page, lambda: marks.count() == before + 2)  # the app defends
    assert page.locator("#end").is_visible()
    page.keyboard.press("Control+z")
    until(page, lambda: marks.count() == before)
    page.keyboard.press("Control+z")  # what was given cannot be taken back
    page.wait_for_timeout(100)
    assert marks.count() == before


def test_given_cards_stay(on):
    page = on(address("cards"), DAY)
    row = row_of(page)
    (position, card), *_ = puzzle("cards")["instance"]["given"]
    assert row[position - 1] == card
    assert page.locator("#board .given[role=gridcell]").count() == len(puzzle("cards")["instance"]["given"])
    free = next(at for at in range(len(row)) if at + 1 not in [one for one, _ in puzzle("cards")["instance"]["given"]])
    cell(page, free).click()
    cell(page, position - 1).click()
    page.locator("#said", has_text="stays in its place").wait_for()
    assert row_of(page) == row
    assert sorted(row) == puzzle("cards")["instance"]["cards"]
    for hidden in ("#ways", "#distances", "#more"):
        assert page.locator(hidden).is_hidden()


def test_a_mine_can_be_taken_back(on):
    """A field that was lost is none that was solved; taken back it goes on, and counts as helped."""
    page = on(address("minesweeper"), DAY)
    field = "".join(puzzle("minesweeper")["solution"]["field"])
    cell(page, field.index("*")).click()
    page.locator("#end").wait_for()
    assert "solved" not in page.locator("#end").inner_text()
    page.keyboard.press("Control+z")
    SOLVE["minesweeper"](page)
    until(page, lambda: "With help" in page.locator("#end").inner_text())
    assert "1 of today's 5, 1 day in a row. Next: Five in a row, grade 2." in page.locator("#end").inner_text()
    assert page.locator("#day a.solved").get_attribute("data-name") == "minesweeper"
    page.keyboard.press("s")
    assert "\n🟥" in page.locator("dialog[open] textarea").input_value()
    page.keyboard.press("Escape")
    page.locator("#first[data-deed=next]").click()
    page.wait_for_url(f"**/{address('mnk')}")


@pytest.mark.parametrize("name", SOLVE)
def test_a_new_game_leaves_the_puzzle_and_undo_comes_back(on, name):
    """The question and the address are those of what is on the board."""
    page = on(address(name), DAY)
    asks = question(page)
    begin(page)
    page.locator("#day").wait_for(state="hidden")
    until(page, lambda: question(page) != asks)
    page.go_back()
    page.locator("#day").wait_for()
    until(page, lambda: question(page) == asks)
    assert page.url.endswith(address(name))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SOLVE)
def test_what_is_no_puzzle_is_told_above_a_game(on, name, language):
    """A day to come, one without puzzles, another pastime's name."""
    other = next(short for short in SHORT.values() if short != SHORT[name])
    said = []
    for fragment in (f"d.{NEXT}.{SHORT[name]}", f"d.2031-01-01.{SHORT[name]}", f"d.{DAY}.{other}"):
        page = on(f"{name}/#{fragment}", DAY, language)
        page.locator("#notice p").wait_for()
        said.append(page.locator("#notice").inner_text())
        assert page.locator("#day").is_hidden()
        page.close()
    assert len(set(said)) == 3
    assert NOTICE[language] in said[2]


@pytest.mark.parametrize("name", SOLVE)
def test_names_by_chance_are_puzzles_or_sentences(on, name):
    """Short names with signs exchanged: a puzzle, or a game below a sentence, within a second."""
    page = on(f"{name}/", DAY)
    random = Random(7, "days", name)
    for _ in range(40):
        text = list(f"d.{DAY}.{SHORT[name]}")
        for _ in range(1 + random.below(2)):
            text[random.below(len(text))] = random.choice("0123456789.-dmnopsc")
        page.evaluate("hash => { location.hash = hash; }", "".join(text))
        page.locator("#notice p, #day:not([hidden])").first.wait_for(timeout=2_000)


@pytest.mark.parametrize("name", SOLVE)
def test_without_a_net_it_is_told(browser, site, name):
    """A month that cannot be fetched is a sentence, and the address stays: with a net again the puzzle opens."""
    context = browser.new_context(service_workers="block", locale="en")
    context.clock.set_fixed_time(f"{DAY}T12:00:00")
    page = context.new_page()
    context.route("**/data/days/*", lambda route: route.abort())
    page.goto(site + address(name))
    page.locator("#notice", has_text="could not be loaded").wait_for()
    assert page.locator("#day").is_hidden()
    page.wait_for_timeout(1_000)  # longer than an address waits to be written
    assert page.url == site + address(name)
    context.unroute("**/data/days/*")
    page.reload()
    page.locator("#day").wait_for()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", SOLVE)
def test_no_rule_of_access_is_broken(on, axe, browser, name, scheme):
    context = browser.new_context(viewport=SIZES["phone"], color_scheme=scheme, locale="en")
    context.add_init_script(path=axe)
    page = on(address(name), DAY, context=context)
    assert violations(page) == []
    if name in ("mnk", "cards"):
        SOLVE[name](page)
        page.locator("#end").wait_for()
        assert violations(page) == []
    context.close()


@pytest.mark.parametrize("name", SOLVE)
def test_an_id_opens_its_puzzle(on, name):
    """As it stands on paper, in small letters too; one of a day to come is not told."""
    page = on(f"{name}/#p.{puzzle(name, '2026-11-21')['id'].lower()}", DAY)
    assert "Saturday, November 21, 2026" in page.locator("#day").inner_text()
    page.wait_for_url(f"**/{address(name, '2026-11-21')}")
    for unknown in (puzzle(name, NEXT)["id"], "OP1-TR5-000000-0"):
        page.evaluate("hash => { location.hash = hash; }", f"p.{unknown}")
        page.locator("#notice", has_text=unknown).wait_for()
        assert page.locator("#day").is_hidden()


LEFT = {
    "minesweeper": (lambda page: cell(page, "".join(puzzle("minesweeper")["solution"]["field"]).index("."))),
    "optimiza": (lambda page: cell(page, 7)),
    "cards": (lambda page: page.locator("#board [role=gridcell]:not(.given)").first),
    "machiavelli": (lambda page: page.locator("#felt .card[data-place='0']").first),
}


def looks(page):
    """Return what the board says of itself."""
    script = "all => all.map((one) => one.getAttribute('aria-label'))"
    return page.locator("#board [role=gridcell], #felt .card").evaluate_all(script)


@pytest.mark.parametrize("name", LEFT)
def test_what_was_left_goes_on(on, browser, name):
    """A puzzle that was begun is as it was, its help is not forgotten; solved, it begins anew."""
    context = browser.new_context(viewport=SIZES["desktop"], locale="en")
    page = on(address(name), DAY, context=context)
    fresh = looks(page)
    LEFT[name](page).click()
    if name == "cards":
        page.locator("#board [role=gridcell]:not(.given)").last.click()
    if name == "machiavelli":
        page.locator("#felt .slots .handle[data-place='-2']").click()
    until(page, lambda: looks(page) != fresh)
    page.keyboard.press("h")
    page.locator("#said p").first.wait_for()
    page.wait_for_timeout(600)
    begun = looks(page)
    page.locator("#day p a").click()  # whoever goes away keeps what there is
    page.locator("main#daily").wait_for()
    page.close()
    again = on(address(name), DAY, context=context)
    until(again, lambda: looks(again) == begun)
    if name != "optimiza":  # whose path begins elsewhere
        SOLVE[name](again)
        again.locator("#end", has_text="With help").wait_for()
        again.close()
        third = on(address(name), DAY, context=context)
        until(third, lambda: looks(third) == fresh)
    context.close()


@pytest.mark.parametrize("name", LEFT)
def test_what_was_kept_and_is_damaged_is_left_out(on, browser, name):
    """Numbers that are no moves, no path, no row, no table: the puzzle begins anew."""
    context = browser.new_context(viewport=SIZES["desktop"], locale="en")
    page = on(address(name), DAY, context=context)
    fresh = looks(page)
    script = """async ([name, date, state]) => {
        const { flag, int, list, text } = await import("../frame/link.mjs");
        const { store } = await import("../frame/storage.mjs");
        const state_ = list(int(0, 65535), 5000);
        const schema = { date: text(10), seconds: int(0, 86399), helped: flag, late: flag, state: state_ };
        return store.put(`game.day.${name}`, schema, { date, seconds: 5, helped: true, late: false, state });
    }"""
    random = Random(5, "days left", name)
    for bound in (4, 30, 60, 300, 65_536):
        state = [random.below(bound) for _ in range(1 + random.below(40))]
        assert page.evaluate(script, [name, DAY, state])
        other = on(address(name), DAY, context=context)
        other.locator("#day:not([hidden])").wait_for()
        if bound > 300:
            assert looks(other) == fresh
        other.close()
    context.close()


def test_a_page_in_a_frame_has_its_board_alone(on):
    """No header and no panel; the next puzzle is in the frame too, and what is shared leads to the whole page."""
    page = on(address("mnk").replace("#", "?embed#"), DAY)
    for hidden in ("header", "#panel"):
        assert page.locator(hidden).is_hidden()
    page.locator("[data-deed=more]").click()
    assert page.locator("menu [data-deed=open]").is_visible()
    assert page.locator("menu [data-deed=panel]").is_hidden()
    page.keyboard.press("Escape")
    SOLVE["mnk"](page)
    page.locator("#end").wait_for()
    page.keyboard.press("s")
    page.locator("dialog[open] input").last.wait_for()
    link, frame = [one.input_value() for one in page.locator("dialog[open] input").all()]
    assert link == page.url.replace("?embed", "")
    assert f'<iframe src="{page.url}"' in frame
    page.keyboard.press("Escape")
    page.locator("#first[data-deed=next]").click()
    page.wait_for_url(f"**/{address('minesweeper').replace('#', '?embed#')}")
    page.locator("html[data-ready]").wait_for()
    assert page.locator("header").is_hidden()
