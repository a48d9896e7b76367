"""The report: the same results give the same bytes, whoever ran them and however often it was stopped."""

from __future__ import annotations

import csv
import io
from dataclasses import asdict, dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from passatempo.campaign.store import open_store
from passatempo.campaign.tables import Samples, Table, tables
from passatempo.core.errors import UsageError, quote
from passatempo.core.json import count_of, decode, encode

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from passatempo.campaign.estimates import Figure
    from passatempo.campaign.plan import Plan
    from passatempo.campaign.store import Run, Store

MOST_FAILURES = 10  # sentences that are listed


@dataclass(frozen=True, slots=True)
class Report:
    """All that a report tells.

    Parameters
    ----------
    plan
        The plan.
    done, failed, missing
        How many jobs.
    failures
        The sentences of failures with how often, the most frequent first.
    machines, versions
        Those that the results come from.
    tables
        The figures.
    """

    plan: Plan
    done: int
    failed: int
    missing: int
    failures: tuple[tuple[str, int], ...]
    machines: tuple[str, ...]
    versions: tuple[str, ...]
    tables: tuple[Table, ...]

    @property
    def counted(self) -> str:
        """How many jobs there are, and what became of them."""
        said = f"{count_of(self.plan.jobs, 'job')}: {self.done} done, {self.failed} failed"
        return said + (f", {self.missing} missing" if self.missing else "")


def report_of(path: Path, plan: Plan | None = None) -> Report:
    """Make the report of a file of results, told as its plan says or as another plan of the same jobs does.

    Raises
    ------
    StoreFault, FormatError
        If the file cannot be read, or has not what the plan's table `report` names.
    """
    with open_store(path, to_read=True) as store:
        if plan is not None and plan.hash != store.plan.hash:
            raise UsageError(f"{quote(path)} holds the results of another plan")
        store.plan = plan or store.plan
        return _report(store)


def _report(store: Store) -> Report:
    samples = Samples(store)
    failed = sum(samples.failures.values())
    whole = store.plan.jobs - samples.done - failed
    failures = sorted(samples.failures.items(), key=lambda found: (-found[1], found[0]))[:MOST_FAILURES]
    runs = store.runs()
    return Report(
        store.plan,
        samples.done,
        failed,
        whole,
        tuple(failures),
        tuple(sorted({run.machine for run in runs})),
        tuple(sorted({_versions(run) for run in runs})),
        tuple(tables(samples)),
    )


def _versions(run: Run) -> str:
    return ", ".join(f"{name} {version}" for name, version in decode(run.versions).items())


def told(figure: Figure | None) -> str:
    """Write a figure with its interval.

    >>> from passatempo.campaign.estimates import Figure
    >>> told(Figure(0.5, 0.4, 0.6, 90, "share")), told(Figure(12.5, None, None, 1, "mean")), told(None)
    ('50.0 % (40.0 to 60.0)', '12.5', '-')
    >>> told(Figure(-0.25, -0.5, 0.0, 9, "difference"))
    '-0.25 (-0.5 to 0)'
    """
    if figure is None:
        return "-"
    if figure.kind == "share":
        return f"{100 * figure.value:.1f} % ({100 * (figure.low or 0):.1f} to {100 * (figure.high or 0):.1f})"
    text = number(figure.value, figure)
    if figure.low is None or figure.high is None:
        return text
    return f"{text} ({number(figure.low, figure)} to {number(figure.high, figure)})"


def number(value: float, figure: Figure) -> str:
    """Write a number with four digits that count; Elo in whole points."""
    if not isfinite(value):
        return "+inf" if value > 0 else "-inf"
    written = f"{value:+.0f}" if figure.kind == "elo" else f"{value:.4g}"
    return "0" if written in ("-0", "+0") else written


def head(report: Report) -> list[str]:
    """Write what stands above the tables."""
    plan = report.plan
    lines = [f"{plan.name}: {plan.title}" if plan.title else plan.name]
    lines.append(f"{plan.kind} {plan.target}, seed {plan.seed}, {count_of(plan.repeat, 'repetition')} of a cell")
    lines.append(report.counted)
    lines += [f"failed {times}x: {sentence}" for sentence, times in report.failures]
    lines.append(f"plan {plan.hash}")
    lines += [f"made with {version}" for version in report.versions]
    lines += [f"made on {machine}" for machine in report.machines]
    return lines


def as_text(report: Report) -> str:
    """Write the report for a terminal."""
    parts = ["\n".join(head(report))]
    for table in report.tables:
        grid = cells(table)
        widths = [max(len(line[k]) for line in grid) for k in range(len(grid[0]))]
        lines = [
            "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in grid
        ]
        parts.append("\n".join([table.title, *(f"  {line}" for line in lines), f"  {runs_of(table)}"]))
    return "\n\n".join(parts) + "\n"


def cells(table: Table) -> list[list[str]]:
    """Return a table as texts, its heads first."""
    corner = " \\ ".join(filter(None, table.corner))
    body = [[row, *map(told, line)] for row, line in zip(table.rows, table.figures, strict=True)]
    return [[corner, *table.columns], *body]


def runs_of(table: Table) -> str:
    """Say how many runs the figures of a table rest on, and what the brackets are."""
    found = [figure for line in table.figures for figure in line if figure is not None]
    if not found:
        return "no result yet"
    least, most = min(figure.runs for figure in found), max(figure.runs for figure in found)
    runs = f"{least} runs" if least == most else f"{least} to {most} runs"
    how = "Wilson's interval" if found[0].kind == "share" else "interval"
    return f"{runs} a figure; in brackets the 95 % {how}"


def as_markdown(report: Report) -> str:
    """Write the report as Markdown."""
    name, *lines = head(report)
    parts = [f"# {name}", "\n".join(f"- {line}" for line in lines)]
    for table in report.tables:
        first, *rest = [[text.replace("|", "\\|") for text in line] for line in cells(table)]
        grid = [first, ["---"] * len(first), *rest]
        parts += [f"## {table.title}", "\n".join(f"| {' | '.join(line)} |" for line in grid), f"{runs_of(table)}."]
    return "\n\n".join(parts) + "\n"


def as_csv(report: Report) -> str:
    """Write the figures as CSV, one a line."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["table", "row", "column", "kind", "value", "low", "high", "runs"])
    for table, row, column, figure in figures(report.tables):
        place = [table.title, row, column]
        writer.writerow([*place, figure.kind, figure.value, figure.low, figure.high, figure.runs])
    return file.getvalue()


def figures(found: Sequence[Table]) -> list[tuple[Table, str, str, Figure]]:
    """Return every figure with its place."""
    return [
        (table, row, column, figure)
        for table in found
        for row, line in zip(table.rows, table.figures, strict=True)
        for column, figure in zip(table.columns, line, strict=True)
        if figure is not None
    ]


def as_json(report: Report) -> str:
    """Write the report as JSON."""
    said: dict[str, Any] = {"schema": 1, "name": report.plan.name, "title": report.plan.title, "plan": report.plan.hash}
    said |= {"jobs": report.plan.jobs, "done": report.done, "failed": report.failed, "missing": report.missing}
    said["failures"] = [{"sentence": sentence, "times": times} for sentence, times in report.failures]
    said |= {"machines": report.machines, "versions": report.versions}
    said["figures"] = [
        {"table": table.title, "row": row, "column": column, **_finite(asdict(figure))}
        for table, row, column, figure in figures(report.tables)
    ]
    return encode(said, indent=2) + "\n"


def _finite(figure: dict[str, Any]) -> dict[str, Any]:
    """Write infinities as text, which JSON has not as numbers."""
    return {
        key: str(value) if isinstance(value, float) and not isfinite(value) else value for key, value in figure.items()
    }
