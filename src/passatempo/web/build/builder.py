"""The complete app: generated words, pages, data and interfaces, the modules that have changed, and the icons.

The icons are drawn as pixels, since not every system accepts an SVG drawing for an installed app.
"""

from __future__ import annotations

import hashlib
from datetime import date
from typing import TYPE_CHECKING

from passatempo.core.methods import resolve
from passatempo.web.build import cpp, data, days, files, pages, typescript, wasm
from passatempo.web.build.modules import find_modules

if TYPE_CHECKING:
    from pathlib import Path

    from passatempo.web.build.modules import Module
    from passatempo.web.build.wasm import BuildPlace

SIDE = 512  # pixels
ROUNDED, FULL = 'rx="6"', 'rx="0"'  # a system that cuts its own shape needs the full square
PICTURES = {"icon-512.png": ROUNDED, "icon-maskable-512.png": FULL}


def build_app(place: BuildPlace) -> list[str]:
    """Build pages, words, data, stale modules and the list of files; return what was built."""
    all_modules = list(find_modules(place.package_folder))
    for module in all_modules:
        write_interface(module, place)
        for name, data_reference in module.data_files:
            files.write_bytes(place.app_folder / "kernel" / name, resolve(data_reference)())
    for path, text in data.stale_files(place.package_folder, place.app_folder, place.build_folder):
        files.write_text(path, text)
    days.publish_days(place.build_folder.parent / "days", place.app_folder, date.today())
    build_folder = place.package_folder / "web" / "build"
    for name, text in pages.page_files(build_folder / "words"):
        files.write_text(place.app_folder / name, text)
    lines = wasm.compile_modules([module for module in all_modules if wasm.is_stale(module, place)], place)
    lines += draw_icons(place.app_folder, place.build_folder)
    finish_app(place.app_folder, build_folder)
    return lines


def finish_app(app: Path, build_folder: Path) -> None:
    """Bundle the scripts of each page, and write the list of all files with the service worker."""
    files.bundle_scripts(app, build_folder, pages.page_names(build_folder / "words"))
    listing = files.file_listing(app)
    files.write_text(app / files.LIST, listing)
    files.write_text(app / files.WORKER, files.service_worker(build_folder, listing))


def write_interface(module: Module, place: BuildPlace) -> bool:
    """Write the generated files of a module; return whether a C++ file has changed."""
    files.write_text(place.app_folder / "kernel" / f"{module.name}.ts", typescript.module_script(module))
    return cpp.write_interface(module, place.build_folder / module.name)


def draw_icons(app: Path, build: Path) -> list[str]:
    """Draw the icons unless they are up to date; return the names of those drawn."""
    text = (app / "icon.svg").read_text(encoding="utf-8")
    stamp = build / "icon"
    digest = hashlib.sha256(text.encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest and all((app / name).exists() for name in PICTURES):
        return []
    import resvg_py

    for name, corners in PICTURES.items():
        (app / name).write_bytes(
            bytes(resvg_py.svg_to_bytes(svg_string=text.replace(ROUNDED, corners), width=SIDE, height=SIDE))
        )
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(digest)
    return list(PICTURES)
