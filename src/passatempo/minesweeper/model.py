"""Boards and answers: frozen values, no search.

A cell is its number in reading order, from 0. The cells of a board are one read-only buffer with a byte each. The byte
of an opened cell is its number. The others have the codes `COVERED`, `FLAG` and `UNKNOWN` (-1, -2, -3 as signed bytes).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from passatempo.core import value
from passatempo.core.errors import InvalidInstance, Violation, quote
from passatempo.core.json import count_of
from passatempo.core.text import size_violations, write_number
from passatempo.core.value import Answer, Instance, bound, cell_of, cells_of, each, rebuilt
from passatempo.minesweeper.policies import RULE
from passatempo.minesweeper.surface import HEXAGON_EVEN, HEXAGON_ODD, KING, KNIGHT, Offset, Surface

T = TypeVar("T")
Cell: TypeAlias = int
Place: TypeAlias = tuple[int, int]
Variant: TypeAlias = Literal["square", "torus", "hexagonal", "knight"]
Reading: TypeAlias = Literal["position", "covered", "field"]

COVERED, FLAG, UNKNOWN = 255, 254, 253
VARIANTS: tuple[Variant, ...] = get_args(Variant)
READINGS: tuple[Reading, ...] = get_args(Reading)
STRIDE = 512  # cells between two clock checks: less than a millisecond
MOST_CELLS = 2**20  # a million, so that data per cell stays within 200 MB
MOST_NEIGHBOURS = 35  # a number is one character, 0 to 9 or a to z
MOST_MINES = 10**39  # more than any board has; longer numbers are mistakes
FARTHEST_CLICK = 10**18  # a click may be off the board, but longer numbers are mistakes
FARTHEST = 1000  # longer offsets are mistakes

_OFFSETS: dict[str, tuple[tuple[Offset, ...], tuple[Offset, ...]]] = {
    "square": (KING, KING),
    "torus": (KING, KING),
    "hexagonal": (HEXAGON_EVEN, HEXAGON_ODD),
    "knight": (KNIGHT, KNIGHT),
}


@dataclass(frozen=True, slots=True)
class Board(Instance):
    """A position: the visible state of a board.

    Parameters
    ----------
    rows, columns
        The size.
    cells
        A byte for each cell in reading order: the number of an opened cell, or `COVERED`, `FLAG` (a covered cell with a
        flag, which may be wrong), `UNKNOWN` (opened, so no mine, but with an unknown number). Pass any contiguous
        buffer of one-byte integers; it is stored as `bytes`.
    mines
        The number of mines, or None for any number.
    variant
        The neighbourhood: the eight cells around (``square``), the same with the edges joined (``torus``), the six
        around in shifted rows (``hexagonal``), or a knight's move away.
    offsets
        A custom neighbourhood of (down, right) offsets, instead of the eight cells around, for ``square`` and
        ``torus``.
    click
        The cell of the question `click`, which may be off the board; None: the first covered one.
    remarks
        Remarks of the reader about the text, which do not affect the board.

    Raises
    ------
    InvalidInstance
        If size, numbers, mines or neighbourhood are out of range. A board without any layout is valid.

    Examples
    --------
    >>> board = Board(1, 3, bytes([COVERED, 1, 0]))
    >>> board.covered, board.surface.neighbours(1)
    (1, (0, 2))
    """

    rows: int
    columns: int
    cells: bytes
    mines: int | None = None
    variant: Variant = "square"
    offsets: tuple[Offset, ...] = ()
    click: "Place | None" = None
    remarks: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if type(self.cells) is not bytes:
            object.__setattr__(self, "cells", bytes(memoryview(self.cells).cast("B")))
        faults = [*_shape_faults(self), *_neighbour_faults(self)] or list(_number_faults(self))
        if faults:
            raise InvalidInstance(faults)

    @property
    def surface(self) -> Surface:
        """The neighbourhood."""
        even, odd = (self.offsets, self.offsets) if self.offsets else _OFFSETS[self.variant]
        return Surface(self.rows, self.columns, even, odd, self.variant == "torus")

    @property
    def covered(self) -> int:
        """The number of covered cells, with a flag or without."""
        return self.cells.count(COVERED) + self.cells.count(FLAG)

    @property
    def covered_cells(self) -> tuple[value.Cell, ...]:
        """The covered cells in reading order, with a flag or without.

        >>> Board(1, 3, bytes([COVERED, 1, FLAG])).covered_cells
        (Cell(0, 0), Cell(0, 2))
        """
        return cells_of(self.place(cell) for cell, code in enumerate(self.cells) if is_covered(code))

    @property
    def asked(self) -> Place:
        """The cell of the question `click`."""
        if self.click is not None:
            return self.click
        closed_cells = [cell for cell in (self.cells.find(COVERED), self.cells.find(FLAG)) if cell >= 0]
        return self.place(min(closed_cells, default=0))

    def place(self, cell: Cell) -> Place:
        """Return row and column, from 0."""
        return divmod(cell, self.columns)

    def cell(self, row: int, column: int) -> "Cell | None":
        """Return the cell at a row and a column, from 0, or None if it is off the board."""
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return row * self.columns + column
        return None


def remarks(board: Board) -> tuple[str, ...]:
    """Return the remarks of the reader of a board."""
    return board.remarks


def is_covered(code: int) -> bool:
    """Return whether a code is that of a covered cell."""
    return code in (COVERED, FLAG)


def _shape_faults(board: Board) -> Iterator[Violation]:
    """Yield what is wrong with size and mines."""
    rows, columns, size = board.rows, board.columns, len(board.cells)
    if rows < 1 or columns < 1:
        yield Violation("empty", f"the board is empty: {count_of(rows, 'row')} of {count_of(columns, 'cell')}")
    elif faults := list(size_violations(rows, columns, MOST_CELLS)):
        yield from faults
    elif rows * columns != size:
        yield Violation(
            "wrong-size",
            f"the board has {count_of(size, 'cell')}, {count_of(rows, 'row')} of {columns} are {rows * columns}",
        )
    if board.mines is not None and board.mines < 0:
        yield Violation("bad-mines", f"mines is {write_number(board.mines)}, it must be at least 0")
    yield from size_violations(board.mines or 0, 1, MOST_MINES, "mines", "bad-mines")
    if board.click is not None and any(abs(at) > FARTHEST_CLICK for at in board.click):
        yield Violation("bad-click", "click: a row or column beyond 10^18")


def _neighbour_faults(board: Board) -> Iterator[Violation]:
    """Yield what is wrong with the neighbourhood."""
    if board.variant not in VARIANTS:
        yield Violation("bad-variant", f"variant: {quote(board.variant)} is not one of {', '.join(VARIANTS)}")
    elif board.offsets and board.variant not in ("square", "torus"):
        yield Violation("bad-offsets", f"offsets: a {board.variant} board has its own neighbourhood")
    if len(board.offsets) > MOST_NEIGHBOURS:
        yield Violation("bad-offsets", f"offsets: {len(board.offsets)} are more than {MOST_NEIGHBOURS}")
    if len(set(board.offsets)) < len(board.offsets) or (0, 0) in board.offsets:
        yield Violation("bad-offsets", "offsets: one is repeated, or is the cell itself")
    if any(abs(step) > FARTHEST for offset in board.offsets for step in offset):
        yield Violation("bad-offsets", f"offsets: a step of more than {FARTHEST} cells")


def _number_faults(board: Board) -> Iterator[Violation]:
    """Yield the first number that is impossible."""
    degree = board.surface.degree
    valid_codes = bytes([*range(degree + 1), UNKNOWN, FLAG, COVERED])
    wrong = board.cells.translate(None, valid_codes)
    if wrong:
        row, column = board.place(board.cells.index(wrong[:1]))
        text = f"row {row + 1}, column {column + 1}: {wrong[0]} is not a number from 0 to {degree}"
        yield Violation("bad-number", text, [row + 1, column + 1])


@dataclass(frozen=True, slots=True)
class Certain(Answer, safe=cells_of, sure_mines=cells_of, wrong_flags=cells_of):
    """The cells that are certain, in reading order, as rows and columns from 0.

    Parameters
    ----------
    safe
        Covered cells that hold a mine in no layout.
    sure_mines
        Covered cells that hold a mine in every layout.
    wrong_flags
        Safe cells with a flag.
    """

    safe: tuple[Place, ...]
    sure_mines: tuple[Place, ...]
    wrong_flags: tuple[Place, ...] = ()


Verdict: TypeAlias = Literal["safe", "sure_mine", "may_be_mine", "already_open", "out_of_range", "contradiction"]


@dataclass(frozen=True, slots=True)
class Click(Answer):
    """The verdict on one cell.

    Parameters
    ----------
    verdict
        The first that applies of out_of_range, contradiction, already_open, then the others.
    probability
        The chance of a mine; None unless the cell is covered on a board with a layout.
    witness
        The grid of a layout with a mine in the cell, with * on its mines; empty if there is none.
    """

    verdict: Verdict
    probability: Fraction | None = None
    witness: str = ""


def _cell_keys(near: Mapping[Place, Fraction | None]) -> dict[Place, Fraction | None]:
    return {cell_of(place): chance for place, chance in near.items()}


@dataclass(frozen=True, slots=True)
class Chances(Answer, near=_cell_keys, uncounted=bound):
    """The chance of a mine, uniform over all layouts.

    Parameters
    ----------
    solutions
        The number of layouts; None if they were not counted, and the chances are estimates or incomplete.
    near
        Chances of the covered cells next to a number, in reading order; None for an unknown chance.
    other
        The chance of every other covered cell; None if there is none, or it is unknown.
    uncounted
        The same without the mine count, if requested.
    """

    solutions: int | None
    near: Mapping[Place, Fraction | None]
    other: Fraction | None
    uncounted: "Chances | None" = None

    @property
    def lowest(self) -> Fraction | None:
        """The lowest chance of a covered cell; None if there is none, or it is unknown."""
        near = distinct(self.near.values())
        all_chances = [chance for chance in (*near, self.other) if chance is not None]
        if None in near and 0 not in all_chances:
            return None
        about = [chance.numerator / chance.denominator for chance in all_chances]  # floats compare much faster
        lowest_bound = min(about, default=0.0) * (1 + 1e-9)
        return min(
            (chance for chance, near in zip(all_chances, about, strict=True) if near <= lowest_bound), default=None
        )


def distinct(chances: Iterable[T]) -> list[T]:
    """Return the chances that are different objects, in their order.

    Cells of one group share an object. Comparing two fractions takes a thousand times as long as comparing identities.

    >>> from fractions import Fraction
    >>> distinct([Fraction(1, 2)] * 3)
    [Fraction(1, 2)]
    """
    return list({id(chance): chance for chance in chances}.values())


@dataclass(frozen=True, slots=True)
class ChancesAsk:
    """Options of the question `chances`."""

    both: bool = field(default=False, metadata={"help": "also compute the chances without the mine count"})


Level: TypeAlias = Literal["single", "pair", "chain", "count"]
LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why a cell is certain.

    Parameters
    ----------
    cell
        The cell.
    mine
        Whether it is a mine; otherwise it is safe.
    because
        The opened cells of a minimal set of numbers that prove it, in reading order.
    level
        The easiest way to the cell on this board: single numbers, pairs, larger sets, or only with the mine count.
    text
        That way in words. Sometimes it uses a number that a harder way can spare.
    """

    cell: Place
    mine: bool
    because: tuple[Place, ...]
    level: Level
    text: str


def _reason_of_cell(reason: Reason) -> Reason:
    return rebuilt(reason, {"cell": cell_of, "because": cells_of})


@dataclass(frozen=True, slots=True)
class Explanation(Answer, reasons=each(_reason_of_cell)):
    """The reasons of certain cells, easiest first."""

    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell that could be opened.

    Parameters
    ----------
    place
        Row and column, from 0.
    safety
        The chance that it holds no mine.
    zero
        The chance that it shows a zero, which opens all cells around it; None if it was not counted.
    progress, value
        Values of policies other than the least chance: the chance that a safe cell follows, and the score. None if the
        policy has no such value, or dropped the cell before its last lookahead.
    """

    place: Place
    safety: Fraction
    zero: Fraction | None = None
    progress: Fraction | None = None
    value: Fraction | None = None


def _candidate_of_cell(candidate: Candidate) -> Candidate:
    return rebuilt(candidate, {"place": cell_of})


@dataclass(frozen=True, slots=True)
class Guess(Answer, candidates=each(_candidate_of_cell), safe=cells_of, equal=cells_of):
    """The cell to open.

    Parameters
    ----------
    candidates
        The cells that the policy evaluated, with the one to open first; empty if the game is won.
    safe
        All cells that are certainly safe, in reading order.
    win
        The chance to win from here with best play, if known exactly.
    policy
        The policy that chose the cell.
    equal
        The cells known to be as good as the cell to open, including itself, in reading order: all safe cells, if there
        are any; in a solved endgame, those that win as often; otherwise those with an equal value.
    """

    candidates: tuple[Candidate, ...]
    safe: tuple[Place, ...] = ()
    win: Fraction | None = None
    policy: str = RULE
    equal: tuple[Place, ...] = ()

    @property
    def cell(self) -> "Place | None":
        """The cell to open; None if the game is won."""
        return self.candidates[0].place if self.candidates else None

    @property
    def safety(self) -> Fraction | None:
        """The chance that the cell to open holds no mine."""
        return self.candidates[0].safety if self.candidates else None

    @property
    def exact(self) -> bool:
        """Whether `win` is known."""
        return self.win is not None


def neighbour_offsets(
    variant: Variant, offsets: tuple[Offset, ...] = ()
) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """Return a neighbourhood as the record `Near` of the interface."""
    surface = Board(1, 1, b"\xff", None, variant, offsets).surface
    even, odd = (tuple(chain.from_iterable(side)) for side in (surface.even, surface.odd))
    return even, odd, surface.wraps


def steps_by_variant() -> list[dict[str, Any]]:
    """Return the neighbourhood of each variant, for the web page."""
    return [dict(zip(("even", "odd", "wraps"), neighbour_offsets(variant), strict=True)) for variant in VARIANTS]
