"""Checks of puzzle answers by the rules and the field alone, independent of how a puzzle was generated or proved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from passatempo.core.errors import FormatError, Violation, quote
from passatempo.core.json import count_of
from passatempo.minesweeper.checker import number_scopes, place_name
from passatempo.minesweeper.model import Board, Place, is_covered
from passatempo.minesweeper.propagation import mines_of

if TYPE_CHECKING:
    from passatempo.puzzles.puzzle import PuzzleContent

MAX_VIOLATIONS = 10  # a few are enough
MINE_SIGNS, FREE_SIGNS, COVERED_SIGNS = "*F", ".012345678", "#?"
_PAIR = re.compile(r"[(\[]?\s*(\d{1,4})\s*[, ]\s*(\d{1,4})\s*[)\]]?")


class FieldAnswer(NamedTuple):
    """Cells marked as mines, opened cells, and the numbers written into them."""

    mine_places: frozenset[Place]
    open_cells: frozenset[Place]
    numbers: tuple[tuple[Place, int], ...] = ()


def read_places(raw_cells: Any) -> list[Place]:
    """Read cells: a list of rows and columns from 1, or a text with such pairs.

    >>> read_places("(1, 2) 3,4"), read_places([[1, 2]])
    ([(0, 1), (2, 3)], [(0, 1)])
    """
    if isinstance(raw_cells, str):
        raw_cells = " ".join(raw_cells.split())  # long blanks would slow the pattern
        pairs = [(int(row), int(column)) for row, column in _PAIR.findall(raw_cells)]
        if _PAIR.sub("", raw_cells).strip(" \t\r\n,;[]"):
            raise FormatError(f"{quote(raw_cells)} is not a list of cells such as (1, 2) (3, 4)")
        raw_cells = pairs
    fits = isinstance(raw_cells, list | tuple) and all(
        isinstance(pair, list | tuple) and len(pair) == 2 and all(type(part) is int for part in pair)
        for pair in raw_cells
    )
    if not fits:
        raise FormatError("cells are a list of [row, column], both from 1", kind="json-type")
    return [(row - 1, column - 1) for row, column in raw_cells]


def read_field(board: Board, answer: Any) -> FieldAnswer:
    """Read an answer to a field: a grid with * on the mines, or a list of mines, or a list of opened cells.

    JSON has one of the keys `mines`, `opened` and `field` (the grid, as text or a list of rows). A plain list holds
    mines. In a grid `*` and `F` are mines, `.` and numbers are opened cells, and `#` and `?` are ignored. A text may
    also be a list of cells, which are mines unless it begins with `opened:`.

    Raises
    ------
    FormatError
        If it is none of these.

    Examples
    --------
    >>> board = Board(1, 3, bytes([1, 255, 255]), 1)
    >>> read_field(board, ".*.") == FieldAnswer(frozenset({(0, 1)}), frozenset({(0, 0), (0, 2)}))
    True
    """
    if isinstance(answer, dict):
        return _of_keys(board, answer)
    if isinstance(answer, str):
        kind, colon, rest = answer.partition(":")
        kind = kind.strip().lower()
        if not colon:
            is_list = re.search(r"\d ?[, ] ?\d", " ".join(answer.split())) and not re.search(r"[*F#.?]", answer)
            return _answer_of_places(answer, "mines") if is_list else _of_grid(board, answer)
        if kind in ("mines", "opened"):
            return _answer_of_places(rest, kind)
        raise FormatError(f"{quote(kind)} is neither 'mines' nor 'opened'")
    return _answer_of_places(answer, "mines")


def _of_keys(board: Board, answer: dict[str, Any]) -> FieldAnswer:
    answer_keys = [key for key in ("mines", "opened", "field") if key in answer]
    if len(answer_keys) != 1 or len(answer) != 1:
        raise FormatError("the answer has one of the keys 'mines', 'opened' and 'field'", kind="unknown-key")
    if answer_keys[0] != "field":
        return _answer_of_places(answer[answer_keys[0]], answer_keys[0])
    grid = answer["field"]
    if isinstance(grid, list) and all(isinstance(row, str) for row in grid):
        grid = "\n".join(grid)
    if not isinstance(grid, str):
        raise FormatError("field is a grid, a text or a list of rows", kind="json-type")
    return _of_grid(board, grid)


def _answer_of_places(raw_cells: Any, kind: str) -> FieldAnswer:
    places = frozenset(read_places(raw_cells))
    return FieldAnswer(places, frozenset()) if kind == "mines" else FieldAnswer(frozenset(), places)


def _of_grid(board: Board, text: str) -> FieldAnswer:
    rows = [row for row in (re.sub(r"[ \t\r]", "", line) for line in re.split(r"[\n/]", text)) if row]
    if len(rows) != board.rows or any(len(row) != board.columns for row in rows):
        size = f"{count_of(board.rows, 'row')} of {count_of(board.columns, 'cell')}"
        raise FormatError(f"{quote(text)} is not a grid of {size}", kind="ragged")
    signs = {(i, j): sign for i, row in enumerate(rows) for j, sign in enumerate(row.upper())}
    alien = next((place for place, sign in signs.items() if sign not in MINE_SIGNS + FREE_SIGNS + COVERED_SIGNS), None)
    if alien:
        raise FormatError(
            f"{place_name(alien)}: {quote(signs[alien])} is not a cell (* or F a mine, . or a number opened)"
        )
    return FieldAnswer(
        frozenset(place for place, sign in signs.items() if sign in MINE_SIGNS),
        frozenset(place for place, sign in signs.items() if sign in FREE_SIGNS),
        tuple((place, int(sign)) for place, sign in signs.items() if sign.isdecimal()),
    )


def judge_field(puzzle: PuzzleContent[Board], answer: Any) -> list[Violation]:
    """List what is wrong with an answer to a field, which is cleared if all mines are marked or all else is opened.

    Raises
    ------
    FormatError
        If the answer cannot be read, or the puzzle has no solution, without which a field cannot be judged.

    Examples
    --------
    >>> from passatempo.puzzles.puzzle import PuzzleContent
    >>> from passatempo.minesweeper import read
    >>> solution = {"field": [".*", ".."]}
    >>> made = PuzzleContent(instance=read("1#/##", mines=1), goal={}, solution=solution, grade=1, solving_effort=0)
    >>> judge_field(made, "1*/.."), [fault.text for fault in judge_field(made, "1#/*#")]
    ([], ['(2, 1) is given as a mine, but is free'])
    """
    board = puzzle.instance
    mines = _solution_mines(board, puzzle.solution)
    field_answer = read_field(board, answer)
    board_places = {(row, column) for row in range(board.rows) for column in range(board.columns)}
    faults = _misplaced(field_answer, mines, board_places)
    faults += [
        Violation("mine", f"{place_name(at)} was opened, and holds a mine", at)
        for at in sorted(field_answer.open_cells & mines)
    ]
    for at, number in field_answer.numbers:
        right = sum((at[0] + i, at[1] + j) in mines for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        if at not in mines and number != right:
            faults.append(Violation("number", f"{place_name(at)} shows {right}, not {number}", at))
    if not faults and field_answer.mine_places != mines:
        open_places = {board.place(cell) for cell, code in enumerate(board.cells) if not is_covered(code)}
        left = len(board_places - mines - field_answer.open_cells - open_places)
        if left:
            faults.append(Violation("unfinished", f"{count_of(left, 'free cell')} must still be opened", left))
    return faults[:MAX_VIOLATIONS]


def _misplaced(field_answer: FieldAnswer, mines: frozenset[Place], board_places: set[Place]) -> list[Violation]:
    """List the cells off the board, and the mines where there are none."""
    outside = sorted((field_answer.mine_places | field_answer.open_cells) - board_places)
    wrong = sorted((field_answer.mine_places & board_places) - mines)
    return [
        *(Violation("off-board", f"{place_name(at)} is not on the board", at) for at in outside),
        *(Violation("wrong-flag", f"{place_name(at)} is given as a mine, but is free", at) for at in wrong),
    ]


def judge_mines(puzzle: PuzzleContent[Board], answer: Any) -> list[Violation]:
    """List what is wrong with an answer to a printed minefield: wrong mines, then missing ones.

    Raises
    ------
    FormatError
        If the answer cannot be read, or the puzzle has no solution.

    Examples
    --------
    >>> from passatempo.puzzles.puzzle import PuzzleContent
    >>> from passatempo.minesweeper import read
    >>> solution = {"field": [".*", ".."]}
    >>> made = PuzzleContent(instance=read("1#/1#"), goal={}, solution=solution, grade=1, solving_effort=0)
    >>> [fault.text for fault in judge_mines(made, "(2, 2)")]
    ['(2, 2) is given as a mine, but is free', '(1, 2) hides a mine, but is not given']
    """
    board = puzzle.instance
    mines = _solution_mines(board, puzzle.solution)
    field_answer = read_field(board, answer)
    board_places = {(row, column) for row in range(board.rows) for column in range(board.columns)}
    missing = [
        Violation("missing-mine", f"{place_name(at)} hides a mine, but is not given", at)
        for at in sorted(mines - field_answer.mine_places)
    ]
    return [*_misplaced(field_answer, mines, board_places)[:MAX_VIOLATIONS], *missing[:MAX_VIOLATIONS]]


def _solution_mines(board: Board, solution: Any) -> frozenset[Place]:
    """Read the mines of a puzzle, which may come from a file."""
    if "field" not in solution:
        raise FormatError("the puzzle is without its solution: pass its ID instead")
    return _of_keys(board, {"field": solution["field"]}).mine_places


def judge_cell(puzzle: PuzzleContent[Board], answer: Any) -> list[Violation]:
    """List what is wrong with a cell marked as safe, which must be covered and have no mine in any layout.

    Raises
    ------
    FormatError
        If the answer is not a cell.

    Examples
    --------
    >>> from passatempo.puzzles.puzzle import PuzzleContent
    >>> from passatempo.minesweeper import read
    >>> made = PuzzleContent(instance=read("01#1#", mines=1), goal={}, solution={}, grade=1, solving_effort=0)
    >>> judge_cell(made, "1, 5"), [fault.text for fault in judge_cell(made, [1, 3])]
    ([], ['(1, 3) may hold a mine'])
    """
    board = puzzle.instance
    if isinstance(answer, dict):
        if set(answer) != {"cell"}:
            raise FormatError("the answer has the key 'cell'", kind="unknown-key")
        answer = answer["cell"]
    if isinstance(answer, list | tuple) and len(answer) == 2 and all(type(part) is int for part in answer):
        answer = [answer]
    places = read_places(answer)
    if len(places) != 1:
        raise FormatError("one cell is expected", kind="json-type")
    (place,) = places
    cell = board.cell(*place)
    if cell is None or not is_covered(board.cells[cell]):
        return [Violation("not-covered", f"{place_name(place)} is not a covered cell", place)]
    numbers = [(need, scope) for _, need, scope in number_scopes(board)]
    possible = mines_of(numbers, (cell, True), None)
    if board.mines is not None:
        near = {cell, *(other for _, scope in numbers for other in scope)}
        outer_count = board.covered - len(near)
        max_mines = min(board.mines, len(board.cells) + outer_count + 1)  # a count may exceed the number of cells
        possible &= (1 << (max_mines + 1)) - (1 << max(0, max_mines - outer_count))
    if possible:
        return [Violation("unsafe", f"{place_name(place)} may hold a mine", place)]
    return []
