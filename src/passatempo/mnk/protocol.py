"""Talking to game managers on standard input and output: the Gomocup protocol, and that of the course framework.

Gomocup: START, RECTSTART, RESTART, BEGIN, TURN, BOARD, YXBOARD, TAKEBACK, INFO, ABOUT, SWAP2BOARD, END; cells are
``column,row`` from 0. The course framework's wrapper: ``init M N K first seconds``, ``play row column``, ``go``
(answered by ``move row column milliseconds``), ``quit``; rows first, from 0. One line in gives at most one line out;
what cannot be done is answered by one ERROR line and changes nothing.

Source: the Gomocup protocol, version 2; the framework's part is our own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from passatempo import __version__
from passatempo.mnk.clock import Clock
from passatempo.mnk.model import Rules
from passatempo.mnk.player import GETTING_READY, OTHER, OWN, Player, Refused
from passatempo.mnk.settings import EngineSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

LONGEST_LINE = 1024  # bytes; the longest sensible one is under a hundred
MOST_SIDE = 250  # rows or columns: a board's tables take some seconds beyond it
LONG_TURN = 30.0  # seconds a move where nobody has said
ENDLESS = 2_147_483.0  # seconds; the protocol's way to say "no limit"

ABOUT = f'name="passatempo", version="{__version__}", author="The passatempo maintainers", country="-"'
_CELL = re.compile(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*")
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

    Examples
    --------
    >>> session = Session()
    >>> session.answer("START 15"), session.answer("BEGIN"), session.answer("TURN 7,7")
    ('OK', '7,7', 'ERROR cell 7,7 is occupied')
    """

    k: int = 5
    settings: EngineSettings = field(default_factory=EngineSettings)
    threads: int = 1
    player: Player | None = None
    clock: Clock = field(default_factory=lambda: Clock(turn=LONG_TURN))
    board: list[str] | None = None  # the lines of a BOARD block so far
    block: str = ""
    ended: bool = False

    def answer(self, line: str) -> str:
        """Answer one line; empty where nothing is to be said."""
        self.clock.start()
        if self.board is not None:
            return self._collect(line)
        word, _, rest = line.strip().partition(" ")
        command = COMMANDS.get(word.upper())
        if not word:
            return ""
        if command is None:
            return f"UNKNOWN command {_quoted(word)}"
        try:
            return command(self, rest.strip())
        except Refused as refusal:
            return f"ERROR {refusal}"

    def _collect(self, line: str) -> str:
        """Take a line of a BOARD block; after DONE, answer it."""
        assert self.board is not None
        if line.strip().upper() != "DONE":
            if len(self.board) <= MOST_SIDE**2:
                self.board.append(line)
            return ""
        lines, self.board = self.board, None
        try:
            return BLOCKS[self.block](self, lines)
        except Refused as refusal:
            return f"ERROR {refusal}"

    def game(self) -> Player:
        """Return the game in progress."""
        if self.player is None:
            raise Refused("no board yet: START first")
        return self.player

    def begin(self, rules: Rules, seconds: float = 0.0) -> str:
        """Start a game on a new board, and get ready for it in some seconds."""
        self.player = Player(rules, self.settings, self.clock, self.threads)
        self.player.prepare(seconds)
        return "OK"

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


def _rules(m: int, n: int, k: int) -> Rules:
    """Make the rules of a board that the engine plays on."""
    if not (1 <= m <= MOST_SIDE and 1 <= n <= MOST_SIDE):
        raise Refused(f"a board of 1 to {MOST_SIDE} rows and columns is expected, not {n} x {m}")
    if not 1 <= k <= MOST_SIDE:
        raise Refused(f"k of 1 to {MOST_SIDE} is expected, not {k}")
    return Rules(m, n, min(k, 29) if k <= max(m, n) else k)


def _start(session: Session, rest: str) -> str:
    (size,) = _numbers(rest, 1, "START and a size")
    return session.begin(_rules(size, size, session.k))


def _rectangle(session: Session, rest: str) -> str:
    columns, rows = _numbers(rest, 2, "RECTSTART columns,rows")
    return session.begin(_rules(rows, columns, session.k))


def _restart(session: Session, rest: str) -> str:
    session.game().restart()
    return "OK"


def _begin(session: Session, rest: str) -> str:
    if session.game().moves:
        raise Refused("BEGIN on a board with marks")
    return session.move()


def _place(player: Player, rest: str) -> int:
    column, row = _numbers(rest, 2, "column,row", r"\s*,\s*")
    return player.cell(column, row)


def _turn(session: Session, rest: str) -> str:
    player = session.game()
    player.mark(_place(player, rest), OTHER)
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


def _marks(player: Player, lines: list[str], swapped: bool = False) -> list[tuple[int, int]]:
    """Read the fields of a BOARD block; a third code means a mark that does not count in this game."""
    marks = []
    for line in filter(str.strip, lines):
        match = _FIELD.fullmatch(line)
        if match is None:
            raise Refused(f"column,row,who is expected, not {_quoted(line)}")
        first, second, who = map(int, match.groups())
        cell = player.cell(second, first) if swapped else player.cell(first, second)
        if who not in (OWN, OTHER):
            raise Refused(f"who is 1 (own) or 2 (opponent), not {who}")
        marks.append((cell, who))
    own = sum(who == OWN for _, who in marks)
    if len(marks) - 2 * own not in (0, 1):
        raise Refused(f"{own} own marks and {len(marks) - own} others: it is not our move")
    return marks


def _board(session: Session, lines: list[str]) -> str:
    player = session.game()
    player.set_up(_marks(player, lines))
    return session.move()


def _silent_board(session: Session, lines: list[str]) -> str:
    player = session.game()
    player.set_up(_marks(player, lines, swapped=True))
    return ""


def _swap(session: Session, lines: list[str]) -> str:
    """Open, or answer an opening, under the swap rule: three marks, then stay, swap, or put two more."""
    player = session.game()
    cells = [_place(player, line) for line in lines if line.strip()]
    if len(set(cells)) < len(cells):
        raise Refused("a cell comes twice")
    if len(cells) not in (0, 3, 5):
        raise Refused(f"0, 3 or 5 marks are expected, not {len(cells)}")
    if not cells:
        return _opening(player)
    # The first and every other mark is black's; white is to move.
    player.set_up([(cell, OTHER if i % 2 == 0 else OWN) for i, cell in enumerate(cells)])
    cell, score = player.think()
    return "SWAP" if score < 0 else player.name(cell)


def _opening(player: Player) -> str:
    """Put three marks after which nobody is much better off, near the edge, where lines are short."""
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
    return min(values)[1]


def _info(session: Session, rest: str) -> str:
    """Take what the manager says of time; the rest does not matter here, and nothing is answered."""
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
        case _:
            pass
    return ""


def _about(session: Session, rest: str) -> str:
    return ABOUT


def _end(session: Session, rest: str) -> str:
    session.ended = True
    return ""


def _init(session: Session, rest: str) -> str:
    """Begin a game of the course framework: M N K, who is first ("first", "second", true, false), seconds."""
    words = rest.split()
    if len(words) != 5 or words[3].lower() not in _FIRST or not re.fullmatch(r"\d{1,6}(\.\d+)?", words[4], re.ASCII):
        raise Refused(f"init M N K first seconds is expected, not {_quoted(rest)}")
    m, n, k = _numbers(" ".join(words[:3]), 3, "M N K")
    rules = _rules(m, n, k)
    session.clock.turn, session.clock.left = max(0.001, float(words[4])), None
    session.begin(rules, GETTING_READY * session.clock.turn)
    return "ok"


def _played(session: Session, rest: str) -> str:
    """Take a move of the opponent's."""
    player = session.game()
    row, column = _numbers(rest, 2, "play row column")
    player.mark(player.cell(column, row), OTHER)
    return ""


def _go(session: Session, rest: str) -> str:
    player = session.game()
    cell = player.play()
    row, column = divmod(cell, player.rules.n)
    return f"move {row} {column} {round(1000 * session.clock.elapsed)}"


if TYPE_CHECKING:
    Command = Callable[[Session, str], str]

_FIRST = ("first", "true", "1", "second", "false", "0")  # who begins; `go` says it again
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
    "ABOUT": _about,
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
    for line in said:
        reply = f"ERROR a line of more than {LONGEST_LINE} bytes" if line is None else session.answer(line)
        if reply:
            yield reply
        if session.ended:
            return
