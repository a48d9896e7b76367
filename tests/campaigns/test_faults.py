"""Whatever happens to a campaign, `resume` ends where an undisturbed run does: processes die, disks fill, files break.

Tests: campaigns/runs.py, campaigns/worker_pools.py, campaigns/runs.py, campaigns/store.py
"""

import os
import random
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from passatempo.campaigns.jobs import perform_jobs
from passatempo.campaigns.runs import Campaign, new_run, utc_time
from passatempo.campaigns.schedules import read_plan
from passatempo.campaigns.store import StoreFault, is_sound, new_store, open_store
from passatempo.campaigns.worker_pools import Processes
from passatempo.core.errors import UsageError
from passatempo.core.output import sole_writer
from passatempo.games.tallies import on_network

from .conftest import begun, command, told


def run(path, workers=1, **more):
    """Go on with a file of results in this process and its workers."""
    with open_store(path) as store:
        crew = Processes(workers)
        try:
            campaign = Campaign(store, crew, **more)
            campaign.run()
        finally:
            crew.leave()
    return campaign


@pytest.fixture
def undisturbed(plan, tmp_path):
    """Return the results of a plain loop over all jobs, which nothing disturbs."""

    def made(text):
        found = read_plan(text)
        with new_store(tmp_path / "undisturbed.sqlite", found) as store:
            store.add_results(perform_jobs(text, range(found.jobs)))
        return told(store.path)

    return made


def children(pid):
    """Return the processes below a process."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


def command_line(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def workers_of(pid):
    """Return the processes that do the jobs of a run."""
    return [child for child in children(pid) if "spawn_main" in command_line(child)]


def wait_for(condition, seconds=30.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it never came to be")


def done_of(path):
    """Return how many jobs of a file are done; 0 before there is one."""
    try:
        with open_store(path, to_read=True) as store:
            return store.state_counts()["done"]
    except (UsageError, StoreFault):
        return 0


def test_workers_that_die_cost_nothing_and_a_job_that_kills_them_is_found(plan, file_of, faults, undisturbed):
    """First a job kills its worker once; then some jobs kill every worker they meet, and they alone are to blame."""
    text = plan(repeat=6)
    right = undisturbed(text)
    path = file_of(text)
    (faults / "die-once").touch()
    assert run(path, workers=2).failure_count == 0
    assert told(path) == right
    other = file_of(text, "other.sqlite")
    (faults / "die").touch()
    assert run(other).failure_count > 0
    with open_store(other) as store:
        failed = [one for one in store.read_results() if one.state == "failed"]
        assert {one.row_json for one in failed} == {"its worker process ended (BrokenProcessPool)"}
        assert store.state_counts() == {"done": 18 - len(failed), "failed": len(failed)}
    (faults / "die").unlink()
    run(other)
    assert told(other) == right


def test_a_job_that_raises_is_tried_once_more_then_told(plan, file_of, faults, undisturbed):
    text = plan(repeat=10)
    right = undisturbed(text)
    path = file_of(text)
    (faults / "raise").touch()
    campaign = run(path)
    assert campaign.failure_count > 0
    assert set(campaign.try_counts.values()) == {2}
    with open_store(path) as store:
        failures = {one.row_json for one in store.read_results() if one.state == "failed"}
    assert failures == {"RuntimeError: a walk that was told to fail"}
    (faults / "raise").unlink()
    (faults / "raise-once").touch()
    assert run(path).failure_count == 0
    assert told(path) == right


@pytest.mark.interrupts
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_parent_that_is_killed_or_interrupted_is_gone_on_with(plan, tmp_path, number, undisturbed):
    """No worker outlives it, and what was finished is kept."""
    text = plan(repeat=40, sleep=0.02)
    (tmp_path / "plan.toml").write_text(text)
    path = tmp_path / "results.sqlite"
    process = begun("run", tmp_path / "plan.toml", "-o", path, "--workers", "2")
    wait_for(lambda: done_of(path) > 0)
    workers = workers_of(process.pid)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert workers
    wait_for(lambda: not any("spawn_main" in command_line(worker) for worker in workers))
    kept = done_of(path)
    assert 0 < kept < 120
    if number == signal.SIGINT:
        assert process.returncode == 3
        assert re.fullmatch(
            rf"passatempo: cancelled: \d+ of 120 jobs are done; resume with: passatempo campaign resume {path}\n", err
        ), err
        assert out == ""
    else:
        assert process.returncode == -signal.SIGKILL
    run(path)
    assert told(path) == undisturbed(text)


def test_a_full_disk_ends_a_run_and_loses_nothing(plan, tmp_path, undisturbed, monkeypatch):
    """A limit of the file size stands for the disk: the system refuses the write in the middle of a transaction."""
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)  # which would write its lines to that disk
    text = plan(repeat=1500)
    (tmp_path / "plan.toml").write_text(text)
    path = tmp_path / "results.sqlite"
    small = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))}
    stopped = command("run", tmp_path / "plan.toml", "-o", path, "--workers", "1", **small)
    assert stopped.returncode == 3, stopped
    assert "jobs are done; resume with: passatempo campaign resume" in stopped.stderr
    assert "Traceback" not in stopped.stderr
    assert done_of(path) < 4500
    run(path)
    assert told(path) == undisturbed(text)


def test_a_file_that_another_program_locks_is_told(plan, file_of):
    path = file_of(plan(repeat=2))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with open_store(path, wait=0.05) as store, pytest.raises(StoreFault, match="another program has locked it"):
        store.begin_run(new_run("here"))
    other.execute("ROLLBACK")
    other.close()
    assert run(path).success_count == 6


@pytest.mark.parametrize("share", [0.3, pytest.param(0.9, marks=pytest.mark.long), 0.999])
def test_a_file_that_ends_too_early_is_mended_and_gone_on_with(plan, file_of, share, undisturbed):
    text = plan(repeat=300)
    right = undisturbed(text)
    path = file_of(text)
    run(path)
    os.truncate(path, int(path.stat().st_size * share))
    ended = command("resume", path, "--workers", "1")
    assert ended.returncode == 0, ended
    assert "is damaged" in ended.stderr
    assert path.with_name(path.name + ".damaged").exists()
    assert told(path) == right


def test_a_file_that_is_none_is_refused(tmp_path):
    for content in (b"", b"no database", b"SQLite format 3\0" + bytes(84), bytes(5000)):
        (tmp_path / "x.sqlite").write_bytes(content)
        with pytest.raises((StoreFault, UsageError, ValueError)):
            open_store(tmp_path / "x.sqlite")
        assert (tmp_path / "x.sqlite").read_bytes() == content


def test_two_runs_on_one_file_are_one_too_many(plan, file_of):
    """The lock ends with the process; one left behind by a killed run locks nothing."""
    path = file_of(plan(repeat=2))
    with sole_writer(path):
        refused = command("resume", path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "is being written by another program" in refused.stderr
    path.with_name(path.name + ".lock").touch()
    with sole_writer(path):
        pass
    assert not path.with_name(path.name + ".lock").exists()


def test_another_plan_is_refused_and_nothing_is_written(plan, file_of, tmp_path):
    path = file_of(plan(repeat=2))
    before = path.read_bytes()
    (tmp_path / "other.toml").write_text(plan(repeat=3))
    refused = command("run", tmp_path / "other.toml", "-o", path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "has the results of another plan" in refused.stderr
    (tmp_path / "bad.toml").write_text(plan(repeat=3).replace("steps", "stepz"))
    refused = command("run", tmp_path / "bad.toml", "-o", tmp_path / "new.sqlite")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "[grid] stepz: unknown key, did you mean 'steps'?" in refused.stderr
    assert path.read_bytes() == before
    assert not (tmp_path / "new.sqlite").exists()


def test_a_clock_that_goes_back_changes_nothing(plan, file_of, monkeypatch, undisturbed):
    text = plan(repeat=3)
    right = undisturbed(text)
    clock = [2e9]

    def back():
        clock[0] -= 3600
        return clock[0]

    monkeypatch.setattr(time, "time", back)
    with open_store(file_of(text)) as store:
        number = store.begin_run(new_run("here"))
        store.end_run(number, utc_time())
        [entry] = store.read_runs()
        path = store.path
    assert entry.ended < entry.began
    run(path)
    assert told(path) == right


def test_on_a_network_file_system_no_log_is_kept_beside(plan, file_of, monkeypatch):
    monkeypatch.setattr("passatempo.games.tallies.on_network", lambda path: True)
    with open_store(file_of(plan(repeat=2))) as store:
        assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    monkeypatch.undo()
    with open_store(store.path) as store:
        assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_mounts_are_read_as_the_system_writes_them(monkeypatch):
    mounts = ("/ / rw - ext4 /dev/a rw", "/ /net rw shared:3 - nfs4 s:/a rw", "/ /net/b rw - xfs d rw")
    table = "\n".join(f"22 1 8:1 {mount}" for mount in mounts)
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: table)
    monkeypatch.setattr(Path, "resolve", lambda self: self)
    found = [on_network(Path(name)) for name in ("/net/a/x", "/net/b/x", "/network", "/x")]
    assert found == [True, False, False, False]


# ---- Random moments ----


@pytest.mark.long
def test_workers_killed_at_twenty_random_moments(plan, tmp_path, undisturbed):
    text = plan(repeat=400, sleep=0.01)
    (tmp_path / "plan.toml").write_text(text)
    path, draw = tmp_path / "results.sqlite", random.Random()
    process = begun("run", tmp_path / "plan.toml", "-o", path, "--workers", "2")
    killed = 0
    while process.poll() is None and killed < 20:
        time.sleep(draw.uniform(0.1, 0.6))
        for worker in workers_of(process.pid)[:1]:
            os.kill(worker, signal.SIGKILL)
            killed += 1
    assert process.wait(timeout=120) == 0
    process.communicate()
    assert killed >= 5
    assert command("resume", path).returncode == 0
    assert told(path) == undisturbed(text)


@pytest.mark.long
def test_the_parent_killed_at_two_hundred_random_moments(plan, tmp_path, undisturbed):
    """Whatever a kill leaves is read, and has all that an earlier one left."""
    text = plan(repeat=1500, sleep=0.005)
    right = undisturbed(text)
    (tmp_path / "plan.toml").write_text(text)
    path, draw, before = tmp_path / "results.sqlite", random.Random(), 0
    for _ in range(200):
        words = ("resume", path) if path.exists() else ("run", tmp_path / "plan.toml", "-o", path)
        process = begun(*words, "--workers", "2")
        time.sleep(draw.uniform(0.3, 2.0))
        process.kill()
        process.communicate()
        if path.exists():
            assert is_sound(path)
            assert done_of(path) >= before
            before = done_of(path)
        if before == 4500:
            assert told(path) == right
            path.unlink()
            before = 0
    words = ("resume", path) if path.exists() else ("run", tmp_path / "plan.toml", "-o", path)
    assert command(*words, "--workers", "2").returncode == 0
    assert told(path) == right


@pytest.mark.long
def test_a_lost_scheduler_strands_the_run_and_resume_ends_it(plan, tmp_path, undisturbed):
    """The scheduler is killed at random moments; twenty times the run ends with code 3 and says how it goes on."""
    pytest.importorskip("distributed")
    text = plan(repeat=1000, sleep=0.02)
    (tmp_path / "plan.toml").write_text(text)
    path, draw = tmp_path / "results.sqlite", random.Random()
    words = ("run", tmp_path / "plan.toml", "-o", path)
    for _ in range(20):
        port = 20000 + draw.randrange(20000)
        with cluster(tmp_path, port) as scheduler:
            process = begun(*words, "--cluster", f"tcp://127.0.0.1:{port}")
            wait_for(lambda before=done_of(path): done_of(path) > before, 60)
            time.sleep(draw.uniform(0.0, 0.5))
            os.kill(scheduler.pid, signal.SIGKILL)
            _, err = process.communicate(timeout=90)
        assert process.returncode == 3, err
        assert "the connection to the cluster is lost" in err
        words = ("resume", path)
    assert command(*words, "--workers", "2").returncode == 0
    assert told(path) == undisturbed(text)


class cluster:  # noqa: N801 - read as a word of the test
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, home, port):
        self.home, self.port = home, port

    def __enter__(self):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": self.home, "env": os.environ}
        dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
        flags = ["--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard", "--no-show"]
        self.scheduler = subprocess.Popen([*dask, *flags], **quiet)
        wait_for(self.answers, 60)
        dask = [sys.executable, "-m", "distributed.cli.dask_worker", f"tcp://127.0.0.1:{self.port}"]
        flags = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "20"]
        self.workers = [subprocess.Popen([*dask, *flags], **quiet) for _ in range(2)]
        return self.scheduler

    def answers(self):
        """Whether the scheduler takes connections."""
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self.port)) == 0

    def __exit__(self, *_):
        for process in (self.scheduler, *self.workers):
            process.kill()
            process.wait()
