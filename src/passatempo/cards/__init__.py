"""Cards: lay them up, down, up, down with the two maxima a given distance apart.

Every question is a function of this module: it takes an instance, a text of any format, a mapping of JSON keys, or keys
alone. Values count rows and columns from 0; texts, keys and JSON count from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, overload

from passatempo import games
from passatempo.core.library import GameOptions, RunOptions, call, exports, verb

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, Literal, Unpack

    from passatempo.cards.answers import Audit as Audit
    from passatempo.cards.answers import Count as Count
    from passatempo.cards.answers import Distances as Distances
    from passatempo.cards.answers import ListAsk as ListAsk
    from passatempo.cards.answers import Listing as Listing
    from passatempo.cards.answers import Ordering as Ordering
    from passatempo.cards.answers import Rank as Rank
    from passatempo.cards.answers import RankAsk as RankAsk
    from passatempo.cards.answers import Sample as Sample
    from passatempo.cards.answers import SampleAsk as SampleAsk
    from passatempo.cards.answers import Table as Table
    from passatempo.cards.answers import UnrankAsk as UnrankAsk
    from passatempo.cards.commands import ProofVerdict as ProofVerdict
    from passatempo.cards.commands import Reading as Reading
    from passatempo.cards.commands import decode as decode
    from passatempo.cards.commands import verify as verify
    from passatempo.cards.exact.methods import interval as interval
    from passatempo.cards.generate import Kind
    from passatempo.cards.model import Deal as Deal
    from passatempo.cards.model import Distance as Distance
    from passatempo.cards.model import Ends
    from passatempo.cards.record import PASTIME as PASTIME
    from passatempo.cards.settings import AuditAsk as AuditAsk
    from passatempo.cards.settings import EncodeAsk as EncodeAsk
    from passatempo.cards.settings import EncodingName
    from passatempo.cards.studies import Comparison as Comparison
    from passatempo.cards.studies import compare as compare
    from passatempo.cards.text import write as write
    from passatempo.core.errors import Violation
    from passatempo.core.library import Given, Integer
    from passatempo.core.outcome import Outcome
    from passatempo.games.players import Who
    from passatempo.games.playthrough import Playthrough
    from passatempo.render.svg import Svg
    from passatempo.solvers.cnf import AtMostOne


class Keys(RunOptions, total=False):
    """The keys of an instance, and those of every question."""

    cards: Iterable[Any] | str | None
    N: Integer | None
    M: Integer | None
    D: Integer | None
    ends: Ends | None
    pattern: str | None
    distance: Mapping[str, Any] | Iterable[Any] | str | None
    peak_value_gap: Integer | None
    first: Integer | None
    last: Integer | None
    at: Mapping[str, Integer] | str | None
    given: Iterable[Any] | str | None


def order(instance: Given[Deal, None] = None, /, **options: Unpack[Keys]) -> Outcome[Ordering]:
    """Can the cards be arranged in this pattern, with the peaks the given distance apart?

    >>> order("1 1 2 2 3 3 4", D=4).result().sequence
    (2, 4, 3, 2, 1, 3, 1)
    """
    return call(__package__, "order", instance, {}, options)


def count(instance: Given[Deal, None] = None, /, **options: Unpack[Keys]) -> Outcome[Count]:
    """In how many ways can the cards be arranged?

    >>> count("1 1 2 2 3 3 4", D=4).result().sequences
    12
    """
    return call(__package__, "count", instance, {}, options)


def distances(instance: Given[Deal, None] = None, /, **options: Unpack[Keys]) -> Outcome[Distances]:
    """Which distances are possible, and with how many sequences each?

    >>> distances("1 1 2 2 3 3 4").result().sequences
    {2: 8, 3: 22, 4: 12}
    """
    return call(__package__, "distances", instance, {}, options)


def sample(
    instance: Given[Deal, SampleAsk] = None, /, *, count: Integer = 1, **options: Unpack[Keys]
) -> Outcome[Sample]:
    """What are random sequences, each equally likely?

    >>> len(sample("1 1 2 2 3 3 4", D=4, count=3).result().sequences)
    3
    """
    return call(__package__, "sample", instance, {"count": count}, options)


def enumerate(
    instance: Given[Deal, ListAsk] = None,
    /,
    *,
    count: Integer = 1000,
    start: Integer | str = 1,
    **options: Unpack[Keys],
) -> Outcome[Listing]:
    """What are all the sequences?

    >>> enumerate("1 1 2 2 3 3 4", D=4, count=1).result().sequences
    ((3, 4, 3, 2, 1, 2, 1),)
    """
    return call(__package__, "enumerate", instance, {"count": count, "start": start}, options)


def rank(
    instance: Given[Deal, RankAsk] = None, /, *, sequence: Iterable[Any] | str = (), **options: Unpack[Keys]
) -> Outcome[Rank]:
    """What is the number of this sequence in the list?

    >>> rank("1 1 2 2 3 3 4", D=4, sequence="2 4 3 2 1 3 1").result()
    Rank(rank=3, sequences=12)
    """
    return call(__package__, "rank", instance, {"sequence": sequence}, options)


def unrank(
    instance: Given[Deal, UnrankAsk] = None, /, *, rank: Integer | str = 1, **options: Unpack[Keys]
) -> Outcome[Ordering]:
    """Which sequence has this number in the list?

    >>> unrank("1 1 2 2 3 3 4", D=4, rank=3).result().sequence
    (2, 4, 3, 2, 1, 3, 1)
    """
    return call(__package__, "unrank", instance, {"rank": rank}, options)


def encode(
    instance: Given[Deal, EncodeAsk] = None,
    /,
    *,
    encoding: EncodingName = "published",
    amo: AtMostOne = "pairwise",
    **options: Unpack[Keys],
) -> Outcome[Table]:
    """How many variables and clauses does a formula have, by family?

    >>> encode("1 1 2 2 3 3 4", D=4, encoding="run").result().clauses
    140
    """
    return call(__package__, "encode", instance, {"encoding": encoding, "amo": amo}, options)


def audit(
    instance: Given[Deal, AuditAsk] = None, /, *, encoding: EncodingName = "published", **options: Unpack[Keys]
) -> Outcome[Audit]:
    """Where do an encoding and the definition differ?

    >>> len(audit("1 1 2 2 3 3 4", D=4, method="search").result().spurious)
    2
    """
    return call(__package__, "audit", instance, {"encoding": encoding}, options)


def read(text: Given[Deal, Any], **keys: Any) -> Deal:
    """Read an instance from a text of any format; the keys win over what it says."""
    return verb(__package__, "read", text, keys)


def example(name: Literal["published", "wrongly-yes", "open", "lone", "gap"], /) -> Deal:
    """Return a built-in instance."""
    return verb(__package__, "example", name)


class Params(TypedDict, total=False):
    """The parameters of `new`."""

    cards: Integer
    kind: Kind
    ends: Ends


@overload
def new(*, seed: Integer = 0, count: None = None, **params: Unpack[Params]) -> Deal: ...
@overload
def new(*, seed: Integer = 0, count: Integer, **params: Unpack[Params]) -> list[Deal]: ...
def new(*, seed: Integer = 0, count: Integer | None = None, **params: Unpack[Params]) -> Deal | list[Deal]:
    """Generate an instance, or with `count` a list of them; the same arguments give the same ones everywhere."""
    return verb(__package__, "new", seed, count, params)


def check(instance: Given[Deal, Any], answer: Outcome[Any] | Mapping[str, Any] | str, /) -> list[Violation]:
    """List each rule that an answer breaks: of an outcome, or of its JSON, which names the question."""
    return verb(__package__, "check", instance, answer)


def convert(instance: Given[Deal, Any], form: Literal["json", "text", "svg"], /) -> str:
    """Write an instance in a format."""
    return verb(__package__, "convert", instance, form)


def export(instance: Given[Deal, Any], model: str, form: str, /, **settings: str) -> str:
    """Write a declarative model of an instance as a standard file."""
    return verb(__package__, "export", instance, model, form, settings)


def show(shown: Given[Deal, Any] | Outcome[Any], /) -> str:
    """Write an instance or an outcome as the terminal shows it."""
    return verb(__package__, "show", shown)


def draw(drawn: Given[Deal, Any] | Outcome[Any], /) -> Svg:
    """Draw an instance or an outcome."""
    return verb(__package__, "draw", drawn)


class Setup(GameOptions, total=False):
    """The named set of rules of a game, and fields of the rules that differ."""

    preset: Literal["mountains", "small", "large"] | None
    rules: str | None  # the former name of `preset`
    N: Integer | None
    M: Integer | None
    D: Integer | None
    ends: Ends | None
    pattern: str | None


def play(players: Sequence[Who] = (), /, **options: Unpack[Setup]) -> Playthrough:
    """Start a game of bots and `you`, by default of people alone, or continue a record."""
    return games.play("cards", players, **options)


if not TYPE_CHECKING:
    homes = {
        "answers": "Audit Count Distances ListAsk Listing Ordering Rank RankAsk Sample SampleAsk Table UnrankAsk",
        "commands": "ProofVerdict Reading decode verify",
        "exact.methods": "interval",
        "model": "Deal Distance",
        "record": "PASTIME",
        "settings": "AuditAsk EncodeAsk",
        "studies": "Comparison compare",
        "text": "write",
    }
    __all__, __dir__, __getattr__ = exports(__package__, homes)
