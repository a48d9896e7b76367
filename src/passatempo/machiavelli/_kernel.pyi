"""The Machiavelli kernel.

Cards are numbers 13 * suit + rank: suits S, H, D, C = 0..3, ranks A, 2, ..., K = 0..12. `counts` is any contiguous
buffer of 52 bytes, the copies of each card, so up to 255 decks. `ace` is 0 low (A 2 3), 1 both (A 2 3 and Q K A),
2 high (Q K A) or 3 wrap (also K A 2). The interpreter lock is released while a function searches, and threads may
search side by side.

A search stops after `seconds` or `nodes`, or when another thread sets the first byte of the buffer `cancel`. Its
answer begins with `stop`: 0 done, 1 seconds, 2 nodes, 3 memory, 4 cancelled, and the nodes spent.
"""

from collections.abc import Sequence

from typing_extensions import Buffer

def arrange(
    counts: Buffer, ace: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, tuple[tuple[int, ...], ...] | None]:
    """Split all the cards into melds.

    Parameters
    ----------
    counts
        52 bytes, the copies of each card.
    ace
        0 low, 1 both, 2 high, 3 wrap.
    seconds, nodes, cancel
        What the search may spend.

    Returns
    -------
    tuple
        `(stop, nodes, melds)`. `melds` is None where `stop` is 0 and no arrangement exists, and where a limit came
        first. Runs come first, by suit, then sets, by rank; a run is written in order of play (Q K A), a set in the
        order of the suits.

    Raises
    ------
    ValueError
        If `counts` has not 52 bytes, `cancel` none or `ace` is not in 0..3.
    """

def arrange_many(counts: Buffer, ace: int) -> bytes:
    """Say of many tables whether they can be arranged.

    Parameters
    ----------
    counts
        52 bytes for each table, one table after the other.
    ace
        0 low, 1 both, 2 high, 3 wrap.

    Returns
    -------
    bytes
        One byte for each table: 1 if it can be arranged, else 0.
    """

def lay(
    table: Buffer,
    hand: Buffer,
    ace: int,
    weights: Sequence[int] | None,
    table_jokers: int,
    hand_jokers: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> tuple[int, int, tuple[int, tuple[int, ...], tuple[tuple[int, ...], ...]] | None, int]:
    """Lay the whole table and the most valuable cards of the hand.

    Returns
    -------
    tuple
        `(stop, nodes, (value, laid, melds) or None, bound)`.
    """
