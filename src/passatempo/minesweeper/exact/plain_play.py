"""How the kernel plays, in plain Python: minefields, endgames and the score of a click, over lists of all layouts.

The specification of `kernel/play`: the same choices from exact fractions, with nothing left out and nothing shared.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from passatempo.core.random import WORD, Random
from passatempo.minesweeper.model import UNKNOWN, Board, is_covered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from passatempo.minesweeper.exact.policies import Policy
    from passatempo.minesweeper.model import Cell
    from passatempo.minesweeper.surface import Surface

Layout: TypeAlias = frozenset["Cell"]
FEW_FREE = 30  # so few cells next to no number are all candidates


def stream_of(seed: int, index: int) -> Random:
    """Return the stream of a game."""
    stream = Random(0)
    stream.state = seed % WORD
    stream.state = stream.word() ^ index
    stream.state = stream.word()
    return stream


def lay(surface: Surface, mines: int, first: Cell, opening: bool, seed: int, index: int) -> Layout:
    """Lay the mines of a game: none at the first cell, with `opening` none around it either.

    >>> from passatempo.minesweeper import read
    >>> sorted(lay(read("###/###/###").surface, 2, 0, True, 1, 0) & {0, 1, 3, 4})
    []
    """
    size = surface.rows * surface.columns
    promised = {first, *(surface.neighbours(first) if opening else ())}
    room = [cell for cell in range(size) if cell not in promised]
    drawn = [1] * mines + [0] * (len(room) - mines)
    stream_of(seed, index).shuffle(drawn)
    return frozenset(cell for cell, mine in zip(room, drawn, strict=True) if mine)


def shown(surface: Surface, cell: Cell, layout: Layout) -> int | None:
    """Return what a cell shows when it is opened; None for a mine."""
    return None if cell in layout else sum(other in layout for other in surface.neighbours(cell))


def won_by_best_play(
    surface: Surface, layouts: Sequence[Layout], opened: frozenset[Cell], size: int, known: dict[object, int]
) -> int:
    """Return in how many of the layouts the best play wins, once these cells are open; `known` is a table of answers.

    All cells are tried, dead ones too: the definition, with no shortcut but that cells that are safe in all layouts
    cost nothing.

    >>> from passatempo.minesweeper import read
    >>> surface = read("#1#").surface
    >>> won_by_best_play(surface, [frozenset({0}), frozenset({2})], frozenset({1}), 3, {})
    1
    """
    if len(layouts) <= 1:
        return len(layouts)
    key = (opened, frozenset(layouts))
    if key in known:
        return known[key]
    mined = set().union(*layouts)
    safe = [cell for cell in range(size) if cell not in mined and cell not in opened]

    def after(cells: Sequence[Cell]) -> int:
        left = [layout for layout in layouts if layout.isdisjoint(cells)]
        parts = _apart(surface, left, cells)
        return sum(won_by_best_play(surface, part, opened.union(cells), size, known) for part in parts)

    known[key] = after(safe) if safe else max(after([cell]) for cell in mined)
    return known[key]


def _apart(surface: Surface, layouts: Iterable[Layout], cells: Sequence[Cell]) -> list[list[Layout]]:
    """Put together the layouts that show the same at some cells."""
    parts: dict[tuple[int | None, ...], list[Layout]] = {}
    for layout in layouts:
        parts.setdefault(tuple(shown(surface, cell, layout) for cell in cells), []).append(layout)
    return list(parts.values())


class Weighed(NamedTuple):
    """A cell and what a policy weighs."""

    cell: Cell
    safety: Fraction
    progress: Fraction
    value: Fraction
    zero: Fraction


class Position:
    """A board and all its layouts; `unknown` are the cells that may be opened, by default those not certain."""

    def __init__(self, board: Board, layouts: Sequence[Layout], policy: Policy, unknown: Sequence[Cell] = ()) -> None:
        self.board, self.surface, self.layouts, self.policy = board, board.surface, layouts, policy
        covered = [cell for cell, code in enumerate(board.cells) if is_covered(code)]
        self.unknown = unknown or [cell for cell in covered if 0 < self._mines(cell, layouts) < len(layouts)]
        is_unknown = set(self.unknown)
        numbers = [cell for cell, code in enumerate(board.cells) if code < UNKNOWN]
        self.working = {n for n in numbers if is_unknown.intersection(self.surface.neighbours(n))}
        near = {cell for number in self.working for cell in self.surface.neighbours(number)}
        self.free = [cell for cell in self.unknown if cell not in near]

    @staticmethod
    def _mines(cell: Cell, layouts: Sequence[Layout]) -> int:
        return sum(cell in layout for layout in layouts)

    def safety(self, cell: Cell) -> Fraction:
        """Return the share of layouts without a mine there."""
        return 1 - Fraction(self._mines(cell, self.layouts), len(self.layouts))

    def around(self, cell: Cell) -> list[Cell]:
        """Return the unknown neighbours."""
        return [other for other in self.surface.neighbours(cell) if other in set(self.unknown)]

    def choose(self) -> dict[Cell, Fraction]:
        """Return the cells that may be chosen and what they are worth, one click deeper where the policy looks there.

        From the safest on, until none that is left could be better.
        """
        weighed: list[Weighed] = []
        for cell in self.candidates():
            best = max((one.value for one in weighed), default=Fraction(-1))
            if self.safety(cell) * (1 + Fraction(str(self.policy.progress))) <= best:
                break
            found = self.weigh(cell)
            weighed += [found] if found else []
        if not weighed:
            return {cell: self.safety(cell) for cell in self.unknown}
        weighed.sort(key=lambda one: one.value, reverse=True)
        least = weighed[0].value - Fraction(str(self.policy.deep_near))
        near = [one.cell for one in weighed[: self.policy.deep] if one.value > least]
        if len(near) > 1:
            return {cell: self.deeper(cell) for cell in near}
        return {one.cell: one.value for one in weighed}

    def deeper(self, cell: Cell) -> Fraction:
        """Return the value of a click as the mean of the best values behind it."""
        left = [layout for layout in self.layouts if cell not in layout]
        others = [other for other in self.unknown if other != cell]
        value = Fraction(0)
        for part in _apart(self.surface, left, [cell]):
            cells = bytearray(self.board.cells)
            cells[cell] = shown(self.surface, cell, part[0]) or 0
            after = Position(replace(self.board, cells=bytes(cells)), part, self.policy, others)
            value += len(part) * (after.best_value() if others else 1)
        return value / len(self.layouts)

    def best_value(self) -> Fraction:
        """Return the best value of the first few candidates; 1 where none can tell anything."""
        weighed: list[Fraction] = []
        for cell in self.candidates():
            best = max(weighed, default=Fraction(-1))
            least = self.safety(cell) * (1 + Fraction(str(self.policy.progress))) <= best
            if least or len(weighed) == self.policy.deep_next:
                break
            found = self.weigh(cell)
            weighed += [found.value] if found else []
        return max(weighed, default=Fraction(1))

    def candidates(self) -> list[Cell]:
        """Return the cells that are weighed, the safest first."""
        policy = self.policy
        living = [cell for cell in self.unknown if self._tells(cell, self.layouts, cell)]
        best = max((self.safety(cell) for cell in living), default=Fraction(0))
        least = Fraction(str(policy.near_best)) * best
        found = [cell for cell in living if cell not in set(self.free) and self.safety(cell) >= least]
        if self.free and self.safety(self.free[0]) >= Fraction(str(policy.free_best)) * best:
            found += [cell for cell in self._free() if cell in set(living)]
        found.sort(key=self.safety, reverse=True)
        return found[: policy.most] if policy.most else found

    def _free(self) -> list[Cell]:
        """Return cells next to no number; one is enough of those whose neighbours are all such, and as many."""
        if self.policy.most_free:
            chosen = sorted(self.free, key=lambda cell: len(self.around(cell)))[: self.policy.most_free]
        else:
            few = len(self.free) < FEW_FREE
            chosen = [c for c in self.free if few or len(self.around(c)) in (2, 3) or self._beyond_a_number(c)]
        alike: set[int] = set()
        found = []
        for cell in chosen or self.free[:1]:
            around = self.around(cell)
            if set(around) <= set(self.free):
                if len(around) in alike:
                    continue
                alike.add(len(around))
            found.append(cell)
        return found

    def _beyond_a_number(self, cell: Cell) -> bool:
        """Tell whether the cell lies two straight steps from a number that still misses something."""
        row, column = self.board.place(cell)
        steps = ((-2, 0), (2, 0), (0, -2), (0, 2))
        return any(self.board.cell(row + down, column + right) in self.working for down, right in steps)

    def weigh(self, cell: Cell) -> Weighed | None:
        """Weigh a click; None where the cell can only show one number and dead cells are left out."""
        left = [layout for layout in self.layouts if cell not in layout]
        parts = {shown(self.surface, cell, part[0]): part for part in _apart(self.surface, left, [cell])}
        if self.policy.alive and len(parts) == 1:
            return None
        implied = self._safe_in(left, cell)
        value = progress = Fraction(0)
        for part in parts.values():
            value += len(part) * self._next(part, cell)
            progress += len(part) * any(self._tells(other, part, cell) for other in self._safe_in(part, cell) - implied)
        progress /= len(left)
        value *= (1 + Fraction(str(self.policy.progress)) * progress) / len(self.layouts)
        zero = Fraction(len(parts.get(0, ())), len(self.layouts))
        return Weighed(cell, self.safety(cell), progress, value, zero)

    def _safe_in(self, layouts: Sequence[Layout], opened: Cell) -> set[Cell]:
        return {cell for cell in self.unknown if cell != opened and not self._mines(cell, layouts)}

    def _tells(self, cell: Cell, layouts: Sequence[Layout], opened: Cell) -> bool:
        """Tell whether a neighbour is not certain, without which a cell says nothing."""
        near = (other for other in self.around(cell) if other != opened)
        return not self.policy.alive or any(0 < self._mines(other, layouts) < len(layouts) for other in near)

    def _next(self, layouts: Sequence[Layout], opened: Cell) -> Fraction:
        """Return what the position after a click promises."""
        others = [cell for cell in self.unknown if cell != opened]
        if not any(0 < self._mines(cell, layouts) < len(layouts) for cell in others):
            return Fraction(1)
        safeties = {cell: 1 - Fraction(self._mines(cell, layouts), len(layouts)) for cell in others}
        living = sorted((safeties[c] for c in others if safeties[c] and self._tells(c, layouts, opened)), reverse=True)
        if not living:
            return max(safeties.values())
        share = Fraction(str(self.policy.second))
        return (1 - share) * living[0] + share * living[min(1, len(living) - 1)]

    def proven_pair(self) -> Cell | None:
        """Return a cell of two that share one mine and that no cell will ever tell apart."""
        covered_mines = set.intersection(*map(set, self.layouts))
        for number in sorted(self.working):
            pair = self.around(number)
            certain = sum(other in covered_mines for other in self.surface.neighbours(number))
            if len(pair) != 2 or self.board.cells[number] - certain != 1:
                continue
            sees = [{c for c in range(len(self.board.cells)) if cell in self.surface.neighbours(c)} for cell in pair]
            if (sees[0] ^ sees[1]) - set(pair) <= covered_mines:
                return pair[0]
        return None
