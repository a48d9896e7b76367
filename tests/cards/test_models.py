"""The methods of the solvers on every kind of deal against brute force."""

import pytest

from passatempo.cards.checker import solutions
from passatempo.cards.settings import CpSettings, SatSettings
from passatempo.core.limits import Cancel, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.pastime import resolve
from passatempo.core.progress import silent
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
        method = resolve(f"passatempo.cards.{where}")
    except ImportError as error:
        pytest.skip(str(error))
    return method(deal, limits, silent, *extra)


@pytest.mark.parametrize("name", CALLS)
def test_a_method_against_brute_force(name):
    rng = Random(21, "models")
    possible = 0
    for _ in range(70):
        deal = random_deal(rng, 7)
        truth = set(solutions(deal))
        outcome = call(name, deal, Limits())
        assert outcome.status is (Status.SOLVED if truth else Status.IMPOSSIBLE), deal
        assert not truth or tuple(outcome.answer) in truth, deal
        possible += bool(truth)
    assert possible > 5


@pytest.mark.parametrize("name", ["sat-position", "sat-run-cadical", "cpsat-elements", "asp"])
def test_limits_are_kept(name):
    from passatempo.cards.generate import family

    hard = family("quads", 201)
    cancel = Cancel()
    cancel.throw()
    assert call(name, hard, Limits(cancel=cancel)).stopped in (StopReason.CANCELLED, StopReason.DONE)
    outcome = call(name, hard, Limits(seconds=0.2))
    assert outcome.status is Status.IMPOSSIBLE or outcome.stopped is StopReason.SECONDS
