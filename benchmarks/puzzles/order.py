"""A person in front of a row: lays card after card from the left, looking at the given cards and the shape alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.cards.puzzles.order import OrderParams
from passatempo.cards.reference.search import orderings
from passatempo.core.limits import Deadline, Limits

if TYPE_CHECKING:
    from passatempo.cards.model import Deal
    from passatempo.puzzles.puzzle import PuzzleContent

RATED = tuple(OrderParams(cards) for cards in (7, 9, 11, 13, 15))


def effort(made: PuzzleContent[Deal]) -> int:
    """Count the cards laid by a search from the left that looks at the given cards and the shape alone."""
    deadline = Deadline(Limits())
    for _ in orderings(made.instance, deadline):
        pass
    return deadline.node_count
