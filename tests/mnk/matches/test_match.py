"""Matches: the end of games, points, ratings, the sequential test, outside programs.

Tests: matches/command.py, matches/openings.py, matches/elo.py, matches/seats.py, settings.py
"""

import json
import sys
from dataclasses import replace
from itertools import islice

import pytest

from passatempo.cli.main import run as cli
from passatempo.core.errors import UsageError
from passatempo.core.interface import Interface
from passatempo.core.limits import Cancel
from passatempo.core.random import Random
from passatempo.mnk.json import PositionJson, load_position
from passatempo.mnk.lines import windows
from passatempo.mnk.matches import seats
from passatempo.mnk.matches.command import match
from passatempo.mnk.matches.elo import Rating, elo, rate_pairs, share_of_elo, sprt_verdict
from passatempo.mnk.matches.match import TOURNAMENT, GameRecord, MatchPlan, play_game, run_match
from passatempo.mnk.matches.openings import even_openings
from passatempo.mnk.matches.seats import SeatFailure, make_seat
from passatempo.mnk.reference import FullSearch, ends
from passatempo.mnk.rules import Rules

SMALL = Rules(3, 3, 3)


class Scripted:
    """A player who reads his moves from a list; what is not a number fails."""

    lost = 0.0

    def __init__(self, *cells):
        self.cells = list(cells)

    def begin_game(self, position, *, first):
        pass

    def move(self, position):
        cell = self.cells.pop(0)
        if isinstance(cell, str):
            raise SeatFailure(cell)
        return cell

    def close(self):
        pass


def test_a_line_ends_the_game():
    game = play_game(SMALL, [Scripted(0, 1, 2), Scripted(3, 4)], 0)
    assert (game.winner, game.end, game.moves) == (0, "line", (0, 3, 1, 4, 2))
    assert [game.points(player) for player in (0, 1)] == [2, 0]


def test_a_win_as_second_player_is_worth_three_points():
    game = play_game(SMALL, [Scripted(8, 7, 5), Scripted(0, 1, 2)], 0)
    assert (game.winner, game.points(1), game.score(1)) == (1, 3, 1.0)


def test_an_illegal_move_loses_and_gives_two_points():
    for cell in (0, 9, -1, "no move"):
        game = play_game(SMALL, [Scripted(0, cell), Scripted(1)], 0)
        assert (game.winner, game.end, game.points(1)) == (1, "failed", 2)


RECORDING = """
import sys
heard = open(sys.argv[1], "a")
cells = iter("0 0|1 1|2 2".split("|"))
for line in sys.stdin:
    heard.write(line)
    heard.flush()
    if line.startswith(("init", "START")):
        print("ok", flush=True)
    if line.startswith("go"):
        print("move", next(cells), "0", flush=True)
    if line.startswith(("BEGIN", "DONE")):
        print(next(cells).replace(" ", ","), flush=True)
    if line.split() in (["quit"], ["END"]):
        break
"""


@pytest.mark.parametrize(
    ("kind", "first", "greeting", "farewell"),
    [
        ("lines", 0, "init 3 3 3 first 9", "quit"),
        ("lines", 1, "init 3 3 3 second 9", "quit"),
        ("gomocup", 0, "START 3", "END"),
    ],
)
def test_a_program_is_greeted_and_left_in_the_words_of_its_protocol(tmp_path, kind, first, greeting, farewell):
    program, heard = tmp_path / "program.py", tmp_path / "heard.txt"
    program.write_text(RECORDING)
    outside = make_seat(f"{kind}:{sys.executable} {program} {heard}", 9.0)
    game = play_game(SMALL, [outside, Scripted(1, 2, 3)], first)
    outside.close()
    assert (game.winner, game.end) == (0, "line")
    lines = heard.read_text().splitlines()
    assert (lines[0], lines[-1]) == (greeting, farewell)


def test_a_slow_move_loses():
    game = play_game(SMALL, [Scripted(0), Scripted(1)], 0, seconds=-1.0)  # nobody is that fast
    assert (game.winner, game.end) == (1, "time")


def test_a_game_ends_where_no_line_is_left():
    moves = [4, 0, 2, 6, 3, 5, 1, 7, 8]
    game = play_game(SMALL, [Scripted(*moves[0::2]), Scripted(*moves[1::2])], 0)
    assert (game.winner, game.end) == (None, "dead")
    cells = bytearray(9)
    for number, cell in enumerate(game.moves):
        assert not FullSearch(SMALL, None).is_dead(cells)
        cells[cell] = 1 + number % 2
    assert FullSearch(SMALL, None).is_dead(cells)


def test_a_game_ends_after_the_stated_number_of_moves():
    game = play_game(SMALL, [Scripted(0, 1), Scripted(8)], 0, most_moves=3)
    assert (game.winner, game.end, len(game.moves)) == (None, "moves", 3)


def test_an_opening_is_given():
    game = play_game(SMALL, [Scripted(2), Scripted()], 0, opening=(0, 3, 1, 4))
    assert (game.winner, game.opening_length) == (0, 4)


def test_lines_die_when_both_have_marked_them():
    game = play_game(Rules(1, 4, 2), [Scripted(1, 2), Scripted(0, 3)], 0, opening=())
    assert (game.winner, game.end, game.moves) == (0, "line", (1, 0, 2))
    game = play_game(Rules(1, 4, 2), [Scripted(1, 3), Scripted(0, 2)], 0)
    assert (game.winner, game.end, game.moves) == (None, "dead", (1, 0, 3, 2))
    assert play_game(Rules(2, 2, 3), [Scripted(), Scripted()], 0).end == "dead"


@pytest.mark.parametrize("torus", [False, True])
def test_somebody_can_complete_a_line_as_long_as_one_has_no_marks_of_both(torus):
    for seed in range(200):
        random = Random(seed, "alive")
        rules = Rules(random.in_range(1, 5), random.in_range(1, 5), random.in_range(1, 6), torus=torus)
        cells = bytes(random.below(3) for _ in range(rules.size))
        lines = windows(rules.m, rules.n, rules.k, torus)
        found = Interface.of("mnk").ask("after", position=(rules.numbers, cells), cell=0).reply
        assert found["alive"] == any(not {1, 2} <= {cells[cell] for cell in line} for line in lines)
        assert found["ends"] == ends(rules, cells, 0)


def test_the_tournament_has_its_twenty_five_boards():
    assert len(set(TOURNAMENT)) == 25
    assert TOURNAMENT[-1] == (70, 70, 10)


def test_both_players_begin_once_from_each_opening():
    plan = MatchPlan(("engine", "corrado"), ((SMALL, (0,)), (SMALL, ())), nodes=500)
    pairs = list(run_match(plan, concurrency=2))
    assert [[game.first_player for game in pair] for pair in pairs] == [[0, 1], [0, 1]]
    assert all(game.moves[:1] == (0,) for game in pairs[0])


def test_a_match_stops_once_enough_is_known():
    plan = MatchPlan(("engine", "engine:level=1"), ((SMALL, ()),) * 5, nodes=100)
    assert len(list(run_match(plan, should_stop=lambda rating: rating.game_count >= 4))) == 2


def test_elo_and_share_are_inverse():
    for difference in (-300, -10, 0, 25, 191):
        assert elo(share_of_elo(difference)) == pytest.approx(difference)


def test_the_interval_follows_from_the_pairs_by_hand():
    # 1, 0, 4, 1, 4 pairs of 0..4 half points: mean 27/40, variance (0.675^2 + 4 0.175^2 + 0.075^2 + 4 0.325^2) / 10
    rating = Rating((1, 0, 4, 1, 4))
    assert rating.score_share == 0.675
    assert rating.variance == pytest.approx((0.675**2 + 4 * 0.175**2 + 0.075**2 + 4 * 0.325**2) / 10)
    low, high = rating.interval
    assert share_of_elo(low) == pytest.approx(0.675 - 1.959964 * (rating.variance / 10) ** 0.5)
    assert share_of_elo(high) == pytest.approx(0.675 + 1.959964 * (rating.variance / 10) ** 0.5)
    assert rating.split_count == 4


def test_the_sequential_test_decides_both_ways():
    assert sprt_verdict(Rating((0, 2, 6, 4, 30)), 0, 20) == "elo1"
    assert sprt_verdict(Rating((30, 4, 6, 2, 0)), 0, 20) == "elo0"
    assert sprt_verdict(Rating((2, 0, 5, 0, 2)), 0, 20) == ""


def test_pairs_are_counted():
    assert rate_pairs([(0, 0), (1, 0), (0.5, 0.5), (1, 1), (1, 0.5)]).pairs == (1, 0, 2, 1, 1)
    with pytest.raises(IndexError):
        rate_pairs([(2, 1)])


def test_openings_are_legal_and_repeatable():
    rules = Rules(9, 9, 5)
    first = list(islice(even_openings(rules, 3), 2))
    assert first == list(islice(even_openings(rules, 3), 2))
    for opening in first:
        assert len(set(opening)) == len(opening)
        assert all(0 <= cell < 81 for cell in opening)


@pytest.mark.parametrize("kind", ["gomocup", "lines"])
def test_an_outside_program_plays(kind):
    program = f"{kind}:{sys.executable} -m passatempo mnk protocol --level 2 --k 3"
    plan = MatchPlan((program, "engine:level=1"), ((SMALL, ()),), seconds=20.0)
    pair = next(run_match(plan))
    assert all(game.end in ("line", "dead", "full") for game in pair)


def test_a_program_that_fails_loses():
    silent = f"gomocup:{sys.executable} -c pass"
    pair = next(run_match(MatchPlan((silent, "engine"), ((SMALL, ()),), seconds=1.0)))
    assert [(game.winner, game.end) for game in pair] == [(1, "failed")] * 2
    with pytest.raises(UsageError, match="cannot be run"):
        next(run_match(MatchPlan(("gomocup:/no/such/program", "engine"), ((SMALL, ()),))))


SAYING = "import sys\nfor line in sys.stdin: print('ok' if line[:4] == 'init' else '{}', flush=True)"
PROGRAMS = {
    "dies at once": "pass",
    "dies at its move": "input(); print('ok', flush=True); input()",
    "says rubbish bytes": "import sys\nwhile True: sys.stdout.buffer.write(bytes(range(256)) * 9 + b'\\n')",
    "talks without a line's end": "import sys\nwhile True: sys.stdout.write('x' * 99999)",
    "talks without an end": "while True: print('MESSAGE again')",
    "names no cell": SAYING.format("move x y 1"),
    "names a cell outside": SAYING.format("move 9 9 1"),
    "refuses": "import sys\nfor line in sys.stdin: print('ERROR never', flush=True)",
    "is silent": "import sys\nfor line in sys.stdin: print('ok', flush=True) if line[:4] == 'init' else None",
    "closes its mouth": "import sys, os, time\nos.close(1)\nfor line in sys.stdin: pass",
}


@pytest.mark.quick(5)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_misbehaves_loses_its_game(name, tmp_path, monkeypatch):
    monkeypatch.setattr(seats, "START_UP", 1.0)
    monkeypatch.setattr(seats, "REPLY_GRACE", 0.2)
    program = tmp_path / "program.py"
    program.write_text(PROGRAMS[name])
    outside = make_seat(f"lines:{sys.executable} {program}", 0.1)
    game = play_game(SMALL, [outside, Scripted(1, 2, 3)], 0)
    outside.close()
    assert (game.winner, game.end) == (1, "failed")
    assert len(game.failure_message) <= 200


def test_a_late_program_loses_on_time(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(RECORDING.replace("next(cells), ", "(__import__('time').sleep(0.5), next(cells))[1], "))
    outside = make_seat(f"lines:{sys.executable} {program} {tmp_path / 'heard.txt'}", 0.1)
    game = play_game(SMALL, [outside, Scripted(1, 2, 3)], 0, seconds=0.1)
    outside.close()
    assert (game.winner, game.end) == (1, "time")


def test_a_match_that_is_cancelled_plays_on_no_more():
    cancel = Cancel()
    cancel.cancel()
    for concurrency in (1, 2):
        assert (
            list(
                run_match(MatchPlan(("engine", "corrado"), ((SMALL, ()),) * 3, seconds=60.0), concurrency, None, cancel)
            )
            == []
        )
    stopped = match("engine", "corrado", board=("9,9,5",), cancel=cancel)
    assert (stopped.games, stopped.is_complete, str(stopped), stopped.json_text()) == ((), False, "", "")


@pytest.mark.parametrize(
    "words",
    [
        ("gomocup:'", "corrado", "--board", "9,9,5"),
        ("lines:", "corrado", "--board", "9,9,5"),
        ("engine", "gomocup:a\0b", "--board", "9,9,5"),
        *(
            ("engine", "corrado", "--board", board)
            for board in (
                "0,0,0",
                "9,9,0",
                "9,9",
                "99999999999,9,5",
                "-1,9,5",
                "9,9,5x",
                "512,512,5",
                "250,250,250",
                "",
            )
        ),
        *(
            ("engine", "corrado", "--board", "3,3,3", f"--{flag}", value)
            for flag, values in {
                "seconds": ("inf", "nan", "0", "-1", "1e400"),
                "threads": ("0", "-1", "100000", "99999999999999999999"),
                "nodes": ("0", "-1", "99999999999999999999"),
                "concurrency": ("0", "-1", "1000000"),
                "openings": ("-1", "99999999999"),
                "most-moves": ("0", "-1"),
                "seed": ("99999999999999999999999",),
            }.items()
            for value in values
        ),
        ("engine:table=999999999", "corrado", "--board", "3,3,3"),
        ("engine:level=0", "corrado", "--board", "3,3,3"),
        ("engine", "corrado", "--board", "3,3,3", "--sprt", "5", "1"),
        ("engine", "corrado", "--board", "3,3,3", "--sprt", "nan", "1"),
    ],
    ids=" ".join,
)
def test_what_a_match_cannot_be_is_refused(words, capsys):
    assert cli(["mnk", "match", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


def test_a_match_of_draws_is_worth_no_elo(capsys):
    assert cli(["mnk", "match", "proof", "proof", "--board", "3,3,3"]) == 0
    assert "Elo of the first: 0 [0, 0]" in capsys.readouterr().out
    assert cli(["mnk", "match", "proof", "proof", "--board", "3,3,3", "--format", "json"]) == 0
    assert "-0" not in capsys.readouterr().out


def test_a_mistyped_player_is_told_before_the_first_game():
    with pytest.raises(UsageError, match="corado"):
        match("engine", "corado")
    with pytest.raises(UsageError, match="3x3"):
        match("engine", "corrado", board=("3x3",))


def test_the_command_saves_games_that_can_be_read_again(tmp_path, capsys):
    file = tmp_path / "games.jsonl"
    words = [
        "mnk",
        "match",
        "engine",
        "corrado",
        "--board",
        "3,3,3",
        "--nodes",
        "300",
        "--save",
        str(file),
        "--format",
        "json",
    ]
    assert cli(words) == 0
    told = json.loads(capsys.readouterr().out)
    games = [json.loads(line) for line in file.read_text().splitlines()]
    assert told["games"] == len(games) == 2
    wins = [sum(game["winner"] == name for game in games) for name in ("engine", "corrado")]
    assert told["wins"] == wins
    assert told["draws"] == 2 - sum(wins)
    for game in games:
        position = load_position(PositionJson(game["m"], game["n"], game["k"], moves=game["moves"]))
        assert len(position.moves) == len(game["moves"])


def test_points_need_a_winner():
    game = GameRecord(SMALL, (), 0, 0, None, "dead")
    assert [game.points(0), game.points(1), replace(game, winner=0, end="time").points(0)] == [1, 1, 2]


def test_a_match_is_a_value_and_reports_each_pair():
    parts = []
    found = match("proof", "reference", board=[(3, 3, 3), "4,3,3"], nodes=20000, report=parts.append)
    assert (len(found.games), sum(found.wins) + found.draws, found.rating.game_count) == (4, 4, 4)
    assert [(progress.done, progress.total) for progress in parts] == [(1, 2), (2, 2)]
    text = str(found)
    assert text.startswith("\n".join(str(progress.part) for progress in parts))
    assert text.splitlines()[4].split() == ["points", "wins", "draws", "late", "failed", "slowest"]
    assert found.to_json()["wins"] == list(found.wins)
    for keys, name in (
        ({"board": [(3, 3)]}, "board"),
        ({"nodes": 0}, "nodes"),
        ({"most_moves": 0}, "most_moves"),
        ({"sprt": (5.0, 1.0)}, "sprt"),
        ({"resume": True}, "resume"),
    ):
        with pytest.raises(UsageError, match=rf"\b{name}\b"):
            match("engine", "corrado", **keys)
