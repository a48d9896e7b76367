"""The protocols: every case, garbage, long lines, and a state that errors leave alone."""

import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from passatempo.core.json import decode
from passatempo.mnk.protocol import LONGEST_LINE, Session, converse, lines
from passatempo.mnk.settings import EngineSettings

DATA = Path(__file__).parents[1] / "data" / "mnk" / "protocol.json"
CASES = decode(DATA.read_text())
ROOT = Path(__file__).parents[2]
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


def test_the_answers_of_a_rectangle_lie_on_it():
    for columns, rows in ((10, 12), (12, 10)):
        x, y = map(int, said(f"RECTSTART {columns},{rows}", "BEGIN")[-1].split(","))
        assert x < columns
        assert y < rows


def test_an_error_leaves_the_state_unharmed():
    session = Session(settings=WEAK)
    for line in ("START 15", "TURN 7,7"):
        session.answer(line)
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
        assert session.answer(line).startswith("ERROR"), line
        assert bytes(session.player.cells) == before
    for block in (["7,7,2", "7,7,1"], ["7,7,9"], ["x"], ["1,1,1"], ["7,7,2", "8,8,2"]):
        for line in ("BOARD", *block):
            assert session.answer(line) == ""
        assert session.answer("DONE").startswith("ERROR")
        assert bytes(session.player.cells) == before
    assert re.fullmatch(r"\d+,\d+", session.answer("TURN 0,0"))


def test_nothing_can_be_played_before_a_start():
    for line in ("BEGIN", "TURN 1,1", "BOARD", "RESTART", "TAKEBACK 1,1", "go", "play 1 1"):
        assert said(line)[0].startswith("ERROR"), line


def test_taking_back_frees_the_cell():
    session = Session(settings=WEAK)
    session.answer("START 15")
    answer = session.answer("TURN 7,7")
    assert session.answer(f"TAKEBACK {answer}") == "OK"
    assert session.answer("TAKEBACK 7,7") == "OK"
    assert not any(session.player.cells)


def test_a_finished_game_is_not_played_on():
    marks = [f"{i},0,2" for i in range(4)] + [f"{i},9,1" for i in (1, 3, 5)]
    session = Session(settings=WEAK)
    for line in ("START 15", "BOARD", *marks, "DONE", "TURN 4,0"):
        reply = session.answer(line)
    assert reply.startswith(("ERROR", "4,0")) or re.fullmatch(r"\d+,\d+", reply)


def test_the_engine_completes_a_line_and_the_game_is_over():
    marks = [f"{i},0,1" for i in range(4)] + [f"{i},9,2" for i in (1, 3, 5, 7)]
    session = Session(settings=WEAK)
    for line in ("START 15", "BOARD", *marks, "DONE"):
        reply = session.answer(line)
    assert reply == "4,0"
    assert session.answer("TURN 10,10") == "ERROR the game is over"


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
    assert list(lines(Chopped(data))) == ["START 15", "ABOUT", "FOO", "END"]


def test_a_line_that_is_too_long_is_one_error():
    data = b"START 15\n" + b"7" * (3 * LONGEST_LINE) + b"\nABOUT\n"
    replies = list(converse(Session(settings=WEAK), lines(Chopped(data, 4096))))
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
    replies = list(converse(Session(settings=WEAK), lines(Chopped(data, 4096))))
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


@pytest.mark.skipif(shutil.which("javac") is None, reason="no Java here")
def test_the_java_player_compiles_and_draws_with_itself(tmp_path):
    java = Path(__file__).parent / "java"
    sources = [*java.rglob("*.java"), ROOT / "contrib" / "java" / "PassatempoPlayer.java"]
    subprocess.run(["javac", "-Xlint:all", "-Werror", "-d", str(tmp_path), *map(str, sources)], check=True, timeout=120)
    program = f"-Dpassatempo={sys.executable} -m passatempo mnk protocol"
    run = subprocess.run(
        ["java", "-cp", str(tmp_path), program, "PlayBoth"], capture_output=True, text=True, check=True, timeout=120
    )
    moves = [tuple(map(int, line.split())) for line in run.stdout.splitlines()]
    assert len(set(moves)) == 9
    for who in (moves[0::2], moves[1::2]):
        rows = [{(i, j) for j in range(3)} for i in range(3)] + [{(i, j) for i in range(3)} for j in range(3)]
        rows += [{(i, i) for i in range(3)}, {(i, 2 - i) for i in range(3)}]
        assert not any(row <= set(who) for row in rows)
