"""The numbers of the engine's evaluation and move ordering: one file for each k they were fitted for.

A line of a file names the four classes of a cell (`classes.CLASSES`, strongest first) and gives four numbers: what such
a cell is worth to the player to move, what to the other one, and how early it is tried in attack and in defence.
Classes are named by what a line still lacks, so a file serves every k; the nearest fitted one is taken.
"""

from __future__ import annotations

from array import array
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement

from passatempo.mnk.classes import CLASSES, MULTISETS, rank

COLUMNS = 4
FITTED = (5,)  # the k of the files
# What a line that lacks more than four marks, which games at k = 5 do not have, adds to a cell, class by class from
# `dead` on; set by hand: each mark more is worth half as much again.
FAINT = ((0, 0, 0, 0), (4, 3, 6, 4), (6, 4, 9, 6), (9, 6, 13, 9), (14, 10, 20, 14), (21, 15, 30, 21))
# From k = 8 on a win is built far below the classes of k = 5: there every class below `three` adds this instead, 1.7
# times as much for each mark more.
LONG_K = 8
STEEP = (
    (0, 0, 0, 0), (3, 3, 2, 2), (5, 5, 3, 3), (9, 9, 4, 5), (15, 15, 7, 9), (25, 25, 12, 15), (32, 32, 16, 19),
    (53, 53, 26, 32), (54, 54, 27, 33), (90, 90, 45, 54),
)  # fmt: skip


def nearest(k: int) -> int:
    """Return the k of the file that serves k.

    >>> [nearest(k) for k in (3, 5, 12)]
    [5, 5, 5]
    """
    return min(FITTED, key=lambda known: (abs(known - k), -known))


@cache
def fitted(k: int) -> bytes:
    """Return the fitted weights for k in the form the kernel takes: 16-bit words, four for each multiset of classes.

    >>> len(fitted(5)) == 2 * COLUMNS * MULTISETS
    True
    """
    text = (files("passatempo.mnk") / "weights" / f"{nearest(k)}.txt").read_text(encoding="ascii")
    weights = read_weights(text)
    if k <= nearest(k):
        return weights
    return extended(weights, STEEP if k >= LONG_K else FAINT)


def extended(weights: bytes, added: tuple[tuple[int, ...], ...]) -> bytes:
    """Return weights that also serve lines with more than four marks to come.

    A cell with lines of the classes of `added` counts as if they were dead, and each adds what is said there.
    """
    words = array("h", weights)
    for classes in _multisets(list(range(len(CLASSES)))):
        faint = [c for c in classes if 0 < c < len(added)]
        if faint:
            known = COLUMNS * rank(tuple(0 if c in faint else c for c in classes))
            here = COLUMNS * rank(classes)
            for column in range(COLUMNS):
                words[here + column] = words[known + column] + sum(added[c][column] for c in faint)
    return words.tobytes()


def read_weights(text: str) -> bytes:
    """Read the lines of a file; what is not named is worth nothing."""
    words = array("h", bytes(2 * COLUMNS * MULTISETS))
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            *classes, a, b, c, d = line.split()
            start = COLUMNS * rank(tuple(CLASSES.index(name) for name in classes))
            words[start : start + COLUMNS] = array("h", map(int, (a, b, c, d)))
    return words.tobytes()


def write_weights(weights: bytes, used: frozenset[int], head: str) -> str:
    """Write weights as lines; `used` are the classes that k knows."""
    words = array("h", weights)
    lines = [f"# {line}" for line in head.splitlines()]
    for classes in sorted(_multisets(sorted(used)), reverse=True):
        start = COLUMNS * rank(classes)
        names = " ".join(CLASSES[c] for c in classes)
        lines.append(f"{names} {' '.join(str(word) for word in words[start : start + COLUMNS])}")
    return "\n".join(lines) + "\n"


def _multisets(used: list[int]) -> list[tuple[int, ...]]:
    """List the multisets of four classes, the strongest class first."""
    return [classes[::-1] for classes in combinations_with_replacement(used, 4)]
