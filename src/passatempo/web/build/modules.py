"""The modules of the browser app: the interface and source files of each, read from `interface.toml`."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from passatempo.core.interface import Interface


@dataclass(frozen=True, slots=True)
class Module:
    """A module of the app.

    Parameters
    ----------
    name, namespace
        The name of the module, and the namespace of its functions.
    root_folder
        The folder of its kernel.
    source_files
        Its source files, without the generated one.
    data_files
        Files served with the module, each with the function that returns its bytes, as "module:name".
    interface, full_interface
        The questions and records of the module, and those of the whole kernel.
    """

    name: str
    namespace: str
    root_folder: Path
    source_files: tuple[Path, ...]
    data_files: tuple[tuple[str, str], ...]
    interface: Interface
    full_interface: Interface

    @classmethod
    def read(cls, path: Path, name: str = "") -> "Module":
        """Read one module of `interface.toml`; raises `ValueError` for an unknown type or record."""
        raw, full_interface = tomllib.loads(path.read_text(encoding="utf-8")), Interface.read(path)
        module_table = raw["modules"][name] if name else raw
        root = path.parent.resolve()
        sources, data_files = tuple(_source_files(root, module_table)), tuple(module_table.get("data", {}).items())
        module_questions = {
            identifier: full_interface.questions[identifier] for identifier in module_table["questions"]
        }
        used = {
            kind.base_type
            for identifier in module_questions.values()
            for record in (identifier.request_type, identifier.reply_type)
            for _, kind in record.typed_fields
        }
        for identifier, record in reversed([*full_interface.records.items()]):  # a record uses only earlier ones
            used |= {kind.base_type for _, kind in record.typed_fields if identifier in used}
        records = {identifier: record for identifier, record in full_interface.records.items() if identifier in used}
        interface = replace(full_interface, records=records, questions=module_questions)
        return cls(name or raw["module"], raw["namespace"], root, sources, data_files, interface, full_interface)


def _source_files(folder: Path, raw: Mapping[str, Any]) -> Iterator[Path]:
    """Yield the source files of a module, without the Python bindings."""
    without = {folder / name for name in raw.get("without", ())}
    for pattern in raw.get("sources", ()):
        for path in sorted(folder.glob(pattern)):
            if path not in without and not path.name.endswith("bindings.cpp"):
                yield path


def find_modules(package: Path) -> Iterator[Module]:
    """Read the modules of a package: one per `interface.toml`, or those that the file names."""
    for path in sorted(package.glob("*/kernel/**/interface.toml")):
        for name in tomllib.loads(path.read_text(encoding="utf-8")).get("modules", [""]):
            yield Module.read(path, name)
