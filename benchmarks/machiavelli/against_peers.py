"""Can these tables be arranged? `exact`, the published program and other people's programs, on the same tables.

    python benchmarks/machiavelli/against_peers.py --tables 120 --passes 3 > results.md

Every peer works in a process and an environment of its own (`peers/install.py` makes them). The tables are put in
blocks, to one peer after the other, so that a slow moment of the machine hits all. Our own methods get a larger pool at
each turn, of which the tables are the first: a few tables take them less time than waking up. A table's time with a
peer is its median over all the times it was put. Verdicts are compared with those of `exact`, whose melds the checker
has seen.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from passatempo.machiavelli.formats.notation import write_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.machiavelli.model import Turn

sys.path.insert(0, str(Path(__file__).parents[1]))  # whose files import one another

from tables import SEED, line, turns
from workers import Answer, Worker

from machine import facts
from peers.install import ENVIRONMENTS
from peers.install import HERE as PEERS
from spread import Interval, figure, fmean, median, resampled

BASES = ("many", "call")  # ours, against which ratios are taken: a batch call, and one library call a table


@dataclass(frozen=True, slots=True)
class Peer:
    """A row of the results."""

    key: str
    title: str
    script: str
    arguments: tuple[str, ...] = ()
    aces: tuple[str, ...] = ("low",)
    environment: str = ""  # of `peers/install.py`; "" for the interpreter that runs this file
    quick: bool = False  # gets the whole pool at each turn
    literal: bool = False  # the published program is known to be incomplete

    def worker(self, ace: str, seconds: float, environments: Path) -> Worker:
        """Make the worker for one ace rule."""
        home = environments / self.environment / "bin" / "python" if self.environment else Path(sys.executable)
        rule = ("--ace", ace) if self.script == "machiavelli_passatempo" else ()
        return Worker(
            (str(home), str(PEERS / f"{self.script}.py"), *self.arguments, *rule), seconds, bool(self.environment)
        )


OURS, BOTH = "machiavelli_passatempo", ("low", "both")
ALL = (
    Peer("many", "`arrange_many`, the pool in a call", OURS, ("many",), BOTH, quick=True),
    Peer("call", "`arrange`, a library call", OURS, ("call",), BOTH, quick=True),
    Peer("exact", "method `exact`, answer checked", OURS, ("exact",), BOTH, quick=True),
    Peer("published", "method `ilp-published` (HiGHS)", OURS, ("ilp-published",), literal=True),
    Peer("highs", "published program, HiGHS once", "machiavelli_published", ("highs",), literal=True),
    Peer("published-cpsat", "method `ilp-published:solver=cpsat`", OURS, ("ilp-published:solver=cpsat",), literal=True),
    Peer("cpsat", "published program, CP-SAT once", "machiavelli_published", ("cpsat",), literal=True),
    Peer("ilp", "method `ilp` (HiGHS)", OURS, ("ilp",), BOTH),
    Peer("rummikub", "PyPI rummikub-solver 1.0.0", "machiavelli_rummikub", environment="machiavelli_rummikub"),
    Peer("pypi", "PyPI machiavelli 0.1.0", "machiavelli_pypi", (), ("both",), "machiavelli_pypi"),
)


@dataclass(slots=True)
class Record:
    """All that a peer said: a list of answers, a pass each, for every table it was asked."""

    peer: Peer
    worker: Worker
    said: dict[int, list[Answer]] = field(default_factory=dict)

    def ask(self, numbers: Sequence[int], tables: Sequence[Turn]) -> None:
        """Put a block of tables, leaving out those it ran out of time with."""
        asked = [number for number in numbers if not any(answer.fault == "time-out" for answer in self.of(number))]
        for number, answer in zip(asked, self.worker.ask([line(tables[number]) for number in asked]), strict=True):
            self.said.setdefault(number, []).append(answer)

    def of(self, number: int) -> list[Answer]:
        """Return the answers to a table."""
        return self.said.get(number, [])

    def times(self, clock: str) -> dict[int, float]:
        """Return each answered table's median over the passes."""
        return {
            number: median([getattr(answer, clock) or 0.0 for answer in answers])
            for number, answers in self.said.items()
            if all(answer.feasible is not None for answer in answers)
        }

    def faults(self) -> list[int]:
        """Return the tables that it did not answer."""
        return [number for number, answers in self.said.items() if any(answer.feasible is None for answer in answers)]

    def differences(self, truth: Record) -> list[int]:
        """Return the tables on which its verdict differs from that of `exact`."""
        return [
            number
            for number, answers in self.said.items()
            if any(answer.feasible not in (None, truth.of(number)[0].feasible) for answer in answers)
        ]


def measure(ace: str, peers: Sequence[Peer], pool: Sequence[Turn], flags: argparse.Namespace) -> dict[str, Record]:
    """Put the tables to all peers, in blocks, as often as there are passes."""
    records = {peer.key: Record(peer, peer.worker(ace, flags.seconds, flags.environments)) for peer in peers}
    try:
        for turn in range(flags.passes):
            for first in range(0, flags.tables, flags.block):
                block = range(first, min(first + flags.block, flags.tables))
                for record in records.values():
                    record.ask(range(len(pool)) if record.peer.quick else block, pool)
                print(f"ace {ace}: pass {turn + 1}, tables {block[0] + 1} to {block[-1] + 1}", file=sys.stderr)
    finally:
        for record in records.values():
            record.worker.stop()
    return records


def ratio(
    base: Record, other: Record, clock: str = "seconds", figure_of: Callable[[Sequence[float]], float] = fmean
) -> Interval | None:
    """Return how many times longer the other takes, over the tables that both answered."""
    firsts, seconds = base.times("cpu" if clock == "cpu" else "seconds"), other.times(clock)
    common = sorted(firsts.keys() & seconds.keys())
    if not common or not any(seconds.values()):
        return None
    return resampled([firsts[number] for number in common], [seconds[number] for number in common], figure_of)


def times_row(record: Record, truth: Record) -> list[str]:
    """Write a row of the table of times, in microseconds."""
    wall, cpu = list(record.times("seconds").values()), list(record.times("cpu").values())
    cells = [figure(1e6 * pick(wall)) for pick in (median, fmean, max)] + [figure(1e6 * fmean(cpu))]
    wrong, late = len(record.differences(truth)), len(record.faults())
    return [record.peer.title, str(len(record.said)), *cells, str(wrong), str(late)]


def ratio_rows(record: Record, records: dict[str, Record]) -> list[list[str]]:
    """Write the rows of ratios of a peer to ours, on the clock, on the processor, and inside its engine."""
    kinds = [("mean", "seconds", fmean), ("median", "seconds", median), ("mean, processor time", "cpu", fmean)]
    if any(answer.inside for answers in record.said.values() for answer in answers):
        kinds.append(("mean, inside the solver only", "inside", fmean))
    rows = []
    for name, clock, figure_of in kinds:
        found = [ratio(records[base], record, clock, figure_of) for base in BASES]
        rows.append([record.peer.title, name, *(str(interval or "-") for interval in found)])
    return rows


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a Markdown table, numbers to the right."""
    rules = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rules, *rows))


def report(ace: str, records: dict[str, Record], pool: Sequence[Turn], number: int) -> str:
    """Write all of one ace rule."""
    truth = records["exact"]
    feasible = sum(truth.of(at)[0].feasible is True for at in range(number))
    times = [times_row(record, truth) for record in records.values()]
    ratios = [
        row for key, record in records.items() if key not in (*BASES, "exact") for row in ratio_rows(record, records)
    ]
    parts = [
        f"### Ace {ace}: {number} tables, {feasible} of them can be arranged",
        markdown(["microseconds a table", "tables", "median", "mean", "max", "mean CPU", "wrong", "no answer"], times),
        markdown(["times as long as ours", "of", "`arrange_many`", "`arrange`"], ratios),
        *(disagreement(record, truth, pool) for record in records.values()),
    ]
    return "\n\n".join(filter(None, parts))


def disagreement(record: Record, truth: Record, pool: Sequence[Turn]) -> str:
    """Name the tables on which a peer differs from `exact` or gives no answer."""
    rows = []
    for number in record.differences(truth):
        why = ", the known fault of the published program" if record.peer.literal else ""
        rows.append(f"- {record.peer.title} is wrong on {about(number, truth, pool)}{why}.")
    for number in record.faults():
        fault = next(answer.fault for answer in record.of(number) if answer.feasible is None)
        rows.append(f"- {record.peer.title} did not answer {about(number, truth, pool)}: {fault}.")
    return "\n".join(rows)


def about(number: int, truth: Record, pool: Sequence[Turn]) -> str:
    """Write a table, and whether it can be arranged."""
    can = "can" if truth.of(number)[0].feasible else "cannot"
    return f"table {number + 1} (`{write_cards(sorted(pool[number].cards))}`), which {can} be arranged"


def main() -> int:
    """Run the command line; 1 if a method that should be right was not."""
    parser = argparse.ArgumentParser(description="Compare `arrange` with its peers.")
    parser.add_argument("--tables", type=int, default=120, help="tables of each ace rule [default: 120]")
    parser.add_argument("--pool", type=int, default=3000, help="tables for our own methods [default: 3000]")
    parser.add_argument("--passes", type=int, default=3, help="times each table is put [default: 3]")
    parser.add_argument("--block", type=int, default=30, help="tables put to a peer before the next [default: 30]")
    parser.add_argument("--seconds", type=float, default=60.0, help="time-out of a table [default: 60]")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the tables [default: {SEED}]")
    parser.add_argument("--environments", type=Path, default=ENVIRONMENTS, help="what `peers/install.py` made")
    parser.add_argument("--only", nargs="*", default=[], metavar="PEER", help=", ".join(peer.key for peer in ALL))
    flags = parser.parse_args()
    print("\n".join(f"- {fact}" for fact in facts()))
    wrong = 0
    for ace in BOTH:
        peers = [peer for peer in ALL if ace in peer.aces]
        peers = [peer for peer in peers if not flags.only or peer.key in (*BASES, "exact", *flags.only)]
        pool = turns(max(flags.pool, flags.tables), ace, flags.seed)
        records = measure(ace, peers, pool, flags)
        print(f"\n{report(ace, records, pool, flags.tables)}", flush=True)
        truth = records["exact"]
        wrong += sum(len(records[key].differences(truth)) for key in ("many", "call", "ilp") if key in records)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
