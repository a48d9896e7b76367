"""The file of a match's games: a line as each game ends, and read again to go on with a match that was stopped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, PassatempoError, quote
from passatempo.core.input import whole_lines
from passatempo.core.json import convert, decode, encode
from passatempo.mnk.json import pair
from passatempo.mnk.match.match import End, Played
from passatempo.mnk.text import position_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.mnk.lines import Cell
    from passatempo.mnk.match.match import PairOfGames, Plan
    from passatempo.mnk.rules import Rules

MOST_BYTES = 1 << 30  # of a file: a million games of some hundred moves
DIGITS = 4  # of seconds


@dataclass(frozen=True, slots=True)
class Saved:
    """A game as the file holds it: the keys of an instance, how it went, and the limits that it was played under.

    Parameters
    ----------
    m, n, k, moves
        The instance; rows and columns from 1, the opening's moves included.
    opening
        How many moves were given.
    first, second
        The players, the one who moved first after the opening before the other.
    winner
        One of them; None for a draw.
    score
        Of `first` and of `second`: 1 for a win, a half for a draw. It tells who won also where both have one name.
    end, said
        Why the game ended, and what a player who failed said.
    slowest, thought
        The longest time of a move and that of all moves, in seconds, of `first` and of `second`.
    seconds, nodes, threads, most_moves
        The limits of the match.
    """

    m: int
    n: int
    k: int
    moves: list[tuple[int, int]]
    opening: int
    first: str
    second: str
    winner: str | None
    score: tuple[float, float]
    end: End
    said: str
    slowest: tuple[float, float]
    thought: tuple[float, float]
    seconds: float
    nodes: int | None
    threads: int
    most_moves: int


def line_of(plan: Plan, game: Played) -> str:
    """Write a game as a line of the file."""
    rules, first, second = game.rules, game.first, 1 - game.first
    saved = Saved(
        m=rules.m,
        n=rules.n,
        k=rules.k,
        moves=_places(rules, game.moves),
        opening=game.opening,
        first=plan.players[first],
        second=plan.players[second],
        winner=None if game.winner is None else plan.players[game.winner],
        score=(game.score(first), game.score(second)),
        end=game.end,
        said=game.said,
        slowest=(round(game.slowest[first], DIGITS), round(game.slowest[second], DIGITS)),
        thought=(round(game.thought[first], DIGITS), round(game.thought[second], DIGITS)),
        seconds=plan.seconds,
        nodes=plan.nodes,
        threads=plan.threads,
        most_moves=plan.most_moves,
    )
    return encode(saved) + "\n"


def saved_pairs(name: str, plan: Plan) -> tuple[list[PairOfGames], int]:
    """Read the pairs of a match that was stopped, and how many bytes they take.

    A game without its other, or a line cut short, is left out.

    Raises
    ------
    FormatError
        If a line is no game, or a game of another match.
    """
    lines = whole_lines(name, MOST_BYTES)
    games = [_game(plan, number, line, f"{name}, line {number + 1}") for number, line in enumerate(lines)]
    pairs = list(zip(games[::2], games[1::2], strict=False))
    return pairs, sum(map(len, lines[: 2 * len(pairs)]))


def _game(plan: Plan, number: int, line: bytes, where: str) -> Played:
    """Take the game of a number: pairs come in the order of the plan, and each player begins once."""
    try:
        saved = convert(decode(line), Saved, "a game of a match")
    except FormatError as error:
        raise FormatError(error.message, where=where, kind=error.kind) from None
    if number >= 2 * len(plan.pairs):
        raise FormatError(f"the match has {2 * len(plan.pairs)} games", where=where)
    rules, opening = plan.pairs[number // 2]
    first = number % 2
    for what, found, wanted in (
        ("board", [saved.m, saved.n, saved.k], [rules.m, rules.n, rules.k]),
        ("first player", saved.first, plan.players[first]),
        ("second player", saved.second, plan.players[1 - first]),
        ("moves given", saved.opening, len(opening)),
        ("opening", saved.moves[: len(opening)], _places(rules, opening)),
        ("seconds of a move", saved.seconds, plan.seconds),
        ("nodes of a move", saved.nodes, plan.nodes),
        ("threads", saved.threads, plan.threads),
        ("most moves", saved.most_moves, plan.most_moves),
    ):
        if found != wanted:
            told = f"{what} {quote(encode(found))}, not {quote(encode(wanted))}"
            raise FormatError(f"a game of another match: {told}", where=where)
    return _played(saved, rules, first, where)


def _played(saved: Saved, rules: Rules, first: int, where: str) -> Played:
    try:
        cells = position_of(rules.m, rules.n, rules.k, moves=saved.moves).moves
    except PassatempoError as error:
        raise FormatError(str(error), where=where) from None
    outcomes = {(1.0, 0.0): (first, saved.first), (0.0, 1.0): (1 - first, saved.second), (0.5, 0.5): (None, None)}
    winner, named = outcomes.get(saved.score, (None, ""))
    if saved.winner != named:
        told = f"{quote(encode(saved.winner))} does not match the score {quote(encode(saved.score))}"
        raise FormatError(f"winner {told}", where=where)
    a, b = first, 1 - first
    slowest, thought = (saved.slowest[a], saved.slowest[b]), (saved.thought[a], saved.thought[b])
    return Played(rules, cells, saved.opening, first, winner, saved.end, saved.said, slowest, thought)


def _places(rules: Rules, moves: Sequence[Cell]) -> list[tuple[int, int]]:
    """Write cells as rows and columns from 1."""
    return [pair(divmod(cell, rules.n)) for cell in moves]
