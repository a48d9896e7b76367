"""The commands `campaign ...`: run, resume and inspect a plan; merge, export and report its results."""

from __future__ import annotations

import os
import signal
import sys
import time
from shlex import quote as quoted
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from passatempo.cli.files import write_out
from passatempo.cli.notes import STOPPED, note
from passatempo.cli.progress import interruptible, progress_bar
from passatempo.core.errors import UsageError, quote
from passatempo.core.input import path_of, read_text
from passatempo.core.json import count_of, encode
from passatempo.core.limits import Cancel, Progress
from passatempo.core.methods import NamingExtras, require_extras
from passatempo.core.output import folder_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from passatempo.campaigns.reports import Report
    from passatempo.campaigns.schedules import Plan
    from passatempo.campaigns.store import Store

MINUTE = 60.0  # seconds between two lines of progress without a terminal
HELP = "Run studies of thousands of runs on all processors, in shards or on a Dask cluster, and report the results."
REPORT_ENDINGS = {"html": "html", "csv": "csv", "md": "markdown", "json": "json", "txt": "text"}
Out = Annotated[str | None, Parameter(name=("--out", "-o"), help="write the result to this file")]
Results = Annotated[str, Parameter(help="results file of a run")]
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
    from passatempo.campaigns.store import new_store, open_store
    from passatempo.campaigns.worker_pools import check_workers

    check_workers(workers, cluster)
    extra = "campaign" if cluster else ""
    with NamingExtras("campaign run", extra):
        campaign_plan, share = _load_plan(plan), Shard.read(shard)
    require_extras("campaign run", extra)
    name = out or campaign_plan.name + (f"-{share.part_number}-of-{share.part_count}" if shard else "") + ".sqlite"
    path = path_of(name)
    if path.exists():
        with open_store(path, to_read=True) as store:
            if store.plan.hash != campaign_plan.hash:
                raise UsageError(f"{quote(path)} has the results of another plan: name another file with --out")
            if store.shard != share:
                raise UsageError(f"{quote(path)} has the shard {str(store.shard) or 'of all'}: name another file")
    else:
        new_store(path, campaign_plan, share).__exit__()
    return _go_on(path, workers, cluster)


@campaign.command(usage="Usage: passatempo campaign resume FILE [OPTIONS]")
def resume(file: Results, /, *, workers: Workers = 0, cluster: Address = "") -> int:
    """Resume a run and retry the jobs that failed; from a damaged file, keep the readable results."""
    return _go_on(path_of(file), workers, cluster)


def _go_on(path: Path, workers: int, cluster: str) -> int:
    """Run the remaining jobs. Whatever stops the run, all finished jobs are stored."""
    from passatempo.campaigns.runs import Campaign, new_run, utc_time
    from passatempo.campaigns.store import StoreFault, open_store
    from passatempo.campaigns.worker_pools import pool_of
    from passatempo.core.output import sole_writer

    # SIGTERM acts like Ctrl-C, which shells ignore in background jobs. A second one finds the stop already begun.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    resume_hint = f"resume with: passatempo campaign resume {quoted(str(path))}"
    with sole_writer(path):
        _mend_store(path)
        with open_store(path) as store, progress_bar(f"campaign {store.plan.name}") as bar:
            if all(store.read_progress()[0]):
                return _report_finish(store, path)
            worker_pool = pool_of(workers, cluster)
            under_way = Campaign(store, worker_pool, bar if bar.is_terminal else _progress_lines())
            try:
                number = store.begin_run(new_run(f"{worker_pool.workers} on {cluster or 'this machine'}"))
                with interruptible(Cancel(), at_once=True):
                    under_way.run()
                store.end_run(number, utc_time())
            except KeyboardInterrupt:
                worker_pool.leave()
                return _report_stop(
                    f"cancelled: {under_way.success_count} of {under_way.job_total} jobs are done; {resume_hint}"
                )
            except StoreFault as error:
                worker_pool.leave()
                return _report_stop(
                    f"{error}; {under_way.success_count} of {under_way.job_total} jobs are done; {resume_hint}"
                )
            worker_pool.leave()
            return _report_finish(store, path)


def _mend_store(path: Path) -> None:
    """Replace a damaged file by its readable results."""
    from passatempo.campaigns.store import is_sound, salvage

    if not is_sound(path):
        salvage_count = salvage(path)
        note(f"warning: {quote(path)} is damaged; {count_of(salvage_count, 'result')} could be read")


def _progress_lines() -> Callable[[Progress], None]:
    """Return a report function that writes a line per minute to standard error."""
    last = [time.monotonic()]

    def report_progress(progress: Progress) -> None:
        if time.monotonic() - last[0] >= MINUTE:
            last[0] = time.monotonic()
            note(progress.text)

    return report_progress


def _report_stop(sentence: str) -> int:
    sys.stderr.write(f"passatempo: {sentence}\n")
    sys.stderr.flush()
    return STOPPED


def _report_finish(store: Store, path: Path) -> int:
    """Print the final counts of jobs."""
    counts = store.state_counts()
    failure_note = f", {counts['failed']} failed" if counts["failed"] else ""
    job_summary = f"{count_of(counts['done'], 'job')} done{failure_note}; show them with: passatempo campaign report"
    sys.stdout.write(f"{job_summary} {quoted(str(path))}\n")
    return 0


def _load_plan(word: str) -> Plan:
    """Read a plan from a file, from standard input, or by the name of a built-in plan."""
    from passatempo.campaigns.schedules import list_plans, plan_text, read_plan

    if not os.path.lexists(word) and word in list_plans():
        return read_plan(plan_text(word))
    try:
        return read_plan(read_text(word))
    except FileNotFoundError:
        raise UsageError(f"{quote(word)} is neither a file nor a built-in plan ({', '.join(list_plans())})") from None


@campaign.command(usage="Usage: passatempo campaign status FILE [OPTIONS]")
def status(
    file: Results,
    /,
    *,
    format: Annotated[  # noqa: A002
        Literal["text", "json"], Parameter(name=("--format", "-f"), help="how to print the result")
    ] = "text",
) -> int:
    """Show the progress of a campaign, even while it runs."""
    from passatempo.campaigns.results import status_of

    with_runs = status_of(path_of(file))
    write_out(encode(with_runs.status_json, indent=2) if format == "json" else with_runs.text, None)
    return 0


@campaign.command(usage="Usage: passatempo campaign merge FILE ... --out FILE")
def merge(
    *files: Annotated[str, Parameter(help="results files of the shards")],
    out: Annotated[str, Parameter(name=("--out", "-o"), help="the new results file")],
) -> int:
    """Merge the results of shards; two different results of one job are an error."""
    from passatempo.campaigns.results import merge_stores as join

    if not files:
        raise UsageError("pass the results files to merge, and --out for the new one")
    job_count, failure_count = join([path_of(file) for file in files], path_of(out))
    sys.stdout.write(
        f"{count_of(job_count, 'job')} done, {failure_count} failed, from {count_of(len(files), 'file')}\n"
    )
    return 0


@campaign.command(usage="Usage: passatempo campaign export FILE --to csv|parquet [OPTIONS]")
def export(
    file: Results,
    /,
    *,
    to: Annotated[Literal["csv", "parquet"], Parameter(help="format of the table")],
    out: Out = None,
) -> int:
    """Write all results as a table with one row per job, in the order of the plan."""
    from passatempo.campaigns.results import export as write
    from passatempo.campaigns.store import open_store

    path = path_of(file)
    target = path_of(out or str(path.with_suffix(f".{to}")))
    with open_store(path, to_read=True) as store:
        count = write(store, target, to)
    sys.stdout.write(f"{count_of(count, 'row')} in {target}\n")
    return 0


@campaign.command(usage="Usage: passatempo campaign report FILE [OPTIONS]")
def report(
    file: Results,
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
        from passatempo.campaigns.reports import report_of, write_report

        campaign_report = report_of(path_of(file), _load_plan(plan) if plan else None)
        if figures:
            _draw_charts(campaign_report, folder_of(figures, "--figures"))
        write_out(write_report(campaign_report, form), out)
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
    from passatempo.campaigns.schedules import list_plans, plan_text, read_plan

    if name:
        write_out(plan_text(name), None)
        return 0
    for plan_name in list_plans():
        campaign_plan = read_plan(plan_text(plan_name))
        sys.stdout.write(f"{plan_name}: {campaign_plan.title} ({count_of(campaign_plan.jobs, 'job')})\n")
    return 0
