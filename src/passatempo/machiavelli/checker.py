"""The rules of the game as a judge of arrangements.

It knows nothing of how an answer was found, and judges a meld by its cards, in whatever order they are listed.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from passatempo.core.pastime import Violation
from passatempo.machiavelli.model import JOKER, WILD, Ace, Arrangement, Meld, Turn, count, name, rank_of, suit_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def check(turn: Turn, arrangement: Arrangement) -> list[Violation]:
    """List the rules that an arrangement of the table breaks.

    Examples
    --------
    >>> turn = Turn(((0, 1, 2, 3),))
    >>> [violation.rule for violation in check(turn, Arrangement(((0, 1, 2),)))]
    ['missing-card']
    """
    violations = [violation for meld in arrangement.melds if (violation := fault(meld, turn.rules.ace)) is not None]
    return violations + compare(turn.table_counts, arrangement.melds, "the table")


def compare(counts: bytes, melds: Sequence[Meld], owner: str) -> list[Violation]:
    """List the cards that the melds have more or fewer of than `owner`."""
    laid = count(tuple(chain.from_iterable(melds)))
    if laid == counts:
        return []
    left = [have - used for have, used in zip(counts, laid, strict=True)]
    missing = [
        Violation("missing-card", f"{name(c)} of {owner} is not laid", name(c)) for c, n in enumerate(left) if n > 0
    ]
    extra = [
        Violation("extra-card", f"{name(c)} is laid, {owner} does not have it", name(c))
        for c, n in enumerate(left)
        if n < 0
    ]
    return missing + extra


@lru_cache(maxsize=2**16)  # there are 600 melds without jokers; most tables show the same few
def fault(meld: Meld, ace: Ace) -> Violation | None:
    """Say why a meld is neither a set nor a run, or None where it is one.

    A set is three or four cards of one rank in different suits; a run is three to thirteen consecutive ranks of one
    suit. No group holds two identical cards. A joker counts as the card it stands for.

    Examples
    --------
    >>> fault((10, 11, 12, 0), "both") is None, fault((11, 12, 0, 1), "both").rule
    (True, 'not-a-meld')
    """
    listed = " ".join(map(name, meld))
    if JOKER in meld:
        return Violation("joker-unnamed", f"in {listed!r} a joker does not say what it stands for", listed)
    cards = [card & (WILD - 1) for card in meld]
    if len(set(cards)) < len(cards):
        return Violation("identical-cards", f"{listed!r} holds a card twice", listed)
    if len(cards) < 3:
        return Violation("too-short", f"{listed!r} has fewer than three cards", listed)
    ranks = {rank_of(card) for card in cards}
    suits = {suit_of(card) for card in cards}
    if len(ranks) == 1 or (len(suits) == 1 and is_run(ranks, ace)):
        return None
    return Violation("not-a-meld", f"{listed!r} is neither a set nor a run (ace {ace})", listed)


def is_run(ranks: set[int], ace: Ace) -> bool:
    """Tell whether different ranks, three or more, stand in a row under an ace rule.

    >>> is_run({0, 11, 12}, "low"), is_run({0, 11, 12}, "high"), is_run({0, 1, 12}, "wrap")
    (False, True, True)
    """
    if ace == "wrap":
        gaps = sum((rank + 1) % 13 not in ranks for rank in ranks)
        return gaps <= 1
    low = ace != "high" and max(ranks) - min(ranks) == len(ranks) - 1
    if low or ace == "low":
        return low
    raised = {13 if rank == 0 else rank for rank in ranks}
    return max(raised) - min(raised) == len(raised) - 1
