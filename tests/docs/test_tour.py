"""The tour as a notebook: it is made of the page, runs from its first cell to its last, and shows drawings."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

from passatempo.core.registry import BUILT_IN

DOCS = Path(__file__).parents[2] / "docs"
BOOK = DOCS / "tour.ipynb"


@pytest.fixture(scope="module")
def nbformat():
    """Import it here: it takes a second, also in the process that runs other files."""
    import nbformat

    return nbformat


@pytest.fixture(scope="module")
def run(nbformat):
    """Run the notebook as a reader would, in a kernel of its own."""
    from nbclient import NotebookClient

    book = nbformat.read(BOOK, as_version=4)
    NotebookClient(book, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(DOCS)}}).execute()
    return book


def test_the_notebook_is_made_of_the_page():
    made = runpy.run_path(str(DOCS.parent / ".ci" / "tour.py"))["notebook"]
    assert made((DOCS / "tour.md").read_text(encoding="utf-8")) == BOOK.read_text(encoding="utf-8")


def test_the_notebook_is_kept_without_what_it_showed(nbformat):
    book = nbformat.read(BOOK, as_version=4)
    nbformat.validate(book)
    assert all(not cell.outputs and cell.execution_count is None for cell in book.cells if cell.cell_type == "code")


def test_every_cell_shows_a_drawing(run):
    shown = [cell for cell in run.cells if cell.cell_type == "code"]
    assert len(shown) >= 9
    for cell in shown:
        picture = ElementTree.fromstring(cell.outputs[-1].data["image/svg+xml"])
        assert picture.tag.endswith("svg"), cell.source
        assert len(list(picture.iter())) > 4, cell.source
    assert all(any(f"{name}." in cell.source for cell in shown) for name in BUILT_IN)
