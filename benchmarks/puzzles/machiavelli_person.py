"""How hard a table is for a person: the nodes of a search as one goes about it by hand.

No group is taken up, then one, then two, and so on, in random order. The hand and the cards taken up are loose: the
loose card that comes first is laid onto a group left, which it must fit as the group lay before, or into a new group
of loose cards. A node is a card that is to be laid, or the end. With a card to be found, one card of all may be any.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from passatempo.core.random import Random
from passatempo.machiavelli.rules import LINES, runs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.machiavelli.model import Turn

MOST_NODES = 20_000  # of one order: nobody goes on for so long
ORDERS = 5  # in which groups are taken up; the effort is the mean
Group: TypeAlias = tuple[int, ...]
Left: TypeAlias = tuple[Group, Group]  # a group left, and the cards that have come to it


def effort(turn: Turn, *, wild: bool = False) -> int:
    """Return the mean number of nodes until everything lies, over some orders of the groups."""
    nodes = 0
    for order in range(ORDERS):
        groups = Random(order, "person").shuffle_copy(turn.table)
        nodes += _one_order(tuple(groups), turn.hand, turn.rules.ace, wild=wild)
    return nodes // ORDERS


def fewest(turn: Turn, *, wild: bool = False) -> int:
    """Return how few groups must be taken up."""
    search = _Search(turn.rules.ace)
    sizes = (size for size, loose, left in _taken_up(turn.table, turn.hand) if search.lays(loose, left, wild))
    return next(sizes)


def _taken_up(groups: tuple[Group, ...], hand: Group) -> Iterator[tuple[int, Counter[int], tuple[Left, ...]]]:
    """Yield the ways to take up groups: how many, the cards then loose, and the groups left."""
    for size in range(len(groups) + 1):
        for taken in combinations(range(len(groups)), size):
            left = tuple((group, ()) for k, group in enumerate(groups) if k not in taken)
            yield size, Counter(hand) + Counter(card for k in taken for card in groups[k]), left


def _one_order(groups: tuple[Group, ...], hand: Group, ace: str, *, wild: bool) -> int:
    search = _Search(ace)
    for _, loose, left in _taken_up(groups, hand):
        if search.lays(loose, left, wild) or search.nodes >= MOST_NODES:
            return search.nodes
    raise ValueError("this table and hand have no solution")


class _Search:
    """Lays loose cards, the first one first."""

    def __init__(self, ace: str) -> None:
        self.ace = ace
        self.nodes = 0

    def lays(self, loose: Counter[int], left: tuple[Left, ...], wild: bool) -> bool:
        self.nodes += 1
        if not loose:
            return True
        card = min(loose)
        for cards, groups in self._ways(card, left):
            lacking = sum(other not in loose for other in cards)  # no meld holds a card twice
            if lacking <= wild and self.lays(loose - Counter(cards), groups, wild and not lacking):
                return True
        return False

    def _ways(self, card: int, left: tuple[Left, ...]) -> Iterator[tuple[Group, tuple[Left, ...]]]:
        """Yield cards to be laid at once, this one among them, and the groups then left."""
        tried = set()
        for k, (group, come) in enumerate(left):
            if (group, come) not in tried and card not in come and _fits(self.ace, card, group):
                tried.add((group, come))
                yield (card,), (*left[:k], (group, (*come, card)), *left[k + 1 :])
        for new in _new(self.ace, card):
            yield new, left


@cache
def _fits(ace: str, card: int, group: Group) -> bool:
    """Tell whether a card can be laid on a group as it lies."""
    if card in group:
        return False
    if group[0] % 13 == group[1] % 13:
        return card % 13 == group[0] % 13
    return tuple(sorted((*group, card))) in {tuple(sorted(run)) for run in _runs(ace, card)}


@cache
def _new(ace: str, card: int) -> tuple[Group, ...]:
    """List the sets, then the runs of a card, the short ones first."""
    rank, suit = card % 13, card // 13
    choices = (suits for size in (3, 4) for suits in combinations(range(4), size) if suit in suits)
    return (*(tuple(13 * other + rank for other in suits) for suits in choices), *_runs(ace, card))


@cache
def _runs(ace: str, card: int) -> tuple[Group, ...]:
    suit = 13 * (card // 13)
    found = (tuple(suit + rank for rank in ranks) for length in range(3, 14) for ranks in runs(LINES[ace], length))
    return tuple(run for run in found if card in run)
