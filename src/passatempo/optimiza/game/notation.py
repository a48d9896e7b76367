"""Moves as they are typed: a row and a column from 1, as in ``2 3``, or ``stop``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, quote
from passatempo.optimiza.game.turns import STOP

if TYPE_CHECKING:
    from passatempo.optimiza.game.turns import Move, Place, Position

STOPS = ("stop", "ferma", "para")  # English in every language, and the others' own
_CELL = re.compile(r"\(?\s*([0-9]{1,6})\s*[, ]\s*([0-9]{1,6})\s*\)?")


def read(position: Position, text: str, locale: str) -> Move:
    """Read a move.

    Raises
    ------
    FormatError
        If it is none.

    Examples
    --------
    >>> read(None, "2, 3", "en"), read(None, "stop", "es")
    ((1, 2), 'stop')
    """
    written = text.strip().lower()
    if written in STOPS:
        return STOP
    found = _CELL.fullmatch(written)
    if found is None:
        raise FormatError(f"{quote(text)} is not a move: a row and a column such as 2 3, or stop", kind="bad-move")
    return int(found[1]) - 1, int(found[2]) - 1


def write(position: Position, move: Move, locale: str) -> str:
    """Write a move.

    >>> write(None, (1, 2), "en"), write(None, "stop", "en")
    ('2 3', 'stop')
    """
    return move if isinstance(move, str) else write_cell(move)


def write_cell(place: Place) -> str:
    """Write a row and a column as they are typed."""
    return f"{place[0] + 1} {place[1] + 1}"
