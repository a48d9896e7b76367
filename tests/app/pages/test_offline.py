"""The app without a net: every page after one visit, versions that never mix, what is needed to install it.

Tests: web/build/builder.py
"""

import json
import shutil
import struct

import pytest

from app.conftest import SIZES
from app.modules import APP, ROOT
from passatempo.web.build import files
from passatempo.web.build.builder import draw_pictures
from passatempo.web.build.pictures import app_pictures

BUILD = ROOT / "src" / "passatempo" / "web" / "build"
MIDDLE = 40


@pytest.fixture
def place(tmp_path):
    """Return a copy of the app as `make app-site` makes it, in a folder to change."""
    if not (APP / files.LIST).exists():
        pytest.skip("the browser app is not made: make app")
    files.build_site(APP, tmp_path / "site")
    return tmp_path / "site"


@pytest.fixture
def context(browser):
    made = browser.new_context(viewport=SIZES["desktop"])
    yield made
    made.close()


def visit(context, address):
    page = context.new_page()
    faults = []
    page.on("console", lambda message: message.type == "error" and faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.locator("html[data-ready]").wait_for()
    return page, faults


def until_kept(page):
    """Wait until the service worker has all files and answers the next page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def play(page, at=MIDDLE):
    page.locator(f"[data-cell='{at}']").click()
    page.locator(f"[data-cell='{at}'].open").wait_for()


def changed(place):
    """Make another version of the app: a word on a page, and the list and worker that go with it."""
    for path in place.rglob("*.gz"):
        path.unlink()
    script = place / "words" / "en" / "minesweeper.js"
    script.write_text(script.read_text().replace('"The game is over', '"New: the game is over'))
    page = place / "minesweeper" / "index.html"
    page.write_text(page.read_text().replace("<h1>", "<h1>New "))
    for path in (place / "404.html", place / ".nojekyll"):
        path.unlink(missing_ok=True)
    return files.file_listing(place)


def publish(place, listing):
    (place / files.LIST).write_text(listing)
    (place / files.WORKER).write_text(files.service_worker(BUILD, listing))


def caches(page):
    return page.evaluate("caches.keys()")


@pytest.mark.parametrize("next_page", ["minesweeper/", "it/minesweeper/", "es/minesweeper/"])
def test_every_page_plays_without_a_net_after_one_visit(host, place, context, next_page):
    site = host(place)
    page, faults = visit(context, f"{site}minesweeper/")
    until_kept(page)
    assert faults == []
    context.set_offline(True)
    assert page.evaluate("fetch('../nothing').then(() => 'there', () => 'no net')") == "no net"
    page.reload()
    page.locator("html[data-ready]").wait_for()
    play(page)
    other, _ = visit(context, site + next_page)
    play(other)
    other.keyboard.press("h")
    other.locator(".ring").wait_for()


def test_a_new_version_comes_whole_and_when_the_visitor_says_so(host, place, context):
    """Until then every file is of the old one; afterwards every file, in every window, of the new one."""
    address = f"{host(place)}minesweeper/"
    page, _ = visit(context, address)
    until_kept(page)
    (old,) = caches(page)
    publish(place, changed(place))
    page.reload()
    page.locator("#news button").wait_for()
    assert page.locator("h1").inner_text() == "Minesweeper"
    other, _ = visit(context, address)
    assert other.locator("h1").inner_text() == "Minesweeper"
    script = "import('../words/en/minesweeper.js').then(({ WORDS }) => WORDS['minesweeper.fault.over'])"
    assert page.evaluate(script).startswith("The game")
    page.locator("#news button").click()
    for one in (page, other):
        one.locator("h1", has_text="New Minesweeper").wait_for()
        one.locator("html[data-ready]").wait_for()
        assert one.evaluate(script).startswith("New: the game")
    (new,) = caches(page)
    assert new != old


def test_a_version_that_is_not_whole_is_not_taken(host, place, context):
    """A host that has the new list, but old files: the old version stays, and plays without a net."""
    address = f"{host(place)}minesweeper/"
    page, _ = visit(context, address)
    until_kept(page)
    shutil.copytree(place, place.parent / "next")
    publish(place, changed(place.parent / "next"))
    page.reload()
    failed = """navigator.serviceWorker.getRegistration().then(async (kept) => {
        const next = kept.installing ?? kept.waiting;
        if (!next) await kept.update().catch(() => {});
        for (let turn = 0; turn < 100 && (kept.installing || turn < 5); turn += 1) {
            await new Promise((done) => setTimeout(done, 50));
        }
        return !kept.waiting && kept.active.state === "activated";
    })"""
    assert page.evaluate(failed)
    assert page.locator("#news button").count() == 0
    context.set_offline(True)
    page.reload()
    page.locator("html[data-ready]").wait_for()
    assert page.locator("h1").inner_text() == "Minesweeper"
    play(page)


def test_the_list_is_of_the_files(place):
    """Name, bytes and hash of what is served; packed files beside them; the same again in a second build."""
    listing = json.loads((place / files.LIST).read_text())["files"]
    assert [one["name"] for one in listing] == [path.relative_to(APP).as_posix() for path in files.browser_files(APP)]
    for one in listing:
        path = place / one["name"]
        assert path.stat().st_size == one["bytes"]
        assert (path.suffix in files.PACKED) == path.with_name(path.name + ".gz").exists()
    assert files.file_listing(APP) == (APP / files.LIST).read_text()
    first = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    files.build_site(APP, place)
    assert first == {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    assert (place / ".nojekyll").exists()
    assert (place / "404.html").read_text().count("<p lang=") == 3


def test_a_host_may_have_a_smaller_form(place, tmp_path):
    """For a host: each packed file stands there by Brotli too, smaller than by gzip, and unpacks to the file."""
    brotli = pytest.importorskip("brotli")
    app = tmp_path / "web" / "app"
    for name in (files.LIST, files.WORKER, "style.css", "kernel/cards.wasm", "icon-512.png"):
        (app / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(APP / name, app / name)
    shutil.copytree(APP.parent / "build" / "words", app.parent / "build" / "words")
    shutil.copytree(APP.parents[1] / "locale", tmp_path / "locale")
    assert files.build_site(app, tmp_path / "packed", smallest=True) == 5
    assert not list(place.rglob("*.br"))
    assert {path.name for path in (tmp_path / "packed").rglob("*.br")} == {
        path.name.replace(".gz", ".br") for path in (tmp_path / "packed").rglob("*.gz")
    }
    for path in (tmp_path / "packed").rglob("*.br"):
        assert brotli.decompress(path.read_bytes()) == path.with_suffix("").read_bytes()
        assert path.stat().st_size < path.with_suffix(".gz").stat().st_size


def test_the_manifest_names_pictures_that_are_there(place):
    """Each has the sides that the manifest says; the masked one fills its corners."""
    manifest = json.loads((place / "manifest.webmanifest").read_text())
    sizes = {}
    for icon in manifest["icons"]:
        content = (place / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            assert content[:8] == b"\x89PNG\r\n\x1a\n"
            sizes[icon["src"]] = "{}x{}".format(*struct.unpack(">II", content[16:24]))
            assert icon["sizes"] == sizes[icon["src"]]
    assert sizes == dict.fromkeys(["icon-512.png", "icon-maskable-512.png"], "512x512")
    assert (place / manifest["start_url"]).is_dir()


def test_pictures_are_drawn_anew_where_the_drawing_changes(tmp_path):
    if not (APP / "icon-512.png").exists():
        pytest.skip("the browser app is not made: make app")
    app = tmp_path / "app"
    app.mkdir()
    text = (APP / "icon.svg").read_text()
    (app / "icon.svg").write_text(text)
    icons = ["icon-512.png", "icon-maskable-512.png", "touch-180.png"]
    assert draw_pictures(app_pictures(app, ["mnk"]), app, tmp_path) == [*icons, "share-mnk.png"]
    assert draw_pictures(app_pictures(app, ["mnk"]), app, tmp_path) == []
    for name in icons:
        assert (app / name).read_bytes() == (APP / name).read_bytes()
    (app / "icon.svg").write_text(text.replace("#0b57a4", "#a3160d"))
    assert draw_pictures(app_pictures(app, ["mnk"]), app, tmp_path) == icons
    assert (app / "icon-512.png").read_bytes() != (APP / "icon-512.png").read_bytes()
