"""What single pastimes add to their pages: editors, plays, steps, comparisons, by mouse and by keyboard.

Tests: cards/page.py, machiavelli/page.py, minesweeper/minefield.py, minesweeper/page/board.py,
minesweeper/page/play.py, mnk/page/board.py, mnk/page/play.py, optimiza/page.py
"""

import re

import pytest


def cell(page, row, column):
    """Find a cell of the board that is shown, by row and column from 1."""
    return page.locator(f'[data-at="{row - 1},{column - 1}"]:visible').first


def labelled(page, label):
    """Find what is shown and read aloud like this; a view that is hidden may have the same."""
    return page.locator(f'[aria-label="{label}"]:visible').first


def turn_to(page, name):
    """Show another view, and wait until it is there."""
    page.get_by_role("tab", name=name).click()
    page.get_by_role("tabpanel", name=name).wait_for()
    page.wait_for_function(
        "() => [...document.querySelectorAll('[role=tabpanel]')].filter((p) => p.offsetParent).length === 1"
    )


def address_holds(page):
    """Wait until the state stands in the address."""
    page.wait_for_function("() => location.search.startsWith('?s=')")
    page.wait_for_timeout(150)


# Machiavelli.


def test_a_table_is_tapped_and_a_hand_laid_step_by_step(visit, keep):
    page = visit("/machiavelli")
    page.get_by_label("Example", exact=True).select_option("stuck")
    page.get_by_label("take 7 of hearts away").wait_for()
    page.get_by_label("New group, 0 cards").click()
    for number, card in enumerate(("8 of hearts", "9 of hearts"), 1):
        page.get_by_role("gridcell", name=re.compile(f"^{card}, [12] left")).click()
        page.get_by_label(f"Group 5, {number} cards, chosen").wait_for()
    page.get_by_role("gridcell", name="take 7 of hearts away").click()
    page.get_by_role("gridcell", name="take 7 of hearts away").wait_for(state="hidden")
    page.get_by_label(re.compile("^Hand, 0 cards")).click()
    for number, card in enumerate(("7 of hearts", "queen of clubs"), 1):
        page.get_by_role("gridcell", name=re.compile(f"^{card}, [12] left")).click()
        page.get_by_label(f"Hand, {number} cards, chosen").wait_for()
    page.get_by_label("Ask", exact=True).select_option("lay")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator("pre", has_text="Lay 7H, keep QC").wait_for()
    page.get_by_role("button", name="next step").click()
    page.get_by_text(re.compile(r"^1\. lay 7H")).wait_for()
    page.get_by_text(re.compile("unseen cards would|No single card would")).wait_for()
    keep(page, "machiavelli-steps")


def test_a_card_is_laid_by_keyboard(visit):
    page = visit("/machiavelli")
    page.get_by_label("Example", exact=True).select_option("stuck")
    page.get_by_label("take 7 of hearts away").wait_for()
    page.get_by_role("gridcell", name="ace of spades, 2 left").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_role("gridcell", name="take 2 of hearts away").wait_for()
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == "2 of hearts, 1 left"


def test_a_card_that_is_used_up_cannot_be_laid_again(visit):
    page = visit("/machiavelli")
    page.get_by_label("Example", exact=True).select_option("stuck")
    page.get_by_label("take 7 of hearts away").wait_for()
    page.get_by_role("gridcell", name="ace of spades, 2 left").click()
    page.get_by_role("gridcell", name="ace of spades, 1 left").click()
    page.get_by_role("gridcell", name="ace of spades, 0 left").click()
    assert "AS occurs 3 times" in page.locator(".message.bad").inner_text()


# Cards.


def test_all_sequences_are_seen_by_slider_and_a_distance_is_chosen(visit, keep):
    page = visit("/cards")
    turn_to(page, "All solutions")
    page.get_by_text("Sequence 1 of 12").wait_for()  # the published instance has 12
    slider = page.get_by_label("Sequence", exact=True)
    slider.focus()
    page.keyboard.press("End")
    page.get_by_text("Sequence 12 of 12").wait_for()
    page.get_by_role("button", name="distance 3: 22 sequences").click()
    page.get_by_text("Sequence 1 of 22").wait_for()
    keep(page, "cards-solutions")


def test_encodings_are_compared_and_taken_away(visit, keep):
    page = visit("/cards")
    turn_to(page, "Encodings")
    page.get_by_role("cell", name="5,230").wait_for()  # the figure of the published text
    with page.expect_download() as download:
        page.get_by_role("button", name="published as DIMACS").click()
    assert "p cnf 70 5230" in download.value.path().read_text(encoding="utf-8")
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("row", name=re.compile("^exact yes")).wait_for()
    page.get_by_role("row", name=re.compile("^asp")).wait_for(timeout=60_000)
    keep(page, "cards-encodings")


def test_a_value_is_tapped_for_one_card_more_and_one_less(visit):
    page = visit("/cards")
    page.get_by_role("gridcell", name="value 4, 1 cards").click()
    page.get_by_role("gridcell", name="value 4, 2 cards").press("f")
    page.get_by_role("gridcell", name="value 4, 1 cards").wait_for()


# Optimiza.


@pytest.mark.parametrize(("size", "mode"), [("desktop", "light"), ("phone", "dark")])
def test_a_path_is_tapped_judged_undone_and_hinted(visit, keep, size, mode):
    page = visit("/optimiza", size, mode)
    turn_to(page, "Play")
    for place in ((2, 1), (2, 4), (2, 3)):
        cell(page, *place).click()
    page.get_by_text("3 points").wait_for()
    cell(page, 4, 1).click()
    page.get_by_text("illegal: move 3 to (4, 1) is not a straight move").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("legal: the score is 3").wait_for()
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("Go on to row").wait_for()
    assert page.get_by_role("row", name=re.compile("Z, the optimum 25")).count()  # the published optimum
    keep(page, f"optimiza-play-{size}-{mode}")
    address_holds(page)
    page.reload()
    page.get_by_text("3 points").wait_for()


def test_a_path_is_made_by_keyboard(visit):
    page = visit("/optimiza")
    turn_to(page, "Play")
    cell(page, 1, 1).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_text("1 points").wait_for()
    page.keyboard.press("End")
    page.keyboard.press(" ")
    page.get_by_text("2 points").wait_for()


def test_the_best_path_is_drawn_on_the_board_and_unrolled(visit):
    page = visit("/optimiza")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".answer .overlay path").first.wait_for(state="attached")
    page.get_by_text("Unrolled over copies").click()
    assert page.locator(".answer .disclosure svg").is_visible()


def test_two_numbers_change_places(visit):
    page = visit("/optimiza")
    cell(page, 1, 1).click()
    cell(page, 1, 2).click()
    page.get_by_label("row 1, column 1: 3").wait_for()
    page.get_by_label("row 1, column 2: 2").wait_for()


# Minesweeper.


@pytest.mark.parametrize(("size", "mode"), [("desktop", "light"), ("phone", "dark")])
def test_a_field_is_played_with_the_assistant(visit, keep, size, mode):
    page = visit("/minesweeper", size, mode)
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Start").click()
    page.get_by_text("Seed 7").wait_for()
    cell(page, 5, 5).click()
    page.get_by_label("Show safe cells and mines").check()
    safe = page.locator(".cell.safe")
    safe.first.wait_for()
    sure = page.locator(".cell.mine").first.get_attribute("data-at")
    page.get_by_role("radio", name="Why?").click()
    page.locator(f'[data-at="{sure}"]').first.click()
    page.get_by_text("it is a mine in every layout").wait_for()
    page.locator(".cell.because").first.wait_for()
    page.get_by_role("radio", name="Open").click()
    page.locator(f'[data-at="{sure}"]').first.press("f")
    page.get_by_text("Mines left: 9").wait_for()
    covered = page.locator(".cell.covered").count()
    safe.first.click()
    page.wait_for_function("(n) => document.querySelectorAll('.cell.covered').length < n", arg=covered)
    page.get_by_label("Show the chance of a mine").check()
    page.locator(".cell.chance").first.wait_for()
    keep(page, f"minesweeper-play-{size}-{mode}")
    address_holds(page)
    before = page.locator(".cell.covered").count()
    page.reload()
    page.locator(".cell.chance").first.wait_for()
    assert page.locator(".cell.covered").count() == before


def test_a_size_is_chosen_and_a_mine_ends_the_game(visit, keep):
    page = visit("/minesweeper")
    page.get_by_label("Size").select_option("expert")
    page.get_by_role("button", name="Start").click()
    cell(page, 16, 30).wait_for()
    page.get_by_label("Size").select_option("custom")
    for name, value in (("rows", "2"), ("columns", "2"), ("mines", "3")):
        page.get_by_label(name, exact=True).fill(value)
        page.get_by_label(name, exact=True).press("Tab")
    page.get_by_label("No mine around the first click").uncheck()
    page.get_by_role("button", name="Start").click()
    cell(page, 16, 30).wait_for(state="detached")
    cell(page, 1, 1).click()
    page.get_by_text("All 3 mines are found: won!").wait_for()  # the first cell is the only one without a mine
    page.get_by_label("mines", exact=True).fill("2")
    page.get_by_label("mines", exact=True).press("Tab")
    page.get_by_role("button", name="Start").click()
    page.get_by_text("Mines left: 2").wait_for()
    for row in (1, 2):
        for column in (1, 2):
            cell(page, row, column).click()
    page.get_by_text(": lost").wait_for()
    assert page.locator(".cell.blown").count() == 1


def test_the_safe_cells_of_the_assistant_never_lose(visit):
    page = visit("/minesweeper")
    page.get_by_label("Show safe cells and mines").check()
    cell(page, 5, 5).click()
    for _ in range(12):
        page.wait_for_timeout(250)
        safe = page.locator(".cell.safe")
        if not safe.count():
            break
        safe.first.click()
    assert page.get_by_text(": lost").count() == 0


def test_a_position_is_edited_and_analysed(visit):
    page = visit("/minesweeper")
    turn_to(page, "Solve")
    page.get_by_role("radio", name="number 2").click()
    cell(page, 1, 2).click()
    page.get_by_label("row 1, column 2: 2").wait_for()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".answer .verdict.impossible").wait_for()  # 0 2 # 1 #: no two mines lie next to the 2


# m, n, k.


def two_people(page):
    page.get_by_label("O is played by").select_option("person")


@pytest.mark.parametrize(("size", "mode"), [("desktop", "light"), ("phone", "dark")])
def test_a_game_between_two_people_is_won_and_undone(visit, keep, size, mode):
    page = visit("/mnk", size, mode)
    two_people(page)
    for move in ((2, 2), (1, 1), (1, 3), (2, 1)):
        cell(page, *move).click()
        cell(page, *move).locator(".mark").wait_for()
        page.wait_for_timeout(150)
    labelled(page, "a3, empty, X O could complete a line").wait_for()
    keep(page, f"mnk-play-{size}-{mode}")
    cell(page, 3, 1).click()
    page.get_by_text("X has won.").wait_for()
    assert page.locator(".cell.won").count() == 3
    address_holds(page)
    page.reload()
    page.get_by_text("X has won.").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("X to move.").wait_for()


def test_a_method_answers_and_what_is_proved_is_said(visit):
    page = visit("/mnk")
    cell(page, 2, 2).focus()
    page.keyboard.press("Enter")
    page.locator(".mark2").wait_for()
    page.get_by_text("X to move.").wait_for()
    page.get_by_text("proved: X draws").wait_for()  # noughts and crosses is a draw
    page.get_by_role("button", name="Hint").click()
    page.locator(".cell.hint").wait_for()


def test_marks_fall_where_that_is_the_rule(visit):
    page = visit("/mnk")
    two_people(page)
    page.get_by_label("Size").select_option("6,7,4")
    page.get_by_text("Other rules").click()
    page.get_by_label("marks fall").check()
    page.get_by_role("button", name="Start").click()
    cell(page, 6, 7).wait_for()
    cell(page, 1, 3).click()
    labelled(page, "c6, X").wait_for()


def test_a_record_is_read_and_written(visit):
    page = visit("/mnk")
    turn_to(page, "Solve")
    page.get_by_text("Text, file or JSON").click()
    page.get_by_label("Any format that the command line reads").fill("m: 3\nn: 3\nk: 3\n1. b2 a1 2. c3")
    page.get_by_role("button", name="Read", exact=True).click()
    labelled(page, "c3, X").wait_for()
    page.get_by_text("More files").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Instance as sgf").click()
    assert ";B[" in download.value.path().read_text(encoding="utf-8")


def test_a_position_that_cannot_occur_is_told(visit):
    page = visit("/mnk")
    turn_to(page, "Solve")
    cell(page, 1, 1).click()
    labelled(page, "a1, X").wait_for()
    cell(page, 1, 2).click()
    assert "stone counts 2 and 0" in page.locator(".message.bad").inner_text()
