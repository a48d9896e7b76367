"""What a mark on an empty cell would be worth in each of its four lines: the plain-Python twin of the engine's tables.

A line counts k - 1 cells either way, up to the first cell the player can never have. With the mark made, the class says
how many marks the fullest window of k cells then lacks: none (`five`), one (`four`), and so on, named for k = 5. A four
is open where two cells complete it; a three, two or one where some cell makes it an open class of the next rank.

Where only a line of exactly k wins, k cells either way count, and a window only while neither cell beside it is the
player's own: a line through it would be too long.

Source of the idea: the pattern tables of gomoku programs; the definition by recursion holds for every k.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import TYPE_CHECKING

from passatempo.mnk.lines import DIRECTIONS

if TYPE_CHECKING:
    from passatempo.mnk.model import Position

CLASSES = (
    "dead",
    "needs_9",
    "needs_8",
    "needs_7",
    "needs_6",
    "needs_5",
    "one",
    "open_one",
    "two",
    "open_two",
    "three",
    "open_three",
    "four",
    "open_four",
    "five",
)
DEAD, NEEDS_9, NEEDS_5, ONE, FOUR, FIVE = 0, 1, 5, 6, 12, 14
MULTISETS = comb(len(CLASSES) + 3, 4)
OWN, FREE, SHUT = 1, 0, 2  # a cell of a line as one player sees it


def rank(classes: tuple[int, ...]) -> int:
    """Return the number of a multiset of four classes.

    >>> rank((0, 0, 0, 0)), rank((14, 14, 14, 14)) == MULTISETS - 1
    (0, True)
    """
    return sum(comb(value + size, size + 1) for size, value in enumerate(sorted(classes)))


@cache
def classify(k: int, line: tuple[int, ...], exact: bool = False) -> int:
    """Return the class of a line with the player's mark in the middle: of 2k - 1 cells, with `exact` of 2k + 1.

    >>> CLASSES[classify(3, (FREE, OWN, OWN, FREE, SHUT))], CLASSES[classify(3, (SHUT, OWN, OWN, FREE, SHUT))]
    ('open_four', 'four')
    >>> CLASSES[classify(2, (FREE, OWN, OWN, FREE, FREE), exact=True)]
    'five'
    >>> CLASSES[classify(2, (OWN, OWN, OWN, FREE, FREE), exact=True)]
    'dead'
    """
    first = len(line) // 2 - k + 1  # of the windows with the mark
    starts = [i for i in range(first, first + k) if SHUT not in line[i : i + k]]
    if exact:
        starts = [i for i in starts if OWN not in (line[i - 1], line[i + k])]
    lacking = [k - line[i : i + k].count(OWN) for i in starts]
    if not lacking:
        return DEAD
    lacks = min(lacking)
    if lacks > 4:
        return max(NEEDS_9, NEEDS_5 - (lacks - 5))
    if lacks == 0:
        return FIVE
    blocked = FOUR - 2 * (lacks - 1)
    wanted, enough = (FIVE, 2) if lacks == 1 else (blocked + 3, 1)
    better = sum(
        classify(k, (*line[:i], OWN, *line[i + 1 :]), exact) == wanted for i, seen in enumerate(line) if seen == FREE
    )
    return blocked + (better >= enough)


def classes(position: Position, player: int, cell: int) -> tuple[int, ...]:
    """Return the classes of an empty cell for a player (1 or 2) in the four directions of `DIRECTIONS`."""
    k, exact = position.rules.k, position.rules.exact
    side = k if exact else k - 1
    row, column = divmod(cell, position.rules.n)
    found = []
    for down, right in DIRECTIONS:
        line = [_seen(position, player, row + i * down, column + i * right) for i in range(-side, side + 1)]
        line[side] = OWN
        found.append(classify(k, _reach(line, side), exact))
    return tuple(found)


def _seen(position: Position, player: int, row: int, column: int) -> int:
    """Return what a player sees on a cell."""
    rules = position.rules
    if not (0 <= row < rules.m and 0 <= column < rules.n):
        return SHUT
    mark = position.cells[row * rules.n + column]
    return FREE if mark == 0 else OWN if mark == player else SHUT


def _reach(line: list[int], side: int) -> tuple[int, ...]:
    """Shut what lies beyond the first shut cell on either side: marks there do not count."""
    left = max((i for i in range(side) if line[i] == SHUT), default=-1)
    right = min((i for i in range(side + 1, len(line)) if line[i] == SHUT), default=len(line))
    return tuple(SHUT if i <= left or i >= right else mark for i, mark in enumerate(line))
