"""The command `compare`, exports and the models that come back."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from passatempo.cards.checker import check_ordering
from passatempo.cards.text import read
from passatempo.cli.main import run
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


@pytest.mark.parametrize("words", [["--encodings", "runs"], ["--amo", "x"], ["--solvers", "maplesat"]])
def test_compare_refuses_unknown_names(words, capsys):
    assert run(["cards", "compare", *EXAMPLE, *words]) == 2
    assert words[1] in capsys.readouterr().err


@pytest.mark.parametrize("name", ["corrected", "run", "position"])
def test_an_exported_formula_is_solved_elsewhere_and_decoded(name, capsys):
    from passatempo.cards.sat import decoded

    deal = read(pastime("cards").example("published"))
    assert run(["cards", "export", *EXAMPLE, "--model", f"sat-{name}", "--to", "dimacs"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert run(["cards", "export", *EXAMPLE, "--model", f"sat-{name}", "--to", "map"]) == 0
    letters = json.loads(capsys.readouterr().out)
    assert {f"c varname {number} {letter}" for letter, number in letters.items()} <= set(lines)
    clauses = [tuple(map(int, row.split()[:-1])) for row in lines if row[0] not in "cp"]
    model = sat.solve(clauses, solver="minisat22").model
    printed = "s SATISFIABLE\nv " + " ".join(str(k if k in model else -k) for k in letters.values()) + " 0"
    assert check_ordering(deal, decoded(deal, name, printed)) == []


def test_the_answer_set_program_is_whole(capsys):
    clingo = pytest.importorskip("clingo")
    assert run(["cards", "export", *EXAMPLE, "--model", "asp", "--to", "clingo"]) == 0
    control = clingo.Control(["0"])
    control.add("base", [], capsys.readouterr().out)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        assert sum(1 for _ in handle) == 12
