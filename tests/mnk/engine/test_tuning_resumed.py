"""Tuning that was stopped goes on: the games and the weights are those of a command that was not.

Tests: mnk/commands.py, engine/tuning.py, core/input.py, core/writing.py
"""

import pytest

from passatempo.cli.main import run as cli

pytestmark = pytest.mark.long

WORDS = ["--m", "9", "--n", "9", "--games", "25", "--nodes", "50", "--epochs", "2", "--last", "60", "--threads", "2"]
GAMES = 100  # of two rounds


def tuned(folder, rounds, *more):
    out, record = folder / "5.txt", folder / "games.jsonl"
    assert cli(["mnk", "tune", str(out), *WORDS, "--rounds", str(rounds), "--record", str(record), *more]) == 0
    return out.read_bytes(), record.read_bytes().splitlines(keepends=True)


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """Return what one round writes."""
    return tuned(tmp_path_factory.mktemp("one"), 1)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return what two rounds write."""
    return tuned(tmp_path_factory.mktemp("two"), 2)


# none, within either half of either round, between them, at their ends; with a part of the next line and without
@pytest.mark.parametrize("played", [0, 7, 20, 25, 33, 50, 51, 60, 75, 90, GAMES])
@pytest.mark.parametrize("part", [0, 9])
def test_stopped_tuning_goes_on(first, whole, played, part, tmp_path, capsys):
    lines = whole[1]
    assert lines[:50] == first[1]
    assert len(lines) == GAMES
    (tmp_path / "games.jsonl").write_bytes(b"".join(lines[:played]) + b"".join(lines[played:])[:part])
    if played > GAMES // 2:
        (tmp_path / "5.txt").write_bytes(first[0])
    capsys.readouterr()
    assert tuned(tmp_path, 2, "--resume") == whole
    told = capsys.readouterr().out
    assert told.count("loss") == (1 if played > GAMES // 2 else 2)
    assert f"round 1: {played} games" not in told.split("\n")


def test_a_round_in_progress_needs_the_weights_before_it(whole, tmp_path, capsys):
    record = tmp_path / "games.jsonl"
    record.write_bytes(b"".join(whole[1][:60]))
    words = ["mnk", "tune", str(tmp_path / "5.txt"), *WORDS, "--rounds", "2", "--resume"]
    assert cli([*words, "--record", str(record)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert record.read_bytes() == b"".join(whole[1][:60])
    assert cli(words) == 2
    assert "--record" in capsys.readouterr().err


@pytest.mark.parametrize("played", [20, 40, 70])
@pytest.mark.parametrize("other", [["--seed", "2"], ["--nodes", "60"], ["--n", "8"]])
def test_games_of_another_command_are_refused_unharmed(first, whole, played, other, tmp_path, capsys):
    capsys.readouterr()
    refused(other, first, whole[1][:played], tmp_path)
    assert capsys.readouterr().err.count("\n") == 1


def refused(other, first, lines, folder):
    out, record = folder / "5.txt", folder / "games.jsonl"
    out.write_bytes(first[0])
    record.write_bytes(b"".join(lines))
    assert cli(["mnk", "tune", str(out), *WORDS, "--rounds", "2", "--record", str(record), "--resume", *other]) == 2
    assert (out.read_bytes(), record.read_bytes()) == (first[0], b"".join(lines))


@pytest.mark.parametrize(("other", "played"), [(30, 26), (30, 45), (24, 25), (24, 49), (20, 45), (26, 50), (26, 70)])
def test_rounds_of_another_length_are_refused(first, whole, other, played, tmp_path):
    """From where both commands part: what comes before is the same of both."""
    refused(["--games", str(other)], first, whole[1][:played], tmp_path)


@pytest.mark.parametrize("played", [76, 90])
def test_rounds_that_grow_otherwise_are_refused(first, whole, played, tmp_path):
    refused(["--growth", "2"], first, whole[1][:played], tmp_path)


def test_weights_of_another_command_are_refused(whole, tmp_path, capsys):
    """The second round plays with those of the first."""
    out, record = tmp_path / "5.txt", tmp_path / "games.jsonl"
    out.write_bytes(whole[0])
    record.write_bytes(b"".join(whole[1][:70]))
    assert cli(["mnk", "tune", str(out), *WORDS, "--rounds", "2", "--record", str(record), "--resume"]) == 2
    assert "weights" in capsys.readouterr().err


@pytest.mark.parametrize("played", [30, 50, 70, 149])
def test_rounds_that_grow_are_gone_on_with(first, played, tmp_path):
    """The second round has twice the games of the first, which is as without growth."""
    (tmp_path / "whole").mkdir()
    grown = tuned(tmp_path / "whole", 2, "--growth", "2")
    assert grown[1][:50] == first[1]
    assert len(grown[1]) == 50 + 100
    (tmp_path / "games.jsonl").write_bytes(b"".join(grown[1][:played]))
    (tmp_path / "5.txt").write_bytes(first[0])
    assert tuned(tmp_path, 2, "--growth", "2", "--resume") == grown
