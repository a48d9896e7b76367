"""The rules of the game as a judge of paths.

It knows nothing of how an answer was found, and finds out where moves lead in its own way: a surface is a plane of
which each cell has infinitely many copies, and a move is straight if it leads to a copy of its target.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from passatempo.core.pastime import Violation
from passatempo.optimiza.model import Board, Route, Verdict, row_lengths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from passatempo.core.pastime import Question

RULES = ("off-board", "not-straight", "smaller", "used")


def senses(variant: str) -> list[tuple[int, int]]:
    """Return the steps to the next cells.

    >>> len(senses("torus-queen")), len(senses("klein-rook")), senses("hex-tri")[0]
    (8, 4, (-1, -1))
    """
    around = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
    if variant.endswith("rook"):
        return [(i, j) for i, j in around if i * j == 0]
    if variant == "hex-torus":
        return [(i, j) for i, j in around if i * j <= 0 and i != j]
    if variant == "hex-tri":
        return [(i, j) for i, j in around if i * j >= 0]
    return around


def on_board(board: Board, place: tuple[int, int]) -> bool:
    """Tell whether a row and a column, from 0, are those of a cell."""
    lengths = row_lengths(board.variant, board.n)
    return 0 <= place[0] < len(lengths) and 0 <= place[1] < lengths[place[0]]


def folded(board: Board, row: int, column: int) -> tuple[int, int] | None:
    """Return the cell of which a place in the plane is a copy; None off a triangle.

    >>> board = Board(2, (1, 1, 1, 2), "klein-rook")
    >>> folded(board, 0, 2), folded(board, 0, -4), folded(board, 5, 0)
    ((1, 0), (0, 0), (1, 0))
    """
    lengths = row_lengths(board.variant, board.n)
    if board.variant == "hex-tri":
        return (row, column) if on_board(board, (row, column)) else None
    turns, column = divmod(column, lengths[0])
    if board.variant.startswith("klein") and turns % 2:
        row = -1 - row  # the glide reflection of the Klein bottle
    return row % len(lengths), column


def value_at(board: Board, place: tuple[int, int]) -> int:
    """Return the number at a row and a column, from 0."""
    cell = board.cell(*place)
    return 0 if cell is None else board.cells[cell]


def targets(board: Board, place: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Return where straight moves lead, in no particular order, some places twice."""
    return filter(None, _targets(board, *place, value_at(board, place)))


def _targets(board: Board, row: int, column: int, value: int) -> Iterator[tuple[int, int] | None]:
    """Yield where straight moves by a number lead; None for those that leave the board."""
    for down, right in senses(board.variant):
        yield folded(board, row + value * down, column + value * right)


def broken(board: Board, places: Sequence[tuple[int, int]]) -> tuple[int, str] | None:
    """Return the first broken move, 0 for the start, and the first rule that it breaks; None for a legal path."""
    lengths = row_lengths(board.variant, board.n)
    starts = list(accumulate(lengths, initial=0))
    straight = _straight(board)
    used = bytearray(len(board.cells))
    row, column, value = 0, 0, 0  # of the place before
    for move, (i, j) in enumerate(places):
        if not (0 <= i < len(lengths) and 0 <= j < lengths[i]):
            return move, "off-board"
        cell = starts[i] + j
        if move:
            if not straight(row, column, value, i, j):
                return move, "not-straight"
            if board.cells[cell] < value:
                return move, "smaller"
            if used[cell]:
                return move, "used"
        used[cell] = 1
        row, column, value = i, j, board.cells[cell]
    return None


def _straight(board: Board) -> Callable[[int, int, int, int, int], bool]:
    """Return the test whether a move by a number from a row and a column to others is straight.

    On a torus moves by a number go as far from every cell; so a path of a million cells is judged in half a second.
    """
    lengths = row_lengths(board.variant, board.n)
    if "torus" not in board.variant:
        return lambda row, column, value, i, j: (i, j) in _targets(board, row, column, value)
    rows, columns = len(lengths), lengths[0]
    ways: dict[int, set[tuple[int, int] | None]] = {}

    def straight(row: int, column: int, value: int, i: int, j: int) -> bool:
        if value not in ways:
            ways[value] = set(_targets(board, 0, 0, value))
        return ((i - row) % rows, (j - column) % columns) in ways[value]

    return straight


def verdict(board: Board, places: Sequence[tuple[int, int]]) -> Verdict:
    """Judge a path.

    >>> verdict(Board(2, (1, 1, 1, 2)), [(0, 0), (0, 1), (0, 0)])
    Verdict(legal=False, score=2, finished=False, broken_move=2, rule='used')
    """
    fault = broken(board, places)
    kept = places if fault is None else places[: fault[0]]
    score = sum(value_at(board, place) for place in kept)
    finished = bool(kept) and not any(
        value_at(board, target) >= value_at(board, kept[-1]) and target not in kept
        for target in targets(board, kept[-1])
    )
    return Verdict(True, score, finished) if fault is None else Verdict(False, score, finished, *fault)


_SENTENCES = {
    "off-board": "lies off the board",
    "not-straight": "is not straight on by the number it leaves",
    "smaller": "goes to a smaller number",
    "used": "ends on a cell already used",
}


def check(board: Board, route: Route) -> list[Violation]:
    """List the rules that a path breaks.

    Examples
    --------
    >>> [violation.text for violation in check(Board(2, (1, 1, 1, 2)), Route(((0, 0), (0, 1), (0, 0))))]
    ['move 2 to (1, 1) ends on a cell already used']
    """
    if not route.places:
        return [Violation("empty-path", "the path has no cell")]
    fault = broken(board, route.places)
    if fault is None:
        return []
    move, rule = fault
    row, column = route.places[move]
    name = f"move {move} to" if move else "the start at"
    return [Violation(rule, f"{name} ({row + 1}, {column + 1}) {_SENTENCES[rule]}", [row + 1, column + 1])]


def worth(board: Board, route: Route) -> int:
    """Return the sum of the cells landed on.

    >>> worth(Board(2, (1, 1, 1, 2)), Route(((0, 0), (1, 1))))
    3
    """
    return sum(value_at(board, place) for place in route.places)


def check_verdict(question: Question, told: Verdict) -> list[Violation]:
    """List what is wrong with the judge's words about a path."""
    places = [(row - 1, column - 1) for row, column in question.ask.path]
    right = verdict(question.instance, places)
    if told == right:
        return []
    return [Violation("wrong-verdict", f"the verdict should be {right}, not {told}")]
