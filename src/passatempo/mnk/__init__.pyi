# Made by `make docs` from the record; not to be edited.
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, overload

from passatempo.core.errors import Violation
from passatempo.core.limits import Cancel
from passatempo.core.outcome import Outcome
from passatempo.core.pastime import Pastime, Question
from passatempo.core.play.playthrough import Playthrough
from passatempo.core.progress import Report
from passatempo.mnk.model import Choice as Choice
from passatempo.mnk.model import EvaluateAsk as EvaluateAsk
from passatempo.mnk.model import Evaluation as Evaluation
from passatempo.mnk.model import Position as Position
from passatempo.mnk.model import Value as Value
from passatempo.mnk.model import ValueAsk as ValueAsk
from passatempo.mnk.rules import Rules as Rules
from passatempo.render.svg import Svg

__all__: list[str]
PASTIME: Pastime
Given = Position | str | Mapping[str, Any] | None

class _Keys(TypedDict, total=False):
    m: int | None
    n: int | None
    k: int | None
    board: Sequence[str] | None
    moves: Sequence[Sequence[int]] | None
    to_move: Literal["X", "O"] | None
    exact: bool | None
    misere: bool | None
    gravity: bool | None
    torus: bool | None
    maker_breaker: bool | None
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

def move(given: Given | Question[Position, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Choice]:
    """What is the best move?"""

def value(
    given: Given | Question[Position, ValueAsk] = None,
    /,
    *,
    shortest: bool = False,
    all_moves: bool = False,
    **keys: Unpack[_Keys],
) -> Outcome[Value]:
    """Who wins with best play, how soon, and by which moves?"""

def evaluate(
    given: Given | Question[Position, EvaluateAsk] = None,
    /,
    *,
    me: Literal["X", "O"] | None = None,
    **keys: Unpack[_Keys],
) -> Outcome[Evaluation]:
    """How does the published evaluation score a position, term by term?"""

def read(text: str, **keys: Any) -> Position:
    """Read an instance."""

def write(instance: Position, /) -> str:
    """Write the canonical text."""

def example(
    name: Literal["fork", "corner", "torus", "misere", "drop", "breaker", "exactly", "threes", "gomoku", "five"], /
) -> Position:
    """Return a built-in instance."""

@overload
def new(
    *,
    seed: int = 0,
    count: None = None,
    m: int = 3,
    n: int = 4,
    k: int = 3,
    marks: int = 4,
    exact: bool = False,
    misere: bool = False,
    gravity: bool = False,
    torus: bool = False,
    maker_breaker: bool = False,
) -> Position:
    """Generate an instance."""

@overload
def new(
    *,
    seed: int = 0,
    count: int,
    m: int = 3,
    n: int = 4,
    k: int = 3,
    marks: int = 4,
    exact: bool = False,
    misere: bool = False,
    gravity: bool = False,
    torus: bool = False,
    maker_breaker: bool = False,
) -> list[Position]:
    """Generate instances."""

def check(instance: Given | Question[Position], answer: Outcome[Any] | Mapping[str, Any] | str, /) -> list[Violation]:
    """List each rule that an answer breaks."""

def convert(
    instance: Given | Question[Position], form: Literal["json", "text", "svg", "moves", "sgf", "psq"], /
) -> str:
    """Write an instance in another format."""

def export(instance: Given | Question[Position], model: str, form: str, /, **settings: str) -> str:
    """Write a declarative model of an instance as a standard file."""

def show(shown: Given | Question[Position] | Outcome[Any], /) -> str:
    """Write an instance or an outcome."""

def draw(drawn: Given | Question[Position] | Outcome[Any], /) -> Svg:
    """Draw an instance or an outcome."""

def play(
    players: Sequence[str] = (),
    /,
    *,
    seed: int = 0,
    rules: Literal["", "tictactoe", "gomoku", "exactly-five", "connect-four", "misere"] = "",
    practice: bool = False,
    record: str | None = None,
    m: int | None = None,
    n: int | None = None,
    k: int | None = None,
    exact: bool | None = None,
    misere: bool | None = None,
    gravity: bool | None = None,
    torus: bool | None = None,
    maker_breaker: bool | None = None,
) -> Playthrough:
    """Start a game, or continue a record."""
