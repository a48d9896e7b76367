"""The file of a record, written line by line: a killed program loses at most the turn that was being typed."""

from __future__ import annotations

import contextlib
import os
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, UsageError, describe_fault, quote
from passatempo.core.input import as_text, path_of
from passatempo.core.play.record import read_record, write_line
from passatempo.core.text import LONGEST_TEXT
from passatempo.core.writing import lock

if TYPE_CHECKING:
    from collections.abc import Callable
    from io import FileIO
    from types import TracebackType

    from passatempo.core.play.record import Head, Line, Record


class Keeper(AbstractContextManager["Keeper"]):
    """Appends each line of a record to its file when it comes; to be called with them.

    No other program writes to the file meanwhile. A line that cannot be written comes before the next one, so the file
    always holds the beginning of the game.

    Parameters
    ----------
    name
        The file; a new one, unless `record` says what is in it.
    tell
        What hears that a line could not be written, in a sentence.
    record
        A game that goes on. The lines of it that the file lacks are written first.

    Raises
    ------
    UsageError, FormatError
        If the file holds something else, is no plain file, or another program writes to it.
    OSError
        If it cannot be opened.
    """

    def __init__(self, name: str, tell: Callable[[str], None], record: Record | None = None) -> None:
        self.name, self.tell, self.record = name, tell, record
        self.length, self.pending = 0, b""  # bytes of the lines that are on the disk; the lines that are not

    def __enter__(self) -> Keeper:
        """Open the file."""
        path = path_of(self.name)
        if path.exists() and not path.is_file():
            raise UsageError(f"{quote(self.name)} is not a regular file, which a record needs")
        # Without a buffer: what a failed write leaves in one would be written later, behind other lines.
        self.file: FileIO = open(self.name, "a+b", buffering=0)
        try:
            if not lock(self.file, path):
                raise UsageError(f"{quote(self.name)} is being written by another program")
            self._begin()
        except BaseException:
            self.file.close()
            raise
        return self

    def __call__(self, line: Head | Line) -> None:
        """Write a line so that it stays, whatever happens to the program."""
        self.pending += f"{write_line(line)}\n".encode()
        try:
            self._write()
        except OSError as error:
            self.tell(f"{describe_fault(error)}.")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Any:
        """Try once more to write what could not be written, and close the file."""
        with self.file, contextlib.suppress(OSError):
            if self.pending:
                self._write()

    def _begin(self) -> None:
        """Drop what is left of a line that was cut short, and write what the file lacks of the record."""
        self.file.seek(0)
        data = self.file.read(LONGEST_TEXT + 1)
        if data and self.record is None:
            raise UsageError(f"{quote(self.name)} exists already: play it to continue it, or name another file")
        if len(data) > LONGEST_TEXT:
            raise FormatError(f"{quote(self.name)} has more than the {LONGEST_TEXT} bytes that can be read")
        lines = (self.record.head, *self.record.lines) if self.record is not None else ()
        if data:
            self.length = data.rfind(b"\n") + 1
            found, _ = read_record(as_text(data[: self.length] or data))
            known = (found.head, *found.lines)
            if known != lines[: len(known)]:
                other = "another game, or this one with other turns or limits: name another file"
                raise UsageError(f"{quote(self.name)} holds {other}")
            lines = lines[len(known) :]
        self.pending = "".join(f"{write_line(line)}\n" for line in lines).encode()
        self._write()

    def _write(self) -> None:
        """Put the pending lines behind the whole ones, and wait until they are on the disk."""
        try:
            self.file.truncate(self.length)
            rest = memoryview(self.pending)
            while rest:
                rest = rest[self.file.write(rest) :]
            self.file.flush()
            os.fsync(self.file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                self.file.truncate(self.length)
            raise OSError(error.errno, error.strerror, self.name) from error
        self.length, self.pending = self.length + len(self.pending), b""
