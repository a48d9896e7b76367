"""The frame of every page, seen on Minesweeper's: links, games gone back to, what is kept, settings, keys."""

import pytest

from app.conftest import LANGUAGES, until_kept
from app.screen import begin, show_part

MIDDLE = 40
LINKS = 100


@pytest.fixture
def visit(visit):
    """Open a page, and begin a new game in the place of the example; one that is asked for by an address stays."""

    def begun(*asked, **settings):
        page = visit(*asked, **settings)
        if not settings.keys() & {"page", "context"}:
            begin(page)
            page.locator("#board .open").first.wait_for(state="detached")
        return page

    return begun


def cell(page, at):
    return page.locator(f"[data-cell='{at}']")


def opened(page, at=MIDDLE):
    cell(page, at).click()
    page.locator(f"[data-cell='{at}'].open").wait_for()


def shown(page):
    return page.locator("#board [role=gridcell]").evaluate_all("cells => cells.map((cell) => cell.textContent)")


def test_a_link_brings_the_game_with_its_moves(visit, site):
    """The address of a game shows the same field elsewhere; moves change it in place, a new game is gone back from."""
    page = visit()
    fresh = until_kept(page)
    opened(page)
    link = until_kept(page, fresh)
    field = shown(page)
    other = visit(page=f"minesweeper/{link}")
    assert shown(other) == field
    begin(other)
    assert until_kept(other, link) != link
    other.locator("#board .open").first.wait_for(state="detached")
    other.go_back()
    other.locator("#board .open").first.wait_for()
    assert shown(other) == field
    assert other.evaluate("location.hash") == link
    assert page.evaluate("history.length") <= 3


def test_a_new_game_is_taken_back_as_a_move_is(visit):
    page = visit()
    opened(page)
    field = shown(page)
    begin(page)
    page.locator("#board .open").first.wait_for(state="detached")
    page.keyboard.press("Control+z")
    page.locator("#board .open").first.wait_for()
    assert shown(page) == field
    page.keyboard.press("Control+z")
    page.locator("#board .open").first.wait_for(state="detached")
    page.keyboard.press("Control+Shift+Z")
    page.locator("#board .open").first.wait_for()
    assert shown(page) == field


@pytest.mark.parametrize(
    "fragment",
    ["nothing", "v1", "v1AAAA", "v1%20", "i.ms.9x9x81.1", "i.ms.9x9.1", "i.mn.9x9x5.1", "v1" + "A" * 9_000],
)
def test_a_damaged_link_is_told_above_a_fresh_game(visit, fragment):
    page = visit(page=f"minesweeper/#{fragment}")
    page.locator("#notice", has_text="damaged").wait_for()
    opened(page)


def test_a_link_whose_moves_break_the_rules_is_damaged(visit):
    """A chord before anything is open: the record is sound, the kernel refuses the move."""
    page = visit()
    script = """async () => {
        const { write } = await import("../frame/link.mjs");
        const { SCHEMA } = await import("../games/minesweeper/state.mjs");
        const record = { rows: 9, columns: 9, mines: 10, variant: 0, noGuess: false, seed: 5n, field: [] };
        return write(SCHEMA, { ...record, moves: [{ deed: "chord", cell: 3 }] });
    }"""
    link = page.evaluate(script)
    damaged = visit(page=f"minesweeper/#{link}")
    damaged.locator("#notice", has_text="damaged").wait_for()
    opened(damaged)


def test_a_link_does_not_wait_for_the_one_before(visit):
    """A field without a guess may take ten seconds to lay; who goes on meanwhile does not wait, nor is disturbed."""
    page = visit()
    script = """async () => {
        const { write } = await import("../frame/link.mjs");
        const { SCHEMA } = await import("../games/minesweeper/state.mjs");
        const record = { rows: 90, columns: 90, mines: 2400, variant: 0, noGuess: true, seed: 5n, field: [] };
        location.hash = write(SCHEMA, { ...record, moves: [{ deed: "press", cell: 3 }] });
        await new Promise((done) => setTimeout(done, 300));
        location.hash = "i.ms.12x20x30.7";
    }"""
    page.evaluate(f"void ({script})()")  # Chromium 150 may forget the promise of a script that sets the address
    page.locator("#board[aria-rowcount='12']").wait_for(timeout=8_000)
    opened(page, 50)
    page.wait_for_timeout(1_000)
    assert page.locator("#board [role=row]").count() == 12
    assert page.locator("#notice p").count() == 0


def test_links_by_chance_are_games_or_sentences(visit):
    """The page goes on whatever stands in its address, and obeys the last one."""
    page = visit()
    script = """async (rounds) => {
        const { sample, write } = await import("../frame/link.mjs");
        const { SCHEMA } = await import("../games/minesweeper/state.mjs");
        let state = 7;
        const below = (bound) => Math.floor(((state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31) * bound);
        for (let round = 0; round < rounds; round += 1) {
            const text = [...write(SCHEMA, sample(SCHEMA, below))];
            if (round % 2) text[below(text.length)] = "A1-_%."[below(6)];
            location.hash = text.join("");
            await new Promise((done) => setTimeout(done, below(60)));
        }
        location.hash = "i.ms.12x20x30.7";
    }"""
    page.evaluate(script, LINKS)
    page.locator("#board[aria-rowcount='12']").wait_for()
    opened(page, 50)


def test_a_short_name_is_a_game(visit):
    """The same seed and the same first click are the same field; what is shared leads to it."""
    fields = []
    for _ in range(2):
        page = visit(page="minesweeper/#i.ms.12x20x30n.4711")
        assert page.locator("#board [role=row]").count() == 12
        assert show_part(page, "options").locator("#no-guess").is_checked()
        opened(page, 50)
        fields.append(shown(page))
    assert fields[0] == fields[1]
    page.keyboard.press("s")
    short = page.locator("dialog[open] input").first
    assert short.input_value().endswith("minesweeper/#i.ms.12x20x30n.4711")
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")


def test_an_unfinished_game_is_offered_again(visit):
    page = visit()
    opened(page)
    until_kept(page)
    page.wait_for_timeout(600)
    field = shown(page)
    again = visit(context=page.context)
    again.locator("#notice button").click()
    again.locator("#board .open").first.wait_for()
    assert shown(again) == field
    assert again.locator("#notice p").count() == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_hold_on_every_page(visit, language):
    """Dark colours and no letters as keys: at once, and on the next page; then one's data are deleted."""
    page = visit(language)
    page.locator("#open-settings").click()
    page.select_option("#theme", "dark")
    page.locator("#letters").uncheck()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "open-settings"
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(21, 24, 27)"
    again = visit(language, context=page.context)
    assert again.locator("html[data-theme=dark][data-letters=off]").count() == 1
    cell(again, 0).focus()
    again.keyboard.press("f")
    again.keyboard.press("s")
    assert again.locator("#board .flag, dialog[open]").count() == 0
    again.keyboard.press("?")
    assert again.locator("dialog[open] li").count() > 5
    again.keyboard.press("Escape")
    again.locator("#open-settings").click()
    again.locator("#data-delete").click()
    again.locator("#data-sure").click()
    assert again.locator("html[data-theme=system][data-letters=on]").count() == 1
    assert again.evaluate("localStorage.length") == 0


def test_own_data_go_into_a_file_and_back(visit, tmp_path):
    page = visit()
    page.locator("#open-settings").click()
    page.select_option("#theme", "light")
    with page.expect_download() as download:
        page.locator("#data-export").click()
    kept = tmp_path / "kept.json"
    download.value.save_as(kept)
    page.locator("#data-delete").click()
    page.locator("#data-sure").click()
    (tmp_path / "other.json").write_text("{}")
    page.set_input_files("#data-file", tmp_path / "other.json")
    page.locator("#data-said", has_text="is not data").wait_for()
    page.set_input_files("#data-file", kept)
    page.locator("#data-said", has_text="was read").wait_for()
    assert page.locator("html[data-theme=light]").count() == 1


def test_the_language_goes_along_with_the_game(visit):
    page = visit()
    opened(page)
    page.wait_for_timeout(600)
    field = shown(page)
    page.locator("#open-settings").click()
    page.locator("#settings a[hreflang=it]").click()
    page.locator("html[lang=it][data-ready]").wait_for()
    page.locator("#board .open").first.wait_for()
    assert shown(page) == field


def test_storage_that_is_denied_costs_nothing_but_the_memory(visit, site, browser):
    context = browser.new_context()
    context.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('denied'); }})")
    page = visit(context=context)
    opened(page)
    page.wait_for_timeout(600)
    page.locator("#open-settings").click()
    page.select_option("#theme", "dark")
    assert page.locator("html[data-theme=dark]").count() == 1
    context.close()
