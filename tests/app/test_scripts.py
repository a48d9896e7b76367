"""What the app's scripts may not do; the types are looked at by `make check-app`."""

import re
from pathlib import Path

import pytest

APP = Path(__file__).parents[2] / "src" / "passatempo" / "web" / "app"
SCRIPTS = sorted(path for path in APP.rglob("*.ts") if path.parent.name != "data")
PASTIMES = ("machiavelli", "cards", "optimiza", "minesweeper", "mnk")
NEVER = {
    r"\.(inner|outer)HTML|insertAdjacentHTML|document\.write": "text becomes text, not markup",
    r"\beval\(|new Function\(": "the policy of the page forbids it",
    r"\.style\b(?!\.setProperty\([\"`]--)|setAttribute\(.style": "looks stand in style sheets, which may use values",
    r"Math\.random": "chance comes from a seed (frame/short.ts)",
    r"document\.cookie": "nothing is kept of a visitor",
}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(APP)))
def test_script(path):
    text = path.read_text(encoding="utf-8")
    for pattern, why in NEVER.items():
        assert not re.search(pattern, text), why
    if path.parent.name != "kernel":
        assert "fetch(" not in text, "only kernels are fetched, by kernel/client.ts"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(APP)))
def test_imports(path):
    """Frame and kernel know no pastime; what is of one pastime knows no other. One script has the readers of all."""
    if path == APP / "games" / "readers.ts":
        return
    for target in re.findall(r'from "([^"]+)"', path.read_text(encoding="utf-8")):
        room, *rooms = path.parent.relative_to(APP).parts
        other = (path.parent / target).resolve().relative_to(APP).parts
        if room in ("frame", "kernel"):
            assert other[0] in (room, "server.js"), target  # where the API is, if anywhere
        elif other[0] == "games":
            assert other[1:-1] == tuple(rooms), target
        else:
            assert not any(other[-1].startswith(pastime) for pastime in PASTIMES if pastime not in rooms), target


def test_no_letter_stands_where_browsers_put_its_middle():
    """They differ about it where letters are small, so the middle of a line is found by a share of its size."""
    styles = [*APP.glob("styles/*.css"), *APP.glob("*.css")]
    pages = sorted((APP.parent / "build" / "words").glob("*.html"))
    assert len(styles) > 5
    assert len(pages) > 5
    for path in (*styles, *SCRIPTS, *pages):
        text = path.read_text(encoding="utf-8")
        assert "dominant-baseline" not in text, path
        assert not re.search(r'drawn\("text", |<text (?!dy="0\.35em")', text) or path.name == "dom.ts", path
