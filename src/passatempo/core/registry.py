"""The registry of pastimes: the built-in ones, and plug-ins by entry point.

A plug-in is a distribution with an entry point in the group ``passatempo.pastimes`` that refers to a `Pastime`.
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
from passatempo.core.methods import Method, resolve, suggest
from passatempo.core.methods import is_installed as is_installed

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from passatempo.core.pastime import Pastime


BUILT_IN = ("machiavelli", "cards", "optimiza", "minesweeper", "mnk")
GROUP = "passatempo.pastimes"


def _somebody_plugs_in() -> bool:
    """Return whether an entry-point file of an installed distribution contains the group's name.

    `entry_points()` parses every distribution and costs 50 to 100 ms per start. Reading the few small files with entry
    points costs 3 ms.
    """
    header = f"[{GROUP}]".encode()
    for folder in sys.path:
        try:
            info_paths = [
                subfolder.path
                for subfolder in os.scandir(folder or ".")
                if subfolder.name.endswith((".dist-info", ".egg-info"))
            ]
        except OSError:  # not a folder
            continue
        for path in info_paths:
            with contextlib.suppress(OSError), open(f"{path}/entry_points.txt", "rb", 0) as file:
                if header in file.read():
                    return True
    return False


class PlugIn(NamedTuple):
    """A pastime of another distribution, or the reason why it is left out."""

    distribution: str
    pastime_record: Pastime | None
    load_fault: str = ""


@cache
def plug_ins() -> dict[str, PlugIn]:
    """Return the plug-ins by name, each loaded and validated once. A plug-in cannot take a built-in name."""
    if not _somebody_plugs_in():
        return {}
    from importlib.metadata import entry_points

    return {
        entry_point.name: _load_plug_in(entry_point)
        for entry_point in entry_points(group=GROUP)
        if entry_point.name not in BUILT_IN
    }


def _load_plug_in(entry_point: EntryPoint) -> PlugIn:
    """Load a plug-in. Errors in it are recorded and do not stop the program."""
    distribution = entry_point.dist.name if entry_point.dist else entry_point.value
    try:
        record = entry_point.load()
        fault = validate(entry_point.name, record)
    except Exception as error:  # third-party code may raise anything
        return PlugIn(distribution, None, f"{type(error).__name__}: {error}")
    return PlugIn(distribution, None if fault else record, fault)


def validate(name: str, record: Any) -> str:
    """Describe the first fault of a pastime's record in a few words; "" if there is none.

    Every reference except those of methods is resolved. A method may need an extra that is not installed.
    """
    from passatempo.core.pastime import Pastime  # imported late: a start without plug-ins rarely needs it

    if not isinstance(record, Pastime):
        return f"{quote(record)} is not a Pastime"
    if record.name != name:
        return f"the pastime calls itself {quote(record.name)}"
    if not record.problems:
        return "it has no questions"
    if record.app and not record.app.isidentifier():
        return f"{quote(record.app)} is not a folder of the app"
    if unanswered := [problem.name for problem in record.problems if not problem.methods]:
        return f"its question {quote(unanswered[0])} has no methods"
    missing = _missing_wiring(record)
    refs = [command.where for command in record.commands] + [model.where for model in record.models]
    refs += [ref for command in record.commands for ref in (*command.variants.values(), command.otherwise) if ref]
    refs += [ref for study in record.studies for ref in (study.params, study.where)]
    if missing:
        return f"it has no {', '.join(missing)}"
    for ref in refs:
        resolve(ref)
    return ""


def _missing_wiring(record: Pastime) -> list[str]:
    """List the parts that a record names and its wiring lacks."""
    wiring = record.wiring
    wiring_gaps = [
        f"write of format {name}" for name, module in record.format_modules.items() if not hasattr(module, "write")
    ]
    wiring_gaps += ["generate"] if record.generates and wiring.generate is None else []
    for problem in record.problems:
        if problem.name not in wiring.questions:
            wiring_gaps.append(f"wiring of {problem.name}")
            continue
        wiring_methods = [method.name for method in problem.methods if not method.where]
        wiring_gaps += [
            f"method {name} of {problem.name}" for name in wiring_methods if name not in problem.wiring.methods
        ]
    if record.game is not None:
        wiring_gaps += [f"bot {bot.name}" for bot in record.game.bots if bot.name not in record.game.wiring.bots]
        wiring_gaps += [f"word {word.name}" for word in record.game.words if word.name not in record.game.wiring.words]
    return wiring_gaps


def names() -> tuple[str, ...]:
    """Return the names of all pastimes, built-in ones first. Broken plug-ins are left out.

    >>> "machiavelli" in names()
    True
    """
    return (*BUILT_IN, *sorted(name for name, plug_in in plug_ins().items() if plug_in.pastime_record is not None))


def plug_in_faults() -> dict[str, PlugIn]:
    """Return the broken plug-ins by name."""
    return {name: plug_in for name, plug_in in plug_ins().items() if plug_in.pastime_record is None}


def distribution_of(name: str) -> str:
    """Return the distribution of a plug-in; "" for a built-in pastime, or for none."""
    return "" if name in BUILT_IN or name not in plug_ins() else plug_ins()[name].distribution


def pastime(name: str) -> Pastime:
    """Return a pastime by name.

    Raises
    ------
    UsageError
        If there is no such pastime; the message lists the available ones.

    Examples
    --------
    >>> pastime("machiavelli").problem("arrange").methods[0].name
    'exact'
    """
    if name in BUILT_IN:
        record: Pastime = import_module(f"passatempo.{name}.record").PASTIME
        return record
    plug_in = plug_ins().get(name)
    if plug_in is not None and plug_in.pastime_record is not None:
        return plug_in.pastime_record
    if plug_in is not None:
        raise UsageError(f"the plug-in {quote(plug_in.distribution)} failed to load: {plug_in.load_fault}")
    raise UsageError(f"{quote(name)} is not a pastime{suggest(name, names())} ({', '.join(names())})")


def describe(game: Pastime, *, with_inputs: bool = True, extra_states: dict[str, bool] | None = None) -> dict[str, Any]:
    """Describe a pastime as data for ``list --format json``, with or without its inputs.

    Describing inputs imports every model of the pastime, which takes longer than everything else. `extra_states` caches
    which extras are installed across the pastimes of a list, since each look-up costs time while a person waits.
    """
    extra_states = {} if extra_states is None else extra_states

    def entered(shape: type | None) -> list[dict[str, Any]]:
        from passatempo.core.inputs import inputs

        return [] if shape is None else inputs(shape)

    for extra in {method.needs for problem in game.problems for method in problem.methods} - extra_states.keys():
        extra_states[extra] = is_installed(extra)
    return {
        "name": game.name,
        "title": game.title,
        "app": game.app,
        "questions": [
            {
                "name": problem.name,
                "question": problem.question,
                "inputs": entered(problem.wiring.ask) if with_inputs else [],
                "methods": [
                    {
                        "name": method.name,
                        "kind": method.kind,
                        "installed": extra_states[method.needs],
                        "needs": method.needs or None,
                        "settings": default_settings(method),
                        "choices": setting_choices(method) if with_inputs else {},
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
        "params": entered(game.wiring.params) if with_inputs else [],
        "commands": [command.name for command in game.commands],
        "studies": [study.name for study in game.studies],
        "bots": [{"name": bot.name, "level": bot.level or None} for bot in (game.game.bots if game.game else ())],
        "puzzles": [{"kind": kind.name, "code": kind.code, "title": kind.title} for kind in game.kinds],
    }


def default_settings(method: Method) -> dict[str, Any]:
    """Return a method's settings with their defaults."""
    if not method.settings:
        return {}
    default = resolve(method.settings)()
    return {name: getattr(default, name) for name in default.__dataclass_fields__}


def setting_choices(method: Method) -> dict[str, Any]:
    """Return the choices of the settings that have only a few values."""
    if not method.settings:
        return {}
    from passatempo.core.inputs import inputs

    return {setting["name"]: setting["choices"] for setting in inputs(resolve(method.settings)) if setting["choices"]}
