"""Boards as `show` prints them: letters above the columns, numbers beside the rows, rules and turn below.

::

        a  b  c
    1   .  .  O
    2   .  . (X)
    3   X  O  .
    () the last move
    3,3,3 · O to move

Brackets are around the last move and completed lines. What is printed has no order of moves, so none is read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from passatempo.core.text import Piece, lines
from passatempo.mnk.formats.notation import letters_of
from passatempo.mnk.model import result_sentence
from passatempo.mnk.rules import MARKS, OPTIONS, no_line

if TYPE_CHECKING:
    from passatempo.mnk.model import Position
    from passatempo.mnk.rules import Rules

WORDS = {"exact": "exactly k", "maker_breaker": "maker and breaker"}
LINE, LAST = "[] a completed line", "() the last move"
_FOOT = re.compile(r"([0-9]{1,9}),([0-9]{1,9}),([0-9]{1,9})((?: [a-z ]+)?) · .+")
_ROW = re.compile(r"\s*([0-9]+)\s")
_BRACKETS = str.maketrans("[]()", "    ")


def title(rules: Rules) -> str:
    """Name the game.

    >>> from passatempo.mnk.rules import Rules
    >>> title(Rules(15, 15, 5, exact=True))
    '15,15,5 exactly k'
    """
    options = [WORDS.get(option, option) for option in OPTIONS if getattr(rules, option)]
    return " ".join([f"{rules.m},{rules.n},{rules.k}", *options])


def status(position: Position) -> str:
    """Say what is played, and whose turn it is or how it ended."""
    over = position.result
    state = result_sentence(over) if over else f"{MARKS[position.to_move]} to move"
    hopeless = f" · {no_line(position.rules)}" if position.rules.hopeless else ""
    return f"{title(position.rules)} · {state}{hopeless}"


def read_shown(piece: Piece) -> tuple[dict[str, Any], Piece, Piece | None]:
    r"""Read the keys that a printed board says.

    Returns
    -------
    tuple
        The keys; the text with blanks in place of all but the cells; the line below the board, if there is one.

    Examples
    --------
    >>> keys, rest, foot = read_shown(Piece.whole("   a b\n1  X .\n2 (O).\n2,2,2 torus · X to move"))
    >>> keys, rest.text.split(), foot.text
    ({'n': 2, 'm': 2, 'k': 2, 'torus': True}, ['X', '.', 'O', '.'], '2,2,2 torus · X to move')
    """
    first, *rows = [line for line in lines(piece) if line.text.strip()] or [piece]
    heads = first.text.split()
    if not heads or heads != [letters_of(column) for column in range(1, len(heads) + 1)]:
        return {}, piece, None
    cells, foot = {first.start: " " * len(first.text)}, None
    keys: dict[str, Any] = {"n": len(heads)}
    for number, line in enumerate(rows, 1):
        row, below = _ROW.match(line.text), _FOOT.fullmatch(line.text.strip())
        if row and row[1] == str(number):
            cells[line.start] = " " * row.end() + line.text[row.end() :].translate(_BRACKETS)
        elif below and foot is None:
            keys, foot = keys | _said(below), line
            cells[line.start] = " " * len(line.text)
        elif set(line.text.strip().split(", ")) <= {LINE, LAST}:
            cells[line.start] = " " * len(line.text)
    text, at = "", 0
    for start, blank in sorted(cells.items()):
        text, at = text + piece.source[at:start] + blank, start + len(blank)
    return keys, Piece.whole(text + piece.source[at:]), foot


def _said(foot: re.Match[str]) -> dict[str, Any]:
    """Read sizes and options; whether the line says more or else is seen when it is held against the position."""
    sizes = {name: int(foot[at]) for at, name in enumerate("mnk", 1)}
    return sizes | {option: True for option in OPTIONS if WORDS.get(option, option) in foot[4]}
