"""The interface of a kernel: its questions and records with the types of their fields, from `kernel/interface.toml`.

Requests and replies are bytes. Numbers are little-endian without padding, a list follows its length, and records are
inline in the order of their fields. A record of one field is that field's value. Only the kernel checks bounds.
"""

import re
import struct
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.outcome import STOPS, StopReason

FORMATS = {"u8": "B", "i32": "i", "u32": "I", "i64": "q", "u64": "Q", "f64": "d", "bool": "?"}
MOST_LISTED = 2**20  # items of a list without a bound
NO_LIMITS = Limits()
_TYPE = re.compile(
    r"(?P<base>\w+)(?P<list>\[\])?(?: (?P<low>-?\d+)\.\.(?P<high>\d+))?(?: x (?P<few>\d+)\.\.(?P<many>\d+))?"
)
_LENGTH, _HEAD, _NODE_COUNT = struct.Struct("<I"), struct.Struct("<dQ"), struct.Struct("<Q")

Write: TypeAlias = "Callable[[bytearray, Any], None]"
Read: TypeAlias = "Callable[[bytes, int, list[Any]], int]"


@dataclass(frozen=True, slots=True)
class FieldType:
    """The type of a field: a scalar, a record, or a list of either, with its bounds.

    Examples
    --------
    >>> FieldType.parse("u8[] 0..1 x 1..10000")
    FieldType(base_type='u8', is_list=True, lower_bound=0, upper_bound=1, min_length=1, max_length=10000)
    """

    base_type: str
    is_list: bool = False
    lower_bound: int | None = None
    upper_bound: int | None = None
    min_length: int = 0
    max_length: int = MOST_LISTED

    @classmethod
    def parse(cls, text: str) -> "FieldType":
        """Parse a type; raises `ValueError` if the text is not one."""
        type_match = _TYPE.fullmatch(text)
        if not type_match or (type_match["few"] and not type_match["list"]):
            raise ValueError(f"{text!r} is not a type")
        low, high = (None if type_match[name] is None else int(type_match[name]) for name in ("low", "high"))
        lengths = (int(type_match["few"]), int(type_match["many"])) if type_match["few"] else (0, MOST_LISTED)
        return cls(type_match["base"], type_match["list"] is not None, low, high, *lengths)

    @property
    def is_record(self) -> bool:
        """Whether its items are records."""
        return self.base_type not in FORMATS


@dataclass(frozen=True, slots=True)
class RecordType:
    """A record type: its name and its fields in order."""

    record_name: str
    typed_fields: tuple[tuple[str, FieldType], ...]


@dataclass(frozen=True, slots=True)
class KernelQuestion:
    """The records of a request and of its reply."""

    question_name: str
    help_text: str
    request_type: RecordType
    reply_type: RecordType


class KernelAnswer(NamedTuple):
    """The reason why a kernel stopped, the nodes that it searched, and its reply by field."""

    stop: StopReason
    node_count: int
    reply: dict[str, Any]


@dataclass(frozen=True)
class Interface:
    """All questions of a kernel.

    Parameters
    ----------
    records, questions
        By name, in the order of the file.
    digest
        The hash of the file. A kernel stores the hash of the file from which it was built.
    pastime
        The pastime whose kernel answers; empty if no kernel is called.
    """

    records: Mapping[str, RecordType]
    questions: Mapping[str, KernelQuestion]
    digest: str
    pastime: str = ""

    @classmethod
    def read(cls, path: Path, pastime: str = "") -> "Interface":
        """Read `interface.toml`; raises `ValueError` if a type is invalid or a record is missing."""
        text = path.read_bytes()
        raw = tomllib.loads(text.decode())
        records = {name: _read_record_type(name, fields) for name, fields in raw["records"].items()}
        questions = {name: _read_question(name, question_table) for name, question_table in raw["questions"].items()}
        interface = cls(records, questions, sha256(text).hexdigest()[:16], pastime)
        for record in interface.every_record:
            for name, kind in record.typed_fields:
                if kind.is_record and kind.base_type not in records:
                    raise ValueError(f"{record.record_name}.{name}: there is no record {kind.base_type}")
        return interface

    @staticmethod
    @cache
    def of(pastime: str) -> "Interface":
        """Return the interface of a built-in pastime.

        >>> from passatempo.machiavelli import read
        >>> from passatempo.machiavelli.groups import table_record
        >>> Interface.of("machiavelli").ask("arrange", table=table_record(read("AS 2S 3S"))).reply["found"]
        True
        """
        return Interface.read(Path(__file__).parents[1] / pastime / "kernel" / "interface.toml", pastime)

    @property
    def every_record(self) -> Iterator[RecordType]:
        """All records: the named ones, and the request and the reply of each question."""
        yield from self.records.values()
        for question in self.questions.values():
            yield from (question.request_type, question.reply_type)

    @cached_property
    def _kernel(self) -> Any:
        """The kernel; raises `UsageError` if it is missing or from another build."""
        try:
            kernel: Any = import_module(f"passatempo.{self.pastime}._kernel")
        except ModuleNotFoundError as error:
            raise UsageError(f"the kernel of {self.pastime} is missing: install again") from error
        if getattr(kernel, "INTERFACE", "") != self.digest:
            raise UsageError(f"{self.pastime}: interface.toml and _kernel are of different builds")
        return kernel

    def keep(self, report_progress: Callable[[list[float]], object] | None = None) -> Any:
        """Return a caller's state in the kernel for several questions. Long ones report to `report_progress`."""
        return self._kernel.keeper(report_progress)

    def ask(
        self, question: str, /, limits: Limits = NO_LIMITS, kernel_state: Any = None, **request: Any
    ) -> KernelAnswer:
        """Ask the kernel.

        Parameters
        ----------
        kernel_state
            The result of `keep`, for questions that build on one another.
        request
            A value for each field of the request. A record is a sequence of its values, or already packed bytes.

        Raises
        ------
        ValueError
            If the kernel refuses a value, with a sentence that names the field.
        UsageError
            If the kernel is missing, or was built from another interface.
        """
        seconds, nodes, cancel = limits.kernel
        out = bytearray(_HEAD.pack(seconds, nodes))
        fields, writers, reply_fields, readers = self._known_question(question)
        try:
            request_arguments = [request.pop(name) for name in fields]
            for write in writers:
                write(out, request_arguments)
        except struct.error as error:
            raise ValueError(f"a number does not fit: {error}") from error
        if request:
            raise TypeError(f"{question} takes no {', '.join(request)}")
        stop, reply = self._kernel.call(question, out, cancel, kernel_state)
        at, reply_contents = 0, list[Any]()
        for read in readers:
            at = read(reply, at, reply_contents)
        return KernelAnswer(
            STOPS[stop], _NODE_COUNT.unpack_from(reply, at)[0], dict(zip(reply_fields, reply_contents, strict=True))
        )

    def pack(self, record: str, values: Sequence[Any]) -> bytes:
        """Pack a record that is sent often."""
        out = bytearray()
        self._write(record)(out, values)
        return bytes(out)

    # ---- Bytes: the writers and readers of each record are built once ----

    @cached_property
    def _known(self) -> dict[str, Any]:
        return {}

    def _known_question(self, name: str) -> tuple[list[str], list[Write], list[str], list[Read]]:
        """Return the fields of a request with their writers, and those of the reply with their readers."""
        question_codec: tuple[list[str], list[Write], list[str], list[Read]] | None = self._known.get(name)
        if question_codec is None:
            question = self.questions[name]
            fields, reply_fields = (
                [field for field, _ in record.typed_fields] for record in (question.request_type, question.reply_type)
            )
            question_codec = self._known[name] = (
                fields,
                self._writers(question.request_type),
                reply_fields,
                self._readers(question.reply_type),
            )
        return question_codec

    def _writers(self, record: RecordType) -> list[Write]:
        """Return the writers for the fields of a record. One writer packs adjacent numbers together."""
        return [
            _write_numbers(form, at, at + len(kinds)) if form else self._write_field(kinds[0], at)
            for at, form, kinds in _field_runs(record)
        ]

    def _write(self, name: str) -> Write:
        """Return the writer of a record, which also accepts packed bytes."""
        record = self.records[name]
        writers = self._writers(record)
        if len(record.typed_fields) == 1:
            return lambda out, content: writers[0](out, (content,))

        def write(out: bytearray, contents: Any) -> None:
            if isinstance(contents, bytes):
                out += contents
            else:
                for part in writers:
                    part(out, contents)

        return write

    def _write_field(self, kind: FieldType, at: int) -> Write:
        """Return the writer of the list or record at index `at`."""
        if not kind.is_record:
            return _write_list(FORMATS[kind.base_type], at)
        if kind.is_list and self._holds_bytes(kind.base_type):
            return _write_rows(at)
        write_base = self._write(kind.base_type)

        def write(out: bytearray, contents: Any) -> None:
            out += _LENGTH.pack(len(contents[at]))
            for content in contents[at]:
                write_base(out, content)

        return write if kind.is_list else lambda out, contents: write_base(out, contents[at])

    def _holds_bytes(self, name: str) -> bool:
        """Whether a record is only a list of bytes. Lists of such records are packed and read at once."""
        (_, first), *further_fields = self.records[name].typed_fields
        return not further_fields and first.is_list and first.base_type == "u8"

    def _readers(self, record: RecordType) -> list[Read]:
        """Return the readers for the fields of a record. One reader unpacks adjacent numbers together."""
        return [_read_numbers(form) if form else self._read_field(kinds[0]) for _, form, kinds in _field_runs(record)]

    def _read(self, name: str) -> Read:
        """Return the reader of a record, which makes a named tuple."""
        record = self.records[name]
        readers = self._readers(record)
        tuple_type: Any = NamedTuple(name, [(field, Any) for field, _ in record.typed_fields])  # type: ignore[misc]
        if len(record.typed_fields) == 1:
            return readers[0]

        def read(reply_bytes: bytes, at: int, contents: list[Any]) -> int:
            field_contents: list[Any] = []
            for part in readers:
                at = part(reply_bytes, at, field_contents)
            contents.append(tuple_type._make(field_contents))
            return at

        return read

    def _read_field(self, kind: FieldType) -> Read:
        """Return the reader of a list or a record."""
        if not kind.is_record:
            return _read_list(FORMATS[kind.base_type])
        if kind.is_list and self._holds_bytes(kind.base_type):
            return _read_rows
        read_base = self._read(kind.base_type)

        def read(reply_bytes: bytes, at: int, contents: list[Any]) -> int:
            (length,) = _LENGTH.unpack_from(reply_bytes, at)
            list_contents: list[Any] = []
            at += 4
            for _ in range(length):
                at = read_base(reply_bytes, at, list_contents)
            contents.append(tuple(list_contents))
            return at

        return read if kind.is_list else read_base


def _read_record_type(name: str, fields: Mapping[str, str]) -> RecordType:
    return RecordType(name, tuple([(field, FieldType.parse(kind)) for field, kind in fields.items()]))


def _read_question(name: str, question_table: Mapping[str, Any]) -> KernelQuestion:
    title = "".join([part.capitalize() for part in name.split("_")])
    request, reply = (
        _read_record_type(f"{title}Request", question_table["request"]),
        _read_record_type(f"{title}Reply", question_table["reply"]),
    )
    return KernelQuestion(name, question_table["about"], request, reply)


def _field_runs(record: RecordType) -> Iterator[tuple[int, str, list[FieldType]]]:
    """Divide fields into runs of numbers, with their format, and single other fields, each with its first index."""
    at = 0
    for is_number, kind_group in groupby(
        [kind for _, kind in record.typed_fields], lambda field_kind: not (field_kind.is_list or field_kind.is_record)
    ):
        kinds = list(kind_group)
        form = "<" + "".join([FORMATS[kind.base_type] for kind in kinds]) if is_number else ""
        for part in [kinds] if is_number else [[kind] for kind in kinds]:
            yield at, form, part
            at += len(part)


def pack_rows(rows: Sequence[Any]) -> bytes:
    """Pack a list of records that are lists of bytes, for lists that are sent often."""
    length = _LENGTH.pack
    return length(len(rows)) + b"".join([length(len(row)) + bytes(row) for row in rows])


def _write_rows(at: int) -> Write:
    def write(out: bytearray, contents: Any) -> None:
        rows = contents[at]
        out += rows if isinstance(rows, bytes) else pack_rows(rows)

    return write


def _write_numbers(form: str, low: int, high: int) -> Write:
    pack = struct.Struct(form).pack

    def write(out: bytearray, contents: Any) -> None:
        out += pack(*contents[low:high])

    return write


def _write_list(form: str, at: int) -> Write:
    def write_bytes(out: bytearray, contents: Any) -> None:
        content_bytes = bytes(contents[at])
        out += _LENGTH.pack(len(content_bytes))
        out += content_bytes

    def write(out: bytearray, contents: Any) -> None:
        list_contents = contents[at]
        out += struct.pack(f"<I{len(list_contents)}{form}", len(list_contents), *list_contents)

    return write_bytes if form == "B" else write


def _read_rows(reply_bytes: bytes, at: int, contents: list[Any]) -> int:
    length = _LENGTH.unpack_from
    (number,) = length(reply_bytes, at)
    at, rows = at + 4, []
    for _ in range(number):
        (size,) = length(reply_bytes, at)
        end = at + 4 + size
        rows.append(tuple(reply_bytes[at + 4 : end]))
        at = end
    contents.append(tuple(rows))
    return at


def _read_numbers(form: str) -> Read:
    numbers, size = struct.Struct(form).unpack_from, struct.calcsize(form)

    def read(reply_bytes: bytes, at: int, contents: list[Any]) -> int:
        contents += numbers(reply_bytes, at)
        return at + size

    return read


def _read_list(form: str) -> Read:
    size = struct.calcsize(f"<{form}")

    def read(reply_bytes: bytes, at: int, contents: list[Any]) -> int:
        (length,) = _LENGTH.unpack_from(reply_bytes, at)
        end: int = at + 4 + length * size
        list_contents = (
            tuple(reply_bytes[at + 4 : end])
            if form == "B"
            else struct.unpack_from(f"<{length}{form}", reply_bytes, at + 4)
        )
        contents.append(list_contents)
        return end

    return read
