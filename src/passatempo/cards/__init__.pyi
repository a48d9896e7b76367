# Made by `make docs` from the record; not to be edited.
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, overload

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
from passatempo.cards.exact.methods import interval as interval
from passatempo.cards.model import Deal as Deal
from passatempo.cards.model import Distance as Distance
from passatempo.cards.settings import AuditAsk as AuditAsk
from passatempo.cards.settings import EncodeAsk as EncodeAsk
from passatempo.core.errors import Violation
from passatempo.core.limits import Cancel
from passatempo.core.outcome import Outcome
from passatempo.core.pastime import Pastime, Question
from passatempo.core.play.playthrough import Playthrough
from passatempo.core.progress import Report
from passatempo.render.svg import Svg

__all__: list[str]
PASTIME: Pastime
Given = Deal | str | Mapping[str, Any] | None

class _Keys(TypedDict, total=False):
    cards: Sequence[Any] | str | None
    N: int | None
    M: int | None
    D: int | None
    ends: Literal["interior", "open"] | None
    pattern: str | None
    distance: Mapping[str, Any] | Sequence[Mapping[str, Any]] | str | None
    peak_value_gap: int | None
    first: int | None
    last: int | None
    at: Mapping[str, int] | str | None
    given: Sequence[Sequence[int]] | str | None
    method: str | None
    confirm: str | None
    seconds: float | None
    nodes: int | None
    memory_mb: int | None
    threads: int
    seed: int
    cancel: Cancel | None
    report: Report | None
    check: bool
    explain: float | None

def order(instance: Given | Question[Deal, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Ordering]:
    """Can the cards be arranged in this pattern, with the peaks the given distance apart?"""

def count(instance: Given | Question[Deal, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Count]:
    """In how many ways can the cards be arranged?"""

def distances(instance: Given | Question[Deal, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Distances]:
    """Which distances are possible, and with how many sequences each?"""

def sample(
    instance: Given | Question[Deal, SampleAsk] = None, /, *, count: int = 1, **keys: Unpack[_Keys]
) -> Outcome[Sample]:
    """What are random sequences, each equally likely?"""

def enumerate(
    instance: Given | Question[Deal, ListAsk] = None,
    /,
    *,
    count: int = 1000,
    start: int | str = 1,
    **keys: Unpack[_Keys],
) -> Outcome[Listing]:
    """What are all the sequences?"""

def rank(
    instance: Given | Question[Deal, RankAsk] = None, /, *, sequence: Sequence[int] | str = ..., **keys: Unpack[_Keys]
) -> Outcome[Rank]:
    """What is the number of this sequence in the list?"""

def unrank(
    instance: Given | Question[Deal, UnrankAsk] = None, /, *, rank: int | str = 1, **keys: Unpack[_Keys]
) -> Outcome[Ordering]:
    """Which sequence has this number in the list?"""

def encode(
    instance: Given | Question[Deal, EncodeAsk] = None,
    /,
    *,
    encoding: Literal["published", "corrected", "run", "position"] = "published",
    amo: Literal["pairwise", "sequential", "ladder", "bitwise", "product"] = "pairwise",
    **keys: Unpack[_Keys],
) -> Outcome[Table]:
    """How many variables and clauses does a formula have, by family?"""

def audit(
    instance: Given | Question[Deal, AuditAsk] = None,
    /,
    *,
    encoding: Literal["published", "corrected", "run", "position"] = "published",
    **keys: Unpack[_Keys],
) -> Outcome[Audit]:
    """Where do an encoding and the definition differ?"""

def read(text: str, **keys: Any) -> Deal:
    """Read an instance."""

def write(instance: Deal, /) -> str:
    """Write the canonical text."""

def example(name: Literal["published", "wrongly-yes", "open", "lone", "gap"], /) -> Deal:
    """Return a built-in instance."""

@overload
def new(
    *,
    seed: int = 0,
    count: None = None,
    cards: int = 9,
    kind: Literal["possible", "impossible", "unique", "any", "pairs", "quads"] = "any",
    ends: Literal["interior", "open"] = "interior",
) -> Deal:
    """Generate an instance."""

@overload
def new(
    *,
    seed: int = 0,
    count: int,
    cards: int = 9,
    kind: Literal["possible", "impossible", "unique", "any", "pairs", "quads"] = "any",
    ends: Literal["interior", "open"] = "interior",
) -> list[Deal]:
    """Generate instances."""

def check(instance: Given | Question[Deal], answer: Outcome[Any] | Mapping[str, Any] | str, /) -> list[Violation]:
    """List each rule that an answer breaks."""

def convert(instance: Given | Question[Deal], form: Literal["json", "text", "svg"], /) -> str:
    """Write an instance in another format."""

def export(instance: Given | Question[Deal], model: str, form: str, /, **settings: str) -> str:
    """Write a declarative model of an instance as a standard file."""

def show(shown: Given | Question[Deal] | Outcome[Any], /) -> str:
    """Write an instance or an outcome."""

def draw(drawn: Given | Question[Deal] | Outcome[Any], /) -> Svg:
    """Draw an instance or an outcome."""

def play(
    players: Sequence[str] = (),
    /,
    *,
    seed: int = 0,
    rules: Literal["", "mountains", "small", "large"] = "",
    practice: bool = False,
    record: str | None = None,
    N: int | None = None,
    M: int | None = None,
    D: int | None = None,
    ends: Literal["interior", "open"] | None = None,
    pattern: str | None = None,
) -> Playthrough:
    """Start a game, or continue a record."""
