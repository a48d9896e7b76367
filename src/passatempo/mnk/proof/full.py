"""Exact values by a full search of the game under every option of the rules: the Python side of `kernel/play/full.cpp`.

`reference` is the same search in plain Python, and answers for positions that the kernel does not take.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from passatempo.core.interface import Interface, KernelAnswer
from passatempo.core.limits import Report, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.mnk import reference
from passatempo.mnk.model import Choice, Position, Value, ValueAsk, require_open

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.limits import Limits
    from passatempo.core.pastime import Question
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import GameValue

MOST_EMPTY = 64  # empty cells: a state of the kernel is two words
MATE = 30000  # a win in n plies scores MATE - n
BRIEF = 16  # empty cells up to which lengths are found without being asked for
WORTH: dict[int, GameValue] = {1: "win", 0: "draw", -1: "loss"}


class Wanted(IntEnum):
    """What to find: the value and one move, the length and all best moves, or value and length of every move."""

    VALUE, BEST, ALL = range(3)


def suits(position: Position) -> bool:
    """Return whether the kernel takes a position: one of at most 64 empty cells and of lines that can be listed.

    >>> from passatempo.mnk.model import Rules
    >>> suits(Position(Rules(8, 8, 5, misere=True), bytes(64))), suits(Position(Rules(9, 9, 5), bytes(81)))
    (True, False)
    """
    return position.empty <= MOST_EMPTY and position.rules.listable and not position.rules.hopeless


def search(position: Position, wanted: Wanted, limits: Limits) -> KernelAnswer:
    r"""Return as `moves` those asked for, each with value and plies.

    If a limit comes first: the best moves, or one move that keeps the value without its plies, or none.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.mnk.text import read
    >>> found = search(read("k: 3\nmisere: true\n. . O\n. . X\nX O ."), Wanted.BEST, Limits())
    >>> found.reply["moves"]
    (Graded(cell=8, value=0, plies=0),)
    """
    return Interface.of("mnk").ask("full", limits, position=(position.rules.numbers, position.cells), wanted=wanted)


def play(position: Position, depth: int, limits: Limits, among: Sequence[Cell] = ()) -> Outcome[Choice]:
    r"""Find a good move by a search to a depth at most, among some moves if any are given.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.mnk.text import read
    >>> play(read("k: 3\nmisere: true\n. . . .\n. X O .\n. . . ."), 4, Limits()).status
    <Status.FEASIBLE: 'feasible'>
    """
    said = position.rules.numbers, position.cells
    found = Interface.of("mnk").ask("full_move", limits, position=said, depth=depth, among=among)
    cell, reached, score, proved = found.reply.values()
    stats = {"nodes": found.node_count, "depth": reached}
    if cell < 0:
        return Outcome(Status.UNKNOWN, stopped=found.stop, stats=stats)
    place = position.place(cell)
    if not proved:
        return Outcome(Status.FEASIBLE, Choice(place, (place,), reached, score), stopped=found.stop, stats=stats)
    worth, plies = WORTH[(score > 0) - (score < 0)], MATE - abs(score) if score else None
    return Outcome(Status.SOLVED, Choice(place, (place,), reached, score, worth, plies), stats=stats)


def value(question: Question, limits: Limits, report: Report = silent) -> Outcome[Value]:
    r"""Find the value of an open position; where asked, also its length and what every move is worth.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.mnk.text import read
    >>> value(Question(read("k: 3\nmisere: true\n. . O\n. . X\nX O ."), ValueAsk()), Limits()).answer
    Value(value='draw', plies=None, best_moves=((2, 2),), moves=())
    """
    position: Position = question.instance
    ask: ValueAsk = question.ask
    if not suits(position):
        return reference.value(question, limits, report)
    longer = ask.shortest or ask.all_moves
    brief = Wanted.BEST if longer or position.empty <= BRIEF else Wanted.VALUE
    stopped, spent, reply = search(position, Wanted.ALL if ask.all_moves else brief, limits)
    moves, stats = reply["moves"], {"nodes": spent}
    if not moves:
        return Outcome(Status.UNKNOWN, stopped=stopped, stats=stats)
    complete = stopped is StopReason.DONE
    best = max(map(_rank, moves))
    table = sorted((position.place(move.cell), WORTH[move.value], move.plies or None) for move in moves)
    keeping = sorted(position.place(move.cell) for move in moves if _rank(move) == best)
    plies = abs(best[1]) or None
    answer = Value(WORTH[best[0]], plies, tuple(keeping), tuple(table) if ask.all_moves and complete else ())
    status = Status.SOLVED if complete or not longer else Status.FEASIBLE
    return Outcome(
        status, answer, best[0], stopped=StopReason.DONE if status is Status.SOLVED else stopped, stats=stats
    )


def _rank(move: Any) -> tuple[int, int]:
    """Return the sort key of a move: a short win first, a long loss last but one."""
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
    if not suits(position):
        return reference.move(position, limits, report)
    stopped, spent, reply = search(position, Wanted.BEST, limits)
    moves, stats = reply["moves"], {"nodes": spent}
    if not moves:
        return Outcome(Status.UNKNOWN, stopped=stopped, stats=stats)
    best = min(moves, key=lambda move: move.cell)
    place, plies = position.place(best.cell), best.plies or None
    choice = Choice(place, (place,), plies or position.empty, best.value, WORTH[best.value], plies)
    return Outcome(Status.SOLVED, choice, stats=stats)
