"""The players of a match: the engine, a method of the question `move`, or an outside program.

A program is named ``gomocup:COMMAND`` or ``lines:COMMAND``, after its protocol (`protocol`).
"""

import queue
import shlex
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from passatempo.core.errors import UsageError, quote
from passatempo.core.input import system_name
from passatempo.core.limits import Cancel, Limits, Stopped
from passatempo.core.methods import parse_settings
from passatempo.core.outcome import Outcome
from passatempo.mnk.corrado.published import PublishedPlayer
from passatempo.mnk.engine.clock import Clock, ask_for_short_slices
from passatempo.mnk.engine.player import GETTING_READY, OTHER, OWN, Player
from passatempo.mnk.lines import Cell
from passatempo.mnk.model import Position
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import EngineSettings

REPLY_GRACE = 5.0  # seconds beyond the limit after which a silent program fails
START_UP = 20.0  # seconds until a program must be ready
QUIET = 0.1  # seconds of silence after which a program's output is complete
HANDSHAKE_SECONDS = 0.5  # seconds within which a program must answer commands that need no search
ASKED_AGAIN = 10
LOOK = 0.05  # seconds between two polls of the cancel switch
LONGEST_LINE = 4096  # bytes of a program's line that are kept
SLOWEST = 10_000  # the minimum of nodes a second that a program is assumed to search
MOST_LINES = 1000  # in the queue; a program that writes more has to wait


def check_switch(switch: Cancel) -> None:
    """Raise `Stopped` if the switch is set, because a move found after that does not count."""
    if switch.cancelled:
        raise Stopped


class SeatFailure(Exception):
    """A player gave no legal move; the message gives the reason."""


class EngineReply(SeatFailure):
    """A program answered that it cannot execute a command."""


class Seat(Protocol):
    """One side of a game."""

    @property
    def lost(self) -> float:
        """Seconds of the last move that do not count for the player: before a program received the question."""

    def begin_game(self, position: Position, *, first: bool) -> None:
        """Prepare for a game from a position; `first` if this side moves first in it."""

    def move(self, position: Position) -> Cell:
        """Return a move; since the last position each side has moved once."""

    def close(self) -> None:
        """Release all resources."""


@dataclass(slots=True)
class EngineSeat:
    """The engine with its clock and its table, as it plays over a protocol."""

    lost: ClassVar[float] = 0.0
    seconds: float
    node_limit: int | None
    settings: EngineSettings
    threads: int = 1
    switch: Cancel = field(default_factory=Cancel)
    clock: Clock = field(init=False)
    player: Player | None = None

    def __post_init__(self) -> None:
        self.clock = Clock(turn_seconds=self.seconds)

    def begin_game(self, position: Position, *, first: bool) -> None:
        """Build the tables of the board."""
        ask_for_short_slices()
        self.close()
        self.player = Player(position.rules, self.settings, self.clock, self.threads, switch=self.switch)
        self.player.prepare_engine(GETTING_READY * self.seconds if self.node_limit is None else 0.0)

    def move(self, position: Position) -> Cell:
        """Search."""
        assert self.player is not None
        if self.node_limit is not None:
            limits = Limits(nodes=self.node_limit, threads=self.threads, cancel=self.switch)
            best = self.player.engine.search_to_level(position.cells, position.to_move, limits).lines[0]
            check_switch(self.switch)
            return best.cells[0]
        self.clock.start_turn()
        me = position.to_move
        self.player.set_up([(cell, OWN if mark == me else OTHER) for cell, mark in enumerate(position.cells) if mark])
        return self.player.choose_move()[0]

    def close(self) -> None:
        """Stop a search that may still be running."""
        if self.player is not None:
            self.player.close()


@dataclass(slots=True)
class MethodSeat:
    """A method of the question `move`.

    Parameters
    ----------
    start
        Returns the function that chooses the moves of one game. A method starts afresh for each position, and the
        published player keeps its board and its tree from move to move.
    """

    lost: ClassVar[float] = 0.0
    start: Callable[[Rules], Callable[..., Outcome[Any]]]
    limits: Limits
    solve: Callable[..., Outcome[Any]] = field(init=False)

    def begin_game(self, position: Position, *, first: bool) -> None:
        """Start a game."""
        self.solve = self.start(position.rules)

    def move(self, position: Position) -> Cell:
        """Call the method."""
        answer = self.solve(position, self.limits).answer
        if self.limits.cancel is not None:
            check_switch(self.limits.cancel)
        if answer is None:
            raise SeatFailure("no move")
        row, column = answer.move
        return int(row * position.rules.n + column)

    def close(self) -> None:
        """Do nothing, since there are no resources to release."""


class ProgramSeat:
    """An outside program; subclasses implement its protocol.

    Parameters
    ----------
    command
        The command line.
    seconds
        The limit of a move.
    nodes
        The limit of a move in place of seconds, for programs that support it.
    """

    farewell: ClassVar[str]
    lost: float = 0.0  # seconds of the last move before the program received the question

    def __init__(self, command: str, seconds: float, switch: Cancel, nodes: int | None = None) -> None:
        self.command, self.seconds, self.switch, self.nodes = command, seconds, switch, nodes
        self.process: subprocess.Popen[bytes] | None = None
        self.line_queue: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self.unread_lines: deque[str] = deque(maxlen=MOST_LINES)  # lines that were skipped

    def start_process(self) -> None:
        """Start the program, and a thread that reads its output."""
        words = [system_name(word) for word in words_of(self.command)]
        try:
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # as the user asks
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise UsageError(f"{quote(self.command)} cannot be run: {why}") from error
        self.line_queue = queue.Queue(MOST_LINES)
        threading.Thread(target=_queue_lines, args=(self.process, self.line_queue), daemon=True).start()

    def send_lines(self, *lines: str) -> None:
        """Send lines."""
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self.process.stdin.flush()
        except OSError as error:
            raise SeatFailure(f"the program has gone: {error.strerror}") from error

    def wait_for_line(self, seconds: float, accepts_line: Callable[[str], bool]) -> str:
        """Wait at most `seconds` seconds for a line that `accepts_line`; skip others."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            check_switch(self.switch)
            try:
                line = self.line_queue.get(timeout=min(LOOK, left))
            except queue.Empty:
                continue
            if line is None:
                self.line_queue.put(None)  # for `close`
                raise SeatFailure("the program has ended")
            if accepts_line(line):
                return line
            self.unread_lines.append(line)
            if line.upper().startswith(("ERROR", "UNKNOWN")):
                raise EngineReply(line[:80])
        raise SeatFailure(f"no answer for {seconds:g} s")

    def close(self) -> None:
        """Ask the program to end, and make sure that it does."""
        if self.process is None:
            return
        try:
            if self.switch.cancelled:
                raise Stopped
            self.send_lines(self.farewell)
            self.process.wait(timeout=1)
        except (SeatFailure, Stopped, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        with suppress(queue.Empty):  # a child of the program may keep its output open
            while self.line_queue.get(timeout=1) is not None:
                pass
        assert self.process.stdin is not None
        with suppress(OSError):  # unsent input
            self.process.stdin.close()
        self.process = None


def _queue_lines(process: subprocess.Popen[bytes], line_queue: queue.Queue[str | None]) -> None:
    """Queue the lines of a program, truncating long ones; only this thread closes the stream that it reads."""
    assert process.stdout is not None
    with suppress(OSError), process.stdout as stream:
        is_line_start = True
        while line := stream.readline(LONGEST_LINE):
            if is_line_start:
                line_queue.put(line.decode("utf-8", "replace").strip())
            is_line_start = line.endswith(b"\n")
    line_queue.put(None)


def words_of(command: str) -> list[str]:
    """Split a command line into words.

    >>> words_of("java -cp 'my player' Main")
    ['java', '-cp', 'my player', 'Main']
    >>> words_of("'")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: "'" is not a command line: No closing quotation
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"{quote(command)} is not a command line: {error}") from None
    if not words or "\0" in command:
        raise UsageError(f"{quote(command)} is not a command line")
    return words


class GomocupSeat(ProgramSeat):
    """A program that speaks the Gomocup protocol; it receives the whole board at every move."""

    farewell = "END"

    def begin_game(self, position: Position, *, first: bool) -> None:
        """Start the program with a board."""
        self.close()
        self.start_process()
        m, n = position.rules.m, position.rules.n
        self.send_lines(f"START {n}" if m == n else f"RECTSTART {n},{m}")
        self.wait_for_line(START_UP, lambda line: line.upper() == "OK")
        self.send_lines("INFO timeout_match 0", "INFO rule 0")
        self.bound_nodes(self.nodes)

    def bound_nodes(self, nodes: int | None) -> None:
        """Send the limit of a move: seconds, or nodes with sufficient time.

        The protocol has no key for nodes, and programs ignore unknown keys. Several programs support ``max_node``.
        """
        self.nodes = nodes
        if nodes is not None:
            self.seconds = max(1.0, nodes / SLOWEST)
            self.send_lines(f"INFO max_node {nodes}")
        self.send_lines(f"INFO timeout_turn {round(1000 * self.seconds)}")

    def restart_board(self) -> None:
        """Request an empty board, which makes a program forget its earlier search.

        Some programs miss a command directly after their move, so it is repeated.
        """
        for _ in range(ASKED_AGAIN):
            self.send_lines("RESTART")
            with suppress(SeatFailure):
                self.wait_for_line(HANDSHAKE_SECONDS, lambda line: line.upper() == "OK")
                return
        raise SeatFailure("no answer to RESTART")

    def move(self, position: Position) -> Cell:
        """Send the board and read a cell."""
        self.lost, start_time = 0.0, time.monotonic()
        for attempt_number in range(1, ASKED_AGAIN):
            try:
                return self._ask_move(position)
            except EngineReply:  # some programs do not read input directly after their move and then reject each line
                self.drain_lines()
                if attempt_number == ASKED_AGAIN // 2:
                    self.begin_game(position, first=True)
            self.lost = time.monotonic() - start_time
        return self._ask_move(position)

    def drain_lines(self) -> None:
        """Wait until the program stops writing."""
        with suppress(queue.Empty):
            while self.line_queue.get(timeout=QUIET) is not None:
                check_switch(self.switch)

    def _ask_move(self, position: Position) -> Cell:
        me, n = position.to_move, position.rules.n
        order = position.moves or [cell for cell, mark in enumerate(position.cells) if mark]
        if not order:
            self.send_lines("BEGIN")
        else:
            marks = (f"{c % n},{c // n},{1 if position.cells[c] == me else 2}" for c in order)
            self.send_lines("BOARD", *marks, "DONE")
        line = self.wait_for_line(
            self.seconds + REPLY_GRACE, lambda reply_line: _parse_pair(reply_line, ",") is not None
        )
        return _check_cell(position.rules, _parse_pair(line, ","), columns_first=True)


class LinesSeat(ProgramSeat):
    """A program that speaks the line protocol of the course framework; it can only begin on the empty board."""

    farewell = "quit"

    def begin_game(self, position: Position, *, first: bool) -> None:
        """Start the program with a game."""
        if any(position.cells):
            raise UsageError("a program of the line protocol starts on the empty board and cannot take openings")
        self.close()
        self.start_process()
        rules = position.rules
        self.send_lines(f"init {rules.m} {rules.n} {rules.k} {'first' if first else 'second'} {self.seconds:g}")
        self.wait_for_line(START_UP + self.seconds, lambda line: line.lower() == "ok")

    def move(self, position: Position) -> Cell:
        """Send the opponent's move, and read the answer."""
        if position.last is not None:
            self.send_lines("play {} {}".format(*position.place(position.last)))
        self.send_lines("go")
        line = self.wait_for_line(self.seconds + REPLY_GRACE, lambda line: line.startswith("move "))
        return _check_cell(position.rules, _parse_pair(line[5:], " "), columns_first=False)


def _parse_pair(line: str, separator: str) -> tuple[int, int] | None:
    """Read two numbers."""
    words = [word.strip() for word in line.split(separator)]
    if len(words) < 2 or not (words[0].isdecimal() and words[1].isdecimal()):
        return None
    return int(words[0]), int(words[1])


def _check_cell(rules: Rules, pair: tuple[int, int] | None, *, columns_first: bool) -> Cell:
    """Return the cell that a program named."""
    if pair is None:
        raise SeatFailure("no cell")
    column, row = pair if columns_first else pair[::-1]
    if not (row < rules.m and column < rules.n):
        raise SeatFailure(f"row {row}, column {column} is outside the board")
    return row * rules.n + column


def make_seat(
    player: str, seconds: float, nodes: int | None = None, threads: int = 1, switch: Cancel | None = None
) -> Seat:
    """Create a player from its name; `switch` stops it.

    A name is ``engine``, ``engine:level=3``, ``corrado``, ``gomocup:COMMAND``, ``lines:COMMAND`` or the like.

    >>> make_seat("engine:level=3", 1.0).settings.level
    3
    """
    from passatempo.mnk import PASTIME

    switch = Cancel() if switch is None else switch
    kind, _, rest = player.partition(":")
    if kind in ("gomocup", "lines"):
        words_of(rest)
        return (GomocupSeat if kind == "gomocup" else LinesSeat)(rest, seconds, switch, nodes)
    player_method = PASTIME.problem("move").choose(player)
    if player_method.method.name == "engine":
        settings = parse_settings(player_method.method, rest)
        return EngineSeat(seconds, nodes, settings, threads, switch)
    limits = Limits(seconds=None if nodes else seconds, nodes=nodes, threads=threads, cancel=switch)
    if player_method.method.name == "corrado-avl":
        return MethodSeat(lambda rules: PublishedPlayer(rules, player_method.settings.depth).choose, limits)
    solve = player_method.load_solver()
    return MethodSeat(lambda rules: solve, limits)
