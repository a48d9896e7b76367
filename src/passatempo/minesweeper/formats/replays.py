"""The files of other players' programs: AVF, EVF, MVF, RAWVF and RMV hold a game, MBF and ABF only its minefield."""

from __future__ import annotations

import os
import re
from pathlib import PurePath
from typing import Any

from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.input import as_text, read_bytes
from passatempo.core.interface import Interface
from passatempo.core.library import verb
from passatempo.core.text import refuse_long
from passatempo.minesweeper.formats.minefield import Minefield, PlayedClick
from passatempo.minesweeper.model import Board

FORMATS = ("", "avf", "evf", "mbf", "mvf", "rawvf", "rmv")  # Twin: FileFormat in kernel/files/calls.cpp
CODES = {name: code for code, name in enumerate(FORMATS) if name} | {"abf": FORMATS.index("mbf")}
LONGEST_FILE = 2**25  # bytes, as in interface.toml
FAULTS = (  # Twin: FileFault in kernel/files/bytes.hpp
    "",
    "this is not {name} file",
    "the file ends before its events",
    "the file ends inside the mines ({} of {} read)",
    "the file ends inside the events",
    "version {} of this format is unknown",
    "level {} is none of 3 to 6",
    "a field of {} x {} cannot be read: it must have 1 to 255 rows and columns",
    "mine ({}, {}) lies off the field of {} x {}",
    "mine ({}, {}) is listed twice",
    "the field has {} mines, {} expected",
    "{} more bytes than the mines that are declared",
    "event {} is unknown",
    "the file has more than 2000000 events",
    "row {} has {} squares, {} expected",
    "{sign!r} is neither a mine (*) nor free (0)",
    "the lines Width, Height and Mines must hold numbers before the board",
)
_CONTROL = re.compile(rb"[\0-\x08\x0b\x0e-\x1f\x7f]")
_GAME_TEXT = re.compile(rb"(?m)^Width:(?s:.*)^Board:")


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
    reply = Interface.of("minesweeper").ask("read_file", bytes=file_bytes, format=CODES.get(name, 0)).reply
    if reply["fault"]:
        raise _fault_of(file_bytes, reply)
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
        first=clicks[0].opens[0] if clicks else None,
        clicks=clicks,
        format=FORMATS[reply["format"]],
        program=_name_of(reply["program"]),
        player=_name_of(reply["player"]),
        moved=reply["moved"],
    )


def load(source: str | bytes | os.PathLike[str]) -> Board | Minefield:
    r"""Read a text, the content of a file, or a file: a position, or a minefield with the clicks of its game.

    Raises
    ------
    FormatError
        With the place of the fault.
    OSError
        If there is no such file.

    Examples
    --------
    >>> load("#1").rows, load(b"\3\1\0\1\2\0").mines
    (1, 1)
    """
    if isinstance(source, str):
        return _read_text(source)
    if not isinstance(source, bytes | os.PathLike):
        raise UsageError(f"source: expected a text, bytes or a path: {quote(source)}")
    path = "" if isinstance(source, bytes) else os.fspath(source)
    content = source if isinstance(source, bytes) else read_bytes(path, LONGEST_FILE)
    return read_game(content, path) or _read_text(as_text(content))


def read_game(content: bytes, name: str) -> Minefield | None:
    """Read a file whose name has a known extension, or whose content is a game; None for other texts.

    >>> read_game(b"#1", "") is None
    True
    """
    suffix = PurePath(name).suffix[1:].lower()
    if suffix in CODES:
        return read_file(content, suffix)
    return read_file(content) if _is_game(content) else None


def _read_text(text: str) -> Board:
    board: Board = verb("passatempo.minesweeper", "read", text, {})
    return board


def _is_game(content: bytes) -> bool:
    """Whether a content is no text, or a game in text form."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return True
    return bool(_CONTROL.search(content) or _GAME_TEXT.search(content))


def _fault_of(file_bytes: bytes, reply: dict[str, Any]) -> FormatError:
    """Return the error with its place: bytes from 1, lines in a text."""
    code, name, values = reply["fault"], FORMATS[reply["format"]], reply["values"]
    known_formats = f"an {name}" if name else f"an {', '.join(FORMATS[1:-1])} or {FORMATS[-1]}"
    sign = chr(values[0]) if values and values[0] < 256 else ""
    sentence = FAULTS[code].format(*values, name=known_formats, sign=sign)
    if name == "rawvf":
        return FormatError(sentence, line=file_bytes.count(b"\n", 0, reply["at"] - 1) + 1, kind="bad-file")
    return FormatError(sentence, where=f"byte {reply['at']}", kind="bad-file")


def _name_of(name_bytes: tuple[int, ...]) -> str:
    """Return a name without control characters."""
    return "".join(filter(str.isprintable, bytes(name_bytes).decode(errors="replace")))
