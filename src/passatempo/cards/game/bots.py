"""The bot: put one more card of an order that extends the row, or take a card away if no order does."""

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from passatempo.cards.exact.placements import PlacementScan, number_rows
from passatempo.cards.game.play import GameState, Move, instance
from passatempo.cards.model import Deal
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.messages import translate
from passatempo.core.random import Random

COUNTED, SEARCHED = 1500, 3000  # states, about 0.1 s for UDUD, the time allowed for a hint
LEANS = (0, 2, -2)  # where the searches start, because a bad start may meet only dead ends


def place_cards(game_state: GameState, random: Random, limits: Limits) -> Move:
    """Put one more card of an order, or take away the last card that must go if no order is left.

    >>> from passatempo.cards.game.rules import GameRules
    >>> from passatempo.cards.game.play import start
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.games.values import Deal
    >>> from passatempo.core.random import Random
    >>> place_cards(start(GameRules(), 1, Deal(7)), Random(0), Limits()).kind
    'put'
    """
    row_completion = complete_row(instance(game_state), limits.nodes or SEARCHED)
    if row_completion is None:
        return Move("stop")
    if row_completion[1]:
        row = game_state.row
        position = next(at for at in range(1, len(game_state.cards.cards) + 1) if at not in row)
        return Move("put", position, row_completion[1][position - 1])
    wrong = blocking_cards(game_state)
    return Move("take", wrong[-1]) if wrong else Move("stop")


@lru_cache(maxsize=64)  # a hint asks for the same rows again
def complete_row(cards: Deal, nodes: int = SEARCHED) -> tuple[int | None, tuple[int, ...]] | None:
    """Return the number of orders with all the given cards, and one of them, or None at a limit.

    The orders are counted if few states suffice. Otherwise the count is None, and the function searches for one order.

    >>> from passatempo.cards.model import Deal
    >>> complete_row(Deal((1, 1, 2), pattern="UD")), complete_row(Deal((1, 1, 2), pattern="UD", given=((1, 2),)))
    ((1, (1, 2, 1)), (0, ()))
    """
    with suppress(Stopped):
        row_scan = number_rows(cards, Deadline(Limits(nodes=COUNTED)))
        return row_scan.sequences, row_scan.nth(0).sequence if row_scan.sequences else ()
    for lean in LEANS:
        with suppress(Stopped):
            row_ordering = PlacementScan(
                cards, Deadline(Limits(nodes=nodes // len(LEANS))), counting=False
            ).first_ordering(lean)
            return (0, ()) if row_ordering is None else (None, row_ordering.sequence)
    return None


def blocking_cards(game_state: GameState) -> list[int]:
    """Return the positions of cards that must go so that the row can be completed, only one if possible.

    The card laid last is tried first. If no single card is enough, the result is the fewest of the last cards that are.
    The list is empty if the cards cannot be laid at all, or at a limit.

    >>> from passatempo.cards.game.play import GameState, rules_of
    >>> from passatempo.cards.model import Deal
    >>> deal = Deal((1, 1, 2), pattern="UD")
    >>> blocking_cards(GameState(rules_of(deal), deal, ((1, 2), (3, 1))))
    [1]
    """
    player_cards = game_state.player_cards
    single = [player_cards[:at] + player_cards[at + 1 :] for at in reversed(range(len(player_cards)))]
    several = [player_cards[:at] for at in reversed(range(len(player_cards)))]
    for rest_cards in [*single, *several]:
        row_completion = complete_row(instance(replace(game_state, player_cards=rest_cards)), SEARCHED // 4)
        if row_completion and row_completion[1]:
            return [position for position, card in player_cards if (position, card) not in rest_cards]
    return []


def advice(game_state: GameState, move: Move, locale: str) -> str:
    """Describe the bot's move, and whether the row can still be completed."""
    row_completion = complete_row(instance(game_state))
    if row_completion is None:
        return translate("There was no time to find out whether the row can be completed.", locale)
    if move.kind == "put":
        move_label = f"{move.position} = {move.card}"
        if row_completion[0] is None:
            return translate("{move}: the row can be completed.", locale, move=move_label)
        if row_completion[0] == 1:
            return translate("{move}: the row can be completed in 1 way.", locale, move=move_label)
        return translate("{move}: the row can be completed in {n} ways.", locale, move=move_label, n=row_completion[0])
    if move.kind == "take":
        return translate("{move}: the row cannot be completed as it is.", locale, move=f"{move.position} =")
    return translate("These cards cannot be played under the rules.", locale)
