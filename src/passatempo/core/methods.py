"""Methods: their names with settings, and their import on first use."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import Field, dataclass, fields, replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

from passatempo.core.errors import SolverUnavailable, UsageError, quote
from passatempo.core.text import parse_integer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from types import ModuleType, TracebackType

    from passatempo.core.limits import Limits, Report
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Problem

Ref: TypeAlias = str  # "module:name", imported on first use; "" if there is none


@cache
def resolve(ref: Ref) -> Any:
    """Import what a reference names.

    >>> resolve("passatempo.core.outcome:Status").SOLVED.value
    'solved'
    """
    module, _, name = ref.partition(":")
    return getattr(import_module(module), name)


@cache
def import_with_docstrings(module: str) -> ModuleType:
    """Import a module. Under ``python -OO``, restore the docstrings that help texts need from its source.

    >>> import_with_docstrings("passatempo.core.methods").resolve.__doc__.splitlines()[0]
    'Import what a reference names.'
    """
    source_module = import_module(module)
    if sys.flags.optimize > 1:
        import ast
        import inspect

        with contextlib.suppress(OSError):  # a module without source
            for node in ast.parse(inspect.getsource(source_module)).body:
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in vars(source_module):
                    vars(source_module)[node.name].__doc__ = ast.get_docstring(node, clean=sys.version_info >= (3, 13))
    return source_module


class NamedRecord:
    """Base of records. A record prints only its name, since its content would fill pages."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Show the type and the name.

        >>> Method(name="exact")
        Method('exact')
        """
        return f"{type(self).__name__}({getattr(self, 'name', '')!r})"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Method(NamedRecord):
    """One way to answer a problem.

    Parameters
    ----------
    name
        The name, without settings.
    where
        Reference to ``(question, limits, report) -> Outcome``, if it needs an extra. Otherwise the question's
        `Wiring` has the function. A method with settings takes ``settings`` too.
    kind
        ``exact``, ``heuristic`` (an answer, never a proof) or ``literal`` (a published program as printed, with its
        faults: its output is reported unchecked, and it is never the default and never confirms).
    source
        The origin of the method.
    needs
        The extra to install, such as ``solvers``.
    settings
        Reference to a frozen dataclass of choices that cannot change the answer.
    proves
        Whether it writes a proof file if `Limits.proof` names one.
    resumes
        Whether it resumes from the file that `Limits.checkpoint` names, and updates it.
    """

    name: str
    where: Ref = ""
    kind: str = "exact"
    source: str = ""
    needs: str = ""
    settings: Ref = ""
    proves: bool = False
    resumes: bool = False


def solver_method(name: str, reference: str, source: str, settings: Ref = "", kind: str = "exact") -> Method:
    """Return the record of a method of the package `encodings`, which needs a solver library.

    >>> solver_method("cpsat", "cp:solve", "the groups on CP-SAT").where
    '.encodings.cp:solve'
    """
    reference = f".encodings.{reference}"
    return Method(name=name, where=reference, kind=kind, source=source, settings=settings, needs="solvers")


@dataclass(frozen=True, slots=True, eq=False)
class MethodChoice:
    """A method with its settings. `name` omits defaults, so equal names mean equal runs."""

    method: Method
    settings: Any
    problem: Problem

    @property
    def name(self) -> str:
        """The method's name with the settings that differ from their defaults."""
        if self.settings is None:
            return self.method.name
        setting_strings = [
            f"{field.name}={getattr(self.settings, field.name)}"
            for field in fields(self.settings)
            if getattr(self.settings, field.name) != field.default
        ]
        return f"{self.method.name}:{','.join(setting_strings)}" if setting_strings else self.method.name

    def load_solver(self) -> Callable[[Any, Limits, Report], Outcome[Any]]:
        """Import the method.

        Raises
        ------
        SolverUnavailable
            If its extra is not installed.
        """
        with NamingExtras(f"method {quote(self.method.name)}", self.method.needs):
            method_reference = self.method.where
            solve = resolve(method_reference) if method_reference else self.problem.wiring.methods[self.method.name]
        if self.settings is None:
            return solve
        return partial(solve, settings=self.settings)


# The modules of each extra, which show whether it is installed.
EXTRAS: Mapping[str, tuple[str, ...]] = {
    "solvers": ("ortools", "pysat", "clingo"),
    "web": ("starlette", "uvicorn"),
    "print": ("typst",),
    "campaign": ("distributed", "pyarrow"),
    "plots": ("matplotlib", "scipy"),
}


def is_installed(extra: str) -> bool:
    """Return whether an extra is installed, without importing it; the empty extra always is."""
    return not extra or all(find_spec(module) is not None for module in EXTRAS.get(extra, (extra,)))


def require_extras(feature: str, *extras: str) -> None:
    """Refuse to start something without its extras, and name all that are missing.

    Raises
    ------
    SolverUnavailable
        If one is missing.
    """
    if missing := [extra for extra in extras if not is_installed(extra)]:
        raise SolverUnavailable(feature, *missing)


class NamingExtras:
    """Name the extras to install if one of their modules is missing, at any depth.

    Parameters
    ----------
    feature
        What needs them.
    needs
        All extras that it needs; the missing ones are named together. The first one is named for any other missing
        module that is not ours.

    Raises
    ------
    SolverUnavailable
        Instead of the `ModuleNotFoundError`, or of a `SolverUnavailable` that names fewer.

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

    def __init__(self, feature: str, *needs: str) -> None:
        self.what, self.needs = feature, needs

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Turn the import error of an optional dependency into `SolverUnavailable`."""
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
        missing = list(dict.fromkeys((*named, *(extra for extra in self.needs if not is_installed(extra)))))
        if named and not (isinstance(error, SolverUnavailable) and missing == named):
            raise SolverUnavailable(self.what, *missing, module=module if missing == named else "") from error


# Other common names of a pastime or an option.
SYNONYMS = dict.fromkeys(("gomoku", "tictactoe", "connect4", "freestyle"), "mnk")
SYNONYMS |= {"rummy": "machiavelli", "rummikub": "machiavelli", "mines": "minesweeper"}
SYNONYMS |= {"--width": "--columns", "--height": "--rows", "--output": "--out", "--timeout": "--seconds"}


def suggest(word: str, words: Iterable[str]) -> str:
    """Write ", did you mean ...?" for a mistyped word or a synonym, or nothing.

    A word is near if it begins with the same letter, or with the same two swapped, and differs by few typing errors:
    one in up to 4 letters, two in up to 8, and three in longer words.

    >>> suggest("arange", ["arrange", "lay"]), suggest("gomoku", ["cards", "mnk"]), suggest("--rows", ["--torus"])
    (", did you mean 'arrange'?", ", did you mean 'mnk'?", '')
    """
    typed, candidates = word.lower().lstrip("-"), list(words)
    synonym = SYNONYMS.get(word.lower())
    if synonym in candidates:
        return f", did you mean {synonym!r}?"
    error_limit = 1 if len(typed) <= 4 else 2 if len(typed) <= 8 else 3
    near = []
    for candidate in candidates:
        other = candidate.lower().lstrip("-")
        is_transposition = other[:2] == typed[1::-1] and len(typed) > 1
        if (other[:1] == typed[:1] or is_transposition) and (errors := typing_errors(typed, other)) <= error_limit:
            near.append((errors, candidate))
    return f", did you mean {min(near)[1]!r}?" if near else ""


def typing_errors(typed: str, target: str) -> int:
    """Count the letters to insert, drop, replace or swap with a neighbour: the Damerau-Levenshtein distance.

    >>> typing_errors("ezta", "zeta"), typing_errors("rows", "torus")
    (1, 3)
    """
    before, row = [], list(range(len(target) + 1))
    for i, letter in enumerate(typed, 1):
        before, last, row = row, before, [i]
        for j, other in enumerate(target, 1):
            edit_distance = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 < j and letter == target[j - 2] and typed[i - 2] == other:
                edit_distance = min(edit_distance, last[j - 2] + 1)
            row.append(edit_distance)
    return row[-1]


def parse_settings(method: Method, assignments: str) -> Any:
    """Parse ``name=value,...`` into the method's settings."""
    default = resolve(method.settings)() if method.settings else None
    types = {field.name: type(getattr(default, field.name)) for field in fields(default)} if default else {}
    if assignments and not types:
        raise UsageError(f"method {quote(method.name)} has no settings such as {quote(assignments)}")
    if default is None:
        return None
    new_settings: dict[str, Any] = {}
    for key, setting, pair in setting_pairs(assignments, method.name, types):
        new_settings[key] = _parse_setting(types[key], setting, pair)
        refuse_out_of_range(
            method.name, next(field for field in fields(default) if field.name == key), new_settings[key]
        )
    try:
        return replace(default, **new_settings)
    except ValueError as error:
        raise UsageError(f"method {quote(method.name)}: {error}") from error


def setting_pairs(assignments: str, owner: str, valid_keys: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Split ``name=value,...`` into the name, the value and the original text of each setting.

    Raises
    ------
    UsageError
        If a name is unknown, or has no value.
    """
    for pair in filter(None, assignments.split(",")):
        key, equals, setting = pair.partition("=")
        if key not in valid_keys or not equals:
            raise UsageError(f"{quote(pair)} is not a setting of {owner} ({', '.join(f'{k}=...' for k in valid_keys)})")
        yield key, setting, pair


def _parse_setting(kind: type, text: str, pair: str) -> Any:
    """Convert a setting's text to its type."""
    if kind is bool:
        if text not in ("true", "false", "1", "0"):
            raise UsageError(f"{quote(pair)}: expected true or false")
        return text in ("true", "1")
    try:
        return parse_integer(text) if kind is int else kind(text)
    except ValueError:
        raise UsageError(f"{quote(pair)}: expected a {'whole ' * (kind is int)}number") from None


def refuse_out_of_range(owner: str, field: Field[Any], number: Any) -> None:
    """Refuse a number outside the range in its field's metadata, `least` and `most`.

    Raises
    ------
    UsageError
        If it is out of range, with the field and the range.
    """
    lower_bound, upper_bound = field.metadata.get("least"), field.metadata.get("most")
    low = lower_bound is not None and not number >= lower_bound  # also true for a NaN
    if low or (upper_bound is not None and not number <= upper_bound):
        bound_hint = (
            f"from {lower_bound} to {upper_bound}"
            if upper_bound is not None and lower_bound is not None
            else f"at least {lower_bound}"
        )
        bound_hint = bound_hint if lower_bound is not None else f"at most {upper_bound}"
        raise UsageError(f"{owner}: {field.name} {quote(number)} is out of range ({bound_hint})")
