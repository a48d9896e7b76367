"""Tables of two copies at most: what the first look leaves open goes to a search from either side, then to a program.

That search goes from the low ranks after 90 nodes and from the high ones after 290; behind 590 the program is asked. Of
the tables those are taken that need more than 90. Most can be arranged; the others are asked of CP-SAT as well.

Tests: exact/arrange.py
"""

import pytest

from passatempo.core.asking import ask
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.random import Random
from passatempo.core.registry import installed, pastime
from passatempo.machiavelli.checker import check
from passatempo.machiavelli.exact.arrange import arrange
from passatempo.machiavelli.generate import Params, generate
from passatempo.machiavelli.model import ACES, Turn

ARRANGE = pastime("machiavelli").problem("arrange")
FIRST, LOW, HIGH = 90, 290, 590  # nodes, behind which the next one is asked


def tables(many):
    """Make dense tables, a few cards of which were exchanged for others."""
    for seed in range(many):
        turn = generate(Params(70 + seed % 34, 0, "swapped", 2, ACES[seed % 4]), Random(seed))
        yield Turn((turn.cards,), (), turn.rules)


@pytest.mark.skipif(not installed("solvers"), reason="OR-Tools is not installed")
@pytest.mark.parametrize("many", [1000, pytest.param(40_000, marks=pytest.mark.long)])
def test_what_the_first_look_leaves_open(many):
    found = {"low": 0, "high": 0, "program": 0}
    for turn in tables(many):
        own = arrange(turn)
        nodes = own.stats["nodes"]
        if nodes <= FIRST:
            continue
        found["low" if nodes <= LOW else "high" if nodes <= HIGH else "program"] += 1
        if own.status is Status.SOLVED:
            assert check(turn, own.answer) == []
        else:
            other = ask(ARRANGE, turn, method="cpsat", limits=Limits(seconds=60), explain=0)
            assert own.status is other.status is Status.IMPOSSIBLE
    assert min(found["low"], found["high"]) > 0, found
