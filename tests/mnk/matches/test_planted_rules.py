"""A wrong rule, planted in the kernel: every face of the game plays by it, and no judge does.

Faces are the terminal, `show`, the library and `match`. The first tests plant a reply in place of a rule; the long ones
build copies of the kernel. Left out: the page, which asks the same questions of the same kernel.

Tests: mnk/model.py, certificates/checker.py, game/checker.py
"""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import passatempo
from passatempo.core.interface import Interface
from passatempo.games.records import read_record
from passatempo.mnk import Position, Rules
from passatempo.mnk.certificates.checker import check_claim
from passatempo.mnk.certificates.file import Claim
from passatempo.mnk.checker import check_choice
from passatempo.mnk.game.checker import check
from passatempo.mnk.model import Choice

from ..test_wrong_records import DRAW, DRAWN, WINNER_X, WON, record

ROOT = Path(__file__).parents[3]
# A rule and how it is planted; a game, as options and as keys, with one move after its end; its result by the right
# rule and by the wrong one, None where it goes on.
PLANTS = {
    "a line of one more": (
        (r"(\w+)\.(\w+)\(\)\s*==\s*(\w+)\.k\s*\|\|", r"\1.\2() == \3.k + 1 ||"),
        (["--k", "2"], "a1 c3 a2 b3", "k: 2\nm: 3\nn: 3\n", "X", None),
    ),
    "a full board is won by X": (
        (r"if \(!(\w+)\.maker_breaker\) return (\w+::)draw;", r"if (!\1.maker_breaker) return \2x;"),
        (["--m", "1", "--n", "2", "--k", "3"], "a1 b1 a1", "k: 3\nm: 1\nn: 2\n", "draw", "X"),
    ),
    "who completes a line loses": (
        (r"\(mark == mark_x\) != (\w+)\.misere", r"(mark == mark_x) == \1.misere"),
        (["--k", "2"], "a1 c3 a2 b3", "k: 2\nm: 3\nn: 3\n", "X", "O"),
    ),
}


@pytest.fixture
def wrong(monkeypatch):
    """Let the kernel say of every position that the game is open and every cell free."""
    right = Interface.ask

    def ask(self, question, *limits, **request):
        answer = right(self, question, *limits, **request)
        if question == "position":
            answer.reply.update(result=0, won=(), floating=(), faults=bytes(len(answer.reply["faults"])))
        return answer

    monkeypatch.setattr(Interface, "ask", ask)


@pytest.mark.usefixtures("wrong")
def test_no_judge_believes_the_kernel():
    won = Position(Rules(3, 3, 3), bytes([1, 1, 1, 2, 2, 0, 0, 0, 0]))
    assert (won.result, len(won.legal)) == (None, 9), "it is wrong indeed"
    assert check(record(WON, WINNER_X)) == check(record(DRAWN, DRAW)) == ()
    assert check(record(WON, DRAW))[0] == "the result: winners is '[]', but '[1]' by the rules"
    assert check(record([*WON, [3, 3]])) == ("turn 6, seat 2: the game was over",)
    deal = {"m": 3, "n": 3, "k": 3, "board": ["XX.", "OO.", "..."]}
    assert check(record([[1, 1]], deal=deal)) == ("turn 1, seat 1: a1 is occupied",)
    assert [fault.rule for fault in check_claim(won, Claim("X", True, ("1",), 8))] == ["game-over"]
    begun = Position(Rules(3, 3, 3), bytes([1, *bytes(8)]))
    assert [fault.rule for fault in check_choice(begun, Choice((0, 0)))] == ["illegal-move"]


def planted(folder, find, replace):
    """Build the kernel with a rule changed; return a folder with the package around it."""
    sources = folder / "sources"
    shutil.copytree(ROOT / "src", sources / "src", ignore=shutil.ignore_patterns("web/app", "__pycache__"))
    shutil.copytree(ROOT / "campaigns", sources / "campaigns")
    shutil.copy(ROOT / "CMakeLists.txt", sources)
    changed = 0
    for path in (sources / "src/passatempo/mnk/kernel").rglob("*.cpp"):
        text, number = re.subn(find, replace, path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
        changed += number
    assert changed == 1, "the rule stands in one place"
    build = ["-S", sources, "-B", folder / "build", "-G", "Ninja", f"-DPython_EXECUTABLE={sys.executable}"]
    subprocess.run(["cmake", *build, "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O0"], check=True)
    subprocess.run(["cmake", "--build", folder / "build", "--target", "kernel_mnk"], check=True)
    home = folder / "home"
    shutil.copytree(Path(passatempo.__file__).parent, home / "passatempo", ignore=shutil.ignore_patterns("__pycache__"))
    (kernel,) = (home / "passatempo/mnk").glob(f"_kernel*{EXTENSION_SUFFIXES[-1]}")
    (made,) = (folder / "build/mnk").glob(f"_kernel*{EXTENSION_SUFFIXES[-1]}")
    shutil.copy(made, kernel)
    return home


def said(home, *words, given=""):
    """Return what a command says, with the package of a folder."""
    command = [sys.executable, "-P", "-m", "passatempo", *words]
    env = os.environ | {"PYTHONPATH": str(home)}
    done = subprocess.run(command, env=env, input=given, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.parametrize("name", PLANTS)
def test_every_face_plays_by_the_rule_of_the_kernel(name, tmp_path):
    (find, replace), (options, moves, keys, right, wrong) = PLANTS[name]
    for home, result in ((Path(passatempo.__file__).parents[1], right), (planted(tmp_path, find, replace), wrong)):
        game, record, match = (tmp_path / f"{result}.{kind}" for kind in ("txt", "record", "match"))
        game.write_text(f"{keys}moves: {moves[:-3]}\n", encoding="utf-8")
        turns = "\n".join([*moves.split(), "quit", ""])
        terminal = said(home, "mnk", "play", "--two", *options, "--no-stats", "--record", record, given=turns)
        shown = said(home, "mnk", "show", game)
        drawn = said(home, "mnk", "show", game, "--format", "svg")
        board = ",".join(re.search(rf"{size}: (\d)", keys)[1] for size in "mnk")
        said(home, "mnk", "match", "engine", "engine", "--board", board, "--nodes", "100", "--save", match)
        first = json.loads(match.read_text(encoding="utf-8").splitlines()[0])
        if result is None:
            assert "game already over" not in terminal + shown + drawn
            assert len(first["moves"]) > 3
        else:
            over = f"game already over: {'draw' if result == 'draw' else f'{result} has won'}"
            assert over in terminal
            assert over in shown
            assert over in drawn
            assert first["score"] == {"X": [1.0, 0.0], "O": [0.0, 1.0], "draw": [0.5, 0.5]}[result]
        assert bool(check(read_record(record.read_text(encoding="utf-8"))[0])) == (result != right)
