"""Minesweeper: which cells are certainly safe, and the exact chance of a mine in every other.

Each question is a function of this module. It takes an instance, a text in any format, a mapping of JSON keys, or keys
alone. Values count rows and columns from 0, while texts, keys and JSON count from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, overload

from passatempo import games
from passatempo.core.library import GameOptions, RunOptions, call, exports, verb

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from os import PathLike
    from typing import Any, Literal, SupportsFloat, Unpack

    from passatempo.core.errors import Violation
    from passatempo.core.library import Given, Integer
    from passatempo.core.limits import Cancel, Report
    from passatempo.core.outcome import Outcome
    from passatempo.games.players import Who
    from passatempo.games.playthrough import Playthrough
    from passatempo.minesweeper.commands import Neighbours as Neighbours
    from passatempo.minesweeper.commands import Published as Published
    from passatempo.minesweeper.commands import neighbours as neighbours
    from passatempo.minesweeper.commands import published as published
    from passatempo.minesweeper.exact.layouts import Layouts as Layouts
    from passatempo.minesweeper.exact.layouts import layouts as layouts
    from passatempo.minesweeper.exact.methods import estimate as estimate
    from passatempo.minesweeper.exact.simulation import Policy as Policy
    from passatempo.minesweeper.formats.minefield import Minefield as Minefield
    from passatempo.minesweeper.formats.minefield import PlayedClick as PlayedClick
    from passatempo.minesweeper.formats.replays import load as load
    from passatempo.minesweeper.game.judgement import Judgement as Judgement
    from passatempo.minesweeper.game.judgement import judge as judge
    from passatempo.minesweeper.game.match.rates import Comparison as Comparison
    from passatempo.minesweeper.game.match.rates import Rate as Rate
    from passatempo.minesweeper.model import Board as Board
    from passatempo.minesweeper.model import Certain as Certain
    from passatempo.minesweeper.model import Chances as Chances
    from passatempo.minesweeper.model import ChancesAsk as ChancesAsk
    from passatempo.minesweeper.model import Click as Click
    from passatempo.minesweeper.model import Explanation as Explanation
    from passatempo.minesweeper.model import Guess as Guess
    from passatempo.minesweeper.model import Reading, Variant
    from passatempo.minesweeper.puzzles.measures import Measures as Measures
    from passatempo.minesweeper.puzzles.measures import measure as measure
    from passatempo.minesweeper.record import PASTIME as PASTIME
    from passatempo.minesweeper.text import write as write
    from passatempo.render.svg import Svg


class Keys(RunOptions, total=False):
    """The keys of an instance, and the options of every question."""

    grid: str | Iterable[Any] | None
    mines: Integer | None
    variant: Variant | None
    offsets: Iterable[Any] | None
    click: Iterable[Any] | None
    reading: Reading | None


def safe(given: Given[Board, None] = None, /, **options: Unpack[Keys]) -> Outcome[Certain]:
    """Which covered squares are safe, and which certainly hide a mine?

    >>> safe("1##/###", mines=1).result().safe
    (Cell(0, 2), Cell(1, 2))
    """
    return call(__package__, "safe", given, {}, options)


def click(given: Given[Board, None] = None, /, **options: Unpack[Keys]) -> Outcome[Click]:
    """Can this square be opened without risk?

    >>> click("1#1", click=(1, 2)).result().verdict
    'sure_mine'
    """
    return call(__package__, "click", given, {}, options)


def chances(
    given: Given[Board, ChancesAsk] = None, /, *, both: bool = False, **options: Unpack[Keys]
) -> Outcome[Chances]:
    """How likely is a mine in each covered square?

    >>> chances("1##/###", mines=2).result().lowest
    Fraction(1, 3)
    """
    return call(__package__, "chances", given, {"both": both}, options)


def guess(given: Given[Board, None] = None, /, **options: Unpack[Keys]) -> Outcome[Guess]:
    """Which square is it best to open?

    >>> guess("1##/###", mines=2).result().win
    Fraction(1, 3)
    """
    return call(__package__, "guess", given, {}, options)


def explain(given: Given[Board, None] = None, /, **options: Unpack[Keys]) -> Outcome[Explanation]:
    """Why is each safe square safe, and each certain mine a mine?

    >>> explain("1#1").result().reasons[0].text
    'the 1 at (1, 1) touches no other covered cell: a mine is at (1, 2)'
    """
    return call(__package__, "explain", given, {}, options)


class Series(TypedDict, total=False):
    """The field and the games of a win rate, and their limits."""

    preset: Literal["beginner", "beginner-8", "beginner-9", "intermediate", "expert"] | None
    rows: Integer | None
    columns: Integer | None
    mines: Integer | None
    variant: Variant
    first: Literal["safe", "opening"]
    click: Iterable[Any] | None
    games: Integer
    estimator: Literal["games", "weight"]
    seed: Integer
    threads: Integer
    seconds: SupportsFloat | None
    cancel: Cancel | None
    report: Report | None


def win_rate(policy: str | Policy | tuple[str, Policy] = "search", **options: Unpack[Series]) -> Rate:
    """Estimate how often a policy wins, with a 95 % interval.

    Parameters
    ----------
    policy
        A name with settings, as in ``"search:layouts=5000"``, a `Policy` of your own, or a pair of its name and itself.
    options
        The options of the command ``win-rate``, and limits. `click` counts from 1, and `games` defaults to 1000. All
        policies play the minefields of `seed`. `threads` and ``estimator="weight"`` need a named policy.

    Examples
    --------
    >>> def last(board, random):
    ...     return divmod(board.cells.rindex(255), board.columns)
    >>> win_rate(last, rows=2, columns=2, mines=1, games=300).share
    '33.67 % [28.56, 39.19]'
    """
    return win_rates((policy,), **options).rates[0]


def win_rates(policies: Sequence[str | Policy | tuple[str, Policy]], **options: Unpack[Series]) -> Comparison:
    """Estimate how often policies win the same minefields, and the difference of the first two.

    >>> win_rates(["search", "search"], preset="beginner-8", games=50).difference.mean
    0.0
    """
    from passatempo.minesweeper.game.match.rates import win_rates as measured

    return measured(policies, **options)


def read(text: Given[Board, Any], **keys: Any) -> Board:
    """Read an instance from a text in any format; `keys` override the text."""
    return verb(__package__, "read", text, keys)


def example(name: Literal["five", "beginner", "wall", "flags", "hexagons", "contradiction"], /) -> Board:
    """Return a built-in instance."""
    return verb(__package__, "example", name)


class Params(TypedDict, total=False):
    """The parameters of `new`."""

    preset: Literal["beginner", "beginner-8", "beginner-9", "intermediate", "expert", "custom"] | None
    rows: Integer | None
    columns: Integer | None
    mines: Integer | None
    variant: Variant
    first: Literal["safe", "opening"]
    opened: Literal["flood", "scatter", "nothing"]
    share: SupportsFloat
    counted: bool


@overload
def new(*, seed: Integer = 0, count: None = None, **params: Unpack[Params]) -> Board: ...
@overload
def new(*, seed: Integer = 0, count: Integer, **params: Unpack[Params]) -> list[Board]: ...
def new(*, seed: Integer = 0, count: Integer | None = None, **params: Unpack[Params]) -> Board | list[Board]:
    """Generate an instance, or a list of `count`; the same arguments give the same result on every machine."""
    return verb(__package__, "new", seed, count, params)


def check(instance: Given[Board, Any], answer: Outcome[Any] | Mapping[str, Any] | str, /) -> list[Violation]:
    """List each rule that an answer breaks. The answer is an outcome, or its JSON, which names the question."""
    return verb(__package__, "check", instance, answer)


@overload
def convert(instance: Given[Board, Any] | Minefield | bytes | PathLike[str], form: Literal["mbf"], /) -> bytes: ...
@overload
def convert(
    instance: Given[Board, Any] | Minefield | bytes | PathLike[str],
    form: Literal["json", "text", "svg", "pl", "asp", "mine", "minesweepr", "link", "tatham"],
    /,
) -> str: ...
def convert(
    instance: Given[Board, Any] | Minefield | bytes | PathLike[str],
    form: Literal["json", "text", "svg", "pl", "asp", "mine", "minesweepr", "link", "mbf", "tatham"],
    /,
) -> str | bytes:
    """Write an instance, a minefield, or what a text, bytes or a file holds, in a format; ``mbf`` is in bytes."""
    return verb(__package__, "convert", instance, form)


def export(instance: Given[Board, Any], model: str, form: str, /, **settings: str) -> str:
    """Write a declarative model of an instance as a standard file."""
    return verb(__package__, "export", instance, model, form, settings)


def show(shown: Given[Board, Any] | Outcome[Any], /) -> str:
    """Write an instance or an outcome as the terminal shows it."""
    return verb(__package__, "show", shown)


def draw(drawn: Given[Board, Any] | Outcome[Any], /) -> Svg:
    """Draw an instance or an outcome."""
    return verb(__package__, "draw", drawn)


class Setup(GameOptions, total=False):
    """The named set of rules of a game, and the fields that differ from it."""

    preset: Literal["beginner", "intermediate", "expert", "beginner-9"] | None
    rules: str | None  # the former name of `preset`
    rows: Integer | None
    columns: Integer | None
    mines: Integer | None
    first: Literal["safe", "opening"] | None
    variant: Variant | None
    no_guess: bool | None


def play(players: Sequence[Who] = (), /, **options: Unpack[Setup]) -> Playthrough:
    """Start a game of bots and `you`, by default only of people, or continue a record."""
    return games.play("minesweeper", players, **options)


if not TYPE_CHECKING:
    homes = {
        "exact.layouts": "Layouts layouts",
        "commands": "Neighbours Published neighbours published",
        "exact.methods": "estimate",
        "exact.simulation": "Policy",
        "formats.minefield": "Minefield PlayedClick",
        "formats.replays": "load",
        "game.judgement": "Judgement judge",
        "game.match.rates": "Comparison Rate",
        "model": "Board Certain Chances ChancesAsk Click Explanation Guess",
        "puzzles.measures": "Measures measure",
        "record": "PASTIME",
        "text": "write",
    }
    __all__, __dir__, __getattr__ = exports(__package__, homes)
