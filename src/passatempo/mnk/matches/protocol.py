"""Game managers on standard input and output: the Gomocup protocol, and that of the course framework.

Gomocup: START, RECTSTART, RESTART, BEGIN, TURN, BOARD, YXBOARD, TAKEBACK, INFO, ABOUT, SWAP2BOARD, END; cells are
``column,row`` from 0. The course framework's wrapper: ``init M N K first seconds``, ``play row column``, ``go``
(answered by ``move row column milliseconds``), ``quit``; rows first, from 0. Each input line gives at most one output
line. An impossible command gets one ERROR line and changes nothing. Gomocup's rules 0 (five or more win) and 1
(exactly five) are supported, and any other is rejected at the next board.

Source: the Gomocup protocol, version 2, and for YXBOARD the Yixin protocol. The framework's part is specific to us.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import BinaryIO

from passatempo import __version__
from passatempo.core.errors import PassatempoError
from passatempo.core.text import refuse_large
from passatempo.mnk.engine.clock import Clock, wait_time
from passatempo.mnk.engine.player import GETTING_READY, OTHER, OWN, IllegalRequest, Player
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import MOST_SIDE, EngineSettings

LONGEST_LINE = 1024  # bytes; the longest useful line is under a hundred
LONG_TURN = 30.0  # seconds per move by default
ENDLESS = 2_147_483.0  # seconds; the protocol's value for "no limit"

ABOUT = f'name="passatempo", version="{__version__}", author="The passatempo maintainers", country="-"'
_FIELD = re.compile(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*")


@dataclass(slots=True)
class Session:
    """A session with a manager: its state, and the answer to each line.

    Parameters
    ----------
    k
        The winning length for the Gomocup commands, which do not give it.
    settings, threads
        The settings and the search threads of the engine.
    startup_seconds
        Seconds that the program took to start, which the first `init` accounts for.

    Examples
    --------
    >>> session = Session()
    >>> session.answer_line("START 15"), session.answer_line("INFO timeout_turn 50"), session.answer_line("BEGIN")
    ('OK', '', '7,7')
    >>> session.answer_line("TURN 7,7")
    'ERROR cell 7,7 is occupied'
    """

    k: int = 5
    settings: EngineSettings = field(default_factory=EngineSettings)
    threads: int = 1
    startup_seconds: float = 0.0
    gomocup_rule: int = 0  # the rule number of Gomocup
    player: Player | None = None
    clock: Clock = field(default_factory=lambda: Clock(turn_seconds=LONG_TURN))
    block_lines: list[str] | None = None  # the lines of a BOARD block so far
    block_kind: str = ""
    is_over: bool = False
    idle_since: float = field(default_factory=wait_time)  # the value of `wait_time` when the last line was answered

    def answer_line(self, line: str) -> str:
        """Answer one line; return an empty string if no answer is due."""
        self.clock.start_turn(wait_time() - self.idle_since)  # a busy machine may have woken us late
        try:
            return self._collect_line(line) if self.block_lines is not None else self._run_command(line)
        finally:
            self.idle_since = wait_time()

    def _run_command(self, line: str) -> str:
        """Answer a command."""
        word, _, rest = line.strip().partition(" ")
        command = COMMANDS.get(word.upper())
        if not word:
            return ""
        if command is None:
            return f"UNKNOWN command {_quote_input(word)}"
        return self._try_command(lambda: command(self, rest.strip()))

    def _try_command(self, command: Callable[[], str]) -> str:
        """Execute a command; if it is impossible, return one ERROR line."""
        player = self.player
        player_state = None if player is None else player.state
        try:
            return command()
        except IllegalRequest as refusal:
            return f"ERROR {refusal}"
        except PassatempoError as error:
            self.player = player
            if player is not None and player_state is not None:
                player.state = player_state
            return f"ERROR {' '.join(str(error).split())}"

    def _collect_line(self, line: str) -> str:
        """Add a line to a BOARD block, and answer the block after DONE."""
        assert self.block_lines is not None
        if line.strip().upper() != "DONE":
            if len(self.block_lines) <= MOST_SIDE**2:
                self.block_lines.append(line)
            return ""
        lines, self.block_lines = self.block_lines, None
        return self._try_command(lambda: BLOCKS[self.block_kind](self, lines))

    def current_game(self) -> Player:
        """Return the game in progress."""
        if self.player is None:
            raise IllegalRequest("no board yet: START first")
        return self.player

    def board_to_play(self) -> Player:
        """Return the game in progress with the requested rule, to start a game or set up a board."""
        player, exact = self.current_game(), self.is_exact
        if player.rules.exact != exact:
            self.begin_game(replace(player.rules, exact=exact), opener=player.opener)
        return self.current_game()

    @property
    def is_exact(self) -> bool:
        """Whether only a line of exactly k wins, by the requested rule."""
        if self.gomocup_rule not in RULES:
            raise IllegalRequest(
                f"rule {self.gomocup_rule} is not played here, only 0 (a longer line wins too) and 1 (it does not)"
            )
        return self.gomocup_rule == 1

    def begin_game(self, rules: Rules, seconds: float = 0.0, opener: int = 0) -> str:
        """Start a game on a new board, and prepare the engine for at most `seconds` seconds."""
        self.close()
        self.player = Player(rules, self.settings, self.clock, self.threads, opener)
        self.player.prepare_engine(seconds)
        return "OK"

    def close(self) -> None:
        """Stop a search that may still be running."""
        if self.player is not None:
            self.player.close()

    def answer_move(self) -> str:
        """Make our move and return it."""
        player = self.current_game()
        return player.cell_name(player.play_move())


def _quote_input(text: str) -> str:
    """Quote a piece of input, short and printable."""
    printable_text = "".join(c if c.isascii() and c.isprintable() else "?" for c in text[:20])
    return f"'{printable_text}{'...' if len(text) > 20 else ''}'"


def _parse_numbers(text: str, count: int, sample: str, separator: str = r"[\s,]+") -> list[int]:
    """Read whole numbers."""
    words = re.split(separator, text.strip()) if text.strip() else []
    if len(words) != count or not all(re.fullmatch(r"-?\d{1,9}", word, re.ASCII) for word in words):
        raise IllegalRequest(f"{sample} is expected, not {_quote_input(text)}")
    return [int(word) for word in words]


def _check_rules(m: int, n: int, k: int, *, exact: bool = False) -> Rules:
    """Return the rules of a board that the engine plays on."""
    for name, size in (("m", m), ("n", n), ("k", k)):
        refuse_large(size, 1, MOST_SIDE, name)
    return Rules(m, n, k, exact=exact)


def _start(session: Session, rest: str) -> str:
    (size,) = _parse_numbers(rest, 1, "START and a size")
    return session.begin_game(_check_rules(size, size, session.k, exact=session.is_exact))


def _rectangle(session: Session, rest: str) -> str:
    columns, rows = _parse_numbers(rest, 2, "RECTSTART columns,rows")
    return session.begin_game(_check_rules(rows, columns, session.k, exact=session.is_exact))


def _restart(session: Session, rest: str) -> str:
    session.board_to_play().restart_game()
    return "OK"


def _first_move(session: Session, rest: str) -> str:
    if session.current_game().moves:
        raise IllegalRequest("BEGIN on a board with marks")
    session.board_to_play().require_turn(OWN)
    return session.answer_move()


def _parse_cell(player: Player, rest: str) -> int:
    column, row = _parse_numbers(rest, 2, "column,row", r"\s*,\s*")
    return player.cell_at(column, row)


def _turn(session: Session, rest: str) -> str:
    player = session.current_game()
    if not player.moves:
        player = session.board_to_play()
    player.add_opponent_mark(_parse_cell(player, rest))
    if player.is_over:
        raise IllegalRequest("the game is over")
    return session.answer_move()


def _take_back(session: Session, rest: str) -> str:
    player = session.current_game()
    player.take_back(_parse_cell(player, rest))
    return "OK"


def _open_block(kind: str) -> "Command":
    def open_block(session: Session, rest: str) -> str:
        session.current_game()
        session.block_lines, session.block_kind = [], kind
        return ""

    return open_block


def _block_marks(player: Player, lines: list[str]) -> list[tuple[int, int]]:
    """Read the fields of a BOARD block; code 3 means a mark that does not count in this game."""
    marks = []
    for line in filter(str.strip, lines):
        match = _FIELD.fullmatch(line)
        if match is None:
            raise IllegalRequest(f"column,row,who is expected, not {_quote_input(line)}")
        column, row, side_code = map(int, match.groups())
        if side_code not in (OWN, OTHER):
            raise IllegalRequest(f"who is 1 (own) or 2 (opponent), not {side_code}")
        marks.append((player.cell_at(column, row), side_code))
    our_count = sum(side_code == OWN for _, side_code in marks)
    if len(marks) - 2 * our_count not in (0, 1):
        raise IllegalRequest(f"{our_count} own marks and {len(marks) - our_count} others: it is not our move")
    return marks


def _board(session: Session, lines: list[str]) -> str:
    player = session.board_to_play()
    player.set_up(_block_marks(player, lines))
    return session.answer_move()


def _silent_board(session: Session, lines: list[str]) -> str:
    player = session.board_to_play()
    player.set_up(_block_marks(player, lines), mover=OTHER)  # among the commands that may follow, only TURN moves
    return ""


def _swap(session: Session, lines: list[str]) -> str:
    """Open, or answer an opening, under the swap rule: three marks, then stay, swap, or put two more."""
    player = session.board_to_play()
    cells = [_parse_cell(player, line) for line in lines if line.strip()]
    if len(set(cells)) < len(cells):
        raise IllegalRequest("a cell comes twice")
    if len(cells) not in (0, 3, 5):
        raise IllegalRequest(f"0, 3 or 5 marks are expected, not {len(cells)}")
    if not cells:
        return swap_opening(player)
    # The first mark is black's and colours alternate; white is to move.
    player.set_up([(cell, OTHER if i % 2 == 0 else OWN) for i, cell in enumerate(cells)])
    cell, score = player.choose_move()
    if score < 0:
        player.swap_sides()
        return "SWAP"
    player.add_mark(cell, OWN)
    return player.cell_name(cell)


def _take_setting(session: Session, rest: str) -> str:
    """Read the manager's time limits and the rule; ignore other settings and answer nothing."""
    key, _, number_text = rest.partition(" ")
    if not re.fullmatch(r"\d{1,12}", number_text.strip(), re.ASCII):
        return ""
    number = int(number_text)
    match key.lower():
        case "timeout_turn":
            session.clock.turn_seconds = max(0.001, number / 1000) if number else 0.05
        case "timeout_match":
            session.clock.seconds_left = number / 1000 if 0 < number < ENDLESS * 1000 else None
        case "time_left":
            session.clock.seconds_left = number / 1000 if number < ENDLESS * 1000 else None
        case "rule":
            session.gomocup_rule = number
        case _:
            pass
    return ""


def _end(session: Session, rest: str) -> str:
    session.is_over = True
    return ""


def _init(session: Session, rest: str) -> str:
    """Start a game of the course framework: M N K, who is first ("first", "second", true, false), seconds."""
    words = rest.split()
    if (
        len(words) != 5
        or words[3].lower() not in (*FIRST, *SECOND)
        or not re.fullmatch(r"\d{1,6}(\.\d+)?", words[4], re.ASCII)
    ):
        raise IllegalRequest(f"init M N K first seconds is expected, not {_quote_input(rest)}")
    m, n, k = _parse_numbers(" ".join(words[:3]), 3, "M N K")
    rules = _check_rules(m, n, k)
    session.clock.turn_seconds, session.clock.seconds_left = max(0.001, float(words[4])), None
    startup_seconds, session.startup_seconds = session.startup_seconds + session.clock.seconds_used, 0.0
    opener = OWN if words[3].lower() in FIRST else OTHER
    session.begin_game(rules, max(0.0, GETTING_READY * session.clock.turn_seconds - startup_seconds), opener)
    return "ok"


def _opponent_move(session: Session, rest: str) -> str:
    """Make a move of the opponent."""
    player = session.current_game()
    row, column = _parse_numbers(rest, 2, "play row column")
    player.add_opponent_mark(player.cell_at(column, row))
    return ""


def _go(session: Session, rest: str) -> str:
    player = session.current_game()
    player.require_turn(OWN)
    cell = player.play_move()
    row, column = divmod(cell, player.rules.n)
    return f"move {row} {column} {round(1000 * session.clock.seconds_used)}"


Command = Callable[[Session, str], str]

FIRST, SECOND = ("first", "true", "1"), ("second", "false", "0")  # we move first, or the opponent does
RULES = (0, 1)
COMMANDS: dict[str, Command] = {
    "START": _start,
    "RECTSTART": _rectangle,
    "RESTART": _restart,
    "BEGIN": _first_move,
    "TURN": _turn,
    "BOARD": _open_block("BOARD"),
    "YXBOARD": _open_block("YXBOARD"),
    "SWAP2BOARD": _open_block("SWAP2BOARD"),
    "TAKEBACK": _take_back,
    "INFO": _take_setting,
    "ABOUT": lambda session, rest: ABOUT,
    "END": _end,
    "INIT": _init,
    "PLAY": _opponent_move,
    "GO": _go,
    "QUIT": _end,
}
BLOCKS: dict[str, Callable[[Session, list[str]], str]] = {
    "BOARD": _board,
    "YXBOARD": _silent_board,
    "SWAP2BOARD": _swap,
}


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """Yield the lines of a stream, which may end with CR LF, LF or CR; None for a line that is too long."""
    line_bytes, long = bytearray(), False
    while piece := stream.read1(4096):  # type: ignore[attr-defined]
        for byte in piece:
            if byte not in b"\r\n":
                long = long or len(line_bytes) >= LONGEST_LINE
                if not long:
                    line_bytes.append(byte)
                continue
            if long or line_bytes:
                yield None if long else line_bytes.decode("ascii", "replace")
            line_bytes, long = bytearray(), False
    if line_bytes and not long:
        yield line_bytes.decode("ascii", "replace")


def converse(session: Session, input_lines: Iterable[str | None]) -> Iterator[str]:
    """Answer lines until END or the end of input."""
    try:
        for line in input_lines:
            reply = f"ERROR a line of more than {LONGEST_LINE} bytes" if line is None else session.answer_line(line)
            if reply:
                yield reply
            if session.is_over:
                return
    finally:
        session.close()


def swap_opening(player: Player) -> str:
    """Place three marks that leave the game even, near the edge, where lines are short.

    Raises
    ------
    IllegalRequest
        If the board is too small.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> len(swap_opening(Player(Rules(9, 9, 5), clock=Clock(turn_seconds=0.2))).split())
    3
    """
    m, n = player.rules.m, player.rules.n
    if min(m, n) < 5:
        raise IllegalRequest("the swap rule needs a board of at least 5 x 5")
    trial_cells = [(0, 1, 2, 3, 1, n - 3), (1, 1, 3, 2, 0, 4), (0, 2, 3, 3, 2, 0), (1, 3, 0, 0, 4, 4)]
    trial_scores: list[tuple[int, str]] = []
    for a, b, c, d, e, f in trial_cells:
        cells = [row * n + column for row, column in ((a, b), (c, d), (e, f))]
        if len(set(cells)) < 3:
            continue
        trial = Player(player.rules, player.settings, Clock(player.clock.turn_limit() / len(trial_cells)))
        trial.set_up([(cell, OTHER if i % 2 == 0 else OWN) for i, cell in enumerate(cells)])
        trial_scores.append((abs(trial.choose_move()[1]), " ".join(map(trial.cell_name, cells))))
        trial.close()
    return min(trial_scores)[1]
