"""What the cells of both players make together: the plain-Python twin of the engine's network.

Every empty cell adds a row of numbers, chosen by the multiset of its classes, to its player's features. Those of the
player to move and those of the other, cut to [0, 1], go through one hidden layer of units, cut alike, to one number.
All numbers are whole: 128 stands for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.mnk.engine.patterns import MULTISETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

INPUTS, HIDDEN = 32, 32  # features of a player, units of the hidden layer
BOTH = 2 * INPUTS
ONE = 128
LAYERS = HIDDEN * BOTH + 2 * HIDDEN + 1  # numbers: the units' weights, their biases, their worth, the last bias
WORDS = MULTISETS * INPUTS + LAYERS


def value(words: Sequence[int], mover: Iterable[int], waiter: Iterable[int]) -> int:
    """Return what a position is worth to the mover besides the sum of its cells.

    Parameters
    ----------
    words
        Rows of features by multiset, then the layers.
    mover, waiter
        The multisets of the empty cells, as the player to move and as the other sees them.

    Examples
    --------
    >>> value([0] * (WORDS - 1) + [7], [0, 1], [2])
    7
    """
    rows, layers = words[: MULTISETS * INPUTS], words[MULTISETS * INPUTS :]
    features = [*_features(rows, mover), *_features(rows, waiter)]
    biases, worths = layers[HIDDEN * BOTH :][:HIDDEN], layers[HIDDEN * BOTH + HIDDEN :][:HIDDEN]
    total = ONE * layers[-1]
    for unit in range(HIDDEN):
        weights = layers[unit * BOTH : (unit + 1) * BOTH]
        told = ONE * biases[unit] + sum(weight * _cut(x) for weight, x in zip(weights, features, strict=True))
        total += _cut(told // ONE) * worths[unit]
    return total // ONE


def _features(rows: Sequence[int], multisets: Iterable[int]) -> list[int]:
    total = [0] * INPUTS
    for rank in multisets:
        for i in range(INPUTS):
            total[i] += rows[rank * INPUTS + i]
    return total


def _cut(x: int) -> int:
    return min(max(x, 0), ONE)
