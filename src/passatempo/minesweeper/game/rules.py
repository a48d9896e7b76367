"""The rules of a game: the field, the guarantee of the first click, and whether guesses may be needed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from passatempo.core.errors import InvalidInstance, Violation, quote
from passatempo.core.text import size_violations
from passatempo.games.values import Preset
from passatempo.minesweeper.model import COVERED, VARIANTS, Board, Variant
from passatempo.minesweeper.surface import Surface

MOST_SIDE = 100  # rows and columns that fit on a terminal
# Sides of fields that the puzzle generator repairs. Wider fields fit no sheet, and smaller ones open at once.
LEAST_REPAIRED, MOST_REPAIRED = 4, 40
DENSEST = (2, 5)  # share of mines; few denser fields can be cleared without a guess
OPENING = 9  # the first cell and its neighbours


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules of one game.

    Raises
    ------
    InvalidInstance
        If the field is invalid, or no such field can avoid guesses.

    Examples
    --------
    >>> GameRules().surface.neighbours(0)
    (1, 9, 10)
    """

    rows: int = field(default=9, metadata={"help": "rows"})
    columns: int = field(default=9, metadata={"help": "columns"})
    mines: int = field(default=10, metadata={"help": "mines"})
    first: Literal["safe", "opening"] = field(
        default="opening",
        metadata={"help": "first click: safe: no mine under it; opening: no mine around it either"},
    )
    variant: Variant = field(default="square", metadata={"help": "neighbourhood of a square"})
    no_guess: bool = field(default=False, metadata={"help": "deal a field that can be cleared without a guess"})

    def __post_init__(self) -> None:
        faults = [*self._size_faults(), *self._guess_faults()]
        if faults:
            raise InvalidInstance(faults)

    def _size_faults(self) -> Iterator[Violation]:
        rows, columns, size = self.rows, self.columns, self.rows * self.columns
        for name, side in (("rows", rows), ("columns", columns)):
            if side < 1:
                yield Violation("bad-size", f"{name} is {side}, it must be at least 1")
            yield from size_violations(side, 1, MOST_SIDE, name)
        if not 1 <= self.mines < max(size, 2):
            yield Violation("bad-mines", f"mines is {self.mines}, it must be from 1 to {max(size, 2) - 1}")
        if self.first not in ("safe", "opening"):
            yield Violation("bad-first", f"first: {quote(self.first)} is not one of safe, opening")
        if self.variant not in VARIANTS:
            yield Violation("bad-variant", f"variant: {quote(self.variant)} is not one of {', '.join(VARIANTS)}")

    def _guess_faults(self) -> Iterator[Violation]:
        if not self.no_guess:
            return
        rows, columns, (densest_mines, densest_cells) = self.rows, self.columns, DENSEST
        max_mines = min(rows * columns * densest_mines // densest_cells, rows * columns - OPENING - 1)
        sides = min(rows, columns) >= LEAST_REPAIRED and max(rows, columns) <= MOST_REPAIRED
        if self.variant != "square" or self.first != "opening" or not sides or self.mines > max_mines:
            rule_message = (
                f"no_guess: for square fields of {LEAST_REPAIRED} to {MOST_REPAIRED} rows and columns that begin with"
            )
            yield Violation(
                "bad-no-guess",
                f"{rule_message} an opening and have at most {densest_mines} mines in {densest_cells} cells",
            )

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    @property
    def surface(self) -> Surface:
        """The neighbourhood."""
        return Board(self.rows, self.columns, bytes([COVERED]) * self.size, None, self.variant).surface


PRESETS = {
    "beginner": Preset(GameRules(), "9 x 9 with 10 mines, as in the Windows game since 2001"),
    "intermediate": Preset(GameRules(16, 16, 40), "16 x 16 with 40 mines"),
    "expert": Preset(GameRules(16, 30, 99), "16 x 30 with 99 mines"),
}
