"""PyPI ms-toollib as a peer: all chances of a position with its mine count."""

from __future__ import annotations

import json
import sys
import time

import ms_toollib

from lines import own_output, warm_up, write

COVERED = 10


def prepare(instance):
    """Turn a grid into the rows of numbers that the peer takes."""
    rows = instance["grid"].split("\n")
    return [[COVERED if sign == "#" else int(sign) for sign in row] for row in rows], instance["mines"]


def main():
    """Answer a position a line; its time is that of the call alone, on two clocks."""
    out = own_output()
    warm_up(lambda: ms_toollib.cal_probability_onboard([[1, COVERED], [COVERED, COVERED]], 1))
    write(out, {"ready": True})
    for line in sys.stdin:
        board, mines = prepare(json.loads(line))
        cpu, wall = time.process_time(), time.perf_counter()
        chances, _ = ms_toollib.cal_probability_onboard(board, mines)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        write(out, {"seconds": wall, "cpu": cpu, "chances": chances})


if __name__ == "__main__":
    main()
