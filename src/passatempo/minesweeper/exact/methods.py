"""The exact answers of Minesweeper: the Python side, which calls the kernel."""

from array import array
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, compress, repeat
from math import prod
from typing import Any, NamedTuple

from passatempo.core.errors import PassatempoError
from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.minesweeper import _kernel, census
from passatempo.minesweeper.census import Census
from passatempo.minesweeper.model import STRIDE as PACE
from passatempo.minesweeper.model import Board, Cell, Certain, Chances, Click, Variant, neighbour_offsets
from passatempo.minesweeper.surface import Offset
from passatempo.minesweeper.text import write_layout

CONSISTENT, CONTRADICTORY, TOO_MANY = 0, 1, 3
DONE = StopReason.DONE
STRIDE = 1 << 13  # cells between two clock checks: about a millisecond
# Printing cells, or chances, takes this many times as long as naming them.
PRINT_FACTOR, CHANCES_PRINT_FACTOR = 1.5, 4.0
WORK = 1 << 15  # bytes of integers between two clock checks
MANY = 2**40  # mines; no board has as many cells, and the kernel counts in 64 bits
ANY = 2**32 - 1  # no claimed cell
SAFE, MINE = b"\2\6", b"\3\7"  # marks of the kernel
TOO_WIDE = "a part of the board is too wide to be counted"
UNWIELDY = "with a mine count so large a board has too many layouts to be counted to the last digit"


@lru_cache(maxsize=64)
def _offset_bytes(variant: Variant, offsets: tuple[Offset, ...]) -> tuple[bytes, bytes, bool]:
    """Return a neighbourhood in the form that the kernel reads."""
    even, odd, wraps = neighbour_offsets(variant, offsets)
    return array("i", even).tobytes(), array("i", odd).tobytes(), wraps


def kernel_board(board: Board) -> _kernel.Seen:
    """Pass a board to the kernel without copying it."""
    mines = -1 if board.mines is None else min(board.mines, MANY)
    return _kernel.Seen(board.cells, board.rows, board.columns, *_offset_bytes(board.variant, board.offsets), mines)


@lru_cache(maxsize=64)
def pack_neighbourhood(variant: Variant, offsets: tuple[Offset, ...] = ()) -> bytes:
    """Pack a neighbourhood for the queries of the interface."""
    return Interface.of("minesweeper").pack("Near", neighbour_offsets(variant, offsets))


def board_record(board: Board) -> tuple[Any, ...]:
    """Return the record `Board` of the interface."""
    mines = -1 if board.mines is None else board.mines
    return pack_neighbourhood(board.variant, board.offsets), board.rows, board.columns, board.cells, mines


@lru_cache(maxsize=16)
def _code_table(codes: bytes) -> bytes:
    """Return the table that translates these codes to 1 and all others to 0."""
    return bytes(code in codes for code in range(256))


def cells_with_marks(marks: bytes, codes: bytes, deadline: Deadline | None = None) -> list[Cell]:
    """Return the cells whose mark is one of these codes; raises `Stopped` at a limit."""
    mark_flags = marks.translate(_code_table(codes))
    if 1 not in mark_flags:
        return []
    if deadline is None or len(marks) <= STRIDE:
        return list(compress(range(len(marks)), mark_flags))
    cells: list[Cell] = []
    for at in range(0, len(marks), STRIDE):
        deadline.check()
        cells += compress(range(at, min(at + STRIDE, len(marks))), mark_flags[at : at + STRIDE])
    return cells


def safe(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Certain]:
    r"""Find the cells that certainly hold no mine, and those that certainly do.

    Unit propagation over single numbers comes first. The rest splits into parts that share no number. In each part,
    cells with the same numbers around them form a group, and a decision diagram chooses the mines of one group after
    the other. A forward and a backward sweep show which cells can hold a mine and which can be free.

    Parameters
    ----------
    board
        Any board, with or without a mine count.
    limits
        `nodes` limits the states of the diagrams.

    Returns
    -------
    Outcome
        `SOLVED`, or `IMPOSSIBLE` if the board is contradictory.

    Notes
    -----
    The time is linear in the cells if the parts are narrow, as in play. A part with more than 2^17 states goes to a
    conflict-driven solver, which repairs a known layout cell by cell.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> safe(read("01#1#")).answer
    Certain(safe=((0, 4),), sure_mines=((0, 2),), wrong_flags=())
    """
    certain_outcome = find_certain(board, limits)
    return (
        certain_outcome
        if certain_outcome.status is not Status.FEASIBLE
        else replace(certain_outcome, status=Status.UNKNOWN, answer=None)
    )


def find_certain(board: Board, limits: Limits, spare: float = 0.0) -> Outcome[Certain]:
    """Find the certain cells as `safe` does; at a limit, the result is `FEASIBLE` with those proved so far.

    `spare` is the share of the seconds reserved for output.
    """
    deadline = Deadline(limits)
    board_survey = _kernel.survey(
        kernel_board(board), False, *deadline.end_earlier(spare * (limits.seconds or 0.0)).remaining_limits.kernel
    )
    stats, marks, stop_reason = {"nodes": board_survey.nodes}, board_survey.marks, STOPS[board_survey.stop]
    if board_survey.state == CONTRADICTORY:
        return Outcome(Status.IMPOSSIBLE, reason=census.no_layout_reason(board), stats=stats)
    if marks is None:
        return Outcome(Status.UNKNOWN, stopped=stop_reason, stats=stats)
    start_time = deadline.run_seconds
    try:
        answer = census.certain_answer(
            board, cells_with_marks(marks, SAFE, deadline), cells_with_marks(marks, MINE, deadline), deadline
        )
        check_print_time(deadline, PRINT_FACTOR * (deadline.run_seconds - start_time))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats=stats)
    if board_survey.state == CONSISTENT:
        return Outcome(Status.SOLVED, answer, stats=stats)
    return Outcome(Status.FEASIBLE, answer, stopped=stop_reason, stats=stats)


def check_print_time(deadline: Deadline, seconds: float) -> None:
    """Stop if there is no time to print, because printing a million cells takes longer than finding them."""
    print_deadline = deadline.end_earlier(seconds)
    if print_deadline.poll():
        deadline.stop_reason = print_deadline.stop_reason
        raise Stopped


def count(board: Board, limits: Limits = Limits(), *, marginals: bool = True) -> tuple[Census | None, Outcome[Any]]:
    """Count the layouts of a board, with `marginals` also those with a mine in each cell.

    Without a census, the outcome gives the reason. Otherwise it only holds the stats.
    """
    deadline = Deadline(limits)
    layout_counts = _kernel.count(kernel_board(board), *limits.kernel)
    stats = {"nodes": layout_counts.nodes}
    if layout_counts.state == CONTRADICTORY:
        return None, Outcome(Status.IMPOSSIBLE, reason=census.no_layout_reason(board), stats=stats)
    if not layout_counts.counted or layout_counts.state == TOO_MANY:
        reason = UNWIELDY if layout_counts.counted else TOO_WIDE
        stop_reason = deadline.stop_reason if deadline.poll() else StopReason.MEMORY
        return None, Outcome(Status.UNKNOWN, stopped=stop_reason, reason=reason, stats=stats)
    if layout_counts.marks is None:
        return None, Outcome(Status.UNKNOWN, stopped=STOPS[layout_counts.stop], stats=stats)
    near: dict[Cell, Fraction] = {}
    head = 2 if board.mines is not None else 1
    try:
        if marginals:
            near |= dict.fromkeys(cells_with_marks(layout_counts.marks, b"\2", deadline), Fraction(0))
            near |= dict.fromkeys(cells_with_marks(layout_counts.marks, b"\3", deadline), Fraction(1))
        near_shares = near if marginals else None
        totals = [
            _add_shares(part, head, near_shares, deadline) for part in poll_stream(layout_counts.parts, deadline, PACE)
        ]
        board_census = _combine_parts(board, near, totals, layout_counts.free, deadline)
    except Stopped:
        return None, Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats=stats)
    return board_census, Outcome(Status.UNKNOWN, stats=stats)


def _combine_parts(
    board: Board, near: dict[Cell, Fraction], totals: list[tuple[int, int]], free: int, deadline: Deadline
) -> Census:
    """Combine the layouts of the parts with those of the cells next to no number."""
    other: Fraction | None = None
    if board.mines is None:
        solutions, other = (
            _product_tree([total for total, _ in totals], deadline) << free,
            Fraction(1, 2) if free else None,
        )
    else:
        ((solutions, on_free),) = totals
        other = Fraction(on_free, solutions * free) if free else None
    return Census(solutions, near, other)


def _product_tree(numbers: list[int], deadline: Deadline) -> int:
    """Multiply integers in pairs of similar length, which is faster and keeps each step short."""
    while len(numbers) > 1:
        deadline.check()
        numbers = [prod(numbers[at : at + 2]) for at in range(0, len(numbers), 2)]
    return prod(numbers)


def _add_shares(
    part: tuple[int, bytes, bytes, bytes], head: int, near: dict[Cell, Fraction] | None, deadline: Deadline
) -> tuple[int, int]:
    """Add the chances of a part's cells to `near`; return its first number and the last before the groups."""
    words, number_bytes, cells, sizes = part
    width = 8 * words
    if near is None:
        number_bytes = number_bytes[: head * width]
    stride = width * max(1, WORK // width)
    numbers: list[int] = []
    for start in range(0, len(number_bytes), stride):
        if start:
            deadline.check()
        end = min(start + stride, len(number_bytes))
        numbers += [int.from_bytes(number_bytes[at : at + width], "little") for at in range(start, end, width)]
    total = numbers[0]
    if near is None:
        return total, numbers[head - 1]
    places = memoryview(cells).cast("I")
    shares = _divide_numbers(numbers[head:], total, max(1, WORK // width), deadline)
    each = chain.from_iterable(map(repeat, shares, sizes))
    for start in range(0, len(places), STRIDE):
        if start:
            deadline.check()
        near.update(zip(places[start : start + STRIDE], each, strict=False))  # `each` continues where it stopped
    return total, numbers[head - 1]


def _divide_numbers(numbers: list[int], total: int, stride: int, deadline: Deadline) -> list[Fraction]:
    """Divide integers by their total, a few at a time, because long fractions are slow to reduce."""
    shares: list[Fraction] = []
    for start in range(0, len(numbers), stride):
        if start:
            deadline.check()
        shares += [Fraction(number, total) for number in numbers[start : start + stride]]
    return shares


def chances(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Chances]:
    r"""Compute the exact chance of a mine in every covered cell.

    The layouts are counted exactly with the diagrams of `safe`, modulo as many primes below 2^62 as needed.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> answer = chances(read("1#\n##", mines=1)).answer
    >>> answer.solutions, str(answer.lowest)
    (3, '1/3')
    """
    deadline = Deadline(limits)
    board_census, outcome = count(board, limits)
    if board_census is None:
        return outcome
    start_time = deadline.run_seconds
    try:
        answer = census.chances(board, board_census, deadline)
        check_print_time(deadline, CHANCES_PRINT_FACTOR * (deadline.run_seconds - start_time))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats=outcome.stats)
    return Outcome(Status.SOLVED, answer, stats=outcome.stats)


def click(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Click]:
    r"""Decide whether one cell can be opened without risk.

    Returns
    -------
    Outcome
        `SOLVED`, or `FEASIBLE` if the verdict is "may be a mine" and the chance is unknown: a limit came first, a part
        of the board is too wide to count, or there are too many layouts.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> answer = click(read("1#\n##", click=(1, 2))).answer
    >>> answer.verdict, str(answer.probability), answer.witness
    ('may_be_mine', '1/3', '1*\n##')
    """
    cell = board.cell(*board.asked)
    if cell is None:
        return Outcome(Status.SOLVED, Click("out_of_range"))
    deadline = Deadline(limits)
    board_survey = _kernel.survey(kernel_board(board), False, *limits.kernel)
    marks, stats = board_survey.marks, {"nodes": board_survey.nodes}
    if board_survey.state == CONTRADICTORY:
        return Outcome(Status.SOLVED, Click("contradiction"), reason=census.no_layout_reason(board), stats=stats)
    if marks is None or board_survey.state != CONSISTENT:
        return Outcome(Status.UNKNOWN, stopped=STOPS[board_survey.stop], stats=stats)
    if not marks[cell]:
        return Outcome(Status.SOLVED, Click("already_open"), stats=stats)
    if marks[cell] in SAFE:
        return Outcome(Status.SOLVED, Click("safe", Fraction(0)), stats=stats)
    witness_grid = witness(board, cell, deadline.remaining_limits)
    if not witness_grid:
        return Outcome(Status.UNKNOWN, stopped=_limit_reason(deadline), stats=stats)
    if marks[cell] in MINE:
        return Outcome(Status.SOLVED, Click("sure_mine", Fraction(1), witness_grid), stats=stats)
    board_census, outcome = count(board, deadline.remaining_limits)
    total_stats = {"nodes": board_survey.nodes + outcome.stats["nodes"]}
    if board_census is None:
        return replace(
            outcome, status=Status.FEASIBLE, answer=Click("may_be_mine", None, witness_grid), stats=total_stats
        )
    return Outcome(
        Status.SOLVED,
        Click("may_be_mine", board_census.near.get(cell, board_census.other), witness_grid),
        stats=total_stats,
    )


def _limit_reason(deadline: Deadline) -> StopReason:
    """Return the limit that ended the search for a layout."""
    if deadline.poll():
        return deadline.stop_reason
    return StopReason.MEMORY if deadline.limits.nodes is None else StopReason.NODES


def witness(board: Board, cell: Cell, limits: Limits = Limits()) -> str:
    r"""Write the grid of a layout with a mine in a covered cell; empty if there is none or a limit came first.

    >>> from passatempo.minesweeper import read
    >>> witness(read("1#\n##"), 2)
    '1#\n*#'
    """
    _, _, state, mines = _kernel.lay(kernel_board(board), cell, *limits.kernel)
    return write_layout(board, memoryview(mines).cast("I")) if state == CONSISTENT else ""


class TooWide(PassatempoError, OverflowError):
    """A board whose layouts cannot be counted, because a part is too wide or all parts together are too large."""

    kind = "too-wide"


class Estimate(NamedTuple):
    """The chances of a board in floating point.

    Parameters
    ----------
    marks
        A byte for each cell: 0 not covered, 1 may be a mine, 2 safe, 3 a mine; 5, 6, 7 likewise next to no number.
        Marks are exact.
    chances
        A double for each cell: the chance of a mine, or 0 if the cell is not covered.
    log2_solutions
        The logarithm of the number of layouts.
    """

    marks: bytes
    chances: "memoryview[float]"
    log2_solutions: float


def estimate(board: Board) -> Estimate | None:
    r"""Estimate the chances of all cells in floating point, for many or very large boards.

    Parameters
    ----------
    board
        Any board, with or without a mine count.

    Returns
    -------
    Estimate
        None if the board is contradictory. The relative error of a chance is about 1e-12.

    Raises
    ------
    TooWide
        If a part of the board is too wide to count.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> answer = estimate(read("1#\n##", mines=1))
    >>> list(answer.marks), [round(chance, 3) for chance in answer.chances]
    ([0, 1, 1, 1], [0.0, 0.333, 0.333, 0.333])
    """
    board_survey = _kernel.survey(kernel_board(board), True, *Limits().kernel)
    if not board_survey.counted:
        raise TooWide(TOO_WIDE)
    if board_survey.marks is None or board_survey.chances is None:
        return None
    return Estimate(board_survey.marks, memoryview(board_survey.chances).cast("d"), board_survey.log2_layouts)
