"""What a visitor does on the screen of any game: a new game, a part of the panel, a hint."""

from __future__ import annotations

import base64

SIZES = {
    "desktop": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
    "turned": {"width": 844, "height": 390},
    "tablet": {"width": 768, "height": 1024},
}
SHEET = "getComputedStyle(document.querySelector('#panel')).position === 'fixed'"
GAMES = ("minesweeper", "mnk", "optimiza", "cards")  # whose pages have this screen


def begin(page, level=""):
    """Begin a new game through its dialog, in which the present level has the focus."""
    is_over = page.locator("#what[data-deed=offer]").count()  # then the same begins again
    page.keyboard.press("n")
    if page.locator("#new").count() and not is_over:  # Machiavelli has none yet
        page.locator("#new[open]").wait_for()
        page.locator(f"#new [data-level='{level}']" if level else "#new :focus").click()
        page.locator("#new").wait_for(state="hidden")
    return page


def show_part(page, part):
    """Show a part of the panel, which is a sheet on a small screen."""
    if page.evaluate(SHEET) and not page.locator("#panel.open").count():
        page.locator("[data-deed=more]").click()
        page.locator("menu [data-deed=panel]").click()
    page.locator(f"#tab-{part}").click()
    return page.locator(f"#panel-{part}")


def hide_panel(page):
    """Put the sheet away, where there is one."""
    if page.evaluate(SHEET):
        page.keyboard.press("m")
        page.locator("#panel").wait_for(state="hidden")


def open_settings(page):
    """Open the settings, which stand in the menu where the window is small."""
    button = page.locator("#open-settings")
    if button.is_visible():
        button.click()
    else:
        page.locator("[data-deed=more]").click()
        page.locator("menu [data-deed=settings]").click()
    page.locator("#settings[open]").wait_for()  # its script is fetched first


def solve_mine(page):
    """Change to a position of one's own, or back."""
    page.locator("[data-deed=more]").click()
    page.locator("menu [data-deed=setup]").click()


def take_hint(page):
    """Ask for a hint, and wait until it is shown."""
    page.locator("#first[data-deed=hint]").click()
    page.locator("#first[data-deed=do].filled").wait_for()


# Press the first button, and wait for its next action, until the game is over or nothing comes.
HINTED = """async ([most, patience]) => {
    const first = document.querySelector("#first");
    const isOver = () => ["next", "renew"].includes(first.dataset.deed);
    let count = 0;
    for (; count < most && !isOver(); count += 1) {
        const before = first.dataset.deed;
        const until = performance.now() + patience;
        first.click();
        while ([before, "thinking", "stop"].includes(first.dataset.deed)) {
            if (performance.now() > until) return `nothing comes after ${count} presses: ${before}`;
            await new Promise((done) => setTimeout(done, 5));
        }
    }
    return isOver() ? "" : `no end after ${count} presses`;
}"""


def hint_to_the_end(page, most=1_000, patience=30_000):
    """Take hint after hint, and do what it says, until the game is over."""
    assert page.evaluate(HINTED, [most, patience]) == "", page.locator("#said").inner_text()


def is_whole(page, selector):
    """Whether an element lies in the window, and all that it holds in itself."""
    script = """one => {
        const box = one.getBoundingClientRect();
        const starts = box.left >= -0.5 && box.top >= -0.5;
        const ends = box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
        const holds = one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1;
        return box.width > 0 && starts && ends && holds;
    }"""
    return page.locator(selector).evaluate(script)


# Paste a text on the focused element, as Ctrl+V does; the clipboard itself belongs to all tests at once.
PASTED = """(text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
}"""
COPIED = """() => {
    const data = new DataTransfer();
    const event = new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
    return data.getData("text/plain");
}"""


def paste_text(page, text):
    """Bring a text to a page."""
    page.evaluate(PASTED, text)


# Drop a file on the page.
DROPPED = """([name, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def drop_file(page, name, content):
    """Bring a file to a page."""
    page.evaluate(DROPPED, [name, base64.b64encode(content).decode()])


def copied(page):
    """Return what Ctrl+C copies where nothing is selected."""
    return page.evaluate(COPIED)
