"""The shared parts of all pastimes' functions: their keys, the call of a question, and the other verbs.

Functions import their dependencies when called, since the import of a pastime must be cheap.
"""

from __future__ import annotations

import os
import sys
from functools import cache, wraps
from importlib import import_module
from inspect import Parameter, isfunction, signature, unwrap
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from os import PathLike
    from typing import ParamSpec, SupportsFloat, SupportsIndex, TypeAlias, TypeVar

    from passatempo.core.inputs import Arguments
    from passatempo.core.limits import Cancel, Report
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Pastime, Question

    P = ParamSpec("P")
    T = TypeVar("T")
    A = TypeVar("A")
    # A question takes an instance, a text of any format or its bytes, a file by its path, a mapping of JSON keys, a
    # list or an array of the pastime's items, or None for keys alone.
    Given: TypeAlias = T | Question[T, A] | str | bytes | PathLike[str] | Mapping[str, Any] | Iterable[Any] | None
    Integer: TypeAlias = SupportsIndex | SupportsFloat  # a whole number of any type


class RunOptions(TypedDict, total=False):
    """What every question takes in addition to its instance and its own inputs.

    Parameters
    ----------
    method, confirm
        The method, by default the first one; another exact method, which must agree.
    seconds, nodes, memory_mb, threads, seed
        Limits: time for everything, steps of the method, megabytes beyond those in use, threads; the random seed.
    cancel, report
        A switch that stops the run, and a function that is called with the progress.
    check
        Whether the independent checker judges the answer.
    explain
        Seconds for the reason of an "impossible"; 0: none; by default the rest of the limit, or 1.
    """

    method: str | None
    confirm: str | None
    seconds: SupportsFloat | None
    nodes: Integer | None
    memory_mb: Integer | None
    threads: Integer
    seed: Integer
    cancel: Cancel | None
    report: Report | None
    check: bool
    explain: SupportsFloat | None


class GameOptions(TypedDict, total=False):
    """The options of every game: the seed, whether finished turns can be undone, and a record to continue."""

    seed: int
    practice: bool
    record: str | None


# The default of a key in a signature, if it is not None.
DEFAULTS = {"memory_mb": 2048, "threads": 1, "seed": 0, "check": True, "practice": False, "rules": ""}
LIMITS = frozenset(("seconds", "nodes", "memory_mb", "threads", "seed", "cancel", "proof", "checkpoint"))
RUN = frozenset(RunOptions.__annotations__)
QUERY_OPTIONS = RUN - LIMITS


def exports(package: str, homes: Mapping[str, str]) -> tuple[list[str], Callable[[], list[str]], Callable[[str], Any]]:
    """Return ``__all__``, ``__dir__`` and ``__getattr__`` of a package, which imports names on first use.

    `homes` maps modules to these names; the names of "" are modules. The package's own functions get the complete
    signature for which their `Unpack` is short, for help and completion.

    >>> from passatempo import cards
    >>> names, _, find = exports("passatempo.cards", {"model": "Deal"})
    >>> "sample" in names, find("Deal").__name__
    (True, 'Deal')
    """
    module, name_homes = sys.modules[package], {name: home for home, names in homes.items() for name in names.split()}
    load = import_module
    if sys.flags.optimize > 1:
        from passatempo.core.methods import import_with_docstrings as load

        load(package)
    package_functions = [
        member for member in vars(module).values() if isfunction(member) and member.__module__ == package
    ]
    for function in package_functions:
        function_signature = signature(function)
        *first, last = function_signature.parameters.values()
        if str(last.annotation).startswith("Unpack["):
            keys = _option_parameters(getattr(module, last.annotation[7:-1]))
            function.__signature__ = function_signature.replace(parameters=[*first, *keys])  # type: ignore[attr-defined]
        setattr(module, function.__name__, guarded(function))

    def find(name: str) -> Any:
        if name not in name_homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = load(f"{package}.{name_homes[name] or name}")
        member = getattr(home, name) if name_homes[name] else home
        setattr(module, name, member := guarded(member) if isfunction(member) else member)  # cached for the next access
        return member

    names = sorted({*name_homes, *(function.__name__ for function in package_functions)})
    return names, lambda: names, find


def guarded(function: Callable[P, T]) -> Callable[P, T]:
    """Convert and check the arguments of a public function before it runs (`core.inputs`).

    >>> guarded(call)("passatempo.cards", 3, None, {}, {})
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: name: expected a string: '3'
    """

    @wraps(function)
    def called(*positionals: P.args, **keys: P.kwargs) -> T:
        plain_positionals, plain_keys = _argument_checker(function).fit(positionals, keys)
        return function(*plain_positionals, **plain_keys)

    return called


@cache
def _argument_checker(function: Callable[..., Any]) -> Arguments:
    from passatempo.core.inputs import Arguments

    return Arguments(function)


@cache
def _option_parameters(keys: type) -> list[Parameter]:
    """Make a parameter of each key, with those of `RunOptions` last. The default ``...`` means the generator's."""
    shapes = keys.__annotations__
    kinds = {name: shapes[name].__forward_arg__ for name in sorted(shapes, key=RUN.__contains__)}
    defaults = {name: None if kind.endswith("None") else ... for name, kind in kinds.items()} | DEFAULTS
    return [Parameter(name, Parameter.KEYWORD_ONLY, default=defaults[name], annotation=kinds[name]) for name in kinds]


def call(
    package: str, name: str, raw_question: Any, inputs: Mapping[str, Any], options: Mapping[str, Any]
) -> Outcome[Any]:
    """Ask a question by name. An input at its default does not override that of a `Question`.

    >>> call("passatempo.cards", "count", "1 1 2 2 3 3 4", {}, {"D": 4}).result().sequences
    12
    """
    return _question_function(package, name)(raw_question, inputs, options)


@cache
def _question_function(package: str, name: str) -> Callable[[Any, Mapping[str, Any], Mapping[str, Any]], Outcome[Any]]:
    from passatempo.core import queries
    from passatempo.core.json import keys_of, refuse_below_one
    from passatempo.core.limits import Limits, resident_memory, takes_memory

    game: Pastime = import_module(f"{package}.record").PASTIME
    wiring, problem = game.wiring, game.problem(name)
    keys = frozenset(keys_of(wiring.json.keys))
    defaults = unwrap(getattr(sys.modules[package], name)).__kwdefaults__

    def ask(raw_question: Any, inputs: Mapping[str, Any], options: Mapping[str, Any]) -> Outcome[Any]:
        limits = Limits(**{key: option for key, option in options.items() if key in LIMITS})
        key_options = {key: option for key, option in options.items() if key in keys and option is not None}
        ask_inputs = {
            key: new for key, new in inputs.items() if type(new) is not type(old := defaults[key]) or new != old
        }
        rest = {key: option for key, option in options.items() if key in QUERY_OPTIONS and option is not None}
        resident_bytes = (
            resident_memory() if takes_memory(raw_question, *key_options.values(), *ask_inputs.values()) else 0
        )
        for key in wiring.place_keys:
            refuse_below_one(key, ask_inputs.get(key) or key_options.get(key))
        if key_options and wiring.value_keys is not None:
            key_options = wiring.value_keys(key_options)
        given = given_of(game, raw_question)
        question = queries.question_of(game, problem, given, key_options, ask_inputs, limits.longest_text)
        return queries.ask(problem, question, limits=limits.since(resident_bytes), **rest)

    return ask


def given_of(game: Pastime, raw: Any) -> Any:
    """Read the first argument of a question: return an instance, a question, an outcome, a text, keys or None.

    >>> from passatempo.core.registry import pastime
    >>> given_of(pastime("cards"), range(3)), given_of(pastime("optimiza"), b"1 1/1 2")
    ({'cards': [0, 1, 2]}, '1 1/1 2')
    """
    wiring, kind = game.wiring, type(raw)
    if kind is str or kind is wiring.instance_type or raw is None or hasattr(kind, "__dataclass_fields__"):
        return raw
    from passatempo.core.input import as_text, read_bytes, read_text
    from passatempo.core.plain import plain_of

    path = os.fsdecode(raw) if isinstance(raw, os.PathLike) else None
    path = os.path.join(".", path) if path == "-" else path
    if wiring.full_positions is not None and (path is not None or isinstance(raw, bytes)):
        content = raw if path is None else read_bytes(path)
        return wiring.full_positions.read(content, path or "") or as_text(content)
    if path is not None:
        return read_text(path)
    plain = plain_of(raw, "the instance")
    if type(plain) is list and wiring.list_key:
        plain = {wiring.list_key: plain}
    return wiring.value_keys(plain) if type(plain) is dict and wiring.value_keys is not None else plain


def verb(package: str, name: str, *positionals: Any, **keywords: Any) -> Any:
    """Call a function of `core.instances` by name, with the record of the package as its first argument.

    An instance may have any form that a question takes.

    >>> verb("passatempo.cards", "example", "published").largest
    4
    """
    game = import_module(f"{package}.record").PASTIME
    if name not in ("example", "new"):
        positionals = (given_of(game, positionals[0]), *positionals[1:])
    return getattr(import_module("passatempo.core.instances"), name)(game, *positionals, **keywords)
