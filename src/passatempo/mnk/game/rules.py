"""The rules of a new game: those of the board, with noughts and crosses as the default."""

from dataclasses import dataclass, field

from passatempo.games.values import Preset
from passatempo.mnk.rules import OPTIONS, Rules

SMALLEST = 3  # rows, columns and marks in a row of noughts and crosses


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules of a game; without a size the board is as large as k, at least 3 x 3.

    Examples
    --------
    >>> GameRules(k=4).board
    Rules(m=4, n=4, k=4, exact=False, misere=False, gravity=False, torus=False, maker_breaker=False)
    """

    m: int | None = field(default=None, metadata={"help": "rows"})
    n: int | None = field(default=None, metadata={"help": "columns"})
    k: int = field(default=SMALLEST, metadata={"help": "marks in a row that win"})
    exact: bool = field(default=False, metadata={"help": "only exactly k in a row win"})
    misere: bool = field(default=False, metadata={"help": "if you complete a line, you lose"})
    gravity: bool = field(default=False, metadata={"help": "marks fall to the lowest empty square of their column"})
    torus: bool = field(default=False, metadata={"help": "lines continue across the edges"})
    maker_breaker: bool = field(default=False, metadata={"help": "only lines of X count; on a full board O wins"})

    @property
    def board(self) -> Rules:
        """The rules of the board; raises `InvalidInstance` if a size is out of range."""
        size = max(self.k, SMALLEST)
        m, n = size if self.m is None else self.m, size if self.n is None else self.n
        return Rules(m, n, self.k, self.exact, self.misere, self.gravity, self.torus, self.maker_breaker)


def of_board(rules: Rules) -> GameRules:
    """Return the rules of a game on a board.

    >>> of_board(Rules(15, 15, 5)).board == Rules(15, 15, 5)
    True
    """
    return GameRules(rules.m, rules.n, rules.k, *[getattr(rules, option) for option in OPTIONS])


PRESETS = {
    "tictactoe": Preset(GameRules(), "noughts and crosses"),
    "gomoku": Preset(GameRules(15, 15, 5), "five or more in a row: freestyle"),
    "exactly-five": Preset(GameRules(15, 15, 5, exact=True), "exactly five in a row: standard"),
    "connect-four": Preset(GameRules(6, 7, 4, gravity=True), "marks fall; Howard Wexler, 1974"),
    "misere": Preset(GameRules(misere=True), "if you complete a line, you lose"),
}
