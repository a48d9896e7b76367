"""The commands `campaign ...`: run, resume and inspect a plan; merge, export and report its results."""

from __future__ import annotations

import os
import signal
import sys
import time
import warnings
from functools import partial
from pathlib import Path
from shlex import quote as quoted
from typing import TYPE_CHECKING, Annotated, Literal
from warnings import catch_warnings, simplefilter

from cyclopts import App, Parameter

from passatempo.cli.files import write_out
from passatempo.cli.notes import STOPPED, note
from passatempo.cli.progress import interruptible, progress_bar
from passatempo.core.errors import UsageError, quote
from passatempo.core.input import path_of
from passatempo.core.json import count_of, encode
from passatempo.core.limits import Cancel, Progress
from passatempo.core.methods import NamingExtras, require_extras
from passatempo.core.output import folder_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.campaigns.reports import Report
    from passatempo.campaigns.results import Results
    from passatempo.campaigns.schedules import Plan

MINUTE = 60.0  # seconds between two lines of progress without a terminal
HELP = "Run studies of thousands of runs on all processors, in shards or on a Dask cluster, and report the results."
REPORT_ENDINGS = {"html": "html", "csv": "csv", "md": "markdown", "json": "json", "txt": "text"}
Out = Annotated[str | None, Parameter(name=("--out", "-o"), help="write the result to this file")]
File = Annotated[str, Parameter(help="results file of a run")]
Workers = Annotated[int, Parameter(help="number of processes [default: all processors]")]
Address = Annotated[str, Parameter(show_default=False, help="Dask scheduler such as tcp://host:8786, or 'local'")]

campaign = App(name="campaign", help=HELP)


@campaign.command(usage="Usage: passatempo campaign run PLAN.toml [OPTIONS]")
def run(
    plan: Annotated[str, Parameter(help="a TOML file, - for standard input, or the name of a built-in plan")],
    /,
    *,
    out: Annotated[
        str | None, Parameter(name=("--out", "-o"), help="results file [default: the plan's name.sqlite]")
    ] = None,
    workers: Workers = 0,
    shard: Annotated[str, Parameter(show_default=False, help="run a share of the jobs, as 3/40")] = "",
    cluster: Address = "",
) -> int:
    """Run a plan; an existing results file of the same plan is continued."""
    from passatempo.campaigns.jobs import Shard
    from passatempo.campaigns.runs import run as run_plan
    from passatempo.campaigns.worker_pools import check_workers

    check_workers(workers, cluster)
    extra = "campaign" if cluster else ""
    with NamingExtras("campaign run", extra):
        campaign_plan, share = _load_plan(plan), Shard.read(shard)
    require_extras("campaign run", extra)
    name = out or campaign_plan.name + (f"-{share.part_number}-of-{share.part_count}" if shard else "") + ".sqlite"
    start = partial(run_plan, campaign_plan, name, workers=workers, cluster=cluster, shard=shard)
    return _go_on(path_of(name), campaign_plan.name, start)


@campaign.command(usage="Usage: passatempo campaign resume FILE [OPTIONS]")
def resume(file: File, /, *, workers: Workers = 0, cluster: Address = "") -> int:
    """Resume a run and retry the jobs that failed; from a damaged file, keep the readable results."""
    from passatempo.campaigns.runs import resume as resume_run

    path = path_of(file)
    return _go_on(path, path.stem, partial(resume_run, file, workers=workers, cluster=cluster))


def _go_on(path: Path, name: str, start: Callable[..., Results]) -> int:
    """Run the remaining jobs, and print the final counts, or how to resume."""
    from passatempo.campaigns.runs import RunFault

    # SIGTERM acts like Ctrl-C, which shells ignore in background jobs. A second one finds the stop already begun.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with progress_bar(f"campaign {name}") as bar, catch_warnings(), interruptible(Cancel(), at_once=True):
            simplefilter("always", UserWarning)
            warnings.showwarning = lambda message, *_: note(f"warning: {message}")
            results = start(report=bar if bar.is_terminal else _progress_lines())
    except RunFault as error:
        return _report_stop(str(error), path)
    except KeyboardInterrupt as error:
        if not error.args:  # before the first job
            raise
        return _report_stop(f"cancelled: {error}", path)
    sys.stdout.write(f"{results}; show them with: passatempo campaign report {quoted(str(path))}\n")
    return 0


def _progress_lines() -> Callable[[Progress], None]:
    """Return a report function that writes a line per minute to standard error."""
    last = [time.monotonic()]

    def report_progress(progress: Progress) -> None:
        if time.monotonic() - last[0] >= MINUTE:
            last[0] = time.monotonic()
            note(progress.text)

    return report_progress


def _report_stop(sentence: str, path: Path) -> int:
    sys.stderr.write(f"passatempo: {sentence}; resume with: passatempo campaign resume {quoted(str(path))}\n")
    sys.stderr.flush()
    return STOPPED


def _load_plan(word: str) -> Plan:
    """Read a plan from a file, from standard input, or by the name of a built-in plan."""
    from passatempo.campaigns.schedules import plan, plans

    if not os.path.lexists(word) and word in plans():
        return plan(word)
    try:
        return plan(Path(word))
    except FileNotFoundError:
        raise UsageError(f"{quote(word)} is neither a file nor a built-in plan ({', '.join(plans())})") from None


@campaign.command(usage="Usage: passatempo campaign status FILE [OPTIONS]")
def status(
    file: File,
    /,
    *,
    format: Annotated[  # noqa: A002
        Literal["text", "json"], Parameter(name=("--format", "-f"), help="how to print the result")
    ] = "text",
) -> int:
    """Show the progress of a campaign, even while it runs."""
    from passatempo.campaigns.results import status as status_of

    found = status_of(file)
    write_out(encode(found.to_json(), indent=2) if format == "json" else str(found), None)
    return 0


@campaign.command(usage="Usage: passatempo campaign merge FILE ... --out FILE")
def merge(
    *files: Annotated[str, Parameter(help="results files of the shards")],
    out: Annotated[str, Parameter(name=("--out", "-o"), help="the new results file")],
) -> int:
    """Merge the results of shards; two different results of one job are an error."""
    from passatempo.campaigns.results import merge as merge_results

    counts = merge_results(files, out).counts
    done = f"{count_of(counts['done'], 'job')} done, {counts['failed']} failed"
    sys.stdout.write(f"{done}, from {count_of(len(files), 'file')}\n")
    return 0


@campaign.command(usage="Usage: passatempo campaign export FILE --to csv|parquet [OPTIONS]")
def export(
    file: File,
    /,
    *,
    to: Annotated[Literal["csv", "parquet"], Parameter(help="format of the table")],
    out: Out = None,
) -> int:
    """Write all results as a table with one row per job, in the order of the plan."""
    from passatempo.campaigns.results import Results
    from passatempo.campaigns.results import export as export_results

    path = path_of(file)
    target = export_results(path, out or path.with_suffix(f".{to}"), to)
    sys.stdout.write(f"{count_of(sum(Results(path).counts.values()), 'row')} in {target}\n")
    return 0


@campaign.command(usage="Usage: passatempo campaign report FILE [OPTIONS]")
def report(
    file: File,
    /,
    *,
    format: Annotated[  # noqa: A002
        Literal["text", "csv", "markdown", "html", "json"] | None,
        Parameter(name=("--format", "-f"), help="format of the report [default: by the ending of --out, else text]"),
    ] = None,
    out: Out = None,
    figures: Annotated[str, Parameter(show_default=False, help="write the charts to this folder, as SVG and PNG")] = "",
    plan: Annotated[str, Parameter(show_default=False, help="use the report section of this plan")] = "",
) -> int:
    """Report the results as tables, with 95 % intervals and paired differences."""
    from passatempo.core.output import format_of

    form = format_of(out, format or "", endings=REPORT_ENDINGS)
    with NamingExtras("campaign report", "plots"):
        from passatempo.campaigns.reports import report as report_of

        campaign_report = report_of(file, plan=_load_plan(plan) if plan else None)
        if figures:
            _draw_charts(campaign_report, folder_of(figures, "--figures"))
        write_out(campaign_report.text(form), out)
    return 0


def _draw_charts(campaign_report: Report, folder: Path) -> None:
    """Write every chart twice: as SVG for web pages and as PNG for documents."""
    from passatempo.campaigns.charts import draw_chart
    from passatempo.core.output import atomic_file

    plot_tables = [table for table in campaign_report.report_tables if table.is_plotted]
    for number, table in enumerate(plot_tables, 1):
        for form in ("svg", "png"):
            with atomic_file(folder / f"{campaign_report.plan.name}-{number}.{form}", binary=True) as file:
                file.write(draw_chart(table, campaign_report.plan.layout, form))


@campaign.command(usage="Usage: passatempo campaign plan [NAME]")
def plan(name: Annotated[str, Parameter(show_default=False, help="name of a built-in plan")] = "", /) -> int:
    """Print a built-in plan; without a name, list them."""
    from passatempo.campaigns.schedules import plan as plan_of
    from passatempo.campaigns.schedules import plans

    if name:
        write_out(str(plan_of(name)), None)
        return 0
    for plan_name in plans():
        campaign_plan = plan_of(plan_name)
        sys.stdout.write(f"{plan_name}: {campaign_plan.title} ({count_of(campaign_plan.jobs, 'job')})\n")
    return 0
