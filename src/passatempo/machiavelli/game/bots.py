"""The bots, whole games of them, and random moves: the kernel plays."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from passatempo.core.interface import Interface
from passatempo.core.limits import Limits
from passatempo.core.outcome import StopReason
from passatempo.games.records import TurnLine
from passatempo.games.values import Deal, Result
from passatempo.machiavelli.game.play import DRAW, ENDS, LAY, ask, best, fit, judge, move_of, packed, seen_game
from passatempo.machiavelli.game.rules import StrongSettings, enough
from passatempo.machiavelli.game.state import Draw, Pass
from passatempo.machiavelli.model import CARD_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.random import Random
    from passatempo.machiavelli.game.rules import GameRules
    from passatempo.machiavelli.game.state import Move, View
    from passatempo.machiavelli.model import Meld

BOTS = ("novice", "points", "greedy", "patient", "strong")  # in the order of the kernel
USUAL = StrongSettings()


def novice(view: View, random: Random, limits: Limits) -> Move:
    """Lay the groups of its own hand, else one card that fits a group as it lies; else draw."""
    return _chosen("novice", view, random, limits)


def points(view: View, random: Random, limits: Limits) -> Move:
    """Lay the cards that are worth most."""
    return _chosen("points", view, random, limits)


def greedy(view: View, random: Random, limits: Limits) -> Move:
    """Lay the most cards."""
    return _chosen("greedy", view, random, limits)


def patient(view: View, random: Random, limits: Limits) -> Move:
    """Close, else lay what is in no group of the hand, else draw, else lay the smallest of these groups."""
    return _chosen("patient", view, random, limits)


def strong(view: View, random: Random, limits: Limits, settings: StrongSettings = USUAL) -> Move:
    """Return a patient move, or another that gains on it beyond doubt on hands drawn by lot."""
    return _chosen("strong", view, random, limits, settings)


def _chosen(bot: str, view: View, random: Random, limits: Limits, settings: StrongSettings = USUAL) -> Move:
    said = {"bot": BOTS.index(bot), "state": random.state, "deals": settings.deals, "wins": settings.aim == "wins"}
    return move_of(ask("choose", view.rules, limits, game=seen_game(view), **said)["move"])


def sample(view: View, random: Random) -> Move:
    """Return a random legal move: part of the hand laid, else a card drawn or a pass."""
    part = tuple(sorted(random.sample(view.hand, random.between(1, len(view.hand)))))
    cards = best(view, hand=part, limited=True) if random.below(4) else ()
    if not cards:
        waits = [move for move in (Draw(), Pass()) if not judge(view, move)]
        if waits:
            return waits[0]
        cards = best(view, limited=True)
    found = fit(view, cards)
    assert found is not None  # the kernel has said so
    return found


# ---- Whole games ----


def games(
    rules: GameRules, bots: Sequence[str], deals: Sequence[Deal], limits: Limits = Limits()
) -> tuple[tuple[tuple[TurnLine, ...], Result], ...] | None:
    """Play the same game from each deal, as the bots of these names do.

    Returns
    -------
    tuple
        Of each game its turns, as records have them, and its result; None where a bot is strong or a deal is given.

    Examples
    --------
    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> ((turns, result),) = games(GameRules(), ("greedy", "patient"), [Deal(7)])
    >>> turns[0].move["lay"], result.how
    (['AS', 'AH', 'AD'], 'closed')
    """
    known = set(bots) <= set(BOTS[:-1]) and not enough(rules, len(bots))
    if not known or any(deal.given is not None for deal in deals):
        return None
    seats = [BOTS.index(bot) for bot in bots]
    return tuple([_game(rules, seats, deal.seed or 0, limits) for deal in deals])


def _game(rules: GameRules, seats: list[int], seed: int, limits: Limits) -> tuple[tuple[TurnLine, ...], Result]:
    interface = Interface.of("machiavelli")
    found = interface.ask("games", limits, rules=packed(rules.numbers), bots=seats, seed=str(seed).encode())
    moves, end = found.reply["moves"], found.reply["end"]
    if not end.over:
        raise KeyboardInterrupt if found.stop is StopReason.CANCELLED else MemoryError
    first, number = rules.first - 1, len(seats)
    lines = [TurnLine(k + 1, (first + k) % number + 1, _written(move)) for k, move in enumerate(moves)]
    return tuple(lines), Result(end.winners, end.scores, ENDS[end.how])


def _written(move: Any) -> dict[str, Any]:
    """Write a move of the kernel as records have it."""
    if move.did == LAY:
        return {"lay": list(_names(move.laid)), "table": [list(_names(meld)) for meld in move.table]}
    return {"draw": True} if move.did == DRAW else {"pass": True}


@lru_cache(maxsize=2**12)
def _names(cards: Meld) -> tuple[str, ...]:
    return tuple([CARD_NAMES[card] for card in cards])
