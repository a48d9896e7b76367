"""The report as one page of HTML that needs nothing beside it."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from passatempo.campaign.words import cells, head, runs_of
from passatempo.core.methods import NamingExtras

if TYPE_CHECKING:
    from passatempo.campaign.report import Report
    from passatempo.campaign.tables import Table

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
    """Write the page: what was run, every table with its figure, the plan."""
    name, *lines = head(report)
    parts = [f"<h1>{escape(name)}</h1>", *(f"<p class=note>{escape(line)}</p>" for line in lines)]
    parts += [section for number, table in enumerate(report.tables, 1) for section in _section(report, table, number)]
    parts += ["<h2>The plan</h2>", f"<pre>{escape(report.plan.text)}</pre>"]
    body = "\n".join(parts)
    top = f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(name)}</title>'
    return f"{top}\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"


def _section(report: Report, table: Table, number: int) -> list[str]:
    """Write a table, and its drawing where it has one."""
    first, *rest = cells(table)
    heads = "".join(f"<th scope=col>{escape(text)}</th>" for text in first)
    rows = [
        f"<tr><th scope=row>{escape(line[0])}</th>{''.join(f'<td>{escape(text)}</td>' for text in line[1:])}</tr>"
        for line in rest
    ]
    grid = "\n".join(["<table>", f"<thead><tr>{heads}</tr></thead>", "<tbody>", *rows, "</tbody>", "</table>"])
    parts = ["<section>", f"<h2>{escape(table.title)}</h2>", grid, f"<p class=note>{escape(runs_of(table))}</p>"]
    if table.plotted and report.plan.layout.plot != "none":
        parts.append(f"<figure>{_picture(report, table, number)}</figure>")
    return [*parts, "</section>"]


def _picture(report: Report, table: Table, number: int) -> str:
    """Draw a table as SVG to stand in the page: its names may not be those of another drawing."""
    with NamingExtras("report --format html", "plots"):
        from passatempo.campaign.drawing import draw
    svg = draw(table, report.plan.layout, "svg").decode()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="t{number}-', svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\1t{number}-", svg)
    label = escape(f"{table.title}: the figures of the table above", quote=True)
    return svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
