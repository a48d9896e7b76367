"""Games of the authors' program, move for move, and the depth of `corrado-avl` wherever a method is named.

Left out: k below 3, options of the rules, and what the program does when its time ends.

Tests: corrado/published.py, matches/seats.py, settings.py
"""

import io
import json
from pathlib import Path

import pytest

from passatempo import mnk
from passatempo.cli.main import run as cli
from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.outcome import StopReason
from passatempo.mnk import Position, Rules
from passatempo.mnk.corrado import published
from passatempo.mnk.matches.match import play_game
from passatempo.mnk.matches.seats import make_seat
from passatempo.mnk.settings import PublishedSettings

CASES = json.loads((Path(__file__).parents[2] / "data" / "mnk" / "corrado.json").read_text(encoding="utf-8"))
LONG_GAMES = [pytest.param(game, marks=pytest.mark.long) for game in CASES["long_games"]]
LONG_MATCH = pytest.param(CASES["matches"][-1], marks=pytest.mark.long)
COMMANDS = {
    "move": ["move", "--m", "3", "--n", "3", "--k", "3", "--method"],
    "confirm": ["move", "--m", "3", "--n", "3", "--k", "3", "--confirm"],
    "against": ["play", "--m", "3", "--n", "3", "--k", "3", "--against"],
    "bots": ["play", "--m", "3", "--n", "3", "--k", "3", "--bots"],
    "match": ["match", "--board", "3,3,3", "engine"],
}


def rules_of(case):
    return Rules(case["m"], case["n"], case["k"])


def cells_of(case, key):
    """Return the cells of a list of squares."""
    return tuple((int(square[1:]) - 1) * case["n"] + ord(square[0]) - ord("a") for square in case[key].split())


@pytest.mark.parametrize("game", [*CASES["games"], *LONG_GAMES], ids=str)
def test_plays_the_games_of_the_program(game):
    position = Position(rules_of(game), bytes(game["m"] * game["n"]))
    player = published.PublishedPlayer(position.rules, depth=game["depth"])
    moves, chosen = cells_of(game, "moves"), []
    own = 0 if game["first"] else 1
    for number, cell in enumerate(moves):
        if number % 2 == own:
            row, column = player.choose(position, Limits(nodes=None if game["depth"] else 10**9)).answer.move
            chosen.append(row * game["n"] + column)
        position = position.play(cell)
    assert chosen == list(moves[own::2])


class Follower:
    """A player who marks the first free square of a list."""

    lost = 0.0

    def __init__(self, cells):
        self.cells = cells

    def begin_game(self, position, *, first):
        pass

    def move(self, position):
        return next(cell for cell in self.cells if not position.cells[cell])

    def close(self):
        pass


@pytest.mark.parametrize("case", [*CASES["matches"][:-1], LONG_MATCH], ids=str)
def test_plays_the_matches_of_the_program(case):
    seats = [make_seat(f"corrado-avl:depth={case['depth']}", 1e6), Follower(cells_of(case, "order"))]
    games = [play_game(rules_of(case), seats, first).moves for first in (0, 1)]
    assert games == [cells_of(case, "first"), cells_of(case, "second")]


def test_a_seat_of_a_match_carries_the_tree_from_move_to_move():
    game = CASES["games"][24]  # its twelfth move depends on the search before
    moves = cells_of(game, "moves")
    seats = [make_seat("corrado-avl:depth=1", 1e6), Follower(moves[0::2])]
    assert play_game(rules_of(game), seats, 1, most_moves=len(moves)).moves == moves
    position = Position(rules_of(game), bytes(game["m"] * game["n"]))
    for cell in moves[:11]:
        position = position.play(cell)
    asked_anew = published.move(position, settings=PublishedSettings(1)).answer.move
    assert asked_anew != position.place(moves[11])


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("depth", ["-1", "x", "1.5", ""])
def test_a_depth_that_is_no_number_of_plies_is_refused_by_name(command, depth, capsys):
    assert cli(["mnk", *COMMANDS[command], f"corrado-avl:depth={depth}"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "depth" in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("depth", [-1, 1.0, "2", True, None])
def test_the_library_refuses_the_same_depths(depth):
    rules = Rules(3, 3, 3)
    for start in (PublishedSettings, lambda depth: published.PublishedPlayer(rules, depth)):
        with pytest.raises(UsageError, match=r"^depth: .* is not a whole number from 0$"):
            start(depth)


def test_the_depth_counts_the_move_itself_and_needs_no_clock(monkeypatch):
    monkeypatch.setattr(published, "LIMIT", 0.0)
    position = mnk.read("k: 3\nX . .\n. O .\n. . .")
    for depth in (1, 2, 3):
        outcome = mnk.move(position, method=f"corrado-avl:depth={depth}")
        assert (outcome.answer.depth, outcome.method) == (depth, f"corrado-avl:depth={depth}")
        same = published.move(position, settings=PublishedSettings(depth))
        assert (same.answer, same.stats) == (outcome.answer, outcome.stats)
    assert published.move(position).stopped is StopReason.SECONDS  # without a depth the clock runs


def test_a_limit_holds_beside_a_depth():
    position = mnk.read("k: 4\nX . . .\n. O . .\n. . . .\n. . . .")
    outcome = published.move(position, Limits(nodes=20), settings=PublishedSettings(depth=3))
    assert (outcome.stopped, outcome.answer.depth) == (StopReason.NODES, 1)


def test_a_bot_takes_a_depth(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert cli(["mnk", *COMMANDS["bots"], "corrado-avl:depth=1", "--side", "o"]) == 0
    assert "X (corrado-avl:depth=1) plays b2" in capsys.readouterr().out
