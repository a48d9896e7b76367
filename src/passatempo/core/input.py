"""Reading whole files and standard input."""

import contextlib
import os
import sys
from pathlib import Path

from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.text import LONGEST_TEXT, refuse_long

# Represents `-` after the command line is parsed. The parser takes a lone hyphen for a mistyped option.
STANDARD_INPUT = "(standard input)"
GZIP = b"\x1f\x8b"  # the first bytes of a compressed file


def read_line(prompt: str) -> str | None:
    """Read a line that a person types after a prompt; None at the end of the input. Piped input is echoed."""
    try:
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  gives `input` its editing keys, if installed
            return as_typed(input(prompt))
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = as_typed(sys.stdin.readline())
    except (EOFError, KeyboardInterrupt) as end:
        sys.stdout.write("\n")
        sys.stdout.flush()
        if isinstance(end, KeyboardInterrupt):
            raise
        return None
    sys.stdout.write(line if line.endswith("\n") else f"{line}\n")
    return line or None


def as_typed(text: str) -> str:
    r"""Decode as UTF-8 the bytes that Python could not decode in the terminal's encoding; other bytes stay.

    >>> as_typed("7\udce2\udc99\udca5 \udce8")
    '7♥ \udce8'
    """
    return text.encode(errors="surrogateescape").decode(errors="surrogateescape")


def system_name(name: str) -> str:
    """Return the name of a file on this system, in UTF-8 if the system's encoding lacks a character.

    Raises
    ------
    UsageError
        If no file can have this name.

    Examples
    --------
    >>> system_name("a.txt")
    'a.txt'
    """
    try:
        name_bytes = os.fsencode(name)
    except UnicodeEncodeError:
        try:
            name_bytes = name.encode(errors="surrogateescape")
        except UnicodeEncodeError:
            raise UsageError(f"{quote(name)} is not a file name: it has half a character") from None
    if b"\0" in name_bytes:
        raise UsageError(f"{quote(name)} is not a file name: it has a NUL byte")
    return os.fsdecode(name_bytes)


def path_of(name: str) -> Path:
    """Return the path of a file or folder; raises as `system_name`."""
    return Path(system_name(name))


def is_file(name: str) -> bool:
    """Return whether an argument names a file, a pipe, or standard input."""
    with contextlib.suppress(UsageError):
        return name in ("-", STANDARD_INPUT) or os.path.lexists(system_name(name))
    return False


def is_folder(name: str) -> bool:
    """Return whether an argument names a folder."""
    with contextlib.suppress(UsageError):
        return os.path.isdir(system_name(name))
    return False


def read_bytes(name: str, longest: int = LONGEST_TEXT) -> bytes:
    """Read a file, or standard input, of at most `longest` bytes.

    Raises
    ------
    FormatError
        If it is too long, or compressed.
    UsageError
        If no file can have this name.
    OSError
        If there is no such file.
    """
    if name in ("-", STANDARD_INPUT):
        file_bytes = sys.stdin.buffer.read(longest + 1)
    else:
        with path_of(name).open("rb") as file:
            file_bytes = file.read(longest + 1)
    if file_bytes.startswith(GZIP):
        raise FormatError(f"{quote(name)} is compressed by gzip: unpack it with gunzip first", kind="compressed")
    refuse_long(len(file_bytes), longest, quote(name))
    return file_bytes


def complete_lines(name: str, longest: int = LONGEST_TEXT) -> list[bytes]:
    """Read the complete lines of a file that is written line by line, without an unfinished last line.

    Raises as `read_bytes`.
    """
    return [line for line in read_bytes(name, longest).splitlines(keepends=True) if line.endswith(b"\n")]


def read_text(name: str, longest: int = LONGEST_TEXT) -> str:
    """Read a file, or standard input, as UTF-8 text; raises as `read_bytes`, and if the bytes are not text."""
    return as_text(read_bytes(name, longest))


def as_text(raw_bytes: bytes) -> str:
    """Read bytes as UTF-8 text.

    >>> as_text(b"AS 2S")
    'AS 2S'

    Raises
    ------
    FormatError
        With the place of the first byte that is not UTF-8.
    """
    try:
        return raw_bytes.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw_bytes.count(b"\n", 0, error.start) + 1
        column = error.start - raw_bytes.rfind(b"\n", 0, error.start)
        error_message = f"byte {raw_bytes[error.start]:#04x} is not UTF-8 text"
        raise FormatError(error_message, line=line, column=column, kind="binary") from None
