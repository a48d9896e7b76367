"""The overview: what there is, as `--help` and `list` print it.

Plain text without cyclopts or rich, whose import alone would take longer than a person waits for a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.registry import describe, names, pastime

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


COMMANDS = (
    ("list", "pastimes, questions, methods, and which are installed"),
    ("demo", "solve an instance of every pastime and draw it"),
    ("web", "serve the pages and the HTTP API on this machine"),
    ("doctor", "what is installed here, and whether it works"),
)
ROOMS = {"web": "passatempo.web.command"}  # of commands that are no module of this room

QUESTION_FORMS = (
    ("PASTIME QUESTION FILE|-", "answer a question about an instance"),
    ("PASTIME QUESTION --batch FILE.jsonl|-", "one JSON instance a line in, one JSON outcome a line out"),
    ("PASTIME new", "generate instances"),
    ("PASTIME check INSTANCE ANSWER.json", "judge an answer"),
    ("PASTIME show FILE", "draw an instance"),
    ("PASTIME convert FILE --to FORMAT", "write an instance in another format"),
    ("PASTIME export FILE --model M --to FORMAT", "write a declarative model as a standard file"),
    ("PASTIME play", "play in the terminal"),
)

EXAMPLES = (
    "passatempo machiavelli arrange --example heap",
    "passatempo machiavelli --help",
)


def columns(rows: Sequence[tuple[str, str]], indent: str = "  ") -> list[str]:
    """Align pairs in two columns.

    >>> columns([("a", "one"), ("bcd", "two")])
    ['  a    one', '  bcd  two']
    """
    width = max((len(left) for left, _ in rows), default=0)
    return [f"{indent}{left:<{width}}  {right}".rstrip() for left, right in rows]


def help_text(games: Sequence[str] = ()) -> str:
    """Write the first page of help, with these pastimes or all there are."""
    titles = [(name, pastime(name).title) for name in games or names()]
    parts = [
        "Five old pastimes, solved exactly, checked and explained.",
        "",
        "Usage: passatempo COMMAND ...",
        "",
        "Pastimes (passatempo PASTIME --help):",
        *columns(titles),
        "",
        "With a pastime:",
        *columns(QUESTION_FORMS),
        "",
        "Commands:",
        *columns(COMMANDS),
        "",
        "Examples:",
        *(f"  {example}" for example in EXAMPLES),
    ]
    return "\n".join(parts)


def list_text() -> str:
    """Write the list of everything."""
    return "\n".join(line for name in names() for line in _lines(describe(pastime(name))))


def _lines(game: dict[str, Any]) -> Iterator[str]:
    """Write one pastime of the list."""
    yield f"{game['name']}: {game['title']}"
    for question in game["questions"]:
        yield f"  {question['name']}: {question['question']}"
        rows = [(_method(method), _state(method)) for method in question["methods"]]
        yield from columns(rows, indent="    ")
    yield f"  examples: {', '.join(game['examples'])}"
    yield f"  formats: {', '.join(game['formats'])}"
    if game["models"]:
        models = [f"{model['name']} ({', '.join(model['formats'])})" for model in game["models"]]
        yield f"  models: {', '.join(models)}"
    if game["commands"]:
        yield f"  commands: {', '.join(game['commands'])}"
    yield ""


def _method(method: dict[str, Any]) -> str:
    """Write a method's name with its settings."""
    written = ",".join(f"{key}={value}" for key, value in method["settings"].items())
    return f"{method['name']}:{written}" if written else str(method["name"])


def _state(method: dict[str, Any]) -> str:
    """Write a method's kind and what it still needs."""
    missing = "" if method["installed"] else f', not installed: pip install "passatempo[{method["needs"]}]"'
    return f"{method['kind']}{missing}"
