"""The game in the terminal, driven over standard input: moves, undo, hints, swapped sides, save and load.

Tests: cli/games/play.py, cli/games/table.py, game/play.py, game/rules.py
"""

import io
import os
import subprocess
import sys

import pytest

from passatempo.cli.main import run


@pytest.fixture
def play(monkeypatch, capsys):
    """Return a function that plays lines of input and returns what was printed."""

    def played(text, *arguments, code=0):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        assert run(["mnk", "play", *arguments]) == code
        told = capsys.readouterr()
        return told.out if code == 0 else told.err

    return played


def test_two_people_play_to_the_end(play):
    told = play("a1\nb1\na2\nb2\na3\nc3\nquit\n", "--two")
    assert "3,3,3 · game already over: X has won" in told
    assert "[X]" in told
    assert "The game is over (X has won)" in told  # c3 came too late


def test_coordinates_in_every_spelling(play):
    told = play("b2\n1,1\n3 3\n(1,2)\n", "--two")
    assert told.count("to move\n") == 5
    assert "X> 3 3" in told


def test_what_cannot_be_played_is_told_and_the_game_goes_on(play):
    told = play("b2\nb2\nd1\nnonsense\nhelp me\n\nsave\nload nowhere.txt\na1\n", "--two")
    for words in ("cell (2,2) occupied", "outside the board of 3 x 3", "'nonsense' is not a square", "save FILE"):
        assert words in told
    for words in ("save needs a file name", "'nowhere.txt': No such file"):
        assert words in told
    assert told.rstrip().endswith("X>")


def test_against_a_method_with_undo_hint_and_swap(play):
    told = play("b2\nhint\nundo\nb2\nswap\nquit\n", "--against", "reference", "--seconds", "20", "--k", "3")
    assert told.count("O (reference) plays") == 2
    assert "proved: draw for X" in told
    assert "You play O." in told
    assert "X (reference) plays" in told
    assert told.count("3,3,3 · X to move") >= 3


def test_the_method_may_begin(play):
    told = play("quit\n", "--side", "o", "--against", "corrado")
    assert "X (corrado) plays b2" in told


def test_undo_takes_the_answer_back_with_the_move(play):
    told = play("b2\nundo\nundo\n", "--nodes", "100")
    boards = told.split("X to move")
    assert ". . ." in boards[-2].replace("  ", " ")
    assert "There is no move to undo." in told


def test_save_and_load(play, tmp_path):
    file = tmp_path / "game.txt"
    play(f"b2\na1\nsave {file}\n", "--two")
    assert file.read_text(encoding="utf-8").endswith("moves: b2 a1\n")
    told = play(f"load {file}\nundo\nundo\nundo\n", "--two")
    assert "There is no move to undo." in told
    assert play("show\nquit\n", str(file), "--two").count("X to move") == 2


def test_marks_fall_where_gravity_is_on(play):
    told = play("c\nc\nc6\n", "--two", "--m", "6", "--n", "7", "--k", "4", "--gravity")
    assert "cell (6,3) occupied" in told
    assert told.count("O to move") == 1


def test_a_method_without_a_move_leaves_it_to_the_person(play):
    told = play("b2\na1\nquit\n", "--against", "reference", "--nodes", "1")
    assert "reference found no move: it is your turn." in told
    assert "O> a1" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--against", "corado"], "did you mean 'corrado'"),
        (["--side", "Z"], "'Z' is not a side (X, O)"),
        (["--seconds", "-1"], "--seconds"),
        (["--k", "0"], "k must be >= 1"),
        (["-"], "standard input holds the moves"),
        (["nowhere.txt"], "nowhere.txt"),
    ],
)
def test_wrong_usage_is_one_sentence(play, arguments, words):
    told = play("", *arguments, code=2)
    assert words in told
    assert told.count("\n") == 1


def test_an_example_can_be_played_on(play):
    assert "3,3,3 · O to move" in play("quit\n", "--example", "corner", "--two")


COMMAND = [sys.executable, "-m", "passatempo", "mnk", "play", "--two"]


def test_over_a_pipe():
    told = subprocess.run(COMMAND, input=b"b2\na1\n", capture_output=True, check=True)
    assert told.stderr == b""
    assert told.stdout.decode().count("to move") == 3


def test_on_a_terminal_control_d_leaves():
    pty = pytest.importorskip("pty")  # not on every system
    person, program = pty.openpty()
    os.write(person, b"b2\nundo\nc3\n\x04")
    told = subprocess.run(COMMAND, stdin=program, capture_output=True, check=True, timeout=60)
    os.close(program)
    os.close(person)
    assert told.stdout.decode().count("O to move") == 2
