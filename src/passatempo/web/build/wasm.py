"""The kernels as WebAssembly, compiled by the clang of the package `ziglang` when a source has changed."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from passatempo.web.build import cpp, files
from passatempo.web.build.modules import Module

FLAGS = (
    *("-target", "wasm32-wasi", "-std=c++20", "-O3", "-DNDEBUG", "-s", "-fno-exceptions", "-fno-rtti", "-msimd128"),
    *("-mexec-model=reactor", "-Wall", "-Wextra", "-Wno-unused-command-line-argument"),
)
COMPILER = (sys.executable, "-m", "ziglang", "c++", *FLAGS)
# The standard headers that the kernels use, compiled once into a precompiled header. Parsing them for every file took
# two thirds of the time. The modules are byte-identical.
STANDARD = (
    *("algorithm", "array", "bit", "bitset", "cassert", "cmath", "cstddef", "cstdint", "cstdlib", "cstring", "deque"),
    *("functional", "initializer_list", "iterator", "limits", "map", "memory", "new", "numbers", "numeric", "optional"),
    *("set", "span", "string", "string_view", "tuple", "type_traits", "unordered_map", "utility", "vector"),
)


@dataclass(frozen=True, slots=True)
class BuildPlace:
    """The folders of a build: the package's sources, and the generated files that are kept between builds."""

    package_folder: Path
    build_folder: Path

    @property
    def app_folder(self) -> Path:
        """The folder that is served."""
        return self.package_folder / "web" / "app"

    @property
    def standard_folder(self) -> Path:
        """The precompiled header of the standard library."""
        return self.build_folder / "standard.pch"


def is_stale(module: Module, place: BuildPlace) -> bool:
    """Return whether a module is missing, or was built from other sources or with other flags."""
    stamp = place.build_folder / module.name / "stamp"
    kernel_path = place.app_folder / "kernel" / f"{module.name}.wasm"
    return not kernel_path.exists() or not stamp.exists() or stamp.read_text() != _module_digest(module, place)


def _module_digest(module: Module, place: BuildPlace) -> str:
    """Return the hash of the flags, the generated code, and every file on which the module may depend."""
    source_hash = hashlib.sha256(
        "\0".join([*FLAGS, *STANDARD, cpp.header_text(module), cpp.source_text(module)]).encode()
    )
    headers = [*(place.package_folder / "native").glob("*.hpp"), *module.root_folder.rglob("*.hpp")]
    for path in sorted({*module.source_files, *headers}):
        source_hash.update(str(path.relative_to(place.package_folder)).encode())
        source_hash.update(path.read_bytes())
    return source_hash.hexdigest()


def compile_modules(stale: Sequence[Module], place: BuildPlace) -> list[str]:
    """Compile modules and return a line with the size of each; raises `CalledProcessError` after the compiler's output.

    The compiler builds its C and C++ libraries at the first link, on one thread, which takes half of the total time. So
    an empty program is linked in parallel with the compilation.
    """
    if not stale:
        return []
    module_digests = [
        _module_digest(module, place) for module in stale
    ]  # computed before, so that later changes count as stale
    empty = place.build_folder / "empty.cpp"
    files.write_text(empty, "")
    _compile_standard(place)
    of_unit = {unit: module for module in stale for unit in _module_units(module, place)}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        library = pool.submit(
            _run_compiler, [*COMPILER, str(empty), "-o", str(place.build_folder / "empty.wasm")], place
        )
        list(pool.map(lambda unit: _compile_unit(unit, of_unit[unit], place), of_unit))
        library.result()
        return list(
            pool.map(lambda module, module_digest: _link_module(module, place, module_digest), stale, module_digests)
        )


def _module_units(module: Module, place: BuildPlace) -> list[Path]:
    """Write the translation units of a module and return them: one per folder, and one for its interface.

    The files that answer the module's questions include its own generated header, so each is its own unit. Modules that
    use the same files of a folder share its unit.
    """
    folders: dict[Path, list[Path]] = {}
    units = [place.build_folder / module.name / "interface.gen.cpp"]
    for source in module.source_files:
        if source.stem.startswith("calls"):
            units.append(source)
        else:
            folders.setdefault(source.parent, []).append(source)
    for folder, sources in folders.items():
        text = "".join(f'#include "{source}"\n' for source in sources)
        name = folder.relative_to(place.package_folder).as_posix().replace("/", "_")
        units.append(place.build_folder / "units" / f"{name}_{hashlib.sha256(text.encode()).hexdigest()[:8]}.cpp")
        files.write_text(units[-1], text)
    return units


def _object_file(unit: Path, place: BuildPlace) -> Path:
    """Return the object file of a translation unit."""
    above = place.package_folder if unit.is_relative_to(place.package_folder) else place.build_folder
    return place.build_folder / "objects" / f"{unit.relative_to(above)}.o"


def _compile_standard(place: BuildPlace) -> None:
    """Precompile the header of the standard library."""
    header = place.build_folder / "standard.hpp"
    files.write_text(header, "".join(f"#include <{name}>\n" for name in STANDARD))
    _run_compiler([*COMPILER, "-x", "c++-header", str(header), "-o", str(place.standard_folder)], place)


def _compile_unit(unit: Path, module: Module, place: BuildPlace) -> None:
    """Compile a translation unit of a module."""
    target = _object_file(unit, place)
    target.parent.mkdir(parents=True, exist_ok=True)
    includes = [
        f"-I{path}" for path in (place.package_folder / "native", module.root_folder, place.build_folder / module.name)
    ]
    _run_compiler(
        [*COMPILER, "-include-pch", str(place.standard_folder), *includes, "-c", str(unit), "-o", str(target)], place
    )


def _link_module(module: Module, place: BuildPlace, module_digest: str) -> str:
    """Link the units of a module, and store the hash of its sources."""
    target = place.app_folder / "kernel" / f"{module.name}.wasm"
    object_files = [str(_object_file(unit, place)) for unit in _module_units(module, place)]
    _run_compiler([*COMPILER, *object_files, "-o", str(target)], place)
    (place.build_folder / module.name / "stamp").write_text(module_digest)
    return f"{target.name}: {target.stat().st_size} bytes"


def _run_compiler(line: Sequence[str], place: BuildPlace) -> None:
    """Run the compiler, with its cache in the build folder."""
    cache = {
        "ZIG_GLOBAL_CACHE_DIR": str(place.build_folder / "zig"),
        "ZIG_LOCAL_CACHE_DIR": str(place.build_folder / "zig"),
    }
    subprocess.run(line, check=True, env=os.environ | cache)
