"""The hardest instances known of the questions `move` and `evaluate`: see tests/contract/test_limits.py."""

from collections.abc import Callable
from typing import Any

from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.mnk.model import EvaluateAsk, Position
from passatempo.mnk.rules import Rules
from passatempo.mnk.text import read


def scattered(rules: Rules, marks: int) -> Position:
    """So many marks on random cells, in colours of which no five lie in a row anywhere."""
    cells, left = bytearray(rules.size), {1: (marks + 1) // 2, 2: marks // 2}
    for cell in Random(1, "hard").shuffle_copy(range(rules.size)):
        row, column = divmod(cell, rules.n)
        mark = 1 + (row + column // 2) % 2  # no three in a row alike in any direction but on broken diagonals
        if left[mark]:
            cells[cell] = mark
            left[mark] -= 1
    return Position(rules, bytes(cells))


def five() -> Position:
    """15 x 15 after five moves: proofs do not end, Ctrl-C was dead, tables made the move late."""
    return read("m: 15\nn: 15\nk: 5\nmoves: h8 i9 i7 g9 h9")


def course() -> Position:
    """70 x 70, k = 10, of the course tournament: the classes of lines alone took 0.1 s."""
    return read("m: 70\nn: 70\nk: 10\nmoves: z30 z31 y30")


def small() -> Position:
    """8 x 8, k = 5, empty: the exact solver and the traps are asked first."""
    return Position(Rules(8, 8, 5), bytes(64))


def drawn() -> Position:
    """7 x 7, k = 5 after two moves: a draw by the exact solver, whose traps are weighed."""
    return Position(Rules(7, 7, 5), bytes(49)).play(24).play(16)


HARDEST: dict[str, list[tuple[str, Callable[[], Any]]]] = {
    "move": [
        ("15 x 15 after five moves", five),
        ("70 x 70, k = 10", course),
        ("19 x 19 half full", lambda: scattered(Rules(19, 19, 5), 180)),
        ("8 x 8, k = 5: proofs and traps", small),
        ("7 x 7, k = 5: proofs and traps", drawn),
        (
            "255 x 255, k = 29: long lines on all that the engine holds",
            lambda: Position(Rules(255, 255, 29), bytes(65025)),
        ),
        ("a strip of 65,534 rows: crashed", lambda: Position(Rules(65534, 1, 3), bytes(65534))),
        ("512 x 512, empty: too large for the engine", lambda: Position(Rules(512, 512, 5), bytes(512 * 512))),
        (
            "200 x 200 with falling marks, k = 90: plain Python",
            lambda: Position(Rules(200, 200, 90, gravity=True), bytes(40000)),
        ),
        ("120 x 120 half full: many candidates", lambda: scattered(Rules(120, 120, 5), 7000)),
        ("torus of 60 x 60, misere", lambda: Position(Rules(60, 60, 12, torus=True, misere=True), bytes(3600))),
    ],
    "evaluate": [
        ("15 x 15 after five moves", lambda: Question(five(), EvaluateAsk())),
        ("400 x 400 half full", lambda: Question(scattered(Rules(400, 400, 5), 80_000), EvaluateAsk("O"))),
        ("1 x 200,000 half full", lambda: Question(scattered(Rules(1, 200_000, 5), 90_000), EvaluateAsk())),
    ],
}
