"""The groups as they lie on the table: what their free jokers stand for, which of them stay, how far cards are moved.

Rules and bookkeeping only, no search for a play.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.machiavelli.model import JOKER, NAMES, RANKS, WILD, Ace, Card, Meld, Turn, name, rank_of, suit_of
from passatempo.machiavelli.rules import fault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ONES = (1,) * JOKER
MOST_POINTS = 10**6  # of a card
POINTS = tuple(11 if card % 13 == 0 else min(10, card % 13 + 1) for card in range(JOKER))


def weights(prefer: str, changed: Mapping[str, int] | None) -> tuple[int, ...]:
    """Return what each card counts when it is laid.

    Parameters
    ----------
    prefer
        ``points``: an ace 11, king, queen and jack 10, others their number; else every card 1.
    changed
        Points that differ, by rank (``"A"``, ``"10"``) or card (``"QS"``); a card wins over its rank.

    Raises
    ------
    FormatError
        If a key is neither, a number negative, or points are not what is asked.

    Examples
    --------
    >>> weights("points", None)[:3], weights("points", {"A": 1, "AH": 25})[0:14:13]
    ((11, 2, 3), (1, 25))
    """
    if changed is None:
        return POINTS if prefer == "points" else ONES
    if prefer != "points":
        raise FormatError(f"points need prefer=points, not {prefer}", where="weights", kind="contradictory")
    points = list(POINTS)
    for word, number in sorted(changed.items(), key=lambda item: item[0].upper() in NAMES):
        key = word.upper().replace("10", "T")
        if key not in NAMES and key not in RANKS:
            raise FormatError(f"{quote(word)} is neither a rank nor a card", where="weights", kind="bad-weights")
        if not 0 <= number <= MOST_POINTS:
            told = f"{number} is not a number of points (0 to {MOST_POINTS})"
            raise FormatError(told, where="weights", kind="bad-weights")
        for card, text in enumerate(NAMES):
            if key in (text, text[0]):
                points[card] = number
    return tuple(points)


@lru_cache(maxsize=2**14)
def named(group: Meld, ace: Ace) -> Meld | None:
    """Say what the free jokers of a group stand for, or return None where it is no meld whatever they stand for.

    Examples
    --------
    >>> named((4, JOKER, 6), "both") == (4, WILD + 5, 6), named((4, 6, 8), "both")
    (True, None)
    """
    if JOKER not in group:
        return group if fault(group, ace) is None else None
    if len(group) > 13:
        return None
    for meld in _candidates(group, ace):
        if fault(meld, ace) is None:
            return meld
    return None


def _candidates(group: Meld, ace: Ace) -> list[Meld]:
    """List the group with its free jokers as the missing cards of each set and each row of ranks."""
    fixed = [card & (WILD - 1) for card in group if card != JOKER]
    free = len(group) - len(fixed)
    wholes: list[list[Card]] = []
    for rank in {rank_of(card) for card in fixed} or {0}:
        wholes.append([13 * suit + rank for suit in range(4)])
    for suit, start in product({suit_of(card) for card in fixed} or {0}, range(13)):
        wholes.append([13 * suit + (start + step) % 13 for step in range(len(group))])
    found = []
    for whole in wholes:
        missing = [card for card in whole if card not in fixed][:free]
        if len(missing) == free:
            places = iter(missing)
            found.append(tuple(WILD + next(places) if card == JOKER else card for card in group))
    return found


def is_heap(turn: Turn) -> bool:
    """Tell whether the cards of the table lie in no groups: nothing, or one pile that is no meld.

    >>> is_heap(Turn(((0, 1, 2),))), is_heap(Turn(((0, 1, 3),))), is_heap(Turn(((0, 1), (3,))))
    (False, True, False)
    """
    return not turn.table or (len(turn.table) == 1 and named(turn.table[0], turn.rules.ace) is None)


def require_melds(turn: Turn) -> None:
    """Raise `InvalidInstance` where the table has groups and one of them is no meld: it cannot stay as it is."""
    faults = [
        Violation("not-a-meld", f"table, group {number}: {quote(' '.join(map(name, group)))} is no meld", number)
        for number, group in enumerate(turn.table, 1)
        if named(group, turn.rules.ace) is None
    ]
    if faults and not is_heap(turn):
        raise InvalidInstance(faults)


@lru_cache(maxsize=2**16)
def kinds(group: Meld) -> Meld:
    """Return the cards of a group in order, every joker as a joker whatever it stands for.

    >>> kinds((5, WILD + 4, 3))
    (3, 5, 52)
    """
    return tuple(sorted([card if card < JOKER else JOKER for card in group]))


def count_kept(turn: Turn, melds: Sequence[Meld]) -> int | None:
    """Count the groups of the table that are melds and among the melds; None where the table is a heap.

    >>> count_kept(Turn(((0, 1, 2), (4, 5, 6))), ((6, 4, 5), (0, 1, 2, 3)))
    1
    """
    if len(turn.table) < 2 and is_heap(turn):
        return None
    before = [kinds(group) for group in turn.table if named(group, turn.rules.ace) is not None]
    groups = set(before)
    if len(groups) == len(before):
        return len(groups.intersection(map(kinds, melds)))
    there = {kind: before.count(kind) for kind in groups}
    kept = 0
    for meld in melds:
        kind = kinds(meld)
        left = there.get(kind, 0)
        if left:
            there[kind] = left - 1
            kept += 1
    return kept


def keep_names(turn: Turn, laid: Sequence[Card], melds: Sequence[Meld]) -> tuple[tuple[Card, ...], tuple[Meld, ...]]:
    """Write the groups that stay with the names that their jokers have; jokers laid, listed last, then lie elsewhere.

    >>> from passatempo.machiavelli.model import Rules
    >>> table = (11, WILD + 12, WILD)  # QS JK=KS JK=AS, which a search may write as a set of queens
    >>> keep_names(Turn((table,), (), Rules(jokers=2)), (), ((11, WILD + 24, WILD + 37),)) == ((), (table,))
    True
    """
    if not turn.table_counts[JOKER]:
        return tuple(laid), tuple(melds)
    own: dict[Meld, list[Meld]] = {}
    for group in turn.table:
        if max(group) >= JOKER and (meld := named(group, turn.rules.ace)) is not None:
            own.setdefault(kinds(group), []).append(meld)
    found: list[Meld] = []
    moved: list[Card] = []
    for meld in melds:
        if same := own.get(kinds(meld)):
            found.append(same.pop(0))
        else:
            found.append(meld)
            moved += [card for card in meld if card >= JOKER]
    plain = [card for card in laid if card < JOKER]
    wild = []
    for card in laid[len(plain) :]:
        if card in moved:
            moved.remove(card)
            wild.append(card)
    others = moved[len(moved) - (len(laid) - len(plain) - len(wild)) :]
    return (*plain, *wild, *others), tuple(found)
