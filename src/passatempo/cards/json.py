"""The JSON face of a deal and of the answers: small dataclasses, and the functions between them and the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from passatempo.cards.model import MOUNTAINS, Count, Deal, Distances, Ends, Ordering
from passatempo.cards.show import digits
from passatempo.cards.text import assemble, cards_of, distances_of, fixed_of, short_distance
from passatempo.core.pastime import Face


@dataclass(frozen=True, slots=True)
class DealJson:
    """The keys of an instance; only `cards` is needed."""

    cards: list[Any] | str
    N: int | None = None
    M: int | None = None
    D: int | None = None
    ends: Ends = "interior"
    pattern: str = MOUNTAINS
    distance: dict[str, Any] | list[dict[str, Any]] | str | None = None
    peak_value_gap: int | None = None
    first: int | None = None
    last: int | None = None
    at: dict[str, int] | str | None = None


def load_deal(shape: DealJson) -> Deal:
    """Make the deal."""
    found: dict[str, Any] = {
        "cards": cards_of(shape.cards),
        "n": shape.N,
        "m": shape.M,
        "d": shape.D,
        "ends": shape.ends,
        "pattern": shape.pattern,
        "peak_value_gap": shape.peak_value_gap,
        "first": shape.first,
        "last": shape.last,
    }
    if shape.distance is not None:
        found["distance"] = distances_of(shape.distance)
    if shape.at is not None:
        found["at"] = fixed_of(shape.at)
    return assemble(found)


def dump_deal(deal: Deal) -> DealJson:
    """Write the deal."""
    short, distances = short_distance(deal)
    written = [{"between": [d.first, d.second], "op": d.op, "value": d.value} for d in distances]
    fixed = {str(point): position for point, position in deal.fixed}
    return DealJson(
        list(deal.cards),
        len(deal.cards),
        deal.largest,
        short,
        deal.ends,
        deal.pattern,
        (written[0] if len(written) == 1 else written) or None,
        deal.peak_gap,
        deal.first,
        deal.last,
        fixed or None,
    )


@dataclass(frozen=True, slots=True)
class OrderingJson:
    """A sequence with the positions of its stationary points."""

    sequence: list[int]
    stationary: list[int]


@dataclass(frozen=True, slots=True)
class CountJson:
    """Both numbers as strings: they pass 2^53 soon."""

    sequences: str
    models: str


@dataclass(frozen=True, slots=True)
class DistancesJson:
    """The interval, and the number of sequences of each distance as strings."""

    interval: list[int] | None
    sequences: dict[str, str] | None


def _dump_distances(distances: Distances) -> DistancesJson:
    interval, counts = distances
    written = None if counts is None else {str(d): digits(n) for d, n in sorted(counts.items())}
    return DistancesJson(None if interval is None else list(interval), written)


def _load_distances(shape: DistancesJson) -> Distances:
    interval = None if shape.interval is None else (shape.interval[0], shape.interval[-1])
    counts = shape.sequences
    return Distances(interval, None if counts is None else {int(d): int(n) for d, n in counts.items()})


DEAL = Face(DealJson, load_deal, dump_deal)
ORDERING = Face(
    OrderingJson,
    lambda shape: Ordering(tuple(shape.sequence), tuple(shape.stationary)),
    lambda ordering: OrderingJson(list(ordering.sequence), list(ordering.stationary)),
)
COUNT = Face(
    CountJson,
    lambda shape: Count(int(shape.sequences), int(shape.models)),
    lambda count: CountJson(digits(count.sequences), digits(count.models)),
)
DISTANCES = Face(DistancesJson, _load_distances, _dump_distances)
