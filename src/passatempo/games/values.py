"""What passes between a game and its players: deals, results, cells as they are typed, games told in words.

Apart from the record of a game: listing what there is needs none of these, and a class costs most of a millisecond.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, quote
from passatempo.core.messages import mark, message, translate

if TYPE_CHECKING:
    from collections.abc import Sequence

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
STOP_WORDS = ("stop", "ferma", "para")  # English in every language, and the others' own
CELL = r"\(?\s*([0-9]{1,6})\s*[, ]\s*([0-9]{1,6})\s*\)?"  # for a regular expression of a whole move
_CELL = re.compile(CELL)


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
    deal_content: Any = None


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
    sentence: str = ""


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
class GameTranscript:
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

    head_line: str
    turns: tuple[tuple[Any, str], ...]
    positions: tuple[Any, ...]
    ending_line: str
    result_json: dict[str, Any]


def dump_result(game_result: Result) -> dict[str, Any]:
    """Write a result as a record does, seats from 1.

    >>> from passatempo.games.values import Result
    >>> dump_result(Result((1,), (-31, 31), "closed"))
    {'winners': [2], 'scores': [-31, 31], 'how': 'closed'}
    """
    return {
        "winners": [seat + 1 for seat in game_result.winners],
        "scores": list(game_result.scores),
        "how": game_result.how,
    }


def display_name(name: str, locale: str) -> str:
    """Return what a player is called in a language: the one who names nobody is called you there, also with a letter.

    >>> display_name("greedy", "it"), display_name("you B", "en")
    ('greedy', 'you B')
    """
    word, blank, letter = name.partition(" ")
    return translate(YOU, locale) + blank + letter if word == YOU else name


def ending_sentence(game_result: Result, names: Sequence[str], locale: str = "en") -> str:
    """Say in a few words how a game ended.

    >>> from passatempo.games.values import Result
    >>> (
    ...     ending_sentence(Result((0,), (1, -1), "won"), ("X", "O")),
    ...     ending_sentence(Result((), (0, 0), "draw"), ("X", "O")),
    ... )
    ('X has won', 'draw')
    """
    winners = [names[seat] for seat in game_result.winners]
    if not winners:
        return translate(HOW[game_result.how], locale)
    if winners == [display_name(YOU, locale)]:
        return translate(mark("you have won"), locale)
    sentence = mark("{name} has won") if len(winners) == 1 else mark("{name} have won")
    winners_line = translate(mark("{names} and {last}"), locale, names=", ".join(winners[:-1]), last=winners[-1])
    return translate(sentence, locale, name=winners_line if winners[1:] else winners[0])


def read_cell(text: str) -> tuple[int, int]:
    """Read a row and a column, without looking whether they are on the board; both count from 0 then.

    Raises
    ------
    FormatError
        If the text is something else.

    Examples
    --------
    >>> read_cell("3, 4"), read_cell("(3 4)")
    ((2, 3), (2, 3))
    """
    cell_match = _CELL.fullmatch(text.strip())
    if cell_match is None:
        raise FormatError(
            message(mark("{text} is not a row and a column, such as 3 4"), text=quote(text)), kind="bad-move"
        )
    return int(cell_match[1]) - 1, int(cell_match[2]) - 1


def write_cell(place: tuple[int, int]) -> str:
    """Write a row and a column as they are typed.

    >>> write_cell((2, 3))
    '3 4'
    """
    return f"{place[0] + 1} {place[1] + 1}"
