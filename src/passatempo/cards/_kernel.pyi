"""The kernel of cards: UDUD and the distance of its maxima in closed form, in time linear in the number of cards.

`cards` is a list, a tuple, or any contiguous buffer of whole numbers (an array, a NumPy array); every card fits in 64
bits with its sign. `open_ends` says whether the first and the last run may be empty. The interpreter lock is released
while a function computes, and threads may compute side by side.
"""

from collections.abc import Callable, Sequence
from typing import Final

from typing_extensions import Buffer

def distances(
    cards: Sequence[int] | Buffer, open_ends: bool, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, int]:
    """Find the least and the greatest possible distance, after the reason to stop.

    The least is greater where none is possible.

    Raises
    ------
    OverflowError
        If a card does not fit in 64 bits.
    TypeError
        If a card is no whole number.
    """

def counts(
    copies: Buffer, open_ends: bool, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, bytes]:
    """Count the sequences for every distance at once.

    Parameters
    ----------
    copies
        How often each value appears, 1 to 4, the greatest 1 or 2, in descending order of the values; a byte each.
    seconds, nodes, cancel
        What the call may spend; a node is a value in one of at most three passes.

    Returns
    -------
    tuple
        Why it stopped, the bytes of a number, and the numbers, the lowest byte first: number d - 1 counts the sequences
        with distance d. There are none where a limit came first.
    """

def count_between(
    copies: Buffer, open_ends: bool, low: int, high: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, bytes]:
    """Count the sequences with a distance from `low` to `high`; the rest as `counts`.

    Returns
    -------
    tuple
        `(stop, number)`, the number's lowest byte first; it says nothing where a limit came first.
    """

class NumberedRows:
    """The rows of a plain deal by number from 0, in the order of the scan; `stop` as of `order`."""

    stop: Final[int]
    nodes: Final[int]
    total: Final[bytes]
    def rows(self, numbers: Buffer) -> tuple[tuple[int, ...], ...]:
        """Return the rows with these numbers, each of as many bytes as the total, the lowest first.

        Raises
        ------
        ValueError
            If a number is not below the total, or a limit came before the rows were counted.
        """

def numbered_rows(
    copies: Buffer,
    values: tuple[int, ...],
    open_ends: bool,
    distance: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> NumberedRows:
    """Count the rows of a deal so that each can be had by its number.

    Parameters
    ----------
    copies
        As of `counts`.
    values
        The values in the same order: what the rows are made of.
    distance
        How far apart the maxima stand; 0: any distance.
    seconds, nodes, cancel
        What the call may spend; a node is a state of a layer.
    """

def table_bytes(values: int, distance: int) -> int:
    """Say how many bytes `numbered_rows` takes for so many values."""

class NumberedMoves:
    """The rows of a plain deal by number from 0, as `NumberedRows`, with few of the tables.

    `moves` are one byte for each value, the greatest first: the stationary points that it is in the low three bits, the
    runs in which it lies in the next four.
    """

    stop: Final[int]
    nodes: Final[int]
    total: Final[bytes]
    def nth(self, number: Buffer, seconds: float, nodes: int, cancel: Buffer | None) -> tuple[int, int, bytes]:
        """Return `(stop, nodes, moves)` of the row with this number, of as many bytes as the total.

        Raises
        ------
        ValueError
            If the number is not below the total, or a limit came before the rows were counted.
        """

def numbered_moves(
    copies: Buffer,
    open_ends: bool,
    distance: int,
    most: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> NumberedMoves:
    """Count the rows of a deal so that each can be had by its number.

    Parameters
    ----------
    copies, open_ends, distance
        As of `numbered_rows`; a distance of 1 is none of UDUD.
    most
        Bytes that may be taken; where they are not enough, it stops at once for want of memory.
    seconds, nodes, cancel
        What the call may spend; a node is a table before one value.
    """

def rank_moves(
    copies: Buffer,
    moves: Buffer,
    open_ends: bool,
    distance: int,
    most: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> tuple[int, int, bytes, bytes]:
    """Find the number of a row, keeping two of the tables at a time; the rest as `numbered_moves`.

    Returns
    -------
    tuple
        `(stop, nodes, total, number)`, the lowest byte first, the number from 0; they say nothing where a limit came
        first.

    Raises
    ------
    ValueError
        If the moves make no row of the deal.
    """

def order(
    cards: Sequence[int] | Buffer,
    low: int,
    high: int,
    open_ends: bool,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> tuple[int, tuple[tuple[int, ...], tuple[int, int, int]] | None]:
    """Lay the cards with the least possible distance from `low` to `high`.

    Parameters
    ----------
    cards
        The cards.
    low, high
        The distances that will do, both included.

    Returns
    -------
    tuple
        `(stop, (sequence, stationary))`, None in place of the pair where `stop` is 0 and no sequence exists, and where
        a limit came first. `stop`: 0 done, 1 seconds, 2 nodes, 3 memory, 4 cancelled.
    """

INTERFACE: str

def call(question: str, request: Buffer, cancel: Buffer | None, kept: object = None) -> tuple[int, bytes]:
    """Answer a question of `kernel/interface.toml`; `passatempo.core.interface` packs it."""

def keeper(tell: Callable[[list[float]], object] | None) -> object:
    """Make what a caller keeps from question to question; `tell` hears how far one is."""
