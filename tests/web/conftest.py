"""One server for all tests of a process, and a browser."""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from passatempo.web.files import is_made

MADE = is_made()
SIZES = {"desktop": {"width": 1280, "height": 860}, "phone": {"width": 360, "height": 740}}


# Tests send more requests from one address than a visitor may.
UNCOUNTED = """
import sys
from passatempo.__main__ import main
from passatempo.web.bounds import Quota

Quota.take_token = lambda quota, address, now: 0.0
sys.exit(main())
"""


class Address(str):
    """The address of a server, with its process and the file of what it complains of."""

    __slots__ = ("log", "pid")


@contextlib.contextmanager
def served(*flags, counted=True):
    """Start `passatempo web` on any free port and yield its address."""
    without = [] if MADE or "--api-only" in flags else ["--api-only"]
    start = ["-m", "passatempo"] if counted else ["-c", UNCOUNTED]
    command = [sys.executable, *start, "web", "--port", "0", *flags, *without]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    with (
        tempfile.NamedTemporaryFile("r", encoding="utf-8") as log,
        open(log.name, "w", encoding="utf-8") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment) as process,
    ):
        try:
            line = process.stdout.readline()
            address = Address(re.search(r"http://\S+", line)[0])
            address.pid, address.log = process.pid, Path(log.name)
            yield address
        finally:
            process.terminate()
            process.wait(20)
            sys.stderr.write(log.read())


@pytest.fixture(autouse=True, scope="session")
def _no_certificates(tmp_path_factory):
    """Read no certificates: httpx reads them all for each request, in 40 ms of the processor. Nothing is encrypted."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("certificates")))
        yield


@pytest.fixture(scope="session")
def serve():
    """Start servers with flags of their own: ``with serve("--seats", "2") as address``."""
    return served


@pytest.fixture(scope="session")
def server(serve):
    with serve("--seconds", "20", counted=False) as address:
        yield address


@pytest.fixture(scope="session")
def app_server(server):
    """The server with the browser app, where that has been made."""
    if not MADE:
        pytest.skip("the browser app is not made: make app")
    return server


BLOCKED = "Service Worker registration blocked"  # by the tests: what is kept of one page would answer for another


@pytest.fixture
def opened(app_server, browser):
    """Open pages of the app on the server; they may not complain, ask another server, or be refused anything."""
    contexts, faults = [], []

    def open_page(path="workbench/", size="desktop", address=app_server, refused=(), **settings):
        context = browser.new_context(viewport=SIZES[size], service_workers="block", **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on(
            "console",
            lambda said: said.type in ("error", "warning") and BLOCKED not in said.text and faults.append(said.text),
        )
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda sent: sent.url.startswith((address, "blob:")) or faults.append(f"asked {sent.url}"))
        page.on("response", lambda told: told.status >= 400 and faults.append(f"{told.status} {told.url}"))
        page.goto(f"{address}/{path}")
        page.locator("html[data-ready]").wait_for()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
