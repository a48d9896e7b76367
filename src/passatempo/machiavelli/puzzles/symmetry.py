"""Which puzzles are the same but for the names of suits, or of ranks where the ace rule allows that.

Suits may be exchanged. Ranks stand in a row, on which a run is any stretch of three or more; so the row may be read
backwards, which takes the ace of both ends to itself. Where runs go round, any rank may stand first as well.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias

from passatempo.machiavelli.model import Card, Turn, rank_of, suit_of
from passatempo.machiavelli.rules import Line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from passatempo.core.play.puzzle import Made

Key: TypeAlias = tuple[int, Line, tuple[tuple[Card, ...], ...], tuple[Card, ...]]


def key(made: Made[Turn]) -> Key:
    """Return what all puzzles share that are equal up to symmetry: the least of their tables and hands.

    >>> from passatempo.core.play.puzzle import Made
    >>> some, other = (
    ...     Made(instance=Turn(table, hand), goal={}, solution={}, grade=1, load=0)
    ...     for table, hand in ((((2, 3, 4),), (5,)), (((11, 10, 9),), (8,)))
    ... )
    >>> key(some) == key(other)
    True
    """
    turn = made.instance
    images = (_image(turn, ranks, suits) for ranks in renamings(turn.rules.line) for suits in permutations(range(4)))
    return (turn.rules.decks, turn.rules.line, *min(images))


def _image(
    turn: Turn, ranks: tuple[int, ...], suits: tuple[int, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    def renamed(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(sorted(13 * suits[suit_of(card)] + ranks[rank_of(card)] for card in cards))

    return tuple(sorted(map(renamed, turn.table))), renamed(turn.hand)


def renamings(line: Line) -> list[tuple[int, ...]]:
    """List the new ranks of A, 2, ..., K under which runs stay runs.

    >>> len(renamings(Line(0, 13))), len(renamings(Line(0, 13, circular=True)))
    (2, 26)
    >>> renamings(Line(0, 14))[1]
    (0, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    """
    last = 2 * line.first + line.places - 1  # the sum of a rank and its mirror image
    starts = range(13) if line.circular else range(1)
    return [
        tuple((start + sign * rank) % 13 for rank in range(13))
        for start, sign in (
            (start + (last if backwards else 0), -1 if backwards else 1)
            for start in starts
            for backwards in (False, True)
        )
    ]
