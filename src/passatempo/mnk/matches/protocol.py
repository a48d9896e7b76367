"""Talking to game managers on standard input and output: the Gomocup protocol, and that of the course framework.

Gomocup: START, RECTSTART, RESTART, BEGIN, TURN, BOARD, YXBOARD, TAKEBACK, INFO, ABOUT, SWAP2BOARD, END; cells are
``column,row`` from 0. The course framework's wrapper: ``init M N K first seconds``, ``play row column``, ``go``
(answered by ``move row column milliseconds``), ``quit``; rows first, from 0. One line in gives at most one line out;
what cannot be done is answered by one ERROR line and changes nothing. Of Gomocup's rules 0 (five or more win) and 1
(exactly five) are played; any other is refused at the next board.

Source: the Gomocup protocol, version 2, and for YXBOARD the Yixin protocol; the framework's part is our own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from passatempo import __version__
from passatempo.core.errors import PassatempoError
from passatempo.core.text import refuse_large
from passatempo.mnk.engine.clock import Clock, waited
from passatempo.mnk.engine.player import GETTING_READY, OTHER, OWN, Player, Refused
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import MOST_SIDE, EngineSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

LONGEST_LINE = 1024  # bytes; the longest sensible one is under a hundred
LONG_TURN = 30.0  # seconds a move where nobody has said
ENDLESS = 2_147_483.0  # seconds; the protocol's way to say "no limit"

ABOUT = f'name="passatempo", version="{__version__}", author="The passatempo maintainers", country="-"'
_FIELD = re.compile(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*")


@dataclass(slots=True)
class Session:
    """A conversation: what was said so far, and the answer to each line.

    Parameters
    ----------
    k
        The line that wins, for the Gomocup commands, which do not say it.
    settings, threads
        How to play.
    startup
        Seconds that the program took to start, which the first `init` has paid.

    Examples
    --------
    >>> session = Session()
    >>> session.answer("START 15"), session.answer("INFO timeout_turn 50"), session.answer("BEGIN")
    ('OK', '', '7,7')
    >>> session.answer("TURN 7,7")
    'ERROR cell 7,7 is occupied'
    """

    k: int = 5
    settings: EngineSettings = field(default_factory=EngineSettings)
    threads: int = 1
    startup: float = 0.0
    rule: int = 0  # as Gomocup counts them
    player: Player | None = None
    clock: Clock = field(default_factory=lambda: Clock(turn=LONG_TURN))
    board: list[str] | None = None  # the lines of a BOARD block so far
    block: str = ""
    ended: bool = False
    asleep: float = field(default_factory=waited)  # when the last line was answered, as `waited` counts

    def answer(self, line: str) -> str:
        """Answer one line; empty where nothing is to be said."""
        self.clock.start(waited() - self.asleep)  # a busy machine may have woken us late
        try:
            return self._collect(line) if self.board is not None else self._obey(line)
        finally:
            self.asleep = waited()

    def _obey(self, line: str) -> str:
        """Answer a command."""
        word, _, rest = line.strip().partition(" ")
        command = COMMANDS.get(word.upper())
        if not word:
            return ""
        if command is None:
            return f"UNKNOWN command {_quoted(word)}"
        return self._done(lambda: command(self, rest.strip()))

    def _done(self, command: Callable[[], str]) -> str:
        """Do what was asked; what cannot be done is one ERROR line."""
        player = self.player
        kept = None if player is None else player.state
        try:
            return command()
        except Refused as refusal:
            return f"ERROR {refusal}"
        except PassatempoError as error:
            self.player = player
            if player is not None and kept is not None:
                player.state = kept
            return f"ERROR {' '.join(str(error).split())}"

    def _collect(self, line: str) -> str:
        """Take a line of a BOARD block; after DONE, answer it."""
        assert self.board is not None
        if line.strip().upper() != "DONE":
            if len(self.board) <= MOST_SIDE**2:
                self.board.append(line)
            return ""
        lines, self.board = self.board, None
        return self._done(lambda: BLOCKS[self.block](self, lines))

    def game(self) -> Player:
        """Return the game in progress."""
        if self.player is None:
            raise Refused("no board yet: START first")
        return self.player

    def board_to_play(self) -> Player:
        """Return the game in progress, by the rule that was asked for: for what begins a game or sets up a board."""
        player, exact = self.game(), self.exact
        if player.rules.exact != exact:
            self.begin(replace(player.rules, exact=exact), opener=player.opener)
        return self.game()

    @property
    def exact(self) -> bool:
        """Whether only a line of exactly k wins, by the rule that was asked for."""
        if self.rule not in RULES:
            raise Refused(f"rule {self.rule} is not played here, only 0 (a longer line wins too) and 1 (it does not)")
        return self.rule == 1

    def begin(self, rules: Rules, seconds: float = 0.0, opener: int = 0) -> str:
        """Start a game on a new board, and get ready for it in some seconds."""
        self.close()
        self.player = Player(rules, self.settings, self.clock, self.threads, opener)
        self.player.prepare(seconds)
        return "OK"

    def close(self) -> None:
        """Stop a search that may still be at work."""
        if self.player is not None:
            self.player.close()

    def move(self) -> str:
        """Make our move and say it."""
        player = self.game()
        return player.name(player.play())


def _quoted(text: str) -> str:
    """Quote a piece of what was said, short and printable."""
    shown = "".join(c if c.isascii() and c.isprintable() else "?" for c in text[:20])
    return f"'{shown}{'...' if len(text) > 20 else ''}'"


def _numbers(text: str, count: int, sample: str, separator: str = r"[\s,]+") -> list[int]:
    """Read whole numbers."""
    words = re.split(separator, text.strip()) if text.strip() else []
    if len(words) != count or not all(re.fullmatch(r"-?\d{1,9}", word, re.ASCII) for word in words):
        raise Refused(f"{sample} is expected, not {_quoted(text)}")
    return [int(word) for word in words]


def _rules(m: int, n: int, k: int, *, exact: bool = False) -> Rules:
    """Make the rules of a board that the engine plays on."""
    for name, size in (("m", m), ("n", n), ("k", k)):
        refuse_large(size, 1, MOST_SIDE, name)
    return Rules(m, n, k, exact=exact)


def _start(session: Session, rest: str) -> str:
    (size,) = _numbers(rest, 1, "START and a size")
    return session.begin(_rules(size, size, session.k, exact=session.exact))


def _rectangle(session: Session, rest: str) -> str:
    columns, rows = _numbers(rest, 2, "RECTSTART columns,rows")
    return session.begin(_rules(rows, columns, session.k, exact=session.exact))


def _restart(session: Session, rest: str) -> str:
    session.board_to_play().restart()
    return "OK"


def _begin(session: Session, rest: str) -> str:
    if session.game().moves:
        raise Refused("BEGIN on a board with marks")
    session.board_to_play().expect(OWN)
    return session.move()


def _place(player: Player, rest: str) -> int:
    column, row = _numbers(rest, 2, "column,row", r"\s*,\s*")
    return player.cell(column, row)


def _turn(session: Session, rest: str) -> str:
    player = session.game()
    if not player.moves:
        player = session.board_to_play()
    player.opponent(_place(player, rest))
    if player.over:
        raise Refused("the game is over")
    return session.move()


def _take_back(session: Session, rest: str) -> str:
    player = session.game()
    player.take_back(_place(player, rest))
    return "OK"


def _open_block(kind: str) -> Command:
    def open_block(session: Session, rest: str) -> str:
        session.game()
        session.board, session.block = [], kind
        return ""

    return open_block


def _marks(player: Player, lines: list[str]) -> list[tuple[int, int]]:
    """Read the fields of a BOARD block; a third code means a mark that does not count in this game."""
    marks = []
    for line in filter(str.strip, lines):
        match = _FIELD.fullmatch(line)
        if match is None:
            raise Refused(f"column,row,who is expected, not {_quoted(line)}")
        column, row, who = map(int, match.groups())
        if who not in (OWN, OTHER):
            raise Refused(f"who is 1 (own) or 2 (opponent), not {who}")
        marks.append((player.cell(column, row), who))
    own = sum(who == OWN for _, who in marks)
    if len(marks) - 2 * own not in (0, 1):
        raise Refused(f"{own} own marks and {len(marks) - own} others: it is not our move")
    return marks


def _board(session: Session, lines: list[str]) -> str:
    player = session.board_to_play()
    player.set_up(_marks(player, lines))
    return session.move()


def _silent_board(session: Session, lines: list[str]) -> str:
    player = session.board_to_play()
    player.set_up(_marks(player, lines), mover=OTHER)  # of the commands that may follow only TURN moves
    return ""


def _swap(session: Session, lines: list[str]) -> str:
    """Open, or answer an opening, under the swap rule: three marks, then stay, swap, or put two more."""
    player = session.board_to_play()
    cells = [_place(player, line) for line in lines if line.strip()]
    if len(set(cells)) < len(cells):
        raise Refused("a cell comes twice")
    if len(cells) not in (0, 3, 5):
        raise Refused(f"0, 3 or 5 marks are expected, not {len(cells)}")
    if not cells:
        return opening(player)
    # The first and every other mark is black's; white is to move.
    player.set_up([(cell, OTHER if i % 2 == 0 else OWN) for i, cell in enumerate(cells)])
    cell, score = player.think()
    if score < 0:
        player.swap()
        return "SWAP"
    player.mark(cell, OWN)
    return player.name(cell)


def _info(session: Session, rest: str) -> str:
    """Take what the manager says of time and of the rule; the rest does not matter here, and nothing is answered."""
    key, _, value = rest.partition(" ")
    if not re.fullmatch(r"\d{1,12}", value.strip(), re.ASCII):
        return ""
    number = int(value)
    match key.lower():
        case "timeout_turn":
            session.clock.turn = max(0.001, number / 1000) if number else 0.05
        case "timeout_match":
            session.clock.left = number / 1000 if 0 < number < ENDLESS * 1000 else None
        case "time_left":
            session.clock.left = number / 1000 if number < ENDLESS * 1000 else None
        case "rule":
            session.rule = number
        case _:
            pass
    return ""


def _end(session: Session, rest: str) -> str:
    session.ended = True
    return ""


def _init(session: Session, rest: str) -> str:
    """Begin a game of the course framework: M N K, who is first ("first", "second", true, false), seconds."""
    words = rest.split()
    if (
        len(words) != 5
        or words[3].lower() not in (*FIRST, *SECOND)
        or not re.fullmatch(r"\d{1,6}(\.\d+)?", words[4], re.ASCII)
    ):
        raise Refused(f"init M N K first seconds is expected, not {_quoted(rest)}")
    m, n, k = _numbers(" ".join(words[:3]), 3, "M N K")
    rules = _rules(m, n, k)
    session.clock.turn, session.clock.left = max(0.001, float(words[4])), None
    spent, session.startup = session.startup + session.clock.elapsed, 0.0
    opener = OWN if words[3].lower() in FIRST else OTHER
    session.begin(rules, max(0.0, GETTING_READY * session.clock.turn - spent), opener)
    return "ok"


def _played(session: Session, rest: str) -> str:
    """Take a move of the opponent's."""
    player = session.game()
    row, column = _numbers(rest, 2, "play row column")
    player.opponent(player.cell(column, row))
    return ""


def _go(session: Session, rest: str) -> str:
    player = session.game()
    player.expect(OWN)
    cell = player.play()
    row, column = divmod(cell, player.rules.n)
    return f"move {row} {column} {round(1000 * session.clock.elapsed)}"


if TYPE_CHECKING:
    Command = Callable[[Session, str], str]

FIRST, SECOND = ("first", "true", "1"), ("second", "false", "0")  # we begin, or the opponent
RULES = (0, 1)
COMMANDS: dict[str, Command] = {
    "START": _start,
    "RECTSTART": _rectangle,
    "RESTART": _restart,
    "BEGIN": _begin,
    "TURN": _turn,
    "BOARD": _open_block("BOARD"),
    "YXBOARD": _open_block("YXBOARD"),
    "SWAP2BOARD": _open_block("SWAP2BOARD"),
    "TAKEBACK": _take_back,
    "INFO": _info,
    "ABOUT": lambda session, rest: ABOUT,
    "END": _end,
    "INIT": _init,
    "PLAY": _played,
    "GO": _go,
    "QUIT": _end,
}
BLOCKS: dict[str, Callable[[Session, list[str]], str]] = {
    "BOARD": _board,
    "YXBOARD": _silent_board,
    "SWAP2BOARD": _swap,
}


def lines(stream: BinaryIO) -> Iterator[str | None]:
    """Yield the lines of a stream, which may end with CR LF, LF or CR; None for one that is too long."""
    kept, long = bytearray(), False
    while piece := stream.read1(4096):  # type: ignore[attr-defined]
        for byte in piece:
            if byte not in b"\r\n":
                long = long or len(kept) >= LONGEST_LINE
                if not long:
                    kept.append(byte)
                continue
            if long or kept:
                yield None if long else kept.decode("ascii", "replace")
            kept, long = bytearray(), False
    if kept and not long:
        yield kept.decode("ascii", "replace")


def converse(session: Session, said: Iterable[str | None]) -> Iterator[str]:
    """Answer lines until END or the end of input."""
    try:
        for line in said:
            reply = f"ERROR a line of more than {LONGEST_LINE} bytes" if line is None else session.answer(line)
            if reply:
                yield reply
            if session.ended:
                return
    finally:
        session.close()


def opening(player: Player) -> str:
    """Put three marks after which nobody is much better off, near the edge, where lines are short.

    Raises
    ------
    Refused
        If the board is too small.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> len(opening(Player(Rules(9, 9, 5), clock=Clock(turn=0.2))).split())
    3
    """
    m, n = player.rules.m, player.rules.n
    if min(m, n) < 5:
        raise Refused("the swap rule needs a board of at least 5 x 5")
    tried = [(0, 1, 2, 3, 1, n - 3), (1, 1, 3, 2, 0, 4), (0, 2, 3, 3, 2, 0), (1, 3, 0, 0, 4, 4)]
    values: list[tuple[int, str]] = []
    for a, b, c, d, e, f in tried:
        cells = [row * n + column for row, column in ((a, b), (c, d), (e, f))]
        if len(set(cells)) < 3:
            continue
        trial = Player(player.rules, player.settings, Clock(player.clock.limit() / len(tried)))
        trial.set_up([(cell, OTHER if i % 2 == 0 else OWN) for i, cell in enumerate(cells)])
        values.append((abs(trial.think()[1]), " ".join(map(trial.name, cells))))
        trial.close()
    return min(values)[1]
