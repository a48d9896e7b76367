"""Decides whether any card can be played, in plain Python without the kernel, for the checker.

An integer counts the cards, one byte per card, by rank from low to high and then by suit. Each card of the table must
be in a meld, and the search branches on the card with the fewest candidates. Cards that a meld lacks come from the hand
or are jokers. Longer melds split into melds of three to five cards, so these suffice. Without jokers and circular runs,
`can_lay_by_ranks` is faster.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from passatempo.machiavelli.groups import other_suit
from passatempo.machiavelli.model import JOKER, WILD, CardId, Meld
from passatempo.machiavelli.rules import Line, runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from passatempo.machiavelli.game.rules import GameRules


BITS = 8
WITHOUT_JOKERS = 8  # the weight of a meld without jokers; one with jokers weighs 1
ANY = 10**6


class Melds(NamedTuple):
    """The melds of three to five cards: all, and those of each card, as places and as bit masks."""

    all_melds: tuple[Meld, ...]
    places_by_card: tuple[tuple[tuple[int, ...], ...], ...]
    bits_by_card: tuple[tuple[int, ...], ...]


@cache
def short_melds(line: Line) -> Melds:
    """List the melds of three to five cards.

    >>> [len(short_melds(line).all_melds) for line in (Line(0, 13), Line(0, 14), Line(0, 13, circular=True))]
    [185, 197, 221]
    """
    all_melds: list[Meld] = [
        tuple([13 * suit + rank for suit in suits])
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    for suit in range(4):
        for size in (3, 4, 5):
            all_melds += [tuple([13 * suit + rank for rank in run]) for run in runs(line, size)]
    of: list[list[tuple[int, ...]]] = [[] for _ in range(JOKER)]
    for meld in all_melds:
        places = tuple([_place_of(card) for card in meld])
        for place in places:
            of[place].append(places)
    bits = tuple([tuple([sum([1 << place for place in meld]) for meld in card_melds]) for card_melds in of])
    return Melds(tuple(all_melds), tuple(map(tuple, of)), bits)


def _place_of(card: CardId) -> int:
    return 4 * (card % 13) + card // 13


def pack_cards(cards: Iterable[CardId]) -> int:
    """Count cards in one integer.

    >>> pack_cards((0, 0, 13)) == 2 + 256
    True
    """
    return sum([1 << BITS * _place_of(card) for card in cards])


class CoverProblem(NamedTuple):
    """The cards and jokers that must be in melds, those that may be, and the most of these."""

    table_cards: int
    hand_cards: int
    table_jokers: int
    hand_jokers: int
    card_limit: int


def can_lay(
    table: Iterable[CardId],
    hand: Iterable[CardId],
    line: Line,
    jokers: int = 0,
    hand_jokers: int = 0,
    card_limit: int = 0,
) -> bool:
    """Return whether some cards of the hand can be in melds together with the complete table.

    Parameters
    ----------
    table, hand
        Cards that must be in melds, and cards that may be, without jokers.
    jokers, hand_jokers
        Jokers of the table, and of the hand.
    card_limit
        The most cards of the hand to play; 0: any number.

    Examples
    --------
    >>> can_lay((0, 1, 2), (3,), Line(0, 13)), can_lay((0, 1, 2), (4,), Line(0, 13))
    (True, False)
    """
    hand = tuple(hand)
    card_limit = card_limit or ANY
    if card_limit >= 3 and holds_meld(hand, line, hand_jokers):
        return True
    table = tuple(table)
    useful = _useful_cards(table, hand, line, jokers + hand_jokers)
    if not useful and not hand_jokers:
        return False
    if not line.circular and not jokers and not hand_jokers:
        return can_lay_by_ranks(table, useful, line, 0 if card_limit == ANY else card_limit)
    return _can_cover(
        CoverProblem(pack_cards(table), pack_cards(useful), jokers, hand_jokers, card_limit),
        short_melds(line),
        used=False,
        dead=set(),
    )


def is_arrangeable(table: Iterable[CardId], line: Line, jokers: int = 0) -> bool:
    """Return whether cards and jokers can be arranged in melds.

    >>> line = Line(0, 13)
    >>> is_arrangeable((0, 1, 2), line), is_arrangeable((0, 1), line), is_arrangeable((0, 1), line, 1)
    (True, False, True)
    """
    return _can_cover(CoverProblem(pack_cards(table), 0, jokers, 0, ANY), short_melds(line), used=True, dead=set())


def holds_meld(hand: tuple[CardId, ...], line: Line, jokers: int = 0) -> bool:
    """Return whether the hand holds a meld."""
    hand_set = set(hand)
    return any(sum([card not in hand_set for card in meld]) <= jokers for meld in short_melds(line).all_melds)


def _useful_cards(table: tuple[CardId, ...], hand: tuple[CardId, ...], line: Line, jokers: int) -> tuple[CardId, ...]:
    """Return the cards of the hand that are in some meld of all available cards."""
    all_cards = {*table, *hand}
    good = {
        card
        for meld in short_melds(line).all_melds
        if sum([meld_card not in all_cards for meld_card in meld]) <= jokers
        for card in meld
    }
    return tuple([card for card in hand if card in good])


def _can_cover(left: CoverProblem, all_melds: Melds, *, used: bool, dead: set[tuple[CoverProblem, bool]]) -> bool:
    """Return whether the required cards can be covered by melds with at least one card of the hand."""
    if not left.table_cards:
        return _can_place_jokers(left, used=used)
    if (left, used) in dead:
        return False
    for after, uses_hand in _meld_choices(
        left, all_melds.places_by_card[_scarcest_place(left, all_melds.bits_by_card)]
    ):
        if _can_cover(after, all_melds, used=used or uses_hand, dead=dead):
            return True
    dead.add((left, used))
    return False


def _scarcest_place(left: CoverProblem, bits: tuple[tuple[int, ...], ...]) -> int:
    """Return the place of the card with the fewest melds, where melds without jokers weigh more."""
    left_cards, jokers = left.table_cards | left.hand_cards, left.table_jokers + left.hand_jokers
    absent = sum([1 << place for place in range(JOKER) if not left_cards >> BITS * place & 255])
    scarcest, lowest_weight = 0, ANY
    for place in range(JOKER):
        if not left.table_cards >> BITS * place & 255:
            continue
        weight = 0
        for meld in bits[place]:
            missing_count = (meld & absent).bit_count()
            if missing_count <= jokers:
                weight += 1 if missing_count else WITHOUT_JOKERS
                if weight >= lowest_weight:
                    break
        else:
            scarcest, lowest_weight = place, weight
    return scarcest


def _meld_choices(left: CoverProblem, places: tuple[tuple[int, ...], ...]) -> Iterator[tuple[CoverProblem, bool]]:
    """Yield the remaining problem after each meld with the lowest card, and whether it uses a card of the hand."""
    for meld in places:
        must, may, hand_count, missing_count = left.table_cards, left.hand_cards, 0, 0
        for place in meld:
            place_unit = 1 << BITS * place
            if must >> BITS * place & 255:
                must -= place_unit
            elif may >> BITS * place & 255:
                may -= place_unit
                hand_count += 1
            else:
                missing_count += 1
        if missing_count > left.table_jokers + left.hand_jokers:
            continue
        joker_need = max(0, missing_count - left.table_jokers)
        if hand_count + joker_need <= left.card_limit:
            yield (
                CoverProblem(
                    must,
                    may,
                    left.table_jokers - missing_count + joker_need,
                    left.hand_jokers - joker_need,
                    left.card_limit - hand_count - joker_need,
                ),
                hand_count + joker_need > 0,
            )


def _can_place_jokers(left: CoverProblem, *, used: bool) -> bool:
    """Return whether the remaining jokers of the table make a meld, with some of the hand's if necessary."""
    if used and not left.table_jokers:
        return True
    joker_need = max(0 if used else 1, 3 - left.table_jokers)
    return joker_need <= min(left.hand_jokers, left.card_limit)


def max_points(
    hand: tuple[CardId, ...], line: Line, worths: tuple[int, ...], jokers: int = 0, card_limit: int = 0
) -> int:
    """Return the points of the best melds from a hand alone, with a joker worth its card.

    >>> max_points((0, 1, 2, 12, 25, 38), Line(0, 13), tuple(range(1, 53)))
    84
    """
    possible_melds = [
        meld for meld in short_melds(line).all_melds if sum([card not in hand for card in meld]) <= jokers
    ]

    @cache
    def best(cards: tuple[CardId, ...], wild: int, cards_left: int) -> int:
        best_points = 0
        card_counts = Counter(cards)
        for meld in possible_melds:
            missing_count = sum([not card_counts[card] for card in meld])
            if len(meld) <= cards_left and missing_count <= wild:
                rest = tuple((card_counts - Counter(meld)).elements())
                meld_points = sum([worths[card] for card in meld])
                best_points = max(best_points, meld_points + best(rest, wild - missing_count, cards_left - len(meld)))
        return best_points

    return best(tuple(sorted(hand)), jokers, card_limit or ANY)


# ---- Whether any play is legal under all options of the rules, which decides `must-lay` ----


def could_lay(
    rules: GameRules, table: Sequence[Meld], hand: Counter[CardId], crosses: Counter[CardId], *, has_opened: bool
) -> bool:
    """Return whether any play is legal.

    Parameters
    ----------
    table
        The groups on the table.
    hand
        The cards of the seat.
    crosses
        The cards that may stay alone.
    has_opened
        Whether the seat may rearrange the groups.

    Examples
    --------
    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> could_lay(GameRules(), [(0, 1, 2)], Counter((3,)), Counter(), has_opened=True)
    True
    """
    hand_cards, joker_count = tuple([card for card in hand.elements() if card < JOKER]), hand[JOKER]
    if not has_opened:
        opening_points = rules.opening_points
        if not opening_points:
            return (rules.most_new == 0 or rules.most_new > 2) and holds_meld(hand_cards, rules.table.line, joker_count)
        return (
            max_points(hand_cards, rules.table.line, rules.card_worths, joker_count, rules.most_new) >= opening_points
        )
    for must, may, free, release_count in _joker_tables(rules, table, hand_cards, crosses):
        if release_count and is_arrangeable(must, rules.table.line, free):
            return True  # the cards that free the jokers are played
        card_limit = rules.most_new - release_count
        if (not rules.most_new or card_limit > 0) and can_lay(
            must, may, rules.table.line, free, joker_count, max(card_limit, 0)
        ):
            return True
    return False


def _joker_tables(
    rules: GameRules, table: Sequence[Meld], hand_cards: tuple[CardId, ...], crosses: Counter[CardId]
) -> Iterator[tuple[list[CardId], tuple[CardId, ...], int, int]]:
    """Yield the cards required in melds, the optional ones, the free jokers, and how many the hand has freed."""
    lone_cards = [group[0] for group in table if len(group) == 1]
    groups = [group for group in table if len(group) > 1]
    fixed = [card for group in groups for card in group if card < JOKER]
    freeing_cards = [*fixed, *lone_cards] if rules.joker == "table" else []  # these cards free jokers too
    for number in range(len(lone_cards) + 1):
        for used in combinations(lone_cards, number):
            plain = [card for card in used if card < JOKER]
            for names in product(*_joker_meanings(rules, groups)):
                bound = list((Counter(names) - Counter(freeing_cards)).elements())
                free = sum(card > JOKER for card in sum(groups, ())) - len(bound) + sum(card == JOKER for card in used)
                for count in range(len(bound) + 1):
                    for joker_subset in combinations(bound, count):
                        if Counter(joker_subset) - Counter(hand_cards) or 0 < rules.most_new < count:
                            continue
                        rest = tuple((Counter(hand_cards) - Counter(joker_subset)).elements())
                        yield fixed + plain + bound, rest, free + count, count  # a card replaces each freed joker


def _joker_meanings(rules: GameRules, groups: Sequence[Meld]) -> Iterator[tuple[CardId, ...]]:
    """Yield the cards for which each bound joker may stand; in a set of three it may be either missing suit."""
    for group in groups if rules.joker != "free" else ():
        for card in group:
            if card > JOKER:
                yield (card - WILD, *(other_suit(group, card) if rules.joker == "table" else ()))


# ---- Rank by rank, for tables without jokers and without circular runs ----
# For each rank and suit only the number of cards in runs matters. If r cards of a rank and q of the previous rank are
# in runs, then max(0, r - q) runs begin. Runs of one and of two cards must continue, and the state needs nothing else.
# Cards of one rank, g of each suit and N in all, make sets exactly if max(max g, ceil(N/4)) <= floor(N/3).


class Runs(NamedTuple):
    """The runs of a suit up to a rank: all, those of one and of two cards, and the aces saved for the top."""

    run_count: int = 0
    single_runs: int = 0
    double_runs: int = 0
    high_aces: int = 0


State: TypeAlias = tuple[tuple[Runs, ...], int]  # the runs of each suit, the cards of the hand used
Choice: TypeAlias = tuple[Runs, int, int]  # the new runs, the cards left for sets, the hand cards used


def can_lay_by_ranks(table: Iterable[CardId], hand: Iterable[CardId], line: Line, card_limit: int = 0) -> bool:
    """Return whether some cards of the hand can be in melds together with the complete table.

    Parameters
    ----------
    card_limit
        The most cards of the hand to play; 0: any number.

    Examples
    --------
    >>> from passatempo.machiavelli.rules import Line
    >>> can_lay_by_ranks((0, 1, 2), (3,), Line(0, 13)), can_lay_by_ranks((0, 1, 2), (4,), Line(0, 13))
    (True, False)
    """
    must, may = _count_copies(table), _count_copies(hand)
    states: set[State] = {((Runs(),) * 4, 0)}
    for rank in sorted(range(13), key=lambda rank: (rank - line.first) % 13):  # ranks without a place come last
        states = _next_states(states, must[rank::13], may[rank::13], line.ranks.count(rank), card_limit)
    return any(used and all(map(_can_end, last)) for last, used in states)


def _count_copies(cards: Iterable[CardId]) -> list[int]:
    counts = [0] * 52
    for card in cards:
        counts[card] += 1
    return counts


def _next_states(
    states: set[State],
    must: Sequence[int],
    may: Sequence[int],
    places: int,
    card_limit: int,
) -> set[State]:
    """Return the states after one more rank; the number of hand cards used is capped at 1 without a limit."""
    next_states = set()
    for before, used in states:
        if not used and not card_limit and (before, 1) in states:
            continue  # the same state with a card of the hand used is at least as good
        suits = [_suit_shares(suit_runs, m, y, places) for suit_runs, m, y in zip(before, must, may, strict=True)]
        for suit_choices in product(*suits):
            if not _are_sets(tuple([left for _, left, _ in suit_choices])):
                continue
            count = used + sum([hand_count for _, _, hand_count in suit_choices])
            if not card_limit or count <= card_limit:
                next_states.add(
                    (tuple([next_runs for next_runs, _, _ in suit_choices]), count if card_limit else min(count, 1))
                )
    return next_states


@cache
def _suit_shares(runs: Runs, must: int, may: int, places: int) -> tuple[Choice, ...]:
    """List the ways to share the cards of a suit at one rank, with its number of places, among runs and sets."""
    going_on = runs.single_runs + runs.double_runs
    share_choices = []
    for hand_count in range(may + 1):
        cards = must + hand_count
        for run_count in range(going_on, (cards if places else 0) + 1):
            for high in range(cards - run_count + 1 if places == 2 else 1):
                next_runs = Runs(
                    run_count,
                    max(0, run_count - runs.run_count),
                    runs.single_runs,
                    high if places == 2 else runs.high_aces,
                )
                share_choices.append((next_runs, cards - run_count - high, hand_count))
    return tuple(share_choices)


@cache
def _are_sets(cards: tuple[int, ...]) -> bool:
    """Return whether cards of one rank, counted by suit, split into sets."""
    number = sum(cards)
    return max(*cards, -(-number // 4)) <= number // 3


def _can_end(runs: Runs) -> bool:
    """Return whether the runs can end at the last rank, or at the aces saved for the top."""
    return runs.single_runs == 0 and runs.double_runs <= runs.high_aces <= runs.run_count
