"""What passes between a game and those who play it: deals, results, typed pieces of moves, games told in words.

Apart from the record of a game: listing what there is needs none of these, and a class costs most of a millisecond.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


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
