"""The chance that a hand which nobody sees could be laid whole now, by lots drawn.

Drawn uniformly from the unseen cards, hands close far more often than those of players who lay what they can. So where
the table after the owner's last turn is known, hands that could have laid something on it are refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.core.words import say, say_many
from passatempo.games.intervals import one_sided
from passatempo.machiavelli.game.play import NOTHING_KNOWN, ask, past_of, seen_game
from passatempo.machiavelli.game.rules import GameRules
from passatempo.machiavelli.game.state import View
from passatempo.machiavelli.groups import named_table
from passatempo.machiavelli.model import JOKER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.machiavelli.model import Places, Turn


WORD_SAMPLES = 400  # for the word in play: an answer at once


@dataclass(frozen=True, slots=True)
class Odds:
    """How many of so many hands could close, and whether the hands were drawn as their owner's history allows.

    `known` says whether that history tells anything.
    """

    samples: int
    closed: int
    conditioned: bool = False
    known: bool = False

    @property
    def chance(self) -> float:
        """The share that closes."""
        return self.closed / self.samples

    @property
    def error(self) -> float:
        """The standard error of the share.

        >>> Odds(100, 20).error
        0.04
        """
        return sqrt(self.chance * (1 - self.chance) / self.samples)


def estimate(
    view: View, which: int, samples: int, random: Random, *, conditioned: bool, limits: Limits = Limits()
) -> Odds:
    """Estimate the chance that another seat could close now.

    Parameters
    ----------
    view
        What one seat knows.
    which
        The other seat, counted in order of play from 0 for the next one.
    conditioned
        Whether hands are drawn as the turns of their owners allow; else uniformly.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> view = view_of(read("3S 4S 5S | 9H 9D 9C"), 1)
    >>> odds = estimate(view, 0, 2000, Random(7), conditioned=False)
    >>> abs(odds.chance - 6 / 98) < 4 * odds.error  # both 2S, both 6S, both 9S
    True
    """
    states = [random.word() for _ in range(samples)]
    said = {"rival": which, "conditioned": conditioned, "states": states}
    found = ask("closings", view.rules, limits, game=seen_game(view), **said)
    return Odds(found["deals"], found["closed"], conditioned and found["known"], found["known"])


def rivals(view: View) -> list[int]:
    """Return the other seats in order of play, from the next one on.

    >>> from passatempo.machiavelli import read
    >>> rivals(view_of(read("3S 4S 5S"), 1))
    [1]
    """
    seats = len(view.counts)
    return [(view.seat + k) % seats for k in range(1, seats)]


# ---- A table and a hand, without a history ----


def view_of(turn: Turn, cards: int) -> View:
    """Return the view of one who sees a table and his own hand, with one other seat that holds so many cards.

    Raises
    ------
    InvalidInstance
        If fewer cards are unseen.
    """
    rules, table = GameRules.of_turn(turn.rules), named_table(turn)
    hand, crosses = tuple(sorted(turn.hand)), tuple(sorted([group[0] for group in table if len(group) == 1]))
    opened = (turn.opened, turn.opened)
    here = View(rules, 0, hand, table, crosses, (len(hand), cards), 0, 0, opened, 0, (), 0)
    left = JOKER * rules.decks + rules.jokers - len(hand) - sum(map(len, turn.table)) - cards
    if cards < 1 or left < 0:
        told = f"cards: {cards} is not in 1 to {left + cards}, the number of cards that are not seen"
        raise InvalidInstance([Violation("bad-cards", told)])
    return replace(here, stock=left)


def of_hand(
    view: View, after: Places | None, drawn: int, samples: int, random: Random, limits: Limits = Limits()
) -> tuple[Odds, ...]:
    """Estimate the chance of the hand of `view_of`: uniformly, and given a table on which it could lay nothing.

    Parameters
    ----------
    after
        The table after its owner's last turn; None where it is not known.
    drawn
        How many cards he has drawn since.
    """
    cards = view.counts[1]
    found = [estimate(view, 0, samples, random, conditioned=False, limits=limits)]
    if after is not None:
        if not 0 <= drawn <= cards:
            told = f"drawn: {drawn} is not in 0 to {cards}, the cards of the hand"
            raise InvalidInstance([Violation("bad-cards", told)])
        given = replace(view, pasts=NOTHING_KNOWN + past_of(drawn, after))
        found.append(estimate(given, 0, samples, random, conditioned=True, limits=limits))
    return tuple(found)


# ---- In play ----


def word(view: View, argument: str, locale: str, names: Sequence[str] = ()) -> str:
    """Say the chances of the other seats, or of the one that is named by its number; players may have names."""
    others = rivals(view)
    text = argument.strip()
    if text:
        numbers = [str(seat + 1) for seat in others]
        if text not in numbers:
            raise FormatError(f"{quote(text)} is not another seat ({', '.join(numbers)})", where="odds")
    lines = []
    for which, seat in enumerate(others):
        if text and text != str(seat + 1):
            continue
        random = Random(len(view.history), "machiavelli", "odds", view.seat, seat)
        told = [estimate(view, which, WORD_SAMPLES, random, conditioned=False)]
        if told[0].known:
            told.append(estimate(view, which, WORD_SAMPLES, random, conditioned=True))
        name = names[seat] if names else say("player {seat}", locale, seat=seat + 1)
        lines += [_said(name, view.counts[seat], odds, locale) for odds in told]
    return "\n".join(lines)


def _said(name: str, cards: int, odds: Odds, locale: str) -> str:
    """Say one estimate; which of the two it is comes with it."""
    held = say_many("{number} card", "{number} cards", cards, locale)
    named = {"name": name, "cards": held, "chance": written(odds, locale)}
    if odds.conditioned:
        return say("{name}, {cards}: wins now with chance {chance}, given what was not played", locale, **named)
    return say("{name}, {cards}: wins now with chance {chance}, all hands equally likely", locale, **named)


def written(odds: Odds, locale: str = "en") -> str:
    """Write a chance with its standard error, or its bound where no hand or every hand closed.

    >>> written(Odds(2000, 150)), written(Odds(200, 0))
    ('7.5 % ± 0.6 %', 'below 1.5 %')
    """
    both = f"{100 * odds.chance:.1f} % ± {100 * odds.error:.1f} %"
    return one_sided(odds.chance, odds.samples, locale) or both
