"""The study that campaigns repeat, one encoding of one deal, and a comparison of encodings and solvers on one deal."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from math import log10
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from passatempo.cards.answers import Ordering
from passatempo.cards.checker import check_ordering
from passatempo.cards.encodings.encoding import ENCODINGS, USES_AMO, encoding, refuse_presets
from passatempo.cards.generate import Params, generate
from passatempo.cards.model import Deal, Distance
from passatempo.cards.settings import EncodingName, SatSettings
from passatempo.core.errors import SolverUnavailable, UsageError, quote
from passatempo.core.library import verb
from passatempo.core.limits import Cancel, Deadline, Limits, Progress, Report, Stopped, silent
from passatempo.core.outcome import Status
from passatempo.core.output import atomic_file, check_writable
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.core.value import Finding
from passatempo.render.svg import Svg, document, rect, text
from passatempo.solvers.cnf import AT_MOST_ONE, AtMostOne, check_amo, check_solver

if TYPE_CHECKING:
    from passatempo.core.library import Given
    from passatempo.core.random import Random

HEADINGS = ("method", "amo", "solver", "verdict", "letters", "clauses", "conflicts", "solving s", "in all s")
WIDTHS = (14, 11, 11, 12, 9, 11, 10, 10, 10)
OTHERS = ("exact", "cpsat", "cpsat:model=elements", "asp")
Kind = Literal["possible", "impossible", "unique", "any", "pairs", "quads"]


@dataclass(frozen=True, slots=True)
class EncodingParams:
    """A deal and an encoding."""

    cards: int = field(default=9, metadata={"help": "number of cards (approximate for pairs and quads)"})
    kind: Kind = field(default="any", metadata={"help": "as in `new`"})
    D: int = field(default=0, metadata={"help": "distance of the peaks; 0: chosen by the generator"})
    encoding: EncodingName = field(default="run", metadata={"help": "formula"})
    amo: AtMostOne = field(default="pairwise", metadata={"help": "encoding of at most one"})
    solver: str = field(default="glucose42", metadata={"help": "SAT solver"})

    def __post_init__(self) -> None:
        Params(self.cards, self.kind)
        SatSettings(self.amo, self.solver)
        if self.D < 0:
            raise ValueError(f"D: {self.D} is not a distance")


def encode(params: EncodingParams, rng: Random, limits: Limits = Limits()) -> dict[str, Any]:
    """Draw a deal, encode it and solve the formula.

    If a limit ends the run, `satisfiable` is None and `decided` is false.
    """
    from passatempo.cards.encodings import sat

    deal = generate(Params(params.cards, params.kind), rng)
    if params.D:
        deal = replace(deal, distances=(Distance(1, 3, "=", params.D),))
    settings = SatSettings(params.amo, params.solver)
    table = encoding(params.encoding).table(deal, settings.amo, Deadline(limits).check)
    methods = {
        "run": sat.by_runs,
        "position": sat.by_positions,
        "corrected": sat.corrected,
        "published": sat.published,
    }
    outcome = methods[params.encoding](deal, limits, settings=settings)
    is_decided = outcome.status in (Status.SOLVED, Status.IMPOSSIBLE)
    return {
        "N": len(deal.cards),
        "variables": table.variables,
        "clauses": table.clauses,
        "decided": is_decided,
        "satisfiable": outcome.status is Status.SOLVED if is_decided else None,
        "conflicts": int(outcome.stats.get("conflicts", 0)),
        "solver_seconds": float(outcome.stats.get("solve_seconds", 0.0)),
    }


@dataclass(frozen=True, slots=True)
class RunRow(Finding):
    """The figures of one run."""

    method: str
    amo: str
    solver: str
    verdict: str
    letters: int | None
    clauses: int | None
    conflicts: int | None
    solving: float | None  # by the solver alone; CaDiCaL's separate process takes a third of a second to start
    seconds: float
    indent: ClassVar[int] = 0

    def lines(self) -> Iterator[str]:
        """Yield the row of the table."""
        cells = [self.method, self.amo, self.solver, self.verdict]
        cells += ["" if number is None else f"{number:,}" for number in (self.letters, self.clauses, self.conflicts)]
        cells += ["" if self.solving is None else f"{self.solving:.4f}", f"{self.seconds:.4f}"]
        yield join_cells(cells)

    def to_json(self) -> dict[str, Any]:
        """Return the figures."""
        return asdict(self)


def join_cells(cells: list[str]) -> str:
    """Align the cells, words to the left and numbers to the right."""
    parts = [f"{c:<{w}}" if k < 4 else f"{c:>{w}}" for k, (c, w) in enumerate(zip(cells, WIDTHS, strict=True))]
    return " ".join(parts).rstrip()


@dataclass(frozen=True, slots=True)
class Comparison(Finding):
    """The runs of a comparison, in their order.

    Parameters
    ----------
    rows
        The figures of each run.
    left_out
        The methods that need an extra which is not installed, with its name.
    cancelled
        Whether the comparison was cancelled.
    plot
        The file of the picture.
    is_complete
        Whether no run is to come.
    """

    rows: tuple[RunRow, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)
    cancelled: bool = False
    plot: str = ""
    is_complete: bool = True
    json_lines: ClassVar[bool] = True

    def lines(self) -> Iterator[str]:
        """Yield the table, what was left out, and the file of the picture."""
        yield join_cells([*HEADINGS])
        yield from map(str, self.rows)
        if self.left_out:
            extras = ", ".join(sorted(set(self.left_out.values())))
            yield f"Left out, for want of the extra {extras}: {', '.join(self.left_out)}"
        if self.plot:
            yield f"Plot: {self.plot}"

    def to_json(self) -> list[dict[str, Any]]:
        """Return an object for each run, and last one with what was left out."""
        tail = {"left_out": dict(self.left_out), "cancelled": self.cancelled}
        return [*(row.to_json() for row in self.rows), *([tail] if self.is_complete else ())]

    def svg(self) -> Svg:
        """Draw the times as bars on a logarithmic scale."""
        return draw_times(self.rows)


def compare(
    deal: Given[Deal, Any],
    /,
    *,
    encodings: str | Sequence[str] = ",".join(ENCODINGS),
    amo: str | Sequence[str] = ",".join(AT_MOST_ONE),
    solvers: str | Sequence[str] = "glucose42,cadical195",
    others: bool = True,
    seconds: float = 10.0,
    plot: str | PathLike[str] = "",
    report: Report | None = None,
    cancel: Cancel | None = None,
    **keys: Any,
) -> Comparison:
    """Solve one deal by every encoding, at-most-one encoding and solver, side by side.

    Parameters
    ----------
    deal
        A deal, its text or its JSON keys.
    encodings
        Which encodings to compare, with commas between them.
    amo
        Which at-most-one encodings.
    solvers
        Which SAT solvers.
    others
        Whether the other methods run too: exact, cpsat and asp.
    seconds
        Time limit of each run.
    plot
        Write a picture of the times to this file (SVG).
    report, cancel
        A function that is called with each run, and a switch. A cancelled comparison ends with the run it is at.
    keys
        Keys of the deal, which override its text.

    Raises
    ------
    UsageError
        If there is no such encoding or solver, or an encoding does not know given cards.

    Examples
    --------
    >>> [row.verdict for row in compare("1 1 2 2 3 3 4", D=4, encodings=["run"], amo="ladder", others=False).rows]
    ['yes', 'yes']
    """
    instance: Deal = verb(__package__, "read", deal, keys)
    names = [name.removeprefix("sat-") for name in _split_words("encodings", encodings)]
    for name in names:
        encoding(name)  # refuses an unknown one
        refuse_presets(name, instance)
    kinds = [check_amo(kind) for kind in _split_words("amo", amo)]
    engines = [check_solver(engine) for engine in _split_words("solvers", solvers)]
    if not seconds > 0:
        raise UsageError(f"seconds: {seconds} is not a number of seconds")
    if plot:
        check_writable(fspath(plot))
    limits, send = Limits(seconds=seconds, cancel=cancel), report or silent
    plan: list[partial[RunRow]] = [
        partial(_sat_row, instance, f"sat-{name}", kind, engine, limits)
        for name in names
        for kind in (kinds if name in USES_AMO else kinds[:1])
        for engine in engines
    ]
    plan += [partial(_run_method, instance, method, limits) for method in (OTHERS if others else ())]
    rows: list[RunRow] = []
    left_out: dict[str, str] = {}
    is_cancelled, start_time = False, time.monotonic()
    part: Comparison | None = Comparison((), is_complete=False)
    for run_number, run in enumerate(plan):
        name = ", ".join(argument for argument in run.args if isinstance(argument, str))
        send(Progress(time.monotonic() - start_time, done=run_number, total=len(plan), text=name, part=part))
        part, is_cancelled = None, cancel is not None and cancel.cancelled
        if is_cancelled:
            break
        try:
            rows.append(run())
        except SolverUnavailable as error:
            left_out[run.args[1]] = error.extra
        else:
            send(Progress(time.monotonic() - start_time, done=run_number + 1, total=len(plan), part=rows[-1]))
    if plot:
        with atomic_file(fspath(plot)) as plot_file:
            plot_file.write(draw_times(rows))
    return Comparison(tuple(rows), left_out, is_cancelled, fspath(plot))


def _split_words(argument: str, words: str | Sequence[str]) -> list[str]:
    names = words.split(",") if isinstance(words, str) else [*words]
    wrong = [name for name in names if not isinstance(name, str)]
    if wrong:
        raise UsageError(f"{argument}: {quote(wrong[0])} is not a name")
    return [name.strip() for name in names if name.strip()]


def _sat_row(deal: Deal, method: str, kind: str, engine: str, limits: Limits) -> RunRow:
    """Run one encoding. The sizes are known even if it is too large to build."""
    name = method.removeprefix("sat-")
    row = _run_method(deal, f"{method}:amo={kind},solver={engine}", limits)
    amo_label = kind if name in USES_AMO else "-"
    row = replace(row, method=method, amo=amo_label, solver=engine)
    try:
        table = encoding(name).table(deal, check_amo(kind), Deadline(limits).check)
    except Stopped:
        return row
    return replace(row, letters=table.variables, clauses=table.clauses)


def _run_method(deal: Deal, method: str, limits: Limits) -> RunRow:
    """Run one method."""
    problem = pastime("cards").problem("order")
    outcome = ask(problem, deal, method=method, limits=limits)
    stats = outcome.stats
    verdict = {"solved": "yes", "impossible": "no"}.get(outcome.status.value, outcome.stopped.value)
    if not outcome.checked and verdict == "yes":
        verdict = "yes (wrong)" if _is_wrong(deal, outcome.answer) else "yes"
    conflicts = stats.get("conflicts")
    name, _, setting = method.partition(":model=")
    letters, clauses = stats.get("variables"), stats.get("clauses", stats.get("rows"))
    return RunRow(
        name,
        "-",
        setting or "-",
        verdict,
        None if letters is None else int(letters),
        None if clauses is None else int(clauses),
        None if conflicts is None else int(conflicts),
        stats.get("solve_seconds"),
        outcome.seconds,
    )


def _is_wrong(deal: Deal, answer: object) -> bool:
    """Return whether an answer is not a sequence or breaks a rule."""
    return not isinstance(answer, Ordering) or bool(check_ordering(deal, answer))


def draw_times(rows: Sequence[RunRow]) -> Svg:
    """Draw the times as bars on a logarithmic scale.

    >>> draw_times([RunRow("exact", "-", "-", "yes", None, None, None, None, 0.001)]).count("<title>")
    1
    """
    left, width, tall = 330, 480, 22
    low = -5.0
    high = max([0.0, *(log10(max(row.seconds, 1e-5)) for row in rows)])
    pieces = []
    for k, row in enumerate(rows):
        y = 20 + k * tall
        long = width * (log10(max(row.seconds, 1e-5)) - low) / (high - low)
        name = " ".join(part for part in (row.method, row.amo, row.solver) if part != "-")
        pieces.append(text(name, left - 10, y + 15, size=13, text_anchor="end"))
        pieces.append(
            rect(left, y + 3, max(long, 1), tall - 6, fill="accent" if row.verdict in ("yes", "no") else "bad")
        )
        pieces.append(text(f"{row.seconds:.4g} s {row.verdict}", left + long + 6, y + 15, size=13))
    return document(left + width + 160, 40 + len(rows) * tall, *pieces, title="Times, logarithmic from 10 µs")
