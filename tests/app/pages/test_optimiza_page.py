"""The page of Optimiza in a browser: paths, stars, hints, surfaces, the duel, links, in three languages."""

import re

import pytest

from app.conftest import LANGUAGES, SIZES, violations
from app.days import DAY, address
from app.waiting import until

PAGE = "optimiza/"
BOARD = PAGE + "#i.op.4x0p.4711"  # the same every day
LIT = "#board .lit[role=gridcell]"
DAYS = [f"2026-11-{day}" for day in range(20, 31)] + [f"2026-12-0{day}" for day in range(1, 4)]
WINDOWS = [(1280, 800), (390, 844), (844, 390), (768, 1024)]
PHONE = {"has_touch": True, "is_mobile": True}


def cell(page, at):
    return page.locator(f"#board [role=gridcell][data-cell='{at}']")


def head(page):
    """Return the number of the cell where the path ends."""
    return int(page.locator("#board .head[role=gridcell]").get_attribute("data-cell"))


def taken(page, count):
    """Wait until the path has so many cells."""
    page.locator("#board .order", has_text=re.compile(f"^{count}$")).wait_for()
    page.locator("#board .order", has_text=re.compile(f"^{count + 1}$")).wait_for(state="detached")


def numbered(page):
    """Return the numbers of the cells."""
    return [int(text) for text in page.locator("#board [role=gridcell] .number").all_text_contents()]


def smallest(page):
    """Return the lit cell with the smallest number: from there the path goes on."""
    numbers = {one: int(one.locator(".number").text_content()) for one in page.locator(LIT).all()}
    return min(numbers, key=numbers.__getitem__)


def sentence(page):
    return page.locator("#said").inner_text()


def ended(page):
    """Wait for the end; return its texts."""
    page.locator("#end:not([hidden])").wait_for()
    return page.locator("#end").inner_text()


def follow_hints(page, by="click"):
    """Take what the hints show, by the first button or by keys alone, until the game ends; return the hints."""
    hints = []
    first = page.locator("#first")
    for _ in range(80):
        until(page, lambda: first.get_attribute("data-deed") != "thinking")
        if page.locator("#end:not([hidden])").count():
            return hints
        page.keyboard.press("h") if by == "keys" else first.click()
        page.locator("#first[data-deed=do]").wait_for()
        hints.append(sentence(page))
        before = page.locator("#board .order").all_text_contents()
        page.keyboard.press("Enter") if by == "keys" else first.click()
        until(page, lambda before=before: page.locator("#board .order").all_text_contents() != before)
        until(page, lambda: page.locator("#end:not([hidden]), #first[data-deed=hint]").count() > 0)
    raise AssertionError("the game does not end")


def choose(page, size, **choices):
    """Begin a game by the dialog."""
    page.locator("#what").click()
    for name, value in choices.items():
        page.select_option(f"#{name}", value)
    page.locator(f"[data-level='{size}']").click()
    page.locator("#new").wait_for(state="hidden")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_lead_to_three_stars(visit, language, size):
    """By keys alone the hints lead to the best sum, which is counted; the end stands in the room of the sentence."""
    page = visit(language, size, PAGE)
    page.locator(".ring[role=gridcell]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    top = page.locator("#said").bounding_box()["y"]
    cell(page, 0).focus()
    best = re.search(r"\d+", follow_hints(page, "keys")[0].splitlines()[-1])[0]
    assert best in ended(page)
    assert page.locator("#end-number").inner_text() == best
    assert page.locator("#end-lines").inner_text().count("★") == 3
    assert page.evaluate("document.activeElement.id") == "first"
    until(page, lambda: page.locator("#end").bounding_box()["y"] == top)  # it has arrived
    page.locator("[data-deed=more]").click()
    page.locator("#menu [data-deed=statistics]").click()
    assert re.findall(r"\d+", page.locator("dialog[open] p").first.inner_text()) == ["1"] * 4


def test_the_first_visit_begins_with_a_mark(visit):
    """The sentence names the ringed number; who has finished a path reads what can be had instead."""
    page = visit(page=PAGE)
    ring = page.locator(".ring[role=gridcell]")
    ring.wait_for()
    assert sentence(page).startswith(f"Begin at the marked {ring.locator('.number').text_content()}.")
    follow_hints(page)
    again = visit(page=PAGE, context=page.context)
    again.get_by_text("The best score here is").wait_for()
    assert again.locator(".ring").count() == 0


@pytest.mark.parametrize("size", ["4", "5"])
@pytest.mark.parametrize("window", WINDOWS, ids="{0[0]}x{0[1]}".format)
def test_the_board_fills_the_window(visit, window, size):
    """In every window, after a turn too; nothing scrolls, and the sheet of style alone finds the size."""
    page = visit(page=f"{PAGE}#i.op.{size}x0p.4711")
    for width, height in (window, window[::-1]):
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator("#board").bounding_box()
        assert min(box["width"], box["height"]) >= 0.6 * min(width, height)
        first, last = cell(page, 0).bounding_box(), cell(page, int(size) ** 2 - 1).bounding_box()
        assert last["x"] + last["width"] - first["x"] >= 0.6 * min(width, height)
        stage = page.locator(".stage").evaluate(
            "it => [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight]"
        )
        assert stage == [0, 0]


def test_a_path_by_the_mouse(visit):
    """Lit cells are taken, others say which rule they break, an earlier one is gone back to, undo and redo."""
    page = visit(page=BOARD)
    smallest(page).click()
    taken(page, 1)
    assert page.locator("#figures b").first.inner_text() == "1"
    dark = page.locator("#board .dark[role=gridcell]")
    for at in range(dark.count()):
        dark.nth(at).click()
        place = dark.nth(at).get_attribute("aria-label").split(", ")[1]
        until(page, lambda place=place: place in sentence(page))
        assert re.search("straight line|may not get smaller", sentence(page))
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


def test_reset_and_undo(visit):
    """Reset leads to the empty path, and undo takes it back; before the first move undo takes a new game back."""
    page = visit(page=BOARD)
    reset = page.locator("#third[data-deed=reset]")
    assert reset.get_attribute("aria-disabled") == "true"
    numbers = numbered(page)
    for count in (1, 2):
        smallest(page).click()
        taken(page, count)
    reset.click()
    page.locator("#board .head").first.wait_for(state="detached")
    page.locator("#second").click()
    taken(page, 2)
    choose(page, 5)
    until(page, lambda: len(numbered(page)) == 25)
    page.locator("#second").click()
    until(page, lambda: numbered(page) == numbers)
    taken(page, 2)


def test_a_path_that_ends_at_its_first_square_is_no_end(visit):
    page = visit(page=BOARD)
    largest = numbered(page).index(4)
    cell(page, largest).click()
    page.get_by_text("4 is the largest number").wait_for()
    assert sentence(page).endswith("ends at once. Undo, and begin lower.")
    assert page.locator("#end").is_hidden()
    page.locator("#first").click()
    page.get_by_text("Begin again, at the").wait_for()
    page.locator("#first").click()
    page.locator(f"[data-cell='{largest}'].head").wait_for(state="detached")
    taken(page, 1)
    follow_hints(page)
    assert "Three stars" in ended(page)


def test_a_path_that_misses_a_goal_can_be_taken_back(visit):
    """The end has Undo; after it a hint leads back to the last good square, and from there to three stars."""
    page = visit(page=BOARD)
    page.locator("#first").click()
    page.locator("#first[data-deed=do]").click()
    taken(page, 1)
    good = head(page)
    cell(page, good).focus()
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    page.locator("#end:not([hidden])").wait_for()
    assert "was possible" in page.locator("#end-lines").inner_text()
    assert page.locator("#second").get_attribute("data-deed") == "undo"
    page.keyboard.press("h")
    page.locator(f".ring[data-cell='{good}']").first.wait_for()
    assert sentence(page).startswith("Go back to the ")
    page.locator("#first[data-deed=do]").click()
    page.locator(f"[data-cell='{good}'].head").wait_for()
    follow_hints(page)
    assert "Three stars" in ended(page)
    page.keyboard.press("u")
    page.locator("#end").wait_for(state="hidden")


def test_a_finger_draws_over_lit_cells(visit):
    """A drag takes the lit cells that it comes to, one after the other."""
    page = visit("en", "phone", BOARD, **PHONE)
    session = page.context.new_cdp_session(page)

    def touch(kind, at=None):
        points = []
        if at is not None:
            box = cell(page, at).bounding_box()
            points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", numbered(page).index(1))
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
    assert page.locator(".lines g").count() == steps
    for group in page.locator(".lines g").all():
        marks = group.locator(".mark").evaluate_all("found => found.map((mark) => mark.textContent)")
        assert len(marks) % 2 == 0
        assert len(set(marks)) <= 1


@pytest.mark.parametrize("surface", range(6))
def test_every_surface_is_played(visit, surface):
    """On every surface the hints lead to the best sum, and the best path is drawn at the end."""
    page = visit(page=PAGE)
    choose(page, 6, surface=str(surface))
    name = page.locator(f"#surface option[value='{surface}']").text_content()
    page.locator(f"#board svg[role=grid][aria-label*='{name}']").wait_for()
    follow_hints(page)
    assert "nothing beats it" in ended(page)
    page.locator("#second[data-deed=analyse]").click()
    page.locator(".lines .best").first.wait_for(state="attached")  # a level line has no height
    assert page.locator("#end-lines").inner_text().startswith("The best path: ")
    again = visit(page=PAGE, context=page.context)
    assert again.locator("#surface").input_value() == str(surface)
    assert again.locator("#what").inner_text().strip() == "6 × 6"


@pytest.mark.parametrize("mode", ["first", "second"])
def test_a_duel_against_the_bot(visit, mode):
    """The bot's moves are said with their places; who follows the hints loses no point that the first hint named."""
    page = visit(page=PAGE)
    choose(page, 4, mode=mode)
    page.locator("#said", has_text=re.compile("Put the piece|your move")).wait_for()
    hints = follow_hints(page)
    points = re.search(r"\d+", hints[0].splitlines()[-1])[0]
    assert page.locator("#end-title").inner_text() == ("You win" if "can win" in hints[0] else "The bot wins")
    assert page.locator("#end-number").inner_text() == points
    page.keyboard.press("Control+z")
    page.locator("#end[hidden]").wait_for(state="attached")


def test_rivals_moves_are_said(visit):
    page = visit(page=PAGE)
    choose(page, 4, mode="second")
    page.get_by_text(re.compile(r"The bot goes to the \d at [a-d][1-4]\.")).wait_for()
    assert f"{cell(page, head(page)).get_attribute('aria-label').split(', ')[1]}." in sentence(page)
    assert "It is your move." in sentence(page)


def test_a_move_while_the_bot_thinks_is_made_or_refused(visit):
    """Two presses at once: the bot answers the first, then the second is made, or its fault is said."""
    page = visit(page=PAGE)
    choose(page, 4, mode="first")
    page.locator("#said", has_text="Put the piece").wait_for()
    page.evaluate("""() => {
        for (const at of [0, 5]) {
            const cell = document.querySelectorAll("#board .lit[role=gridcell]")[at];
            cell.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, cancelable: true, isPrimary: true }));
            dispatchEvent(new PointerEvent("pointerup"));
        }
    }""")

    def answered():
        return page.locator("#board .order:not(:empty)").count() >= 3 or page.locator(".wrong").count() > 0

    until(page, answered)
    assert "The bot goes to the" in page.locator("#said" if page.locator("#end").is_hidden() else "#end").text_content()


def test_the_bot_plays_on_small_boards(visit):
    page = visit(page=PAGE)
    choose(page, 10, mode="first")
    page.get_by_text("at most 25 squares").wait_for()
    assert page.locator("#board [role=gridcell]").count() == 25


def test_a_duel_of_two_persons(visit):
    page = visit(page=PAGE)
    choose(page, 4, mode="two")
    page.get_by_text("Player 1 puts the piece").wait_for()
    for count in range(1, 20):
        page.locator(LIT).first.click()
        taken(page, count)
        if page.locator(LIT).count() == 0:
            break
    page.get_by_text(f"Player {(count - 1) % 2 + 1} wins").wait_for()


def test_a_large_board_is_answered(visit):
    """Every hint names a step, on a board whose best path is not proved too, for one person and for two."""
    page = visit(page=f"{PAGE}#i.op.30x0.4711")
    assert page.locator("#board [role=gridcell]").count() == 900
    for count in (1, 2, 3):
        page.locator("#first").click()
        page.locator("#first[data-deed=do]").click()
        taken(page, count)
    choose(page, 12, mode="two")
    page.get_by_text("Player 1 puts the piece").wait_for()
    page.locator("#first").click()
    page.locator("#first[data-deed=do]").click()
    taken(page, 1)


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
    page.locator("#board .head").first.wait_for()
    page.keyboard.press("Backspace")
    page.locator("#board .head").first.wait_for(state="detached")
    assert page.locator(LIT).count() == 16
    assert page.locator("#board [tabindex='0']").count() == 1


def test_names_are_typed(visit):
    """A letter and digits move the cursor, which is said with the names at the edge; Enter takes the cell."""
    page = visit(page=BOARD)
    cell(page, 0).focus()
    edge = page.locator("#board .edge").first
    assert edge.evaluate("it => getComputedStyle(it).opacity") == "0"
    page.keyboard.type("c4")
    assert page.evaluate("document.activeElement.dataset.cell") == "14"
    page.get_by_text(re.compile(r"The \d at c4: Enter takes it\.")).wait_for()
    until(page, lambda: edge.evaluate("it => getComputedStyle(it).opacity") == "1")
    page.keyboard.press("Enter")
    page.locator("[data-cell='14'].head").wait_for()


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


def test_the_list_of_moves_leads_back(visit):
    """Each move shows its position; undo goes on from there."""
    page = visit(page=BOARD)
    for count in (1, 2, 3):
        smallest(page).click()
        taken(page, count)
    page.locator("#panel-list button").first.click()
    taken(page, 1)
    page.keyboard.press("u")
    taken(page, 3)


@pytest.mark.parametrize("day", DAYS)
def test_hints_solve_every_daily_puzzle(on, day):
    """From the first to the last move each hint is carried out, and the clock stops with the result."""
    page = on(address("optimiza", day), max(day, DAY))
    page.locator("#day:not([hidden])").wait_for(state="attached")
    assert page.locator("#clock").inner_text() == "0:00"
    follow_hints(page)
    assert "Puzzle of the day: solved" in ended(page)
    assert page.locator("#first").get_attribute("data-deed") == "next"
    assert re.fullmatch(r"\d+:\d\d\.\d", page.locator("#clock").inner_text())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(visit, axe, scheme):
    """Axe finds nothing to complain about, in the middle of a game, with a hint, and with the choice of a new one."""
    page = visit("en", "phone", BOARD, color_scheme=scheme)
    page.evaluate(axe.read_text(encoding="utf-8"))
    smallest(page).click()
    taken(page, 1)
    assert violations(page) == []
    page.locator("#first").click()
    page.locator("#first[data-deed=do]").wait_for()
    page.wait_for_timeout(500)  # the button has its colour
    assert violations(page) == []
    page.locator("#what").click()
    page.wait_for_timeout(500)
    assert violations(page) == []
