"""The words that can come next on the command line, for the completion of a shell.

The program is asked at every press of the key, so it knows examples, methods and formats of every pastime, plug-ins
too; and it answers without the library of the command tree, whose import would be felt.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, get_type_hints

from passatempo.cli.overview import OTHER_COMMANDS, common_commands
from passatempo.core.json import literal_choices
from passatempo.core.methods import resolve
from passatempo.core.registry import names, pastime

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from passatempo.core.pastime import Pastime

COMMON = [
    "--method",
    "--confirm",
    "--seconds",
    "--nodes",
    "--memory",
    "--threads",
    "--seed",
    "--proof",
    "--checkpoint",
    "--format",
    "--json",
    "--out",
    "--example",
    "--batch",
    "--explain",
    "--help",
]


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
    own = [command.name for command in game.commands]
    return [*(problem.name for problem in game.problems), *common_commands(game), *own]


def _arguments(game: Pastime, name: str, previous: str) -> Iterable[str]:
    """List flags, or what a flag takes."""
    problem = next((one for one in game.problems if one.name == name), None)
    values = {"--example": list(game.examples), "--to": ["json", "text", *game.formats]}
    values |= {"--model": [model.name for model in game.models], "--format": ["text", "json", "svg", "print"]}
    if name == "export":
        values["--to"] = sorted({form for model in game.models for form in model.formats})
    if problem is not None:
        values["--method"] = [method.name for method in problem.methods]
        values["--confirm"] = [method.name for method in problem.methods if method.kind == "exact"]
    shapes = [resolve(game.json).keys, *([resolve(problem.ask)] if problem and problem.ask else [])]
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
