"""The modules of a page as one file: thirty small files are pleasant to read, and slow to fetch one by one.

A module becomes a function that returns what it exports; the order is that of the imports, the page's own script comes
last. Only what the app's modules are written with is understood: names in braces from files in the folders beside.
"""

from __future__ import annotations

import re
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
BESIDE = re.compile(r"(import\(|new URL\()([\"`])\./(?!\w+\.js\", import\.meta)")


class Strange(ValueError):
    """A module that is written with what is not understood here."""


def joined(app: Path, name: str) -> Iterator[tuple[str, str]]:
    """Yield the file of a page, and those of the workers that it starts: name and text."""
    order = _order(app, name)
    texts = {one: (app / one).read_text(encoding="utf-8") for one in order}
    asked = "".join([f'import * as {_variable(one)} from "../{one}";\n' for one in order if one == SERVER])
    before = "".join([_wrapped(one, texts[one]) for one in order[:-1] if one != SERVER])
    whole = asked + before + _body(name, texts[name])
    yield f"{FOLDER}/{name.rpartition('/')[2]}", f"// Joined by `make app` from {', '.join(order)}.\n{whole}"
    for one in order:
        for worker in WORKER.findall(texts[one]):
            yield from joined(app, f"{one.partition('/')[0]}/{worker}.js")


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

    >>> _beside("games/mnk.js", "../frame/dom.js"), _beside("frame/link.js", "./bits.js")
    ('frame/dom.js', 'frame/bits.js')
    """
    return target[3:] if target.startswith("../") else name.rpartition("/")[0] + target[1:]


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
    room = name.partition("/")[0]

    def taken(found: re.Match[str]) -> str:
        names = re.sub(r"(\w+) as (\w+)", r"\1: \2", " ".join(found[1].split()))
        return f"const {{ {names} }} = {_variable(_beside(name, found[2]))};\n"

    text = EXPORT.sub("", IMPORT.sub(taken, COMMENT.sub("", text)))
    return BESIDE.sub(rf"\1\2../{room}/", text)
