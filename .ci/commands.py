"""The command-line reference, generated from the commands themselves: ``python .ci/commands.py FILE``.

One page has what all pastimes share; beside it lies a folder of the same name with a page for each pastime.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from passatempo.cli.app import build_app
from passatempo.cli.notes import MEANINGS
from passatempo.cli.overview import align_columns, common_commands, help_text
from passatempo.core.registry import BUILT_IN, pastime

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.core.pastime import Pastime

CALLED = re.compile(r"passatempo -m [\w.]+")  # how Python was called, which cyclopts takes for the program's name
TWICE = re.compile(
    r"^(passatempo ([\w-]+(?: [\w-]+)?)) \2(?=[ \n])", re.MULTILINE
)  # cyclopts puts its name before our usage


def reference(stem: str = "commands") -> dict[str, str]:
    """Write the reference as Markdown: its pages, of the house's own pastimes, whatever plug-ins stand by.

    >>> list(reference())[:2]
    ['commands.md', 'commands/machiavelli.md']
    """
    generated = build_app(games=BUILT_IN).generate_docs(output_format="markdown")
    generated = CALLED.sub("passatempo", generated)
    generated = TWICE.sub(r"\1", generated)
    sections = re.split(r"^## (?=passatempo )", generated, flags=re.MULTILINE)[1:]
    named = {section.partition("\n")[0].removeprefix("passatempo "): section for section in sections}
    pages = {f"{stem}.md": _first(stem, {name: text for name, text in named.items() if name not in BUILT_IN})}
    for name in BUILT_IN:
        pages[f"{stem}/{name}.md"] = "\n".join(_page(pastime(name), named[name])).rstrip() + "\n"
    return pages


def _first(stem: str, sections: dict[str, str]) -> str:
    """Write the page of what all pastimes share, and of the commands that belong to none."""
    codes = align_columns([(str(code), meaning) for code, meaning in MEANINGS.items()])
    rows = [f"| [{name}]({stem}/{name}.md) | {_words(pastime(name))} |" for name in BUILT_IN]
    parts = [
        "# The commands",
        "\n".join(["```text", help_text(BUILT_IN), "```"]),
        "## A page for each pastime",
        "\n".join(["| pastime | its commands |", "|---|---|", *rows]),
        "\n".join(["```{toctree}", ":hidden:", "", *(f"{stem}/{name}" for name in BUILT_IN), "```"]),
        "## Exit codes",
        "\n".join(["```text", *codes, "```"]),
        *(f"## {text}".strip() for text in sections.values()),
    ]
    return "\n\n".join(parts) + "\n"


def _words(game: Pastime) -> str:
    """List the words of a pastime's commands."""
    own = (command.name for command in game.commands)
    words = [*(problem.name for problem in game.problems), *common_commands(game), *own]
    return ", ".join(f"`{word}`" for word in words)


def _page(game: Pastime, section: str) -> Iterator[str]:
    """Write the page of a pastime: its questions, their methods, its examples, and the flags of every command."""
    _, _, rest = section.partition("\n")
    title, _, commands = rest.strip().partition("\n")
    yield from (f"# passatempo {game.name}", "", f"{title}.", "")
    yield f"Instances for `--example`: {', '.join(f'`{name}`' for name in game.examples)}."
    yield ""
    if game.formats:
        yield f"Formats for `convert --to`: {', '.join(f'`{name}`' for name in ('text', 'json', *game.formats))}."
        yield ""
    for problem in game.problems:
        yield from (f"## Methods of {problem.name}", "", problem.question, "")
        yield from ("| `--method` | kind | what it is |", "|---|---|---|")
        for method in problem.methods:
            needs = f' (extra "{method.needs}")' if method.needs else ""
            yield f"| `{method.name}` | {method.kind} | {method.source.replace('|', '&#124;')}{needs} |"
        yield ""
    yield re.sub(r"^###", "##", commands, flags=re.MULTILINE).strip()


def write(first: Path) -> None:
    """Write the reference to a file and the folder beside it."""
    (first.parent / first.stem).mkdir(parents=True, exist_ok=True)
    for name, text in reference(first.stem).items():
        (first.parent / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
