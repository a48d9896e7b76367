"""The weights of the engine's evaluation and move ordering, one file for each k with its own fit.

A line of a file names the four classes of a cell (`CLASSES`, strongest first) and gives four numbers: the value of
such a cell to the player to move and to the other, and its priority in attack and in defence. Two rows of eight follow,
which say how well a cell of the mover's combines with its classes for the other. The features of the cell in the
network come last, if it has any. A line `unit` gives the weights of a hidden unit, its bias and its output weight; the
line `bias` gives the last number. Classes are named by what a line still lacks, so a file can serve every k.
"""

from array import array
from functools import cache, partial
from importlib.resources import files
from math import comb

CLASSES = (
    "dead", "needs_9", "needs_8", "needs_7", "needs_6", "needs_5", "one", "open_one", "two", "open_two", "three",
    "open_three", "four", "open_four", "five",
)  # fmt: skip
MULTISETS = comb(len(CLASSES) + 3, 4)
INPUTS, HIDDEN = 32, 32  # of the network: features of a player, units of the hidden layer
BOTH = 2 * INPUTS
WORDS = MULTISETS * INPUTS + HIDDEN * BOTH + 2 * HIDDEN + 1  # features by multiset; weights, biases, output weights
COLUMNS = 20  # numbers of a multiset
CELLS = COLUMNS * MULTISETS  # numbers before those of the network
LAYERS = CELLS + MULTISETS * INPUTS  # numbers before those of the hidden units
FITTED = (5, 6, 7)  # the k of the files


def multiset_rank(classes: tuple[int, ...]) -> int:
    """Return the rank of a multiset of four classes.

    >>> multiset_rank((0, 0, 0, 0)), multiset_rank((14, 14, 14, 14)) == MULTISETS - 1
    (0, True)
    """
    return sum(comb(class_number + size, size + 1) for size, class_number in enumerate(sorted(classes)))


def serving_k(k: int) -> int:
    """Return the k of the file that serves k: its own, or the one fitted on the most games.

    >>> [serving_k(k) for k in (3, 5, 6, 7, 12)]
    [5, 5, 6, 7, 5]
    """
    return k if k in FITTED else FITTED[0]


@cache
def load_weights(k: int) -> bytes:
    """Return the fitted weights for k in the format of the kernel, 16-bit words.

    There are twenty for each multiset of classes, then those of the network.

    >>> len(load_weights(5)) == 2 * (CELLS + WORDS)
    True
    """
    text = (files("passatempo.mnk.engine") / "weights" / f"{serving_k(k)}.txt").read_text(encoding="ascii")
    return read_weights(text)


# The browser app ships these, one file each. Its kernel derives the weights of a greater k from the first.
shipped_5, shipped_6, shipped_7 = (partial(load_weights, k) for k in FITTED)


def read_weights(text: str) -> bytes:
    """Read the lines of a file; multisets that are not named have weight 0."""
    words = array("h", bytes(2 * (CELLS + WORDS)))
    units = 0
    for line in text.splitlines():
        name, *rest = line.split() or ["#"]
        if name == "bias":
            words[-1] = int(rest[0])
        elif name == "unit":
            *weights, bias, unit_weight = map(int, rest)
            start = LAYERS + units * BOTH
            words[start : start + BOTH] = array("h", weights)
            words[LAYERS + HIDDEN * BOTH + units] = bias
            words[LAYERS + HIDDEN * BOTH + HIDDEN + units] = unit_weight
            units += 1
        elif not name.startswith("#"):
            classes, numbers = (name, *rest[:3]), array("h", map(int, rest[3:]))
            start = COLUMNS * multiset_rank(tuple(CLASSES.index(each) for each in classes))
            words[start : start + min(COLUMNS, len(numbers))] = numbers[:COLUMNS]
            if len(numbers) > COLUMNS:
                words[places_of_features(start)] = numbers[COLUMNS:]
    return words.tobytes()


def places_of_features(start: int) -> slice:
    """Return the slice of the features of the multiset whose numbers begin at `start`."""
    first = CELLS + start // COLUMNS * INPUTS
    return slice(first, first + INPUTS)
