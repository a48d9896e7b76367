"""Records of games: one JSON object per line, the head first, then turns, and the result at the end.

A record without a result is an unfinished game and can be continued. A last line without a line end was cut short and
is dropped with a warning. Any other damage is an error with its line.
"""

from __future__ import annotations

import contextlib
import os
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeAlias

from passatempo.core.decoder import decode
from passatempo.core.errors import FormatError, UsageError, describe_fault, quote
from passatempo.core.input import as_text, path_of
from passatempo.core.json import convert, encode
from passatempo.core.outcome import brief
from passatempo.core.output import lock_file
from passatempo.core.text import LONGEST_TEXT, refuse_long

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from io import FileIO
    from types import TracebackType


VERSION = 1  # version of the format; a key that changes its meaning raises it
UNSEEN = "??"  # in a deal: a card that nobody at the real table has seen
MOST_DIGITS = 40  # maximum number of digits of a seed


@dataclass(frozen=True, slots=True)
class Head:
    """The first line: the rules, the players and the deal.

    Parameters
    ----------
    record
        The version of the format.
    pastime, version
        The pastime, and the version of the package that wrote it.
    rules
        The preset and every field that differs from it.
    seats
        Each with a name; a bot's also with the bot as specified.
    seed
        The seed of the deal, a whole number as a string; None if `deal` is complete.
    deal
        The explicit deal, in the game's own shape.
    practice
        Whether turns could be undone.
    timed
        Whether bots had a time limit. If so, the moves can be replayed, but the bots' choices are not reproducible.
    nodes
        The node limit of bots per move, if any. It applies again when the game is continued or replayed.
    """

    record: int
    pastime: str
    version: str
    rules: dict[str, Any]
    seats: list[dict[str, str]]
    seed: str | None = None
    deal: Any = None
    practice: bool = False
    timed: bool = False
    nodes: int | None = None

    @property
    def is_companion(self) -> bool:
        """Whether the game was followed at a real table, so that part of the deal is unknown.

        >>> Head(1, "machiavelli", "0", {}, [], None, {"hands": ["?? ??"]}).is_companion
        True
        """
        return self.deal is not None and UNSEEN in encode(self.deal)


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A move. Turns and seats count from 1; `ms` is the time that it took, `hint` whether a hint was requested."""

    turn: int
    seat: int
    move: Any
    ms: int | None = None
    hint: bool = False


@dataclass(frozen=True, slots=True)
class UndoLine:
    """A line that undoes the last `undo` turns. The numbering continues from there."""

    undo: int


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event that is not a move, such as a corrected count at a real table. It is undone with the turn before it."""

    event: dict[str, Any]


@dataclass(frozen=True, slots=True)
class EndLine:
    """The result, with the number of turns that were played."""

    result: dict[str, Any]
    turns: int


Line: TypeAlias = TurnLine | UndoLine | EventLine | EndLine
KINDS: dict[str, type[Line]] = {"turn": TurnLine, "undo": UndoLine, "event": EventLine, "result": EndLine}


@dataclass(frozen=True, slots=True)
class Record:
    """A head and the lines after it, as written."""

    __repr__ = brief  # at most one line

    head: Head
    lines: tuple[Line, ...] = ()

    @property
    def valid_turns(self) -> tuple[TurnLine | EventLine, ...]:
        """The valid turns and events, without undone turns and the events after them."""
        valid_lines: list[TurnLine | EventLine] = []
        for line in self.lines:
            if isinstance(line, TurnLine | EventLine):
                valid_lines.append(line)
            elif isinstance(line, UndoLine):
                turns = [at for at, record_line in enumerate(valid_lines) if isinstance(record_line, TurnLine)]
                del valid_lines[turns[-line.undo] :]
        return tuple(valid_lines)

    @property
    def turns(self) -> tuple[TurnLine, ...]:
        """The valid turns, without those that were undone.

        >>> head = Head(1, "mnk", "0", {}, [])
        >>> Record(head, (TurnLine(1, 1, [1, 1]), UndoLine(1), TurnLine(1, 1, [2, 2]))).turns[0].move
        [2, 2]
        """
        return tuple([line for line in self.valid_turns if isinstance(line, TurnLine)])

    @property
    def end(self) -> EndLine | None:
        """The result; None while the game is in progress."""
        last = self.lines[-1] if self.lines else None
        return last if isinstance(last, EndLine) else None


def write_line(line: Head | Line) -> str:
    """Write one line without its line end. Empty keys after the head are omitted.

    >>> write_line(TurnLine(1, 2, {"draw": True}))
    '{"turn":1,"seat":2,"move":{"draw":true}}'
    """
    line_fields = {field.name: getattr(line, field.name) for field in fields(line)}
    if isinstance(line, Head):
        late = {key: line_fields.pop(key) for key in ("timed", "nodes")}
        return encode(line_fields | {key: content for key, content in late.items() if content})
    return encode(
        {key: content for key, content in line_fields.items() if content is not None and content is not False}
    )


def write_record(record: Record) -> str:
    """Write a complete record."""
    return "".join(f"{write_line(line)}\n" for line in (record.head, *record.lines))


def read_record(text: str) -> tuple[Record, tuple[str, ...]]:
    r"""Read a record and the warnings about it.

    Raises
    ------
    FormatError
        If a line is damaged, with its number, unless it is a last line without an end; or if the head has no end.

    Examples
    --------
    >>> head = '{"record":1,"pastime":"mnk","version":"0","rules":{},"seats":[],"seed":"7","deal":null}'
    >>> record, warnings = read_record(head + "\n" + '{"turn":1,"se')
    >>> record.head.seed, len(record.lines), warnings
    ('7', 0, ('the last line was cut short and is left out',))
    """
    *rows, cut = text.split("\n")
    if not rows or not rows[0].strip():
        error_message = "the first line of the record was cut short" if cut.strip() else "the record is empty"
        raise FormatError(error_message, kind="empty")
    head = _read_head(_decode_row(rows[0], 1))
    lines = [_read_line(_decode_row(row, number), number) for number, row in enumerate(rows[1:], 2)]
    _refuse_disorder(lines)
    return Record(head, tuple(lines)), ("the last line was cut short and is left out",) if cut.strip() else ()


def rules_in(head: Head, kind: type[Any], presets: Mapping[str, Any], usual: str) -> Any:
    """Return the rules in a head, for independent checkers; raises `FormatError`."""
    head_rules = dict(head.rules)
    preset = head_rules.pop("preset", usual)
    if preset not in presets:
        raise FormatError(f"{quote(preset)} is not a set of rules")
    base = presets[preset].rules
    return convert({field.name: getattr(base, field.name) for field in fields(kind)} | head_rules, kind, "the rules")


def wrong_result(claim: Mapping[str, Any], right: Mapping[str, Any] | None) -> Iterator[str]:
    """Compare the result in a record with the right one; None means that the game is not over."""
    if right is None:
        yield "the record has a result, but the game is not over"
        return
    for key, expectation in right.items():
        if claim.get(key) != expectation:
            yield f"the result: {key} is {quote(claim.get(key))}, but {quote(expectation)} by the rules"


def _decode_row(row: str, number: int) -> dict[str, Any]:
    try:
        row_json = decode(row)
    except FormatError as error:
        raise FormatError(f"record line {number}: {error.message}", kind=error.kind) from None
    if not isinstance(row_json, dict):
        raise FormatError(f"record line {number}: {quote(row)} is not a JSON object", kind="json-type")
    return row_json


def _read_head(raw: dict[str, Any]) -> Head:
    if raw.get("record") != VERSION or isinstance(raw.get("record"), bool):
        if "record" not in raw:
            raise FormatError("this is not a record: its first line has no key 'record'", kind="record-version")
        version_message = f"record line 1: {quote(raw['record'])} is an unknown version; {VERSION} is expected"
        raise FormatError(version_message, kind="record-version")
    head: Head = _convert_row(raw, Head, 1)
    seed = head.seed
    if seed is not None and not (len(seed) <= MOST_DIGITS and seed.removeprefix("-").isdecimal() and seed.isascii()):
        raise FormatError(f"record line 1: the seed {quote(seed)} is not a whole number", kind="bad-seed")
    return head


def _read_line(raw: dict[str, Any], number: int) -> Line:
    for key, kind in KINDS.items():
        if key in raw and next(iter(raw)) == key:
            return _convert_row(raw, kind, number)  # type: ignore[no-any-return]
    line_kinds = ", ".join(KINDS)
    raise FormatError(
        f"record line {number}: {quote(encode(raw))} starts with none of {line_kinds}", kind="record-line"
    )


def _convert_row(raw: dict[str, Any], shape: type, number: int) -> Any:
    try:
        return convert(raw, shape, "the line")
    except FormatError as error:
        raise FormatError(f"record line {number}: {error}", kind=error.kind) from None


def _refuse_disorder(lines: Sequence[Line]) -> None:
    """Refuse turns that are not numbered consecutively, and lines after the result."""
    for fault in _order_faults(lines):
        raise FormatError(fault, kind="record-order")


def _order_faults(lines: Sequence[Line]) -> Iterator[str]:
    turn_count = 0
    for number, line in enumerate(lines, 2):
        if number > 2 and isinstance(lines[number - 3], EndLine) and not isinstance(line, UndoLine):
            yield f"record line {number}: it follows the result"
        if isinstance(line, TurnLine):
            if line.turn != turn_count + 1:
                yield f"record line {number}: turn {line.turn} instead of turn {turn_count + 1}"
            turn_count += 1
        elif isinstance(line, UndoLine):
            if not 1 <= line.undo <= turn_count:
                yield f"record line {number}: {line.undo} turns are undone of {turn_count}"
            turn_count -= line.undo
        elif isinstance(line, EndLine) and line.turns != turn_count:
            yield f"record line {number}: it counts {line.turns} turns, but {turn_count} were played"


class RecordWriter(AbstractContextManager["RecordWriter"]):
    """A writer that appends each line of a record to its file as it comes. Call it with each line.

    It locks the file against other programs. A line that cannot be written is written before the next one, so the file
    always holds the beginning of the game.

    Parameters
    ----------
    name
        The file; a new one, unless `record` gives its content.
    report_error
        Called with a sentence if a line cannot be written.
    record
        A game to continue. Its lines that the file lacks are written first.

    Raises
    ------
        UsageError, FormatError
        If the file holds something else, is not a plain file, or another program writes to it.
    OSError
        If it cannot be opened.
    """

    def __init__(self, name: str, report_error: Callable[[str], None], record: Record | None = None) -> None:
        self.name, self.tell, self.record = name, report_error, record
        self.disk_length, self.pending_bytes = 0, b""  # the bytes of the written lines; the lines not yet written

    def __enter__(self) -> RecordWriter:
        """Open the file."""
        path = path_of(self.name)
        if path.exists() and not path.is_file():
            raise UsageError(f"{quote(self.name)} is not a regular file, which a record needs")
        # Unbuffered: a failed write would leave bytes in a buffer, which would be written later, after other lines.
        self.record_file: FileIO = open(path, "a+b", buffering=0)
        try:
            if not lock_file(self.record_file, path):
                raise UsageError(f"{quote(self.name)} is being written by another program")
            self._start_file()
        except BaseException:
            self.record_file.close()
            raise
        return self

    def __call__(self, line: Head | Line) -> None:
        """Write a line and flush it to the disk, so that it survives a crash."""
        self.pending_bytes += f"{write_line(line)}\n".encode()
        try:
            self._write_pending()
        except OSError as error:
            self.tell(f"{describe_fault(error)}.")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Any:
        """Try once more to write the pending lines, and close the file."""
        with self.record_file, contextlib.suppress(OSError):
            if self.pending_bytes:
                self._write_pending()

    def _start_file(self) -> None:
        """Drop the remains of a line that was cut short, and write the lines of the record that the file lacks."""
        self.record_file.seek(0)
        file_bytes = self.record_file.read(LONGEST_TEXT + 1)
        if file_bytes and self.record is None:
            raise UsageError(f"{quote(self.name)} exists already: play it to continue it, or name another file")
        refuse_long(len(file_bytes), name=quote(self.name))
        lines = (self.record.head, *self.record.lines) if self.record is not None else ()
        if file_bytes:
            self.disk_length = file_bytes.rfind(b"\n") + 1
            file_record, _ = read_record(as_text(file_bytes[: self.disk_length] or file_bytes))
            file_lines = (file_record.head, *file_record.lines)
            if file_lines != lines[: len(file_lines)]:
                other = "another game, or this one with other turns or limits: name another file"
                raise UsageError(f"{quote(self.name)} holds {other}")
            lines = lines[len(file_lines) :]
        self.pending_bytes = "".join(f"{write_line(line)}\n" for line in lines).encode()
        self._write_pending()

    def _write_pending(self) -> None:
        """Write the pending lines after the complete ones, and wait until they are on the disk."""
        try:
            self.record_file.truncate(self.disk_length)
            rest = memoryview(self.pending_bytes)
            while rest:
                rest = rest[self.record_file.write(rest) :]
            self.record_file.flush()
            os.fsync(self.record_file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                self.record_file.truncate(self.disk_length)
            raise OSError(error.errno, error.strerror, self.name) from error
        self.disk_length, self.pending_bytes = self.disk_length + len(self.pending_bytes), b""
