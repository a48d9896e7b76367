"""Exact values by proof: who wins, how soon, what every move is worth.

The kernel knows lines only: each side's lines without a mark of the other, as sets of empty cells. Two questions give
the value of a position: can the side to move force a win, and can the opponent? The weak (Maker-Breaker) game is
asked first: who holds it without lines of his own holds the game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.mnk.model import Choice, Value, require_open
from passatempo.mnk.proof import full
from passatempo.mnk.proof.prover import UNKNOWN, WIDEST, Prover, checkpointed

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.pastime import Question
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import GameValue, Position, ValueAsk
    from passatempo.mnk.rules import Rules

A = TypeVar("A")

RESIST = 20_000  # nodes for the longest resistance of a lost position, where only a move is asked


def searched(rules: Rules, limits: Limits) -> bool:
    """Return whether a mark can hurt its owner, so that the full search must answer.

    Raises
    ------
    UsageError
        If a proof is to be written all the same, naming the option.
    """
    options = [option for option in ("exact", "misere", "gravity") if getattr(rules, option)]
    if options and limits.proof is not None:
        raise UsageError(f"the option {options[0]} has no proofs, only values by a full search")
    if options and limits.checkpoint is not None:
        raise UsageError(f"the option {options[0]} has no checkpoints: it needs a full search")
    return bool(options)


def value(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Value]:
    r"""Find the exact value of a position; where asked, also the plies to the end and what every move is worth.

    Parameters
    ----------
    question
        An open position with a `ValueAsk`. Rules: the plain ones, `torus`, `maker_breaker`; under the other options
        the full search of `full` answers.
    limits
        `nodes` counts states expanded; half of `memory_mb` bounds the tables; `threads` search for the value alone,
        with one table; `checkpoint` is a file that this search keeps up to date and goes on from.
    report
        Told every fifth of a second: nodes, proof and disproof number of the root, the part of the table in use. Where
        a limit ends the search they stand in the outcome's `stats` (`proof`, `disproof`, `table`).

    Returns
    -------
    Outcome
        `value` is 1 for a win of the side to move, 0 for a draw, -1 for a loss. `FEASIBLE` where the value is proved,
        but a limit came before the plies or the table that were asked for.

    Raises
    ------
    InvalidInstance
        If the game is over.
    UsageError
        If a proof is to be written under other rules than those.

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
    if searched(position.rules, limits):
        return full.value(question, limits, report)
    return _within(position, limits, report, lambda prover: _value(prover, question.ask))


def _within(position: Position, limits: Limits, report: Report, ask: Callable[[Prover], Outcome[A]]) -> Outcome[A]:
    """Ask a prover within one deadline for all, and write the proof where one is wanted."""
    with checkpointed(position, limits) as (within, warnings):
        deadline = Deadline(within)
        prover = Prover(position, within, deadline, report)
        try:
            outcome = prover.documented(ask(prover))
        except Stopped:
            stats = {"nodes": deadline.node_count, "probes": 0}
            outcome = Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats=stats)
    return replace(outcome, warnings=(*warnings, *prover.warnings))


def _value(prover: Prover, ask: ValueAsk) -> Outcome[Value]:
    if prover.hopeless:
        return _drawn(prover, ask)
    if ask.all_moves:
        return _table(prover)
    moves, cells = prover.glance()
    if moves:
        return _solved(prover, 1, 2 * moves - 1, cells if ask.shortest else sorted(cells)[:1])
    found, cell = prover.decide() if prover.stopped is StopReason.DONE else (UNKNOWN, -1)
    if found == UNKNOWN:
        return _unknown(prover)
    if not ask.shortest:
        return _solved(prover, found, 0, [cell])
    if found < 1:
        return _longest(prover, found, cell)
    moves, cells = prover.shortest()
    return _solved(prover, 1, 2 * moves - 1, cells) if moves else _partly(prover, 1, cell)


def _drawn(prover: Prover, ask: ValueAsk) -> Outcome[Value]:
    """Answer where every move draws."""
    worth, length = prover.game_value(0, 0)
    places = prover.places(list(prover.position.legal) if ask.all_moves or ask.shortest else [prover.middle])
    moves = tuple((place, worth, length) for place in places) if ask.all_moves else ()
    return Outcome(Status.SOLVED, Value(worth, length, places, moves), _number(worth), stats=prover.stats)


def _why(prover: Prover) -> StopReason:
    """Return why a question was left open: a table that was too small is a lack of memory."""
    return StopReason.MEMORY if prover.stopped is StopReason.DONE else prover.stopped


def _unknown(prover: Prover) -> Outcome[Any]:
    """Say what left a question open: a limit, or a board too large for the kernel, which is no limit of the run."""
    stopped, cells = _why(prover), len(prover.used)
    if cells <= WIDEST or stopped is not StopReason.MEMORY:
        return Outcome(Status.UNKNOWN, stopped=stopped, stats=prover.stats)
    reason = f"the board is too large for a proof: {cells} cells are in open lines, more than {WIDEST}"
    return Outcome(Status.UNKNOWN, stats=prover.stats, reason=reason)


def _solved(prover: Prover, found: int, plies: int, cells: list[Cell]) -> Outcome[Value]:
    worth, length = prover.game_value(found, plies)
    answer = Value(worth, length, prover.places(cells))
    return Outcome(Status.SOLVED, answer, _number(worth), stats=prover.stats)


def _partly(prover: Prover, found: int, cell: Cell) -> Outcome[Value]:
    """Answer with the value alone, where a limit came before the rest."""
    worth, length = prover.game_value(found, 0)
    answer = Value(worth, length, prover.places([cell]))
    return Outcome(Status.FEASIBLE, answer, _number(worth), stopped=_why(prover), stats=prover.stats)


def _number(worth: GameValue) -> int:
    return {"win": 1, "draw": 0, "loss": -1}[worth]


def _graded(prover: Prover, nodes: int | None = None) -> list[tuple[Cell, GameValue, int | None]] | None:
    """Return every move with its value and plies; None where a limit came first."""
    graded = prover.grade(nodes)
    if not graded or any(found == UNKNOWN or (found != 0 and not plies) for found, plies in graded.values()):
        return None
    return [(cell, *prover.game_value(found, plies)) for cell, (found, plies) in graded.items()]


def _best(graded: list[tuple[Cell, GameValue, int | None]]) -> tuple[GameValue, int | None, list[Cell]]:
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
        return _unknown(prover)
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
    if searched(position.rules, limits):
        return full.move(position, limits, report)
    return _within(position, limits, report, _move)


def _move(prover: Prover) -> Outcome[Choice]:
    if prover.hopeless:
        return _chosen(prover, prover.middle, *prover.game_value(0, 0))
    moves, cells = prover.glance()
    if moves:
        return _chosen(prover, min(cells), "win", 2 * moves - 1)
    found, cell = prover.decide() if prover.stopped is StopReason.DONE else (UNKNOWN, -1)
    if found == UNKNOWN:
        return _unknown(prover)
    graded = _graded(prover, RESIST) if found < 0 else None
    if graded is not None:
        worth, plies, best = _best(graded)
        return _chosen(prover, best[0], worth, plies)
    worth, plies = prover.game_value(found, 0)
    return _chosen(prover, cell, worth, plies)


def _chosen(prover: Prover, cell: Cell, worth: GameValue, plies: int | None) -> Outcome[Choice]:
    place = prover.position.place(cell)
    choice = Choice(place, (place,), plies or 0, _number(worth), worth, plies)
    return Outcome(Status.SOLVED, choice, stats=prover.stats)
