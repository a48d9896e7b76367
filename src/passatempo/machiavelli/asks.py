"""What a question adds to a turn: its own inputs, which change the answer. No JSON library is imported here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Prefer: TypeAlias = Literal["cards", "points", "least-change"]


@dataclass(frozen=True, slots=True)
class LayAsk:
    """Which play is the best, and whether to tell the steps."""

    prefer: Prefer = field(
        default="cards", metadata={"help": "most cards; most points; most cards and then most groups left as they are"}
    )
    weights: dict[str, int] | None = field(
        default=None, metadata={"help": 'points that differ, by rank or card: {"A": 1, "QS": 13}; with prefer points'}
    )
    brief: bool = field(default=False, metadata={"help": "leave out the steps from the old groups to the new ones"})


@dataclass(frozen=True, slots=True)
class UnlockAsk:
    """Whether to look for pairs of cards too."""

    pairs: bool = field(default=False, metadata={"help": "also the pairs of cards that let the whole hand go"})


@dataclass(frozen=True, slots=True)
class EnumerateAsk:
    """How many arrangements to list."""

    limit: int = field(default=100, metadata={"help": "list at most so many arrangements"})

    def __post_init__(self) -> None:
        if self.limit < 0:
            raise ValueError(f"limit: {self.limit} is not a number of arrangements")
