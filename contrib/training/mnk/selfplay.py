"""Fitting the engine's weights: games of the engine against itself, then two regressions in the kernel.

The evaluation is a logistic regression with a small network on top: how many empty cells have each multiset of classes,
for the side to move and for the other, against what came of it. Positions of games are fitted to the game's result: it
sees farther than any search. But games follow good moves, and an evaluation is asked where they do not: so positions
that the searches evaluate, called leaves here, are fitted too, to what a short search says of them, and half of the
games begin from leaves of the other half. In three of five games of that other half some moves are drawn by lot, so
that the leaves are of many kinds; what came before the last of these moves is not fitted. The ordering is a softmax
over the moves of a position, fitted to the moves that were chosen. One game in ten is kept out; what the fit is worth
is measured on it. The same games, epochs and seed give the same weights.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import training

from passatempo.core.limits import Cancel
from passatempo.mnk.engine.weights import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Leaf: TypeAlias = tuple[list[int], int]  # marks of both players in turns, value for the side to move
# moves, how many were given, values, winner or -1, leaves
Game: TypeAlias = tuple[list[int], int, list[int], int, list[Leaf]]

BATCH = 20  # games between two reports
OPEN = 800  # values of leaves within it can be played on: 98 % are no certainty


@dataclass(frozen=True, slots=True)
class Tuned:
    """Fitted weights and what they are worth on games kept out.

    Parameters
    ----------
    weights
        As the kernel takes them.
    positions
        How many there were.
    loss_before, loss_after
        Mean cross entropy of an even chance, and of the fit.
    first_before, first_after
        The share of the moves played that the ordering puts first, after one epoch and at the end.
    """

    weights: bytes
    positions: int
    loss_before: float
    loss_after: float
    first_before: float
    first_after: float


def known_classes(k: int) -> frozenset[int]:
    """Return the classes that a line can have for k.

    >>> len(known_classes(5)), len(known_classes(3)), len(known_classes(12))
    (10, 6, 15)
    """
    dead, needs_9, one, five = map(CLASSES.index, ("dead", "needs_9", "one", "five"))
    ranks = [five, *(c for lacks in range(1, min(k, 5)) for c in (one + 2 * (4 - lacks), one + 2 * (4 - lacks) + 1))]
    below = [max(needs_9, one - (lacks - 4)) for lacks in range(5, k)]
    return frozenset((dead, *ranks, *below))


def openings(games: Iterable[Game]) -> list[list[int]]:
    """Return the leaves of games that are not decided, to begin games from.

    >>> openings([([0], 0, [5], -1, [([3, 4], 120), ([1], -29990)])])
    [[3, 4]]
    """
    return [marks for game in games for marks, value in game[4] if abs(value) <= OPEN]


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """How the engine plays against itself.

    Parameters
    ----------
    m, n, k
        The board.
    weights
        As the kernel takes them; None: those set by hand.
    nodes
        Of a move, in the mean.
    threads
        Games played at once; they are the same whatever their number.
    cancel
        Where it is thrown a batch is cut short; leaving an iteration early throws it.

    Examples
    --------
    >>> batch = next(SelfPlay(7, 7, 4, None, 50).games(1, seed=3))
    >>> len(batch), batch == next(SelfPlay(7, 7, 4, None, 50, threads=2).games(1, seed=3))
    (1, True)
    """

    m: int
    n: int
    k: int
    weights: bytes | None
    nodes: int
    threads: int = 1
    cancel: Cancel | None = None

    def games(self, count: int, seed: int, starts: Sequence[list[int]] = (), after: int = 0) -> Iterator[list[Game]]:
        """Play games and yield them in batches, in the order of their seeds, but for the first ones, known already.

        Each begins from one of `starts`, drawn by lot, or where there is none from an opening drawn by lot; then in
        three of five some later moves are drawn by lot too, and count as given up to the last of them.
        """
        cancel = Cancel() if self.cancel is None else self.cancel

        def play(first: int) -> list[Game]:
            some, lot = min(BATCH, count - first), Random(seed + first)
            drawn = lot.choices(starts, k=some) if starts else []
            board = self.m, self.n, self.k
            games = training.self_play(*board, self.weights, drawn, seed + first, some, self.nodes, cancel.flag)
            return games[max(0, after - first) :]

        with ThreadPoolExecutor(self.threads) as pool:
            try:
                yield from pool.map(play, range(after - after % BATCH, count, BATCH))
            except BaseException:  # also where nobody asks for more
                cancel.throw()
                raise

    def round(self, count: int, seed: int, known: Sequence[Game] = ()) -> Iterator[list[Game]]:
        """Play games from openings drawn by lot, then as many from leaves of these: no farther from what players meet.

        The first games of the round may be known already; they are not yielded.

        Examples
        --------
        >>> play = SelfPlay(7, 7, 4, None, 100)
        >>> first, second = play.round(5, seed=3)
        >>> [moves[:given] in openings(first) for moves, given, *_ in second]
        [True, True, True, True, True]
        >>> list(play.round(5, seed=3, known=first[:2])) == [first[2:], second]
        True
        """
        begun = list(known[:count])
        if len(begun) < count:
            for batch in self.games(count, seed, after=len(begun)):
                begun += batch
                yield batch
        if len(known) < 2 * count:
            yield from self.games(count, seed + count, openings(begun), max(0, len(known) - count))


def fit(
    m: int, n: int, k: int, games: list[Game], epochs: int = 5, seed: int = 1, cancel: Cancel | None = None
) -> Tuned:
    """Fit weights to games; half done, and of no use, where `cancel` is thrown.

    Examples
    --------
    >>> tuned = fit(9, 9, 5, next(SelfPlay(9, 9, 5, None, 50).games(20, seed=3)), epochs=5)
    >>> tuned.positions > 20, len(tuned.weights)
    (True, 322466)
    """
    found = training.fit(m, n, k, games, epochs, seed, None if cancel is None else cancel.flag)
    losses = found.loss_before, found.loss_after
    return Tuned(found.weights, found.positions, *losses, found.first_before, found.first_after)
