"""Sets of openings that several judges call even.

Of openings drawn by lot few are even, and what one engine calls even another does not. So some marks are drawn, every
cell near them is tried as the last mark, and the judges take turns, from a short search to the whole one: after each of
them what lies too far from even is dropped, and the few that are nearest to even go on. The board has eight images, of
which a set holds one.

An opening that all judges call even may still be won by one side in every game, if they err alike: `mnk match` tells
the pairs that were split.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from passatempo.core.limits import Stopped
from passatempo.core.random import Random
from passatempo.mnk.match.openings import near, over, scattered
from passatempo.mnk.model import Position
from passatempo.mnk.proof.prover import symmetries

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.core.limits import Cancel
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.match.judges import Judge
    from passatempo.mnk.rules import Rules

TRIED = 32  # cells for the last mark
ROUNDS = ((64, 4, 4), (8, 2, 2), (1, 1, 1))  # the part of the nodes, how far from even in its units, how many go on


@dataclass(frozen=True, slots=True)
class Judged:
    """An opening, and what each judge says that it is worth to the side to move."""

    moves: tuple[Cell, ...]
    values: tuple[int, ...]


def judged_openings(
    rules: Rules, judges: Sequence[Judge], even: int, nodes: int, seed: int = 0, cancel: Cancel | None = None
) -> Iterator[Judged]:
    """Yield openings of three to six marks of which every judge says that they are even; none once `cancel` is thrown.

    Parameters
    ----------
    rules
        What is played.
    judges
        Who must agree.
    even
        Values are even from -even to even, in the unit of each judge.
    nodes
        Of the last search of each judge.
    seed
        Of the marks drawn.

    Examples
    --------
    >>> from passatempo.core.limits import Cancel
    >>> from passatempo.mnk.match.judges import judge
    >>> from passatempo.mnk.rules import Rules
    >>> rules = Rules(9, 9, 5)
    >>> found = next(judged_openings(rules, [judge("engine", rules, Cancel())], 45, 2000))
    >>> len(found.values), abs(found.values[0]) <= 45
    (1, True)
    """
    seen: set[tuple[frozenset[Cell], ...]] = set()
    number = 0
    while cancel is None or not cancel.thrown:
        number += 1
        rng = Random(seed, "judged openings", number)
        moves = scattered(rules, rng)
        tries = [(*moves, cell) for cell in near(rules, moves, rng)[:TRIED]]
        try:
            found = _most_even(rules, [t for t in tries if not over(rules, t)], judges, even, nodes)
        except Stopped:
            return
        if found is not None and (name := _name(rules, found.moves)) not in seen:
            seen.add(name)
            yield found


def _most_even(
    rules: Rules, tries: Sequence[tuple[Cell, ...]], judges: Sequence[Judge], even: int, nodes: int
) -> Judged | None:
    """Return the opening that all judges call even, and most so; None where there is none."""
    found = [Judged(moves, ()) for moves in tries]
    for part, width, most in ROUNDS:
        found = [Judged(each.moves, ()) for each in found]
        for judge in judges:
            valued = [
                Judged(each.moves, (*each.values, judge.value(_position(rules, each.moves), max(1, nodes // part))))
                for each in found
            ]
            found = [each for each in valued if abs(each.values[-1]) <= width * even]
        found = sorted(found, key=lambda each: (sum(value * value for value in each.values), each.moves))[:most]
    return found[0] if found else None


def _position(rules: Rules, moves: Sequence[Cell]) -> Position:
    position = Position(rules, bytes(rules.size))
    for cell in moves:
        position = position.play(cell)
    return position


def _name(rules: Rules, moves: tuple[Cell, ...]) -> tuple[frozenset[Cell], ...]:
    """Return what the images of an opening have in common: the least of them, each as the sets of both sides."""
    images = [moves, *[tuple([image[cell] for cell in moves]) for image in symmetries(rules.m, rules.n)]]
    least = min(images, key=lambda image: (sorted(image[::2]), sorted(image[1::2])))
    return frozenset(least[::2]), frozenset(least[1::2])
