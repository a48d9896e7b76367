"""How hard a table is for a person: the nodes of a search as one goes about it by hand.

No group is taken up, then one, then two, and so on, in random order. The hand and the cards taken up are loose: the
loose card that comes first is laid onto a group left or into a new group of loose cards. A node is a card that is to be
laid, or the end. With a card to be found, one card of all may be any card.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from passatempo.core.random import Random

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.machiavelli.model import Turn

ORDERS = 5  # in which groups are taken up; the effort is the mean
Group: TypeAlias = tuple[int, ...]
Spots: TypeAlias = dict[int, int]  # the cards of a rank by its places in a run

PLACES = {"low": range(13), "both": range(14), "high": range(1, 14), "wrap": range(26)}


def effort(turn: Turn, *, wild: bool = False) -> int:
    """Return the mean number of nodes until everything lies, over some orders of the groups."""
    nodes = 0
    for order in range(ORDERS):
        groups = Random(order, "person").shuffled(turn.table)
        nodes += _one_order(tuple(groups), turn.hand, turn.rules.ace, wild=wild)
    return nodes // ORDERS


def _one_order(groups: tuple[Group, ...], hand: Group, ace: str, *, wild: bool) -> int:
    search = _Search(ace)
    for size in range(len(groups) + 1):
        for taken in combinations(range(len(groups)), size):
            left = tuple(group for k, group in enumerate(groups) if k not in taken)
            loose = Counter(hand) + Counter(card for k in taken for card in groups[k])
            if search.lays(loose, left, wild):
                return search.nodes
    raise ValueError("this table and hand have no solution")


class _Search:
    """Lays loose cards, the first one first."""

    def __init__(self, ace: str) -> None:
        self.places = PLACES[ace]
        self.ring = ace == "wrap"
        self.nodes = 0

    def lays(self, loose: Counter[int], left: tuple[Group, ...], wild: bool) -> bool:
        self.nodes += 1
        if not loose:
            return True
        card = min(loose)
        seen = set()
        for cards, groups in self._ways(card, loose, left, wild):
            used = Counter(cards)
            missing = used - loose
            state = (tuple(sorted(cards)), groups)
            if missing.total() <= wild and state not in seen:
                seen.add(state)
                if self.lays(loose - used, groups, wild and not missing):
                    return True
        return False

    def _ways(
        self, card: int, loose: Counter[int], left: tuple[Group, ...], wild: bool
    ) -> Iterator[tuple[Group, tuple[Group, ...]]]:
        """Yield cards to be laid at once, this one among them, and the groups then left."""
        for k, group in enumerate(left):
            for more in self._onto(group, card):
                if (Counter(more) - loose).total() <= wild:
                    yield more, (*left[:k], (*group, *more), *left[k + 1 :])
        for new in self._new(card):
            if (Counter(new) - loose).total() <= wild:
                yield new, (*left, new)

    def _onto(self, group: Group, card: int) -> Iterator[Group]:
        """Yield the cards that lengthen a group by this one, and those between."""
        if group[0] % 13 == group[1] % 13:
            if card % 13 == group[0] % 13 and card not in group:
                yield (card,)
            return
        if card // 13 != group[0] // 13 or card in group:
            return
        suit = 13 * (card // 13)
        for low in self.places:
            ranks = [place % 13 for place in range(low, low + len(group))]
            if low + len(group) - 1 in self.places and {suit + rank for rank in ranks} == set(group):
                for end in self.places:
                    if end % 13 == card % 13 and end >= low + len(group):
                        yield tuple(suit + place % 13 for place in range(low + len(group), end + 1))
                    if end % 13 == card % 13 and end < low:
                        yield tuple(suit + place % 13 for place in range(end, low))

    def _new(self, card: int) -> Iterator[Group]:
        """Yield the sets, then the runs of this card, the short ones first."""
        rank, suit = card % 13, card // 13
        for size in (3, 4):
            for suits in combinations(range(4), size):
                if suit in suits:
                    yield tuple(13 * other + rank for other in suits)
        for length in range(3, 14):
            for low in self.places:
                run = tuple(13 * suit + place % 13 for place in range(low, low + length))
                if low + length - 1 in self.places and card in run and not (self.ring and low >= 13):
                    yield run
