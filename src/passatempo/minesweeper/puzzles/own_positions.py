"""Own positions: which ones can be printed, what is certain, and the numbers that could be added to one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits, Stopped
from passatempo.core.queries import REASON_SECONDS
from passatempo.minesweeper import _kernel, census
from passatempo.minesweeper.exact import methods
from passatempo.minesweeper.exact.methods import cells_with_marks
from passatempo.minesweeper.formats.minefield import field_rows
from passatempo.minesweeper.model import COVERED, FLAG, UNKNOWN, Board, Cell, is_covered
from passatempo.minesweeper.reasons import contradiction
from passatempo.puzzles.puzzle import Refusal

DOUBTFUL = b"\1\5"  # marks of squares that are neither safe nor mines, next to a number or not
MOST_CELLS = 10_000  # of a board that the kernel explains


def printable_position(board: Board) -> Board:
    """Return a position without its flags, which are no facts; raises `UsageError` if it is not for print.

    >>> from passatempo.minesweeper import read
    >>> printable_position(read("1F")).cells == read("1#").cells
    True
    """
    if (board.variant, board.offsets) != ("square", ()) or len(board.cells) > MOST_CELLS or UNKNOWN in board.cells:
        raise UsageError(
            f"an own position has eight squares around each, at most {MOST_CELLS} in all, and numbers on all open ones"
        )
    return replace(board, cells=board.cells.replace(bytes([FLAG]), bytes([COVERED])), click=None)


def survey_marks(board: Board, limits: Limits) -> bytes:
    """Return the kernel's mark of each cell, nothing if no layout fits; raises `Stopped` at a limit.

    >>> from passatempo.minesweeper import read
    >>> list(survey_marks(read("01#1#"), Limits())), survey_marks(read("2#"), Limits())
    ([0, 0, 3, 0, 2], b'')
    """
    board_survey = _kernel.survey(methods.kernel_board(board), False, *limits.kernel)
    if board_survey.state not in (methods.CONSISTENT, methods.CONTRADICTORY):
        raise Stopped
    return board_survey.marks or b"" if board_survey.state == methods.CONSISTENT else b""


def refuse_contradictory(board: Board, limits: Limits = Limits(seconds=REASON_SECONDS)) -> Refusal:
    """Refuse a position without a layout by the numbers that cannot all hold.

    >>> from passatempo.minesweeper import read
    >>> refuse_contradictory(read("##1/212")).sentence
    'the 2 at (2, 1) and the 1 at (2, 2) cannot both hold'
    """
    return Refusal(contradiction(board, limits)[0] or census.no_layout_reason(board))


def number_gifts(board: Board) -> Iterator[tuple[dict[str, Any], Board]]:
    """Yield the position with one more number, by square and number.

    >>> from passatempo.minesweeper import read
    >>> [change["give"] for change, _ in number_gifts(read("1#"))]
    [[1, 2, 0], [1, 2, 1]]
    """
    for cell, code in enumerate(board.cells):
        row, column = board.place(cell)
        for number in range(len(board.surface.neighbours(cell)) + 1) if is_covered(code) else ():
            yield {"give": [row + 1, column + 1, number]}, _with_number(board, cell, number)


def _with_number(board: Board, cell: Cell, number: int) -> Board:
    return replace(board, cells=bytes([*board.cells[:cell], number, *board.cells[cell + 1 :]]))


def only_layout(board: Board, limits: Limits) -> list[list[Cell]]:
    """Return the mines of the one layout of a position, or nothing if there are none or several.

    >>> from passatempo.minesweeper import read
    >>> only_layout(read("01#1#"), Limits()), only_layout(read("1##"), Limits()), only_layout(read("2#"), Limits())
    ([[2]], [], [])
    """
    marks = survey_marks(board, limits)
    return [cells_with_marks(marks, methods.MINE)] if marks and not cells_with_marks(marks, DOUBTFUL) else []


def two_layouts(board: Board, limits: Limits) -> list[dict[str, Any]]:
    """Return two of several layouts, as solutions: one with a mine in the first doubtful square, and one without.

    >>> from passatempo.minesweeper import read
    >>> two_layouts(read("1#/##"), Limits())
    [{'field': ['.*', '..']}, {'field': ['..', '*.']}]
    """
    cell = cells_with_marks(survey_marks(board, limits), DOUBTFUL)[0]
    numbered = [_with_number(board, cell, number) for number in range(len(board.surface.neighbours(cell)) + 1)]
    free = next(other for other in numbered if survey_marks(other, limits))
    return [_solution_of(board, _lay(board, cell, limits)), _solution_of(board, _lay(free, methods.ANY, limits))]


def _solution_of(board: Board, mines: Sequence[Cell]) -> dict[str, Any]:
    return {"field": field_rows(mine_map(board, mines), board.columns)}


def mine_map(board: Board, mines: Sequence[Cell]) -> bytes:
    """Return a byte for each cell, 1 for a mine.

    >>> list(mine_map(Board(1, 3, bytes(3)), [1]))
    [0, 1, 0]
    """
    mine = bytearray(len(board.cells))
    for cell in mines:
        mine[cell] = 1
    return bytes(mine)


def _lay(board: Board, cell: Cell, limits: Limits) -> list[Cell]:
    _, _, state, mines = _kernel.lay(methods.kernel_board(board), cell, *limits.kernel)
    if state != methods.CONSISTENT:
        raise Stopped
    return list(memoryview(mines).cast("I"))
