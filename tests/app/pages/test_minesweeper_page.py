"""Minesweeper to its end: boards that are entered, reasons step by step, sizes, records, fingers, sheets."""

import re

import pytest

from app.conftest import LANGUAGES, SIZES
from app.modules import module
from app.screen import begin, copied, paste_text, show_part, solve_mine
from app.waiting import until
from passatempo.core.interface import Interface
from passatempo.minesweeper import _kernel, read
from passatempo.minesweeper.exact.methods import board_record, kernel_board
from passatempo.minesweeper.game.play import ask_kernel, lay_mines
from passatempo.minesweeper.game.rules import GameRules
from passatempo.minesweeper.model import is_covered, steps_by_variant
from passatempo.minesweeper.policies import POLICIES
from passatempo.minesweeper.reasons import contradiction

SAFE, SURE = (2, 6), (3, 7)  # marks
FLAG, NUMBERS = 254, 36  # codes of cells: a flag, and the least that is no number
CONTRADICTION = "##1\n212\n"
UNSETTLED = "1#######/###1####/##12#3#3/2#######/2#######/######1#/#2###2##/##11#1#1/mines: 14".replace("/", "\n")


def cell(page, at):
    return page.locator(f"[data-cell='{at}']")


def shown(page):
    script = "cells => cells.map((one) => one.classList.contains('flag') ? '⚑' : one.textContent)"
    return page.locator("#board [role=gridcell]").evaluate_all(script)


def placed(page):
    """Return number, text and classes of each cell that stands on the page: of a large board those that are seen."""
    found = "cells => cells.map((one) => [Number(one.dataset.cell), one.textContent, one.className])"
    return page.locator("[data-cell]").evaluate_all(found)


def solving(visit, *asked, **settings):
    """Open the page, and its second mode."""
    page = visit(*asked, **settings)
    solve_mine(page)
    page.locator("#said", has_text=re.compile("cert|segur|sicur")).wait_for()
    return page


def signs(board):
    """Return what the page shows of a board that has layouts: chances only beside an open square."""
    native = _kernel.survey(kernel_board(board), True, 60.0, 2**64 - 1, None)
    marks, chances = native.marks, memoryview(native.chances).cast("d")
    surface = GameRules(board.rows, board.columns, 1, "opening", "square", False).surface

    def sign(at, code):
        if not is_covered(code):
            return {0: "", 253: "?"}.get(code, str(code))
        if code == FLAG:
            return "⚑"
        if marks[at] in SAFE:
            return "✓"
        if marks[at] in SURE:
            return "!"
        is_beside = any(board.cells[other] < NUMBERS for other in surface.neighbours(at))
        return str(int(chances[at] * 100 + 0.5)) if is_beside else ""

    return [sign(at, code) for at, code in enumerate(board.cells)]


def until_shown(page, wanted):
    """Wait until the board shows what is wanted."""
    until(page, lambda: shown(page) == wanted)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_is_entered_and_answered(visit, language, size):
    """The example is answered as the package answers it; so is every change, by mouse, by keys, and taken back."""
    page = solving(visit, language, size)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#said p").count() >= 1
    page.mouse.move(2, 2)
    text = copied(page)
    until_shown(page, signs(read(text)))
    cell(page, 80).click()  # 0 becomes 1
    assert copied(page) != text
    page.keyboard.press("Control+z")
    until_shown(page, signs(read(text)))
    cell(page, 0).focus()
    page.keyboard.press("f")
    flagged = copied(page)
    assert flagged == "F" + text[1:]
    until_shown(page, signs(read(flagged)))
    cell(page, 0).focus()
    page.keyboard.press("#")
    assert copied(page) == text
    cell(page, 0).focus()
    for key in "123":
        page.keyboard.press(key)
    assert copied(page).startswith("123")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_contradiction_shows_its_numbers(visit, language):
    """The numbers of the minimal set that Python finds are ringed, and named in a sentence."""
    page = solving(visit, language)
    for name, size in (("rows", 2), ("columns", 3)):
        page.locator(f"[data-setup={name}]").fill(str(size))
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.type(CONTRADICTION.replace("\n", ""))
    page.locator("#board .ring").first.wait_for()
    board = read(CONTRADICTION)
    _, places = contradiction(board)
    wanted = {str((row - 1) * board.columns + column - 1) for row, column in places}
    assert {one.get_attribute("data-cell") for one in page.locator("#board .ring").all()} == wanted
    assert {one.get_attribute("data-names") for one in page.locator("#said [data-names]").all()} == wanted
    page.locator("#said [data-names]").first.click()
    assert page.evaluate("document.activeElement.dataset.cell") in wanted


def test_the_chosen_policy_hints(visit):
    """All rows of the table can be chosen, the strongest at first; three of them open three different squares."""
    page = solving(visit)
    show_part(page, "options")
    rows = page.locator("#policy option").all_text_contents()
    assert (rows, page.locator("#policy").input_value()) == ([*POLICIES], rows[-1])
    paste_text(page, UNSETTLED)
    board = read(UNSETTLED)
    until_shown(page, signs(board))
    found = {
        name: Interface.of("minesweeper")
        .ask("guess", board=board_record(board), policy=[*row.settings().values()])
        .reply["cell"]
        for name, row in POLICIES.items()
    }
    assert len(set(found.values())) == len(found)
    for name, at in found.items():
        page.locator("#policy").select_option(name)
        cell(page, 0).focus()
        page.keyboard.press("h")
        page.locator(f".ring[data-cell='{at}']").wait_for()


def test_a_text_that_is_no_board_is_told_by_its_place(visit):
    """Line and column; the board stays; a good text is answered, and its link shows it elsewhere."""
    page = solving(visit)
    before = copied(page)
    paste_text(page, "#1\n#x")
    page.locator("#notice", has_text="line 2, column 2").wait_for()
    assert copied(page) == before
    text = "######\n012210\n000000\nmines: 2\n"
    paste_text(page, text)
    until_shown(page, signs(read(text)))
    link = page.evaluate("location.hash")
    other = visit(page=f"minesweeper/{link}")
    until_shown(other, signs(read(text)))
    assert copied(other) == text
    other.locator("#third[data-deed=setup]").click()
    other.locator("#board [data-cell='80']").wait_for()
    other.go_back()
    until_shown(other, signs(read(text)))


@pytest.mark.parametrize("fragment", ["bv1", "bv1AAAA", "bnothing", "bv1" + "A" * 9_000])
def test_a_damaged_board_is_told_above_a_game(visit, fragment):
    page = visit(page=f"minesweeper/#{fragment}")
    page.locator("#notice", has_text="damaged").wait_for()
    cell(page, 40).click()
    page.locator("[data-cell='40'].open").wait_for()


def test_reasons_step_by_step(visit):
    """A reason of several steps: one at a time, forward and back by keys; what a step uses is ringed."""
    page = solving(visit)
    board = read(copied(page))
    sides = {
        "rows": board.rows,
        "columns": board.columns,
        "near": steps_by_variant()[0],
        "cells": board.cells,
        "mines": board.mines,
    }
    told = {
        at: module("minesweeper").ask("explain", board=sides, cell=at)
        for at in range(81)
        if is_covered(board.cells[at])
    }
    at, why = max(told.items(), key=lambda one: len(one[1]["steps"]))
    cell(page, at).focus()
    page.keyboard.press("w")
    where = page.locator("#said .steps")
    where.wait_for()
    count = len(why["steps"])
    assert count >= 2
    said = []
    for step in range(1, count + 1):
        until(page, lambda step=step: re.findall(r"\d+", where.inner_text()) == [str(step), str(count)])
        named = {one.get_attribute("data-names") for one in page.locator("#said span [data-names]").all()}
        ringed = page.locator("#board .ring, #board .reason, #board .settled").all()
        assert named <= {one.get_attribute("data-cell") for one in ringed}
        assert page.locator("#said p").count() == 3
        said.append(page.locator("#said p").nth(1).inner_text())
        page.locator("[data-step=forward]").press("Enter")
    assert len(set(said)) == count
    until(page, lambda: page.evaluate("document.activeElement.dataset.step") == "forward")
    page.locator("[data-step=back]").click()
    until(page, lambda: page.locator("#said p").nth(1).inner_text() == said[-2])
    assert page.evaluate("document.activeElement.dataset.step") == "back"


@pytest.mark.parametrize(("rows", "columns", "mines", "seed"), [(16, 30, 99, 4711), (9, 9, 10, 7), (100, 100, 1500, 3)])
def test_a_seed_is_the_field_of_the_package(visit, rows, columns, mines, seed):
    """The short name `16x30/99 #4711` and a first click: every number that is seen is one of the package's field."""
    page = visit(page=f"minesweeper/#i.ms.{rows}x{columns}x{mines}.{seed}")
    rules = GameRules(rows, columns, mines, "opening", "square", False)
    first = rows // 2 * columns + columns // 2 if rows < 100 else 10 * columns + 15  # which is seen without scrolling
    mine = lay_mines(rules, seed, first)
    cell(page, first).click()
    page.locator(f"[data-cell='{first}'].open").wait_for()
    near = [rules.surface.neighbours(at) for at in range(rules.size)]
    opened = 0
    for at, text, classes in placed(page):
        if "open" in classes.split():
            assert text == (str(sum(mine[other] for other in near[at])) if any(mine[o] for o in near[at]) else "")
            opened += 1
    assert opened >= 9
    page.keyboard.press("s")
    page.locator("dialog[open] input").first.wait_for()
    assert any(
        f"minesweeper {rows}x{columns}/{mines} #{seed}" == one.input_value()
        for one in page.locator("dialog[open] input").all()
    )


def test_a_game_is_counted_once_and_only_unhelped(visit):
    """A field of the package is won by its own solution: a record; the same with a hint: none."""
    page = visit(page="minesweeper/#i.ms.9x9x10.7")
    for helped in (False, True):
        if helped:
            begin(page)
            page.locator("#board .open").first.wait_for(state="detached")
            show_part(page, "options").locator("#assistant").select_option("safe")
        mine = win(page)
        page.locator("#end").wait_for()
        least = ask_kernel("least_clicks", GameRules(9, 9, 10, "opening", "square", False), mine=mine)["clicks"]
        assert f"where {least} were needed" in page.locator("#end-lines").inner_text()
        assert page.locator("#figures").inner_text().startswith("0")
        page.locator("[data-deed=more]").click()
        page.locator("menu [data-deed=statistics]").click()
        row = page.locator("dialog[open] tbody tr").first.locator("td").all_inner_texts()
        assert row[0] == "1", helped
        assert row[1].startswith("1")
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")


def win(page):
    """Open the safe cells of the field that the link tells, as the package lays it; return where its mines are."""
    first = 40
    cell(page, first).click()
    page.locator(f"[data-cell='{first}'].open").wait_for()
    seed = seed_of(page)
    mine = lay_mines(GameRules(9, 9, 10, "opening", "square", False), seed, first)
    for at in range(81):
        if not mine[at] and "open" not in (cell(page, at).get_attribute("class") or "").split():
            cell(page, at).click()
            page.locator(f"[data-cell='{at}'].open").wait_for()
    return mine


def seed_of(page):
    """Return the seed that the short name of the game tells."""
    page.keyboard.press("s")
    short = page.locator("dialog[open] input").first.input_value()
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    return int(short.rpartition(".")[2])


def test_a_loss_tells_what_was_risked(visit):
    """The chance of the cell that was opened, and the safest one, which is ringed; undo goes on, without a record."""
    page = visit(page="minesweeper/#i.ms.9x9x10.7")
    cell(page, 40).click()
    page.locator("[data-cell='40'].open").wait_for()
    mine = lay_mines(GameRules(9, 9, 10, "opening", "square", False), 7, 40)
    board = read("\n".join("".join(rows_of(page)[row * 9 : row * 9 + 9]) for row in range(9)), mines=10)
    native = _kernel.survey(kernel_board(board), True, 60.0, 2**64 - 1, None)
    chances = memoryview(native.chances).cast("d")
    risky = [at for at in range(81) if mine[at] and 0 < chances[at] < 1]
    at = risky[0]
    cell(page, at).click()
    page.locator(".hit").wait_for()
    page.locator("#end").wait_for()
    assert f"{round(chances[at] * 100, 1):g}%" in page.locator("#end-title").inner_text()
    assert page.locator("#board .ring").count() == 1
    assert chances[int(page.locator("#board .ring").get_attribute("data-cell"))] == min(
        chances[other] for other in range(81) if is_covered(board.cells[other])
    )
    show_part(page, "analysis").locator("[data-deed=analyse]").click()
    page.locator("#said", has_text="Avoidable risk").wait_for()
    page.locator("#third[data-deed=setup]").click()
    page.locator(".hit").wait_for()
    page.locator("#second[data-deed=undo]").click()
    page.locator(f"[data-cell='{at}'].covered").wait_for()


def rows_of(page):
    """Return the signs of the cells, covered ones as #."""
    found = page.locator("#board [role=gridcell]").evaluate_all(
        "cells => cells.map((c) => [c.textContent, c.className])"
    )
    return ["#" if "covered" in classes.split() else text or "0" for text, classes in found]


def tapped_twice(page, at):
    """Tap a cell twice, and tell whether that was one double tap: a busy machine may be too late for it."""
    page.evaluate(
        "() => { window.lifts = []; addEventListener('pointerup', () => lifts.push(performance.now()), true); }"
    )
    cell(page, at).tap()
    cell(page, at).tap()
    return page.evaluate("() => lifts.at(-1) - lifts[0] < 300")


def test_fingers_flag_move_and_open_around(visit):
    """On a phone: *Flag* flags, a single tap on a number does nothing, two taps open around."""
    page = visit("en", "phone", page="minesweeper/#i.ms.9x9x10.7", has_touch=True, is_mobile=True)
    cell(page, 40).tap()
    page.locator("[data-cell='40'].open").wait_for()
    mine = lay_mines(GameRules(9, 9, 10, "opening", "square", False), 7, 40)
    surface = GameRules(9, 9, 10, "opening", "square", False).surface
    signs = rows_of(page)
    at = next(  # a number whose mines are known, with other cells around it to open
        at
        for at, sign in enumerate(signs)
        if sign not in "#0" and any(signs[o] == "#" and not mine[o] for o in surface.neighbours(at))
    )
    flags = page.locator("#third[data-deed=flag]")
    flags.tap()
    page.locator("#third[aria-pressed=true]").wait_for()
    for other in surface.neighbours(at):
        if mine[other]:
            cell(page, other).tap()
            page.locator(f"[data-cell='{other}'].flag").wait_for()
    flags.tap()
    page.locator("#third[aria-pressed=false]").wait_for()
    before = page.locator("#board .open").count()
    page.wait_for_timeout(400)
    cell(page, at).tap()
    page.wait_for_timeout(400)
    assert page.locator("#board .open").count() == before
    until(page, lambda: tapped_twice(page, at))
    for other in surface.neighbours(at):
        if not mine[other]:
            page.locator(f"[data-cell='{other}'].open").wait_for()


def test_a_finger_enlarges_small_squares_first(visit):
    """One that is smaller than a finger: the first tap zooms to it, the second opens it."""
    page = visit("en", "phone", page="minesweeper/#i.ms.100x100x1500.3", has_touch=True, is_mobile=True)
    middle = 50 * 100 + 50
    assert cell(page, middle).bounding_box()["width"] < 24
    cell(page, middle).tap()
    until(page, lambda: cell(page, middle).bounding_box()["width"] >= 24)
    assert page.locator("#board .open").count() == 0
    cell(page, middle).tap()
    page.locator(f"[data-cell='{middle}'].open").wait_for()


def test_a_size_of_ones_own(visit):
    """More than one free cell is needed: the field says so; then the game is played."""
    page = visit()
    show_part(page, "options")
    for name, value in (("rows", "12"), ("columns", "20"), ("mines", "240")):
        page.fill(f"#own-{name}", value)
    page.locator("#own-begin").click()
    assert page.locator("#own-mines[aria-invalid=true]").count() == 1
    page.fill("#own-mines", "30")
    page.locator("#own-begin").click()
    page.locator("[data-cell='239']").wait_for()
    cell(page, 100).click()
    page.locator("[data-cell='100'].open").wait_for()


def test_the_assistant_tells_a_chance_once(visit):
    """Beside an open square each covered one has its number; all others have one, which a sentence says."""
    page = visit(page="minesweeper/#i.ms.9x9x10.7")
    cell(page, 40).click()
    page.locator("[data-cell='40'].open").wait_for()
    board = read("\n".join("".join(rows_of(page)[row * 9 : row * 9 + 9]) for row in range(9)), mines=10)
    page.locator("#third[data-deed=chances]").click()
    until_shown(page, signs(board))
    native = _kernel.survey(kernel_board(board), True, 60.0, 2**64 - 1, None)
    chances = list(memoryview(native.chances).cast("d"))
    elsewhere = next(at for at, sign in enumerate(signs(board)) if sign == "" and is_covered(board.cells[at]))
    page.locator("#said", has_text=f"elsewhere {round(chances[elsewhere] * 100, 1):g}%").wait_for()
    at = next(at for at, sign in enumerate(signs(board)) if sign.isdigit() and is_covered(board.cells[at]))
    cell(page, at).hover()
    alike = [other for other, sign in enumerate(signs(board)) if sign.isdigit() and chances[other] == chances[at]]
    until(page, lambda: page.locator("#board .same").count() == len(alike))


@pytest.mark.parametrize("each", [1, 2, 4, 6])
def test_sheets(visit, each):
    """So many puzzles on one sheet, answers on the last; nothing of the page, and grey only."""
    page = visit()
    page.evaluate("window.print = () => {}")
    page.keyboard.press("p")
    page.select_option("#sheet-each", str(each))
    page.locator("#sheet-fresh").click()
    page.locator("#sheets").wait_for(state="attached")
    assert page.locator(".sheet").count() == 2
    assert page.locator(".sheet:first-child figure").count() == page.locator(".answers figure").count() == each
    assert page.locator(".answers td", has_text="○").count() > 0
    assert page.locator(".sheet:first-child td", has_text="○").count() == 0
    page.emulate_media(media="print")
    assert page.locator("main").is_hidden()
    script = (
        "nodes => [...new Set(nodes.flatMap((n) => [getComputedStyle(n).color, getComputedStyle(n).backgroundColor]))]"
    )
    for colour in page.locator("#sheets *").evaluate_all(script):
        red, green, blue = re.findall(r"\d+", colour)[:3]
        assert red == green == blue, colour
    made = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", made)) == 2
