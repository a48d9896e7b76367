"""Every file that a page names in backticks becomes a link to its text, which is a page of the site too."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
BELOW = (ROOT, ROOT / "src" / "passatempo")  # what a path in a page may begin from
FOLDERS = ("src", "tests", "benchmarks", "contrib", ".ci", ".githooks", ".github")
MOST_BYTES = 400_000


def file_named(text: str) -> Path | None:
    """Return the file of the project that a text names, from its root or from the package."""
    if "/" not in text or any(sign in text for sign in " *<>{}"):
        return None
    found = next((path for path in (base / text for base in BELOW) if path.is_file()), None)
    within = found is not None and found.relative_to(ROOT).parts[0] in FOLDERS
    return found if found and within and found.stat().st_size <= MOST_BYTES else None


def page_of(path: Path) -> str:
    """Return the name of the page that shows a file."""
    return f"source/{path.relative_to(ROOT).as_posix()}.html"


def link(app: Sphinx, doctree: nodes.document, name: str) -> None:
    """Put links around the files that a page names; remember which."""
    for literal in list(doctree.findall(nodes.literal)):
        path = file_named(literal.astext())
        if path is None or isinstance(literal.parent, nodes.reference):
            continue
        target = "../" * name.count("/") + page_of(path)
        literal.replace_self(nodes.reference("", "", literal.deepcopy(), refuri=target, internal=True))
        app.env.shown_files.add(path)


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the pages of the files that were named: plain ones, since there are hundreds."""
    formatter = HtmlFormatter(lineanchors="L", cssclass="highlight")
    for path in sorted(app.env.shown_files) if exception is None else ():
        target = Path(app.outdir) / page_of(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        lexer = lexer_of(path)
        target.write_text(page(path, lexer, formatter), encoding="utf-8")


def lexer_of(path: Path) -> Lexer:
    """Return what knows the words of a file's language."""
    try:
        return get_lexer_for_filename(path.name)
    except ClassNotFound:
        return TextLexer()


def page(path: Path, lexer: Lexer, formatter: HtmlFormatter[str]) -> str:
    """Return the page of a file."""
    title, top = escape(path.relative_to(ROOT).as_posix()), "../" * page_of(path).count("/")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} - passatempo</title>
<link rel="stylesheet" href="{top}_static/pygments.css">
</head>
<body>
<p><a href="{top}index.html">passatempo</a> / <code>{title}</code></p>
{highlight(path.read_text(encoding="utf-8"), lexer, formatter)}</body>
</html>
"""


def begin(app: Sphinx) -> None:
    """Know of no file yet."""
    app.env.shown_files = set()


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of it; the set of files is gathered while pages are written, one after the other."""
    app.connect("builder-inited", begin)
    app.connect("doctree-resolved", link)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
