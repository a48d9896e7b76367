"""Campaigns as functions: plans from mappings, runs that are cancelled and resumed, wrong arguments in one sentence.

Tests: campaigns/runs.py, campaigns/results.py, campaigns/schedules.py, campaigns/reports.py
"""

import json
from pathlib import Path

import pytest

from passatempo import Cancel, campaigns
from passatempo.campaigns.schedules import read_plan
from passatempo.core.errors import PassatempoError
from passatempo.core.json import count_of

PLAN = {
    "name": "sizes",
    "seed": 1,
    "repeat": 4,
    "run": {"question": "optimiza best"},
    "grid": {"N": [3, 4], "method": ["exact", "greedy"]},
    "limits": {"nodes": 100_000, "seconds": 1e7},
    "report": {"rows": "N", "columns": "method", "value": "value"},
}
TOML = """
name = "sizes"
seed = 1
repeat = 4
run.question = "optimiza best"
grid = {N = [3, 4], method = ["exact", "greedy"]}
limits = {nodes = 100000, seconds = 1e7}
report = {rows = "N", columns = "method", value = "value"}
"""


def test_a_mapping_is_the_same_plan_as_its_toml(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(TOML, encoding="utf-8")
    hashes = {campaigns.plan(given).hash for given in (PLAN, TOML, file, json.dumps(PLAN), campaigns.plan(PLAN))}
    assert hashes == {read_plan(TOML).hash}
    assert campaigns.plan(PLAN).jobs == 16
    assert read_plan(str(campaigns.plan(PLAN))) == campaigns.plan(PLAN)  # as workers and results files read it
    assert [campaigns.plan(name).name for name in campaigns.plans()] == campaigns.plans()


def test_a_run_goes_on_where_it_was_cancelled(tmp_path):
    out, cancel = tmp_path / "a.sqlite", Cancel()
    campaigns.run(
        PLAN | {"repeat": 2000}, out, cancel=cancel, report=lambda progress: progress.done and cancel.cancel()
    )
    status = campaigns.status(out)
    assert 0 < status.done < status.jobs == 8000
    assert status.runs[0]["ended"] is None
    assert str(campaigns.Results(out)) == f"{count_of(status.done, 'job')} done"
    cancel = Cancel()
    cancel.cancel()
    assert campaigns.resume(out, cancel=cancel).counts == {"done": status.done, "failed": 0}


def test_results_are_counts_rows_and_a_report(tmp_path):
    out = tmp_path / "a.sqlite"
    results = campaigns.run(PLAN, out)
    assert results.counts == {"done": 16, "failed": 0} == campaigns.run(TOML, str(out)).counts
    assert [(row["N"], row["method"]) for row in results.rows()[::4]] == [
        (3, "exact"), (3, "greedy"), (4, "exact"), (4, "greedy"),
    ]  # fmt: skip
    report = campaigns.report(out)
    assert results.report() == str(report)
    assert json.loads(report.text("json")) == json.loads(json.dumps(report.to_json()))
    assert report.to_json()["done"] == 16
    shards = [campaigns.run(PLAN, tmp_path / f"{k}.sqlite", shard=f"{k}/2").path for k in (1, 2)]
    assert sum(campaigns.status(shard).jobs for shard in shards) == 16
    merged = campaigns.merge(shards, tmp_path / "all.sqlite")
    times = ("seconds", "method_seconds")
    plain = [[{k: v for k, v in row.items() if k not in times} for row in found.rows()] for found in (results, merged)]
    assert plain[0] == plain[1]
    table = campaigns.export(merged.path, tmp_path / "all.csv")
    assert len(table.read_text(encoding="utf-8").splitlines()) == 17


def test_a_damaged_file_is_mended_with_a_warning(tmp_path):
    results = campaigns.run(PLAN, tmp_path / "a.sqlite")
    damaged = bytearray(results.path.read_bytes())
    damaged[8192:8292] = b"x" * 100
    results.path.write_bytes(damaged)
    with pytest.warns(UserWarning, match="is damaged; 1?[0-9] results could be read"):
        assert campaigns.resume(results.path).counts == {"done": 16, "failed": 0}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda _: campaigns.plan("nope"), "'nope' is not a built-in plan"),
        (lambda _: campaigns.plan(str(Path(__file__))), "is a text: pass a pathlib.Path"),
        (lambda _: campaigns.plan({"name": object()}), "cannot be written as TOML"),
        (lambda _: campaigns.plan({}), "the plan: name is missing"),
        (lambda _: campaigns.plan(3), "given: expected"),
        (lambda out: campaigns.run(PLAN, out, workers=5000), "workers"),
        (lambda out: campaigns.run(PLAN, out, shard="x"), "shard"),
        (lambda out: campaigns.run(PLAN, out, report=3), "report"),
        (lambda out: campaigns.run(PLAN, out, cancel=3), "cancel"),
        (lambda out: campaigns.run(PLAN, 3), "out: expected"),
        (lambda out: campaigns.merge([3], out), "files: '3'"),
        (lambda out: campaigns.export(out, "a.xls"), "name a .csv or .parquet file"),
        (lambda out: campaigns.resume(out), "is not a results file"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(tmp_path, call, words):
    with pytest.raises(PassatempoError) as caught:
        call(tmp_path / "none.sqlite")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_report_without_a_value_says_what_the_plan_lacks(tmp_path):
    plan = {"name": "p", "run": {"question": "optimiza best"}, "grid": {"N": [3]}}
    without = campaigns.run(plan, tmp_path / "a.sqlite").report()
    assert "no figures: the plan names no value under [report]" in without
    assert "(no interval)" in campaigns.run({**plan, "report": {"value": "value"}}, tmp_path / "b.sqlite").report()
