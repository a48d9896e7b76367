"""Screenshots of minefields, pasted into the page: each square is read or doubtful; what is none is refused."""

import base64
import json

import pytest

from app.modules import ROOT

SHOTS = ROOT / "tests" / "data" / "screen" / "screenshots"
PICTURES = json.loads((SHOTS / "labels.json").read_text(encoding="utf-8"))["pictures"]
LABELS = {picture["file"]: picture for picture in PICTURES}
NAMES = {"#": "covered", "F": "flag", "0": "empty", "*": "mine"}
QUICK = ("05-online-dark.png", "03-google.jpg")
PASTE = """([data, type]) => {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], "field", { type }));
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: files, bubbles: true, cancelable: true }));
}"""


def paste(page, content, kind):
    page.evaluate(PASTE, [base64.b64encode(content).decode(), f"image/{kind}"])
    page.locator("#notice p").wait_for()


def cells(page):
    return page.locator("#board [role=gridcell]").evaluate_all("all => all.map((one) => one.ariaLabel)")


def is_read(page, name):
    """Whether each square of a screenshot has its sign, or is doubtful."""
    paste(page, (SHOTS / name).read_bytes(), "png" if name.endswith("png") else "jpeg")
    wanted = [NAMES.get(sign, sign) for row in LABELS[name]["text"] for sign in row.split()]
    found = cells(page)
    pairs = zip(found, wanted, strict=True)
    return all(label.split(",")[0] == sign or label.endswith("doubtful") for label, sign in pairs)


@pytest.mark.parametrize("name", QUICK)
def test_a_screenshot_is_read(visit, name):
    page = visit(page="minesweeper/", reduced_motion="reduce")
    assert is_read(page, name)
    page.locator("#said", has_text="certainly safe").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("name", set(LABELS) - set(QUICK))
def test_every_screenshot_is_read(visit, name):
    assert is_read(visit(page="minesweeper/"), name)


def test_what_is_no_minefield_is_refused(visit):
    """A table of cards, and a file that is no picture: a sentence, and the board stays."""
    cards = visit(page="machiavelli/")
    cards.locator("#hand .card").nth(6).wait_for()
    page = visit(page="minesweeper/#i.ms.4x4x2.3")
    before = cells(page)
    for content in (cards.screenshot(), b"no picture"):
        paste(page, content, "png")
        assert page.locator("#notice").inner_text().startswith("No grid was found in this picture")
        assert cells(page) == before
