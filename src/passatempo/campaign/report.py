"""The report: the same results give the same bytes, whoever ran them and however often it was stopped."""

from __future__ import annotations

import csv
import io
from dataclasses import asdict, dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from passatempo.campaign.store import open_store
from passatempo.campaign.tables import Samples, Table, tables
from passatempo.campaign.words import cells, head, runs_of
from passatempo.core.errors import UsageError, quote
from passatempo.core.json import count_of, decode, encode

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from passatempo.campaign.estimates import Figure
    from passatempo.campaign.plan import Plan
    from passatempo.campaign.store import Run, Store

FORMS = ("text", "csv", "markdown", "html", "json")
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
            raise UsageError(f"{quote(path)} has the results of another plan")
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


def written(report: Report, form: str) -> str:
    """Write a report as text, csv, markdown, html or json."""
    if form == "csv":
        return as_csv(report)
    if form == "json":
        return as_json(report)
    if form == "html":
        from passatempo.campaign.webpage import as_page

        return as_page(report)
    return as_markdown(report) if form == "markdown" else as_text(report)


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
    writer.writerow(["table", "row", "column", "kind", "value", "low", "high", "runs", "note"])
    for table, row, column, figure in figures(report.tables):
        place = [table.title, row, column]
        writer.writerow([*place, figure.kind, figure.value, figure.low, figure.high, figure.runs, figure.note])
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
        {"table": table.title, "row": row, "column": column, **_finite(asdict(figure)), "note": figure.note}
        for table, row, column, figure in figures(report.tables)
    ]
    return encode(said, indent=2) + "\n"


def _finite(figure: dict[str, Any]) -> dict[str, Any]:
    """Write infinities as text, which JSON has not as numbers."""
    return {
        key: str(value) if isinstance(value, float) and not isfinite(value) else value for key, value in figure.items()
    }
