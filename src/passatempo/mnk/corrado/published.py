"""The published player to the letter: Corrado as its report and its program describe it, faults included.

The order of moves is the tree's of `avl`, so that it depends on the history of the game and of the search; the root
passes no bound on; a finished game is worth f; what is not finished of the first depth is kept; nothing is done for an
empty list of candidates, nor for a late clock beyond the timer's share. f is the same number, but kept up to date, not
computed anew at every leaf.

Source: "Corrado il Conquistatore", report of the MNK project 2021-2022, and its program.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.outcome import Outcome, Status
from passatempo.core.progress import Report, silent
from passatempo.mnk.corrado.avl import TreeOrder
from passatempo.mnk.corrado.board import CorradoBoard
from passatempo.mnk.corrado.player import Manner, Search, centre
from passatempo.mnk.corrado.timing import LIMIT, Timer
from passatempo.mnk.model import Choice, Position, require_open
from passatempo.mnk.rules import EMPTY

if TYPE_CHECKING:
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.rules import Rules

PUBLISHED = Manner(distance=False, bounded=False)


class PublishedPlayer:
    """The player over a whole game: board, tree and timer live on from move to move.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> player = PublishedPlayer(Rules(3, 3, 3))
    >>> player.choose(Position(Rules(3, 3, 3), bytes(9)), Limits(nodes=100)).answer.move
    (1, 1)
    """

    def __init__(self, rules: Rules) -> None:
        if not rules.plain:
            raise UsageError("the published player does not support options of the rules")
        self.board: CorradoBoard | None = None
        self.timer = Timer.at_start(rules.m, rules.n)

    def choose(self, position: Position, limits: Limits, report: Report = silent) -> Outcome[Choice]:
        """Choose a move; `UNKNOWN` where the published player throws, for want of a candidate."""
        require_open(position)
        clock = Deadline(limits)
        seconds = LIMIT if limits.seconds is None and limits.nodes is None else limits.seconds
        share = None if seconds is None else max(0.0, self.timer.seconds(seconds))  # below 0 on vast boards
        deadline = Deadline(replace(limits, seconds=share), started=clock.started)
        try:
            board = self.follow(position, clock)
        except Stopped:
            self.board = None
            return Outcome(Status.UNKNOWN, stopped=clock.stopped, stats={"nodes": 0, "depth": 0})
        line, score, depth = [centre(position)], 0, 0
        if any(position.cells):
            search = Search(board, PUBLISHED, deadline)
            search.deepen(report)
            (line, score), depth = search.best, search.depth
            line = line or board.order.moves()[:1]
        if seconds is not None:
            self.timer = self.timer.after((seconds - clock.elapsed) * 1000)
        stats = {"nodes": deadline.nodes, "depth": depth, "candidates": len(board.order.moves())}
        if not line:
            reason = "the tree of candidates is empty, and the published player throws"
            return Outcome(Status.UNKNOWN, reason=reason, stats=stats)
        places = tuple(map(position.place, line))
        choice = Choice(places[0], places, depth, score)
        return Outcome(Status.FEASIBLE, choice, stopped=deadline.stopped, stats=stats)

    def follow(self, position: Position, deadline: Deadline | None = None) -> CorradoBoard:
        """Bring board and tree to a position: by the moves that are new, or by all of them."""
        board = self.board
        if board is None or any(mark != EMPTY and mark != position.cells[c] for c, mark in enumerate(board.marks)):
            empty = Position(position.rules, bytes(position.rules.size))
            board = CorradoBoard(empty, position.to_move, TreeOrder, deadline)
        for cell in _order_of(position):
            if deadline is not None:
                deadline.check()
            if board.marks[cell] == EMPTY:
                board.put(cell, position.cells[cell])
        board.path.clear()  # these moves stand
        self.board = board
        return board


def _order_of(position: Position) -> tuple[Cell, ...]:
    """Return the marked cells in the order of the game, or, where it is not known, in turn by reading order."""
    if position.moves:
        return position.moves
    crosses, noughts = ([c for c, mark in enumerate(position.cells) if mark == side] for side in (1, 2))
    found = [cell for pair in zip(crosses, noughts, strict=False) for cell in pair]
    return tuple(found + crosses[len(noughts) :])


def move(position: Position, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Choice]:
    r"""Choose a move as the published player does, called for the first time in this game.

    Parameters
    ----------
    position
        An open position under the plain rules.
    limits
        `seconds` is the limit of the move, 10 where neither it nor `nodes` is given; `nodes` counts moves made.

    Raises
    ------
    UsageError
        If an option of the rules is switched on.
    InvalidInstance
        If the game is over.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> move(read("k: 3\nX X .\nO O .\n. . ."), Limits(nodes=60)).answer.move
    (0, 2)
    """
    return PublishedPlayer(position.rules).choose(position, limits, report)
