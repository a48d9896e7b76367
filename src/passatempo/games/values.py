"""The values that pass between a game and its players: deals, results, typed cells, transcripts of games.

They are separate from `core.game`, since lists need none of them and each class costs most of a millisecond.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from passatempo.core.errors import FormatError, quote
from passatempo.core.messages import mark, message, translate

YOU = mark("you")  # the default name of a person
HOW = {
    "closed": mark("closed"),
    "blocked": mark("blocked"),
    "won": mark("won"),
    "lost": mark("lost"),
    "draw": mark("draw"),
    "finished": mark("finished"),
    "resigned": mark("resigned"),
}
STOP_WORDS = ("stop", "ferma", "para")  # all three work in every language
CELL = r"\(?\s*([0-9]{1,6})\s*[, ]\s*([0-9]{1,6})\s*\)?"  # part of a regular expression for a complete move
_CELL = re.compile(CELL)


@dataclass(frozen=True, slots=True)
class Deal:
    """All that chance decides in a game.

    Parameters
    ----------
    seed
        The seed of its random stream; None if everything is explicit.
    deal_content
        The explicit deal or board, in the game's `deal` shape; None if the seed decides.
    """

    seed: int | None = None
    deal_content: Any = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: the seats that won, from 0, each seat's score, and the kind of ending.

    `how` is one of closed, blocked, won, lost, draw, finished, resigned.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    how: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a move that is still being typed: the view after it, and a sentence about it."""

    view: Any
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """The start of a game: the rules, the deal, and moves already made."""

    rules: Any
    deal: Deal = Deal()
    moves: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules, and its source. `source` also states what the source leaves open."""

    rules: Any
    source: str = ""


@dataclass(frozen=True, slots=True)
class GameTranscript:
    """A game of a series in words.

    Parameters
    ----------
    head_line
        The identification of the game.
    turns
        Each move as JSON, with a sentence about it.
    positions
        The instances of the pastime from before the first move to after the last one.
    ending_line
        How it ended, in words.
    result_json
        The result as JSON.
    played
        The game as `judge_game` takes it.
    """

    head_line: str
    turns: tuple[tuple[Any, str], ...]
    positions: tuple[Any, ...]
    ending_line: str
    result_json: dict[str, Any]
    played: Any = None


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """The judgement of a game in words and as JSON, under the key `judgement`; both are empty if there is none."""

    lines: tuple[str, ...] = ()
    as_json: dict[str, Any] = field(default_factory=dict)


def dump_result(game_result: Result) -> dict[str, Any]:
    """Write a result as in a record, with seats from 1.

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
    """Return the name of a player in a language. The default name of a person is translated, also with a letter.

    >>> display_name("greedy", "it"), display_name("you B", "en")
    ('greedy', 'you B')
    """
    word, blank, letter = name.partition(" ")
    return translate(YOU, locale) + blank + letter if word == YOU else name


def ending_sentence(game_result: Result, names: Sequence[str], locale: str = "en") -> str:
    """Describe in a few words how a game ended.

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
    """Read a row and a column as numbers from 0, without checking whether they are on the board.

    Raises
    ------
    FormatError
        If the text is not a row and a column.

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
    """Write a row and a column in the form in which they are typed.

    >>> write_cell((2, 3))
    '3 4'
    """
    return f"{place[0] + 1} {place[1] + 1}"
