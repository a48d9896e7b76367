"""The whole app: what is generated of words, pages, data and interfaces, the modules that have changed, and its sign.

The sign is drawn as pictures: where the app is installed, a drawing in SVG is not enough everywhere.
"""

from __future__ import annotations

import hashlib
from datetime import date
from typing import TYPE_CHECKING

from passatempo.core.methods import resolve
from passatempo.web.build import cpp, data, days, files, javascript, pages, wasm
from passatempo.web.build.modules import modules

if TYPE_CHECKING:
    from pathlib import Path

    from passatempo.web.build.modules import Module
    from passatempo.web.build.wasm import Place

SIDE = 512  # pixels
ROUNDED, FULL = 'rx="6"', 'rx="0"'  # a system that cuts its own shape wants the whole square
PICTURES = {"icon-512.png": ROUNDED, "icon-maskable-512.png": FULL}


def build(place: Place) -> list[str]:
    """Make pages, words, data, stale modules and the list of files; return what was made."""
    all_modules = list(modules(place.package))
    for module in all_modules:
        write_interface(module, place)
        for name, data_reference in module.data:
            files.write_bytes(place.app / "kernel" / name, resolve(data_reference)())
    for path, text in data.written(place.package, place.app, place.build):
        files.write(path, text)
    days.publish(place.build.parent / "days", place.app, date.today())
    build_folder = place.package / "web" / "build"
    for name, text in pages.written(build_folder / "words"):
        files.write(place.app / name, text)
    lines = wasm.compile_modules([module for module in all_modules if wasm.is_stale(module, place)], place)
    lines += draw(place.app, place.build)
    finish(place.app, build_folder)
    return lines


def finish(app: Path, build_folder: Path) -> None:
    """Join the scripts of each page, and write the list of all files with the service worker."""
    for page in pages.names(build_folder / "words"):
        for name, text in files.joined(app, f"games/{page}/page.js", page):
            files.write(app / name, text)
    listing = files.listed(app)
    files.write(app / files.LIST, listing)
    files.write(app / files.WORKER, files.service_worker(build_folder, listing))


def write_interface(module: Module, place: Place) -> bool:
    """Write the generated files of a module; tell whether one in C++ has changed."""
    files.write(place.app / "kernel" / f"{module.name}.js", javascript.script(module))
    return cpp.write(module, place.build / module.name)


def draw(app: Path, build: Path) -> list[str]:
    """Draw the pictures unless they are of the present drawing; return what was drawn."""
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
