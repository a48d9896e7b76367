"""The tables of the plan's `report`, computed from the rows, with runs and interval of each figure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec

from passatempo.campaigns.estimates import Estimate, difference_estimate, elo_estimate, mean_estimate, share_estimate
from passatempo.campaigns.jobs import DONE
from passatempo.campaigns.schedules import Layout, Plan
from passatempo.campaigns.store import Store
from passatempo.core.errors import FormatError, quote
from passatempo.core.methods import suggest

TIME_COLUMN = "seconds"  # the column with a job's own time


@dataclass(slots=True)
class Sample:
    """The values of one measure in a cell: a number for each repetition, and the counts of a share."""

    repetition_numbers: dict[int, float] = field(default_factory=dict)
    success_count: int = 0
    trial_count: int = 0

    def figure(self, layout: Layout) -> Estimate | None:
        """Return the share or the mean; None without data."""
        if self.trial_count:
            return share_estimate(self.success_count, self.trial_count)
        return (
            mean_estimate(list(self.repetition_numbers.values()), layout.interval) if self.repetition_numbers else None
        )


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of figures.

    Parameters
    ----------
    title
        The heading.
    corner_labels
        The names of the row and column axes.
    rows, columns
        Their levels, as text.
    figures
        A line for each row; None where there is no data.
    is_plotted
        Whether the table has a chart.
    """

    title: str
    corner_labels: tuple[str, str]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    figures: tuple[tuple[Estimate | None, ...], ...]
    is_plotted: bool = True


class Samples:
    """The samples of every cell and value, read in one pass over the results.

    Raises
    ------
    FormatError
        If a value occurs in no row.
    """

    def __init__(self, store: Store) -> None:
        self.plan: Plan = store.plan
        self.cell_samples: dict[tuple[int, str], Sample] = {}
        self.failure_counts: dict[str, int] = {}
        self.success_count = 0
        measures, rates = self.plan.layout.measures, self.plan.act.rate_columns
        row_keys: set[str] = set()
        decode = msgspec.json.Decoder().decode
        for job in store.read_results():
            if job.state != DONE:
                self.failure_counts[job.row_json] = self.failure_counts.get(job.row_json, 0) + 1
                continue
            self.success_count += 1
            row = {TIME_COLUMN: job.seconds, **decode(job.row_json)}
            row_keys.update(row)
            cell, repetition = divmod(job.job_number, self.plan.repeat)
            for measure in filter(None, measures):
                _add_row(self.cell_samples.setdefault((cell, measure), Sample()), measure, rates, row, repetition)
        for measure in filter(None, measures):
            if self.success_count and not self._has_measure(measure, row_keys):
                valid_measures = [*rates, *sorted(row_keys)]
                raise FormatError(
                    f"{quote(measure)} is in no result{suggest(measure, valid_measures)} ({', '.join(valid_measures)})",
                    where="[report] value",
                )

    def _has_measure(self, measure: str, row_keys: set[str]) -> bool:
        return measure in self.plan.act.rate_columns or measure.partition("=")[0] in row_keys

    def get_sample(self, cell: Mapping[str, Any], measure: str) -> Sample:
        """Return the sample of a cell; axes that the cell leaves out are pooled."""
        absent = [(key, levels) for key, levels in self.plan.axes if key not in cell]
        if absent:
            key, levels = absent[0]
            return _pool_samples([self.get_sample({**cell, key: level}, measure) for level in levels], self.plan.repeat)
        number = 0
        for key, levels in self.plan.axes:
            number = number * len(levels) + levels.index(cell[key])
        return self.cell_samples.get((number, measure), Sample())


def _pool_samples(parts: Sequence[Sample], repeat: int) -> Sample:
    """Pool samples; runs get distinct numbers, so that paired differences stay paired."""
    numbers = {
        at * repeat + run: number for at, part in enumerate(parts) for run, number in part.repetition_numbers.items()
    }
    return Sample(numbers, sum(part.success_count for part in parts), sum(part.trial_count for part in parts))


def _add_row(
    sample: Sample, measure: str, rates: Mapping[str, tuple[str, str]], row: Mapping[str, Any], repetition: int
) -> None:
    """Add the value of a measure in a row."""
    column, equals, text = measure.partition("=")
    if measure in rates:
        count, of = (row.get(name) for name in rates[measure])
        if isinstance(count, int) and isinstance(of, int) and of:
            sample.success_count, sample.trial_count = sample.success_count + count, sample.trial_count + of
            sample.repetition_numbers[repetition] = count / of
        return
    column_content = row.get(column)
    if equals and column in row:
        column_content = column_content == text or (
            isinstance(column_content, bool) and str(column_content).lower() == text
        )
    if isinstance(column_content, bool):
        sample.success_count, sample.trial_count = sample.success_count + column_content, sample.trial_count + 1
        sample.repetition_numbers[repetition] = float(column_content)
    elif isinstance(column_content, int | float):
        sample.repetition_numbers[repetition] = float(column_content)
    elif isinstance(column_content, str):
        _add_text(sample, column_content, repetition)


def _add_text(sample: Sample, column_content: str, repetition: int) -> None:
    """Add a number that is written as text, since it exceeds 2^53 or is a fraction."""
    try:
        sample.repetition_numbers[repetition] = float(Fraction(column_content))
    except (ValueError, ZeroDivisionError, OverflowError):
        return


def make_tables(samples: Samples) -> list[ReportTable]:
    """Make the tables of the plan, then those of paired differences."""
    report_tables = list(_grid_tables(samples))
    layout = samples.plan.layout
    if layout.elo:
        report_tables += [_as_elo(table) for table in report_tables]
    if layout.pool:
        report_tables += _pool_tables(samples)
    return report_tables + list(_difference_tables(samples))


def _cell_label(cell: Mapping[str, Any], keys: Sequence[str]) -> str:
    """Write some levels of a cell.

    >>> _cell_label({"N": 4, "method": "exact"}, ["N"])
    'N 4'
    """
    return ", ".join(f"{key} {level_text(cell[key])}" for key in keys)


def level_text(level: Any) -> str:
    """Write a level of an axis."""
    return str(level).lower() if isinstance(level, bool) else str(level)


def axes_of(plan: Plan) -> tuple[str, str, list[str]]:
    """Return the axis of the rows, that of the columns ("" for values), and the other axes that vary."""
    layout = plan.layout
    free = [key for key in plan.varying_keys if key not in (layout.columns, layout.pool)]
    rows = layout.rows or (free[0] if free else plan.axes[0][0] if plan.axes else "")
    return rows, layout.columns, [key for key in free if key != rows]


def _combinations(plan: Plan, keys: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the cells in which some axes take all levels and the others their first level."""
    first, levels = plan.cell(0), dict(plan.axes)
    first.pop(plan.layout.pool, None)
    for level_choice in product(*(levels[key] for key in keys)):
        yield first | dict(zip(keys, level_choice, strict=True))


def _grid_tables(samples: Samples) -> Iterator[ReportTable]:
    """Make a table for each combination of the remaining axes, and for each value."""
    plan, layout = samples.plan, samples.plan.layout
    rows, columns, free_axes = axes_of(plan)
    levels = dict(plan.axes)
    measures = [measure for measure in layout.measures if measure]
    row_levels = levels.get(rows, ("",))
    for cell in _combinations(plan, free_axes):
        cell_label = _cell_label(cell, free_axes)
        if not columns:
            lines = [
                [samples.get_sample(_with_row(cell, rows, row), measure).figure(layout) for measure in measures]
                for row in row_levels
            ]
            yield _make_table(cell_label or "figures", (rows, ""), row_levels, measures, lines)
            continue
        for measure in measures:
            lines = [
                [
                    samples.get_sample({**_with_row(cell, rows, row), columns: column}, measure).figure(layout)
                    for column in levels[columns]
                ]
                for row in row_levels
            ]
            title = f"{measure}: {cell_label}" if cell_label else measure
            yield _make_table(title, (rows, columns), row_levels, levels[columns], lines)


def _pool_tables(samples: Samples) -> Iterator[ReportTable]:
    """Make a table for each value that shows the pooled levels separately."""
    plan, pool = samples.plan, samples.plan.layout.pool
    rows, columns, free_axes = axes_of(plan)
    levels = dict(plan.axes)
    for cell in _combinations(plan, [*free_axes, *filter(None, [columns])]):
        cell_label = _cell_label(cell, free_axes)
        for measure in filter(None, plan.layout.measures):
            lines = [
                [
                    samples.get_sample({**_with_row(cell, rows, row), pool: level}, measure).figure(plan.layout)
                    for row in levels[rows]
                ]
                for level in levels[pool]
            ]
            title = ", ".join(filter(None, [f"{measure} by {pool}", cell_label]))
            yield _make_table(title, (pool, rows), levels[pool], levels[rows], lines, is_plotted=False)


def _with_row(cell: Mapping[str, Any], rows: str, row: Any) -> dict[str, Any]:
    return {**cell, rows: row} if rows else dict(cell)


def _make_table(
    title: str,
    corner: tuple[str, str],
    rows: Sequence[Any],
    columns: Sequence[Any],
    lines: Sequence[Sequence[Estimate | None]],
    *,
    is_plotted: bool = True,
) -> ReportTable:
    texts = tuple(map(level_text, rows)), tuple(map(level_text, columns))
    return ReportTable(title, corner, *texts, tuple(map(tuple, lines)), is_plotted)


def _as_elo(table: ReportTable) -> ReportTable:
    """Return a table of shares as differences in Elo."""
    lines = tuple([tuple([figure and elo_estimate(figure) for figure in line]) for line in table.figures])
    return ReportTable(
        f"{table.title}, as Elo", table.corner_labels, table.rows, table.columns, lines, is_plotted=False
    )


def _difference_tables(samples: Samples) -> Iterator[ReportTable]:
    """Make the tables of paired differences, if the plan has a `pair`: a row per combination of the other axes."""
    plan, layout = samples.plan, samples.plan.layout
    pair, measures = layout.pair, [measure for measure in layout.measures if measure]
    if not pair or not measures:
        return
    keys = [key for key in plan.varying_keys if key not in (pair, layout.pool)]
    cells = list(_combinations(plan, keys))
    rows = [_cell_label(cell, keys) or "all" for cell in cells]
    if pair == "value":
        first, *contrasts = measures
        if not contrasts:
            return
        lines = [[_cell_difference(samples, cell, other, cell, first) for other in contrasts] for cell in cells]
        yield _make_table(f"difference to {first}, paired", ("", "value"), rows, contrasts, lines, is_plotted=False)
        return
    first, *contrasts = dict(plan.axes)[pair]
    if not contrasts:
        return
    for measure in measures:
        lines = [
            [
                _cell_difference(samples, {**cell, pair: other}, measure, {**cell, pair: first}, measure)
                for other in contrasts
            ]
            for cell in cells
        ]
        title = f"{measure}: difference to {pair} {level_text(first)}, paired"
        yield _make_table(title, ("", pair), rows, contrasts, lines, is_plotted=False)


def _cell_difference(
    samples: Samples, cell: Mapping[str, Any], measure: str, other: Mapping[str, Any], base: str
) -> Estimate | None:
    """Return the mean difference of two cells over their common repetitions."""
    ours, theirs = (
        samples.get_sample(cell, measure).repetition_numbers,
        samples.get_sample(other, base).repetition_numbers,
    )
    common = sorted(ours.keys() & theirs.keys())
    if not common:
        return None
    return difference_estimate([ours[k] for k in common], [theirs[k] for k in common], samples.plan.layout.interval)
