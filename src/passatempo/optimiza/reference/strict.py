"""The rule `strict`: no cell is passed twice, landed on or jumped over; small boards are searched.

Two searches that know of each other nothing but the board. `best_strict` goes along the surface step by step, turning
over where a Klein bottle does, and keeps what is passed as bits; it remembers what it found of a cell and its bits.
`plain_strict` takes the formulas of `geometry` for every step of a move, and tries every path. A path is short: it
passes each of at most 25 cells once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.outcome import Outcome, Status
from passatempo.optimiza.geometry import SENSES, landings_along, route_of
from passatempo.optimiza.model import given_up, row_lengths

if TYPE_CHECKING:
    from passatempo.optimiza.model import Board, Cell, Route

Way: TypeAlias = tuple["Cell", int]  # where a move lands, and the cells that it passes as bits


def ways(board: Board) -> list[list[Way]]:
    """Return the moves of every cell that pass no cell twice and do not come down to a smaller number.

    >>> from passatempo.optimiza.model import Board
    >>> ways(Board(2, (1, 1, 1, 2)))[0]
    [(3, 8), (2, 4), (1, 2)]
    """
    lengths = row_lengths(board.variant, board.n)
    found: list[list[Way]] = []
    for cell, value in enumerate(board.cells):
        start = board.place(cell)
        lines = [_line(board, lengths, start, sense) for sense in SENSES[board.variant]]
        onward = [(line[-1], sum(1 << c for c in line)) for line in lines if len(set(line) - {cell}) == value]
        found.append(list(dict.fromkeys((d, passed) for d, passed in onward if board.cells[d] >= value)))
    return found


def _line(board: Board, lengths: tuple[int, ...], start: tuple[int, int], sense: tuple[int, int]) -> list[Cell]:
    """Walk along a line, step by step, as far as the number at its start says, or to the edge of a triangle."""
    (row, column), (down, right) = start, sense
    value = board.cells[board.cell(row, column) or 0]
    line: list[Cell] = []
    for _ in range(value):
        row, column = row + down, column + right
        if board.variant != "hex-tri":
            crossed = not 0 <= column < lengths[0]
            row, column = row % len(lengths), column % lengths[0]
            if crossed and board.variant.startswith("klein"):  # the line goes on mirrored
                row, down = len(lengths) - 1 - row, -down
        cell = board.cell(row, column)
        if cell is None:
            break
        line.append(cell)
    return line


def best_strict(board: Board, limits: Limits) -> Outcome[Route]:
    """Find a path of greatest sum that passes no cell twice, by search over a cell and the cells that are passed.

    >>> from passatempo.optimiza.model import Board
    >>> best_strict(Board(2, (1, 1, 1, 2)), Limits()).value
    5
    """
    deadline = Deadline(limits)
    moves = ways(board)
    known: dict[tuple[Cell, int], tuple[int, Way | None]] = {}

    def best(cell: Cell, passed: int) -> int:
        found = known.get((cell, passed))
        if found is None:
            deadline.tick()
            most, choice = 0, None
            for d, way in moves[cell]:
                if not way & passed and (value := best(d, passed | way)) > most:
                    most, choice = value, (d, way)
            found = known[cell, passed] = board.cells[cell] + most, choice
        return found[0]

    try:
        value, start = max((best(cell, 1 << cell), -cell) for cell in range(len(board.cells)))
    except Stopped:
        return given_up(board, deadline)
    path, passed = [-start], 1 << -start
    while (choice := known[path[-1], passed][1]) is not None:
        path.append(choice[0])
        passed |= choice[1]
    return Outcome(Status.SOLVED, route_of(board, path), value, value, stats={"nodes": deadline.nodes})


def plain_strict(board: Board, limits: Limits) -> Outcome[Route]:
    """Find a path of greatest sum that passes no cell twice by trying every path.

    >>> from passatempo.optimiza.model import Board
    >>> plain_strict(Board(2, (1, 1, 1, 2)), Limits()).value
    5
    """
    deadline = Deadline(limits)
    best: tuple[int, list[Cell]] = (0, [])

    def go(path: list[Cell], passed: set[Cell], total: int) -> None:
        nonlocal best
        deadline.tick()
        if total > best[0]:
            best = total, path
        head, value = path[-1], board.cells[path[-1]]
        for line in landings_along(board.variant, board.n, *board.place(head), value):
            free = len(set(line)) == value and not passed & set(line)
            if free and board.cells[line[-1]] >= value:
                go([*path, line[-1]], passed | set(line), total + board.cells[line[-1]])

    try:
        for cell, value in enumerate(board.cells):
            go([cell], {cell}, value)
    except Stopped:
        return given_up(board, deadline)
    return Outcome(Status.SOLVED, route_of(board, best[1]), best[0], best[0], stats={"nodes": deadline.nodes})
