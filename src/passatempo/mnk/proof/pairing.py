"""Draws by pairs of cells: a player who answers each mark in the other cell of its pair blocks every line.

For nine in a row and more there are pairs for the whole plane, repeated every eight rows and columns (Hales and
Jewett 1963). Each row, column and diagonal has two neighbouring cells of a pair in every eight, so a gapless line of
nine cells contains both.
"""

from collections.abc import Iterable, Sequence

from passatempo.core.limits import Deadline
from passatempo.mnk.lines import Cell
from passatempo.mnk.rules import Rules

PERIOD = 8
# The direction to the other cell of the pair, before or after. Found by search, and recounted by a doctest.
PATTERN = (
    "/\\//--//",
    "\\/\\\\/--\\",
    "\\\\//\\\\--",
    "|/|\\--\\|",
    "|\\||\\--|",
    "-|\\||||-",
    "-|\\/|||-",
    "///\\/--/",
)
STEPS = {"-": (0, 1), "|": (1, 0), "\\": (1, 1), "/": (1, -1)}


def pairs_of(rules: Rules, down: int = 0, right: int = 0, deadline: Deadline | None = None) -> list[tuple[Cell, Cell]]:
    """Return the pairs of a board, with the pattern shifted by `down` rows and `right` columns.

    Raises
    ------
    Stopped
        If the deadline comes first.

    Examples
    --------
    >>> from passatempo.mnk.lines import windows
    >>> from passatempo.mnk.rules import Rules
    >>> pairs = pairs_of(Rules(20, 20, 9))
    >>> len({cell for pair in pairs for cell in pair}) == 2 * len(pairs)
    True
    >>> all(any(one in window and other in window for one, other in pairs) for window in map(set, windows(20, 20, 9)))
    True
    """
    pairs = []
    for row in range(rules.m):
        for column in range(rules.n):
            if deadline is not None and column % 1024 == 0:
                deadline.check()
            letter = _pattern_letter(row + down, column + right)
            r, c = row + STEPS[letter][0], column + STEPS[letter][1]
            if r < rules.m and 0 <= c < rules.n and _pattern_letter(r + down, c + right) == letter:
                pairs.append((row * rules.n + column, r * rules.n + c))
    return pairs


def _pattern_letter(row: int, column: int) -> str:
    return PATTERN[row % PERIOD][column % PERIOD]


def pairing(
    rules: Rules, cells: bytes, lines: Sequence[Iterable[Cell]], deadline: Deadline | None = None
) -> list[tuple[Cell, Cell]] | None:
    """Return pairs of empty cells of which each line, given by its empty cells, contains one; None if there are none.

    Raises
    ------
    Stopped
        If the deadline comes first.

    Examples
    --------
    >>> from passatempo.mnk.lines import windows
    >>> from passatempo.mnk.rules import Rules
    >>> len(pairing(Rules(12, 12, 9), bytes(144), windows(12, 12, 9))) > 40
    True
    >>> pairing(Rules(12, 12, 8), bytes(144), windows(12, 12, 8)) is None
    True
    """
    for down in range(PERIOD):
        for right in range(PERIOD):
            all_pairs = pairs_of(rules, down, right, deadline)
            pairs = [pair for pair in all_pairs if not cells[pair[0]] and not cells[pair[1]]]
            partner = dict(pairs)
            if _covers_lines(partner, lines, deadline):
                return pairs
    return None


def _covers_lines(partner: dict[Cell, Cell], lines: Sequence[Iterable[Cell]], deadline: Deadline | None) -> bool:
    """Return whether every line contains both cells of a pair; `partner` maps the first to the second."""
    for number, line in enumerate(lines):
        inside = frozenset(line)
        if not any(partner.get(cell, -1) in inside for cell in inside):
            return False
        if deadline is not None and number % 64 == 0:
            deadline.check()
    return True
