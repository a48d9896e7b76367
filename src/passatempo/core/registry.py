"""Which pastimes there are: a tuple of built-in ones, and plug-ins by entry point.

A plug-in is a distribution with an entry point in the group ``passatempo.pastimes`` that names a `Pastime`.
"""

from __future__ import annotations

import contextlib
import os
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from passatempo.core.errors import UsageError, quote
from passatempo.core.methods import EXTRAS as EXTRAS
from passatempo.core.methods import installed as installed
from passatempo.core.methods import resolve, suggest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from passatempo.core.methods import Method
    from passatempo.core.pastime import Pastime


BUILT_IN = ("machiavelli", "cards", "optimiza", "minesweeper", "mnk")
GROUP = "passatempo.pastimes"


def _somebody_plugs_in() -> bool:
    """Look for the group's name in the entry-point files of the installed distributions.

    `entry_points()` parses every distribution and costs 50 to 100 ms at each start; reading the few small files that
    have entry points costs 3 ms.
    """
    header = f"[{GROUP}]".encode()
    for folder in sys.path:
        try:
            found = [
                entry.path for entry in os.scandir(folder or ".") if entry.name.endswith((".dist-info", ".egg-info"))
            ]
        except OSError:  # not a folder
            continue
        for path in found:
            with contextlib.suppress(OSError), open(f"{path}/entry_points.txt", "rb", 0) as file:
                if header in file.read():
                    return True
    return False


class PlugIn(NamedTuple):
    """A pastime of another distribution, or the sentence why it is left out."""

    distribution: str
    record: Pastime | None
    fault: str = ""


@cache
def plug_ins() -> dict[str, PlugIn]:
    """Return the plug-ins by name, each loaded and validated once; a built-in name cannot be taken."""
    if not _somebody_plugs_in():
        return {}
    from importlib.metadata import entry_points

    return {entry.name: _loaded(entry) for entry in entry_points(group=GROUP) if entry.name not in BUILT_IN}


def _loaded(entry: EntryPoint) -> PlugIn:
    """Load a plug-in; whatever is wrong with it is its own fault, and stops nothing here."""
    distribution = entry.dist.name if entry.dist else entry.value
    try:
        record = entry.load()
        fault = validate(entry.name, record)
    except Exception as error:  # a stranger's code may raise anything
        return PlugIn(distribution, None, f"{type(error).__name__}: {error}")
    return PlugIn(distribution, None if fault else record, fault)


def validate(name: str, record: Any) -> str:
    """Say in a few words what a pastime's record lacks; "" where it is sound.

    Every reference but those of the methods is resolved: a method may need what is not installed.
    """
    from passatempo.core.pastime import Pastime  # here and below: a start without plug-ins needs them later, or never

    if not isinstance(record, Pastime):
        return f"{quote(record)} is not a Pastime"
    if record.name != name:
        return f"the pastime calls itself {quote(record.name)}"
    if not record.problems:
        return "it has no questions"
    if record.app and not record.app.isidentifier():
        return f"{quote(record.app)} is not a folder of the app"
    if bare := [problem.name for problem in record.problems if not problem.methods]:
        return f"its question {quote(bare[0])} has no methods"
    missing = _unwired(record)
    refs = [command.where for command in record.commands] + [model.where for model in record.models]
    refs += [ref for study in record.studies for ref in (study.params, study.where)]
    if missing:
        return f"it has no {', '.join(missing)}"
    for ref in refs:
        resolve(ref)
    return ""


def _unwired(record: Pastime) -> list[str]:
    """List what a record names and its wiring lacks."""
    wiring = record.wiring
    found = [f"write of format {name}" for name, one in record.format_modules.items() if not hasattr(one, "write")]
    found += ["generate"] if record.generates and wiring.generate is None else []
    for problem in record.problems:
        if problem.name not in wiring.questions:
            found.append(f"wiring of {problem.name}")
            continue
        wired = [method.name for method in problem.methods if not method.where]
        found += [f"method {name} of {problem.name}" for name in wired if name not in problem.wiring.methods]
    if record.game is not None:
        found += [f"bot {bot.name}" for bot in record.game.bots if bot.name not in record.game.wiring.bots]
        found += [f"word {word.name}" for word in record.game.words if word.name not in record.game.wiring.words]
    return found


def names() -> tuple[str, ...]:
    """Return the names of all pastimes, built-in ones first; broken plug-ins are left out.

    >>> "machiavelli" in names()
    True
    """
    return (*BUILT_IN, *sorted(name for name, found in plug_ins().items() if found.record is not None))


def broken() -> dict[str, PlugIn]:
    """Return the plug-ins that are left out, by name."""
    return {name: found for name, found in plug_ins().items() if found.record is None}


def distribution_of(name: str) -> str:
    """Return the distribution that a plug-in came with; "" for a built-in pastime, or for none."""
    return "" if name in BUILT_IN or name not in plug_ins() else plug_ins()[name].distribution


def pastime(name: str) -> Pastime:
    """Return a pastime by name.

    Raises
    ------
    UsageError
        If there is none; the sentence lists those there are.

    Examples
    --------
    >>> pastime("machiavelli").problem("arrange").methods[0].name
    'exact'
    """
    if name in BUILT_IN:
        record: Pastime = import_module(f"passatempo.{name}.record").PASTIME
        return record
    found = plug_ins().get(name)
    if found is not None and found.record is not None:
        return found.record
    if found is not None:
        raise UsageError(f"the plug-in {quote(found.distribution)} failed to load: {found.fault}")
    raise UsageError(f"{quote(name)} is not a pastime{suggest(name, names())} ({', '.join(names())})")


def describe(game: Pastime, *, whole: bool = True, there: dict[str, bool] | None = None) -> dict[str, Any]:
    """Describe a pastime as data for ``list --format json``; without what can be entered unless it shall be whole.

    To tell inputs, every model of the pastime is imported, which takes longer than all the rest. `there` keeps which
    extras are installed from one pastime of a list to the next: each is looked for once, since a person waits.
    """
    there = {} if there is None else there

    def entered(shape: type | None) -> list[dict[str, Any]]:
        from passatempo.core.inputs import inputs

        return [] if shape is None else inputs(shape)

    for extra in {method.needs for problem in game.problems for method in problem.methods} - there.keys():
        there[extra] = installed(extra)
    return {
        "name": game.name,
        "title": game.title,
        "app": game.app,
        "questions": [
            {
                "name": problem.name,
                "question": problem.question,
                "inputs": entered(problem.wiring.ask) if whole else [],
                "methods": [
                    {
                        "name": method.name,
                        "kind": method.kind,
                        "installed": there[method.needs],
                        "needs": method.needs or None,
                        "settings": settings(method),
                        "choices": choices(method) if whole else {},
                        "source": method.source or None,
                    }
                    for method in problem.methods
                ],
            }
            for problem in game.problems
        ],
        "formats": ["json", "text", *game.formats],
        "models": [{"name": model.name, "formats": list(model.formats)} for model in game.models],
        "examples": list(game.examples),
        "params": entered(game.wiring.params) if whole else [],
        "commands": [command.name for command in game.commands],
        "studies": [study.name for study in game.studies],
        "bots": [{"name": bot.name, "level": bot.level or None} for bot in (game.game.bots if game.game else ())],
        "puzzles": [{"kind": kind.name, "code": kind.code, "title": kind.title} for kind in game.kinds],
    }


def settings(method: Method) -> dict[str, Any]:
    """Return a method's settings with their defaults."""
    if not method.settings:
        return {}
    default = resolve(method.settings)()
    return {name: getattr(default, name) for name in default.__dataclass_fields__}


def choices(method: Method) -> dict[str, Any]:
    """Return the values of those settings that have only a few."""
    if not method.settings:
        return {}
    from passatempo.core.inputs import inputs

    return {entry["name"]: entry["choices"] for entry in inputs(resolve(method.settings)) if entry["choices"]}
