"""What campaigns cost: ``python benchmarks/campaign_bars.py [NAME ...]``; figures in docs/results/campaigns.md.

Times are of the processor, of this process and of all that it started and waited for, unless they say otherwise.
"""

import csv
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Executor, Future
from hashlib import sha256
from pathlib import Path

from passatempo.campaigns.jobs import JobResult, canonical_json, name_of, perform_jobs
from passatempo.campaigns.results import write_table
from passatempo.campaigns.runs import Campaign
from passatempo.campaigns.schedules import plan_text, read_plan
from passatempo.campaigns.store import new_store, open_store

ROW = '{"wins":12,"games":20,"guesses":3.25,"method_seconds":0.000123}'


def spent():
    """Return seconds of the processor: this process, and its children that have ended."""
    found = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in found)


def smaller(name, repeat):
    """Return a shipped plan with other repetitions."""
    text = plan_text(name)
    line = next(line for line in text.splitlines() if line.startswith("repeat"))
    return text.replace(line, f"repeat = {repeat}")


def plan_of(jobs):
    return f'name = "bar"\nrepeat = {jobs // 4}\n[run]\ngenerate = "mnk"\n[grid]\nmarks = [0, 1, 2, 3]'


def command(*words):
    """Run the command line; return the seconds of the processor and of the clock."""
    before, began = spent(), time.monotonic()
    subprocess.run([sys.executable, "-m", "passatempo", "campaign", *words], check=True, capture_output=True)
    return spent() - before, time.monotonic() - began


def results_of(plan, numbers):
    """Make results as a worker returns them, without doing anything."""
    cells = [canonical_json(plan.cell(number)) for number in range(plan.cells)]
    repeat = plan.repeat
    return [JobResult(name_of(plan, cells[k // repeat], k % repeat), k, "done", ROW, 0.01) for k in numbers]


class Instant(Executor):
    """An executor that has done every job at once."""

    workers, sound = 2, True

    def __init__(self, plan):
        self.plan, self.executor = plan, self

    def submit(self, function, text, numbers):
        """Return a future that is over."""
        future = Future()
        future.set_result(results_of(self.plan, numbers))
        return future


def insert(home):
    """Write a million rows in chunks of a hundred, a transaction each."""
    plan = read_plan(plan_of(10**6))
    chunks = [results_of(plan, range(low, low + 100)) for low in range(0, 10**6, 100)]
    with new_store(home / "insert.sqlite", plan) as store:
        before = spent()
        for chunk in chunks:
            store.add_results(chunk)
    size = (home / "insert.sqlite").stat().st_size / 2**20
    print(f"insert: 10^6 rows in 10^4 transactions: {spent() - before:.1f} s; the file has {size:.0f} MiB")


def memory(home):
    """Measure a parent that sends and keeps a million jobs, and one of ten thousand."""
    for jobs in (10**4, 10**6):
        code = f"import campaign_bars as bars; bars.parent({jobs}, {str(home)!r})"
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        print(f"memory: {jobs} jobs: {done.stdout.strip()}")


def parent(jobs, home):
    """Run the loop of a campaign with an executor that has done every job at once."""
    plan = read_plan(plan_of(jobs))
    with new_store(Path(home) / f"memory{jobs}.sqlite", plan) as store:
        Campaign(store, Instant(plan)).run()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"at most {most:.0f} MiB, {spent():.1f} s of the processor")


def resume(home):
    """Time the command on a finished plan of 10^5 jobs, start of the interpreter included."""
    plan = read_plan(plan_of(10**5))
    path = home / "resume.sqlite"
    with new_store(path, plan) as store:
        store.add_results(results_of(plan, range(10**5)))
    found = [command("resume", str(path)) for _ in range(3)]
    print("resume: 10^5 finished jobs: " + ", ".join(f"{cpu:.2f} s ({wall:.2f} s of the clock)" for cpu, wall in found))


def overhead(home):
    """Jobs of about 10 ms: the command with one worker against a plain loop over the same jobs."""
    run = 'simulate = "machiavelli closing"\ndeals = 30'
    text = f'name = "overhead"\nrepeat = 1500\n[run]\n{run}\n[grid]\ntable = 40\nhand = 8'
    (home / "overhead.toml").write_text(text)
    code = f"from passatempo.campaigns.jobs import perform_jobs; perform_jobs({text!r}, range(1500))"
    for turn in range(2):
        before = spent()
        subprocess.run([sys.executable, "-c", code], check=True)
        loop = spent() - before
        cpu, _ = command("run", str(home / "overhead.toml"), "-o", str(home / f"over{turn}.sqlite"), "--workers", "1")
        print(
            f"overhead: 1500 jobs of {loop / 1.5:.2f} ms: loop {loop:.1f} s, "
            f"campaign {cpu:.1f} s: {cpu / loop - 1:+.1%}"
        )


def scaling(home):
    """One worker and two, in turns: jobs a processor second, and a second of the clock."""
    for name, repeat in (("minesweeper-policies", 4), ("optimiza-greedies", 12)):
        text = smaller(name, repeat)
        (home / f"{name}.toml").write_text(text)
        jobs = read_plan(text).jobs
        found = {1: [0.0, 0.0], 2: [0.0, 0.0]}
        for turn in range(2):
            for workers in (1, 2):
                out = home / f"{name}-{workers}-{turn}.sqlite"
                cpu, wall = command("run", str(home / f"{name}.toml"), "-o", str(out), "--workers", str(workers))
                found[workers][0] += cpu
                found[workers][1] += wall
        (one, wall), (two, walls) = found[1], found[2]
        print(f"scaling: {name}, {jobs} jobs twice: 1 worker {one:.1f} s ({wall:.1f} s of the clock), ", end="")
        print(f"2 workers {two:.1f} s ({walls:.1f} s): {2 * one / two:.2f} times the jobs ", end="")
        print(f"in a second of two processors, {wall / walls:.2f} times by the clock")


def same(home):
    """One process, two, a Dask cluster here, four shards: the same rows, times aside."""
    text = smaller("optimiza-greedies", 4)
    file = home / "same.toml"
    file.write_text(text)
    ways = {"1": ["--workers", "1"], "2": ["--workers", "2"], "dask": ["--cluster", "local", "--workers", "2"]}
    found = {}
    for name, flags in ways.items():
        command("run", str(file), "-o", str(home / f"same-{name}.sqlite"), *flags)
        found[name] = digest(home / f"same-{name}.sqlite")
    parts = [str(home / f"part{part}.sqlite") for part in range(1, 5)]
    for part, path in enumerate(parts, 1):
        command("run", str(file), "-o", path, "--shard", f"{part}/4", "--workers", "1")
    command("merge", *parts, "-o", str(home / "same-all.sqlite"))
    found["4 shards"] = digest(home / "same-all.sqlite")
    loop = home / "same-loop.sqlite"
    plan = read_plan(text)
    with new_store(loop, plan) as store:
        store.add_results(perform_jobs(text, range(plan.jobs)))
    found["plain loop"] = digest(loop)
    reports = set()
    for name in (*ways, "all"):
        command("report", str(home / f"same-{name}.sqlite"), "-o", str(home / "report.html"), "-f", "html")
        reports.add(sha256((home / "report.html").read_bytes()).hexdigest()[:16])
    print(f"same: {plan.jobs} jobs: {found}; different reports: {len(reports)}")


def digest(path):
    """Hash the results of a file, times aside."""
    with open_store(path, to_read=True) as store:
        write_table(store, path.with_suffix(".csv"), "csv")
    rows = list(csv.reader(path.with_suffix(".csv").read_text().splitlines()))
    kept = [k for k, head in enumerate(rows[0]) if not head.endswith("seconds")]
    return sha256(repr([[row[k] for k in kept] for row in rows]).encode()).hexdigest()[:16]


if __name__ == "__main__":
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    bars = {one.__name__: one for one in (insert, memory, resume, overhead, scaling, same)}
    for chosen in sys.argv[1:] or bars:
        with tempfile.TemporaryDirectory() as folder:
            bars[chosen](Path(folder))
            sys.stdout.flush()
