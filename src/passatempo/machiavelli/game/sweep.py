"""Whether anything can be laid, in plain Python that knows nothing of the kernel: for the second program.

Cards are counted in one whole number, a byte a card, ranks from low to high and in each rank the four suits. The lowest
card of the table that is left must lie in some meld; what that meld lacks on the table comes from the hand, or is a
joker. Melds of six and more cards are two smaller ones, so three to five cards are enough. Where there is no joker and
runs stand in a row, `ranks` answers the same sooner.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from passatempo.machiavelli.game import ranks
from passatempo.machiavelli.model import JOKER, Card, Meld
from passatempo.machiavelli.rules import Line, runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BITS = 8
ANY = 10**6


class Melds(NamedTuple):
    """The melds of three to five cards, all of them, and for each card those with it, as places of its cards."""

    every: tuple[Meld, ...]
    of: tuple[tuple[tuple[int, ...], ...], ...]


@cache
def melds(line: Line) -> Melds:
    """List the melds of three to five cards.

    >>> [len(melds(line).every) for line in (Line(0, 13), Line(0, 14), Line(0, 13, circular=True))]
    [185, 197, 221]
    """
    found: list[Meld] = [
        tuple([13 * suit + rank for suit in suits])
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    for suit in range(4):
        for size in (3, 4, 5):
            found += [tuple([13 * suit + rank for rank in run]) for run in runs(line, size)]
    of: list[list[tuple[int, ...]]] = [[] for _ in range(JOKER)]
    for meld in found:
        places = tuple([_place(card) for card in meld])
        for place in places:
            of[place].append(places)
    return Melds(tuple(found), tuple(map(tuple, of)))


def _place(card: Card) -> int:
    return 4 * (card % 13) + card // 13


def packed(cards: Iterable[Card]) -> int:
    """Count cards in one number.

    >>> packed((0, 0, 13)) == 2 + 256
    True
    """
    return sum([1 << BITS * _place(card) for card in cards])


class Wanted(NamedTuple):
    """What is asked: cards and jokers that must lie in melds, others that may, and how many of these at most."""

    must: int
    may: int
    jokers: int
    own_jokers: int
    most: int


def can_lay(
    table: Iterable[Card], hand: Iterable[Card], line: Line, jokers: int = 0, own_jokers: int = 0, most: int = 0
) -> bool:
    """Tell whether cards of the hand, one at least, can lie in melds together with the whole table.

    Parameters
    ----------
    table, hand
        Cards that must, and that may be used, without jokers.
    jokers, own_jokers
        Jokers of the table, and of the hand.
    most
        How many cards of the hand may go; 0: any number.

    Examples
    --------
    >>> can_lay((0, 1, 2), (3,), Line(0, 13)), can_lay((0, 1, 2), (4,), Line(0, 13))
    (True, False)
    """
    hand = tuple(hand)
    most = most or ANY
    if most >= 3 and own_meld(hand, line, own_jokers):
        return True
    table = tuple(table)
    useful = _useful(table, hand, line, jokers + own_jokers)
    if not useful and not own_jokers:
        return False
    if not line.circular and not jokers and not own_jokers:
        return ranks.can_lay(table, useful, line, 0 if most == ANY else most)
    return _covered(
        Wanted(packed(table), packed(useful), jokers, own_jokers, most), melds(line).of, used=False, dead=set()
    )


def arranged(table: Iterable[Card], line: Line, jokers: int = 0) -> bool:
    """Tell whether cards and jokers split into melds.

    >>> arranged((0, 1, 2), Line(0, 13)), arranged((0, 1), Line(0, 13)), arranged((0, 1), Line(0, 13), 1)
    (True, False, True)
    """
    return _covered(Wanted(packed(table), 0, jokers, 0, ANY), melds(line).of, used=True, dead=set())


def own_meld(hand: tuple[Card, ...], line: Line, jokers: int = 0) -> bool:
    """Tell whether the hand holds a meld."""
    held = set(hand)
    return any(sum([card not in held for card in meld]) <= jokers for meld in melds(line).every)


def _useful(table: tuple[Card, ...], hand: tuple[Card, ...], line: Line, jokers: int) -> tuple[Card, ...]:
    """Return the cards of the hand that lie in some meld of all the cards there are."""
    there = {*table, *hand}
    good = {card for meld in melds(line).every if sum([one not in there for one in meld]) <= jokers for card in meld}
    return tuple([card for card in hand if card in good])


def _covered(
    left: Wanted, of: tuple[tuple[tuple[int, ...], ...], ...], *, used: bool, dead: set[tuple[Wanted, bool]]
) -> bool:
    """Tell whether the cards that must lie in melds can, with a card of the hand among them."""
    if not left.must:
        return _jokers_end(left, used=used)
    lowest = ((left.must & -left.must).bit_length() - 1) // BITS
    left = left._replace(may=left.may & _reach(lowest // 4))
    if (left, used) in dead:
        return False
    for after, more in _choices(left, of[lowest]):
        if _covered(after, of, used=used or more, dead=dead):
            return True
    dead.add((left, used))
    return False


@cache
def _reach(rank: int) -> int:
    """Return the places of the cards that can lie in a meld with cards of this rank or higher ones.

    Five cards of a run reach four ranks down; aces, and what follows them, can lie behind a king.
    """
    ranks = {*range(4), *range(max(0, rank - 4), 13)}
    return sum([255 << BITS * (4 * one + suit) for one in ranks for suit in range(4)])


def _choices(left: Wanted, places: tuple[tuple[int, ...], ...]) -> Iterator[tuple[Wanted, bool]]:
    """Yield what is left after each meld with the lowest card, and whether a card of the hand is in it."""
    for meld in places:
        must, may, spent, lacking = left.must, left.may, 0, 0
        for place in meld:
            one = 1 << BITS * place
            if must >> BITS * place & 255:
                must -= one
            elif may >> BITS * place & 255:
                may -= one
                spent += 1
            else:
                lacking += 1
        if lacking > left.jokers + left.own_jokers:
            continue
        own = max(0, lacking - left.jokers)
        if spent + own <= left.most:
            yield (
                Wanted(must, may, left.jokers - lacking + own, left.own_jokers - own, left.most - spent - own),
                spent + own > 0,
            )


def _jokers_end(left: Wanted, *, used: bool) -> bool:
    """Tell whether jokers of the table that are left make a meld, with some of the hand's."""
    if used and not left.jokers:
        return True
    own = max(0 if used else 1, 3 - left.jokers)
    return own <= min(left.own_jokers, left.most)


def most_points(hand: tuple[Card, ...], line: Line, worths: tuple[int, ...], jokers: int = 0, most: int = 0) -> int:
    """Return the points of the best groups that a hand makes alone, a joker worth what it stands for.

    >>> most_points((0, 1, 2, 12, 25, 38), Line(0, 13), tuple(range(1, 53)))
    84
    """
    chosen = [meld for meld in melds(line).every if sum([card not in hand for card in meld]) <= jokers]

    @cache
    def best(cards: tuple[Card, ...], wild: int, room: int) -> int:
        found = 0
        held = Counter(cards)
        for meld in chosen:
            lacking = sum([not held[card] for card in meld])
            if len(meld) <= room and lacking <= wild:
                rest = tuple((held - Counter(meld)).elements())
                worth = sum([worths[card] for card in meld])
                found = max(found, worth + best(rest, wild - lacking, room - len(meld)))
        return found

    return best(tuple(sorted(hand)), jokers, most or ANY)
