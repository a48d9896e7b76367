"""Reference implementation of the kernel in plain Python: its specification, and the oracle of its tests.

Cards are numbers 13 * suit + rank, with suits S, H, D, C = 0..3 and ranks A, 2, ..., K = 0..12. A joker that stands for
card c is 64 + c. `counts` holds the number of copies of each of the 52 cards. All answers are exact, and the number of
steps is exponential in the number of cards.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations, product
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


def list_plays(
    table: Counts, hand: Counts, line: Line, table_jokers: int, hand_jokers: int
) -> list[tuple[Counts, int]]:
    """List all choices of cards and jokers from the hand that can be arranged with the complete table.

    Examples
    --------
    >>> table, hand = [0] * 52, [0] * 52
    >>> table[1] = table[2] = table[3] = hand[4] = hand[9] = 1
    >>> [sum(cards) for cards, jokers in list_plays(tuple(table), tuple(hand), Line(0, 13), 0, 0)]
    [0, 1]
    """
    legal_plays = []
    for cards in product(*(range(copies + 1) for copies in hand)):
        table_cards = tuple(a + b for a, b in zip(table, cards, strict=True))
        legal_plays += [
            (cards, k) for k in range(hand_jokers + 1) if arrange(table_cards, line, table_jokers + k) is not None
        ]
    return legal_plays


def lay(
    table: Counts, hand: Counts, line: Line, weights: Counts, table_jokers: int = 0, hand_jokers: int = 0
) -> tuple[int, Counts, int, tuple[Meld, ...]] | None:
    """Find the most valuable cards of a hand that can be arranged with the complete table.

    Among equally valuable plays it prefers one with the whole hand, jokers included, then one with the fewest jokers.

    Parameters
    ----------
    table, hand
        Copies of each card. Those on the table must be used, and those in the hand may be.
    line
        The line of ranks in which runs are consecutive.
    weights
        The value of playing each card.
    table_jokers, hand_jokers
        Jokers that must be used, and jokers that may be used. They have no value.

    Returns
    -------
    tuple or None
        The value, the copies of each card played, the jokers played and the melds. None if no play is possible.

    Examples
    --------
    >>> table, hand = [0] * 52, [0] * 52
    >>> table[1] = table[2] = table[3] = hand[4] = hand[6] = hand[9] = 1
    >>> value, _, jokers, melds = lay(tuple(table), tuple(hand), Line(0, 13), (1,) * 52, hand_jokers=1)
    >>> value, jokers, melds
    (2, 1, ((1, 2, 3), (4, 69, 6)))
    """

    def rank(play: tuple[Counts, int]) -> tuple[int, bool, int]:
        cards, jokers = play
        return sum(weights[c] * k for c, k in enumerate(cards)), (cards, jokers) == (tuple(hand), hand_jokers), -jokers

    legal_plays = list_plays(table, hand, line, table_jokers, hand_jokers)
    if not legal_plays:
        return None
    cards, jokers = max(legal_plays, key=rank)
    melds = arrange(tuple(a + b for a, b in zip(table, cards, strict=True)), line, table_jokers + jokers)
    assert melds is not None  # `list_plays` has arranged it before
    return rank((cards, jokers))[0], cards, jokers, melds


def unlock(table: Counts, hand: Counts, line: Line, jokers: int = 0) -> tuple[int, ...]:
    """List the cards of which one more copy unlocks the whole hand, together with all jokers.

    Examples
    --------
    >>> table, hand = [0] * 52, [0] * 52
    >>> table[1] = table[2] = table[3] = hand[5] = 1
    >>> unlock(tuple(table), tuple(hand), Line(0, 13))
    (4,)
    """
    all_cards = [a + b for a, b in zip(table, hand, strict=True)]
    extra_cards = (tuple(n + (k == card) for k, n in enumerate(all_cards)) for card in range(52))
    return tuple(card for card, counts in enumerate(extra_cards) if arrange(counts, line, jokers) is not None)


def arrangements(counts: Counts, line: Line) -> list[tuple[Meld, ...]]:
    """List all arrangements of a table, each a multiset of melds, where a meld is a set of cards.

    Melds are chosen in the order of `legal_melds`, each any number of times, so each multiset occurs once.

    Examples
    --------
    >>> counts = [1] * 6 + [0] * 46
    >>> arrangements(tuple(counts), Line(0, 13))
    [((0, 1, 2), (3, 4, 5)), ((0, 1, 2, 3, 4, 5),)]
    >>> len(arrangements(tuple([2] * 6 + [0] * 46), Line(0, 13)))
    3
    """
    all_arrangements: list[tuple[Meld, ...]] = []

    def choose(left: Counts, melds: tuple[Meld, ...], meld_choice: tuple[Meld, ...]) -> None:
        if not any(left):
            all_arrangements.append(meld_choice)
        for k, meld in enumerate(melds):
            if all(left[card] for card in meld):
                choose(_remove_meld(left, meld), melds[k:], (*meld_choice, meld))

    choose(tuple(counts), legal_melds(line), ())
    return all_arrangements


def gave_up(deadline: Deadline) -> Outcome[Any]:
    """Return the outcome of a search stopped by a limit; exceeding Python's recursion limit counts as lack of memory.

    >>> from passatempo.core.limits import Limits
    >>> gave_up(Deadline(Limits())).stopped.value
    'memory'
    """
    stop_reason = StopReason.MEMORY if deadline.stop_reason is StopReason.DONE else deadline.stop_reason
    return Outcome(Status.UNKNOWN, stopped=stop_reason, stats={"nodes": deadline.node_count})
