"""Check the links of the site that `make docs` has built: ``python .ci/site.py dist/docs``.

It prints each page that asks another host, and each link that leads nowhere, and exits with 1 if there is any.
"""

import posixpath
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

ASKS = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
LINKED = (  # pages of files and functions, with the place that must be there
    ("source/src/passatempo/machiavelli/encodings/ilp.py.html", ""),
    ("generated/api/machiavelli.html", "passatempo.machiavelli.lay"),
)


class Page(HTMLParser):
    """The links of a page, the addresses that it loads while it is shown, and the names of its places."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.names: set[str | None] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the link, the address or the name that a tag has."""
        found = dict(attrs)
        self.names |= {found.get("id"), found.get("name")}
        if address := found.get(ASKS.get(tag, "")):
            self.loaded.append(address)
        if tag == "a" and (address := found.get("href")):
            self.links.append(address)


def faults(pages: dict[str, Page]) -> Iterator[str]:
    """Yield what is wrong with the site, a sentence each."""
    for name, page in pages.items():
        yield from (f"{name}: loads {one}" for one in page.loaded if re.match(r"(?:\w+:)?//", one))
        for link in (link for link in page.links if not re.match(r"\w+:", link)):
            address, place = urldefrag(unquote(link))
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), address)) if address else name
            is_missing = target.endswith(".html") and target not in pages
            if is_missing or (place and target in pages and place not in pages[target].names):
                yield f"{name}: {link} leads nowhere"
    for name, place in LINKED:
        if name not in pages or (place and place not in pages[name].names):
            yield f"{name}#{place} does not exist"


if __name__ == "__main__":
    site = Path(sys.argv[1])
    found = list(faults({path.relative_to(site).as_posix(): Page(path) for path in site.rglob("*.html")}))
    print("".join(f"{fault}\n" for fault in found), end="")
    sys.exit(bool(found))
