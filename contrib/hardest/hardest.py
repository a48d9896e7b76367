"""Search for hard instances: climb from random ones towards more nodes, and keep the hardest of each question.

    python contrib/hardest/hardest.py machiavelli --seconds 600                   # every question, so long each
    python contrib/hardest/hardest.py machiavelli arrange-2-wrap --seed 7 --keep 3
    python contrib/hardest/hardest.py machiavelli --seconds 0                     # measure those kept again
    python contrib/hardest/hardest.py cards --list

A climb begins at a random instance or at one that was kept, and goes on to a changed one that takes no fewer nodes,
until so many changes in a row did not help. Of each climb the best is kept, so that those kept are not all neighbours.
They stand in `hardest.json` among the pastime's test data, each with its answer by a second method, which its file in
`hard` names. Time is the processor's. Those of the file are measured again first, so that a run adds to it.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from passatempo.core.random import Random

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hard import Climb

DATA = Path(__file__).parents[2] / "tests" / "data"
PASTIMES = sorted(path.stem for path in (Path(__file__).parent / "hard").glob("[a-z]*.py"))
SOURCE = (
    "contrib/hardest/hardest.py: climbs towards more nodes; nodes: the program's own when it was found, null where it "
    "was not decided with so many; answer: by the method named, which shares no code with the one measured"
)


class Climber:
    """The instances kept of one question, hardest first, and the climbs that look for harder ones."""

    def __init__(self, climb: Climb[Any], rng: Random, flags: argparse.Namespace) -> None:
        self.climb, self.rng, self.flags = climb, rng, flags
        self.kept: list[tuple[int, Any]] = []
        self.tried = 0

    def nodes(self, instance: Any) -> int:
        """Measure an instance; one that is not decided counts one node more than all others."""
        self.tried += 1
        nodes, decided = self.climb.nodes(instance, self.flags.nodes)
        return min(nodes, self.flags.nodes) if decided else self.flags.nodes + 1

    def keep(self, nodes: int, instance: Any) -> None:
        """Take an instance among those kept, if it is hard enough and not there yet."""
        written = self.climb.write(instance)
        if all(self.climb.write(other) != written for _, other in self.kept):
            self.kept.append((nodes, instance))
        self.kept.sort(key=lambda pair: -pair[0])
        del self.kept[self.flags.keep :]

    def run(self) -> None:
        """Climb again and again until the time is over, every third climb from an instance that is kept."""
        end = time.process_time() + self.flags.seconds
        number = 0
        while time.process_time() < end:
            number += 1
            if self.kept and number % 3 == 0:
                nodes, instance = self.rng.choice(self.kept)
            else:
                starts = [self.climb.start(self.rng) for _ in range(self.flags.starts)]
                nodes, instance = max(((self.nodes(start), start) for start in starts), key=lambda pair: pair[0])
            self.keep(*self.up(nodes, instance, end))

    def up(self, nodes: int, instance: Any, end: float) -> tuple[int, Any]:
        """Go up from an instance as far as it goes."""
        failed = 0
        while failed < self.flags.patience and nodes <= self.flags.nodes and time.process_time() < end:
            other = instance
            for _ in range(1 + self.rng.below(1 + self.rng.below(4))):
                other = self.climb.change(self.rng, other)
            found = self.nodes(other)
            failed = 0 if found > nodes else failed + 1
            if found >= nodes:
                nodes, instance = found, other
        return nodes, instance


def rows_of(name: str, climber: Climber, known: list[dict[str, Any]], *, confirm: bool) -> Iterator[dict[str, Any]]:
    """Write what is kept, with the answers; those of the file are not asked for again."""
    for nodes, instance in climber.kept:
        written = climber.climb.write(instance)
        answers = [(row["answer"], row["verified_by"]) for row in known if row["instance"] == written]
        answer, method = answers[0] if answers else climber.climb.answer(instance) if confirm else (None, "")
        yield {
            "question": name,
            "nodes": nodes if nodes <= climber.flags.nodes else None,
            "answer": answer,
            "verified_by": method,
            "instance": written,
        }


def search(
    name: str, climb: Climb[Any], known: list[dict[str, Any]], flags: argparse.Namespace
) -> list[dict[str, Any]]:
    """Look for hard instances of one question, and say what was found."""
    climber = Climber(climb, Random(flags.seed, "hardest", flags.pastime, name), flags)
    for row in known:
        instance = climb.read(row["instance"])
        climber.keep(climber.nodes(instance), instance)
    climber.run()
    rows = list(rows_of(name, climber, known, confirm=flags.confirm))
    told = ", ".join("undecided" if row["nodes"] is None else f"{row['nodes']:,}" for row in rows)
    print(f"{name}: {climber.tried} instances, nodes {told}", flush=True)
    return rows


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    """Write the file, an instance a line."""
    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    path.write_text(f'{{"source": {json.dumps(SOURCE)}, "rows": [\n{lines}\n]}}\n', encoding="utf-8")


def known_rows(pastime: str) -> list[dict[str, Any]]:
    """Read the rows that are kept of a pastime."""
    path = DATA / pastime / "hardest.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    return rows


def parser_of(description: str) -> argparse.ArgumentParser:
    """Make the command line of a tool for hard instances."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("pastime", choices=PASTIMES)
    parser.add_argument("questions", nargs="*", help="all of them where none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=3_000_000, help="no instance is searched further")
    return parser


def questions_of(pastime: str, names: list[str]) -> dict[str, Climb[Any]]:
    """Return the climbs of the questions named, or of all; another name ends the program."""
    questions: dict[str, Climb[Any]] = importlib.import_module(f"hard.{pastime}").QUESTIONS
    if unknown := set(names) - set(questions):
        print(f"no such question: {', '.join(sorted(unknown))}; hardest.py --list names them", file=sys.stderr)
        raise SystemExit(2)
    return {name: questions[name] for name in names or questions}


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = parser_of("Search for hard instances.")
    parser.add_argument("--seconds", type=float, default=600.0, help="of the processor, for each question")
    parser.add_argument("--keep", type=int, default=3)
    parser.add_argument("--patience", type=int, default=150, help="changes in a row that may fail")
    parser.add_argument("--starts", type=int, default=10, help="random instances, of which the hardest is the start")
    parser.add_argument("--no-confirm", dest="confirm", action="store_false", help="ask no second method")
    parser.add_argument("--list", action="store_true", help="only name the questions")
    return parser.parse_args()


def main() -> int:
    """Run the command line."""
    flags = parse()
    every = questions_of(flags.pastime, [])
    if flags.list:
        print("\n".join(every))
        return 0
    path, rows = DATA / flags.pastime / "hardest.json", known_rows(flags.pastime)
    for name, climb in questions_of(flags.pastime, flags.questions).items():
        known = [row for row in rows if row["question"] == name]
        rows = [row for row in rows if row["question"] != name] + search(name, climb, known, flags)
        order = {question: place for place, question in enumerate(every)}
        write(path, sorted(rows, key=lambda row: order.get(row["question"], len(order))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
