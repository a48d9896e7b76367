"""From rows to tables: what the plan's table `report` asks for, with every figure's runs and interval."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import msgspec

from passatempo.campaigns.estimates import Figure, difference, elo, mean, share
from passatempo.campaigns.jobs import DONE
from passatempo.core.errors import FormatError, quote
from passatempo.core.methods import suggest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from passatempo.campaigns.schedules import Layout, Plan
    from passatempo.campaigns.store import Store

SPENT = "seconds"  # the value that is a job's own time


@dataclass(slots=True)
class Sample:
    """What the jobs of a cell say of one value: a number for each repetition, and the counts of a share."""

    numbers: dict[int, float] = field(default_factory=dict)
    counted: int = 0
    of: int = 0

    def figure(self, layout: Layout) -> Figure | None:
        """Return the share or the mean; None where nothing is said."""
        if self.of:
            return share(self.counted, self.of)
        return mean(list(self.numbers.values()), layout.interval) if self.numbers else None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of figures.

    Parameters
    ----------
    title
        What it shows.
    corner
        What the rows are, and what the columns.
    rows, columns
        Their levels, as text.
    figures
        A line for each row; None where nothing is known.
    plotted
        Whether it is drawn.
    """

    title: str
    corner: tuple[str, str]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    figures: tuple[tuple[Figure | None, ...], ...]
    plotted: bool = True


class Samples:
    """The samples of every cell and value, read in one pass over the results.

    Raises
    ------
    FormatError
        If a value is in no row.
    """

    def __init__(self, store: Store) -> None:
        self.plan: Plan = store.plan
        self.of: dict[tuple[int, str], Sample] = {}
        self.failures: dict[str, int] = {}
        self.done = 0
        values, rates = self.plan.layout.values, self.plan.act.rates
        seen: set[str] = set()
        decode = msgspec.json.Decoder().decode
        for one in store.results():
            if one.state != DONE:
                self.failures[one.row] = self.failures.get(one.row, 0) + 1
                continue
            self.done += 1
            row = {SPENT: one.seconds, **decode(one.row)}
            seen.update(row)
            cell, repetition = divmod(one.number, self.plan.repeat)
            for value in filter(None, values):
                _add(self.of.setdefault((cell, value), Sample()), value, rates, row, repetition)
        for value in filter(None, values):
            if self.done and not self._known(value, seen):
                known = [*rates, *sorted(seen)]
                raise FormatError(
                    f"{quote(value)} is in no result{suggest(value, known)} ({', '.join(known)})",
                    where="[report] value",
                )

    def _known(self, value: str, seen: set[str]) -> bool:
        return value in self.plan.act.rates or value.partition("=")[0] in seen

    def get(self, cell: Mapping[str, Any], value: str) -> Sample:
        """Return the sample of a cell; one that leaves an axis out is all cells of that axis together."""
        absent = [(key, levels) for key, levels in self.plan.axes if key not in cell]
        if absent:
            key, levels = absent[0]
            return _together([self.get({**cell, key: level}, value) for level in levels], self.plan.repeat)
        number = 0
        for key, levels in self.plan.axes:
            number = number * len(levels) + levels.index(cell[key])
        return self.of.get((number, value), Sample())


def _together(parts: Sequence[Sample], repeat: int) -> Sample:
    """Throw samples together; runs keep apart what they are, so that pairs stay pairs."""
    numbers = {at * repeat + run: number for at, part in enumerate(parts) for run, number in part.numbers.items()}
    return Sample(numbers, sum(part.counted for part in parts), sum(part.of for part in parts))


def _add(
    sample: Sample, value: str, rates: Mapping[str, tuple[str, str]], row: Mapping[str, Any], repetition: int
) -> None:
    """Add what a row says of a value."""
    column, equals, text = value.partition("=")
    if value in rates:
        count, of = (row.get(name) for name in rates[value])
        if isinstance(count, int) and isinstance(of, int) and of:
            sample.counted, sample.of = sample.counted + count, sample.of + of
            sample.numbers[repetition] = count / of
        return
    said = row.get(column)
    if equals and column in row:
        said = said == text or (isinstance(said, bool) and str(said).lower() == text)
    if isinstance(said, bool):
        sample.counted, sample.of = sample.counted + said, sample.of + 1
        sample.numbers[repetition] = float(said)
    elif isinstance(said, int | float):
        sample.numbers[repetition] = float(said)
    elif isinstance(said, str):
        _add_text(sample, said, repetition)


def _add_text(sample: Sample, said: str, repetition: int) -> None:
    """Add a number that is written as text: one beyond 2^53, or a fraction."""
    try:
        sample.numbers[repetition] = float(Fraction(said))
    except (ValueError, ZeroDivisionError, OverflowError):
        return


def tables(samples: Samples) -> list[Table]:
    """Make the tables that the plan asks for, then those of paired differences."""
    found = list(_tables(samples))
    layout = samples.plan.layout
    if layout.elo:
        found += [_as_elo(table) for table in found]
    if layout.pool:
        found += _apart(samples)
    return found + list(_differences(samples))


def _said(cell: Mapping[str, Any], keys: Sequence[str]) -> str:
    """Write levels of a cell.

    >>> _said({"N": 4, "method": "exact"}, ["N"])
    'N 4'
    """
    return ", ".join(f"{key} {level_text(cell[key])}" for key in keys)


def level_text(level: Any) -> str:
    """Write a level of an axis."""
    return str(level).lower() if isinstance(level, bool) else str(level)


def axes_of(plan: Plan) -> tuple[str, str, list[str]]:
    """Return the axis of the rows, that of the columns ("" for values), and the others that vary."""
    layout = plan.layout
    free = [key for key in plan.varied if key not in (layout.columns, layout.pool)]
    rows = layout.rows or (free[0] if free else plan.axes[0][0] if plan.axes else "")
    return rows, layout.columns, [key for key in free if key != rows]


def _combinations(plan: Plan, keys: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the cells in which some axes take all levels and the others their first."""
    first, levels = plan.cell(0), dict(plan.axes)
    first.pop(plan.layout.pool, None)
    for chosen in product(*(levels[key] for key in keys)):
        yield first | dict(zip(keys, chosen, strict=True))


def _tables(samples: Samples) -> Iterator[Table]:
    """Make a table for each combination of the axes that are neither rows nor columns, and for each value."""
    plan, layout = samples.plan, samples.plan.layout
    rows, columns, others = axes_of(plan)
    levels = dict(plan.axes)
    values = [value for value in layout.values if value]
    row_levels = levels.get(rows, ("",))
    for cell in _combinations(plan, others):
        where = _said(cell, others)
        if not columns:
            lines = [
                [samples.get(_at(cell, rows, row), value).figure(layout) for value in values] for row in row_levels
            ]
            yield _table(where or "figures", (rows, ""), row_levels, values, lines)
            continue
        for value in values:
            lines = [
                [
                    samples.get({**_at(cell, rows, row), columns: column}, value).figure(layout)
                    for column in levels[columns]
                ]
                for row in row_levels
            ]
            title = f"{value}: {where}" if where else value
            yield _table(title, (rows, columns), row_levels, levels[columns], lines)


def _apart(samples: Samples) -> Iterator[Table]:
    """Make a table for each value that tells the levels apart which the others throw together."""
    plan, pool = samples.plan, samples.plan.layout.pool
    rows, columns, others = axes_of(plan)
    levels = dict(plan.axes)
    for cell in _combinations(plan, [*others, *filter(None, [columns])]):
        where = _said(cell, others)
        for value in filter(None, plan.layout.values):
            lines = [
                [samples.get({**_at(cell, rows, row), pool: level}, value).figure(plan.layout) for row in levels[rows]]
                for level in levels[pool]
            ]
            title = ", ".join(filter(None, [f"{value} by {pool}", where]))
            yield _table(title, (pool, rows), levels[pool], levels[rows], lines, plotted=False)


def _at(cell: Mapping[str, Any], rows: str, row: Any) -> dict[str, Any]:
    return {**cell, rows: row} if rows else dict(cell)


def _table(
    title: str,
    corner: tuple[str, str],
    rows: Sequence[Any],
    columns: Sequence[Any],
    lines: Sequence[Sequence[Figure | None]],
    *,
    plotted: bool = True,
) -> Table:
    texts = tuple(map(level_text, rows)), tuple(map(level_text, columns))
    return Table(title, corner, *texts, tuple(map(tuple, lines)), plotted)


def _as_elo(table: Table) -> Table:
    """Return a table of shares as differences in Elo."""
    lines = tuple([tuple([figure and elo(figure) for figure in line]) for line in table.figures])
    return Table(f"{table.title}, as Elo", table.corner, table.rows, table.columns, lines, plotted=False)


def _differences(samples: Samples) -> Iterator[Table]:
    """Make the table of paired differences, if the plan pairs: a row for each combination of the other axes."""
    plan, layout = samples.plan, samples.plan.layout
    pair, values = layout.pair, [value for value in layout.values if value]
    if not pair or not values:
        return
    keys = [key for key in plan.varied if key not in (pair, layout.pool)]
    cells = list(_combinations(plan, keys))
    rows = [_said(cell, keys) or "all" for cell in cells]
    if pair == "value":
        first, *others = values
        if not others:
            return
        lines = [[_paired(samples, cell, other, cell, first) for other in others] for cell in cells]
        yield _table(f"difference to {first}, paired", ("", "value"), rows, others, lines, plotted=False)
        return
    first, *others = dict(plan.axes)[pair]
    if not others:
        return
    for value in values:
        lines = [
            [_paired(samples, {**cell, pair: other}, value, {**cell, pair: first}, value) for other in others]
            for cell in cells
        ]
        title = f"{value}: difference to {pair} {level_text(first)}, paired"
        yield _table(title, ("", pair), rows, others, lines, plotted=False)


def _paired(
    samples: Samples, cell: Mapping[str, Any], value: str, other: Mapping[str, Any], base: str
) -> Figure | None:
    """Return the mean difference of two cells over the repetitions that both have."""
    ours, theirs = samples.get(cell, value).numbers, samples.get(other, base).numbers
    common = sorted(ours.keys() & theirs.keys())
    if not common:
        return None
    return difference([ours[k] for k in common], [theirs[k] for k in common], samples.plan.layout.interval)
