"""Answer set programs, by clingo."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import clingo

from passatempo.core.limits import Deadline, Limits, Progress, Report, silent
from passatempo.core.outcome import Status, StopReason
from passatempo.solvers import apart
from passatempo.solvers.runs import Run, attend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Mode: TypeAlias = Literal["one", "all", "brave", "cautious"]
Atom: TypeAlias = tuple[str, tuple[int | str, ...]]
_MOST_CONFLICTS = 2**32 - 2  # clasp counts in 32 bits, of which the last number is "no limit"
_MOST_ANSWERS = 2**31 - 1
_PIECE = 4096  # facts that travel together: nothing large is packed in one step


@dataclass(frozen=True, slots=True)
class AspRun(Run):
    """What clingo said of a program.

    Parameters
    ----------
    models
        The shown atoms of each answer set, as name and arguments; for ``brave`` and ``cautious`` one set, the atoms of
        some and of every answer set.
    """

    models: tuple[frozenset[Atom], ...] = field(default=(), repr=False)


def solve(
    program: str,
    facts: Iterable[str] = (),
    limits: Limits = Limits(),
    report: Report = silent,
    *,
    mode: Mode = "one",
    large: bool = False,
) -> AspRun:
    """Ground and solve a program with facts.

    Parameters
    ----------
    program
        The text of the program.
    facts
        Facts, without their final stops.
    limits
        `nodes` counts conflicts, `answers` answer sets.
    report
        Gets a line when solving begins.
    mode
        One answer set, all of them, or the atoms of some (``brave``) or of every one (``cautious``).
    large
        Whether grounding may take long. clingo cannot be told to stop while it grounds, so a large program is put to it
        in a process of its own, which can be ended; that takes a fifth of a second to start.

    Returns
    -------
    AspRun
        Feasible where a limit ended an enumeration after an answer set.

    Examples
    --------
    >>> run = solve("1 { pick(X) : item(X) } 1. #show pick/1.", ["item(1)", "item(2)"], mode="all")
    >>> sorted(min(model) for model in run.models)
    [('pick', (1,)), ('pick', (2,))]
    """
    deadline = Deadline(limits)
    found: list[frozenset[Atom]] = []

    def keep(atoms: frozenset[Atom]) -> None:
        if mode in ("brave", "cautious"):
            found[:] = [atoms]
        else:
            found.append(atoms)

    report(Progress(0.0, text="clingo: grounding and solving"))
    task = _Task(program, mode, limits.answers, limits.nodes)
    said = (_apart if large else _here)(task, facts, deadline, keep)
    return _run(said, tuple(found), deadline, mode)


class _Task(NamedTuple):
    """What is put to clingo."""

    program: str
    mode: Mode
    answers: int | None
    nodes: int | None


class _Said(NamedTuple):
    """What clingo said in the end."""

    unsatisfiable: bool
    exhausted: bool


def _control(task: _Task, facts: Iterable[str]) -> clingo.Control:
    """Make a control with the program, the facts and the limits of a task."""
    most = {"one": 1, "all": min(task.answers or 0, _MOST_ANSWERS)}.get(task.mode, 0)
    options = [str(most)] + ([f"--enum-mode={task.mode}"] if task.mode in ("brave", "cautious") else [])
    control = clingo.Control(options, logger=lambda code, message: None)
    if task.nodes is not None:
        control.configuration.solve.solve_limit = f"{min(task.nodes, _MOST_CONFLICTS)},umax"  # type: ignore[union-attr]
    control.add("base", [], task.program + "\n" + "".join(f"{fact}.\n" for fact in facts))
    return control


def _work(
    control: clingo.Control, keep: Callable[[frozenset[Atom]], object], stopped: Callable[[], bool]
) -> _Said | None:
    """Ground and solve; None where a limit came between."""
    control.ground([("base", [])])
    if stopped():
        return None

    def on_model(model: clingo.Model) -> None:
        keep(_atoms(model))

    result = control.solve(on_model=on_model)
    return _Said(bool(result.unsatisfiable), bool(result.exhausted))


def _here(
    task: _Task, facts: Iterable[str], deadline: Deadline, keep: Callable[[frozenset[Atom]], object]
) -> _Said | None:
    """Put a task to clingo in this process."""
    control = _control(task, facts)
    return attend(
        lambda: _work(control, keep, lambda: deadline.stopped is not StopReason.DONE), control.interrupt, deadline
    )


def _apart(
    task: _Task, facts: Iterable[str], deadline: Deadline, keep: Callable[[frozenset[Atom]], object]
) -> _Said | None:
    """Put a task to clingo in a process of its own, the facts some thousands at a time."""
    last: list[_Said] = []

    def hear(told: frozenset[Atom] | _Said) -> None:
        if isinstance(told, _Said):
            last.append(told)
        else:
            keep(told)

    ahead = iter(facts)
    pieces = iter(lambda: tuple(islice(ahead, _PIECE)), ())
    apart.ask(f"{__name__}:serve", chain([task], pieces), deadline, hear)
    return last[0] if last else None


def serve(parts: Iterator[Any]) -> Iterator[frozenset[Atom] | _Said]:
    """Answer one task in a process of its own."""
    control = _control(next(parts), chain.from_iterable(parts))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield _atoms(model)
        result = handle.get()
        yield _Said(bool(result.unsatisfiable), bool(result.exhausted))


def _atoms(model: clingo.Model) -> frozenset[Atom]:
    """Return the shown atoms of an answer set."""
    return frozenset(map(_atom, model.symbols(shown=True)))


def _atom(symbol: clingo.Symbol) -> Atom:
    """Turn an atom into its name and arguments."""
    numbers = clingo.SymbolType.Number
    return symbol.name, tuple(a.number if a.type == numbers else str(a) for a in symbol.arguments)


def _run(said: _Said | None, found: tuple[frozenset[Atom], ...], deadline: Deadline, mode: Mode) -> AspRun:
    """Put clingo's result in our words."""
    seconds = deadline.elapsed
    if said is not None and said.unsatisfiable:
        return AspRun(Status.IMPOSSIBLE, seconds=seconds)
    if found and (mode == "one" or (said is not None and said.exhausted)):
        return AspRun(Status.SOLVED, seconds=seconds, models=found, value=lambda atom: int(atom in found[0]))
    stopped = deadline.stopped if deadline.stopped is not StopReason.DONE else StopReason.NODES
    if not found or mode == "cautious":
        return AspRun(Status.UNKNOWN, stopped, seconds=seconds)
    return AspRun(Status.FEASIBLE, stopped, seconds=seconds, models=found, value=lambda atom: int(atom in found[0]))
