"""The answers to the questions beside `order`, `count` and `distances`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from passatempo.cards.model import Ordering


class Sample(NamedTuple):
    """Sequences drawn independently, each as likely as any other."""

    sequences: tuple[tuple[int, ...], ...]


class Listing(NamedTuple):
    """Sequences in the order of their numbers, and whether these are all that there are."""

    sequences: tuple[tuple[int, ...], ...]
    complete: bool


class Rank(NamedTuple):
    """The number of a sequence, from 1, and how many there are."""

    rank: int
    sequences: int


class Table(NamedTuple):
    """The size of a formula: letters, and clauses by family."""

    variables: int
    families: dict[str, int]

    @property
    def clauses(self) -> int:
        """The number of clauses."""
        return sum(self.families.values())


class Audit(NamedTuple):
    """Where an encoding and the definition differ: models, and the sequences that only one of the two has."""

    models: int
    true_models: int
    spurious: tuple[Ordering, ...]
    missing: tuple[Ordering, ...]
