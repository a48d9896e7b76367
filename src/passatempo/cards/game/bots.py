"""The bot: one more card of an order that has all that lie, or away with a card where there is none."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from passatempo.cards.exact.placing import Placing, numbered
from passatempo.cards.game.play import Move, instance
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.words import translate

if TYPE_CHECKING:
    from passatempo.cards.game.play import Laying
    from passatempo.cards.model import Deal
    from passatempo.core.random import Random

COUNTED, SEARCHED = 1500, 3000  # states: about a tenth of a second for UDUD, within which a hint is wanted
LEANS = (0, 2, -2)  # where the searches look first: one that begins badly may see nothing but dead ends


def placing(laying: Laying, random: Random, limits: Limits) -> Move:
    """Put one more card of an order; where none is left, take away the last card that must go.

    >>> from passatempo.cards.game.rules import GameRules
    >>> from passatempo.cards.game.play import start
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.games.values import Deal
    >>> from passatempo.core.random import Random
    >>> placing(start(GameRules(), 1, Deal(7)), Random(0), Limits()).what
    'put'
    """
    found = completions(instance(laying), limits.nodes or SEARCHED)
    if found is None:
        return Move("stop")
    if found[1]:
        row = laying.row
        position = next(at for at in range(1, len(laying.cards.cards) + 1) if at not in row)
        return Move("put", position, found[1][position - 1])
    wrong = culprits(laying)
    return Move("take", wrong[-1]) if wrong else Move("stop")


@lru_cache(maxsize=64)  # a hint asks for the same rows again
def completions(cards: Deal, nodes: int = SEARCHED) -> tuple[int | None, tuple[int, ...]] | None:
    """Return how many orders have all the given cards, and one of them; None where a limit comes first.

    They are counted where few states are enough for it (None: not counted); else one of them is looked for.

    >>> from passatempo.cards.model import Deal
    >>> completions(Deal((1, 1, 2), pattern="UD")), completions(Deal((1, 1, 2), pattern="UD", given=((1, 2),)))
    ((1, (1, 2, 1)), (0, ()))
    """
    with suppress(Stopped):
        found = numbered(cards, Deadline(Limits(nodes=COUNTED)))
        return found.sequences, found.nth(0).sequence if found.sequences else ()
    for lean in LEANS:
        with suppress(Stopped):
            one = Placing(cards, Deadline(Limits(nodes=nodes // len(LEANS))), counting=False).first(lean)
            return (0, ()) if one is None else (None, one.sequence)
    return None


def culprits(laying: Laying) -> list[int]:
    """Return the positions of cards that must go, so that the row can be completed: one if one will do.

    The card laid last is tried first; where no single one is to blame, it is as many of the last ones as are needed.
    Nothing is returned where the cards cannot be laid at all, or a limit comes first.

    >>> from passatempo.cards.game.play import Laying, rules_of
    >>> from passatempo.cards.model import Deal
    >>> deal = Deal((1, 1, 2), pattern="UD")
    >>> culprits(Laying(rules_of(deal), deal, ((1, 2), (3, 1))))
    [1]
    """
    laid = laying.laid
    single = [laid[:at] + laid[at + 1 :] for at in reversed(range(len(laid)))]
    several = [laid[:at] for at in reversed(range(len(laid)))]
    for kept in [*single, *several]:
        found = completions(instance(replace(laying, laid=kept)), SEARCHED // 4)
        if found and found[1]:
            return [position for position, value in laid if (position, value) not in kept]
    return []


def advice(laying: Laying, move: Move, locale: str) -> str:
    """Say what the bot would do, and whether the row can still be completed."""
    found = completions(instance(laying))
    if found is None:
        return translate("There was no time to find out whether the row can be completed.", locale)
    if move.what == "put":
        done = f"{move.position} = {move.value}"
        if found[0] is None:
            return translate("{move}: the row can be completed.", locale, move=done)
        if found[0] == 1:
            return translate("{move}: the row can be completed in 1 way.", locale, move=done)
        return translate("{move}: the row can be completed in {n} ways.", locale, move=done, n=found[0])
    if move.what == "take":
        return translate("{move}: the row cannot be completed as it is.", locale, move=f"{move.position} =")
    return translate("These cards cannot be played under the rules.", locale)
