"""Moves as they are typed: ``3 4`` or ``open 3 4``, ``flag 3 4``, ``chord 3 4``; rows and columns from 1."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, quote
from passatempo.core.play.typed import CELL, write_cell
from passatempo.core.words import mark, told
from passatempo.minesweeper.game.play import Move

if TYPE_CHECKING:
    from passatempo.minesweeper.game.play import Deed, View

# English words in every language, and those of the others; no two languages use one word for different things.
WORDS: dict[str, Deed] = {"": "open", "open": "open", "o": "open", "apri": "open", "abre": "open"}
WORDS |= {"flag": "flag", "f": "flag", "bandierina": "flag", "bandiera": "flag", "bandera": "flag"}
WORDS |= {"chord": "chord", "c": "chord", "accordo": "chord", "acorde": "chord"}
_MOVE = re.compile(rf"([a-z]*)\s*{CELL}")


def read(view: View, text: str, locale: str) -> Move:
    """Read a move.

    Raises
    ------
    FormatError
        If it is none.

    Examples
    --------
    >>> from passatempo.core.play.values import Deal
    >>> from passatempo.minesweeper.game import play, rules
    >>> begun = play.view(play.start(rules.GameRules(), 1, Deal()), 0)
    >>> read(begun, "3 4", "en"), read(begun, "f 1,2", "it").what
    (Move(what='open', place=(2, 3)), 'flag')
    """
    found = _MOVE.fullmatch(text.strip().lower())
    if found is None or found[1] not in WORDS:
        raise FormatError(told(mark("{text} is not a move"), text=quote(text)), kind="bad-move")
    return Move(WORDS[found[1]], (int(found[2]) - 1, int(found[3]) - 1))


def write(view: View, move: Move, locale: str) -> str:
    """Write a move.

    >>> write(None, Move("open", (2, 3)), "en"), write(None, Move("flag", (2, 3)), "en")
    ('3 4', 'flag 3 4')
    """
    return write_cell(move.place) if move.what == "open" else f"{move.what} {write_cell(move.place)}"
