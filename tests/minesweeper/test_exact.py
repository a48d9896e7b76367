"""The kernel and its plain twin against brute force, on small positions of every kind; large boards and limits.

Tests: minesweeper/surface.py, census.py, generate.py, reference.py
"""

import time
from array import array
from dataclasses import replace
from fractions import Fraction

import pytest

from passatempo.core.json import with_ask
from passatempo.core.limits import Cancel, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.minesweeper import Board, ChancesAsk, estimate, read, reference
from passatempo.minesweeper.checker import check_certain, check_chances, check_click
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.generate import Params, generate
from passatempo.minesweeper.json import CHANCES
from passatempo.minesweeper.model import COVERED, is_covered

from .positions import layouts, position

QUICK, ALL = 2_000, 20_000
BLOCK = 500
GAME = pastime("minesweeper")


def expected(board):
    """Count by brute force: the number of layouts, and of those with a mine in each covered cell."""
    found = list(layouts(board))
    covered = [cell for cell, code in enumerate(board.cells) if is_covered(code)]
    return len(found), {cell: sum(cell in mines for mines in found) for cell in covered}


def compare(board, seed):
    solutions, with_mine = expected(board)
    methods = [exact] if seed % 5 else [exact, reference]  # the twin is slow
    for method in methods:
        safe, chances, click = method.safe(board), method.chances(board), method.click(board)
        if not solutions:
            assert (safe.status, chances.status) == (Status.IMPOSSIBLE, Status.IMPOSSIBLE)
            assert click.answer.verdict == "contradiction"
            continue
        place = board.place
        assert list(safe.answer.safe) == [place(cell) for cell, count in with_mine.items() if not count]
        assert list(safe.answer.sure_mines) == [place(cell) for cell, count in with_mine.items() if count == solutions]
        assert check_certain(board, safe.answer) == []
        assert chances.answer.solutions == solutions
        for cell, count in with_mine.items():
            assert chances.answer.near.get(place(cell), chances.answer.other) == Fraction(count, solutions)
        assert check_chances(board, chances.answer) == []
        assert check_click(board, click.answer) == []
    compare_estimate(board, solutions, with_mine)


def compare_estimate(board, solutions, with_mine):
    found = estimate(board)
    if not solutions:
        assert found is None
        return
    for cell, count in with_mine.items():
        assert found.chances[cell] == pytest.approx(count / solutions)
        assert (found.marks[cell] in exact.SAFE) == (count == 0)
        assert (found.marks[cell] in exact.MINE) == (count == solutions)
    assert 2**found.log2_solutions == pytest.approx(solutions)


@pytest.mark.quick(1)
@pytest.mark.parametrize("start", range(0, QUICK, BLOCK))
def test_random_positions_against_brute_force(start):
    for seed in range(start, start + BLOCK):
        compare(position(seed), seed)


@pytest.mark.long
@pytest.mark.parametrize("start", range(QUICK, ALL, 10 * BLOCK))
def test_many_random_positions_against_brute_force(start):
    for seed in range(start, min(start + 10 * BLOCK, ALL)):
        compare(position(seed), seed)


def test_every_verdict_on_every_cell():
    for seed in range(150):
        board = position(seed)
        solutions, with_mine = expected(board)
        for cell in range(-1, len(board.cells) + 1):
            asked = replace(board, click=board.place(cell))
            found = ask(GAME.problem("click"), asked).answer
            if not 0 <= cell < len(board.cells):
                wanted = "out_of_range"
            elif not solutions:
                wanted = "contradiction"
            elif cell not in with_mine:
                wanted = "already_open"
            else:
                count = with_mine[cell]
                wanted = "safe" if not count else "sure_mine" if count == solutions else "may_be_mine"
            assert found.verdict == wanted


def big(mines, opened, share, *, size=150, count=False):
    params = Params("custom", size, size, int(size * size * mines), opened=opened, share=share, counted=count)
    return generate(params, Random(7, "big"))


@pytest.mark.parametrize("opened", ["flood", "scatter"])
def test_counts_of_large_boards_keep_their_zeros(opened):
    board = big(0.2, opened, 0.15, size=60)
    without = exact.safe(board).answer
    counted = replace(board, mines=720)
    # so far from its extremes the count excludes nothing, and no probability may fall to zero on the way
    assert exact.safe(counted).answer == without
    found = estimate(counted)
    assert sum(found.chances) == pytest.approx(720)
    assert {board.place(c) for c in exact.cells_with_marks(found.marks, exact.SAFE)} == set(without.safe)
    chances = exact.chances(counted).answer
    assert check_chances(counted, chances) == []
    for place, chance in chances.near.items():
        assert found.chances[place[0] * 60 + place[1]] == pytest.approx(float(chance))


def test_chances_by_estimate():
    """Rounded to parts of 10^12; what is certain is exact."""
    for board in (*map(position, range(60)), replace(big(0.2, "flood", 0.15, size=60), mines=720)):
        exactly = ask(GAME.problem("chances"), Question(board, ChancesAsk()))
        found = ask(GAME.problem("chances"), Question(board, ChancesAsk(both=True)), method="estimate")
        if exactly.status is Status.IMPOSSIBLE:
            assert found.status is Status.IMPOSSIBLE
            continue
        assert (found.status, found.checked, found.answer.solutions) == (Status.FEASIBLE, True, None)
        assert CHANCES.load(CHANCES.dump(found.answer)) == found.answer
        assert found.answer.near.keys() == exactly.answer.near.keys()
        pairs = [(found.answer.other, exactly.answer.other)] if found.answer.other is not None else []
        for told, true in [
            *pairs,
            *((found.answer.near[place], chance) for place, chance in exactly.answer.near.items()),
        ]:
            assert (told in (0, 1)) == (true in (0, 1))
            assert 10**12 % told.denominator == 0
            assert float(told) == pytest.approx(float(true), abs=2e-12)


def test_an_estimate_that_is_off_is_refused():
    board = read("1##\n###", mines=2)
    found = ask(GAME.problem("chances"), Question(board, ChancesAsk()), method="estimate").answer
    (place, chance), *_ = found.near.items()
    off = replace(found, near=found.near | {place: chance + Fraction(1, 10**9)})
    assert [fault.rule for fault in check_chances(board, off)] == ["number", "mines"]
    assert check_chances(board, found) == []


def test_a_large_board_with_a_count():
    board = big(0.2, "flood", 0.15, size=400)
    without = exact.safe(board).answer
    counted = replace(board, mines=32_000)
    assert exact.safe(counted).answer == without
    chances = exact.chances(counted)
    assert (chances.status, chances.stopped) == (Status.UNKNOWN, StopReason.MEMORY)
    assert "last digit" in chances.reason
    found = estimate(counted)
    assert sum(found.chances) == pytest.approx(32_000)
    assert {board.place(c) for c in exact.cells_with_marks(found.marks, exact.MINE)} == set(without.sure_mines)
    unsure = next(place for place, chance in exact.chances(board).answer.near.items() if 0 < chance < 1)
    asked = replace(counted, click=unsure)
    click = exact.click(asked)
    assert (click.status, click.answer.verdict) == (Status.FEASIBLE, "may_be_mine")
    assert check_click(asked, click.answer) == []


def test_a_count_at_its_extremes_settles_large_boards():
    board = big(0.2, "flood", 0.15, size=60)
    survey = exact.safe(board).answer
    rest = [place for place in exact.chances(board).answer.near if place not in survey.safe]
    least = next(m for m in range(3600) if exact.safe(replace(board, mines=m)).status is Status.SOLVED)
    settled = exact.safe(replace(board, mines=least)).answer
    assert len(settled.safe) > len(survey.safe)
    assert 0 < least <= len(rest)
    assert exact.safe(replace(board, mines=least - 1)).status is Status.IMPOSSIBLE


def test_a_board_without_numbers():
    blank = Board(1000, 1000, bytes([COVERED]) * 10**6, 1)
    found = exact.chances(blank).answer
    assert (found.solutions, found.other, dict(found.near)) == (10**6, Fraction(1, 10**6), {})
    assert exact.safe(replace(blank, mines=10**6 + 1)).status is Status.IMPOSSIBLE
    assert exact.safe(replace(blank, mines=10**39)).status is Status.IMPOSSIBLE


def test_a_board_full_of_mines():
    blank = Board(100, 100, bytes([COVERED]) * 10**4, 10**4)
    found = exact.safe(blank).answer
    assert (len(found.safe), len(found.sure_mines)) == (0, 10**4)


def test_a_contradiction_far_away_leaves_no_safe_cell():
    board = big(0.2, "flood", 0.2)
    assert exact.safe(board).answer.safe
    cells = bytearray(board.cells)
    broken = next(c for c in range(len(cells) - 1, 0, -1) if cells[c] in range(1, 8))
    cells[broken] = 0 if cells[broken] > 1 else 8
    wrong = replace(board, cells=bytes(cells))
    assert exact.safe(wrong).status is Status.IMPOSSIBLE
    assert exact.click(replace(wrong, click=(0, 0))).answer.verdict in ("contradiction", "already_open")
    assert estimate(wrong) is None


def test_boards_from_other_buffers():
    words = array("b", [-1, 1, 0])
    assert estimate(Board(1, 3, words)).marks == estimate(read("#10")).marks


def lattice(n):
    """Cover every second row and column of a minefield: the widest boards there are."""
    rng = Random(n, "lattice")
    hidden = [rng.below(10) < 3 for _ in range(n * n)]
    surface = Board(n, n, bytes([COVERED]) * (n * n)).surface
    cells = bytearray([COVERED]) * (n * n)
    for cell in range(n * n):
        if (cell // n) % 2 and (cell % n) % 2 and not hidden[cell]:
            cells[cell] = sum(hidden[near] for near in surface.neighbours(cell))
    return Board(n, n, bytes(cells)), hidden


def test_boards_too_wide_to_be_counted():
    board, hidden = lattice(61)
    found = exact.safe(board)
    assert found.status is Status.SOLVED
    assert not any(hidden[row * 61 + column] for row, column in found.answer.safe)
    assert all(hidden[row * 61 + column] for row, column in found.answer.sure_mines)
    assert check_certain(board, found.answer) == []
    cell = next(c for c in range(61 * 61) if hidden[c] and board.place(c) not in found.answer.sure_mines)
    click = exact.click(replace(board, click=board.place(cell)))
    assert (click.answer.verdict, click.answer.probability) == ("may_be_mine", None)
    assert check_click(replace(board, click=board.place(cell)), click.answer) == []
    chances = exact.chances(board)
    assert (chances.status, chances.stopped) == (Status.UNKNOWN, StopReason.MEMORY)
    assert "too wide" in chances.reason
    with pytest.raises(OverflowError):
        estimate(board)


@pytest.mark.parametrize("question", ["safe", "click", "chances"])
def test_limits_end_a_run_on_a_wide_board(question):
    problem = GAME.problem(question)
    asked = with_ask(problem, lattice(41)[0], {})
    started = time.monotonic()
    outcome = ask(problem, asked, method="exact", limits=Limits(seconds=0.05))
    assert time.monotonic() - started < 15
    assert outcome.status in (Status.UNKNOWN, Status.SOLVED, Status.FEASIBLE)
    cancel = Cancel()
    cancel.cancel()
    assert ask(problem, asked, method="exact", limits=Limits(cancel=cancel)).stopped in (
        StopReason.CANCELLED,
        StopReason.DONE,
    )


def test_a_limit_that_comes_before_the_witness_is_no_answer():
    board = generate(Params("expert", share=0.6), Random(3, "limits"))
    unsure = next(place for place, chance in exact.chances(board).answer.near.items() if 0 < chance < 1)
    asked = replace(board, click=unsure)
    problem = GAME.problem("click")
    needed = ask(problem, asked, method="exact").stats["nodes"]
    for nodes in (1, needed // 2, needed - 1, needed):
        outcome = ask(problem, asked, method="exact", limits=Limits(nodes=nodes))
        assert outcome.status in (Status.UNKNOWN, Status.SOLVED)
        assert outcome.status is Status.SOLVED or outcome.stopped is StopReason.NODES
