"""Texts of boards and what the Python readers make of them, for the readers of the app: `python -m app.texts`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.random import Random
from passatempo.minesweeper.formats import mine
from passatempo.minesweeper.generate import Params, generate
from passatempo.minesweeper.model import READINGS, VARIANTS
from passatempo.minesweeper.record import PASTIME
from passatempo.minesweeper.text import write

DATA = Path(__file__).parents[1] / "data"
FILE = DATA / "texts" / "minesweeper.json"
MUTATED = 400
SIGNS = "#F?0123456789xHIO*.:/ \t\r\n\f\u2028-az\x00é😀"
CHOSEN = (
    "",
    " \n",
    "\ufeff#1",
    "#1\n#x",
    "#1\n#1#",
    "#1\0",
    "# 1 / # 1",
    "#1\r\n#1\r\nmines: 1\r\n",
    "#1\nmines: 1\nMines: 2",
    "#1\nmines: -1",
    "#1\nmines: -5\nvariant: torus",
    "#1\nmines: one",
    "#1\nmines:",
    "#1\nvariant: hexagonal\nmines: 1",
    "#7\nvariant: hexagonal",
    "#8\nvariant: knight",
    "#9",
    "#1\nvariant: round",
    "#1\nclick: 1 1",
    "#1\nclick: one",
    "#1\nclick: (1, 2)",
    "// nothing\n#1",
    "2x1x1\nH1",
    "2x1x1\nH1\nmines: 2",
    "2x2x1\nH1",
    "2x2x1\nH1/HZ",
    "2x2x1\nH1/H",
    "0x0x0\n",
    "xx1/..1",
    "xx1/.1",
    "x*.\n   x 1 2",
    "..*\n...\n*..",
    "02*\n.2*",
    " *-\n--*\nvariant: torus",
    "* *\n* *",
    "..",
    "..\nreading: position",
    "..x\n...",
    "..x\n...\nreading: position",
    "x1.\n11.",
    "xF1\n1..\n",
    "x*\nreading: position",
    "10\n01",
    "10\n01\nreading: position\nmines: 0",
    "10\n01\nvariant: torus",
    "#1?",
    "F1?",
    "1?",
    "?x1",
    "#?\nvariant: hexagonal",
    "#?\nreading: position\nvariant: hexagonal",
    "?1-",
    "?1.\nreading: position",
    "- - 1 - -",
    "-1.\nreading: position",
    ".#\n11",
    ".#\n11\nreading: position",
    "###\n121\n..-",
    "###\n121\n...\nvariant: torus",
    "##.\n#",
    ".#\u2028",
    "F1.",
    "#a/b/",
    "#1//",
    "/#1",
    "#1/ /#1",
    "#1/\n#1",
    "#1/#1\nmines: 1",
    "#1/#1\n#1",
    "#1//\nreading: position",
    "3x1x1\nH1F/",
    "9*",
    "10\n01\nReading: field",
    "#1*",
    "#1\nreading: position",
    "3x2x1\nH?1\n111\nbye",
    "3x2x1\nHI1\n000\n",
    "3x2x3\nFOI\n0M0\n/x",
    "3x3x8\nIII\nI1I\nIII\n",
    "2x1x1\nH1/",
    "mines: 3",
    "😀#1",
    "##\n#😀",
    "_\tC\nH\t2",
    "#,#\n1,1",
    "*1 \n11 \n",
    "#1\nfirst: 1 1",
    "*.\nfirst: 1 1",
    "[[10, 1], [11, 12]]\nmines: 2",
    "[[1, 13]]",
    "[[-1, 2], [1, 1]]\nreading: covered",
    "[[1, 1]",
    "⬜1️⃣\n🚩❓",
    "⬜1️⃣\nend",
    ":white_large_square::one:\n:one::one:",
    "🇦🇧\n1️⃣⬜1️⃣\n3️⃣1️⃣1️⃣",
    "Width: 2\nHeight: 1\nMines: 1\nBoard:\n*0\n",
    "Width: 2\nHeight: 1\nMines: 2\nBoard:\n*0\n",
    "2x2:u8",
    "2x2:u88",
    "?b=22&m=g",
    "?b=22&m=w",
    "https://example.org/?b=4",
)


def answer(text: str) -> dict[str, Any]:
    """Read a text; return its board, or what is wrong and where."""
    try:
        board = PASTIME.read(text)
    except FormatError as fault:
        return {"kind": fault.kind, "line": fault.line, "column": fault.column}
    except InvalidInstance as fault:
        return {"kind": fault.kind, "line": 0, "column": 0}
    found = {"rows": board.rows, "columns": board.columns, "cells": board.cells.hex()}
    mines = -1 if board.mines is None else board.mines
    return found | {"mines": mines, "variant": VARIANTS.index(board.variant), "written": write(board)}


def texts() -> list[str]:
    """Return chosen texts, boards of the case file, and damaged ones."""
    cases = json.loads((DATA / "minesweeper" / "positions.json").read_text(encoding="utf-8"))["cases"]
    good = [case["grid"] for case in cases if case["rows"] * case["cols"] <= 100][:60]
    for k in range(40):
        random = Random(k, "texts")
        rows, columns, variant = random.in_range(1, 6), random.in_range(1, 6), VARIANTS[k % 4]
        mines = random.below(rows * columns)
        board = generate(Params("custom", rows, columns, mines, variant, "safe", "scatter", 0.6), random)
        good.append(write(board))
        if variant == "square":
            good.append(mine.write(board))
            good.append(good[-1].partition("\n")[2].replace("H", "x").replace("F", "*"))
    damaged = []
    for k in range(MUTATED):
        random = Random(k, "damaged texts")
        text = random.choice([*good, *CHOSEN])
        for _ in range(random.in_range(1, 3)):
            at, cut = random.below(len(text) + 1), random.below(2)
            text = text[:at] + random.choice([*SIGNS, ""]) + text[at + cut :]
        damaged.append(text)
    known = json.loads((DATA / "minesweeper" / "recognition.json").read_text(encoding="utf-8"))["cases"]
    lines = [case["text"] + (f"reading: {case['reading']}" if "reading" in case else "") for case in known]
    lines += [f"{case['text']}reading: {reading}" for case in known[::3] for reading in READINGS]
    return list(dict.fromkeys([*CHOSEN, *lines, *good, *damaged]))


def written() -> str:
    """Return the file."""
    cases = [{"text": text} | answer(text) for text in texts()]
    return "[\n" + ",\n".join([json.dumps(case, ensure_ascii=True) for case in cases]) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
