"""A match that was stopped goes on from the games that its file holds; a file of another match is refused unharmed.

Of games that are played anew the times are not compared; of those that are held every byte is.

Tests: matches/command.py, matches/match.py
"""

import json
import os

import pytest

from passatempo.cli.main import run as cli
from passatempo.mnk.matches.match import MatchPlan, run_match
from passatempo.mnk.rules import Rules

MATCH = ["mnk", "match", "engine", "engine:level=3", "--nodes", "100"]
for board in ("3,3,3", "4,3,3", "4,4,3", "5,5,4"):
    MATCH += ["--board", board]
BOOK = "board: 5,5,4\nb2 c4\nboard: 6,6,4\nc3 d4 b2\ne2\n"
TIMES = ("slowest", "thought")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the lines of a match of four pairs that was not stopped."""
    return played(MATCH, tmp_path_factory.mktemp("match") / "games.jsonl", 8)


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """Return a match from openings of a book, and its lines."""
    folder = tmp_path_factory.mktemp("book")
    (folder / "book").write_text(BOOK)
    words = [*MATCH[: MATCH.index("--board")], "--book", str(folder / "book")]
    return words, played(words, folder / "games.jsonl", 6)


def played(words, file, games):
    assert cli([*words, "--save", str(file)]) == 0
    lines = file.read_text().splitlines(keepends=True)
    assert len(lines) == games
    return lines


def timeless(lines):
    return [{key: value for key, value in json.loads(line).items() if key not in TIMES} for line in lines]


@pytest.mark.quick(5)
@pytest.mark.parametrize("games", range(9))
@pytest.mark.parametrize("cut", [0, 1, 100])
def test_a_stopped_match_goes_on(whole, games, cut, tmp_path, capsys):
    """Wherever the file was cut, within a line or between the games of a pair: what is whole stays byte for byte."""
    file = tmp_path / "games.jsonl"
    half = whole[games][:cut] if games < 8 else ""
    file.write_text("".join(whole[:games]) + half)
    capsys.readouterr()
    assert cli([*MATCH, "--save", str(file), "--resume"]) == 0
    told = capsys.readouterr().out.splitlines()
    kept = games // 2 * 2
    assert sum("move" in line for line in told) == 8 - kept
    lines = file.read_text().splitlines(keepends=True)
    assert lines[:kept] == whole[:kept]
    assert timeless(lines) == timeless(whole)


@pytest.mark.quick(5)
@pytest.mark.parametrize("games", range(7))
@pytest.mark.parametrize("side_by_side", [1, 2])
def test_a_stopped_match_from_a_book_goes_on(opened, games, side_by_side, tmp_path):
    words, lines = opened
    file = tmp_path / "games.jsonl"
    file.write_text("".join(lines[:games]))
    assert cli([*words, "--save", str(file), "--resume", "--concurrency", str(side_by_side)]) == 0
    found = file.read_text().splitlines(keepends=True)
    assert found[: games // 2 * 2] == lines[: games // 2 * 2]
    assert timeless(found) == timeless(lines)


@pytest.mark.parametrize("opening", [0, 1, 3, -1])
def test_a_game_from_another_opening_is_refused_unharmed(opened, opening, tmp_path, capsys):
    words, lines = opened
    game = json.loads(lines[0])
    assert game["opening"] == 2
    changed = game | {"opening": opening}
    refused(json.dumps(changed) + "\n" + lines[1], "line 1", tmp_path, capsys, words)
    changed = game | {"moves": [game["moves"][1], game["moves"][0], *game["moves"][2:]]}
    refused(json.dumps(changed) + "\n" + lines[1], "line 1", tmp_path, capsys, words)
    refused("".join(lines[2:]), "line 1", tmp_path, capsys, words)


def test_what_is_held_counts(whole, tmp_path, capsys):
    file = tmp_path / "games.jsonl"
    file.write_text("".join(whole[:6]))
    assert cli([*MATCH, "--save", str(file), "--resume", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    games = timeless(whole)
    assert told["games"] == 8
    assert told["wins"] == [sum(game["winner"] == name for game in games) for name in ("engine", "engine:level=3")]
    assert told["slowest"][0] >= max(json.loads(line)["slowest"][number % 2] for number, line in enumerate(whole[:6]))


def test_a_match_that_is_decided_plays_no_more():
    plan = MatchPlan(("engine", "engine:level=3"), ((Rules(3, 3, 3), ()),) * 2, nodes=100)
    first = next(run_match(plan))
    asked = []

    def enough(rating):
        asked.append(sum(rating.pairs))
        return True

    assert list(run_match(plan, should_stop=enough, played=[first])) == []
    assert asked == [1]


def test_without_a_file_the_match_begins(tmp_path, capsys):
    file = tmp_path / "none.jsonl"
    assert cli(["mnk", "match", "proof", "proof", "--board", "3,3,3", "--save", str(file), "--resume"]) == 0
    assert len(file.read_text().splitlines()) == 2
    assert cli(["mnk", "match", "proof", "proof", "--board", "3,3,3", "--resume"]) == 2
    assert "--save" in capsys.readouterr().err


def test_games_go_to_a_device_too(capfd):
    words = ["mnk", "match", "proof", "proof", "--board", "3,3,3", "--format", "json", "--save"]
    assert cli([*words, os.devnull]) == 0
    assert cli([*words, os.devnull, "--resume"]) == 0
    assert capfd.readouterr().err == ""


CHANGES = {
    "m": 4,
    "n": 4,
    "k": 4,
    "opening": 1,  # of none
    "moves": [[1, 1], [1, 1]],
    "first": "engine:level=3",
    "second": "engine",
    "winner": "nobody",
    "score": [1, 1],
    "end": "tired",
    "slowest": [0.1],
    "thought": "long",
    "seconds": 2,
    "nodes": 101,
    "threads": 2,
    "most_moves": 7,
    "more": 1,
}


@pytest.mark.parametrize("key", CHANGES)
def test_a_game_of_another_match_is_refused_unharmed(whole, key, tmp_path, capsys):
    game = json.loads(whole[0])
    assert game.get(key) != CHANGES[key]
    text = json.dumps(game | {key: CHANGES[key]}) + "\n" + whole[1]
    refused(text, "line 1", tmp_path, capsys)


@pytest.mark.parametrize("line", ["", "null", "[]", "{}", "{", '{"m":3,"m":3}', "\0", "x" * 1000])
def test_a_line_that_is_no_game_is_refused_unharmed(whole, line, tmp_path, capsys):
    refused(whole[0] + line + "\n", "line 2", tmp_path, capsys)


def test_games_of_a_longer_match_are_refused(whole, tmp_path, capsys):
    refused("".join(whole) + whole[0] + whole[1], "line 9", tmp_path, capsys)


def test_a_move_taken_twice_or_outside_is_refused(whole, tmp_path, capsys):
    game = json.loads(whole[0])
    for place in (game["moves"][0], [0, 1], [5, 1]):
        refused(json.dumps(game | {"moves": [*game["moves"], place]}) + "\n" + whole[1], "line 1", tmp_path, capsys)


def refused(text, where, folder, capsys, words=MATCH):
    file = folder / "games.jsonl"
    file.write_text(text)
    assert cli([*words, "--save", str(file), "--resume"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert where in told.err
    assert file.read_text() == text
