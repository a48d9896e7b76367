"""Which cards can go under all options of the rules, and how the table lies then: few calls of the kernel each.

A move is only which cards go. Crosses: each choice of those that stay alone is tried. Jokers that stand for their card:
each choice of those that are freed, the others being table cards. Before the opening the table is left out.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from passatempo.machiavelli.exact.laying import arranged, most
from passatempo.machiavelli.game.sweep import melds
from passatempo.machiavelli.model import JOKER, WILD, Card, Meld, Places
from passatempo.machiavelli.plays import keep

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.machiavelli.game.rules import GameRules
    from passatempo.machiavelli.game.turns import View

ONES = (1,) * (JOKER + 1)
LEAST = 3  # cards of a group


class Ground(NamedTuple):
    """One way to take the options of the rules.

    Parameters
    ----------
    groups
        The groups that may be rearranged; a joker that stays what it is lies as that card.
    fixed
        Those jokers.
    aside
        Groups that lie as they are: crosses that stay alone, or all before the opening.
    forced
        Cards of the hand that must go, because they free a joker.
    hand
        The others, jokers too.
    """

    groups: Places
    fixed: tuple[Card, ...]
    aside: Places
    forced: tuple[Card, ...]
    hand: tuple[Card, ...]


def grounds(view: View, hand: tuple[Card, ...]) -> Iterator[Ground]:
    """Yield every way to take the options of the rules; most crosses alone and fewest jokers freed come first."""
    if not view.has_opened:
        yield Ground((), (), view.table, (), hand)
        return
    singles = sorted({group for group in view.table if len(group) == 1})
    if not singles and view.rules.joker == "free":
        yield Ground(view.table, (), (), (), hand)
        return
    lonely = [group for group in view.table if len(group) == 1]
    melds = tuple([group for group in view.table if len(group) > 1])
    for number in range(len(lonely) + 1):
        for used in sorted(set(combinations(sorted(lonely), number))):
            alone = list(lonely)
            for group in used:
                alone.remove(group)
            for groups, fixed, forced in _freed(view, melds, hand):
                yield Ground((*groups, *used), fixed, tuple(alone), forced, keep(hand, forced))


def _freed(
    view: View, melds: Places, hand: tuple[Card, ...]
) -> Iterator[tuple[Places, tuple[Card, ...], tuple[Card, ...]]]:
    """Yield every choice of jokers that are freed by cards of the hand: the groups, the fixed jokers, those cards."""
    if view.rules.joker == "free":
        yield melds, (), ()
        return
    wild = [(at, card) for at, group in enumerate(melds) for card in group if card > JOKER]
    able = [one for one in wild if one[1] - WILD in hand]
    for number in range(len(able) + 1):
        for chosen in combinations(able, number):
            forced = tuple([card - WILD for _, card in chosen])
            if len(keep(hand, forced)) != len(hand) - number:
                continue  # two jokers stand for a card of which the hand has one
            groups = [
                tuple(
                    [JOKER if (at, card) in chosen else card & (WILD - 1) if card > JOKER else card for card in group]
                )
                for at, group in enumerate(melds)
            ]
            yield tuple(groups), tuple([card for at, card in wild if (at, card) not in chosen]), forced


# ---- What can go ----


def best(view: View, worth: Sequence[int] = ONES, hand: tuple[Card, ...] | None = None) -> tuple[Card, ...]:
    """Return the cards, jokers as jokers, of a lay that is worth most; none where nothing can go.

    Parameters
    ----------
    worth
        What each card counts, a joker last.
    hand
        The cards that may go; the whole hand without it.

    Notes
    -----
    The limit of new cards is not looked at: `within` does that.
    """
    hand = view.hand if hand is None else hand
    found: tuple[int, tuple[Card, ...]] = (-1, ())
    needed = view.rules.opening_points
    if needed and not view.has_opened and JOKER in hand:
        laid, points = dearest(view.rules, hand)
        return laid if points >= needed else ()
    for ground in grounds(view, hand):
        for laid in _most(view, ground, worth):
            if not view.has_opened and needed > sum([view.rules.worth(card) for card in laid]):
                continue
            value = sum([worth[card] for card in laid])
            if laid and value > found[0]:
                found = value, laid
    if needed and not view.has_opened and not found[1] and worth != view.rules.worths:
        return best(view, view.rules.worths, hand)
    return found[1]


def dearest(rules: GameRules, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], int]:
    """Return the groups of a hand with jokers that are worth most, all cards in one row, and what they are worth.

    A joker counts what it stands for, and is named so.

    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> dearest(GameRules(jokers=1), (12, 25, JOKER))
    ((12, 25, 102), 30)
    """
    groups = [(sum([rules.worths[card] for card in meld]), meld) for meld in melds(rules.ace).every]
    groups.sort(key=lambda one: (-one[0], one[1]))

    def best(held: Counter[Card], first: int) -> tuple[int, tuple[Card, ...]]:
        """Return the most that groups from a place in the list on come to, and their cards."""
        room = rules.most_new - hand_size + held.total() if rules.most_new else held.total()
        most: tuple[int, tuple[Card, ...]] = (0, ())
        for at in range(first, len(groups)):
            worth, meld = groups[at]
            if worth * (held.total() // 3) <= most[0]:
                break  # no group after this one is worth more
            cards = tuple([card if held[card] else WILD + card for card in meld])
            if len(meld) > room or sum([card > JOKER for card in cards]) > held[JOKER]:
                continue
            ahead, others = best(held - Counter([min(card, JOKER) for card in cards]), at)
            most = max(most, (worth + ahead, cards + others))
        return most

    hand_size = len(hand)
    points, laid = best(Counter(hand), 0)
    return tuple(sorted(laid)), points


def _most(view: View, ground: Ground, worth: Sequence[int]) -> Iterator[tuple[Card, ...]]:
    """Yield the best lay with no joker of the hand, with one, with two ..."""
    table = (*sum(ground.groups, ()), *ground.forced)
    weights = None if worth is ONES else tuple(worth[:JOKER])
    for jokers in range(ground.hand.count(JOKER) + 1):
        found = most(table, ground.hand, view.rules.ace, weights, jokers)
        if found is not None:
            yield tuple(sorted((*ground.forced, *found[0]))) + (JOKER,) * jokers


def own(view: View) -> Places:
    """Return the groups that the hand makes by itself, of as many cards as can be, jokers as jokers."""
    if len(view.hand) < LEAST:
        return ()
    for jokers in range(view.hand.count(JOKER), -1, -1):
        found = most((), view.hand, view.rules.ace, jokers=jokers)
        if found is not None:
            return tuple([tuple([min(card, JOKER) for card in meld]) for meld in found[1]])
    return ()


def can_lay(view: View) -> bool:
    """Tell whether a turn of laying is legal."""
    laid = best(view)
    return bool(laid) and bool(within(view, laid))


def within(view: View, laid: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return cards that can go and are no more than a turn may lay: the same, else a large legal part of them.

    The parts are what can go of so many neighbours in their order; where nothing of them can, the fewest cards of the
    hand that can go are taken, none where there are none.
    """
    limit = view.rules.most_new
    if not limit or len(laid) <= limit:
        return laid
    ring = laid + laid
    windows = [best(view, hand=tuple(sorted(ring[at : at + limit]))) for at in range(len(laid))]
    part = max(windows, key=len)
    if part:
        return part
    for size in range(1, limit + 1):
        for part in combinations(view.hand, size):
            if fitted(view, part) is not None:
                return part
    return ()


# ---- How the table lies then ----


def fitted(view: View, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], Places] | None:
    """Lay exactly these cards so that most groups stay as they are; None where that cannot be.

    A joker that names a card is laid as that card. The groups that stay come first, in their order, then the others as
    the kernel has them: runs by suit, then sets by rank.

    Returns
    -------
    tuple
        The cards laid, jokers as what they stand for, and the table.
    """
    named = [card for card in cards if card > JOKER]
    hand = tuple([card & (WILD - 1) if card > JOKER else card for card in cards])
    for ground in grounds(view, hand):
        together = (*sum(ground.groups, ()), *ground.forced, *ground.hand)
        found = arranged(together, ground.groups, view.rules.ace)
        if found is None:
            continue
        melds = _renamed(_in_place(ground.groups, found), [*ground.fixed, *named])
        after = (*ground.aside, *melds) if ground.aside else melds
        laid = laid_of(view.table, after)
        if not view.has_opened and view.rules.opening_points > sum([view.rules.worth(c & (WILD - 1)) for c in laid]):
            continue
        return laid, after
    return None


def _in_place(groups: Places, melds: Places) -> Places:
    """Put the groups that stay first, in their old order."""
    left = list(melds)
    kinds = [_kind(meld) for meld in melds]
    stay: list[Meld] = []
    for group in groups:
        kind = _kind(group)
        if len(group) > 1 and kind in kinds:
            at = kinds.index(kind)
            stay.append(group)
            del kinds[at], left[at]
    return (*stay, *left)


def _kind(group: Meld) -> Meld:
    return tuple(sorted([min(card, JOKER) for card in group]))


def _renamed(melds: Places, jokers: Sequence[Card]) -> Places:
    """Write the jokers that lie as the cards they stand for as jokers again."""
    if not jokers:
        return melds
    found = [list(meld) for meld in melds]
    for joker in sorted(jokers):
        meld = next(meld for meld in found if joker - WILD in meld)
        meld[meld.index(joker - WILD)] = joker
    return tuple(map(tuple, found))


def laid_of(before: Places, after: Places) -> tuple[Card, ...]:
    """Return the cards that are on the table after a turn and were not before, jokers as what they stand for.

    Which joker came from the hand cannot be seen where jokers are free: one that stands for something new is taken.

    >>> laid_of(((0, 1, 2),), ((0, 1, 2, 3), (WILD + 4, 5, 6)))
    (3, 5, 6, 68)
    """
    old, new = sum(before, ()), sum(after, ())
    jokers = sum(card >= JOKER for card in new) - sum(card >= JOKER for card in old)
    plain = keep(tuple(card for card in new if card < JOKER), tuple(card for card in old if card < JOKER))
    wild = sorted(card for card in new if card > JOKER)
    there = list(wild)
    for card in old:
        if card in there:
            there.remove(card)
    rest = list(wild)
    for card in there:
        rest.remove(card)
    return (*sorted(plain), *sorted((there + rest)[: max(0, jokers)]))
