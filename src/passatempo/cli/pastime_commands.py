"""A pastime's own commands: the function's signature becomes the flags, what it yields is printed as it comes."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import partial
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, get_type_hints

from passatempo.cli.live import interruptible, progress_bar
from passatempo.core.errors import UsageError
from passatempo.core.limits import Cancel
from passatempo.core.methods import resolve

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.pastime import Command, Pastime

FILLED_IN = ("limits", "report")  # no flags: they come from here


def own_command(game: Pastime, entry: Command) -> Callable[..., int]:
    """Make one of a pastime's own commands.

    A function that takes `limits` gets those of its default with a switch that Ctrl-C throws; one that takes `report`
    gets the progress bar.
    """
    from passatempo.cli.flags import flag  # as long to import as the rest of a list of commands

    function = resolve(entry.where)
    parameters = signature(function).parameters

    needs_file = "file" in parameters and parameters["file"].default is Parameter.empty
    takes_example = "file" in parameters and "example" not in parameters and bool(game.examples)

    def called(*positionals: Any, **flags: Any) -> int:
        cancel = Cancel()
        example = flags.pop("example", None) if takes_example else None
        named = bool(positionals and positionals[0] is not None)
        if takes_example and (example is not None if named else needs_file and example is None):
            raise UsageError("no instance given: pass FILE, - for standard input, or --example NAME")
        if example is not None:
            positionals = (game.example_file(example), *positionals[1:])
        with progress_bar(f"{game.name} {entry.name}") as bar:
            whole = partial(function, *positionals, **flags)
            if "report" in parameters:
                whole = partial(whole, report=bar)
            if "limits" in parameters:
                whole = partial(whole, limits=replace(parameters["limits"].default, cancel=cancel))
            with interruptible(cancel, at_once="limits" not in parameters):
                code = print_lines(whole(), bar.hide)
        if cancel.thrown:
            raise KeyboardInterrupt  # what was found until then is printed; the rest as at any other Ctrl-C
        return code

    hints = get_type_hints(function, include_extras=True)
    kept = [parameter for name, parameter in parameters.items() if name not in FILLED_IN]
    if takes_example:
        kept = [one.replace(default=None) if one.name == "file" else one for one in kept]
        hints |= {
            "file": str | None,
            "example": flag("example", str, "use a built-in instance instead of FILE").annotation,
        }
        kept.append(Parameter("example", Parameter.KEYWORD_ONLY, default=None))
    called.__name__, called.__doc__ = entry.name, told_apart(function.__doc__ or "")
    called.__signature__ = signature(function).replace(  # type: ignore[attr-defined]
        parameters=[parameter.replace(annotation=hints[parameter.name]) for parameter in kept], return_annotation=int
    )
    called.__annotations__ = {parameter.name: hints[parameter.name] for parameter in kept}
    return called


def told_apart(documentation: str) -> str:
    r"""Give each of the parameters that are documented together its own lines, as the reader of help wants them.

    >>> told_apart("Do.\n\nParameters\n----------\na, b\n    Sizes.\nc\n    A name.").splitlines()[4:]
    ['a', '    Sizes.', 'b', '    Sizes.', 'c', '    A name.']
    """
    group = re.compile(r"^( *)(\w+(?:, \w+)+)\n((?:\1    .*(?:\n|\Z))+)", re.MULTILINE)
    return group.sub(lambda told: "".join(f"{told[1]}{one}\n{told[3]}" for one in told[2].split(", ")), documentation)


def print_lines(told: Any, before: Callable[[], None] = lambda: None) -> int:
    """Print what a command returns or yields; a command that prints by itself returns its exit code."""
    if isinstance(told, int):
        return told
    for text in (told,) if isinstance(told, str) else told or ():
        before()
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
        sys.stdout.flush()
    return 0
