"""The time of a move on a machine whose processors are busy: the tests make them so, and the clock decides.

Nothing here is a quick test. The figures are told (`-s`), with the load that others made beside.
"""

import contextlib
import os
import random
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from passatempo.mnk.engine.clock import ask_for_short_slices

ROOT = Path(__file__).parents[3]
PROGRAM = [sys.executable, "-m", "passatempo", "mnk", "protocol"]

pytestmark = pytest.mark.long


@contextlib.contextmanager
def busy(processes):
    """Keep so many processes busy."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


class Program:
    """The program as a manager talks to it."""

    def __init__(self, *lines):
        self.process = subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say(*lines)

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def hear(self):
        return self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        with self.process:  # its pipes are closed, and it is waited for
            self.process.stdin.write("END\n")


def met(limit, moves):
    """The seconds of so many moves, seen by a manager who is woken soon himself."""
    ask_for_short_slices()
    rng, spent = random.Random(1), []
    with Program(f"INFO timeout_turn {round(1000 * limit)}") as program:
        while len(spent) < moves:
            program.say("START 15")
            assert program.hear() == "OK"
            free = {(column, row) for column in range(15) for row in range(15)}
            for _ in range(20):  # a game of some moves against an opponent who draws lots: positions of all kinds
                cell = rng.choice(sorted(free))
                free.discard(cell)
                asked = time.monotonic()
                program.say(f"TURN {cell[0]},{cell[1]}")
                reply = program.hear()
                if not re.fullmatch(r"\d+,\d+", reply):
                    break
                spent.append(time.monotonic() - asked)
                free.discard(tuple(map(int, reply.split(","))))
    return spent[:moves]


@pytest.mark.parametrize(("limit", "moves"), [(0.2, 200), (1.0, 200)])
def test_no_move_is_late_beside_four_busy_processes(limit, moves):
    with busy(4), ThreadPoolExecutor(1) as thread:  # what is asked for a thread is not for all tests
        spent = thread.submit(met, limit, moves).result()
    late = [second for second in spent if second > limit]
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print(f"\n{limit} s: {len(spent)} moves, {len(late)} late, slowest {max(spent):.3f} s, load {load:.1f}")
    assert not late


@pytest.mark.skipif(shutil.which("javac") is None, reason="no Java here")
def test_the_java_player_is_ready_and_moves_within_two_seconds_beside_two_busy_processes(tmp_path):
    java = Path(__file__).parent / "java"
    sources = [*java.rglob("*.java"), ROOT / "contrib" / "java" / "PassatempoPlayer.java"]
    subprocess.run(["javac", "-Xlint:all", "-Werror", "-d", str(tmp_path), *map(str, sources)], check=True)
    command = f"-Dpassatempo={sys.executable} -m passatempo mnk protocol"
    with busy(2):
        for board in ("3 3 3", "5 5 4", "7 7 5"):
            words = ["java", "-cp", str(tmp_path), command, "PlayTimed", *board.split(), "2"]
            run = subprocess.run(words, capture_output=True, text=True, check=True)
            times = [tuple(map(int, line.split()[1:])) for line in run.stdout.splitlines() if line.startswith("time")]
            print(f"\n{board}: getting ready {times[0][0]} and {times[1][0]} ms, slowest move {max(times[2:])[0]} ms")
            assert len(times) > 2
            assert all(spent <= 2000 for (spent,) in times)
