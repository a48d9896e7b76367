"""Press Ctrl-C as a terminal does, for a whole process group, at a moment that is measured in processor time.

`pressed(words, moment)` runs a command below a supervisor, this file as a program. The supervisor adopts what the
command leaves behind, so that the processor time of all its processes counts, those included that it started. No clock
on the wall decides anything: the group is stopped while its processor time is read, and waiting is generous.
"""

import contextlib
import ctypes
import json
import os
import pty
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE = 60  # seconds that a command may take on a busy machine
LOOK = 0.001  # seconds between two looks at the processor time
SLEEPS = 0.3  # seconds with hardly any work after which a command waits for its user
PR_SET_CHILD_SUBREAPER = 36
AT_START = Path(__file__).with_name("at_start")


def pressed(words, moment=None, *, said=None, terminal=False, folder="."):
    """Return how a command ends that Ctrl-C stops once it has spent so many seconds of the processor.

    Parameters
    ----------
    moment
        Seconds of the processor after the handler is installed, of all processes; a command that waits for its user
        before that is stopped there. None: it is not stopped.
    said
        What it reads; the input stays open. None: nothing is open to be read.
    terminal
        Whether its input is a terminal.

    Returns
    -------
    dict
        `code`, `out`, `err`; `spent`: processor seconds after Ctrl-C, or of all of it; `last`: those before its last
        output; `over`: it had ended before the moment came; `left`: the processes that it left behind for long.
    """
    order = {"words": list(map(str, words)), "moment": moment, "said": said, "terminal": terminal}
    told = subprocess.run(
        [sys.executable, __file__], input=json.dumps(order), capture_output=True, text=True, check=False, cwd=folder
    )
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout)


# ---- The supervisor ----


def _below(pid):
    """Yield the processes below one."""
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            for child in map(int, Path(f"/proc/{pid}/task/{task}/children").read_text("ascii").split()):
                yield child
                yield from _below(child)


def _fields(pid):
    """Return the fields of a process's state from the third on; none of one that is gone."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return []


def _used():
    """Return the processor seconds of all processes below this one, also of those that have ended."""
    used = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    for pid in _below(os.getpid()):
        with contextlib.suppress(OSError):
            used += time.clock_gettime((~pid << 3) | 2)  # the clock of all its threads
            used += sum(map(int, _fields(pid)[13:15])) / os.sysconf("SC_CLK_TCK")  # and of children it waited for
    return used


class _Run:
    """The command under way."""

    def __init__(self, order):
        self.out, self.err = (tempfile.TemporaryFile() for _ in range(2))  # noqa: SIM115 - read in `main`
        hears, bell = os.pipe()
        self.hers, self.mine = pty.openpty() if order["terminal"] else reversed(os.pipe())
        if order["said"] is None and not order["terminal"]:
            self.mine = os.open(os.devnull, os.O_RDONLY)
        path = os.pathsep.join(filter(None, [str(AT_START), os.environ.get("PYTHONPATH")]))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "passatempo", *order["words"]],
            stdin=self.mine,
            stdout=self.out,
            stderr=self.err,
            pass_fds=[bell],
            env={**os.environ, "PRESS_BELL": str(bell), "PYTHONPATH": path},
            process_group=0,
        )
        os.close(bell)
        if order["said"]:
            os.write(self.hers, order["said"].encode())
        select.select([hears], [], [], PATIENCE)
        os.close(hears)
        self.began = _used()
        self.last, self.size = self.began, 0

    def ended(self):
        """Tell whether it has ended; it is not waited for, so that its group still is."""
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def wait(self, moment):
        """Wait until it has spent so much, waits for its user, or has ended; tell whether it goes on."""
        slept, until = 0.0, time.monotonic() + PATIENCE
        while not self.ended() and time.monotonic() < until:
            used = _used()
            size = sum(os.fstat(file.fileno()).st_size for file in (self.out, self.err))
            if size > self.size:
                self.last, self.size = used, size
            asleep = all(_fields(pid)[:1] in (["S"], []) for pid in _below(os.getpid()))
            slept = slept + LOOK if asleep else max(0.0, slept - 10 * LOOK)  # a server wakes ten times a second
            if moment is not None and (used - self.began >= moment or slept > SLEEPS):
                return True
            time.sleep(LOOK)
        return not self.ended()

    def press(self):
        """Send Ctrl-C to the group; return what it had spent until then."""
        group = self.process.pid
        os.killpg(group, signal.SIGSTOP)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and any(
            _fields(pid)[:1] in (["R"], ["S"], ["D"]) and os.getpgid(pid) == group for pid in _below(os.getpid())
        ):
            time.sleep(LOOK)
        used = _used()
        os.killpg(group, signal.SIGCONT)
        time.sleep(LOOK)  # of a process that has just been stopped any thread may take the signal
        os.killpg(group, signal.SIGINT)
        return used

    def end(self):
        """Wait for it and for all that it left; return how many processes had to be killed."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        until, killed = time.monotonic() + PATIENCE / 10, 0
        while left := list(_below(os.getpid())):
            if time.monotonic() > until:
                killed = len(left)
                for pid in left:
                    os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    continue
            time.sleep(LOOK)
        return killed


def main(order):
    """Run the command of an order."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    run = _Run(order)
    under_way = run.wait(order["moment"])
    before = run.press() if under_way else run.began
    killed = run.end()
    spent = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before
    texts = []
    for file in (run.out, run.err):
        file.seek(0)
        texts.append(file.read().decode(errors="replace"))
    told = {"code": run.process.returncode, "out": texts[0], "err": texts[1], "spent": spent, "at": before - run.began}
    return told | {"last": run.last - run.began, "over": not under_way, "left": killed}


if __name__ == "__main__":
    json.dump(main(json.load(sys.stdin)), sys.stdout)
