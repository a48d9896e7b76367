"""Charts of a report by matplotlib, readable without colours and reproducible to the byte."""

import io
from math import isfinite
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure as Canvas

from passatempo.campaigns.schedules import Layout
from passatempo.campaigns.tables import ReportTable

SHADES = ("0.15", "0.45", "0.65", "0.8", "0.3", "0.55", "0.72", "0.9")
HATCHES = ("", "///", "...", "xx", "\\\\\\", "++", "oo", "--")
MARKERS = ("o", "s", "^", "D", "v", "x", "P", "*")
LINES = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)), (0, (8, 2)), (0, (3, 1, 1, 1)))
MOST_TICKS = 16
SETTINGS: Any = {"svg.hashsalt": "passatempo", "svg.fonttype": "path", "font.family": "DejaVu Sans", "font.size": 9.0}


def draw_chart(table: ReportTable, layout: Layout, form: str) -> bytes:
    """Draw a table as ``svg`` or ``png``."""
    with mpl.rc_context({**mpl.rcParamsDefault, **SETTINGS}):
        canvas = Canvas(figsize=(7.0, 4.0), layout="constrained")
        axes = canvas.add_subplot()
        (_draw_lines if layout.plot == "lines" else _draw_bars)(axes, table)
        _label_axes(axes, table, layout)
        file = io.BytesIO()
        nothing = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
        canvas.savefig(file, format=form, metadata=nothing, dpi=150)
    return file.getvalue()


def _label_axes(axes: Any, table: ReportTable, layout: Layout) -> None:
    """Label the axes and the series."""
    axes.set_xlabel(table.corner_labels[0])
    axes.set_title(table.title, fontsize=9)
    axes.grid(axis="y", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    if layout.log:
        axes.set_yscale("log")
    if len(table.columns) > 1 or table.columns != ("",):
        axes.legend(
            title=table.corner_labels[1] or None, frameon=False, fontsize=8, ncols=2 if len(table.columns) > 4 else 1
        )
    table_figures = [figure for line in table.figures for figure in line if figure is not None]
    if table_figures and all(figure.kind == "share" for figure in table_figures):
        axes.yaxis.set_major_formatter(lambda fraction, _: f"{100 * fraction:g} %")


def _series_points(table: ReportTable, at: int) -> tuple[list[int], list[float], list[list[float]]]:
    """Return the points of a column: their row numbers, their values, and the interval's extent down and up."""
    rows, points, down, up = [], [], [], []
    for number, line in enumerate(table.figures):
        figure = line[at]
        if figure is None or not isfinite(figure.value):
            continue
        rows.append(number)
        points.append(figure.value)
        down.append(max(0.0, figure.value - (figure.value if figure.low is None else figure.low)))
        up.append(max(0.0, (figure.value if figure.high is None else figure.high) - figure.value))
    return rows, points, [down, up]


def _draw_bars(axes: Any, table: ReportTable) -> None:
    """Draw bars side by side, distinguished by shade and hatch."""
    width = 0.8 / max(1, len(table.columns))
    for at, column in enumerate(table.columns):
        rows, points, ends = _series_points(table, at)
        places = [row + (at - (len(table.columns) - 1) / 2) * width for row in rows]
        look = {"color": SHADES[at % 8], "hatch": HATCHES[at % 8], "edgecolor": "white", "linewidth": 0.4}
        axes.bar(places, points, width * 0.95, label=column, **look)
        axes.errorbar(places, points, yerr=ends, fmt="none", color="black", ecolor="black", elinewidth=0.9, capsize=2)
    tick_rotation = {"rotation": 90} if len(table.rows) > 12 else {}
    axes.set_xticks(range(len(table.rows)), table.rows, **tick_rotation)


def _draw_lines(axes: Any, table: ReportTable) -> None:
    """Draw lines over a numeric axis, or over positions if a level is no number, distinguished by stroke and mark."""
    places = _read_numbers(table.rows)
    span = (max(places) - min(places) if places else len(table.rows) - 1) or 1
    for at, column in enumerate(table.columns):
        rows, points, ends = _series_points(table, at)
        column_offset = span * 0.006 * (at - (len(table.columns) - 1) / 2)  # so that intervals do not overlap
        column_places = [(places[row] if places else row) + column_offset for row in rows]
        look = {"color": "black" if at % 2 == 0 else "0.5", "linestyle": LINES[at % 8], "marker": MARKERS[at % 8]}
        axes.errorbar(column_places, points, yerr=ends, label=column, markersize=4, linewidth=1.1, capsize=2, **look)
    if len(table.rows) <= MOST_TICKS:
        axes.set_xticks(places or range(len(table.rows)), table.rows)


def _read_numbers(texts: tuple[str, ...]) -> list[float]:
    """Return levels as numbers; empty if one is not a number.

    >>> _read_numbers(("4", "10")), _read_numbers(("4", "x"))
    ([4.0, 10.0], [])
    """
    try:
        return [float(text) for text in texts]
    except ValueError:
        return []
