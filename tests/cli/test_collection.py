"""Whatever runs long looks for garbage, which is put off while a command starts.

Tests: core/limits.py
"""

import gc
import io
import sys

import pytest

from passatempo.cli.main import run

BATCH = '{"table": "AS 2S 3S"}\n'
PLAN = """
name = "small"
seed = 1
repeat = 1
[run]
simulate = "optimiza quality"
[grid]
N = [4]
[report]
rows = "N"
value = ["X"]
"""


@pytest.mark.parametrize(
    ("command", "typed"),
    [
        ("mnk play --two --no-stats", "quit\n"),
        ("mnk play --two --no-stats", "b2\n"),
        ("machiavelli play --no-stats --seed 1", ""),
        ("mnk protocol", "END\n"),
        ("machiavelli companion record.jsonl", ""),
        ("machiavelli arrange --batch -", BATCH),
        ("machiavelli tournament patient greedy --games 1", ""),
        ("optimiza puzzle --grade 1", ""),
        ("campaign run plan.toml --workers 1", ""),
    ],
)
def test_a_command_that_runs_long_collects_garbage(command, typed, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    frozen = []
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(gc.isenabled()))  # else what tests left stays for good
    gc.disable()
    try:
        run(command.split())
        assert gc.isenabled()
    finally:
        gc.enable()
    assert frozen == [False]
    capsys.readouterr()
