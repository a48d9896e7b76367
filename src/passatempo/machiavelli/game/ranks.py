"""Whether anything can be laid, rank by rank, in plain Python: for tables without jokers whose runs stand in a row.

Of each rank only the number of cards in runs matters, suit by suit. With r cards in runs at a rank and q at the one
before, max(0, r - q) runs begin; so the runs of one and of two cards must go on, and that is all there is to remember.
Cards of one rank, g of each suit and N in all, make sets exactly if max(max g, ceil(N/4)) <= floor(N/3).
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from passatempo.machiavelli.model import Card
    from passatempo.machiavelli.rules import Line


class Runs(NamedTuple):
    """The runs of a suit up to a rank: how many there are, of these with one and with two cards, and aces kept high."""

    all: int = 0
    ones: int = 0
    twos: int = 0
    high: int = 0


State: TypeAlias = tuple[tuple[Runs, ...], int]  # the runs of each suit, the cards of the hand used
Choice: TypeAlias = tuple[Runs, int, int]  # the runs then, the cards left for sets, the cards of the hand used


def can_lay(table: Iterable[Card], hand: Iterable[Card], line: Line, most: int = 0) -> bool:
    """Tell whether cards of the hand, one at least, can lie in melds together with the whole table.

    Parameters
    ----------
    most
        How many cards of the hand may go; 0: any number.

    Examples
    --------
    >>> from passatempo.machiavelli.rules import Line
    >>> can_lay((0, 1, 2), (3,), Line(0, 13)), can_lay((0, 1, 2), (4,), Line(0, 13))
    (True, False)
    """
    must, may = _counts(table), _counts(hand)
    states: set[State] = {((Runs(),) * 4, 0)}
    for rank in sorted(range(13), key=lambda rank: (rank - line.first) % 13):  # those without a place come last
        states = _after(states, must[rank::13], may[rank::13], line.ranks.count(rank), most)
    return any(used and all(map(_ended, runs)) for runs, used in states)


def _counts(cards: Iterable[Card]) -> list[int]:
    counts = [0] * 52
    for card in cards:
        counts[card] += 1
    return counts


def _after(
    states: set[State],
    must: Sequence[int],
    may: Sequence[int],
    places: int,
    most: int,
) -> set[State]:
    """Return what can be remembered after one more rank; how many cards of the hand were used, one or more alike."""
    found = set()
    for runs, used in states:
        if not used and not most and (runs, 1) in states:
            continue  # the same with a card of the hand used is no worse
        suits = [_choices(one, m, y, places) for one, m, y in zip(runs, must, may, strict=True)]
        for chosen in product(*suits):
            if not _sets(tuple([left for _, left, _ in chosen])):
                continue
            count = used + sum([spent for _, _, spent in chosen])
            if not most or count <= most:
                found.add((tuple([then for then, _, _ in chosen]), count if most else min(count, 1)))
    return found


@cache
def _choices(runs: Runs, must: int, may: int, places: int) -> tuple[Choice, ...]:
    """List how the cards of a suit at one rank, which has so many places, can be shared among runs and sets."""
    going_on = runs.ones + runs.twos
    found = []
    for spent in range(may + 1):
        cards = must + spent
        for here in range(going_on, (cards if places else 0) + 1):
            for high in range(cards - here + 1 if places == 2 else 1):
                then = Runs(here, max(0, here - runs.all), runs.ones, high if places == 2 else runs.high)
                found.append((then, cards - here - high, spent))
    return tuple(found)


@cache
def _sets(cards: tuple[int, ...]) -> bool:
    """Tell whether cards of one rank, so many of each suit, split into sets."""
    number = sum(cards)
    return max(*cards, -(-number // 4)) <= number // 3


def _ended(runs: Runs) -> bool:
    """Tell whether the runs can end at the last rank, or at the aces that were kept high for them."""
    return runs.ones == 0 and runs.twos <= runs.high <= runs.all
