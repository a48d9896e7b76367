"""The opening of a game under Gomocup's swap rule."""

from __future__ import annotations

from passatempo.mnk.engine.clock import Clock
from passatempo.mnk.engine.player import OTHER, OWN, Player, Refused


def opening(player: Player) -> str:
    """Put three marks after which nobody is much better off, near the edge, where lines are short.

    Raises
    ------
    Refused
        If the board is too small.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> len(opening(Player(Rules(9, 9, 5), clock=Clock(turn=0.2))).split())
    3
    """
    m, n = player.rules.m, player.rules.n
    if min(m, n) < 5:
        raise Refused("the swap rule needs a board of at least 5 x 5")
    tried = [(0, 1, 2, 3, 1, n - 3), (1, 1, 3, 2, 0, 4), (0, 2, 3, 3, 2, 0), (1, 3, 0, 0, 4, 4)]
    values: list[tuple[int, str]] = []
    for a, b, c, d, e, f in tried:
        cells = [row * n + column for row, column in ((a, b), (c, d), (e, f))]
        if len(set(cells)) < 3:
            continue
        trial = Player(player.rules, player.settings, Clock(player.clock.limit() / len(tried)))
        trial.set_up([(cell, OTHER if i % 2 == 0 else OWN) for i, cell in enumerate(cells)])
        values.append((abs(trial.think()[1]), " ".join(map(trial.name, cells))))
        trial.close()
    return min(values)[1]
