"""A game of one person: a minefield that follows from its seed and the first click, cells opened, flags.

The mines are laid at the first click, around it; the same size, seed and first click give the same field everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from passatempo.core.json import count_of
from passatempo.core.random import Random
from passatempo.minesweeper.generate import lay, spread
from passatempo.minesweeper.model import COVERED, FLAG, Board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.minesweeper.model import Cell
    from passatempo.minesweeper.surface import Surface


@dataclass(frozen=True, slots=True)
class Minefield:
    """The size of a field, its mines, its seed, and what the first click is promised.

    With `opening` no cell around the first one holds a mine; else that cell alone holds none.
    """

    rows: int
    columns: int
    mines: int
    seed: int
    opening: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.mines < self.rows * self.columns:
            cells = count_of(self.rows * self.columns, "cell")
            raise ValueError(f"{count_of(self.mines, 'mine')} do not fit on {cells} with one of them clicked")

    @property
    def surface(self) -> Surface:
        """Who lies next to whom."""
        return _bare(self.rows, self.columns).surface


@lru_cache(maxsize=64)
def _bare(rows: int, columns: int) -> Board:
    return Board(rows, columns, bytes([COVERED]) * (rows * columns))


@lru_cache(maxsize=256)
def mines_of(field: Minefield, first: Cell) -> bytes:
    """Lay the mines for a first click; a byte a cell, 1 for a mine.

    >>> sum(mines_of(Minefield(9, 9, 10, 7), 40)), mines_of(Minefield(9, 9, 10, 7), 40)[40]
    (10, 0)
    """
    size = field.rows * field.columns
    kept = [first, *(field.surface.neighbours(first) if field.opening else ())]
    return lay(size, field.mines, kept[: size - field.mines], Random(field.seed, "minefield", first))


@dataclass(frozen=True, slots=True)
class Game:
    """A game: the field, the cells that were clicked in order, the flags.

    Examples
    --------
    >>> game = Game(Minefield(9, 9, 10, 7)).press(40)
    >>> game.lost, game.won, 40 in game.opened
    (None, False, True)
    """

    field: Minefield
    clicks: tuple[Cell, ...] = ()
    flags: frozenset[Cell] = frozenset()

    @property
    def hidden(self) -> bytes:
        """Where the mines are; nowhere before the first click."""
        size = self.field.rows * self.field.columns
        return mines_of(self.field, self.clicks[0]) if self.clicks else bytes(size)

    @property
    def opened(self) -> dict[Cell, int]:
        """The numbers of the opened cells."""
        return dict(enumerate_opened(self.field, self.clicks))

    @property
    def lost(self) -> Cell | None:
        """The mine that was clicked; None while there is none."""
        hidden = self.hidden
        return next((cell for cell in self.clicks if hidden[cell]), None)

    @property
    def won(self) -> bool:
        """Whether every cell without a mine is open."""
        size = self.field.rows * self.field.columns
        return self.lost is None and bool(self.clicks) and len(self.opened) == size - self.field.mines

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.lost is not None or self.won

    @property
    def board(self) -> Board:
        """What is seen of the field."""
        cells = bytearray([COVERED]) * (self.field.rows * self.field.columns)
        for cell in self.flags:
            cells[cell] = FLAG
        for cell, number in self.opened.items():
            cells[cell] = number
        return Board(self.field.rows, self.field.columns, bytes(cells), self.field.mines)

    def press(self, cell: Cell) -> Game:
        """Open a cell; of an opened one whose number has its flags, all others around it."""
        if self.over or cell in self.flags:
            return self
        opened = self.opened
        if cell not in opened:
            return replace(self, clicks=(*self.clicks, cell))
        around = self.field.surface.neighbours(cell)
        if sum(near in self.flags for near in around) != opened[cell]:
            return self
        return replace(self, clicks=(*self.clicks, *(n for n in around if n not in opened and n not in self.flags)))

    def flag(self, cell: Cell) -> Game:
        """Put a flag on a covered cell, or take it away."""
        if self.over or cell in self.opened:
            return self
        return replace(self, flags=self.flags ^ {cell})


@lru_cache(maxsize=256)
def enumerate_opened(field: Minefield, clicks: tuple[Cell, ...]) -> tuple[tuple[Cell, int], ...]:
    """List the cells that clicks open, zeros with all around them, and their numbers."""
    if not clicks:
        return ()
    hidden, surface = mines_of(field, clicks[0]), field.surface
    cells = bytearray([COVERED]) * len(hidden)
    spread(surface, hidden, cells, clicks)
    return tuple((cell, number) for cell, number in enumerate(cells) if number != COVERED)


def three_bv(near: Sequence[Sequence[Cell]], mine: Sequence[int]) -> int:
    """Count the clicks that a field needs at least: one for each opening of zeros, one for each number beside none.

    >>> three_bv([(1,), (0, 2), (1, 3), (2,)], [0, 0, 0, 1])
    1
    """
    zero = [not mine[cell] and not any(mine[n] for n in near[cell]) for cell in range(len(mine))]
    clicks, met = 0, set[int]()
    for cell, is_zero in enumerate(zero):
        if is_zero and cell not in met:
            clicks += 1
            stack = [cell]
            while stack:
                at = stack.pop()
                if at not in met:
                    met.add(at)
                    stack += near[at] if zero[at] else ()
    return clicks + sum(not mine[cell] and cell not in met for cell in range(len(mine)))
