"""A question as a function: keys and inputs are keywords, the outcome is checked, and help() tells all of it."""

from __future__ import annotations

from dataclasses import MISSING, fields
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

from passatempo.core.asking import REASON_SECONDS, ask, question_of
from passatempo.core.errors import UsageError, quote
from passatempo.core.limits import MEMORY_MB, Limits, resident
from passatempo.core.methods import resolve, suggest
from passatempo.core.progress import silent

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.limits import Cancel
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Pastime, Problem
    from passatempo.core.progress import Report

# Parameter, type and default of what every question takes beside its instance and inputs.
COMMON: tuple[tuple[str, str, Any, str], ...] = (
    ("method", "str | None", None, "how to answer; without it the first method"),
    ("confirm", "str | None", None, "another exact method that must agree"),
    ("seconds", "float | None", None, "time for all of it"),
    ("nodes", "int | None", None, "steps of the method"),
    ("memory_mb", "int | None", MEMORY_MB, "megabytes beyond what the process holds"),
    ("threads", "int", 1, "threads that the method may use"),
    ("seed", "int", 0, "the random seed of methods that draw lots"),
    ("cancel", "Cancel | None", None, "a switch to stop the run from elsewhere"),
    ("report", "Report | None", None, "called with the progress"),
    ("check", "bool", True, "whether the independent checker judges the answer"),
    (
        "explain",
        "float | None",
        None,
        f'seconds for the reason of an "impossible"; 0: none; else what is left of the limit, or {REASON_SECONDS:g}',
    ),
)


def function_of(game: Pastime, problem: Problem) -> Callable[..., Outcome[Any]]:
    """Make the function of a question.

    >>> from passatempo.core.registry import pastime
    >>> game = pastime("cards")
    >>> count = function_of(game, game.problem("count"))
    >>> count({"cards": [1, 1, 2, 2, 3, 3, 4], "D": 4}).result().sequences
    12
    """
    keys = _names(resolve(game.json).keys)
    own = _names(resolve(problem.ask)) if problem.ask else frozenset()

    def asked(
        given: Any = None,
        /,
        *,
        method: str | None = None,
        confirm: str | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        memory_mb: int | None = MEMORY_MB,
        threads: int = 1,
        seed: int = 0,
        cancel: Cancel | None = None,
        report: Report | None = None,
        check: bool = True,
        explain: float | None = None,
        **more: Any,
    ) -> Outcome[Any]:
        limits, held = Limits(seconds, nodes, None, memory_mb, threads, seed, cancel), resident()
        for name in more.keys() - keys - own:
            known = sorted((*own, *keys, *(entry[0] for entry in COMMON)))
            raise UsageError(f"{problem.name} takes no {quote(name)}{suggest(name, known)} ({', '.join(known)})")
        said = {name: value for name, value in more.items() if name in keys and value is not None}
        inputs = {name: value for name, value in more.items() if name in own}
        question = question_of(game, problem, given, said, inputs)
        return ask(
            problem,
            question,
            method=method,
            confirm=confirm,
            limits=limits.since(held),
            report=report or silent,
            check=check,
            explain=explain,
        )

    asked.__name__ = asked.__qualname__ = problem.name
    asked.__module__ = game.package
    asked.__doc__ = documentation(game, problem)
    asked.__signature__ = signature_of(game, problem)  # type: ignore[attr-defined]
    return asked


def _names(shape: Any) -> frozenset[str]:
    return frozenset(entry.name for entry in fields(shape))


def own_entries(game: Pastime, problem: Problem) -> list[tuple[str, str, Any, str]]:
    """List a question's own inputs and the keys of its instance: name, type, default, help."""
    found = []
    if problem.ask:
        for entry in fields(resolve(problem.ask)):
            default = entry.default_factory() if entry.default_factory is not MISSING else entry.default
            found.append((entry.name, str(entry.type), default, str(entry.metadata.get("help", ""))))
    for entry in fields(resolve(game.json).keys):
        kind = str(entry.type)
        kind = kind if kind.endswith("None") else f"{kind} | None"
        found.append((entry.name, kind, None, str(entry.metadata.get("help", ""))))
    return found


def first_name(game: Pastime) -> str:
    """Return what the first parameter is called: `given`, but where a key of the instance has that name.

    >>> from passatempo.core.registry import pastime
    >>> first_name(pastime("cards")), first_name(pastime("optimiza"))
    ('instance', 'given')
    """
    return "instance" if "given" in _names(resolve(game.json).keys) else "given"


def signature_of(game: Pastime, problem: Problem) -> Signature:
    """Return the signature of a question's function, for help and completion."""
    first = Parameter(first_name(game), Parameter.POSITIONAL_ONLY, default=None)
    rest = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, kind, default, _ in (*own_entries(game, problem), *COMMON)
    ]
    answer = problem.answer_type.partition(":")[2] or "Any"
    return Signature([first, *rest], return_annotation=f"Outcome[{answer}]")


def documentation(game: Pastime, problem: Problem) -> str:
    """Write what help() says of a question."""
    inputs = [f"{name}\n    {text or kind}" for name, kind, _, text in own_entries(game, problem)]
    common = [f"{name}\n    {text}" for name, _, _, text in COMMON]
    methods = [
        f"{method.name}{'' if method.kind == 'exact' else f' ({method.kind})'}: {method.source}"
        + (f' (extra "{method.needs}")' if method.needs else "")
        for method in problem.methods
    ]
    instance = game.instance_type.partition(":")[2] or "instance"
    return "\n".join(
        [
            problem.question,
            "",
            "Parameters",
            "----------",
            first_name(game),
            f"    {instance}, a text of any format, a mapping of JSON keys, or nothing: keys alone; rows, columns and",
            "    positions in texts and keys count from 1",
            *inputs,
            *common,
            "",
            "Returns",
            "-------",
            f"Outcome[{problem.answer_type.partition(':')[2]}]",
            "    places in the answer itself count from 0; its `to_json()` and text count from 1",
            "",
            "Methods",
            "-------",
            *methods,
        ]
    )
