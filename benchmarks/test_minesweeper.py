"""How fast Minesweeper is counted, and against what: ``pytest benchmarks/test_minesweeper.py -s``.

The peer runs in a process of its own, in turns with ours; figures and command stand in docs/results/minesweeper.md.
"""

import json
import resource
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from statistics import fmean, median

import pytest

from minesweeper.games import positions
from passatempo.core.limits import Limits
from passatempo.core.pastime import Question
from passatempo.core.queries import ask as checked
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.minesweeper import ChancesAsk, _kernel, estimate
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.generate import Params, generate
from passatempo.minesweeper.text import write_grid
from spread import resampled

HOME = Path(__file__).parents[1]
PEER = HOME / "build" / "peers" / "minesweeper_ms_toollib" / "bin" / "python"
NUMBER, BLOCK, ROUNDS = 525, 25, 20
NO_LIMITS = Limits().kernel


def clocked(action, question):
    """Return wall time and processor time of one call."""
    cpu, wall = time.process_time(), time.perf_counter()
    action(question)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return wall, cpu


def kernel(seen):
    return _kernel.survey(seen, True, *NO_LIMITS)


def clock(block):
    """Return the kernel's least wall time of each board, and its mean processor time, known for a block only."""
    seen = [*map(exact.kernel_board, block)]
    cpu = time.process_time()
    runs = [[clocked(kernel, one)[0] for one in seen] for _ in range(ROUNDS)]
    cpu = time.process_time() - cpu
    return [*map(min, zip(*runs, strict=True))], [cpu / (ROUNDS * len(block))] * len(block)


ALONE = "kernel alone, least of 20"
OURS = {
    "kernel, called from Python": (exact.kernel_board, kernel),
    "library call, floating point": (lambda board: board, estimate),
    "library call, exact fractions": (lambda board: board, exact.chances),
    "checked call, certain cells": (lambda board: board, partial(checked, pastime("minesweeper").problem("safe"))),
    "checked call, exact fractions": (
        lambda board: Question(board, ChancesAsk()),
        partial(checked, pastime("minesweeper").problem("chances")),
    ),
}


def tell(name, times):
    micro = sorted(1e6 * seconds for seconds in times)
    sys.stdout.write(
        f"{name}: mean {fmean(micro):.1f}, median {median(micro):.1f}, 99 % {micro[len(micro) * 99 // 100]:.1f}, "
        f"most {micro[-1]:.1f} us\n"
    )


def ask(peer, board):
    peer.stdin.write(json.dumps({"grid": write_grid(board), "mines": board.mines}) + "\n")
    peer.stdin.flush()
    return json.loads(peer.stdout.readline())


def test_expert_guesses_against_ms_toollib():
    """Blocks of positions in turns: each of ours once more to warm up, then timed, then the peer."""
    if not PEER.exists():
        pytest.skip("python benchmarks/peers/install.py minesweeper_ms_toollib")
    boards = positions(NUMBER)
    command = [PEER, HOME / "benchmarks" / "peers" / "minesweeper_ms_toollib.py"]
    wall, cpu = ({name: [] for name in (ALONE, *OURS, "ms-toollib")} for _ in range(2))
    farthest = 0.0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as peer:
        assert json.loads(peer.stdout.readline()) == {"ready": True}
        for start in range(0, NUMBER, BLOCK):
            block = boards[start : start + BLOCK]
            for times, ours in zip((wall, cpu), clock(block), strict=True):
                times[ALONE] += ours
            for name, (prepare, action) in OURS.items():
                for question in [*map(prepare, block)] * 2:
                    seconds, processor = clocked(action, question)
                    wall[name].append(seconds)
                    cpu[name].append(processor)
                del wall[name][-2 * BLOCK : -BLOCK], cpu[name][-2 * BLOCK : -BLOCK]
            for board in block:
                answer = ask(peer, board)
                wall["ms-toollib"].append(answer["seconds"])
                cpu["ms-toollib"].append(answer["cpu"])
                theirs = [chance for row in answer["chances"] for chance in row]
                ours = estimate(board)
                farthest = max(
                    farthest, *(abs(a - b) for a, b, mark in zip(ours.chances, theirs, ours.marks, strict=True) if mark)
                )
        peer.stdin.close()
    sys.stdout.write(f"\n{NUMBER} expert positions that need a guess, largest difference {farthest:.2g}\n")
    for name in wall:
        tell(f"{name}, wall", wall[name])
    for name in (ALONE, *OURS):
        ratio = resampled(cpu[name], cpu["ms-toollib"])
        sys.stdout.write(f"ms-toollib / {name}, mean processor time: {ratio}\n")


@pytest.mark.parametrize(("opened", "share"), [("flood", 0.14), ("scatter", 0.2)])
def test_a_million_cells(opened, share):
    params = Params("custom", 1000, 1000, 200_000, opened=opened, share=share, counted=False)
    board = generate(params, Random(1, "big"))
    for name, action in (("estimate", estimate), ("safe", exact.safe), ("exact chances", exact.chances)):
        wall, cpu = clocked(action, board)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        sys.stdout.write(
            f"\n1000x1000 {opened} {share}, {name}: {wall:.3f} s wall, {cpu:.3f} s processor, {most:.0f} MB"
        )


@pytest.mark.parametrize("name", ["safe", "chances"])
def test_one_expert_position(benchmark, name):
    board = positions(1)[0]
    benchmark(getattr(exact, name), board)
