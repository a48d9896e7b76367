"""Limits of cards: nothing is said under a limit that the unlimited answer does not say; memory is asked for before.

How soon a limit ends a run is tested over all questions in tests/contract/test_limits.py.
"""

import pytest

from passatempo.cards.answers import ListAsk, Ordering, RankAsk, SampleAsk, UnrankAsk
from passatempo.cards.checker import check_ordering
from passatempo.cards.encodings import audit as auditing
from passatempo.cards.exact import methods as exact
from passatempo.cards.generate import Params, family_deal, generate
from passatempo.cards.model import Deal, Distance
from passatempo.cards.reference import search
from passatempo.cards.settings import AuditAsk, EncodeAsk
from passatempo.core.limits import Cancel, Deadline, Limits
from passatempo.core.outcome import Evidence, Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.core.queries import ask, judge_outcome, outcomes_agree
from passatempo.core.random import Random
from passatempo.core.registry import pastime

from .deals import random_deal

pytest.importorskip("passatempo.solvers.sat", exc_type=ImportError)

GAME = pastime("cards")
NODES = [*range(51), 64, 100, 1000, 4000, 4001]
SECONDS = [0.0, 1e-9, 1e-6, 1e-4]
ENGINES = ("cpsat", "asp")  # which start anew at every limit, and take some milliseconds to
METHODS = [(problem.name, method.name) for problem in GAME.problems for method in problem.methods]


def question_of(problem, deal, rng):
    """Put a deal to a question with inputs of its own."""
    sequence = (exact.order(deal).answer or Ordering(deal.cards, ())).sequence
    asks = {
        "sample": SampleAsk(rng.in_range(0, 4)),
        "enumerate": ListAsk(rng.in_range(0, 9), rng.in_range(1, 3)),
        "rank": RankAsk(list(sequence)),
        "unrank": UnrankAsk(rng.in_range(1, 9)),
        "encode": EncodeAsk(*rng.choice([("run", "ladder"), ("published", "pairwise"), ("position", "bitwise")])),
        "audit": AuditAsk(rng.choice(("published", "corrected", "run", "position"))),
    }
    return Question(deal, asks[problem]) if problem in asks else deal


def small_deal(rng, most=7):
    """Draw a deal of any kind, or one of those that `new` makes."""
    if rng.below(2):
        return random_deal(rng, most)
    return generate(Params(rng.in_range(5, most), rng.choice(("any", "possible", "impossible")), "interior"), rng)


def truth_under_limits(problem_name, method, deals, nodes, seed):
    """Compare what is said under limits with what is said without."""
    problem, rng = GAME.problem(problem_name), Random(seed, problem_name, method)
    exactly = problem.choose(method).method.kind == "exact"
    for _ in range(deals):
        question = question_of(problem_name, small_deal(rng), rng)
        whole = ask(problem, question, method=method)
        for limits in [*(Limits(nodes=n) for n in nodes), *(Limits(seconds=s) for s in SECONDS)]:
            said = ask(problem, question, method=method, limits=limits)
            assert outcomes_agree(problem, question, said, whole) or not exactly, (question, limits, said, whole)
            assert said.status in (whole.status, Status.UNKNOWN, Status.FEASIBLE), (question, limits, said)
            assert (said.stopped is StopReason.DONE) == (said.status in (Status.SOLVED, Status.IMPOSSIBLE))
            if said.status is Status.SOLVED and problem.unique:
                assert said.answer == whole.answer


@pytest.mark.quick(14)
@pytest.mark.parametrize(("problem", "method"), METHODS)
def test_what_is_said_under_limits_is_true(problem, method):
    nodes = NODES[:: 20 if method in ENGINES or method.startswith("sat") else 3]
    truth_under_limits(problem, method, 1 if method in ENGINES else 2, nodes, 1)


@pytest.mark.long
@pytest.mark.parametrize(("problem", "method"), METHODS)
def test_what_is_said_under_every_limit_is_true(problem, method):
    truth_under_limits(problem, method, 50, NODES, 2)


AGREEING = [
    (problem.name, first.name, other.name)
    for problem in GAME.problems
    if len(problem.methods) > 1
    for first, *others in [problem.methods]
    for other in others
    if other.kind == "exact"
]


def methods_agree(problem_name, first, other, deals, seed):
    """Ask both of random deals; compare the verdict, and all that the right answer fixes."""
    problem, rng = GAME.problem(problem_name), Random(seed, problem_name, other)
    seen = set()
    for _ in range(deals):
        question = question_of(problem_name, small_deal(rng), rng)
        outcomes = [ask(problem, question, method=method) for method in (first, other)]
        assert outcomes_agree(problem, question, *outcomes), (question, outcomes)
        assert {outcome.status for outcome in outcomes} <= {Status.SOLVED, Status.IMPOSSIBLE}
        seen.add(outcomes[0].status)
    assert Status.SOLVED in seen


@pytest.mark.quick(8)
@pytest.mark.parametrize(("problem", "first", "other"), AGREEING)
def test_methods_agree_on_random_deals(problem, first, other):
    methods_agree(problem, first, other, 50, 3)


@pytest.mark.long
@pytest.mark.parametrize(("problem", "first", "other"), AGREEING)
def test_methods_agree_on_thousands_of_deals(problem, first, other):
    methods_agree(problem, first, other, 5_000, 4)


@pytest.mark.parametrize("number", [200_001, 1_000_001])
def test_a_count_that_no_memory_holds_is_not_begun(number):
    """A table of all distances would take tens of gigabytes: said at once, before any of it is asked for."""
    outcome = exact.count(family_deal("pairs", number))
    assert (outcome.status, outcome.stopped) == (Status.UNKNOWN, StopReason.MEMORY)
    assert outcome.stats["nodes"] == 0


def test_a_count_takes_no_more_than_it_needs():
    """Of the distances only those up to the one that is asked: with a memory in which no table of all would stand."""
    cards = family_deal("pairs", 2001).cards
    near = exact.count(Deal(cards, (Distance(1, 3, "=", 20),)), Limits(memory_mb=1))
    assert near.answer.sequences == exact.distances(Deal(cards)).answer.sequences[20]
    assert exact.count(Deal(cards, (Distance(1, 3, "=", 1990),)), Limits(memory_mb=1)).stopped is StopReason.MEMORY


@pytest.mark.parametrize("op", ["=", "<=", ">="])
def test_a_count_of_some_distances_is_their_sum(op):
    rng = Random(5, "sums", op)
    for _ in range(60):
        deal = generate(Params(rng.in_range(5, 40), "any", rng.choice(("interior", "open"))), rng)
        counts = exact.distances(deal).answer.sequences
        condition = Distance(1, 3, op, rng.in_range(1, len(deal.cards)))
        found = exact.count(Deal(deal.cards, (condition,), deal.ends)).answer.sequences
        assert found == sum(number for distance, number in counts.items() if condition.allows(distance))


@pytest.mark.parametrize(("problem", "method"), METHODS)
def test_more_cards_than_a_recursion_is_deep(problem, method):
    """Two thousand pairs under few nodes: an answer or unknown, never an error."""
    cancel = Cancel()
    cancel.cancel()
    deal = family_deal("pairs", 4001)
    question = question_of(problem, deal, Random(1))
    for limits in (Limits(cancel=cancel), Limits(nodes=5_000, seconds=0.1)):
        outcome = ask(GAME.problem(problem), question, method=method, limits=limits)
        assert outcome.status in (Status.SOLVED, Status.UNKNOWN, Status.FEASIBLE)


def test_a_search_is_as_deep_as_there_are_cards():
    """1,500 cards in ascending order, with nothing to choose: found, where a recursion would end in an error."""
    deal = Deal(tuple(range(1500)), pattern="U")
    assert search.order(deal, Limits(nodes=1500)).stopped is StopReason.NODES
    outcome = search.order(deal, Limits(nodes=1501))
    assert outcome.stats == {"nodes": 1501}
    assert check_ordering(deal, outcome.answer) == []


def test_an_audit_is_as_deep_as_there_are_letters():
    """Eleven hundred letters of which none follows from the others: models one by one, not an error."""
    letters = range(1, 1101)
    found = auditing.ModelEnumerator([(-k, k) for k in letters], letters, Deadline(Limits()))
    assert next(iter(found)) == frozenset(letters)
    free = auditing.ModelEnumerator([(1, 2), (-1, -2), (3, 4), (5, 6, 7)], [1, 2], Deadline(Limits()))
    assert sorted(map(sorted, free)) == [[1], [2]]  # and of the letters not shown one choice, taken back each time


def test_the_checker_hears_the_limits():
    """A million cards are laid in time and not checked in time: then the answer is not called checked."""
    deal = Deal(tuple(range(1, 300_001)), pattern="U")
    problem = GAME.problem("order")
    cancel = Cancel()
    outcome = Outcome(Status.SOLVED, Ordering(deal.cards, ()))
    assert judge_outcome(problem, deal, outcome, "exact", Deadline(Limits())) is Evidence.OBJECT
    cancel.cancel()
    assert judge_outcome(problem, deal, outcome, "exact", Deadline(Limits(cancel=cancel))) is Evidence.NONE
