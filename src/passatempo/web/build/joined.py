"""The modules of a page as one file: thirty small files are pleasant to read, and slow to fetch one by one.

A module becomes a function that returns what it exports; the order is that of the imports, the page's own script comes
last. Only what the app's modules are written with is understood: names in braces from files in the folders beside.
"""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from passatempo.web.build.files import SERVER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FOLDER = "joined"
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+)|const \{)", re.MULTILINE)
OTHER = re.compile(
    r"^(?:import\b(?! \{[^}]*\} from)|export (?!(?:async )?(?:const \w|function|class))).*", re.MULTILINE
)
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)
WORKER = re.compile(r'new Worker\(new URL\("\./(\w+)\.js", import\.meta\.url\)')
ADDRESS = re.compile(r"(?<!new Worker\()(import\(|new URL\()([\"`])(\.[^\"`]*)[\"`]")


class Strange(ValueError):
    """A module that is written with what is not understood here."""


def joined(app: Path, name: str, title: str) -> Iterator[tuple[str, str]]:
    """Yield the file of a page, named by its title, and those of the workers that it starts: name and text."""
    order = _order(app, name)
    texts = {one: (app / one).read_text(encoding="utf-8") for one in order}
    asked = "".join([f'import * as {_variable(one)} from "../{one}";\n' for one in order if one == SERVER])
    before = "".join([_wrapped(one, texts[one]) for one in order[:-1] if one != SERVER])
    whole = asked + before + _body(name, texts[name])
    yield f"{FOLDER}/{title}.js", f"// Joined by `make app` from {', '.join(order)}.\n{whole}"
    for one in order:
        for worker in WORKER.findall(texts[one]):
            yield from joined(app, f"{dirname(one)}/{worker}.js", worker)


def _order(app: Path, name: str, above: tuple[str, ...] = ()) -> list[str]:
    """Return what a module needs, each before the ones that need it, and itself."""
    if name in above:
        raise Strange(f"{name} imports itself, by {', '.join(above)}")
    found: list[str] = []
    for _, target in IMPORT.findall((app / name).read_text(encoding="utf-8")):
        found += [one for one in _order(app, _beside(name, target), (*above, name)) if one not in found]
    return [*found, name]


def _beside(name: str, target: str) -> str:
    """Return the place of what a module names, from the top.

    >>> _beside("games/mnk/page.js", "../../frame/dom.js"), _beside("frame/page.js", "./dialog.js")
    ('frame/dom.js', 'frame/dialog.js')
    """
    return normpath(join(dirname(name), target))


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _wrapped(name: str, text: str) -> str:
    exports = ", ".join([found for found in EXPORT.findall(text) if found])
    return f"const {_variable(name)} = (() => {{\n{_body(name, text)}return {{ {exports} }};\n}})();\n"


def _body(name: str, text: str) -> str:
    """Return a module without comments that stand alone; what it imports is taken from the functions before it."""
    strange = OTHER.search(text)
    if strange:
        raise Strange(f"{name}: {strange[0]}")

    def taken(found: re.Match[str]) -> str:
        names = re.sub(r"(\w+) as (\w+)", r"\1: \2", " ".join(found[1].split()))
        return f"const {{ {names} }} = {_variable(_beside(name, found[2]))};\n"

    def placed(found: re.Match[str]) -> str:
        before, mark, target = found.groups()
        return f"{before}{mark}../{_beside(name, target)}{mark}"

    return ADDRESS.sub(placed, EXPORT.sub("", IMPORT.sub(taken, COMMENT.sub("", text))))
