"""The engine: the Python side of the player in `kernel/engine`, and the method `engine` of the question `move`.

It searches by principal variation with a small network fitted on its own games, looks for wins by threats first, and
asks the exact solvers where the board is small or nearly full. A win or draw is called proved only where every answer
was looked at.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from passatempo.core.interface import Interface
from passatempo.core.limits import Limits, Report, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.mnk.formats.notation import write_place
from passatempo.mnk.model import Choice, require_open, without_lines
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import MOST_THREADS, EngineSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import GameValue, Position

MATE = 30000  # a win in n plies scores MATE - n
DECIDED = MATE - 1000  # scores beyond it are forced wins and losses
MOST_CELLS = 65534  # the kernel numbers cells by 16 bits
MOST_K = 29  # its lines fit into words of 64 bits
THREAT_SHARE = 1 / 150  # of the nodes, for the search of a win by threats; the root moves together get three times that
THREAT_BOUNDS = (20, 100_000)
USUAL_SPEED = 900_000  # nodes a second
MB_PER_SECOND = 128  # of memory for a search of less than a second; the table takes half
DEFAULT_NODES = 500_000  # where no limit is given: half a second or so
PROOF_SHARE = 0.45  # of the time, for the full search, and of what is left then, for the proof on small boards
GRADE_SHARE = 0.35  # of what is left then, for the values of the moves
SEARCH_SHARE = 0.2  # of what is left then, for a search among the moves that keep the value, where it is not won
TRAP_SHARE = 0.9  # of what is left then, for the mistakes that they invite
PROOF_NODES = 200_000  # of the exact solver at most: about as long
FULL_NODES = 5_000_000  # of the full search at most: a second or two; a board of 16 cells takes a quarter of them
WORTHS: dict[int, GameValue] = {1: "win", 0: "draw", -1: "loss"}
UNKNOWN = 2


class Line(NamedTuple):
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
        Plain rules, or exactly k in a row: at most 65,534 cells, k at most 29 (28).
    settings
        How it plays.
    memory_mb
        The memory limit of a run, of which the table takes half at most; None: no limit.

    Raises
    ------
    MemoryError
        If there is no room for the table.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> engine = Engine(Rules(3, 3, 3))
    >>> engine.think(bytes([1, 1, 0, 2, 2, 0, 0, 0, 0]), 1).lines[0]
    Line(score=29999, cells=(2,))
    """

    def __init__(self, rules: Rules, settings: EngineSettings = EngineSettings(), memory_mb: int | None = None) -> None:
        from passatempo.mnk.engine.weights import fitted

        weights = fitted(rules.k) if settings.weights == "fitted" else b""
        self.rules, self.settings = rules, settings
        self.traps: Traps | None = None
        if settings.consults(rules.size) and rules.plain:
            self.traps = Traps()
        table = settings.table if memory_mb is None else min(settings.table, memory_mb // 2)
        self._fresh, self._interface = False, Interface.of("mnk")
        self._kept = self._interface.keep()
        self._interface.ask("engine", kept=self._kept, rules=rules.numbers, weights=weights, megabytes=max(1, table))

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
        return self.search(cells, mark, self.settings.depth, limits)

    def search(self, cells: bytes, mark: int, depth: int, limits: Limits, among: Sequence[Cell] = ()) -> Thought:
        """Search to a given depth at most, among some moves where any are given."""
        fresh, self._fresh = self._fresh, False
        found = self._interface.ask(
            "search",
            limits,
            self._kept,
            cells=cells,
            mark=mark,
            fresh=fresh,
            threads=min(limits.threads, MOST_THREADS),
            depth=depth,
            lines=self.settings.multipv,
            threats=threat_nodes(limits),
            parts=self.settings.parts,
            among=among,
        )
        best, reached, deepest, nodes, proved = found.reply.values()
        return Thought(tuple([Line(*line) for line in best]), reached, deepest, nodes, proved, found.stop)

    def forget(self) -> None:
        """Empty the table, so that the next search is the same as the first."""
        self._fresh = True


def threat_nodes(limits: Limits) -> int:
    """Return the nodes for the search of threats that suit the limits of a move.

    >>> threat_nodes(Limits(seconds=1.0)), threat_nodes(Limits(nodes=1500)), threat_nodes(Limits())
    (6000, 20, 3333)
    """
    nodes = limits.nodes if limits.seconds is None else USUAL_SPEED * limits.seconds
    least, most = THREAT_BOUNDS
    return round(max(least, min(most, (DEFAULT_NODES if nodes is None else nodes) * THREAT_SHARE)))


def suits(rules: Rules) -> bool:
    """Tell whether the engine plays these rules on a board of this size: plain ones, or with exactly k in a row.

    >>> suits(Rules(15, 15, 5, exact=True)), suits(Rules(15, 15, 5, torus=True))
    (True, False)
    """
    known = rules.plain or rules == Rules(rules.m, rules.n, rules.k, exact=True)
    return known and rules.size <= MOST_CELLS and rules.k <= longest_line(exact=rules.exact)


def longest_line(*, exact: bool) -> int:
    """Return the greatest k that the engine plays: with `exact` it looks one cell further to either side.

    >>> longest_line(exact=False), longest_line(exact=True)
    (29, 28)
    """
    return MOST_K - exact


def value_of_score(score: int) -> tuple[GameValue, int] | None:
    """Return what a score says of a forced end and the plies to it; None where it says nothing.

    >>> value_of_score(29997), value_of_score(-29996), value_of_score(12)
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
    started = time.monotonic()  # tables and weights are made within the limit
    require_open(position)
    if position.rules.hopeless:
        legal = position.legal  # with gravity fewer than the empty cells
        return without_lines(position, legal[len(legal) // 2])
    if not suits(position.rules):
        return search_fully(position, settings, limits, started)
    try:
        engine = Engine(position.rules, settings, _memory(limits))
    except MemoryError:
        return Outcome(Status.UNKNOWN, stopped=StopReason.MEMORY)
    return choose(engine, position, limits, started)


def _memory(limits: Limits) -> int | None:
    """Return the memory of a search in MB: less under a second, in which a large table takes too long to clear.

    >>> _memory(Limits(seconds=0.05, memory_mb=2000)), _memory(Limits(nodes=1000, memory_mb=2000))
    (7, 2000)
    """
    if limits.seconds is None or limits.seconds >= 1:
        return limits.memory_mb
    most = ceil(limits.seconds * MB_PER_SECOND)
    return most if limits.memory_mb is None else min(limits.memory_mb, most)


def settled(
    position: Position, settings: EngineSettings, limits: Limits, started: float
) -> tuple[dict[Cell, Grade], list[Cell]] | None:
    """Return the best moves of a small position with their grades; None if it is not small or a limit came first."""
    from passatempo.mnk.proof import full

    if not settings.settles(position.empty, position.rules.size) or not full.suits(position):
        return None
    nodes = FULL_NODES if limits.nodes is None else min(FULL_NODES, limits.nodes)
    part = replace(rest(limits, started, PROOF_SHARE), nodes=nodes)
    graded = {cell: Grade(*grade) for cell, *grade in full.search(position, full.Wanted.BEST, part).reply["moves"]}
    return (graded, list(graded)) if graded else None


def search_fully(position: Position, settings: EngineSettings, limits: Limits, started: float) -> Outcome[Choice]:
    """Choose a move under rules that the engine does not know: among the best, if they are known."""
    from passatempo.mnk.proof import full

    best = settled(position, settings, limits, started)
    if best is None:
        nodes = DEFAULT_NODES if limits.seconds is None and limits.nodes is None else limits.nodes
        return full.play(position, settings.depth, replace(rest(limits, started, 1.0), nodes=nodes))
    graded, moves = best
    outcome = full.play(position, 1, rest(limits, started, 1.0), moves)
    if outcome.answer is None:
        return outcome
    place = outcome.answer.move
    grade = graded[place[0] * position.rules.n + place[1]]
    choice = Choice(
        place, (place,), grade.plies or position.empty, grade.value, WORTHS[grade.value], grade.plies or None
    )
    return Outcome(Status.SOLVED, choice, stats=outcome.stats)


def choose(engine: Engine, position: Position, limits: Limits, started: float | None = None) -> Outcome[Choice]:
    """Choose a move: by a full search or by proof where the position is small and it ends soon, else by search.

    The limits count from `started`, a time of the monotonic clock; None: from now.
    """
    started = time.monotonic() if started is None else started
    best, traps = settled(position, engine.settings, limits, started), engine.traps
    if limits.seconds is None and limits.nodes is None:
        limits = replace(limits, nodes=DEFAULT_NODES)
    if best is not None:
        return resist(engine, traps, position, best, limits, started)
    known = None if traps is None else traps.value(position, proof_limits(limits, started, PROOF_SHARE))
    if traps is not None and known is not None:
        graded = traps.grades(position, known.value, proof_limits(limits, started, GRADE_SHARE))
        if graded[1]:
            return resist(engine, traps, position, graded, limits, started)
    thought = engine.think(position.cells, position.to_move, rest(limits, started, 1.0))
    return outcome_of(position, thought, engine.settings)


def resist(
    engine: Engine,
    traps: Traps | None,
    position: Position,
    known: tuple[dict[Cell, Grade], list[Cell]],
    limits: Limits,
    started: float,
) -> Outcome[Choice]:
    """Choose among the moves that are proved to keep the value: a win as short as can be, else the best trap."""
    graded, moves = known
    value = graded[moves[0]].value
    left = rest(limits, started, SEARCH_SHARE if value < 1 else 1.0)
    thought = engine.search(position.cells, position.to_move, engine.settings.depth, left, moves)
    wanted = cell = thought.lines[0].cells[0]
    if traps is not None and value < 1 and len(moves) > 1:
        order = [wanted, *(other for other in moves if other != wanted)]
        cell = traps.best(position, order, rest(limits, started, TRAP_SHARE))
    return proved(position, thought, graded[cell], thought.lines[0].cells if cell == wanted else (cell,))


def rest(limits: Limits, started: float, share: float) -> Limits:
    """Return a share of what is left of the limits of a question asked at `started`."""
    if limits.seconds is None:
        return limits
    return replace(limits, seconds=max(0.001, share * (limits.seconds - (time.monotonic() - started))))


def proof_limits(limits: Limits, started: float, share: float) -> Limits:
    """Return a share of what is left, and bound the nodes of a proof."""
    nodes = PROOF_NODES if limits.nodes is None else min(PROOF_NODES, limits.nodes)
    return replace(rest(limits, started, share), nodes=nodes)


def proved(position: Position, thought: Thought, grade: Grade, line: Sequence[Cell]) -> Outcome[Choice]:
    """Write a move whose value is proved as an outcome."""
    places = tuple(position.place(cell) for cell in line)
    choice = Choice(places[0], places, thought.depth, grade.value, WORTHS[grade.value], grade.plies or None)
    stats: dict[str, int | float] = {"nodes": thought.nodes, "depth": thought.depth, "deepest": thought.deepest}
    return Outcome(Status.SOLVED, choice, stats=stats)


def outcome_of(position: Position, thought: Thought, settings: EngineSettings) -> Outcome[Choice]:
    """Write what a search found as an outcome."""
    best = thought.lines[0]
    end = value_of_score(best.score)
    proven = end if thought.proved else None
    line = tuple(position.place(cell) for cell in best.cells)
    choice = Choice(
        line[0], line, thought.depth, best.score, proven[0] if proven else None, proven[1] if proven else None
    )
    stats: dict[str, int | float] = {"nodes": thought.nodes, "depth": thought.depth, "deepest": thought.deepest}
    if settings.multipv > 1:
        stats |= {write_place(position.place(line.cells[0])): line.score for line in thought.lines}
    return Outcome(Status.SOLVED if proven else Status.FEASIBLE, choice, stopped=thought.stopped, stats=stats)


class Grade(NamedTuple):
    """The value of a move, 1, 0 or -1, and the plies to its end where that is near, else 0."""

    value: int
    plies: int


class Traps:
    r"""Exact values of the positions of one board of plain rules and at most 64 cells, and what their moves invite.

    Moves that keep a draw are not alike against a player who errs, nor are the moves of a lost position. The kernel
    (`kernel/traps`) weighs them by an expectation over several moves of ours and the answers to be expected. The
    opponent is taken to see a forced end the likelier the nearer it is, and else to choose by the lines through a cell,
    of both sides, the more marks they have the more, and by the marks next to it; but half of the time he answers best.
    The tables are kept over a game.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.mnk.text import read
    >>> position = read("k: 3\n. . O\n. . X\nX O .")
    >>> traps = Traps()
    >>> traps.value(position, Limits()), traps.grades(position, 1, Limits())[1]
    (Grade(value=1, plies=3), [3])
    """

    def __init__(self) -> None:
        self._kept = Interface.of("mnk").keep()

    def ask(self, question: str, position: Position, limits: Limits, **more: Any) -> dict[str, Any]:
        """Ask the kernel about a position."""
        said = position.rules.numbers, position.cells
        return Interface.of("mnk").ask(question, limits, self._kept, position=said, **more).reply

    def value(self, position: Position, limits: Limits) -> Grade | None:
        """Return the value for the side to move; None where a limit came first."""
        known = self.ask("known", position, limits, fresh=False)
        return None if known["value"] == UNKNOWN else Grade(known["value"], known["plies"])

    def grades(self, position: Position, value: int, limits: Limits) -> tuple[dict[Cell, Grade], list[Cell]]:
        """Return the moves whose value is found within limits, and those that keep the value of the position.

        Of won moves the shortest are kept, of lost ones the longest first; plies of ends further than four moves away
        are not told. Lost moves whose end everybody sees are left out where there are others.
        """
        found = self.ask("grades", position, limits, value=value)
        return {cell: Grade(*grade) for cell, *grade in found["moves"]}, list(found["keeping"])

    def best(self, position: Position, moves: Sequence[Cell], limits: Limits) -> Cell:
        """Return the move of which most may be hoped among some that keep the value, the likeliest first."""
        found: Cell = self.ask("trap", position, limits, moves=moves)["cell"]
        return found
