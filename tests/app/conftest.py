"""A host of files for the app, and visits to its pages in a browser."""

import functools
import http.server
import shutil
import threading
from datetime import date

import pytest

from app.bundles import offer_modules
from app.days import DAY, folder
from app.modules import APP, ROOT
from app.waiting import until
from passatempo.web.build.builder import finish_app
from passatempo.web.build.days import publish_days

LANGUAGES = {"en": "", "it": "it/", "es": "es/"}
TOOLS = ROOT / "node_modules"
AXE = TOOLS / "axe-core" / "axe.min.js"
SIZES = {"desktop": {"width": 1280, "height": 860}, "phone": {"width": 390, "height": 844}}


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves a folder under a name of its own, as a host of many sites does."""

    def guess_type(self, path):
        known = {".wasm": "application/wasm", ".js": "text/javascript", ".mjs": "text/javascript"}
        return known.get(path[path.rfind(".") :]) or super().guess_type(path)

    def translate_path(self, path):
        return super().translate_path(path.removeprefix("/a/folder"))

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture(scope="session")
def host():
    """Serve folders while the tests run; called with one, it returns its address."""
    running = []

    def begin(folder):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=folder))
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        running.append((server, thread))
        return f"http://127.0.0.1:{server.server_port}/a/folder/"

    yield begin
    for server, thread in running:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="session")
def site(host, tmp_path_factory):
    """The address of the app, from a folder of files, with the days of the tests in place of those from today on."""
    if not (APP / "kernel" / "minesweeper.wasm").exists():
        pytest.skip("the browser app is not made: make app")
    app = shutil.copytree(APP, tmp_path_factory.mktemp("site") / "app")
    publish_days(folder(), app, date.fromisoformat(DAY))
    finish_app(app, APP.parent / "build")
    offer_modules(app, app)
    return host(app)


@pytest.fixture
def visit(site, browser):
    """Open a page, `minesweeper/` unless another is named; it may not complain, nor ask another host."""
    contexts, faults = [], []

    def opened(language="en", size="desktop", page="minesweeper/", context=None, **settings):
        if context is None:
            context = browser.new_context(**{"viewport": SIZES[size], **settings})
            contexts.append(context)
        made = context.new_page()
        made.on("console", lambda message: message.type in ("error", "warning") and faults.append(message.text))
        made.on("pageerror", lambda error: faults.append(str(error)))
        made.on("request", lambda request: request.url.startswith((site, "blob:")) or faults.append(request.url))
        made.goto(site + LANGUAGES[language] + page)
        made.locator("html[data-ready]").wait_for()
        return made

    yield opened
    for context in contexts:
        context.close()
    assert [fault for fault in faults if "favicon" not in fault] == []


@pytest.fixture
def on(browser, visit):
    """Open a page on some day, as the visitor's clock shows it; a context that is given keeps what it kept."""
    contexts = []

    def opened(page, day, language="en", size="desktop", context=None, **settings):
        if context is None:
            context = browser.new_context(**{"viewport": SIZES[size], "locale": language, **settings})
            contexts.append(context)
        context.clock.set_fixed_time(f"{day}T12:00:00")
        return visit(language, size, page, context)

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def axe():
    """The rules of access, as a file of a script."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make app")
    return AXE


RESTS = """() => Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime < Infinity)
    .map((one) => one.finished.catch(() => {})))"""


def violations(page):
    """Return what breaks a rule of access on a page that has axe, once what moves for a moment has come to rest."""
    page.evaluate(RESTS)
    told = page.evaluate("axe.run()")
    assert len(told["passes"]) > 10  # it has looked
    found = told["violations"]
    return [(one["id"], node["target"], node["any"][:1]) for one in found for node in one["nodes"]]


def until_kept(page, before=""):
    """Wait until the address holds what the page shows."""

    def kept():
        found = page.evaluate("location.hash")
        return found if found.startswith("#v2") and found != before else ""

    return until(page, kept)
