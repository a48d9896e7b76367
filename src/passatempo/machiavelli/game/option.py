"""Whether a seat could lay anything, under all options of the rules, in plain Python: what `must-lay` rests on."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from passatempo.machiavelli.game.sweep import arranged, can_lay, most_points, own_meld
from passatempo.machiavelli.model import JOKER, WILD, Card, Meld

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.machiavelli.game.rules import GameRules


def could_lay(
    rules: GameRules, table: Sequence[Meld], hand: Counter[Card], crosses: Counter[Card], *, opened: bool
) -> bool:
    """Tell whether a turn of laying is legal.

    Parameters
    ----------
    table
        The groups as they lie.
    hand
        The cards of the seat.
    crosses
        The cards that may go on lying alone.
    opened
        Whether the seat may touch the groups.

    Examples
    --------
    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> could_lay(GameRules(), [(0, 1, 2)], Counter((3,)), Counter(), opened=True)
    True
    """
    held, wild = tuple([card for card in hand.elements() if card < JOKER]), hand[JOKER]
    if not opened:
        needed = rules.opening_points
        if not needed:
            return (rules.most_new == 0 or rules.most_new > 2) and own_meld(held, rules.table.line, wild)
        return most_points(held, rules.table.line, rules.worths, wild, rules.most_new) >= needed
    for must, may, free, freed in _tables(rules, table, held, crosses):
        if freed and arranged(must, rules.table.line, free):
            return True  # the cards that free the jokers are laid
        most = rules.most_new - freed
        if (not rules.most_new or most > 0) and can_lay(must, may, rules.table.line, free, wild, max(most, 0)):
            return True
    return False


def _tables(
    rules: GameRules, table: Sequence[Meld], held: tuple[Card, ...], crosses: Counter[Card]
) -> Iterator[tuple[list[Card], tuple[Card, ...], int, int]]:
    """Yield what must lie in melds, what may, the free jokers, and how many were freed by cards of the hand."""
    alone = [group[0] for group in table if len(group) == 1]
    cards = [card for group in table if len(group) > 1 for card in group]
    named = [card - WILD for card in cards if card > JOKER]
    exact = rules.joker == "exact"
    fixed = [card for card in cards if card < JOKER]
    for number in range(len(alone) + 1):
        for used in combinations(alone, number):
            free = sum(card == JOKER for card in used) + (0 if exact else len(named))
            plain = [card for card in used if card < JOKER]
            for count in range(len(named) + 1 if exact else 1):
                for freed in combinations(named, count):
                    if Counter(freed) - Counter(held):
                        continue
                    rest = tuple((Counter(held) - Counter(freed)).elements())
                    must = fixed + plain + (named if exact else [])  # a card that frees a joker lies in its place
                    if not rules.most_new or count <= rules.most_new:
                        yield must, rest, free + count, count
