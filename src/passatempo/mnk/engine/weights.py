"""The numbers of the engine's evaluation and move ordering: one file for each k they were fitted for.

A line of a file names the four classes of a cell (`patterns.CLASSES`, strongest first) and gives four numbers: what
such a cell is worth to the player to move, what to the other one, and how early it is tried in attack and in defence;
then two rows of eight for how well a cell of the mover's goes together with what it is to the other. Where the cell has
features in the network (`network.py`), these follow. A line `unit` gives the weights of a hidden unit, its bias and its
worth; the line `bias` the last number. Classes are named by what a line still lacks, so a file can serve every k.
"""

from __future__ import annotations

from array import array
from functools import cache, partial
from importlib.resources import files
from itertools import combinations_with_replacement

from passatempo.mnk.engine import network as net
from passatempo.mnk.engine.patterns import CLASSES, MULTISETS, rank

COLUMNS, PLAIN = 20, 4  # numbers of a multiset; those that stand for themselves
CELLS = COLUMNS * MULTISETS  # numbers before those of the network
LAYERS = CELLS + MULTISETS * net.INPUTS  # numbers before those of the hidden units
FITTED = (5, 6, 7)  # the k of the files
# What a line that lacks more than two marks adds to a cell, class by class from `dead` on; set by hand for k >= 8,
# where a win is built far below the classes of k = 5: each mark more counts 1.7 times as much.
STEEP = (
    (0, 0, 0, 0), (3, 3, 2, 2), (5, 5, 3, 3), (9, 9, 4, 5), (15, 15, 7, 9), (25, 25, 12, 15), (32, 32, 16, 19),
    (53, 53, 26, 32), (54, 54, 27, 33), (90, 90, 45, 54),
)  # fmt: skip


def serving(k: int) -> int:
    """Return the k of the file that serves k: its own, or the one that was fitted on most games.

    >>> [serving(k) for k in (3, 5, 6, 7, 12)]
    [5, 5, 6, 7, 5]
    """
    return k if k in FITTED else FITTED[0]


@cache
def fitted(k: int) -> bytes:
    """Return the fitted weights for k in the form the kernel takes: 16-bit words.

    Twenty for each multiset of classes, then those of the network.

    >>> len(fitted(5)) == 2 * (CELLS + net.WORDS)
    True
    """
    text = (files("passatempo.mnk.engine") / "weights" / f"{serving(k)}.txt").read_text(encoding="ascii")
    weights = read_weights(text)
    return extended(weights) if k > max(FITTED) else weights


# What the browser app ships, a file each; its kernel makes those of a greater k of the first.
shipped_5, shipped_6, shipped_7 = (partial(fitted, k) for k in FITTED)


def extended(weights: bytes) -> bytes:
    """Return weights that also serve lines with many marks to come.

    A cell with lines of the classes of `STEEP` counts as if they were dead, and each adds what is said there; its
    features are those it has then.
    """
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
            words[_features(here)] = words[_features(known)]
    return words.tobytes()


def read_weights(text: str) -> bytes:
    """Read the lines of a file; what is not named is worth nothing."""
    words = array("h", bytes(2 * (CELLS + net.WORDS)))
    units = 0
    for line in text.splitlines():
        name, *rest = line.split() or ["#"]
        if name == "bias":
            words[-1] = int(rest[0])
        elif name == "unit":
            *weights, bias, worth = map(int, rest)
            start = LAYERS + units * net.BOTH
            words[start : start + net.BOTH] = array("h", weights)
            words[LAYERS + net.HIDDEN * net.BOTH + units] = bias
            words[LAYERS + net.HIDDEN * net.BOTH + net.HIDDEN + units] = worth
            units += 1
        elif not name.startswith("#"):
            classes, numbers = (name, *rest[:3]), array("h", map(int, rest[3:]))
            start = COLUMNS * rank(tuple(CLASSES.index(each) for each in classes))
            words[start : start + min(COLUMNS, len(numbers))] = numbers[:COLUMNS]
            if len(numbers) > COLUMNS:
                words[_features(start)] = numbers[COLUMNS:]
    return words.tobytes()


def _features(start: int) -> slice:
    """Return where the features of the multiset stand whose numbers begin at `start`."""
    first = CELLS + start // COLUMNS * net.INPUTS
    return slice(first, first + net.INPUTS)


def _multisets(used: list[int]) -> list[tuple[int, ...]]:
    """List the multisets of four classes, the strongest class first."""
    return [classes[::-1] for classes in combinations_with_replacement(used, 4)]
