"""`doctor`: which components are installed and whether they work."""

import platform
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Literal

from passatempo import __version__
from passatempo.cli.overview import align_columns
from passatempo.core.errors import PassatempoError
from passatempo.core.json import encode, with_ask
from passatempo.core.methods import EXTRAS
from passatempo.core.queries import ask
from passatempo.core.registry import is_installed, names, pastime

DISTRIBUTIONS = {
    "": ("cyclopts", "msgspec", "rich"),
    "solvers": ("ortools", "python-sat", "clingo"),
    "web": ("starlette", "uvicorn"),
    "print": ("typst",),
    "campaign": ("distributed", "pyarrow"),
    "plots": ("matplotlib", "scipy"),
}


def doctor(*, format: Literal["text", "json"] = "text") -> int:  # noqa: A002  the word of the command line
    """Report which components are installed and whether they work.

    Parameters
    ----------
    format
        text (a table on a terminal, else plain columns) or json
    """
    part_rows = [(part, version, fault or "ok") for part, version, fault in check_parts()]
    if format == "json":
        keys = ("part", "version", "state")
        json_rows = [dict(zip(keys, row, strict=True)) for row in part_rows]
        sys.stdout.write(encode({"passatempo": __version__, "parts": json_rows}, indent=2) + "\n")
    elif sys.stdout.isatty():
        draw_table(part_rows)
    else:
        parts = align_columns([(part, version) for part, version, _ in part_rows], indent="")
        lines = align_columns([(part, state) for part, (_, _, state) in zip(parts, part_rows, strict=True)], indent="")
        sys.stdout.write("\n".join([f"passatempo {__version__}", *lines]) + "\n")
    return 1 if any(state.startswith("broken") for _, _, state in part_rows) else 0


def draw_table(part_rows: Sequence[tuple[str, str, str]]) -> None:
    """Draw the table, as wide as the terminal."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table("part", "version", "state", title=f"passatempo {__version__}", title_justify="left")
    for part, version, state in part_rows:
        table.add_row(part, version, escape(state))
    Console(soft_wrap=False).print(table)


def check_parts() -> Iterator[tuple[str, str, str]]:
    """Yield each component with its version and its fault."""
    yield "Python", platform.python_version(), ""
    for extra, distributions in DISTRIBUTIONS.items():
        hint = f'not installed: pip install "passatempo[{extra}]"' if extra else "broken: reinstall passatempo"
        for distribution in distributions:
            distribution_version = _distribution_version(distribution)
            yield distribution, distribution_version, "" if distribution_version else hint
    for name in names():
        yield f"pastime {name}", "", _pastime_fault(name)


def _distribution_version(distribution: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # costs 35 ms, and only this command needs it

    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def _pastime_fault(name: str) -> str:
    """Load every method of a pastime and solve its demo instances."""
    try:
        game = pastime(name)
        for problem in game.problems:
            for method in problem.methods:
                if method.where and all(map(is_installed, EXTRAS.get(method.needs, ()))):
                    import_module(method.where.partition(":")[0])
        for question, example in game.demo:
            problem = game.problem(question)
            instance = game.read(game.example(example))
            ask(problem, with_ask(problem, instance, {}))
    except (PassatempoError, ImportError) as error:
        return f"broken: {error}"
    return ""
