"""Boards as text: one character per cell, and ``key: value`` lines.

::

    #22#
    ###1
    0##0
    mines: 3

`#` is a covered cell, `F` one with a flag, `?` an opened cell with an unknown number; 0 to 9, then a to z, are
numbers. Blanks between the characters are ignored. In a text of one line a `/` ends a row. The kernel also reads the
signs, lists, emoji, links and IDs of other programs. It refuses an ambiguous text unless a reading decides, as in the
line ``reading: position``. In JSON and after ``--grid`` only the signs above are valid.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from passatempo.core.errors import FormatError
from passatempo.core.interface import Interface
from passatempo.core.json import count_of
from passatempo.core.text import Piece, clean, refuse_long, split_keys
from passatempo.minesweeper.model import (
    COVERED,
    FLAG,
    READINGS,
    UNKNOWN,
    VARIANTS,
    Board,
    Cell,
    Place,
    Variant,
    neighbour_offsets,
)

KEYS = ("mines", "variant", "offsets", "click", "first", "reading")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
SIGNS = {COVERED: "#", FLAG: "F", UNKNOWN: "?"} | dict(enumerate(DIGITS))
_SIGNS = bytes(ord(SIGNS.get(code, "!")) for code in range(256))
_LONGEST_NUMBER = 40  # characters of a mine count or a coordinate; longer ones are mistakes
# Twin: FileFormat in kernel/files/calls.cpp
FORMATS = (
    *("", "avf", "evf", "mbf", "mvf", "rawvf", "rmv"),
    *("text", "mine", "list", "emoji", "link", "game ID", "saved game"),
)
_READINGS = ("", *READINGS, "grid")  # Twin: Reading in kernel/files/text_reader.hpp
KINDS = ("refused", "position", "field")  # Twin: ReplyKind in the same file
_CONTINUATION = bytes(range(0x80, 0xC0))  # bytes of UTF-8 that begin no character
FIELD_REFUSAL = "this is a whole minefield, whose mines are all known; 'field' measures it, 'play' plays it"
_RAWVF = re.compile(r"(?m)^Width:(?s:.*)^Board:")  # a replay as text, which has lines of keys of its own
_FILE = "bad-file"
_ID = "bad-id"
# The kind and the sentence of each fault. If it has two readings, they and the signs to write, if no reading decides.
FAULTS: tuple[tuple[str, ...], ...] = (  # Twin: FileFault in kernel/files/bytes.hpp
    ("", ""),
    (_FILE, "this is not {name} file"),
    (_FILE, "the file ends before its events"),
    (_FILE, "the file ends inside the mines ({} of {} read)"),
    (_FILE, "the file ends inside the events"),
    (_FILE, "version {} of this format is unknown"),
    (_FILE, "level {} is none of 3 to 6"),
    ("field-size", "a field of {} x {} cannot be read: it must have 1 to 255 rows and columns"),
    ("off-field", "mine ({}, {}) lies off the field of {} x {}"),
    (_FILE, "mine ({}, {}) is listed twice"),
    ("mine-count", "the field has {:mine}, {} expected"),
    (_FILE, "{} more bytes than the mines that are declared"),
    (_FILE, "event {} is unknown"),
    (_FILE, "the file has more than 2000000 events"),
    ("ragged", "row {} has {:square}, {} expected"),
    (_FILE, "{sign!r} is neither a mine (*) nor free (0)"),
    (_FILE, "the lines Width, Height and Mines must hold numbers before the board"),
    ("empty", "the board is empty"),
    ("too-large", "{} x {} is too large: boards have at most 1048576 cells"),
    ("bad-reading", "{reading!r} is not a reading of this board ({readings})"),
    ("opened-or-covered", "{sign} is an opened square whose number is not known, or a covered square", ""),
    (
        "two-signs",
        "both {sign} and another sign may be covered squares",
        "# for a covered square, 0 for an opened one",
    ),
    ("mine-or-flag", "* is a known mine or a flag", "F for a flag"),
    (
        "free-or-covered",
        "{sign} is an opened square, or a covered square",
        "0 for an opened square, # for a covered one",
    ),
    ("covered-or-mine", "x is a covered square or a mine", "# for a covered square"),
    ("number-or-mine", "1 is a number or a mine", ""),
    ("row-or-square", "/ ends a row, or is an opened square", "each row on a line of its own, 0 for an opened square"),
    ("blank-or-square", "a blank parts squares, or is a free square", ". for a free square"),
    ("square-or-free", "{sign} is a covered square, or a free one", ""),
    ("known-or-covered", "-1 is a mine or a covered square, since not all numbers hold", ""),
    ("counted-rows", "the first sign of a row counts the rows, or is a square", "the board without the counts"),
    ("bad-cell", "{sign!r} (row {}, column {}) is not a cell (# covered, F flag, ? unknown, 0 to {})"),
    ("bad-cell", "{sign!r} is not a cell (H covered, F flag, 0 to 8)"),
    ("bad-cell", "{sign!r} is not a cell of an emoji board"),
    ("bad-list", "a list has numbers (0 to 8, 10 covered, 11 flag, 12 opened, -1), characters, or true and false"),
    ("bad-list", "a list of rows is expected, as in [[1, 10], [1, 1]]"),
    ("wrong-number", "{:mine is/mines are} around this square, not {}"),
    ("bad-number", "with the known mines around it this is {}, not a number from 0 to 8"),
    ("wrong-size", "{:row} of {:cell} declared, {} of {} given"),
    ("wrong-count", "the line of letters says that rows are counted: {} expected"),
    (_ID, "a link needs b, a size, and m, the mines, as in ?b=1&m=..."),
    (_ID, "{sign!r} is not a digit in base {}"),
    (_ID, "{} digits expected, {} given"),
    (_ID, "there is a mine behind the last square"),
    (_ID, "a seed of another program names no field: copy its game ID"),
    (_ID, "the mines of this game ID are laid at the first click: copy the game ID after it"),
    (_ID, "a line of a saved game is expected: KEY, the length of its text, and the text"),
    (_ID, "this is a saved game of another puzzle, not of Mines"),
)


def read(text: str, **keys: Any) -> Board:
    r"""Read a board from text.

    Parameters
    ----------
    text
        The board; lines that start with ``//`` are ignored.
    keys
        Instance keys that override the text (`grid`, `mines`, `variant`, `offsets`, `click`, `reading`).

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
    >>> read("?1", reading="covered").cells
    b'\xff\x01'
    """
    if "grid" in keys:
        board_keys = read_board_keys(text, keys)[2]
        return board_of(Piece.of_text(board_keys.pop("grid"), "grid"), **board_keys)
    reply, board_keys = ask_reader(text, keys)
    if KINDS[reply["kind"]] == "field":
        raise FormatError(FIELD_REFUSAL, kind="field")
    return _board_from(reply, board_keys)


def board_of(grid: Piece, **board_keys: Any) -> Board:
    """Build a board from a grid in the signs of the project, and the keys of an instance; the click counts from 1.

    >>> board_of(Piece.of_text("#1"), click=(1, 1)).click
    (0, 0)
    """
    if (reading := board_keys.pop("reading", None)) not in (None, "position"):
        raise FormatError(f"{reading!r} is not a reading of a grid, which is a position", where="reading")
    return _board_from(_ask_kernel(grid, "grid", board_keys), board_keys)


def _board_from(reply: Mapping[str, Any], board_keys: Mapping[str, Any]) -> Board:
    mines = None if reply["mines"] < 0 else reply["mines"]
    variant, offsets = _neighbourhood_of(board_keys)
    return with_keys(Board(reply["rows"], reply["columns"], bytes(reply["cells"]), mines, variant, offsets), board_keys)


def _neighbourhood_of(board_keys: Mapping[str, Any]) -> tuple[Variant, tuple[tuple[int, int], ...]]:
    offsets = tuple((down, right) for down, right in board_keys.get("offsets") or ())
    return board_keys.get("variant", "square"), offsets


def ask_reader(text: str, keys: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Ask the kernel what a text holds.

    Returns
    -------
    tuple
        The reply to the question `read_file`, and the board's keys from key lines and flags.

    Raises
    ------
    FormatError, InvalidInstance
        With the place of the fault.
    """
    key_lines, rest, board_keys = read_board_keys(text, keys)
    reply = _ask_kernel(rest, board_keys.get("reading") or "", board_keys)
    if "first" in key_lines and KINDS[reply["kind"]] != "field":
        raise key_lines["first"].error(
            "is the first square of a whole minefield, but this is a position", kind="bad-first"
        )
    return reply, board_keys


def _ask_kernel(piece: Piece, reading: str, board_keys: Mapping[str, Any]) -> dict[str, Any]:
    """Ask the kernel what a text without its key lines holds."""
    content = piece.text.encode(errors="surrogatepass")
    refuse_long(len(content))
    request: dict[str, Any] = {
        "bytes": content or b" ",
        "format": FORMATS.index("text"),
        "reading": _READINGS.index(reading),
        "plain": not any(board_keys.get(key) for key in ("variant", "offsets")),
        "near": neighbour_offsets(*_neighbourhood_of(board_keys)),
    }
    reply = Interface.of("minesweeper").ask("read_file", **request).reply
    if reply["fault"]:
        start = len(content[: reply["at"]].translate(None, _CONTINUATION)) - 1
        place = piece.sub_piece(start, min(start + 1, len(piece.text)))
        raise place.fault(fault_sentence(reply, place.text), kind=FAULTS[reply["fault"]][0])
    return reply


class _Count(int):
    """A number that a format writes with its unit: `cell`, or `cell is/cells are`."""

    def __format__(self, unit: str) -> str:
        return count_of(int(self), *unit.split("/")) if unit else str(int(self))


def fault_sentence(reply: Mapping[str, Any], sign: str) -> str:
    """Write the fault of a reply to `read_file` as a sentence about the sign at its place."""
    _, sentence, *advice = FAULTS[reply["fault"]]
    values = reply["values"]
    readings = [_READINGS[k] for k in (1, 2, 3) if values and values[-1] >> k & 1]
    if not advice:
        name = FORMATS[reply["format"]]
        known_formats = f"an {name}" if name else f"text in UTF-8, nor an {', '.join(FORMATS[1:6])} or {FORMATS[6]}"
        reading = _READINGS[values[0] % len(_READINGS)] if values else ""
        named = {
            "name": known_formats,
            "sign": sign,
            "reading": reading,
            "readings": ", ".join(readings) or "it has none",
        }
        return str(sentence.format(*map(_Count, values), **named))
    lines = " or ".join([f"reading: {reading}" for reading in readings])
    choice = f"add the line {lines}, or pass --reading" if lines else f"write {advice[0]}, as no --reading decides it"
    return f"two readings: {sentence.format(sign=sign)}; {choice}"


def read_board_keys(text: str, keys: Mapping[str, Any]) -> tuple[Mapping[str, Piece], Piece, dict[str, Any]]:
    """Return the key lines of a text, the rest, and the board's keys from key lines and flags."""
    text = clean(text)
    key_lines, rest = ({}, Piece.of_text(text)) if _RAWVF.search(text) else split_keys(text, KEYS, "\r")
    readers = {
        "mines": _read_integer,
        "variant": _read_variant,
        "offsets": _read_pairs,
        "click": _read_pair,
        "first": _read_pair,
        "reading": _read_reading,
    }
    board_keys = {key: reader(key_lines[key]) for key, reader in readers.items() if key in key_lines}
    return key_lines, rest, {**board_keys, **keys}


def with_keys(board: Board, board_keys: Mapping[str, Any]) -> Board:
    """Add to a board the keys that its format lacks, from key lines and flags."""
    board_changes = {key: board_keys[key] for key in ("mines", "variant") if key in board_keys}
    board_changes["offsets"] = tuple((down, right) for down, right in board_keys.get("offsets") or ())
    if (click := board_keys.get("click")) is not None:
        board_changes["click"] = (click[0] - 1, click[1] - 1)
    return replace(board, **board_changes)


def _read_reading(piece: Piece) -> str:
    if piece.text not in READINGS:
        raise piece.error(f"is not a reading ({', '.join(READINGS)})", kind="bad-reading")
    return piece.text


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
    plain, codes = board.variant == "square" and not board.offsets, set(board.cells)
    if UNKNOWN in codes or (plain and 1 in codes and codes <= {0, 1}):  # another program has another reading
        rows.append("reading: position")
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
