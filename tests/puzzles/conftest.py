"""What the tests of puzzles share: every kind that is registered."""

import pytest

from passatempo.puzzles.identity import puzzle_kinds

KINDS = list(puzzle_kinds())


@pytest.fixture(params=KINDS, ids=[kind.code for _, kind in KINDS])
def named_kind(request):
    """Return each kind of puzzle with the name of its pastime."""
    return request.param
