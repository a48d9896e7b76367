"""The bundled scripts: one for each page, the worker beside them, and nothing in them that a browser cannot read."""

import re

import pytest

from app.modules import APP
from passatempo.web.build.pages import page_names

# Fetched when first needed.
LATER = (
    "data",
    "lesson",
    "machiavelli_sources",
    "picture",
    "puzzles",
    "readers",
    "record",
    "review",
    "settings",
    "share",
    "sheet",
)
PAGES = page_names(APP.parent / "build" / "words")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_one_script(page):
    """What stands outside it: the words, the worker, the address of the API, and what is fetched when first needed."""
    path = APP / "joined" / f"{page}.js"
    if not path.exists():
        pytest.skip("the browser app is not made: make app")
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\.ts[\"'`]", text)
    assert "_initialize" not in text  # the worker's
    assert "This link is damaged" not in text  # the words'
    outside = re.findall(r"\b(?:from|import\()\s*[\"'](\.[^\"'\s]+)[\"']", text)
    assert {name for name in outside if name != "../server.js"} <= {f"./{name}.js" for name in LATER}
    assert {one.stem for one in path.parent.iterdir()} == {*PAGES, "worker", "picture_worker", "encodings", *LATER}
