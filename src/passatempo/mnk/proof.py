"""Exact values by proof: who wins, how soon, what every move is worth.

The kernel knows lines only: each side's lines without a mark of the other, as sets of empty cells. Two questions give the
value of a position: can the side to move force a win, and can the opponent? The weak (Maker-Breaker) game is asked first:
who holds it without lines of his own holds the game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.core.progress import Report, silent
from passatempo.mnk import _kernel
from passatempo.mnk.lines import windows
from passatempo.mnk.model import EMPTY, Choice, O, Value, X, require_open

if TYPE_CHECKING:
    from passatempo.core.pastime import Question
    from passatempo.mnk.model import Cell, Mark, Place, Position, Rules, ValueAsk, Worth

GLANCE = 4000  # nodes of a look for a short win: some milliseconds
RESIST = 20_000  # nodes for the longest resistance of a lost position, where only a move is asked
MEMORY_MB = 512  # of the tables, which begin small
MOST_CELLS = 10_000  # beyond, even the lines of a board take longer to write than short questions may
WORTH: dict[int, Worth] = {1: "win", 0: "draw", -1: "loss"}
UNKNOWN = 2


@dataclass(frozen=True, slots=True)
class Live:
    """The lines still open to the side to move and to the opponent, as their empty cells."""

    own: list[list[Cell]]
    other: list[list[Cell]]


def live_lines(position: Position) -> Live:
    """Return the lines that each side can still complete.

    >>> from passatempo.mnk.text import read
    >>> live_lines(read("k: 3\\n. . O\\n. . X\\nX O ."))
    Live(own=[[3, 4], [0, 3], [0, 4, 8]], other=[[0, 1], [1, 4]])
    """
    rules, cells, mover = position.rules, position.cells, position.to_move
    open_to: dict[Mark, list[list[Cell]]] = {X: [], O: []}
    for window in windows(rules.m, rules.n, rules.k, rules.torus):
        marks = {cells[cell] for cell in window}
        empty = [cell for cell in window if cells[cell] == EMPTY]
        if O not in marks:
            open_to[X].append(empty)
        if X not in marks and not rules.maker_breaker:
            open_to[O].append(empty)
    return Live(open_to[mover], open_to[O if mover == X else X])


@lru_cache(maxsize=32)
def symmetries(m: int, n: int) -> list[list[Cell]]:
    """Return the turns and reflections of a board but the identity: for every cell its image.

    >>> len(symmetries(3, 3)), symmetries(1, 3)
    (7, [[0, 1, 2], [2, 1, 0], [2, 1, 0]])
    """
    flips = [(up, left, turned) for turned in (False, True)[: 1 + (m == n)] for up in (0, 1) for left in (0, 1)]

    def image(cell: Cell, up: int, left: int, turned: bool) -> Cell:
        row, column = divmod(cell, n)
        row, column = m - 1 - row if up else row, n - 1 - column if left else column
        return column * n + row if turned else row * n + column

    return [[image(cell, *flip) for cell in range(m * n)] for flip in flips[1:]]


def require_lines(rules: Rules) -> None:
    """Refuse rules under which a mark can hurt its owner, or a line does not end the game.

    Raises
    ------
    UsageError
        Naming the option.
    """
    for option in ("exact", "misere", "gravity"):
        if getattr(rules, option):
            raise UsageError(f"method 'proof' does not take the option {option}: use 'reference', for small boards")


class Prover:
    """The kernel's questions about one position, within limits that they share."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.position, self.limits = position, limits
        self.deadline = Deadline(limits)
        self.rules = position.rules
        self.memory = MEMORY_MB if limits.memory_mb is None else limits.memory_mb
        self.live = live_lines(position) if self.rules.size <= MOST_CELLS else Live([], [])
        self.images = symmetries(self.rules.m, self.rules.n) if self.rules.size <= MOST_CELLS else []
        self.stopped = StopReason.DONE if self.rules.size <= MOST_CELLS else StopReason.MEMORY
        self.probes = 0

    @property
    def stats(self) -> dict[str, int | float]:
        """The nodes spent."""
        return {"nodes": self.deadline.nodes, "probes": self.probes}

    def left(self, nodes: int | None = None) -> tuple[float, int, bytearray | memoryview | None]:
        """Return what may still be spent, by a question that gets so many nodes at most."""
        rest = None if self.limits.nodes is None else max(0, self.limits.nodes - self.deadline.nodes)
        most = min((count for count in (rest, nodes) if count is not None), default=None)
        return replace(self.limits, seconds=self.deadline.left, nodes=most).kernel

    def spent(self, stop: int, nodes: int, *, whole: bool = True) -> None:
        """Note what a question has spent, and whether a limit ended it that holds for all."""
        self.deadline.nodes += nodes
        if whole or STOPS[stop] is not StopReason.NODES:
            self.stopped = STOPS[stop]

    def glance(self) -> tuple[int, list[Cell]]:
        """Look for a short win: the moves it takes and the first moves, or 0."""
        stop, nodes, moves, cells = _kernel.shortest(
            self.rules.size, self.live.own, self.live.other, 4, self.memory, *self.left(GLANCE)
        )
        self.spent(stop, nodes, whole=False)
        return moves, cells

    def shortest(self) -> tuple[int, list[Cell]]:
        """Find the shortest win of a won position: the moves it takes and the first moves, or 0 at a limit."""
        most = (self.position.empty + 1) // 2
        stop, nodes, moves, cells = _kernel.shortest(
            self.rules.size, self.live.own, self.live.other, most, self.memory, *self.left()
        )
        self.spent(stop, nodes)
        return moves, cells

    def decide(self) -> tuple[int, Cell]:
        """Find the value and a move that keeps it."""
        alike = not any(self.position.cells) and not self.rules.maker_breaker
        stop, nodes, probes, value, cell = _kernel.decide(
            self.rules.size, self.live.own, self.live.other, self.images, alike, self.memory, *self.left()
        )
        self.spent(stop, nodes)
        self.probes += probes
        return value, self.cell(cell) if value != UNKNOWN else cell

    def grade(self, nodes: int | None = None) -> dict[Cell, tuple[int, int]]:
        """Return value and plies of every legal move."""
        stop, spent, graded = _kernel.grade(
            self.rules.size, self.live.own, self.live.other, self.images, True, self.memory, *self.left(nodes)
        )
        self.spent(stop, spent, whole=nodes is None)
        table = {cell: (value, plies) for cell, value, plies in graded}
        return {cell: table.get(cell, table[-1]) for cell in self.position.legal} if table else {}

    def cell(self, cell: Cell) -> Cell:
        """Return the cell itself, or for -1 the first that is in no live line; where there is none, the first."""
        if cell >= 0:
            return cell
        used = {cell for line in (*self.live.own, *self.live.other) for cell in line}
        legal = self.position.legal
        return next((cell for cell in legal if cell not in used), legal[0])

    def places(self, cells: list[Cell]) -> tuple[Place, ...]:
        """Return rows and columns of cells, in reading order."""
        return tuple(self.position.place(cell) for cell in sorted(cells))

    def told(self, value: int, plies: int) -> tuple[Worth, int | None]:
        """Write a value of the kernel; where a full board is O's win, no draw is left."""
        if value == 0 and self.rules.maker_breaker:
            return "loss" if self.position.to_move == X else "win", self.position.empty
        return WORTH[value], plies or None


def value(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Value]:
    r"""Find the exact value of a position; where asked, also the plies to the end and what every move is worth.

    Parameters
    ----------
    question
        An open position with a `ValueAsk`. Rules: the plain ones, `torus`, `maker_breaker`.
    limits
        `nodes` counts states expanded; `memory_mb` bounds the tables.

    Returns
    -------
    Outcome
        `value` is 1 for a win of the side to move, 0 for a draw, -1 for a loss. `FEASIBLE` where the value is proved, but a
        limit came before the plies or the table that were asked for.

    Raises
    ------
    InvalidInstance
        If the game is over.
    UsageError
        If the rules are not of those taken.

    Notes
    -----
    Exponential; (8, 8, 4), (7, 6, 5) take tenths of a second, (7, 7, 5) and (8, 4, 4) seconds. Sources: weak proof
    numbers, Ueda et al. 2008; df-pn, Nagai 2002; potentials, Erdos and Selfridge 1973; zones after Hsu et al. 2019.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.mnk.model import ValueAsk
    >>> from passatempo.mnk.text import read
    >>> value(Question(read("k: 3\n. . O\n. . X\nX O ."), ValueAsk())).answer
    Value(value='win', plies=3, best_moves=((1, 0),), moves=())
    """
    position: Position = question.instance
    ask: ValueAsk = question.ask
    require_open(position)
    require_lines(position.rules)
    prover = Prover(position, limits)
    if ask.all_moves:
        return _table(prover)
    moves, cells = prover.glance()
    if moves:
        return _solved(prover, 1, 2 * moves - 1, cells if ask.shortest else sorted(cells)[:1])
    found, cell = prover.decide() if prover.stopped is StopReason.DONE else (UNKNOWN, -1)
    if found == UNKNOWN:
        return Outcome(Status.UNKNOWN, stopped=_why(prover), stats=prover.stats)
    if not ask.shortest:
        return _solved(prover, found, 0, [cell])
    if found < 1:
        return _longest(prover, found, cell)
    moves, cells = prover.shortest()
    return _solved(prover, 1, 2 * moves - 1, cells) if moves else _partly(prover, 1, cell)


def _why(prover: Prover) -> StopReason:
    """Return why a question was left open: a table that was too small is a lack of memory."""
    return StopReason.MEMORY if prover.stopped is StopReason.DONE else prover.stopped


def _solved(prover: Prover, found: int, plies: int, cells: list[Cell]) -> Outcome[Value]:
    worth, length = prover.told(found, plies)
    answer = Value(worth, length, prover.places(cells))
    return Outcome(Status.SOLVED, answer, _number(worth), stats=prover.stats)


def _partly(prover: Prover, found: int, cell: Cell) -> Outcome[Value]:
    """Answer with the value alone, where a limit came before the rest."""
    worth, length = prover.told(found, 0)
    answer = Value(worth, length, prover.places([cell]))
    return Outcome(Status.FEASIBLE, answer, _number(worth), stopped=_why(prover), stats=prover.stats)


def _number(worth: Worth) -> int:
    return {"win": 1, "draw": 0, "loss": -1}[worth]


def _graded(prover: Prover, nodes: int | None = None) -> list[tuple[Cell, Worth, int | None]] | None:
    """Return every move with its value and plies; None where a limit came first."""
    graded = prover.grade(nodes)
    if not graded or any(found == UNKNOWN or (found != 0 and not plies) for found, plies in graded.values()):
        return None
    return [(cell, *prover.told(found, plies)) for cell, (found, plies) in graded.items()]


def _best(graded: list[tuple[Cell, Worth, int | None]]) -> tuple[Worth, int | None, list[Cell]]:
    """Return the value of a table of moves, its plies, and the moves that reach both."""
    worth = max((worth for _, worth, _ in graded), key=_number)
    lengths = [plies or 0 for _, other, plies in graded if other == worth]
    plies = max(lengths) if worth == "loss" else min(lengths)
    cells = [cell for cell, other, length in graded if other == worth and (length or 0) == plies]
    return worth, plies or None, cells


def _longest(prover: Prover, found: int, cell: Cell) -> Outcome[Value]:
    """Add to a draw every move that keeps it, to a loss its length and every move that resists longest."""
    graded = _graded(prover)
    if graded is None:
        return _partly(prover, found, cell)
    worth, plies, cells = _best(graded)
    answer = Value(worth, plies, prover.places(cells))
    return Outcome(Status.SOLVED, answer, _number(worth), stats=prover.stats)


def _table(prover: Prover) -> Outcome[Value]:
    """Answer with what every move is worth."""
    graded = _graded(prover) if prover.stopped is StopReason.DONE else None
    if graded is None:
        return Outcome(Status.UNKNOWN, stopped=_why(prover), stats=prover.stats)
    worth, plies, cells = _best(graded)
    moves = tuple((prover.position.place(cell), other, length) for cell, other, length in graded)
    answer = Value(worth, plies, prover.places(cells), moves)
    return Outcome(Status.SOLVED, answer, _number(worth), stats=prover.stats)


def move(position: Position, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Choice]:
    r"""Find a move that keeps the value of a position, and prove it.

    A short win is played as short as it is; in a lost position the move that resists longest, where that is found soon.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> move(read("k: 3\n. . O\n. . X\nX O .")).answer
    Choice(move=(1, 0), line=((1, 0),), depth=3, score=1, proven='win', plies=3)
    """
    require_open(position)
    require_lines(position.rules)
    prover = Prover(position, limits)
    moves, cells = prover.glance()
    if moves:
        return _chosen(prover, min(cells), "win", 2 * moves - 1)
    found, cell = prover.decide() if prover.stopped is StopReason.DONE else (UNKNOWN, -1)
    if found == UNKNOWN:
        return Outcome(Status.UNKNOWN, stopped=_why(prover), stats=prover.stats)
    graded = _graded(prover, RESIST) if found < 0 else None
    if graded is not None:
        worth, plies, best = _best(graded)
        return _chosen(prover, best[0], worth, plies)
    worth, plies = prover.told(found, 0)
    return _chosen(prover, cell, worth, plies)


def _chosen(prover: Prover, cell: Cell, worth: Worth, plies: int | None) -> Outcome[Choice]:
    place = prover.position.place(cell)
    choice = Choice(place, (place,), plies or 0, _number(worth), worth, plies)
    return Outcome(Status.SOLVED, choice, stats=prover.stats)
