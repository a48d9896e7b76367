"""How figures and tables of a report are said, on a terminal as on a page."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from passatempo.core.json import count_of

if TYPE_CHECKING:
    from passatempo.campaign.estimates import Figure
    from passatempo.campaign.report import Report
    from passatempo.campaign.tables import Table


def told(figure: Figure | None) -> str:
    """Write a figure with its interval.

    >>> from passatempo.campaign.estimates import Figure
    >>> told(Figure(0.5, 0.4, 0.6, 90, "share")), told(Figure(12.5, None, None, 1, "mean")), told(None)
    ('50.0 % (40.0 to 60.0)', '12.5 (no interval)', '-')
    >>> told(Figure(-0.25, -0.5, 0.0, 9, "difference"))
    '-0.25 (-0.5 to 0)'
    """
    if figure is None:
        return "-"
    if figure.kind == "share":
        return f"{100 * figure.value:.1f} % ({100 * (figure.low or 0):.1f} to {100 * (figure.high or 0):.1f})"
    text = number(figure.value, figure)
    if figure.low is None or figure.high is None:
        return f"{text} (no interval)"
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
    lacking = "; no interval: it cannot be estimated from equal values or a single one"
    note = lacking if any(figure.note for figure in found) else ""
    return f"{runs} a figure; in brackets the 95 % {how}{note}"
