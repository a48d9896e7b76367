"""The methods of the solvers on every kind of deal against brute force.

Tests: encodings/asp.py, encodings/cp.py, generate.py, encodings/positions.py, encodings/published.py,
encodings/runs.py, settings.py, encodings/asp_program.py
"""

import pytest

from passatempo.cards.answers import Ordering
from passatempo.cards.checker import list_solutions
from passatempo.cards.generate import family_deal
from passatempo.cards.settings import CpSettings, SatSettings
from passatempo.core.limits import Cancel, Limits, silent
from passatempo.core.methods import resolve
from passatempo.core.outcome import Status, StopReason
from passatempo.core.random import Random

from .deals import random_deal

CALLS = {
    "sat-run": ("sat:by_runs", SatSettings(amo="ladder")),
    "sat-run-cadical": ("sat:by_runs", SatSettings(solver="cadical195")),
    "sat-position": ("sat:by_positions", SatSettings()),
    "sat-corrected": ("sat:corrected", SatSettings(amo="bitwise")),
    "cpsat": ("cp:order", CpSettings()),
    "cpsat-elements": ("cp:order", CpSettings("elements")),
    "asp": ("asp:order", None),
}


def call(name, deal, limits):
    where, settings = CALLS[name]
    extra = () if settings is None else (settings,)
    try:
        method = resolve(f"passatempo.cards.encodings.{where}")
    except ImportError as error:
        pytest.skip(str(error))
    return method(deal, limits, silent, *extra)


@pytest.mark.parametrize("name", CALLS)
def test_a_method_against_brute_force(name):
    rng = Random(21, "models")
    possible = 0
    for _ in range(70):
        deal = random_deal(rng, 7)
        truth = {Ordering(*row) for row in list_solutions(deal)}
        outcome = call(name, deal, Limits())
        assert outcome.status is (Status.SOLVED if truth else Status.IMPOSSIBLE), deal
        assert not truth or outcome.answer in truth, deal
        possible += bool(truth)
    assert possible > 5


@pytest.mark.parametrize("name", CALLS)
def test_a_thrown_switch_ends_every_method_before_it_builds(name):
    cancel = Cancel()
    cancel.cancel()
    outcome = call(name, family_deal("quads", 201), Limits(cancel=cancel))
    assert (outcome.status, outcome.stopped) == (Status.UNKNOWN, StopReason.CANCELLED)


@pytest.mark.parametrize("name", ["sat-position", "sat-corrected", "cpsat", "cpsat-elements", "asp"])
def test_what_no_memory_holds_is_not_built(name):
    """Two thousand pairs (cpsat: twenty thousand): the size is known by formula before anything is built."""
    deal = family_deal("pairs", 40_001 if name == "cpsat" else 4001)
    outcome = call(name, deal, Limits(memory_mb=500))
    assert (outcome.status, outcome.stopped) == (Status.UNKNOWN, StopReason.MEMORY)


@pytest.mark.parametrize("name", ["sat-position", "sat-run-cadical", "cpsat", "cpsat-elements", "asp"])
def test_a_limit_ends_what_is_being_built_or_solved(name):
    """Deals that take each method seconds; how late it may be: tests/contract/test_limits.py, over all methods."""
    deal = family_deal(
        "pairs", {"cpsat-elements": 101, "cpsat": 2001, "sat-run-cadical": 2001, "sat-position": 201}.get(name, 601)
    )
    outcome = call(name, deal, Limits(seconds=0.1))
    assert (outcome.status, outcome.stopped) == (Status.UNKNOWN, StopReason.SECONDS)
