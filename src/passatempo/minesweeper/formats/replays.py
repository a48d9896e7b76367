"""The files of other players' programs and whole minefields in texts: AVF, EVF, MVF, RAWVF and RMV hold a game."""

from __future__ import annotations

import os
import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.input import as_text, read_bytes
from passatempo.core.interface import Interface
from passatempo.core.json import convert, decode
from passatempo.core.library import verb
from passatempo.core.text import refuse_long
from passatempo.minesweeper.formats.minefield import FieldKeys, Minefield, PlayedClick, field_of_keys
from passatempo.minesweeper.model import Board, Variant, neighbour_offsets
from passatempo.minesweeper.text import FORMATS, KINDS, ask_reader, fault_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.minesweeper.model import Cell, Reading

FILE_FORMATS = FORMATS[1:7]
CODES = {name: code for code, name in enumerate(FILE_FORMATS, 1)} | {"abf": FORMATS.index("mbf")}
LONGEST_FILE = 2**25  # bytes
_CONTROL = re.compile(rb"[\0-\x08\x0b\x0e-\x1f\x7f]")
_GAME_TEXT = re.compile(rb"\ASAVEFILE:|(?m:^Width:(?s:.*)^Board:)")


def read_file(file_bytes: bytes, name: str = "") -> Minefield:
    r"""Read the content of a file in a format; without its name, recognise the format.

    Raises
    ------
    FormatError
        With the byte of the fault, or the line in a text.

    Examples
    --------
    >>> read_file(b"\3\1\0\1\2\0", "mbf").mine
    b'\x00\x00\x01'
    >>> read_file(b"\3\1\0\2\2\0", "mbf")
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: byte 6: the file ends inside the mines (1 of 2 read)
    """
    if not file_bytes:
        raise FormatError("the file is empty", kind="empty")
    refuse_long(len(file_bytes), LONGEST_FILE, "the file")
    request: dict[str, Any] = {"bytes": file_bytes, "format": CODES.get(name, 0), "reading": 0, "plain": True}
    reply = Interface.of("minesweeper").ask("read_file", **request, near=neighbour_offsets("square")).reply
    if reply["fault"]:
        raise _fault_of(file_bytes, reply)
    return _field_of(reply)


def _field_of(reply: Mapping[str, Any], variant: Variant = "square", first: Cell | None = None) -> Minefield:
    """Return the field of a reply to `read_file`; another first cell overrides that of the file."""
    clicks = tuple(
        [
            PlayedClick(click.ms, "chord" if click.chord else "open", click.opens, click.hit, click.flags)
            for click in reply["clicks"]
        ]
    )
    return Minefield(
        reply["rows"],
        reply["columns"],
        bytes(reply["cells"]),
        variant,
        reply["first"] if first is None and reply["first"] >= 0 else first,
        clicks,
        FORMATS[reply["format"]],
        _name_of(reply["program"]),
        _name_of(reply["player"]),
        reply["moved"],
    )


def load(source: str | bytes | os.PathLike[str], *, reading: Reading | None = None) -> Board | Minefield:
    r"""Read a text, the content of a file, or a file: a position, or a minefield with the clicks of its game.

    Parameters
    ----------
    source
        A text, the bytes of a file, or a path.
    reading
        The meaning of a text that has two.

    Raises
    ------
    FormatError
        With the place of the fault.
    OSError
        If there is no such file.

    Examples
    --------
    >>> load("#1").rows, load(b"\3\1\0\1\2\0").mines, load("x1", reading="field").mines
    (1, 1, 1)
    """
    if isinstance(source, str):
        return _read_text(source, reading)
    if not isinstance(source, bytes | os.PathLike):
        raise UsageError(f"source: expected a text, bytes or a path: {quote(source)}")
    path = "" if isinstance(source, bytes) else os.fspath(source)
    content = source if isinstance(source, bytes) else read_bytes(path, LONGEST_FILE)
    return read_game(content, path) or _read_text(as_text(content), reading)


def read_game(content: bytes, name: str) -> Minefield | None:
    """Read a file whose name has a known extension, or whose content is a game; None for other texts.

    >>> read_game(b"#1", "") is None
    True
    """
    suffix = PurePath(name).suffix[1:].lower()
    if suffix in CODES:
        return read_file(content, suffix)
    return read_file(content) if _is_game(content) else None


def _read_text(text: str, reading: Reading | None) -> Board | Minefield:
    try:
        board: Board = verb("passatempo.minesweeper", "read", text, {"reading": reading})
        return board
    except FormatError as error:
        if error.kind != "field":
            raise
    return read_field(text, reading)


def read_field(text: str, reading: Reading | None = None) -> Minefield:
    r"""Read a text that is a whole minefield.

    Raises
    ------
    FormatError
        If it is none, or its lines of keys do not fit.

    Examples
    --------
    >>> read_field("..*\nfirst: 1 1").first
    0
    """
    if text.lstrip().startswith("{"):
        return field_of_keys(convert(decode(text), FieldKeys, "the field"))
    reply, keys = ask_reader(text, {} if reading is None else {"reading": reading})
    rows, columns, mines = reply["rows"], reply["columns"], sum(reply["cells"])
    if KINDS[reply["kind"]] != "field":
        raise FormatError("this is a position, not a whole minefield", kind="position")
    if keys.get("mines") not in (None, mines):
        raise FormatError(f"mines: the field has {mines}, not {keys['mines']}", kind="mine-count")
    if "offsets" in keys:
        raise FormatError("offsets: a whole minefield has none", kind="bad-offsets")
    row, column = keys.get("first", (0, 0))
    if "first" in keys and not (1 <= row <= rows and 1 <= column <= columns):
        raise FormatError(f"first: ({row}, {column}) is not a cell of {rows} x {columns}", kind="bad-first")
    first = (row - 1) * columns + column - 1 if "first" in keys else None
    return _field_of(reply, keys.get("variant", "square"), first)


def _is_game(content: bytes) -> bool:
    """Whether a content is no text, or a game in text form."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return True
    return bool(_CONTROL.search(content) or _GAME_TEXT.search(content))


def _fault_of(file_bytes: bytes, reply: dict[str, Any]) -> FormatError:
    """Return the error with its place: bytes from 1, lines in a text."""
    sentence = fault_sentence(reply, chr(file_bytes[reply["at"] - 1]))
    if FORMATS[reply["format"]] in ("rawvf", "saved game"):
        return FormatError(sentence, line=file_bytes.count(b"\n", 0, reply["at"] - 1) + 1, kind="bad-file")
    return FormatError(sentence, where=f"byte {reply['at']}", kind="bad-file")


def _name_of(name_bytes: tuple[int, ...]) -> str:
    """Return a name without control characters."""
    return "".join(filter(str.isprintable, bytes(name_bytes).decode(errors="replace")))
