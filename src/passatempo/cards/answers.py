"""The parameters of questions about a deal, and the answers to them: frozen values, no search."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import factorial, prod

from passatempo.cards.model import multiplicities
from passatempo.core.errors import InvalidInstance, Violation, quote
from passatempo.core.json import decimal_digits, natural
from passatempo.core.value import Answer

MOST_ASKED = 10_000_000
LONGEST_NUMBER = 50_000  # digits, more than the number of sequences of 100,000 cards has


@dataclass(frozen=True, slots=True, order=True)
class Ordering(Answer):
    """An order of the cards that fulfils the conditions, and the positions of its stationary points."""

    sequence: tuple[int, ...]
    stationary: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Count(Answer):
    """The number of orders: of values, and of named cards (equal cards told apart)."""

    sequences: int
    models: int

    @classmethod
    def of(cls, sequences: int, cards: Sequence[int], poll: Callable[[], object] = bool) -> "Count":
        """Count the orders of named cards from those of values.

        >>> Count.of(1, (1, 1, 1, 2, 2))
        Count(sequences=1, models=12)
        """
        return cls(sequences, sequences * naming_count(cards, poll) if sequences else 0)


@dataclass(frozen=True, slots=True)
class Distances(Answer):
    """The possible distances, as an interval if they form one, with the number of sequences of each."""

    interval: tuple[int, int] | None
    sequences: Mapping[int, int] | None


@dataclass(frozen=True, slots=True)
class Sample(Answer):
    """Sequences drawn independently and uniformly."""

    sequences: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Listing(Answer):
    """Sequences in the order of their numbers, and whether the list is complete."""

    sequences: tuple[tuple[int, ...], ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Rank(Answer):
    """The number of a sequence, from 1, and the number of all sequences."""

    rank: int
    sequences: int


@dataclass(frozen=True, slots=True)
class Table(Answer):
    """The size of a formula: letters, clauses, and clauses by family."""

    variables: int
    clauses: int
    families: dict[str, int]

    @classmethod
    def of(cls, variables: int, families: Mapping[str, int]) -> "Table":
        """Make the table of a formula, leaving out families without clauses.

        >>> Table.of(70, {"ALO_pos": 7, "dist": 3, "gap": 0})
        Table(variables=70, clauses=10, families={'ALO_pos': 7, 'dist': 3})
        """
        clause_families = {family: number for family, number in families.items() if number}
        return cls(variables, sum(clause_families.values()), clause_families)


@dataclass(frozen=True, slots=True)
class Audit(Answer):
    """The differences of an encoding and the definition: the models, and the sequences that only one of them has."""

    models: int
    true_models: int
    spurious: tuple[Ordering, ...]
    missing: tuple[Ordering, ...]


@dataclass(frozen=True, slots=True)
class SampleAsk:
    """The number of sequences to draw."""

    count: int = field(default=1, metadata={"help": "how many"})


@dataclass(frozen=True, slots=True)
class ListAsk:
    """The part of the list to write."""

    count: int = field(default=1000, metadata={"help": "how many at most"})
    start: int | str = field(default=1, metadata={"help": "the number of the first"})


@dataclass(frozen=True, slots=True)
class RankAsk:
    """The sequence whose number to find."""

    sequence: list[int] | str = field(default_factory=list, metadata={"help": "the cards in order"})


@dataclass(frozen=True, slots=True)
class UnrankAsk:
    """The number whose sequence to find, as a string if it is beyond 2^53."""

    rank: int | str = field(default=1, metadata={"help": "the number, from 1"})


def validate_count(count: int) -> int:
    """Refuse an invalid number of sequences."""
    if not 0 <= count <= MOST_ASKED:
        text = f"count: {count} is not a number of sequences (0 to {MOST_ASKED})"
        raise InvalidInstance([Violation("bad-count", text)])
    return count


def validate_number(start: int | str, key: str) -> int:
    """Read the number of a sequence from a key; it is a string if it is large."""
    text = start if isinstance(start, str) else decimal_digits(start)
    if not (text.isascii() and text.isdecimal()) or len(text) > LONGEST_NUMBER or not text.strip("0"):
        raise InvalidInstance([Violation("bad-rank", f"{key}: {quote(text)} is not the number of a sequence, from 1")])
    return natural(text)


def naming_count(cards: Sequence[int], poll: Callable[[], object] = bool) -> int:
    """Return the number of ways to name equal cards, the product of the factorials of the multiplicities.

    >>> naming_count((1, 1, 2, 2, 3, 3, 4))
    8
    """
    return prod(factorial(m) ** number for m, number in Counter(multiplicities(cards, poll)[1]).items())


def distance_span(distances: Collection[int]) -> tuple[int, int] | None:
    """Return the interval that distances form, or None if there are none or they have a gap.

    >>> distance_span([2, 3, 4]), distance_span([2, 4])
    ((2, 4), None)
    """
    gapless = distances and max(distances) - min(distances) == len(distances) - 1
    return (min(distances), max(distances)) if gapless else None
