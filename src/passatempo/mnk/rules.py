"""The rules of a game as data: sizes, options, and the names of marks and results.

`passatempo.mnk.model.Position` asks the kernel what follows from them on a board. A mark is 0 for an empty cell,
1 for X, 2 for O.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.text import size_violations, write_number
from passatempo.mnk.lines import line_volume, longest_length

Mark: TypeAlias = int
Result: TypeAlias = Literal["X", "O", "draw"]

EMPTY, X, O = 0, 1, 2  # noqa: E741  the names of the marks
MARKS = ".XO"
MOST_CELLS = 2**18  # 512 x 512; tables of lines take some hundred bytes per cell
MOST_LISTED = 10_000  # cells of a board whose lines are listed one by one
MOST_VOLUME = 2_000_000  # cells of all these lines together, about a second and some hundred megabytes
OPTIONS = ("exact", "misere", "gravity", "torus", "maker_breaker")
FIVE = 5  # in a row, if a file does not specify k


@dataclass(frozen=True, slots=True)
class Rules:
    """The size of the board, the length of a winning line, and the options.

    Parameters
    ----------
    m, n
        Rows and columns, at least 1.
    k
        The number of marks in a row that wins. If it exceeds every line, nobody can win.
    exact
        Only runs of exactly k marks count; longer ones do not.
    misere
        The player who completes a line loses.
    gravity
        A mark falls to the lowest empty cell of its column.
    torus
        Rows and columns go around: the last is followed by the first.
    maker_breaker
        Only lines of X count; O wins when the board is full without one.

    Raises
    ------
    InvalidInstance
        If a size is out of range.

    Examples
    --------
    >>> Rules(3, 3, 3).hopeless, Rules(3, 4, 5).hopeless
    (False, True)
    """

    m: int
    n: int
    k: int
    exact: bool = False
    misere: bool = False
    gravity: bool = False
    torus: bool = False
    maker_breaker: bool = False

    def __post_init__(self) -> None:
        faults = wrong_size(self.m, self.n, self.k)
        if faults:
            raise InvalidInstance(faults)

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.m * self.n

    @property
    def numbers(self) -> tuple[int, ...]:
        """The fields in the order of the kernel."""
        return self.m, self.n, self.k, self.exact, self.misere, self.gravity, self.torus, self.maker_breaker

    @property
    def plain(self) -> bool:
        """Whether all options are off."""
        return not any(getattr(self, option) for option in OPTIONS)

    @property
    def hopeless(self) -> bool:
        """Whether k exceeds every line of the board."""
        return self.k > longest_length(self.m, self.n, self.torus)

    @property
    def listable(self) -> bool:
        """Whether all lines can be listed one by one; trivially so if there are none.

        >>> Rules(15, 15, 5).listable, Rules(1, 9000, 4000).listable, Rules(300, 300, 301).listable
        (True, False, True)
        """
        if self.size <= MOST_LISTED and line_volume(self.m, self.n, self.k, self.torus) <= MOST_VOLUME:
            return True
        return self.hopeless


def no_line(rules: Rules, full: Result) -> str:
    """Return a sentence with the result if nobody can complete a line, or an empty string.

    >>> no_line(Rules(3, 4, 5), "draw")
    'k > max(m,n): no line exists, draw'
    """
    if not rules.hopeless:
        return ""
    longest_phrase = "the longest line" if rules.torus else "max(m,n)"
    return f"k > {longest_phrase}: no line exists, {full if full == 'draw' else f'{full} wins by the full board'}"


def wrong_size(m: int, n: int, k: int) -> list[Violation]:
    """List what is wrong with the size of a board or a line."""
    for name, size in (("m", m), ("n", n), ("k", k)):
        if size < 1:
            return [Violation("bad-size", f"{name} must be >= 1, it is {write_number(size)}", name)]
    return [*size_violations(m, n, MOST_CELLS), *size_violations(k, 1, MOST_CELLS, "k")][
        :1
    ]  # a greater k exceeds every line just as this one does
