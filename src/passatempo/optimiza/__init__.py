"""Optimiza, a solitaire of jumps over a torus: the path of greatest sum.

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

    from passatempo.core.errors import Violation
    from passatempo.core.library import Given, Integer
    from passatempo.core.outcome import Outcome
    from passatempo.games.players import Who
    from passatempo.games.playthrough import Playthrough
    from passatempo.optimiza.certificates import Certificate as Certificate
    from passatempo.optimiza.commands import Obstacle as Obstacle
    from passatempo.optimiza.commands import Orbits as Orbits
    from passatempo.optimiza.commands import Tour as Tour
    from passatempo.optimiza.commands import certificate as certificate
    from passatempo.optimiza.commands import check_certificate as check_certificate
    from passatempo.optimiza.commands import exhaust as exhaust
    from passatempo.optimiza.commands import obstacle as obstacle
    from passatempo.optimiza.commands import orbits as orbits
    from passatempo.optimiza.commands import tour as tour
    from passatempo.optimiza.exact.best import greatest_sum as greatest_sum
    from passatempo.optimiza.exact.boards import Statistics as Statistics
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
    from passatempo.optimiza.model import Variant
    from passatempo.optimiza.model import Verdict as Verdict
    from passatempo.optimiza.record import PASTIME as PASTIME
    from passatempo.optimiza.text import write as write
    from passatempo.render.svg import Svg


class Keys(RunOptions, total=False):
    """The keys of an instance, and those of every question."""

    board: Iterable[Any] | None
    variant: Variant | None
    N: Integer | None


def best(given: Given[Board, BestAsk] = None, /, *, strict: bool = False, **options: Unpack[Keys]) -> Outcome[Route]:
    """Which path has the highest score?

    >>> best("1 1/1 2").result().places
    (Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1))
    """
    return call(__package__, "best", given, {"strict": strict}, options)


def levels(given: Given[Board, None] = None, /, **options: Unpack[Keys]) -> Outcome[Levels]:
    """What do greedy paths and the best path score?

    >>> levels("1 1/1 2").result()
    Levels(x=5, x_best=5, y=5, expert=5, z=5)
    """
    return call(__package__, "levels", given, {}, options)


def count(given: Given[Board, None] = None, /, **options: Unpack[Keys]) -> Outcome[Number]:
    """How many paths have the highest score?

    >>> count("1 1/1 2").result()
    Number(number=6)
    """
    return call(__package__, "count", given, {}, options)


def enumerate(
    given: Given[Board, RoutesAsk] = None, /, *, count: Integer = 100, **options: Unpack[Keys]
) -> Outcome[Routes]:
    """Which paths have the highest score?

    >>> len(enumerate("1 1/1 2").result().routes)
    6
    """
    return call(__package__, "enumerate", given, {"count": count}, options)


def hint(given: Given[Board, PathAsk] = None, /, *, path: Iterable[Any] = (), **options: Unpack[Keys]) -> Outcome[Hint]:
    """What is the best way to continue a path, and can it still become the best of the board?

    >>> hint("1 1/1 2", path=[[1, 1]]).result().next
    Cell(1, 0)
    """
    return call(__package__, "hint", given, {"path": path}, options)


def trail(
    given: Given[Board, TrailAsk] = None,
    /,
    *,
    reading: Literal["directed", "undirected"] = "directed",
    **options: Unpack[Keys],
) -> Outcome[Route]:
    """Which path has the highest score if squares may be visited again, but no move repeated?

    >>> trail("1 1/1 2").value
    9
    """
    return call(__package__, "trail", given, {"reading": reading}, options)


def duel(given: Given[Board, None] = None, /, **options: Unpack[Keys]) -> Outcome[Duel]:
    """In the game for two, who wins from each start, and by how many points?

    >>> duel("1 1/1 2").result().points
    (3, 3, 3, 2)
    """
    return call(__package__, "duel", given, {}, options)


def judge(
    given: Given[Board, JudgeAsk] = None,
    /,
    *,
    path: Iterable[Any] = (),
    strict: bool = False,
    **options: Unpack[Keys],
) -> Outcome[Verdict]:
    """Does a path follow the rules, and if not, which move is the first to break them?

    >>> judge("1 1/1 2", path=[[1, 1], [2, 2]]).result().legal
    True
    """
    return call(__package__, "judge", given, {"path": path, "strict": strict}, options)


def read(text: Given[Board, Any], **keys: Any) -> Board:
    """Read an instance from a text of any format; the keys win over what it says."""
    return verb(__package__, "read", text, keys)


def example(name: Literal["four", "two", "klein", "hexagons", "triangle", "tour", "clustered"], /) -> Board:
    """Return a built-in instance."""
    return verb(__package__, "example", name)


class Params(TypedDict, total=False):
    """The parameters of `new`."""

    N: Integer
    variant: Variant
    hardness: Literal["random", "clustered", "dense"]
    unique: bool
    levels: bool


@overload
def new(*, seed: Integer = 0, count: None = None, **params: Unpack[Params]) -> Board: ...
@overload
def new(*, seed: Integer = 0, count: Integer, **params: Unpack[Params]) -> list[Board]: ...
def new(*, seed: Integer = 0, count: Integer | None = None, **params: Unpack[Params]) -> Board | list[Board]:
    """Generate an instance, or with `count` a list of them; the same arguments give the same ones everywhere."""
    return verb(__package__, "new", seed, count, params)


def check(instance: Given[Board, Any], answer: Outcome[Any] | Mapping[str, Any] | str, /) -> list[Violation]:
    """List each rule that an answer breaks: of an outcome, or of its JSON, which names the question."""
    return verb(__package__, "check", instance, answer)


def convert(
    instance: Given[Board, Any], form: Literal["json", "text", "svg", "csv", "id", "canonical", "dot", "graph"], /
) -> str:
    """Write an instance in a format."""
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
    """The named set of rules of a game, and fields of the rules that differ."""

    preset: Literal["path", "duel"] | None
    rules: str | None  # the former name of `preset`
    N: Integer | None
    variant: Variant | None
    duel: bool | None


def play(players: Sequence[Who] = (), /, **options: Unpack[Setup]) -> Playthrough:
    """Start a game of bots and `you`, by default of people alone, or continue a record."""
    return games.play("optimiza", players, **options)


if not TYPE_CHECKING:
    homes = {
        "certificates": "Certificate",
        "commands": "Obstacle Orbits Tour certificate check_certificate exhaust obstacle orbits tour",
        "exact.best": "greatest_sum",
        "exact.boards": "Statistics",
        "model": "BestAsk Board Duel Hint JudgeAsk Levels Number PathAsk Route Routes RoutesAsk TrailAsk Verdict",
        "record": "PASTIME",
        "text": "write",
    }
    __all__, __dir__, __getattr__ = exports(__package__, homes)
