"""m,n,k-games: k in a row on an m x n board, from noughts and crosses to five in a row.

Every question is a function of this module. It takes an instance, a text of any format, a mapping of JSON keys, or
keys alone. Values count rows and columns from 0, and texts, keys and JSON from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, overload

from passatempo import games
from passatempo.core.library import GameOptions, RunOptions, call, exports, verb

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from os import PathLike
    from typing import Any, Literal, Unpack

    from passatempo.core.errors import Violation
    from passatempo.core.library import Given, Integer
    from passatempo.core.outcome import Outcome
    from passatempo.games.players import Who
    from passatempo.games.playthrough import Playthrough
    from passatempo.mnk.commands import ProofVerdict as ProofVerdict
    from passatempo.mnk.commands import verify as verify
    from passatempo.mnk.matches.command import Match as Match
    from passatempo.mnk.matches.command import match as match
    from passatempo.mnk.matches.opening_books import Opening as Opening
    from passatempo.mnk.matches.opening_books import openings as openings
    from passatempo.mnk.matches.review import Analysis as Analysis
    from passatempo.mnk.matches.review import analyse as analyse
    from passatempo.mnk.matches.review import analyse_games as analyse_games
    from passatempo.mnk.model import Choice as Choice
    from passatempo.mnk.model import EvaluateAsk as EvaluateAsk
    from passatempo.mnk.model import Evaluation as Evaluation
    from passatempo.mnk.model import Position as Position
    from passatempo.mnk.model import Square as Square
    from passatempo.mnk.model import Value as Value
    from passatempo.mnk.model import ValueAsk as ValueAsk
    from passatempo.mnk.proof.known_values import Known as Known
    from passatempo.mnk.proof.known_values import known as known
    from passatempo.mnk.record import PASTIME as PASTIME
    from passatempo.mnk.rules import Rules as Rules
    from passatempo.mnk.text import write as write
    from passatempo.render.svg import Svg


class Keys(RunOptions, total=False):
    """The keys of an instance, and those of every question."""

    m: Integer | None
    n: Integer | None
    k: Integer | None
    board: Iterable[Any] | None
    moves: str | Iterable[Any] | None
    to_move: Literal["X", "O"] | None
    exact: bool | None
    misere: bool | None
    gravity: bool | None
    torus: bool | None
    maker_breaker: bool | None


class ProofKeys(Keys, total=False):
    """The keys of `value`, with a file for its proof, and one with which a run goes on."""

    proof: str | PathLike[str] | None
    checkpoint: str | PathLike[str] | None


def move(given: Given[Position, None] = None, /, **options: Unpack[Keys]) -> Outcome[Choice]:
    """What is the best move?

    >>> move(m=3, n=3, k=3, board=["XX.", "OO.", "..."]).result().move
    Square('c1')
    """
    return call(__package__, "move", given, {}, options)


def value(
    given: Given[Position, ValueAsk] = None,
    /,
    *,
    shortest: bool = False,
    all_moves: bool = False,
    **options: Unpack[ProofKeys],
) -> Outcome[Value]:
    """Who wins with best play, how soon, and by which moves?

    >>> value(m=3, n=3, k=3).result().best_moves
    (Square('b2'),)
    """
    return call(__package__, "value", given, {"shortest": shortest, "all_moves": all_moves}, options)


def evaluate(
    given: Given[Position, EvaluateAsk] = None, /, *, me: Literal["X", "O"] | None = None, **options: Unpack[Keys]
) -> Outcome[Evaluation]:
    """How does the published evaluation score a position, term by term?

    >>> evaluate(example("threes")).result().own
    20
    """
    return call(__package__, "evaluate", given, {"me": me}, options)


def read(text: Given[Position, Any], **keys: Any) -> Position:
    """Read an instance from a text of any format; keyword arguments override the text."""
    return verb(__package__, "read", text, keys)


def example(
    name: Literal["fork", "corner", "torus", "misere", "drop", "breaker", "exactly", "threes", "gomoku", "five"], /
) -> Position:
    """Return a built-in instance."""
    return verb(__package__, "example", name)


class Params(TypedDict, total=False):
    """The parameters of `new`."""

    m: Integer
    n: Integer
    k: Integer
    marks: Integer
    exact: bool
    misere: bool
    gravity: bool
    torus: bool
    maker_breaker: bool


@overload
def new(*, seed: Integer = 0, count: None = None, **params: Unpack[Params]) -> Position: ...
@overload
def new(*, seed: Integer = 0, count: Integer, **params: Unpack[Params]) -> list[Position]: ...
def new(*, seed: Integer = 0, count: Integer | None = None, **params: Unpack[Params]) -> Position | list[Position]:
    """Generate an instance, or a list of `count` instances; equal arguments give equal results on every machine."""
    return verb(__package__, "new", seed, count, params)


def check(instance: Given[Position, Any], answer: Outcome[Any] | Mapping[str, Any] | str, /) -> list[Violation]:
    """List each rule that an answer breaks. The answer is an outcome, or its JSON, which names the question."""
    return verb(__package__, "check", instance, answer)


def convert(instance: Given[Position, Any], form: Literal["json", "text", "svg", "moves", "sgf", "psq"], /) -> str:
    """Write an instance in a format."""
    return verb(__package__, "convert", instance, form)


def export(instance: Given[Position, Any], model: str, form: str, /, **settings: str) -> str:
    """Write a declarative model of an instance as a standard file."""
    return verb(__package__, "export", instance, model, form, settings)


def show(shown: Given[Position, Any] | Outcome[Any], /) -> str:
    """Write an instance or an outcome as the terminal shows it."""
    return verb(__package__, "show", shown)


def draw(drawn: Given[Position, Any] | Outcome[Any], /) -> Svg:
    """Draw an instance or an outcome."""
    return verb(__package__, "draw", drawn)


class Setup(GameOptions, total=False):
    """The named set of rules of a game, and fields of the rules that differ."""

    preset: Literal["tictactoe", "gomoku", "exactly-five", "connect-four", "misere"] | None
    rules: str | None  # the former name of `preset`
    m: Integer | None
    n: Integer | None
    k: Integer | None
    exact: bool | None
    misere: bool | None
    gravity: bool | None
    torus: bool | None
    maker_breaker: bool | None


def play(players: Sequence[Who] = (), /, **options: Unpack[Setup]) -> Playthrough:
    """Start a game of bots and `you`, by default of people alone, or continue a record."""
    return games.play("mnk", players, **options)


if not TYPE_CHECKING:
    homes = {
        "commands": "ProofVerdict verify",
        "matches.command": "Match match",
        "matches.opening_books": "Opening openings",
        "matches.review": "Analysis analyse analyse_games",
        "model": "Choice EvaluateAsk Evaluation Position Square Value ValueAsk",
        "proof.known_values": "Known known",
        "record": "PASTIME",
        "rules": "Rules",
        "text": "write",
    }
    __all__, __dir__, __getattr__ = exports(__package__, homes)
