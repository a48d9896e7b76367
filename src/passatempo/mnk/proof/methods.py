"""Exact values by proof: the winner, the length of the game, and the value of every move.

The kernel knows only lines: each side's lines without a mark of the other, as sets of empty cells. Two questions
decide a position: can the side to move force a win, and can the opponent? The weak (Maker-Breaker) game comes first,
because a defender who holds it without lines of his own also holds the game.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.mnk.lines import Cell
from passatempo.mnk.model import Choice, GameValue, Position, Value, ValueAsk, require_open
from passatempo.mnk.proof import full
from passatempo.mnk.proof.prover import UNKNOWN, WIDEST, Prover, checkpoint_limits
from passatempo.mnk.rules import Rules

A = TypeVar("A")

RESIST = 20_000  # nodes for the longest resistance in a lost position, if only a move is requested


def is_searchable(rules: Rules, limits: Limits) -> bool:
    """Return whether a mark can harm its owner, so that only the full search can answer.

    Raises
    ------
    UsageError
        If a proof is requested nevertheless; the message names the option.
    """
    options = [option for option in ("exact", "misere", "gravity") if getattr(rules, option)]
    if options and limits.proof is not None:
        raise UsageError(f"the option {options[0]} has no proofs, only values by a full search")
    if options and limits.checkpoint is not None:
        raise UsageError(f"the option {options[0]} has no checkpoints: it needs a full search")
    return bool(options)


def value(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Value]:
    r"""Compute the exact value of a position, and on request the plies to the end and the value of every move.

    Parameters
    ----------
    question
        An open position with a `ValueAsk`. The proof handles plain rules, `torus` and `maker_breaker`, and the search
        of `full` the other options.
    limits
        `nodes` counts expanded states, and half of `memory_mb` bounds the tables. `threads` search for the value alone,
        with one table. `checkpoint` is a file from which this search resumes and which it keeps updated.
    report
        Receives five times a second: nodes, proof and disproof number of the root, the used part of the table. If a
        limit ends the search, the outcome's `stats` holds them (`proof`, `disproof`, `table`).

    Returns
    -------
    Outcome
        `value` is 1 for a win of the side to move, 0 for a draw, -1 for a loss. `FEASIBLE` if the value is proved, but
        a limit came before the requested plies or table.

    Raises
    ------
    InvalidInstance
        If the game is over.
    UsageError
        If a proof is requested under other rules.

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
    require_open(position)
    if limits.checkpoint is not None and question.ask.all_moves:
        raise UsageError("a checkpoint holds only the value, not all moves")
    if is_searchable(position.rules, limits):
        return full.value(question, limits, report)
    return _ask_within(position, limits, report, lambda prover: _prove_value(prover, question.ask))


def _ask_within(
    position: Position, limits: Limits, report: Report, query: Callable[[Prover], Outcome[A]]
) -> Outcome[A]:
    """Run a query of a prover within one common deadline, and write the proof on request."""
    with checkpoint_limits(position, limits) as (within, warnings):
        deadline = Deadline(within)
        prover = Prover(position, within, deadline, report)
        try:
            outcome = prover.write_proof(query(prover))
        except Stopped:
            stats = {"nodes": deadline.node_count, "probes": 0}
            outcome = Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats=stats)
    return replace(outcome, warnings=(*warnings, *prover.warnings))


def _prove_value(prover: Prover, value_ask: ValueAsk) -> Outcome[Value]:
    if prover.hopeless:
        return _draw_outcome(prover, value_ask)
    if value_ask.all_moves:
        return _table_outcome(prover)
    moves, cells = prover.find_short_win()
    if moves:
        return _value_outcome(prover, 1, 2 * moves - 1, cells if value_ask.shortest else sorted(cells)[:1])
    kernel_value, cell = prover.decide_value() if prover.stop_reason is StopReason.DONE else (UNKNOWN, -1)
    if kernel_value == UNKNOWN:
        return _unknown_outcome(prover)
    if not value_ask.shortest:
        return _value_outcome(prover, kernel_value, 0, [cell])
    if kernel_value < 1:
        return _longest_outcome(prover, kernel_value, cell)
    moves, cells = prover.find_shortest_win()
    return _value_outcome(prover, 1, 2 * moves - 1, cells) if moves else _partial_outcome(prover, 1, cell)


def _draw_outcome(prover: Prover, value_ask: ValueAsk) -> Outcome[Value]:
    """Return the answer if every move draws."""
    game_value, length = prover.game_value(0, 0)
    places = prover.places_of(
        list(prover.position.legal) if value_ask.all_moves or value_ask.shortest else [prover.middle_cell]
    )
    moves = tuple((place, game_value, length) for place in places) if value_ask.all_moves else ()
    return Outcome(
        Status.SOLVED, Value(game_value, length, places, moves), _worth_number(game_value), stats=prover.stats
    )


def _stop_reason(prover: Prover) -> StopReason:
    """Return why a question is open; a table that is too small counts as lack of memory."""
    return StopReason.MEMORY if prover.stop_reason is StopReason.DONE else prover.stop_reason


def _unknown_outcome(prover: Prover) -> Outcome[Any]:
    """Return the unknown outcome with its reason: a limit of the run, or a board too large for the kernel."""
    stop_reason, cells = _stop_reason(prover), len(prover.line_cells)
    if cells <= WIDEST or stop_reason is not StopReason.MEMORY:
        return Outcome(Status.UNKNOWN, stopped=stop_reason, stats=prover.stats)
    reason = f"the board is too large for a proof: {cells} cells are in open lines, more than {WIDEST}"
    return Outcome(Status.UNKNOWN, stats=prover.stats, reason=reason)


def _value_outcome(prover: Prover, kernel_value: int, plies: int, cells: list[Cell]) -> Outcome[Value]:
    game_value, length = prover.game_value(kernel_value, plies)
    answer = Value(game_value, length, prover.places_of(cells))
    return Outcome(Status.SOLVED, answer, _worth_number(game_value), stats=prover.stats)


def _partial_outcome(prover: Prover, kernel_value: int, cell: Cell) -> Outcome[Value]:
    """Return the value alone, when a limit came before the rest."""
    game_value, length = prover.game_value(kernel_value, 0)
    answer = Value(game_value, length, prover.places_of([cell]))
    return Outcome(Status.FEASIBLE, answer, _worth_number(game_value), stopped=_stop_reason(prover), stats=prover.stats)


def _worth_number(game_value: GameValue) -> int:
    return {"win": 1, "draw": 0, "loss": -1}[game_value]


def _move_table(prover: Prover, nodes: int | None = None) -> list[tuple[Cell, GameValue, int | None]] | None:
    """Return every move with its value and plies; None if a limit came first."""
    move_grades = prover.grade_moves(nodes)
    if not move_grades or any(
        kernel_value == UNKNOWN or (kernel_value != 0 and not plies) for kernel_value, plies in move_grades.values()
    ):
        return None
    return [(cell, *prover.game_value(kernel_value, plies)) for cell, (kernel_value, plies) in move_grades.items()]


def _best_moves(move_table: list[tuple[Cell, GameValue, int | None]]) -> tuple[GameValue, int | None, list[Cell]]:
    """Return the value of a table of moves, its plies, and the moves that achieve both."""
    game_value = max((game_value for _, game_value, _ in move_table), key=_worth_number)
    lengths = [plies or 0 for _, other, plies in move_table if other == game_value]
    plies = max(lengths) if game_value == "loss" else min(lengths)
    cells = [cell for cell, other, length in move_table if other == game_value and (length or 0) == plies]
    return game_value, plies or None, cells


def _longest_outcome(prover: Prover, kernel_value: int, cell: Cell) -> Outcome[Value]:
    """Add to a draw every move that keeps it, and to a loss its length and every move that resists longest."""
    move_table = _move_table(prover)
    if move_table is None:
        return _partial_outcome(prover, kernel_value, cell)
    game_value, plies, cells = _best_moves(move_table)
    answer = Value(game_value, plies, prover.places_of(cells))
    return Outcome(Status.SOLVED, answer, _worth_number(game_value), stats=prover.stats)


def _table_outcome(prover: Prover) -> Outcome[Value]:
    """Return the value of every move as the answer."""
    move_table = _move_table(prover) if prover.stop_reason is StopReason.DONE else None
    if move_table is None:
        return _unknown_outcome(prover)
    game_value, plies, cells = _best_moves(move_table)
    moves = tuple((prover.position.place(cell), other, length) for cell, other, length in move_table)
    answer = Value(game_value, plies, prover.places_of(cells), moves)
    return Outcome(Status.SOLVED, answer, _worth_number(game_value), stats=prover.stats)


def move(position: Position, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Choice]:
    r"""Find a move that keeps the value of a position, and prove it.

    A short win is played in the fewest moves. A lost position gets the move that resists longest, if it is found soon.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> move(read("k: 3\n. . O\n. . X\nX O .")).answer
    Choice(move=(1, 0), line=((1, 0),), depth=3, score=1, proven='win', plies=3)
    """
    require_open(position)
    if is_searchable(position.rules, limits):
        return full.move(position, limits, report)
    return _ask_within(position, limits, report, _prove_move)


def _prove_move(prover: Prover) -> Outcome[Choice]:
    if prover.hopeless:
        return _choice_outcome(prover, prover.middle_cell, *prover.game_value(0, 0))
    moves, cells = prover.find_short_win()
    if moves:
        return _choice_outcome(prover, min(cells), "win", 2 * moves - 1)
    kernel_value, cell = prover.decide_value() if prover.stop_reason is StopReason.DONE else (UNKNOWN, -1)
    if kernel_value == UNKNOWN:
        return _unknown_outcome(prover)
    move_table = _move_table(prover, RESIST) if kernel_value < 0 else None
    if move_table is not None:
        game_value, plies, best = _best_moves(move_table)
        return _choice_outcome(prover, best[0], game_value, plies)
    game_value, plies = prover.game_value(kernel_value, 0)
    return _choice_outcome(prover, cell, game_value, plies)


def _choice_outcome(prover: Prover, cell: Cell, game_value: GameValue, plies: int | None) -> Outcome[Choice]:
    place = prover.position.place(cell)
    choice = Choice(place, (place,), plies or 0, _worth_number(game_value), game_value, plies)
    return Outcome(Status.SOLVED, choice, stats=prover.stats)
