"""What puzzles promise, by exact cover over all melds, written from the rules: it uses no code of the pastime."""

from collections import Counter
from functools import cache
from itertools import combinations, product

from ..test_lines import LOW as RANKS
from ..test_lines import windows

SUITS = "SHDC"


def card_of(word):
    """Read a card."""
    return 13 * SUITS.index(word[1]) + RANKS.index(word[0])


@cache
def melds_from(ace):
    """List the sets and the runs by their least card, each with whether it is a set."""
    found = {}
    for rank in RANKS:
        for size in (3, 4):
            for suits in combinations(SUITS, size):
                found[tuple(sorted(card_of(rank + suit) for suit in suits))] = True
    for size in range(3, 14):
        for ranks, suit in product(windows(ace, size), SUITS):
            found[tuple(sorted(card_of(rank + suit) for rank in ranks))] = False
    melds = {card: [] for card in range(52)}
    for meld, is_set in sorted(found.items()):
        melds[meld[0]].append((meld, is_set))
    return melds


def splits(cards, ace, most=2):
    """Find for each kind of card how many copies stand in sets: the different answers, `most` of them at most."""
    melds, found, dead = melds_from(ace), set(), set()

    def cover(left, in_sets):
        state = (tuple(sorted(left.items())), tuple(sorted(in_sets)))
        if len(found) == most or state in dead:
            return
        dead.add(state)
        if not left:
            found.add(tuple(sorted(in_sets)))
            return
        for meld, is_set in melds[min(left)]:
            if all(card in left for card in meld):
                cover(left - Counter(meld), in_sets + meld if is_set else in_sets)

    cover(Counter(cards), ())
    return found


def closes(cards, ace):
    """Tell whether cards can be arranged."""
    melds, dead = melds_from(ace), set()

    def cover(left):
        state = tuple(sorted(left.items()))
        if not left or state in dead:
            return not left
        dead.add(state)
        return any(cover(left - Counter(meld)) for meld, _ in melds[min(left)] if all(card in left for card in meld))

    return cover(Counter(cards))


def keys(cards, ace):
    """List the cards of which one more lets all be arranged."""
    return [card for card in range(52) if closes((*cards, card), ace)]


def is_meld(cards, ace):
    """Tell whether cards are one meld."""
    return any(tuple(sorted(cards)) == meld for meld, _ in melds_from(ace)[min(cards)])
