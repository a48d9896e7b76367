"""What passes between a game and those who play it: deals, results, typed pieces of moves, games told in words.

Apart from the record of a game: listing what there is needs none of these, and a class costs most of a millisecond.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from passatempo.core.words import mark, say

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Deal:
    """All that chance decides in a game.

    Parameters
    ----------
    seed
        The seed of its random stream; None where everything is given.
    given
        The explicit deal or board, as the game's `deal` shape has it; None where the seed decides.
    """

    seed: int | None = None
    given: Any = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the seats that won, from 0, each seat's score, and in one word how.

    `how` is one of closed, blocked, won, lost, draw, finished, resigned.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    how: str


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a move that is still being typed: the view with it done, and what is said of it."""

    view: Any
    said: str = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game begins: the rules, the deal, and moves already made."""

    rules: Any
    deal: Deal = Deal()
    moves: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules, and where it comes from; `source` says what it leaves open."""

    rules: Any
    source: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A game of a series in words.

    Parameters
    ----------
    head
        Which game it is.
    turns
        Each move as JSON has it, and what is said of it.
    positions
        The instances of the pastime from before the first move to after the last one.
    ending
        How it ended, in words.
    result
        The same as JSON.
    """

    head: str
    turns: tuple[tuple[Any, str], ...]
    positions: tuple[Any, ...]
    ending: str
    result: dict[str, Any]


YOU = mark("you")  # what a person is called who names nobody
HOW = {
    "closed": mark("closed"),
    "blocked": mark("blocked"),
    "won": mark("won"),
    "lost": mark("lost"),
    "draw": mark("draw"),
    "finished": mark("finished"),
    "resigned": mark("resigned"),
}


def written_result(result: Result) -> dict[str, Any]:
    """Write a result as a record does, seats from 1.

    >>> from passatempo.games.values import Result
    >>> written_result(Result((1,), (-31, 31), "closed"))
    {'winners': [2], 'scores': [-31, 31], 'how': 'closed'}
    """
    return {"winners": [seat + 1 for seat in result.winners], "scores": list(result.scores), "how": result.how}


def called(name: str, locale: str) -> str:
    """Return what a player is called in a language: the one who names nobody is called you there, also with a letter.

    >>> called("greedy", "it"), called("you B", "en")
    ('greedy', 'you B')
    """
    word, blank, letter = name.partition(" ")
    return say(YOU, locale) + blank + letter if word == YOU else name


def ended(result: Result, names: Sequence[str], locale: str = "en") -> str:
    """Say in a few words how a game ended.

    >>> from passatempo.games.values import Result
    >>> ended(Result((0,), (1, -1), "won"), ("X", "O")), ended(Result((), (0, 0), "draw"), ("X", "O"))
    ('X has won', 'draw')
    """
    winners = [names[seat] for seat in result.winners]
    if not winners:
        return say(HOW[result.how], locale)
    if winners == [called(YOU, locale)]:
        return say(mark("you have won"), locale)
    told = mark("{name} has won") if len(winners) == 1 else mark("{name} have won")
    listed = say(mark("{names} and {last}"), locale, names=", ".join(winners[:-1]), last=winners[-1])
    return say(told, locale, name=listed if winners[1:] else winners[0])
