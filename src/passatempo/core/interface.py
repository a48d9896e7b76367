"""The interface of a kernel: its questions and records with the types of their fields, from `kernel/interface.toml`.

Requests and replies are bytes: numbers little-endian without padding, a list behind its length, records inline in the
order of their fields. A record of one field is that field's value. Bounds are checked by the kernel alone.
"""

from __future__ import annotations

import re
import struct
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.outcome import STOPS, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

FORMATS = {"u8": "B", "i32": "i", "u32": "I", "i64": "q", "u64": "Q", "f64": "d", "bool": "?"}
MOST_LISTED = 2**20  # items of a list without a bound
NO_LIMITS = Limits()
_TYPE = re.compile(
    r"(?P<base>\w+)(?P<list>\[\])?(?: (?P<low>-?\d+)\.\.(?P<high>\d+))?(?: x (?P<few>\d+)\.\.(?P<many>\d+))?"
)
_LENGTH, _HEAD, _SPENT = struct.Struct("<I"), struct.Struct("<dQ"), struct.Struct("<Q")

Write: TypeAlias = "Callable[[bytearray, Any], None]"
Read: TypeAlias = "Callable[[bytes, int, list[Any]], int]"


@dataclass(frozen=True, slots=True)
class Kind:
    """The type of a field: a scalar or a record, or a list of these, with its bounds.

    Examples
    --------
    >>> Kind.parse("u8[] 0..1 x 1..10000")
    Kind(base='u8', listed=True, low=0, high=1, few=1, many=10000)
    """

    base: str
    listed: bool = False
    low: int | None = None
    high: int | None = None
    few: int = 0
    many: int = MOST_LISTED

    @classmethod
    def parse(cls, text: str) -> Kind:
        """Read a type; raises `ValueError` for one that is none."""
        found = _TYPE.fullmatch(text)
        if not found or (found["few"] and not found["list"]):
            raise ValueError(f"{text!r} is not a type")
        low, high = (None if found[name] is None else int(found[name]) for name in ("low", "high"))
        lengths = (int(found["few"]), int(found["many"])) if found["few"] else (0, MOST_LISTED)
        return cls(found["base"], found["list"] is not None, low, high, *lengths)

    @property
    def is_record(self) -> bool:
        """Whether its items are records."""
        return self.base not in FORMATS


@dataclass(frozen=True, slots=True)
class Record:
    """Fields in order."""

    name: str
    fields: tuple[tuple[str, Kind], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """The records of a request and of its reply."""

    name: str
    about: str
    request: Record
    reply: Record


class Answer(NamedTuple):
    """Why a kernel stopped, the nodes that it spent, and its reply by field."""

    stop: StopReason
    spent: int
    reply: dict[str, Any]


@dataclass(frozen=True)
class Interface:
    """All questions of a kernel.

    Parameters
    ----------
    records, questions
        By name, in the order of the file.
    digest
        The hash of the file, which a kernel built from it knows.
    pastime
        Whose kernel answers; empty where none is asked.
    """

    records: Mapping[str, Record]
    questions: Mapping[str, Question]
    digest: str
    pastime: str = ""

    @classmethod
    def read(cls, path: Path, pastime: str = "") -> Interface:
        """Read `interface.toml`; raises `ValueError` where a type is none, or a record is not there."""
        text = path.read_bytes()
        raw = tomllib.loads(text.decode())
        records = {name: _record(name, fields) for name, fields in raw["records"].items()}
        questions = {name: _question(name, said) for name, said in raw["questions"].items()}
        found = cls(records, questions, sha256(text).hexdigest()[:16], pastime)
        for record in found.every_record:
            for name, kind in record.fields:
                if kind.is_record and kind.base not in records:
                    raise ValueError(f"{record.name}.{name}: there is no record {kind.base}")
        return found

    @staticmethod
    @cache
    def of(pastime: str) -> Interface:
        """Return the interface of a built-in pastime.

        >>> from passatempo.machiavelli import read
        >>> from passatempo.machiavelli.groups import table_record
        >>> Interface.of("machiavelli").ask("arrange", table=table_record(read("AS 2S 3S"))).reply["found"]
        True
        """
        return Interface.read(Path(__file__).parents[1] / pastime / "kernel" / "interface.toml", pastime)

    @property
    def every_record(self) -> Iterator[Record]:
        """All records: those with names of their own, and the request and the reply of each question."""
        yield from self.records.values()
        for one in self.questions.values():
            yield from (one.request, one.reply)

    @cached_property
    def _kernel(self) -> Any:
        """The kernel; raises `UsageError` if it is missing or of another build."""
        try:
            kernel: Any = import_module(f"passatempo.{self.pastime}._kernel")
        except ModuleNotFoundError as error:
            raise UsageError(f"the kernel of {self.pastime} is missing: install again") from error
        if getattr(kernel, "INTERFACE", "") != self.digest:
            raise UsageError(f"{self.pastime}: interface.toml and _kernel are of different builds")
        return kernel

    def keep(self, tell: Callable[[list[float]], object] | None = None) -> Any:
        """Return what one caller keeps in the kernel from question to question; long ones `tell` how they get on."""
        return self._kernel.keeper(tell)

    def ask(self, question: str, /, limits: Limits = NO_LIMITS, kept: Any = None, **request: Any) -> Answer:
        """Ask the kernel.

        Parameters
        ----------
        kept
            What `keep` returned, for questions that build on one another.
        request
            A value for each field of the request. A record is a sequence of its values, or is packed already.

        Raises
        ------
        ValueError
            If the kernel refuses a value, with a sentence that names the field.
        UsageError
            If the kernel is missing, or was built from another interface.
        """
        seconds, nodes, cancel = limits.kernel
        out = bytearray(_HEAD.pack(seconds, nodes))
        fields, writers, told, readers = self._known_question(question)
        try:
            values = [request.pop(name) for name in fields]
            for write in writers:
                write(out, values)
        except struct.error as error:
            raise ValueError(f"a number does not fit: {error}") from error
        if request:
            raise TypeError(f"{question} takes no {', '.join(request)}")
        stop, reply = self._kernel.call(question, out, cancel, kept)
        at, found = 0, list[Any]()
        for read in readers:
            at = read(reply, at, found)
        return Answer(STOPS[stop], _SPENT.unpack_from(reply, at)[0], dict(zip(told, found, strict=True)))

    def pack(self, record: str, values: Sequence[Any]) -> bytes:
        """Pack a record that is sent often."""
        out = bytearray()
        self._write(record)(out, values)
        return bytes(out)

    # ---- Bytes: what writes or reads a part of a record is made once ----

    @cached_property
    def _known(self) -> dict[str, Any]:
        return {}

    def _known_question(self, name: str) -> tuple[list[str], list[Write], list[str], list[Read]]:
        """Return the fields of a request with what writes them, and those of the reply with what reads them."""
        found: tuple[list[str], list[Write], list[str], list[Read]] | None = self._known.get(name)
        if found is None:
            one = self.questions[name]
            fields, told = ([field for field, _ in record.fields] for record in (one.request, one.reply))
            found = self._known[name] = fields, self._writers(one.request), told, self._readers(one.reply)
        return found

    def _writers(self, record: Record) -> list[Write]:
        """Return what writes the fields of a record from the list of their values: neighbouring numbers at once."""
        return [
            _write_numbers(form, at, at + len(kinds)) if form else self._write_field(kinds[0], at)
            for at, form, kinds in _parts(record)
        ]

    def _write(self, name: str) -> Write:
        """Return what writes a record, or its bytes where it is packed."""
        record = self.records[name]
        writers = self._writers(record)
        if len(record.fields) == 1:
            return lambda out, value: writers[0](out, (value,))

        def write(out: bytearray, values: Any) -> None:
            if isinstance(values, bytes):
                out += values
            else:
                for part in writers:
                    part(out, values)

        return write

    def _write_field(self, kind: Kind, at: int) -> Write:
        """Return what writes the list or the record at a place."""
        if not kind.is_record:
            return _write_list(FORMATS[kind.base], at)
        if kind.listed and self._holds_bytes(kind.base):
            return _write_rows(at)
        item = self._write(kind.base)

        def write(out: bytearray, values: Any) -> None:
            out += _LENGTH.pack(len(values[at]))
            for one in values[at]:
                item(out, one)

        return write if kind.listed else lambda out, values: item(out, values[at])

    def _holds_bytes(self, name: str) -> bool:
        """Whether a record is no more than a list of bytes: lists of such are packed and read at once."""
        (_, first), *others = self.records[name].fields
        return not others and first.listed and first.base == "u8"

    def _readers(self, record: Record) -> list[Read]:
        """Return what reads the fields of a record: neighbouring numbers at once."""
        return [_read_numbers(form) if form else self._read_field(kinds[0]) for _, form, kinds in _parts(record)]

    def _read(self, name: str) -> Read:
        """Return what reads a record as a named tuple."""
        record = self.records[name]
        readers = self._readers(record)
        make: Any = NamedTuple(name, [(field, Any) for field, _ in record.fields])  # type: ignore[misc]
        if len(record.fields) == 1:
            return readers[0]

        def read(data: bytes, at: int, found: list[Any]) -> int:
            values: list[Any] = []
            for part in readers:
                at = part(data, at, values)
            found.append(make._make(values))
            return at

        return read

    def _read_field(self, kind: Kind) -> Read:
        """Return what reads a list or a record."""
        if not kind.is_record:
            return _read_list(FORMATS[kind.base])
        if kind.listed and self._holds_bytes(kind.base):
            return _read_rows
        item = self._read(kind.base)

        def read(data: bytes, at: int, found: list[Any]) -> int:
            (length,) = _LENGTH.unpack_from(data, at)
            items: list[Any] = []
            at += 4
            for _ in range(length):
                at = item(data, at, items)
            found.append(tuple(items))
            return at

        return read if kind.listed else item


def _record(name: str, fields: Mapping[str, str]) -> Record:
    return Record(name, tuple([(field, Kind.parse(kind)) for field, kind in fields.items()]))


def _question(name: str, said: Mapping[str, Any]) -> Question:
    title = "".join([part.capitalize() for part in name.split("_")])
    request, reply = _record(f"{title}Request", said["request"]), _record(f"{title}Reply", said["reply"])
    return Question(name, said["about"], request, reply)


def _parts(record: Record) -> Iterator[tuple[int, str, list[Kind]]]:
    """Divide fields into runs of numbers, with their format, and single others; each with its first place."""
    at = 0
    for is_number, some in groupby([kind for _, kind in record.fields], lambda one: not (one.listed or one.is_record)):
        kinds = list(some)
        form = "<" + "".join([FORMATS[kind.base] for kind in kinds]) if is_number else ""
        for part in [kinds] if is_number else [[kind] for kind in kinds]:
            yield at, form, part
            at += len(part)


def pack_rows(rows: Sequence[Any]) -> bytes:
    """Pack a list of records that are lists of bytes, where it is sent often."""
    length = _LENGTH.pack
    return length(len(rows)) + b"".join([length(len(row)) + bytes(row) for row in rows])


def _write_rows(at: int) -> Write:
    def write(out: bytearray, values: Any) -> None:
        rows = values[at]
        out += rows if isinstance(rows, bytes) else pack_rows(rows)

    return write


def _write_numbers(form: str, low: int, high: int) -> Write:
    pack = struct.Struct(form).pack

    def write(out: bytearray, values: Any) -> None:
        out += pack(*values[low:high])

    return write


def _write_list(form: str, at: int) -> Write:
    def write_bytes(out: bytearray, values: Any) -> None:
        found = bytes(values[at])
        out += _LENGTH.pack(len(found))
        out += found

    def write(out: bytearray, values: Any) -> None:
        items = values[at]
        out += struct.pack(f"<I{len(items)}{form}", len(items), *items)

    return write_bytes if form == "B" else write


def _read_rows(data: bytes, at: int, found: list[Any]) -> int:
    length = _LENGTH.unpack_from
    (number,) = length(data, at)
    at, rows = at + 4, []
    for _ in range(number):
        (size,) = length(data, at)
        end = at + 4 + size
        rows.append(tuple(data[at + 4 : end]))
        at = end
    found.append(tuple(rows))
    return at


def _read_numbers(form: str) -> Read:
    numbers, size = struct.Struct(form).unpack_from, struct.calcsize(form)

    def read(data: bytes, at: int, found: list[Any]) -> int:
        found += numbers(data, at)
        return at + size

    return read


def _read_list(form: str) -> Read:
    size = struct.calcsize(f"<{form}")

    def read(data: bytes, at: int, found: list[Any]) -> int:
        (length,) = _LENGTH.unpack_from(data, at)
        end: int = at + 4 + length * size
        items = tuple(data[at + 4 : end]) if form == "B" else struct.unpack_from(f"<{length}{form}", data, at + 4)
        found.append(items)
        return end

    return read
