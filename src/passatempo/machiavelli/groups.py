"""The groups on the table: which are melds, which cards their jokers replace and which groups stay.

The module also computes the odds of draws. It does not search for plays.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import Any

from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.messages import mark, message
from passatempo.machiavelli.model import (
    JOKER,
    MOST_POINTS,
    NAMES,
    RANKS,
    WILD,
    CardId,
    Drawing,
    Meld,
    Named,
    Rules,
    Turn,
    rank_of,
    suit_of,
)
from passatempo.machiavelli.rules import LINES, Ace, Line, runs

ONES = (1,) * JOKER


def weights(rules: Rules, prefer: str, point_changes: Mapping[str, int] | None) -> tuple[int, ...]:
    """Return the weight of each card that is played.

    Parameters
    ----------
    prefer
        ``points`` weighs cards by the points of the rules. Otherwise each card weighs 1.
    point_changes
        Points that differ, by rank (``"A"``, ``"10"``) or card (``"QS"``). A card overrides its rank.

    Raises
    ------
    FormatError
        If a key is neither, if a number is negative, or if `prefer` is not ``points``.

    Examples
    --------
    >>> weights(Rules(), "points", None)[:3], weights(Rules(), "points", {"A": 1, "AH": 25})[0:14:13]
    ((11, 2, 3), (1, 25))
    """
    if point_changes is None:
        return rules.card_points[:JOKER] if prefer == "points" else ONES
    if prefer != "points":
        raise FormatError(f"points need prefer=points, not {prefer}", where="weights", kind="contradictory")
    points = list(rules.card_points[:JOKER])
    for word, number in sorted(point_changes.items(), key=lambda change: change[0].upper() in NAMES):
        key = word.upper().replace("10", "T")
        if key not in NAMES and key not in RANKS:
            raise FormatError(f"{quote(word)} is neither a rank nor a card", where="weights", kind="bad-weights")
        if not 0 <= number <= MOST_POINTS:
            words = f"{number} is not a number of points (0 to {MOST_POINTS})"
            raise FormatError(words, where="weights", kind="bad-weights")
        for card, text in enumerate(NAMES):
            if key in (text, text[0]):
                points[card] = number
    return tuple(points)


@lru_cache(maxsize=2**16)  # there are 600 melds without jokers, and most tables repeat a few
def fault(meld: Meld, ace: Ace) -> Violation | None:
    """Explain why a meld is neither a set nor a run, or return None if it is one.

    A set is three or four cards of one rank in different suits. A run is three to thirteen consecutive ranks of one
    suit. No group holds two identical cards. A joker counts as its card.

    Examples
    --------
    >>> from passatempo.machiavelli.rules import USUAL
    >>> fault((10, 11, 12, 0), USUAL) is None, fault((11, 12, 0, 1), USUAL).rule
    (True, 'not-a-meld')
    """
    meld_label = str(Named(*meld))
    if JOKER in meld:
        words = message(mark("in '{cards}' a joker does not name the card that it stands for"), cards=Named(*meld))
        return Violation("joker-unnamed", words, meld_label)
    cards = [card & (WILD - 1) for card in meld]
    if len(set(cards)) < len(cards):
        return Violation(
            "identical-cards", message(mark("'{cards}' contains a card twice"), cards=Named(*meld)), meld_label
        )
    if len(cards) < 3:
        return Violation(
            "too-short", message(mark("'{cards}' has fewer than three cards"), cards=Named(*meld)), meld_label
        )
    ranks = {rank_of(card) for card in cards}
    suits = {suit_of(card) for card in cards}
    if len(ranks) == 1 or (len(suits) == 1 and any(ranks.issuperset(run) for run in runs(LINES[ace], len(ranks)))):
        return None
    words = message(mark("'{cards}' is neither a set nor a run (ace {ace})"), cards=Named(*meld), ace=ace)
    return Violation("not-a-meld", words, meld_label)


@lru_cache(maxsize=2**14)
def named(group: Meld, ace: Ace) -> Meld | None:
    """Return the group with its free jokers replaced by named ones, or None if this cannot make a meld.

    Examples
    --------
    >>> from passatempo.machiavelli.rules import USUAL
    >>> named((4, JOKER, 6), USUAL) == (4, WILD + 5, 6), named((4, 6, 8), USUAL)
    (True, None)
    """
    if JOKER not in group:
        return group if fault(group, ace) is None else None
    if len(group) > 13:
        return None
    for meld in _joker_candidates(group, ace):
        if fault(meld, ace) is None:
            return meld
    return None


def _joker_candidates(group: Meld, ace: Ace) -> list[Meld]:
    """List the ways to name the free jokers as missing cards of a set or a run of this size."""
    fixed = [card & (WILD - 1) for card in group if card != JOKER]
    joker_count = len(group) - len(fixed)
    full_melds: list[list[CardId]] = []
    for rank in {rank_of(card) for card in fixed} or {0}:
        full_melds.append([13 * suit + rank for suit in range(4)])
    for suit, start in product({suit_of(card) for card in fixed} or {0}, range(13)):
        full_melds.append([13 * suit + (start + step) % 13 for step in range(len(group))])
    candidates = []
    for full_meld in full_melds:
        for missing in combinations([card for card in full_meld if card not in fixed], joker_count):
            places = iter(missing)
            candidates.append(tuple([WILD + next(places) if card == JOKER else card for card in group]))
    return candidates


def named_table(turn: Turn) -> tuple[Meld, ...]:
    """Return the table, with every joker named under rules in which a joker's card frees it.

    A joker without a name stands for its place in a run written in order, or for the missing suit in a set of four.

    Raises
    ------
    InvalidInstance
        If a joker could stand for several cards.

    Examples
    --------
    >>> from passatempo.machiavelli.model import Rules
    >>> named_table(Turn(((4, 5, JOKER),), (), Rules(jokers=1, joker="hand"))) == ((4, 5, WILD + 6),)
    True
    """
    if turn.rules.joker == "free" or not turn.table_counts[JOKER]:
        return turn.table
    return tuple([_name_jokers(turn, number, group) for number, group in enumerate(turn.table, 1)])


def table_record(turn: Turn) -> tuple[Any, ...]:
    """Return the record `Table` of the kernel's interface."""
    return named_table(turn), turn.hand, turn.rules.numbers, turn.opened


def other_suit(group: Meld, joker: CardId) -> tuple[CardId, ...]:
    """Return the other card for which the only joker of a set of three may stand, or nothing.

    >>> other_suit((0, 13, WILD + 26), WILD + 26)
    (39,)
    """
    cards = [card for card in group if card < JOKER]
    if len(group) != 3 or len(cards) != 2 or len({rank_of(card) for card in group}) > 1:
        return ()
    group_suits = {suit_of(card) for card in group}
    return tuple([13 * suit + rank_of(joker) for suit in range(4) if suit not in group_suits])


def _name_jokers(turn: Turn, number: int, group: Meld) -> Meld:
    if JOKER not in group:
        return group
    meanings = [meld for meld in _joker_candidates(group, turn.rules.ace) if fault(meld, turn.rules.ace) is None]
    melds_by_cards = {tuple([card & (WILD - 1) for card in meld]): meld for meld in meanings}
    in_order = [
        meld
        for cards, meld in melds_by_cards.items()
        if cards in _run_set(turn.rules.ace, len(group), suit_of(cards[0]))
    ]
    has_either_suit = turn.rules.joker == "table" and meanings and other_suit(meanings[0], max(meanings[0]))
    if len(in_order) == 1 or len({_card_faces(meld) for meld in meanings}) == 1 or has_either_suit:
        return (in_order or meanings)[0]
    choices = " or ".join(dict.fromkeys(Named(max(meld)).said(turn.locale) for meld in meanings or [(WILD + 19,)]))
    cards = quote(Named(*group).said(turn.locale))
    text = f"table, group {number}: {cards} does not say what the joker stands for: write {choices}"
    raise InvalidInstance([Violation("joker-unnamed", text, number)])


def _card_faces(meld: Meld) -> frozenset[CardId]:
    return frozenset(card & (WILD - 1) for card in meld)


@lru_cache(maxsize=2**6)
def groups_of_size(line: Line, size: int) -> tuple[Meld, ...]:
    """List the sets and runs of a size.

    >>> from passatempo.machiavelli.rules import LINES, USUAL
    >>> len(groups_of_size(LINES[USUAL], 3))
    100
    """
    sets = [tuple([13 * suit + rank for suit in suits]) for rank in range(13) for suits in combinations(range(4), size)]
    return (*sets, *[tuple([13 * suit + rank for rank in run]) for suit in range(4) for run in runs(line, size)])


@lru_cache(maxsize=2**10)
def _run_set(ace: Ace, length: int, suit: int) -> frozenset[Meld]:
    """Return the runs of a suit and a length, each in order."""
    return frozenset(tuple([13 * suit + rank for rank in run]) for run in runs(LINES[ace], length))


def is_heap(turn: Turn) -> bool:
    """Return whether the table is a heap: empty, or a single group that is no meld.

    >>> is_heap(Turn(((0, 1, 2),))), is_heap(Turn(((0, 1, 3),))), is_heap(Turn(((0, 1), (3,))))
    (False, True, False)
    """
    return not turn.table or (len(turn.table) == 1 and named(turn.table[0], turn.rules.ace) is None)


def require_melds(turn: Turn) -> None:
    """Raise `InvalidInstance` if the table has several groups and one of them is no meld."""
    faults = [
        Violation("not-a-meld", f"table, group {number}: {quote(Named(*group).said(turn.locale))} is no meld", number)
        for number, group in enumerate(turn.table, 1)
        if named(group, turn.rules.ace) is None and not (turn.rules.crosses and len(group) == 1)
    ]
    if faults and not is_heap(turn):
        raise InvalidInstance(faults)


@lru_cache(maxsize=2**16)
def kinds(group: Meld) -> Meld:
    """Return the cards of a group in order, with every joker unnamed.

    >>> kinds((5, WILD + 4, 3))
    (3, 5, 52)
    """
    return tuple(sorted([card if card < JOKER else JOKER for card in group]))


def count_fixed_groups(turn: Turn, melds: Sequence[Meld]) -> int | None:
    """Count the melds of the table that are also among the given melds, or return None for a heap.

    >>> count_fixed_groups(Turn(((0, 1, 2), (4, 5, 6))), ((6, 4, 5), (0, 1, 2, 3)))
    1
    """
    if len(turn.table) < 2 and is_heap(turn):
        return None
    before = [kinds(group) for group in turn.table if named(group, turn.rules.ace) is not None]
    groups = set(before)
    if len(groups) == len(before):
        return len(groups.intersection(map(kinds, melds)))
    kind_counts = {kind: before.count(kind) for kind in groups}
    fixed_count = 0
    for meld in melds:
        kind = kinds(meld)
        left = kind_counts.get(kind, 0)
        if left:
            kind_counts[kind] = left - 1
            fixed_count += 1
    return fixed_count


def keep_names(
    turn: Turn, new_cards: Sequence[CardId], melds: Sequence[Meld]
) -> tuple[tuple[CardId, ...], tuple[Meld, ...]]:
    """Restore the jokers' names in groups that stay; jokers from the hand, listed last, move to other melds.

    >>> from passatempo.machiavelli.model import Rules
    >>> table = (11, WILD + 12, WILD)  # QS JK=KS JK=AS, which a search may write as a set of queens
    >>> keep_names(Turn((table,), (), Rules(jokers=2)), (), ((11, WILD + 24, WILD + 37),)) == ((), (table,))
    True
    """
    if not turn.table_counts[JOKER]:
        return tuple(new_cards), tuple(melds)
    named_groups: dict[Meld, list[Meld]] = {}
    for group in named_table(turn):
        if max(group) >= JOKER and (meld := named(group, turn.rules.ace)) is not None:
            named_groups.setdefault(kinds(group), []).append(meld)
    named_melds: list[Meld] = []
    joker_pool: list[CardId] = []
    for meld in melds:
        if named_copies := named_groups.get(kinds(meld)):
            named_melds.append(named_copies.pop(0))
        else:
            named_melds.append(meld)
            joker_pool += [card for card in meld if card >= JOKER]
    plain = [card for card in new_cards if card < JOKER]
    wild = []
    for card in new_cards[len(plain) :]:
        if card in joker_pool:
            joker_pool.remove(card)
            wild.append(card)
    joker_rest = joker_pool[len(joker_pool) - (len(new_cards) - len(plain) - len(wild)) :]
    return (*plain, *wild, *joker_rest), tuple(named_melds)


def unseen_cards(turn: Turn) -> list[int]:
    """Count the unseen copies of each card, jokers at index 52.

    >>> unseen_cards(Turn(((0, 1, 2),), (0,)))[:3]
    [0, 1, 1]
    """
    copies = [turn.rules.decks] * JOKER + [turn.rules.jokers]
    return [all_ - a - b for all_, a, b in zip(copies, turn.table_counts, turn.hand_counts, strict=True)]


def draw_single(unseen: list[int], good: Callable[[CardId], bool]) -> Drawing:
    """Return the unseen cards that satisfy a condition."""
    return _make_drawing(
        [((card,), copies) for card, copies in enumerate(unseen) if copies and good(card)], sum(unseen)
    )


def draw_pair(unseen: list[int], good: Callable[[CardId, CardId], bool]) -> Drawing:
    """Return the pairs of unseen cards that satisfy a condition, with the number of ways to draw each."""
    good_pairs = []
    for a, copies in enumerate(unseen):
        for b in range(a, JOKER + 1):
            ways = comb(copies, 2) if a == b else copies * unseen[b]
            if ways and good(a, b):
                good_pairs.append(((a, b), ways))
    return _make_drawing(good_pairs, comb(sum(unseen), 2))


def _make_drawing(good_draws: Iterable[tuple[tuple[CardId, ...], int]], total: int) -> Drawing:
    cards = tuple(good_draws)
    good = sum(copies for _, copies in cards)
    return Drawing(cards, good, total, Fraction(good, total) if total else Fraction(0))
