"""The bots, complete games between bots, and random moves, all played by the kernel."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from passatempo.core.interface import Interface
from passatempo.core.limits import Limits
from passatempo.core.outcome import StopReason
from passatempo.core.random import Random
from passatempo.games.records import TurnLine
from passatempo.games.values import Deal, Result
from passatempo.machiavelli.game.play import (
    DRAW,
    ENDS,
    LAY,
    ask_kernel,
    best,
    fit_lay,
    judge,
    move_of,
    pack_rules,
    visible_game,
)
from passatempo.machiavelli.game.rules import GameRules, StrongSettings, seat_faults
from passatempo.machiavelli.game.state import Draw, Move, Pass, View
from passatempo.machiavelli.model import CARD_NAMES, Meld

BOTS = ("novice", "points", "greedy", "patient", "strong")  # in the order of the kernel
USUAL = StrongSettings()


def novice(view: View, random: Random, limits: Limits) -> Move:
    """Play the melds of the hand, or else one card that fits an unchanged group, or else draw."""
    return _choose_move("novice", view, random, limits)


def points(view: View, random: Random, limits: Limits) -> Move:
    """Play the cards with the most points."""
    return _choose_move("points", view, random, limits)


def greedy(view: View, random: Random, limits: Limits) -> Move:
    """Play the most cards."""
    return _choose_move("greedy", view, random, limits)


def patient(view: View, random: Random, limits: Limits) -> Move:
    """Close, or else play the cards that are in no meld of the hand, or draw, or play the smallest such meld."""
    return _choose_move("patient", view, random, limits)


def strong(view: View, random: Random, limits: Limits, settings: StrongSettings = USUAL) -> Move:
    """Return a patient move, or another that is significantly better on sampled hands."""
    return _choose_move("strong", view, random, limits, settings)


def _choose_move(bot: str, view: View, random: Random, limits: Limits, settings: StrongSettings = USUAL) -> Move:
    bot_request = {
        "bot": BOTS.index(bot),
        "state": random.state,
        "deals": settings.deals,
        "wins": settings.aim == "wins",
    }
    return move_of(ask_kernel("choose", view.rules, limits, game=visible_game(view), **bot_request)["move"])


def random_move(view: View, random: Random) -> Move:
    """Return a random legal move: play part of the hand, or else draw or pass."""
    part = tuple(sorted(random.sample(view.hand, random.in_range(1, len(view.hand)))))
    cards = best(view, hand=part, is_limited=True) if random.below(4) else ()
    if not cards:
        waits = [move for move in (Draw(), Pass()) if not judge(view, move)]
        if waits:
            return waits[0]
        cards = best(view, is_limited=True)
    random_lay = fit_lay(view, cards)
    assert random_lay is not None  # the kernel has confirmed that these cards fit
    return random_lay


# ---- Complete games ----


def games(
    rules: GameRules, bots: Sequence[str], deals: Sequence[Deal], limits: Limits = Limits()
) -> tuple[tuple[tuple[TurnLine, ...], Result], ...] | None:
    """Play the same game from each deal with the named bots.

    Returns
    -------
    tuple
        For each game its turns in the form of records, and its result. None if a bot is strong or a deal is fixed.

    Examples
    --------
    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> ((turns, result),) = games(GameRules(), ("greedy", "patient"), [Deal(7)])
    >>> turns[0].move["lay"], result.how
    (['AS', 'AH', 'AD'], 'closed')
    """
    has_kernel_bots = set(bots) <= set(BOTS[:-1]) and not seat_faults(rules, len(bots))
    if not has_kernel_bots or any(deal.deal_content is not None for deal in deals):
        return None
    seats = [BOTS.index(bot) for bot in bots]
    return tuple([_play_game(rules, seats, deal.seed or 0, limits) for deal in deals])


def _play_game(rules: GameRules, seats: list[int], seed: int, limits: Limits) -> tuple[tuple[TurnLine, ...], Result]:
    interface = Interface.of("machiavelli")
    games_answer = interface.ask("games", limits, rules=pack_rules(rules.numbers), bots=seats, seed=str(seed).encode())
    moves, end = games_answer.reply["moves"], games_answer.reply["end"]
    if not end.over:
        raise KeyboardInterrupt if games_answer.stop is StopReason.CANCELLED else MemoryError
    first, number = rules.first - 1, len(seats)
    lines = [TurnLine(k + 1, (first + k) % number + 1, _write_move(move)) for k, move in enumerate(moves)]
    return tuple(lines), Result(end.winners, end.scores, ENDS[end.how])


def _write_move(move: Any) -> dict[str, Any]:
    """Write a move of the kernel in the form of records."""
    if move.did == LAY:
        return {"lay": list(_card_names(move.laid)), "table": [list(_card_names(meld)) for meld in move.table]}
    return {"draw": True} if move.did == DRAW else {"pass": True}


@lru_cache(maxsize=2**12)
def _card_names(cards: Meld) -> tuple[str, ...]:
    return tuple([CARD_NAMES[card] for card in cards])
