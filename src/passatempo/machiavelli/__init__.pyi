# Made by `make docs` from the record; not to be edited.
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, overload

from passatempo.core.errors import Violation
from passatempo.core.limits import Cancel
from passatempo.core.outcome import Outcome
from passatempo.core.pastime import Pastime, Question
from passatempo.core.play.playthrough import Playthrough
from passatempo.core.progress import Report
from passatempo.machiavelli.exact.arrange import arrange_many as arrange_many
from passatempo.machiavelli.model import Arrangement as Arrangement
from passatempo.machiavelli.model import Count as Count
from passatempo.machiavelli.model import EnumerateAsk as EnumerateAsk
from passatempo.machiavelli.model import LayAsk as LayAsk
from passatempo.machiavelli.model import Listing as Listing
from passatempo.machiavelli.model import Play as Play
from passatempo.machiavelli.model import Rules as Rules
from passatempo.machiavelli.model import Turn as Turn
from passatempo.machiavelli.model import UnlockAsk as UnlockAsk
from passatempo.machiavelli.model import Unlocking as Unlocking
from passatempo.render.svg import Svg

__all__: list[str]
PASTIME: Pastime
Given = Turn | str | Mapping[str, Any] | None

class _Keys(TypedDict, total=False):
    decks: int | None
    ace: Literal["low", "both", "high", "wrap"] | None
    jokers: int | None
    table: str | Sequence[str] | None
    hand: str | Sequence[str] | None
    locale: Literal["en", "it", "es"] | None
    preset: str | None
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

def arrange(given: Given | Question[Turn, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Arrangement]:
    """Can all cards on the table be arranged in sets and runs?"""

def lay(
    given: Given | Question[Turn, LayAsk] = None,
    /,
    *,
    prefer: Literal["cards", "points", "least-change"] = "cards",
    weights: Mapping[str, int] | None = None,
    brief: bool = False,
    **keys: Unpack[_Keys],
) -> Outcome[Play]:
    """Which cards of your hand can you play, and how?"""

def unlock(
    given: Given | Question[Turn, UnlockAsk] = None, /, *, pairs: bool = False, **keys: Unpack[_Keys]
) -> Outcome[Unlocking]:
    """Which further card lets you play your whole hand, and how likely are you to draw it?"""

def count(given: Given | Question[Turn, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Count]:
    """How many arrangements does the table have?"""

def enumerate(
    given: Given | Question[Turn, EnumerateAsk] = None, /, *, limit: int = 100, **keys: Unpack[_Keys]
) -> Outcome[Listing]:
    """Which arrangements does the table have?"""

def read(text: str, **keys: Any) -> Turn:
    """Read an instance."""

def write(instance: Turn, /) -> str:
    """Write the canonical text."""

def example(name: Literal["heap", "wrap", "stuck", "five-cycle", "eighteen", "hand", "unlock", "jokers"], /) -> Turn:
    """Return a built-in instance."""

@overload
def new(
    *,
    seed: int = 0,
    count: None = None,
    cards: int = 40,
    hand: int = 0,
    kind: Literal["groups", "heap", "swapped", "random"] = "groups",
    decks: int = 2,
    ace: Literal["low", "both", "high", "wrap"] = "both",
    jokers: int = 0,
) -> Turn:
    """Generate an instance."""

@overload
def new(
    *,
    seed: int = 0,
    count: int,
    cards: int = 40,
    hand: int = 0,
    kind: Literal["groups", "heap", "swapped", "random"] = "groups",
    decks: int = 2,
    ace: Literal["low", "both", "high", "wrap"] = "both",
    jokers: int = 0,
) -> list[Turn]:
    """Generate instances."""

def check(instance: Given | Question[Turn], answer: Outcome[Any] | Mapping[str, Any] | str, /) -> list[Violation]:
    """List each rule that an answer breaks."""

def convert(instance: Given | Question[Turn], form: Literal["json", "text", "svg", "projection"], /) -> str:
    """Write an instance in another format."""

def export(instance: Given | Question[Turn], model: str, form: str, /, **settings: str) -> str:
    """Write a declarative model of an instance as a standard file."""

def show(shown: Given | Question[Turn] | Outcome[Any], /) -> str:
    """Write an instance or an outcome."""

def draw(drawn: Given | Question[Turn] | Outcome[Any], /) -> Svg:
    """Draw an instance or an outcome."""

def play(
    players: Sequence[str] = (),
    /,
    *,
    seed: int = 0,
    rules: Literal[
        "",
        "house",
        "published",
        "published-rule6",
        "wikipedia",
        "wikipedia-36",
        "wikipedia-draw",
        "wikipedia-open",
        "bga",
        "bga-it",
        "bga-jokers",
        "bga-wrap",
        "catsatcards",
        "peteg",
        "casinohex",
        "giocodigitale",
        "tattoomuse",
        "makiaveli",
        "studenti",
    ] = "",
    practice: bool = False,
    record: str | None = None,
    decks: int | None = None,
    ace: Literal["low", "both", "high", "wrap"] | None = None,
    jokers: int | None = None,
    deal: int | None = None,
    crosses: int | None = None,
    opening: str | None = None,
    most_new: int | None = None,
    draw: Literal["or", "start"] | None = None,
    waits: int | Literal["none"] | None = None,
    joker: Literal["free", "exact"] | None = None,
    end: Literal["passes", "stock"] | None = None,
    points: Mapping[str, int] | None = None,
    score: Literal["hands", "one"] | None = None,
    first: int | None = None,
) -> Playthrough:
    """Start a game, or continue a record."""
