"""What a run promises of its limits, and that no size of a table or a hand is a crash.

Tests: machiavelli/exact/arrange.py, machiavelli/reference/arrangements.py, machiavelli/steps.py,
machiavelli/exact/conflict.py
"""

import random

import pytest

from passatempo.core.errors import InvalidInstance, SolverUnavailable, UsageError
from passatempo.core.limits import Cancel, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.pastime import Question
from passatempo.core.queries import ask, outcomes_agree
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.checker import check_listing, check_play
from passatempo.machiavelli.exact.arrange import arrange_many
from passatempo.machiavelli.exact.conflict import explain
from passatempo.machiavelli.generate import Params, generate
from passatempo.machiavelli.model import ACES, JOKER, EnumerateAsk, LayAsk, Rules, Turn, UnlockAsk

from .heaps import LINES

GAME = pastime("machiavelli")
ASKS = {"lay": LayAsk, "unlock": UnlockAsk, "enumerate": EnumerateAsk}
EXACT = [(p, m.name) for p in GAME.problems for m in p.methods if m.kind == "exact" and not m.needs]
NODES = [*range(51), 64, 100, 1000, 4000, 4001]
SECONDS = [0.0, 1e-9, 1e-6, 1e-4]


def full(decks: int, ace: str = "both") -> Turn:
    return Turn((tuple(range(JOKER)) * decks,), (), Rules(decks, ace))


def question_of(name: str, turn: Turn, **inputs):
    return Question(turn, ASKS[name](**inputs)) if name in ASKS else turn


def small(seed: int) -> Turn:
    """Make a small turn of any kind, now and then with jokers on the table or in the hand."""
    rng = random.Random(seed)
    kind = rng.choice(["groups", "groups", "heap", "swapped", "random"])
    jokers = rng.choice([0, 0, 0, 1, 2])
    params = Params(rng.randint(3, 13), rng.randint(0, 4), kind, rng.randint(1, 2), rng.choice(ACES), 0)
    turn = generate(params, Random(seed))
    rules = Rules(turn.rules.decks, turn.rules.ace, jokers)
    on_table = rng.randint(0, jokers)
    if kind == "groups" or not on_table:
        return Turn(turn.table, turn.hand + (JOKER,) * (jokers - on_table), rules)
    return Turn((turn.cards + (JOKER,) * on_table,), turn.hand, rules)


@pytest.mark.quick(5)
@pytest.mark.parametrize("seeds", [range(12), pytest.param(range(12, 62), marks=pytest.mark.long)], ids=["12", "50"])
@pytest.mark.parametrize(("problem", "method"), EXACT, ids=[f"{p.name}-{m}" for p, m in EXACT])
def test_what_is_said_under_a_limit_is_true(problem, method, seeds):
    for seed in seeds:
        question = question_of(problem.name, small(seed))
        whole = ask(problem, question, method=method, limits=Limits(seconds=5))
        for limits in (*(Limits(nodes=nodes) for nodes in NODES), *(Limits(seconds=s) for s in SECONDS)):
            cut = ask(problem, question, method=method, limits=limits)
            assert outcomes_agree(problem, question, whole, cut), (limits, whole, cut)
            if cut.status is Status.UNKNOWN:
                assert cut.stopped is not StopReason.DONE
            if whole.value is not None and cut.bound is not None:
                assert cut.bound >= whole.value


@pytest.mark.parametrize("decks", [10, 12, 15, 60, 100])
@pytest.mark.parametrize("nodes", [0, 1, 100, 20_000])
def test_counting_leaves_all_loops_at_its_limit(decks, nodes):
    """A loop that runs on does not end at all: over ten decks there are more multisets of melds than can be walked."""
    outcome = ask(GAME.problem("count"), full(decks), limits=Limits(nodes=nodes))
    assert (outcome.status, outcome.stopped) == (Status.UNKNOWN, StopReason.NODES)
    assert outcome.stats["nodes"] <= nodes + 1


def test_a_kernel_that_is_told_to_stop_stops():
    """The loops between two nodes look at the switch too: with many copies one node takes seconds."""
    stopped = Cancel()
    stopped.cancel()
    cards = bytes([100]) * 52
    free = (1e9, 2**62, stopped.flag)
    assert _kernel.count(cards, LINES[3], *free)[0] == 4
    assert _kernel.arrangements(cards, LINES[3], 10**6, *free)[0] == 4
    assert _kernel.lay(bytes(52), cards, LINES[3], None, 0, 100, *free)[0] == 4
    assert _kernel.unlock(cards, bytes(52), LINES[3], 2, True, *free)[0] == 4
    groups = tuple((0, 1, 2) for _ in range(100)) + tuple((13, 14, 15) for _ in range(100))
    assert _kernel.keep(groups, cards, LINES[3], None, 50, *free)[0] == 4
    assert _kernel.fewest_moves(groups, bytes(52), LINES[0], 0, 0, 600, *free)[0] == 4


@pytest.mark.parametrize("method", ["exact", "reference", "ilp", "ilp-sets", "cpsat"])
def test_the_largest_tables_there_are_can_be_asked_about(method):
    problem = GAME.problem("arrange")
    for turn in (full(100), full(60, "wrap"), full(100, "low")):
        try:
            outcome = ask(problem, turn, method=method, limits=Limits(seconds=2))
        except SolverUnavailable:
            pytest.skip("no solver library")
        assert outcome.status in (Status.SOLVED, Status.UNKNOWN)


def test_plain_python_gives_up_where_its_stack_ends():
    outcome = ask(GAME.problem("arrange"), full(100), method="reference")
    assert (outcome.status, outcome.stopped) == (Status.UNKNOWN, StopReason.MEMORY)


def test_more_copies_than_a_byte_holds_are_refused_by_name():
    for cards, rules in [((0,) * 300, Rules(100)), ((JOKER,) * 300, Rules(100, "both", 100)), ((5,) * 150, Rules(100))]:
        with pytest.raises(InvalidInstance, match="occurs"):
            Turn((cards,), (), rules)
    with pytest.raises(InvalidInstance, match="5S occurs 200 times"):
        Turn(((4,) * 100,), (4,) * 100, Rules(100))
    with pytest.raises(InvalidInstance, match="jokers is too large: it must be <= 100, it is 101"):
        Rules(jokers=101)


def test_a_hundred_decks_with_a_hundred_jokers_can_be_asked_everything():
    turn = Turn((tuple(range(JOKER)) * 99 + (JOKER,) * 50,), (0, 1, 2, *(JOKER,) * 50), Rules(100, "both", 100))
    for problem in GAME.problems:
        for method in problem.methods:
            inputs = {"limit": 1} if problem.name == "enumerate" else {}
            try:
                outcome = ask(
                    problem,
                    question_of(problem.name, turn, **inputs),
                    method=method.name,
                    limits=Limits(seconds=0.05, nodes=1000),
                )
            except (SolverUnavailable, UsageError):
                continue
            assert isinstance(outcome.status, Status)


@pytest.mark.parametrize("decks", [20, pytest.param(50, marks=pytest.mark.long)])
@pytest.mark.parametrize("nodes", [50, None])
def test_hundreds_of_groups_can_stay(nodes, decks):
    groups = tuple((13 * s + r, 13 * s + r + 1, 13 * s + r + 2) for s in range(4) for r in (0, 3, 6)) * decks
    turn = Turn(groups, (9,), Rules(decks))
    outcome = ask(GAME.problem("lay"), Question(turn, LayAsk("least-change", brief=True)), limits=Limits(nodes=nodes))
    if nodes is None:
        kept = len(groups) - 1
        assert (outcome.status, outcome.value, outcome.answer.groups_kept) == (Status.SOLVED, 1, kept)
    else:
        assert outcome.stopped is StopReason.NODES


def test_steps_that_there_is_no_time_for_are_left_out():
    """The play is proved; three thousand places in each of a thousand steps would take others minutes to print."""
    table = tuple((13 * s + r, 13 * s + r + 1, 13 * s + r + 2) for s in range(4) for r in (0, 3, 6, 9)) * 60
    turn = Turn(tuple(group[:2] for group in table), tuple(group[2] for group in table), Rules(60))
    question = Question(turn, LayAsk())
    outcome = ask(GAME.problem("lay"), question, limits=Limits(seconds=0.3))
    if outcome.answer is not None:
        assert outcome.answer.steps is None
        assert outcome.stopped is StopReason.SECONDS
        assert check_play(question, outcome.answer) == []


@pytest.mark.parametrize("method", ["exact", "reference", "cpsat"])
def test_a_list_is_cut_where_there_is_no_time_to_print_it(method):
    question = Question(full(4), EnumerateAsk(10**6))
    try:
        outcome = ask(GAME.problem("enumerate"), question, method=method, limits=Limits(seconds=0.2))
    except SolverUnavailable:
        pytest.skip("no solver library")
    assert (outcome.status, outcome.stopped) == (Status.FEASIBLE, StopReason.SECONDS)
    assert not outcome.answer.complete
    assert len(outcome.answer.arrangements) < 2_000
    assert check_listing(question, outcome.answer) == []


def test_a_reason_ends_at_its_limit():
    rng = Random(3)
    turn = generate(Params(200, 0, "random", 10, "both"), rng)
    assert explain(turn, Limits(seconds=0)) == ("", ())
    assert explain(turn, Limits(nodes=10)) == ("", ())
    stopped = Cancel()
    stopped.cancel()
    assert explain(turn, Limits(cancel=stopped)) == ("", ())


def test_many_tables_end_at_a_limit():
    many = bytes(full(10).table_counts[:52]) * 2_000
    assert len(arrange_many(many)) == 2_000
    assert len(arrange_many(many, "both", Limits(nodes=1_000))) < 100
    stopped = Cancel()
    stopped.cancel()
    assert len(arrange_many(many, "both", Limits(cancel=stopped))) < 100
