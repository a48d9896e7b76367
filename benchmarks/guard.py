"""Has a change made anything slower, or searched otherwise? Counts exactly, times as multiples of a reference loop.

    python benchmarks/guard.py           # compare with guard.json; 1 where something is otherwise
    python benchmarks/guard.py --keep    # measure, and keep what was found

A count (nodes, clauses, bytes, games won) is the same on every machine. A time is not; so before each call a loop of
plain Python is timed, and what is kept is how many times as long the call takes: the median over the rounds, with its
quartiles. A call is slower where its lower quartile is above the upper one that was kept, by the factor `LOOSE`: other
machines move the ratio, a search that became twice as dear is seen all the same. No time decides a test:
`tests/house/test_guard.py` asks the counts alone, and whether what is slower would be told.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from machiavelli.hands import hands
from machiavelli.tables import counts, turns
from machine import facts
from minesweeper.player import played
from minesweeper.wide import lattice
from passatempo.cards.encodings.encoding import encoding
from passatempo.cards.exact.methods import count
from passatempo.cards.generate import family_deal
from passatempo.cards.model import Deal, Distance
from passatempo.core.limits import Limits
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.machiavelli.exact.arrange import arrange_many
from passatempo.machiavelli.exact.lay import lay
from passatempo.minesweeper.exact.methods import safe
from passatempo.mnk import Position, Rules, ValueAsk
from passatempo.mnk.engine.search import move
from passatempo.mnk.proof.methods import value
from passatempo.mnk.text import read
from passatempo.optimiza.exact.best import best, greatest_sum
from passatempo.optimiza.generate import Params, generate
from spread import quartiles

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT = Path(__file__).with_name("guard.json")
ROUNDS = 9
LOOSE = 1.5


@dataclass(frozen=True, slots=True)
class Watched:
    """A piece of work: what it is, and what prepares it and returns the call that is timed.

    The call returns counts of what it did.
    """

    name: str
    title: str
    prepare: Callable[[], Callable[[], dict[str, int]]]


def arranged() -> Callable[[], dict[str, int]]:
    tables = counts(turns(2000))
    return lambda: {"can be arranged": sum(arrange_many(tables, "low"))}


def laid() -> Callable[[], dict[str, int]]:
    chosen = hands(100, "both")

    def call() -> dict[str, int]:
        found = [lay(turn) for turn in chosen]
        return {"nodes": sum(one.stats["nodes"] for one in found), "cards": sum(int(one.value or 0) for one in found)}

    return call


def built() -> Callable[[], dict[str, int]]:
    deal = Deal(family_deal("pairs", 51).cards, (Distance(1, 3, "=", 25),))
    small = Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),))

    def call() -> dict[str, int]:
        formulas = {
            "published": encoding("published").build(small, "pairwise", bool),
            "corrected": encoding("corrected").build(small, "pairwise", bool),
            "run, 51 cards": encoding("run").build(deal, "ladder", bool),
        }
        return {f"clauses, {name}": len(one.formula.clauses) for name, one in formulas.items()}

    return call


def counted() -> Callable[[], dict[str, int]]:
    deal = Deal(family_deal("pairs", 501).cards, (Distance(1, 3, "=", 250),))
    return lambda: {"digits": len(str(count(deal).result().sequences))}


def random_board() -> Callable[[], dict[str, int]]:
    board = generate(Params(300), Random(1, "guard")).packed
    return lambda: {"sum": greatest_sum(board, 300)[0]}


def clustered_board() -> Callable[[], dict[str, int]]:
    board = generate(Params(31, "torus-queen", "clustered"), Random(0, "benchmark", 31))

    def call() -> dict[str, int]:
        outcome = best(board)
        return {"nodes": outcome.stats["nodes"], "sum": int(outcome.value or 0)}

    return call


def wide_board() -> Callable[[], dict[str, int]]:
    board = lattice(61, 0.3, 1)

    def call() -> dict[str, int]:
        outcome = safe(board)
        return {"nodes": outcome.stats["nodes"], "safe": len(outcome.result().safe)}

    return call


def expert_games() -> Callable[[], dict[str, int]]:
    return lambda: {"won": int(sum(played("expert", False, "search", 0, 40, weigh=False, seed=20261122)[0]))}


def proved(m: int, n: int, k: int) -> Callable[[], Callable[[], dict[str, int]]]:
    def prepare() -> Callable[[], dict[str, int]]:
        question = Question(Position(Rules(m, n, k), bytes(m * n)), ValueAsk())

        def call() -> dict[str, int]:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "proof.txt"
                stats = value(question, Limits(proof=file)).stats
                return {"nodes": stats["nodes"], "probes": stats["probes"], "bytes": file.stat().st_size}

        return call

    return prepare


def thought() -> Callable[[], dict[str, int]]:
    position = read("m: 15\nn: 15\nk: 5\nmoves: h8 i9 i7 g9")

    def call() -> dict[str, int]:
        outcome = move(position, Limits(nodes=30_000))
        return {"depth": int(outcome.result().depth or 0)}

    return call


WATCHED = (
    Watched("machiavelli-arrange", "2,000 tables arranged in one call", arranged),
    Watched("machiavelli-lay", "100 hands of 13 cards, both aces", laid),
    Watched("cards-formulas", "three formulas built", built),
    Watched("cards-count", "sequences of 501 cards counted", counted),
    Watched("optimiza-random", "a random board of 300 by 300", random_board),
    Watched("optimiza-clustered", "a clustered board of 31 by 31", clustered_board),
    Watched("minesweeper-wide", "safe cells of a lattice of 61 by 61", wide_board),
    Watched("minesweeper-games", "40 expert games by `search`", expert_games),
    Watched("mnk-win", "(8, 8, 4): value and proof file", proved(8, 8, 4)),
    Watched("mnk-hold", "(6, 4, 4): value and proof file", proved(6, 4, 4)),
    Watched("mnk-engine", "30,000 nodes of the engine on 15 by 15", thought),
)


def loop() -> int:
    """Run the reference: plain Python on small whole numbers, some 30 ms."""
    total = 0
    for step in range(300_000):
        total = (total * 1_103_515_245 + step) & 0xFFFFFFFF
    return total


def seconds(call: Callable[[], object]) -> float:
    """Return the processor time of a call."""
    begun = time.process_time()
    call()
    return time.process_time() - begun


def measure(rounds: int) -> dict[str, dict[str, Any]]:
    """Run every call once, which says what it counts, and then in turns with the loop."""
    rows: dict[str, dict[str, Any]] = {}
    for one in WATCHED:
        call = one.prepare()
        said, ratios = call(), []
        for _ in range(rounds):
            reference = seconds(loop)
            ratios.append(seconds(call) / reference)
        middle = quartiles(ratios)
        found = {"ratio": middle.value, "low": middle.low, "high": middle.high}
        rows[one.name] = {"counts": said} | {key: float(f"{ratio:.3g}") for key, ratio in found.items()}
    return rows


def differences(kept: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Return what is otherwise than it was, a sentence each.

    >>> was = {"a": {"counts": {"nodes": 3}, "ratio": 1.0, "low": 0.9, "high": 1.2}}
    >>> now = {"a": {"counts": {"nodes": 4}, "ratio": 2.0, "low": 1.9, "high": 2.2}}
    >>> differences(was, was), differences(was, now)
    ([], ['a: nodes 3 before, 4 now', 'a: 2 times the loop, 1 before'])
    """
    said = [f"{name}: not kept yet" for name in found if name not in kept]
    said += [f"{name}: kept, and not watched" for name in kept if name not in found]
    for name in [name for name in found if name in kept]:
        before, now = kept[name], found[name]
        for key in {**before["counts"], **now["counts"]}:
            pair = before["counts"].get(key), now["counts"].get(key)
            if pair[0] != pair[1]:
                said.append(f"{name}: {key} {pair[0]} before, {pair[1]} now")
        if now["low"] > LOOSE * before["high"]:
            said.append(f"{name}: {now['ratio']:.3g} times the loop, {before['ratio']:.3g} before")
    return said


def main() -> int:
    """Measure, and compare or keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    flags = parser.parse_args()
    sys.stdout.write("".join(f"{fact}\n" for fact in facts()))
    found = measure(flags.rounds)
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for one in WATCHED:
        now = found[one.name]
        spread = f"{now['ratio']:.3g} ({now['low']:.3g} to {now['high']:.3g}) times the loop"
        sys.stdout.write(f"{one.title}: {spread}; {', '.join(f'{key} {n:,}' for key, n in now['counts'].items())}\n")
    if flags.keep:
        KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        return 0
    said = differences(kept, found)
    sys.stdout.write("".join(f"{one}\n" for one in said))
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
