"""The text grid of a board, one character per cell, and ``key: value`` lines.

::

    #22#
    ###1
    0##0
    mines: 3

`#` is a covered cell, `F` one with a flag, `?` an opened cell with an unknown number; 0 to 9, then a to z, are
numbers. Blanks between the characters are ignored. In a text of one line a `/` ends a row. Other programs give some of
these signs other meanings. `RULES` determines the meaning of a grid and refuses an ambiguous one, unless the line
``reading: position`` selects the signs above. In JSON and after ``--grid`` only these signs are valid.
"""

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, NamedTuple

from passatempo.core.errors import FormatError
from passatempo.core.json import count_of
from passatempo.core.text import Piece, clean, split_keys
from passatempo.minesweeper.model import COVERED, FLAG, UNKNOWN, VARIANTS, Board, Cell, Place, Variant

KEYS = ("mines", "variant", "offsets", "click", "reading")
POSITION = "position"  # the only reading of a board
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
SIGNS = {COVERED: "#", FLAG: "F", UNKNOWN: "?"} | dict(enumerate(DIGITS))
_ALIEN = 252  # no cell has this code
_SIGNS = bytes(ord(SIGNS.get(code, "!")) for code in range(256))
NEIGHBOURS = frozenset(("variant", "offsets"))  # keys that no other program has
_LONGEST_NUMBER = 40  # characters of a mine count or a coordinate; longer ones are mistakes


def _code_table(other: dict[str, int]) -> bytes:
    """Return the code of every character, from our signs and those of another program."""
    sign_codes = {sign: code for code, sign in SIGNS.items()} | other
    return bytes(sign_codes.get(chr(byte), _ALIEN) for byte in range(256))


OURS = _code_table({})


class GridRule(NamedTuple):
    """The meaning of a grid that has a sign of each of `sign_groups` and only signs of `alphabet`.

    The meaning is the codes of its signs, or the name of its fault: `bare_meaning` without the line ``reading``, and
    `position_meaning` with ``reading: position``. Without that line the grid also has the `fault` if a square with a
    sign of the first group of `touch_pair` is next to one with a sign of the second.
    """

    sign_groups: tuple[str, ...]
    alphabet: str
    bare_meaning: bytes | str
    position_meaning: bytes | str
    touch_pair: tuple[str, str] = ("", "")
    fault: str = ""


_FREE, _X = _code_table({".": 0, "-": 0}), _code_table({"x": COVERED, ".": 0})
RULES = (  # the first match decides; if none matches, the foreign sign is refused by name
    GridRule(("?",), "?.-#F012345678", "opened-or-covered", OURS),
    GridRule(("*", "#F?x"), "*#F?x.-012345678", "mine-or-flag", "mine-or-flag"),
    GridRule(("*",), "*.-012345678", "field", "field"),
    GridRule(("#", ".-"), "#.-F012345678", _FREE, _FREE, (".-", "#"), "free-or-covered"),
    GridRule((".-",), ".-F012345678", "free-or-covered", _code_table({".": 0})),
    GridRule(("x",), "x.F012345678", _X, _X, (".0", "x"), "covered-or-mine"),
    GridRule(("1",), "01", "number-or-mine", OURS),
    GridRule((), "#F?" + DIGITS, OURS, OURS),
)
# The signs of each fault, the first of which gives its place, and the two readings of them.
FAULTS = {
    "opened-or-covered": (
        "?",
        "? is an opened square whose number is not known, or a covered square; "
        "write # for a covered square, or add the line reading: position",
    ),
    "mine-or-flag": ("*", "* is a known mine or a flag; write F for a flag"),
    "free-or-covered": (".-", "{sign} is an opened square (write 0), or a covered square (write #)"),
    "covered-or-mine": ("x", "x is a covered square or a mine; write # for a covered square"),
    "number-or-mine": ("1", "1 is a number or a mine; add the line reading: position"),
    "row-or-square": ("/", "/ ends a row (write each on a line of its own), or is an opened square (write 0)"),
    "field": ("*.-", ""),
}
FIELD = "this is a whole minefield (* mine, . free), not a position; write # for a covered square, 0 for an opened one"


def read(text: str, **keys: Any) -> Board:
    r"""Read a board from text.

    Parameters
    ----------
    text
        The grid; lines that start with ``//`` are ignored.
    keys
        Instance keys that override the text (`grid`, `mines`, `variant`, `offsets`, `click`).

    Raises
    ------
    FormatError, InvalidInstance
        With the line and the column of the error.

    Examples
    --------
    >>> board = read("#1\n#1\nmines: 1")
    >>> board.rows, board.columns, board.mines
    (2, 2, 1)
    >>> write(read("# 1 / # 1"))
    '#1\n#1\n'
    """
    key_lines, rest, board_keys = read_board_keys(text, keys)
    if "grid" in board_keys:
        return board_of(Piece.of_text(board_keys.pop("grid"), "grid"), **board_keys)
    return board_of(rest, grid_meaning(rest, {*key_lines, *board_keys}), **board_keys)


def read_board_keys(text: str, keys: Mapping[str, Any]) -> tuple[Mapping[str, Piece], Piece, dict[str, Any]]:
    """Return the key lines of a text, the rest, and the board's keys from key lines and flags."""
    key_lines, rest = split_keys(clean(text), KEYS)
    readers = {"mines": _read_integer, "variant": _read_variant, "offsets": _read_pairs, "click": _read_pair}
    board_keys = {key: reader(key_lines[key]) for key, reader in readers.items() if key in key_lines}
    if "reading" in key_lines and key_lines["reading"].text != POSITION:
        raise key_lines["reading"].error(f"is not a reading of a board ({POSITION})", kind="bad-reading")
    return key_lines, rest, {**board_keys, **keys}


def with_keys(board: Board, board_keys: Mapping[str, Any]) -> Board:
    """Add to a board the keys that its format lacks, from key lines and flags."""
    board_changes = {key: board_keys[key] for key in ("mines", "variant") if key in board_keys}
    board_changes["offsets"] = tuple((down, right) for down, right in board_keys.get("offsets") or ())
    if (click := board_keys.get("click")) is not None:
        board_changes["click"] = (click[0] - 1, click[1] - 1)
    return replace(board, **board_changes)


def grid_meaning(grid: Piece, keys: AbstractSet[str] = frozenset()) -> bytes:
    """Return the code of each sign of a plain grid, which depends on its other signs and on the keys.

    Raises
    ------
    FormatError
        If the grid is a whole minefield, or has two readings.

    Examples
    --------
    >>> grid_meaning(Piece.of_text("10/01"))
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: line 1, column 1: two readings: 1 is a number or a mine; add the line \
reading: position
    >>> grid_meaning(Piece.of_text("10/01"), {"reading"}) == OURS
    True
    """
    text, plain = grid.text, keys.isdisjoint(NEIGHBOURS)
    sign_meaning = _find_meaning(text, plain=plain, is_bare="reading" not in keys)
    if isinstance(sign_meaning, bytes):
        return sign_meaning
    signs, readings = FAULTS[sign_meaning]
    at = min(text.index(sign) for sign in signs if sign in text)
    sentence = f"two readings: {readings.format(sign=text[at])}" if readings else FIELD
    raise grid.sub_piece(at, at + 1).fault(sentence, kind=sign_meaning)


def _find_meaning(text: str, *, plain: bool, is_bare: bool) -> bytes | str:
    """Return the codes of a grid's signs, or its fault."""
    signs = {sign for sign in set(text) if sign != "/" and not sign.isspace()}
    if not plain:  # no other program writes a neighbourhood, so each digit is a number
        signs.difference_update(DIGITS)
    rule = next(
        (r for r in RULES if signs.issubset(r.alphabet) and not any(map(signs.isdisjoint, r.sign_groups))), None
    )
    if rule is None:
        return OURS
    if is_bare and rule.fault and (not plain or _signs_touch(text, *rule.touch_pair)):
        return rule.fault
    rule_codes = rule.bare_meaning if is_bare else rule.position_meaning
    if isinstance(rule_codes, bytes) and "/" in text:
        is_one_line = len(text.strip().splitlines()) == 1
        return rule_codes if is_one_line and all(map(str.strip, text.split("/"))) else "row-or-square"
    return rule_codes


def _signs_touch(text: str, first_signs: str, second_signs: str) -> bool:
    """Return whether a square with a sign of one group touches one of another; the board is one long integer."""
    rows = _split_rows(text.encode("latin-1", "replace"))
    board, stride = b"/".join(rows), len(rows[0]) + 1

    def digits(signs: str) -> int:
        return int(board.translate(bytes(b"01"[chr(byte) in signs] for byte in range(256))), 2)

    wide = digits(first_signs)
    wide |= wide << 1 | wide >> 1
    return {*map(len, rows)} == {len(rows[0])} and (wide | wide << stride | wide >> stride) & digits(second_signs) != 0


def board_of(
    grid: Piece,
    codes: bytes = OURS,
    *,
    mines: int | None = None,
    variant: Variant = "square",
    offsets: Any = (),
    click: Any = None,
) -> Board:
    """Build a board from its grid, the codes of its signs and the keys of an instance; the click counts from 1."""
    rows, columns, cells = _read_grid(grid, codes)
    place: Place | None = None if click is None else (click[0] - 1, click[1] - 1)
    offset_pairs = tuple((down, right) for down, right in offsets or ())
    shape = Board(1, 1, bytes([COVERED]), mines, variant, offset_pairs)  # checks the neighbourhood
    degree = shape.surface.degree
    if cells.translate(None, bytes([*range(degree + 1), UNKNOWN, FLAG, COVERED])):
        raise _misfit_error(grid, codes, degree)
    return Board(rows, columns, cells, mines, variant, offset_pairs, place)


def _read_grid(piece: Piece, codes: bytes) -> tuple[int, int, bytes]:
    """Read the rows with a few passes over the whole text, without a loop over cells."""
    try:
        grid_bytes = piece.text.encode("latin-1")
    except UnicodeEncodeError as error:
        alien = piece.sub_piece(error.start, error.start + 1)
        raise alien.error("is not a cell (# covered, F flag, ? unknown, or a number)", kind="bad-cell") from None
    rows = _split_rows(grid_bytes)
    if not rows:
        raise FormatError("the board is empty", where=piece.location, kind="empty")
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            fault_message = f"row {number} has {count_of(len(row), 'cell')}, {width} expected"
            raise FormatError(fault_message, where=piece.location, kind="ragged")
    return len(rows), width, b"".join(rows).translate(codes)


def _split_rows(grid_bytes: bytes) -> list[bytes]:
    """Return the rows of a grid without blanks."""
    return re.findall(rb"[^\n]+", grid_bytes.translate(_ROW_ENDS, b" \t"))


_ROW_ENDS = bytes.maketrans(b"/\r", b"\n\n")


def _misfit_error(piece: Piece, codes: bytes, degree: int) -> FormatError:
    """Return the error for the first character that is not a cell of this board."""
    row = column = 1
    for at, sign in enumerate(piece.text):
        if sign in "/\r\n":
            row, column = row + (column > 1), 1
        elif sign not in " \t":
            if degree < codes[ord(sign)] < UNKNOWN:
                fault_message = (
                    f"(row {row}, column {column}) is not a cell (# covered, F flag, ? unknown, 0 to {degree})"
                )
                return piece.sub_piece(at, at + 1).error(fault_message, kind="bad-cell")
            column += 1
    raise AssertionError(f"no misfit among 0 to {degree}")


def _read_integer(piece: Piece) -> int:
    text = piece.text.removeprefix("-")
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER):
        raise piece.error("is not a whole number", kind="not-a-number")
    return int(piece.text)


def _read_variant(piece: Piece) -> str:
    if piece.text not in VARIANTS:
        raise piece.error(f"is not one of {', '.join(VARIANTS)}", kind="bad-variant")
    return piece.text


def _read_pairs(piece: Piece) -> tuple[tuple[int, int], ...]:
    """Read a list of offsets, separated by semicolons."""
    return tuple([_read_pair(piece.sub_piece(*part.span())) for part in re.finditer("(?:^|(?<=;))[^;]*", piece.text)])


def _read_pair(piece: Piece) -> tuple[int, int]:
    """Read two integers, separated by a blank or a comma."""
    words = piece.text.replace(",", " ").strip("() \t").split()
    try:
        if len(words) != 2 or max(map(len, words)) > _LONGEST_NUMBER:
            raise ValueError
        return int(words[0]), int(words[1])
    except ValueError:
        raise piece.error("is not a pair of whole numbers", kind="not-a-pair") from None


def write(board: Board) -> str:
    r"""Write a board as canonical text; reading it gives an equal board.

    >>> write(Board(1, 3, bytes([COVERED, 1, UNKNOWN]), mines=1, variant="torus", click=(0, 2)))
    '#1?\nreading: position\nmines: 1\nvariant: torus\nclick: 1 3\n'
    """
    rows = [write_grid(board)]
    plain = board.variant == "square" and not board.offsets
    if _find_meaning(rows[0], plain=plain, is_bare=True) != OURS:
        rows.append(f"reading: {POSITION}")
    if board.mines is not None:
        rows.append(f"mines: {board.mines}")
    if board.variant != "square":
        rows.append(f"variant: {board.variant}")
    if board.offsets:
        rows.append("offsets: " + "; ".join(f"{down} {right}" for down, right in board.offsets))
    if board.click is not None:
        rows.append(f"click: {board.click[0] + 1} {board.click[1] + 1}")
    return "\n".join(rows) + "\n"


def write_grid(board: Board, mark_places: tuple[Place, ...] = (), mark: str = "*") -> str:
    r"""Write only the grid, with a mark on some places.

    >>> write_grid(Board(2, 2, bytes([COVERED, 1, FLAG, 1])), ((1, 0),))
    '#1\n*1'
    """
    return write_layout(board, [row * board.columns + column for row, column in mark_places], mark)


def write_layout(board: Board, cells: Iterable[Cell], mark: str = "*") -> str:
    r"""Write only the grid, with a mark on some cells.

    >>> write_layout(Board(2, 2, bytes([COVERED, 1, FLAG, 1])), [0, 2])
    '*1\n*1'
    """
    signs, sign = bytearray(board.cells.translate(_SIGNS)), ord(mark)
    for cell in cells:
        signs[cell] = sign
    grid_signs = signs.decode("ascii")
    return "\n".join([grid_signs[at : at + board.columns] for at in range(0, len(grid_signs), board.columns)])


def write_place(place: Place) -> str:
    """Write a place as row and column from 1.

    >>> write_place((0, 3))
    '(1, 4)'
    """
    return f"({place[0] + 1}, {place[1] + 1})"
