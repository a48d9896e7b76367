"""The engine: the Python side of the player in `kernel/engine`, and the method `engine` of the question `move`.

It searches by principal variation with weights fitted on its own games, looks for wins by threats first, and asks the
exact solver where the board is small. A win or draw is called proved only where every answer was looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from passatempo.core.limits import NO_NODES, NO_SECONDS, Limits
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.core.progress import Report, silent
from passatempo.mnk.model import Choice, Position, require_open
from passatempo.mnk.settings import EngineSettings
from passatempo.mnk.text import write_place

if TYPE_CHECKING:
    from passatempo.mnk._kernel import Engine as Kernel
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import Rules, Worth

MATE = 30000  # a win in n plies scores MATE - n
DECIDED = MATE - 1000  # scores beyond it are forced wins and losses
MOST_CELLS = 65534  # the kernel numbers cells by 16 bits
MOST_K = 29  # its lines fit into words of 64 bits
DEFAULT_NODES = 500_000  # where no limit is given: half a second or so


@dataclass(frozen=True, slots=True)
class Line:
    """A move with its score for the side to move and the play that is expected, the move first."""

    score: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found.

    Parameters
    ----------
    lines
        The best moves, the best first.
    depth, deepest
        Plies of the last finished iteration, and of the longest line looked at.
    nodes
        Positions looked at by all threads.
    proved
        Whether the first line's win (or loss) was proved.
    stopped
        Why the search ended.
    """

    lines: tuple[Line, ...]
    depth: int
    deepest: int
    nodes: int
    proved: bool
    stopped: StopReason


class Engine:
    """A player of one board, who remembers what he has seen from move to move.

    Parameters
    ----------
    rules
        Plain rules: at most 65,534 cells, k at most 29.
    settings
        How it plays.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> engine = Engine(Rules(3, 3, 3))
    >>> engine.think(bytes([1, 1, 0, 2, 2, 0, 0, 0, 0]), 1).lines[0]
    Line(score=29999, cells=(2,))
    """

    def __init__(self, rules: Rules, settings: EngineSettings = EngineSettings()) -> None:
        from passatempo.mnk._kernel import Engine as Kernel
        from passatempo.mnk.weights import fitted

        weights = fitted(rules.k) if settings.weights == "fitted" else None
        self.rules, self.settings = rules, settings
        self._kernel: Kernel = Kernel(rules.m, rules.n, rules.k, weights, max(1, settings.table))

    def think(self, cells: bytes, mark: int, limits: Limits = Limits(nodes=DEFAULT_NODES)) -> Thought:
        """Search a position in which nobody has won and a cell is free.

        Parameters
        ----------
        cells
            The marks in reading order.
        mark
            Who is to move, 1 or 2.
        limits
            Seconds, nodes and threads. With one thread and a limit of nodes alone the result is always the same.
        """
        seconds, nodes, cancel = limits.kernel
        settings = self.settings
        stop, spent, depth, deepest, proved, lines = self._kernel.think(
            cells, mark, limits.threads, settings.depth, settings.multipv, 20_000, settings.parts, seconds, nodes, cancel
        )
        found = tuple(Line(score, tuple(line)) for score, line in lines)
        return Thought(found, depth, deepest, spent, proved, STOPS[stop])

    def forget(self) -> None:
        """Empty the table, so that the next search is the same as the first."""
        self._kernel.forget()


def suits(rules: Rules) -> bool:
    """Tell whether the engine plays these rules on a board of this size."""
    return rules.plain and rules.size <= MOST_CELLS and rules.k <= MOST_K


def worth_of(score: int) -> tuple[Worth, int] | None:
    """Return what a score says of a forced end and the plies to it; None where it says nothing.

    >>> worth_of(29997), worth_of(-29996), worth_of(12)
    (('win', 3), ('loss', 4), None)
    """
    if score > DECIDED:
        return "win", MATE - score
    if score < -DECIDED:
        return "loss", MATE + score
    return None


def move(
    position: Position,
    /,
    limits: Limits = Limits(),
    report: Report = silent,
    settings: EngineSettings = EngineSettings(),
) -> Outcome[Choice]:
    r"""Find a good move.

    Parameters
    ----------
    position
        An open position.
    limits
        Without seconds and nodes it searches 500,000 nodes. `threads` search one tree.
    settings
        How well to play.

    Returns
    -------
    Outcome
        `SOLVED` where the value of the position was proved, else `FEASIBLE`; with `multipv` the moves' scores are in
        `stats`.

    Raises
    ------
    InvalidInstance
        If the game is over.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> choice = move(read("k: 4\n. . . . . .\n. . X X . .\n. . O . . .\n. . O . . .\n. . . . . .\n")).answer
    >>> choice.proven, choice.plies, choice.line[0] == choice.move
    ('win', 3, True)
    """
    require_open(position)
    if limits.seconds is None and limits.nodes is None:
        limits = Limits(nodes=DEFAULT_NODES, threads=limits.threads, seed=limits.seed, cancel=limits.cancel)
    thought = Engine(position.rules, settings).think(position.cells, position.to_move, limits)
    return told(position, thought, settings)


def told(position: Position, thought: Thought, settings: EngineSettings) -> Outcome[Choice]:
    """Write what a search found as an outcome."""
    best = thought.lines[0]
    end = worth_of(best.score)
    proven = end if thought.proved else None
    line = tuple(position.place(cell) for cell in best.cells)
    choice = Choice(line[0], line, thought.depth, best.score, proven[0] if proven else None, proven[1] if proven else None)
    stats: dict[str, int | float] = {"nodes": thought.nodes, "depth": thought.depth, "deepest": thought.deepest}
    if settings.multipv > 1:
        stats |= {write_place(position.place(line.cells[0])): line.score for line in thought.lines}
    return Outcome(Status.SOLVED if proven else Status.FEASIBLE, choice, stopped=thought.stopped, stats=stats)
