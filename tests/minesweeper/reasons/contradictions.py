"""Boards without a layout, of every kind that we could think of: each by name."""

from dataclasses import replace

from passatempo.core.random import Random
from passatempo.core.text import Piece
from passatempo.minesweeper.generate import Params, generate
from passatempo.minesweeper.model import COVERED, UNKNOWN, VARIANTS, Board
from passatempo.minesweeper.text import board_of

from .late import late


def read(grid, **keys):
    """Return the board of a grid in our signs."""
    return board_of(Piece.of_text(grid), **keys)


def chain(cells, mines=None):
    """Return a row of 1s between covered cells: an end makes its only cell a mine, and then every second one is."""
    return read("1" + "#1" * cells, mines=mines)


def islands(rows, columns, number, mines):
    """Return a board of islands, numbers with all their neighbours covered, that share no cell."""
    cells = bytearray([UNKNOWN]) * (rows * columns)
    for r in range(0, rows - 2, 4):
        for c in range(0, columns - 2, 4):
            for i in range(9):
                cells[(r + i // 3) * columns + c + i % 3] = COVERED
            cells[(r + 1) * columns + c + 1] = number
    return Board(rows, columns, bytes(cells), mines)


STAR = ("#???#", "?1?1?", "??#??", "??1??", "??#??")  # a mine in the middle, or three around


def stars(down, right, mines):
    """Return a board of stars side by side: whatever they hold, the sum is odd exactly if their number is."""
    rows = [("?".join([row] * right)) for row in STAR]
    return read("\n".join([*rows, "?" * len(rows[0])] * down), mines=mines)


def lattice(size, mines):
    """Return a wide board: every second cell of every second row is a 1."""
    cells = bytearray([COVERED]) * (size * size)
    for r in range(1, size, 2):
        for c in range(1, size, 2):
            cells[r * size + c] = 1
    return Board(size, size, bytes(cells), mines)


def miscounted(seed, more):
    """Return a late position with so many mines more than there are."""
    board = late(seed)
    return replace(board, mines=board.mines + more)


def misread(seed, counted):
    """Return an expert position in which one number in twenty is one too high."""
    dice = Random(seed, "misread")
    board = generate(Params("expert", share=0.6), dice)
    cells = bytes(code + 1 if code < 8 and dice.below(20) == 0 else code for code in board.cells)
    return replace(board, cells=cells, mines=board.mines if counted else None)


def on(variant, grid, mines=None):
    """Return a board of another neighbourhood."""
    return read(grid, mines=mines, variant=variant)


CONTRADICTIONS = {
    "too few covered cells": read("2#"),
    "no covered cell": read("01/00"),
    "too few in a corner": read("4#/##"),
    "too few beside unknown numbers": read("3?#/?##/???"),
    "only flags around": read("4F/FF"),
    "two numbers": read("##1/212"),
    "two numbers over flags": read("F#1/212"),
    "a zero beside a full number": read("##/30/0?"),
    "the board of the published text": read("#22#/###1/0##0"),
    "a chain of 20": chain(20),
    "a chain of 400": chain(400),
    "a chain of 401, with a count": chain(401, 200),
    "more mines than cells": read("1#", mines=2),
    "more mines than cells, no number": read("##/##", mines=5),
    "no mine, one number": read("#1#/###", mines=0),
    "no mine, a wide board": lattice(29, 0),
    "one mine, a wide board": lattice(41, 1),
    "no mine left for the other cells": read("1#?#", mines=0),
    "one mine, two numbers": read("#1??1#", mines=1),
    "a mine too many": read("#1#??#1#", mines=3),
    "a mine too many, flags": read("F1#??#1F", mines=3),
    "islands, too few mines": islands(16, 30, 3, 80),
    "islands, too many mines": islands(16, 30, 3, 85),
    "many islands, too few mines": islands(40, 40, 1, 60),
    "ten stars, an odd number of mines": stars(2, 5, 21),
    "fifty stars, an odd number of mines": stars(5, 10, 101),
    "late, expert, one more": miscounted(15, 1),
    "late, expert, one less": miscounted(19, -1),
    "late, expert, ten less": miscounted(3, -10),
    "late, beginner, one more": miscounted(8, 1),
    "late, intermediate, five less": miscounted(6, -5),
    "late, expert, twenty more": miscounted(7, 20),
    "misread, expert": misread(1, counted=True),
    "misread, expert, no count": misread(2, counted=False),
    "misread again, expert": misread(3, counted=True),
    "ragged torus": on("torus", "###/#1#/##8"),
    "torus, count": on("torus", "####/#1##/####/###3", 2),
    "hexagonal": on("hexagonal", "##0/#4#/##0"),
    "hexagonal, count": on("hexagonal", "###/#3#/###", 2),
    "knight": on("knight", "1####/#####/##2##/#####/#####", 1),
    "knight, by itself": on("knight", "###/3##/###"),
    "offsets": replace(read("##1##", mines=4), offsets=((0, 2), (0, -2))),
    "offsets, by itself": replace(read("#1?"), offsets=((0, 1),)),
    "a mine too many, a number far away": read("#1??1#/??????/?????#", mines=0),
}
assert set(VARIANTS) == {board.variant for board in CONTRADICTIONS.values()}
