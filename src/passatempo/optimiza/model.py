"""Boards and paths: frozen values, no search.

A cell is its number in reading order, from 0. The numbers on a board of size N are 1..N: on the square boards N + 1
copies of each number below N and one N, on the hexagonal boards N + 1 - v copies of v.
"""

from array import array
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

from passatempo.core.errors import InvalidInstance, UsageError, Violation
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Question
from passatempo.core.text import size_violations
from passatempo.core.value import Answer, Instance, bound, cell_of, cells_of, each

Cell: TypeAlias = int
Variant: TypeAlias = Literal["torus-queen", "torus-rook", "klein-queen", "klein-rook", "hex-torus", "hex-tri"]

VARIANTS: tuple[Variant, ...] = get_args(Variant)
MOST_LISTED = 10**9  # paths
MOST_STRICT = 5  # paths that pass no cell twice are found by search
STRICT = "no cell may be passed twice, whether landed on or jumped over (to N = 5)"
MOST_N = 4000  # a cell's number and its place in a row take twelve bits in the kernel


@lru_cache(maxsize=64)  # asked for at every move
def row_lengths(variant: Variant, n: int) -> tuple[int, ...]:
    """Return the number of cells of each row.

    >>> row_lengths("torus-queen", 3), row_lengths("hex-torus", 4), row_lengths("hex-tri", 4)
    ((3, 3, 3), (5, 5), (1, 2, 3, 4))
    """
    if variant == "hex-tri":
        return tuple(range(1, n + 1))
    if variant == "hex-torus":
        return (n + 1,) * (n // 2) if n % 2 == 0 else (n,) * ((n + 1) // 2)
    return (n,) * n


def copy_count(variant: Variant, n: int, number: int) -> int:
    """Return how often a number must occur.

    >>> copy_count("torus-queen", 4, 3), copy_count("hex-tri", 4, 3)
    (5, 2)
    """
    if variant.startswith("hex"):
        return n + 1 - number
    return 1 if number == n else n + 1


@dataclass(frozen=True, slots=True)
class Board(Instance):
    """A board.

    Parameters
    ----------
    n
        The size, which is also the greatest number.
    cells
        The numbers in reading order.
    variant
        The surface and the directions.

    Raises
    ------
    InvalidInstance
        If the size is out of range, or numbers occur too often or too rarely.

    Examples
    --------
    >>> Board(2, (1, 1, 1, 2)).rows
    ((1, 1), (1, 2))
    """

    n: int
    cells: tuple[int, ...]
    variant: Variant = "torus-queen"

    def __post_init__(self) -> None:
        faults = wrong_size(self.variant, self.n) or wrong_counts(self)
        if faults:
            raise InvalidInstance(faults)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The numbers row by row."""
        rows, start = [], 0
        for length in row_lengths(self.variant, self.n):
            rows.append(self.cells[start : start + length])
            start += length
        return tuple(rows)

    @property
    def packed(self) -> "array[int]":
        """The numbers as 16-bit words, as the kernel reads them."""
        return array("H", self.cells)

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return row and column, from 0.

        >>> Board(2, (1, 1, 1, 2)).place(2)
        (1, 0)
        """
        if self.variant == "hex-tri":
            row = int(((8 * cell + 1) ** 0.5 - 1) / 2)
            row += (row + 1) * (row + 2) // 2 <= cell
            return row, cell - row * (row + 1) // 2
        return divmod(cell, row_lengths(self.variant, self.n)[0])

    def cell(self, row: int, column: int) -> "Cell | None":
        """Return the cell at a row and a column, from 0, or None off the board.

        >>> Board(2, (1, 1, 1, 2)).cell(1, 0), Board(2, (1, 1, 1, 2)).cell(1, 2)
        (2, None)
        """
        lengths = row_lengths(self.variant, self.n)
        if not (0 <= row < len(lengths) and 0 <= column < lengths[row]):
            return None
        return row * (row + 1) // 2 + column if self.variant == "hex-tri" else row * lengths[0] + column


def wrong_size(variant: Any, n: int) -> list[Violation]:
    """Describe the error in the variant or the size."""
    if variant not in VARIANTS:
        return [Violation("bad-variant", f"variant: {variant!r} is not one of {', '.join(VARIANTS)}")]
    if n < 2:
        return [Violation("bad-size", f"N is {n}, it must be at least 2")]
    return list(size_violations(n, 1, MOST_N, "N"))


def wrong_counts(board: Board) -> list[Violation]:
    """List the numbers that are out of range or do not occur as often as they must."""
    n, variant = board.n, board.variant
    total = sum(row_lengths(variant, n))
    if len(board.cells) != total:
        return [
            Violation(
                "wrong-size",
                f"the board has {count_of(len(board.cells), 'cell')}, a {variant} board of {n} has {total}",
            )
        ]
    number_counts = [0] * (n + 1)
    for cell, number in enumerate(board.cells):
        if not 1 <= number <= n:
            row, column = board.place(cell)
            text = f"row {row + 1}, column {column + 1}: {number} is outside 1..{n}"
            return [Violation("out-of-range", text, [row + 1, column + 1])]
        number_counts[number] += 1
    violations = [
        Violation(
            "wrong-count", _count_message(number, n, number_counts[number], copy_count(variant, n, number)), number
        )
        for number in range(n, 0, -1)
        if number_counts[number] != copy_count(variant, n, number)
    ]
    surplus = {fault.where: number_counts[fault.where] - copy_count(variant, n, fault.where) for fault in violations}
    if sorted(surplus.values()) == [-1, 1]:
        rare, frequent = sorted(surplus, key=surplus.__getitem__)
        misprint = f"; perhaps a {rare} was printed as {frequent}, in one of {number_counts[frequent]} squares"
        violations[1] = replace(violations[1], text=violations[1].text + misprint)
    return violations


def _count_message(number: int, n: int, actual_count: int, target_count: int) -> str:
    name = f"{number} (= N)" if number == n else str(number)
    return (
        f"the number {name} occurs {actual_count} {'time' if actual_count == 1 else 'times'}, "
        f"it must occur {target_count}"
    )


@dataclass(frozen=True, slots=True)
class Route(Answer, places=cells_of):
    """A path: row and column, from 0, of the cells that the piece lands on, the start first."""

    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class BestAsk:
    """Which rule a path keeps."""

    strict: bool = field(default=False, metadata={"help": STRICT})


@dataclass(frozen=True, slots=True)
class JudgeAsk:
    """A given path, and the rule that it must keep."""

    path: list[tuple[int, int]] = field(
        default_factory=list, metadata={"help": "the cells landed on, rows and columns from 1"}
    )
    strict: bool = field(default=False, metadata={"help": STRICT})


def board_and_rule(board_or_question: Board | Question) -> tuple[Board, bool]:
    """Return the board of a question, and whether it has the strict rule. A plain board has the usual rule.

    Raises
    ------
    UsageError
        If the board is too large for the strict rule.

    Examples
    --------
    >>> board_and_rule(Board(2, (1, 1, 1, 2)))[1]
    False
    """
    if isinstance(board_or_question, Board):
        return board_or_question, False
    board: Board = board_or_question.instance
    strict = bool(getattr(board_or_question.ask, "strict", False))
    if strict and board.n > MOST_STRICT:
        raise UsageError(
            f"the rule strict (no cell is passed twice) is for boards to N = {MOST_STRICT}, N is {board.n}"
        )
    return board, strict


def require_usual_rule(board_or_question: Board | Question, method: str) -> Board:
    """Return the board of a question that a method without the strict rule can answer.

    Raises
    ------
    UsageError
        If the question has the strict rule.

    Examples
    --------
    >>> require_usual_rule(Board(2, (1, 1, 1, 2)), "dp").n
    2
    """
    board, strict = board_and_rule(board_or_question)
    if strict:
        raise UsageError(f"the method {method} does not know the rule strict, exact and reference do")
    return board


@dataclass(frozen=True, slots=True)
class PathAsk:
    """A given path."""

    path: list[tuple[int, int]] = field(
        default_factory=list, metadata={"help": "the cells landed on, rows and columns from 1"}
    )


@dataclass(frozen=True, slots=True)
class Verdict(Answer):
    """The verdict on a path.

    Parameters
    ----------
    legal
        Whether every move keeps the rules.
    score
        The sum of the cells of its legal beginning.
    finished
        Whether no legal move continues that beginning.
    broken_move
        The first broken move from 1, 0 for the start, or None if the path is legal.
    rule
        The rule that it breaks, or empty.
    """

    legal: bool
    score: int
    finished: bool
    broken_move: int | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Levels(Answer):
    """The levels of the newspaper: the greedy's sums, and the optimum.

    Parameters
    ----------
    x, x_best
        The backward greedy from the cell of N, and the greatest such sum over all ways to break ties. The latter is
        None if a limit came first.
    y
        The best of the backward greedy over all ends.
    expert
        The best of one dive from every start in each component.
    z
        The optimum.
    """

    x: int
    x_best: int | None
    y: int
    expert: int
    z: int


@dataclass(frozen=True, slots=True)
class Number(Answer):
    """The number of optimal paths."""

    number: int


@dataclass(frozen=True, slots=True)
class RoutesAsk:
    """The greatest number of paths to list."""

    count: int = field(default=100, metadata={"help": "paths to list at most"})

    def __post_init__(self) -> None:
        if not 0 <= self.count <= MOST_LISTED:
            raise ValueError(f"count: {self.count} is not a number of paths from 0 to {MOST_LISTED}")


@dataclass(frozen=True, slots=True)
class Routes(Answer, routes=each(bound)):
    """Optimal paths, and whether they are all."""

    routes: tuple[Route, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Hint(Answer, route=bound, next=cell_of):
    """The best completion of the beginning of a path.

    Parameters
    ----------
    route
        The whole path, the given beginning included.
    next
        The next move on it, or None at its end.
    optimal
        Whether an optimal path of the board begins like this, or None if a limit came first.
    """

    route: Route
    next: tuple[int, int] | None
    optimal: bool | None


@dataclass(frozen=True, slots=True)
class TrailAsk:
    """Which moves count as the same."""

    reading: Literal["directed", "undirected"] = field(
        default="directed", metadata={"help": "count a move and the move back as different"}
    )


@dataclass(frozen=True, slots=True)
class Duel(Answer):
    """The value of every start, in reading order.

    Parameters
    ----------
    mover_wins
        Whether the player who moves first wins.
    points
        The sum of the path that the last mover takes, or None if a limit came first.
    """

    mover_wins: tuple[int, ...]
    points: tuple[int | None, ...]
    least_live: int | None


def limit_outcome(board: Board, deadline: Deadline, bound: int | None = None) -> Outcome[Route]:
    """Return the cell of N as the answer at a limit, with the sum of the board as the default bound.

    >>> from passatempo.core.limits import Deadline, Limits
    >>> limit_outcome(Board(2, (1, 1, 1, 2)), Deadline(Limits())).bound
    5
    """
    route = Route((board.place(board.cells.index(board.n)),))
    bound = sum(board.cells) if bound is None else bound
    return Outcome(Status.FEASIBLE, route, board.n, bound, deadline.stop_reason, stats={"nodes": deadline.node_count})
