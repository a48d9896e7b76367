"""Puzzles as text and drawings: hints, rules, goals, and the board before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.messages import mark, translate
from passatempo.minesweeper.drawing import draw_plain
from passatempo.minesweeper.model import COVERED, Board, Certain, Place, is_covered
from passatempo.minesweeper.text import write_place
from passatempo.minesweeper.words import grid_lines, show_board

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from passatempo.minesweeper.puzzles.params import CellParams, FieldParams, MinesParams
    from passatempo.puzzles.puzzle import PuzzleContent

MOST_NAMED = 6  # numbers in one hint; longer lists are unreadable
_RULE = mark("A number shows how many of the squares around it hide a mine.")
_FIELD = mark("Open all other squares, starting from the given opening. Every step can be proved: never guess.")
_EASY = mark("You never need more than two numbers at a time.")
_CELL = mark("Only one covered square is certainly free of a mine. Which one?")
_MINES = mark("There are {mines} mines in all.")
_WAYS = {
    "single": mark("Look at {numbers}, one number after the other: no mine at {cells}."),
    "pair": mark("Look at {numbers}, two numbers at a time: no mine at {cells}."),
    "chain": mark("Look at {numbers} together: no mine at {cells}."),
    "count": mark("Look at {numbers}, and count the mines, {mines} in all: no mine at {cells}."),
}
_PAPER = mark(
    "A number tells how many of the squares around it hide a mine. Squares with a number hide none. Find all mines; "
    "you never have to guess."
)
_CORNERS = mark("Squares that touch at a corner count too.")
_SETTLED = {
    (True, False): mark("Look at {numbers}. No mine: {cells}."),
    (False, True): mark("Look at {numbers}. Mines: {mines}."),
    (True, True): mark("Look at {numbers}. No mine: {cells}. Mines: {mines}."),
}
_COUNT_ALONE = mark("Count the mines, {mines} in all: no mine at {cells}.")
_LEVELS = {
    "single": mark("It is enough to look at one number at a time."),
    "pair": mark("It is enough to look at two numbers at a time."),
    "chain": mark("You have to look at several numbers together."),
    "count": mark("You need the number of mines."),
}


def hints_of_field(puzzle: PuzzleContent[Board], locale: str) -> list[str]:
    """Write the steps of the proof in order."""
    return [_step_sentence(puzzle, step, locale) for step in puzzle.uniqueness_proof or ()]


def hints_of_cell(puzzle: PuzzleContent[Board], locale: str) -> list[str]:
    """Write hints in order: the difficulty, the numbers to look at, and the cell."""
    if not puzzle.uniqueness_proof:
        return []
    (step,) = puzzle.uniqueness_proof
    hint_lines = [translate(_LEVELS[step["level"]], locale)]
    if step["because"]:
        hint_lines.append(translate("Look at {numbers}.", locale, numbers=_place_names(step["because"])))
    return [*hint_lines, _step_sentence(puzzle, step, locale)]


def hints_of_mines(puzzle: PuzzleContent[Board], locale: str) -> list[str]:
    """Write the steps of the rounds in order."""
    sentences = []
    for step in puzzle.uniqueness_proof or ():
        named = {"numbers": step["because"], "cells": step["open"], "mines": step["mine"]}
        texts = {name: _place_names(pairs, len(pairs)) for name, pairs in named.items()}
        sentences.append(translate(_SETTLED[bool(step["open"]), bool(step["mine"])], locale, **texts))
    return sentences


def _step_sentence(puzzle: PuzzleContent[Board], step: Mapping[str, Any], locale: str) -> str:
    message = _WAYS[step["level"]] if step["because"] else _COUNT_ALONE
    substitutions = {"cells": _place_names(step["open"]), "mines": puzzle.instance.mines}
    return translate(message, locale, numbers=_place_names(step["because"]), **substitutions)


def _place_names(pairs: Sequence[Sequence[int]], most: int = MOST_NAMED) -> str:
    """Write cells by row and column.

    >>> _place_names([[1, 2], [3, 4]])
    '(1, 2) (3, 4)'
    """
    named = " ".join(f"({row}, {column})" for row, column in pairs[:most])
    return named + (f" ... ({len(pairs)})" if len(pairs) > most else "")


def rules_of_field(params: FieldParams, locale: str) -> str:
    """Write the rules: the meaning of a number, and the task.

    >>> from passatempo.minesweeper.puzzles.params import FieldParams
    >>> rules_of_field(FieldParams(hardest="pair"), "en").rpartition(". ")[2]
    'You never need more than two numbers at a time.'
    """
    rule_messages = [_RULE, _MINES, _FIELD, *([_EASY] if params.hardest == "pair" else [])]
    return " ".join(translate(message, locale, mines=params.size[2]) for message in rule_messages)


def rules_of_cell(params: CellParams | Board, locale: str) -> str:
    """Write the rules: the meaning of a number, and the task.

    >>> from passatempo.minesweeper.puzzles.params import CellParams
    >>> rules_of_cell(CellParams(), "en").partition(". ")[2]
    'There are 10 mines in all. Only one covered square is certainly free of a mine. Which one?'
    """
    counted = [] if params.mines is None else [_MINES]
    return " ".join(translate(message, locale, mines=params.mines) for message in (_RULE, *counted, _CELL))


def rules_of_mines(params: MinesParams, locale: str) -> str:
    """Write the rules, which are the same for all parameters."""
    return f"{translate(_PAPER, locale)} {translate(_CORNERS, locale)}"


def goal_of_mines(puzzle: PuzzleContent[Board], locale: str) -> str:
    """Write the number of mines, for the reader to check the answer."""
    return translate("{mines} mines", locale, mines=puzzle.goal["mines"])


def goal_of_field(puzzle: PuzzleContent[Board], locale: str) -> str:
    """Write the number of mines."""
    return translate("{mines} mines, no guess", locale, mines=puzzle.instance.mines)


def goal_of_cell(puzzle: PuzzleContent[Board], locale: str) -> str:
    """Write the number of mines."""
    if puzzle.instance.mines is None:
        return translate("one safe square", locale)
    return translate("{mines} mines, one safe square", locale, mines=puzzle.instance.mines)


def _places_of(puzzle: PuzzleContent[Board], sign: str) -> tuple[Place, ...]:
    """Return the cells with a sign in the solution."""
    rows: Sequence[str] = puzzle.solution["field"]
    return tuple((i, j) for i, row in enumerate(rows) for j, other in enumerate(row) if other == sign)


def _solution_board(puzzle: PuzzleContent[Board]) -> tuple[Board, tuple[Place, ...]]:
    """Return a field with all cells opened that hold no mine, and the mines."""
    mines = _places_of(puzzle, "*")
    board, cells = puzzle.instance, bytearray()
    for cell in range(len(board.cells)):
        near_mines = [board.place(near) in mines for near in board.surface.neighbours(cell)]
        cells.append(COVERED if board.place(cell) in mines else sum(near_mines))
    return Board(board.rows, board.columns, bytes(cells), board.mines), mines


def draw_field(puzzle: PuzzleContent[Board], is_solved: bool) -> str:
    """Draw the opening, or the cleared field."""
    if not is_solved:
        return draw_plain(puzzle.instance, Certain((), ()))
    board, mines = _solution_board(puzzle)
    return draw_plain(board, Certain((), mines))


def show_field(puzzle: PuzzleContent[Board], is_solved: bool) -> str:
    """Write the opening, or the cleared field."""
    if not is_solved:
        return show_board(puzzle.instance)
    board, mines = _solution_board(puzzle)
    return "\n".join(grid_lines(board, {"*": ("a mine", mines)}))


def draw_mines(puzzle: PuzzleContent[Board], is_solved: bool) -> str:
    """Draw the numbers, zeros too, and the mines if it is solved."""
    return draw_plain(puzzle.instance, Certain((), _places_of(puzzle, "*") if is_solved else ()), for_paper=True)


def show_mines(puzzle: PuzzleContent[Board], is_solved: bool) -> str:
    """Write the numbers, with the mines and the free squares if it is solved."""
    if not is_solved:
        return show_board(puzzle.instance)
    board = puzzle.instance
    empty = [at for at in _places_of(puzzle, ".") if is_covered(board.cells[at[0] * board.columns + at[1]])]
    return "\n".join(grid_lines(board, {"*": ("a mine", _places_of(puzzle, "*")), ".": ("no mine", empty)}))


def _safe_places(puzzle: PuzzleContent[Board]) -> tuple[Place, ...]:
    row, column = puzzle.solution["cell"]
    return ((row - 1, column - 1),)


def draw_cell(puzzle: PuzzleContent[Board], is_solved: bool) -> str:
    """Draw the position, with the safe cell marked if it is solved."""
    return draw_plain(puzzle.instance, Certain(_safe_places(puzzle) if is_solved else (), ()))


def show_cell(puzzle: PuzzleContent[Board], is_solved: bool) -> str:
    """Write the position, with the safe cell marked if it is solved."""
    if not is_solved:
        return show_board(puzzle.instance)
    place = _safe_places(puzzle)
    return "\n".join([f"{write_place(place[0])}", *grid_lines(puzzle.instance, {"+": ("safe", place)})])
