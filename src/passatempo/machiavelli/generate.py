"""Random tables and hands."""

from dataclasses import dataclass, field
from typing import Literal

from passatempo.core.json import count_of
from passatempo.core.random import Random
from passatempo.core.text import refuse_large
from passatempo.machiavelli.model import JOKER, CardId, Meld, Rules, Turn
from passatempo.machiavelli.rules import USUAL, Ace, Line, runs

MOST_TRIES = 200  # draws of a group before an almost full table is accepted


@dataclass(frozen=True, slots=True)
class Params:
    """The kind and the size of a random turn."""

    cards: int = field(default=40, metadata={"help": "approximate number of cards on the table"})
    hand: int = field(default=0, metadata={"help": "cards in the hand"})
    kind: Literal["groups", "heap", "swapped", "random"] = field(
        default="groups",
        metadata={"help": "melds; their cards in a heap; a heap with one card swapped; any cards"},
    )
    decks: int = field(default=2, metadata={"help": "copies of each card"})
    ace: Ace = field(default=USUAL, metadata={"help": "place of the ace in a run"})
    jokers: int = field(default=0, metadata={"help": "number of jokers in the game, in the stock and the hand"})

    def __post_init__(self) -> None:
        Rules(self.decks, self.ace, self.jokers)
        for name in ("cards", "hand"):
            refuse_large(getattr(self, name), 1, 52 * self.decks, name)
            if getattr(self, name) < 0:
                raise ValueError(f"{name}: {getattr(self, name)} is not a number of cards")
        if self.cards + self.hand > 52 * self.decks + self.jokers:
            raise ValueError(
                f"{count_of(self.cards, 'card')} on the table and {self.hand} in the hand are more than the decks hold"
            )


def generate(params: Params, rng: Random) -> Turn:
    """Generate a random turn.

    Groups are drawn until the table holds `params.cards` cards or no further group fits, so a few cards may be missing.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> turn = generate(Params(cards=20, hand=5), Random(1))
    >>> len(turn.hand)
    5
    """
    rules = Rules(params.decks, params.ace, params.jokers)
    stock = [params.decks] * JOKER + [params.jokers]
    table: tuple[Meld, ...]
    if params.kind == "random":
        table = (tuple(draw_cards(stock, params.cards, rng, jokers=False)),)
    else:
        table = tuple(draw_groups(stock, params.cards, rules.line, rng))
    if params.kind == "swapped" and table:
        table = (swap_card(sum(table, ()), stock, rng),)
    if params.kind in ("heap", "swapped"):
        table = (tuple(rng.shuffle_copy(sum(table, ()))),)
    hand = sorted(draw_cards(stock, params.hand, rng, jokers=True))
    return Turn(tuple(filter(None, table)), tuple(hand), rules)


def draw_cards(stock: list[int], number: int, rng: Random, *, jokers: bool) -> list[CardId]:
    """Draw cards and remove them from the stock."""
    left = [card for card, copies in enumerate(stock) for _ in range(copies) if jokers or card != JOKER]
    card_sample = rng.sample(left, number)
    for card in card_sample:
        stock[card] -= 1
    return card_sample


def swap_card(cards: tuple[CardId, ...], stock: list[int], rng: Random) -> tuple[CardId, ...]:
    """Replace one card of the table by one of the stock."""
    at = rng.below(len(cards))
    [stock_card] = draw_cards(stock, 1, rng, jokers=False)
    stock[cards[at]] += 1
    return (*cards[:at], stock_card, *cards[at + 1 :])


def draw_groups(stock: list[int], number: int, line: Line, rng: Random) -> list[Meld]:
    """Draw legal groups from the stock until `number` cards are on the table."""
    table: list[Meld] = []
    left, tries = number, 0
    while left >= 3 and tries < MOST_TRIES:
        group = random_set(rng) if rng.below(2) else random_run(line, rng)
        if len(group) <= left and all(stock[card] for card in group):
            table.append(group)
            left -= len(group)
            for card in group:
                stock[card] -= 1
        else:
            tries += 1
    return table


def random_set(rng: Random) -> Meld:
    """Draw a set of three or four cards."""
    rank = rng.below(13)
    suits = sorted(rng.sample(range(4), rng.in_range(3, 4)))
    return tuple(13 * suit + rank for suit in suits)


def random_run(line: Line, rng: Random) -> Meld:
    """Draw a run of three to seven cards."""
    suit_runs = runs(line, rng.in_range(3, 7))
    run, suit = suit_runs[rng.below(len(suit_runs))], rng.below(4)
    return tuple(13 * suit + rank for rank in run)
