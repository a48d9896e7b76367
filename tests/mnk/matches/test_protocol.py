"""The protocols: every case, garbage, long lines, and a state that errors leave alone.

Tests: settings.py, matches/protocol.py
"""

import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from passatempo.cli.main import run as cli
from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.json import decode
from passatempo.mnk.engine.player import Player
from passatempo.mnk.matches.protocol import LONGEST_LINE, Session, converse, read_lines
from passatempo.mnk.settings import EngineSettings

from ...helpers.outside import ENVIRONMENT

DATA = Path(__file__).parents[2] / "data" / "mnk" / "protocol.json"
CASES = decode(DATA.read_text())
ROOT = Path(__file__).parents[3]
WEAK = EngineSettings(level=1, table=1)
PROGRAM = [sys.executable, "-m", "passatempo", "mnk", "protocol", "--level", "1"]


def said(*spoken: str) -> list[str]:
    """What a session answers."""
    return [reply for reply in converse(Session(settings=WEAK), spoken) if not reply.startswith("MESSAGE")]


class Chopped:
    """A stream that gives its bytes in small pieces."""

    def __init__(self, data: bytes, size: int = 7) -> None:
        self.pieces = [data[i : i + size] for i in range(0, len(data), size)][::-1]

    def read1(self, _: int) -> bytes:
        return self.pieces.pop() if self.pieces else b""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"][:40])
def test_a_case_is_answered_as_expected(case):
    replies = said(*case["send"])
    assert len(replies) == len(case["expect"])
    for reply, expected in zip(replies, case["expect"], strict=True):
        assert re.search(expected, reply), reply


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"][:40])
def test_about_is_answered_after_every_case(case):
    send = [line for line in case["send"] if line.upper() != "END"]
    assert said(*send, "ABOUT")[-1].startswith('name="passatempo"')


def test_yxboard_board_and_turn_have_one_order_of_coordinates():
    """W8: column, row; with row, column in YXBOARD the cell of TURN would be taken."""
    assert re.fullmatch(r"\d+,\d+", said("START 15", "YXBOARD", "3,1,1", "7,7,2", "DONE", "TURN 1,3")[-1])
    for block in ("YXBOARD", "BOARD"):
        taken = said("START 15", block, "3,1,1", "7,7,2", "DONE", "TURN 3,1")
        assert taken[-1] == "ERROR cell 3,1 is occupied"
    assert said("RECTSTART 9,5", "YXBOARD", "8,4,1", "0,0,2", "DONE") == ["OK"]


def test_the_answers_of_a_rectangle_lie_on_it():
    for columns, rows in ((10, 12), (12, 10)):
        x, y = map(int, said(f"RECTSTART {columns},{rows}", "BEGIN")[-1].split(","))
        assert x < columns
        assert y < rows


def test_an_error_leaves_the_state_unharmed():
    session = Session(settings=WEAK)
    for line in ("START 15", "TURN 7,7"):
        session.answer_line(line)
    before = bytes(session.player.cells)
    for line in (
        "TURN 7,7",
        "TURN 15,0",
        "TURN -1,3",
        "TURN",
        "TURN 1,2,3",
        "TAKEBACK 0,0",
        "BEGIN",
        "START 0",
        "START 99999",
        "START x",
        "RECTSTART 5",
        "init 3 3",
        "play 7 7",
        "play 20 3",
    ):
        assert session.answer_line(line).startswith("ERROR"), line
        assert bytes(session.player.cells) == before
    for block in (["7,7,2", "7,7,1"], ["7,7,9"], ["x"], ["1,1,1"], ["7,7,2", "8,8,2"]):
        for line in ("BOARD", *block):
            assert session.answer_line(line) == ""
        assert session.answer_line("DONE").startswith("ERROR")
        assert bytes(session.player.cells) == before
    assert re.fullmatch(r"\d+,\d+", session.answer_line("TURN 0,0"))


def test_nothing_can_be_played_before_a_start():
    for line in ("BEGIN", "TURN 1,1", "BOARD", "RESTART", "TAKEBACK 1,1", "go", "play 1 1"):
        assert said(line)[0].startswith("ERROR"), line


def test_taking_back_frees_the_cell():
    session = Session(settings=WEAK)
    session.answer_line("START 15")
    answer = session.answer_line("TURN 7,7")
    assert session.answer_line(f"TAKEBACK {answer}") == "OK"
    assert session.answer_line("TAKEBACK 7,7") == "OK"
    assert not any(session.player.cells)


def test_a_finished_game_is_not_played_on():
    marks = [f"{i},0,2" for i in range(4)] + [f"{i},9,1" for i in (1, 3, 5)]
    session = Session(settings=WEAK)
    for line in ("START 15", "BOARD", *marks, "DONE", "TURN 4,0"):
        reply = session.answer_line(line)
    assert reply.startswith(("ERROR", "4,0")) or re.fullmatch(r"\d+,\d+", reply)


def test_the_engine_completes_a_line_and_the_game_is_over():
    marks = [f"{i},0,1" for i in range(4)] + [f"{i},9,2" for i in (1, 3, 5, 7)]
    session = Session(settings=WEAK)
    for line in ("START 15", "BOARD", *marks, "DONE"):
        reply = session.answer_line(line)
    assert reply == "4,0"
    assert session.answer_line("TURN 10,10") == "ERROR the game is over"


def test_the_swap_rule_is_answered():
    opening = said("INFO timeout_turn 200", "START 15", "INFO timeout_turn 200", "SWAP2BOARD", "DONE")[-1]
    cells = opening.split()
    assert len(set(cells)) == 3
    reply = said("START 15", "INFO timeout_turn 100", "SWAP2BOARD", *cells, "DONE")[-1]
    assert reply == "SWAP" or re.fullmatch(r"\d+,\d+", reply)
    assert said("START 15", "SWAP2BOARD", "1,1", "1,1", "2,2", "DONE")[-1].startswith("ERROR")
    assert said("START 15", "SWAP2BOARD", "1,1", "DONE")[-1].startswith("ERROR")


def test_lines_may_end_in_three_ways():
    data = b"START 15\r\nABOUT\rFOO\n\n\r\nEND\n"
    assert list(read_lines(Chopped(data))) == ["START 15", "ABOUT", "FOO", "END"]


def test_a_line_that_is_too_long_is_one_error():
    data = b"START 15\n" + b"7" * (3 * LONGEST_LINE) + b"\nABOUT\n"
    replies = list(converse(Session(settings=WEAK), read_lines(Chopped(data, 4096))))
    assert replies[0] == "OK"
    assert replies[1].startswith("ERROR")
    assert replies[2].startswith("name=")
    assert len(replies) == 3


@pytest.mark.parametrize("seed", range(4))
def test_random_bytes_neither_crash_nor_silence_it(seed):
    rng = random.Random(seed)
    words = [
        "START",
        "TURN",
        "BOARD",
        "DONE",
        "INFO",
        "TAKEBACK",
        "RESTART",
        "init",
        "play",
        "YXBOARD",
        "ABOUT",
        "SWAP2BOARD",
    ]
    spoken = []
    for _ in range(3000):
        garbage = bytes(rng.randrange(256) for _ in range(rng.randrange(30)))
        head = rng.choice(words).encode() + b" " if rng.random() < 0.3 else b""
        spoken.append(head + garbage.replace(b"\n", b"").replace(b"\r", b""))
    data = b"\n".join(spoken) + b"\nDONE\nABOUT\n"
    replies = list(converse(Session(settings=WEAK), read_lines(Chopped(data, 4096))))
    assert len(replies) <= len(spoken) + 2
    assert replies[-1].startswith('name="passatempo"')


@pytest.mark.long
def test_a_hundred_thousand_random_lines_through_the_program():
    rng = random.Random(0)
    spoken = [
        bytes(rng.choice(b" ,0123456789abzSTARTURN\x00\xff\t") for _ in range(rng.randrange(40)))
        for _ in range(100_000)
    ]
    data = b"\n".join(spoken) + b"\nABOUT\nEND\n"
    run = subprocess.run(PROGRAM, input=data, capture_output=True, check=True, timeout=300)
    replies = run.stdout.splitlines()
    assert len(replies) <= len(spoken) + 1
    assert replies[-1].startswith(b'name="passatempo"')


def test_the_program_talks_line_by_line_and_ends():
    run = subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with run:
        for line, expected in (("START 15", r"OK"), ("BEGIN", r"7,7"), ("START", r"ERROR .*"), ("FOO", r"UNKNOWN .*")):
            run.stdin.write(line + "\n")
            run.stdin.flush()
            assert re.fullmatch(expected, run.stdout.readline().strip())
        run.stdin.write("end\n")
        run.stdin.flush()
        assert run.wait(timeout=20) == 0
        assert run.stdout.read() == ""


def test_the_framework_is_served():
    replies = said("init 3 3 3 second 1", "play 1 1", "go", "play 1 1", "init 4 3 3 first 0.2", "go", "quit", "ABOUT")
    assert replies[0] == "ok"
    assert re.fullmatch(r"move [02] [02] \d+", replies[1])  # a corner: else the first player wins
    assert replies[2].startswith("ERROR")
    assert replies[3] == "ok"
    assert re.fullmatch(r"move \d \d \d+", replies[4])
    assert len(replies) == 5


def test_go_out_of_turn_changes_nothing():
    for board in ("3 3 3", "8 8 4", "15 15 5"):
        session = Session(settings=WEAK)
        assert session.answer_line(f"init {board} first 1") == "ok"
        assert session.answer_line("go").startswith("move ")
        before = session.player.state
        for _ in range(2):
            assert session.answer_line("go") == "ERROR it is the opponent's move"
            assert session.player.state == before
        free = next(cell for cell, mark in enumerate(session.player.cells) if not mark)
        row, column = divmod(free, session.player.rules.n)
        assert session.answer_line(f"play {row} {column}") == ""
        assert session.answer_line(f"play {row} {column}").startswith("ERROR")
        assert session.answer_line("go").startswith("move ")
    assert said("init 3 3 3 second 1", "go", "BEGIN")[1:] == ["ERROR it is the opponent's move"] * 2


def test_an_error_of_ours_is_an_error_line_and_changes_nothing(monkeypatch):
    session = Session(settings=WEAK)
    session.answer_line("START 8")
    session.answer_line("TURN 3,3")

    def fail(player):
        raise InvalidInstance([Violation("odd", "something\nodd")])

    monkeypatch.setattr(Player, "choose_move", fail)
    before = session.player.state
    assert session.answer_line("TURN 0,0") == "ERROR something odd"
    assert session.player.state == before


def legal(session) -> bool:
    """Whether the marks of a session can stand on its board."""
    player = session.player
    if player is None:
        return True
    own, other = (player.cells.count(mark) for mark in (1, 2))
    marks = dict(player.moves)
    whole = all(player.cells[cell] == marks.get(cell, 0) for cell in range(player.rules.size))
    return abs(own - other) <= 1 and whole and len(marks) == len(player.moves)


def random_line(rng) -> str:
    def number():
        return rng.choice(["0", "1", "2", "3", "5", "8", "9", "-1", "15", "x", "", "99999999999"])

    def pair(sign):
        return f"{rng.randrange(6)}{sign}{rng.randrange(6)}"

    return rng.choice(
        [
            lambda: "go",
            lambda: "go",
            lambda: f"play {pair(' ')}",
            lambda: f"play {pair(' ')}",
            lambda: f"TURN {pair(',')}",
            lambda: f"TURN {pair(',')}",
            lambda: "BEGIN",
            lambda: "RESTART",
            lambda: f"TAKEBACK {pair(',')}",
            lambda: f"BOARD\n{pair(',')},2\n{pair(',')},1\n{pair(',')},2\nDONE",
            lambda: f"YXBOARD\n{pair(',')},{number()}\nDONE",
            lambda: f"SWAP2BOARD\n{pair(',')}\n{pair(',')}\n{pair(',')}\nDONE",
            lambda: f"INFO rule {rng.choice('00001114')}",
            lambda: (
                f"INFO {rng.choice(['timeout_turn 1', 'time_left 5', 'max_memory 0', 'timeout_turn 999999999999'])}"
            ),
            lambda: f"{rng.choice(['START', 'RECTSTART'])} {number()},{number()}" if rng.random() < 0.2 else "ABOUT",
            lambda: (
                f"init {rng.randrange(1, 7)} {rng.randrange(1, 7)} {rng.randrange(1, 6)} first 0.001"
                if rng.random() < 0.2
                else "go"
            ),
            lambda: bytes(rng.randrange(256) for _ in range(rng.randrange(20))).decode("ascii", "replace"),
        ]
    )()


def talk(lines, seed):
    rng = random.Random(seed)
    session = Session(settings=EngineSettings(level=1, table=1, exact=False))
    session.clock.turn_seconds = 0.001
    session.answer_line("START 6")
    for _ in range(lines):
        for line in random_line(rng).split("\n"):
            reply = session.answer_line(line)
            assert "\n" not in reply
            assert legal(session), line
    session.answer_line("DONE")
    assert session.answer_line("ABOUT").startswith('name="passatempo"')
    session.close()


def test_random_lines_with_go_among_them_leave_a_legal_board():
    talk(700, 1)


@pytest.mark.long
def test_many_random_lines_with_go_among_them_leave_a_legal_board():
    for seed in range(10):
        talk(10_000, seed)


OVERLINE = ("7,1,2", "7,2,1", "8,9,2", "7,3,1", "2,2,2", "7,4,1", "12,3,2", "7,5,1", "4,11,2", "7,7,1", "9,13,2")


def test_with_exactly_five_a_line_of_six_is_not_made():
    # Own marks at 7,2 to 7,5 and 7,7, the opponent at 7,1: 7,6 would make six.
    for rule, made in (("0", True), ("1", False)):
        send = ("INFO timeout_turn 300", "START 15", f"INFO rule {rule}", "BOARD", *OVERLINE[:-1], "3,3,2", "DONE")
        assert (said(*send)[-1] == "7,6") == made
    exact = ("START 15", "INFO rule 1", "BOARD", "7,2,1", "0,0,2", "7,3,1", "0,2,2", "7,4,1", "0,4,2", "7,5,1")
    assert said(*exact, "9,9,2", "DONE")[-1] in ("7,1", "7,6")  # five is a win


def test_a_rule_that_is_not_known_is_refused_at_the_next_board():
    sentence = "ERROR rule 4 is not played here, only 0 (a longer line wins too) and 1 (it does not)"
    assert said("INFO rule 4", "START 15") == [sentence]
    assert said("START 15", "INFO rule 4", "BOARD", "7,7,2", "DONE") == ["OK", sentence]
    assert said("START 15", "INFO rule 4", "TURN 7,7", "BEGIN", "RESTART") == ["OK", sentence, sentence, sentence]
    again = said("START 15", "INFO rule 4", "TURN 7,7", "INFO rule 0", "TURN 7,7")
    assert again[1] == sentence
    assert re.fullmatch(r"\d+,\d+", again[2])


def test_exactly_five_is_played_to_the_end():
    session = Session(settings=WEAK)
    session.clock.turn_seconds = 0.05
    rng = random.Random(2)
    for line in ("INFO rule 1", "START 7"):
        session.answer_line(line)
    while not session.player.is_over:
        free = [cell for cell, mark in enumerate(session.player.cells) if not mark]
        reply = session.answer_line(f"TURN {session.player.cell_name(rng.choice(free))}")
    assert re.fullmatch(r"\d+,\d+|ERROR the game is over", reply)
    position = session.player.position
    assert position.rules.exact
    assert position.result is not None


def test_lines_longer_than_the_engine_knows_are_played():
    session = Session(k=40, settings=WEAK)
    assert session.answer_line("START 5") == "OK"
    assert session.answer_line("BEGIN") != ""
    assert session.answer_line("RECTSTART 60,3") == "OK"
    assert re.fullmatch(r"\d+,\d+", session.answer_line("TURN 3,1"))
    assert session.player.rules.k == 40


@pytest.mark.parametrize(
    "flags",
    [
        "--k -1",
        "--k 0",
        "--k 100000000000",
        "--threads -1",
        "--threads 0",
        "--threads 100000",
        "--level 0",
        "--level 99",
    ],
)
def test_flags_out_of_range_are_refused(flags, capsys):
    assert cli(["mnk", "protocol", *flags.split()]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert flags.split()[0] in told.err
    assert flags.split()[1] in told.err


def test_getting_ready_is_over_in_a_fifth_of_the_time_since_the_program_began(monkeypatch):
    asked = []
    monkeypatch.setattr(Player, "prepare_engine", lambda player, seconds: asked.append(seconds))
    session = Session(startup_seconds=0.25)
    for line in ("init 5 5 4 first 2", "init 5 5 4 second 2", "init 5 5 4 first 0.1"):
        session.answer_line(line)
    assert asked == [pytest.approx(0.15, abs=0.05), pytest.approx(0.4, abs=0.05), pytest.approx(0.02, abs=0.02)]
    asked.clear()
    Session(startup_seconds=3.0).answer_line("init 5 5 4 first 2")
    assert asked == [0.0]


def test_an_answer_to_an_opening_is_remembered():
    session = Session(settings=WEAK)
    for line in ("START 15", "INFO timeout_turn 50", "SWAP2BOARD", "7,7", "7,8", "0,0"):
        session.answer_line(line)
    reply = session.answer_line("DONE")
    marks = sum(1 for mark in session.player.cells if mark)
    assert marks == (3 if reply == "SWAP" else 4)
    assert re.fullmatch(r"\d+,\d+", session.answer_line("TURN 3,3"))


@pytest.mark.long
@pytest.mark.skipif(shutil.which("javac") is None, reason="no Java here")
def test_the_java_player_compiles_and_draws_with_itself(tmp_path):
    java = Path(__file__).parent / "java"
    sources = [*java.rglob("*.java"), ROOT / "contrib" / "java" / "PassatempoPlayer.java"]
    subprocess.run(
        ["javac", "-Xlint:all", "-Werror", "-d", str(tmp_path), *map(str, sources)], check=True, env=ENVIRONMENT
    )
    program = f"-Dpassatempo={sys.executable} -m passatempo mnk protocol"
    run = subprocess.run(
        ["java", "-cp", str(tmp_path), program, "PlayBoth"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env=ENVIRONMENT,
    )
    moves = [tuple(map(int, line.split())) for line in run.stdout.splitlines()]
    assert len(set(moves)) == 9
    for who in (moves[0::2], moves[1::2]):
        rows = [{(i, j) for j in range(3)} for i in range(3)] + [{(i, j) for i in range(3)} for j in range(3)]
        rows += [{(i, i) for i in range(3)}, {(i, 2 - i) for i in range(3)}]
        assert not any(row <= set(who) for row in rows)
