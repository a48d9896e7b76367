r"""Positions and games as SGF, FF[4], of the kind GM[4] (five in a row and renju); black is X, white is O.

A point has a letter for its column and one for its row, a-z for 1 to 26 and A-Z for 27 to 52. On larger boards it is
written as in this package's text format, such as ``bs70``. The property RU gives k and the options, as in
``RU[k=4 torus]``; the default is five in a row, and any other rule is rejected. Only the main line of a tree is read,
and a file holds one game.

Source: SGF FF[4], https://www.red-bean.com/sgf/.
"""

import re
from collections.abc import Iterator
from string import ascii_letters
from typing import Any

from passatempo.core.errors import FormatError, quote
from passatempo.core.text import Piece, clean, refuse_large
from passatempo.mnk.formats.notation import read_moves, write_place
from passatempo.mnk.model import Place, Position
from passatempo.mnk.rules import FIVE, MARKS, MOST_CELLS, OPTIONS, O, Rules, X, wrong_size
from passatempo.mnk.text import position_of

_START = re.compile(r"\ufeff?\s*\(\s*;")
_TOKEN = re.compile(r"\s*+(?:([(;]++|\))|([A-Za-z]*+)\s*+\[((?:[^\]\\]++|\\.)*+)\]|[A-Za-z]++)", re.DOTALL)
_VALUE = re.compile(r"\[(?:[^\]\\]++|\\.?)*+(?:\]|\Z)", re.DOTALL)
_RULE = re.compile(r"k\s*=\s*([0-9]{1,18})(?![^\s,])|[^\s,]+", re.IGNORECASE)
_SIZE = re.compile(r"([0-9]{1,18})(?::([0-9]{1,18}))?")
_SETUP = {"AB": X, "AW": O, "AE": 0}
_COLOURS = {X: "B", O: "W"}
_ONCE = ("GM", "RU", "SZ")
_READ = {"B", "W", "PL", *_SETUP, *_ONCE}
FREE = ("", "0", "free", "freestyle", "gomoku")  # names that other programs give to five or more in a row
_FIVE_IN_A_ROW = 4
_GAMES = (  # GM[1], GM[2], ...
    "Go, Othello, chess, five in a row, nine men's morris, backgammon, Chinese chess, shogi, lines of action, ataxx, "
    "hex, jungle, neutron, philosopher's football, quadrature, trax, tantrix, amazons, octi, gess, twixt, zertz, "
    "plateau, yinsh, punct, gobblet, hive, exxit, hnefatal, kuba, tripples, chase, tumbling down, sahara, byte, focus, "
    "dvonn, tamsk, gipf, kropki"
)


def matches(text: str, **_keys: Any) -> bool:
    """Return whether a text begins like an SGF file."""
    return _START.match(text) is not None


def read(text: str, **keys: Any) -> Position:
    """Read an SGF file.

    Raises
    ------
    FormatError
        With the place of the error.

    Examples
    --------
    >>> read("(;GM[4]SZ[3:2];B[bb];W[aa])").rows
    ('O..', '.X.')
    """
    file_piece = Piece.of_text(clean(text))
    _refuse_collection(file_piece)
    position_keys: dict[str, Any] = {"m": 19, "n": 19, "k": FIVE}  # the default size of SGF
    mark_points: list[tuple[int, Piece]] = []
    once: set[str] = set()
    setup, turn = False, None  # turn: a PL that no move has followed yet
    for name, property_value in _parse_properties(file_piece):
        if name in once:
            raise property_value.fault(
                f"{_property_label(name, property_value)} and another {name} are given: a game has one",
                kind="key-twice",
            )
        once |= {name} & set(_ONCE)
        if name == "SZ":
            position_keys |= _parse_size(property_value)
        elif name == "RU":
            position_keys |= read_rules(property_value, _property_label("RU", property_value))
        elif name == "GM":
            _refuse_game(property_value)
        elif name == "PL":
            turn = property_value
        elif name in _SETUP:
            setup = True
            mark_points.append((_SETUP[name], property_value))
        else:
            mark_points.append((X if name == "B" else O, property_value))
            if turn:
                _check_turn(turn, mark_points[-1][0], f"{_property_label(name, property_value)} follows")
            turn = None
        refuse_large(len(mark_points), 1, MOST_CELLS, "the number of points", property_value)
    points = [(mark, _parse_point(property_value)) for mark, property_value in mark_points]
    if turn:
        marks = list({point: mark for mark, point in points}.values())
        crosses, noughts = marks.count(X), marks.count(O)
        _check_turn(turn, O if crosses > noughts else X, f"the board has {crosses} X and {noughts} O")
    alternate = all(mark == (O if number % 2 else X) for number, (mark, _) in enumerate(points))
    if setup or not alternate:
        return position_of(
            **{
                **position_keys,
                "board": _board_rows(position_keys["m"], position_keys["n"], points, mark_points),
                **keys,
            }
        )
    return position_of(**{**position_keys, "moves": [point for _, point in points], **keys})


def _refuse_collection(file_piece: Piece) -> None:
    """Reject a file of several games."""
    depth = games = 0
    for bracket in re.findall("[()]", _VALUE.sub("", file_piece.text)):
        games += bracket == "(" and not depth
        depth = max(0, depth + (1 if bracket == "(" else -1))
    if games > 1:
        raise FormatError(f"the file has {games} games; pass a file with one of them", kind="games")


def _refuse_game(property_value: Piece) -> None:
    """Reject a game other than five in a row, by its number and name."""
    text = property_value.text.strip()
    number = int(text) if re.fullmatch("[0-9]{1,9}", text) else 0
    if number != _FIVE_IN_A_ROW:
        games = _GAMES.split(", ")
        name = games[number - 1] if 0 < number <= len(games) else "no game that is known"
        raise property_value.fault(
            f"{_property_label('GM', property_value)} is {name}; five in a row is GM[{_FIVE_IN_A_ROW}]",
            kind="other-game",
        )


def _check_turn(turn: Piece, mark: int, why: str) -> None:
    """Reject a PL that disagrees with the marks about the side to move."""
    if turn.text.strip()[:1].upper() != _COLOURS[mark]:
        error_message = (
            f"{_property_label('PL', turn)} does not fit: {why}, so {MARKS[mark]} moves (PL[{_COLOURS[mark]}])"
        )
        raise turn.fault(error_message, kind="wrong-turn")


def _property_label(name: str, property_value: Piece) -> str:
    """Write a property as in the file, shortened if it is long."""
    return f"{name}[{quote(property_value.text)[1:-1]}]"


def _parse_properties(piece: Piece) -> Iterator[tuple[str, Piece]]:
    """Yield the properties of the main line: each first child, up to the first end of a tree."""
    name, at, text = "", 0, piece.text
    while True:
        match = _TOKEN.match(text, at)
        if match is None:
            left = len(text) - len(text[at:].lstrip())
            if left < len(text):
                raise piece.sub_piece(left, left + 1).error("was not expected in an SGF file", kind="sgf")
            raise piece.sub_piece(len(text), len(text)).fault("the SGF file ends before its tree", kind="sgf")
        at = match.end()
        if match[1] == ")":
            return
        if match[1] or match[3] is None:
            name = ""
            continue
        if match[2]:
            name = "".join(filter(str.isupper, match[2]))  # older files have small letters between
        if not name:
            raise piece.sub_piece(*match.span()).error("is a value without a property", kind="sgf")
        if name in _READ:
            yield name, piece.sub_piece(*match.span(3))


def _parse_size(property_value: Piece) -> dict[str, int]:
    """Read ``SZ[15]`` or ``SZ[columns:rows]``."""
    match = _SIZE.fullmatch(property_value.text)
    if match is None:
        raise property_value.error("is not a size such as 15 or 12:10", kind="sgf")
    n, m = int(match[1]), int(match[2] or match[1])
    for fault in wrong_size(m, n, 1):  # before a board is built
        raise property_value.fault(f"{_property_label('SZ', property_value)}: {fault.text}", kind=fault.rule)
    return {"n": n, "m": m}


def read_rules(piece: Piece, named: str) -> dict[str, Any]:
    """Read k and the options, or a name of five or more in a row; reject every other rule.

    Parameters
    ----------
    named
        The name of the property in error messages.

    Examples
    --------
    >>> read_rules(Piece.of_text("k=4 torus"), "RU")
    {'k': 4, 'torus': True}
    """
    rule_keys: dict[str, Any] = {}
    if piece.text.strip().casefold() in FREE:
        return rule_keys
    for match in _RULE.finditer(piece.text):
        key = "k" if match[1] else match[0].casefold()
        if key in rule_keys or not (match[1] or key in OPTIONS):
            rule_hint = (
                f"write free for five or more in a row, else k=5 and the options that hold ({', '.join(OPTIONS)})"
            )
            rule_fault = "stands twice" if key in rule_keys else f"is not a supported rule: {rule_hint}"
            raise piece.sub_piece(*match.span()).fault(f"{named}: {quote(match[0])} {rule_fault}", kind="bad-rule")
        rule_keys[key] = int(match[1]) if match[1] else True
    return rule_keys


def write_rules(rules: Rules) -> str:
    """Write k and the options.

    >>> from passatempo.mnk.rules import Rules
    >>> write_rules(Rules(3, 3, 4, torus=True))
    'k=4 torus'
    """
    return " ".join([f"k={rules.k}", *(option for option in OPTIONS if getattr(rules, option))])


def _parse_point(property_value: Piece) -> tuple[int, int]:
    """Read a point as row and column from 1."""
    text = property_value.text.strip()
    if len(text) == 2 and text.isascii() and text.isalpha():
        return ascii_letters.index(text[1]) + 1, ascii_letters.index(text[0]) + 1
    if text and text[-1].isdecimal():
        point_moves = read_moves(property_value)
        if len(point_moves) == 1:
            return point_moves[0]
    raise property_value.error("is not a point such as hh", kind="sgf")


def _board_rows(
    m: int, n: int, points: list[tuple[int, tuple[int, int]]], pieces: list[tuple[int, Piece]]
) -> list[str]:
    """Place marks on an empty board, in the order of the file."""
    rows = [["."] * n for _ in range(m)]
    for (mark, (row, column)), (_, piece) in zip(points, pieces, strict=True):
        if not (row <= m and column <= n):
            raise piece.error(f"is outside the board of {m} x {n}", kind="outside")
        rows[row - 1][column - 1] = MARKS[mark]
    return ["".join(row) for row in rows]


def write(position: Position) -> str:
    r"""Write a position as SGF: its game if known, else its marks.

    >>> from passatempo.mnk.text import read
    >>> write(read("m: 3\nn: 4\nk: 3\nb2 a1"))
    '(;FF[4]GM[4]CA[UTF-8]AP[passatempo]SZ[4:3]RU[k=3]\n;B[bb];W[aa])\n'
    """
    rules = position.rules
    size = str(rules.n) if rules.m == rules.n else f"{rules.n}:{rules.m}"
    root = f"(;FF[4]GM[4]CA[UTF-8]AP[passatempo]SZ[{size}]RU[{write_rules(rules)}]"
    large = max(rules.m, rules.n) > len(ascii_letters)
    if position.moves:
        move_points = [_write_point(position.place(cell), large=large) for cell in position.moves]
        moves = [f";{'W' if number % 2 else 'B'}[{point}]" for number, point in enumerate(move_points)]
        return f"{root}\n{''.join(moves)})\n"
    for name, mark in (("AB", X), ("AW", O)):
        cells = [cell for cell, cell_mark in enumerate(position.cells) if cell_mark == mark]
        if cells:
            root += f"\n{name}" + "".join(f"[{_write_point(position.place(cell), large=large)}]" for cell in cells)
    return f"{root}\nPL[{'B' if position.to_move == X else 'W'}])\n"


def _write_point(place: Place, *, large: bool) -> str:
    return write_place(place) if large else ascii_letters[place[1]] + ascii_letters[place[0]]
