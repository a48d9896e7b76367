"""Addresses that follow one another before what they ask for is there: a page ends on the last one."""

import pytest

from app.days import DAY, address
from app.waiting import until

# A game of each page: by its short name, or as a record where there are no short names.
GAMES = {
    "minesweeper": "i.ms.5x6x5.1",
    "optimiza": "i.op.5x0.3",
    "cards": "i.mc.9.3",
    "machiavelli": "i.mc.0x0x1.3",
    "mnk": """(async () => {
        const { write } = await import("../frame/link.mjs");
        const { SCHEMA, rulesOf } = await import("../games/mnk/game.mjs");
        return write(SCHEMA, { ...rulesOf(5, 6, 4), level: 0, side: 1, moves: [3] });
    })()""",
}
SHOWN = {
    "minesweeper": "#board [data-cell='29']",
    "optimiza": "#board [data-cell='24']",
    "cards": "#board [data-cell='8']",
    "machiavelli": "#seats .seat",
    "mnk": "#board [data-cell='29']",
}


@pytest.mark.parametrize("last", ["day", "game"])
@pytest.mark.parametrize("name", GAMES)
def test_the_last_of_two_quick_addresses_counts(on, name, last):
    """Whichever is there first: the day comes late, after the game would have been shown."""
    page = on(f"{name}/", DAY)
    held = []
    page.route("**/data/days/*", lambda route: held.append(route))
    day = address(name).partition("#")[2]
    game = GAMES[name] if name != "mnk" else page.evaluate(GAMES[name])
    quick = [game, day] if last == "day" else [day, game]
    page.evaluate("(quick) => quick.forEach((one) => { location.hash = one; })", quick)
    until(page, lambda: held)
    page.wait_for_timeout(300)
    held.pop().continue_()
    if last == "day":
        page.locator("#day p a").wait_for()
    else:
        page.locator(SHOWN[name]).first.wait_for()
    page.wait_for_timeout(600)  # what comes late, and the address, which is written a moment later
    assert page.locator("#day").is_visible() == (last == "day")
    assert page.evaluate("location.hash").startswith(f"#{day}" if last == "day" else "#v2")
    assert page.locator("#notice").inner_text() == ""


@pytest.mark.parametrize("name", GAMES)
def test_an_address_stays_until_its_game_is_there(browser, site, name):
    """Whoever loads the page again, before a game that takes long is there, asks for the same one."""
    context, held = browser.new_context(), []
    context.clock.set_fixed_time(f"{DAY}T12:00:00")
    page = context.new_page()
    page.route("**/data/days/*", lambda route: held.append(route))
    page.goto(site + address(name))
    until(page, lambda: held)
    page.wait_for_timeout(800)  # moves are written a moment later
    assert page.url.endswith(address(name))
    held.pop().continue_()
    page.locator("#day p a").wait_for()
    page.wait_for_timeout(800)
    assert page.url.endswith(address(name))
    context.close()


def test_a_game_of_bots_is_shown_before_it_is_over(visit):
    """A link that was found by chance: the page stayed empty for a minute, until a strong bot had ended its game."""
    page = visit(page="machiavelli/#i.mc.9x2x5x1.80")
    assert page.locator("#seats").inner_text() != ""
    assert page.locator("#end").is_hidden()


SAMPLE = """async ([name, file]) => {
    const { sample, write } = await import("../frame/link.mjs");
    const { SCHEMA } = await import(`../games/${name}/${file}.mjs`);
    let state = 7;
    const below = (bound) => Math.floor(((state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31) * bound);
    return write(SCHEMA, sample(SCHEMA, below));
}"""


@pytest.mark.parametrize("name", GAMES)
def test_a_link_with_two_characters_swapped_is_damaged(visit, name):
    """The checksum finds it, whatever the game would be; nothing on the page gives way."""
    page = visit(page=f"{name}/")
    link = page.evaluate(SAMPLE, [name, "state" if name in ("minesweeper", "machiavelli") else "game"])
    at = next(at for at in range(len(link) // 2, len(link) - 1) if link[at] != link[at + 1])
    page.evaluate("(link) => { location.hash = link; }", link[:at] + link[at + 1] + link[at] + link[at + 2 :])
    page.locator("#notice", has_text="damaged").wait_for()
    assert page.locator("#end").is_hidden()
