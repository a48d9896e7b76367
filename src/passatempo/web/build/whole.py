"""The whole app: what is generated of words, pages, data and interfaces, and the modules that have changed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from passatempo.core.methods import resolve
from passatempo.web.build import cpp, data, days, files, icon, javascript, joined, pages, wasm
from passatempo.web.build.modules import modules

if TYPE_CHECKING:
    from pathlib import Path

    from passatempo.web.build.modules import Module
    from passatempo.web.build.wasm import Place


def build(place: Place) -> list[str]:
    """Make pages, words, data, stale modules and the list of files; return what was made."""
    every = list(modules(place.package))
    for module in every:
        write_interface(module, place)
        for name, told in module.data:
            files.write_bytes(place.app / "kernel" / name, resolve(told)())
    for path, text in data.written(place.package, place.app, place.build):
        files.write(path, text)
    days.publish(place.build.parent / "days", place.app, date.today())
    own = place.package / "web" / "build"
    for name, text in pages.written(own / "words"):
        files.write(place.app / name, text)
    lines = wasm.compile_modules([module for module in every if wasm.is_stale(module, place)], place)
    lines += icon.draw(place.app, place.build)
    finish(place.app, own)
    return lines


def finish(app: Path, own: Path) -> None:
    """Join the scripts of each page, and write the list of all files with the service worker."""
    for page in pages.names(own / "words"):
        for name, text in joined.joined(app, f"games/{page}/page.js", page):
            files.write(app / name, text)
    listing = files.listed(app)
    files.write(app / files.LIST, listing)
    files.write(app / files.WORKER, files.service_worker(own, listing))


def write_interface(module: Module, place: Place) -> bool:
    """Write the generated files of a module; tell whether one in C++ has changed."""
    files.write(place.app / "kernel" / f"{module.name}.js", javascript.script(module))
    return cpp.write(module, place.build / module.name)
