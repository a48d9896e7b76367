"""The rules of a game as whole numbers, as the kernel's games in the browser app take them."""

from __future__ import annotations

from typing import Any

from passatempo.machiavelli.game.rules import PRESETS, SPANS, WORTHS, GameRules
from passatempo.machiavelli.model import ACES, JOKER, RANKS
from passatempo.machiavelli.presets import OWN_GROUP

OPENINGS = ("none", OWN_GROUP, "points")


def ruling(rules: GameRules) -> dict[str, int]:
    """Write rules as numbers; the points of cards are not among them: they stand apart.

    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> told = ruling(GameRules(opening="points:36", waits=1))
    >>> told["opening"], told["opening_points"], told["waits"], told["exact"]
    (2, 36, 1, 0)
    """
    return {
        "decks": rules.decks,
        "ace": ACES.index(rules.ace),
        "jokers": rules.jokers,
        "deal": rules.deal,
        "crosses": rules.crosses,
        "opening": OPENINGS.index(rules.opening) if rules.opening in OPENINGS else OPENINGS.index("points"),
        "opening_points": rules.opening_points,
        "most_new": rules.most_new,
        "draws_first": int(rules.draw == "start"),
        "waits": -1 if rules.most_waits is None else rules.most_waits,
        "exact": int(rules.joker == "exact"),
        "ends_with_stock": int(rules.end == "stock"),
        "one_point": int(rules.score == "one"),
        "first": rules.first,
    }


def told() -> dict[str, Any]:
    """Return what the page knows of rules: those with a name, the bounds of numbers, the usual points of each rank.

    >>> told()["presets"]["house"]["waits"], told()["spans"]["deal"]
    (1, [3, 20])
    >>> told()["worths"][::13]
    [['A', 11], ['JK', 25]]
    """
    return {
        "presets": {name: ruling(preset.rules) for name, preset in PRESETS.items()},
        "spans": {name: list(span) for name, span in SPANS.items()},
        "worths": [[name, WORTHS[card]] for card, name in [*enumerate(RANKS), (JOKER, "JK")]],
    }
