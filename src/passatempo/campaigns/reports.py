"""The report: equal results give the same bytes, on any machine and after any number of interruptions."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from math import isfinite
from os import PathLike, fspath
from typing import Any

from passatempo.campaigns.estimates import Estimate
from passatempo.campaigns.schedules import Plan
from passatempo.campaigns.schedules import plan as plan_of
from passatempo.campaigns.store import Store, open_store
from passatempo.campaigns.tables import ReportTable, Samples, make_tables
from passatempo.core.errors import UsageError, quote
from passatempo.core.input import path_of
from passatempo.core.json import count_of, decode, encode
from passatempo.core.methods import NamingExtras

FORMS = ("text", "csv", "markdown", "html", "json")
MOST_FAILURES = 10  # messages that are listed


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """The content of a report.

    Parameters
    ----------
    plan
        The plan.
    success_count, failure_count, missing_count
        Numbers of jobs.
    failures
        The messages of failed jobs and how often each occurred, the most frequent first.
    machines, versions
        Those that produced the results.
    report_tables
        The figures.
    """

    plan: Plan
    success_count: int
    failure_count: int
    missing_count: int
    failures: tuple[tuple[str, int], ...]
    machines: tuple[str, ...]
    versions: tuple[str, ...]
    report_tables: tuple[ReportTable, ...]

    def __repr__(self) -> str:
        return f"<Report of {self.plan.name}, {self.success_count} of {count_of(self.plan.jobs, 'job')} done>"

    def __str__(self) -> str:
        return self.text()

    def text(self, form: str = "text") -> str:
        """Write the report as text, csv, markdown, html or json."""
        if form not in FORMS:
            raise UsageError(f"{quote(form)} is not a form of a report ({', '.join(FORMS)})")
        if form == "json":
            return encode(self.to_json(), indent=2) + "\n"
        return {"text": as_text, "csv": as_csv, "markdown": as_markdown, "html": as_page}[form](self)

    @property
    def count_line(self) -> str:
        """The number of jobs, and how many are done, failed or missing."""
        job_counts = f"{count_of(self.plan.jobs, 'job')}: {self.success_count} done, {self.failure_count} failed"
        return job_counts + (f", {self.missing_count} missing" if self.missing_count else "")

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        plan = self.plan
        return {
            "schema": 1,
            "name": plan.name,
            "title": plan.title,
            "plan": plan.hash,
            "jobs": plan.jobs,
            "done": self.success_count,
            "failed": self.failure_count,
            "missing": self.missing_count,
            "failures": [{"sentence": sentence, "times": times} for sentence, times in self.failures],
            "machines": self.machines,
            "versions": self.versions,
            "figures": [
                {
                    "table": table.title,
                    "row": row,
                    "column": column,
                    **_finite_json(figure),
                    "note": figure.note,
                }
                for table, row, column, figure in list_figures(self.report_tables)
            ],
        }


def report(out: str | PathLike[str], *, plan: str | PathLike[str] | Mapping[str, Any] | Plan | None = None) -> Report:
    """Make the report of a results file.

    Parameters
    ----------
    out
        The results file.
    plan
        Another plan for the same jobs, whose layout is used.

    Examples
    --------
    >>> report("none.sqlite")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: 'none.sqlite' is not a results file
    """
    path, other = path_of(fspath(out)), None if plan is None else plan_of(plan)
    with open_store(path, to_read=True) as store:
        if other is not None and other.hash != store.plan.hash:
            raise UsageError(f"{quote(path)} has the results of another plan")
        store.plan = other or store.plan
        return _make_report(store)


def _make_report(store: Store) -> Report:
    samples = Samples(store)
    failure_count = sum(samples.failure_counts.values())
    missing_jobs = store.plan.jobs - samples.success_count - failure_count
    failures = sorted(samples.failure_counts.items(), key=lambda failure: (-failure[1], failure[0]))[:MOST_FAILURES]
    runs = store.read_runs()
    return Report(
        store.plan,
        samples.success_count,
        failure_count,
        missing_jobs,
        tuple(failures),
        tuple(sorted({run.machine for run in runs})),
        tuple(sorted({", ".join(map(" ".join, decode(run.versions).items())) for run in runs})),
        tuple(make_tables(samples)),
    )


def as_text(report: Report) -> str:
    """Write the report for a terminal."""
    parts = ["\n".join(head_lines(report))]
    for table in report.report_tables:
        grid = table_cells(table)
        widths = [max(len(line[k]) for line in grid) for k in range(len(grid[0]))]
        lines = [
            "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in grid
        ]
        parts.append("\n".join([table.title, *(f"  {line}" for line in lines), f"  {runs_of(table)}"]))
    return "\n\n".join(parts) + "\n"


def as_markdown(report: Report) -> str:
    """Write the report as Markdown."""
    name, *lines = head_lines(report)
    parts = [f"# {name}", "\n".join(f"- {line}" for line in lines)]
    for table in report.report_tables:
        first, *rest = [[text.replace("|", "\\|") for text in line] for line in table_cells(table)]
        grid = [first, ["---"] * len(first), *rest]
        parts += [f"## {table.title}", "\n".join(f"| {' | '.join(line)} |" for line in grid), f"{runs_of(table)}."]
    return "\n\n".join(parts) + "\n"


def as_csv(report: Report) -> str:
    """Write the figures as CSV, one per line."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["table", "row", "column", "kind", "value", "low", "high", "runs", "note"])
    for table, row, column, figure in list_figures(report.report_tables):
        place = [table.title, row, column]
        writer.writerow([*place, figure.kind, figure.value, figure.low, figure.high, figure.runs, figure.note])
    return file.getvalue()


def list_figures(report_tables: Sequence[ReportTable]) -> list[tuple[ReportTable, str, str, Estimate]]:
    """Return every figure with its table, row and column."""
    return [
        (table, row, column, figure)
        for table in report_tables
        for row, line in zip(table.rows, table.figures, strict=True)
        for column, figure in zip(table.columns, line, strict=True)
        if figure is not None
    ]


def _finite_json(figure: Estimate) -> dict[str, Any]:
    """Write infinities as text, because JSON numbers cannot be infinite."""
    return {
        key: str(content) if isinstance(content, float) and not isfinite(content) else content
        for key, content in asdict(figure).items()
    }


# ---- Figures and tables as text ----


def figure_text(figure: Estimate | None) -> str:
    """Write a figure with its interval.

    >>> from passatempo.campaigns.estimates import Estimate
    >>> (
    ...     figure_text(Estimate(0.5, 0.4, 0.6, 90, "share")),
    ...     figure_text(Estimate(12.5, None, None, 1, "mean")),
    ...     figure_text(None),
    ... )
    ('50.0 % (40.0 to 60.0)', '12.5 (no interval)', '-')
    >>> figure_text(Estimate(-0.25, -0.5, 0.0, 9, "difference"))
    '-0.25 (-0.5 to 0)'
    """
    if figure is None:
        return "-"
    if figure.kind == "share":
        return f"{100 * figure.value:.1f} % ({100 * (figure.low or 0):.1f} to {100 * (figure.high or 0):.1f})"
    text = number_text(figure.value, figure)
    if figure.low is None or figure.high is None:
        return f"{text} (no interval)"
    return f"{text} ({number_text(figure.low, figure)} to {number_text(figure.high, figure)})"


def number_text(figure_number: float, figure: Estimate) -> str:
    """Write a number with four significant digits; Elo in whole points."""
    if not isfinite(figure_number):
        return "+inf" if figure_number > 0 else "-inf"
    written = f"{figure_number:+.0f}" if figure.kind == "elo" else f"{figure_number:.4g}"
    return "0" if written in ("-0", "+0") else written


def head_lines(report: Report) -> list[str]:
    """Write the lines above the tables."""
    plan = report.plan
    lines = [f"{plan.name}: {plan.title}" if plan.title else plan.name]
    lines.append(
        f"{plan.act_kind} {plan.act_target}, seed {plan.seed}, {count_of(plan.repeat, 'repetition')} of a cell"
    )
    lines.append(report.count_line)
    lines += [f"failed {times}x: {sentence}" for sentence, times in report.failures]
    lines.append(f"plan {plan.hash}")
    lines += [f"made with {version}" for version in report.versions]
    lines += [f"made on {machine}" for machine in report.machines]
    return lines


def table_cells(table: ReportTable) -> list[list[str]]:
    """Return a table as text cells, headings first."""
    corner = " \\ ".join(filter(None, table.corner_labels))
    body = [[row, *map(figure_text, line)] for row, line in zip(table.rows, table.figures, strict=True)]
    return [[corner, *table.columns], *body]


def runs_of(table: ReportTable) -> str:
    """Write the number of runs behind the figures of a table, and the meaning of the brackets."""
    table_figures = [figure for line in table.figures for figure in line if figure is not None]
    if not table.columns:
        return "no figures: the plan names no value under [report]"
    if not table_figures:
        return "no result yet"
    minimum_runs, maximum_runs = (
        min(figure.runs for figure in table_figures),
        max(figure.runs for figure in table_figures),
    )
    runs = f"{minimum_runs} runs" if minimum_runs == maximum_runs else f"{minimum_runs} to {maximum_runs} runs"
    how = "Wilson's interval" if table_figures[0].kind == "share" else "interval"
    interval_note = "; no interval: it cannot be estimated from equal values or a single one"
    note = interval_note if any(figure.note for figure in table_figures) else ""
    return f"{runs} a figure; in brackets the 95 % {how}{note}"


# ---- As one self-contained HTML page ----

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #111; }
table { border-collapse: collapse; margin: .5rem 0; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid #ccc; text-align: left; font-variant-numeric: tabular-nums; }
caption, .note { text-align: left; color: #444; font-size: 13px; }
pre { background: #f4f4f4; padding: 1rem; overflow-x: auto; }
svg { max-width: 100%; height: auto; }
section { overflow-x: auto; }
@media (prefers-color-scheme: dark) {
  body { background: #fff; }
}
"""


def as_page(report: Report) -> str:
    """Write the page: the campaign, every table with its chart, the plan."""
    name, *lines = head_lines(report)
    parts = [f"<h1>{escape(name)}</h1>", *(f"<p class=note>{escape(line)}</p>" for line in lines)]
    parts += [
        section
        for number, table in enumerate(report.report_tables, 1)
        for section in _table_section(report, table, number)
    ]
    parts += ["<h2>The plan</h2>", f"<pre>{escape(report.plan.text)}</pre>"]
    body = "\n".join(parts)
    top = f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(name)}</title>'
    return f"{top}\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"


def _table_section(report: Report, table: ReportTable, number: int) -> list[str]:
    """Write a table, and its chart if it has one."""
    first, *rest = table_cells(table)
    heads = "".join(f"<th scope=col>{escape(text)}</th>" for text in first)
    rows = [
        f"<tr><th scope=row>{escape(line[0])}</th>{''.join(f'<td>{escape(text)}</td>' for text in line[1:])}</tr>"
        for line in rest
    ]
    grid = "\n".join(["<table>", f"<thead><tr>{heads}</tr></thead>", "<tbody>", *rows, "</tbody>", "</table>"])
    parts = ["<section>", f"<h2>{escape(table.title)}</h2>", grid, f"<p class=note>{escape(runs_of(table))}</p>"]
    if table.is_plotted and report.plan.layout.plot != "none":
        parts.append(f"<figure>{_table_picture(report, table, number)}</figure>")
    return [*parts, "</section>"]


def _table_picture(report: Report, table: ReportTable, number: int) -> str:
    """Draw a table as inline SVG; its IDs are made unique on the page."""
    with NamingExtras("report --format html", "plots"):
        from passatempo.campaigns.charts import draw_chart
    svg = draw_chart(table, report.plan.layout, "svg").decode()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="t{number}-', svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\1t{number}-", svg)
    label = escape(f"{table.title}: the figures of the table above", quote=True)
    return svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
