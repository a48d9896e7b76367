"""What follows from the rules for each answer, in time linear in the board; no search, no code shared with a solver."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from passatempo.core.pastime import Violation
from passatempo.minesweeper.model import COVERED, FLAG, UNKNOWN, Board, is_covered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.minesweeper.model import Cell, Certain, Chances, Click, Place

MOST_TOLD = 5  # violations of one kind; the first few tell enough


def around(board: Board) -> Iterator[tuple[Cell, int, list[Cell]]]:
    """Yield every opened number: its cell, itself, and the covered cells around it.

    >>> from passatempo.minesweeper import read
    >>> list(around(read("#1?#")))
    [(1, 1, [0])]
    """
    cells, surface = board.cells, board.surface
    for cell, code in enumerate(cells):
        if code < UNKNOWN:
            yield cell, code, [n for n in surface.neighbours(cell) if cells[n] in (COVERED, FLAG)]


def named(place: Place) -> str:
    """Name a cell as people do."""
    return f"({place[0] + 1}, {place[1] + 1})"


def check_certain(board: Board, found: Certain) -> list[Violation]:
    """List the rules that a set of certain cells breaks."""
    faults = [*_listed(board, "safe", found.safe), *_listed(board, "sure_mines", found.sure_mines)]
    if faults:
        return faults
    safe = {place[0] * board.columns + place[1] for place in found.safe}
    mines = {place[0] * board.columns + place[1] for place in found.sure_mines}
    if safe & mines:
        place = board.place(min(safe & mines))
        return [Violation("both", f"{named(place)} is said to be safe and a mine", place)]
    flags = tuple(place for place in found.safe if board.cells[place[0] * board.columns + place[1]] == FLAG)
    if flags != found.wrong_flags:
        faults.append(Violation("wrong-flags", "wrong_flags are not the safe cells with a flag"))
    for cell, value, covered in around(board):
        least, most = (sum(n in mines for n in covered), sum(n not in safe for n in covered))
        if not least <= value <= most:
            place = board.place(cell)
            faults.append(Violation("number", f"the number {value} at {named(place)} cannot hold", place))
    if board.mines is not None and not len(mines) <= board.mines <= board.covered - len(safe):
        faults.append(Violation("mines", f"there cannot be {board.mines} mines"))
    return faults[:MOST_TOLD]


def _listed(board: Board, name: str, places: Sequence[Place]) -> list[Violation]:
    """Say which places are no covered cells, or not in reading order."""
    faults = []
    for place in places:
        cell = board.cell(*place)
        if cell is None or not is_covered(board.cells[cell]):
            faults.append(Violation("not-covered", f"{name}: {named(place)} is not a covered cell", place))
    if any(one >= two for one, two in pairwise(places)):
        faults.append(Violation("order", f"{name} is not in reading order"))
    return faults[:MOST_TOLD]


def check_click(board: Board, click: Click) -> list[Violation]:
    """List what is wrong with the verdict on one cell; a witness is looked at number by number."""
    cell = board.cell(*board.asked)
    if (click.verdict == "out_of_range") != (cell is None):
        return [Violation("range", f"{named(board.asked)} is {'off' if cell is None else 'on'} the board")]
    if cell is None or click.verdict == "contradiction":
        return _bare(click)
    covered = is_covered(board.cells[cell])
    if (click.verdict == "already_open") == covered:
        return [Violation("open", f"{named(board.asked)} is {'covered' if covered else 'open'}")]
    if not covered:
        return _bare(click)
    chance = click.probability
    if not _fits(click.verdict, chance):
        return [Violation("probability", f"{click.verdict} does not go with a chance of {chance}")]
    if click.verdict == "safe":
        return [Violation("witness", "a safe cell has no witness")] if click.witness else []
    return _witnessed(board, click.witness, cell)


def _bare(click: Click) -> list[Violation]:
    if click.probability is not None or click.witness:
        return [Violation("probability", f"{click.verdict} goes without probability and witness")]
    return []


def _fits(verdict: str, chance: Fraction | None) -> bool:
    if verdict == "may_be_mine":
        return chance is None or 0 < chance < 1  # None: the board is too wide to be counted
    return chance == (verdict == "sure_mine")


def _witnessed(board: Board, witness: str, cell: Cell) -> list[Violation]:
    """List what is wrong with a layout that is to have a mine in a cell."""
    signs = witness.replace("\n", "")
    if len(signs) != len(board.cells):
        return [Violation("witness", "the witness has not the size of the board")]
    faults = []
    mines = {at for at, sign in enumerate(signs) if sign == "*"}
    if cell not in mines:
        faults.append(Violation("witness", f"the witness has no mine at {named(board.asked)}"))
    for mine in mines:
        if not is_covered(board.cells[mine]):
            faults.append(Violation("witness", f"the witness has a mine under {named(board.place(mine))}"))
    if board.mines is not None and len(mines) != board.mines:
        faults.append(Violation("witness", f"the witness has {len(mines)} mines, not {board.mines}"))
    for number, value, covered in around(board):
        if sum(n in mines for n in covered) != value:
            place = named(board.place(number))
            faults.append(Violation("witness", f"the witness breaks the number {value} at {place}"))
    return faults[:MOST_TOLD]


def check_chances(board: Board, chances: Chances) -> list[Violation]:
    """List what is wrong with chances: around a number they add up to it, all together to the number of mines."""
    faults = []
    near = {row * board.columns + column: chance for (row, column), chance in chances.near.items()}
    touched: set[Cell] = set()
    for cell, value, covered in around(board):
        touched.update(covered)
        if sum((near.get(n, Fraction(0)) for n in covered), Fraction(0)) != value:
            place = board.place(cell)
            faults.append(Violation("number", f"around {named(place)} the chances do not add up to {value}", place))
    if touched != near.keys():
        faults.append(Violation("cells", "the cells are not the covered ones next to a number"))
    others = board.covered - len(touched)
    other = chances.other
    if (other is None) != (others == 0):
        faults.append(Violation("other", f"{others} covered cells lie next to no number"))
    if any(not 0 <= chance <= 1 for chance in (*near.values(), other or 0)):
        faults.append(Violation("chance", "a chance is not between 0 and 1"))
    if chances.solutions < 1:
        faults.append(Violation("solutions", "chances without a layout"))
    if other is not None and board.mines is None and other != Fraction(1, 2):
        faults.append(Violation("other", "without a mine count a cell next to no number has the chance 1/2"))
    if board.mines is not None and sum(near.values(), Fraction(0)) + others * (other or 0) != board.mines:
        faults.append(Violation("mines", f"the chances do not add up to {board.mines} mines"))
    return faults[:MOST_TOLD]
