"""Proofs on hypergraphs against trying every move, every zone and every carrier searched again.

Tests: lines.py
"""

import pytest

from passatempo.core.random import Random
from passatempo.mnk.lines import windows

from .. import kernel
from .reference import inside, wins

REDUCTIONS = ("twins", "exchange", "domination", "components", "matching", "zones", "symmetry", "probes")
WINS, HELD = 1, 2


def cells_of(edge):
    return [cell for cell in range(edge.bit_length()) if edge >> cell & 1]


def some_edges(rng, size, number, lengths):
    return [sum(1 << cell for cell in rng.sample(range(size), rng.choice(lengths))) for _ in range(number)]


def random_state(rng):
    """Make two hypergraphs near the border between won and held: none, the same, or other lines for the defender."""
    size = 6 + rng.below(4)
    long = rng.below(3) == 0
    lengths = (4, 4, 4, 3, 2) if long else (3, 3, 3, 4, 2)
    attacker = some_edges(rng, size, 4 + rng.below(26 if long else 10), lengths)
    kind = rng.below(4)
    defender = [] if kind == 0 else attacker if kind == 1 else some_edges(rng, size, 1 + rng.below(10), (2, 3, 3, 4))
    return size, attacker, list(defender), rng.below(2) == 0


def board_state(rng):
    """Make the lines of both sides of a small board after some marks."""
    m, n, k = rng.choice([(3, 3, 3), (4, 3, 3), (5, 2, 2), (3, 4, 3), (4, 4, 4), (4, 4, 3), (5, 3, 3)])
    marks = [0] * (m * n)
    for i, cell in enumerate(rng.sample(range(m * n), max(m * n - 9, 0) + rng.below(5))):
        marks[cell] = 1 + i % 2
    lines = {1: [], 2: []}
    for window in windows(m, n, k):
        empty = sum(1 << cell for cell in window if not marks[cell])
        for side in (1, 2):
            if all(marks[cell] in (0, side) for cell in window) and empty:
                lines[side].append(empty)
    side = 1 + rng.below(2)
    return m * n, lines[side], lines[3 - side], rng.below(2) == 0


def solve(size, attacker, defender, attacking, use=(True,) * 8):
    lists = [[cells_of(edge) for edge in edges] for edges in (attacker, defender)]
    sides = lists if attacking else lists[::-1]
    found = kernel.told("solve", graph=kernel.graph(size, *sides), attacking=attacking, use=use)
    return found.verdict, found.moves, sum(1 << cell for cell in found.cells)


def judge(state, use=(True,) * 8):
    """Hold what the kernel says of a state against a full search: the verdict, and the carrier or the zone."""
    size, attacker, defender, attacking = state
    verdict, moves, found = solve(size, attacker, defender, attacking, use)
    if wins(attacker, defender, attacking):
        assert verdict == WINS, (state, use)
        assert wins([edge for edge in attacker if not edge & ~found], defender, attacking, moves), (state, use)
    else:
        assert verdict == HELD, (state, use)
        assert not wins(*inside(attacker, defender, found), attacking), (state, use)


@pytest.mark.parametrize("make", [random_state, board_state])
def test_verdicts_zones_and_carriers(make):
    for seed in range(250):
        judge(make(Random(seed, "state")))


@pytest.mark.parametrize("off", REDUCTIONS)
def test_each_reduction_can_be_left_out(off):
    use = [name != off for name in REDUCTIONS]
    for seed in range(40):
        judge(random_state(Random(seed, off)), use)


def test_without_any_reduction():
    for seed in range(60):
        judge(random_state(Random(seed, "bare")), [False] * 8)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_five_thousand_states(part):
    for seed in range(500):
        rng = Random(seed, "long", part)
        use = [True] * 8 if seed % 2 else [rng.below(4) > 0 for _ in REDUCTIONS]
        judge((board_state if seed % 3 == 0 else random_state)(rng), use)


def test_shortest_wins_against_a_full_search():
    for seed in range(120):
        size, attacker, defender, _ = random_state(Random(seed, "short"))
        least = next((most for most in range(1, 6) if wins(attacker, defender, True, most)), 0)
        lists = [[cells_of(edge) for edge in edges] for edges in (attacker, defender)]
        found = kernel.told("shortest", graph=kernel.graph(size, *lists), most=5)
        assert found.moves == least
        if least:
            assert sorted(found.cells) == [c for c in range(size) if _wins_by(attacker, defender, 1 << c, least)]


def _wins_by(attacker, defender, cell, most):
    after = [edge & ~cell for edge in attacker]
    left = [edge for edge in defender if not edge & cell]
    return 0 in after or (most > 1 and wins(after, left, False, most - 1))


def test_bad_lines_are_refused():
    for lines in ([[9]], [[2**31]], [[]]):
        with pytest.raises(ValueError, match="lines"):
            kernel.told("shortest", graph=kernel.graph(9, lines, []), most=3)
    with pytest.raises(ValueError, match="lines: one is cut short"):
        kernel.told("shortest", graph=(9, [3, 1, 2], [], [], 64), most=3)


def hostile_call(rng):
    """Return a question, limits and a request of the right types whose values make no sense."""
    size = rng.choice([0, 1, 5, 9, 64, 65, 300, 600, 2**18])
    cell = rng.choice([size, size, size, size, size + 1, 2**31 - 1]) or 1

    def lines(most):
        wild = rng.below(3) == 0
        return [
            [
                (rng.below(cell) if wild else rng.below(max(1, min(size, 600)))) - wild
                for _ in range(rng.below(7) + 1 - wild)
            ]
            for _ in range(rng.below(most))
        ]

    images = rng.choice(
        [[], [], [list(range(size))[::-1]], [[0] * size], [[size] * size], [[-1] * size], [[]], [[0]]]
        if size < 1000
        else [[]]
    )
    megabytes = rng.choice([0, 1, 64, 2**40, 2**63])
    limits = (
        rng.choice([0.0, 1e-9, 1e-3, 0.02, -1.0, 1e18]),
        rng.choice([0, 1, 7, 500, 2**63]),
        rng.choice([None, bytearray(1), bytearray(b"\1"), bytearray(16), bytearray(7), b"\0" * 16]),
    )
    own, other = lines(12), lines(12)
    if limits[0] > 1 and limits[1] > 500:
        limits = (limits[0], 500, limits[2])
    attacking, wins = rng.below(2) == 0, rng.below(2) == 0
    said = rng.choice(
        [
            ("decide", {"without_marks": attacking, "file": (b"", b""), "every": 60.0, "threads": 1}),
            ("shortest", {"most": rng.choice([-1, 0, 1, 3, 2**31 - 1])}),
            ("grade", {}),
            ("trace", {"attacking": attacking, "wins": wins, "file": (b"", b"")}),
            ("solve", {"attacking": attacking, "use": [wins] * rng.choice([8, 8, 8, 7, 0])}),
        ]
    )
    return said[0], limits, {**said[1], "graph": kernel.graph(size, own, other, images, megabytes)}


def test_hostile_calls_are_answered_or_refused():
    """C18: whatever stands in the arrays; `make sanitize` runs this with bounds and overflows watched."""
    refused = 0
    for seed in range(400):
        question, limits, request = hostile_call(Random(seed, "hostile"))
        try:
            kernel.ask(question, *limits, **request)
        except ValueError:
            refused += 1
    assert 20 < refused < 380
