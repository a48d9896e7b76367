"""Which cell to open next, by one of several policies.

The least chance of a mine, and of equal ones the best chance to open a zero, is a rule of thumb. What an opened cell
will tell counts too: the policies of the kernel weigh it, and solve the game to its end where few layouts are left.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.core.progress import Report, silent
from passatempo.minesweeper import _kernel, census
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.exact.fitted import shipped_for
from passatempo.minesweeper.exact.policies import POLICIES, misfit
from passatempo.minesweeper.model import UNKNOWN, Board, Candidate, Guess, distinct, is_covered

if TYPE_CHECKING:
    from passatempo.minesweeper.census import Census
    from passatempo.minesweeper.model import Cell

RULE = "least-chance"
ROUNDED = 10**6  # parts, to which what the kernel weighs in floating point is told
MOST_CANDIDATES = 12  # each costs another count of all layouts
MOST_LOOKED_AT = 10_000  # cells next to no number are much alike
MOST_CELLS = 20_000  # of a board whose layouts are counted again for each candidate


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
        `SOLVED` where a cell is certainly safe, or where nothing is left to open and the game is won; else `FEASIBLE`,
        for a rule of thumb proves nothing. Where a limit came before all candidates were weighed it is `FEASIBLE`, too.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> best = guess(read("1##\n###", mines=1)).answer.candidates[0]
    >>> best.place, str(best.safety), str(best.zero)
    ((0, 2), '1', '1/3')
    >>> guess(read("##", mines=2)).answer
    Guess(candidates=(), safe=(), win=Fraction(1, 1), policy='least-chance')
    """
    return _weighed(RULE, board, limits)


def _rated(
    board: Board, counted: Census, outcome: Outcome[Any], lowest: Fraction, deadline: Deadline, policy: str = RULE
) -> Outcome[Guess]:
    """Name the safest cells, those that open a zero most often first."""
    try:
        safe = census.certain(board, counted, deadline).safe if lowest == 0 else ()
        equals = _equals(board, counted, lowest, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats=outcome.stats)
    found = [Candidate(board.place(cell), 1 - lowest, _zero(board, counted, cell, deadline)) for cell in equals]
    found.sort(key=lambda candidate: candidate.zero or 0, reverse=True)  # stable: else in reading order
    win = Fraction(1) if counted.solutions == 1 else None
    whole = deadline.stopped is StopReason.DONE
    status = Status.SOLVED if lowest == 0 and whole else Status.FEASIBLE
    return Outcome(status, Guess(tuple(found), safe, win, policy), stopped=deadline.stopped, stats=outcome.stats)


def two_step(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Guess]:
    """Choose the cell with the best chance to survive it and the next one; endgames are solved.

    >>> from passatempo.minesweeper import read
    >>> two_step(read("1##/###", mines=2)).answer.exact
    True
    """
    return _weighed("two-step", board, limits)


def search(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Guess]:
    r"""Choose a cell by the strongest policy: what every candidate may show, and what that leaves, is weighed.

    Parameters
    ----------
    board
        With a mine count, of at most 1,000 cells with 15 neighbours each; on others the least chance decides, and the
        answer's `policy` says so.
    limits
        `nodes` counts states of diagrams; it is no limit of the endgame.

    Returns
    -------
    Outcome
        `SOLVED` where a cell is certainly safe, or the endgame was solved, or the game is won; else `FEASIBLE`.

    Notes
    -----
    Values, progress and zeros of candidates are rounded to millionths; safety and `win` are exact.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> answer = search(read("1##\n###", mines=2)).answer
    >>> answer.cell, str(answer.win), answer.policy
    ((0, 2), '1/3', 'search')
    """
    return _weighed("search", board, limits)


def fitted(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Guess]:
    """Choose as `search` does, but by a value that was fitted to boards of this size; on others `search` decides.

    >>> from passatempo.minesweeper import read
    >>> fitted(read("1##/###", mines=2)).answer.policy
    'search'
    """
    return _weighed("fitted", board, limits)


def _weighed(name: str, board: Board, limits: Limits) -> Outcome[Guess]:
    """Count all layouts; where no cell is certain ask a policy of the kernel, if it plays on such boards."""
    name = RULE if misfit(board) else name
    if name == "fitted" and not shipped_for(board):
        name = "search"
    deadline = Deadline(limits)
    counted, outcome = exact.count(board, limits)
    if counted is None:
        return outcome
    lowest = _lowest(counted)
    if lowest == 1:
        return Outcome(Status.SOLVED, Guess((), win=Fraction(1), policy=name), stats=outcome.stats)
    if lowest == 0 or name == RULE:
        return _rated(board, counted, outcome, lowest, deadline, name)
    return _advised(name, board, counted, outcome, deadline)


def _advised(name: str, board: Board, counted: Census, outcome: Outcome[Any], deadline: Deadline) -> Outcome[Guess]:
    """Ask a policy of the kernel."""
    seconds, _, cancel = deadline.rest.kernel
    advised = _kernel.advise(exact.seen(board), POLICIES[name].settings(shipped_for(board)), seconds, cancel)
    if advised.cell >= len(board.cells):  # too wide to be counted in play
        return _rated(board, counted, outcome, _lowest(counted), deadline)

    def candidate(cell: Cell, *told: float) -> Candidate:
        safety = 1 - (counted.near.get(cell, counted.other) or Fraction(0))
        progress, value, zero = (Fraction(round(share * ROUNDED), ROUNDED) for share in told or (0, 0, 0))
        return Candidate(board.place(cell), safety, *((zero, progress, value) if told else ()))

    if advised.layouts:
        win = Fraction(advised.won, advised.layouts)
        found = (replace(candidate(advised.cell), value=win),)
        return Outcome(Status.SOLVED, Guess(found, (), win, name), stats=outcome.stats)
    weighed = [candidate(one.cell, one.progress, one.value, one.zero) for one in advised.candidates]
    weighed.sort(key=lambda one: (board.cell(*one.place) != advised.cell, -(one.value or 0)))
    if not weighed or board.cell(*weighed[0].place) != advised.cell:  # a pair that nothing will ever tell apart
        weighed.insert(0, candidate(advised.cell))
    stopped = STOPS[advised.stop]
    return Outcome(Status.FEASIBLE, Guess(tuple(weighed), (), None, name), stopped=stopped, stats=outcome.stats)


def _lowest(counted: Census) -> Fraction:
    """Return the least chance of a mine; 1 where nothing is covered."""
    every = [*distinct(counted.near.values()), *([] if counted.other is None else [counted.other])]
    return min(every, default=Fraction(1))


def _equals(board: Board, counted: Census, lowest: Fraction, deadline: Deadline) -> list[Cell]:
    """Return cells of the lowest chance, those with the fewest covered neighbours first: they are zeros most often."""
    equal = [cell for cell, chance in counted.near.items() if chance is lowest or chance == lowest]
    deadline.check()
    equal.sort()
    if counted.other == lowest:
        far = (c for c, code in enumerate(board.cells) if is_covered(code) and c not in counted.near)
        equal += islice(far, MOST_LOOKED_AT)
    surface, cells = board.surface, board.cells
    rated = []
    for i, cell in enumerate(equal):
        if i % exact.STRIDE == 0:
            deadline.check()
        rated.append((sum(is_covered(cells[n]) for n in surface.neighbours(cell)), cell))
    return [cell for _, cell in sorted(rated)[:MOST_CANDIDATES]]


def _zero(board: Board, counted: Census, cell: Cell, deadline: Deadline) -> Fraction | None:
    """Return the share of layouts without a mine in a cell and around it: those of the board with them opened."""
    if len(board.cells) > MOST_CELLS or deadline.poll():
        return None
    cells = bytearray(board.cells)
    for n in (cell, *board.surface.neighbours(cell)):
        cells[n] = UNKNOWN if is_covered(cells[n]) else cells[n]
    opened, outcome = exact.count(replace(board, cells=bytes(cells)), deadline.rest, marginals=False)
    if opened is None:
        if outcome.status is Status.UNKNOWN and not outcome.reason:
            deadline.stopped = outcome.stopped
        return Fraction(0) if outcome.status is Status.IMPOSSIBLE else None
    return Fraction(opened.solutions, counted.solutions)
