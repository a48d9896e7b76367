"""Own positions: which ones can be printed, what is certain, and the numbers that could be added to one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits, Stopped
from passatempo.core.queries import REASON_SECONDS
from passatempo.minesweeper import _kernel, census
from passatempo.minesweeper.exact.methods import CONSISTENT, CONTRADICTORY, kernel_board
from passatempo.minesweeper.model import COVERED, FLAG, UNKNOWN, Board, is_covered
from passatempo.minesweeper.reasons.method import contradiction
from passatempo.puzzles.puzzle import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    board_survey = _kernel.survey(kernel_board(board), False, *limits.kernel)
    if board_survey.state not in (CONSISTENT, CONTRADICTORY):
        raise Stopped
    return board_survey.marks or b"" if board_survey.state == CONSISTENT else b""


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
            cells = bytes([*board.cells[:cell], number, *board.cells[cell + 1 :]])
            yield {"give": [row + 1, column + 1, number]}, replace(board, cells=cells)
