"""The engine's tables in plain Python: classes of lines, the sum over cells, the network, and weights of long lines.

A line counts k - 1 cells either way, up to the first cell the player can never have. With the mark made, the class says
how many marks the fullest window of k cells then lacks: none (`five`), one (`four`), and so on, named for k = 5. A four
is open where two cells complete it; a three, two or one where some cell makes it an open class of the next rank.

Where only a line of exactly k wins, k cells either way count, and a window only while neither cell beside it is the
player's own: a line through it would be too long.
"""

from array import array
from functools import cache
from itertools import combinations_with_replacement

from passatempo.mnk.engine.weights import (
    BOTH,
    CELLS,
    CLASSES,
    COLUMNS,
    FITTED,
    HIDDEN,
    INPUTS,
    MULTISETS,
    multiset_rank,
    places_of_features,
)
from passatempo.mnk.lines import DIRECTIONS
from passatempo.mnk.model import Position

DEAD, NEEDS_9, NEEDS_5, FOUR, FIVE = 0, 1, 5, 12, 14
PLAIN = 4  # numbers of a multiset that stand for themselves
OWN, FREE, SHUT = 1, 0, 2  # a cell of a line as one player sees it
ONE = 128
# What a line that lacks more than two marks adds to a cell, class by class from `dead` on; set by hand for k >= 8,
# where a win is built far below the classes of k = 5: each mark more counts 1.7 times as much.
STEEP = (
    (0, 0, 0, 0), (3, 3, 2, 2), (5, 5, 3, 3), (9, 9, 4, 5), (15, 15, 7, 9), (25, 25, 12, 15), (32, 32, 16, 19),
    (53, 53, 26, 32), (54, 54, 27, 33), (90, 90, 45, 54),
)  # fmt: skip


@cache
def classify(k: int, line: tuple[int, ...], exact: bool = False) -> int:
    """Return the class of a line with the player's mark in the middle: of 2k - 1 cells, with `exact` of 2k + 1."""
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


def evaluate(position: Position, weights: bytes) -> int:
    """Return the engine's evaluation of a position for the side to move, in parts of a unit.

    It is its own cells' worth less the other's, and what the network adds.

    Parameters
    ----------
    position
        An open position.
    weights
        As `weights.fitted` gives them.
    """
    words = array("h", weights)
    me = position.to_move
    empty = [cell for cell, mark in enumerate(position.cells) if mark == 0]
    own, other = ([multiset_rank(classes(position, player, cell)) for cell in empty] for player in (me, 3 - me))
    cells = sum(words[COLUMNS * row] for row in own) - sum(words[COLUMNS * row + 1] for row in other)
    return cells + value(words[CELLS:], own, other)


def value(words, mover, waiter):
    """Return what a position is worth to the mover besides the sum of its cells."""
    rows, layers = words[: MULTISETS * INPUTS], words[MULTISETS * INPUTS :]
    features = [*_features(rows, mover), *_features(rows, waiter)]
    biases, worths = layers[HIDDEN * BOTH :][:HIDDEN], layers[HIDDEN * BOTH + HIDDEN :][:HIDDEN]
    total = ONE * layers[-1]
    for unit in range(HIDDEN):
        weights = layers[unit * BOTH : (unit + 1) * BOTH]
        told = ONE * biases[unit] + sum(weight * _cut(x) for weight, x in zip(weights, features, strict=True))
        total += _cut(told // ONE) * worths[unit]
    return total // ONE


def _features(rows, multisets):
    total = [0] * INPUTS
    for row in multisets:
        for i in range(INPUTS):
            total[i] += rows[row * INPUTS + i]
    return total


def _cut(x: int) -> int:
    return min(max(x, 0), ONE)


def extended(weights, k):
    """Return the weights for k > 7: those of k = 5 that also serve lines with many marks to come.

    A cell with lines of the classes of `STEEP` counts as if they were dead, and each adds what is said there; its
    features are those it has then.
    """
    if k <= max(FITTED):
        return weights
    words = array("h", weights)
    # The strongest class first, multisets are in the order of their ranks.
    places = {classes: place for place, classes in enumerate(sorted(_multisets(list(range(len(CLASSES))))))}
    for classes, place in places.items():
        far = [STEEP[c] for c in classes if 0 < c < len(STEEP)]
        if far:
            known = COLUMNS * places[tuple(sorted((c if c >= len(STEEP) else 0 for c in classes), reverse=True))]
            here = COLUMNS * place
            words[here : here + COLUMNS] = words[known : known + COLUMNS]
            for column, more in enumerate(zip(*far, strict=True)):
                words[here + column] += sum(more)
            words[places_of_features(here)] = words[places_of_features(known)]
    return words.tobytes()


def _multisets(used: list[int]) -> list[tuple[int, ...]]:
    """List the multisets of four classes, the strongest class first."""
    return [classes[::-1] for classes in combinations_with_replacement(used, 4)]
