"""The kernels as WebAssembly: compiled by the clang that the package `ziglang` brings, where anything changed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from passatempo.web.build import cpp, files

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from passatempo.web.build.modules import Module

FLAGS = (
    *("-target", "wasm32-wasi", "-std=c++20", "-O3", "-DNDEBUG", "-s", "-fno-exceptions", "-fno-rtti", "-msimd128"),
    *("-mexec-model=reactor", "-Wall", "-Wextra", "-Wno-unused-command-line-argument"),
)
COMPILER = (sys.executable, "-m", "ziglang", "c++", *FLAGS)
# What the kernels take from the standard library. It is read once, into a precompiled header: reading it for every
# file took two thirds of the time, and the modules are the same to the byte.
STANDARD = (
    *("algorithm", "array", "bit", "bitset", "cassert", "cmath", "cstddef", "cstdint", "cstdlib", "cstring", "deque"),
    *("functional", "initializer_list", "iterator", "limits", "map", "memory", "new", "numbers", "numeric", "optional"),
    *("set", "span", "string", "string_view", "tuple", "type_traits", "unordered_map", "utility", "vector"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where things stand: the package's sources, what is generated and kept between builds, and the app."""

    package: Path
    build: Path

    @property
    def app(self) -> Path:
        """The folder that is served."""
        return self.package / "web" / "app"

    @property
    def standard(self) -> Path:
        """The precompiled header of the standard library."""
        return self.build / "standard.pch"


def is_stale(module: Module, place: Place) -> bool:
    """Tell whether a module is not there, or not made of its present sources by the present flags."""
    stamp = place.build / module.name / "stamp"
    kernel_path = place.app / "kernel" / f"{module.name}.wasm"
    return not kernel_path.exists() or not stamp.exists() or stamp.read_text() != _digest(module, place)


def _digest(module: Module, place: Place) -> str:
    """Return the hash of the flags, of what is generated, and of every file that the module may be made of."""
    source_hash = hashlib.sha256("\0".join([*FLAGS, *STANDARD, cpp.header(module), cpp.source(module)]).encode())
    headers = [*(place.package / "native").glob("*.hpp"), *module.root.rglob("*.hpp")]
    for path in sorted({*module.sources, *headers}):
        source_hash.update(str(path.relative_to(place.package)).encode())
        source_hash.update(path.read_bytes())
    return source_hash.hexdigest()


def compile_modules(stale: Sequence[Module], place: Place) -> list[str]:
    """Compile modules and tell their sizes; raises `CalledProcessError`, whose output has been shown.

    The compiler makes its C and C++ libraries when it first links, by one thread and in half of all the time, so an
    empty program is linked beside the files.
    """
    if not stale:
        return []
    module_digests = [
        _digest(module, place) for module in stale
    ]  # before: what changes while the compiler runs is not in it
    empty = place.build / "empty.cpp"
    files.write(empty, "")
    _compile_standard(place)
    of_unit = {unit: module for module in stale for unit in _units(module, place)}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        library = pool.submit(_run, [*COMPILER, str(empty), "-o", str(place.build / "empty.wasm")], place)
        list(pool.map(lambda unit: _compile(unit, of_unit[unit], place), of_unit))
        library.result()
        return list(
            pool.map(lambda module, module_digest: _module(module, place, module_digest), stale, module_digests)
        )


def _units(module: Module, place: Place) -> list[Path]:
    """Write the translation units of a module and return them: one for each folder, one for its interface.

    The files that answer the module's questions include its own generated header, so they stay by themselves. Modules
    that take the same files of a folder share its unit.
    """
    folders: dict[Path, list[Path]] = {}
    units = [place.build / module.name / "interface.gen.cpp"]
    for source in module.sources:
        if source.stem.startswith("calls"):
            units.append(source)
        else:
            folders.setdefault(source.parent, []).append(source)
    for folder, sources in folders.items():
        text = "".join(f'#include "{source}"\n' for source in sources)
        name = folder.relative_to(place.package).as_posix().replace("/", "_")
        units.append(place.build / "units" / f"{name}_{hashlib.sha256(text.encode()).hexdigest()[:8]}.cpp")
        files.write(units[-1], text)
    return units


def _object(unit: Path, place: Place) -> Path:
    """Return the object file of a translation unit."""
    above = place.package if unit.is_relative_to(place.package) else place.build
    return place.build / "objects" / f"{unit.relative_to(above)}.o"


def _compile_standard(place: Place) -> None:
    """Read the standard library for all files."""
    header = place.build / "standard.hpp"
    files.write(header, "".join(f"#include <{name}>\n" for name in STANDARD))
    _run([*COMPILER, "-x", "c++-header", str(header), "-o", str(place.standard)], place)


def _compile(unit: Path, module: Module, place: Place) -> None:
    """Compile a translation unit of a module."""
    target = _object(unit, place)
    target.parent.mkdir(parents=True, exist_ok=True)
    includes = [f"-I{path}" for path in (place.package / "native", module.root, place.build / module.name)]
    _run([*COMPILER, "-include-pch", str(place.standard), *includes, "-c", str(unit), "-o", str(target)], place)


def _module(module: Module, place: Place, module_digest: str) -> str:
    """Link the units of a module, and note what it is made of."""
    target = place.app / "kernel" / f"{module.name}.wasm"
    object_files = [str(_object(unit, place)) for unit in _units(module, place)]
    _run([*COMPILER, *object_files, "-o", str(target)], place)
    (place.build / module.name / "stamp").write_text(module_digest)
    return f"{target.name}: {target.stat().st_size} bytes"


def _run(line: Sequence[str], place: Place) -> None:
    """Run the compiler, which keeps what it has made in the folder of the build."""
    cache = {"ZIG_GLOBAL_CACHE_DIR": str(place.build / "zig"), "ZIG_LOCAL_CACHE_DIR": str(place.build / "zig")}
    subprocess.run(line, check=True, env=os.environ | cache)
