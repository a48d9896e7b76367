"""The player's figures: win rates of the default policy, paired gains of policies, and how long each takes.

python benchmarks/minesweeper/player.py games 200000      real games on expert boards, first cell safe in the corner
python benchmarks/minesweeper/player.py weights 4000      all presets and both rules by survival weight, and pairs
"""

import sys
import time
from math import sqrt
from statistics import fmean, pstdev

from passatempo.core.interface import Interface
from passatempo.minesweeper.exact.methods import board_record
from passatempo.minesweeper.model import COVERED, Board
from passatempo.minesweeper.policies import POLICIES

NORMAL = 1.959964
CHUNK = 5000
BOARDS = {  # rows, columns, mines, the first cell where it is safe, and where it opens
    "expert": (16, 30, 99, (0, 0), (3, 3)),
    "intermediate": (16, 16, 40, (0, 0), (2, 2)),
    "9x9/10": (9, 9, 10, (0, 0), (2, 2)),
    "8x8/10": (8, 8, 10, (0, 0), (2, 2)),
}


def played(name, opening, policy, start, count, *, weigh, seed):
    """Play; the weights, and the seconds of processor time."""
    rows, columns, mines, *firsts = BOARDS[name]
    row, column = firsts[opening]
    board = Board(rows, columns, bytes([COVERED]) * (rows * columns), mines)
    who = {"policy": [*POLICIES[policy].settings().values()], "weigh": weigh, "threads": 2, "keep": False}
    which = {"first": row * columns + column, "opening": opening, "seed": seed, "start": start, "count": count}
    begun = time.process_time()
    games = Interface.of("minesweeper").ask("simulate", board=board_record(board), **who, **which)
    return games.reply["weights"], time.process_time() - begun


def wilson(won, games):
    """Write a share and its interval, in per cent."""
    share, spread = won / games, NORMAL**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = NORMAL * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return f"{100 * share:.3f} % [{100 * (middle - half):.3f}, {100 * (middle + half):.3f}]"


def mean(values):
    """Write a mean and its interval, in per cent."""
    return f"{100 * fmean(values):.3f} +- {100 * NORMAL * pstdev(values) / sqrt(len(values)):.3f} %"


def games(count):
    """Real games, chunk by chunk."""
    won = seconds = 0.0
    for start in range(0, count, CHUNK):
        weights, spent = played("expert", False, "search", start, CHUNK, weigh=False, seed=20261122)
        won, seconds = won + sum(weights), seconds + spent
        done = start + CHUNK
        print(f"{done} games: {wilson(won, done)}, {1000 * seconds / done:.2f} ms a game", flush=True)


def weights(count):
    """Survival weights of the default on all boards, and of all policies on the same expert boards."""
    for name in BOARDS:
        for opening in (False, True):
            policies = POLICIES if name == "expert" else ("search",)
            found = {policy: played(name, opening, policy, 0, count, weigh=True, seed=5) for policy in policies}
            rule = "opening" if opening else "safe"
            for policy, (values, spent) in found.items():
                print(f"{name}, {rule}, {policy}: {mean(values)}, {1000 * spent / count:.2f} ms a board", flush=True)
                gains = [one - least for one, least in zip(values, found[next(iter(found))][0], strict=True)]
                if any(gains):
                    print(f"    on {next(iter(found))}: {mean(gains)}", flush=True)


if __name__ == "__main__":
    {"games": games, "weights": weights}[sys.argv[1]](int(sys.argv[2]))
