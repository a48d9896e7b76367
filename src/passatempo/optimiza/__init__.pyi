# Made by `make docs` from the record; not to be edited.
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, overload

from passatempo.core.errors import Violation
from passatempo.core.limits import Cancel
from passatempo.core.outcome import Outcome
from passatempo.core.pastime import Pastime, Question
from passatempo.core.play.playthrough import Playthrough
from passatempo.core.progress import Report
from passatempo.optimiza.exact.best import greatest_sum as greatest_sum
from passatempo.optimiza.model import BestAsk as BestAsk
from passatempo.optimiza.model import Board as Board
from passatempo.optimiza.model import Duel as Duel
from passatempo.optimiza.model import Hint as Hint
from passatempo.optimiza.model import JudgeAsk as JudgeAsk
from passatempo.optimiza.model import Levels as Levels
from passatempo.optimiza.model import Number as Number
from passatempo.optimiza.model import PathAsk as PathAsk
from passatempo.optimiza.model import Route as Route
from passatempo.optimiza.model import Routes as Routes
from passatempo.optimiza.model import RoutesAsk as RoutesAsk
from passatempo.optimiza.model import TrailAsk as TrailAsk
from passatempo.optimiza.model import Verdict as Verdict
from passatempo.render.svg import Svg

__all__: list[str]
PASTIME: Pastime
Given = Board | str | Mapping[str, Any] | None

class _Keys(TypedDict, total=False):
    board: Sequence[Sequence[int]] | None
    variant: Literal["torus-queen", "torus-rook", "klein-queen", "klein-rook", "hex-torus", "hex-tri"] | None
    N: int | None
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

def best(
    given: Given | Question[Board, BestAsk] = None, /, *, strict: bool = False, **keys: Unpack[_Keys]
) -> Outcome[Route]:
    """Which path has the highest score?"""

def levels(given: Given | Question[Board, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Levels]:
    """What do greedy paths and the best path score?"""

def count(given: Given | Question[Board, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Number]:
    """How many paths have the highest score?"""

def enumerate(
    given: Given | Question[Board, RoutesAsk] = None, /, *, count: int = 100, **keys: Unpack[_Keys]
) -> Outcome[Routes]:
    """Which paths have the highest score?"""

def hint(
    given: Given | Question[Board, PathAsk] = None, /, *, path: Sequence[Sequence[int]] = ..., **keys: Unpack[_Keys]
) -> Outcome[Hint]:
    """What is the best way to continue a path, and can it still become the best of the board?"""

def trail(
    given: Given | Question[Board, TrailAsk] = None,
    /,
    *,
    reading: Literal["directed", "undirected"] = "directed",
    **keys: Unpack[_Keys],
) -> Outcome[Route]:
    """Which path has the highest score if squares may be visited again, but no move repeated?"""

def duel(given: Given | Question[Board, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Duel]:
    """In the game for two, who wins from each start, and by how many points?"""

def judge(
    given: Given | Question[Board, JudgeAsk] = None,
    /,
    *,
    path: Sequence[Sequence[int]] = ...,
    strict: bool = False,
    **keys: Unpack[_Keys],
) -> Outcome[Verdict]:
    """Does a path follow the rules, and if not, which move is the first to break them?"""

def read(text: str, **keys: Any) -> Board:
    """Read an instance."""

def write(instance: Board, /) -> str:
    """Write the canonical text."""

def example(name: Literal["four", "two", "klein", "hexagons", "triangle", "tour", "clustered"], /) -> Board:
    """Return a built-in instance."""

@overload
def new(
    *,
    seed: int = 0,
    count: None = None,
    N: int = 6,
    variant: Literal["torus-queen", "torus-rook", "klein-queen", "klein-rook", "hex-torus", "hex-tri"] = "torus-queen",
    hardness: Literal["random", "clustered", "dense"] = "random",
    unique: bool = False,
    levels: bool = False,
) -> Board:
    """Generate an instance."""

@overload
def new(
    *,
    seed: int = 0,
    count: int,
    N: int = 6,
    variant: Literal["torus-queen", "torus-rook", "klein-queen", "klein-rook", "hex-torus", "hex-tri"] = "torus-queen",
    hardness: Literal["random", "clustered", "dense"] = "random",
    unique: bool = False,
    levels: bool = False,
) -> list[Board]:
    """Generate instances."""

def check(instance: Given | Question[Board], answer: Outcome[Any] | Mapping[str, Any] | str, /) -> list[Violation]:
    """List each rule that an answer breaks."""

def convert(
    instance: Given | Question[Board], form: Literal["json", "text", "svg", "csv", "id", "canonical", "dot", "graph"], /
) -> str:
    """Write an instance in another format."""

def export(instance: Given | Question[Board], model: str, form: str, /, **settings: str) -> str:
    """Write a declarative model of an instance as a standard file."""

def show(shown: Given | Question[Board] | Outcome[Any], /) -> str:
    """Write an instance or an outcome."""

def draw(drawn: Given | Question[Board] | Outcome[Any], /) -> Svg:
    """Draw an instance or an outcome."""

def play(
    players: Sequence[str] = (),
    /,
    *,
    seed: int = 0,
    rules: Literal["", "path", "duel"] = "",
    practice: bool = False,
    record: str | None = None,
    N: int | None = None,
    variant: Literal["torus-queen", "torus-rook", "klein-queen", "klein-rook", "hex-torus", "hex-tri"] | None = None,
    duel: bool | None = None,
) -> Playthrough:
    """Start a game, or continue a record."""
