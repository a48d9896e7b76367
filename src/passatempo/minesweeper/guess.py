"""Which cell to open next: the least chance of a mine, and of equal ones the best chance to open a zero.

That is a rule of thumb: what an opened cell will tell counts too, and only solving the game to its end would weigh it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from passatempo.core.limits import Limits
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Face, Violation
from passatempo.core.progress import Report, silent
from passatempo.minesweeper import exact
from passatempo.minesweeper.json import dump_fraction, dump_places, load_fraction, load_places
from passatempo.minesweeper.model import UNKNOWN, Board, is_covered
from passatempo.minesweeper.show import reading
from passatempo.minesweeper.text import write_place

if TYPE_CHECKING:
    from passatempo.minesweeper.census import Census
    from passatempo.minesweeper.model import Cell, Place

MOST_CANDIDATES = 12  # each costs another count of all layouts
MOST_LOOKED_AT = 10_000  # cells next to no number are much alike
MOST_CELLS = 20_000  # of a board whose layouts are counted again for each candidate
NOTHING = "every covered cell holds a mine: there is nothing to open"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell that might be opened.

    Parameters
    ----------
    place
        Row and column, from 0.
    safety
        The chance that it holds no mine.
    zero
        The chance that it shows a zero, which opens all cells around it; None where it was not counted.
    """

    place: Place
    safety: Fraction
    zero: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """The cell to open.

    Parameters
    ----------
    candidates
        The cells with the greatest safety, the best first, which is the one to open.
    win
        The chance to win from here, where it is known exactly: with a single layout left it is 1.
    """

    candidates: tuple[Candidate, ...]
    win: Fraction | None = None


def guess(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Guess]:
    r"""Choose the cell with the least chance of a mine; of equal ones the best chance to open a zero.

    Parameters
    ----------
    board
        Any board that can be counted.
    limits
        `nodes` counts states of diagrams, for each count anew.

    Returns
    -------
    Outcome
        `FEASIBLE`, for a rule of thumb proves nothing; `IMPOSSIBLE` where the board is contradictory or every covered
        cell holds a mine.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> best = guess(read("1##\n###", mines=1)).answer.candidates[0]
    >>> best.place, str(best.safety), str(best.zero)
    ((0, 2), '1', '1/3')
    """
    counted, outcome = exact.count(board, limits)
    if counted is None:
        return outcome
    lowest = min([*counted.near.values(), *([] if counted.other is None else [counted.other])], default=Fraction(1))
    if lowest == 1:
        return Outcome(Status.IMPOSSIBLE, reason=NOTHING, stats=outcome.stats)
    found = []
    for cell in _equals(board, counted, lowest):
        if limits.cancel is not None and limits.cancel.thrown:
            return Outcome(Status.UNKNOWN, stopped=StopReason.CANCELLED, stats=outcome.stats)
        found.append(Candidate(board.place(cell), 1 - lowest, _zero(board, counted, cell, limits)))
    found.sort(key=lambda candidate: candidate.zero or 0, reverse=True)  # stable: else in reading order
    win = Fraction(1) if counted.solutions == 1 else None
    return Outcome(Status.FEASIBLE, Guess(tuple(found), win), stats=outcome.stats)


def _equals(board: Board, counted: Census, lowest: Fraction) -> list[Cell]:
    """Return cells of the lowest chance, those with the fewest covered neighbours first: they are zeros most often."""
    equal = [cell for cell, chance in sorted(counted.near.items()) if chance == lowest]
    if counted.other == lowest:
        far = (c for c, code in enumerate(board.cells) if is_covered(code) and c not in counted.near)
        equal += islice(far, MOST_LOOKED_AT)
    surface, cells = board.surface, board.cells
    equal.sort(key=lambda cell: (sum(is_covered(cells[n]) for n in surface.neighbours(cell)), cell))
    return equal[:MOST_CANDIDATES]


def _zero(board: Board, counted: Census, cell: Cell, limits: Limits) -> Fraction | None:
    """Return the share of layouts without a mine in a cell and around it: those of the board with them opened."""
    if len(board.cells) > MOST_CELLS:
        return None
    cells = bytearray(board.cells)
    for n in (cell, *board.surface.neighbours(cell)):
        cells[n] = UNKNOWN if is_covered(cells[n]) else cells[n]
    opened, outcome = exact.count(replace(board, cells=bytes(cells)), limits)
    if opened is None:
        return Fraction(0) if outcome.status is Status.IMPOSSIBLE else None
    return Fraction(opened.solutions, counted.solutions)


def check_guess(board: Board, answer: Guess) -> list[Violation]:
    """List what is wrong with a guess: its cells are covered, equally safe, and ordered."""
    faults = []
    if not answer.candidates:
        return [Violation("empty", "there is no cell to open")]
    for candidate in answer.candidates:
        cell = board.cell(*candidate.place)
        if cell is None or not is_covered(board.cells[cell]):
            faults.append(Violation("not-covered", f"{write_place(candidate.place)} is not a covered cell"))
        if not 0 < candidate.safety <= 1 or candidate.safety != answer.candidates[0].safety:
            faults.append(Violation("safety", f"the safety of {write_place(candidate.place)} is {candidate.safety}"))
        if not 0 <= (candidate.zero or 0) <= candidate.safety:
            faults.append(Violation("zero", f"{write_place(candidate.place)} shows a zero more often than it is safe"))
    zeros = [candidate.zero or Fraction(0) for candidate in answer.candidates]
    if zeros != sorted(zeros, reverse=True):
        faults.append(Violation("order", "the candidates are not ordered by their chance of a zero"))
    return faults


def show_guess(board: Board, answer: Guess) -> str:
    """Write the cell to open and those that are as safe.

    >>> from passatempo.minesweeper import read
    >>> one = Candidate((0, 1), Fraction(2, 3), Fraction(0))
    >>> print(show_guess(read("1#/##", mines=1), Guess((one,))))
    open (1, 2): safe with chance 2/3
    (1, 2)  zero with chance 0
    a rule of thumb: least chance of a mine, then best chance of a zero; 1 mine in all
    """
    best = answer.candidates[0]
    said = "certainly safe" if best.safety == 1 else f"safe with chance {best.safety}"
    rows = [f"open {write_place(best.place)}: {said}"]
    for candidate in answer.candidates:
        if candidate.zero is not None:
            rows.append(f"{write_place(candidate.place)}  zero with chance {candidate.zero}")
    if answer.win is not None:
        rows.append(f"the game is won with chance {answer.win}")
    rows.append(f"a rule of thumb: least chance of a mine, then best chance of a zero; {reading(board)}")
    return "\n".join(rows)


@dataclass(frozen=True, slots=True)
class CandidateJson:
    """A cell from 1, with exact fractions."""

    cell: tuple[int, int]
    safety: str
    zero: str | None = None


@dataclass(frozen=True, slots=True)
class GuessJson:
    """The cell to open, from 1; `win` where it is known exactly."""

    cell: tuple[int, int]
    safety: str
    win: str | None = None
    candidates: list[CandidateJson] = field(default_factory=list)


def _load_guess(shape: GuessJson) -> Guess:
    listed = tuple(
        Candidate(
            load_places([entry.cell])[0],
            load_fraction(entry.safety),
            None if entry.zero is None else load_fraction(entry.zero),
        )
        for entry in shape.candidates
    )
    return Guess(listed, None if shape.win is None else load_fraction(shape.win))


def _dump_guess(answer: Guess) -> GuessJson:
    listed = [
        CandidateJson(dump_places((entry.place,))[0], dump_fraction(entry.safety) or "", dump_fraction(entry.zero))
        for entry in answer.candidates
    ]
    return GuessJson(listed[0].cell, listed[0].safety, dump_fraction(answer.win), listed)


GUESS = Face(GuessJson, _load_guess, _dump_guess)
