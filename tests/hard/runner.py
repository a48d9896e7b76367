"""Put the hardest instances known to a method, in a process of its own: what the tests of promises look at.

    python runner.py limits MOST PASTIME ASKED SECONDS ...     one JSON line a run
    python runner.py interrupt MOST PASTIME ASKED AFTER        the same, ended by SIGINT after seconds

MOST: how many of a question's instances, the first of them. ASKED: ``question:method`` with commas between them.

The files beside this one hold the instances: ``HARDEST``, question to pairs of a name and what makes the question.
"""

import gc
import json
import os
import signal
import sys
import threading
import time
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from passatempo.core.json import dump_outcome, encode
from passatempo.core.limits import Limits
from passatempo.core.queries import ask, question_of
from passatempo.core.registry import pastime
from passatempo.solvers import runs

FOLDER = Path(__file__).parent
SETTLE = 20.0  # seconds that an engine left behind may still burn, so that the next run is measured alone


@cache
def hardest_of(file):
    """Return the hard instances of a file. It is run once, since its questions share the largest ones."""
    spec = spec_from_file_location(file.stem, file)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.HARDEST


def hardest(name, question):
    """Return the hard instances of a question: pairs of a name and what makes it."""
    files = sorted(FOLDER.glob(f"{name}*.py"))
    return [pair for file in files for pair in hardest_of(file).get(question, [])]


def most_memory():
    """Return the megabytes that this process held at most: what the parent held does not count, as in getrusage."""
    with open("/proc/self/status", encoding="ascii") as file:
        return int(next(line for line in file if line.startswith("VmHWM")).split()[1]) // 1024


def settled():
    """Wait until no engine of an earlier run works any more; what is held from then is no garbage to be looked through.

    The boards of a million cells that are kept here took the collector 0.1 to 0.2 s, now and then within a run.
    """
    gc.collect()
    gc.freeze()
    until = time.monotonic() + SETTLE
    while time.monotonic() < until:
        if all(thread.is_over() for thread in threading.enumerate() if isinstance(thread, runs._SolverThread)):
            return
        time.sleep(0.05)


def told(game, problem, outcome):
    """Print as the command line would with ``--format json``, to nowhere; return what the tests compare."""
    said = dump_outcome(problem, outcome)
    encode(said)
    kept = ("status", "stopped", "value", "bound", "checked", "evidence", "seconds")
    return {key: said[key] for key in kept}


def warm(game, problem, method):
    """Import what a method needs on a small example: a first import is outside every limit."""
    for example in game.examples:
        question = question_of(game, problem, game.example(example), {}, {})
        try:
            outcome = ask(problem, question, method=method, limits=Limits(seconds=2.0))
        except ValueError:  # a published program may have no words for an example
            continue
        told(game, problem, outcome)
        return


def tasks(most, name, asked):
    """Yield what a run tells of itself, its problem, question and method; each method is warm before its first."""
    game = pastime(name)
    for pair in asked.split(","):
        question_name, _, method = pair.partition(":")
        problem = game.problem(question_name)
        warm(game, problem, method)
        for label, make in hardest(name, question_name)[: int(most)]:
            yield {"question": question_name, "method": method, "instance": label}, problem, make(), method


def limits(most, name, asked, *seconds):
    """Run every hard instance under every limit."""
    for named, problem, question, method in tasks(most, name, asked):
        for limit in map(float, seconds):
            print(json.dumps(limited(name, problem, question, method, limit) | named), flush=True)


def limited(name, problem, question, method, limit):
    """Run one instance under one limit."""
    game = pastime(name)
    settled()
    started = time.process_time()
    try:
        outcome = ask(problem, question, method=method, limits=Limits(seconds=limit))
        said = told(game, problem, outcome)
    except ValueError as error:
        said = {"refused": str(error)}
    return said | {"limit": limit, "spent": time.process_time() - started, "memory": most_memory()}


def interrupt(most, name, asked, after):
    """Run every hard instance and send SIGINT to this process, as a terminal does."""
    for named, problem, question, method in tasks(most, name, asked):
        print(json.dumps(interrupted(problem, question, method, float(after)) | named), flush=True)
    os._exit(0)  # an engine that was left behind is not waited for


def interrupted(problem, question, method, after):
    """Run one instance and end it by SIGINT."""
    settled()
    sent = []

    def press():
        sent.append((time.process_time(), time.monotonic()))
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, press)
    said = {"ended": "done"}
    try:
        timer.start()  # where the machine is busy the key is pressed before this is over
        try:
            ask(problem, question, method=method)
        except ValueError as error:
            said = {"ended": "refused", "sentence": str(error)}
        timer.cancel()
        timer.join()
    except KeyboardInterrupt:
        said["ended"] = "interrupted"
    if sent:
        said |= {"spent": time.process_time() - sent[0][0], "wall": time.monotonic() - sent[0][1]}
    return said


if __name__ == "__main__":
    {"limits": limits, "interrupt": interrupt}[sys.argv[1]](*sys.argv[2:])
