"""The face of a kernel to the browser: its questions and records with the types of their fields, from `face.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

SCALARS = ("u8", "u32", "i64", "u64", "f64", "bool")
_TYPE = re.compile(
    r"(?P<base>\w+)(?P<list>\[\])?(?: (?P<low>-?\d+)\.\.(?P<high>\d+))?(?: x (?P<few>\d+)\.\.(?P<many>\d+))?"
)
MOST_LISTED = 2**20  # things of a list without a bound


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
        """Whether its things are records."""
        return self.base not in SCALARS


@dataclass(frozen=True, slots=True)
class Record:
    """Fields in order."""

    name: str
    fields: tuple[tuple[str, Kind], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what is told."""

    name: str
    about: str
    asks: Record
    tells: Record


@dataclass(frozen=True, slots=True)
class Face:
    """All that a module of a kernel answers, and what it is made of.

    Parameters
    ----------
    module, namespace
        The name of the module, and where its C++ stands.
    root
        The folder of its kernel.
    sources
        Its files, besides the generated one.
    data
        Files that stand beside the module, each with the function that tells its bytes, as "module:name".
    records, questions
        In the order of the file; a question is asked by its place.
    """

    module: str
    namespace: str
    root: Path
    sources: tuple[Path, ...]
    data: tuple[tuple[str, str], ...]
    records: tuple[Record, ...]
    questions: tuple[Question, ...]

    @property
    def every_record(self) -> Iterator[Record]:
        """All records: those with names of their own, and what each question asks and tells."""
        yield from self.records
        for one in self.questions:
            yield from (one.asks, one.tells)

    @classmethod
    def read(cls, path: Path) -> Face:
        """Read `face.toml`; raises `ValueError` where a type is none, or a record is not there."""
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        records = tuple([_record(name, fields) for name, fields in raw["records"].items()])
        questions = tuple([_question(name, said) for name, said in raw["questions"].items()])
        root = (path.parent / raw.get("root", ".")).resolve()
        sources, data = tuple(_sources(root, raw)), tuple(raw.get("data", {}).items())
        face = cls(raw["module"], raw["namespace"], root, sources, data, records, questions)
        known = {record.name for record in records}
        for record in face.every_record:
            for name, kind in record.fields:
                if kind.is_record and kind.base not in known:
                    raise ValueError(f"{record.name}.{name}: there is no record {kind.base}")
        return face


def _record(name: str, fields: Mapping[str, str]) -> Record:
    return Record(name, tuple([(field, Kind.parse(kind)) for field, kind in fields.items()]))


def _question(name: str, said: Mapping[str, Any]) -> Question:
    title = "".join([part.capitalize() for part in name.split("_")])
    return Question(name, said["about"], _record(f"{title}Ask", said["asks"]), _record(f"{title}Tell", said["tells"]))


def _sources(folder: Path, raw: Mapping[str, Any]) -> Iterator[Path]:
    """List the files of a module: what Python binds is none of its business."""
    without = {folder / name for name in raw["without"]}
    for pattern in raw["sources"]:
        for path in sorted(folder.glob(pattern)):
            if path not in without and not path.name.endswith("bindings.cpp"):
                yield path


def faces(package: Path) -> Iterator[Face]:
    """Read the faces of all kernels of a package: `face.toml`, and `face_NAME.toml` of a further module beside it."""
    for path in sorted([*package.glob("*/kernel/**/face.toml"), *package.glob("*/kernel/**/face_*.toml")]):
        yield Face.read(path)
