"""The engine: the Python side of the player in `kernel/engine`, and the method `engine` of the question `move`.

It uses principal variation search with a small network fitted on its own games. It first looks for wins by threats,
and queries the exact solvers if the board is small or nearly full. A win or draw counts as proved only if every reply
was searched.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, NamedTuple

from passatempo.core.interface import Interface
from passatempo.core.limits import Limits, Report, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.mnk.formats.notation import write_place
from passatempo.mnk.lines import Cell
from passatempo.mnk.model import GAME_VALUES, Choice, GameValue, Position, require_open, without_lines
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import MOST_THREADS, EngineSettings

MATE = 30000  # a win in n plies scores MATE - n
DECIDED = MATE - 1000  # scores beyond it are forced wins and losses
MOST_CELLS = 65534  # the kernel numbers cells by 16 bits
MOST_K = 29  # its lines fit into words of 64 bits
THREAT_SHARE = 1 / 150  # of the nodes, for the threat search; the root moves together get three times that
THREAT_BOUNDS = (20, 100_000)
USUAL_SPEED = 900_000  # nodes a second
MB_PER_SECOND = 128  # of memory for a search of less than a second; the table takes half
DEFAULT_NODES = 500_000  # without a limit: half a second or so
PROOF_SHARE = 0.45  # of the time for the full search, and of the rest for the proof on small boards
GRADE_SHARE = 0.35  # of the rest, for the values of the moves
SEARCH_SHARE = 0.2  # of the rest, for a search among the moves that keep the value, unless it is a win
TRAP_SHARE = 0.9  # of the rest, for the mistakes that these moves invite
PROOF_NODES = 200_000  # maximum for the exact solver, about as long
FULL_NODES = 5_000_000  # maximum for the full search, a second or two; a board of 16 cells takes a quarter of them
UNKNOWN = 2


class Line(NamedTuple):
    """A move with its score for the side to move and the expected play, the move first."""

    score: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class SearchReport:
    """The result of a search.

    Parameters
    ----------
    lines
        The best moves in descending order.
    depth, deepest_ply
        Plies of the last finished iteration, and of the longest line searched.
    node_count
        Positions searched by all threads.
    is_proof
        Whether the first line's win (or loss) was proved.
    stop_reason
        The reason why the search ended.
    """

    lines: tuple[Line, ...]
    depth: int
    deepest_ply: int
    node_count: int
    is_proof: bool
    stop_reason: StopReason


class Engine:
    """A player on one board that keeps its transposition table from move to move.

    Parameters
    ----------
    rules
        Plain rules, or exactly k in a row; at most 65,534 cells, k at most 29 (28 with `exact`).
    settings
        The settings of the engine.
    memory_mb
        The memory limit of a run, of which the table takes at most half; None for no limit.

    Raises
    ------
    MemoryError
        If there is no memory for the table.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> engine = Engine(Rules(3, 3, 3))
    >>> engine.search_to_level(bytes([1, 1, 0, 2, 2, 0, 0, 0, 0]), 1).lines[0]
    Line(score=29999, cells=(2,))
    """

    def __init__(self, rules: Rules, settings: EngineSettings = EngineSettings(), memory_mb: int | None = None) -> None:
        from passatempo.mnk.engine.weights import load_weights

        weights = load_weights(rules.k) if settings.weights == "fitted" else b""
        self.rules, self.settings = rules, settings
        self.trap_oracle: TrapOracle | None = None
        if settings.consults(rules.size) and rules.plain:
            self.trap_oracle = TrapOracle()
        table = settings.table if memory_mb is None else min(settings.table, memory_mb // 2)
        self._is_fresh, self._interface = False, Interface.of("mnk")
        self._kernel_handle = self._interface.keep()
        self._interface.ask(
            "engine", kernel_state=self._kernel_handle, rules=rules.numbers, weights=weights, megabytes=max(1, table)
        )

    def search_to_level(self, cells: bytes, mark: int, limits: Limits = Limits(nodes=DEFAULT_NODES)) -> SearchReport:
        """Search a position in which nobody has won and a cell is free.

        Parameters
        ----------
        cells
            The marks in reading order.
        mark
            The side to move, 1 or 2.
        limits
            Seconds, nodes and threads. With one thread and only a limit of nodes the result is always the same.
        """
        return self.search_to_depth(cells, mark, self.settings.depth, limits)

    def search_to_depth(
        self, cells: bytes, mark: int, depth: int, limits: Limits, candidate_cells: Sequence[Cell] = ()
    ) -> SearchReport:
        """Search to a given depth at most, among the candidate cells if there are any."""
        fresh, self._is_fresh = self._is_fresh, False
        interface_answer = self._interface.ask(
            "search",
            limits,
            self._kernel_handle,
            cells=cells,
            mark=mark,
            fresh=fresh,
            threads=min(limits.threads, MOST_THREADS),
            depth=depth,
            lines=self.settings.multipv,
            threats=threat_nodes(limits),
            parts=self.settings.parts,
            among=candidate_cells,
        )
        best, search_depth, deepest, nodes, proved = interface_answer.reply.values()
        return SearchReport(
            tuple([Line(*line) for line in best]), search_depth, deepest, nodes, proved, interface_answer.stop
        )

    def clear_table(self) -> None:
        """Clear the transposition table, so that the next search repeats the first."""
        self._is_fresh = True


def threat_nodes(limits: Limits) -> int:
    """Return the nodes for the threat search that suit the limits of a move.

    >>> threat_nodes(Limits(seconds=1.0)), threat_nodes(Limits(nodes=1500)), threat_nodes(Limits())
    (6000, 20, 3333)
    """
    nodes = limits.nodes if limits.seconds is None else USUAL_SPEED * limits.seconds
    lower_bound, upper_bound = THREAT_BOUNDS
    return round(max(lower_bound, min(upper_bound, (DEFAULT_NODES if nodes is None else nodes) * THREAT_SHARE)))


def suits_engine(rules: Rules) -> bool:
    """Return whether the engine plays these rules (plain, or exactly k in a row) on a board of this size.

    >>> suits_engine(Rules(15, 15, 5, exact=True)), suits_engine(Rules(15, 15, 5, torus=True))
    (True, False)
    """
    is_plain = rules.plain or rules == Rules(rules.m, rules.n, rules.k, exact=True)
    return is_plain and rules.size <= MOST_CELLS and rules.k <= longest_line(exact=rules.exact)


def longest_line(*, exact: bool) -> int:
    """Return the greatest k that the engine plays; with `exact` it examines one cell further to either side.

    >>> longest_line(exact=False), longest_line(exact=True)
    (29, 28)
    """
    return MOST_K - exact


def value_of_score(score: int) -> tuple[GameValue, int] | None:
    """Return the forced end that a score stands for, with the plies to it, or None.

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
        Without seconds and nodes it searches 500,000 nodes. All `threads` search one tree.
    settings
        How well to play.

    Returns
    -------
    Outcome
        `SOLVED` if the value of the position was proved, else `FEASIBLE`; with `multipv`, `stats` holds the scores of
        the moves.

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
    start_time = time.monotonic()  # tables and weights are built within the limit
    require_open(position)
    if position.rules.hopeless:
        legal = position.legal  # with gravity fewer than the empty cells
        return without_lines(position, legal[len(legal) // 2])
    if not suits_engine(position.rules):
        return search_fully(position, settings, limits, start_time)
    try:
        engine = Engine(position.rules, settings, _memory_limit(limits))
    except MemoryError:
        return Outcome(Status.UNKNOWN, stopped=StopReason.MEMORY)
    return choose_move(engine, position, limits, start_time)


def _memory_limit(limits: Limits) -> int | None:
    """Return the memory of a search in MB, reduced below a second, when a large table takes too long to clear.

    >>> _memory_limit(Limits(seconds=0.05, memory_mb=2000)), _memory_limit(Limits(nodes=1000, memory_mb=2000))
    (7, 2000)
    """
    if limits.seconds is None or limits.seconds >= 1:
        return limits.memory_mb
    memory_limit = ceil(limits.seconds * MB_PER_SECOND)
    return memory_limit if limits.memory_mb is None else min(limits.memory_mb, memory_limit)


def settle_small_position(
    position: Position, settings: EngineSettings, limits: Limits, start_time: float
) -> "tuple[dict[Cell, Grade], list[Cell]] | None":
    """Return the best moves of a small position with their grades; None if it is not small or a limit came first."""
    from passatempo.mnk.proof import full

    if not settings.settles(position.empty, position.rules.size) or not full.suits_kernel(position):
        return None
    nodes = FULL_NODES if limits.nodes is None else min(FULL_NODES, limits.nodes)
    part = replace(limits_left(limits, start_time, PROOF_SHARE), nodes=nodes)
    move_grades = {
        cell: Grade(*grade) for cell, *grade in full.search_values(position, full.ValueQuery.BEST, part).reply["moves"]
    }
    return (move_grades, list(move_grades)) if move_grades else None


def search_fully(position: Position, settings: EngineSettings, limits: Limits, start_time: float) -> Outcome[Choice]:
    """Choose a move under rules that the engine does not play, among the best moves if they are known."""
    from passatempo.mnk.proof import full

    best = settle_small_position(position, settings, limits, start_time)
    if best is None:
        nodes = DEFAULT_NODES if limits.seconds is None and limits.nodes is None else limits.nodes
        return full.play_to_depth(position, settings.depth, replace(limits_left(limits, start_time, 1.0), nodes=nodes))
    move_grades, moves = best
    outcome = full.play_to_depth(position, 1, limits_left(limits, start_time, 1.0), moves)
    if outcome.answer is None:
        return outcome
    place = outcome.answer.move
    grade = move_grades[place[0] * position.rules.n + place[1]]
    choice = Choice(
        place, (place,), grade.plies or position.empty, grade.value, GAME_VALUES[grade.value], grade.plies or None
    )
    return Outcome(Status.SOLVED, choice, stats=outcome.stats)


def choose_move(engine: Engine, position: Position, limits: Limits, start_time: float | None = None) -> Outcome[Choice]:
    """Choose a move: by a full search or a proof if the position is small and this ends soon, else by search.

    The limits count from `start_time`, a time of the monotonic clock; None means now.
    """
    start_time = time.monotonic() if start_time is None else start_time
    best, traps = settle_small_position(position, engine.settings, limits, start_time), engine.trap_oracle
    if limits.seconds is None and limits.nodes is None:
        limits = replace(limits, nodes=DEFAULT_NODES)
    if best is not None:
        return choose_resistance(engine, traps, position, best, limits, start_time)
    position_grade = (
        None if traps is None else traps.position_value(position, proof_limits(limits, start_time, PROOF_SHARE))
    )
    if traps is not None and position_grade is not None:
        move_grades = traps.move_grades(position, position_grade.value, proof_limits(limits, start_time, GRADE_SHARE))
        if move_grades[1]:
            return choose_resistance(engine, traps, position, move_grades, limits, start_time)
    search_report = engine.search_to_level(position.cells, position.to_move, limits_left(limits, start_time, 1.0))
    return outcome_of(position, search_report, engine.settings)


def choose_resistance(
    engine: Engine,
    traps: "TrapOracle | None",
    position: Position,
    move_table: "tuple[dict[Cell, Grade], list[Cell]]",
    limits: Limits,
    start_time: float,
) -> Outcome[Choice]:
    """Choose among the moves that are proved to keep the value: the shortest win, else the best trap."""
    move_grades, moves = move_table
    game_value = move_grades[moves[0]].value
    left = limits_left(limits, start_time, SEARCH_SHARE if game_value < 1 else 1.0)
    search_report = engine.search_to_depth(position.cells, position.to_move, engine.settings.depth, left, moves)
    search_cell = cell = search_report.lines[0].cells[0]
    if traps is not None and game_value < 1 and len(moves) > 1:
        order = [search_cell, *(other for other in moves if other != search_cell)]
        cell = traps.best_trap(position, order, limits_left(limits, start_time, TRAP_SHARE))
    return proven_outcome(
        position, search_report, move_grades[cell], search_report.lines[0].cells if cell == search_cell else (cell,)
    )


def limits_left(limits: Limits, start_time: float, share: float) -> Limits:
    """Return a share of the remaining limits of a search that started at `start_time`."""
    if limits.seconds is None:
        return limits
    return replace(limits, seconds=max(0.001, share * (limits.seconds - (time.monotonic() - start_time))))


def proof_limits(limits: Limits, start_time: float, share: float) -> Limits:
    """Return a share of the remaining limits, with the node limit of a proof."""
    nodes = PROOF_NODES if limits.nodes is None else min(PROOF_NODES, limits.nodes)
    return replace(limits_left(limits, start_time, share), nodes=nodes)


def proven_outcome(
    position: Position, search_report: SearchReport, grade: "Grade", line: Sequence[Cell]
) -> Outcome[Choice]:
    """Convert a move with a proved value to an outcome."""
    places = tuple(position.place(cell) for cell in line)
    choice = Choice(places[0], places, search_report.depth, grade.value, GAME_VALUES[grade.value], grade.plies or None)
    stats: dict[str, int | float] = {
        "nodes": search_report.node_count,
        "depth": search_report.depth,
        "deepest": search_report.deepest_ply,
    }
    return Outcome(Status.SOLVED, choice, stats=stats)


def outcome_of(position: Position, search_report: SearchReport, settings: EngineSettings) -> Outcome[Choice]:
    """Convert the result of a search to an outcome."""
    best = search_report.lines[0]
    end = value_of_score(best.score)
    proven = end if search_report.is_proof else None
    line = tuple(position.place(cell) for cell in best.cells)
    choice = Choice(
        line[0], line, search_report.depth, best.score, proven[0] if proven else None, proven[1] if proven else None
    )
    stats: dict[str, int | float] = {
        "nodes": search_report.node_count,
        "depth": search_report.depth,
        "deepest": search_report.deepest_ply,
    }
    if settings.multipv > 1:
        stats |= {write_place(position.place(line.cells[0])): line.score for line in search_report.lines}
    return Outcome(Status.SOLVED if proven else Status.FEASIBLE, choice, stopped=search_report.stop_reason, stats=stats)


class Grade(NamedTuple):
    """The value of a move, 1, 0 or -1, and the plies to its end if that is near, else 0."""

    value: int
    plies: int


class TrapOracle:
    r"""Exact values on one board of plain rules and at most 64 cells, and the mistakes that moves invite.

    Moves that keep a draw differ against a player who errs, and so do the moves of a lost position. The kernel
    (`kernel/traps`) weighs them by their expected value over several of our moves and the likely replies. In its model
    the opponent sees a forced end with a probability that grows as it comes nearer. Otherwise he chooses by the lines
    of both sides through a cell, weighted by their marks, and by the neighbouring marks. Half of the time he replies
    best. The tables persist over a game.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.mnk.text import read
    >>> position = read("k: 3\n. . O\n. . X\nX O .")
    >>> traps = TrapOracle()
    >>> traps.position_value(position, Limits()), traps.move_grades(position, 1, Limits())[1]
    (Grade(value=1, plies=3), [3])
    """

    def __init__(self) -> None:
        self._kernel_handle = Interface.of("mnk").keep()

    def ask_kernel(self, question: str, position: Position, limits: Limits, **parameters: Any) -> dict[str, Any]:
        """Query the kernel about a position."""
        kernel_position = position.rules.numbers, position.cells
        return (
            Interface.of("mnk").ask(question, limits, self._kernel_handle, position=kernel_position, **parameters).reply
        )

    def position_value(self, position: Position, limits: Limits) -> Grade | None:
        """Return the value for the side to move; None if a limit came first."""
        position_reply = self.ask_kernel("known", position, limits, fresh=False)
        return None if position_reply["value"] == UNKNOWN else Grade(position_reply["value"], position_reply["plies"])

    def move_grades(self, position: Position, game_value: int, limits: Limits) -> tuple[dict[Cell, Grade], list[Cell]]:
        """Return the moves whose value is found within limits, and those that keep the value of the position.

        Only the shortest wins count as keeping, and the longest losses come first. Plies are omitted for ends further
        than four moves away. Lost moves with an obvious end are excluded if there are others.
        """
        position_reply = self.ask_kernel("grades", position, limits, value=game_value)
        return {cell: Grade(*grade) for cell, *grade in position_reply["moves"]}, list(position_reply["keeping"])

    def best_trap(self, position: Position, moves: Sequence[Cell], limits: Limits) -> Cell:
        """Return the move with the highest expectation among some that keep the value, the likeliest first."""
        trap_cell: Cell = self.ask_kernel("trap", position, limits, moves=moves)["cell"]
        return trap_cell
