"""The files of the app as the server sends them: types, hashes, packing, folders, and what is not there.

Tests: web/files.py
"""

import gzip
import os
import subprocess
import sys

import httpx
import pytest

from passatempo.core.errors import UsageError
from passatempo.web.files import SERVER, Files
from passatempo.web.request_guard import POLICY

from .loops import finished

LONG = "// @ts-check\n" + "export const one = 1;\n" * 100


@pytest.fixture
def folder(tmp_path):
    for name, text in {
        "index.html": "<!doctype html><h1>home</h1>",
        "minesweeper/index.html": "<!doctype html>" + "<p>field</p>" * 100,
        "it/minesweeper/index.html": "<!doctype html><h1>campo</h1>",
        "games/minesweeper.js": LONG,
        "kernel/minesweeper.wasm": "\0asm" * 200,
        SERVER: "export const api = null;",
        "style.css": "a { color: red; }" * 50,
        "manifest.webmanifest": "{}",
        "files.json": '{"files": [{"name": "index.html"}, {"name": "kernel/minesweeper.wasm"}]}',
    }.items():
        path = tmp_path / "app" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "app"


class Reader:
    """Asks for files without a socket."""

    def __init__(self, folder):
        self.files = Files(folder)

    def request(self, method, path, **details):
        async def work():
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(self.files), base_url="http://app", verify=False
            ) as client:
                return await client.request(method, path, **details)

        return finished(work())

    def get(self, path, **details):
        return self.request("GET", path, **details)


def client(folder):
    return Reader(folder)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/minesweeper/", "text/html; charset=utf-8"),
        ("/it/minesweeper/", "text/html; charset=utf-8"),
        ("/games/minesweeper.js", "text/javascript; charset=utf-8"),
        ("/kernel/minesweeper.wasm", "application/wasm"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/files.json", "application/json"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_types(folder, path, kind):
    answer = client(folder).get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "no-cache"
    assert client(folder).request("HEAD", path).headers["content-length"] == answer.headers["content-length"]


def test_a_file_that_the_browser_has_is_not_sent_again(folder):
    one = client(folder)
    for coding in ("identity", "gzip"):
        first = one.get("/games/minesweeper.js", headers={"Accept-Encoding": coding})
        tag = first.headers["etag"]
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            again = one.get("/games/minesweeper.js", headers={"Accept-Encoding": coding, "If-None-Match": known})
            assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert one.get("/games/minesweeper.js", headers={"If-None-Match": '"other"'}).status_code == 200


def test_a_changed_file_has_another_hash_after_a_restart(folder):
    before = client(folder).get("/style.css").headers["etag"]
    running = client(folder)
    (folder / "style.css").write_text("b {}", encoding="utf-8")
    assert running.get("/style.css").headers["etag"] == before  # versions do not mix
    assert client(folder).get("/style.css").headers["etag"] != before


def test_a_file_is_packed_where_the_browser_takes_that(folder):
    one = client(folder)
    packed = one.get("/games/minesweeper.js", headers={"Accept-Encoding": "br, gzip"})
    plain = one.get("/games/minesweeper.js", headers={"Accept-Encoding": "br"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(LONG) / 4
    assert packed.text == plain.text == LONG
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.headers["etag"] != plain.headers["etag"]


def test_the_packed_file_that_lies_beside_is_sent_unless_it_is_older(folder):
    source, beside = folder / "games" / "minesweeper.js", folder / "games" / "minesweeper.js.gz"
    beside.write_bytes(gzip.compress(LONG.encode(), 1) + b"")
    os.utime(beside, (2e9, 2e9))
    assert client(folder).get("/games/minesweeper.js").headers["content-length"] == str(beside.stat().st_size)
    beside.write_bytes(gzip.compress(b"old"))
    os.utime(beside, (1e9, 1e9))
    os.utime(source, (2e9, 2e9))
    assert client(folder).get("/games/minesweeper.js").text == LONG
    assert client(folder).get("/games/minesweeper.js.gz").status_code == 404


def test_a_folder_without_its_last_stroke_is_found_by_a_relative_address(folder):
    for path, target in (("/minesweeper", "minesweeper/"), ("/it/minesweeper", "minesweeper/")):
        answer = client(folder).get(path)
        assert (answer.status_code, answer.headers["location"]) == (308, target)


@pytest.mark.parametrize("path", ["/nothing", "/games/", "/../secret", "/%2e%2e/secret", "/games", "/%00", "/x//y"])
def test_what_is_not_there(folder, path):
    (folder.parent / "secret").write_text("secret", encoding="utf-8")
    answer = client(folder).get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text.replace("there is no page '/secret'", "").replace("/../secret", "")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_files_are_only_read(folder, method):
    answer = client(folder).request(method, "/style.css")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


def test_the_server_says_where_its_api_is(folder):
    assert 'export const api = "api/";' in client(folder).get("/server.js").text


def test_an_app_that_is_not_made_is_refused(folder):
    for name in ("kernel/minesweeper.wasm", "files.json"):
        (folder / name).unlink()
        with pytest.raises(UsageError, match="`make web`"):
            Files(folder)


def test_the_app_is_served_as_it_was_made(app_server):
    """What is installed; what a visitor sees is tested in a browser."""
    answer = httpx.get(app_server + "/minesweeper/")
    assert answer.headers["content-security-policy"] == POLICY
    assert "<h1>" in answer.text
    module = httpx.get(app_server + "/kernel/minesweeper.wasm")
    assert module.headers["content-type"] == "application/wasm"
    assert module.content.startswith(b"\0asm")
    assert 'api = "api/"' in httpx.get(app_server + "/server.js").text


def test_the_command_says_how_the_app_is_made(tmp_path):
    program = (
        "import sys; from pathlib import Path; import passatempo.web.files as files; files.APP = Path(sys.argv[1])"
    )
    program += "; from passatempo.cli.main import run; sys.exit(run(['web', '--port', '0']))"
    told = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "`make web`" in told.stderr
    assert len(told.stderr.splitlines()) == 1
    assert told.stdout == ""
