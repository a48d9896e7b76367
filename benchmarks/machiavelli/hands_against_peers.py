"""The best play from a hand of 13: our own figures over many hands, and the same hands with other people's programs.

    python benchmarks/machiavelli/hands_against_peers.py --hands 60 --passes 3 > results.md

Peers as in `against_peers.py`: a process each, blocks in turns, the number of cards laid compared.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.machiavelli.exact.arrange import arrange
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.exact.unlock import unlock
from passatempo.machiavelli.generate import Params, generate
from passatempo.machiavelli.model import ACES, LayAsk, Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

sys.path.insert(0, str(Path(__file__).parents[1]))  # whose files import one another

from hands import hands
from tables import line
from workers import Worker

from machine import facts
from peers.install import ENVIRONMENTS
from peers.install import HERE as PEERS
from spread import figure, fmean, median, resampled

OURS = "machiavelli_hands"
FOREIGN = {
    "low": ("PyPI rummikub-solver 1.0.0", "machiavelli_hands_rummikub", "machiavelli_rummikub"),
    "both": ("PyPI machiavelli 0.1.0", "machiavelli_hands_pypi", "machiavelli_pypi"),
}


def quantile(times: Sequence[float], part: float) -> float:
    """Return the time that this part of all times does not exceed."""
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def timed(call: Callable[[Turn], object], turns: Iterable[Turn]) -> list[float]:
    """Return the processor time of a call on each turn, after a short warm-up; on the clock others would be counted."""
    turns = list(turns)
    for turn in turns[:20]:
        call(turn)
    times = []
    for turn in turns:
        started = time.thread_time()
        call(turn)
        times.append(time.thread_time() - started)
    return times


def tables_of(kinds: Sequence[str], decks: int, ace: str, number: int, part: tuple[float, float]) -> list[Turn]:
    """Make heaps and random tables of several decks, filled by a part between two bounds."""
    rng = Random(2011, "benchmark", "decks", decks, ace)
    low, high = (int(52 * decks * bound) for bound in part)
    return [
        generate(Params(cards=rng.in_range(low, high), kind=kinds[k % len(kinds)], decks=decks, ace=ace), rng)
        for k in range(number)
    ]


def own_figures(scale: float) -> list[str]:
    """Write the rows of our own calls."""
    n = lambda number: max(20, int(number * scale))  # noqa: E731
    least = lambda turn: lay(Question(turn, LayAsk("least-change", brief=True)))  # noqa: E731
    rows = []
    for ace in ACES:
        rows.append((f"`lay`, 13 cards, table 0-60, ace {ace}", timed(lay, hands(n(4000), ace))))
    told = Question
    rows.append(("`lay` with its steps", timed(lambda turn: lay(told(turn, LayAsk())), hands(n(1000), "both"))))
    rows.append(("`unlock`, 13 cards", timed(unlock, hands(n(500), "both"))))
    small = [turn for turn in hands(n(800), "both", least=20, most=44) if len(turn.table) <= 12]
    rows.append(("least change, up to 12 groups", timed(least, small)))
    rows.append(("least change, 90 cards", timed(least, hands(n(100), "both", least=90, most=91))))
    kinds = ("swapped", "random", "heap")
    for decks, ace in ((2, "wrap"), (6, "both"), (10, "both")):
        tables = tables_of(kinds, decks, ace, n(500), (0.1, 0.95))
        rows.append((f"`arrange`, {decks} decks, ace {ace}, any filling", timed(arrange, tables)))
    said = []
    for title, times in rows:
        cells = [figure(1e6 * time) for time in (median(times), quantile(times, 0.99), max(times))]
        said.append(f"| {title} | {len(times)} | {' | '.join(cells)} |")
    return said


def compare(ace: str, number: int, passes: int, seconds: float, environments: Path) -> list[str]:
    """Put the same hands to our call, our checked call, the program by groups, and a peer."""
    title, script, home = FOREIGN[ace]
    python = str(environments / home / "bin" / "python")
    workers = {
        "`lay`, a library call": Worker((sys.executable, str(PEERS / f"{OURS}.py"), "call", ace), seconds),
        "method `exact`, steps told and checked": Worker(
            (sys.executable, str(PEERS / f"{OURS}.py"), "exact", ace), seconds
        ),
        "method `ilp-sets` (HiGHS)": Worker((sys.executable, str(PEERS / f"{OURS}.py"), "ilp-sets", ace), seconds),
        title: Worker((python, str(PEERS / f"{script}.py")), seconds, foreign=True),
    }
    turns = hands(number, ace)
    said = {name: [worker.ask(list(map(line, turns))) for _ in range(passes)] for name, worker in workers.items()}
    for worker in workers.values():
        worker.stop()
    truth = [answer.feasible for answer in said["`lay`, a library call"][0]]
    base: list[float] = []
    rows = []
    for name, runs in said.items():
        times = [median([run[k].seconds for run in runs]) for k in range(number)]
        base = base or times
        good = [k for k in range(number) if all(run[k].feasible is not None for run in runs)]
        wrong = sum(any(run[k].feasible != truth[k] for run in runs) for k in good)
        ratios = [resampled([base[k] for k in good], [times[k] for k in good], pick) for pick in (fmean, median)]
        cells = [figure(1e6 * pick([times[k] for k in good])) for pick in (median, fmean, max)]
        rows.append(
            f"| {name} | {' | '.join(cells)} | {' | '.join(map(str, ratios))} | {wrong} | {number - len(good)} |"
        )
    return rows


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Time the best play from a hand.")
    parser.add_argument("--hands", type=int, default=60)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of our own calls")
    parser.add_argument("--environments", type=Path, default=ENVIRONMENTS)
    parser.add_argument("--no-peers", action="store_true")
    flags = parser.parse_args()
    print("\n".join(f"- {fact}" for fact in facts()))
    print("\n| microseconds of the processor | calls | median | 99 % | worst |\n|---|---|---|---|---|")
    print("\n".join(own_figures(flags.scale)), flush=True)
    for ace in () if flags.no_peers else FOREIGN:
        print(f"\nThe same {flags.hands} hands, ace {ace}, microseconds, ratios to the library call:\n")
        print("| | median | mean | worst | ratio of means | of medians | wrong | no answer |\n" + "|---" * 8 + "|")
        print("\n".join(compare(ace, flags.hands, flags.passes, flags.seconds, flags.environments)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
