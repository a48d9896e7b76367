"""What follows from the rules for each answer: no search, no code shared with a solver or a kernel."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from passatempo.core.errors import Violation
from passatempo.core.json import count_of
from passatempo.minesweeper.model import (
    COVERED,
    FLAG,
    LEVELS,
    MOST_CELLS,
    STRIDE,
    UNKNOWN,
    Board,
    Certain,
    distinct,
    is_covered,
)
from passatempo.minesweeper.policies import POLICIES
from passatempo.minesweeper.settling import cells_of, covered_of, mask_of, mines_of, numbers_hold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from passatempo.core.limits import Deadline
    from passatempo.core.pastime import Question
    from passatempo.minesweeper.model import Cell, Chances, Click, Explanation, Guess, Place, Reason

MOST_TOLD = 5  # violations of one kind; the first few tell enough
ROUNDING = Fraction(1, 10**6)  # of what is told of candidates in floating point
ESTIMATED = Fraction(1, 10**11)  # the same of the chances of an estimate, for each cell
TELLING, TELLING_CHANCES = 1.5, 10.0  # how many times as long it takes to print places, or chances, as to look there


def around(board: Board, deadline: Deadline | None = None) -> Iterator[tuple[Cell, int, list[Cell]]]:
    """Yield every opened number: its cell, itself, and the covered cells around it; `Stopped` where a limit comes.

    >>> from passatempo.minesweeper import read
    >>> list(around(read("#", grid="#1?#")))
    [(1, 1, [0])]
    """
    cells, surface = board.cells, board.surface
    for cell, code in enumerate(cells):
        if deadline is not None and cell % STRIDE == 0:
            deadline.check()
        if code < UNKNOWN:
            yield cell, code, [n for n in surface.neighbours(cell) if cells[n] in (COVERED, FLAG)]


def named(place: Place) -> str:
    """Name a cell as people do."""
    return f"({place[0] + 1}, {place[1] + 1})"


def check_certain(board: Board, found: Certain, deadline: Deadline | None = None) -> list[Violation]:
    """List the rules that a set of certain cells breaks."""
    started = 0.0 if deadline is None else deadline.run_seconds
    safe, mines = (cells_of(board, places) for places in (found.safe, found.sure_mines))
    masks = None if safe is None or mines is None else (mask_of(board, safe), mask_of(board, mines))
    if deadline is not None:  # to print these cells takes as long as to look at them, and longer
        deadline = deadline.end_earlier(TELLING * (deadline.run_seconds - started))
    if deadline is not None:
        deadline.check()
    if masks is None or (masks[0] | masks[1]) & ~covered_of(board):
        kinds = (("safe", found.safe), ("sure_mines", found.sure_mines))
        return [fault for kind, places in kinds for fault in _listed(board, kind, places, deadline)]
    if masks[0] & masks[1]:
        place = min({*found.safe} & {*found.sure_mines})
        return [Violation("both", f"{named(place)} is listed as safe and as a mine", place)]
    faults = []
    if _flagged(board, found.safe) != found.wrong_flags:
        faults.append(Violation("wrong-flags", "wrong_flags are not the safe cells with a flag"))
    if not numbers_hold(board, masks[1], covered_of(board) & ~masks[0]):
        faults += _number_faults(board, found, deadline)
    if board.mines is not None and not len(found.sure_mines) <= board.mines <= board.covered - len(found.safe):
        faults.append(Violation("mines", f"there cannot be {count_of(board.mines, 'mine')}"))
    return faults[:MOST_TOLD]


def _number_faults(board: Board, found: Certain, deadline: Deadline | None) -> Iterator[Violation]:
    """Name the numbers that certain cells leave too few or too many mines."""
    safe = {place[0] * board.columns + place[1] for place in found.safe}
    mines = {place[0] * board.columns + place[1] for place in found.sure_mines}
    for cell, value, covered in around(board, deadline):
        least, most = (sum(n in mines for n in covered), sum(n not in safe for n in covered))
        if not least <= value <= most:
            place = board.place(cell)
            yield Violation("number", f"the number {value} at {named(place)} cannot hold", place)


def _listed(board: Board, name: str, places: Sequence[Place], deadline: Deadline | None = None) -> list[Violation]:
    """Say which places are no covered cells, or not in reading order."""
    faults = []
    for i, place in enumerate(places):
        if deadline is not None and i % STRIDE == 0:
            deadline.check()
        cell = board.cell(*place)
        if cell is None or not is_covered(board.cells[cell]):
            faults.append(Violation("not-covered", f"{name}: {named(place)} is not a covered cell", place))
    if any(one >= two for one, two in pairwise(places)):
        faults.append(Violation("order", f"{name} is not in reading order"))
    return faults[:MOST_TOLD]


def check_click(board: Board, click: Click, deadline: Deadline | None = None) -> list[Violation]:
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
        return [Violation("probability", f"{click.verdict} does not match this chance")]
    if click.verdict == "safe":
        return [Violation("witness", "a safe cell has no witness")] if click.witness else []
    return _witnessed(board, click.witness, cell, deadline)


def _bare(click: Click) -> list[Violation]:
    if click.probability is not None or click.witness:
        return [Violation("probability", f"{click.verdict} goes without probability and witness")]
    return []


def _fits(verdict: str, chance: Fraction | None) -> bool:
    if verdict == "may_be_mine":
        return chance is None or 0 < chance < 1  # None: the board is too wide to be counted
    return chance == (verdict == "sure_mine")


def _witnessed(board: Board, witness: str, cell: Cell, deadline: Deadline | None) -> list[Violation]:
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
        faults.append(Violation("witness", f"the witness has {count_of(len(mines), 'mine')}, not {board.mines}"))
    for number, value, covered in around(board, deadline):
        if sum(n in mines for n in covered) != value:
            place = named(board.place(number))
            faults.append(Violation("witness", f"the witness breaks the number {value} at {place}"))
    return faults[:MOST_TOLD]


def check_readings(question: Question, chances: Chances, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with the chances, in each reading."""
    board: Board = question.instance
    faults = check_chances(board, chances, deadline)
    if chances.uncounted is not None:
        faults += check_chances(replace(board, mines=None), chances.uncounted, deadline)
    return faults


def check_chances(board: Board, chances: Chances, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong in one reading: around a number the chances add up to it, all to the number of mines.

    Estimates, which come without the number of layouts, do so nearly; where chances are not known, they could.
    """
    faults = []
    error = ESTIMATED if chances.solutions is None else Fraction(0)
    started = 0.0 if deadline is None else deadline.run_seconds
    near = {row * board.columns + column: chance for (row, column), chance in chances.near.items()}
    if deadline is not None:
        deadline = deadline.end_earlier(TELLING_CHANCES * (deadline.run_seconds - started))
    touched: set[Cell] = set()
    for cell, value, covered in around(board):
        if deadline is not None:
            deadline.check()  # each time: fractions may have thousands of digits
        touched.update(covered)
        known = [chance for n in covered if (chance := near.get(n, Fraction(0))) is not None]
        if (
            not -len(covered) * error
            <= value - sum(known, Fraction(0))
            <= len(covered) - len(known) + len(covered) * error
        ):
            place = board.place(cell)
            faults.append(Violation("number", f"around {named(place)} the chances do not add up to {value}", place))
    if touched != near.keys():
        faults.append(Violation("cells", "the cells are not the covered ones next to a number"))
    others = board.covered - len(touched)
    other = chances.other
    unknown = [*near.values()].count(None)
    if (other is None) != (others == 0) and not (other is None and unknown):
        faults.append(Violation("other", f"{others} covered cells are next to no number"))
    if any(not 0 <= chance <= 1 for chance in (*distinct(near.values()), other) if chance is not None):
        faults.append(Violation("chance", "a chance is not between 0 and 1"))
    if chances.solutions is not None and (chances.solutions < 1 or unknown):
        faults.append(Violation("solutions", "chances without a layout"))
    if other is not None and board.mines is None and other != Fraction(1, 2):
        faults.append(Violation("other", "without a mine count a cell next to no number has the chance 1/2"))
    total = _sum(near.values(), deadline) + others * (other or 0)
    open_cells = unknown + (others if other is None else 0)
    slack = error * board.covered
    if board.mines is not None and not -slack <= board.mines - total <= open_cells + slack:
        faults.append(Violation("mines", f"the chances do not add up to {count_of(board.mines, 'mine')}"))
    return faults[:MOST_TOLD]


def _sum(chances: Iterable[Fraction | None], deadline: Deadline | None) -> Fraction:
    """Add up the chances that are known; equal ones, of which there are many, by one multiplication."""
    times = Counter(map(id, chances))
    total = Fraction(0)
    for chance in distinct(chances):
        if deadline is not None:
            deadline.check()
        total += times[id(chance)] * (chance or 0)
    return total


def check_guess(board: Board, answer: Guess, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with a guess: safe cells and candidates are covered, and these in their policy's order.

    Those ordered by their chance of a zero are all equally safe; others are ordered by their value, those without one
    last. Of a policy that is no row no order is known.
    """
    if not answer.candidates:
        return _check_won(board, answer)
    safety = answer.candidates[0].safety
    faults = [*_listed(board, "safe", answer.safe), *_equal_faults(board, answer)]
    order = "zero" if answer.safe else getattr(POLICIES.get(answer.policy), "orders_by", "")
    for candidate in answer.candidates:
        cell = board.cell(*candidate.place)
        if cell is None or not is_covered(board.cells[cell]):
            faults.append(Violation("not-covered", f"{named(candidate.place)} is not a covered cell"))
        if not 0 < candidate.safety <= 1 or (candidate.safety != safety and order == "zero"):
            faults.append(
                Violation("safety", f"the safety of {named(candidate.place)} is not that of the cell to open")
            )
        if not 0 <= (candidate.zero or 0) <= candidate.safety + (0 if order == "zero" else ROUNDING):
            faults.append(Violation("zero", f"{named(candidate.place)} shows a zero more often than it is safe"))
        if not 0 <= (candidate.progress or 0) <= 1:
            faults.append(Violation("progress", f"the progress of {named(candidate.place)} is not a probability"))
    zeros = [candidate.zero or Fraction(0) for candidate in answer.candidates]
    values = [candidate.value or Fraction(0) for candidate in answer.candidates]
    if order == "zero" and zeros != sorted(zeros, reverse=True):
        faults.append(Violation("order", "the candidates are not ordered by their chance of a zero"))
    if order == "value" and values != sorted(values, reverse=True):
        faults.append(Violation("order", "the candidates are not ordered by their value"))
    safe = set(answer.safe)
    unlisted = any(one.safety == 1 and one.place not in safe for one in answer.candidates)
    if unlisted or bool(safe) != (safety == 1):
        faults.append(Violation("safe", "the certainly safe cells are not those listed"))
    if not 0 <= (answer.win or 0) <= safety:
        faults.append(Violation("win", "the chance to win is not between 0 and the safety"))
    certain = Certain(answer.safe, (), _flagged(board, answer.safe))
    return [*faults, *check_certain(board, certain, deadline)][:MOST_TOLD]


def _equal_faults(board: Board, answer: Guess) -> Iterator[Violation]:
    """Name what is wrong with the cells that are as good as the one to open: they are safe, or weighed alike."""
    first, equal = answer.candidates[0], set(answer.equal)
    if not equal:  # nothing is said
        return
    yield from _listed(board, "equal", answer.equal)
    if first.place not in equal:
        yield Violation("equal", f"the cell to open, {named(first.place)}, is not among the equal ones")
    if answer.safe and answer.equal != answer.safe:
        yield Violation("equal", "the cells as good as a safe one are not the safe ones")
    for one in answer.candidates[1:] if not answer.safe else ():
        alike = replace(one, place=first.place) == first and one.zero is not None
        if first.value is None:
            apart = one.zero != first.zero
        else:
            apart = one.value is not None and abs(one.value - first.value) > 2 * ROUNDING
        if apart if one.place in equal else alike:
            told = f"{named(one.place)} is {'not ' if apart else ''}as good as the cell to open"
            yield Violation("equal", told, one.place)


def _check_won(board: Board, answer: Guess) -> list[Violation]:
    """List what is wrong where nothing is left to open: then every covered cell holds a mine, as the numbers allow."""
    if answer.safe or answer.equal or answer.win != 1:
        return [Violation("won", "a game that is won has no safe cell left, and is won with certainty")]
    mines = tuple(board.place(cell) for cell, code in enumerate(board.cells) if is_covered(code))
    return check_certain(board, Certain((), mines))


def _flagged(board: Board, places: Sequence[Place]) -> tuple[Place, ...]:
    """Return the places with a flag."""
    if FLAG not in board.cells:
        return ()
    inside = [place for place in places if 0 <= place[0] < board.rows and 0 <= place[1] < board.columns]
    return tuple(place for place in inside if board.cells[place[0] * board.columns + place[1]] == FLAG)


def check_explanation(board: Board, found: Explanation, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with the reasons of certain cells: the numbers named must settle the cell.

    That none of them is needless is not looked at; it would take a count for each.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Explanation, Reason
    >>> board = read("#1#")
    >>> check_explanation(board, Explanation((Reason((0, 0), True, ((0, 1),), "single", ""),)))[0].text
    'the numbers at (1, 2) do not settle (1, 1)'
    """
    faults = [fault for reason in found.reasons for fault in _reason_faults(board, reason, deadline)]
    cells = [reason.cell for reason in found.reasons]
    if len(set(cells)) < len(cells):
        faults.append(Violation("twice", "a cell is explained twice"))
    order = [LEVELS.index(reason.level) for reason in found.reasons]
    if order != sorted(order):
        faults.append(Violation("order", "an easier reason follows a harder one"))
    return faults[:MOST_TOLD]


def _reason_faults(board: Board, reason: Reason, deadline: Deadline | None) -> Iterator[Violation]:
    """Name what is wrong with one reason."""
    if deadline is not None:
        deadline.check()
    cell = board.cell(*reason.cell)
    if cell is None or not is_covered(board.cells[cell]):
        yield Violation("not-covered", f"{named(reason.cell)} is not a covered cell", reason.cell)
        return
    numbers: list[tuple[int, list[Cell]]] = []
    for place in reason.because:
        at = board.cell(*place)
        if at is None or board.cells[at] >= UNKNOWN:
            yield Violation("no-number", f"{named(place)} has no number", place)
            return
        scope = [n for n in board.surface.neighbours(at) if is_covered(board.cells[n])]
        numbers.append((board.cells[at], scope))
    if reason.level == "count" and board.mines is None:
        yield Violation("count", "the mine count is not known", reason.cell)
        return
    mines = mines_of(numbers, (cell, not reason.mine), deadline)
    if reason.level == "count":
        near = {cell, *(n for _, scope in numbers for n in scope)}
        mines &= _allowed(board.mines or 0, board.covered - len(near))
    if mines:
        places = ", ".join(map(named, reason.because))
        yield Violation("unsettled", f"the numbers at {places} do not settle {named(reason.cell)}", reason.cell)


def _allowed(mines: int, others: int) -> int:
    """Return, as bits, how many of so many mines may lie on some cells when there are so many others."""
    mines = min(mines, MOST_CELLS)
    return (1 << (mines + 1)) - (1 << max(0, mines - others))


def key_of_click(board: Board, click: Click) -> tuple[str, Fraction | None]:
    """Return what the right answer to `click` fixes: any layout may be the witness."""
    return click.verdict, click.probability


def key_of_explanation(board: Board, found: Explanation) -> frozenset[tuple[Place, bool, str]]:
    """Return what a right explanation fixes: there may be several minimal sets of numbers for a cell."""
    return frozenset((reason.cell, reason.mine, reason.level) for reason in found.reasons)
