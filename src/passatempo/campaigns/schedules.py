"""A plan: the jobs, the grid, the repetitions and the report, read from TOML.

An error is one sentence with the table and the key. Cells of the grid are computed, never listed, so a plan of ten
million jobs takes as much memory as one of ten.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib import resources
from itertools import islice
from math import prod
from os import PathLike, fspath
from os.path import lexists
from typing import Any, Literal, TypeAlias

from passatempo.campaigns.acts.act import Act
from passatempo.core.errors import FormatError, PassatempoError, UsageError, quote
from passatempo.core.input import read_text
from passatempo.core.json import convert, count_of, decode, encode
from passatempo.core.limits import Limits
from passatempo.core.methods import suggest

Cell: TypeAlias = "dict[str, Any]"
SCHEMA = 1  # of plans; part of every job's ID
MOST_JOBS = 10**9
MOST_LOOKED_AT = 2000  # cells of a grid that are checked before anything runs, or all if there are fewer
KINDS = ("question", "generate", "match", "simulate", "encode")
ONE_OF = ", ".join(KINDS)


@dataclass(frozen=True, slots=True)
class PlanLimits:
    """The table `limits`: the limits of one job; 0 is no limit."""

    seconds: float = 0.0
    nodes: int = 0
    memory_mb: int = 0

    @property
    def limits(self) -> Limits:
        """The limits of a job."""
        usual = Limits()
        return Limits(
            seconds=self.seconds or None, nodes=self.nodes or None, memory_mb=self.memory_mb or usual.memory_mb
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """The table `report`: the figures and their arrangement.

    Parameters
    ----------
    rows, columns
        Axes of the grid. Without `columns` each value is a column. The other axes give several tables.
    value
        The figure of a cell: a column of the results, one of the study's rates, or ``column=text``, the share of jobs
        with that text. Several values make a table each, or a column each if `columns` is empty.
    pair
        The axis whose levels get the same random instances, so that differences to its first level are paired.
        ``value`` pairs the values with the first.
    pool
        An axis whose levels are pooled; a further table shows them separately.
    plot
        The kind of chart.
    interval
        The kind of interval for a mean.
    elo
        Whether to show shares as differences in Elo as well.
    log
        Whether the chart's value axis is logarithmic.
    """

    rows: str = ""
    columns: str = ""
    value: str | list[str] = ""
    pair: str = ""
    pool: str = ""
    plot: Literal["bars", "lines", "none"] = "bars"
    interval: Literal["t", "bootstrap"] = "t"
    elo: bool = False
    log: bool = False

    @property
    def measures(self) -> tuple[str, ...]:
        """The values, in order."""
        return (self.value,) if isinstance(self.value, str) else tuple(self.value)


@dataclass(frozen=True, slots=True)
class PlanFile:
    """The tables of a plan file."""

    name: str
    run: dict[str, Any]
    grid: dict[str, Any] = field(default_factory=dict)
    title: str = ""
    seed: int = 0
    repeat: int = 1
    limits: dict[str, Any] = field(default_factory=dict)
    report: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, repr=False)
class Plan:
    """A plan that was read and checked.

    Parameters
    ----------
    text
        The text of the file.
    name, title, seed, repeat
        As in the file.
    act_kind, act_target
        The kind of jobs and their target, such as `simulate` and ``minesweeper win-rate``.
    axes
        All keys of a cell with their levels; a fixed key has a single level.
    plan_limits, layout
        The tables `limits` and `report`.
    """

    text: str
    name: str
    title: str
    seed: int
    repeat: int
    act_kind: str
    act_target: str
    axes: tuple[tuple[str, tuple[Any, ...]], ...]
    plan_limits: PlanLimits
    layout: Layout

    def __repr__(self) -> str:
        return f"<Plan {self.name}, {count_of(self.jobs, 'job')}>"

    def __str__(self) -> str:
        return self.text

    @cached_property
    def hash(self) -> str:
        """A hash of all that determines the results, 32 hexadecimal digits: the plan without its layout."""
        plan_identity = [SCHEMA, self.name, self.seed, self.repeat, self.act_kind, self.act_target, self.axes]
        return sha256(encode([*plan_identity, self.plan_limits, self.layout.pair]).encode()).hexdigest()[:32]

    @cached_property
    def cells(self) -> int:
        """The number of cells in the grid."""
        return prod(len(levels) for _, levels in self.axes)

    @property
    def jobs(self) -> int:
        """The number of jobs. They are numbered from 0, and the repetitions of a cell are consecutive."""
        return self.cells * self.repeat

    def cell(self, number: int) -> Cell:
        """Return a cell of the grid by its number; the last axis runs fastest.

        >>> EXAMPLE.cell(0)["N"], EXAMPLE.cell(3)["N"]
        (4, 5)
        """
        cell_levels = []
        for key, levels in reversed(self.axes):
            number, at = divmod(number, len(levels))
            cell_levels.append((key, levels[at]))
        return dict(reversed(cell_levels))

    @cached_property
    def varying_keys(self) -> tuple[str, ...]:
        """The axes with more than one level."""
        return tuple([key for key, levels in self.axes if len(levels) > 1])

    @cached_property
    def act(self) -> Act:
        """The act that runs a job."""
        from passatempo.campaigns.acts.act import act_of

        return act_of(self.act_kind, self.act_target)


def plan(given: str | PathLike[str] | Mapping[str, Any] | Plan) -> Plan:
    r"""Read and check a plan.

    Parameters
    ----------
    given
        A mapping as in TOML, TOML text, the path of a file, or the name of a built-in plan.

    Raises
    ------
    FormatError, UsageError
        With the table, the key and what was expected.

    Examples
    --------
    >>> plan("optimiza-greedies"), plan('name = "p"\n[run]\nquestion = "optimiza best"')
    (<Plan optimiza-greedies, 5400 jobs>, <Plan p, 1 job>)
    """
    if isinstance(given, Plan):
        return given
    if isinstance(given, Mapping):
        try:
            return read_plan(encode(dict(given)))
        except TypeError as error:
            raise FormatError(f"the plan cannot be written as TOML: {error}") from None
    if isinstance(given, PathLike):
        return read_plan(read_text(fspath(given)))
    if "=" in given or "{" in given:
        return read_plan(given)
    if lexists(given):
        raise UsageError(f"{quote(given)} is a text: pass a pathlib.Path to read a file")
    return read_plan(plan_text(given))


def read_plan(text: str) -> Plan:
    r"""Read and check the text of a plan.

    Raises
    ------
    FormatError, UsageError
        With the table, the key and what was expected.

    Examples
    --------
    >>> plan = read_plan('name = "p"\nrepeat = 3\n[run]\nquestion = "optimiza best"\n[grid]\nN = [4, 5]')
    >>> plan.cells, plan.jobs, plan.act_kind, plan.act_target
    (2, 6, 'question', 'optimiza best')
    """
    try:
        text.encode()  # TOML is UTF-8, which has no surrogates
        text = text.lstrip("\ufeff")
        raw = decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)  # a mapping is stored as JSON
    except (tomllib.TOMLDecodeError, UnicodeEncodeError) as error:
        raise FormatError(f"the plan is not TOML: {error}") from None
    file = _read_table(raw, PlanFile, "the plan")
    kind, target, fixed = _read_run(file.run)
    plan_limits = _read_table(file.limits, PlanLimits, "[limits]")
    try:
        _ = plan_limits.limits
    except UsageError as error:
        raise UsageError(f"[limits] {error}") from None
    layout = _read_table(file.report, Layout, "[report]")
    plan = Plan(
        text,
        file.name,
        file.title,
        file.seed,
        file.repeat,
        kind,
        target,
        _grid_axes(fixed, file.grid),
        plan_limits,
        layout,
    )
    _check_plan(plan)
    return plan


def _read_table(raw: dict[str, Any], shape: Any, section: str) -> Any:
    """Read one table; an error names it."""
    try:
        return convert(raw, shape, section)
    except FormatError as error:
        if shape is PlanFile:
            raise FormatError(error.message, where=error.where or "the plan") from None
        raise FormatError(error.message, where=f"{section} {error.where}".strip()) from None


def _read_run(raw: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """Return the kind of act, its target, and the keys fixed for all cells."""
    named = [kind for kind in KINDS if kind in raw]
    if len(named) != 1:
        kind_message = f"not {' and '.join(named)}" if named else "none is there"
        raise FormatError(f"exactly one of {ONE_OF} must say what to run, {kind_message}", where="[run]")
    [kind] = named
    if not isinstance(raw[kind], str):
        raise FormatError(f"{quote(raw[kind])} is not a text such as 'optimiza best'", where=f"[run] {kind}")
    fixed = {key: setting for key, setting in raw.items() if key != kind}
    for key, setting in fixed.items():
        if isinstance(setting, list):
            raise FormatError("a list is an axis and belongs in [grid]", where=f"[run] {key}")
    return kind, raw[kind], fixed


def _grid_axes(fixed: Mapping[str, Any], grid: Mapping[str, Any]) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Return all keys with their levels, those of [run] first."""
    axes: list[tuple[str, tuple[Any, ...]]] = [(key, (setting,)) for key, setting in fixed.items()]
    for key, setting in grid.items():
        if key in fixed:
            raise FormatError("the key is in [run] too", where=f"[grid] {key}")
        levels = setting if isinstance(setting, list) else [setting]
        if not levels:
            raise FormatError("the axis has no value", where=f"[grid] {key}")
        if len({encode_level(level, key) for level in levels}) < len(levels):
            raise FormatError("a value is repeated", where=f"[grid] {key}")
        axes.append((key, tuple(levels)))
    return tuple(axes)


def encode_level(level: Any, key: str) -> str:
    """Write a level as canonical text; only equal levels have equal text."""
    if isinstance(level, float) and not -1e300 < level < 1e300:
        raise FormatError(f"{level} is not a finite number", where=f"[grid] {key}")
    if isinstance(level, dict) or not isinstance(level, str | int | float | bool | list):
        raise FormatError(f"{quote(level)} is neither a text, a number nor true or false", where=f"[grid] {key}")
    return encode(level)


def _check_plan(plan: Plan) -> None:
    """Refuse a plan that cannot be run or reported: sizes, names, and a sample of its cells."""
    if not plan.name or plan.name.startswith((".", "-")) or any(sign in plan.name for sign in "/\\\0\n"):
        raise FormatError(f"{quote(plan.name)} cannot be the name of a results file", where="name")
    if not 1 <= plan.repeat <= MOST_JOBS or plan.jobs > MOST_JOBS:
        raise FormatError(f"{plan.repeat} times {plan.cells} cells is not from 1 to {MOST_JOBS} jobs", where="repeat")
    if not -(2**63) <= plan.seed < 2**64:
        raise FormatError(f"{plan.seed} is not a whole number of 64 bits", where="seed")
    axis_keys = {key for key, _ in plan.axes}
    for key in ("rows", "columns", "pair", "pool"):
        axis = getattr(plan.layout, key)
        if axis and axis not in axis_keys and not (key == "pair" and axis == "value"):
            raise FormatError(
                f"{quote(axis)} is not a key of [grid] ({', '.join(sorted(axis_keys))})", where=f"[report] {key}"
            )
    try:
        act = plan.act
    except PassatempoError as error:
        raise UsageError(f"[run] {plan.act_kind}: {error}") from None
    act.check_keys([key for key, _ in plan.axes])
    if plan.plan_limits != PlanLimits() and not act.has_limits:
        raise UsageError(f"[limits]: {quote(plan.act_target)} has no limits")
    for cell in sample_cells(plan):
        act.check(cell)


def sample_cells(plan: Plan) -> Iterator[Cell]:
    """Yield the cells to check: each level with the others' first levels, then the first cells of the grid."""
    first = plan.cell(0)
    for key, levels in plan.axes:
        for level in levels:
            yield {**first, key: level}
    yield from map(plan.cell, islice(range(plan.cells), MOST_LOOKED_AT))


EXAMPLE = Plan(
    "", "example", "", 0, 3, "question", "optimiza best", (("N", (4, 5)), ("method", ("exact", "greedy", "expert"))),
    PlanLimits(), Layout(),
)  # fmt: skip


FOLDER = "shipped"


def plans() -> list[str]:
    """List the built-in plans.

    >>> "optimiza-greedies" in plans()
    True
    """
    plan_files = resources.files("passatempo.campaigns").joinpath(FOLDER).iterdir()
    return sorted(file.name.removesuffix(".toml") for file in plan_files if file.name.endswith(".toml"))


def plan_text(name: str) -> str:
    """Return the text of a shipped plan; raises `UsageError` if there is none."""
    available_plans = plans()
    if name not in available_plans:
        raise UsageError(
            f"{quote(name)} is not a built-in plan{suggest(name, available_plans)} ({', '.join(available_plans)})"
        )
    return resources.files("passatempo.campaigns").joinpath(FOLDER, f"{name}.toml").read_text(encoding="utf-8")
