"""The pages and the words of the app: one page for each language, with its words in place, and no script in it."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

LANGUAGES = ("en", "it", "es")  # the first one stands at the top
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


def words(folder: Path, language: str) -> dict[str, str | dict[str, str]]:
    """Read the words of a language."""
    found: dict[str, str | dict[str, str]] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return found


def written(folder: Path) -> Iterator[tuple[str, str]]:
    """Return the name and the text of each file that is made of words: modules, and pages."""
    for language in LANGUAGES:
        said = words(folder, language)
        body = json.dumps(said, ensure_ascii=False, indent=4)
        kind = '/** @type {import("../frame/words.js").Catalogue} */'
        head = f"// @ts-check\n// Generated from words/{language}.json by `make app`.\n{kind}"
        yield f"words/{language}.js", f"{head}\nexport const WORDS = {body};\n"
        at = "" if language == LANGUAGES[0] else f"{language}/"
        yield f"{at}minesweeper/index.html", _page(folder, language, "minesweeper", "../" * (at.count("/") + 1))


def _page(folder: Path, language: str, name: str, root: str) -> str:
    """Fill the body of a page with the words of a language; `root` leads to the top of the app."""
    said = words(folder, language)
    body = filled((folder / f"{name}.html").read_text(encoding="utf-8"), said)
    others = "".join([_link(other, language, name, root) for other in LANGUAGES])
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(str(said[f"{name}.title"]))} - {escape(str(said["app.name"]))}</title>
<link rel="icon" href="{root}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}style.css">
<link rel="modulepreload" href="{root}games/{name}.js">
<link rel="preload" href="{root}kernel/{name}.wasm" as="fetch" type="application/wasm" crossorigin>
<script type="module" src="{root}games/{name}.js"></script>
</head>
<body>
<header><a href="{root}">{escape(str(said["app.name"]))}</a><nav>{others}</nav></header>
<main id="{name}">
{body}</main>
</body>
</html>
"""


def _link(other: str, language: str, name: str, root: str) -> str:
    if other == language:
        return f'<span aria-current="page">{other}</span> '
    at = "" if other == LANGUAGES[0] else f"{other}/"
    return f'<a href="{root}{at}{name}/" hreflang="{other}" lang="{other}">{other}</a> '


def filled(template: str, said: Mapping[str, str | Mapping[str, str]]) -> str:
    """Put words in the places of a template.

    >>> filled("<h1>{{minesweeper.title}}</h1>", {"minesweeper.title": "Mines & more"})
    '<h1>Mines &amp; more</h1>'
    """
    head, *rest = template.split("{{")
    pieces = [head]
    for piece in rest:
        key, _, after = piece.partition("}}")
        pieces += [escape(str(said[key])), after]
    return "".join(pieces)
