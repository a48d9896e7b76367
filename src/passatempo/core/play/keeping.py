"""The file of a record, written line by line: a killed program loses at most the turn that was being typed."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from typing import IO, TYPE_CHECKING, Any

from passatempo.core.errors import UsageError, quote
from passatempo.core.input import path_of
from passatempo.core.play.record import write_line, write_record
from passatempo.core.writing import whole_file

if TYPE_CHECKING:
    from types import TracebackType

    from passatempo.core.play.record import Head, Line, Record


class Keeper(AbstractContextManager["Keeper"]):
    """Writes each line of a record when it comes; to be called with them.

    Parameters
    ----------
    name
        The file; a new one, unless `record` says what stands in it.
    record
        A game that goes on: its lines are written first, in one piece.

    Raises
    ------
    UsageError
        If a new file would replace one that is there.
    OSError
        If it cannot be written.
    """

    def __init__(self, name: str, record: Record | None = None) -> None:
        self.name, self.record = name, record
        self.file: IO[str] | None = None

    def __enter__(self) -> Keeper:
        """Open the file."""
        path = path_of(self.name)
        if self.record is not None:
            with whole_file(self.name) as file:
                file.write(write_record(self.record))
        elif path.is_file() and path.stat().st_size:
            raise UsageError(f"{quote(self.name)} is there already: play it to go on, or name another file")
        self.file = open(self.name, "a", encoding="utf-8")
        return self

    def __call__(self, line: Head | Line) -> None:
        """Write a line so that it stays, whatever happens to the program."""
        if self.file is not None:
            self.file.write(f"{write_line(line)}\n")
            self.file.flush()
            if self.file.seekable():
                os.fsync(self.file.fileno())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Any:
        """Close the file."""
        if self.file is not None:
            self.file.close()
