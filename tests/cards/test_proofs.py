"""Proofs of impossibility: written, accepted by both checkers, refused when corrupted."""

import json
from pathlib import Path

import pytest

from passatempo.cards import exact
from passatempo.cards.encoding import encoding
from passatempo.cards.generate import family
from passatempo.cards.model import Deal, Distance
from passatempo.core.errors import FormatError
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.pastime import resolve
from passatempo.core.random import Random
from passatempo.solvers import drat
from passatempo.solvers.cnf import SOLVERS

pytest.importorskip("passatempo.solvers.sat", exc_type=ImportError)

DATA = Path(__file__).parent.parent / "data" / "cards"
CORE = json.loads((DATA / "core.json").read_text(encoding="utf-8"))
UNSAT = [case for case in CORE if case["status"] == "UNSAT" and case["N"] <= 120]
METHODS = {"run": "by_runs", "position": "by_positions", "corrected": "corrected"}


def deal_of(case):
    return Deal(tuple(case["cards"]), (Distance(1, 3, "=", case["D"]),), case["ends"])


def proved(deal, name, path, settings=None):
    """Solve with a proof, and return the formula and the lines of the proof."""
    method = resolve(f"passatempo.cards.sat:{METHODS[name]}")
    extra = () if settings is None else (settings,)
    outcome = method(deal, Limits(proof=path), lambda progress: None, *extra)
    assert outcome.status is Status.IMPOSSIBLE
    assert outcome.proof == path
    clauses = encoding(name).build(deal, "pairwise" if settings is None else settings.amo, bool).formula.clauses
    return clauses, path.read_text(encoding="ascii").splitlines()


@pytest.mark.parametrize("case", UNSAT, ids=lambda case: f"{case['N']}-{case['D']}-{case['ends']}")
def test_every_impossible_core_case_has_a_proof(case, tmp_path):
    deal = deal_of(case)
    clauses, lines = proved(deal, "run", tmp_path / "proof.drat")
    assert drat.check(clauses, lines).verified


@pytest.mark.parametrize("number", [105])
@pytest.mark.parametrize("distance", [51, 53])
def test_proofs_of_a_hundred_cards(number, distance, tmp_path):
    deal = Deal(family("quads", number).cards, (Distance(1, 3, "=", distance),))
    clauses, lines = proved(deal, "run", tmp_path / "proof.drat")
    assert drat.check(clauses, lines).verified


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_with_proofs(solver, tmp_path):
    from passatempo.cards.settings import SatSettings

    deal = Deal((1, 1, 1, 2, 2, 2, 3), (Distance(1, 3, "=", 4),))
    clauses, lines = proved(deal, "corrected", tmp_path / "proof.drat", SatSettings(solver=solver))
    assert len(lines) > 1
    assert drat.check(clauses, lines).verified


def test_corrupted_proofs_are_refused(tmp_path):
    deal = Deal((1, 1, 1, 2, 2, 2, 3), (Distance(1, 3, "=", 4),))
    clauses, lines = proved(deal, "corrected", tmp_path / "proof.drat")
    added = [line for line in lines if not line.startswith("d") and line != "0"]
    assert not drat.check(clauses, ["0"]).verified, "the formula needs a proof"
    assert not drat.check(clauses, lines[: len(lines) // 4]).verified, "a proof that is cut"
    letter = max(abs(literal) for clause in clauses for literal in clause) + 1
    assert not drat.check(clauses, [f"{letter} 0", *lines]).verified, "a clause from nowhere"
    assert not drat.check(clauses[: len(clauses) // 2], lines).verified, "another formula"
    flipped = " ".join(str(-int(word)) for word in added[0].split())
    assert not drat.check(clauses, [flipped, "0"]).verified or flipped == added[0]


@pytest.mark.parametrize("line", ["1 2", "x 0", "1 0 2 0", "d 1", "1.5 0"])
def test_lines_that_are_no_proof(line):
    with pytest.raises(FormatError, match="line 1"):
        drat.check([(1,), (2,)], [line])


def test_deleting_makes_weaker():
    formula = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    assert drat.check(formula, ["2 0", "0"]).verified
    assert not drat.check(formula, ["d -1 2 0", "2 0", "0"]).verified
    assert drat.check([*formula, ()], []).verified


SLOW = ("corrected",)  # its proofs are a hundred times as long
QUICK_FIRST = [pytest.param(name, marks=pytest.mark.long) if name in SLOW else name for name in METHODS]


@pytest.mark.parametrize("name", QUICK_FIRST)
def test_dratify_agrees(name, tmp_path):
    """The independent checker on proofs of each encoding, sound and corrupted, where it is installed."""
    dratify = pytest.importorskip("dratify")
    rng = Random(5, "proofs")
    refused = 0
    for k in range(12):
        cards = tuple(rng.between(1, 4) for _ in range(7))
        deal = Deal(cards, (Distance(1, 3, "=", rng.between(2, 6)),), ("interior", "open")[k % 2])
        if exact.order(deal).status is Status.SOLVED:
            continue
        clauses, lines = proved(deal, name, tmp_path / "proof.drat")
        letters = max((abs(literal) for clause in clauses for literal in clause), default=0)
        rows = [" ".join([*map(str, clause), "0"]) for clause in clauses]
        formula = dratify.parse_dimacs("\n".join([f"p cnf {letters} {len(clauses)}", *rows]) + "\n")
        for proof in (lines, ["0"], lines[len(lines) // 2 :]):
            theirs = bool(dratify.check_proof(formula, "\n".join(proof) + "\n", check_rat=False).ok)
            assert drat.check(clauses, proof).verified == theirs
            refused += not theirs
        assert drat.check(clauses, lines).verified
    assert refused or name == "run", "some corrupted proof must be refused"
