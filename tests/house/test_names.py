"""The tools that judge names: pairs of files that differ in names, names of each class, a list of exceptions.

Tests leave out: JavaScript in classes, and whether a noun is the right one, which no tool sees.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAIRS = [
    json.loads(line) for line in (ROOT / "tests/data/house/same_ast.jsonl").read_text(encoding="utf-8").splitlines()
]
CLEAR = "def count_cells(board):\n    free_cells = len(board.cells)\n    return free_cells\n"
VAGUE = "def told(kept):\n    found = kept + 1\n    return found\n"


def run(tool, *words):
    return subprocess.run([sys.executable, ROOT / "tools" / tool, *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["id"] for pair in PAIRS])
def test_a_renaming_changes_names_alone(pair, tmp_path):
    old, new = (tmp_path / f"{side}{pair['ending']}" for side in ("old", "new"))
    old.write_text(pair["old"], encoding="utf-8")
    new.write_text(pair["new"], encoding="utf-8")
    assert run("same_ast", old, new).returncode == (0 if pair["same"] else 1)


@pytest.mark.parametrize(("code", "faults"), [(CLEAR, []), (VAGUE, ["odd", "inside", "agree"])])
def test_names_are_measured_as_classes(code, faults, tmp_path):
    (tmp_path / "toy.py").write_text(code, encoding="utf-8")
    printed = run("names", tmp_path, "--check", "--json")
    found = {fault.split()[1] for fault in json.loads(printed.stdout)["faults"]}
    assert found >= set(faults)
    assert printed.returncode == (1 if faults else 0)


def test_an_exception_needs_a_reason_with_a_source(tmp_path):
    (tmp_path / "toy.py").write_text(VAGUE, encoding="utf-8")
    allowed = tmp_path / "allow.tsv"
    allowed.write_text("told\tthe message that a witness told, Allis 1994\nfound\tit is so\n", encoding="utf-8")
    printed = run("names", tmp_path, "--check", "--allow", allowed)
    assert printed.returncode == 1
    assert "found: the reason" in printed.stdout
