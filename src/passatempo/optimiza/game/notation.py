"""Moves as they are typed: a row and a column from 1, as in ``2 3``, or ``stop``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, quote
from passatempo.core.play.typed import STOP_WORDS, read_cell, write_cell
from passatempo.core.words import mark, told
from passatempo.optimiza.game.play import STOP

if TYPE_CHECKING:
    from passatempo.optimiza.game.play import Move, Position


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
    if text.strip().lower() in STOP_WORDS:
        return STOP
    try:
        return read_cell(text)
    except FormatError:
        raise FormatError(told(mark("{text} is not a move"), text=quote(text)), kind="bad-move") from None


def write(position: Position, move: Move, locale: str) -> str:
    """Write a move.

    >>> write(None, (1, 2), "en"), write(None, "stop", "en")
    ('2 3', 'stop')
    """
    return move if isinstance(move, str) else write_cell(move)
