"""Names of cells, and lists of moves."""

import re
from collections.abc import Sequence

from passatempo.core.errors import FormatError, quote
from passatempo.core.messages import mark, message
from passatempo.core.text import Piece, refuse_large
from passatempo.mnk.model import Place
from passatempo.mnk.rules import MOST_CELLS

_MOVE = re.compile(r"([A-Za-z]{1,4})([0-9]{1,6})|\(?([0-9]{1,6})\s*,\s*([0-9]{1,6})\)?")
_NUMBERING = re.compile(r"(?<!\S)[0-9]++\.(?=\s|[A-Za-z(])")
_WORD = re.compile(rf"{_MOVE.pattern}|({_NUMBERING.pattern})|[^\s;,]+")


def read_moves(piece: Piece) -> list[tuple[int, int]]:
    """Read a list of moves as rows and columns from 1; ``1.`` numbers a move, or a move of X and the reply.

    >>> read_moves(Piece.of_text("1. b2 a1 2. 3,3"))
    [(2, 2), (1, 1), (3, 3)]
    """
    move_places: list[tuple[int, int]] = []
    for match in _WORD.finditer(piece.text):
        if match[5]:
            _check_number(piece.sub_piece(*match.span()), len(move_places))
        elif match.lastindex is None or len(move_places) == MOST_CELLS:
            word = piece.sub_piece(*match.span())
            refuse_large(len(move_places) + 1, 1, MOST_CELLS, "the number of moves", word)
            raise word.error(
                "is not a move: expected a column's letters and a row's number, or row,column", kind="bad-move"
            )
        else:
            move_places.append(_parse_place(match))
    return move_places


def _check_number(number: Piece, before: int) -> None:
    """Reject a number that does not fit the moves before it."""
    fitting = dict.fromkeys([f"{before // 2 + 1}.", f"{before + 1}."])
    if number.text.lstrip("0") not in fitting:
        error_message = f"was found before move {before + 1} of the game, but {' or '.join(fitting)} is expected"
        raise number.error(f"{error_message}; pass several games one by one", kind="numbering")


def refuse_games(rows: Sequence[Piece]) -> None:
    """Reject lines of moves that may be one game or several: more than one move per line, and no numbers."""
    if all(len(_MOVE.findall(row.text)) < 2 for row in rows):
        return
    for row in rows[1:]:
        if not _NUMBERING.search(row.text):
            raise row.error(
                "may continue the game of the line above or begin another game: write one game on one line or number "
                "its moves ('1. b2 a1'), and pass several games one by one",
                kind="several-games",
            )


def moves_of(text: str) -> list[tuple[int, int]]:
    """Read a list of moves of the command line.

    >>> moves_of("b2 a1")
    [(2, 2), (1, 1)]
    """
    return read_moves(Piece.of_text(text, "moves"))


def _parse_place(match: re.Match[str]) -> tuple[int, int]:
    if match[1]:
        return int(match[2]), column_of(match[1])
    return int(match[3]), int(match[4])


def column_of(letters: str) -> int:
    """Return the number of a column from 1: a, b, ... z, aa, ab, ...

    >>> column_of("c"), column_of("aa"), letters_of(27)
    (3, 27, 'aa')
    """
    number = 0
    for letter in letters.lower():
        number = number * 26 + ord(letter) - ord("a") + 1
    return number


def letters_of(column: int) -> str:
    """Return the letters of a column from 1; empty if there is no such column."""
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def write_place(place: Place) -> str:
    """Write a cell, given by row and column from 0, in the usual notation.

    >>> write_place((1, 2))
    'c2'
    """
    if min(place) < 0:  # on no board, but an answer that is checked may name it
        return f"({place[0] + 1}, {place[1] + 1})"
    return f"{letters_of(place[1] + 1)}{place[0] + 1}"


def read_place(text: str) -> Place:
    """Read one cell as row and column from 0.

    >>> read_place("c2"), read_place("2,3"), read_place("2 3")
    ((1, 2), (1, 2), (1, 2))
    """
    match = _MOVE.fullmatch(re.sub(r"(?<=[0-9])\s+(?=[0-9])", ",", text.strip()))
    if match is None:
        none = mark("{text} is not a square, such as c2 or 2,3")
        raise FormatError(message(none, text=quote(text.strip())), kind="bad-move")
    row, column = _parse_place(match)
    return row - 1, column - 1
