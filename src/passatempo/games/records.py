"""Records of games: one JSON object a line, the head first, then turns, at the end the result.

A record without a result is an unfinished game, and goes on. A last line without an end was cut short, whatever it is:
it is dropped with a warning; any other damage is an error with its line.
"""

from __future__ import annotations

import contextlib
import os
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeAlias

from passatempo.core.decoding import decode
from passatempo.core.errors import FormatError, UsageError, describe_fault, quote
from passatempo.core.input import as_text, path_of
from passatempo.core.json import convert, encode
from passatempo.core.text import LONGEST_TEXT, refuse_long
from passatempo.core.writing import lock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from io import FileIO
    from types import TracebackType


VERSION = 1  # of the format; a key that changes its meaning raises it
UNSEEN = "??"  # in a deal: a card that nobody at a real table has seen
MOST_DIGITS = 40  # of a seed


@dataclass(frozen=True, slots=True)
class Head:
    """The first line: what is played, by whom, and what was dealt.

    Parameters
    ----------
    record
        The version of the format.
    pastime, version
        The pastime, and the version of the package that wrote it.
    rules
        The preset and every field that differs from it.
    seats
        Each with a name; a bot's with the bot as it was asked for.
    seed
        The seed of the deal, a whole number as a string; None where `deal` says everything.
    deal
        The explicit deal, in the game's own shape.
    practice
        Whether turns could be taken back.
    timed
        Whether bots had a time limit: only the moves, not the bots, can then be repeated.
    nodes
        The limit of nodes that bots had for a move, where they had one: asked again, they have it again.
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
    def followed(self) -> bool:
        """Whether a game at a real table was followed, so that something of the deal is not known.

        >>> Head(1, "machiavelli", "0", {}, [], None, {"hands": ["?? ??"]}).followed
        True
        """
        return self.deal is not None and UNSEEN in encode(self.deal)


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A move: turns and seats count from 1; `ms` is what a person or bot took, `hint` whether a hint was asked."""

    turn: int
    seat: int
    move: Any
    ms: int | None = None
    hint: bool = False


@dataclass(frozen=True, slots=True)
class UndoLine:
    """The last so many turns are taken back; the numbering goes on from there."""

    undo: int


@dataclass(frozen=True, slots=True)
class EventLine:
    """Something that is no move, such as a corrected count at a real table; taken back with the turn before it."""

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
    """A head and the lines after it, as they were written."""

    head: Head
    lines: tuple[Line, ...] = ()

    @property
    def played(self) -> tuple[TurnLine | EventLine, ...]:
        """The turns and events that count: those taken back, and what came after the first of them, are left out."""
        kept: list[TurnLine | EventLine] = []
        for line in self.lines:
            if isinstance(line, TurnLine | EventLine):
                kept.append(line)
            elif isinstance(line, UndoLine):
                turns = [at for at, one in enumerate(kept) if isinstance(one, TurnLine)]
                del kept[turns[-line.undo] :]
        return tuple(kept)

    @property
    def turns(self) -> tuple[TurnLine, ...]:
        """The turns that count, those taken back left out.

        >>> head = Head(1, "mnk", "0", {}, [])
        >>> Record(head, (TurnLine(1, 1, [1, 1]), UndoLine(1), TurnLine(1, 1, [2, 2]))).turns[0].move
        [2, 2]
        """
        return tuple([line for line in self.played if isinstance(line, TurnLine)])

    @property
    def end(self) -> EndLine | None:
        """The result; None while the game is open."""
        last = self.lines[-1] if self.lines else None
        return last if isinstance(last, EndLine) else None


def write_line(line: Head | Line) -> str:
    """Write one line without its end; what says nothing is left out after the head.

    >>> write_line(TurnLine(1, 2, {"draw": True}))
    '{"turn":1,"seat":2,"move":{"draw":true}}'
    """
    said = {entry.name: getattr(line, entry.name) for entry in fields(line)}
    if isinstance(line, Head):
        late = {key: said.pop(key) for key in ("timed", "nodes")}
        return encode(said | {key: value for key, value in late.items() if value})
    return encode({key: value for key, value in said.items() if value is not None and value is not False})


def write_record(record: Record) -> str:
    """Write a whole record."""
    return "".join(f"{write_line(line)}\n" for line in (record.head, *record.lines))


def read_record(text: str) -> tuple[Record, tuple[str, ...]]:
    r"""Read a record, and the warnings about it.

    Raises
    ------
    FormatError
        With the line of what is damaged, unless it is a last line without an end; if the first line has none.

    Examples
    --------
    >>> head = '{"record":1,"pastime":"mnk","version":"0","rules":{},"seats":[],"seed":"7","deal":null}'
    >>> record, warnings = read_record(head + "\n" + '{"turn":1,"se')
    >>> record.head.seed, len(record.lines), warnings
    ('7', 0, ('the last line was cut short and is left out',))
    """
    *rows, cut = text.split("\n")
    if not rows or not rows[0].strip():
        told = "the first line of the record was cut short" if cut.strip() else "the record is empty"
        raise FormatError(told, kind="empty")
    head = _head(_object(rows[0], 1))
    lines = [_line(_object(row, number), number) for number, row in enumerate(rows[1:], 2)]
    _refuse_disorder(lines)
    return Record(head, tuple(lines)), ("the last line was cut short and is left out",) if cut.strip() else ()


def rules_in(head: Head, kind: type[Any], presets: Mapping[str, Any], usual: str) -> Any:
    """Return the rules that a head states, for the second programs; raises `FormatError`."""
    said = dict(head.rules)
    preset = said.pop("preset", usual)
    if preset not in presets:
        raise FormatError(f"{quote(preset)} is not a set of rules")
    base = presets[preset].rules
    return convert({entry.name: getattr(base, entry.name) for entry in fields(kind)} | said, kind, "the rules")


def wrong_result(told: Mapping[str, Any], right: Mapping[str, Any] | None) -> Iterator[str]:
    """Compare the result that a record tells with the right one; None: the game is not over."""
    if right is None:
        yield "the record has a result, but the game is not over"
        return
    for key, value in right.items():
        if told.get(key) != value:
            yield f"the result: {key} is {quote(told.get(key))}, but {quote(value)} by the rules"


def _object(row: str, number: int) -> dict[str, Any]:
    try:
        found = decode(row)
    except FormatError as error:
        raise FormatError(f"record line {number}: {error.message}", kind=error.kind) from None
    if not isinstance(found, dict):
        raise FormatError(f"record line {number}: {quote(row)} is not a JSON object", kind="json-type")
    return found


def _head(raw: dict[str, Any]) -> Head:
    if raw.get("record") != VERSION or isinstance(raw.get("record"), bool):
        if "record" not in raw:
            raise FormatError("this is not a record: its first line has no key 'record'", kind="record-version")
        told = f"record line 1: {quote(raw['record'])} is an unknown version; {VERSION} is expected"
        raise FormatError(told, kind="record-version")
    head: Head = _converted(raw, Head, 1)
    seed = head.seed
    if seed is not None and not (len(seed) <= MOST_DIGITS and seed.removeprefix("-").isdecimal() and seed.isascii()):
        raise FormatError(f"record line 1: the seed {quote(seed)} is not a whole number", kind="bad-seed")
    return head


def _line(raw: dict[str, Any], number: int) -> Line:
    for key, kind in KINDS.items():
        if key in raw and next(iter(raw)) == key:
            return _converted(raw, kind, number)  # type: ignore[no-any-return]
    known = ", ".join(KINDS)
    raise FormatError(f"record line {number}: {quote(encode(raw))} starts with none of {known}", kind="record-line")


def _converted(raw: dict[str, Any], shape: type, number: int) -> Any:
    try:
        return convert(raw, shape, "the line")
    except FormatError as error:
        raise FormatError(f"record line {number}: {error}", kind=error.kind) from None


def _refuse_disorder(lines: Sequence[Line]) -> None:
    """Refuse turns that are not numbered one after the other, and lines after the result."""
    for fault in _disorder(lines):
        raise FormatError(fault, kind="record-order")


def _disorder(lines: Sequence[Line]) -> Iterator[str]:
    played = 0
    for number, line in enumerate(lines, 2):
        if number > 2 and isinstance(lines[number - 3], EndLine) and not isinstance(line, UndoLine):
            yield f"record line {number}: it follows the result"
        if isinstance(line, TurnLine):
            if line.turn != played + 1:
                yield f"record line {number}: turn {line.turn} instead of turn {played + 1}"
            played += 1
        elif isinstance(line, UndoLine):
            if not 1 <= line.undo <= played:
                yield f"record line {number}: {line.undo} turns are undone of {played}"
            played -= line.undo
        elif isinstance(line, EndLine) and line.turns != played:
            yield f"record line {number}: it counts {line.turns} turns, but {played} were played"


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
        self.file: FileIO = open(path, "a+b", buffering=0)
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
        refuse_long(len(data), name=quote(self.name))
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
