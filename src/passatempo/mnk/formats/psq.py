r"""Games as PSQ, the records of Gomocup managers: five in a row, one move per line as ``x,y,milliseconds``.

::

    Piskvorky 15x15, 11:11, 0
    8,8,120
    9,8,95

The size is width x height. x is the column and y the row, both from 1. The names of the players and a number for the
result follow the moves and are ignored. The rule may follow too, as in ``0,Freestyle15_3``, and every rule but five or
more in a row is rejected. This package writes other rules in a line of its own, such as ``rules: k=4 torus``, which
flags can override.
"""

import re
from typing import Any

from passatempo.core.text import BLANKS, ENDS, LINE_END, LINE_START, Piece, clean, limit_pieces, lines
from passatempo.mnk.formats.sgf import read_rules, write_rules
from passatempo.mnk.model import Position, move_history
from passatempo.mnk.rules import FIVE, MOST_CELLS
from passatempo.mnk.text import position_of

_HEAD = re.compile(r"piskvorky\s+([0-9]{1,18})\s*x\s*([0-9]{1,18})\b", re.IGNORECASE)
_NAMED = rf"(freestyle|standard|renju|caro)[0-9_x]*{BLANKS}{LINE_END}"
_RULES = re.compile(
    rf"{LINE_START}{BLANKS}(?:rules:([^{ENDS}]*)|-?[0-9]+{BLANKS},{BLANKS}([A-Za-z]+|[^{ENDS}]*)|{_NAMED})",
    re.IGNORECASE,
)
_MOVE = re.compile(rf"{BLANKS}([0-9]{{1,9}}){BLANKS},{BLANKS}([0-9]{{1,9}}){BLANKS}(?:,{BLANKS}-?[0-9]+{BLANKS})?")
_MOVES = re.compile(rf"{LINE_START}{_MOVE.pattern}{LINE_END}")


def matches(text: str, **_keys: Any) -> bool:
    """Return whether a text begins like a PSQ file."""
    return text.removeprefix("\ufeff").lstrip()[:9].casefold() == "piskvorky"


def read(text: str, **keys: Any) -> Position:
    r"""Read a PSQ file.

    Raises
    ------
    FormatError
        If the first line has no size, or a line between moves is not a move.

    Examples
    --------
    >>> read("Piskvorky 3x2, 11:11, 0\n1,2,0\n2,1,12\nengine.exe\n").rows
    ('.O.', 'X..')
    """
    file_piece = Piece.of_text(clean(text).lstrip())
    rows = lines(file_piece)
    head = next(rows)
    match = _HEAD.match(head.text)
    if match is None:
        raise head.error("is not a head such as 'Piskvorky 15x15, 11:11, 0'", kind="psq")
    position_keys: dict[str, Any] = {"m": int(match[2]), "n": int(match[1]), "k": FIVE}
    moves: list[tuple[int, int]] = []
    for row in limit_pieces(rows, MOST_CELLS + 1, "the number of moves"):
        move = _MOVE.fullmatch(row.text)
        if move is None:
            if _MOVES.search(file_piece.text, row.end):
                raise row.error("is not a move such as 8,8,120, and moves follow it", kind="psq")
            position_keys |= _tail_rules(file_piece.sub_piece(row.start, file_piece.end))
            break
        moves.append((int(move[2]), int(move[1])))
    return position_of(**{**position_keys, "moves": moves, **keys})


def _tail_rules(tail: Piece) -> dict[str, Any]:
    """Read the rule after the moves, if there is one."""
    rule_keys: list[dict[str, Any]] = []
    for match in _RULES.finditer(tail.text):
        if rule_keys:
            line = tail.sub_piece(*match.span())
            raise line.error("is a second rule after the moves: a game has one", kind="key-twice")
        rule_keys.append(read_rules(tail.sub_piece(*match.span(match.lastindex or 0)), "the rule behind the moves"))
    return rule_keys[0] if rule_keys else {}


def write(position: Position) -> str:
    r"""Write a game as PSQ.

    Raises
    ------
    FormatError
        If the order of the moves is unknown.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> write(read("m: 6\nn: 5\nk: 5\nb2 a1"))
    'Piskvorky 5x6, 11:11, 0\n2,2,0\n1,1,0\n'
    >>> write(read("m: 6\nn: 5\nk: 4\nb2\ntorus: true"))
    'Piskvorky 5x6, 11:11, 0\n2,2,0\nrules: k=4 torus\n'
    """
    rules = position.rules
    places = [position.place(cell) for cell in move_history(position)]
    rows = [f"Piskvorky {rules.n}x{rules.m}, 11:11, 0", *(f"{column + 1},{row + 1},0" for row, column in places)]
    if not (rules.plain and rules.k == FIVE):
        rows.append(f"rules: {write_rules(rules)}")
    return "\n".join(rows) + "\n"
