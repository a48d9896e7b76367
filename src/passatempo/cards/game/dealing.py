"""Cards that can be laid: a row that goes as it must is drawn first, and its cards are shuffled.

The stationary points are drawn among the inner positions, the row climbs and falls by one or two between them, and its
least card is 1. A row is drawn anew until it has the distance and the greatest card that the rules ask for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.cards.model import MOUNTAINS, Deal, Distance
from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.random import Random

if TYPE_CHECKING:
    from passatempo.cards.game.rules import GameRules

MOST_ROWS = 20_000  # half a second
STEEPEST = 2  # the most that the row changes by in a step


def dealt(rules: GameRules, seed: int) -> Deal:
    """Deal cards that can be laid.

    Raises
    ------
    InvalidInstance
        If the rules leave no row, or hardly any.

    Examples
    --------
    >>> from passatempo.cards.game.rules import GameRules
    >>> deal = dealt(GameRules(), 7)
    >>> len(deal.cards), deal == dealt(GameRules(), 7)
    (9, True)
    """
    random = Random(seed, "cards", "deal")
    if rules.points + 2 <= rules.N:
        for _ in range(MOST_ROWS):
            points, row = drawn(rules, random)
            apart = points[2] - points[0] if rules.pattern == MOUNTAINS else None
            if rules.D in (None, apart) and max(row) <= (rules.M or max(row)):
                asked = () if apart is None else (Distance(1, 3, "=", apart),)
                return Deal(tuple(random.shuffled(row)), asked, rules.ends, rules.pattern, largest=rules.M)
    asked_for = "".join(f", {name} = {value}" for name, value in (("M", rules.M), ("D", rules.D)) if value)
    told = f"no row {rules.pattern} of {rules.N} cards was found{asked_for}"
    raise InvalidInstance([Violation("no-row", told)])


def drawn(rules: GameRules, random: Random) -> tuple[list[int], list[int]]:
    """Draw the stationary points and a row that turns there.

    >>> from passatempo.cards.game.rules import GameRules
    >>> drawn(GameRules(3, pattern="UD"), Random(1))[0]
    [2]
    """
    points = sorted(random.sample(range(2, rules.N), rules.points))
    heights = [0]
    for position in range(2, rules.N + 1):
        run = sum(point < position for point in points)
        step = 1 + random.below(STEEPEST)
        heights.append(heights[-1] + (step if rules.pattern[run] == "U" else -step))
    least = min(heights)
    return points, [height - least + 1 for height in heights]
