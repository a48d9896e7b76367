"""Checks of each answer against the rules, without search and without code of a solver or a kernel."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from passatempo.core.errors import Violation
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline
from passatempo.core.pastime import Question
from passatempo.minesweeper.model import (
    COVERED,
    FLAG,
    LEVELS,
    MOST_CELLS,
    STRIDE,
    UNKNOWN,
    Board,
    Cell,
    Certain,
    Chances,
    Click,
    Explanation,
    Guess,
    Place,
    Reason,
    distinct,
    is_covered,
)
from passatempo.minesweeper.policies import POLICIES
from passatempo.minesweeper.propagation import cells_of, closed_mask, mask_of, mines_of, numbers_hold

MAX_VIOLATIONS = 5  # violations of one kind; a few are enough
ROUNDING = Fraction(1, 10**6)  # error of candidate values, which are rounded
ESTIMATED = Fraction(1, 10**11)  # error of an estimated chance, per cell
# Printing places, or chances, takes this many times as long as checking them.
PRINT_FACTOR, CHANCES_PRINT_FACTOR = 1.5, 10.0


def number_scopes(board: Board, deadline: Deadline | None = None) -> Iterator[tuple[Cell, int, list[Cell]]]:
    """Yield each opened number: its cell, the number, and the covered cells around it; raises `Stopped` at a limit.

    >>> from passatempo.minesweeper import read
    >>> list(number_scopes(read("#", grid="#1?#")))
    [(1, 1, [0])]
    """
    cells, surface = board.cells, board.surface
    for cell, code in enumerate(cells):
        if deadline is not None and cell % STRIDE == 0:
            deadline.check()
        if code < UNKNOWN:
            yield cell, code, [n for n in surface.neighbours(cell) if cells[n] in (COVERED, FLAG)]


def place_name(place: Place) -> str:
    """Write a cell as row and column from 1."""
    return f"({place[0] + 1}, {place[1] + 1})"


def check_certain(board: Board, certain_cells: Certain, deadline: Deadline | None = None) -> list[Violation]:
    """List the rules that a set of certain cells breaks."""
    start_time = 0.0 if deadline is None else deadline.run_seconds
    safe, mines = (cells_of(board, places) for places in (certain_cells.safe, certain_cells.sure_mines))
    masks = None if safe is None or mines is None else (mask_of(board, safe), mask_of(board, mines))
    if deadline is not None:  # printing these cells takes longer than checking them
        deadline = deadline.end_earlier(PRINT_FACTOR * (deadline.run_seconds - start_time))
    if deadline is not None:
        deadline.check()
    if masks is None or (masks[0] | masks[1]) & ~closed_mask(board):
        kinds = (("safe", certain_cells.safe), ("sure_mines", certain_cells.sure_mines))
        return [fault for kind, places in kinds for fault in _place_faults(board, kind, places, deadline)]
    if masks[0] & masks[1]:
        place = min({*certain_cells.safe} & {*certain_cells.sure_mines})
        return [Violation("both", f"{place_name(place)} is listed as safe and as a mine", place)]
    faults = []
    if _flag_places(board, certain_cells.safe) != certain_cells.wrong_flags:
        faults.append(Violation("wrong-flags", "wrong_flags are not the safe cells with a flag"))
    if not numbers_hold(board, masks[1], closed_mask(board) & ~masks[0]):
        faults += _number_faults(board, certain_cells, deadline)
    if board.mines is not None and not len(certain_cells.sure_mines) <= board.mines <= board.covered - len(
        certain_cells.safe
    ):
        faults.append(Violation("mines", f"there cannot be {count_of(board.mines, 'mine')}"))
    return faults[:MAX_VIOLATIONS]


def _number_faults(board: Board, certain_cells: Certain, deadline: Deadline | None) -> Iterator[Violation]:
    """Yield the numbers to which certain cells leave too few or too many mines."""
    safe = {place[0] * board.columns + place[1] for place in certain_cells.safe}
    mines = {place[0] * board.columns + place[1] for place in certain_cells.sure_mines}
    for cell, number, closed_cells in number_scopes(board, deadline):
        min_mines, max_mines = (sum(n in mines for n in closed_cells), sum(n not in safe for n in closed_cells))
        if not min_mines <= number <= max_mines:
            place = board.place(cell)
            yield Violation("number", f"the number {number} at {place_name(place)} cannot hold", place)


def _place_faults(
    board: Board, name: str, places: Sequence[Place], deadline: Deadline | None = None
) -> list[Violation]:
    """List the places that are not covered cells or not in reading order."""
    faults = []
    for i, place in enumerate(places):
        if deadline is not None and i % STRIDE == 0:
            deadline.check()
        cell = board.cell(*place)
        if cell is None or not is_covered(board.cells[cell]):
            faults.append(Violation("not-covered", f"{name}: {place_name(place)} is not a covered cell", place))
    if any(first_place >= second_place for first_place, second_place in pairwise(places)):
        faults.append(Violation("order", f"{name} is not in reading order"))
    return faults[:MAX_VIOLATIONS]


def check_click(board: Board, click: Click, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with the verdict on one cell; a witness is checked number by number."""
    cell = board.cell(*board.asked)
    if (click.verdict == "out_of_range") != (cell is None):
        return [Violation("range", f"{place_name(board.asked)} is {'off' if cell is None else 'on'} the board")]
    if cell is None or click.verdict == "contradiction":
        return _verdict_faults(click)
    is_covered_cell = is_covered(board.cells[cell])
    if (click.verdict == "already_open") == is_covered_cell:
        return [Violation("open", f"{place_name(board.asked)} is {'covered' if is_covered_cell else 'open'}")]
    if not is_covered_cell:
        return _verdict_faults(click)
    chance = click.probability
    if not _chance_fits(click.verdict, chance):
        return [Violation("probability", f"{click.verdict} does not match this chance")]
    if click.verdict == "safe":
        return [Violation("witness", "a safe cell has no witness")] if click.witness else []
    return _witness_faults(board, click.witness, cell, deadline)


def _verdict_faults(click: Click) -> list[Violation]:
    if click.probability is not None or click.witness:
        return [Violation("probability", f"{click.verdict} goes without probability and witness")]
    return []


def _chance_fits(verdict: str, chance: Fraction | None) -> bool:
    if verdict == "may_be_mine":
        return chance is None or 0 < chance < 1  # None: the board is too wide to count
    return chance == (verdict == "sure_mine")


def _witness_faults(board: Board, witness: str, cell: Cell, deadline: Deadline | None) -> list[Violation]:
    """List what is wrong with a witness, a layout with a mine in a cell."""
    signs = witness.replace("\n", "")
    if len(signs) != len(board.cells):
        return [Violation("witness", "the witness has not the size of the board")]
    faults = []
    mines = {at for at, sign in enumerate(signs) if sign == "*"}
    if cell not in mines:
        faults.append(Violation("witness", f"the witness has no mine at {place_name(board.asked)}"))
    for mine in mines:
        if not is_covered(board.cells[mine]):
            faults.append(Violation("witness", f"the witness has a mine under {place_name(board.place(mine))}"))
    if board.mines is not None and len(mines) != board.mines:
        faults.append(Violation("witness", f"the witness has {count_of(len(mines), 'mine')}, not {board.mines}"))
    for number, cell_number, closed_cells in number_scopes(board, deadline):
        if sum(n in mines for n in closed_cells) != cell_number:
            place = place_name(board.place(number))
            faults.append(Violation("witness", f"the witness breaks the number {cell_number} at {place}"))
    return faults[:MAX_VIOLATIONS]


def check_readings(question: Question, chances: Chances, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with the chances, with and without the mine count."""
    board: Board = question.instance
    faults = check_chances(board, chances, deadline)
    if chances.uncounted is not None:
        faults += check_chances(replace(board, mines=None), chances.uncounted, deadline)
    return faults


def check_chances(board: Board, chances: Chances, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with the chances of one reading, which must sum to each number and to the mine count.

    Estimates, which have no number of layouts, may miss these sums slightly. Unknown chances must allow them.
    """
    faults = []
    error = ESTIMATED if chances.solutions is None else Fraction(0)
    start_time = 0.0 if deadline is None else deadline.run_seconds
    near = {row * board.columns + column: chance for (row, column), chance in chances.near.items()}
    if deadline is not None:
        deadline = deadline.end_earlier(CHANCES_PRINT_FACTOR * (deadline.run_seconds - start_time))
    frontier_cells: set[Cell] = set()
    for cell, number, closed_cells in number_scopes(board):
        if deadline is not None:
            deadline.check()  # in each step, because fractions may have thousands of digits
        frontier_cells.update(closed_cells)
        number_chances = [chance for n in closed_cells if (chance := near.get(n, Fraction(0))) is not None]
        if (
            not -len(closed_cells) * error
            <= number - sum(number_chances, Fraction(0))
            <= len(closed_cells) - len(number_chances) + len(closed_cells) * error
        ):
            place = board.place(cell)
            faults.append(
                Violation("number", f"around {place_name(place)} the chances do not add up to {number}", place)
            )
    if frontier_cells != near.keys():
        faults.append(Violation("cells", "the cells are not the covered ones next to a number"))
    outer_count = board.covered - len(frontier_cells)
    other = chances.other
    unknown = [*near.values()].count(None)
    if (other is None) != (outer_count == 0) and not (other is None and unknown):
        faults.append(Violation("other", f"{outer_count} covered cells are next to no number"))
    if any(not 0 <= chance <= 1 for chance in (*distinct(near.values()), other) if chance is not None):
        faults.append(Violation("chance", "a chance is not between 0 and 1"))
    if chances.solutions is not None and (chances.solutions < 1 or unknown):
        faults.append(Violation("solutions", "chances without a layout"))
    if other is not None and board.mines is None and other != Fraction(1, 2):
        faults.append(Violation("other", "without a mine count a cell next to no number has the chance 1/2"))
    total = _chance_sum(near.values(), deadline) + outer_count * (other or 0)
    open_cells = unknown + (outer_count if other is None else 0)
    slack = error * board.covered
    if board.mines is not None and not -slack <= board.mines - total <= open_cells + slack:
        faults.append(Violation("mines", f"the chances do not add up to {count_of(board.mines, 'mine')}"))
    return faults[:MAX_VIOLATIONS]


def _chance_sum(chances: Iterable[Fraction | None], deadline: Deadline | None) -> Fraction:
    """Sum the known chances. Many are equal objects, so each is multiplied by its count."""
    times = Counter(map(id, chances))
    total = Fraction(0)
    for chance in distinct(chances):
        if deadline is not None:
            deadline.check()
        total += times[id(chance)] * (chance or 0)
    return total


def check_guess(board: Board, answer: Guess, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with a guess: its safe cells, its candidates, and their order.

    Candidates ordered by their chance of a zero are equally safe. Others are ordered by value, those without a value
    last. The order of an unknown policy is not checked.
    """
    if not answer.candidates:
        return _check_won(board, answer)
    safety = answer.candidates[0].safety
    faults = [*_place_faults(board, "safe", answer.safe), *_equal_faults(board, answer)]
    order = "zero" if answer.safe else getattr(POLICIES.get(answer.policy), "orders_by", "")
    for candidate in answer.candidates:
        cell = board.cell(*candidate.place)
        if cell is None or not is_covered(board.cells[cell]):
            faults.append(Violation("not-covered", f"{place_name(candidate.place)} is not a covered cell"))
        if not 0 < candidate.safety <= 1 or (candidate.safety != safety and order == "zero"):
            faults.append(
                Violation("safety", f"the safety of {place_name(candidate.place)} is not that of the cell to open")
            )
        if not 0 <= (candidate.zero or 0) <= candidate.safety + (0 if order == "zero" else ROUNDING):
            faults.append(Violation("zero", f"{place_name(candidate.place)} shows a zero more often than it is safe"))
        if not 0 <= (candidate.progress or 0) <= 1:
            faults.append(Violation("progress", f"the progress of {place_name(candidate.place)} is not a probability"))
    zeros = [candidate.zero or Fraction(0) for candidate in answer.candidates]
    value_order = [candidate.value or Fraction(0) for candidate in answer.candidates]
    if order == "zero" and zeros != sorted(zeros, reverse=True):
        faults.append(Violation("order", "the candidates are not ordered by their chance of a zero"))
    if order == "value" and value_order != sorted(value_order, reverse=True):
        faults.append(Violation("order", "the candidates are not ordered by their value"))
    safe = set(answer.safe)
    has_extra_safe = any(
        sure_candidate.safety == 1 and sure_candidate.place not in safe for sure_candidate in answer.candidates
    )
    if has_extra_safe or bool(safe) != (safety == 1):
        faults.append(Violation("safe", "the certainly safe cells are not those listed"))
    if not 0 <= (answer.win or 0) <= safety:
        faults.append(Violation("win", "the chance to win is not between 0 and the safety"))
    certain = Certain(answer.safe, (), _flag_places(board, answer.safe))
    return [*faults, *check_certain(board, certain, deadline)][:MAX_VIOLATIONS]


def _equal_faults(board: Board, answer: Guess) -> Iterator[Violation]:
    """Yield what is wrong with the cells as good as the one to open, which must be safe or of equal value."""
    first, equal = answer.candidates[0], set(answer.equal)
    if not equal:  # no such cell is listed
        return
    yield from _place_faults(board, "equal", answer.equal)
    if first.place not in equal:
        yield Violation("equal", f"the cell to open, {place_name(first.place)}, is not among the equal ones")
    if answer.safe and answer.equal != answer.safe:
        yield Violation("equal", "the cells as good as a safe one are not the safe ones")
    for rival_candidate in answer.candidates[1:] if not answer.safe else ():
        alike = replace(rival_candidate, place=first.place) == first and rival_candidate.zero is not None
        if first.value is None:
            is_different = rival_candidate.zero != first.zero
        else:
            is_different = rival_candidate.value is not None and abs(rival_candidate.value - first.value) > 2 * ROUNDING
        if is_different if rival_candidate.place in equal else alike:
            fault_message = (
                f"{place_name(rival_candidate.place)} is {'not ' if is_different else ''}as good as the cell to open"
            )
            yield Violation("equal", fault_message, rival_candidate.place)


def _check_won(board: Board, answer: Guess) -> list[Violation]:
    """List what is wrong with a won game: all covered cells must be mines, and the numbers must allow it."""
    if answer.safe or answer.equal or answer.win != 1:
        return [Violation("won", "a game that is won has no safe cell left, and is won with certainty")]
    mines = tuple(board.place(cell) for cell, code in enumerate(board.cells) if is_covered(code))
    return check_certain(board, Certain((), mines))


def _flag_places(board: Board, places: Sequence[Place]) -> tuple[Place, ...]:
    """Return the places with a flag."""
    if FLAG not in board.cells:
        return ()
    inside = [place for place in places if 0 <= place[0] < board.rows and 0 <= place[1] < board.columns]
    return tuple(place for place in inside if board.cells[place[0] * board.columns + place[1]] == FLAG)


def check_explanation(board: Board, explanation: Explanation, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with the reasons of certain cells: the numbers named must prove the cell.

    Minimality is not checked, because it takes a count for each number.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Explanation, Reason
    >>> board = read("#1#")
    >>> check_explanation(board, Explanation((Reason((0, 0), True, ((0, 1),), "single", ""),)))[0].text
    'the numbers at (1, 2) do not settle (1, 1)'
    """
    faults = [fault for reason in explanation.reasons for fault in _reason_faults(board, reason, deadline)]
    cells = [reason.cell for reason in explanation.reasons]
    if len(set(cells)) < len(cells):
        faults.append(Violation("twice", "a cell is explained twice"))
    order = [LEVELS.index(reason.level) for reason in explanation.reasons]
    if order != sorted(order):
        faults.append(Violation("order", "an easier reason follows a harder one"))
    return faults[:MAX_VIOLATIONS]


def _reason_faults(board: Board, reason: Reason, deadline: Deadline | None) -> Iterator[Violation]:
    """Yield what is wrong with one reason."""
    if deadline is not None:
        deadline.check()
    cell = board.cell(*reason.cell)
    if cell is None or not is_covered(board.cells[cell]):
        yield Violation("not-covered", f"{place_name(reason.cell)} is not a covered cell", reason.cell)
        return
    numbers: list[tuple[int, list[Cell]]] = []
    for place in reason.because:
        at = board.cell(*place)
        if at is None or board.cells[at] >= UNKNOWN:
            yield Violation("no-number", f"{place_name(place)} has no number", place)
            return
        scope = [n for n in board.surface.neighbours(at) if is_covered(board.cells[n])]
        numbers.append((board.cells[at], scope))
    if reason.level == "count" and board.mines is None:
        yield Violation("count", "the mine count is not known", reason.cell)
        return
    mines = mines_of(numbers, (cell, not reason.mine), deadline)
    if reason.level == "count":
        near = {cell, *(n for _, scope in numbers for n in scope)}
        mines &= _mine_range(board.mines or 0, board.covered - len(near))
    if mines:
        places = ", ".join(map(place_name, reason.because))
        yield Violation("unsettled", f"the numbers at {places} do not settle {place_name(reason.cell)}", reason.cell)


def _mine_range(mines: int, outer_count: int) -> int:
    """Return, as bits, how many of the mines can be on some cells if there are `outer_count` other cells."""
    mines = min(mines, MOST_CELLS)
    return (1 << (mines + 1)) - (1 << max(0, mines - outer_count))


def key_of_click(board: Board, click: Click) -> tuple[str, Fraction | None]:
    """Return the fixed part of the right answer to `click`; any layout may be the witness."""
    return click.verdict, click.probability


def key_of_explanation(board: Board, explanation: Explanation) -> frozenset[tuple[Place, bool, str]]:
    """Return the fixed part of a right explanation; a cell may have several minimal sets of numbers."""
    return frozenset((reason.cell, reason.mine, reason.level) for reason in explanation.reasons)
