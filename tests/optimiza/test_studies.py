"""The greedies on boards drawn by lot, against all boards of size 4.

Tests: studies.py, commands.py
"""

from statistics import fmean, stdev

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.random import Random
from passatempo.optimiza import exhaust as exhaust_or_draw
from passatempo.optimiza import levels, new
from passatempo.optimiza.exact.boards import exhaust
from passatempo.optimiza.studies import QualityParams, quality


def test_shares_are_those_of_the_question():
    row = quality(QualityParams(5), Random(3, "optimiza", 0))
    said = levels(new(N=5, seed=3)).result()
    assert (row["Z"], row["X"], row["Y"]) == (said.z, said.x / said.z, said.y / said.z)


@pytest.mark.long
def test_a_sample_lies_around_all_boards_of_size_4():
    """Five standard errors: one false alarm in two million."""
    all_boards = exhaust(4, "hex-torus")
    rows = [quality(QualityParams(4, "hex-torus"), Random(1, number)) for number in range(3000)]
    for name in ("Y", "X_best", "expert"):
        drawn = [row[name] for row in rows]
        assert abs(fmean(drawn) - all_boards.ratio[name]) <= 5 * stdev(drawn) / 3000**0.5 + 1e-9


def test_the_command_draws_where_all_are_too_many():
    drawn = exhaust_or_draw(6, sample=20, seed=2)
    assert "20 random torus-queen boards of size 6" in str(drawn)
    found = drawn.to_json()
    assert found["sampled"] == 20
    assert 0 < found["greedies"]["X"]["worst"] <= found["greedies"]["X"]["ratio"] <= 1
    with pytest.raises(UsageError, match="sample: -1 is not from 1 to"):
        exhaust_or_draw(6, sample=-1)
