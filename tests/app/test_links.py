"""Links that nobody would send: a page shows a game, or says that the link is damaged, and nothing breaks down.

Twenty thousand a page are opened as the pages do, by the modules themselves (`links.mjs`), some of them by a browser.
"""

import json
import subprocess
from pathlib import Path

import pytest

from app.modules import APP, node
from app.screen import begin

LINKS = Path(__file__).with_name("links.mjs")
PAGES = ("minesweeper", "mnk", "optimiza", "cards", "machiavelli", "daily", "workbench")
GAMES = PAGES[:-2]  # pages that say whether a link is damaged
QUICK, MANY = 60, 20_000  # links of a page without a browser
SHOWN, MANY_SHOWN = 6, 300  # and with one
DAMAGED, BROKEN = "This link is damaged", "Something went wrong"


def told(page, count, seed, *what):
    """Run the script."""
    if not (APP / "kernel" / "minesweeper.wasm").exists():
        pytest.skip("the browser app is not made: make app")
    command = [node(), str(LINKS), page, str(count), str(seed), *what]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def opened(page, count, seed):
    """Open links; none may end in anything but a game or a sentence."""
    found = told(page, count, seed)
    assert found["faults"] == []
    assert found["games"] + found["damaged"] + found["refused"] == count
    assert min(found["games"], found["damaged"] + found["refused"]) > count / 10
    return found


@pytest.mark.parametrize("page", PAGES)
def test_links_end_in_a_game_or_a_sentence(page):
    opened(page, QUICK, 1)


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_very_many_links_end_in_a_game_or_a_sentence(page):
    found = opened(page, MANY, 2)
    said = ", ".join(f"{found[what]} {what}" for what in ("games", "damaged", "refused"))
    print(f"{page}: {said}; slowest {found['slowest']} ms: {found['slowestLink']}")


# Go to an address; tell how long the page took until it showed something else, and what it says then.
FOLLOWED = """async (link) => {
    const began = performance.now();
    const main = document.querySelector("main");
    const changed = new Promise((done) => {
        const watcher = new MutationObserver(() => {
            watcher.disconnect();
            done(performance.now() - began);
        });
        watcher.observe(main, { subtree: true, childList: true, characterData: true, attributes: true });
        setTimeout(() => done(Infinity), 10000);
    });
    location.hash = link;
    const spent = await changed;
    await new Promise((done) => setTimeout(done, 50)); // what comes after it
    const said = (selector) => document.querySelector(selector)?.textContent ?? "";
    return { spent, notice: said("#notice"), said: said("#said") };
}"""


def followed(visit, name, count, seed):
    """Follow links on a page; it says which are damaged, or shows a game, and can be played on afterwards."""
    links = told(name, count, seed, "only")
    page = visit(page=f"{name}/")
    damaged, times = 0, []
    for link in links:
        if page.evaluate("location.hash") == f"#{link}":
            continue
        found = page.evaluate(FOLLOWED, link)
        assert BROKEN not in found["said"], link
        damaged += DAMAGED in found["notice"]
        times.append(found["spent"])
    assert count / 10 < damaged < count
    begin(page)
    page.locator("#notice", has_text=DAMAGED).wait_for(state="hidden")
    return damaged, sorted(times)


@pytest.mark.parametrize("page", GAMES)
def test_a_page_shows_a_game_or_says_that_a_link_is_damaged(visit, page):
    followed(visit, page, SHOWN, 3)


@pytest.mark.long
@pytest.mark.parametrize("page", GAMES)
def test_a_page_is_sure_of_many_links(visit, page):
    damaged, times = followed(visit, page, MANY_SHOWN, 4)
    said = f"median {times[len(times) // 2]:.0f} ms, greatest {times[-1]:.0f} ms"
    print(f"{page}: {damaged} of {len(times)} damaged; until it shows something: {said}")
