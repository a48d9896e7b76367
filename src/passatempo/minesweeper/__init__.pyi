# Made by `make docs` from the record; not to be edited.
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, overload

from passatempo.core.errors import Violation
from passatempo.core.limits import Cancel
from passatempo.core.outcome import Outcome
from passatempo.core.pastime import Pastime, Question
from passatempo.core.play.playthrough import Playthrough
from passatempo.core.progress import Report
from passatempo.minesweeper.exact.methods import estimate as estimate
from passatempo.minesweeper.model import Board as Board
from passatempo.minesweeper.model import Certain as Certain
from passatempo.minesweeper.model import Chances as Chances
from passatempo.minesweeper.model import ChancesAsk as ChancesAsk
from passatempo.minesweeper.model import Click as Click
from passatempo.minesweeper.model import Explanation as Explanation
from passatempo.minesweeper.model import Guess as Guess
from passatempo.render.svg import Svg

__all__: list[str]
PASTIME: Pastime
Given = Board | str | Mapping[str, Any] | None

class _Keys(TypedDict, total=False):
    grid: str | None
    mines: int | None
    variant: Literal["square", "torus", "hexagonal", "knight"] | None
    offsets: Sequence[Sequence[int]] | None
    click: Sequence[int] | None
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

def safe(given: Given | Question[Board, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Certain]:
    """Which covered squares are safe, and which certainly hide a mine?"""

def click(given: Given | Question[Board, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Click]:
    """Can this square be opened without risk?"""

def chances(
    given: Given | Question[Board, ChancesAsk] = None, /, *, both: bool = False, **keys: Unpack[_Keys]
) -> Outcome[Chances]:
    """How likely is a mine in each covered square?"""

def guess(given: Given | Question[Board, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Guess]:
    """Which square is it best to open?"""

def explain(given: Given | Question[Board, None] = None, /, **keys: Unpack[_Keys]) -> Outcome[Explanation]:
    """Why is each safe square safe, and each certain mine a mine?"""

def read(text: str, **keys: Any) -> Board:
    """Read an instance."""

def write(instance: Board, /) -> str:
    """Write the canonical text."""

def example(name: Literal["five", "beginner", "wall", "flags", "hexagons", "contradiction"], /) -> Board:
    """Return a built-in instance."""

@overload
def new(
    *,
    seed: int = 0,
    count: None = None,
    preset: Literal["beginner-8", "beginner-9", "intermediate", "expert", "custom"] | None = None,
    rows: int | None = None,
    columns: int | None = None,
    mines: int | None = None,
    variant: Literal["square", "torus", "hexagonal", "knight"] = "square",
    first: Literal["safe", "opening"] = "opening",
    opened: Literal["flood", "scatter", "nothing"] = "flood",
    share: float = 0.3,
    counted: bool = True,
) -> Board:
    """Generate an instance."""

@overload
def new(
    *,
    seed: int = 0,
    count: int,
    preset: Literal["beginner-8", "beginner-9", "intermediate", "expert", "custom"] | None = None,
    rows: int | None = None,
    columns: int | None = None,
    mines: int | None = None,
    variant: Literal["square", "torus", "hexagonal", "knight"] = "square",
    first: Literal["safe", "opening"] = "opening",
    opened: Literal["flood", "scatter", "nothing"] = "flood",
    share: float = 0.3,
    counted: bool = True,
) -> list[Board]:
    """Generate instances."""

def check(instance: Given | Question[Board], answer: Outcome[Any] | Mapping[str, Any] | str, /) -> list[Violation]:
    """List each rule that an answer breaks."""

def convert(
    instance: Given | Question[Board], form: Literal["json", "text", "svg", "pl", "asp", "mine", "minesweepr"], /
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
    rules: Literal["", "beginner", "intermediate", "expert"] = "",
    practice: bool = False,
    record: str | None = None,
    rows: int | None = None,
    columns: int | None = None,
    mines: int | None = None,
    first: Literal["safe", "opening"] | None = None,
    variant: Literal["square", "torus", "hexagonal", "knight"] | None = None,
    no_guess: bool | None = None,
) -> Playthrough:
    """Start a game, or continue a record."""
