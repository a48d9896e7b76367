"""One side of a game in progress: the engine with its board and its clock."""

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from passatempo.core.limits import Cancel, Limits
from passatempo.core.outcome import StopReason
from passatempo.mnk.engine.clock import Clock, PunctualSearch, Reply
from passatempo.mnk.engine.search import Engine, choose_move, longest_line
from passatempo.mnk.lines import Cell
from passatempo.mnk.model import Position, after
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import EngineSettings

OWN, OTHER = 1, 2
FIRST_SHARE = 0.2  # of the budget, for the first search; the table keeps most of its results
SMALL_SHARE = 0.9  # of the budget, on small boards, where several queries run and none may be cut off
GLANCE_SHARE = 0.05  # of that, for a quick search whose move is sent if the others are late
GETTING_READY = 0.2  # of a move's limit, before the first move: the course framework allows as much as for a move
AT_ONCE = Limits(nodes=1)  # a millisecond or less
SWAPPED = bytes.maketrans(bytes((OWN, OTHER)), bytes((OTHER, OWN)))


State: TypeAlias = "tuple[bytes, tuple[tuple[Cell, int], ...], bool, int]"


class IllegalRequest(Exception):
    """An impossible move or board, with the reason; the game is unchanged."""


@dataclass(slots=True)
class Player:
    """A game in progress: own marks are 1 and the opponent's 2, whichever side began.

    Parameters
    ----------
    rules
        The rules: plain, or with exactly k in a row.
    settings
        The settings of the engine.
    clock
        The time for the moves.
    threads
        The number of search threads.
    opener
        The side that begins, OWN or OTHER, if that is known before the first move; else 0.
    switch
        Stops a search from outside: then `choose_move` and `prepare_engine` raise `Stopped`.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> player = Player(Rules(3, 3, 3))
    >>> player.add_mark(4, OTHER)
    >>> player.add_mark(4, OWN)
    Traceback (most recent call last):
    passatempo.mnk.engine.player.IllegalRequest: cell 1,1 is occupied
    """

    rules: Rules
    settings: EngineSettings = field(default_factory=EngineSettings)
    clock: Clock = field(default_factory=lambda: Clock(turn_seconds=1.0))
    threads: int = 1
    opener: int = 0
    switch: Cancel | None = field(default=None, repr=False, compare=False)
    moves: list[tuple[Cell, int]] = field(default_factory=list)
    cells: bytearray = field(init=False)
    is_over: bool = False
    _first_mark: int = 0
    _engine: Engine | None = None
    _glance_engine: Engine | None = None
    _punctual_search: PunctualSearch = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.cells = bytearray(self.rules.size)
        self._first_mark = self.opener
        self._punctual_search = PunctualSearch(self.switch)

    @property
    def engine(self) -> Engine:
        """The engine, created on first use."""
        if self._engine is None:
            engine_rules = within_reach(self.rules)
            settings = self.settings if engine_rules == self.rules else replace(self.settings, exact=False)
            self._engine = Engine(engine_rules, settings)
        return self._engine

    @property
    def glance_engine(self) -> Engine:
        """A separate small engine, for an immediate reply while the other may still be searching."""
        if self._glance_engine is None:
            self._glance_engine = Engine(
                within_reach(self.rules), replace(self.settings, table=1, exact=False, multipv=1)
            )
        return self._glance_engine

    def cell_name(self, cell: Cell) -> str:
        """Write a cell as column and row from 0, as the protocols do."""
        row, column = divmod(cell, self.rules.n)
        return f"{column},{row}"

    def cell_at(self, column: int, row: int) -> Cell:
        """Return the cell of a column and a row from 0.

        Raises
        ------
        IllegalRequest
            If it is outside the board.
        """
        if not (0 <= column < self.rules.n and 0 <= row < self.rules.m):
            raise IllegalRequest(f"{column},{row} is outside the board")
        return row * self.rules.n + column

    def require_turn(self, mark: int) -> None:
        """Reject a move out of turn by the side of `mark`.

        Raises
        ------
        IllegalRequest
            If the other side is to move.
        """
        our_count, their_count = self.cells.count(OWN), self.cells.count(OTHER)
        to_move = (self._first_mark or mark) if our_count == their_count else OWN if their_count > our_count else OTHER
        if mark != to_move:
            raise IllegalRequest("it is the opponent's move" if mark == OWN else "it is our move")

    def add_mark(self, cell: Cell, mark: int) -> None:
        """Place a mark on the board.

        Raises
        ------
        IllegalRequest
            If the cell is occupied, or the game is over.
        """
        if self.cells[cell]:
            raise IllegalRequest(f"cell {self.cell_name(cell)} is occupied")
        if self.is_over:
            raise IllegalRequest("the game is over")
        self._first_mark = self._first_mark or mark
        self.cells[cell] = mark
        self.moves.append((cell, mark))
        self.is_over = after(self.rules, self.cells, cell)["ends"] or not self.cells.count(0)

    def add_opponent_mark(self, cell: Cell) -> None:
        """Place a mark of the opponent on the board.

        Raises
        ------
        IllegalRequest
            If it is our move, the cell is occupied, or the game is over.
        """
        if self.cells[cell]:
            raise IllegalRequest(f"cell {self.cell_name(cell)} is occupied")
        self.require_turn(OTHER)
        self.add_mark(cell, OTHER)

    def take_back(self, cell: Cell) -> None:
        """Remove the last mark.

        Raises
        ------
        IllegalRequest
            If another cell was marked last.
        """
        if not self.moves or self.moves[-1][0] != cell:
            raise IllegalRequest(f"cell {self.cell_name(cell)} was not marked last")
        self.cells[self.moves.pop()[0]] = 0
        self.is_over = False
        self._first_mark = self._first_mark if self.moves else self.opener

    def set_up(self, marks: list[tuple[Cell, int]], mover: int = OWN) -> None:
        """Start from a board; if both sides have as many marks, `mover` moves. After an error the game is unchanged.

        Raises
        ------
        IllegalRequest
            If a cell occurs twice, or a side has won.
        """
        fresh = Player(self.rules)
        for cell, mark in marks:
            fresh.add_mark(cell, mark)
        if fresh.is_over:
            raise IllegalRequest("the game is over")
        self.cells, self.moves, self.is_over = fresh.cells, fresh.moves, False
        self._first_mark = OTHER if self.cells.count(OTHER) > self.cells.count(OWN) else mover

    def swap_sides(self) -> None:
        """Swap sides: every mark changes its owner."""
        self.cells = self.cells.translate(SWAPPED)
        self.moves = [(cell, OWN + OTHER - mark) for cell, mark in self.moves]
        self._first_mark = self._first_mark and OWN + OTHER - self._first_mark

    def restart_game(self) -> None:
        """Start a new game on the same board."""
        self.cells, self.moves, self.is_over, self._first_mark = bytearray(self.rules.size), [], False, self.opener

    @property
    def state(self) -> State:
        """Marks, moves, whether the game is over, and the side that began: everything that a command may change."""
        return bytes(self.cells), tuple(self.moves), self.is_over, self._first_mark

    @state.setter
    def state(self, new_state: State) -> None:
        """Restore a saved state."""
        self.cells, self.moves, self.is_over, self._first_mark = (
            bytearray(new_state[0]),
            list(new_state[1]),
            *new_state[2:],
        )

    @property
    def position(self) -> Position:
        """The board as X and O see it; the side that began is X."""
        return Position(self.rules, bytes(self.cells.translate(SWAPPED) if self._first_mark == OTHER else self.cells))

    def prepare_engine(self, seconds: float) -> None:
        """Create the engine, and try to solve a small empty board, before the clock of the first move starts."""
        self._punctual_search.prepare_thread()
        self.clock.probe_delay()
        self.engine.clear_table()
        self.glance_engine.clear_table()
        if seconds > 0 and self.engine.trap_oracle is not None and not self.rules.hopeless:
            empty = Position(self.rules, bytes(self.rules.size))
            self._punctual_search.run_work(partial(choose_move, self.engine, empty), Limits(seconds=seconds))

    def choose_move(self) -> tuple[Cell, int]:
        """Search for our move within the clock's budget, update the clock, and return the move with its score.

        Raises
        ------
        IllegalRequest
            If the game is over.
        """
        if self.is_over:
            raise IllegalRequest("the game is over")
        engine, cells = self.engine, bytes(self.cells)  # creating its tables takes some of the time
        at_once = partial(reply_by_search, self.glance_engine, cells, AT_ONCE)
        last = self.clock.last_moment()
        seconds = max(0.001, self.clock.search_budget() - self.clock.seconds_used)
        share = FIRST_SHARE
        if engine.trap_oracle is not None:
            first, full_search = (
                partial(reply_at_glance, engine, cells),
                partial(reply_by_choice, engine, self.position),
            )
            seconds, share = SMALL_SHARE * seconds, GLANCE_SHARE
        else:
            first = full_search = partial(reply_by_search, engine, cells)
        limits = Limits(seconds=seconds, threads=self.threads)
        reply = self._punctual_search.answer_in_time(
            at_once, first, full_search, limits, share, last - self.clock.seconds_used
        )
        self.clock.note_delay(self.clock.seconds_used - last)
        return reply.cell, reply.score

    def play_move(self) -> Cell:
        """Search, and make the move."""
        cell, _ = self.choose_move()
        self.add_mark(cell, OWN)
        return cell

    def close(self) -> None:
        """Stop a search that may still be running."""
        self._punctual_search.close()


def within_reach(rules: Rules) -> Rules:
    """Return the nearest rules that the engine plays, with k reduced to its limit.

    >>> from passatempo.mnk.model import Rules
    >>> within_reach(Rules(15, 15, 5, exact=True)).exact, within_reach(Rules(60, 60, 50)).k
    (True, 29)
    """
    return replace(rules, k=min(rules.k, longest_line(exact=rules.exact)))


def reply_by_search(engine: Engine, cells: bytes, limits: Limits) -> Reply:
    """Reply by a search; the reply is final if the search was complete."""
    search_report = engine.search_to_level(cells, OWN, limits)
    best = search_report.lines[0]
    return Reply(best.cells[0], best.score, final=search_report.stop_reason is StopReason.DONE)


def reply_at_glance(engine: Engine, cells: bytes, limits: Limits) -> Reply:
    """Reply by a search that is never final: if every move draws or loses, some moves invite more mistakes."""
    return replace(reply_by_search(engine, cells, limits), final=False)


def reply_by_choice(engine: Engine, position: Position, limits: Limits) -> Reply:
    """Reply by a proof if one is found, else by a search."""
    answer = choose_move(engine, position, limits).answer
    assert answer is not None
    return Reply(answer.move[0] * position.rules.n + answer.move[1], answer.score)
