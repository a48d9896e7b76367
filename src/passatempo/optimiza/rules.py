"""The rules of the game, as the checker of paths applies them.

They are independent of the solvers, and compute moves in another way. A surface is a plane in which each cell has
infinitely many copies, and a move is straight if it leads to a copy of its target.

The rule `strict` takes the published text literally: no cell may be *passed* twice. A move by v passes v cells, namely
those that it jumps over and the one that it lands on. The start is passed too. If two straight lines lead to a cell,
the path may take either. So a path keeps the rule if some choice of lines passes no cell twice.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from passatempo.optimiza.model import Board, Verdict, row_lengths

Place = tuple[int, int]
RULES = ("off-board", "not-straight", "smaller", "used", "passed")
POLLED = 4096  # moves between two clock checks, some ten milliseconds on the slowest surface


def _no_poll() -> None:
    """Skip the clock check."""


def unit_steps(variant: str) -> list[tuple[int, int]]:
    """Return the steps to the next cells.

    >>> len(unit_steps("torus-queen")), len(unit_steps("klein-rook")), unit_steps("hex-tri")[0]
    (8, 4, (-1, -1))
    """
    queen_steps = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
    if variant.endswith("rook"):
        return [(i, j) for i, j in queen_steps if i * j == 0]
    if variant == "hex-torus":
        return [(i, j) for i, j in queen_steps if i * j <= 0 and i != j]
    if variant == "hex-tri":
        return [(i, j) for i, j in queen_steps if i * j >= 0]
    return queen_steps


def on_board(board: Board, place: tuple[int, int]) -> bool:
    """Return whether a row and a column, from 0, are on the board."""
    lengths = row_lengths(board.variant, board.n)
    return 0 <= place[0] < len(lengths) and 0 <= place[1] < lengths[place[0]]


def fold_place(board: Board, row: int, column: int) -> tuple[int, int] | None:
    """Return the cell of which a place in the plane is a copy, or None off a triangle.

    >>> board = Board(2, (1, 1, 1, 2), "klein-rook")
    >>> fold_place(board, 0, 2), fold_place(board, 0, -4), fold_place(board, 5, 0)
    ((1, 0), (0, 0), (1, 0))
    """
    lengths = row_lengths(board.variant, board.n)
    if board.variant == "hex-tri":
        return (row, column) if on_board(board, (row, column)) else None
    turns, column = divmod(column, lengths[0])
    if board.variant.startswith("klein") and turns % 2:
        row = -1 - row  # the glide reflection of the Klein bottle
    return row % len(lengths), column


def number_at(board: Board, place: tuple[int, int]) -> int:
    """Return the number at a row and a column, from 0."""
    cell = board.cell(*place)
    return 0 if cell is None else board.cells[cell]


def straight_targets(board: Board, place: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Return the targets of straight moves, in no particular order, some of them twice."""
    return filter(None, _step_targets(board, *place, number_at(board, place)))


def _step_targets(board: Board, row: int, column: int, jump_length: int) -> Iterator[tuple[int, int] | None]:
    """Yield the targets of straight moves by a number, with None for moves that leave the board."""
    for down, right in unit_steps(board.variant):
        yield fold_place(board, row + jump_length * down, column + jump_length * right)


def first_fault(
    board: Board, places: Sequence[Place], *, strict: bool = False, look: Callable[[], None] = _no_poll
) -> tuple[int, str] | None:
    """Return the first broken move, 0 for the start, and the first rule that it breaks, or None for a legal path.

    `look` is called regularly on long paths. It can end the work by an exception.
    """
    fault = _first_fault(board, places, look)
    crossing_move = first_crossing(board, places if fault is None else places[: fault[0]]) if strict else None
    return fault if crossing_move is None else (crossing_move, "passed")


def _first_fault(board: Board, places: Sequence[Place], look: Callable[[], None]) -> tuple[int, str] | None:
    lengths = row_lengths(board.variant, board.n)
    starts = list(accumulate(lengths, initial=0))
    straight = _straight_test(board)
    used = bytearray(len(board.cells))
    row, column, number = 0, 0, 0  # of the place before
    for move, (i, j) in enumerate(places):
        if move % POLLED == POLLED - 1:
            look()
        if not (0 <= i < len(lengths) and 0 <= j < lengths[i]):
            return move, "off-board"
        cell = starts[i] + j
        if move:
            if not straight(row, column, number, i, j):
                return move, "not-straight"
            if board.cells[cell] < number:
                return move, "smaller"
            if used[cell]:
                return move, "used"
        used[cell] = 1
        row, column, number = i, j, board.cells[cell]
    return None


def _straight_test(board: Board) -> Callable[[int, int, int, int, int], bool]:
    """Return the test whether a move by a number from a row and a column to others is straight.

    On a torus moves by a number go as far from every cell; so a path of a million cells is judged in half a second.
    """
    lengths = row_lengths(board.variant, board.n)
    if "torus" not in board.variant:
        return lambda row, column, jump_length, i, j: (i, j) in _step_targets(board, row, column, jump_length)
    rows, columns = len(lengths), lengths[0]
    ways: dict[int, set[tuple[int, int] | None]] = {}

    def straight(row: int, column: int, jump_length: int, i: int, j: int) -> bool:
        if jump_length not in ways:
            ways[jump_length] = set(_step_targets(board, 0, 0, jump_length))
        return ((i - row) % rows, (j - column) % columns) in ways[jump_length]

    return straight


def move_ways(board: Board, before: Place, after: Place) -> list[frozenset[Place]]:
    """Return the cells that each straight move between two cells passes, without the first cell.

    Moves that pass a cell twice, or pass the cell that they leave, are omitted.

    >>> [sorted(way) for way in move_ways(Board(3, (1, 1, 2, 1, 1, 2, 2, 2, 3)), (0, 2), (0, 0))]
    [[(0, 0), (0, 1)]]
    """
    jump_length, straight_ways = number_at(board, before), []
    for down, right in unit_steps(board.variant):
        line = [fold_place(board, before[0] + k * down, before[1] + k * right) for k in range(1, jump_length + 1)]
        line_cells = frozenset(place for place in line if place is not None)
        if line and line[-1] == after and len(line_cells) == jump_length and before not in line_cells:
            straight_ways.append(line_cells)
    return list(dict.fromkeys(straight_ways))


def first_crossing(board: Board, places: Sequence[Place]) -> int | None:
    """Return the first move of a path that cannot be made without passing a cell twice, or None.

    >>> board = Board(3, (1, 2, 1, 2, 1, 1, 2, 2, 3))
    >>> first_crossing(board, [(0, 0), (0, 1), (2, 1)]), first_crossing(board, [(0, 0), (0, 1), (0, 2)])
    (None, 2)
    """
    if not places:
        return None
    states = {frozenset(places[:1])}  # what the ways that are possible so far have passed
    for move in range(1, len(places)):
        move_masks = move_ways(board, places[move - 1], places[move])
        states = {state | way_mask for state in states for way_mask in move_masks if not state & way_mask}
        if not states:
            return move
    return None


def judge_path(
    board: Board, places: Sequence[Place], *, strict: bool = False, look: Callable[[], None] = _no_poll
) -> Verdict:
    """Judge a path.

    >>> judge_path(Board(2, (1, 1, 1, 2)), [(0, 0), (0, 1), (0, 0)])
    Verdict(legal=False, score=2, finished=False, broken_move=2, rule='used')
    """
    fault = first_fault(board, places, strict=strict, look=look)
    legal_places = list(places if fault is None else places[: fault[0]])
    score = sum(number_at(board, place) for place in legal_places)
    is_finished = bool(legal_places) and not any(
        target not in legal_places and not (strict and first_crossing(board, [*legal_places, target]))
        for target in legal_targets(board, legal_places[-1])
    )
    return Verdict(True, score, is_finished) if fault is None else Verdict(False, score, is_finished, *fault)


def all_places(board: Board) -> list[Place]:
    """Return all cells in reading order."""
    return [board.place(cell) for cell in range(len(board.cells))]


def legal_targets(board: Board, place: Place) -> set[Place]:
    """Return the legal targets from a cell, ignoring which cells are used.

    >>> sorted(legal_targets(Board(2, (1, 1, 1, 2)), (0, 0)))
    [(0, 1), (1, 0), (1, 1)]
    """
    place_number = number_at(board, place)
    return {
        target
        for target in straight_targets(board, place)
        if target != place and number_at(board, target) >= place_number
    }
