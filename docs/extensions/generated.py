"""Pages that the program knows better than any hand: its functions, its JSON schemas, its methods and formats.

They are written below ``docs/generated`` at every build, and no one keeps them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import passatempo
from passatempo.cli.schema import schema_of
from passatempo.core.inputs import inputs
from passatempo.core.registry import BUILT_IN, pastime

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx

    from passatempo.core.pastime import Pastime

FOLDER = Path(__file__).parents[1] / "generated"
SHARED = ("Outcome", "Status", "Evidence", "StopReason", "Cell", "Limits", "Progress", "Cancel", "Violation")
MODULES = ("puzzles", "games", "campaigns")  # what belongs to no pastime
ERRORS = (
    "PassatempoError",
    "FormatError",
    "InvalidInstance",
    "UsageError",
    "SolverUnavailable",
    "Unanswered",
    "WrongAnswer",
)


def _documented(module: str, names: Iterable[str], kind: str) -> str:
    module_line = f".. py:currentmodule:: {module}"  # signatures of overloads name its classes without it
    members = "\n   :members:" if kind == "autoclass" else ""
    body = "\n\n".join([module_line, *(f".. {kind}:: {module}.{name}{members}" for name in names)])
    return "\n".join(["```{eval-rst}", body, "```", ""])


def _library() -> str:
    """Write the page of what all pastimes share."""
    return "\n".join(
        [
            "# passatempo",
            "",
            "What the functions of all pastimes share: the outcome of a question, cells, limits, progress and errors.",
            "",
            _documented("passatempo", SHARED, "autoclass"),
            "## Method, limits and checking",
            "",
            "Every question takes these arguments.",
            "",
            _documented("passatempo.core.library", ["RunOptions"], "autoclass"),
            "## Errors",
            "",
            _documented("passatempo", ERRORS, "autoexception"),
        ]
    )


def _module(name: str) -> str:
    """Write the page of a module of all pastimes: its own words, its functions and its classes."""
    module = getattr(passatempo, name)
    path = module.__name__
    classes = [entry for entry in module.__all__ if isinstance(getattr(module, entry), type)]
    functions = [entry for entry in module.__all__ if entry not in classes]
    return "\n".join(
        [
            f"# {path}",
            "",
            f"```{{eval-rst}}\n.. automodule:: {path}\n```",
            "",
            "## Functions",
            "",
            _documented(path, functions, "autofunction"),
            "## Classes",
            "",
            _documented(path, classes, "autoclass"),
        ]
    )


def _functions(name: str) -> str:
    """Write the page of a pastime's functions and classes."""
    module, game = getattr(passatempo, name), pastime(name)
    public = [entry for entry in dir(module) if not entry.startswith("_") and entry != "PASTIME"]
    classes = [entry for entry in public if isinstance(getattr(module, entry), type)]
    functions = [entry for entry in public if entry not in classes and callable(getattr(module, entry))]
    path = f"passatempo.{name}"
    return "\n".join(
        [
            f"# passatempo.{name}",
            "",
            f"{game.title}. Every question is a function: it takes an instance, a text of any format, a mapping of",
            "JSON keys, or keys alone. Values count rows and columns from 0, texts and JSON from 1.",
            "",
            "## Functions",
            "",
            _documented(path, functions, "autofunction"),
            "## Parameters",
            "",
            "Every question takes the keys of the instance, and the [method and limits](passatempo.md).",
            "",
            *_parameters(game),
            "## Classes",
            "",
            _documented(path, classes, "autoclass"),
        ]
    )


def _parameters(game: Pastime) -> Iterator[str]:
    """Write a table of the keys of an instance, the inputs of questions, and the parameters of `new`."""
    shapes = [("the instance", game.wiring.json.keys)]
    shapes += [(f"`{problem.name}`", problem.wiring.ask) for problem in game.problems if problem.wiring.ask]
    yield from ("| of | parameter | default | meaning |", "|---|---|---|---|")
    for owner, shape in [*shapes, ("`new`", game.wiring.params)]:
        for entry in inputs(shape):
            default = "" if entry["default"] is None else f"`{entry['default']}`"
            yield f"| {owner} | `{entry['name']}` | {default} | {entry['help'].replace('|', chr(92) + '|')} |"
    yield ""


def _schemas(name: str) -> str:
    """Write the page of a pastime's JSON schemas."""
    game = pastime(name)
    lines = [f"# JSON of {name}", "", f"`passatempo schema {name} [QUESTION]` prints these.", ""]
    for title, question in [
        ("The instance", None),
        *((f"The outcome of `{one.name}`", one.name) for one in game.problems),
    ]:
        text = json.dumps(schema_of(name, question), indent=2, ensure_ascii=False)
        lines += [f"## {title}", "", "```json", text, "```", ""]
    return "\n".join(lines)


def _methods(game: Pastime) -> Iterator[str]:
    """Write the tables of a pastime's methods, formats and models."""
    yield f"## {game.name}"
    yield ""
    yield "| question | method | kind | what it is |"
    yield "|---|---|---|---|"
    for problem in game.problems:
        for method in problem.methods:
            needs = f' (extra "{method.needs}")' if method.needs else ""
            said = method.source.replace("|", "\\|") + needs
            yield f"| `{problem.name}` | `{method.name}` | {method.kind} | {said} |"
    yield ""
    if game.formats:
        yield f"Written by `convert --to`: {', '.join(f'`{one}`' for one in ('text', 'json', *game.formats))}."
        yield ""
    for model in game.models:
        yield f"- `export --model {model.name}` to {', '.join(f'`{one}`' for one in model.formats)}: {model.summary}"
    yield ""


def _catalogue() -> str:
    lines = ["# Methods, formats and models", "", "`passatempo list PASTIME` prints the same.", ""]
    return "\n".join([*lines, *(line for name in BUILT_IN for line in _methods(pastime(name)))])


def _index(title: str, said: str, names: Iterable[str]) -> str:
    return "\n".join([f"# {title}", "", said, "", "```{toctree}", ":maxdepth: 1", "", *names, "```", ""])


def pages() -> Iterator[tuple[str, str]]:
    """Yield the names and the texts of all pages."""
    yield (
        "api/index",
        _index("The library", "Every public name, with its parameters.", ["passatempo", *BUILT_IN, *MODULES]),
    )
    yield "api/passatempo", _library()
    yield from ((f"api/{name}", _module(name)) for name in MODULES)
    yield "schema/index", _index("JSON schemas", "What instances and outcomes look like.", BUILT_IN)
    yield "catalogue", _catalogue()
    for name in BUILT_IN:
        yield f"api/{name}", _functions(name)
        yield f"schema/{name}", _schemas(name)


def write(_: Sphinx) -> None:
    """Write the pages; one that is as it was is left alone."""
    for name, text in pages():
        path = FOLDER / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of it."""
    app.connect("builder-inited", write, priority=100)
    return {"parallel_read_safe": True}
