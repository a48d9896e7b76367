"""The parameters of a puzzle, and the word that encodes them in an ID."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, TypeVar

from passatempo.minesweeper.game.rules import DENSEST, LEAST_REPAIRED, MOST_REPAIRED, OPENING
from passatempo.minesweeper.generate import PRESETS, Params
from passatempo.minesweeper.model import Cell
from passatempo.puzzles.puzzle import fold_signs

P = TypeVar("P", "CellParams", "MinesParams")
Hardest: TypeAlias = Literal["pair", "count", "single", "any"]  # words of all kinds, because they share the flag

LEAST_SIDE, MOST_SIDE = LEAST_REPAIRED, MOST_REPAIRED
LEAST_CELL, MOST_CELL = 4, 8
FEWEST = 5  # at least one mine per this many cells; with fewer, more than one cell nearly always stays safe
LEAST_MINES, MOST_MINES = 6, 16
FEWEST_MINES, MOST_OF_HUNDRED = 15, 30  # mines of a printed minefield, in per cent of the cells
LETTERS = {"beginner-8": "B8", "beginner-9": "B9", "intermediate": "I", "expert": "E"}  # of a preset in an ID
_ENDS: dict[str, Hardest] = {"P": "pair", "": "count"}  # of a word: the hardest rule
_ENDS_OF_MINES: dict[str, Hardest] = {"S": "single", "P": "pair", "": "any"}
_SIZE = re.compile(r"([1-9]\d?)X([1-9]\d?)X([1-9]\d{0,3})([PS]?)")
_HARDEST = (
    "hardest rule needed: single: one number at a time (kind mines); pair: two numbers at a time; "
    "count: any certain conclusion (field, cell); any: the same without the mine count (mines)"
)


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
        if self.preset != "custom" and self.preset not in LETTERS:
            raise ValueError(f"preset: '{self.preset}' is not one of custom, {', '.join(LETTERS)}")
        named: Any = None if self.preset == "custom" else self.preset
        Params(named, self.rows or None, self.columns or None, self.mines or None)  # refuses an incomplete size
        _refuse_hardest("field", self.hardest, _ENDS)
        rows, columns, mines = self.size
        _refuse_outside("rows", rows, LEAST_SIDE, MOST_SIDE)
        _refuse_outside("columns", columns, LEAST_SIDE, MOST_SIDE)
        densest_mines, densest_cells = DENSEST
        max_mines = min(rows * columns * densest_mines // densest_cells, rows * columns - OPENING - 1)
        _refuse_outside("mines", mines, 1, max_mines)

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
        _refuse_outside("rows", self.rows, LEAST_CELL, MOST_CELL)
        _refuse_outside("columns", self.columns, LEAST_CELL, MOST_CELL)
        cells = self.rows * self.columns
        _refuse_outside("mines", self.mines, -(-cells // FEWEST), cells // 2)
        _refuse_hardest("cell", self.hardest, _ENDS)


@dataclass(frozen=True, slots=True)
class MinesParams:
    """The kind of printed minefield to generate."""

    rows: int = field(default=8, metadata={"help": f"rows, {LEAST_MINES} to {MOST_MINES}"})
    columns: int = field(default=8, metadata={"help": f"columns, {LEAST_MINES} to {MOST_MINES}"})
    mines: int = field(default=16, metadata={"help": "mines, from 15 to 30 per cent of the cells"})
    hardest: Hardest = field(default="pair", metadata={"help": _HARDEST})

    def __post_init__(self) -> None:
        _refuse_outside("rows", self.rows, LEAST_MINES, MOST_MINES)
        _refuse_outside("columns", self.columns, LEAST_MINES, MOST_MINES)
        cells = self.rows * self.columns
        _refuse_outside("mines", self.mines, -(-cells * FEWEST_MINES // 100), cells * MOST_OF_HUNDRED // 100)
        _refuse_hardest("mines", self.hardest, _ENDS_OF_MINES)


def _refuse_outside(name: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise ValueError(f"{name}: {number} is not a whole number from {least} to {most}")


def _refuse_hardest(kind: str, hardest: str, ends: Mapping[str, Hardest]) -> None:
    if hardest not in ends.values():
        raise ValueError(f"hardest: '{hardest}' is not one of {', '.join(ends.values())}, the rules of kind {kind}")


def word_of_field(params: FieldParams) -> str:
    """Write the parameters of a field as a word of an ID.

    >>> word_of_field(FieldParams("intermediate")), word_of_field(FieldParams("custom", 16, 16, 99, "pair"))
    ('I', '16X16X99P')
    """
    size = LETTERS.get(params.preset) or "X".join(map(str, params.size))
    return size + _end_of_word(params.hardest, _ENDS)


def word_of_cell(params: CellParams) -> str:
    """Write the parameters of a position as a word of an ID.

    >>> word_of_cell(CellParams())
    '6X6X10'
    """
    return f"{params.rows}X{params.columns}X{params.mines}{_end_of_word(params.hardest, _ENDS)}"


def word_of_mines(params: MinesParams) -> str:
    """Write the parameters of a printed minefield as a word of an ID.

    >>> word_of_mines(MinesParams()), word_of_mines(MinesParams(12, 12, 36, "any"))
    ('8X8X16P', '12X12X36')
    """
    return f"{params.rows}X{params.columns}X{params.mines}{_end_of_word(params.hardest, _ENDS_OF_MINES)}"


def _end_of_word(hardest: Hardest, ends: Mapping[str, Hardest]) -> str:
    return next(end for end, rule in ends.items() if rule == hardest)


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
        return FieldParams("custom", *_params_of_match(size_match, _ENDS)) if size_match else None
    except ValueError:
        return None


def cell_of_word(text: str) -> CellParams | None:
    """Read the parameters of a position from a folded word.

    >>> cell_of_word("6X6X10") == CellParams(), cell_of_word("6X9X10")
    (True, None)
    """
    return _params_of_word(CellParams, text, _ENDS)


def mines_of_word(text: str) -> MinesParams | None:
    """Read the parameters of a printed minefield from a folded word.

    >>> mines_of_word("8X8X16P") == MinesParams(), mines_of_word("5X8X9")
    (True, None)
    """
    return _params_of_word(MinesParams, text, _ENDS_OF_MINES)


def _params_of_word(shape: type[P], text: str, ends: Mapping[str, Hardest]) -> P | None:
    size_match = _SIZE.fullmatch(text)
    try:
        return shape(*_params_of_match(size_match, ends)) if size_match else None
    except ValueError:
        return None


def _params_of_match(size_match: re.Match[str], ends: Mapping[str, Hardest]) -> tuple[int, int, int, Hardest]:
    """Return the numbers and the rule of a word; raises `ValueError` if the kind has no such rule."""
    rows, columns, mines, end = size_match.groups()
    if end not in ends:
        raise ValueError(end)
    return int(rows), int(columns), int(mines), ends[end]


_READY = tuple(FieldParams(preset, 0, 0, 0, rule) for preset in LETTERS for rule in ("pair", "count"))  # type: ignore[arg-type]
