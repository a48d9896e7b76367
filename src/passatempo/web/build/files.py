"""The app as files: bundled scripts, the list of files, the service worker, and the folder for a static host.

Thirty small files are pleasant to read, but slow to fetch one by one. In the bundle of a page each module becomes a
function that returns its exports. Modules come in the order of their imports, and the page's own script last. Only the
syntax that the app's modules use is supported: named imports from files in neighbouring folders.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from passatempo.web.build import pages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LIST, WORKER = "files.json", "sw.js"
SERVER = "server.js"  # the one file that `passatempo web` replaces; it has the address of the API
VERSION = 16  # hexadecimal digits of the hash of the list
PACKED = (".bin", ".css", ".html", ".js", ".json", ".svg", ".txt", ".wasm", ".webmanifest")  # worth compressing
FOLDER = "joined"
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+)|const \{)", re.MULTILINE)
OTHER = re.compile(
    r"^(?:import\b(?! \{[^}]*\} from)|export (?!(?:async )?(?:const \w|function|class))).*", re.MULTILINE
)
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)
NEW_WORKER = re.compile(r'new Worker\(new URL\("\./(\w+)\.js", import\.meta\.url\)')
ADDRESS = re.compile(r"(?<!new Worker\()(import\(|new URL\()([\"`])(\.[^\"`]*)[\"`]")


def browser_files(app: Path) -> list[Path]:
    """Return the files that a browser stores, sorted: all but the list itself and the service worker."""
    app_files = [path for path in app.rglob("*") if path.is_file() and path.name not in (LIST, WORKER)]
    return sorted(
        [path for path in app_files if not path.name.startswith(".")], key=lambda path: path.relative_to(app).parts
    )


def file_listing(app: Path) -> str:
    """Return the list: name, bytes and SHA-256 of each file."""
    rows = []
    for path in browser_files(app):
        content = path.read_bytes()
        name, digest = path.relative_to(app).as_posix(), hashlib.sha256(content).hexdigest()
        rows.append(json.dumps({"name": name, "bytes": len(content), "sha256": digest}))
    return '{"files": [\n' + ",\n".join(rows) + "\n]}\n"


def service_worker(build: Path, listing: str) -> str:
    """Return the service worker for a list; a changed list gives another worker."""
    text = (build / WORKER).read_text(encoding="utf-8")
    return text.replace("{{version}}", hashlib.sha256(listing.encode()).hexdigest()[:VERSION])


def build_site(app: Path, target: Path, *, smallest: bool = False) -> int:
    """Write the folder for a static host, with compressed files; return the number of files of the app.

    `smallest` adds Brotli files, which take seconds to compress, for hosts that serve them.
    """
    shutil.rmtree(target, ignore_errors=True)
    site_files = [*browser_files(app), app / LIST, app / WORKER]
    for path in site_files:
        other = target / path.relative_to(app)
        other.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, other)
        if path.suffix in PACKED:
            gzip_bytes = gzip.compress(path.read_bytes(), 9, mtime=0)
            other.with_name(other.name + ".gz").write_bytes(gzip_bytes)
            if smallest:
                other.with_name(other.name + ".br").write_bytes(_by_brotli(path.read_bytes()))
    (target / "404.html").write_text(pages.missing_page(app.parent / "build" / "words"), encoding="utf-8")
    (target / ".nojekyll").touch()  # otherwise some hosts leave out files
    return len(site_files)


def write_text(path: Path, text: str) -> bool:
    """Write a file unless it already has this text; return whether it was written."""
    return write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> bool:
    """Write a file unless it already has this content; return whether it was written."""
    if path.exists() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return True


def _by_brotli(content: bytes) -> bytes:
    import brotli  # only for a host's folder; the tests build many without it

    brotli_bytes: bytes = brotli.compress(content, quality=11)
    return brotli_bytes


class BundleError(ValueError):
    """A module with syntax that the bundler does not support."""


def join_scripts(app: Path, name: str, title: str) -> Iterator[tuple[str, str]]:
    """Yield the bundle of a page, named by its title, and those of the workers that it starts: name and text."""
    order = _import_order(app, name)
    texts = {module: (app / module).read_text(encoding="utf-8") for module in order}
    server_import = "".join(
        [f'import * as {_module_variable(module)} from "../{module}";\n' for module in order if module == SERVER]
    )
    before = "".join([_wrap_module(module, texts[module]) for module in order[:-1] if module != SERVER])
    script_body = server_import + before + _module_body(name, texts[name])
    yield f"{FOLDER}/{title}.js", f"// Joined by `make app` from {', '.join(order)}.\n{script_body}"
    for module in order:
        for worker in NEW_WORKER.findall(texts[module]):
            yield from join_scripts(app, f"{dirname(module)}/{worker}.js", worker)


def _import_order(app: Path, name: str, above: tuple[str, ...] = ()) -> list[str]:
    """Return the modules that a module needs, each before those that need it, and itself."""
    if name in above:
        raise BundleError(f"{name} imports itself, by {', '.join(above)}")
    module_order: list[str] = []
    for _, target in IMPORT.findall((app / name).read_text(encoding="utf-8")):
        module_order += [
            module
            for module in _import_order(app, _resolve_import(name, target), (*above, name))
            if module not in module_order
        ]
    return [*module_order, name]


def _resolve_import(name: str, target: str) -> str:
    """Return the path of an imported module, relative to the top of the app.

    >>> _resolve_import("games/mnk/page.js", "../../frame/dom.js"), _resolve_import("frame/page.js", "./dialog.js")
    ('frame/dom.js', 'frame/dialog.js')
    """
    return normpath(join(dirname(name), target))


def _module_variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _wrap_module(name: str, text: str) -> str:
    exports = ", ".join([export for export in EXPORT.findall(text) if export])
    return f"const {_module_variable(name)} = (() => {{\n{_module_body(name, text)}return {{ {exports} }};\n}})();\n"


def _module_body(name: str, text: str) -> str:
    """Return a module without comments on lines of their own; imports become variables of the earlier modules."""
    strange = OTHER.search(text)
    if strange:
        raise BundleError(f"{name}: {strange[0]}")

    def taken(import_match: re.Match[str]) -> str:
        names = re.sub(r"(\w+) as (\w+)", r"\1: \2", " ".join(import_match[1].split()))
        return f"const {{ {names} }} = {_module_variable(_resolve_import(name, import_match[2]))};\n"

    def placed(import_match: re.Match[str]) -> str:
        before, mark, target = import_match.groups()
        return f"{before}{mark}../{_resolve_import(name, target)}{mark}"

    return ADDRESS.sub(placed, EXPORT.sub("", IMPORT.sub(taken, COMMENT.sub("", text))))
