"""`completion`: the words that can come next, for bash, zsh and fish.

A script asks the program itself at every press of the key, so it knows examples, methods and formats of every pastime,
plug-ins too, and never grows old.
"""

from __future__ import annotations

import os
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_type_hints

from cyclopts import Parameter

from passatempo.cli.overview import OTHER_COMMANDS
from passatempo.core.errors import UsageError
from passatempo.core.json import literal_choices
from passatempo.core.methods import resolve
from passatempo.core.registry import names, pastime

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from passatempo.core.pastime import Pastime

Shell = Literal["bash", "zsh", "fish"]
SCRIPTS = {
    "bash": """_passatempo() {
    local IFS=$'\\n'
    local found="$(passatempo --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
    COMPREPLY=($(compgen -W "$found" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _passatempo passatempo
""",
    "zsh": """#compdef passatempo
_passatempo() {
    local -a found
    found=("${(@f)$(passatempo --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "$found[1]" ]]; then compadd -- $found; else _files; fi
}
compdef _passatempo passatempo
""",
    "fish": """complete -c passatempo -a '(passatempo --complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
""",
}
HOMES = {"bash": ".local/share/bash-completion/completions/passatempo", "zsh": ".zfunc/_passatempo"}
HOMES["fish"] = ".config/fish/completions/passatempo.fish"
COMMON = [
    "--method",
    "--confirm",
    "--seconds",
    "--nodes",
    "--memory",
    "--threads",
    "--seed",
    "--proof",
    "--format",
    "--json",
    "--out",
    "--example",
    "--batch",
    "--explain",
    "--help",
]


def completion(
    *,
    shell: Annotated[Shell | None, Parameter(help="bash, zsh or fish [default: that of $SHELL]")] = None,
    install: Annotated[bool, Parameter(help="write the script where the shell looks for it", negative="")] = False,
) -> int:
    """Print the script that completes words for a shell, or write it to its place and say where."""
    shell = shell or _own_shell()
    if not install:
        sys.stdout.write(SCRIPTS[shell])
        return 0
    from passatempo.core.writing import whole_file

    path = Path.home() / HOMES[shell]
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(str(path)) as file:
        file.write(SCRIPTS[shell])
    sys.stdout.write(f"Wrote {path}.\n")
    if shell == "zsh":
        sys.stdout.write("It is found if .zshrc has these lines before compinit: fpath=(~/.zfunc $fpath)\n")
    return 0


def _own_shell() -> Shell:
    name = os.path.basename(os.environ.get("SHELL", ""))
    for shell in ("bash", "zsh", "fish"):
        if name == shell:
            return shell
    raise UsageError("say --shell bash, zsh or fish: $SHELL names none of them")


def candidates(words: Sequence[str]) -> list[str]:
    """List what the last word may become.

    >>> candidates(["mnk", "val"]), candidates(["cards", "order", "--example", "pub"])
    (['value'], ['published'])
    """
    *before, last = words or [""]
    if not before or before[0] in ("list", "help", "schema"):
        found: Iterable[str] = [*names(), *OTHER_COMMANDS] if not before else _of_pastime(before[1:])
    elif before[0] not in names():
        found = {"completion": ["--shell", "--install"]}.get(before[0], [])
        found = ["bash", "zsh", "fish"] if before[-1] == "--shell" else found
    elif len(before) == 1:
        found = _commands(pastime(before[0]))
    else:
        found = _arguments(pastime(before[0]), before[1], before[-1])
    return sorted({word for word in found if word.startswith(last)})


def _of_pastime(before: Sequence[str]) -> Iterable[str]:
    if not before:
        return names()
    return _commands(pastime(before[0])) if before[0] in names() else ()


def _commands(game: Pastime) -> list[str]:
    """List the commands of a pastime."""
    found = [*(problem.name for problem in game.problems), "check", "show", "convert"]
    found += ["new"] * bool(game.generate) + ["export"] * bool(game.models) + ["play"] * (game.turns is not None)
    return [*found, *(command.name for command in game.commands)]


def _arguments(game: Pastime, name: str, previous: str) -> Iterable[str]:
    """List flags, or what a flag takes."""
    problem = next((one for one in game.problems if one.name == name), None)
    values = {"--example": list(game.examples), "--to": ["json", "text", *game.formats]}
    values |= {"--model": [model.name for model in game.models], "--format": ["text", "json", "svg"]}
    if name == "export":
        values["--to"] = sorted({form for model in game.models for form in model.formats})
    if problem is not None:
        values["--method"] = [method.name for method in problem.methods]
        values["--confirm"] = [method.name for method in problem.methods if method.kind == "exact"]
    shapes = [resolve(game.face).shape, *([resolve(problem.ask)] if problem and problem.ask else [])]
    if name == "new":
        shapes = [resolve(game.params)]
    for shape in shapes:
        hints = get_type_hints(shape)
        values |= {_flag(entry.name): list(map(str, literal_choices(hints[entry.name]))) for entry in fields(shape)}
    if previous in values:
        return values[previous]
    own = {_flag(entry.name) for shape in shapes for entry in fields(shape)}
    general = COMMON if problem is not None else ("--example", "--format", "--out", "--help")
    extra = {"convert": ["--to"], "export": ["--model", "--to"], "new": ["--seed", "--count"]}.get(name, [])
    return [*own, *general, *extra]


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"
