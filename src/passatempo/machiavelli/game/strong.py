"""The bot `strong`: a patient move, left only where play-outs on hands drawn by lot say so beyond doubt.

A move is which cards go. For each of so many deals, the same for all moves, the other seats get hands as their history
allows, and the game is played out: patience here and at seats that were seen to hold back, greed at the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import sqrt
from statistics import mean, stdev
from typing import TYPE_CHECKING, Literal, get_args

from passatempo.machiavelli.game import bots, fast, lays, sampling
from passatempo.machiavelli.game.rivals import rivals
from passatempo.machiavelli.game.turns import Draw, Lay, Pass
from passatempo.machiavelli.plays import keep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.limits import Limits
    from passatempo.core.random import Random
    from passatempo.machiavelli.game.turns import Move, View
    from passatempo.machiavelli.model import Card

Aim = Literal["points", "wins"]
LEAST_DEALS = 2  # without them there is no error
FIRST_DEALS = 16  # after these, and whenever there are twice as many, moves that fall behind are dropped
BEHIND = (-0.5, 0.3)  # standard errors of the gain that a move must have: at first, and later
MOST_NODES = 1_500_000  # of the kernel's searches, before and after: a third of a second each; few moves need more
BEYOND_DOUBT = 2.5  # standard errors: several moves are compared, so that two come about by chance too often


@dataclass(frozen=True, slots=True)
class StrongSettings:
    """How many deals each move is played out on, and what counts: points, or wins."""

    deals: int = field(default=64, metadata={"least": LEAST_DEALS, "most": 100_000})
    aim: str = "points"

    def __post_init__(self) -> None:
        if self.aim not in get_args(Aim):
            raise ValueError(f"aim={self.aim} is not one of {', '.join(get_args(Aim))}")


def strong(view: View, random: Random, limits: Limits, settings: StrongSettings = StrongSettings()) -> Move:
    """Return a patient move, or another that gains on it beyond doubt."""
    default = bots.patient(view, random, limits)
    moves = candidates(view, default)
    if len(moves) == 1:
        return default
    best = chosen(view, moves, random, limits, settings)
    return default if best == moves[0] else move_of(view, best)


def candidates(view: View, default: Move) -> list[tuple[Card, ...]]:
    """List the cards that may go: the patient's first, the most, those of most points, none, own groups left out."""
    hands = [keep(view.hand, group) for group in lays.own(view)]
    found = [sampling.cards_of(default), lays.best(view), lays.best(view, view.rules.worths)]
    found += [lays.best(view, hand=hand) for hand in hands]
    if view.may_wait or not view.may_draw:
        found.append(())
    legal = [found[0], *(lays.within(view, cards) for cards in found[1:])]
    nothing = view.may_wait or not view.may_draw or not found[0]
    return [cards for cards in dict.fromkeys(map(tuple, map(sorted, legal))) if cards or nothing]


def move_of(view: View, cards: tuple[Card, ...]) -> Move:
    """Return the move that lays these cards, or none."""
    if not cards:
        return Draw() if view.may_draw else Pass()
    fitted = lays.fitted(view, cards)
    assert fitted is not None
    return Lay(*fitted)


def chosen(
    view: View, moves: Sequence[tuple[Card, ...]], random: Random, limits: Limits, settings: StrongSettings
) -> tuple[Card, ...]:
    """Play the moves out, the first being the default, and return the one to make."""
    states = [random.word() for _ in range(settings.deals)]
    worth: dict[tuple[Card, ...], list[float]] = {move: [] for move in moves}
    left = list(moves)
    for low, high in looks(settings.deals):
        deals = _played_out(view, left, states[low:high], limits, settings)
        for move, values in zip(left, zip(*deals, strict=True), strict=False):
            worth[move] += values
        if len(worth[moves[0]]) < LEAST_DEALS:
            return moves[0]
        least = BEHIND[low > 0]
        left = [moves[0], *(move for move in left[1:] if exceeds(worth[move], worth[moves[0]], least))]
        if len(left) == 1:
            return moves[0]
    gains = {move: gain(worth[move], worth[moves[0]])[0] for move in left[1:]}
    best = max(gains, key=lambda move: gains[move])
    return best if exceeds(worth[best], worth[moves[0]], BEYOND_DOUBT) else moves[0]


def looks(deals: int) -> list[tuple[int, int]]:
    """Divide deals into parts, between which moves are compared: the first ones, then as many again, and again.

    >>> looks(64), looks(10), looks(40)
    ([(0, 16), (16, 32), (32, 64)], [(0, 10)], [(0, 16), (16, 32), (32, 40)])
    """
    ends = [0, min(FIRST_DEALS, deals)]
    while ends[-1] < deals:
        ends.append(min(2 * ends[-1], deals))
    return list(pairwise(ends))


def gain(values: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """Return the mean gain over others on the same deals, and its standard error.

    >>> gain((3.0, 1.0), (1.0, 1.0))
    (1.0, 1.0)
    """
    differences = [value - other for value, other in zip(values, others, strict=True)]
    return mean(differences), stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0.0


def exceeds(values: Sequence[float], others: Sequence[float], errors: float) -> bool:
    """Tell whether values gain on others by more than so many standard errors; without any difference they do not.

    >>> exceeds((4.0, 5.0, 4.5), (1.0, 2.0, 1.0), 2.5), exceeds((1.0, 2.0), (1.0, 2.0), -0.5)
    (True, False)
    """
    mean_gain, error = gain(values, others)
    return mean_gain > errors * error


def _played_out(
    view: View, moves: Sequence[tuple[Card, ...]], states: Sequence[int], limits: Limits, settings: StrongSettings
) -> list[list[float]]:
    """Return what each move comes to on each deal; on fewer deals where the limits come first."""
    others = rivals(view)
    if fast.played_by_kernel(view.rules):
        nodes = MOST_NODES if limits.nodes is None else min(limits.nodes, MOST_NODES)
        capped = replace(limits, nodes=nodes)
        found = fast.play_outs(view, sampling.unseen(view), others, moves, states, capped)
    else:
        found = sampling.play_outs(view, others, [move_of(view, move) for move in moves], states)
    wins = settings.aim == "wins" or view.rules.score == "one"
    return [[win / sampling.WHOLE_WIN if wins else float(points) for points, win in deal] for deal in found]
