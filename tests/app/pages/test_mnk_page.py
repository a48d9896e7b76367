"""The page of Five in a row in a browser: played, helped, judged, read and written, in three languages."""

import re

import pytest

from app.conftest import LANGUAGES, SIZES
from app.days import DAY, address, puzzle
from app.screen import paste_text, show_part
from app.waiting import until

PAGE = "mnk/"
MIDDLE = 38  # the lowest cell of the middle column, of 6 x 7
CELLS = {"four": 42, "three": 9, "board": 36, "five": 225, "exactly": 225, "torus": 49, "misere": 16}
WINDOWS = {**SIZES, "low": {"width": 844, "height": 390}, "tablet": {"width": 768, "height": 1024}}


def cell(page, at):
    return page.locator(f"[data-cell='{at}']")


def stones(page):
    return page.locator("#board .x:not(.ghost), #board .o:not(.ghost)")


def until_stones(page, count):
    """Wait until so many marks are on the board."""
    until(page, lambda: stones(page).count() == count)


def until_my_turn(page, count):
    """Wait for so many marks, or for the end of the game."""
    until(page, lambda: stones(page).count() >= count or page.locator("#end:not([hidden])").count())


def choose(page, game, **selects):
    """Begin a game in the dialog: its board, and what is chosen beside it (rival, side, control)."""
    if page.locator("#end:not([hidden])").count():
        page.locator("#what").click()
    else:
        page.locator("#what[data-deed=renew]").click()
    for name, value in selects.items():
        page.select_option(f"#{name}", value)
    page.locator(f"[data-level={game}]").click()
    until(page, lambda: page.locator("#board [role=gridcell]").count() == CELLS[game])
    page.wait_for_timeout(50)


def play(page, cells):
    """Make the moves of two people."""
    before = stones(page).count()
    for count, at in enumerate(cells, before + 1):
        cell(page, at).click()
        until_stones(page, count)


def do_hint(page):
    """Take a hint, and do it; return what was said."""
    page.locator("#first[data-deed=hint]").click()
    page.locator("#first[data-deed=do].filled").wait_for()
    told = page.locator("#said").inner_text()
    before = stones(page).count()
    page.locator("#first").click()
    until_my_turn(page, before + 2)
    return told


def option(page, part):
    """Open a part of the panel."""
    page.locator(f"#tab-{part}").click()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_four_in_a_row_is_played_to_its_end_by_hints(visit, language, size):
    """The first screen shows a move; a game against Teo is won, or at least ended, by hints that are done."""
    page = visit(language, size, PAGE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(f"#board .ring[data-cell='{MIDDLE}']").wait_for()  # the example
    assert page.locator("#said p").count() == 2
    for _ in range(21):
        do_hint(page)
        if page.locator("#end:not([hidden])").count():
            break
    assert page.locator("#end-title").inner_text() != ""
    assert page.locator("#end-number").inner_text() == str(stones(page).count())
    assert page.evaluate("document.activeElement.id") == "first"
    count = stones(page).count()
    page.locator("#board [role=gridcell]").first.click()
    page.wait_for_timeout(200)
    assert stones(page).count() == count


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("game", ["four", "five"])
def test_all_of_the_board_is_seen(visit, game, window):
    """Without scrolling, and when the window is turned."""
    page = visit(page=PAGE)
    choose(page, game, rival="0")
    for size in (WINDOWS[window], {"width": WINDOWS[window]["height"], "height": WINDOWS[window]["width"]}):
        page.set_viewport_size(size)
        page.wait_for_timeout(100)
        stage = page.locator(".stage").bounding_box()
        for at in (0, CELLS[game] - 1):
            box = cell(page, at).bounding_box()
            assert box["x"] >= stage["x"]
            assert box["y"] >= stage["y"]
            assert box["x"] + box["width"] <= stage["x"] + stage["width"]
            assert box["y"] + box["height"] <= stage["y"] + stage["height"]
        assert cell(page, 0).bounding_box()["width"] >= 21


def test_marks_fall_and_the_app_answers(visit):
    """A click high in a column lands at its foot, and the rival's move is said; undo takes back both."""
    page = visit(page=PAGE)
    cell(page, 3).click()
    page.locator(f"[data-cell='{MIDDLE}'].x").wait_for()
    until_stones(page, 2)
    page.locator("#said", has_text=re.compile(r"Teo plays [a-g][1-6]\. Your turn\.")).wait_for()
    assert page.locator("#board.named").count() == 1
    page.keyboard.press("Control+z")
    until_stones(page, 0)
    page.keyboard.press("Control+Shift+Z")
    until_stones(page, 2)


def test_two_persons_win_by_a_line(visit):
    """Noughts and crosses by the mouse: the line is shown, the end says who has won, nothing more can be played."""
    page = visit(page=PAGE)
    choose(page, "three", rival="0")
    play(page, (4, 0, 2, 1, 6))
    assert page.locator("#board .won").count() == 3
    page.locator("#end-title", has_text="× has won").wait_for()
    page.keyboard.press("Control+z")
    until_stones(page, 4)
    assert page.locator("#end").is_hidden()


@pytest.mark.parametrize("game", ["three", "board", "five", "exactly", "torus", "misere"])
def test_every_game_is_answered(visit, game):
    """Each game that the page offers begins, and Zoe answers a move in it."""
    page = visit(page=PAGE)
    choose(page, game, rival="5")
    page.locator("#board [role=gridcell]").nth(5).click()
    until_stones(page, 2)


def test_the_last_choice_is_remembered(visit, browser):
    """Board, rival and side, in the next visit; the app begins where the visitor plays O."""
    context = browser.new_context()
    page = visit(page=PAGE, context=context)
    choose(page, "board", rival="1", side="2")
    until_stones(page, 1)
    page.close()
    page = visit(page=PAGE, context=context)
    until(page, lambda: page.locator("#board [role=gridcell]").count() == CELLS["board"])
    page.locator("#what").click()
    assert page.input_value("#rival") == "1"
    assert page.input_value("#side") == "2"
    assert page.evaluate("document.activeElement.dataset.level") == "board"
    page.keyboard.press("Escape")
    context.close()


def test_again_and_a_new_game_that_is_taken_back(visit):
    page = visit(page=PAGE)
    choose(page, "three", rival="0")
    play(page, (4, 0, 2, 1, 6))
    page.locator("#first[data-deed=renew]").click()
    until_stones(page, 0)
    page.keyboard.press("Control+z")
    until_stones(page, 5)
    page.locator("#end").wait_for()


def test_a_loss_can_be_taken_back(visit):
    page = visit(page=PAGE)
    choose(page, "three", rival="5")
    for at in (1, 3, 7, 5, 0, 2, 4, 6, 8):
        if page.locator("#end:not([hidden])").count():
            break
        before = stones(page).count()
        if "empty" in cell(page, at).get_attribute("aria-label"):
            cell(page, at).click()
            until_my_turn(page, before + 2)
    page.locator("#end-title", has_text="Zoe has won").wait_for()
    before = stones(page).count()
    page.locator("#second[data-deed=undo]").click()
    until_stones(page, before - 2)
    assert page.locator("#end").is_hidden()


SLOW = """const Quick = Worker;
globalThis.Worker = class extends Quick {
    addEventListener(kind, listener) {
        super.addEventListener(kind, kind === "message" ? (event) => setTimeout(() => listener(event), 400) : listener);
    }
};"""


def test_a_press_waits_until_the_rival_has_moved(visit, browser):
    """It is marked, and played if it can be; what can no longer be played is refused in words."""
    context = browser.new_context()
    context.add_init_script(SLOW)
    page = visit(page=PAGE, context=context)
    choose(page, "three", rival="5")
    cell(page, 8).click()
    until_stones(page, 1)
    cell(page, 8).click()
    page.locator("#said", has_text="taken").wait_for()
    cell(page, 4).click()
    page.locator("[data-cell='4'].waiting").wait_for()
    page.locator("#said", has_text="b2 waits until Zoe has moved.").wait_for()
    page.locator("#said", has_text="b2 can no longer be played.").wait_for()  # Zoe has taken it
    assert stones(page).count() == 2
    choose(page, "five", rival="5")
    cell(page, 112).click()
    until_stones(page, 1)
    cell(page, 0).click()
    page.locator("[data-cell='0'].waiting").wait_for()
    until_stones(page, 4)
    assert "×" in cell(page, 0).get_attribute("aria-label")
    context.close()


def test_a_typed_name_moves_the_cursor(visit):
    """Letters that begin a name are no keys of the page while the board has the focus."""
    page = visit(page=PAGE)
    choose(page, "five", rival="0")
    cell(page, 0).focus()
    for key in "h12":
        page.keyboard.press(key)
    page.locator("#said", has_text="h12: Enter plays it.").wait_for()
    at = 11 * 15 + 7
    assert page.evaluate("Number(document.activeElement.dataset.cell)") == at
    page.keyboard.press("Enter")
    page.locator(f"[data-cell='{at}'].x:not(.ghost)").wait_for()


def test_the_same_position_says_the_same_number(visit):
    """At every load, whatever was thought about before, with its depth; Enter on the board plays the hint."""
    page = visit(page=PAGE)
    choose(page, "five", rival="0")
    play(page, (112, 113, 98, 127, 96))
    until(page, lambda: "#v2" in page.evaluate("location.hash"))
    page.wait_for_timeout(600)
    link = page.evaluate("location.hash")
    told = set()
    for before in (0, 0, 2):
        other = visit(page=PAGE + link)
        for _ in range(before):
            other.keyboard.press(",")
            other.wait_for_timeout(100)
            other.locator("#first[data-deed=hint]").click()
            other.locator("#first[data-deed=do]").wait_for()
        for _ in range(before):
            other.keyboard.press(".")
            other.wait_for_timeout(100)
        other.locator("#first[data-deed=hint]").click()
        other.locator("#first[data-deed=do]").wait_for()
        told.add(other.locator("#said").inner_text())
    assert len(told) == 1
    assert re.search(r"depth \d+: \d+%", told.pop())
    other.keyboard.press("Enter")
    until_stones(other, 6)


def test_evaluation_and_proof(visit):
    """The bar, the line as numbered ghosts, and a proof where there is one; nothing of it unasked."""
    page = visit(page=PAGE)
    choose(page, "three", rival="0")
    play(page, (4,))
    option(page, "analysis")
    assert page.locator("#bar").is_hidden()
    page.keyboard.press("e")
    page.locator("#bar").wait_for()
    page.locator("#verdict", has_text="Proved: a draw").wait_for()
    page.locator("#said", has_text="Proved: a draw").wait_for()
    page.locator("#board .ghost").first.wait_for()
    cell(page, 1).click()  # loses
    page.locator("#verdict", has_text=re.compile("Proved: × wins")).wait_for()


def test_why_shows_the_line_and_the_threat(visit):
    page = visit(page=PAGE)
    choose(page, "three", rival="0")
    play(page, (4, 0, 2))
    page.keyboard.press("w")
    page.locator("#said", has_text="threatens to complete a row").wait_for()
    named = {one.get_attribute("data-names") for one in page.locator("#said [data-names]").all()}
    assert "6" in named
    assert page.locator("#board .ghost").count() >= 1
    page.keyboard.press("h")
    page.locator("#said", has_text="must be taken").wait_for()
    assert page.locator("#board .ring").get_attribute("data-cell") == "6"


def test_threats_are_shown_until_they_are_not_wanted(visit):
    page = visit(page=PAGE)
    choose(page, "three", rival="0")
    play(page, (4, 0, 2))
    page.keyboard.press("t")
    page.locator("[data-cell='6'].threat.other").wait_for()
    assert page.locator("#third").get_attribute("aria-pressed") == "true"
    page.locator("#third[data-deed=threats]").click()
    until(page, lambda: page.locator("#board .threat").count() == 0)


def test_a_game_is_judged(visit):
    """A lost game of 3 x 3: the losing move is named, with a better one; the graph is drawn, moves stepped through."""
    page = visit(page=PAGE)
    choose(page, "three", rival="0")
    play(page, (4, 1, 0, 8, 6, 3, 2))
    page.locator("#second[data-deed=analyse]").click()
    page.locator("#progress", has_text="Move 2, b1, lost the game").wait_for()
    assert page.locator("#graph polyline").count() == 1
    option(page, "moves")
    moves = page.locator("#panel-list button")
    assert moves.filter(has_text="loses; better").count() >= 1
    page.locator("[data-to=first]").click()
    until_stones(page, 0)
    page.keyboard.press(".")
    until_stones(page, 1)
    moves.nth(2).click()
    until_stones(page, 3)
    until(page, lambda: page.evaluate("document.activeElement.getAttribute('aria-current')") == "step")
    page.keyboard.press(",")
    until_stones(page, 2)
    page.locator("[data-to=last]").click()
    until_stones(page, 7)


def test_own_rules_and_texts(visit):
    """A torus of one's own; its game is written, and read back; a text that is none says where."""
    page = visit(page=PAGE)
    page.keyboard.press("n")
    page.select_option("#rival", "0")
    page.locator("#own summary").click()
    for name, value in (("m", "5"), ("n", "6"), ("k", "4")):
        page.fill(f"#{name}", value)
    page.uncheck("#gravity")
    page.check("#torus")
    page.locator("#start").click()
    page.locator("#board [data-cell='29']").wait_for()
    assert page.locator("#board [role=gridcell]").count() == 30
    play(page, (0, 7, 5))
    show_part(page, "options")
    texts = {}
    for name in ("list", "sgf", "psq"):
        page.locator(f"#write-{name}").click()
        texts[name] = page.input_value("#text")
    assert texts["list"] == "m: 5\nn: 6\nk: 4\ntorus: true\na1 b2 f1\n"
    for text in texts.values():
        choose(page, "three")
        until_stones(page, 0)
        paste_text(page, text)
        until_stones(page, 3)
    paste_text(page, "m: 5\nn: 5\nk: 4\na1 b2 q")
    page.locator("#notice", has_text="line 4, column 7: “q” is not a move").wait_for()
    paste_text(page, "m: 5\nn: 5\nk: 4\na1 a1")
    page.locator("#notice", has_text="breaks its rules").wait_for()
    until_stones(page, 3)


def test_a_link_brings_the_game(visit):
    page = visit(page=PAGE)
    choose(page, "four", rival="0")
    play(page, (3, 3, 2))
    page.wait_for_timeout(600)
    link = page.evaluate("location.hash")
    other = visit(page=PAGE + link)
    until_stones(other, 3)
    other.keyboard.press("n")
    assert other.input_value("#rival") == "0"
    damaged = visit(page=PAGE + "#v1AAAA")
    damaged.locator("#notice", has_text="damaged").wait_for()


def test_a_finger_sees_the_stone_before_it_is_played(visit):
    """On small squares the first tap shows where the stone goes, the second puts it; so does *Place*."""
    page = visit("en", "phone", PAGE, has_touch=True, is_mobile=True)
    choose(page, "five", rival="0")
    cell(page, 16).tap()
    page.locator("[data-cell='16'].ghost").wait_for()
    assert stones(page).count() == 0
    cell(page, 16).tap()
    until_stones(page, 1)
    cell(page, 18).tap()
    page.locator("#first[data-deed=place].filled").click()
    until_stones(page, 2)
    choose(page, "four")
    cell(page, 0).tap()
    until_stones(page, 1)


def test_the_puzzle_of_a_day_is_solved_by_hints(on):
    """The hint is the move that solves it; its time is beside the title; hints play on to the last move."""
    page = on(address("mnk"), DAY)
    goal = puzzle("mnk")["goal"]["moves"]
    told = do_hint(page)
    assert f"in {goal} moves" in told
    page.locator("#end-title", has_text="solved").wait_for()
    assert re.fullmatch(r"\d+:\d\d\.\d", page.locator("#clock").inner_text())
    assert page.locator("#first").get_attribute("data-deed") == "next"
    for _ in range(goal + 3):
        page.wait_for_timeout(1_500)  # Zoe defends
        if "solved" not in page.locator("#end-title").inner_text():
            break
        page.keyboard.press("h")
        page.locator("#first[data-deed=do]").click()
    page.locator("#end-title", has_text="You have won").wait_for()
