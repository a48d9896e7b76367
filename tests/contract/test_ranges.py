"""Limits at the ends of their ranges, and well inside: no method and no solver library may stumble over them.

What is left out: threads beyond four (a machine is not ours to fill).
"""

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.limits import NO_NODES, Limits
from passatempo.core.outcome import Status
from passatempo.core.queries import outcomes_agree

from .test_contract import answers, ask_question, each_method, questions

ENDS = {
    "no nodes": Limits(seconds=0.1, nodes=0),
    "one node": Limits(seconds=0.1, nodes=1),
    "more nodes than 32 bits hold": Limits(seconds=0.1, nodes=2**32 + 1),
    "more nodes than 52 bits hold": Limits(seconds=0.1, nodes=13_769_317_974_461_000),
    "all nodes": Limits(seconds=0.1, nodes=NO_NODES),
    "one answer": Limits(seconds=0.1, answers=1),
    "more answers than 32 bits hold": Limits(seconds=0.1, answers=2**32 + 1),
    "all answers": Limits(seconds=0.1, answers=NO_NODES),
    "all memory": Limits(seconds=0.1, memory_mb=1 << 32),
    "the least seed": Limits(seconds=0.1, seed=-(2**63)),
    "a seed of 32 bits": Limits(seconds=0.1, seed=2**31),
    "the greatest seed": Limits(seconds=0.1, seed=2**64 - 1),
    "no time": Limits(seconds=0.0),
    "more time than clocks count": Limits(seconds=1e300, nodes=1000),
    "three threads": Limits(seconds=0.1, threads=3),
}


@pytest.mark.quick(20)
@each_method
def test_a_limit_at_the_end_of_its_range_is_taken(game, problem, method):
    """The first example is asked, an own question of each range; what is said is true as far as it goes."""
    question, free = questions(game.name, problem.name)[0], answers(game.name, problem.name, method.name, 0)
    for limits in ENDS.values():
        try:
            outcome = ask_question(problem, question, method=method.name, limits=limits, explain=0)
        except UsageError:  # a published program without words for this question
            assert method.kind == "literal"
            return
        same_answers = limits.seed == 0 and limits.answers is None  # lots differ, and so do lists that are cut
        if same_answers or Status.SOLVED not in (outcome.status, free.status):
            assert outcomes_agree(problem, question, outcome, free), limits
