"""Whole games and play-outs by the kernel, under the rules that it plays."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from passatempo.core.limits import Limits
from passatempo.core.outcome import STOPS, StopReason
from passatempo.core.play.record import TurnLine
from passatempo.core.play.values import Deal, Result
from passatempo.core.random import Random
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.game.rules import enough, pack
from passatempo.machiavelli.model import ACES, CARD_NAMES, JOKER, count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.machiavelli.game.rivals import Rival
    from passatempo.machiavelli.game.rules import GameRules
    from passatempo.machiavelli.game.sampling import Worth
    from passatempo.machiavelli.game.turns import View
    from passatempo.machiavelli.model import Card, Meld

BOTS = ("novice", "points", "greedy", "patient")  # in the order of the kernel
ENDS = ("closed", "blocked", "finished")  # likewise
LAY, DRAW = 0, 1


def played_by_kernel(rules: GameRules) -> bool:
    """Tell whether the kernel plays these rules: it knows no jokers, crosses, openings and limits of new cards.

    >>> from passatempo.machiavelli.game.rules import PRESETS
    >>> [name for name, preset in PRESETS.items() if not played_by_kernel(preset.rules)][:3]
    ['wikipedia-36', 'wikipedia-open', 'bga']
    """
    return not (rules.jokers or rules.crosses or rules.most_new or rules.opening != "none")


def games(
    rules: GameRules, bots: Sequence[str], deals: Sequence[Deal], limits: Limits = Limits()
) -> tuple[tuple[tuple[TurnLine, ...], Result], ...] | None:
    """Play the same game from each deal, as the bots of these names do.

    Returns
    -------
    tuple
        Of each game its turns, as records have them, and its result; None where the kernel does not play these rules,
        these bots or these deals.

    Examples
    --------
    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> ((turns, result),) = games(GameRules(), ("greedy", "patient"), [Deal(7)])
    >>> turns[0].move["lay"], result.how
    (['AS', 'AH', 'AD'], 'closed')
    """
    known = set(bots) <= set(BOTS) and played_by_kernel(rules) and not enough(rules, len(bots))
    if not known or any(deal.given is not None for deal in deals):
        return None
    seats = bytes(map(BOTS.index, bots))
    return tuple([_game(rules, seats, deal.seed or 0, limits) for deal in deals])


def _game(rules: GameRules, seats: bytes, seed: int, limits: Limits) -> tuple[tuple[TurnLine, ...], Result]:
    shuffled = bytes(Random(seed, "machiavelli", "deal").shuffled(pack(rules)))
    found = _kernel.play_game(ruling(rules), seats, shuffled, rules.deal, rules.first - 1, *limits.kernel)
    played = found.answer
    if played is None:
        raise KeyboardInterrupt if STOPS[found.stop] is StopReason.CANCELLED else MemoryError
    first, number = rules.first - 1, len(seats)
    lines = [TurnLine(k + 1, (first + k) % number + 1, _written(turn)) for k, turn in enumerate(played.turns)]
    return tuple(lines), Result(played.winners, played.scores, ENDS[played.how])


def _written(turn: _kernel.PlayedTurn) -> dict[str, Any]:
    """Write a turn of the kernel as records have moves."""
    if turn.did == LAY:
        return {"lay": list(_names(turn.laid)), "table": [list(_names(meld)) for meld in turn.table]}
    return {"draw": True} if turn.did == DRAW else {"pass": True}


@lru_cache(maxsize=2**12)
def _names(cards: Meld) -> tuple[str, ...]:
    return tuple([CARD_NAMES[card] for card in cards])


def ruling(rules: GameRules) -> _kernel.GameRules:
    """Return the rules as the kernel takes them."""
    return _kernel.GameRules(
        ace=ACES.index(rules.ace),
        most_waits=-1 if rules.most_waits is None else rules.most_waits,
        draws_first=rules.draw == "start",
        ends_with_stock=rules.end == "stock",
        one_point=rules.score == "one",
        points=rules.worths[:JOKER],
    )


# ---- Looking ahead ----


def _situation(seen: View, hidden: Sequence[Card], others: Sequence[Rival]) -> _kernel.Situation:
    """Return what the kernel is told of a game that one seat sees."""
    last = seen.history[-1] if seen.history else None
    return _kernel.Situation(
        rules=ruling(seen.rules),
        seat=seen.seat,
        waits=seen.waits,
        passes=seen.passes,
        begun=seen.rules.draw == "start" and last is not None and last.seat == seen.seat and last.drew == 1,
        table=count(sum(seen.table, ()))[:JOKER],
        hand=count(seen.hand)[:JOKER],
        unseen=bytes(hidden),
        rivals=[_rival(one) for one in others],
    )


def _rival(rival: Rival) -> _kernel.Rival:
    """Return what the kernel is told of another seat."""
    then = None if rival.then is None else count(sum(rival.then, ()))[:JOKER]
    bot = BOTS.index("patient" if rival.holds_back else "greedy")
    return _kernel.Rival(cards=rival.cards, drawn=rival.drawn, then=then, bot=bot)


def play_outs(
    seen: View,
    hidden: Sequence[Card],
    others: Sequence[Rival],
    moves: Sequence[tuple[Card, ...]],
    states: Sequence[int],
    limits: Limits,
) -> list[list[Worth]]:
    """Say what each move, named by the cards it lays, comes to on each deal, as far as the limits go.

    `sampling.play_outs` says the same in plain Python.
    """
    said = [count(move)[:JOKER] for move in moves]
    found = _kernel.play_outs(_situation(seen, hidden, others), said, list(states), *limits.kernel)
    return [list(deal) for deal in found.answer]


def closings(
    seen: View, hidden: Sequence[Card], others: Sequence[Rival], which: int, states: Sequence[int], limits: Limits
) -> tuple[int, int]:
    """Count the deals on which a rival could lay its whole hand now; returns the deals looked at, and those."""
    found = _kernel.closings(_situation(seen, hidden, others), which, list(states), *limits.kernel)
    return found.deals, found.closed
