"""One attempt to make a puzzle, in plain Python: the specification of the kernel's, which is some hundred times faster.

Backwards: groups are drawn inside a window of seven ranks, so that sets and runs compete for the cards; they must leave
one answer to how many copies of each card stand in sets. Then cards are taken into the hand until the rest can be
arranged too, as another table of the grade that the attempt aims at.

The order in which random numbers are drawn is part of every ID, and may not change. No result depends on the order in
which arrangements are listed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, TypeAlias

from passatempo.core.limits import Limits
from passatempo.core.play.puzzle import GRADES
from passatempo.machiavelli.model import JOKER, Ace, Card, Listing, Meld, Rules, Turn
from passatempo.machiavelli.reference.arrangements import enumerate_arrangements
from passatempo.machiavelli.rules import fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.random import Random

WIDTH = 7  # ranks among which sets and runs compete
MOST_TRIES = 200  # draws of a group that does not fit
MOST_HANDS = 300  # draws of a hand
MOST_LISTED = 400  # arrangements; more are no puzzle for a person
PLACES = {"low": range(13), "both": range(14), "high": range(1, 14), "wrap": range(-1, 26)}  # of runs; 13 is an ace

Melds: TypeAlias = tuple[Meld, ...]  # sorted, of sorted cards
State: TypeAlias = tuple[tuple[int, int, int], ...]  # of each suit the runs of one card, of two, and the longer ones


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted.

    Parameters
    ----------
    groups, hand, decks, ace
        As in the parameters.
    locked
        Whether one more card, the key, is to be missing.
    strict
        The grade from which on no card of the hand may simply be laid on a group.
    cuts
        The ways to take up groups from which on the grade is one more.
    """

    groups: int
    hand: int
    decks: int
    ace: Ace
    locked: bool
    strict: int
    cuts: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle: cards and groups in the order of their numbers.

    Parameters
    ----------
    shown, hand
        What lies on the table, and the hand.
    key
        The missing card; a joker's number where none is missing.
    solution
        An arrangement of all cards, the one in which most of the groups shown stay.
    taken_up
        How many of the groups shown do not stay.
    arrangements
        How many arrangements all cards have.
    """

    shown: Melds
    hand: Meld
    key: Card
    solution: Melds
    taken_up: int
    arrangements: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Groups drawn, and where: `first` is the place of the window's first rank, `line` its ranks and the two beside."""

    groups: Melds
    cards: tuple[Card, ...]
    first: int
    line: tuple[int, ...]

    def place(self, card: Card) -> int:
        """Return the place of a card in a run."""
        return card % 13 if card % 13 >= self.first else card % 13 + 13

    def stays(self, group: Meld, meld: Meld) -> bool:
        """Tell whether a group is part of a meld, and the other cards fit it as it lies: no two of them at one end."""
        if not set(group) <= set(meld) or group[0] % 13 == group[1] % 13:
            return set(group) <= set(meld)
        here, there = ([self.place(card) for card in cards] for cards in (group, meld))
        return min(there) >= min(here) - 1 and max(there) <= max(here) + 1


def attempt(order: Order, random: Random) -> Found | None:
    """Try once to make a puzzle.

    >>> from passatempo.core.random import Random
    >>> order = Order(4, 2, 2, "both", locked=False, strict=3, cuts=(7, 15, 30, 60))
    >>> found = next(filter(None, (attempt(order, Random(seed)) for seed in range(100))))
    >>> len(found.hand), found.taken_up > 0
    (2, True)
    """
    aim = 1 + random.below(len(GRADES))
    drawn = _draw_groups(order, random)
    if drawn is None or set_counts(Counter(drawn.cards), drawn.line) != 1:
        return None
    cards = list(drawn.cards)
    for _ in range(MOST_HANDS):
        taken = _take(cards, order.hand + order.locked, random)
        if taken is None or not _may_be_taken(order, drawn, taken):
            continue
        shown = _least_known(order, drawn, taken, aim, random)
        if shown is None:
            continue
        every = _list(drawn.cards, order)
        if len(every) > MOST_LISTED:
            return None
        found = _match(order, drawn, shown, taken, every)
        if found is not None and _grade(order, found) == aim and not (aim >= order.strict and gives_away_key(found)):
            return found
    return None


def _draw_groups(order: Order, random: Random) -> Drawn | None:
    """Draw groups; None where they find no room."""
    places = PLACES[order.ace]
    first = random.below(13) if order.ace == "wrap" else places[0] + random.below(len(places) - WIDTH + 1)
    line = tuple(place % 13 for place in range(first - 1, first + WIDTH + 1) if place in places)
    groups: list[Meld] = []
    counts: Counter[Card] = Counter()
    tries = 0
    while len(groups) < order.groups and tries < MOST_TRIES:
        group = _draw_set(first, random) if random.below(2) else _draw_run(first, random)
        if any(counts[card] == order.decks for card in group):
            tries += 1
        else:
            groups.append(group)
            counts.update(group)
    if len(groups) < order.groups:
        return None
    return Drawn(tuple(sorted(groups)), tuple(card for group in groups for card in group), first, line)


def _draw_set(first: int, random: Random) -> Meld:
    rank = (first + random.below(WIDTH)) % 13
    skipped = random.below(8)  # from 4 on none
    return tuple(13 * suit + rank for suit in range(4) if suit != skipped)


def _draw_run(first: int, random: Random) -> Meld:
    suit = random.below(4)
    length = 3 + random.below(4)
    start = first + random.below(WIDTH - length + 1)
    return tuple(sorted(13 * suit + place % 13 for place in range(start, start + length)))


def set_counts(counts: Counter[Card], line: tuple[int, ...]) -> int:
    """Tell in how many ways cards go to sets and runs: 0, 1, or 2 for more. All are of the ranks of the line.

    A way says for each card how many copies stand in sets. Rank by rank a number of each suit goes to runs; runs of
    one or two cards must go on. The others are sets exactly when three times the most of a suit is not above their sum.

    >>> set_counts(Counter((0, 1, 2)), (0, 1, 2)), set_counts(Counter((0, 1, 2, 13, 26)), (0, 1, 2))
    (1, 0)
    """
    known: dict[tuple[int, State], int] = {}

    def count(place: int, state: State) -> int:
        if place == len(line):
            return int(all(one == two == 0 for one, two, _ in state))
        if (place, state) not in known:
            known[place, state] = min(2, choose(place, state, ()))
        return known[place, state]

    def choose(place: int, state: State, in_runs: tuple[int, ...]) -> int:
        suit = len(in_runs)
        if suit == 4:
            in_sets = [counts[13 * suit + line[place]] - number for suit, number in enumerate(in_runs)]
            fits = 3 * max(in_sets) <= sum(in_sets)
            return count(place + 1, tuple(map(_lengthen, state, in_runs))) if fits else 0
        one, two, _ = state[suit]
        held = range(one + two, counts[13 * suit + line[place]] + 1)
        return sum(choose(place, state, (*in_runs, number)) for number in held)

    return count(0, ((0, 0, 0),) * 4)


def _lengthen(runs: tuple[int, int, int], cards: int) -> tuple[int, int, int]:
    """Return the runs of a suit after so many cards of the next rank: as few as possible begin."""
    one, two, more = runs
    begun = max(0, cards - one - two - more)
    return begun, one, cards - begun - one


def _take(cards: list[Card], number: int, random: Random) -> Meld | None:
    """Take cards at random: they are brought to the front."""
    if number >= len(cards):
        return None
    for k in range(number):
        other = k + random.below(len(cards) - k)
        cards[k], cards[other] = cards[other], cards[k]
    return tuple(cards[:number])


def _may_be_taken(order: Order, drawn: Drawn, taken: Meld) -> bool:
    """Tell whether cards taken leave a legal table, hold no meld, and, if one is the key, are opened by it alone."""
    every = Counter(drawn.cards)
    melds = (trio for trio in combinations(sorted(set(taken)), 3) if fault(trio, order.ace) is None)
    if next(melds, None) is not None or not set_counts(every - Counter(taken), drawn.line):
        return False
    if not order.locked:
        return True
    key = taken[-1]
    without = every - Counter([key])
    others = (13 * suit + rank for rank in drawn.line for suit in range(4) if 13 * suit + rank != key)
    return not set_counts(without, drawn.line) and not any(
        set_counts(without + Counter([card]), drawn.line) for card in others
    )


def _list(cards: tuple[Card, ...], order: Order) -> list[Melds]:
    """List the arrangements of cards in order, at most one too many."""
    turn = Turn((cards,), (), Rules(order.decks, order.ace))
    listing = enumerate_arrangements(turn, MOST_LISTED + 1, Limits()).answer or Listing((), complete=True)
    return sorted(tuple(sorted(tuple(sorted(meld)) for meld in melds)) for melds in listing.arrangements)


def _least_known(order: Order, drawn: Drawn, taken: Meld, aim: int, random: Random) -> Melds | None:
    """Choose of the tables that are fit to be shown one that shares fewest groups with those drawn."""
    every = _list(tuple((Counter(drawn.cards) - Counter(taken)).elements()), order)
    if len(every) > MOST_LISTED:
        return None
    hand = taken[: order.hand]
    simple = 0 if aim >= order.strict else len(hand) // 2
    fit = [melds for melds in every if is_fit(melds, hand, drawn, simple)]
    if not fit:
        return None
    fewest = min(_shared(melds, drawn.groups) for melds in fit)
    return random.choice([melds for melds in fit if _shared(melds, drawn.groups) == fewest])


def _shared(some: Melds, others: Melds) -> int:
    """Count the groups that two tables share."""
    return (Counter(some) & Counter(others)).total()


def is_fit(groups: Melds, hand: Meld, drawn: Drawn, simple: int) -> bool:
    """Tell whether no two groups are the same or could as well be one, and few cards of the hand can simply be laid."""
    runs = [group for group in groups if group[0] % 13 != group[1] % 13]
    ends = {(run[0] // 13, max(map(drawn.place, run))) for run in runs}
    joined = any((run[0] // 13, min(map(drawn.place, run)) - 1) in ends for run in runs)
    if joined or len(set(groups)) < len(groups):
        return False
    return sum(any(_fits(card, group, drawn) for group in groups) for card in hand) <= simple


def _fits(card: Card, group: Meld, drawn: Drawn) -> bool:
    """Tell whether a card can simply be laid on a group."""
    if group[0] % 13 == group[1] % 13:
        return len(group) == 3 and card % 13 == group[0] % 13 and card not in group
    places = [drawn.place(other) for other in group]
    return card // 13 == group[0] // 13 and drawn.place(card) in (min(places) - 1, max(places) + 1)


def _match(order: Order, drawn: Drawn, shown: Melds, taken: Meld, every: list[Melds]) -> Found | None:
    """Choose the solution in which most of the groups shown stay, and of these the one with most unchanged.

    None where nothing need be taken up at all.
    """
    if any(len(staying(shown, melds, _inside)) == len(shown) for melds in every):
        return None
    stay = [len(staying(shown, melds, drawn.stays)) for melds in every]
    best = max(range(len(every)), key=lambda k: (stay[k], _shared(shown, every[k])))  # the first of equal ones
    hand, key = tuple(sorted(taken[: order.hand])), taken[-1] if order.locked else JOKER
    return Found(shown, hand, key, every[best], len(shown) - stay[best], len(every))


def gives_away_key(found: Found) -> bool:
    """Tell whether the key ends in a group with two cards of the hand: whoever sees their gap has found it."""
    return any(found.key in meld and sum(card in meld for card in found.hand) > 1 for meld in found.solution)


def _inside(group: Meld, meld: Meld) -> bool:
    return set(group) <= set(meld)


def staying(groups: Melds, melds: Melds, stays: Callable[[Meld, Meld], bool]) -> tuple[int, ...]:
    """Tell which groups can stay, in different melds each; as many as possible.

    >>> staying(((0, 1, 2), (0, 1, 2, 3)), ((0, 1, 2, 3, 4), (5, 18, 31)), _inside)
    (0,)
    """
    owner: dict[int, int] = {}

    def place(group: int, seen: set[int]) -> bool:
        for m, meld in enumerate(melds):
            if m not in seen and stays(groups[group], meld):
                seen.add(m)
                if m not in owner or place(owner[m], seen):
                    owner[m] = group
                    return True
        return False

    return tuple(group for group in range(len(groups)) if place(group, set()))


def ways(groups: int, most: int) -> int:
    """Count the ways to take up at most so many of the groups.

    >>> ways(3, 1), ways(7, 4)
    (4, 99)
    """
    return sum(comb(groups, k) for k in range(most + 1))


def _grade(order: Order, found: Found) -> int:
    number = ways(len(found.shown), found.taken_up)
    return 1 + sum(number >= cut for cut in order.cuts)
