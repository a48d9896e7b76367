"""The bots: they open a certainly safe cell, or otherwise the best guess of a policy of the question `guess`."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from passatempo.core.json import dump_fraction
from passatempo.core.limits import Limits
from passatempo.core.messages import translate
from passatempo.core.random import Random
from passatempo.games.values import write_cell
from passatempo.minesweeper.exact import guess as exact
from passatempo.minesweeper.exact.methods import chances
from passatempo.minesweeper.game.play import Move, View
from passatempo.minesweeper.model import FLAG, Board, Place, is_covered

NODES = 200_000  # default limit of diagram states per move: about 50 ms


def guess(view: View, random: Random, limits: Limits, settings: Any = None) -> Move:
    """Open the cell that a policy chooses, by default the strongest; a flag on it is removed first.

    >>> from passatempo.core.limits import Limits
    >>> from passatempo.games.values import Deal
    >>> from passatempo.core.random import Random
    >>> from passatempo.minesweeper.game import play, rules
    >>> guess(play.view(play.start(rules.GameRules(), 1, Deal(7)), 0), Random(0), Limits())
    Move(action='open', place=(4, 4))
    """
    rules = view.rules
    if view.has_promise and FLAG not in view.cells:
        return Move("open", ((rules.rows - 1) // 2, (rules.columns - 1) // 2))
    free = limits.seconds is None and limits.nodes is None
    best_guess = exact.guess(view.board, replace(limits, nodes=NODES) if free else limits, settings=settings).answer
    place = best_guess.cell if best_guess is not None else None
    if place is None:  # too many layouts to count
        place = view.board.place(next(cell for cell, code in enumerate(view.cells) if is_covered(code)))
    return Move("flag" if view.cells[place[0] * rules.columns + place[1]] == FLAG else "open", place)


def advice(view: View, move: Move, locale: str) -> str:
    """Describe the move of the bot, and how safe it is."""
    at = write_cell(move.place)
    if move.action == "flag":
        return translate("Remove the flag at {cell}: no square is safer.", locale, cell=at)
    if view.has_promise:
        return translate("Open {cell}: the first square has no mine.", locale, cell=at)
    chance = chance_of(view.board, move.place)
    if chance is None:
        return translate("Open {cell}: the chances cannot be computed.", locale, cell=at)
    if chance == 0:
        return translate("Open {cell}: it is safe.", locale, cell=at)
    return translate(
        "No square is safe. Best guess: {cell}, a mine with chance {chance}.",
        locale,
        cell=at,
        chance=format_chance(chance),
    )


def chance_of(board: Board, place: Place) -> Fraction | None:
    """Return the chance of a mine in a covered cell, or None if there are too many layouts to count.

    >>> from passatempo.minesweeper import read
    >>> str(chance_of(read("1##", mines=1), (0, 1)))
    '1'
    """
    board_chances = chances(board).answer
    return None if board_chances is None else board_chances.near.get(place, board_chances.other)


def format_chance(chance: Fraction) -> str:
    """Write a chance in per cent, and also as a fraction if that is short.

    >>> from fractions import Fraction
    >>> format_chance(Fraction(1, 3)), format_chance(Fraction(1001, 9999))
    ('1/3 (33.3 %)', '10.0 %')
    """
    percent = f"{100 * chance.numerator / chance.denominator:.1f} %"
    return f"{dump_fraction(chance)} ({percent})" if chance.denominator < 100 else percent
