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
    interface
        What may be asked.
    """

    name: str
    namespace: str
    root: Path
    sources: tuple[Path, ...]
    data: tuple[tuple[str, str], ...]
    interface: Interface

    @classmethod
    def read(cls, path: Path) -> Module:
        """Read `interface.toml` with all questions; raises `ValueError` where a type is none, or a record is not there."""
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        root = (path.parent / raw.get("root", ".")).resolve()
        sources, data = tuple(_sources(root, raw)), tuple(raw.get("data", {}).items())
        return cls(raw["module"], raw["namespace"], root, sources, data, Interface.read(path))


def _sources(folder: Path, raw: Mapping[str, Any]) -> Iterator[Path]:
    """List the files of a module: what Python binds is none of its business."""
    without = {folder / name for name in raw.get("without", ())}
    for pattern in raw.get("sources", ()):
        for path in sorted(folder.glob(pattern)):
            if path not in without and not path.name.endswith("bindings.cpp"):
                yield path


def modules(package: Path) -> Iterator[Module]:
    """Read the modules of a package: one for each `interface.toml`, or those that it names, each with its questions."""
    for path in sorted(package.glob("*/kernel/**/interface.toml")):
        whole = Module.read(path)
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        for name, said in raw.get("modules", {whole.name: raw}).items():
            questions = {one: whole.interface.questions[one] for one in said["questions"]}
            interface = replace(whole.interface, questions=questions)
            yield replace(whole, name=name, sources=tuple(_sources(whole.root, said)), interface=interface)
