"""The best cell to open next, by one of several policies.

A rule of thumb takes the least chance of a mine, and among equal cells the best chance to open a zero. The policies of
the kernel also value the information of a click, and solve the game exactly if few layouts are left.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from math import isnan
from typing import Any

from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.minesweeper import policies
from passatempo.minesweeper.census import Census
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.model import UNKNOWN, Board, Candidate, Cell, Guess, Place, distinct, is_covered
from passatempo.minesweeper.policies import MOST_LAYOUTS, POLICIES, RULE, STRONGEST, Policy, policy_with

ROUNDED = 10**6  # denominator of rounded values of the kernel
MOST_CANDIDATES = 12  # each costs another count of all layouts
MOST_LOOKED_AT = 10_000  # cells next to no number are much alike
PRINT_FACTOR = 10.0  # checking and printing the safe cells takes this many times as long as finding them
MOST_CELLS = 20_000  # of a board whose layouts are counted again for each candidate


def guess(board: Board, /, limits: Limits = Limits(), report: Report = silent, settings: Any = None) -> Outcome[Guess]:
    r"""Choose the cell to open by a policy, by default the strongest.

    Parameters
    ----------
    board
        The kernel plays on boards with a mine count, at most 1,000 cells, and at most 15 neighbours per cell. On other
        boards the policy `RULE` decides, and the answer's `policy` names it.
    limits
        `nodes` limits the states of the diagrams of each count. It does not limit the endgame.
    settings
        The settings of a policy, as its row in `policies` defines them.

    Returns
    -------
    Outcome
        `SOLVED` if a cell is certainly safe, if the endgame was solved, or if the game is won. Otherwise `FEASIBLE`,
        also if a limit came before all candidates were evaluated or all layouts were counted. Without a count, the
        answer has the safe cells, if there are any.

    Notes
    -----
    Values of the kernel are rounded to millionths. Safety and `win` are exact.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> answer = guess(read("1##\n###", mines=2)).answer
    >>> answer.cell, str(answer.win), answer.policy
    ((0, 2), '1/3', 'search')
    >>> guess(read("##", mines=2)).answer
    Guess(candidates=(), safe=(), win=Fraction(1, 1), policy='search', equal=())
    """
    settings = settings or getattr(policies, STRONGEST)()
    name, policy = (RULE, POLICIES[RULE]) if misfit(board) else (settings.policy, policy_with(settings))
    deadline = Deadline(limits)
    certain_outcome = exact.find_certain(board, limits, spare=0.5)
    if certain_outcome.answer is None:
        return Outcome(
            certain_outcome.status,
            stopped=certain_outcome.stopped,
            reason=certain_outcome.reason,
            stats=certain_outcome.stats,
        )
    safe = certain_outcome.answer.safe
    if certain_outcome.status is not Status.SOLVED:
        return _without_count(
            Outcome(Status.UNKNOWN, stopped=certain_outcome.stopped, stats=certain_outcome.stats), safe, name
        )
    if len(certain_outcome.answer.sure_mines) == board.covered:
        return Outcome(Status.SOLVED, Guess((), win=Fraction(1), policy=name), stats=certain_outcome.stats)
    board_census, outcome = exact.count(
        board, deadline.end_earlier(PRINT_FACTOR * deadline.run_seconds).remaining_limits
    )
    if board_census is None:
        return _without_count(outcome, safe, name)
    try:
        return replace(outcome, **_with_count(name, policy, board, board_census, safe, deadline))
    except Stopped:
        return _without_count(replace(outcome, stopped=deadline.stop_reason), safe, name)


def misfit(board: Board) -> str:
    """Return why the kernel cannot play on a board, or an empty text if it can.

    >>> from passatempo.minesweeper import read
    >>> misfit(read("1#", mines=1)), misfit(read("1#"))
    ('', 'the mine count is not known')
    """
    if board.mines is None:
        return "the mine count is not known"
    if len(board.cells) > policies.MOST_CELLS:
        return f"the board has more than {policies.MOST_CELLS} cells"
    if board.surface.degree > policies.MOST_NEIGHBOURS:
        return f"a cell has more than {policies.MOST_NEIGHBOURS} neighbours"
    return ""


def _rank_candidates(
    board: Board, board_census: Census, safe: tuple[Place, ...], deadline: Deadline, policy: str
) -> tuple[Guess, StopReason]:
    """Rank the safest cells, first those that are most likely to open a zero."""
    lowest = _lowest_chance(board_census)
    candidates = [
        Candidate(board.place(cell), 1 - lowest, _zero_chance(board, board_census, cell, deadline))
        for cell in _safest_cells(board, board_census, lowest, deadline)
    ]
    candidates.sort(key=lambda candidate: candidate.zero or 0, reverse=True)  # stable: equal cells keep their order
    win = Fraction(1) if board_census.solutions == 1 else None
    equal = safe or _equal_cells(board, board_census, candidates, deadline)
    return Guess(tuple(candidates), safe, win, policy, equal), deadline.stop_reason


def _without_count(outcome: Outcome[Any], safe: tuple[Place, ...], policy: str) -> Outcome[Guess]:
    """Answer with the safe cells, if there are any, after a limit came."""
    if not safe:
        return outcome
    candidates = tuple(Candidate(place, Fraction(1)) for place in safe[:MOST_CANDIDATES])
    return replace(outcome, status=Status.FEASIBLE, answer=Guess(candidates, safe, None, policy, safe))


def _with_count(
    name: str, policy: Policy, board: Board, board_census: Census, safe: tuple[Place, ...], deadline: Deadline
) -> dict[str, Any]:
    """Return status, answer and stop reason if all layouts were counted."""
    kernel_answer = None
    if policy.kind and (not safe or board_census.solutions <= MOST_LAYOUTS):
        guess_request = {"board": exact.board_record(board), "policy": [*policy.settings().values()]}
        kernel_answer = Interface.of("minesweeper").ask("guess", deadline.remaining_limits, **guess_request)
    reply: dict[str, Any] = kernel_answer.reply if kernel_answer else {"cell": len(board.cells), "layouts": 0}
    win = Fraction(reply["won"], reply["layouts"]) if reply["layouts"] else None
    if not safe and kernel_answer and reply["cell"] < len(board.cells):
        candidates = _kernel_candidates(board, board_census, reply, win)
        if win is None:
            answer = Guess(candidates, (), None, name, _equal_cells(board, board_census, candidates, deadline))
            return {"status": Status.FEASIBLE, "answer": answer, "stopped": kernel_answer.stop}
        equal = tuple(sorted({candidates[0].place, *map(board.place, reply["as_good"])}))
        return {"status": Status.SOLVED, "answer": Guess(candidates, (), win, name, equal), "stopped": StopReason.DONE}
    # A cell is safe, the rule of thumb plays, or the board is too wide for the kernel.
    answer, stop_reason = _rank_candidates(
        board, board_census, safe, deadline, name if safe or not policy.kind else RULE
    )
    status = Status.SOLVED if safe and stop_reason is StopReason.DONE else Status.FEASIBLE
    return {"status": status, "answer": replace(answer, win=answer.win or win), "stopped": stop_reason}


def _kernel_candidates(
    board: Board, board_census: Census, reply: dict[str, Any], win: Fraction | None
) -> tuple[Candidate, ...]:
    """Return the cells that a policy of the kernel evaluated, the chosen one first."""
    best_cell = reply["cell"]

    def candidate(cell: Cell, *weights: float) -> Candidate:
        safety = 1 - (board_census.near.get(cell, board_census.other) or Fraction(0))
        shares = (None if isnan(share) else Fraction(round(share * ROUNDED), ROUNDED) for share in weights)
        return Candidate(board.place(cell), safety, *shares)

    if win is not None:
        return (replace(candidate(best_cell), value=win),)
    best = max((option.value for option in reply["candidates"] if option.cell == best_cell), default=0)
    candidates = [
        candidate(option.cell, option.zero, option.progress, min(option.value, best)) for option in reply["candidates"]
    ]
    candidates.sort(key=lambda option: (board.cell(*option.place) != best_cell, -(option.value or 0)))
    if not candidates or board.cell(*candidates[0].place) != best_cell:  # a pair that no number will ever tell apart
        candidates.insert(0, candidate(best_cell))
    return tuple(candidates)


def _equal_cells(
    board: Board, board_census: Census, candidates: Sequence[Candidate], deadline: Deadline
) -> tuple[Place, ...]:
    """Return the cells known to be as good as the first candidate, by value or by symmetry."""
    first = candidates[0]
    best_cell = board.columns * first.place[0] + first.place[1]
    by_zero = first.value is None and first.zero is not None  # a known mine next to the cell matters here
    mines = set() if by_zero else {cell for cell, chance in board_census.near.items() if chance == 1}
    equal = {first.place, *map(board.place, _twin_cells(board, best_cell, mines))}
    if first.zero is not None:
        equal |= {candidate.place for candidate in candidates if replace(candidate, place=first.place) == first}
        equal |= {board.place(cell) for cell in _free_alike(board, board_census, best_cell, mines, deadline)}
    return tuple(sorted(equal))


def _twin_cells(board: Board, best_cell: Cell, mines: set[Cell]) -> set[Cell]:
    """Return the cells that no number can ever tell apart from this one, because the same cells see both."""
    if board.offsets:  # offsets may be asymmetric
        return set()

    def seers(cell: Cell, other: Cell) -> set[Cell]:
        return {n for n in board.surface.neighbours(cell) if n not in mines and n != other}

    near = board.surface.neighbours(best_cell)
    second_ring = {cell for n in near for cell in board.surface.neighbours(n)}.union(near) - {best_cell}
    return {c for c in second_ring if is_covered(board.cells[c]) and seers(c, best_cell) == seers(best_cell, c)}


def _free_alike(
    board: Board, board_census: Census, best_cell: Cell, mines: set[Cell], deadline: Deadline
) -> Iterator[Cell]:
    """Yield the cells next to no number with as many possibly free neighbours as this one."""

    def covered(cell: Cell) -> list[Cell]:
        return [n for n in board.surface.neighbours(cell) if is_covered(board.cells[n]) and n not in mines]

    closed_count = len(covered(best_cell))
    if len(board.cells) > MOST_CELLS or not board_census.near.keys().isdisjoint([best_cell, *covered(best_cell)]):
        return
    for cell, code in enumerate(board.cells):
        if cell % exact.STRIDE == 0 and deadline.poll():
            return
        if is_covered(code) and cell not in board_census.near:
            closed_cells = covered(cell)
            if len(closed_cells) == closed_count and board_census.near.keys().isdisjoint(closed_cells):
                yield cell


def _lowest_chance(board_census: Census) -> Fraction:
    """Return the least chance of a mine, or 1 if no cell is covered."""
    all_chances = [*distinct(board_census.near.values()), *([] if board_census.other is None else [board_census.other])]
    return min(all_chances, default=Fraction(1))


def _safest_cells(board: Board, board_census: Census, lowest: Fraction, deadline: Deadline) -> list[Cell]:
    """Return the safest cells, first those with the fewest covered neighbours, which are most often zeros."""
    equal = [cell for cell, chance in board_census.near.items() if chance is lowest or chance == lowest]
    deadline.check()
    equal.sort()
    if board_census.other == lowest:
        outer_cells = (c for c, code in enumerate(board.cells) if is_covered(code) and c not in board_census.near)
        equal += islice(outer_cells, MOST_LOOKED_AT)
    surface, cells = board.surface, board.cells
    cell_ranks = []
    for i, cell in enumerate(equal):
        if i % exact.STRIDE == 0:
            deadline.check()
        cell_ranks.append((sum(is_covered(cells[n]) for n in surface.neighbours(cell)), cell))
    return [cell for _, cell in sorted(cell_ranks)[:MOST_CANDIDATES]]


def _zero_chance(board: Board, board_census: Census, cell: Cell, deadline: Deadline) -> Fraction | None:
    """Return the share of layouts without a mine in a cell and around it, by counting the board with them opened."""
    if len(board.cells) > MOST_CELLS or deadline.poll():
        return None
    cells = bytearray(board.cells)
    for n in (cell, *board.surface.neighbours(cell)):
        cells[n] = UNKNOWN if is_covered(cells[n]) else cells[n]
    zero_census, outcome = exact.count(replace(board, cells=bytes(cells)), deadline.remaining_limits, marginals=False)
    if zero_census is None:
        if outcome.status is Status.UNKNOWN and not outcome.reason:
            deadline.stop_reason = outcome.stopped
        return Fraction(0) if outcome.status is Status.IMPOSSIBLE else None
    return Fraction(zero_census.solutions, board_census.solutions)
