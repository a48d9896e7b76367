"""Ctrl-C ends everything soon: a real SIGINT to a real process, the main thread inside a kernel.

Tests: core/interrupt.py, cli/progress.py
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from functools import cache
from pathlib import Path

import pytest

from passatempo.core.interrupt import InterruptWatch, OpenToInterrupt
from passatempo.core.limits import Cancel, Limits
from passatempo.core.registry import pastime

from ..helpers.press import pressed
from .test_limits import ALL, DEFAULTS, FEW, each, each_method, runs

pytestmark = pytest.mark.interrupts

SOON = 0.3  # seconds
SANITIZED = 4 if "LD_PRELOAD" in os.environ else 1  # kernels that are watched take several times as long


@cache
def quick_runs(game):
    """Interrupt the first instances of all questions of a pastime, one after the other in one process."""
    asked = ",".join(f"{question}:{method.name}" for name, question, method in DEFAULTS if name == game)
    return runs("interrupt", FEW, game, asked, 0.1)


@each(DEFAULTS)
def test_ctrl_c_raises_keyboard_interrupt_in_the_library(game, question, method):
    mine = [run for run in quick_runs(game) if (run["question"], run["method"]) == (question, method.name)]
    assert mine
    for run in mine:
        if "spent" in run:
            assert run["ended"] != "done", run
            assert run["spent"] < 2 * SOON, run  # of the processor; load decides nothing


@pytest.mark.long
@each_method
def test_ctrl_c_ends_every_method_soon(game, question, method):
    for run in runs("interrupt", ALL, game, f"{question}:{method.name}", 0.5):
        if "spent" in run:
            assert run["ended"] != "done", run
            assert run["spent"] <= SOON, run


MOMENTS = 20
ENDS = {  # of themselves, within a second or so
    "daily": ["daily", "--date", "2026-11-23"],
    "sheet": ["sheet", "--daily", "2026-11-23", "--out", "sheet-%d.svg"],
    "demo": ["demo", "--out", "pictures"],
}
LASTS = {
    "play thinks": ["mnk", "play", "--m", "15", "--n", "15", "--k", "5", "--side", "O", "--seconds", "5", "--no-stats"],
    "play waits": ["minesweeper", "play", "--no-stats"],
    "play on a terminal": ["machiavelli", "play", "--no-stats"],
    "web": ["web", "--port", "0", "--api-only"],
    "campaign run": ["campaign", "run", "optimiza-greedies", "--workers", "2"],
    "tournament": ["machiavelli", "tournament", "greedy", "greedy", "--games", "9999", "--workers", "2", "--plain"],
    "match": ["mnk", "match", "corrado", "corrado", "--board", "9,9,5", "--concurrency", "2"],
    "value": ["mnk", "value", "--m", "8", "--n", "8", "--k", "5"],
    "move": ["mnk", "move", "--m", "15", "--n", "15", "--k", "5", "--moves", "h8 i9 h9 h7", "--seconds", "60"],
    "exhaust": ["optimiza", "exhaust", "--variant", "hex-tri", "--n", "5", "--threads", "1"],
    "win-rate": ["minesweeper", "win-rate", "--games", "1000000000"],
    "batch": ["machiavelli", "arrange", "--batch", "-"],
}


@cache
def length(name):
    """Return the processor seconds in which Ctrl-C is pressed: those until the last output, or the first ones."""
    if name in LASTS:
        return 1.5
    with tempfile.TemporaryDirectory() as folder:
        done = pressed(ENDS[name], folder=folder)
    assert done["code"] == 0, done
    return done["last"]


@pytest.mark.quick(4)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the processor time of other processes is read")
@pytest.mark.parametrize("number", range(MOMENTS))
@pytest.mark.parametrize("name", {**ENDS, **LASTS})
def test_ctrl_c_at_any_moment_is_3_and_one_sentence(name, number, tmp_path):
    """As a terminal sends it: to all processes of the command. A run that ended before is pressed a little earlier."""
    moment, earlier, terminal = length(name) * number / MOMENTS, 0.9, name == "play on a terminal"
    run = pressed({**ENDS, **LASTS}[name], moment, said="", terminal=terminal, folder=tmp_path)
    while name in ENDS and run["code"] == 0 and moment > length(name) / 2:
        moment *= earlier
        run = pressed(ENDS[name], moment, said="", folder=tmp_path)
    assert run["code"] == 3, run
    assert "Traceback" not in run["err"], run
    sentences = run["err"].splitlines() or [line for line in run["out"].splitlines() if "cancelled" in line]
    assert len(sentences) == 1, run
    assert run["spent"] <= SOON * SANITIZED, run
    assert run["left"] == 0, run


@pytest.mark.parametrize("module", ["passatempo.cli", "passatempo.cli.main", "passatempo.cli.notes"])
def test_ctrl_c_while_it_starts_is_3_and_one_sentence(module):
    """A finder that comes first presses Ctrl-C where a module is looked for, which no guard of that module can see."""
    code = f"""
import os, signal, sys
from passatempo.__main__ import main
class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Presses())
sys.argv = ["passatempo", "list"]
sys.exit(main())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "passatempo: cancelled\n")


@pytest.mark.parametrize("guard", ["contextlib.nullcontext()", "interruptible(Cancel(), at_once=True)"])
def test_ctrl_c_that_falls_into_a_callback_of_python_is_3_and_one_sentence(guard):
    """Found by random lines: what is raised in such a callback is printed with its traceback, and lost."""
    code = f"""
import contextlib, signal, sys, time
from passatempo import __main__
from passatempo.cli import main
from passatempo.cli.progress import interruptible
from passatempo.core.limits import Cancel
class Presses:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
def dispatch(words):
    with {guard}:
        Presses()
        while True:
            time.sleep(0.01)
main.dispatch = dispatch
sys.exit(__main__.main())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "passatempo: cancelled\n")


def wait_until_it_works(process):
    """Wait until a run is in the midst of its work, or waits for input: start-up takes less, and does not sleep."""
    asleep = 0
    while process.poll() is None and asleep < 10:
        fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        asleep = asleep + 1 if fields[0] == "S" and used > 0 else 0
        if used > 0.8:
            return
        time.sleep(0.05)


def test_a_kernel_ends_though_the_main_thread_is_inside_it():
    from passatempo.core.queries import ask

    problem = pastime("mnk").problem("value")
    from passatempo.mnk import Position
    from passatempo.mnk.rules import Rules

    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ask(problem, Position(Rules(8, 8, 5), bytes(64)))


def test_what_listened_before_is_told_and_listens_again():
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer)
    try:
        with InterruptWatch(Cancel()), pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert os.read(reader, 1) == bytes([signal.SIGINT])
        assert signal.set_wakeup_fd(before) == writer
    finally:
        signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)


def test_another_thread_is_left_alone():
    given = []

    def work():
        with OpenToInterrupt(Limits()) as limits:
            given.append(limits)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert given == [Limits()]


def test_a_callers_switch_is_used():
    cancel = Cancel()
    with OpenToInterrupt(Limits(cancel=cancel)) as limits:
        assert limits.cancel is cancel


def test_progress_goes_on_after_an_interrupt(tmp_path):
    """In a notebook the next cell runs as ever. What is interrupted would go on for hours, and is loaded before."""
    code = """
import os, signal, threading
from passatempo import mnk
print(mnk.value(mnk.read("m: 3\\nn: 3\\nk: 3")).status.value)
for _ in range(3):
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        mnk.value(mnk.read("m: 9\\nn: 9\\nk: 6"))
        print("done")
    except KeyboardInterrupt:
        print("interrupted")
print(mnk.value(mnk.read("m: 3\\nn: 3\\nk: 3")).status.value)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["solved", *["interrupted"] * 3, "solved"], done
