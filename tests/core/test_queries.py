"""The one way from a question to its outcome: checks, confirmations, reasons, limits, missing extras.

Tests: core/queries.py, core/methods.py, core/outcome.py, core/implementations.py
"""

import time
from dataclasses import dataclass, replace

import pytest

from passatempo.core import methods, queries
from passatempo.core.errors import SolverUnavailable, UsageError, Violation, WrongAnswer
from passatempo.core.implementations import Wiring
from passatempo.core.limits import Limits, Stopped
from passatempo.core.methods import Method
from passatempo.core.outcome import Evidence, Outcome, Status, StopReason
from passatempo.core.pastime import Problem
from passatempo.core.queries import ask, outcomes_agree, violations_of

HERE = __name__


@dataclass(frozen=True, eq=False, repr=False)
class Wired(Problem):
    """A question without a pastime, which has its functions itself."""

    wiring: Wiring | None = None


def problem(*entries, evidence="object", **functions):
    return Wired(
        name="double",
        question="What is twice this number?",
        methods=entries or (RIGHT,),
        evidence=evidence,
        wiring=Wiring(**{"check": check, "score": worth, "json": None, "show": None, "draw": None, **functions}),
    )


def check(question, answer):
    return [] if answer == 2 * question else [Violation("wrong", f"{answer} is not twice {question}")]


def sleepy_check(question, answer, deadline):
    while True:
        deadline.check()


def worth(question, answer):
    return answer


def parity(question, answer):
    return answer % 2


def right(question, /, limits=None, report=None):
    return Outcome(Status.SOLVED, 2 * question, value=2 * question)


def wrong(question, /, limits=None, report=None):
    return Outcome(Status.SOLVED, 2 * question + 1, value=2 * question + 1)


def boastful(question, /, limits=None, report=None):
    return Outcome(Status.SOLVED, 2 * question, value=2 * question + 1)


def hopeless(question, /, limits=None, report=None):
    return Outcome(Status.IMPOSSIBLE)


def tired(question, /, limits=None, report=None):
    return Outcome(Status.UNKNOWN, stopped=StopReason.SECONDS)


def guessing(question, /, limits=None, report=None):
    return Outcome(Status.FEASIBLE, 2 * question, value=2 * question)


def slow(question, /, limits=None, report=None):
    time.sleep(0.02)
    asked_for.append(limits.seconds)
    return Outcome(Status.SOLVED, 2 * question, value=2 * question)


def reason(question, limits):
    asked_for.append(limits.seconds)
    return "it cannot be", (question,)


def impatient(question, limits):
    raise Stopped


def needing_clingo(question, /, limits=None, report=None):
    raise ModuleNotFoundError("No module named 'clingo'", name="clingo.ast")


def method(function, kind="exact", name=""):
    return Method(name=name or function, where=f"{HERE}:{function}", kind=kind)


RIGHT = method("right")
asked_for = []


@pytest.fixture(autouse=True)
def this_file_can_be_resolved(monkeypatch):
    real = methods.resolve

    def found(reference):
        module, _, name = reference.partition(":")
        return globals()[name] if module == HERE else real(reference)

    monkeypatch.setattr(methods, "resolve", found)
    asked_for.clear()


def test_answers_are_checked_timed_and_signed():
    outcome = ask(problem(), 21)
    assert (outcome.answer, outcome.method, outcome.checked) == (42, "right", True)
    assert ask(problem(), 21).answer == 42


def test_the_evidence_says_how_far_the_checker_looked():
    assert ask(problem(), 21).evidence is Evidence.VALUE
    assert ask(problem(score=None), 21).evidence is Evidence.OBJECT
    assert ask(problem(evidence="consequences"), 21).evidence is Evidence.CONSEQUENCES
    assert ask(problem(), 21, check=False).evidence is Evidence.NONE


@pytest.mark.parametrize("function", ["hopeless", "tired"])
def test_nothing_is_checked_where_there_is_no_answer(function):
    outcome = ask(problem(method(function)), 21)
    assert (outcome.checked, outcome.evidence) == (False, Evidence.NONE)


@pytest.mark.parametrize(
    ("function", "words"), [("wrong", "43 is not twice 21"), ("boastful", "returned value 43, but its answer has 42")]
)
def test_a_wrong_answer_does_not_leave(function, words):
    with pytest.raises(WrongAnswer, match=words) as caught:
        ask(problem(method(function)), 21)
    assert caught.value.question == 21


def test_a_check_that_a_limit_ends_is_no_check():
    outcome = ask(problem(check=sleepy_check), 21, limits=Limits(seconds=0.01))
    assert (outcome.status, outcome.checked) == (Status.SOLVED, False)


def test_a_literal_method_speaks_unchecked():
    outcome = ask(problem(method("wrong", "literal")), 21)
    assert (outcome.answer, outcome.checked) == (43, False)


def test_a_confirmation_is_told():
    outcome = ask(problem(RIGHT, method("right", name="again")), 21, confirm="again")
    assert outcome.confirmed_by == ("again",)
    assert ask(problem(RIGHT, method("tired")), 21, confirm="tired").confirmed_by == ()
    assert ask(problem(method("guessing", "heuristic"), RIGHT), 21, confirm="right").confirmed_by == ()


def test_two_exact_methods_that_disagree_are_a_bug_of_ours():
    with pytest.raises(WrongAnswer, match=r"right \(solved with value 42\), hopeless \(impossible\)"):
        ask(problem(RIGHT, method("hopeless")), 21, confirm="hopeless")


def test_what_the_right_answer_fixes_is_compared():
    asked = problem(method("one", name="one"), method("two", name="two"), check=anything, score=None)
    assert ask(asked, 21, confirm="two").confirmed_by == ("two",)
    keyed = problem(
        method("one", name="one"),
        method("two", name="two"),
        check=anything,
        score=None,
        key=parity,
    )
    with pytest.raises(WrongAnswer, match="disagree"):
        ask(keyed, 21, confirm="two")


def one(question, /, limits=None, report=None):
    return Outcome(Status.SOLVED, 1)


def two(question, /, limits=None, report=None):
    return Outcome(Status.SOLVED, 2)


def anything(question, answer):
    return []


def test_a_refuted_program_is_a_result():
    asked = problem(method("hopeless", "literal", "published"), RIGHT)
    outcome = ask(asked, 21, confirm="right")
    assert (outcome.status, outcome.refuted_by, outcome.confirmed_by) == (Status.IMPOSSIBLE, ("right",), ())
    assert (outcome.refutation.status, outcome.refutation.answer) == (Status.SOLVED, 42)
    agreed = ask(problem(method("right", "literal", "published"), RIGHT), 21, confirm="right")
    assert (agreed.refuted_by, agreed.confirmed_by) == ((), ("right",))


def test_only_another_exact_method_confirms():
    asked = problem(RIGHT, method("guessing", "heuristic"), method("wrong", "literal"))
    for name, words in (("guessing", "heuristic"), ("wrong", "literal"), ("right", "the method itself")):
        with pytest.raises(UsageError, match=words):
            ask(asked, 21, confirm=name)


def test_one_deadline_is_for_all_of_it():
    asked = problem(method("slow"), method("slow", name="again"))
    ask(asked, 21, confirm="again", limits=Limits(seconds=5.0))
    assert asked_for[0] > asked_for[1]
    assert 5.0 - asked_for[1] >= 0.02


def test_an_impossible_question_gets_its_reason_within_the_limit():
    asked = problem(method("hopeless"), explain=reason)
    outcome = ask(asked, 21)
    assert (outcome.reason, outcome.conflict) == ("it cannot be", (21,))
    ask(asked, 21, limits=Limits(seconds=0.5))
    ask(asked, 21, explain=7.0)
    assert ask(asked, 21, explain=0).conflict == ()
    assert asked_for[0] == queries.REASON_SECONDS
    assert asked_for[1] <= 0.5
    assert asked_for[2:] == [7.0]
    assert ask(problem(method("hopeless"), explain=impatient), 21).status is Status.IMPOSSIBLE


def test_a_verdict_is_told_before_its_reason_is_looked_for():
    told = []
    ask(
        problem(method("hopeless"), explain=reason),
        21,
        verdict=lambda known: told.append((known, *asked_for)),
    )
    ((known, *before),) = told
    assert (known.status, known.conflict, before) == (Status.IMPOSSIBLE, (), [])
    ask(problem(method("hopeless", "literal")), 21, verdict=told.append)
    assert len(told) == 1


def test_a_literal_impossible_has_no_reason_of_ours():
    asked = problem(method("hopeless", "literal"), explain=reason)
    assert ask(asked, 21).conflict == ()


def test_an_answer_is_judged_with_its_value():
    assert violations_of(problem(), 21, 42, 42) == violations_of(problem(), 21, 42) == []
    assert violations_of(problem(), 21, 42, "42") == []
    assert [broken.rule for broken in violations_of(problem(), 21, 42, 43)] == ["wrong-value"]
    assert [broken.rule for broken in violations_of(problem(), 21, 43, 43)] == ["wrong"]


def test_a_missing_extra_is_named():
    missing = Method(name="m", where="no_such_module_anywhere:solve", needs="solvers")
    words = r'method .m. needs an extra: pip install "passatempo\[solvers\]"'
    with pytest.raises(SolverUnavailable, match=words):
        ask(problem(missing), 1)


def test_a_missing_extra_is_named_at_any_depth():
    with pytest.raises(SolverUnavailable, match=r'"passatempo\[solvers\]"'):
        ask(problem(method("needing_clingo")), 1)
    with pytest.raises(SolverUnavailable, match=r'"passatempo\[solvers\]"'):
        ask(problem(RIGHT, method("needing_clingo")), 1, confirm="needing_clingo")


def outcome(status, answer=None, value=None, bound=None):
    return Outcome(status, answer, value, bound)


SOLVED, FEASIBLE, IMPOSSIBLE = Status.SOLVED, Status.FEASIBLE, Status.IMPOSSIBLE


@pytest.mark.parametrize(
    ("first", "second", "agreed"),
    [
        (outcome(SOLVED, 1, 5), outcome(SOLVED, 2, 5), True),
        (outcome(SOLVED, 1, 5), outcome(SOLVED, 1, 6), False),
        (outcome(SOLVED, 1, 5), outcome(IMPOSSIBLE), False),
        (outcome(FEASIBLE, 1, 5), outcome(SOLVED, 1, 6), True),
        (outcome(FEASIBLE, 1, 7), outcome(SOLVED, 1, 6), False),
        (outcome(FEASIBLE, 1, 4, 5), outcome(SOLVED, 1, 6), False),
        (outcome(FEASIBLE, 1, 4, 6), outcome(SOLVED, 1, 6), True),
        (outcome(FEASIBLE, 1, 4, 6), outcome(FEASIBLE, 1, 7), False),
        (outcome(FEASIBLE, 1, 5), outcome(IMPOSSIBLE), False),
        (outcome(Status.UNKNOWN), outcome(IMPOSSIBLE), True),
    ],
)
def test_who_agrees_with_whom(first, second, agreed):
    asked = problem()
    assert outcomes_agree(asked, None, first, second) == outcomes_agree(asked, None, second, first) == agreed


def test_unique_answers_must_be_equal():
    asked = replace(problem(), unique=True)
    assert not outcomes_agree(asked, None, outcome(SOLVED, 7), outcome(SOLVED, 8))


CONTRADICTION = "##1/212"


def test_a_contradiction_has_the_same_reason_on_every_route(tmp_path, capsys):
    """The command line, a batch, the HTTP task and the library, and every question about the board."""
    import json

    from passatempo.cli.main import run
    from passatempo.core.registry import pastime
    from passatempo.web.worker import answer

    game = pastime("minesweeper")
    lines = tmp_path / "lines"
    lines.write_text(json.dumps({"grid": CONTRADICTION}) + "\n", encoding="utf-8")
    for entry in game.problems:
        if entry.name == "click":  # there a contradiction is an answer
            continue
        assert run(["minesweeper", entry.name, "--grid", CONTRADICTION, "--format", "json"]) == 1
        single = json.loads(capsys.readouterr().out)
        assert run(["minesweeper", entry.name, "--batch", str(lines)]) == 0
        batch = json.loads(capsys.readouterr().out)
        given = {"pastime": "minesweeper", "question": entry.name, "body": json.dumps({"grid": CONTRADICTION}).encode()}
        served = json.loads(answer(given, Limits(seconds=5), queries.silent))
        assert single["conflict"] == batch["conflict"] == served["conflict"]
        assert single["conflict"], entry.name
        assert single["reason"] == batch["reason"] == served["reason"]
