"""A notebook shows every drawing: each pastime's instances, outcomes of all its questions, and puzzles, as pictures.

The notebook is run by Jupyter's own kernel and client; what is looked at is what it would display.

Tests: core/outcome.py, core/value.py, render/svg.py
"""

from xml.etree import ElementTree

import pytest

from passatempo.core.registry import BUILT_IN, pastime

PICTURE, WORDS = "image/svg+xml", "text/plain"
# Inputs of questions that have none for a whole example.
INPUTS = {"judge": "path=[[1, 1]]", "unrank": "rank=1", "rank": "sequence={first}"}


def cells(name):
    """Return what is typed, a cell each: the last line of a cell is what the notebook shows."""
    game = pastime(name)
    example = next(iter(game.examples))
    yield f"from passatempo import {name}"
    yield f"{name}.example({example!r})"
    yield f"{name}.draw({name}.example({example!r}))"
    if game.generates:
        yield f"{name}.new(seed=1)"
    for problem in game.problems:
        first = "list(cards.order(cards.example('published')).result().sequence)" if name == "cards" else ""
        inputs = INPUTS.get(problem.name, "").format(first=first)
        yield f"{name}.{problem.name}({name}.example({example!r}), seconds=2{', ' * bool(inputs)}{inputs})"


@pytest.fixture(scope="module")
def shown():
    """Run one notebook with the cells of all pastimes; return pairs of a cell's text and what it displays."""
    import nbformat  # here: it takes a second, also in the process that runs other files
    from nbclient import NotebookClient

    book = nbformat.v4.new_notebook()
    book.cells = [nbformat.v4.new_code_cell(text) for name in BUILT_IN for text in cells(name)]
    NotebookClient(book, timeout=60, kernel_name="python3").execute()
    return [(cell.source, cell.outputs) for cell in book.cells if not cell.source.startswith("from ")]


def test_every_cell_shows_one_picture(shown):
    assert len(shown) > 40
    for text, outputs in shown:
        assert [output.output_type for output in outputs] == ["execute_result"], text
        picture = ElementTree.fromstring(outputs[0].data[PICTURE])
        assert picture.tag == "{http://www.w3.org/2000/svg}svg", text
        assert len(list(picture.iter())) > 4, text


def test_every_picture_has_its_words(shown):
    """Who reads without pictures gets the same cell in words."""
    assert all(outputs[0].data[WORDS].strip() for _, outputs in shown)
