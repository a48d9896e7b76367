"""The texts of boards that the app must read as the package does: `tests/app/node/optimiza.test.mjs` is its side."""

import json

from app.modules import ROOT
from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.optimiza.model import VARIANTS
from passatempo.optimiza.text import read

FILE = ROOT / "tests" / "data" / "texts" / "optimiza.json"
TEXTS = [
    "1 1 2\n2 3 1\n1 2 2",
    "\ufeff1,1\r\n1,2",
    "1;1\n1;2\n",
    "1 1; 1 2",
    "1 1 / 1 2",
    "1 1 | 1 2",
    "|1 1|\n|1 2|",
    "1 1 1 2",
    "// a board\n1, 1, 1, 2\nvariant: klein-rook",
    "1 1 2 2 3 1 1 2 2",
    "1\n1 2\nvariant: hex-tri",
    "1 2 1 3 2 1\nvariant: hex-tri",
    "1 1 2\nvariant: hex-torus",
    "2 3 3 4 1\n1 1 2 1 2\nvariant: hex-torus",
    "1 2 3\n3 1",
    "1 2\n1 1\n1",
    "1 5 2 2",
    "1 1; 1 9",
    "1 1\n1,0",
    "2 2\n2 1",
    "1 2\n2 1",
    "1 1\n1 x",
    "1 1 / 1 x1",
    "1 1 1",
    "1 1 1\n1 1 2",
    "1 1\n1 2\nvariant: round",
    "// nothing",
    "1 1\n1 -2",
]


def answer(text):
    """Return the board of a text, or what is wrong with it and where."""
    try:
        board = read(text)
    except (FormatError, InvalidInstance) as error:
        placed = isinstance(error, FormatError) and error.line
        return {"text": text, "kind": error.kind} | ({"line": error.line, "column": error.column} if placed else {})
    return {"text": text, "n": board.n, "variant": VARIANTS.index(board.variant), "cells": list(board.cells)}


def written():
    """Return the file as it must be."""
    said = {"source": "written by tests/app/test_optimiza_texts.py", "cases": [answer(text) for text in TEXTS]}
    return json.dumps(said, indent=1) + "\n"


def test_the_file_is_what_the_package_reads():
    assert FILE.read_text(encoding="utf-8") == written()


if __name__ == "__main__":  # after the reader has changed: python -m app.test_optimiza_texts
    FILE.write_text(written(), encoding="utf-8")
