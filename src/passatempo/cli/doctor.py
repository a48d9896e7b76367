"""`doctor`: what is installed here, and whether it works."""

from __future__ import annotations

import platform
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from passatempo import __version__
from passatempo.core.asking import ask
from passatempo.core.errors import PassatempoError
from passatempo.core.json import with_ask
from passatempo.core.methods import EXTRAS, resolve
from passatempo.core.registry import installed, names, pastime

if TYPE_CHECKING:
    from collections.abc import Iterator

DISTRIBUTIONS = {
    "": ("cyclopts", "msgspec", "rich"),
    "solvers": ("ortools", "python-sat", "clingo"),
    "web": ("starlette", "uvicorn"),
    "campaign": ("distributed",),
    "plots": ("matplotlib",),
}


def doctor() -> int:
    """Tell what is installed here, and whether it works."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table("part", "version", "state", title=f"passatempo {__version__}", title_justify="left")
    sound = True
    for part, found, fault in rows():
        table.add_row(part, found, escape(fault or "ok"))
        sound = sound and not fault.startswith("broken")
    Console(soft_wrap=False, width=None if sys.stdout.isatty() else 100).print(table)
    return 0 if sound else 1


def rows() -> Iterator[tuple[str, str, str]]:
    """Yield each part with its version and what is wrong with it."""
    yield "Python", platform.python_version(), ""
    for extra, distributions in DISTRIBUTIONS.items():
        hint = f'not installed: pip install "passatempo[{extra}]"' if extra else "broken: reinstall passatempo"
        for distribution in distributions:
            found = _version(distribution)
            yield distribution, found, "" if found else hint
    for name in names():
        yield f"pastime {name}", "", _fault(name)


def _version(distribution: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # costs 35 ms, and only the doctor asks

    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def _fault(name: str) -> str:
    """Load every method of a pastime and solve its demo instances."""
    try:
        game = pastime(name)
        for problem in game.problems:
            for method in problem.methods:
                if not method.needs or all(map(installed, EXTRAS.get(method.needs, ()))):
                    import_module(method.where.partition(":")[0])
        for question, example in game.demo:
            problem = game.problem(question)
            instance = resolve(game.read)(game.example(example))
            ask(problem, with_ask(problem, instance, {}))
    except (PassatempoError, ImportError) as error:
        return f"broken: {error}"
    return ""
