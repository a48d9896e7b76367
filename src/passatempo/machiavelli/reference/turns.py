"""Arranges a given choice of cards under the rules of a turn, in plain Python.

Let t copies of a card c be on the table, where J jokers stand for c, and let u copies be played. Then min(J, u) jokers
are free if c must come from the hand, and min(J, t + u) if it may come from the table too. More free jokers are never
worse for the same cards. The other jokers stay in the place of their card.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from passatempo.core.limits import Deadline
from passatempo.machiavelli.checker import holds_opening
from passatempo.machiavelli.groups import other_suit
from passatempo.machiavelli.model import JOKER, WILD, CardId, Meld, Turn, count_copies
from passatempo.machiavelli.reference import search
from passatempo.machiavelli.reference.arrangements import arrangements


def arrange_cards(
    turn: Turn, groups: tuple[Meld, ...], new_cards: tuple[CardId, ...], deadline: Deadline
) -> tuple[Meld, ...] | None:
    """Arrange some groups of the table with cards of the hand, or return None if the rules do not allow it.

    Parameters
    ----------
    groups
        The groups that may change, with named jokers if the rules require names.
    new_cards
        All cards played, with jokers unnamed.

    Examples
    --------
    >>> from passatempo.core.limits import Deadline, Limits
    >>> from passatempo.machiavelli.model import Rules
    >>> turn = Turn(((0, 13, WILD + 26, 39),), (1, 2), Rules(jokers=1, joker="hand"))
    >>> arrange_cards(turn, turn.table, (1, 2), Deadline(Limits())) == ((0, 1, 2), (13, WILD + 26, 39))
    True
    """
    rules = turn.rules
    if 0 < rules.most_new < len(new_cards):
        return None
    if turn.must_open and rules.opening_turn == "alone":
        return _arrange_opening(turn, new_cards, deadline)
    if turn.must_open and not holds_opening(rules, new_cards):
        return None
    for lone_groups, cards, bound in _divisions(turn, groups, new_cards):
        counts = count_copies(cards + new_cards)
        melds = search.arrange(tuple(counts[:JOKER]), rules.line, counts[JOKER], deadline.spend)
        if melds is not None:
            return lone_groups + tuple(_mark_jokers(melds, bound))
    return None


def _mark_jokers(melds: tuple[Meld, ...], bound: Counter[CardId]) -> Iterator[Meld]:
    """Yield melds in which each bound joker takes the place of its card."""
    left = Counter(bound)
    for meld in melds:
        cards = list(meld)
        for place, card in enumerate(cards):
            if left[card] > 0:
                left[card] -= 1
                cards[place] += WILD
        yield tuple(cards)


def _arrange_opening(turn: Turn, new_cards: tuple[CardId, ...], deadline: Deadline) -> tuple[Meld, ...] | None:
    """Arrange cards of the hand as the melds of an opening."""
    points = turn.rules.card_points
    free = replace(turn.rules, joker="free", most_new=0, crosses=0)
    for melds in arrangements(Turn((new_cards,), (), free), deadline):
        cards = [card & (WILD - 1) for meld in melds for card in meld]
        if cards and sum(points[card] for card in cards) >= turn.rules.opening_points:
            return melds
    return None


def _divisions(
    turn: Turn, groups: tuple[Meld, ...], new_cards: tuple[CardId, ...]
) -> Iterator[tuple[tuple[Meld, ...], tuple[CardId, ...], Counter[CardId]]]:
    """Yield the crosses that stay alone, all other cards, and the bound jokers by their card."""
    crosses = sorted(group for group in groups if len(group) == 1 and group[0] < JOKER and turn.rules.crosses)
    for number in range(min(turn.rules.crosses, len(crosses)), -1, -1):
        for lone_groups in dict.fromkeys(combinations(crosses, number)):
            rest = list(groups)
            for group in lone_groups:
                rest.remove(group)
            cards = sum(rest, ())
            for joker_cards in _namings(turn, rest):
                free = Counter(new_cards) + (Counter(turn.cards) if turn.rules.joker == "table" else Counter())
                bound = joker_cards - free
                free_jokers = sum(card >= JOKER for card in cards) - bound.total()
                plain = tuple([card for card in cards if card < JOKER])
                yield lone_groups, (*plain, *bound.elements(), *[JOKER] * free_jokers), bound


def _namings(turn: Turn, groups: list[Meld]) -> Iterator[Counter[CardId]]:
    """Yield the cards for which the jokers may stand; in a set of three there may be two such cards."""
    if turn.rules.joker == "free":
        yield Counter()
        return
    jokers = [(group, card) for group in groups for card in group if card > JOKER]
    other_suits = [other_suit(group, card) if turn.rules.joker == "table" else () for group, card in jokers]
    yield from map(
        Counter,
        product(*[(card - WILD, *other_cards) for (_, card), other_cards in zip(jokers, other_suits, strict=True)]),
    )
