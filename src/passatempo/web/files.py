"""The files of the browser app, read once when the server starts, so that two versions never mix."""

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from passatempo.core.errors import UsageError, quote
from passatempo.core.messages import translate
from passatempo.web.build.files import LIST, PACKED
from passatempo.web.build.files import SERVER as SERVER

APP = Path(__file__).parent / "app"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
OTHER = "application/octet-stream"
WITH_API = b'// @ts-check\n/** @type {string | null} */\nexport const api = "api/";\n'
LOST = "404.html"
FEW = 512  # bytes; smaller files are not compressed


class File:
    """A file with its type and its hash, from which a browser knows whether its copy is current.

    `gzip_content` is computed on first use if it is empty; `is_packable` is whether it is used at all.
    """

    __slots__ = ("content", "entity_tag", "gzip_content", "is_packable", "kind")

    def __init__(self, content: bytes, kind: str, gzip_content: bytes = b"", *, packs: bool = True) -> None:
        self.content, self.kind, self.gzip_content = content, kind, gzip_content
        self.is_packable = packs and len(content) > FEW
        self.entity_tag = hashlib.sha256(content).hexdigest()[:32]

    def respond(self, headers: Headers, caching: str = "no-cache", vary: str = "Accept-Encoding") -> Response:
        """Return the response for this file: compressed if the browser accepts that, or 304 if its copy is current."""
        use_gzip = self.is_packable and takes_gzip(headers.get("accept-encoding", ""))
        tag = f'"{self.entity_tag}{"-gz" if use_gzip else ""}"'
        cache_headers = {"ETag": tag, "Cache-Control": caching}
        if self.is_packable:
            cache_headers["Vary"] = vary
        if is_known(headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=cache_headers)
        if use_gzip:
            cache_headers["Content-Encoding"] = "gzip"
            self.gzip_content = self.gzip_content or gzip.compress(self.content, 9, mtime=0)
        return Response(
            self.gzip_content if use_gzip else self.content, 200, {**cache_headers, "Content-Type": self.kind}
        )


class Files:
    """The files, as an ASGI application.

    Parameters
    ----------
    folder
        The folder of the app.

    Raises
    ------
    UsageError
        If the app is not built there.
    """

    def __init__(self, folder: Path = APP) -> None:
        if not is_made(folder):
            raise UsageError(
                translate(
                    "this build has no browser app: install a release, run `make web` in a clone, or pass --api-only"
                )
            )
        self.named_files = dict(_read_files(folder))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with a file, or with an error."""
        await self.respond(scope["method"], scope["path"], Headers(scope=scope))(scope, receive, send)

    def respond(self, method: str, path: str, headers: Headers) -> Response:
        """Find the requested file; redirect a folder without its last slash, by a relative address."""
        name = path.removeprefix("/")
        if name.endswith("/") or not name:
            name += "index.html"
        if method not in ("GET", "HEAD"):
            return PlainTextResponse(translate("files need the method GET") + "\n", 405, {"Allow": "GET, HEAD"})
        if name in self.named_files:
            return self.named_files[name].respond(headers)
        if f"{name}/index.html" in self.named_files:
            return RedirectResponse(f"{name.rpartition('/')[2]}/", 308)
        if LOST in self.named_files:  # the app's own page for this
            return Response(self.named_files[LOST].content, 404, {"Content-Type": TYPES[".html"]})
        return PlainTextResponse(translate("there is no page {path}", path=quote(path)) + "\n", 404)


def is_made(folder: Path = APP) -> bool:
    """Return whether every file in the list of `make app` exists."""
    try:
        app_files = json.loads((folder / LIST).read_text(encoding="utf-8"))["files"]
    except FileNotFoundError:
        return False
    return all((folder / app_file["name"]).exists() for app_file in app_files)


def _read_files(folder: Path) -> Iterator[tuple[str, File]]:
    """Yield the files of a folder, each with its stored gzip unless that is older."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".gz" or not path.is_file():
            continue
        name = path.relative_to(folder).as_posix()
        gzip_path = path.with_name(path.name + ".gz")
        gzip_content = b""
        if name != SERVER and gzip_path.exists() and gzip_path.stat().st_mtime >= path.stat().st_mtime:
            gzip_content = gzip_path.read_bytes()
        content = WITH_API if name == SERVER else path.read_bytes()
        yield name, File(content, TYPES.get(path.suffix, OTHER), gzip_content, packs=name.endswith(PACKED))


def takes_gzip(accept_header: str) -> bool:
    """Return whether a browser accepts gzip.

    >>> takes_gzip("br, gzip;q=0.5"), takes_gzip("gzip;q=0"), takes_gzip("")
    (True, False, False)
    """
    for part in accept_header.lower().split(","):
        coding, _, rest = part.partition(";")
        if coding.strip() in ("gzip", "*"):
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", rest)
    return False


def is_known(tags: str, tag: str) -> bool:
    """Return whether a tag is among those that a browser sent.

    >>> is_known('W/"a", "b"', '"a"'), is_known("*", '"a"'), is_known('"b"', '"a"')
    (True, True, False)
    """
    return any(part.strip().removeprefix("W/") in (tag, "*") for part in tags.split(","))
