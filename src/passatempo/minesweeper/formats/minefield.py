"""A whole minefield, with the clicks of a player if it was played: what every record and file of a game is read as."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from passatempo.core.json import dump_places
from passatempo.minesweeper.model import COVERED, FLAG, Board, Cell, Variant, is_covered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from passatempo.minesweeper.surface import Surface

GameOutcome: TypeAlias = Literal["won", "lost", "unfinished"]


@dataclass(frozen=True, slots=True)
class PlayedClick:
    """A click that opened something.

    Parameters
    ----------
    ms
        The milliseconds from the start of the game; None if they are unknown.
    action
        Whether the click opened a cell, or the cells around a number.
    opens
        The covered cells that it opened, without those that zeros opened next to them.
    hit
        Whether there was a mine in one of them.
    flags
        The covered cells with a flag, which no zero opens. Flags on mines may be left out.
    """

    ms: int | None
    action: Literal["open", "chord"]
    opens: tuple[Cell, ...]
    hit: bool = False
    flags: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Minefield:
    r"""A minefield, and how it was played.

    Parameters
    ----------
    rows, columns
        The size.
    mine
        A byte for each cell in reading order, 1 for a mine.
    variant
        The neighbourhood.
    first
        The cell opened first; None if it is unknown.
    clicks
        The clicks that opened something, in order; empty if the field was not played.
    format, program, player
        Where it comes from.
    moved
        Whether the program moved mines during play.

    Examples
    --------
    >>> played = Minefield(1, 4, b"\0\0\0\1", first=0, clicks=(PlayedClick(40, "open", (0,)),))
    >>> played.outcome, [board.cells.hex() for board in played.positions()]
    ('won', ['ffffffff', '000001ff'])
    """

    rows: int
    columns: int
    mine: bytes
    variant: Variant = "square"
    first: Cell | None = None
    clicks: tuple[PlayedClick, ...] = ()
    format: str = field(default="", compare=False)
    program: str = field(default="", compare=False)
    player: str = field(default="", compare=False)
    moved: bool = False

    @property
    def mines(self) -> int:
        """The number of mines."""
        return self.mine.count(1)

    def positions(self) -> Iterator[Board]:
        """Yield the position before each click and after the last one; a mine that is hit stays covered."""
        cells, surface = bytearray([COVERED]) * len(self.mine), None
        for click in self.clicks:
            cells = cells.replace(bytes([FLAG]), bytes([COVERED]))
            for cell in click.flags:
                cells[cell] = FLAG if is_covered(cells[cell]) else cells[cell]
            yield (board := Board(self.rows, self.columns, bytes(cells), self.mines, self.variant))
            surface = surface or board.surface
            open_cells(surface, self.mine, cells, click.opens)
        yield Board(self.rows, self.columns, bytes(cells), self.mines, self.variant)

    @property
    def outcome(self) -> GameOutcome | None:
        """How the game ended; None if the field was not played."""
        if not self.clicks:
            return None
        *_, last = self.positions()
        return "lost" if self.clicks[-1].hit else "won" if last.covered == self.mines else "unfinished"

    def to_json(self) -> dict[str, Any]:
        """Return the field and the outcome as in JSON; cells count from 1."""
        places = [divmod(cell, self.columns) for cell, mine in enumerate(self.mine) if mine]
        field_json: dict[str, Any] = {"rows": self.rows, "columns": self.columns, "mines": dump_places(places)}
        if self.variant != "square":
            field_json["variant"] = self.variant
        field_json["first"] = None if self.first is None else dump_places([divmod(self.first, self.columns)])[0]
        if self.clicks:
            source = {"format": self.format, "program": self.program, "player": self.player}
            field_json |= source | {"clicks": len(self.clicks), "outcome": self.outcome}
        return field_json


def open_cell(surface: Surface, field: bytes, cells: bytearray, cell: Cell) -> tuple[Cell, ...]:
    """Open one cell without a mine, and return its neighbours."""
    near = surface.neighbours(cell)
    cells[cell] = sum([field[n] for n in near])
    return near


def open_cells(surface: Surface, field: bytes, cells: bytearray, clicks: Iterable[Cell]) -> int:
    """Open cells without a mine and all cells around each zero; return how many were opened.

    >>> cells = bytearray([COVERED]) * 4
    >>> open_cells(Board(1, 4, bytes(cells)).surface, bytes([0, 0, 0, 1]), cells, [0]), list(cells)
    (3, [0, 0, 1, 255])
    """
    open_count, stack = 0, list(clicks)
    while stack:
        cell = stack.pop()
        if field[cell] or cells[cell] != COVERED:
            continue
        near = open_cell(surface, field, cells, cell)
        open_count += 1
        if cells[cell] == 0:
            stack.extend(near)
    return open_count
