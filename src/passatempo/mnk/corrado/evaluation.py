"""The published evaluation of a position, f = A - B, from its runs.

A run is a maximal block of marks of one side on a line. A single mark is a run in each of four directions. A run is
open, half-open or closed if 2, 1 or 0 of the cells next to its ends are free. With p[i, 1] half-open and p[i, 2] open
runs of length i, and p[k] runs of k or more marks,

    A = sum for i = 1 .. k - 3 of ((2i - 1) p[i, 1] + 2i p[i, 2])
        + p[k-2, 1] + 100 p[k-2, 2] + 80 p[k-1, 1] + 250 p[k-1, 2] + 1000000 p[k]

and B is the same sum over the opponent's runs, with 1300, 2000 and 5020 in place of 100, 80 and 250. A closed run
shorter than k counts 0, and runs do not extend over gaps.

Source: "Corrado il Conquistatore", report of the MNK project 2021-2022, section Valutazione. It does not specify the
first coefficients (a_1, a_2, ...). The authors' program has a_j = j, but 1 for the half-open run of k - 2.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Question
from passatempo.mnk.lines import BoardLine, Window, board_lines
from passatempo.mnk.model import Evaluation, Position
from passatempo.mnk.rules import EMPTY, MARKS, Mark, O, X

SLICE = 5000  # cells between two polls of the clock, a millisecond or two
BLOCKS = 1000  # the same for the runs of one line
KINDS = ("closed", "half", "open")  # by the number of free ends
WIN = 1_000_000
OWN, OTHER = (100, 80, 250), (1300, 2000, 5020)  # open k - 2, half-open k - 1, open k - 1


@dataclass(frozen=True, slots=True)
class Run:
    """A run: its cells in order, and the number of its free ends."""

    cells: Window
    free_ends: int

    @property
    def kind(self) -> str:
        """``closed``, ``half`` or ``open``."""
        return KINDS[self.free_ends]


def run_weight(length: int, free: int, k: int, *, own: bool) -> int:
    """Return the weight of a run in A, or in B unless `own`.

    >>> [run_weight(3, free, 5, own=True) for free in (0, 1, 2)], run_weight(4, 1, 5, own=False)
    ([0, 1, 100], 2000)
    """
    near_open, half_weight, open_weight = OWN if own else OTHER
    if length >= k:
        return WIN
    if free == 0:
        return 0
    if length == k - 1:
        return half_weight if free == 1 else open_weight
    if length == k - 2:
        return 1 if free == 1 else near_open
    return 2 * length - 2 + free


def runs_of(position: Position, mark: Mark, deadline: Deadline | None = None) -> list[Run]:
    r"""Return every run of one side, direction by direction.

    Raises
    ------
    Stopped
        If the deadline comes first.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> [(run.cells, run.kind) for run in runs_of(read("k: 3\nX O ."), X)]
    [((0,), 'closed'), ((0,), 'closed'), ((0,), 'closed'), ((0,), 'closed')]
    """
    side_runs: list[Run] = []
    cell_count = 0
    for line in board_lines(position.rules.m, position.rules.n, position.rules.torus):
        cell_count += len(line.cells)
        if deadline is not None and cell_count > SLICE:
            cell_count = 0
            deadline.check()
        marks = bytes(map(position.cells.__getitem__, line.cells))
        if mark in marks:
            blocks = poll_stream(runs(marks, mark, around=line.is_circle), deadline, BLOCKS)
            side_runs += [_make_run(line, marks, block) for block in blocks]
    return side_runs


def runs(marks: bytes, mark: Mark, *, around: bool = False) -> list[range]:
    """Return the maximal blocks of a mark in a line, as ranges of places; around a circle they may pass its length.

    >>> runs(bytes([1, 1, 0, 1]), 1), runs(bytes([1, 1, 0, 1]), 1, around=True)
    ([range(0, 2), range(3, 4)], [range(3, 6)])
    """
    found = [range(*block.span()) for block in re.finditer(bytes([mark]) + b"+", marks)]
    if around and len(found) > 1 and found[0].start == 0 and found[-1].stop == len(marks):
        first = found.pop(0)
        found[-1] = range(found[-1].start, len(marks) + len(first))
    return found


def _make_run(line: BoardLine, marks: bytes, block: range) -> Run:
    """Build the run at a range of places of a line."""
    length = len(marks)
    cells = tuple(line.cells[place % length] for place in block)
    outside = [block.start - 1, block.stop]
    if line.is_circle:  # a free cell at both ends of a run around a torus counts for both
        outside = [place % length for place in outside] if len(block) < length else []
    return Run(cells, sum(0 <= place < length and marks[place] == EMPTY for place in outside))


def count_runs(side_runs: Iterable[Run]) -> dict[tuple[int, str], int]:
    """Count runs by length and kind, shorter ones first."""
    counts: dict[tuple[int, str], int] = {}
    for run in side_runs:
        key = len(run.cells), run.kind
        counts[key] = counts.get(key, 0) + 1
    return dict(sorted(counts.items()))


def evaluation_of(position: Position, me: Mark, deadline: Deadline | None = None) -> Evaluation:
    r"""Evaluate a position from the view of one side.

    Raises
    ------
    Stopped
        If the deadline comes first.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> evaluation_of(read("k: 3\nX . .\n. O .\n. . ."), X).f
    -3899
    """
    k = position.rules.k
    sums, run_tables = [], []
    for mark in (me, O if me == X else X):
        counts = count_runs(runs_of(position, mark, deadline))
        sums.append(sum(n * run_weight(i, KINDS.index(kind), k, own=mark == me) for (i, kind), n in counts.items()))
        run_tables.append((MARKS[mark], tuple((length, kind, count) for (length, kind), count in counts.items())))
    return Evaluation("X" if me == X else "O", sums[0], sums[1], tuple(run_tables))


def evaluate(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Evaluation]:
    r"""Evaluate a position, open or finished, term by term.

    Parameters
    ----------
    question
        A position with an `EvaluateAsk`; its rules are plain, `gravity` or `torus`.

    Raises
    ------
    UsageError
        If an option of the rules changes how runs count.

    Notes
    -----
    Linear in the cells. The formula is meant for k >= 3. For smaller k its terms are applied unchanged, as in the
    published program (a run of 0 marks never occurs), but f is then meaningless.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.mnk.model import EvaluateAsk
    >>> from passatempo.mnk.text import read
    >>> evaluate(Question(read("k: 2\nX . .\n. . .\n. . O"), EvaluateAsk("X"))).answer.f
    -5760
    """
    position: Position = question.instance
    for option in ("exact", "misere", "maker_breaker"):
        if getattr(position.rules, option):
            raise UsageError(f"the published evaluation does not support the option {option}")
    me = MARKS.index(question.ask.me) if question.ask.me else position.to_move
    deadline = Deadline(limits)
    try:
        return Outcome(Status.SOLVED, evaluation_of(position, me, deadline))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
