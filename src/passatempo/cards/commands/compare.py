"""The command `compare`: encodings, at-most-one encodings and solvers side by side on one deal."""

from __future__ import annotations

import time
from collections.abc import Iterator  # noqa: TC003  the command line reads the signature
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

from passatempo.cards.encodings.encoding import ENCODINGS, encoding, refuse_given
from passatempo.core import asking
from passatempo.core.asking import ask
from passatempo.core.errors import SolverUnavailable, UsageError
from passatempo.core.input import read_text
from passatempo.core.json import encode
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.progress import Progress, Report, silent
from passatempo.core.registry import pastime
from passatempo.core.writing import check_writable, whole_file
from passatempo.solvers.cnf import AT_MOST_ONE, known_at_most_one, known_solver

if TYPE_CHECKING:
    from passatempo.cards.model import Deal

HEADINGS = ("method", "amo", "solver", "verdict", "letters", "clauses", "conflicts", "solving s", "in all s")
WIDTHS = (14, 11, 11, 12, 9, 11, 10, 10, 10)
OTHERS = ("exact", "cpsat", "cpsat:model=elements", "asp")
USES_AMO = ("published", "corrected", "run")


class Row(NamedTuple):
    """One run."""

    method: str
    amo: str
    solver: str
    verdict: str
    letters: int | None
    clauses: int | None
    conflicts: int | None
    solving: float | None  # by the solver alone; CaDiCaL's process of its own takes a third of a second to start
    seconds: float

    def written(self) -> str:
        """Write the row."""
        cells = [self.method, self.amo, self.solver, self.verdict]
        cells += ["" if number is None else f"{number:,}" for number in (self.letters, self.clauses, self.conflicts)]
        cells += ["" if self.solving is None else f"{self.solving:.4f}", f"{self.seconds:.4f}"]
        return line(cells)


def line(cells: list[str]) -> str:
    """Line up the cells: words to the left, numbers to the right."""
    parts = [f"{c:<{w}}" if k < 4 else f"{c:>{w}}" for k, (c, w) in enumerate(zip(cells, WIDTHS, strict=True))]
    return " ".join(parts).rstrip()


def compare(
    file: str | None = None,
    /,
    *,
    example: str = "",
    encodings: str = ",".join(ENCODINGS),
    amo: str = ",".join(AT_MOST_ONE),
    solvers: str = "glucose42,cadical195",
    others: bool = True,
    seconds: float = 10.0,
    plot: str = "",
    format: Literal["text", "json"] = "text",  # noqa: A002  the word of the command line
    limits: Limits = Limits(),
    report: Report = silent,
) -> Iterator[str]:
    """Solve one deal by every encoding, at-most-one encoding and solver, and print the runs side by side.

    Parameters
    ----------
    file
        The instance: JSON or text; - for standard input.
    example
        A built-in instance in place of FILE.
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
    format
        How to print it: JSON has an object a row, as it comes, and at last one with what was left out.
    limits, report
        Filled in by the command line: a comparison that is cancelled ends with the run it is at.
    """
    deal = _deal(file, example)
    names = _encodings(encodings)
    for name in names:
        refuse_given(name, deal)
    kinds = [known_at_most_one(kind) for kind in _words(amo)]
    engines = [known_solver(engine) for engine in _words(solvers)]
    if not seconds > 0:
        raise UsageError(f"--seconds: {seconds} is not a number of seconds")
    if plot:
        check_writable(plot)
    limits = replace(limits, seconds=seconds)
    plan: list[partial[Row]] = [
        partial(_sat_row, deal, f"sat-{name}", kind, engine, limits)
        for name in names
        for kind in (kinds if name in USES_AMO else kinds[:1])
        for engine in engines
    ]
    plan += [partial(_row, deal, method, limits) for method in (OTHERS if others else ())]
    rows: list[Row] = []
    absent: dict[str, str] = {}
    in_json, cancelled = format == "json", False
    if not in_json:
        yield line([*HEADINGS])
    started = time.monotonic()
    for done, run in enumerate(plan):
        cancelled = limits.cancel is not None and limits.cancel.thrown
        if cancelled:
            break
        text = ", ".join(argument for argument in run.args if isinstance(argument, str))
        report(Progress(time.monotonic() - started, done=done, total=len(plan), text=text))
        try:
            rows.append(run())
        except SolverUnavailable as error:
            absent[run.args[1]] = error.extra
        else:
            yield encode(rows[-1]._asdict()) if in_json else rows[-1].written()
    if in_json:
        yield encode({"left_out": absent, "cancelled": cancelled})
    elif absent:
        yield f"Left out, for want of the extra {', '.join(sorted(set(absent.values())))}: {', '.join(absent)}"
    if plot:
        with whole_file(plot) as drawn:
            drawn.write(draw(rows))
        if not in_json:
            yield f"Plot: {plot}"


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _encodings(text: str) -> list[str]:
    """Split names of encodings, refusing those that are none."""
    names = _words(text)
    for name in names:
        encoding(name)
    return names


def _deal(file: str | None, example: str) -> Deal:
    """Read the deal from a file, standard input or an example."""
    if (file is None) == (not example):
        raise UsageError("no instance given: pass FILE, - for standard input, or --example NAME")
    game = pastime("cards")
    deal: Deal = asking.instance_of(game, game.example(example) if example else read_text(file or ""), {})
    return deal


def _sat_row(deal: Deal, method: str, kind: str, engine: str, limits: Limits) -> Row:
    """Run one encoding; the sizes are known even where it is too large to build."""
    name = method.removeprefix("sat-")
    row = _row(deal, f"{method}:amo={kind},solver={engine}", limits)
    shown = kind if name in USES_AMO else "-"
    row = row._replace(method=method, amo=shown, solver=engine)
    try:
        table = encoding(name).table(deal, known_at_most_one(kind), Deadline(limits).check)
    except Stopped:
        return row
    return row._replace(letters=table.variables, clauses=table.clauses)


def _row(deal: Deal, method: str, limits: Limits) -> Row:
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
    return Row(
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
    """Tell whether a literal method's answer breaks a rule."""
    from passatempo.cards.answers import Ordering
    from passatempo.cards.checker import check_ordering

    return not isinstance(answer, Ordering) or bool(check_ordering(deal, answer))


def draw(rows: list[Row]) -> str:
    """Draw the times as bars on a logarithmic scale.

    >>> draw([Row("exact", "-", "-", "yes", None, None, None, None, 0.001)]).count("<title>")
    1
    """
    from math import log10

    from passatempo.render.svg import document, rect, text

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
