"""The command `compare`, exports and the models that come back.

Tests: checker.py, commands.py, encodings/sat.py, text.py
"""

import json
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

import pytest

from passatempo.cards.checker import check_ordering
from passatempo.cards.text import read
from passatempo.cli.main import run
from passatempo.core.random import Random
from passatempo.core.registry import pastime

sat = pytest.importorskip("passatempo.solvers.sat", exc_type=ImportError)
EXAMPLE = ["--example", "published"]


def test_compare_prints_one_row_a_run_and_draws(tmp_path, capsys):
    plot = tmp_path / "plot.svg"
    words = ["--encodings", "published,run", "--amo", "pairwise,ladder", "--solvers", "glucose4", "--plot", str(plot)]
    assert run(["cards", "compare", *EXAMPLE, *words]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].split()[:3] == ["method", "amo", "solver"]
    assert "5,230" in rows[1]
    assert [row.split()[0] for row in rows[1:-1]] == [
        "sat-published",
        "sat-published",
        "sat-run",
        "sat-run",
        "exact",
        "cpsat",
        "cpsat",
        "asp",
    ]
    assert all("yes" in row for row in rows[1:-1])
    ElementTree.fromstring(plot.read_text(encoding="utf-8"))


def test_compare_prints_json(capsys):
    assert run(["cards", "compare", *EXAMPLE, "--encodings", "run", "--amo", "ladder", "--format", "json"]) == 0
    *rows, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [row["method"] for row in rows] == ["sat-run", "sat-run", "exact", "cpsat", "cpsat", "asp"]
    assert {row["verdict"] for row in rows} == {"yes"}
    assert (rows[0]["amo"], rows[0]["solver"], rows[2]["clauses"]) == ("ladder", "glucose42", None)
    assert last == {"left_out": {}, "cancelled": False}


@pytest.mark.parametrize("words", [["--encodings", "runs"], ["--amo", "x"], ["--solvers", "maplesat"]])
def test_compare_refuses_unknown_names(words, capsys):
    assert run(["cards", "compare", *EXAMPLE, *words]) == 2
    assert words[1] in capsys.readouterr().err


@pytest.mark.parametrize("name", ["corrected", "run", "position"])
def test_an_exported_formula_is_solved_elsewhere_and_decoded(name, capsys):
    from passatempo.cards.commands import read_outside

    deal = read(pastime("cards").example("published"))
    assert run(["cards", "export", *EXAMPLE, "--model", f"sat-{name}", "--to", "dimacs"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert run(["cards", "export", *EXAMPLE, "--model", f"sat-{name}", "--to", "map"]) == 0
    letters = json.loads(capsys.readouterr().out)
    assert {f"c varname {number} {letter}" for letter, number in letters.items()} <= set(lines)
    clauses = [tuple(map(int, row.split()[:-1])) for row in lines if row[0] not in "cp"]
    model = sat.solve(clauses, solver="minisat22").model
    printed = "s SATISFIABLE\nv " + " ".join(str(k if k in model else -k) for k in letters.values()) + " 0"
    said = read_outside(deal, printed, name)
    assert (said.verdict, check_ordering(deal, said.ordering)) == ("sequence", [])


def test_the_answer_set_program_is_whole(capsys):
    clingo = pytest.importorskip("clingo")
    assert run(["cards", "export", *EXAMPLE, "--model", "asp", "--to", "clingo"]) == 0
    control = clingo.Control(["0"])
    control.add("base", [], capsys.readouterr().out)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        assert sum(1 for _ in handle) == 12


def interrupted(delay):
    """Press Ctrl-C some time after the head of the table was printed; return the code, the rows and the complaints."""
    command = [sys.executable, "-m", "passatempo", "cards", "compare", *EXAMPLE, "--solvers", "glucose42,cadical195"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    head = process.stdout.readline()
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, [head, *out.splitlines()], err


def check_interrupted(delays):
    for delay in delays:
        code, rows, err = interrupted(delay)
        assert code in (0, 3), (delay, code, rows, err)  # 0: it had come to its end
        assert err in ("", "passatempo: cancelled\n"), (delay, err)
        assert (code == 3) == bool(err)
        assert all(row.split()[0] in (*METHODS, "method") for row in rows if not row.startswith("Left out")), rows


METHODS = ("sat-published", "sat-corrected", "sat-run", "sat-position", "exact", "cpsat", "asp")


@pytest.mark.long
@pytest.mark.interrupts
def test_ctrl_c_ends_a_comparison_after_the_row_that_runs():
    check_interrupted([0.0, 0.3, 1.1])


@pytest.mark.long
def test_ctrl_c_ends_a_comparison_at_any_moment():
    rng = Random(1, "moments")
    check_interrupted([rng.below(4000) / 1000 for _ in range(20)])
