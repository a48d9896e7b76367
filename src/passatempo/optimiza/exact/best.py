"""The exact answers of Optimiza: the Python side, which calls the kernel."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, TypeAlias

from passatempo.core import buffers
from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import STOPS, Outcome, Status
from passatempo.optimiza import _kernel
from passatempo.optimiza.geometry import PIECE, route_of
from passatempo.optimiza.model import (
    VARIANTS,
    Board,
    Route,
    Variant,
    board_and_rule,
    limit_outcome,
    require_usual_rule,
    wrong_size,
)
from passatempo.optimiza.reference.search import best_strict

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from passatempo.core.pastime import Question

    Settings: TypeAlias = object

BY_SHAPE, FRONTIER_ONLY = 0, 1


def best(board_or_question: Board | Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find a path of greatest sum.

    Numbers never fall along a path, so the board is solved from N down to 1. The cells of one number that its moves
    connect form components. In each component, the solver maximises v * length + exit over simple paths from every
    start. It uses rerooting in a tree, enumeration in a small component, and frontier-based search otherwise.

    Parameters
    ----------
    board_or_question
        A board of any of the six surfaces, or a question about it, which may ask for the strict rule.
    limits
        `nodes` counts states of the frontier and steps of paths inside small components.

    Returns
    -------
    Outcome
        `SOLVED`, or at a limit `FEASIBLE` with a path and a bound.

    Notes
    -----
    Linear in the cells on random boards. The time observed on boards of connected equal numbers is 2^O(sqrt N).

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> best(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    25
    """
    board, strict = board_and_rule(board_or_question)
    return best_strict(board, limits) if strict else _solve_board(board, limits, BY_SHAPE)


def frontier(
    board_or_question: Board | Question, /, limits: Limits = Limits(), report: Report = silent
) -> Outcome[Route]:
    r"""Find a path of greatest sum with the frontier alone, whatever the shape of a component.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> frontier(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    25
    """
    return _solve_board(require_usual_rule(board_or_question, "frontier"), limits, FRONTIER_ONLY)


def number_array(board: Board, deadline: Deadline) -> array[int]:
    """Return the numbers as the kernel reads them; raises `Stopped` at a limit.

    >>> number_array(Board(2, (1, 1, 1, 2)), Deadline(Limits()))
    array('H', [1, 1, 1, 2])
    """
    if len(board.cells) <= 16 * PIECE:  # two milliseconds
        return board.packed
    numbers = array("H")
    for first in range(0, len(board.cells), 16 * PIECE):
        deadline.check()
        numbers.extend(array("H", board.cells[first : first + 16 * PIECE]))
    return numbers


def _solve_board(board: Board, limits: Limits, solver_choice: int) -> Outcome[Route]:
    deadline = Deadline(limits)
    variant = VARIANTS.index(board.variant)
    bound: int | None = None
    try:
        numbers = number_array(board, deadline)
        rest = limits if len(numbers) <= PIECE else deadline.remaining_limits
        stop, nodes, best_sum, bound, path, counts = _kernel.best(
            numbers, board.n, variant, solver_choice, *rest.kernel
        )
        if not path:
            deadline.stop_reason = STOPS[stop]
            return limit_outcome(board, deadline)
        route = route_of(board, path, deadline.poll)
    except Stopped:
        return limit_outcome(board, deadline, bound)
    stats = {"nodes": nodes, **counts}
    if best_sum == bound:
        return Outcome(Status.SOLVED, route, best_sum, bound, stats=stats)
    return Outcome(Status.FEASIBLE, route, best_sum, bound, STOPS[stop], stats=stats)


def greatest_sum(cells: Buffer, n: int, variant: Variant = "torus-queen") -> tuple[int, list[int]]:
    """Find the greatest sum on a board given as an array of 16-bit words, and a path as cell numbers.

    This suits boards of millions of cells, because nothing is copied. It checks only the size, the greatest number, and
    that no number occurs on more than 4096 cells. Cells of 0 may not be used. If all are 0, the path is empty.

    Parameters
    ----------
    cells
        The numbers in reading order, as a contiguous buffer of 16-bit whole numbers of any shape.
    n
        The size.
    variant
        The surface and the directions.

    Raises
    ------
    UsageError
        If the items are no 16-bit whole numbers, the size is out of range, the buffer has not one word for each cell,
        or a number exceeds `n` or occurs too often.

    Examples
    --------
    >>> from array import array
    >>> greatest_sum(array("H", [1, 1, 1, 2]), 2)
    (5, [0, 2, 1, 3])
    """
    for fault in wrong_size(variant, n):
        raise UsageError(fault.text)
    try:
        return _kernel.greatest(buffers.words(cells, "cells"), n, VARIANTS.index(variant))
    except ValueError as error:
        raise UsageError(str(error)) from error
