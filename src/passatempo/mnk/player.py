"""One side of a running game: the engine with its board and its clock."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from passatempo.core.limits import Limits
from passatempo.core.outcome import StopReason
from passatempo.mnk.clock import Clock
from passatempo.mnk.engine import Engine, choose
from passatempo.mnk.model import Position, ends
from passatempo.mnk.punctual import Punctual, Reply
from passatempo.mnk.settings import EngineSettings

if TYPE_CHECKING:
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import Rules

OWN, OTHER = 1, 2
FIRST_SHARE = 0.2  # of the budget, for the first search; the table keeps most of what it found
SMALL_SHARE = 0.9  # of the budget, on small boards: several questions are asked there, none of which may be cut off
GLANCE_SHARE = 0.05  # of that, for the search whose move goes out should the others be late
GETTING_READY = 0.4  # of a move's limit, before the first: the course framework allows as much as for a move
SWAPPED = bytes.maketrans(bytes((OWN, OTHER)), bytes((OTHER, OWN)))


class Refused(Exception):
    """A move or a board that cannot be; the sentence says why. The game is as it was before."""


@dataclass(slots=True)
class Player:
    """A game in progress: own marks are 1, the opponent's 2, whoever began.

    Parameters
    ----------
    rules
        What is played.
    settings
        How to play.
    clock
        The time for the moves.
    threads
        To search on.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> player = Player(Rules(3, 3, 3))
    >>> player.mark(4, OTHER)
    >>> player.mark(4, OWN)
    Traceback (most recent call last):
    passatempo.mnk.player.Refused: cell 1,1 is occupied
    """

    rules: Rules
    settings: EngineSettings = field(default_factory=EngineSettings)
    clock: Clock = field(default_factory=lambda: Clock(turn=1.0))
    threads: int = 1
    moves: list[tuple[Cell, int]] = field(default_factory=list)
    cells: bytearray = field(init=False)
    over: bool = False
    _engine: Engine | None = None
    _punctual: Punctual = field(default_factory=Punctual, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.cells = bytearray(self.rules.size)

    @property
    def engine(self) -> Engine:
        """The engine, made when it is first needed."""
        if self._engine is None:
            self._engine = Engine(self.rules, self.settings)
        return self._engine

    def name(self, cell: Cell) -> str:
        """Write a cell as column and row from 0, as the protocols do."""
        row, column = divmod(cell, self.rules.n)
        return f"{column},{row}"

    def cell(self, column: int, row: int) -> Cell:
        """Return the cell of a column and a row from 0.

        Raises
        ------
        Refused
            If it is outside the board.
        """
        if not (0 <= column < self.rules.n and 0 <= row < self.rules.m):
            raise Refused(f"{column},{row} is outside the board")
        return row * self.rules.n + column

    def mark(self, cell: Cell, mark: int) -> None:
        """Put a mark on the board.

        Raises
        ------
        Refused
            If the cell is taken, or the game is over.
        """
        if self.cells[cell]:
            raise Refused(f"cell {self.name(cell)} is occupied")
        if self.over:
            raise Refused("the game is over")
        self.cells[cell] = mark
        self.moves.append((cell, mark))
        self.over = ends(self.rules, self.cells, cell) or not self.cells.count(0)

    def take_back(self, cell: Cell) -> None:
        """Remove the last mark.

        Raises
        ------
        Refused
            If another cell was marked last.
        """
        if not self.moves or self.moves[-1][0] != cell:
            raise Refused(f"cell {self.name(cell)} was not marked last")
        self.cells[self.moves.pop()[0]] = 0
        self.over = False

    def set_up(self, marks: list[tuple[Cell, int]]) -> None:
        """Start from a board; where it is refused the game stays as it was.

        Raises
        ------
        Refused
            If a cell comes twice, or somebody has won.
        """
        fresh = Player(self.rules)
        for cell, mark in marks:
            fresh.mark(cell, mark)
        if fresh.over:
            raise Refused("the game is over")
        self.cells, self.moves, self.over = fresh.cells, fresh.moves, False

    def restart(self) -> None:
        """Begin a new game on the same board."""
        self.cells, self.moves, self.over = bytearray(self.rules.size), [], False

    @property
    def position(self) -> Position:
        """The board as X and O see it: who began is X."""
        began = self.cells.count(OWN) == self.cells.count(OTHER)
        return Position(self.rules, bytes(self.cells if began else self.cells.translate(SWAPPED)))

    def prepare(self, seconds: float) -> None:
        """Make the engine, and prove what can be proved of a small empty board, before the first move's clock runs."""
        self.engine.forget()
        if seconds > 0 and self.settings.consults(self.rules.size) and not self.rules.hopeless:
            choose(self.engine, Position(self.rules, bytes(self.rules.size)), Limits(seconds=seconds))

    def think(self) -> tuple[Cell, int]:
        """Search for a move of our own within the clock's budget, and let the clock learn; return it with its score.

        Raises
        ------
        Refused
            If the game is over.
        """
        if self.over:
            raise Refused("the game is over")
        engine, cells = self.engine, bytes(self.cells)  # making its tables takes some of the time
        last = self.clock.last_moment()
        seconds = max(0.001, self.clock.budget() - self.clock.elapsed)
        if self.settings.consults(self.rules.size):
            first, whole = partial(glanced, engine, cells), partial(chosen, engine, self.position)
            seconds, share = SMALL_SHARE * seconds, GLANCE_SHARE
        else:
            first = whole = partial(searched, engine, cells)
            share = FIRST_SHARE
        limits = Limits(seconds=seconds, threads=self.threads)
        reply = self._punctual.ask(first, whole, limits, share, last - self.clock.elapsed)
        self.clock.note(self.clock.elapsed - last)
        return reply.cell, reply.score

    def play(self) -> Cell:
        """Search, and make the move."""
        cell, _ = self.think()
        self.mark(cell, OWN)
        return cell


def searched(engine: Engine, cells: bytes, limits: Limits) -> Reply:
    """Reply by a search; final where it had nothing left to do."""
    thought = engine.think(cells, OWN, limits)
    best = thought.lines[0]
    return Reply(best.cells[0], best.score, final=thought.stopped is StopReason.DONE)


def glanced(engine: Engine, cells: bytes, limits: Limits) -> Reply:
    """Reply by a search that is never final: where every move draws or loses, some invite more mistakes."""
    return replace(searched(engine, cells, limits), final=False)


def chosen(engine: Engine, position: Position, limits: Limits) -> Reply:
    """Reply by proof where one is found, else by a search."""
    answer = choose(engine, position, limits).answer
    assert answer is not None
    return Reply(answer.move[0] * position.rules.n + answer.move[1], answer.score)
