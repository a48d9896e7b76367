"""Sets of openings: judges, what they say, files of openings, the command, matches from a file.

The programs here are small scripts; real ones are asked outside the project.

Tests: matches/openings.py, matches/opening_books.py
"""

import json
import sys
from functools import reduce

import pytest

from passatempo import mnk
from passatempo.cli.main import run as cli
from passatempo.core.errors import FormatError, InvalidInstance, UsageError
from passatempo.core.limits import Cancel, Limits
from passatempo.mnk.engine.search import Engine
from passatempo.mnk.matches.opening_books import openings_of, read_book
from passatempo.mnk.matches.openings import consensus_openings, make_judge, parse_value
from passatempo.mnk.matches.seats import SeatFailure
from passatempo.mnk.model import Position
from passatempo.mnk.rules import Rules

NINE = Rules(9, 9, 5)
# A program that plays the first free cell and says a value: the number of marks in the first column, less one.
PROGRAM = """
import sys
deaf = DEAF
board, marks = False, []
for line in sys.stdin:
    line = line.strip()
    if line.startswith(("START", "RESTART")):
        if line == "RESTART" and deaf:
            deaf -= 1
            continue
        print("OK", flush=True)
    elif line == "BOARD":
        board, marks = True, []
    elif line == "DONE":
        board = False
        value = 10 * (sum(mark[0] == 0 for mark in marks) - 1)
        if TELLS:
            print(f"MESSAGE depth 3 ev 500\\nMESSAGE Depth 4 | Eval {value} | x", flush=True)
        free = next((x, y) for y in range(9) for x in range(9) if (x, y) not in marks)
        print(f"{free[0]},{free[1]}", flush=True)
    elif board:
        marks.append(tuple(map(int, line.split(",")[:2])))
    elif line == "END":
        break
"""


def program(tmp_path, *, tells=True, deaf=0):
    file = tmp_path / f"program-{tells}-{deaf}.py"
    file.write_text(PROGRAM.replace("TELLS", str(tells)).replace("DEAF", str(deaf)))
    return f"gomocup:{sys.executable} {file}"


class Fixed:
    """A judge who counts how often he is asked, and reads values from a function."""

    name = "fixed"

    def __init__(self, worth):
        self.worth, self.asked = worth, []

    def evaluate_position(self, position, nodes):
        self.asked.append(nodes)
        return self.worth(position)

    def close(self):
        pass


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("MESSAGE Depth 9-13 | Eval -39 | Time 4ms", -39),
        ("MESSAGE depth 10-15 ev 45 n 100K", 45),
        ("message score=+7", 7),
        ("MESSAGE Eval -M14", -29986),
        ("MESSAGE value: M5", 29995),
        ("MESSAGE evaluation is hard", None),
        ("DEBUG ev 45", None),
        ("7,9", None),
        ("MESSAGE OptiTime 1477ms", None),
    ],
)
def test_a_value_is_read_from_what_a_program_says(line, value):
    assert parse_value(line) == value


def test_a_program_judges_by_what_it_said_last(tmp_path):
    # 7,8 is not in the first column; a1 and a2 are
    for moves, worth in (((7, 8), -10), ((0, 40), 0), ((0, 9), 10)):
        one = make_judge(program(tmp_path), NINE, Cancel())
        try:
            position = next(p for _, p in [(0, _after(moves))])
            assert one.evaluate_position(position, 100) == worth
            assert one.evaluate_position(position, 100) == worth  # and once more, by the same process
        finally:
            one.close()


def _after(moves):
    from passatempo.mnk.model import Position

    position = Position(NINE, bytes(81))
    for cell in moves:
        position = position.play(cell)
    return position


def test_a_program_that_does_not_hear_the_first_word_behind_its_move_is_asked_again(tmp_path):
    one = make_judge(program(tmp_path, deaf=1), NINE, Cancel())
    try:
        assert one.evaluate_position(_after((0, 40)), 100) == 0
        assert one.evaluate_position(_after((0, 9)), 100) == 10
    finally:
        one.close()


def test_a_judge_that_tells_no_value_is_refused(tmp_path, capsys):
    words = ["mnk", "openings", "--board", "9,9,5", "--judge", program(tmp_path, tells=False), "--count", "1"]
    assert cli(words) == 2
    assert "gives no value" in capsys.readouterr().err
    with pytest.raises(UsageError, match="is not a judge"):
        make_judge("corrado", NINE, Cancel())


def test_a_judge_that_is_no_program_is_refused():
    with pytest.raises((UsageError, SeatFailure)):
        make_judge("gomocup:/no/such/program", NINE, Cancel()).evaluate_position(_after((0, 40)), 10)


def test_all_judges_must_agree_in_the_last_and_longest_search():
    first = Fixed(lambda position: 10 * position.cells[40])
    second = Fixed(lambda position: 30 if position.cells[41] else 5)
    found = []
    for opening in consensus_openings(NINE, [first, second], 20, 6400, seed=3):
        found.append(opening)
        if len(found) == 12:
            break
    for opening in found:
        assert 41 not in opening.moves
        assert all(abs(value) <= 20 for value in opening.judge_scores)
        assert 3 <= len(opening.moves) <= 6
    assert set(first.asked) == {100, 800, 6400}
    assert first.asked.count(6400) < first.asked.count(800) < first.asked.count(100)


def test_of_the_images_of_an_opening_one_is_kept():
    small = Rules(3, 3, 3)
    seen = set()
    for number, opening in enumerate(consensus_openings(small, [Fixed(lambda position: 0)], 1, 64)):
        images = []
        for turn in range(8):
            cells = []
            for cell in opening.moves:
                row, column = divmod(cell, 3)
                for _ in range(turn % 4):
                    row, column = column, 2 - row
                cells.append(row * 3 + (2 - column if turn > 3 else column))
            images.append((tuple(sorted(cells[::2])), tuple(sorted(cells[1::2]))))
        assert not seen & set(images)
        seen.add(images[0])
        if number == 30:
            break


def test_a_set_of_openings_is_made_read_and_played(tmp_path, capsys):
    words = ["mnk", "openings", "--board", "9,9,5", "--count", "2", "--nodes", "200", "--seed", "2"]
    assert cli(words) == 0
    said = capsys.readouterr().out
    assert cli([*words, "--format", "json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    book = tmp_path / "book.txt"
    book.write_text(said)
    openings = read_book(str(book), (NINE,))
    made = [[[cell // 9 + 1, cell % 9 + 1] for cell in moves] for _, moves in openings]
    assert made == [line["moves"] for line in lines]  # the engine alone judges the same way again
    assert len(openings) == 2
    players = ["engine:level=1", "engine:level=2", "--nodes", "50", "--save", str(tmp_path / "games.jsonl")]
    assert cli(["mnk", "match", *players, "--book", str(book), "--openings", "2", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4
    assert [moves for _, moves in read_book(str(tmp_path / "games.jsonl"))[::2]] == [m for _, m in openings[:2]]


def test_the_shipped_sets_are_openings_of_their_boards():
    found = read_book("shipped")
    assert {rules for rules, _ in found} == {Rules(15, 15, k) for k in (5, 6, 7)}
    assert len(found) == len(set(found))
    for k in (5, 6, 7):
        moves = [moves for rules, moves in found if rules.k == k]
        assert len(moves) >= 100
        assert {len(each) % 2 for each in moves} == {0, 1}  # of either side to move


@pytest.mark.long
@pytest.mark.parametrize("k", [6, 7])
def test_an_opening_of_a_shipped_set_is_about_even_for_a_short_search(k):
    """With the weights of k = 5, which these had before they had their own, all are 250 and more from even."""
    rules = Rules(15, 15, k)
    for _, moves in read_book("shipped", (rules,)):
        position = reduce(Position.play, moves, Position(rules, bytes(rules.size)))
        best = Engine(rules).search_to_level(position.cells, position.to_move, Limits(nodes=1000)).lines[0]
        assert abs(best.score) <= 150, moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("h8", "line 1: a line such as 'board: 15,15,5'"),
        ("board: 15,15", "is not a board"),
        ("board: 3,3,3\na1 z9", "line 2: row 9, column 26 is outside"),
        ("board: 3,3,3\na1 b1 a1", "line 2"),
        ("board: 3,3,3\na1 b1 a2 b2 a3", "line 2: game already over"),
        ("board: 3,3,3\nhello", "line 2"),
        ('{"m": 3, "n": 3, "k": 3, "moves": 7}', "moves"),
        ('{"m": 3, "n": 3, "moves": []}', "m, n, k"),
        ('{"m": 3, "n": 3, "k": 3, "moves": [[1, 1]], "opening": 2}', "opening"),
        ('{"m": 3, "n": 3, "k": 3, "moves": [[1, true]]}', "moves"),
        ("{", "line 1"),
    ],
)
def test_a_line_that_is_no_opening_is_refused_with_its_place(text, message):
    with pytest.raises((FormatError, InvalidInstance), match=message):
        list(openings_of(text))


@pytest.mark.parametrize(
    "flags",
    [
        "--count 0",
        "--nodes 0",
        "--even -1",
        "--board 15",
        "--board 2,2,2",
        "--board 3,3,5",
        "--judge proof",
        "--seed x",
    ],
)
def test_flags_of_openings_out_of_range_are_refused(flags, capsys):
    assert cli(["mnk", "openings", *flags.split()]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_book_without_openings_for_the_board_is_refused(tmp_path, capsys):
    book = tmp_path / "book.txt"
    book.write_text("board: 9,9,5\na1 b2\n")
    assert cli(["mnk", "match", "engine", "engine", "--book", str(book), "--board", "8,8,5"]) == 2
    assert "no openings for 8,8,5" in capsys.readouterr().err
    book.write_text("# nothing\n")
    assert cli(["mnk", "match", "engine", "engine", "--book", str(book)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_openings_are_values_whose_text_is_a_book(tmp_path):
    parts = []
    found = mnk.openings(
        board=(6, 6, 4), count=2, nodes=300, even=200, report=lambda step: parts.append(str(step.part))
    )
    file = tmp_path / "book.txt"
    file.write_text(f"{found}\n", encoding="utf-8")
    assert read_book(str(file)) == [(opening.rules, opening.moves) for opening in found]
    assert "\n".join(parts) == str(found)
    assert [*openings_of(found.json_text())] == read_book(str(file))
    with pytest.raises(UsageError, match=r"^board: '3,3' is not a board"):
        mnk.openings(board=(3, 3))
