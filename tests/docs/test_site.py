"""The site is built without a warning and asks no other host; it shows the files that it names; its links lead on."""

import posixpath
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

ROOT = Path(__file__).parents[2]
ASKS = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


class Page(HTMLParser):
    """What a page leads to, what it asks for while it is shown, and the names of its places."""

    def __init__(self, path):
        super().__init__()
        self.links, self.asked, self.names = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.names |= {found.get("id"), found.get("name")}
        if tag in ASKS and found.get(ASKS[tag]):
            self.asked.append(found[ASKS[tag]])
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the site as `make docs` does; the files that it shows are not coloured, which takes a third of the time."""
    folder = tmp_path_factory.mktemp("site")
    made = ["make", "--silent", "-o", ".venv/dev.done", "-o", ".venv/package.done", "pages"]
    subprocess.run([*made, f"BIN={Path(sys.executable).parent}"], cwd=ROOT, check=True)
    line = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-E",
        "-q",
        "-b",
        "html",
        "-D",
        "sources_in_colour=0",
        "docs",
        str(folder / "html"),
    ]
    told = subprocess.run([*line, "-d", str(folder / "trees")], cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return {path.relative_to(folder / "html").as_posix(): Page(path) for path in (folder / "html").rglob("*.html")}


def test_no_page_asks_another_host(site):
    for name, page in site.items():
        assert [address for address in page.asked if re.match(r"(?:\w+:)?//", address)] == [], name


def test_every_link_leads_somewhere(site):
    """Links inside the site, down to the place in a page."""
    for name, page in site.items():
        for link in page.links:
            if re.match(r"\w+:", link):
                continue
            address, place = urldefrag(unquote(link))
            found = posixpath.normpath(posixpath.join(posixpath.dirname(name), address)) if address else name
            assert found in site or not found.endswith(".html"), f"{name}: {link}"
            if place and found in site:
                assert place in site[found].names, f"{name}: {link}"


def test_files_and_functions_have_pages(site):
    assert "source/src/passatempo/machiavelli/encodings/ilp.py.html" in site
    assert "passatempo.machiavelli.lay" in site["generated/api/machiavelli.html"].names
    assert any(link.endswith("published.py.html") for link in site["class/satisfiability.html"].links)
