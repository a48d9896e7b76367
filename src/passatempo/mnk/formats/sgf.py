r"""Positions and games as SGF, FF[4], of the kind GM[4] (five in a row and renju); black is X, white is O.

A point has a letter for its column and one for its row, a-z for 1 to 26 and A-Z for 27 to 52; on greater boards it is
written as in our text, such as ``bs70``. The root property RU says k and the options, as in ``RU[k=4 torus]``; without
it five in a row is meant. Only the main line of a tree is read.

Source: SGF FF[4], https://www.red-bean.com/sgf/.
"""

from __future__ import annotations

import re
from string import ascii_letters
from typing import TYPE_CHECKING, Any

from passatempo.core.text import Piece, clean
from passatempo.mnk.formats.notation import read_moves, write_place
from passatempo.mnk.rules import FIVE, MARKS, OPTIONS, O, X

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.mnk.model import Place, Position
    from passatempo.mnk.rules import Rules

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL)
_K = re.compile(r"\bk\s*=\s*([0-9]{1,9})\b")
_SIZE = re.compile(r"([0-9]{1,9})(?::([0-9]{1,9}))?")
_SETUP = {"AB": X, "AW": O, "AE": 0}


def read_sgf(text: str) -> dict[str, Any]:
    """Read an SGF file as the keys of an instance.

    Raises
    ------
    FormatError
        With the place of what is wrong.

    Examples
    --------
    >>> read_sgf("(;GM[4]SZ[15];B[hh];W[ih])")
    {'m': 15, 'n': 15, 'k': 5, 'moves': [(8, 8), (8, 9)]}
    """
    keys: dict[str, Any] = {"m": 19, "n": 19, "k": FIVE}  # the size that SGF means where it says none
    placed: list[tuple[int, Piece]] = []
    setup = False
    for name, value in _properties(Piece.whole(clean(text))):
        if name == "SZ":
            keys |= _sizes(value)
        elif name == "RU":
            keys |= read_rules(value.text)
        elif name in _SETUP:
            setup = True
            placed.append((_SETUP[name], value))
        elif name in ("B", "W"):
            placed.append((X if name == "B" else O, value))
    points = [(mark, _point(value)) for mark, value in placed]
    alternate = all(mark == (O if number % 2 else X) for number, (mark, _) in enumerate(points))
    if setup or not alternate:
        return keys | {"board": _board(keys["m"], keys["n"], points, placed)}
    return keys | {"moves": [point for _, point in points]}


def _properties(piece: Piece) -> Iterator[tuple[str, Piece]]:
    """Yield the properties of the main line: each first child, up to the first end of a tree."""
    name, at, text = "", 0, piece.text
    while True:
        match = _TOKEN.match(text, at)
        if match is None:
            left = len(text) - len(text[at:].lstrip())
            if left < len(text):
                raise piece.part(left, left + 1).error("was not expected in an SGF file", kind="sgf")
            raise piece.part(len(text), len(text)).fault("the SGF file ends before its tree", kind="sgf")
        at = match.end()
        if match[1] == ")":
            return
        if match[1]:
            name = ""
        elif match[2]:
            name = "".join(filter(str.isupper, match[2]))  # older files have small letters between
        elif not name:
            raise piece.part(*match.span()).error("is a value without a property", kind="sgf")
        else:
            yield name, piece.part(*match.span(3))


def _sizes(value: Piece) -> dict[str, int]:
    """Read ``SZ[15]`` or ``SZ[columns:rows]``."""
    match = _SIZE.fullmatch(value.text)
    if match is None:
        raise value.error("is not a size such as 15 or 12:10", kind="sgf")
    return {"n": int(match[1]), "m": int(match[2] or match[1])}


def read_rules(text: str) -> dict[str, Any]:
    """Read what RU says of k and the options; other words say nothing.

    >>> read_rules("k=4 torus")
    {'torus': True, 'k': 4}
    """
    found: dict[str, Any] = {option: True for option in OPTIONS if re.search(rf"\b{option}\b", text)}
    match = _K.search(text)
    return found | ({"k": int(match[1])} if match else {})


def written_rules(rules: Rules) -> str:
    """Write k and the options.

    >>> from passatempo.mnk.rules import Rules
    >>> written_rules(Rules(3, 3, 4, torus=True))
    'k=4 torus'
    """
    return " ".join([f"k={rules.k}", *(option for option in OPTIONS if getattr(rules, option))])


def _point(value: Piece) -> tuple[int, int]:
    """Read a point as row and column from 1."""
    text = value.text.strip()
    if len(text) == 2 and text.isascii() and text.isalpha():
        return ascii_letters.index(text[1]) + 1, ascii_letters.index(text[0]) + 1
    if text and text[-1].isdecimal():
        found = read_moves(value)
        if len(found) == 1:
            return found[0]
    raise value.error("is not a point such as hh", kind="sgf")


def _board(m: int, n: int, points: list[tuple[int, tuple[int, int]]], pieces: list[tuple[int, Piece]]) -> list[str]:
    """Put marks on an empty board, in the order of the file."""
    rows = [["."] * n for _ in range(m)]
    for (mark, (row, column)), (_, piece) in zip(points, pieces, strict=True):
        if not (row <= m and column <= n):
            raise piece.error(f"is outside the board of {m} x {n}", kind="outside")
        rows[row - 1][column - 1] = MARKS[mark]
    return ["".join(row) for row in rows]


def write_sgf(position: Position) -> str:
    r"""Write a position as SGF: its game where that is known, else its marks.

    >>> from passatempo.mnk.text import read
    >>> write_sgf(read("m: 3\nn: 4\nk: 3\nb2 a1"))
    '(;FF[4]GM[4]CA[UTF-8]AP[passatempo]SZ[4:3]RU[k=3]\n;B[bb];W[aa])\n'
    """
    rules = position.rules
    size = str(rules.n) if rules.m == rules.n else f"{rules.n}:{rules.m}"
    root = f"(;FF[4]GM[4]CA[UTF-8]AP[passatempo]SZ[{size}]RU[{written_rules(rules)}]"
    large = max(rules.m, rules.n) > len(ascii_letters)
    if position.moves:
        played = [_written(position.place(cell), large=large) for cell in position.moves]
        moves = [f";{'W' if number % 2 else 'B'}[{point}]" for number, point in enumerate(played)]
        return f"{root}\n{''.join(moves)})\n"
    for name, mark in (("AB", X), ("AW", O)):
        cells = [cell for cell, found in enumerate(position.cells) if found == mark]
        if cells:
            root += f"\n{name}" + "".join(f"[{_written(position.place(cell), large=large)}]" for cell in cells)
    return f"{root}\nPL[{'B' if position.to_move == X else 'W'}])\n"


def _written(place: Place, *, large: bool) -> str:
    return write_place(place) if large else ascii_letters[place[1]] + ascii_letters[place[0]]
