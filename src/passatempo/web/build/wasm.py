"""The kernels as WebAssembly: compiled by the clang that the package `ziglang` brings, where anything changed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from passatempo.core.methods import resolve
from passatempo.web.build import cpp, data, days, files, icon, javascript, joined, pages
from passatempo.web.build.face import faces

if TYPE_CHECKING:
    from pathlib import Path

    from passatempo.web.build.face import Face

FLAGS = (
    *("-target", "wasm32-wasi", "-std=c++20", "-O3", "-DNDEBUG", "-s", "-fno-exceptions", "-fno-rtti", "-msimd128"),
    *("-mexec-model=reactor", "-Wall", "-Wextra", "-Wno-unused-command-line-argument"),
)
AT_ONCE = 2  # compilations


@dataclass(frozen=True, slots=True)
class Place:
    """Where things stand: the package's sources, what is generated and kept between builds, and the app."""

    package: Path
    build: Path

    @property
    def app(self) -> Path:
        """The folder that is served."""
        return self.package / "web" / "app"


def build(place: Place) -> list[str]:
    """Make pages, words, data, stale modules and the list of files; return what was made."""
    every = list(faces(place.package))
    for face in every:
        write_face(face, place)
        for name, told in face.data:
            _write_bytes(place.app / "kernel" / name, resolve(told)())
    for path, text in data.written(place.package, place.app, place.build):
        _write(path, text)
    days.check(place.app / "data" / days.FOLDER)
    words = place.package / "web" / "build" / "words"
    for name, text in pages.written(words):
        _write(place.app / name, text)
    for page in pages.names(words):
        for name, text in joined.joined(place.app, f"games/{page}/page.js", page):
            _write(place.app / name, text)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        stale = [face for face in every if is_stale(face, place)]
        lines = list(pool.map(lambda face: compile_module(face, place), stale))
    lines += icon.draw(place.app, place.build)
    listing = files.listed(place.app)
    _write(place.app / files.LIST, listing)
    _write(place.app / files.WORKER, files.service_worker(place.package / "web" / "build", listing))
    return lines


def write_face(face: Face, place: Place) -> bool:
    """Write the generated files of a face; tell whether one has changed."""
    folder = place.build / face.module
    made = [(folder / "face.gen.hpp", cpp.header(face)), (folder / "face.gen.cpp", cpp.source(face))]
    _write(place.app / "kernel" / f"{face.module}.js", javascript.module(face))
    written = [_write(path, text) for path, text in made]
    return any(written)


def _write(path: Path, text: str) -> bool:
    """Write a file unless it says this already; tell whether it was written."""
    return _write_bytes(path, text.encode())


def _write_bytes(path: Path, data: bytes) -> bool:
    """Write a file unless it holds this already; tell whether it was written."""
    if path.exists() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True


def is_stale(face: Face, place: Place) -> bool:
    """Tell whether a module is not there, or not made of its present sources by the present flags."""
    stamp = place.build / face.module / "stamp"
    module = place.app / "kernel" / f"{face.module}.wasm"
    return not module.exists() or not stamp.exists() or stamp.read_text() != _digest(face, place)


def _digest(face: Face, place: Place) -> str:
    """Return the hash of the flags, of what is generated, and of every file that the module may be made of."""
    found = hashlib.sha256("\0".join([*FLAGS, cpp.header(face), cpp.source(face)]).encode())
    headers = [*(place.package / "native").glob("*.hpp"), *face.root.rglob("*.hpp")]
    for path in sorted({*face.sources, *headers}):
        found.update(str(path.relative_to(place.package)).encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def command(face: Face, place: Place, target: Path) -> list[str]:
    """Return the command that makes a module."""
    folder, kernel = place.build / face.module, face.root
    includes = [f"-I{path}" for path in (place.package / "native", kernel, folder)]
    sources = [*map(str, face.sources), f"{folder}/face.gen.cpp"]
    return [sys.executable, "-m", "ziglang", "c++", *FLAGS, *includes, *sources, "-o", str(target)]


def compile_module(face: Face, place: Place) -> str:
    """Compile one module; raises `CalledProcessError`, whose output has been shown."""
    target = place.app / "kernel" / f"{face.module}.wasm"
    made_of = _digest(face, place)  # before: what changes while the compiler runs is not in the module
    cache = {"ZIG_GLOBAL_CACHE_DIR": str(place.build / "zig"), "ZIG_LOCAL_CACHE_DIR": str(place.build / "zig")}
    subprocess.run(command(face, place, target), check=True, env=os.environ | cache)
    (place.build / face.module / "stamp").write_text(made_of)
    return f"{target.name}: {target.stat().st_size} bytes"
