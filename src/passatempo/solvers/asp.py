"""Answer set programs, solved by clingo."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, Literal, NamedTuple, TypeAlias

import clingo

from passatempo.core.limits import Deadline, Limits, Progress, Report, silent
from passatempo.core.outcome import Status, StopReason
from passatempo.solvers import child_process
from passatempo.solvers.runs import SolverRun, attend

Mode: TypeAlias = Literal["one", "all", "brave", "cautious"]
Atom: TypeAlias = tuple[str, tuple[int | str, ...]]
_MOST_CONFLICTS = 2**32 - 2  # clasp counts in 32 bits, and the last number means "no limit"
_MOST_ANSWERS = 2**31 - 1
_PIECE = 4096  # facts per message; small, so that limits are checked between messages


@dataclass(frozen=True, slots=True)
class AspRun(SolverRun):
    """The result of clingo for a program.

    Parameters
    ----------
    answer_sets
        The shown atoms of each answer set, as name and arguments. For ``brave`` and ``cautious`` there is one set: the
        atoms of some, or of every, answer set.
    """

    answer_sets: tuple[frozenset[Atom], ...] = field(default=(), repr=False)


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
        Facts, without their full stops.
    limits
        `nodes` limits conflicts, `answers` answer sets.
    report
        Called once, when solving begins.
    mode
        One answer set, all of them, or the atoms of some (``brave``) or of every one (``cautious``).
    large
        Whether grounding may take long. clingo cannot be interrupted while it grounds, so a large program runs in a
        process of its own, which can be killed. Starting that takes a fifth of a second.

    Returns
    -------
    AspRun
        Feasible if a limit ended an enumeration after an answer set.

    Examples
    --------
    >>> run = solve("1 { pick(X) : item(X) } 1. #show pick/1.", ["item(1)", "item(2)"], mode="all")
    >>> sorted(min(model) for model in run.answer_sets)
    [('pick', (1,)), ('pick', (2,))]
    """
    deadline = Deadline(limits)
    answer_sets: list[frozenset[Atom]] = []

    def keep(atoms: frozenset[Atom]) -> None:
        if mode in ("brave", "cautious"):
            answer_sets[:] = [atoms]
        else:
            answer_sets.append(atoms)

    report(Progress(0.0, text="clingo: grounding and solving"))
    task = _Task(program, mode, limits.answers, limits.nodes)
    solver_verdict = (_solve_in_child if large else _solve_in_process)(task, facts, deadline, keep)
    return _asp_run(solver_verdict, tuple(answer_sets), deadline, mode)


class _Task(NamedTuple):
    """The input of clingo."""

    program: str
    mode: Mode
    answer_limit: int | None
    node_limit: int | None


class _Verdict(NamedTuple):
    """The final status of clingo."""

    is_unsatisfiable: bool
    is_exhausted: bool


def _make_control(task: _Task, facts: Iterable[str]) -> clingo.Control:
    """Create a control with the program, the facts and the limits of a task."""
    answer_limit = {"one": 1, "all": min(task.answer_limit or 0, _MOST_ANSWERS)}.get(task.mode, 0)
    options = [str(answer_limit)] + ([f"--enum-mode={task.mode}"] if task.mode in ("brave", "cautious") else [])
    control = clingo.Control(options, logger=lambda code, message: None)
    if task.node_limit is not None:
        control.configuration.solve.solve_limit = f"{min(task.node_limit, _MOST_CONFLICTS)},umax"  # type: ignore[union-attr]
    control.add("base", [], task.program + "\n" + "".join(f"{fact}.\n" for fact in facts))
    return control


def _ground_and_solve(
    control: clingo.Control, store_answer: Callable[[frozenset[Atom]], object], is_stopped: Callable[[], bool]
) -> _Verdict | None:
    """Ground and solve; return None if a limit was reached in between."""
    control.ground([("base", [])])
    if is_stopped():
        return None

    def on_model(model: clingo.Model) -> None:
        store_answer(_atoms(model))

    solve_status = control.solve(on_model=on_model)
    return _Verdict(bool(solve_status.unsatisfiable), bool(solve_status.exhausted))


def _solve_in_process(
    task: _Task, facts: Iterable[str], deadline: Deadline, store_answer: Callable[[frozenset[Atom]], object]
) -> _Verdict | None:
    """Solve a task in this process."""
    control = _make_control(task, facts)
    return attend(
        lambda: _ground_and_solve(control, store_answer, lambda: deadline.stop_reason is not StopReason.DONE),
        control.interrupt,
        deadline,
    )


def _solve_in_child(
    task: _Task, facts: Iterable[str], deadline: Deadline, store_answer: Callable[[frozenset[Atom]], object]
) -> _Verdict | None:
    """Solve a task in a process of its own; the facts are sent some thousands at a time."""
    last: list[_Verdict] = []

    def hear(message: frozenset[Atom] | _Verdict) -> None:
        if isinstance(message, _Verdict):
            last.append(message)
        else:
            store_answer(message)

    facts_left = iter(facts)
    pieces = iter(lambda: tuple(islice(facts_left, _PIECE)), ())
    child_process.run_service(f"{__name__}:serve", chain([task], pieces), deadline, hear)
    return last[0] if last else None


def serve(parts: Iterator[Any]) -> Iterator[frozenset[Atom] | _Verdict]:
    """Solve one task, in the process of its own."""
    control = _make_control(next(parts), chain.from_iterable(parts))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield _atoms(model)
        solve_status = handle.get()
        yield _Verdict(bool(solve_status.unsatisfiable), bool(solve_status.exhausted))


def _atoms(model: clingo.Model) -> frozenset[Atom]:
    """Return the shown atoms of an answer set."""
    return frozenset(map(_atom, model.symbols(shown=True)))


def _atom(symbol: clingo.Symbol) -> Atom:
    """Convert an atom to its name and arguments."""
    numbers = clingo.SymbolType.Number
    return symbol.name, tuple(a.number if a.type == numbers else str(a) for a in symbol.arguments)


def _asp_run(
    solver_verdict: _Verdict | None, answer_sets: tuple[frozenset[Atom], ...], deadline: Deadline, mode: Mode
) -> AspRun:
    """Convert clingo's result."""
    seconds = deadline.run_seconds
    if solver_verdict is not None and solver_verdict.is_unsatisfiable:
        return AspRun(Status.IMPOSSIBLE, seconds=seconds)
    if answer_sets and (mode == "one" or (solver_verdict is not None and solver_verdict.is_exhausted)):
        return AspRun(
            Status.SOLVED, seconds=seconds, answer_sets=answer_sets, value_of=lambda atom: int(atom in answer_sets[0])
        )
    stop_reason = deadline.stop_reason if deadline.stop_reason is not StopReason.DONE else StopReason.NODES
    if not answer_sets or mode == "cautious":
        return AspRun(Status.UNKNOWN, stop_reason, seconds=seconds)
    return AspRun(
        Status.FEASIBLE,
        stop_reason,
        seconds=seconds,
        answer_sets=answer_sets,
        value_of=lambda atom: int(atom in answer_sets[0]),
    )
