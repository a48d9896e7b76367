"""Plays, closing cards and arrangements by trying every choice: the oracles of the kernel's tests."""

from itertools import product

from passatempo.machiavelli.model import Meld
from passatempo.machiavelli.reference.search import Counts, _remove_meld, arrange, legal_melds
from passatempo.machiavelli.rules import Line


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
