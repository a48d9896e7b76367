"""Methods: how they are named, with settings, and how they are imported when first used."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import Field, dataclass, fields, replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

from passatempo.core.errors import SolverUnavailable, UsageError, quote
from passatempo.core.text import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from types import ModuleType, TracebackType

    from passatempo.core.limits import Limits, Report
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Problem

Ref: TypeAlias = str  # "module:name", imported when first used; "" where there is none


@cache
def resolve(ref: Ref) -> Any:
    """Import what a reference names.

    >>> resolve("passatempo.core.outcome:Status").SOLVED.value
    'solved'
    """
    module, _, name = ref.partition(":")
    return getattr(import_module(module), name)


@cache
def documented(module: str) -> ModuleType:
    """Import a module; docstrings that ``python -OO`` leaves out are read from its source, since help is made of them.

    >>> documented("passatempo.core.methods").resolve.__doc__.splitlines()[0]
    'Import what a reference names.'
    """
    found = import_module(module)
    if sys.flags.optimize > 1:
        import ast
        import inspect

        with contextlib.suppress(OSError):  # a module without source
            for node in ast.parse(inspect.getsource(found)).body:
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in vars(found):
                    vars(found)[node.name].__doc__ = ast.get_docstring(node, clean=sys.version_info >= (3, 13))
    return found


class Record:
    """What records are made of: shown by its name, since all that it holds would fill pages."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Say what it is.

        >>> Method(name="exact")
        Method('exact')
        """
        return f"{type(self).__name__}({getattr(self, 'name', '')!r})"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Method(Record):
    """One way to answer a problem.

    Parameters
    ----------
    name
        The name, without settings.
    where
        Reference to ``(question, limits, report) -> Outcome``, where it needs an extra; else the question's `Wiring`
        has the function. One with settings takes ``settings`` too.
    kind
        ``exact``, ``heuristic`` (an answer, never a proof) or ``literal`` (a published program as printed, faults
        included: its words are reported unchecked, never the default, never a confirmation).
    source
        Where the method comes from.
    needs
        The extra to install, such as ``solvers``.
    settings
        Reference to a frozen dataclass of choices that cannot change the answer.
    proves
        Whether it writes a proof file where `Limits.proof` names one.
    resumes
        Whether it goes on from the file that `Limits.checkpoint` names, and keeps it up to date.
    """

    name: str
    where: Ref = ""
    kind: str = "exact"
    source: str = ""
    needs: str = ""
    settings: Ref = ""
    proves: bool = False
    resumes: bool = False


def solver(name: str, where: str, source: str, settings: Ref = "", kind: str = "exact") -> Method:
    """Write the record of a method of the room `encodings`, which needs a solver library.

    >>> solver("cpsat", "cp:solve", "the groups on CP-SAT").where
    '.encodings.cp:solve'
    """
    where = f".encodings.{where}"
    return Method(name=name, where=where, kind=kind, source=source, settings=settings, needs="solvers")


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """A method with its settings; `name` leaves defaults out, so equal names mean equal runs."""

    method: Method
    settings: Any
    problem: Problem

    @property
    def name(self) -> str:
        """The method's name with the settings that differ from their defaults."""
        if self.settings is None:
            return self.method.name
        written = [
            f"{entry.name}={getattr(self.settings, entry.name)}"
            for entry in fields(self.settings)
            if getattr(self.settings, entry.name) != entry.default
        ]
        return f"{self.method.name}:{','.join(written)}" if written else self.method.name

    def load(self) -> Callable[[Any, Limits, Report], Outcome[Any]]:
        """Import the method.

        Raises
        ------
        SolverUnavailable
            If its extra is not installed.
        """
        with NamingExtras(f"method {quote(self.method.name)}", self.method.needs):
            where = self.method.where
            solve = resolve(where) if where else self.problem.wiring.methods[self.method.name]
        if self.settings is None:
            return solve
        return partial(solve, settings=self.settings)


# What an extra brings, by the module that shows it.
EXTRAS: Mapping[str, tuple[str, ...]] = {
    "solvers": ("ortools", "pysat", "clingo"),
    "web": ("starlette", "uvicorn"),
    "print": ("typst",),
    "campaign": ("distributed", "pyarrow"),
    "plots": ("matplotlib", "scipy"),
}


def installed(extra: str) -> bool:
    """Tell whether an extra is installed, without importing it; none is always."""
    return not extra or all(find_spec(module) is not None for module in EXTRAS.get(extra, (extra,)))


def require(what: str, *extras: str) -> None:
    """Refuse to begin something without its extras, all of which are named at once.

    Raises
    ------
    SolverUnavailable
        If one is missing.
    """
    if missing := [extra for extra in extras if not installed(extra)]:
        raise SolverUnavailable(what, *missing)


class NamingExtras:
    """Name the extras to install where a module of one is missed, at whatever depth.

    Parameters
    ----------
    what
        What cannot work without them.
    needs
        All extras that it needs: those that are missing are named together. Any other module that is missing, but for
        our own, belongs to the first one.

    Raises
    ------
    SolverUnavailable
        In place of the `ModuleNotFoundError`, or of a `SolverUnavailable` that names fewer.

    Examples
    --------
    >>> with NamingExtras("this"):
    ...     raise ModuleNotFoundError(name="clingo.ast")
    Traceback (most recent call last):
    passatempo.core.errors.SolverUnavailable: this needs clingo: pip install "passatempo[solvers]"
    >>> with NamingExtras("this", "another"):
    ...     raise SolverUnavailable("part of it", "solvers")
    Traceback (most recent call last):
    passatempo.core.errors.SolverUnavailable: this needs 2 extras: pip install "passatempo[solvers,another]"
    """

    __slots__ = ("needs", "what")

    def __init__(self, what: str, *needs: str) -> None:
        self.what, self.needs = what, needs

    def __enter__(self) -> None:
        """Nothing to begin."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Tell a missing extra from another fault."""
        named, module = [""], ""
        if isinstance(error, SolverUnavailable):
            named = error.extra.split(",")
        elif isinstance(error, ModuleNotFoundError):
            top = (error.name or "").partition(".")[0]
            named = [extra for extra, modules in EXTRAS.items() if top in modules]
            module = top if named else ""
            if not named and top != "passatempo":
                named = [*filter(None, self.needs[:1])]
        else:
            return
        missing = list(dict.fromkeys((*named, *(extra for extra in self.needs if not installed(extra)))))
        if named and not (isinstance(error, SolverUnavailable) and missing == named):
            raise SolverUnavailable(self.what, *missing, module=module if missing == named else "") from error


# What people call a pastime or an option elsewhere.
SYNONYMS = dict.fromkeys(("gomoku", "tictactoe", "connect4", "freestyle"), "mnk")
SYNONYMS |= {"rummy": "machiavelli", "rummikub": "machiavelli", "mines": "minesweeper"}
SYNONYMS |= {"--width": "--columns", "--height": "--rows", "--output": "--out", "--timeout": "--seconds"}


def suggest(word: str, words: Iterable[str]) -> str:
    """Write ", did you mean ...?" for a mistyped word or a synonym, or nothing.

    A word is near if it begins with the same letter, or with the same two exchanged, and differs by one typing error
    in up to 4 letters, two in up to 8, three in longer words.

    >>> suggest("arange", ["arrange", "lay"]), suggest("gomoku", ["cards", "mnk"]), suggest("--rows", ["--torus"])
    (", did you mean 'arrange'?", ", did you mean 'mnk'?", '')
    """
    typed, known = word.lower().lstrip("-"), list(words)
    synonym = SYNONYMS.get(word.lower())
    if synonym in known:
        return f", did you mean {synonym!r}?"
    most = 1 if len(typed) <= 4 else 2 if len(typed) <= 8 else 3
    near = []
    for one in known:
        other = one.lower().lstrip("-")
        swapped = other[:2] == typed[1::-1] and len(typed) > 1
        if (other[:1] == typed[:1] or swapped) and (errors := typing_errors(typed, other)) <= most:
            near.append((errors, one))
    return f", did you mean {min(near)[1]!r}?" if near else ""


def typing_errors(typed: str, meant: str) -> int:
    """Count the letters to insert, drop, replace or exchange with a neighbour: the Damerau-Levenshtein distance.

    >>> typing_errors("ezta", "zeta"), typing_errors("rows", "torus")
    (1, 3)
    """
    before, row = [], list(range(len(meant) + 1))
    for i, letter in enumerate(typed, 1):
        before, last, row = row, before, [i]
        for j, other in enumerate(meant, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 < j and letter == meant[j - 2] and typed[i - 2] == other:
                least = min(least, last[j - 2] + 1)
            row.append(least)
    return row[-1]


def parse_settings(method: Method, written: str) -> Any:
    """Parse ``name=value,...`` into the method's settings."""
    default = resolve(method.settings)() if method.settings else None
    types = {entry.name: type(getattr(default, entry.name)) for entry in fields(default)} if default else {}
    if written and not types:
        raise UsageError(f"method {quote(method.name)} has no settings such as {quote(written)}")
    if default is None:
        return None
    values: dict[str, Any] = {}
    for key, value, pair in setting_pairs(written, method.name, types):
        values[key] = _value(types[key], value, pair)
        refuse_out_of_range(method.name, next(entry for entry in fields(default) if entry.name == key), values[key])
    try:
        return replace(default, **values)
    except ValueError as error:
        raise UsageError(f"method {quote(method.name)}: {error}") from error


def setting_pairs(written: str, owner: str, known: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Split ``name=value,...``: of each setting its name, its value, and both as they were written.

    Raises
    ------
    UsageError
        If a name is none of those known, or has no value.
    """
    for pair in filter(None, written.split(",")):
        key, equals, value = pair.partition("=")
        if key not in known or not equals:
            raise UsageError(f"{quote(pair)} is not a setting of {owner} ({', '.join(f'{k}=...' for k in known)})")
        yield key, value, pair


def _value(kind: type, text: str, pair: str) -> Any:
    """Convert a setting's text to its type."""
    if kind is bool:
        if text not in ("true", "false", "1", "0"):
            raise UsageError(f"{quote(pair)}: expected true or false")
        return text in ("true", "1")
    try:
        return whole_number(text) if kind is int else kind(text)
    except ValueError:
        raise UsageError(f"{quote(pair)}: expected a {'whole ' * (kind is int)}number") from None


def refuse_out_of_range(owner: str, entry: Field[Any], value: Any) -> None:
    """Refuse a number outside the range that its field states in its metadata, `least` and `most`.

    Raises
    ------
    UsageError
        Naming the field and the range.
    """
    least, most = entry.metadata.get("least"), entry.metadata.get("most")
    low = least is not None and not value >= least  # also what compares with nothing
    if low or (most is not None and not value <= most):
        asked = f"from {least} to {most}" if most is not None and least is not None else f"at least {least}"
        asked = asked if least is not None else f"at most {most}"
        raise UsageError(f"{owner}: {entry.name} {quote(value)} is out of range ({asked})")
