"""The list of the app's files, the service worker that keeps them, and the folder for a static host."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
from typing import TYPE_CHECKING

from passatempo.web.build import pages

if TYPE_CHECKING:
    from pathlib import Path

LIST, WORKER = "files.json", "sw.js"
SERVER = "server.js"  # the one file that `passatempo web` replaces: it says where the API is
VERSION = 16  # hexadecimal digits of the hash of the list
PACKED = (".bin", ".css", ".html", ".js", ".json", ".svg", ".txt", ".wasm", ".webmanifest")  # what gets smaller by gzip


def files(app: Path) -> list[Path]:
    """Return the files that a browser keeps, in order: all but the list itself and the service worker."""
    found = [path for path in app.rglob("*") if path.is_file() and path.name not in (LIST, WORKER)]
    return sorted(
        [path for path in found if not path.name.startswith(".")], key=lambda path: path.relative_to(app).parts
    )


def listed(app: Path) -> str:
    """Return the list: name, bytes and SHA-256 of each file."""
    rows = []
    for path in files(app):
        content = path.read_bytes()
        name, digest = path.relative_to(app).as_posix(), hashlib.sha256(content).hexdigest()
        rows.append(json.dumps({"name": name, "bytes": len(content), "sha256": digest}))
    return '{"files": [\n' + ",\n".join(rows) + "\n]}\n"


def service_worker(build: Path, listing: str) -> str:
    """Return the service worker of a list: another list is another worker."""
    text = (build / WORKER).read_text(encoding="utf-8")
    return text.replace("{{version}}", hashlib.sha256(listing.encode()).hexdigest()[:VERSION])


def site(app: Path, target: Path, *, smallest: bool = False) -> int:
    """Make the folder for a static host, each file beside its packed form; return how many files the app has.

    The smallest form, which takes seconds to make, is for hosts that serve what is packed by Brotli.
    """
    shutil.rmtree(target, ignore_errors=True)
    served = [*files(app), app / LIST, app / WORKER]
    for path in served:
        other = target / path.relative_to(app)
        other.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, other)
        if path.suffix in PACKED:
            packed = gzip.compress(path.read_bytes(), 9, mtime=0)
            other.with_name(other.name + ".gz").write_bytes(packed)
            if smallest:
                other.with_name(other.name + ".br").write_bytes(_by_brotli(path.read_bytes()))
    (target / "404.html").write_text(pages.lost(app.parent / "build" / "words"), encoding="utf-8")
    (target / ".nojekyll").touch()  # or a host leaves out what it takes for its own
    return len(served)


def write(path: Path, text: str) -> bool:
    """Write a file unless it says this already; tell whether it was written."""
    return write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> bool:
    """Write a file unless it holds this already; tell whether it was written."""
    if path.exists() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True


def _by_brotli(content: bytes) -> bytes:
    import brotli  # only where a folder is made for a host: the tests make many

    packed: bytes = brotli.compress(content, quality=11)
    return packed
