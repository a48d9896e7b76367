"""The Machiavelli kernel.

Cards are numbers 13 * suit + rank: suits S, H, D, C = 0..3, ranks A, 2, ..., K = 0..12. `counts` is any contiguous
buffer of 52 bytes, the copies of each card, so up to 255 decks. `line` is a `Line` of `rules.py`. The interpreter lock
is released while a function searches, and threads may search side by side.

A search stops after `seconds` or `nodes`, or when another thread sets the first byte of the buffer `cancel`. Its
answer begins with a `stop`: 0 done, 1 seconds, 2 nodes, 3 memory, 4 cancelled, and the nodes spent.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from typing_extensions import Buffer

Melds: TypeAlias = tuple[tuple[int, ...], ...]

# What is laid: its value; which groups stay (of `keep` alone: their melds are first, as they were given); the cards of
# the hand in order, then its jokers as 64 + what they stand for; the melds in the order of `arrange`, with jokers as
# 64 + card.
Play: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...], Melds]

def arrange(
    counts: Buffer, line: Sequence[int], seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, Melds | None]:
    """Split all the cards into melds.

    Returns
    -------
    tuple
        After the stop and the nodes the melds; None where no arrangement exists, or a limit came first.
        Runs come first, by suit, then sets, by rank; a run is written in order of play (Q K A), a set in the
        order of the suits.

    Raises
    ------
    ValueError
        If `counts` has not 52 bytes, `cancel` none or there is no such `line`.
    """

def arrange_many(
    counts: Buffer, line: Sequence[int], seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, bytes]:
    """Say of many tables whether they can be arranged.

    Parameters
    ----------
    counts
        52 bytes for each table, one table after the other.

    Returns
    -------
    tuple
        The number of the reason to stop (0: done), and one byte for each table that was decided: 1 if it can be
        arranged, else 0.

    Raises
    ------
    ValueError
        If the length is no multiple of 52, or a table has more than 100 copies of a card.
    """

def lay(
    table: Buffer,
    hand: Buffer,
    line: Sequence[int],
    weights: Sequence[int] | None,
    table_jokers: int,
    hand_jokers: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
    groups: tuple[tuple[int, ...], ...] = (),
) -> tuple[int, int, Play | None, int, bool]:
    """Lay the most valuable cards of a hand so that they and the whole table are melds.

    All cards and jokers of the table must be used, cards and jokers of the hand may be. The value of a play is the sum
    of the weights of the hand's cards laid. Of the plays of greatest value one that lays the whole hand, jokers
    included, is taken, else one with fewest jokers of the hand. With an empty hand this arranges a table with jokers.

    Parameters
    ----------
    table, hand
        52 bytes each, the copies of each card; at most 250 copies of a card on table and in hand, with all jokers.
    weights
        52 numbers from 0 to 1000000000, one for each card; None for the number of cards laid.
    table_jokers, hand_jokers
        Jokers on the table and in the hand.
    groups
        Groups of the table: of the plays that are equal so far one is taken that has most of them as melds, as far as
        3,000 nodes find it, or fewer with more than two copies of a card.

    Returns
    -------
    tuple
        After the stop and the nodes the play, a bound of the value of any, and whether no play as good has more of the
        groups. The play is None where the stop is 0 and no choice of hand cards makes everything arrangeable. Where a
        limit came first it is the best play found so far, or None.

    Notes
    -----
    One search over the ranks without jokers; the states double, roughly, with each joker.
    """

def unlock(
    table: Buffer,
    hand: Buffer,
    line: Sequence[int],
    jokers: int,
    pairs: bool,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> tuple[int, int, bool, bytes]:
    """Say which further card, or which two, let the whole hand go.

    Parameters
    ----------
    table, hand
        52 bytes each, the copies of each card.
    jokers
        Jokers on the table and in the hand together: all of them must go.
    pairs
        Whether to ask for pairs of further cards instead of single ones.

    Returns
    -------
    tuple
        After the stop and the nodes whether the whole hand can go now, without a further card, and a byte for each card
        c, or for pairs at 52 * c + other: 1 if with them it can go. How many decks there are is not asked: a card of
        which no copy is unseen has its byte too. Where the stop is not 0 the bytes not yet known are 0.
    """

def count(
    counts: Buffer, line: Sequence[int], seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, int | None]:
    """Count the arrangements of a table.

    An arrangement is a multiset of melds, a meld a set of cards: a run of six and the same cards as two runs of three
    are different arrangements; the thirteen ways to write a whole circle of one suit are one.

    Returns
    -------
    tuple
        After the stop and the nodes the number, of any size; None where a limit came first.
    """

def arrangements(
    counts: Buffer, line: Sequence[int], most: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, tuple[Melds, ...]]:
    """List arrangements of a table, each once, in a fixed order.

    Parameters
    ----------
    counts
        52 bytes, the copies of each card.
    most
        How many to list at most.

    Returns
    -------
    tuple
        After the stop and the nodes the arrangements: all where the stop is 0 and there are fewer than `most`.
    """

def keep(
    groups: Sequence[Sequence[int]],
    hand: Buffer,
    line: Sequence[int],
    weights: Sequence[int] | None,
    hand_jokers: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> tuple[int, int, Play | None, int]:
    """Find a play of greatest value that leaves most groups of the table as they are.

    Parameters
    ----------
    groups
        The groups now on the table, at most 512: cards, jokers as 52, or 64 + c for one that stands for card c. A group
        that is no legal meld cannot stay.
    hand, line, weights, hand_jokers, seconds, nodes, cancel
        As in `lay`; value comes before groups kept, and they before closing and the jokers of the hand.

    Returns
    -------
    tuple
        After the stop and the nodes the play, None where none exists or a limit came before one was found, and how
        many groups a play of this value leaves as they are at most.

    Notes
    -----
    A few hundred plays, each like `lay`, where a dozen groups are on the table.
    """

def fewest_moves(
    groups: Sequence[Sequence[int]],
    hand: Buffer,
    line: Sequence[int],
    value: int,
    kept: int,
    moved: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> tuple[int, int, tuple[int, Melds] | None]:
    """Find a play that moves as few cards of the table as possible, and fewer than a number. Without jokers.

    Each new meld continues at most one old group; the cards that the two share stay, all others of the table are moved.

    Parameters
    ----------
    groups
        The melds now on the table, at most 512.
    hand
        52 bytes, the copies of each card.
    value
        Cards of the hand that must be laid at least.
    kept
        Groups that must stay as they are at least.
    moved
        Only plays that move fewer cards are looked for.

    Returns
    -------
    tuple
        After the stop and the nodes `(moved, melds)`, the best play found; None where there was none. Proved best, or
        proved that there is none, where the stop is 0.
    """

def puzzle(
    groups: int,
    hand: int,
    decks: int,
    line: Sequence[int],
    locked: bool,
    strict: int,
    cuts: tuple[int, int, int, int],
    state: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> tuple[int, int, int, tuple[Melds, tuple[int, ...], int, Melds, int, int] | None]:
    """Try once to make a puzzle; what is wanted and made is explained in `puzzles/making.py`.

    Parameters
    ----------
    groups, hand, decks
        1 to 20 groups to draw, 1 to 12 cards to take into the hand, 1 to 10 copies of each card.
    locked
        Whether one more card, the key, is to be missing.
    strict
        The grade, 1 to 5, from which on no card of the hand may simply be laid on a group.
    cuts
        The ways to take up groups from which on the grade is one more.
    state
        Of the stream of random numbers (`core.random`).

    Returns
    -------
    tuple
        After the stop and the nodes the state of the stream after the attempt, and the puzzle: groups, hand, key (52
        where no card is missing), solution, groups taken up, arrangements. None where there is none, or a limit came
        first.
    """

INTERFACE: str

def call(question: str, request: Buffer, cancel: Buffer | None, kept: object = None) -> tuple[int, bytes]:
    """Answer a question of `kernel/interface.toml`; `passatempo.core.interface` packs it."""

def keeper(tell: Callable[[list[float]], object] | None) -> object:
    """Make what a caller keeps from question to question; `tell` hears how far one is."""
