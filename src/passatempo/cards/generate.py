"""Random deals: possible, impossible, with a single sequence, or hard for encodings."""

from dataclasses import dataclass, field
from typing import Literal

from passatempo.cards.model import Deal, Distance, Ends, multiplicities
from passatempo.cards.reference import closed_form as closed
from passatempo.core.random import Random
from passatempo.core.text import refuse_large

Kind = Literal["possible", "impossible", "unique", "any", "pairs", "quads"]
MOST_TRIES = 20_000
LARGEST_DEAL = 1_000_000


@dataclass(frozen=True, slots=True)
class Params:
    """The kind of deal to make."""

    cards: int = field(default=9, metadata={"help": "number of cards (approximate for pairs and quads)"})
    kind: Kind = field(
        default="any",
        metadata={
            "help": "possible: with a possible D; impossible: with an impossible one; unique: exactly one sequence; "
            "any: any D; pairs: 1,1,2,2,...; quads: 1,1,1,2,2,2,2,..., with D one too small (hard for encodings)"
        },
    )
    ends: Ends = field(default="interior", metadata={"help": "open: a peak may be at an end of the row"})

    def __post_init__(self) -> None:
        refuse_large(self.cards, 1, LARGEST_DEAL, "cards")
        if self.cards < 5:
            raise ValueError(f"cards: {self.cards} is not a number of cards (5 at least)")
        if self.kind == "unique" and self.cards > 40:
            raise ValueError(f"cards: a deal of {self.cards} cards with a single sequence is too rare (40 at most)")


def generate(params: Params, rng: Random) -> Deal:
    """Make a random deal.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> len(generate(Params(cards=12), Random(1)).cards)
    12
    """
    if params.kind in ("pairs", "quads"):
        return family_deal(params.kind, params.cards, params.ends)
    for _ in range(MOST_TRIES):
        cards = random_cards(params.cards, rng)
        distinct_cards, copies = multiplicities(cards)
        distance_interval = closed.interval(distinct_cards, copies, free=params.ends == "open")
        distance = choose_distance(params.kind, distance_interval, copies, params, rng)
        if distance:
            deck = tuple(rng.shuffle_copy(cards))
            return Deal(deck, (Distance(1, 3, "=", distance),), params.ends, largest=max(cards))
    raise ValueError(f"no deal of this kind was found in {MOST_TRIES} tries")


def choose_distance(
    kind: Kind, distance_interval: closed.Interval, copies: list[int], params: Params, rng: Random
) -> int:
    """Choose a distance of the requested kind, or 0 if there is none."""
    possible = distance_interval.low <= distance_interval.high
    if kind == "possible":
        return rng.in_range(distance_interval.low, distance_interval.high) if possible else 0
    if kind == "impossible":
        wrong = [d for d in range(1, params.cards) if not distance_interval.low <= d <= distance_interval.high]
        return rng.choice(wrong)
    if kind == "unique":
        counts = closed.counts(copies, free=params.ends == "open") if possible else {}
        lone = [distance for distance, number in counts.items() if number == 1]
        return rng.choice(lone) if lone else 0
    return rng.in_range(1, params.cards - 2)


def random_cards(number: int, rng: Random) -> list[int]:
    """Draw cards with one to four copies a value, the greatest once or twice, the least at most three times.

    >>> from passatempo.core.random import Random
    >>> len(random_cards(20, Random(3)))
    20
    """
    copies: list[int] = []
    left = number
    while left:
        copies.append(min(rng.choice((1, 1, 2, 2, 2, 3, 3, 4)), left))
        left -= copies[-1]
    return [card for card, m in enumerate(copies, 1) for _ in range(m)]


def family_deal(kind: Kind, number: int, ends: Ends = "interior") -> Deal:
    """Make a deal of one of the families in the published figures.

    `pairs` is 1, 1, 2, 2, ..., k, k, k + 1 with D = N // 2. `quads` has three 1s, four of each of k values and two of
    the greatest, with D one below the least possible.

    >>> family_deal("pairs", 7).cards, family_deal("quads", 13).distances[0].value
    ((1, 1, 2, 2, 3, 3, 4), 5)
    """
    if kind == "pairs":
        k = (number - 1) // 2
        cards = [card for card in range(1, k + 1) for _ in range(2)] + [k + 1]
        distance = len(cards) // 2
    else:
        k = max(1, (number - 5) // 4)
        cards = [1] * 3 + [card for card in range(2, k + 2) for _ in range(4)] + [k + 2] * 2
        distance = 2 * k + 1
    return Deal(tuple(cards), (Distance(1, 3, "=", distance),), ends, largest=max(cards))
