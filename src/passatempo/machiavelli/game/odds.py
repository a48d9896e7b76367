"""Estimates the chance that a hidden hand could be played in full now, by sampling.

Hands drawn uniformly from the unseen cards close far more often than those of players who play whenever they can. If
the table after the owner's last turn is known, hands that could have played on it are therefore rejected.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.limits import Limits
from passatempo.core.messages import translate, translate_plural
from passatempo.core.random import Random
from passatempo.games.intervals import extreme_share_text
from passatempo.machiavelli.game.play import NOTHING_KNOWN, ask_kernel, past_of, visible_game
from passatempo.machiavelli.game.rules import GameRules
from passatempo.machiavelli.game.state import View
from passatempo.machiavelli.groups import named_table
from passatempo.machiavelli.model import JOKER, Places, Turn

WORD_SAMPLES = 400  # for the question in play, which needs an answer at once


@dataclass(frozen=True, slots=True)
class Odds:
    """The number of sampled hands that could close, and whether the samples respect their owner's history.

    `has_history` is true if that history restricts the hand.
    """

    sample_count: int
    closed_count: int
    is_conditioned: bool = False
    has_history: bool = False

    @property
    def samples(self) -> int:
        """The number of sampled hands."""
        return self.sample_count

    @property
    def chance(self) -> float:
        """The fraction of hands that close."""
        return self.closed_count / self.sample_count

    @property
    def error(self) -> float:
        """The standard error of the chance.

        >>> Odds(100, 20).error
        0.04
        """
        return sqrt(self.chance * (1 - self.chance) / self.sample_count)


def estimate_odds(
    view: View, rival_index: int, samples: int, random: Random, *, is_conditioned: bool, limits: Limits = Limits()
) -> Odds:
    """Estimate the chance that another seat could close now.

    Parameters
    ----------
    view
        The knowledge of one seat.
    rival_index
        The other seat in order of play; 0 is the next seat.
    is_conditioned
        Whether hands respect the turns of their owners. Otherwise they are drawn uniformly.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> view = view_of(read("3S 4S 5S | 9H 9D 9C"), 1)
    >>> odds = estimate_odds(view, 0, 2000, Random(7), is_conditioned=False)
    >>> abs(odds.chance - 6 / 98) < 4 * odds.error  # both 2S, both 6S, both 9S
    True
    """
    states = [random.next_word() for _ in range(samples)]
    rival_request = {"rival": rival_index, "conditioned": is_conditioned, "states": states}
    closing_reply = ask_kernel("closings", view.rules, limits, game=visible_game(view), **rival_request)
    return Odds(
        closing_reply["deals"],
        closing_reply["closed"],
        is_conditioned and closing_reply["known"],
        closing_reply["known"],
    )


def rivals(view: View) -> list[int]:
    """Return the other seats in order of play, beginning with the next one.

    >>> from passatempo.machiavelli import read
    >>> rivals(view_of(read("3S 4S 5S"), 1))
    [1]
    """
    seats = len(view.hand_sizes)
    return [(view.seat + k) % seats for k in range(1, seats)]


# ---- A table and a hand, without a history ----


def view_of(turn: Turn, cards: int) -> View:
    """Return the view of a player who sees a table and a hand, against one rival with this number of cards.

    Raises
    ------
    InvalidInstance
        If fewer cards are unseen.
    """
    rules, table = GameRules.of_turn(turn.rules), named_table(turn)
    hand, crosses = tuple(sorted(turn.hand)), tuple(sorted([group[0] for group in table if len(group) == 1]))
    open_seats = (turn.opened, turn.opened)
    turn_view = View(rules, 0, hand, table, crosses, (len(hand), cards), 0, 0, open_seats, 0, (), 0)
    left = JOKER * rules.decks + rules.jokers - len(hand) - sum(map(len, turn.table)) - cards
    if cards < 1 or left < 0:
        cards_message = f"cards: {cards} is not in 1 to {left + cards}, the number of cards that are not seen"
        raise InvalidInstance([Violation("bad-cards", cards_message)])
    return replace(turn_view, stock_size=left)


def of_hand(
    view: View, after: "Places | None", draw_count: int, samples: int, random: Random, limits: Limits = Limits()
) -> tuple[Odds, ...]:
    """Estimate the chance of the hand of `view_of`: uniformly, and given a table on which it could play nothing.

    Parameters
    ----------
    after
        The table after its owner's last turn, or None if it is unknown.
    draw_count
        The number of cards drawn since.
    """
    cards = view.hand_sizes[1]
    hand_estimates = [estimate_odds(view, 0, samples, random, is_conditioned=False, limits=limits)]
    if after is not None:
        if not 0 <= draw_count <= cards:
            draw_message = f"drawn: {draw_count} is not in 0 to {cards}, the cards of the hand"
            raise InvalidInstance([Violation("bad-cards", draw_message)])
        past_view = replace(view, pasts=NOTHING_KNOWN + past_of(draw_count, after))
        hand_estimates.append(estimate_odds(past_view, 0, samples, random, is_conditioned=True, limits=limits))
    return tuple(hand_estimates)


# ---- In play ----


def answer_odds(view: View, argument: str, locale: str, names: Sequence[str] = ()) -> str:
    """Report the chances of the other seats, or of the seat with this number, by name if names are given."""
    rival_seats = rivals(view)
    text = argument.strip()
    if text:
        numbers = [str(seat + 1) for seat in rival_seats]
        if text not in numbers:
            raise FormatError(f"{quote(text)} is not another seat ({', '.join(numbers)})", where="odds")
    lines = []
    for rival_index, seat in enumerate(rival_seats):
        if text and text != str(seat + 1):
            continue
        random = Random(len(view.history), "machiavelli", "odds", view.seat, seat)
        seat_estimates = [estimate_odds(view, rival_index, WORD_SAMPLES, random, is_conditioned=False)]
        if seat_estimates[0].has_history:
            seat_estimates.append(estimate_odds(view, rival_index, WORD_SAMPLES, random, is_conditioned=True))
        name = names[seat] if names else translate("player {seat}", locale, seat=seat + 1)
        lines += [_write_estimate(name, view.hand_sizes[seat], odds, locale) for odds in seat_estimates]
    return "\n".join(lines)


def _write_estimate(name: str, cards: int, odds: Odds, locale: str) -> str:
    """Report one estimate and its kind."""
    card_count = translate_plural("{number} card", "{number} cards", cards, locale)
    named = {"name": name, "cards": card_count, "chance": write_chance(odds, locale)}
    if odds.is_conditioned:
        return translate("{name}, {cards}: wins now with chance {chance}, given what was not played", locale, **named)
    return translate("{name}, {cards}: wins now with chance {chance}, all hands equally likely", locale, **named)


def write_chance(odds: Odds, locale: str = "en") -> str:
    """Write a chance with its standard error, or its bound if all samples agree.

    >>> write_chance(Odds(2000, 150)), write_chance(Odds(200, 0))
    ('7.5 % ± 0.6 %', 'below 1.5 %')
    """
    chance_range = f"{100 * odds.chance:.1f} % ± {100 * odds.error:.1f} %"
    return extreme_share_text(odds.chance, odds.sample_count, locale) or chance_range
