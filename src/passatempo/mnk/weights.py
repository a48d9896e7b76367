"""The numbers of the engine's evaluation and move ordering: one file for each k they were fitted for.

A line of a file names the four classes of a cell (`classes.CLASSES`, strongest first) and gives four numbers: what such
a cell is worth to the player to move, what to the other one, and how early it is tried in attack and in defence.
Classes are named by what a line still lacks, so a file serves every k; the nearest fitted one is taken.
"""

from __future__ import annotations

from array import array
from functools import cache
from importlib.resources import files

from passatempo.mnk.classes import CLASSES, MULTISETS, rank

COLUMNS = 4
FITTED = (5,)  # the k of the files


def nearest(k: int) -> int:
    """Return the k of the file that serves k.

    >>> [nearest(k) for k in (3, 5, 7, 8, 12)]
    [5, 5, 5, 5, 5]
    """
    return min(FITTED, key=lambda known: (abs(known - k), -known))


@cache
def fitted(k: int) -> bytes:
    """Return the fitted weights for k in the form the kernel takes: 16-bit words, four for each multiset of classes.

    >>> len(fitted(5)) == 2 * COLUMNS * MULTISETS
    True
    """
    text = (files("passatempo.mnk") / "weights" / f"{nearest(k)}.txt").read_text(encoding="ascii")
    return read_weights(text)


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
    from itertools import combinations_with_replacement

    return [classes[::-1] for classes in combinations_with_replacement(used, 4)]
