"""Proofs of impossibility: written, accepted by both checkers, refused when corrupted.

Tests: cards/encodings/drat.py
"""

import json
from pathlib import Path

import pytest

from passatempo.cards.encodings import drat
from passatempo.cards.encodings.encoding import encoding
from passatempo.cards.exact import methods as exact
from passatempo.cards.generate import family_deal
from passatempo.cards.model import Deal, Distance
from passatempo.core.errors import FormatError
from passatempo.core.limits import Limits
from passatempo.core.methods import resolve
from passatempo.core.outcome import Status
from passatempo.core.random import Random
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
    method = resolve(f"passatempo.cards.encodings.sat:{METHODS[name]}")
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
    assert drat.check(clauses, lines).is_accepted


@pytest.mark.parametrize("number", [105])
@pytest.mark.parametrize("distance", [51, 53])
def test_proofs_of_a_hundred_cards(number, distance, tmp_path):
    deal = Deal(family_deal("quads", number).cards, (Distance(1, 3, "=", distance),))
    clauses, lines = proved(deal, "run", tmp_path / "proof.drat")
    assert drat.check(clauses, lines).is_accepted


@pytest.mark.quick(2)
@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_with_proofs(solver, tmp_path):
    from passatempo.cards.settings import SatSettings

    deal = Deal((1, 1, 1, 2, 2, 2, 3), (Distance(1, 3, "=", 4),))
    clauses, lines = proved(deal, "corrected", tmp_path / "proof.drat", SatSettings(solver=solver))
    assert len(lines) > 1
    assert drat.check(clauses, lines).is_accepted


def test_corrupted_proofs_are_refused(tmp_path):
    deal = Deal((1, 2, 2, 3, 3, 3), (Distance(1, 3, "=", 2),))
    clauses, lines = proved(deal, "corrected", tmp_path / "proof.drat")
    lines = lines[1:]  # the comment
    assert not drat.check(clauses, ["0"]).is_accepted, "the formula needs a proof"
    assert not drat.check(clauses, lines[: len(lines) // 4]).is_accepted, "a proof that is cut"
    assert not drat.check(clauses[: len(clauses) // 2], lines).is_accepted, "another formula"
    for literal in (1, -1):  # a card may be at a position or not: neither follows, nor leaves it all models
        verdict = drat.check(clauses, [f"{literal} 0", *lines])
        assert (verdict.is_accepted, verdict.line) == (False, 1), "a clause from nowhere"
    added = [k for k, line in enumerate(lines) if line[0] != "d" and line != "0"]
    refused = 0
    for at in added[:: len(added) // 20]:
        flipped = " ".join(str(-int(word)) for word in lines[at].split())
        refused += not drat.check(clauses, [*lines[:at], flipped, *lines[at + 1 :]]).is_accepted
    assert refused >= 10, "a clause whose literals are all turned seldom follows"


def test_a_letter_may_be_defined():
    """RAT, as in proofs of extended resolution: a new letter is what two others say together; then it is used."""
    formula = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    defined = ["3 -1 -2 0", "-3 1 0", "-3 2 0"]
    assert drat.check(formula, [*defined, "2 0", "0"]).is_accepted
    assert drat.check(formula[:3], defined) == (False, 0, "the proof ends without the empty clause")
    refused = drat.check([(1, 2)], ["-3 1 0", "3 0"])  # 3 says 1; that 3 holds would say that 1 does
    assert (refused.is_accepted, refused.line) == (False, 2)


@pytest.mark.parametrize("line", ["1 2", "x 0", "1 0 2 0", "d 1", "1.5 0"])
def test_lines_that_are_no_proof(line):
    with pytest.raises(FormatError, match="line 1"):
        drat.check([(1,), (2,)], [line])


def test_deleting_makes_weaker():
    formula = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    assert drat.check(formula, ["2 0", "0"]).is_accepted
    assert not drat.check(formula, ["d -1 2 0", "2 0", "0"]).is_accepted
    assert drat.check([*formula, ()], []).is_accepted


# Of each encoding so many impossible deals whose proofs are more than propagation.
QUICK_FIRST = [("run", 8), ("position", 8), pytest.param("corrected", 4, marks=pytest.mark.long)]


@pytest.mark.parametrize(("name", "wanted"), QUICK_FIRST)
def test_dratify_agrees(name, wanted, tmp_path):
    """The independent checker on proofs of each encoding, sound and corrupted, where it is installed."""
    dratify = pytest.importorskip("dratify")
    rng = Random(5, "proofs")
    checked = refused = 0
    while checked < wanted:
        cards = tuple(
            rng.in_range(1, rng.in_range(2, 6)) for _ in range(6 if name == "corrected" else rng.in_range(5, 10))
        )
        deal = Deal(cards, (Distance(1, 3, "=", rng.in_range(2, 7)),), ("interior", "open")[rng.below(2)])
        if exact.order(deal).status is Status.SOLVED:
            continue
        clauses, lines = proved(deal, name, tmp_path / "proof.drat")
        letters = max((abs(literal) for clause in clauses for literal in clause), default=0)
        rows = [" ".join([*map(str, clause), "0"]) for clause in clauses]
        formula = dratify.parse_dimacs("\n".join([f"p cnf {letters} {len(clauses)}", *rows]) + "\n")
        verdicts = []
        for proof in (lines, ["0"], lines[len(lines) // 2 :]):
            theirs = bool(dratify.check_proof(formula, "\n".join(proof) + "\n").ok)
            assert drat.check(clauses, proof).is_accepted == theirs
            verdicts.append(theirs)
        assert verdicts[0]
        checked += not verdicts[1]
        refused += verdicts.count(False)
    assert refused >= wanted
