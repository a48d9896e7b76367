"""The same answers as the kernel in the plainest Python: its specification, and the oracle of its tests.

Cards are numbers 13 * suit + rank (suits S, H, D, C = 0..3, ranks A, 2, ..., K = 0..12); a joker laid as card c is
64 + c. `counts` says how many copies of each of the 52 cards there are. Everything here is exact; the number of steps
is exponential in the number of cards.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations

LOW, BOTH, HIGH, WRAP = range(4)
JOKER_AS = 64
Counts = tuple[int, ...]
Meld = tuple[int, ...]


@cache
def legal_melds(ace: int) -> tuple[Meld, ...]:
    """List every legal meld, runs first, each in order of play.

    A set is three or four cards of one rank in different suits; a run is 3 to 13 consecutive ranks of one suit. The
    thirteen runs of a whole circle are one set of cards, listed once.

    Parameters
    ----------
    ace
        0 low (A 2 3), 1 both (A 2 3 and Q K A), 2 high (Q K A), 3 wrap (also K A 2).

    Examples
    --------
    >>> [len(legal_melds(ace)) for ace in range(4)]
    [329, 369, 329, 589]
    >>> (11, 12, 0) in legal_melds(HIGH), (12, 0, 1) in legal_melds(BOTH)
    (True, False)
    """
    first, last = {LOW: (0, 12), BOTH: (0, 13), HIGH: (1, 13), WRAP: (0, 24)}[ace]
    melds: dict[frozenset[int], Meld] = {}
    for suit in range(4):
        for start in range(first, 13):
            for end in range(start + 2, min(last, start + 12) + 1):
                run = tuple(13 * suit + place % 13 for place in range(start, end + 1))
                melds.setdefault(frozenset(run), run)
    for rank in range(13):
        for size in (3, 4):
            for chosen in combinations(range(4), size):
                cards = tuple(13 * suit + rank for suit in chosen)
                melds[frozenset(cards)] = cards
    return tuple(melds.values())


@cache
def _melds_with(ace: int, card: int) -> tuple[Meld, ...]:
    return tuple(meld for meld in legal_melds(ace) if card in meld)


class Stopped(Exception):
    """A limit came first."""


def never() -> bool:
    """Never stop."""
    return False


def arrange(counts: Counts, ace: int, jokers: int = 0, stop: Callable[[], bool] = never) -> tuple[Meld, ...] | None:
    """Split all the cards and jokers into melds, or find that they cannot be split.

    Take the first card left and try every meld with it; a card of the meld that is not there is played by a joker. (A
    joker never plays a card that is there: if the two changed places, the melds would be the same.) Jokers that remain
    when the cards are gone are melds of their own if there are three or more of them.

    Parameters
    ----------
    counts
        Copies of each card, 52 numbers.
    ace
        0 low, 1 both, 2 high, 3 wrap.
    jokers
        Jokers, all of which must be used.
    stop
        Asked at every step; once it is true the search ends with `Stopped`.

    Examples
    --------
    >>> counts = [0] * 52
    >>> for card in (0, 1, 2, 15, 28):
    ...     counts[card] = 1
    >>> arrange(tuple(counts), LOW) is None
    True
    >>> arrange(tuple(counts), LOW, jokers=1)
    ((0, 1, 2), (66, 15, 28))
    """
    dead: set[tuple[Counts, int]] = set()

    def split(left: Counts, wild: int) -> tuple[Meld, ...] | None:
        if stop():
            raise Stopped
        card = next((card for card, copies in enumerate(left) if copies), None)
        if card is None:
            return _melds_of_jokers(wild)
        if (left, wild) in dead:
            return None
        for meld in _melds_with(ace, card):
            missing = sum(not left[other] for other in meld)
            if missing > wild:
                continue
            rest = split(_without(left, meld), wild - missing)
            if rest is not None:
                return (tuple(other if left[other] else JOKER_AS + other for other in meld), *rest)
        dead.add((left, wild))
        return None

    return split(tuple(counts), jokers)


def _without(counts: Counts, meld: Meld) -> Counts:
    left = list(counts)
    for card in meld:
        left[card] = max(0, left[card] - 1)
    return tuple(left)


def _melds_of_jokers(jokers: int) -> tuple[Meld, ...] | None:
    """Lay three or more jokers as runs of spades (none: nothing to lay; one or two: impossible)."""
    if jokers in (1, 2):
        return None
    melds = []
    while jokers:
        size = jokers if jokers < 6 else 3
        melds.append(tuple(JOKER_AS + rank for rank in range(1, 1 + size)))
        jokers -= size
    return tuple(melds)
