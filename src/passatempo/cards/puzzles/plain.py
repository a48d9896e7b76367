"""A row to be completed, in plain Python: what the kernel draws, by the search card after card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.cards.model import Deal, Distance
from passatempo.cards.reference.search import orderings
from passatempo.core.limits import Deadline, Limits

if TYPE_CHECKING:
    from passatempo.core.random import Random


def draw_row(
    cards: tuple[int, ...], distance: int, most: int, passes: int, random: Random
) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Draw one order of a deal and the fewest given cards of some passes that leave only this one.

    Returns
    -------
    tuple
        How many orders there are (one more than `most` where there are more), the row, and the positions from 0 of the
        given cards; both are empty where there is no order, or too many.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> draw_row((1, 1, 1, 2, 2), 2, 10, 8, Random(1))
    (1, (1, 2, 1, 2, 1), ())
    """
    rows: list[tuple[int, ...]] = []
    for ordering in orderings(Deal(cards, (Distance(1, 3, "=", distance),)), Deadline(Limits())):
        rows.append(ordering.sequence)
        if len(rows) > most:
            return len(rows), (), ()
    if not rows:
        return 0, (), ()
    chosen = random.choice(rows)
    others = [row for row in rows if row != chosen]
    best = set(range(len(cards)))
    for _ in range(passes):
        given = set(range(len(cards)))
        for place in random.shuffled(range(len(cards))):
            left = given - {place}
            if not any(all(row[p] == chosen[p] for p in left) for row in others):
                given = left
        best = min(best, given, key=len)
    return len(rows), chosen, tuple(sorted(best))
