"""The modules of the browser app: the interface of each, and the files that it is made of, from `interface.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from passatempo.core.interface import Interface

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Module:
    """A module of the app.

    Parameters
    ----------
    name, namespace
        The name of the module, and that of the functions which answer.
    root
        The folder of its kernel.
    sources
        Its files, besides the generated one.
    data
        Files that are served beside the module, each with the function that returns its bytes, as "module:name".
    interface, whole
        What may be asked, and what may be asked of the kernel in all.
    """

    name: str
    namespace: str
    root: Path
    sources: tuple[Path, ...]
    data: tuple[tuple[str, str], ...]
    interface: Interface
    whole: Interface

    @classmethod
    def read(cls, path: Path, name: str = "") -> Module:
        """Read `interface.toml`, of several modules one; raises `ValueError` where a type or record is none."""
        raw, whole = tomllib.loads(path.read_text(encoding="utf-8")), Interface.read(path)
        said = raw["modules"][name] if name else raw
        root = path.parent.resolve()
        sources, data = tuple(_sources(root, said)), tuple(said.get("data", {}).items())
        asked = {one: whole.questions[one] for one in said["questions"]}
        used = {kind.base for one in asked.values() for record in (one.request, one.reply) for _, kind in record.fields}
        for one, record in reversed([*whole.records.items()]):  # which know those above them
            used |= {kind.base for _, kind in record.fields if one in used}
        records = {one: record for one, record in whole.records.items() if one in used}
        interface = replace(whole, records=records, questions=asked)
        return cls(name or raw["module"], raw["namespace"], root, sources, data, interface, whole)


def _sources(folder: Path, raw: Mapping[str, Any]) -> Iterator[Path]:
    """List the files of a module: what Python binds is none of its business."""
    without = {folder / name for name in raw.get("without", ())}
    for pattern in raw.get("sources", ()):
        for path in sorted(folder.glob(pattern)):
            if path not in without and not path.name.endswith("bindings.cpp"):
                yield path


def modules(package: Path) -> Iterator[Module]:
    """Read the modules of a package: one for each `interface.toml`, or those that it names."""
    for path in sorted(package.glob("*/kernel/**/interface.toml")):
        for name in tomllib.loads(path.read_text(encoding="utf-8")).get("modules", [""]):
            yield Module.read(path, name)
