"""A program ends as it says while threads of it are in a kernel: all pastimes at once, and a search that reports.

Up to Python 3.13 a thread that asks for the interpreter's lock too late is unwound, and one whose frames refuse that
ended the program (exit code 134); from 3.14 on Python itself lets it hang. A slow end makes sure that threads ask.

Tests: core/interface.py
"""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "passatempo"
PROGRAM = """
import os, signal, sys, threading, time
from passatempo import cards, machiavelli, minesweeper, mnk, optimiza

asked = set()

def ask_for_ever(name, ask):
    while True:
        ask()
        asked.add(name)
        time.sleep(0.005)

def report(progress):
    asked.add("report")
    time.sleep(0.001)

class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(0.25)  # a search reports every 0.2 s

questions = {
    "cards": lambda: cards.count("1 1 2 2 3 3 4", D=4),
    "machiavelli": lambda: machiavelli.lay("3S 4S 5S", hand="6S 7S"),
    "minesweeper": lambda: minesweeper.chances("#22#\\n###1\\n0##0"),
    "mnk": lambda: mnk.value(m=4, n=4, k=4),
    "optimiza": lambda: optimiza.best("1 1 2\\n2 1 3\\n2 2 1"),
    "a search that reports": lambda: mnk.value(m=9, n=9, k=5, report=report, nodes=2000),
}
slow = Slow()
for number, question in enumerate(questions.items()):
    threading.Thread(target=ask_for_ever, args=question, daemon=True).start()
    while len(asked) <= number:
        time.sleep(0.01)
"""
ENDS = {
    "": (0, ""),
    "sys.exit(3)": (3, ""),
    "raise ValueError('the end')": (1, "ValueError: the end"),
    "os.kill(os.getpid(), signal.SIGINT); time.sleep(9)": (-signal.SIGINT, "KeyboardInterrupt"),
}


@pytest.mark.quick(2)
@pytest.mark.parametrize("end", ENDS, ids=["main", "exit", "exception", "Ctrl-C"])
def test_a_program_ends_as_it_says_whatever_its_threads_do(end):
    code, last = ENDS[end]
    done = subprocess.run([sys.executable, "-c", PROGRAM + end], capture_output=True, text=True, timeout=60)
    assert done.returncode == code, done.stderr
    assert done.stderr.rstrip().rpartition("\n")[2] == last


def test_every_kernel_takes_the_lock_again_by_the_one_class_that_may():
    found = [path.name for path in SOURCES.rglob("*.?pp") if "gil_scoped" in path.read_text(encoding="utf-8")]
    assert found == ["python.hpp"]  # which says instead of what
