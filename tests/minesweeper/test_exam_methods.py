"""The declarative methods and the exported programs, each run by its own system, against the cases and brute force.

Tests: encodings/programs.py, encodings/cp.py, encodings/layouts.py
"""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.minesweeper import Board, read
from passatempo.minesweeper.encodings.programs import export, export_click, export_minizinc, export_prolog
from passatempo.minesweeper.model import COVERED, UNKNOWN

from ..helpers.outside import ENVIRONMENT
from .fields import layouts, random_board

DATA = Path(__file__).parents[1] / "data" / "minesweeper"
GAME = pastime("minesweeper")
POSITIONS = json.loads((DATA / "positions.json").read_text(encoding="utf-8"))["cases"]
SMALL = [case for case in POSITIONS if case["grid"].count("#") <= 14]
READINGS = [(case, key) for case in SMALL for key in ("without_count", "with_count") if case[key]]
METHODS = {"asp": "clingo", "cp-findall": "ortools", "cp-maximise": "ortools", "cp-assume": "ortools", "sat": "pysat"}

each_reading = pytest.mark.parametrize(("case", "key"), READINGS, ids=[f"{c['id']}-{key}" for c, key in READINGS])
each_method = pytest.mark.parametrize("method", METHODS)
swipl = pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is not installed")
minizinc = pytest.mark.skipif(shutil.which("minizinc") is None, reason="MiniZinc is not installed")


def run(*line):
    """Run another system."""
    return subprocess.run([*map(str, line)], capture_output=True, text=True, check=False, timeout=60, env=ENVIRONMENT)


def brute(board):
    """Name the safe cells and the sure mines; None without a layout."""
    every = layouts(board)
    if not every:
        return None
    covered = [cell for cell, code in enumerate(board.cells) if code in (COVERED,)]
    safe = tuple(board.place(cell) for cell in covered if not any(cell in mines for mines in every))
    return safe, tuple(board.place(cell) for cell in covered if all(cell in mines for mines in every))


@pytest.mark.quick(30)
@each_reading
@each_method
def test_methods_on_the_cases(case, key, method):
    pytest.importorskip(METHODS[method])
    wanted = case[key]
    outcome = ask(GAME.problem("safe"), read(case["grid"], mines=wanted["mines"]), method=method)
    if not wanted["consistent"]:
        assert outcome.status is Status.IMPOSSIBLE
        return
    assert [[r + 1, c + 1] for r, c in outcome.answer.safe] == wanted["safe"]
    assert [[r + 1, c + 1] for r, c in outcome.answer.sure_mines] == wanted["sure_mines"]
    for asked in case["clicks"]:
        if asked[key]:
            question = read(case["grid"], mines=wanted["mines"], click=asked["click"])
            clicked = ask(GAME.problem("click"), question, method=method).answer
            assert clicked.verdict == asked[key]
            assert clicked.probability == ask(GAME.problem("click"), question, method="reference").answer.probability


@each_method
def test_other_neighbourhoods(method):
    pytest.importorskip(METHODS[method])
    for variant in ("torus", "hexagonal", "knight"):
        board = Board(3, 4, bytes([1, 255, 255, 255, 255, 2, 255, UNKNOWN, 255, 255, 1, 255]), variant=variant)
        every = layouts(board)
        outcome = ask(GAME.problem("safe"), board, method=method)
        if not every:
            assert outcome.status is Status.IMPOSSIBLE
            continue
        assert (outcome.answer.safe, outcome.answer.sure_mines) == brute(board)


@pytest.mark.parametrize("method", ["asp", "cp-findall", "cp-maximise", "cp-assume", "sat", "cp-published"])
def test_no_time_at_all(method):
    pytest.importorskip(METHODS.get(method, "ortools"))
    board = GAME.example("beginner")
    outcome = ask(GAME.problem("safe"), read(board), method=method, limits=Limits(seconds=0.0))
    assert outcome.status in (Status.UNKNOWN, Status.SOLVED)


@pytest.mark.long
def test_tiles_and_whole_boards_agree():
    """On a board of more numbers than one tile holds; the exact method shares no code with the clauses."""
    pytest.importorskip("pysat")
    dice = random.Random(3)
    n = 30
    field = [dice.random() < 0.2 for _ in range(n * n)]
    surface = Board(n, n, bytes([COVERED] * (n * n))).surface
    shown = bytes(
        sum(field[m] for m in surface.neighbours(cell)) if not field[cell] and dice.random() < 0.4 else COVERED
        for cell in range(n * n)
    )
    safe = GAME.problem("safe")
    assert ask(safe, Board(n, n, shown), method="sat").answer == ask(safe, Board(n, n, shown), method="exact").answer


@pytest.mark.parametrize("seed", range(3))
def test_clingo_alone_runs_the_exported_program(seed, tmp_path):
    pytest.importorskip("clingo")
    dice = random.Random(seed)
    board = random_board(dice)
    file = tmp_path / "board.lp"
    file.write_text(export(board, "clingo"), encoding="utf-8")
    found = []
    for mode in ("brave", "cautious"):
        told = run(sys.executable, "-m", "clingo", file, f"--enum-mode={mode}", "--outf=2", "--warn=none")
        said = json.loads(told.stdout)
        if brute(board) is None:
            assert said["Result"] == "UNSATISFIABLE"
            return
        atoms = said["Call"][0]["Witnesses"][-1]["Value"]
        found.append({tuple(int(word) - 1 for word in atom[5:-1].split(",")) for atom in atoms})
    covered = {board.place(cell) for cell, code in enumerate(board.cells) if code == COVERED}
    assert (tuple(sorted(covered - found[0])), tuple(sorted(found[1]))) == brute(board)


@pytest.mark.parametrize("seed", range(4))
def test_the_task_as_worded_has_an_answer_set_exactly_if_the_click_is_safe(seed):
    pytest.importorskip("clingo")
    from passatempo.solvers import asp

    dice = random.Random(100 + seed)
    for _ in range(15):
        board = random_board(dice, 9)
        true = brute(board)
        for cell in range(len(board.cells)):
            asked = Board(board.rows, board.columns, board.cells, board.mines, click=board.place(cell))
            stands = asp.solve(export_click(asked, "clingo")).status is Status.SOLVED
            assert stands == (true is not None and board.place(cell) in true[0])


def test_clingo_alone_runs_the_program_for_a_click(tmp_path):
    pytest.importorskip("clingo")
    for grid, click, stands in (("01#1#", (1, 5), True), ("#1#", (1, 1), False), ("2#", (1, 2), False)):
        file = tmp_path / "click.lp"
        file.write_text(export_click(read(grid, click=click), "clingo"), encoding="utf-8")
        told = run(sys.executable, "-m", "clingo", file, "--outf=2", "--warn=none")
        assert json.loads(told.stdout)["Result"] == ("SATISFIABLE" if stands else "UNSATISFIABLE")


@swipl
def test_swi_prolog_runs_the_exported_program(tmp_path):
    dice = random.Random(7)
    boards = [random_board(dice, 9) for _ in range(12)]
    for board in boards:
        file = tmp_path / "board.pl"
        file.write_text(export_prolog(board, "swi"), encoding="utf-8")
        told = run("swipl", "-g", "main", "-t", "halt", file)
        true = brute(board)
        if true is None:
            assert (told.stdout, told.stderr) == ("contradictory.\n", "")
            continue
        named = [f"safe({r + 1},{c + 1})." for r, c in true[0]] + [f"sure_mine({r + 1},{c + 1})." for r, c in true[1]]
        assert (told.stdout.splitlines(), told.stderr) == (named, "")


OFFSETS = ((0, 1), (1, 0), (1, 1), (-1, 2))  # not even symmetric


def other_boards(number, seed):
    """Make small boards of every other neighbourhood, with unknown numbers and with counts; some are contradictory."""
    dice = random.Random(seed)
    for i in range(number):
        variant = ("torus", "hexagonal", "knight", "square", "offsets")[i % 5]
        own = {"offsets": OFFSETS} if variant == "offsets" else {"variant": variant}
        surface = Board(3, 3, bytes([COVERED] * 9), **own).surface
        field = [dice.random() < 0.35 for _ in range(9)]
        shown = bytes(
            COVERED
            if field[cell] or dice.random() < 0.4
            else UNKNOWN
            if dice.random() < 0.3
            else min(surface.degree, sum(field[n] for n in surface.neighbours(cell)) + (dice.random() < 0.1))
            for cell in range(9)
        )
        yield Board(3, 3, shown, sum(field) if i % 2 else None, **own)


@swipl
def test_swi_prolog_runs_programs_of_other_neighbourhoods(tmp_path):
    for board in other_boards(15, 11):
        file = tmp_path / "board.pl"
        file.write_text(export_prolog(board, "swi"), encoding="utf-8")
        told = run("swipl", "-g", "main", "-t", "halt", file)
        true = brute(board)
        if true is None:
            assert (told.stdout, told.stderr) == ("contradictory.\n", "")
            continue
        named = [f"safe({r + 1},{c + 1})." for r, c in true[0]] + [f"sure_mine({r + 1},{c + 1})." for r, c in true[1]]
        assert (told.stdout.splitlines(), told.stderr) == (named, ""), board


@minizinc
def test_minizinc_runs_programs_of_other_neighbourhoods(tmp_path):
    for board in other_boards(10, 12):
        file = tmp_path / "board.mzn"
        file.write_text(export_minizinc(board, "minizinc"), encoding="utf-8")
        told = run("minizinc", "--solver", "gecode", file).stdout
        true, cell = layouts(board), board.cell(*board.asked)
        if not true:
            assert "UNSATISFIABLE" in told
        else:
            assert int(told.split()[0]) == any(cell in mines for mines in true), board


def test_clingo_programs_of_other_neighbourhoods():
    pytest.importorskip("clingo")
    from passatempo.solvers import asp

    for board in other_boards(15, 13):
        true = brute(board)
        program = export(board, "clingo")
        found = [asp.solve(program, mode=mode) for mode in ("brave", "cautious")]
        if true is None:
            assert {said.status for said in found} == {Status.IMPOSSIBLE}
            continue
        possible, sure = ({(int(r) - 1, int(c) - 1) for _, (r, c) in said.answer_sets[0]} for said in found)
        covered = {board.place(cell) for cell, code in enumerate(board.cells) if code == COVERED}
        assert (tuple(sorted(covered - possible)), tuple(sorted(sure))) == true
        for place in covered:
            asked = Board(board.rows, board.columns, board.cells, board.mines, board.variant, board.offsets, place)
            stands = asp.solve(export_click(asked, "clingo")).status is Status.SOLVED
            assert stands == (place in true[0])


@swipl
def test_the_prolog_neighbours_of_the_published_example(tmp_path):
    file = tmp_path / "board.pl"
    file.write_text(export_prolog(read("#1"), "swi"), encoding="utf-8")
    goal = "neighbours(2, 1, [[a, 2, 2, b], [c, d, e, 1], [0, f, g, 0]], L), print(L), halt"
    assert run("swipl", "-g", goal, file).stdout == "[a,2,d,0,f]"


@minizinc
def test_minizinc_runs_the_exported_program(tmp_path):
    dice = random.Random(9)
    for _ in range(6):
        board = random_board(dice, 9)
        file = tmp_path / "board.mzn"
        file.write_text(export_minizinc(board, "minizinc"), encoding="utf-8")
        told = run("minizinc", "--solver", "gecode", file).stdout
        true, cell = layouts(board), board.cell(*board.asked)
        if not true:
            assert "UNSATISFIABLE" in told
        else:
            assert int(told.split()[0]) == any(cell in mines for mines in true)


def test_the_eclipse_program_names_what_the_swi_program_names():
    """ECLiPSe is not to be had here: the two programs have the same predicates and the same board."""
    eclipse, swi = (export_prolog(read("#1", mines=1), form) for form in ("eclipse", "swi"))
    for name in ("neighbours(R, C, Matrix, List)", "safe(R, C) :-", "sure_mine(R, C) :-", "mine_count(1).", "schema("):
        assert name in eclipse
        assert name in swi
