"""The JSON form of deals and answers: small dataclasses, and the functions that convert them to and from the model."""

from dataclasses import dataclass, field
from typing import Any

from passatempo.cards.answers import Audit, Count, Distances, Listing, Ordering, Rank, Sample, Table
from passatempo.cards.model import MOUNTAINS, Deal, Ends
from passatempo.cards.text import assemble_deal, cards_of, distances_of, fixed_of, presets_of, short_distance
from passatempo.core.errors import FormatError, quote
from passatempo.core.json import decimal_digits, natural
from passatempo.core.pastime import Shape


@dataclass(frozen=True, slots=True)
class DealJson:
    """The keys of an instance; only `cards` is needed."""

    cards: list[Any] | str = field(
        metadata={"help": 'the values of the cards in any order, as "1 1 2 2 3 3 4"; as many as the row has places'}
    )
    N: int | None = field(
        default=None, metadata={"help": "how many cards there are; checked against --cards [default: counted]"}
    )
    M: int | None = field(
        default=None,
        metadata={"help": "the largest value a card may have; a larger card is an error [default: that of the cards]"},
    )
    D: int | None = field(
        default=None, metadata={"help": "how many places apart the two peaks must be [default: any distance]"}
    )
    ends: Ends = field(
        default="interior",
        metadata={"help": "whether a peak may stand at an end of the row: interior (no) or open (yes)"},
    )
    pattern: str = field(
        default=MOUNTAINS, metadata={"help": "how the row goes, U for up and D for down, taking turns"}
    )
    distance: dict[str, Any] | list[dict[str, Any]] | str | None = field(
        default=None,
        metadata={
            "help": 'conditions on the distance of two turning points, as "1-3 >= 4, 2-3 = 1" '
            "(points are numbered from the left)"
        },
    )
    peak_value_gap: int | None = field(
        default=None, metadata={"help": "how far the values of the two peaks must differ [default: any]"}
    )
    first: int | None = field(default=None, metadata={"help": "the value of the first card of the row [default: any]"})
    last: int | None = field(default=None, metadata={"help": "the value of the last card of the row [default: any]"})
    at: dict[str, int] | str | None = field(
        default=None, metadata={"help": 'positions of turning points, as "2=5" for the second one at position 5'}
    )
    given: list[list[int]] | str | None = field(
        default=None,
        metadata={
            "help": 'cards that are in their places already, as "2=5, 4=1" for a 5 at position 2 and a 1 at position 4'
        },
    )


def load_deal(shape: DealJson) -> Deal:
    """Make the deal."""
    deal_keys: dict[str, Any] = {
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
        deal_keys["distance"] = distances_of(shape.distance)
    if shape.at is not None:
        deal_keys["at"] = fixed_of(shape.at)
    if shape.given is not None:
        deal_keys["given"] = presets_of(shape.given)
    return assemble_deal(deal_keys)


def dump_deal(deal: Deal) -> DealJson:
    """Write the deal."""
    short, distances = short_distance(deal)
    distance_shapes = [{"between": [d.first, d.second], "op": d.op, "value": d.value} for d in distances]
    fixed = {str(point): position for point, position in deal.fixed}
    return DealJson(
        list(deal.cards),
        len(deal.cards),
        deal.largest,
        short,
        deal.ends,
        deal.pattern,
        (distance_shapes[0] if len(distance_shapes) == 1 else distance_shapes) or None,
        deal.peak_gap,
        deal.first,
        deal.last,
        fixed or None,
        [list(pair) for pair in deal.given] or None,
    )


@dataclass(frozen=True, slots=True)
class OrderingJson:
    """A sequence with the positions of its stationary points."""

    sequence: list[int]
    stationary: list[int]


@dataclass(frozen=True, slots=True)
class CountJson:
    """Both numbers as strings, because they soon exceed 2^53."""

    sequences: str
    models: str


@dataclass(frozen=True, slots=True)
class DistancesJson:
    """The interval, and the number of sequences of each distance as strings."""

    interval: list[int] | None
    sequences: dict[str, str] | None


def _dump_distances(distances: Distances) -> DistancesJson:
    interval, counts = distances.interval, distances.sequences
    sequence_counts = None if counts is None else {str(d): decimal_digits(n) for d, n in sorted(counts.items())}
    return DistancesJson(None if interval is None else list(interval), sequence_counts)


def _load_distances(shape: DistancesJson) -> Distances:
    interval, counts = shape.interval, shape.sequences
    if interval is not None and len(interval) != 2:
        raise FormatError(f"{quote(interval)} is not a list of two distances", where="interval", kind="bad-interval")
    return Distances(
        None if interval is None else (interval[0], interval[1]),
        None if counts is None else {natural(d): natural(n) for d, n in counts.items()},
    )


@dataclass(frozen=True, slots=True)
class TableJson:
    """The size of a formula."""

    variables: int
    clauses: int
    families: dict[str, int]


@dataclass(frozen=True, slots=True)
class AuditJson:
    """The differences of an encoding and the definition."""

    models: str
    true_models: str
    spurious: list[OrderingJson]
    missing: list[OrderingJson]


@dataclass(frozen=True, slots=True)
class SampleJson:
    """The sequences drawn."""

    sequences: list[list[int]]


@dataclass(frozen=True, slots=True)
class ListingJson:
    """Sequences in order, and whether the list is complete."""

    sequences: list[list[int]]
    complete: bool


@dataclass(frozen=True, slots=True)
class RankJson:
    """Both numbers as strings."""

    rank: str
    sequences: str


DEAL = Shape(DealJson, load_deal, dump_deal)
ORDERING = Shape(
    OrderingJson,
    lambda shape: Ordering(tuple(shape.sequence), tuple(shape.stationary)),
    lambda ordering: OrderingJson(list(ordering.sequence), list(ordering.stationary)),
)
COUNT = Shape(
    CountJson,
    lambda shape: Count(natural(shape.sequences), natural(shape.models)),
    lambda count: CountJson(decimal_digits(count.sequences), decimal_digits(count.models)),
)
DISTANCES = Shape(DistancesJson, _load_distances, _dump_distances)
SAMPLE = Shape(
    SampleJson,
    lambda shape: Sample(tuple(map(tuple, shape.sequences))),
    lambda sample: SampleJson(list(map(list, sample.sequences))),
)
LISTING = Shape(
    ListingJson,
    lambda shape: Listing(tuple(map(tuple, shape.sequences)), shape.complete),
    lambda listing: ListingJson(list(map(list, listing.sequences)), listing.complete),
)
RANK = Shape(
    RankJson,
    lambda shape: Rank(natural(shape.rank), natural(shape.sequences)),
    lambda rank: RankJson(decimal_digits(rank.rank), decimal_digits(rank.sequences)),
)
ENCODING = Shape(
    TableJson,
    lambda shape: Table(shape.variables, shape.clauses, shape.families),
    lambda table: TableJson(table.variables, table.clauses, dict(table.families)),
)


def _dump_audit(audit: Audit) -> AuditJson:
    ordering_shapes = [list(map(ORDERING.dump, orderings)) for orderings in (audit.spurious, audit.missing)]
    return AuditJson(decimal_digits(audit.models), decimal_digits(audit.true_models), *ordering_shapes)


AUDIT = Shape(
    AuditJson,
    lambda shape: Audit(
        natural(shape.models),
        natural(shape.true_models),
        tuple(map(ORDERING.load, shape.spurious)),
        tuple(map(ORDERING.load, shape.missing)),
    ),
    _dump_audit,
)
