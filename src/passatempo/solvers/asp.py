"""Answer set programs, by clingo."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

import clingo

from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.progress import Progress, Report, silent
from passatempo.solvers import Run, attend

if TYPE_CHECKING:
    from collections.abc import Iterable

Mode: TypeAlias = Literal["one", "all", "brave", "cautious"]
Atom: TypeAlias = tuple[str, tuple[int | str, ...]]


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
    most = {"one": 1, "all": limits.answers or 0}.get(mode, 0)
    options = [str(most)] + ([f"--enum-mode={mode}"] if mode in ("brave", "cautious") else [])
    control = clingo.Control(options, logger=lambda code, message: None)
    if limits.nodes is not None:
        control.configuration.solve.solve_limit = f"{limits.nodes},umax"  # type: ignore[union-attr]
    control.add("base", [], program + "\n" + "".join(f"{fact}.\n" for fact in facts))
    found: list[frozenset[Atom]] = []

    def keep(model: clingo.Model) -> None:
        atoms = frozenset(map(_atom, model.symbols(shown=True)))
        if mode in ("brave", "cautious"):
            found[:] = [atoms]
        else:
            found.append(atoms)

    def work() -> clingo.SolveResult | None:
        control.ground([("base", [])])
        if deadline.stopped is not StopReason.DONE:
            return None
        return control.solve(on_model=keep)

    report(Progress(0.0, text="clingo: grounding and solving"))
    said = attend(work, control.interrupt, deadline)
    return _run(said, tuple(found), deadline, mode)


def _atom(symbol: clingo.Symbol) -> Atom:
    """Turn an atom into its name and arguments."""
    numbers = clingo.SymbolType.Number
    return symbol.name, tuple(a.number if a.type == numbers else str(a) for a in symbol.arguments)


def _run(said: clingo.SolveResult | None, found: tuple[frozenset[Atom], ...], deadline: Deadline, mode: Mode) -> AspRun:
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
