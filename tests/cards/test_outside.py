"""Models and proofs of exported formulas: every encoding with every at-most-one, through the command line.

Tests: solutions.py
"""

import json
import subprocess
import sys

import pytest

from passatempo import cards
from passatempo.cards.answers import naming_count
from passatempo.cards.checker import check_ordering, list_solutions
from passatempo.cards.commands import judge_proof, read_outside
from passatempo.cards.encodings.encoding import ENCODINGS, encoding, formula_digest, formula_lines, model_name
from passatempo.cards.exact import methods as exact
from passatempo.cards.model import Deal, Distance
from passatempo.cards.solutions import judge
from passatempo.cards.text import read, write
from passatempo.cli.main import run
from passatempo.core.errors import FormatError, PassatempoError, Unanswered, UsageError
from passatempo.core.limits import Cancel
from passatempo.core.outcome import Status
from passatempo.core.registry import pastime
from passatempo.solvers.cnf import AT_MOST_ONE, read_dimacs, read_model

sat = pytest.importorskip("passatempo.solvers.sat", exc_type=ImportError)

EVERY = pytest.mark.parametrize(("name", "amo"), [(name, amo) for name in ENCODINGS for amo in AT_MOST_ONE])
# The deal of the report: the proof of another at-most-one encoding fitted no exported file.
IMPOSSIBLE = Deal((1, 1, 1, 2, 2, 2, 3), (Distance(1, 3, "=", 4),))
# Impossible deals whose proofs are more than propagation.
REFUTED = {
    "published": Deal((1, 1, 1, 2, 2, 2), (Distance(1, 3, "=", 2),)),
    "corrected": Deal((1, 2, 2, 3, 3, 3), (Distance(1, 3, "=", 2),)),
    "run": Deal((4, 4, 3, 1, 2), (Distance(1, 3, "=", 3),)),
    "position": Deal((2, 1, 2, 2, 1, 6, 5, 3, 4, 2), (Distance(1, 3, "=", 7),)),
}


def exported(deal, name, amo, path, capsys):
    """Export a formula by the command line, settings in the model's name, and once more as a flag."""
    path.with_suffix(".txt").write_text(write(deal), encoding="utf-8")
    command = ["cards", "export", str(path.with_suffix(".txt")), "--to", "dimacs"]
    assert run([*command, "--model", f"sat-{name}:amo={amo}"]) == 0
    text = capsys.readouterr().out
    assert run([*command, "--model", f"sat-{name}", "--amo", amo]) == 0
    assert capsys.readouterr().out == text
    path.write_text(text, encoding="utf-8")
    return text


def proved(deal, name, amo, path, capsys):
    path.with_suffix(".txt").write_text(write(deal), encoding="utf-8")
    words = ["--method", f"sat-{name}:amo={amo}", "--proof", str(path)]
    assert run(["cards", "order", str(path.with_suffix(".txt")), *words]) == 1
    capsys.readouterr()
    return path.read_text(encoding="ascii")


@pytest.mark.quick(6)
@EVERY
def test_an_exported_formula_and_the_proof_of_its_method_belong_together(name, amo, tmp_path, capsys):
    deal = REFUTED[name]
    assert not [*list_solutions(deal)] if len(deal.cards) < 9 else exact.order(deal).status is Status.IMPOSSIBLE
    text = exported(deal, name, amo, tmp_path / "formula.cnf", capsys)
    proof = proved(deal, name, amo, tmp_path / "proof.drat", capsys)
    first = proof.splitlines()[0]
    formula = encoding(name).build(deal, amo, bool).formula
    assert first == text.splitlines()[0]
    assert f"c passatempo cards, {model_name(name, amo)}, " in first
    assert first.endswith(f"sha256 {formula_digest(formula_lines(formula))}")
    assert read_dimacs(text)[:2] == (len(formula.letter_names), formula.clauses)
    assert run(["cards", "verify", str(tmp_path / "formula.cnf"), str(tmp_path / "proof.drat")]) == 0
    assert capsys.readouterr().out.startswith(f"Accepted: {len(proof.splitlines()) - 1} lines")
    assert not judge_proof(text, b"0\n").accepted, "the formula needs a proof"
    dratify = pytest.importorskip("dratify")
    assert dratify.check_proof(dratify.parse_dimacs(text), proof).ok


def test_the_proof_of_another_at_most_one_is_refused(tmp_path, capsys):
    exported(IMPOSSIBLE, "corrected", "pairwise", tmp_path / "formula.cnf", capsys)
    proved(IMPOSSIBLE, "corrected", "ladder", tmp_path / "proof.drat", capsys)
    command = ["cards", "verify", str(tmp_path / "formula.cnf"), str(tmp_path / "proof.drat")]
    assert run(command) == 1
    told = capsys.readouterr().out
    assert told.startswith("Refused: line ")
    assert "names another formula" in told
    assert run([*command, "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["accepted"], answer["made_for_this_formula"]) == (False, False)
    assert answer["model"] == "sat-corrected:amo=ladder"
    line = (tmp_path / "proof.drat").read_text(encoding="ascii").splitlines()[answer["line"] - 1]
    assert answer["reason"] in told
    assert line.split()[0] not in ("c", "d")


@pytest.mark.long
@pytest.mark.parametrize("amo", AT_MOST_ONE)
def test_long_proofs_of_every_at_most_one(amo, tmp_path, capsys):
    exported(IMPOSSIBLE, "corrected", amo, tmp_path / "formula.cnf", capsys)
    proved(IMPOSSIBLE, "corrected", amo, tmp_path / "proof.drat", capsys)
    assert run(["cards", "verify", str(tmp_path / "formula.cnf"), str(tmp_path / "proof.drat")]) == 0


def packed(lines):
    """Write a proof in the binary form."""
    data = bytearray()
    for line in lines:
        words = line.split()
        if not words or words[0] == "c":
            continue
        data += b"d" if words[0] == "d" else b"a"
        for literal in map(int, words[words[0] == "d" :]):
            value = 2 * abs(literal) + (literal < 0)
            while value > 127:
                data.append(value & 127 | 128)
                value >>= 7
            data.append(value)
    return bytes(data)


def test_a_binary_proof_is_the_same_proof(tmp_path, capsys):
    deal = REFUTED["run"]
    text = exported(deal, "run", "ladder", tmp_path / "formula.cnf", capsys)
    lines = proved(deal, "run", "ladder", tmp_path / "proof.drat", capsys).splitlines()
    found = judge_proof(text, packed(lines))
    assert found.accepted
    assert (found.line_count, found.is_same_formula) == (len(lines) - 1, None)
    assert not judge_proof(text, b"a\0").accepted, "the formula needs a proof"
    with pytest.raises(FormatError, match="ends inside a clause"):
        judge_proof(text, packed(lines)[:-1])


@pytest.mark.quick(6)
@EVERY
def test_every_model_in_every_notation_is_decoded_and_judged(name, amo):
    """All models of a small deal are the true sequences.

    Of the 112 models of the published instance every fourth of the 16 that are spurious, and every sixteenth of the
    others are read.
    """
    deal = Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),)) if name == "published" else read("1 1 2 2 3", D=2)
    truth = {sequence for sequence, _ in list_solutions(deal)}
    formula, decode = encoding(name).build(deal, amo, bool)
    count = len(formula.letter_names)
    found, verdicts = set(), []
    for number, true in enumerate(sat.enumerate_models(formula.clauses, range(1, count + 1))):
        if name == "published" and number % (16 if decode(true).sequence in truth else 4):
            continue
        literals = [letter if letter in true else -letter for letter in range(1, count + 1)]
        line = " ".join(map(str, literals))
        printed = (f"c solved\ns SATISFIABLE\nv {line}\nv 0\n", f"SAT\n{line} 0\n", str(literals), line)[number % 4]
        said = read_outside(deal, printed, name, amo)
        verdicts.append(said.verdict)
        assert (said.ordering.sequence in truth) == (said.verdict == "sequence")
        found.add(said.ordering.sequence)
        literals[number % count] *= -1  # one letter of every model is turned: helpers follow from the others
        turned = read_outside(deal, str(literals), name, amo)
        assert turned.verdict == "unsatisfied"
        assert turned.false_clause
    if name != "published":
        assert found == truth
        assert len(verdicts) == len(truth) * (naming_count(deal.cards) if name == "corrected" else 1)
    assert "sequence" in verdicts
    assert ("spurious" in verdicts) == (name == "published")


def test_decode_tells_which(tmp_path, capsys):
    """The published instance: a true sequence, a spurious one, a model of another formula, no model at all."""
    deal = read(pastime("cards").example("published"))
    formula, decode = encoding("published").build(deal, "pairwise", bool)
    by = {}
    for true in sat.enumerate_models(formula.clauses, range(1, 71)):
        verdict = "spurious" if check_ordering(deal, decode(true)) else "sequence"
        by.setdefault(verdict, " ".join(str(k if k in true else -k) for k in range(1, 71)))
    for verdict, code in (("sequence", 0), ("spurious", 1)):
        path = tmp_path / f"{verdict}.txt"
        path.write_text(f"v {by[verdict]} 0\n", encoding="utf-8")
        assert run(["cards", "decode", "--example", "published", str(path)]) == code
        assert "sat-published" in capsys.readouterr().out
        assert run(["cards", "decode", "--example", "published", str(path), "--format", "json"]) == code
        answer = json.loads(capsys.readouterr().out)
        assert (answer["verdict"], bool(answer["violations"])) == (verdict, verdict == "spurious")
        assert run(["cards", "decode", "--example", "published", str(path), "--encoding", "corrected"]) == code
        said = capsys.readouterr().out
        assert ("not a model of sat-corrected" in said) == (verdict == "spurious")
    assert run(["cards", "decode", "--example", "published", str(path), "--encoding", "run"]) == 2
    assert "the model has the 70 variables of sat-published or sat-corrected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        ("s UNSATISFIABLE\n", "found no model"),
        ("UNSAT\n", "found no model"),
        ("INDET\n", "found no model"),
        ("v 1 -1 0\n", "contradicts"),
        ("v 1 0 2\n", "follows the 0"),
        ("v 1 x 0\n", "'x' is not a literal"),
        ("v 99999999999 0\n", "is not a literal"),
        ("v 1_0 0\n", "'1_0' is not a literal"),
        ("[1, 2.5]", "'2.5' is not a literal"),
    ],
)
def test_what_is_no_model(printed, words):
    with pytest.raises(FormatError, match=words):
        read_model(printed)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the line 'p cnf"),
        ("1 0\n", "comes before"),
        ("p cnf 1\n", "line 1"),
        ("p cnf 1 1\np cnf 1 1\n", "second line"),
        ("p cnf 1 1\n2 0\n", "2 is not one of 1 variables"),
        ("p cnf 2 1\n1 2\n", "does not end in 0"),
        ("p cnf 2 2\n1 2 0\n", "1 clauses, not 2"),
        ("p cnf 2 1\n1 ² 0\n", "is not a literal"),
        ("p dnf 2 1\n1 0\n", "is not 'p cnf"),
    ],
)
def test_what_is_no_formula(text, words):
    with pytest.raises(FormatError, match=words):
        read_dimacs(text)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--model", "sat-run:amo=best", "--to", "dimacs"], "'best' is not one of"),
        (["--model", "sat-run:size=3", "--to", "dimacs"], "is not a setting of sat-run"),
        (["--model", "asp", "--amo", "ladder", "--to", "clingo"], "has no settings"),
        (["--model", "sat-rum:amo=ladder", "--to", "dimacs"], "did you mean 'sat-run'"),
    ],
)
def test_settings_of_a_model_that_are_none(words, told, capsys):
    assert run(["cards", "export", "--example", "published", *words]) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert not said.out


def test_a_formula_that_no_memory_holds_is_refused_before_it_is_built(capsys):
    cards = " ".join(str(k // 2) for k in range(401))
    assert run(["cards", "export", "--cards", cards, "--model", "sat-published", "--to", "dimacs"]) == 2
    assert "megabytes" in capsys.readouterr().err


WITHOUT_SOLVERS = """
import contextlib, io, json, sys
from importlib.machinery import PathFinder
find, gone = PathFinder.find_spec, ("ortools", "pysat", "clingo")
PathFinder.find_spec = lambda name, *more: None if name.partition(".")[0] in gone else find(name, *more)
from passatempo.cli.main import run
said = []
for words in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        said.append((run(["cards", *words]), out.getvalue(), err.getvalue()))
print(json.dumps(said))
"""


def test_without_the_solvers_their_rows_are_left_out_and_their_extra_is_named():
    """In a process in which no solver can be imported."""
    deal = ["--example", "published"]
    methods = ("sat-run", "sat-published", "cpsat", "asp")
    asked = [["compare", *deal], *(["order", *deal, "--method", method] for method in methods), ["audit", *deal]]
    fine = [["audit", "--example", "lone", "--method", "search"]]
    fine += [["compare", *deal, "--format", "json"]]
    fine += [["export", *deal, *words] for words in (MODEL_OF_ASP, ["--model", "sat-run", "--to", "dimacs"])]
    command = [sys.executable, "-c", WITHOUT_SOLVERS, json.dumps([*asked, *fine])]
    said = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    code, out, err = said[0]
    rows = out.splitlines()
    assert (code, err) == (0, "")
    assert [row.split()[0] for row in rows[1:-1]] == ["exact"]
    assert rows[-1].startswith("Left out, for want of the extra solvers: sat-published, ")
    assert rows[-1].endswith("cpsat, cpsat:model=elements, asp")
    for code, out, err in said[1 : len(asked)]:
        assert (code, out) == (2, "")
        assert "solvers" in err
    assert [code for code, _, _ in said[len(asked) :]] == [0, 0, 0, 0]
    *compared, last = map(json.loads, said[len(asked) + 1][1].splitlines())
    assert ([row["method"] for row in compared], last["cancelled"]) == (["exact"], False)
    assert set(last["left_out"].values()) == {"solvers"}


MODEL_OF_ASP = ["--model", "asp", "--to", "clingo"]


def test_rows_are_judged_one_by_one_and_as_the_list_of_all():
    deal = Deal((1, 1, 2), pattern="UD")
    assert [one.text for one in judge(deal, "1 2 1\n1 2 1")] == ["row 2 is row 1 again"]
    assert judge(deal, "at(1,1) at(2,2) at(3,1)") == judge(deal, "1 2 1") == []


def test_models_and_proofs_are_judged_by_the_library(tmp_path):
    """A model from a list, a text or a file is read by the name that `export` takes; a wrong proof has violations."""
    deal = cards.example("published")
    path = tmp_path / "model"
    for name in ENCODINGS:
        formula = cards.export(deal, f"sat-{name}", "dimacs")
        literals = [*sat.solve(read_dimacs(formula).clauses).model]
        path.write_text(f"v {' '.join(map(str, literals))} 0\n")
        found = cards.decode(deal, literals, f"sat-{name}")
        assert cards.decode(formula, path) == cards.decode(deal, str(literals), name) == found
        assert found.verdict == ("spurious" if check_ordering(deal, found.ordering) else "sequence")
        assert found.to_json()["verdict"] == found.verdict
        assert found.verdict in ("sequence", "spurious")
    for model, name in (([1, "x"], "model"), ("1 x", "x"), (5, "model")):
        with pytest.raises(PassatempoError, match=rf"\b{name}\b"):
            cards.decode(deal, model)
    formula, proof = "p cnf 2 3\n1 2 0\n-1 0\n-2 0\n", "0\n"
    assert cards.verify(formula, proof).accepted
    path.write_text(proof)
    assert cards.verify(formula, path) == cards.verify(formula, proof.encode())
    wrong = cards.verify("p cnf 2 1\n1 2 0\n", proof)
    assert (wrong.accepted, wrong.exit_code, len(wrong.violations)) == (False, 1, 1)
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Unanswered, match="stopped"):
        cards.decode(deal, literals, "run", cancel=cancel)


def test_a_comparison_is_a_value_and_reports_each_run(tmp_path):
    parts, file = [], tmp_path / "times.svg"
    keys = {"encodings": "run", "amo": ["ladder", "pairwise"], "solvers": ["glucose42"], "others": False}
    found = cards.compare(cards.example("published"), **keys, plot=file, report=lambda step: parts.append(step.part))
    assert [(row.amo, row.verdict) for row in found.rows] == [("ladder", "yes"), ("pairwise", "yes")]
    assert [part for part in parts if part is not None][1:] == [*found.rows]
    assert str(found).splitlines()[-1] == f"Plot: {file}"
    assert file.read_text() == found.svg()
    assert found.to_json()[-1] == {"left_out": {}, "cancelled": False}
    for wrong, name in (({"encodings": "x"}, "encoding"), ({"seconds": 0.0}, "seconds"), ({"amo": "x"}, "amo")):
        with pytest.raises(UsageError, match=rf"\b{name}\b"):
            cards.compare("1 2 1", **wrong)
