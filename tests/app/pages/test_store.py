"""Answers that come late: whatever a visitor does meanwhile, the page ends with the view of its last position."""

import pytest

from app.screen import GAMES

PAGES = (*GAMES, "machiavelli")
QUICK, MANY = 10, 200  # orders of actions
LATE = """(seed) => {
    let state = seed;
    window.chance = (bound) => Math.floor(((state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31) * bound);
    const workers = new Set();
    window.waiting = () => [...workers].some((worker) => worker.open > 0);
    const Real = Worker;
    window.Worker = class extends Real {
        open = 0;
        sent = Promise.resolve();
        constructor(...given) {
            super(...given);
            workers.add(this);
            this.addEventListener("message", () => { this.open -= 1; });
        }
        postMessage(message, ...given) { // late by chance, in the order in which they were sent
            if ("id" in message) this.open += 1;
            const late = window.chance(40);
            this.sent = this.sent.then(() => new Promise((done) => setTimeout(done, late)));
            this.sent.then(() => super.postMessage(message, ...given));
        }
        terminate() {
            workers.delete(this);
            super.terminate();
        }
    };
}"""
# A few actions at random moments, then the moment when all answers are there; the address of what is shown.
ORDER = """async () => {
    const { chance } = window;
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const click = (selector) => document.querySelector(selector)?.click();
    const press = () => {
        const cells = document.querySelectorAll("#board [role=gridcell], #felt .card");
        const cell = cells[chance(cells.length)];
        cell.focus();
        cell.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    };
    const actions = [press, press, press, () => click("#first"), () => click("#first"),
        () => click("#second[data-deed=undo]"), () => click("#menu [data-deed=redo]")];
    for (let count = 2 + chance(4); count > 0; count -= 1) {
        actions[chance(actions.length)]();
        if (chance(3)) await wait(chance(60));
    }
    const waits = () => window.waiting() || document.querySelector("[data-deed=thinking], [data-deed=stop], .busy");
    for (let quiet = 0; quiet < 4; quiet = waits() ? 0 : quiet + 1) await wait(20);
    click("#menu [data-deed=share]"); // the address is up to date then
    while (!document.querySelector("dialog[open]")) await wait(10);
    document.querySelector("dialog[open]").close();
    return location.hash;
}"""
SEEN = """() => ({
    board: [...document.querySelectorAll("#board [role=gridcell], #felt .card")]
        .map((one) => one.ariaLabel.split(",")[0]),
    figures: document.querySelector("#figures b").textContent,
    end: document.querySelector("#cards, #end:not([hidden])")?.id, // a row of a link that is solved has no end
})"""
RINGED = """() => [...document.querySelectorAll("#board .ring, #felt .place.named")]
    .map((one) => one.getAttribute("aria-label"))"""


def follow(page, link):
    """Show the position of a link on a page whose answers are not late."""
    page.goto("about:blank")
    page.goto(link)
    page.locator("html[data-ready]").wait_for()
    return page


def play_late(visit, browser, name, seed, orders):
    context = browser.new_context()
    context.add_init_script(f"({LATE})({seed})")
    page, plain = visit(page=f"{name}/", context=context), visit(page=f"{name}/")
    for order in range(orders):
        link = page.evaluate(ORDER)
        deed = page.locator("#first").get_attribute("data-deed")
        assert page.locator(".bar .filled").count() == (deed != "hint"), (seed, order)
        if order % 5 and order < orders - 1:
            continue
        follow(plain, page.url.partition("#")[0] + link)
        assert page.evaluate(SEEN) == plain.evaluate(SEEN), (seed, order)
        if deed == "do" and name != "cards":  # the hint is about this position alone; cards go on with a plan
            plain.locator("#first[data-deed=hint]").click()
            plain.locator("#first[data-deed=do]").wait_for()
            assert page.evaluate(RINGED) == plain.evaluate(RINGED), (seed, order)
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_the_last_position_is_shown(visit, browser, name):
    play_late(visit, browser, name, 7, QUICK)


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_the_last_position_is_shown_very_often(visit, browser, name):
    for seed in range(1, 6):
        play_late(visit, browser, name, seed, MANY // 5)
