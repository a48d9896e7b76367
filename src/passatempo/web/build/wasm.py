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

    from passatempo.web.build.face import Face

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


def is_stale(face: Face, place: Place) -> bool:
    """Tell whether a module is not there, or not made of its present sources by the present flags."""
    stamp = place.build / face.module / "stamp"
    module = place.app / "kernel" / f"{face.module}.wasm"
    return not module.exists() or not stamp.exists() or stamp.read_text() != _digest(face, place)


def _digest(face: Face, place: Place) -> str:
    """Return the hash of the flags, of what is generated, and of every file that the module may be made of."""
    found = hashlib.sha256("\0".join([*FLAGS, *STANDARD, cpp.header(face), cpp.source(face)]).encode())
    headers = [*(place.package / "native").glob("*.hpp"), *face.root.rglob("*.hpp")]
    for path in sorted({*face.sources, *headers}):
        found.update(str(path.relative_to(place.package)).encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def compile_modules(stale: Sequence[Face], place: Place) -> list[str]:
    """Compile modules and tell their sizes; raises `CalledProcessError`, whose output has been shown.

    The compiler makes its C and C++ libraries when it first links, by one thread and in half of all the time, so an
    empty program is linked beside the files.
    """
    if not stale:
        return []
    made_of = [_digest(face, place) for face in stale]  # before: what changes while the compiler runs is not in it
    empty = place.build / "empty.cpp"
    files.write(empty, "")
    _compile_standard(place)
    faces = {source: face for face in stale for source in _sources(face, place)}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        library = pool.submit(_run, [*COMPILER, str(empty), "-o", str(place.build / "empty.wasm")], place)
        list(pool.map(lambda source: _compile(source, faces[source], place), faces))
        library.result()
        return list(pool.map(lambda face, made: _module(face, place, made), stale, made_of))


def _sources(face: Face, place: Place) -> list[Path]:
    """List the files of a module, that of its face last."""
    return [*face.sources, place.build / face.module / "face.gen.cpp"]


def _object(source: Path, place: Place) -> Path:
    """Return where what a file is compiled to stands: once for the modules that share it."""
    above = place.package if source.is_relative_to(place.package) else place.build
    return place.build / "objects" / f"{source.relative_to(above)}.o"


def _compile_standard(place: Place) -> None:
    """Read the standard library for all files."""
    header = place.build / "standard.hpp"
    files.write(header, "".join(f"#include <{name}>\n" for name in STANDARD))
    _run([*COMPILER, "-x", "c++-header", str(header), "-o", str(place.standard)], place)


def _compile(source: Path, face: Face, place: Place) -> None:
    """Compile one file of a module."""
    target = _object(source, place)
    target.parent.mkdir(parents=True, exist_ok=True)
    includes = [f"-I{path}" for path in (place.package / "native", face.root, place.build / face.module)]
    _run([*COMPILER, "-include-pch", str(place.standard), *includes, "-c", str(source), "-o", str(target)], place)


def _module(face: Face, place: Place, made_of: str) -> str:
    """Link the files of a module, and note what it is made of."""
    target = place.app / "kernel" / f"{face.module}.wasm"
    objects = [str(_object(source, place)) for source in _sources(face, place)]
    _run([*COMPILER, *objects, "-o", str(target)], place)
    (place.build / face.module / "stamp").write_text(made_of)
    return f"{target.name}: {target.stat().st_size} bytes"


def _run(line: Sequence[str], place: Place) -> None:
    """Run the compiler, which keeps what it has made in the folder of the build."""
    cache = {"ZIG_GLOBAL_CACHE_DIR": str(place.build / "zig"), "ZIG_LOCAL_CACHE_DIR": str(place.build / "zig")}
    subprocess.run(line, check=True, env=os.environ | cache)
