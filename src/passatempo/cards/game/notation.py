"""Moves as they are typed: ``5 = 3`` puts the card 3 at position 5, ``5 =`` takes it away, ``stop`` gives up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from passatempo.cards.game.play import Move
from passatempo.core.errors import FormatError, quote
from passatempo.core.play.typed import STOP_WORDS
from passatempo.core.words import mark, told

if TYPE_CHECKING:
    from passatempo.cards.game.play import Laying

_MOVE = re.compile(r"([0-9]{1,6})\s*=\s*(-?[0-9]{1,16})?")


def read(laying: Laying, text: str, locale: str) -> Move:
    """Read a move.

    Raises
    ------
    FormatError
        If it is none.

    Examples
    --------
    >>> read(None, "5 = 3", "en"), read(None, "5=", "en").what
    (Move(what='put', position=5, value=3), 'take')
    """
    written = text.strip().lower()
    if written in STOP_WORDS:
        return Move("stop")
    found = _MOVE.fullmatch(written)
    if found is None:
        raise FormatError(told(mark("{text} is not a move"), text=quote(text)), kind="bad-move")
    position = int(found[1])
    return Move("take", position) if found[2] is None else Move("put", position, int(found[2]))


def write(laying: Laying, move: Move, locale: str) -> str:
    """Write a move.

    >>> write(None, Move("put", 5, 3), "en"), write(None, Move("take", 5), "en")
    ('5 = 3', '5 =')
    """
    if move.what == "stop":
        return "stop"
    return f"{move.position} = {move.value}" if move.what == "put" else f"{move.position} ="
