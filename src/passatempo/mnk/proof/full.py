"""Exact values by a full search of the game under every option of the rules: the Python side of `kernel/play/full.cpp`.

`reference` is the same search in plain Python, and handles positions that are too large for the kernel.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from passatempo.core.interface import Interface, KernelAnswer
from passatempo.core.limits import Limits, Report, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.mnk import reference
from passatempo.mnk.lines import Cell
from passatempo.mnk.model import GAME_VALUES, Choice, Position, Value, ValueAsk, require_open

MOST_EMPTY = 64  # empty cells: a state of the kernel is two words
MATE = 30000  # a win in n plies scores MATE - n
BRIEF = 16  # empty cells up to which lengths are always computed


class ValueQuery(IntEnum):
    """The scope of a query: value and one move, length and all best moves, or value and length of every move."""

    VALUE, BEST, ALL = range(3)


def suits_kernel(position: Position) -> bool:
    """Return whether the kernel accepts a position: at most 64 empty cells, and lines that can be listed.

    >>> from passatempo.mnk.model import Rules
    >>> suits_kernel(Position(Rules(8, 8, 5, misere=True), bytes(64)))
    True
    >>> suits_kernel(Position(Rules(9, 9, 5), bytes(81)))
    False
    """
    return position.empty <= MOST_EMPTY and position.rules.listable and not position.rules.hopeless


def search_values(position: Position, value_query: ValueQuery, limits: Limits) -> KernelAnswer:
    r"""Search for values; `moves` of the reply holds the requested moves with value and plies.

    If a limit comes first, it holds the best moves, or one move that keeps the value without its plies, or none.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.mnk.text import read
    >>> found = search_values(read("k: 3\nmisere: true\n. . O\n. . X\nX O ."), ValueQuery.BEST, Limits())
    >>> found.reply["moves"]
    (Graded(cell=8, value=0, plies=0),)
    """
    return Interface.of("mnk").ask(
        "full", limits, position=(position.rules.numbers, position.cells), wanted=value_query
    )


def play_to_depth(
    position: Position, depth: int, limits: Limits, candidate_cells: Sequence[Cell] = ()
) -> Outcome[Choice]:
    r"""Find a good move by a search of limited depth, among the candidate cells if there are any.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.mnk.text import read
    >>> play_to_depth(read("k: 3\nmisere: true\n. . . .\n. X O .\n. . . ."), 4, Limits()).status
    <Status.FEASIBLE: 'feasible'>
    """
    kernel_position = position.rules.numbers, position.cells
    interface_answer = Interface.of("mnk").ask(
        "full_move", limits, position=kernel_position, depth=depth, among=candidate_cells
    )
    cell, search_depth, score, is_proof = interface_answer.reply.values()
    stats = {"nodes": interface_answer.node_count, "depth": search_depth}
    if cell < 0:
        return Outcome(Status.UNKNOWN, stopped=interface_answer.stop, stats=stats)
    place = position.place(cell)
    if not is_proof:
        return Outcome(
            Status.FEASIBLE, Choice(place, (place,), search_depth, score), stopped=interface_answer.stop, stats=stats
        )
    game_value, plies = GAME_VALUES[(score > 0) - (score < 0)], MATE - abs(score) if score else None
    return Outcome(Status.SOLVED, Choice(place, (place,), search_depth, score, game_value, plies), stats=stats)


def value(question: Question, limits: Limits, report: Report = silent) -> Outcome[Value]:
    r"""Compute the value of an open position, and on request its length and the value of every move.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.mnk.text import read
    >>> value(Question(read("k: 3\nmisere: true\n. . O\n. . X\nX O ."), ValueAsk()), Limits()).answer
    Value(value='draw', plies=None, best_moves=((2, 2),), moves=())
    """
    position: Position = question.instance
    value_ask: ValueAsk = question.ask
    if not suits_kernel(position):
        return reference.value(question, limits, report)
    longer = value_ask.shortest or value_ask.all_moves
    brief = ValueQuery.BEST if longer or position.empty <= BRIEF else ValueQuery.VALUE
    stop_reason, node_count, reply = search_values(position, ValueQuery.ALL if value_ask.all_moves else brief, limits)
    moves, stats = reply["moves"], {"nodes": node_count}
    if not moves:
        return Outcome(Status.UNKNOWN, stopped=stop_reason, stats=stats)
    complete = stop_reason is StopReason.DONE
    best = max(map(_move_rank, moves))
    table = sorted((position.place(move.cell), GAME_VALUES[move.value], move.plies or None) for move in moves)
    best_places = sorted(position.place(move.cell) for move in moves if _move_rank(move) == best)
    plies = abs(best[1]) or None
    answer = Value(
        GAME_VALUES[best[0]], plies, tuple(best_places), tuple(table) if value_ask.all_moves and complete else ()
    )
    status = Status.SOLVED if complete or not longer else Status.FEASIBLE
    return Outcome(
        status, answer, best[0], stopped=StopReason.DONE if status is Status.SOLVED else stop_reason, stats=stats
    )


def _move_rank(move: Any) -> tuple[int, int]:
    """Return the sort key of a move, by which the maximum is the best: short wins, then draws, then long losses."""
    return move.value, -move.plies if move.value > 0 else move.plies


def move(position: Position, limits: Limits, report: Report = silent) -> Outcome[Choice]:
    r"""Find a best move of an open position: the shortest win, else a draw, else the longest loss.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.mnk.text import read
    >>> move(read("k: 3\nmisere: true\n. . O\n. . X\nX O ."), Limits()).answer.move
    (2, 2)
    """
    require_open(position)
    if not suits_kernel(position):
        return reference.move(position, limits, report)
    stop_reason, node_count, reply = search_values(position, ValueQuery.BEST, limits)
    moves, stats = reply["moves"], {"nodes": node_count}
    if not moves:
        return Outcome(Status.UNKNOWN, stopped=stop_reason, stats=stats)
    best = min(moves, key=lambda move: move.cell)
    place, plies = position.place(best.cell), best.plies or None
    choice = Choice(place, (place,), plies or position.empty, best.value, GAME_VALUES[best.value], plies)
    return Outcome(Status.SOLVED, choice, stats=stats)
