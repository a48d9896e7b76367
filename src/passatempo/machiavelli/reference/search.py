"""Reference implementation of the kernel in plain Python: its specification, and the oracle of its tests.

Cards are numbers 13 * suit + rank, with suits S, H, D, C = 0..3 and ranks A, 2, ..., K = 0..12. A joker that stands for
card c is 64 + c. `counts` holds the number of copies of each of the 52 cards. All answers are exact, and the number of
steps is exponential in the number of cards.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

from passatempo.core.limits import Deadline, Stopped
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.machiavelli.model import Meld
from passatempo.machiavelli.rules import Line

JOKER_AS = 64
Counts = tuple[int, ...]


@cache
def legal_melds(line: Line) -> tuple[Meld, ...]:
    """List every legal meld, runs first, each in order.

    A set is three or four cards of one rank in different suits. A run is 3 to 13 consecutive ranks of one suit. The
    thirteen runs around a full circle are the same set of cards, so they are listed once.

    >>> [len(legal_melds(line)) for line in (Line(0, 13), Line(0, 14), Line(1, 13), Line(0, 13, circular=True))]
    [329, 369, 329, 589]
    >>> (11, 12, 0) in legal_melds(Line(1, 13)), (12, 0, 1) in legal_melds(Line(0, 14))
    (True, False)
    """
    first, last = line.first, line.first + (24 if line.circular else line.places - 1)
    melds: dict[frozenset[int], Meld] = {}
    for suit in range(4):
        for start in range(first, first + 13):
            for end in range(start + 2, min(last, start + 12) + 1):
                run = tuple(13 * suit + place % 13 for place in range(start, end + 1))
                melds.setdefault(frozenset(run), run)
    for rank in range(13):
        for size in (3, 4):
            for set_suits in combinations(range(4), size):
                cards = tuple(13 * suit + rank for suit in set_suits)
                melds[frozenset(cards)] = cards
    return tuple(melds.values())


@cache
def _melds_with(line: Line, card: int) -> tuple[Meld, ...]:
    return tuple(meld for meld in legal_melds(line) if card in meld)


def never() -> bool:
    """Never stop."""
    return False


def arrange(counts: Counts, line: Line, jokers: int = 0, stop: Callable[[], bool] = never) -> tuple[Meld, ...] | None:
    """Split all cards and jokers into melds, or return None if this is impossible.

    The search tries every meld for the first remaining card, with jokers for the cards that are missing. A joker never
    replaces a card that is present, because exchanging the two would give the same melds. Jokers that remain at the end
    form melds of their own if there are three or more of them.

    Parameters
    ----------
    counts
        Copies of each card, 52 numbers.
    line
        The line of ranks in which runs are consecutive.
    jokers
        Jokers, all of which must be used.
    stop
        Called at every step. If it returns true, the search ends with `Stopped`.

    Examples
    --------
    >>> counts = [0] * 52
    >>> for card in (0, 1, 2, 15, 28):
    ...     counts[card] = 1
    >>> arrange(tuple(counts), Line(0, 13)) is None
    True
    >>> arrange(tuple(counts), Line(0, 13), jokers=1)
    ((0, 1, 2), (66, 15, 28))
    """
    dead: set[tuple[Counts, int]] = set()

    def split(left: Counts, wild: int) -> tuple[Meld, ...] | None:
        if stop():
            raise Stopped
        card = next((card for card, copies in enumerate(left) if copies), None)
        if card is None:
            return _melds_of_jokers(line, wild)
        if (left, wild) in dead:
            return None
        for meld in _melds_with(line, card):
            missing = sum(not left[other] for other in meld)
            if missing > wild:
                continue
            rest = split(_remove_meld(left, meld), wild - missing)
            if rest is not None:
                return (tuple(other if left[other] else JOKER_AS + other for other in meld), *rest)
        dead.add((left, wild))
        return None

    return split(tuple(counts), jokers)


def _remove_meld(counts: Counts, meld: Meld) -> Counts:
    left = list(counts)
    for card in meld:
        left[card] = max(0, left[card] - 1)
    return tuple(left)


def _melds_of_jokers(line: Line, jokers: int) -> tuple[Meld, ...] | None:
    """Return runs of spades from the 2 upwards, made of three or more jokers, or None for one or two."""
    if jokers in (1, 2):
        return None
    melds = []
    while jokers:
        size = jokers if jokers < 6 else 3
        start = int(line.first == 0)
        melds.append(tuple([JOKER_AS + rank for rank in line.ranks[start : start + size]]))
        jokers -= size
    return tuple(melds)


def gave_up(deadline: Deadline) -> Outcome[Any]:
    """Return the outcome of a search stopped by a limit; exceeding Python's recursion limit counts as lack of memory.

    >>> from passatempo.core.limits import Limits
    >>> gave_up(Deadline(Limits())).stopped.value
    'memory'
    """
    stop_reason = StopReason.MEMORY if deadline.stop_reason is StopReason.DONE else deadline.stop_reason
    return Outcome(Status.UNKNOWN, stopped=stop_reason, stats={"nodes": deadline.node_count})
