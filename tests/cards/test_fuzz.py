"""Mutated proofs, models, deals and answers: no traceback, and nothing wrong is accepted.

A quick run of each, and a long one: 10,000 proofs and 2,000 of everything else.
"""

import json
from functools import cache

import pytest

from passatempo.cards.checker import check_ordering, list_solutions
from passatempo.cards.commands import judge_proof, read_outside
from passatempo.cards.encodings import drat
from passatempo.cards.encodings.encoding import ENCODINGS, encoding
from passatempo.cards.json import DEAL
from passatempo.cards.model import Deal, Distance
from passatempo.cards.text import read, write
from passatempo.core.errors import FormatError, InvalidInstance, PassatempoError
from passatempo.core.json import convert, decode, dump_outcome, encode
from passatempo.core.pastime import Question
from passatempo.core.queries import ask, violations_of
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.solvers.cnf import read_dimacs, write_dimacs

from .plain_drat import accepts
from .test_outside import packed

sat = pytest.importorskip("passatempo.solvers.sat", exc_type=ImportError)

SIGNS = '0123456789- \n\tdcapvs[],{}:"xUD=<>.\0\x85é²'
IMPOSSIBLE = [
    ("run", Deal((4, 4, 3, 1, 2), (Distance(1, 3, "=", 3),))),
    ("run", Deal((3, 3, 1, 1, 2, 4, 2, 2, 4, 2), (Distance(1, 3, "=", 3),))),
    ("position", Deal((2, 6, 4, 3, 1, 1, 2), (Distance(1, 3, "=", 5),))),
]


def mutated(rng, text):
    """Change a text in one to three places: signs, words, lines."""
    for _ in range(rng.in_range(1, 3)):
        lines = text.split("\n")
        at = rng.below(max(1, len(text)))
        kind = rng.below(9)
        if kind == 0:
            text = text[:at] + rng.choice(SIGNS) + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + rng.choice(SIGNS) + text[at:]
        elif kind == 2:
            text = text[:at] + text[at + rng.in_range(1, 5) :]
        elif kind == 3:
            del lines[rng.below(len(lines))]
            text = "\n".join(lines)
        elif kind == 4:
            i, j = rng.below(len(lines)), rng.below(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
            text = "\n".join(lines)
        elif kind == 5:
            lines.insert(rng.below(len(lines)), rng.choice(lines))
            text = "\n".join(lines)
        elif kind == 6:
            i = rng.below(len(lines))
            words = lines[i].split(" ")
            k = rng.below(len(words))
            words[k] = rng.choice(("", "0", "-1", "1", "9" * 30, words[k].removeprefix("-"), f"-{words[k]}", "d"))
            lines[i] = " ".join(words)
            text = "\n".join(lines)
        elif kind == 7:
            text = text[:at]
        else:
            text += text[at : at + rng.in_range(1, 40)]
    return text


@cache
def proofs():
    """Make formulas with sound proofs: of encodings, and of random clauses that nothing fulfils."""
    found = []
    for name, deal in IMPOSSIBLE:
        formula = encoding(name).build(deal, "ladder", bool).formula
        found.append((formula.clauses, sat.solve(formula.clauses, proof=True).proof))
    rng = Random(9, "formulas")
    while len(found) < 10:
        clauses = [
            tuple(letter if rng.below(2) else -letter for letter in rng.shuffle_copy(range(1, 13))[:3])
            for _ in range(75)
        ]
        proof = sat.solve(clauses, proof=True).proof
        if len(proof) > 8:
            found.append((clauses, proof))
    return [(clauses, "\n".join([*lines, "0", ""])) for clauses, lines in found]


def has_model(clauses):
    return sat.solve([tuple(clause) for clause in clauses]).model != frozenset() or not clauses


def judge(clauses, proof):
    """Judge a proof, or return None where it cannot be read."""
    try:
        return drat.check(clauses, proof.split("\n")) if isinstance(proof, str) else judge_bytes(clauses, proof)
    except FormatError:
        return None


def judge_bytes(clauses, proof):
    return drat.check_steps(clauses, drat.read_binary(proof))


def judged_mutants(number, seed):
    """Put mutants of proofs to the checker: an accepted one must hold by the plain checker, word for word.

    Half of them are put to formulas that lack some clauses and have a model: none may be accepted.
    """
    rng = Random(seed, "drat")
    accepted = refused = unread = 0
    for k in range(number):
        clauses, text = rng.choice(proofs())
        proof = mutated(rng, text)
        if k % 4 == 3:  # in binary, and bytes of it mutated
            data = bytearray(packed(text.split("\n")))
            for _ in range(rng.in_range(1, 3)):
                data[rng.below(len(data))] = rng.below(256)
            proof = bytes(data)
        weaker = clauses
        if k % 2:
            weaker = [clause for clause in clauses if rng.below(len(clauses)) > 8]
        verdict = judge(weaker, proof)
        if verdict is None:
            unread += 1
        elif not verdict.is_accepted:
            refused += 1
            assert verdict.reason
        else:
            accepted += 1
            steps = drat.read_text(proof.split("\n")) if isinstance(proof, str) else drat.read_binary(proof)
            assert not has_model(weaker), (weaker, proof)
            assert accepts(weaker, [(step.is_deletion, step.clause) for step in steps]), (weaker, proof)
    return accepted, refused, unread


def test_mutated_proofs():
    accepted, refused, unread = judged_mutants(500, 1)
    assert min(accepted, refused, unread) > 40, (accepted, refused, unread)


@pytest.mark.long
def test_ten_thousand_mutated_proofs():
    accepted, refused, unread = judged_mutants(10_000, 2)
    assert min(accepted, refused, unread) > 800, (accepted, refused, unread)


def test_the_plain_checker_agrees_on_what_is_refused():
    """Refused mutants of text proofs are refused by the plain checker too: nothing sound is turned away."""
    rng = Random(3, "refused")
    refused = 0
    while refused < 40:
        clauses, text = rng.choice(proofs())
        proof = mutated(rng, text)
        verdict = judge(clauses, proof)
        if verdict is None or verdict.is_accepted:
            continue
        lines = proof.split("\n")[: verdict.line or None]  # what stands behind the line that is refused is not read
        steps = [(step.is_deletion, step.clause) for step in drat.read_text(lines)]
        assert not accepts(clauses, steps), (clauses, proof)
        refused += 1


def judged_models(number, seed):
    """Put mutants of printed models to `decode`; what it calls a sequence must be one by brute force."""
    rng = Random(seed, "models")
    deal = read("1 1 2 2 3", D=2)
    truth = {sequence for sequence, _ in list_solutions(deal)}
    printed = []
    for name in ENCODINGS:
        formula = encoding(name).build(deal, "ladder", bool).formula
        letters = range(1, len(formula.letter_names) + 1)
        for true in [*sat.enumerate_models(formula.clauses, letters)][:2]:
            line = " ".join(str(letter if letter in true else -letter) for letter in letters)
            printed += [(name, f"c x\ns SATISFIABLE\nv {line} 0\n"), (name, f"SAT\n{line} 0\n"), (name, f"[{line}]")]
    verdicts = {"sequence": 0, "spurious": 0, "unsatisfied": 0, "unread": 0}
    for _ in range(number):
        name, text = rng.choice(printed)
        try:
            said = read_outside(deal, mutated(rng, text), name, "ladder")
        except FormatError:
            verdicts["unread"] += 1
            continue
        verdicts[said.verdict] += 1
        if said.decoded is not None:
            assert (said.ordering.sequence in truth) == (said.verdict == "sequence")
            assert (check_ordering(deal, said.ordering) == []) == (said.verdict == "sequence")
    return verdicts


def test_mutated_models():
    verdicts = judged_models(300, 4)
    assert min(verdicts[word] for word in ("sequence", "unsatisfied", "unread")) > 10, verdicts


@pytest.mark.long
def test_thousands_of_mutated_models():
    verdicts = judged_models(5_000, 5)
    assert min(verdicts[word] for word in ("sequence", "unsatisfied", "unread")) > 200, verdicts


def judged_files(number, seed):
    """Put mutants of formulas in DIMACS, and proofs with them, to `verify`: judged or refused in a sentence."""
    rng = Random(seed, "files")
    files = []
    for clauses, proof in proofs()[:4]:
        letters = max(abs(literal) for clause in clauses for literal in clause)
        rows = [f"p cnf {letters} {len(clauses)}", *(" ".join([*map(str, clause), "0"]) for clause in clauses)]
        files.append(("\n".join(["c passatempo cards, sat-run, sha256 " + "0" * 64, *rows, ""]), proof))
    formula = encoding("run").build(IMPOSSIBLE[0][1], "pairwise", bool).formula
    files.append(("\n".join([*write_dimacs(formula), ""]), "0\n"))
    judged = 0
    for _ in range(number):
        text, proof = rng.choice(files)
        changed = mutated(rng, text)
        try:
            found = judge_proof(changed, proof.encode())
        except FormatError:
            continue
        judged += 1
        if found.accepted:
            assert not has_model(read_dimacs(changed).clauses)
    return judged


def test_mutated_formulas():
    assert judged_files(100, 6) > 10


@pytest.mark.long
def test_thousands_of_mutated_formulas():
    assert judged_files(3_000, 7) > 300


def judged_deals(number, seed):
    """Put mutants of deals to both readers: a deal, which is written and read back, or an input error."""
    rng = Random(seed, "deals")
    game = pastime("cards")
    texts = [game.example(name) for name in game.examples]
    texts += ["2 1 3 1 2\npattern: UDUD\nends: open\ndistance: 1-3 >= 2, 2-3 = 1\nat: 1=2\nfirst: 2\nlast: 1\nM: 3"]
    raws = [encode(DEAL.dump(read(text))) for text in texts]
    good = 0
    for k in range(number):
        try:
            if k % 2:
                deal = DEAL.load(convert(decode(mutated(rng, rng.choice(raws))), DEAL.keys))
            else:
                deal = read(mutated(rng, rng.choice(texts)))
        except (FormatError, InvalidInstance):
            continue
        good += 1
        assert read(write(deal)) == deal
        assert DEAL.load(convert(decode(encode(DEAL.dump(deal))), DEAL.keys)) == deal
    return good


def test_mutated_deals():
    assert judged_deals(500, 8) > 60


@pytest.mark.long
def test_thousands_of_mutated_deals():
    assert judged_deals(10_000, 9) > 1_200


@cache
def answers():
    """Make an outcome of every question, as JSON."""
    game = pastime("cards")
    deal = read("1 1 2 2 3 3 4", D=4)
    found = []
    for problem in game.problems:
        question = deal
        if problem.wiring.ask:
            shape = problem.wiring.ask
            own = shape([2, 4, 3, 2, 1, 3, 1]) if problem.name == "rank" else shape()
            question = Question(deal, own)
        method = {"audit": "search", "encode": "formulas"}.get(problem.name)
        found.append((problem, question, encode(dump_outcome(problem, ask(problem, question, method=method)))))
    return found


def judged_answers(number, seed):
    """Put mutants of answers to the checkers: a list of broken rules, or an input error."""
    rng = Random(seed, "answers")
    judged = clean = 0
    for _ in range(number):
        problem, question, text = rng.choice(answers())
        try:
            raw = decode(mutated(rng, text))
            if not isinstance(raw, dict) or raw.get("answer") is None:
                continue
            shape = problem.wiring.json
            answer = shape.load(convert(raw["answer"], shape.keys, "the answer"))
            faults = violations_of(problem, question, answer, raw.get("value"))
        except PassatempoError:
            continue
        judged += 1
        clean += not faults
        assert all(fault.text for fault in faults)
    return judged, clean


def test_mutated_answers():
    judged, clean = judged_answers(500, 10)
    assert judged > clean > 20


@pytest.mark.long
def test_thousands_of_mutated_answers():
    judged, clean = judged_answers(10_000, 11)
    assert judged > clean > 400


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("count", {"sequences": "x", "models": "96"}),
        ("count", {"sequences": "9" * 5000, "models": "9" * 5000}),
        ("count", {"sequences": "-1", "models": "96"}),
        ("distances", {"interval": [], "sequences": None}),
        ("distances", {"interval": [2, 4, 5], "sequences": {"2": "8"}}),
        ("distances", {"interval": [4, 2], "sequences": None}),
        ("distances", {"interval": None, "sequences": {"a": "8"}}),
        ("rank", {"rank": "1", "sequences": "9" * 6000}),
        ("rank", {"rank": "1e3", "sequences": "12"}),
        ("encode", {"variables": 70, "clauses": 5229, "families": {"ALO_pos": 7}}),
        ("encode", {"variables": -1, "clauses": 7, "families": {"ALO_pos": 7}}),
        ("audit", {"models": "112", "true_models": "x", "spurious": [], "missing": []}),
        ("enumerate", {"sequences": [[1, 2], [1, 2]], "complete": True}),
        ("order", {"sequence": [], "stationary": []}),
        ("order", {"sequence": [2**63], "stationary": [-1]}),
    ],
)
def test_answers_that_cannot_be_right(question, answer, tmp_path, capsys):
    """By the command line: refused in a sentence, or the broken rules are listed."""
    from passatempo.cli.main import run

    (tmp_path / "deal.txt").write_text("1 1 2 2 3 3 4\nD: 4\n", encoding="utf-8")
    (tmp_path / "answer.json").write_text(json.dumps({"question": question, "answer": answer}), encoding="utf-8")
    code = run(["cards", "check", str(tmp_path / "deal.txt"), str(tmp_path / "answer.json")])
    said = capsys.readouterr()
    assert code in (1, 2)
    assert (said.out if code == 1 else said.err).strip()
