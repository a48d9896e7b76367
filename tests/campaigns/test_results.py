"""The same plan gives the same results on one process, on two, in shards and on a cluster; files are joined with care.

Tests: campaigns/jobs.py, campaigns/runs.py, campaigns/results.py, campaigns/jobs.py, campaigns/results.py,
campaigns/results.py, campaigns/worker_pools.py, cli/campaign.py
"""

import csv
import sqlite3
from itertools import chain

import pytest

from passatempo.campaigns.jobs import JobResult, Shard, canonical_json, name_of, pending_jobs, perform_jobs
from passatempo.campaigns.results import merge, write_table
from passatempo.campaigns.runs import Chunks
from passatempo.campaigns.schedules import read_plan
from passatempo.campaigns.store import open_store
from passatempo.cli.main import run as command_line
from passatempo.core.errors import UsageError

from .conftest import command, told


@pytest.fixture
def filled(file_of):
    """Return a file with the results of a plain loop over all jobs of a share."""

    def made(text, name="results.sqlite", shard=Shard()):
        path = file_of(text, name, shard)
        with open_store(path) as store:
            numbers = list(pending_jobs(store.plan, shard, bytearray(store.plan.jobs)))
            store.add_results(perform_jobs(text, numbers))
        return path

    return made


def test_shards_share_all_jobs_and_merge_into_the_whole(plan, filled, tmp_path):
    text = plan(repeat=20)
    parts = [filled(text, f"{part}.sqlite", Shard(part, 4)) for part in range(1, 5)]
    counts = []
    for path in parts:
        with open_store(path) as store:
            counts.append(store.state_counts()["done"])
    assert sum(counts) == 60
    assert min(counts) > 5
    assert merge(parts[::-1], tmp_path / "all.sqlite").counts == {"done": 60, "failed": 0}
    assert told(tmp_path / "all.sqlite") == told(filled(text))


@pytest.mark.parametrize("flags", [["--workers", "1"], ["--workers", "2"]])
def test_the_command_gives_what_a_plain_loop_gives(plan, filled, tmp_path, capsys, flags):
    text = plan(repeat=5)
    (tmp_path / "plan.toml").write_text(text)
    out = str(tmp_path / "out.sqlite")
    assert command_line(["campaign", "run", str(tmp_path / "plan.toml"), "-o", out, *flags]) == 0
    assert "15 jobs done" in capsys.readouterr().out
    assert told(out) == told(filled(text))


@pytest.mark.long
def test_a_cluster_and_four_shards_give_what_a_plain_loop_gives(plan, filled, tmp_path):
    text = plan(repeat=30)
    (tmp_path / "plan.toml").write_text(text)
    out, right = str(tmp_path / "out.sqlite"), told(filled(text))
    whole = ["run", tmp_path / "plan.toml", "-o"]
    assert command(*whole, out, "--cluster", "local", "--workers", "2").returncode == 0
    assert told(out) == right
    parts = [str(tmp_path / f"part{part}.sqlite") for part in range(1, 5)]
    for part, path in enumerate(parts, 1):
        assert command(*whole, path, "--shard", f"{part}/4", "--workers", "2").returncode == 0
    assert command("merge", *parts, "-o", tmp_path / "all.sqlite").returncode == 0
    assert told(tmp_path / "all.sqlite") == right


def test_a_name_depends_on_plan_cell_and_repetition_alone():
    plan = read_plan('name = "p"\nrepeat = 2\n[run]\nquestion = "optimiza best"\n[grid]\nN = [4, 5]\nmethod = "exact"')
    twin = read_plan('name = "p"\nrepeat = 2\n[run]\nquestion = "optimiza best"\nmethod = "exact"\n[grid]\nN = [4, 5]')
    assert canonical_json(plan.cell(0)) == canonical_json(twin.cell(0)) == '{"N":4,"method":"exact"}'
    names = {name_of(plan, canonical_json(plan.cell(c)), k) for c in range(2) for k in range(2)}
    assert len(names) == 4


def test_a_job_done_twice_is_one_row_and_a_failure_gives_way(plan, file_of):
    with open_store(file_of(plan(repeat=1))) as store:
        [one] = perform_jobs(store.plan.text, [0])
        failed = JobResult(one.job_name, 0, "failed", "no", 0.0)
        for attempt in (failed, failed, one, failed, one):
            store.add_results([attempt])
        assert [(found.state, found.row_json) for found in store.read_results()] == [("done", one.row_json)]


def test_a_merge_refuses_other_plans_and_other_results(plan, filled, tmp_path):
    """Both results are shown; a time is none, and a result wins over a failure."""
    text = plan(repeat=2)
    one, other = filled(text, "one.sqlite"), filled(text, "other.sqlite")
    assert merge([one, other], tmp_path / "same.sqlite").counts == {"done": 6, "failed": 0}
    with pytest.raises(UsageError, match="exists already"):
        merge([one, other], tmp_path / "same.sqlite")
    with pytest.raises(UsageError, match="is of another plan than"):
        merge([one, filled(plan(repeat=3), "third.sqlite")], tmp_path / "third-plan.sqlite")
    with sqlite3.connect(other) as connection:
        connection.execute("UPDATE results SET row = replace(row, '\"games\":1', '\"games\":2') WHERE number = 3")
    with pytest.raises(UsageError, match=r'has two results: .*"games":1.* and, in .*"games":2'):
        merge([one, other], tmp_path / "different.sqlite")
    assert sorted(path.name for path in tmp_path.glob("*different*")) == []
    with sqlite3.connect(other) as connection:
        connection.execute("UPDATE results SET state = 'failed', row = 'no' WHERE number = 3")
    assert merge([other, one], tmp_path / "won.sqlite").counts == {"done": 6, "failed": 0}


def test_chunks_hold_every_job_once_and_about_as_long_as_is_aimed_at():
    chunks = Chunks(iter(range(1000)), 100, 1.0)
    sent = []
    while chunk := chunks.next_chunk():
        sent.append(chunk)
        for number in chunk:
            chunks.learn_time(number, 0.01 * (1 + number // 100))
    assert list(chain.from_iterable(sent)) == list(range(1000))
    seconds = [sum(0.01 * (1 + number // 100) for number in chunk) for chunk in sent]
    assert max(seconds) <= 1.3
    assert sum(seconds) / len(seconds) > 0.5


def test_an_export_has_a_row_a_job_in_order(plan, filled, tmp_path):
    with open_store(filled(plan(repeat=3)), to_read=True) as store:
        assert write_table(store, tmp_path / "a.csv", "csv") == 9
        assert write_table(store, tmp_path / "b.csv", "csv") == 9
        rows = list(csv.DictReader((tmp_path / "a.csv").read_text().splitlines()))
        assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
        assert [row["steps"] for row in rows] == ["5"] * 3 + ["10"] * 3 + ["20"] * 3
        assert {row["far"] for row in rows} <= {"true", "false"}
        parquet = pytest.importorskip("pyarrow.parquet")
        assert write_table(store, tmp_path / "a.parquet", "parquet") == 9
        table = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert [str(row["place"]) for row in table] == [row["place"] for row in rows]
    assert isinstance(table[0]["far"], bool)


def test_the_status_is_told_while_nothing_is_done_and_of_a_shard(plan, file_of, filled, capsys):
    assert command_line(["campaign", "status", str(file_of(plan(repeat=2)))]) == 0
    assert "walks: 0 of 6 jobs done, 0 failed" in capsys.readouterr().out
    path = filled(plan(repeat=20), "part.sqlite", Shard(1, 2))
    assert command_line(["campaign", "status", str(path), "--format", "json"]) == 0
    assert '"shard": "1/2"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run", "nowhere"], "'nowhere' is neither a file nor a built-in plan"),
        (["run", "optimiza-greedies", "--workers", "0x"], "--workers"),
        (["run", "optimiza-greedies", "--shard", "5/4", "-o", "x.sqlite"], "--shard: '5/4': the part is from 1 to 4"),
        (["run", "optimiza-greedies", "--shard", "a", "-o", "x.sqlite"], "--shard: 'a' is not like 3/40"),
        (
            ["run", "optimiza-greedies", "--workers", "-3", "-o", "x.sqlite"],
            "--workers: -3 is not a number of processes",
        ),
        (["run", "optimiza-greedies", "--cluster", "here", "-o", "x.sqlite"], "--cluster: 'here' is neither"),
        (["resume", "nowhere"], "'nowhere' is not a results file"),
        (["merge", "-o", "x.sqlite"], "pass the results files to merge"),
        (["merge", "nowhere", "-o", "x.sqlite"], "'nowhere' is not a results file"),
        (["export", "nowhere", "--to", "csv"], "'nowhere' is not a results file"),
        (["report", "nowhere"], "'nowhere' is not a results file"),
        (["plan", "optimiza-greedy"], "did you mean 'optimiza-greedies'?"),
        (["rn"], "rn"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_nothing_is_written(words, sentence, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert command_line(["campaign", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err
    assert list(tmp_path.iterdir()) == []
