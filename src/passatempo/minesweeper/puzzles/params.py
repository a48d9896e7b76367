"""The parameters of a puzzle, and the word that encodes them in an ID."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, TypeVar

from passatempo.minesweeper.game.rules import DENSEST, LEAST_REPAIRED, MOST_REPAIRED, OPENING
from passatempo.minesweeper.generate import PRESETS, Params
from passatempo.minesweeper.model import Cell
from passatempo.puzzles.puzzle import fold_signs

P = TypeVar("P", "FieldParams", "CellParams")
Hardest: TypeAlias = Literal["pair", "count"]

LEAST_SIDE, MOST_SIDE = LEAST_REPAIRED, MOST_REPAIRED
LEAST_CELL, MOST_CELL = 4, 8
FEWEST = 5  # at least one mine per this many cells; with fewer, more than one cell nearly always stays safe
LETTERS = {"expert": "E", "intermediate": "I", "beginner-9": "B9", "beginner-8": "B8"}
EASY = "P"  # ends the word if single numbers and pairs must suffice
_SIZE = re.compile(r"([1-9]\d?)X([1-9]\d?)X([1-9]\d{0,3})(P?)")
_HARDEST = "hardest rule needed: pair: two numbers at a time; count: any certain conclusion"


@dataclass(frozen=True, slots=True)
class FieldParams:
    """The kind of field to generate."""

    preset: Literal["beginner-8", "beginner-9", "intermediate", "expert", "custom"] = field(
        default="beginner-9",
        metadata={"help": "8x8 or 9x9 with 10 mines, 16x16 with 40, 16x30 with 99, or custom, as with --rows"},
    )
    rows: int = field(default=0, metadata={"help": f"custom: rows, {LEAST_SIDE} to {MOST_SIDE}"})
    columns: int = field(default=0, metadata={"help": f"custom: columns, {LEAST_SIDE} to {MOST_SIDE}"})
    mines: int = field(default=0, metadata={"help": "custom: mines, at most two in five cells"})
    hardest: Hardest = field(default="count", metadata={"help": _HARDEST})

    def __post_init__(self) -> None:
        if self.preset != "custom" and self.preset not in PRESETS:
            raise ValueError(f"preset: '{self.preset}' is not one of custom, {', '.join(PRESETS)}")
        named: Any = None if self.preset == "custom" else self.preset
        Params(named, self.rows or None, self.columns or None, self.mines or None)  # refuses an incomplete size
        _refuse_hardest(self.hardest)
        rows, columns, mines = self.size
        for name, side in (("rows", rows), ("columns", columns)):
            if not LEAST_SIDE <= side <= MOST_SIDE:
                raise ValueError(f"{name}: {side} is not a whole number from {LEAST_SIDE} to {MOST_SIDE}")
        densest_mines, densest_cells = DENSEST
        max_mines = min(rows * columns * densest_mines // densest_cells, rows * columns - OPENING - 1)
        if not 1 <= mines <= max_mines:
            raise ValueError(f"mines: {mines} is not a whole number from 1 to {max_mines}")

    @property
    def size(self) -> tuple[int, int, int]:
        """Rows, columns and mines."""
        return PRESETS.get(self.preset, (self.rows, self.columns, self.mines))

    @property
    def first(self) -> Cell:
        """The cell to open first: (4, 4) on the two large fields, otherwise the middle.

        >>> FieldParams("intermediate").first, FieldParams().first
        (51, 40)
        """
        rows, columns, _ = self.size
        row, column = (3, 3) if self.preset in ("intermediate", "expert") else ((rows - 1) // 2, (columns - 1) // 2)
        return row * columns + column


@dataclass(frozen=True, slots=True)
class CellParams:
    """The kind of position to generate."""

    rows: int = field(default=6, metadata={"help": f"rows, {LEAST_CELL} to {MOST_CELL}"})
    columns: int = field(default=6, metadata={"help": f"columns, {LEAST_CELL} to {MOST_CELL}"})
    mines: int = field(default=10, metadata={"help": "mines, from a fifth to half of the cells"})
    hardest: Hardest = field(default="count", metadata={"help": _HARDEST})

    def __post_init__(self) -> None:
        for name, side in (("rows", self.rows), ("columns", self.columns)):
            if not LEAST_CELL <= side <= MOST_CELL:
                raise ValueError(f"{name}: {side} is not a whole number from {LEAST_CELL} to {MOST_CELL}")
        cells = self.rows * self.columns
        min_mines, max_mines = -(-cells // FEWEST), cells // 2
        if not min_mines <= self.mines <= max_mines:
            raise ValueError(f"mines: {self.mines} is not a whole number from {min_mines} to {max_mines}")
        _refuse_hardest(self.hardest)


def _refuse_hardest(hardest: str) -> None:
    if hardest not in ("pair", "count"):
        raise ValueError(f"hardest: '{hardest}' is not one of pair, count")


def word_of_field(params: FieldParams) -> str:
    """Write the parameters of a field as a word of an ID.

    >>> word_of_field(FieldParams("intermediate")), word_of_field(FieldParams("custom", 16, 16, 99, "pair"))
    ('I', '16X16X99P')
    """
    size = LETTERS.get(params.preset) or "X".join(map(str, params.size))
    return size + (EASY if params.hardest == "pair" else "")


def word_of_cell(params: CellParams) -> str:
    """Write the parameters of a position as a word of an ID.

    >>> word_of_cell(CellParams())
    '6X6X10'
    """
    return f"{params.rows}X{params.columns}X{params.mines}" + (EASY if params.hardest == "pair" else "")


def field_of_word(text: str) -> FieldParams | None:
    """Read the parameters of a field from a folded word, in which I is 1.

    >>> field_of_word("1P"), field_of_word("6X6X99")
    (FieldParams(preset='intermediate', rows=0, columns=0, mines=0, hardest='pair'), None)
    """
    for params in _READY:
        if fold_signs(word_of_field(params)) == text:
            return params
    size_match = _SIZE.fullmatch(text)
    try:
        return FieldParams("custom", *_size_of_match(size_match), _hardest_rule(size_match[4])) if size_match else None
    except ValueError:
        return None


def cell_of_word(text: str) -> CellParams | None:
    """Read the parameters of a position from a folded word.

    >>> cell_of_word("6X6X10") == CellParams(), cell_of_word("6X9X10")
    (True, None)
    """
    size_match = _SIZE.fullmatch(text)
    try:
        return CellParams(*_size_of_match(size_match), _hardest_rule(size_match[4])) if size_match else None
    except ValueError:
        return None


def _size_of_match(size_match: re.Match[str]) -> tuple[int, int, int]:
    return int(size_match[1]), int(size_match[2]), int(size_match[3])


def _hardest_rule(letter: str) -> Hardest:
    return "pair" if letter else "count"


_READY = tuple(FieldParams(preset, 0, 0, 0, rule) for preset in PRESETS for rule in ("pair", "count"))  # type: ignore[arg-type]
