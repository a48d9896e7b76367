"""What being registered buys: every pastime, problem and method keeps the same promises.

Tests: cards/encodings/audit.py, cards/drawing.py, cards/encodings/encoding.py, cards/words.py,
machiavelli/exact/arrange.py, machiavelli/generate.py, machiavelli/words.py, minesweeper/drawing.py,
minesweeper/json.py, minesweeper/words.py, minesweeper/text.py, optimiza/encodings/cp.py, optimiza/json.py,
optimiza/words.py
"""

import json
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from passatempo.core.errors import FormatError, InvalidInstance, UsageError, WrongAnswer
from passatempo.core.json import convert, decode, dump_outcome, encode, load_question, number, with_ask
from passatempo.core.limits import Cancel, Limits
from passatempo.core.outcome import Evidence, Outcome, Status, StopReason
from passatempo.core.queries import ask as ask_question
from passatempo.core.queries import judge_outcome, outcomes_agree
from passatempo.core.random import Random
from passatempo.core.registry import is_installed, names, pastime

GAMES = [pastime(name) for name in names()]
PROBLEMS = [(game, problem) for game in GAMES for problem in game.problems]
METHODS = [
    (game, problem, method)
    for game, problem in PROBLEMS
    for method in problem.methods
    if not method.needs or is_installed(method.needs)
]
GENERATED = 3
MANY = 150  # generated instances for all methods of each question in the long tests
ENOUGH = Limits(seconds=0.2)  # a slow method may give up on an example; giving up contradicts nobody

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_problem = pytest.mark.parametrize(("game", "problem"), PROBLEMS, ids=[f"{g.name}-{p.name}" for g, p in PROBLEMS])
each_method = pytest.mark.parametrize(
    ("game", "problem", "method"),
    METHODS,
    ids=[f"{g.name}-{p.name}-{m.name}" for g, p, m in METHODS],
)


@cache
def instances(name):
    """Return the examples of a pastime and a few generated instances."""
    game = pastime(name)
    found = [game.read(game.example(example)) for example in game.examples]
    if game.generates:
        params = game.wiring.params()
        found += [game.wiring.generate(params, Random(seed, "contract")) for seed in range(GENERATED)]
    return found


@cache
def questions(name, problem_name):
    """Return the questions of a problem about those instances, own inputs at their defaults where they have any."""
    problem = pastime(name).problem(problem_name)
    if problem.wiring.ask:
        return [with_ask(problem, instance, {}) for instance in instances(name)]
    return instances(name)


@cache
def timed(name, problem_name, method, index):
    """Ask once; return the outcome, and whether the time was over before it came."""
    started = time.monotonic()
    outcome = ask(pastime(name).problem(problem_name), questions(name, problem_name)[index], method, ENOUGH)
    return outcome, time.monotonic() - started >= ENOUGH.seconds


def answers(name, problem_name, method, index):
    """Return the outcome alone; many tests look at the same one."""
    return timed(name, problem_name, method, index)[0]


def ask(problem, question, method, limits):
    """Ask a method; what is published may say that it has no words for a question, or does not know an option."""
    try:
        return ask_question(problem, question, method=method, limits=limits, explain=0)
    except UsageError as error:
        assert problem.choose(method).method.kind == "literal" or "does not support the option" in str(error)
        return Outcome(Status.UNKNOWN)


@each_game
def test_text_round_trip(game):
    for instance in instances(game.name):
        assert game.read(game.wiring.write(instance)) == instance


@each_game
def test_json_round_trip(game):
    shape = game.wiring.json
    for instance in instances(game.name):
        raw = decode(encode(shape.dump(instance)))
        assert shape.load(convert(raw, shape.keys)) == instance


@each_game
def test_generated_instances_follow_from_the_seed(game):
    if not game.generates:
        pytest.skip("no generator")
    make, params = game.wiring.generate, game.wiring.params()
    assert make(params, Random(3)) == make(params, Random(3))
    assert any(make(params, Random(3)) != make(params, Random(seed)) for seed in range(4, 8))


@each_game
def test_instances_can_be_shown_and_drawn(game):
    for instance in instances(game.name):
        assert game.wiring.show(instance).strip()
        ElementTree.fromstring(game.wiring.draw(instance))


@each_game
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=st.text())
def test_hostile_text_raises_only_the_two_input_errors(game, text):
    try:
        game.read(text)
    except (FormatError, InvalidInstance) as error:
        assert "\n" not in str(error)


@each_game
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_damaged_text_raises_only_the_two_input_errors(game, data):
    if not instances(game.name):
        return  # a plug-in without examples and a generator: its own tests have instances
    text = game.wiring.write(data.draw(st.sampled_from(instances(game.name))))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    try:
        game.read(text[:start] + data.draw(st.text(max_size=5)) + text[end:])
    except (FormatError, InvalidInstance) as error:
        assert "\n" not in str(error)


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda kids: st.lists(kids, max_size=4))


@each_problem
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_hostile_json_raises_only_the_two_input_errors(game, problem, data):
    keys = [*game.wiring.json.keys.__dataclass_fields__, "stranger"]
    raw = data.draw(st.dictionaries(st.sampled_from(keys), JSON, max_size=4))
    try:
        load_question(game, problem, json.loads(json.dumps(raw)), {})
    except (FormatError, InvalidInstance) as error:
        assert "\n" not in str(error)


@each_problem
def test_unknown_keys_are_refused_by_name(game, problem):
    with pytest.raises(FormatError, match="stranger"):
        load_question(game, problem, {"stranger": 1}, {})


@each_problem
def test_unknown_methods_are_refused_with_the_list(game, problem):
    with pytest.raises(UsageError, match=problem.methods[0].name):
        problem.choose("nonsense")
    with pytest.raises(UsageError, match="setting"):
        problem.choose(f"{problem.methods[0].name}:nonsense=1")


@each_method
def test_every_answer_passes_the_checker_and_can_be_shown(game, problem, method):
    shape = problem.wiring.json
    for index, question in enumerate(questions(game.name, problem.name)):
        outcome, is_late = timed(game.name, problem.name, method.name, index)
        assert isinstance(outcome, Outcome)
        judged = method.kind != "literal" and outcome.answer is not None
        if (
            outcome.method
        ):  # a check that the limit ends is none: on a busy machine it may; below it is made without one
            assert outcome.checked == judged or (is_late and not outcome.checked)
        ElementTree.fromstring(problem.wiring.draw(question, outcome.answer))
        written = decode(encode(dump_outcome(problem, outcome)))
        assert written["status"] == outcome.status.value
        if outcome.answer is None:
            continue
        assert problem.wiring.show(question, outcome.answer).strip()
        read_back = shape.load(convert(written["answer"], shape.keys))
        if method.kind != "literal":
            assert problem.wiring.check(question, read_back) == []
            if problem.wiring.score:
                assert number(problem.wiring.score(question, read_back)) == written["value"]


@each_method
def test_methods_agree_with_the_default(game, problem, method):
    for index, question in enumerate(questions(game.name, problem.name)):
        first = answers(game.name, problem.name, problem.methods[0].name, index)
        other = answers(game.name, problem.name, method.name, index)
        if method.kind == "exact":
            assert outcomes_agree(problem, question, first, other), (first, other)
        elif method.kind == "heuristic":
            assert other.status is not Status.IMPOSSIBLE or first.status is Status.IMPOSSIBLE
            if first.status is Status.SOLVED and other.value is not None and first.value is not None:
                assert other.value <= first.value


@each_method
def test_a_thrown_cancel_ends_the_run(game, problem, method):
    """Time and Ctrl-C on the hardest instances: test_limits.py, test_interrupt.py."""
    for question in questions(game.name, problem.name)[:3]:
        cancel = Cancel()
        cancel.cancel()
        started = time.process_time()
        outcome = ask(problem, question, method.name, Limits(cancel=cancel))
        assert time.process_time() - started < 0.5
        assert outcome.stopped in (StopReason.DONE, StopReason.CANCELLED)


@each_problem
def test_a_value_that_the_answer_has_not_is_refused(game, problem):
    """What says that its value was computed again has seen a wrong one."""
    for index, question in enumerate(questions(game.name, problem.name)):
        outcome = answers(game.name, problem.name, problem.methods[0].name, index)
        if outcome.evidence is Evidence.VALUE:
            with pytest.raises(WrongAnswer):
                judge_outcome(problem, question, replace(outcome, value=outcome.value + 1), "planted")


UNIQUE = [(game, problem) for game, problem in PROBLEMS if problem.unique]


@pytest.mark.parametrize(("game", "problem"), UNIQUE, ids=[f"{g.name}-{p.name}" for g, p in UNIQUE])
def test_another_answer_disagrees_in_what_the_right_one_fixes(game, problem):
    """Answers of other instances stand for a method that is wrong in one thing or another.

    Keys that fix a part of the answer are tested beside the checkers that have them.
    """
    found = [
        answers(game.name, problem.name, problem.methods[0].name, index)
        for index in range(len(questions(game.name, problem.name)))
    ]
    solved = [(index, outcome) for index, outcome in enumerate(found) if outcome.status is Status.SOLVED]
    for index, first in solved:
        question = questions(game.name, problem.name)[index]
        others = [replace(outcome, value=first.value) for _, outcome in solved if outcome.answer != first.answer]
        assert not others or any(not outcomes_agree(problem, question, first, other) for other in others)


NODES = (0, 5, 200)
ALL_NODES = (*range(51), 64, 100, 200, 1000, 4000, 4001)
SECONDS = (0.0, 1e-9, 1e-4)


def cut_runs_are_true(problem, question, method, full, nodes):
    """Check that no limit makes a method prove what its complete run does not; return the run with the most nodes."""
    limits = [Limits(seconds=seconds) for seconds in SECONDS] + [Limits(seconds=60, nodes=most) for most in nodes]
    is_done = False
    for limit in limits:
        if is_done and limit.nodes not in (None, nodes[-1]):
            continue  # more nodes than a run needs give the same run again: the most are asked in any case
        cut = ask(problem, question, method.name, limit)
        is_done = cut.stopped is StopReason.DONE
        if method.kind == "exact":
            assert outcomes_agree(problem, question, full, cut), (limit, full, cut)
        whole = cut.stopped is StopReason.DONE is full.stopped  # load may have cut the first run
        assert not whole or cut.status is full.status or method.kind != "exact"
    return cut


@each_method
def test_limits_never_turn_into_a_proof_and_runs_repeat(game, problem, method):
    """Nothing that a kernel remembers may show, whatever was asked in between (see also machiavelli/test_memory)."""
    several = [*enumerate(questions(game.name, problem.name)[:2])]
    full = [answers(game.name, problem.name, method.name, index) for index, _ in several]
    firsts = [cut_runs_are_true(problem, question, method, full[index], NODES) for index, question in several]
    for (_, question), first in reversed([*zip(several, firsts, strict=True)]):
        again = ask(problem, question, method.name, Limits(seconds=60, nodes=NODES[-1]))
        if StopReason.SECONDS not in (first.stopped, again.stopped):
            assert (first.status, first.answer, first.value) == (again.status, again.answer, again.value)
            assert first.stats.get("nodes") == again.stats.get("nodes")


@pytest.mark.long
@each_method
def test_limits_never_turn_into_a_proof_on_every_instance(game, problem, method):
    for index, question in enumerate(questions(game.name, problem.name)):
        full = answers(game.name, problem.name, method.name, index)
        cut_runs_are_true(problem, question, method, full, ALL_NODES)


@pytest.mark.long
@each_problem
def test_methods_agree_on_many_generated_instances(game, problem):
    """Every method, on instances that no example resembles; a slow one may give up, which contradicts nobody."""
    make, params = (game.wiring.generate, game.wiring.params()) if game.generates else (None, None)
    for seed in range(MANY if make else 0):
        instance = make(params, Random(seed, "many"))
        question = with_ask(problem, instance, {}) if problem.wiring.ask else instance
        first = ask(problem, question, problem.methods[0].name, Limits(seconds=1))
        for method in problem.methods[1:]:
            if method.kind == "exact" and (not method.needs or is_installed(method.needs)):
                other = ask(problem, question, method.name, Limits(seconds=0.5))
                assert outcomes_agree(problem, question, first, other), (seed, method.name, first, other)
