"""Random positions: mines laid by a seed after the first click, then cells opened by flood or at random."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal

from passatempo.core.json import count_of
from passatempo.core.random import Random
from passatempo.core.text import refuse_large
from passatempo.minesweeper.formats.minefield import open_cell, open_cells
from passatempo.minesweeper.model import COVERED, MOST_CELLS, Board, Cell, Variant
from passatempo.minesweeper.surface import Surface

PRESETS = {
    "beginner": (9, 9, 10),
    "beginner-8": (8, 8, 10),
    "beginner-9": (9, 9, 10),
    "intermediate": (16, 16, 40),
    "expert": (16, 30, 99),
}


@dataclass(frozen=True, slots=True)
class Params:
    """The kind of position to generate."""

    preset: Literal["beginner", "beginner-8", "beginner-9", "intermediate", "expert", "custom"] | None = field(
        default=None,
        metadata={
            "help": "8x8 or 9x9 with 10 mines, 16x16 with 40, 16x30 with 99, or custom "
            "[default: custom if --rows is given, else beginner-9]"
        },
    )
    rows: int | None = field(default=None, metadata={"help": "number of rows"})
    columns: int | None = field(default=None, metadata={"help": "number of columns"})
    mines: int | None = field(
        default=None,
        metadata={"help": "number of mines [default of --preset custom: a fifth of the squares]"},
    )
    variant: Variant = field(default="square", metadata={"help": "neighbourhood of a square"})
    first: Literal["safe", "opening"] = field(
        default="opening",
        metadata={"help": "first click: safe: no mine under it; opening: no mine around it either"},
    )
    opened: Literal["flood", "scatter", "nothing"] = field(
        default="flood",
        metadata={"help": "open from random squares, zeros with their neighbours; single squares; none"},
    )
    share: float = field(default=0.3, metadata={"help": "least share of the mine-free squares to open"})
    counted: bool = field(default=True, metadata={"help": "whether the number of mines is known"})

    def __post_init__(self) -> None:
        is_given = {name: getattr(self, name) is not None for name in ("rows", "columns", "mines")}
        missing = [f"--{name}" for name, is_present in is_given.items() if not is_present]
        if self.rows == 0 or self.columns == 0:
            raise ValueError("a board of 0 rows or 0 columns has no cell")
        if any(is_given.values()) and self.preset not in (None, "custom"):
            raise ValueError(f"--rows, --columns and --mines need --preset custom, not {self.preset}")
        if any(is_given.values()) and missing and (self.preset is None or missing != ["--mines"]):
            first = next(name for name, is_present in is_given.items() if is_present)
            raise ValueError(f"--{first} needs {' and '.join(missing)}")
        rows, columns, mines = self.size
        refuse_large(rows, columns, MOST_CELLS)
        if rows < 1 or columns < 1:
            raise ValueError(f"{count_of(rows, 'row')} of {count_of(columns, 'cell')}: at least 1 of each is needed")
        if not 0 <= mines < rows * columns:
            raise ValueError(
                f"{count_of(mines, 'mine')} do not fit on {count_of(rows * columns, 'cell')} with one of them clicked"
            )
        if not 0 <= self.share <= 1:
            raise ValueError(f"share: {self.share} is not from 0 to 1")

    @property
    def size(self) -> tuple[int, int, int]:
        """Rows, columns and mines."""
        if self.preset != "custom" and self.rows is None:
            return PRESETS[self.preset or "beginner-9"]
        rows, columns = self.rows or 0, self.columns or 0
        return rows, columns, rows * columns // 5 if self.mines is None else self.mines


def generate(params: Params, rng: Random) -> Board:
    """Generate a position that arises from a real minefield.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> board = generate(Params(), Random(1))
    >>> board.rows, board.columns, board.mines, board == generate(Params(), Random(1))
    (9, 9, 10, True)
    """
    rows, columns, mines = params.size
    size = rows * columns
    surface = Board(rows, columns, bytes([COVERED]) * size, None, params.variant).surface
    first = rng.below(size)
    free_cells = [first, *(surface.neighbours(first) if params.first == "opening" else ())]
    # A field too full for a complete opening gets as much of it as fits.
    mine_map = lay_mines(size, mines, free_cells[: size - mines], rng)
    cells = bytearray([COVERED]) * size
    open_target = round(params.share * (size - mines))
    if params.opened == "flood":
        open_by_flood(surface, mine_map, cells, [first], open_target, rng)
    elif params.opened == "scatter":
        open_at_random(surface, mine_map, cells, [first], open_target, rng)
    return Board(rows, columns, bytes(cells), mines if params.counted else None, params.variant)


def lay_mines(size: int, mines: int, free_cells: Collection[Cell], rng: Random) -> bytes:
    """Lay mines on random cells except `free_cells`; returns one byte per cell, 1 for a mine.

    >>> from passatempo.core.random import Random
    >>> list(lay_mines(4, 3, [2], Random(1)))
    [1, 1, 0, 1]
    """
    field = bytearray(size)
    for cell in free_cells:
        field[cell] = 1
    free = size - len(free_cells)
    draw_target = min(mines, free - mines)  # draw mines or cells without one, whichever are fewer
    draw_count = 0
    while draw_count < draw_target:
        cell = rng.below(size)
        draw_count += not field[cell]
        field[cell] = 1
    if draw_target < mines:
        field = bytearray(not mine for mine in field)
    for cell in free_cells:
        field[cell] = 0
    return bytes(field)


def open_by_flood(
    surface: Surface, field: bytes, cells: bytearray, clicks: list[Cell], open_target: int, rng: Random
) -> None:
    """Open the clicks and then random cells, each with all cells around zeros, until enough cells are open."""
    open_count = open_cells(surface, field, cells, clicks)
    while open_count < open_target:
        open_count += open_cells(surface, field, cells, [rng.below(len(field))])


def open_at_random(
    surface: Surface, field: bytes, cells: bytearray, clicks: list[Cell], open_target: int, rng: Random
) -> None:
    """Open the clicks and then random cells one by one, without the cells around zeros."""
    free = [cell for cell, mine in enumerate(field) if not mine and cell not in clicks]
    rng.shuffle(free)
    for cell in [*clicks, *free[: max(0, open_target - len(clicks))]]:
        open_cell(surface, field, cells, cell)
