"""Whether anything can be laid, in plain Python that knows nothing of the kernel: for the second program.

Cards are counted in one whole number, a byte a card, ranks from low to high and in each rank the four suits. Each card
of the table must lie in some meld, and the search branches on the one with the fewest; what a meld lacks on the table
comes from the hand, or is a joker. Melds of six and more cards are two smaller ones, so three to five cards are enough.
Where there is no joker and runs stand in a row, `can_lay_by_ranks` answers the same sooner.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from passatempo.machiavelli.groups import other_suit
from passatempo.machiavelli.model import JOKER, WILD, Card, Meld
from passatempo.machiavelli.rules import Line, runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from passatempo.machiavelli.game.rules import GameRules
    from passatempo.machiavelli.model import Card
    from passatempo.machiavelli.rules import Line


BITS = 8
WITHOUT_JOKERS = 8  # the weight of a meld that needs no joker beside one that does
ANY = 10**6


class Melds(NamedTuple):
    """The melds of three to five cards: all, and those of each card, as places of their cards and as bits."""

    every: tuple[Meld, ...]
    of: tuple[tuple[tuple[int, ...], ...], ...]
    bits: tuple[tuple[int, ...], ...]


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
    bits = tuple([tuple([sum([1 << place for place in meld]) for meld in here]) for here in of])
    return Melds(tuple(found), tuple(map(tuple, of)), bits)


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
        return can_lay_by_ranks(table, useful, line, 0 if most == ANY else most)
    return _covered(
        Wanted(packed(table), packed(useful), jokers, own_jokers, most), melds(line), used=False, dead=set()
    )


def arranged(table: Iterable[Card], line: Line, jokers: int = 0) -> bool:
    """Tell whether cards and jokers split into melds.

    >>> arranged((0, 1, 2), Line(0, 13)), arranged((0, 1), Line(0, 13)), arranged((0, 1), Line(0, 13), 1)
    (True, False, True)
    """
    return _covered(Wanted(packed(table), 0, jokers, 0, ANY), melds(line), used=True, dead=set())


def own_meld(hand: tuple[Card, ...], line: Line, jokers: int = 0) -> bool:
    """Tell whether the hand holds a meld."""
    held = set(hand)
    return any(sum([card not in held for card in meld]) <= jokers for meld in melds(line).every)


def _useful(table: tuple[Card, ...], hand: tuple[Card, ...], line: Line, jokers: int) -> tuple[Card, ...]:
    """Return the cards of the hand that lie in some meld of all the cards there are."""
    there = {*table, *hand}
    good = {card for meld in melds(line).every if sum([one not in there for one in meld]) <= jokers for card in meld}
    return tuple([card for card in hand if card in good])


def _covered(left: Wanted, all_melds: Melds, *, used: bool, dead: set[tuple[Wanted, bool]]) -> bool:
    """Tell whether the cards that must lie in melds can, with a card of the hand among them."""
    if not left.must:
        return _jokers_end(left, used=used)
    if (left, used) in dead:
        return False
    for after, more in _choices(left, all_melds.of[_scarcest(left, all_melds.bits)]):
        if _covered(after, all_melds, used=used or more, dead=dead):
            return True
    dead.add((left, used))
    return False


def _scarcest(left: Wanted, bits: tuple[tuple[int, ...], ...]) -> int:
    """Return the place of the card that can lie in the fewest melds; one without jokers weighs as much as some with."""
    there, jokers = left.must | left.may, left.jokers + left.own_jokers
    absent = sum([1 << place for place in range(JOKER) if not there >> BITS * place & 255])
    scarcest, least = 0, ANY
    for place in range(JOKER):
        if not left.must >> BITS * place & 255:
            continue
        weight = 0
        for meld in bits[place]:
            lacking = (meld & absent).bit_count()
            if lacking <= jokers:
                weight += 1 if lacking else WITHOUT_JOKERS
                if weight >= least:
                    break
        else:
            scarcest, least = place, weight
    return scarcest


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


# ---- Whether a turn of laying is legal, under all options of the rules: what `must-lay` rests on ----


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
    groups = [group for group in table if len(group) > 1]
    fixed = [card for group in groups for card in group if card < JOKER]
    there = [*fixed, *alone] if rules.joker == "table" else []  # these cards free jokers too
    for number in range(len(alone) + 1):
        for used in combinations(alone, number):
            plain = [card for card in used if card < JOKER]
            for names in product(*_names(rules, groups)):
                bound = list((Counter(names) - Counter(there)).elements())
                free = sum(card > JOKER for card in sum(groups, ())) - len(bound) + sum(card == JOKER for card in used)
                for count in range(len(bound) + 1):
                    for freed in combinations(bound, count):
                        if Counter(freed) - Counter(held) or 0 < rules.most_new < count:
                            continue
                        rest = tuple((Counter(held) - Counter(freed)).elements())
                        yield fixed + plain + bound, rest, free + count, count  # what frees a joker lies in its place


def _names(rules: GameRules, groups: Sequence[Meld]) -> Iterator[tuple[Card, ...]]:
    """Yield what each joker that is bound may stand for: of a set of three either missing suit, where that is free."""
    for group in groups if rules.joker != "free" else ():
        for card in group:
            if card > JOKER:
                yield (card - WILD, *(other_suit(group, card) if rules.joker == "table" else ()))


# ---- Rank by rank, for tables without jokers whose runs stand in a row ----
# Of each rank only the number of cards in runs matters, suit by suit. With r cards in runs at a rank and q at the one
# before, max(0, r - q) runs begin; so the runs of one and of two cards must go on, and no more is to be remembered.
# Cards of one rank, g of each suit and N in all, make sets exactly if max(max g, ceil(N/4)) <= floor(N/3).


class Runs(NamedTuple):
    """The runs of a suit up to a rank: how many there are, of these with one and with two cards, and aces kept high."""

    all: int = 0
    ones: int = 0
    twos: int = 0
    high: int = 0


State: TypeAlias = tuple[tuple[Runs, ...], int]  # the runs of each suit, the cards of the hand used
Choice: TypeAlias = tuple[Runs, int, int]  # the runs then, the cards left for sets, the cards of the hand used


def can_lay_by_ranks(table: Iterable[Card], hand: Iterable[Card], line: Line, most: int = 0) -> bool:
    """Tell whether cards of the hand, one at least, can lie in melds together with the whole table.

    Parameters
    ----------
    most
        How many cards of the hand may go; 0: any number.

    Examples
    --------
    >>> from passatempo.machiavelli.rules import Line
    >>> can_lay_by_ranks((0, 1, 2), (3,), Line(0, 13)), can_lay_by_ranks((0, 1, 2), (4,), Line(0, 13))
    (True, False)
    """
    must, may = _counts(table), _counts(hand)
    states: set[State] = {((Runs(),) * 4, 0)}
    for rank in sorted(range(13), key=lambda rank: (rank - line.first) % 13):  # those without a place come last
        states = _after(states, must[rank::13], may[rank::13], line.ranks.count(rank), most)
    return any(used and all(map(_ended, last)) for last, used in states)


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
    for before, used in states:
        if not used and not most and (before, 1) in states:
            continue  # the same with a card of the hand used is no worse
        suits = [_shares(one, m, y, places) for one, m, y in zip(before, must, may, strict=True)]
        for chosen in product(*suits):
            if not _sets(tuple([left for _, left, _ in chosen])):
                continue
            count = used + sum([spent for _, _, spent in chosen])
            if not most or count <= most:
                found.add((tuple([then for then, _, _ in chosen]), count if most else min(count, 1)))
    return found


@cache
def _shares(runs: Runs, must: int, may: int, places: int) -> tuple[Choice, ...]:
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
