"""Machiavelli, a card game of the rummy family: rearranging the table.

Every question is a function of this module. It takes an instance, a text in any format, a mapping of JSON keys, or keys
alone. Values count rows and columns from 0. Texts, keys and JSON count from 1.
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
    from passatempo.core.messages import Locale
    from passatempo.core.outcome import Outcome
    from passatempo.games.players import Who
    from passatempo.games.playthrough import Playthrough
    from passatempo.machiavelli.commands import PresetRules as PresetRules
    from passatempo.machiavelli.commands import Published as Published
    from passatempo.machiavelli.commands import odds as odds
    from passatempo.machiavelli.commands import published as published
    from passatempo.machiavelli.commands import rules_of as rules_of
    from passatempo.machiavelli.exact.arrange import arrange_many as arrange_many
    from passatempo.machiavelli.game.analysis import Review as Review
    from passatempo.machiavelli.game.analysis import review as review
    from passatempo.machiavelli.game.odds import Odds as Odds
    from passatempo.machiavelli.model import Arrangement as Arrangement
    from passatempo.machiavelli.model import Card as Card
    from passatempo.machiavelli.model import Count as Count
    from passatempo.machiavelli.model import EnumerateAsk as EnumerateAsk
    from passatempo.machiavelli.model import Joker, OpeningTurn, Prefer
    from passatempo.machiavelli.model import LayAsk as LayAsk
    from passatempo.machiavelli.model import Listing as Listing
    from passatempo.machiavelli.model import Play as Play
    from passatempo.machiavelli.model import Rules as Rules
    from passatempo.machiavelli.model import Turn as Turn
    from passatempo.machiavelli.model import UnlockAsk as UnlockAsk
    from passatempo.machiavelli.model import Unlocking as Unlocking
    from passatempo.machiavelli.record import PASTIME as PASTIME
    from passatempo.machiavelli.rules import Ace
    from passatempo.machiavelli.text import write as write
    from passatempo.render.svg import Svg


class Keys(RunOptions, total=False):
    """The keys of an instance, and the keys shared by all questions."""

    decks: Integer | None
    ace: Ace | None
    jokers: Integer | None
    table: str | Iterable[Any] | None
    hand: str | Iterable[Any] | None
    locale: Literal[Locale, "tiles", "tiles-bly"] | None
    preset: str | None
    joker: Joker | None
    opening: str | None
    opening_turn: OpeningTurn | None
    most_new: Integer | None
    crosses: Integer | None
    points: Mapping[str, Integer] | None
    opened: bool | None


def arrange(given: Given[Turn, None] = None, /, **options: Unpack[Keys]) -> Outcome[Arrangement]:
    """Can all cards on the table be arranged in sets and runs?

    >>> print(arrange("3S 4S 5S 6S 6H 6D").result())
    3S 4S 5S
    6S 6H 6D
    """
    return call(__package__, "arrange", given, {}, options)


def lay(
    given: Given[Turn, LayAsk] = None,
    /,
    *,
    prefer: Prefer = "cards",
    weights: Mapping[str, Integer] | None = None,
    brief: bool = False,
    **options: Unpack[Keys],
) -> Outcome[Play]:
    """Which cards of your hand can you play, and how?

    >>> lay("3S 4S 5S | 7H 7D 7C", hand="6S 2H", prefer="points").value
    6
    """
    return call(__package__, "lay", given, {"prefer": prefer, "weights": weights, "brief": brief}, options)


def unlock(
    given: Given[Turn, UnlockAsk] = None, /, *, pairs: bool = False, **options: Unpack[Keys]
) -> Outcome[Unlocking]:
    """Which further card lets you play your whole hand, and how likely are you to draw it?

    >>> unlock("3S 4S 5S", hand="7S").to_json()["answer"]["cards"]
    {'6S': 2}
    """
    return call(__package__, "unlock", given, {"pairs": pairs}, options)


def count(given: Given[Turn, None] = None, /, **options: Unpack[Keys]) -> Outcome[Count]:
    """How many arrangements does the table have?

    >>> count("3S 4S 5S 6S 7S 8S").result()
    Count(arrangements=2)
    """
    return call(__package__, "count", given, {}, options)


def enumerate(
    given: Given[Turn, EnumerateAsk] = None, /, *, limit: Integer = 100, **options: Unpack[Keys]
) -> Outcome[Listing]:
    """Which arrangements does the table have?

    >>> len(enumerate("3S 4S 5S 6S 7S 8S").result().arrangements)
    2
    """
    return call(__package__, "enumerate", given, {"limit": limit}, options)


def read(text: Given[Turn, Any], **keys: Any) -> Turn:
    """Read an instance from a text in any format; keys override its contents."""
    return verb(__package__, "read", text, keys)


def example(name: Literal["heap", "wrap", "stuck", "five-cycle", "eighteen", "hand", "unlock", "jokers"], /) -> Turn:
    """Return a built-in instance."""
    return verb(__package__, "example", name)


class Params(TypedDict, total=False):
    """The parameters of `new`."""

    cards: Integer
    hand: Integer
    kind: Literal["groups", "heap", "swapped", "random"]
    decks: Integer
    ace: Ace
    jokers: Integer


@overload
def new(*, seed: Integer = 0, count: None = None, **params: Unpack[Params]) -> Turn: ...
@overload
def new(*, seed: Integer = 0, count: Integer, **params: Unpack[Params]) -> list[Turn]: ...
def new(*, seed: Integer = 0, count: Integer | None = None, **params: Unpack[Params]) -> Turn | list[Turn]:
    """Generate an instance, or with `count` a list of them; equal arguments give equal instances on every platform."""
    return verb(__package__, "new", seed, count, params)


def check(instance: Given[Turn, Any], answer: Outcome[Any] | Mapping[str, Any] | str, /) -> list[Violation]:
    """List the rules that an answer breaks; pass an outcome, or its JSON, which names the question."""
    return verb(__package__, "check", instance, answer)


def convert(instance: Given[Turn, Any], form: Literal["json", "text", "svg", "projection"], /) -> str:
    """Write an instance in a format."""
    return verb(__package__, "convert", instance, form)


def export(instance: Given[Turn, Any], model: str, form: str, /, **settings: str) -> str:
    """Write a declarative model of an instance in a standard file format."""
    return verb(__package__, "export", instance, model, form, settings)


def show(shown: Given[Turn, Any] | Outcome[Any], /) -> str:
    """Write an instance or an outcome as in the terminal."""
    return verb(__package__, "show", shown)


def draw(drawn: Given[Turn, Any] | Outcome[Any], /) -> Svg:
    """Draw an instance or an outcome."""
    return verb(__package__, "draw", drawn)


class Setup(GameOptions, total=False):
    """A preset of the game, and rules that differ from it."""

    rules: str | None  # the former name of `preset`
    preset: (
        Literal["house", "published", "published-rule6", "wikipedia", "wikipedia-36", "wikipedia-draw"]
        | Literal["wikipedia-open", "bga", "bga-it", "bga-jokers", "bga-wrap", "catsatcards", "peteg", "casinohex"]
        | Literal["giocodigitale", "tattoomuse", "makiaveli", "studenti", "rummikub"]
        | None
    )
    decks: Integer | None
    ace: Ace | None
    jokers: Integer | None
    joker: Joker | None
    opening: str | None
    opening_turn: OpeningTurn | None
    most_new: Integer | None
    crosses: Integer | None
    points: Mapping[str, Integer] | None
    deal: Integer | None
    draw: Literal["or", "start"] | None
    waits: Integer | Literal["none"] | None
    end: Literal["passes", "stock"] | None
    score: Literal["hands", "one"] | None
    first: Integer | None
    first_turn: Literal["play", "draw"] | None
    penalty: Integer | None
    timer: Integer | None
    names: Literal["cards", "tiles"] | None


def play(players: Sequence[Who] = (), /, **options: Unpack[Setup]) -> Playthrough:
    """Start a game between bots and `you`, by default between people, or continue a record."""
    return games.play("machiavelli", players, **options)


if not TYPE_CHECKING:
    homes = {
        "commands": "PresetRules Published odds published rules_of",
        "exact.arrange": "arrange_many",
        "game.analysis": "Review review",
        "game.odds": "Odds",
        "model": "Arrangement Card Count EnumerateAsk LayAsk Listing Play Rules Turn UnlockAsk Unlocking",
        "record": "PASTIME",
        "text": "write",
    }
    __all__, __dir__, __getattr__ = exports(__package__, homes)
