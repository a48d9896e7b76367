"""The page for `man passatempo`, generated from the tables of commands: ``python .ci/manpage.py FILE``.

It has what `--help` has, the exit codes and the files; the flags of each command are told by the command itself.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from passatempo import __version__
from passatempo.cli.completion import HOMES
from passatempo.cli.notes import MEANINGS
from passatempo.cli.overview import COMMANDS, EXAMPLES, QUESTION_FORMS, SHORT_FORMS
from passatempo.core.registry import BUILT_IN, pastime

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def escaped(text: str) -> str:
    r"""Write a text so that roff takes no sign of it for a command.

    >>> escaped("--json")
    '\\-\\-json'
    >>> escaped(".a")
    '\\&.a'
    """
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text[:1] in (".", "'") else text


def tagged(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Write pairs of a word and what it means."""
    for word, meaning in rows:
        yield from (".TP", f".B {escaped(word)}", escaped(meaning))


def manpage() -> str:
    """Write the page, of the house's own pastimes, whatever plug-ins stand by."""
    games = [pastime(name) for name in BUILT_IN]
    codes = [(str(code), meaning) for code, meaning in MEANINGS.items()]
    files = [
        (f"~/{HOMES[shell]}", f"the completion for {shell}, where `completion --install` writes it") for shell in HOMES
    ]
    lines = [
        f'.TH PASSATEMPO 1 "" "passatempo {__version__}" "Pastimes"',
        ".SH NAME",
        "passatempo \\- five classic pastimes, solved exactly, checked and explained",
        ".SH SYNOPSIS",
        ".B passatempo",
        ".I PASTIME QUESTION",
        "[\\fIFILE\\fR] [\\fIOPTIONS\\fR]",
        ".br",
        ".B passatempo",
        ".I COMMAND",
        "[\\fIOPTIONS\\fR]",
        ".SH PASTIMES",
        *tagged((game.name, f"{game.title}: {', '.join(one.name for one in game.problems)}") for game in games),
        ".SH WITH A PASTIME",
        *tagged(QUESTION_FORMS),
        ".SH COMMANDS",
        *tagged(COMMANDS),
        ".SH EVERYWHERE",
        *tagged(SHORT_FORMS),
        ".PP",
        escaped("passatempo help PASTIME COMMAND lists the options of a command."),
        ".SH EXIT STATUS",
        *tagged(codes),
        ".SH FILES",
        *tagged(files),
        ".SH EXAMPLES",
        *(line for example in EXAMPLES for line in (".PP", f".B {escaped(example)}")),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(manpage(), encoding="utf-8")
