"""The JSON face of boards and answers: small dataclasses, and the functions between them and the model."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, quote
from passatempo.core.json import digits, natural
from passatempo.core.pastime import Face
from passatempo.core.text import Piece
from passatempo.minesweeper.model import Board, Certain, Chances, Click, Variant, Verdict, distinct
from passatempo.minesweeper.text import board_of, write_grid

if TYPE_CHECKING:
    from passatempo.minesweeper.model import Place


SHORT = 13_000  # bits of a number that Python writes at once


@dataclass(frozen=True, slots=True)
class BoardJson:
    """The keys of an instance; only `grid` is needed."""

    grid: str = field(metadata={"help": "the rows, each ended by a line end or /"})
    mines: int | None = field(default=None, metadata={"help": "how many mines there are; without it any number"})
    variant: Variant = field(default="square", metadata={"help": "who lies next to whom"})
    offsets: list[tuple[int, int]] | None = field(default=None, metadata={"help": "a neighbourhood of its own"})
    click: tuple[int, int] | None = field(default=None, metadata={"help": "row and column that `click` asks about"})


def load_board(shape: BoardJson) -> Board:
    """Make the board."""
    return board_of(
        Piece.whole(shape.grid, "grid"),
        mines=shape.mines,
        variant=shape.variant,
        offsets=shape.offsets or (),
        click=shape.click,
    )


def dump_board(board: Board) -> BoardJson:
    """Write the board."""
    click = None if board.click is None else dump_places((board.click,))[0]
    return BoardJson(write_grid(board), board.mines, board.variant, list(board.offsets) or None, click)


def dump_places(places: tuple[Place, ...]) -> list[tuple[int, int]]:
    """Write rows and columns from 0 as JSON, from 1."""
    return [(row + 1, column + 1) for row, column in places]


def load_places(pairs: list[tuple[int, int]]) -> tuple[Place, ...]:
    """Read rows and columns."""
    return tuple((row - 1, column - 1) for row, column in pairs)


def load_fraction(text: str) -> Fraction:
    """Read an exact fraction.

    Raises
    ------
    FormatError
        If it is none.
    """
    above, bar, below = text.partition("/")
    try:
        return Fraction(natural(above), natural(below) if bar else 1)  # of any number of digits
    except (FormatError, ZeroDivisionError):
        raise FormatError(f"{quote(text)} is not a fraction", kind="number") from None


@dataclass(frozen=True, slots=True)
class CertainJson:
    """Cells as rows and columns from 1."""

    safe: list[tuple[int, int]]
    sure_mines: list[tuple[int, int]]
    wrong_flags: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ClickJson:
    """The verdict on a cell; `witness` is the grid with * on the mines of a layout."""

    verdict: Verdict
    probability: str | None = None
    witness: str | None = None


@dataclass(frozen=True, slots=True)
class ChancesJson:
    """Exact fractions; `prob` by "row,column" from 1; `without_count` where both readings were asked for."""

    solutions: str
    prob: dict[str, str]
    prob_other: str | None
    lowest_prob: str | None
    without_count: ChancesJson | None = None


BOARD = Face(BoardJson, load_board, dump_board)
CERTAIN = Face(
    CertainJson,
    lambda shape: Certain(load_places(shape.safe), load_places(shape.sure_mines), load_places(shape.wrong_flags)),
    lambda found: CertainJson(dump_places(found.safe), dump_places(found.sure_mines), dump_places(found.wrong_flags)),
)


def dump_fraction(chance: Fraction | None) -> str | None:
    """Write an exact fraction of any size."""
    if chance is None:
        return None
    below = "" if chance.denominator == 1 else f"/{_digits(chance.denominator)}"
    return _digits(chance.numerator) + below


def _digits(value: int) -> str:
    """Write a whole number; short ones, of which a board may have a hundred thousand, without ado."""
    return str(value) if value.bit_length() <= SHORT else digits(value)


def _load_near(prob: dict[str, str]) -> dict[Place, Fraction]:
    near = {}
    for key, chance in prob.items():
        row, _, column = key.partition(",")
        near[natural(row) - 1, natural(column) - 1] = load_fraction(chance)
    return near


def _load_chances(shape: ChancesJson) -> Chances:
    other = None if shape.prob_other is None else load_fraction(shape.prob_other)
    uncounted = None if shape.without_count is None else _load_chances(shape.without_count)
    return Chances(natural(shape.solutions), _load_near(shape.prob), other, uncounted)


def _dump_chances(chances: Chances) -> ChancesJson:
    written = {id(chance): dump_fraction(chance) or "" for chance in distinct(chances.near.values())}
    near = {f"{row + 1},{column + 1}": written[id(chance)] for (row, column), chance in chances.near.items()}
    uncounted = None if chances.uncounted is None else _dump_chances(chances.uncounted)
    other, lowest = dump_fraction(chances.other), dump_fraction(chances.lowest)
    return ChancesJson(digits(chances.solutions), near, other, lowest, uncounted)


CLICK = Face(
    ClickJson,
    lambda shape: Click(
        shape.verdict,
        None if shape.probability is None else load_fraction(shape.probability),
        shape.witness or "",
    ),
    lambda click: ClickJson(click.verdict, dump_fraction(click.probability), click.witness or None),
)
CHANCES = Face(ChancesJson, _load_chances, _dump_chances)
