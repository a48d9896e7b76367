"""Candidates for the next word on the command line, for shell completion.

The shell runs the program on every press of the Tab key. The program knows the examples, methods, formats and bots of
every pastime, including plug-ins. Flags and their values come from the command's signature.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, get_type_hints

from passatempo.cli.overview import IN_THE_TREE, OTHER_COMMANDS, ROOMS, TREES, all_commands
from passatempo.core.pastime import Pastime
from passatempo.core.registry import names, pastime


def candidates(words: Sequence[str]) -> list[str]:
    """List the completions of the last word.

    >>> candidates(["mnk", "val"]), candidates(["cards", "order", "--example", "pub"])
    (['value'], ['published'])
    >>> candidates(["completion", ""])[:2], candidates(["sheet", "--pap"])
    (['bash', 'fish'], ['--paper'])
    """
    *before, last = words or [""]
    if not before:
        completions: Iterable[str] = [*names(), *OTHER_COMMANDS]
    elif before[0] in ("list", "help", "schema"):
        completions = names() if len(before) == 1 else all_commands(pastime(before[1])) if before[1] in names() else ()
    elif before[0] in names():
        game = pastime(before[0])
        completions = all_commands(game) if len(before) == 1 else _of_pastime(game, before[1], before[-1])
    else:
        completions = _of_command(before)
    wants_flags = last.startswith("-")
    return sorted({word for word in completions if word.startswith(last) and word.startswith("-") <= wants_flags})


def _of_command(before: Sequence[str]) -> Iterable[str]:
    """List the possible next words of a command that needs no pastime."""
    name = before[0]
    if name not in IN_THE_TREE:
        return ()
    function = getattr(import_module(ROOMS.get(name, f"passatempo.cli.{name}")), name)
    if name in TREES:
        if len(before) == 1:
            return [*function]
        function = function[before[1]].default_command if before[1] in [*function] else None
    if before[-1] == "--pastime":
        return names()
    words: list[str] = []
    if list(before) in (["campaign", "run"], ["campaign", "plan"]):
        from passatempo.campaigns.schedules import plans

        words = plans()
    elif name == "completion" and len(before) == 1:
        from passatempo.cli.completion import SCRIPTS

        words = [*SCRIPTS]
    return [*words, *_flag_values(function, before[-1], {})] if function else ()


def _of_pastime(game: Pastime, name: str, previous: str) -> Iterable[str]:
    """List the possible next words of a pastime's command."""
    from passatempo.cli.app import function_of

    if name not in all_commands(game):
        return ()
    problem = next((candidate for candidate in game.problems if candidate.name == name), None)
    flag_choices: dict[str, Sequence[str]] = {"--example": [*game.examples], "--to": ["json", "text", *game.formats]}
    flag_choices["--model"] = [model.name for model in game.models]
    if name == "export":
        flag_choices["--to"] = sorted({form for model in game.models for form in model.formats})
    if problem is not None:
        flag_choices["--method"] = [method.name for method in problem.methods]
        flag_choices["--confirm"] = [method.name for method in problem.methods if method.kind == "exact"]
    if game.game and name in ("play", "tournament"):
        from passatempo.games.players import bot_names

        flag_choices["--bots"] = bot_names(game)
    bots = flag_choices["--bots"] if name == "tournament" else ()
    return [*bots, *_flag_values(function_of(game, name), previous, flag_choices)]


def _flag_values(
    function: Callable[..., Any], previous: str, flag_choices: Mapping[str, Sequence[str]]
) -> Iterable[str]:
    """List the flags of a command, or the values of the preceding flag."""
    from passatempo.core.json import literal_choices

    flags = {}
    hints = (
        function.__annotations__
        if hasattr(function, "__signature__")
        else get_type_hints(function, include_extras=True)
    )
    for name, hint in hints.items():
        detail = next(
            (annotation for annotation in getattr(hint, "__metadata__", ()) if hasattr(annotation, "converter")), None
        )
        is_hidden = name == "return" or (detail is not None and detail.show is False)
        for word in (detail and detail.name) or (f"--{name.replace('_', '-')}",):
            if word.startswith("--") and not is_hidden:
                flags[word] = [*flag_choices.get(word, map(str, literal_choices(getattr(hint, "__origin__", hint))))]
    return flags.get(previous) or [*flags, "--json", "--help"]
