"""A pastime as a Python module: every question a function, and read, write, new, check, draw beside them.

A package's ``__init__.py`` is its docstring and one line::

    __getattr__, __dir__ = library(__package__)

The names come from the record. It is read, and each thing is made, when first asked for, so that an import costs almost
nothing. Types for these names stand in ``__init__.pyi``, which `passatempo.cli.stubs` writes.
"""

from __future__ import annotations

import sys
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from passatempo.core.methods import resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from passatempo.core.methods import Ref
    from passatempo.core.pastime import Pastime

VERBS = ("check", "convert", "draw", "example", "export", "new", "play", "read", "show", "write")


def library(package: str | None) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make ``__getattr__`` and ``__dir__`` of a pastime's package; ``__all__`` is found by the first.

    Parameters
    ----------
    package
        The package's ``__package__``; its record is ``PASTIME`` of the module ``record``.

    Examples
    --------
    >>> find, names = library("passatempo.cards")
    >>> "sample" in names(), find("Deal").__name__, find("__all__") == names()
    (True, 'Deal', True)
    """

    @cache
    def record() -> Pastime:
        game: Pastime = import_module(f"{package}.record").PASTIME
        return game

    @cache
    def names() -> list[str]:
        game = record()
        verbs = [name for name in VERBS if name != "play" or game.game]
        return sorted({"PASTIME", *verbs, *(problem.name for problem in game.problems), *exports(game)})

    def find(name: str) -> Any:
        if name == "__all__":
            return names()
        if name.startswith("__") or name not in names():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = attribute(record(), name)
        setattr(sys.modules[str(package)], name, found)  # the next time no function is called
        return found

    return find, names


def exports(game: Pastime) -> dict[str, Ref]:
    """Return the classes and bulk functions of a pastime by name.

    >>> from passatempo.core.registry import pastime
    >>> exports(pastime("optimiza"))["Route"]
    'passatempo.optimiza.model:Route'
    """
    refs: Iterable[Ref] = [game.instance_type]
    refs = [*refs, *(ref for problem in game.problems for ref in (problem.answer_type, problem.ask))]
    return {ref.partition(":")[2]: ref for ref in refs if ref} | dict(game.public)


def attribute(game: Pastime, name: str) -> Any:
    """Make what a pastime's package holds under a name."""
    if name == "PASTIME":
        return game
    if name == "write":
        return resolve(game.write)
    from passatempo.core.library import functions, verbs

    if name == "read":
        return verbs.reader(game)
    for problem in game.problems:
        if problem.name == name:
            return functions.function_of(game, problem)
    if name not in VERBS:
        return resolve(exports(game)[name])
    return verbs.named(partial(getattr(verbs, name), game), game, name)
