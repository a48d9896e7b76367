"""The player of the published report, corrected where its faults would lose games.

Candidates are the free cells next to a mark, by descending number of marks around them. For d = 0, 1, 2, ... up to the
last free cell the player makes every candidate and searches d plies deeper by fail-hard alpha-beta with f at the
leaves. It keeps the first move of greatest value, and drops a depth that the clock cuts off. The first mark goes to
the centre, (m/2, n/2).

The corrections have the numbers of the faults in docs/texts/mnk.md:

* 5: a completed line scores by its distance, so that wins are not delayed and losses not hastened;
* 7: the root passes on the best value so far, which gives it cuts and leaves the choice unchanged;
* 8, 9: nine buckets replace the search tree: no candidate is lost, none is left over, the list is never empty;
* 10: for k below 3 completed lines are recognised without f;
* 11: the share of time has a floor, a reserve is never used, and the search stops the earlier the longer the machine
  has taken the processor away (`DelayWatch`);
* 13: with at most nine free cells all of them are candidates.

The evaluation is the published one with its weaknesses (faults 2, 3 and 4), because they define the player.

Source: "Corrado il Conquistatore", report of the MNK project 2021-2022.
"""

import time
from dataclasses import dataclass, field, replace

from passatempo.core.limits import Deadline, Limits, Progress, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.mnk.corrado.board import BucketOrder, CorradoBoard, neighbours
from passatempo.mnk.lines import Cell
from passatempo.mnk.model import Choice, Position, require_open, without_lines
from passatempo.mnk.rules import EMPTY, Mark, X

MATE = 10**12  # far above any f; a line completed after p plies scores MATE - p
FOREVER = 10**13
SMALL = 400  # cells; on larger boards a node takes long, so the clock is polled after each
LOWEST = 30.0  # the minimum of the share of time
STEP = 3.0
TIGHT_MS, AMPLE_MS = 300, 600
HIGHEST = 97.0  # the share does not grow above it
LIMIT = 10.0  # seconds a move, by default
RESERVE, MOST_RESERVE = 0.3, 0.3  # of a limit, and in seconds; the reserve that is never planned for
WORST = 3  # a pause of the machine may recur this many times


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """The variant of the search: corrected, or as published.

    Parameters
    ----------
    scores_distance
        Whether a completed line scores by its distance and ends the deepening; else it scores by f.
    passes_bound
        Whether the root passes on the best value so far.
    """

    scores_distance: bool = True
    passes_bound: bool = True


MENDED = SearchSettings()


class CorradoSearch:
    """Iterative deepening over one board.

    Parameters
    ----------
    board
        The board, which is restored after the search.
    search_settings
        The variant: corrected, or as published.
    deadline
        `nodes` counts moves made.

    Attributes
    ----------
    candidates
        The moves to search, computed once for all depths.
    best_line
        The line and the value of the last depth that was finished, or of the first depth, finished or not.
    depth
        The number of plies of that depth, including the move.
    """

    def __init__(self, board: CorradoBoard, search_settings: SearchSettings, deadline: Deadline) -> None:
        self.board, self.search_settings, self.deadline = board, search_settings, deadline
        self.count_node = deadline.spend if board.rules.size <= SMALL else deadline.step
        self.candidates = board.move_order.candidate_moves()
        self.best_line: tuple[list[Cell], int] = ([], 0)
        self.depth = 0

    def deepen_iteratively(self, report: Report, depths: int) -> None:
        """Search one ply deeper each time, at most `depths` times, until a limit or the value of a mate ends it."""
        for extra in range(depths):
            try:
                self.search_root(extra)
            except Stopped:
                while self.board.move_path:
                    self.board.take_back()
                return
            report(Progress(self.deadline.run_seconds, value=self.best_line[1], text=f"depth {self.depth}"))
            if self.search_settings.scores_distance and abs(self.best_line[1]) > MATE // 2:
                return

    def search_root(self, extra: int) -> None:
        """Search every candidate `extra` plies deeper, and keep the first of greatest value."""
        me, line, best = self.board.me, list[int](), -FOREVER
        for cell in self.candidates:
            move_score, after = self.score_move(
                cell, me, best if self.search_settings.passes_bound else -FOREVER, FOREVER, extra
            )
            if move_score > best:
                line, best = [cell, *after], move_score
                if extra == 0:  # kept even if this depth is not finished
                    self.best_line, self.depth = (line, best), 1
        self.best_line, self.depth = (line, best), extra + 1

    def score_move(self, cell: Cell, mark: Mark, alpha: int, beta: int, extra: int) -> tuple[int, list[Cell]]:
        """Return the value of a move for `me`, and the line that is expected after it."""
        if self.count_node():
            raise Stopped
        board = self.board
        won = board.place_mark(cell, mark)
        line: list[Cell] = []
        if won or not board.empty_count:
            move_score = self.final_score(mark, won=won)
        elif extra == 0:
            move_score = board.f
        else:
            move_score, line = self.search_replies(3 - mark, alpha, beta, extra - 1)
        board.take_back()
        return move_score, line

    def search_replies(self, mark: Mark, alpha: int, beta: int, extra: int) -> tuple[int, list[Cell]]:
        """Return the fail-hard value of a position with `mark` to move, and its principal variation."""
        line: list[Cell] = []
        mine = mark == self.board.me
        for cell in self.board.move_order.candidate_moves():
            move_score, after = self.score_move(cell, mark, alpha, beta, extra)
            if mine and move_score > alpha:
                alpha, line = move_score, [cell, *after]
            elif not mine and move_score < beta:
                beta, line = move_score, [cell, *after]
            if beta <= alpha:
                break
        return (alpha if mine else beta), line

    def final_score(self, mark: Mark, *, won: bool) -> int:
        """Return the value of a finished game, after a move of `mark`."""
        board, rules = self.board, self.board.rules
        if not self.search_settings.scores_distance:
            return board.f
        if won:
            mine = (mark == board.me) != rules.misere
        elif rules.maker_breaker:
            mine = (board.me == X) == rules.misere
        else:
            return 0
        return MATE - len(board.move_path) if mine else len(board.move_path) - MATE


def move(position: Position, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Choice]:
    r"""Choose a move as Corrado would at its first move, without earlier timings.

    Parameters
    ----------
    position
        An open position, under any rules.
    limits
        `seconds` is the limit of the move, 10 if neither it nor `nodes` is given; `nodes` counts moves made.

    Returns
    -------
    Outcome
        `FEASIBLE`, or `SOLVED` if the move wins at once or nobody can complete a line.

    Raises
    ------
    InvalidInstance
        If the game is over.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> move(read("k: 3\nX X .\nO O .\n. . ."), Limits(nodes=1000)).answer.move
    (0, 2)
    """
    return choose_move(position, limits, Timer.at_start(position.rules.m, position.rules.n), report)


def choose_move(position: Position, limits: Limits, timer: "Timer", report: Report = silent) -> Outcome[Choice]:
    """Choose a move within the timer's share of the limit."""
    began = time.monotonic()
    require_open(position)
    if position.rules.hopeless:
        return without_lines(position, position.legal[0] if any(position.cells) else centre_cell(position))
    if not any(position.cells):
        return _write_choice(position, [centre_cell(position)], 0, 0, Deadline(limits))
    seconds = LIMIT if limits.seconds is None and limits.nodes is None else limits.seconds
    share = None if seconds is None else usable_seconds(seconds, Timer(max(LOWEST, timer.percent)))
    watch = DelayWatch(replace(limits, seconds=share), start_time=began, hard_limit=seconds)
    try:
        board = CorradoBoard(position, position.to_move, BucketOrder, watch)
    except Stopped:
        return _write_choice(position, [neighbour_cell(position)], 0, 0, watch)
    watch.last_poll = time.monotonic()  # building the board is no pause of the machine
    watch.poll()
    search = CorradoSearch(board, MENDED, watch)
    search.deepen_iteratively(report, board.empty_count)
    line, score = search.best_line
    return _write_choice(position, line or search.candidates[:1], score, search.depth, watch)


def centre_cell(position: Position) -> Cell:
    """Return the cell of the first move: (m/2, n/2), or the cell of that column where a mark lands."""
    rules = position.rules
    if rules.gravity:
        return position.legal[rules.n // 2]
    return rules.m // 2 * rules.n + rules.n // 2


def neighbour_cell(position: Position) -> Cell:
    """Return a cell next to a mark when there is no time to choose, or any cell if there is none."""
    rules, cells = position.rules, position.cells
    legal = position.legal
    near = (
        cell
        for cell in legal
        if any(cells[other] != EMPTY for other in neighbours(rules.m, rules.n, rules.torus, cell))
    )
    return next(near, legal[0])


def _write_choice(position: Position, line: list[Cell], score: int, depth: int, deadline: Deadline) -> Outcome[Choice]:
    """Build the outcome; only an immediate win counts as proved, because distant replies are not searched."""
    places = tuple(map(position.place, line))
    stats = {"nodes": deadline.node_count, "depth": depth}
    if score == MATE - 1:
        return Outcome(Status.SOLVED, Choice(places[0], places, depth, score, "win", 1), stats=stats)
    return Outcome(Status.FEASIBLE, Choice(places[0], places, depth, score), stopped=deadline.stop_reason, stats=stats)


@dataclass(frozen=True, slots=True)
class Timer:
    """The share of the limit that the next search may use, in per cent.

    It falls by 3 after a move that left at most 0.3 s. It rises by 3 after one that left at least 0.6 s, if it is below
    97. It starts at 90, less one for every full thousand cells, so it ends at 99, or at 98 on boards of 4000 cells.

    Source: section Gestione del tempo. It writes 90.0 - (M*N/1000), which is an integer division in Java. It writes
    "more than" for both bounds, but the program has "at least" and "at most". `usable_seconds` and `DelayWatch` are
    additions, because a busy machine may take the processor away for longer than the published shares leave.

    Examples
    --------
    >>> Timer.at_start(70, 70).percent, Timer.at_start(70, 70).after_move(5000).percent
    (86.0, 89.0)
    """

    percent: float

    @classmethod
    def at_start(cls, m: int, n: int) -> "Timer":
        """Return the share before the first move on an m x n board."""
        return cls(90.0 - m * n // 1000)

    def after_move(self, left_ms: float) -> "Timer":
        """Return the share after a move that left `left_ms` milliseconds of its limit."""
        if left_ms <= TIGHT_MS:
            return Timer(self.percent - STEP)
        if left_ms >= AMPLE_MS and self.percent < HIGHEST:
            return Timer(self.percent + STEP)
        return self

    def search_seconds(self, limit: float) -> float:
        """Return the seconds for the next search."""
        return limit * self.percent / 100


def usable_seconds(limit: float, timer: Timer) -> float:
    """Return the seconds that a search may plan for: the timer's share, but never the reserve.

    >>> usable_seconds(1.0, Timer(99.0)), usable_seconds(10.0, Timer(99.0)), usable_seconds(10.0, Timer(90.0))
    (0.7, 9.7, 9.0)
    """
    return min(timer.search_seconds(limit), limit - min(RESERVE * limit, MOST_RESERVE))


@dataclass(slots=True)
class DelayWatch(Deadline):
    """A deadline that measures how long the machine takes the processor away, and reserves time for such pauses.

    Parameters
    ----------
    hard_limit
        Seconds from the start that must not pass; None without a limit.

    Attributes
    ----------
    worst_delay
        The longest time between two polls of the clock.
    """

    hard_limit: float | None = None
    worst_delay: float = 0.0
    last_poll: float = field(default_factory=time.monotonic)

    def poll(self) -> bool:
        """Poll the clock and the cancel switch now."""
        current_time = time.monotonic()
        self.worst_delay = max(self.worst_delay, current_time - self.last_poll)
        self.last_poll = current_time
        if (
            not Deadline.poll(self)
            and self.hard_limit is not None
            and self.run_seconds + WORST * self.worst_delay >= self.hard_limit
        ):
            self.stop_reason = StopReason.SECONDS
        return self.stop_reason is not StopReason.DONE
