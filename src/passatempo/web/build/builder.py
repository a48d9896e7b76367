"""The complete app: generated words, pages, data and interfaces, the modules that have changed, and the pictures.

Icons and pictures of pages are drawn as pixels, since not every system accepts an SVG drawing for them.
"""

import hashlib
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from passatempo.core.methods import resolve
from passatempo.web.build import cpp, data, days, files, pages, pictures, typescript, wasm
from passatempo.web.build.modules import Module, find_modules
from passatempo.web.build.pictures import Picture
from passatempo.web.build.wasm import BuildPlace


def build_app(place: BuildPlace, address: str = "") -> list[str]:
    """Build pages, words, data, stale modules and the list of files; return what was built.

    `address` is that of the app, if it is known: pages name their pictures by it.
    """
    all_modules = list(find_modules(place.package_folder))
    for module in all_modules:
        write_interface(module, place)
        for name, data_reference in module.data_files:
            files.write_bytes(place.app_folder / "kernel" / name, resolve(data_reference)())
    for path, text in data.stale_files(place.package_folder, place.app_folder, place.build_folder):
        files.write_text(path, text)
    days.publish_days(place.build_folder.parent / "days", place.app_folder, date.today())
    build_folder = place.package_folder / "web" / "build"
    for name, text in pages.page_files(build_folder / "words", address):
        files.write_text(place.app_folder / name, text)
    lines = wasm.compile_modules([module for module in all_modules if wasm.is_stale(module, place)], place)
    page_names = pages.page_names(build_folder / "words")
    lines += draw_pictures(pictures.app_pictures(place.app_folder, page_names), place.app_folder, place.build_folder)
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


def draw_pictures(app_pictures: Iterable[Picture], app: Path, build: Path) -> list[str]:
    """Draw the pictures that are not up to date; return their names."""
    names = []
    for picture in app_pictures:
        stamp = build / "pictures" / picture.name
        digest = hashlib.sha256(repr(picture).encode()).hexdigest()
        if (app / picture.name).exists() and stamp.exists() and stamp.read_text() == digest:
            continue
        import resvg_py

        pixels = resvg_py.svg_to_bytes(
            svg_string=picture.svg, width=picture.width, height=picture.height, skip_system_fonts=True
        )
        files.write_bytes(app / picture.name, bytes(pixels))
        files.write_text(stamp, digest)
        names.append(picture.name)
    return names
