"""The protocol of every peer: plain Python, because it runs in environments that have nothing of this project.

Instances come as JSON lines on standard input; an empty line ends a block. Each is answered by a line ::

    {"feasible": true, "seconds": 0.0123, "cpu": 0.0122}

with the wall time and the processor time of the call alone: reading the line and turning it into what the peer takes
are not counted, for nobody. The first line out is ``{"ready": true}``, after half a second of calls that warm up.
"""

from __future__ import annotations

import json
import os
import sys
import time
from itertools import chain

FIRST = {"decks": 2, "ace": "low", "table": "3S 4S 5S 6S 6H 6D", "jokers": 0, "hand": "", "locale": "en"}

WARM_UP_SECONDS = 0.5


def serve(prepare, solve, ace="low", *, hold=False):
    """Answer block after block, an instance at a time.

    Parameters
    ----------
    prepare
        Turns an instance, a dict, into what the peer takes; not timed.
    solve
        Says whether it is feasible; timed. A tuple says also how many seconds were spent in its engine.
    ace
        The ace rule of the first instance.
    hold
        Write the answers when the block is done, for methods so quick that writing between two calls would show.
    """
    out = own_output()
    warm_up(lambda: solve(prepare({**FIRST, "ace": ace})))
    write(out, {"ready": True})
    for block in blocks(prepare):
        held = []
        for question in block:
            answer = timed(solve, question)
            if hold:
                held.append(answer)
            else:
                write(out, answer)
        for answer in held:
            write(out, answer)


def serve_together(prepare, solve_all, ace="low"):
    """Answer block after block: `solve_all` takes a list, and each gets an equal part of its time."""
    out = own_output()
    warm_up(lambda: solve_all([prepare({**FIRST, "ace": ace})]))
    write(out, {"ready": True})
    for block in blocks(prepare):
        cpu, wall = time.process_time(), time.perf_counter()
        verdicts = solve_all(block)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        for feasible in verdicts:
            write(out, {"feasible": bool(feasible), "seconds": wall / len(block), "cpu": cpu / len(block)})


def warm_up(call):
    """Call until everything is imported, built and specialised."""
    end = time.perf_counter() + WARM_UP_SECONDS
    while time.perf_counter() < end:
        call()


def blocks(prepare):
    """Read and prepare the instances up to each empty line, or the end."""
    block = []
    for line in chain(sys.stdin, "\n"):
        if line.strip():
            block.append(prepare(json.loads(line)))
        elif block:
            yield block
            block = []


def timed(solve, question):
    """Solve one instance on two clocks; what the peer raises is its answer."""
    cpu, wall = time.process_time(), time.perf_counter()
    fault, verdict = "", None
    try:
        verdict = solve(question)
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    feasible, inside = verdict if isinstance(verdict, tuple) else (verdict, None)
    return {"feasible": feasible, "seconds": wall, "cpu": cpu, "inside": inside, "fault": fault}


def own_output():
    """Keep standard output for answers; whatever a library prints goes to standard error."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return out


def write(out, answer):
    """Write a line at once."""
    out.write(json.dumps(answer) + "\n")
    out.flush()


def cards(instance):
    """Return the cards of a table as (rank 0..12, suit 0..3) pairs."""
    return [("A23456789TJQK".index(card[0]), "SHDC".index(card[1])) for card in instance["table"].split()]
