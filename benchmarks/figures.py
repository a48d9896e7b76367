"""Run the benchmarks behind the headline figures, keep what they said as JSON, and write the page of figures.

    python benchmarks/figures.py            # all, three runs of each: hours
    python benchmarks/figures.py --quick    # small samples: some minutes
    python benchmarks/figures.py --page     # the page alone, from what is kept
    python benchmarks/figures.py --only cards-million mnk-proof

A figure has what it claims, from full runs on one or more machines, each with its date; and what the last quick run
said. A run that cannot take place keeps what was there, and the page says why. Exact figures (nodes, clauses, bytes)
must come out the same, else the command fails; times and ratios are told within or outside of what is claimed.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from machine import facts

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "docs" / "results" / "figures.json"
PAGE = ROOT / "docs" / "results" / "figures.md"
RUNS = 3
NUMBER = r"([\d.,]+)"
MNK = "python benchmarks/mnk/proofs.py --boards 8,8,4 --passes 3"
PEERS = "python benchmarks/machiavelli/against_peers.py"
TESTS = "python -m pytest -q -p benchmark -p no:warnings --benchmark-timer=time.process_time --benchmark-json FILE"
GAMES = "passatempo minesweeper win-rate --preset expert --first safe --policy search --seed 20261122 --games"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: what it is, the commands that measure it, and where it stands in what they say."""

    name: str
    title: str
    unit: str
    command: str
    quick: str  # the same question with a smaller sample
    pattern: str = ""  # over what is printed; else the median of the benchmark's JSON
    exact: bool = False
    needs: str = ""  # a module that must be there
    digits: str = ".3g"
    once: bool = False  # it comes out the same in every run, so that one is enough
    interval: str = ""  # a pattern of the two ends of an interval, where the command prints one

    def ends(self, said: str) -> list[float]:
        """Return the two ends of the interval that a command printed, or nothing."""
        found = re.search(self.interval, said) if self.interval else None
        return [float(end.replace(",", "")) for end in found.groups()] if found else []

    def read(self, said: str) -> float:
        """Return the figure from what a command printed, or from the JSON of pytest-benchmark."""
        if not self.pattern:
            return float(json.loads(said)["benchmarks"][0]["stats"]["median"])
        found = re.search(self.pattern, said)
        if found is None:
            raise ValueError(f"{self.name}: nothing in what was said looks like {self.pattern}")
        return float(found[1].replace(",", ""))


def _column(place: int) -> str:
    """Return the pattern of a column of the row of the board 8,8,4."""
    return r"\| 8,8,4 \|" + r"[^|]*\|" * (place - 2) + rf" {NUMBER}"


FIGURES = (
    Figure(
        "machiavelli-published",
        "Machiavelli: CPU time of the published program on HiGHS, compared with one call of `arrange`",
        "times",
        f"{PEERS} --tables 120 --passes 3 --only highs",
        f"{PEERS} --tables 12 --pool 600 --passes 2 --block 6 --only highs",
        rf"\| published program, HiGHS once \| mean, processor time \| [^|]*\| {NUMBER}",
        needs="ortools",
        digits=",.0f",
        interval=rf"HiGHS once \| mean, processor time \| [^|]*\| [^(]*\({NUMBER} to {NUMBER}\)",
    ),
    Figure(
        "cards-million",
        "Mountain cards: decide whether a million cards from a list can be arranged",
        "s",
        f"{TESTS} benchmarks/test_cards.py -k decide_a_million_from_a_list",
        f"{TESTS} benchmarks/test_cards.py -k decide_a_million_from_a_list",
        needs="pytest_benchmark",
    ),
    Figure(
        "optimiza-hundred",
        "Optimiza: best path of a random board of 100 x 100",
        "s",
        f"{TESTS} benchmarks/test_optimiza.py -k 'test_random_boards[100]'",
        f"{TESTS} benchmarks/test_optimiza.py -k 'test_random_boards[100]'",
        needs="pytest_benchmark",
    ),
    Figure(
        "minesweeper-expert",
        "Minesweeper: expert games won by `search`, the first square safe",
        "%",
        f"{GAMES} 200000",
        f"{GAMES} 2000",
        rf"search +{NUMBER} %",
        once=True,
        digits=".3f",
        interval=rf"search +{NUMBER} % \[{NUMBER}, {NUMBER}\]".replace(NUMBER, r"[\d.]+", 1),
    ),
    Figure("mnk-proof", "Five in a row, board 8,8,4: search and proof file", "s", MNK, MNK, _column(6), digits=".2f"),
    Figure("mnk-nodes", "the same: nodes of the search", "nodes", MNK, MNK, _column(4), True, digits=",.0f"),
    Figure("mnk-claims", "the same: nodes of the proof file", "nodes", MNK, MNK, _column(7), True, digits=",.0f"),
    Figure("mnk-bytes", "the same: size of the proof file", "bytes", MNK, MNK, _column(8), True, digits=",.0f"),
    Figure(
        "cards-clauses",
        "Mountain cards: clauses of the published encoding of its instance",
        "clauses",
        "passatempo cards encode --example published --encoding published",
        "passatempo cards encode --example published --encoding published",
        rf"clauses +{NUMBER}",
        True,
        digits=",.0f",
    ),
)


def run(command: str) -> str:
    """Run a command in this environment; return what it printed, or the JSON file that it wrote."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "out.json"
        here = Path(sys.executable).parent
        line = re.sub(r"^(python|passatempo)\b", lambda found: str(here / found[1]), command).replace("FILE", str(file))
        told = subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
        if told.returncode:
            raise OSError(f"exit {told.returncode}: {told.stderr.strip()[-300:]}")
        return file.read_text(encoding="utf-8") if file.exists() else told.stdout


def measured(figure: Figure, said: Sequence[str], command: str) -> dict[str, Any]:
    """Return what is kept of the runs of a figure: the spread over runs, or of one run the interval that it printed."""
    values = [figure.read(one) for one in said]
    ends = [end for one in said for end in figure.ends(one)] or values
    return {
        "value": median(values),
        "low": min(ends),
        "high": max(ends),
        "runs": len(values),
        "command": command,
        "date": datetime.now(tz=UTC).date().isoformat(),
        "machine": "; ".join(facts()),
    }


def measure(kept: dict[str, Any], *, quick: bool, only: Sequence[str] = ()) -> list[str]:
    """Run all figures, or those that are named, and keep what was found; return what could not run, or is otherwise."""
    faults, said = [], {}
    for figure in FIGURES:
        if only and figure.name not in only:
            continue
        entry = kept.setdefault(figure.name, {})
        entry.pop("why", None)
        command = figure.quick if quick else figure.command
        try:
            if figure.needs and find_spec(figure.needs) is None:
                raise OSError(f"{figure.needs} is not installed")
            if command not in said:
                said[command] = [run(command) for _ in range(1 if figure.exact or figure.once or quick else RUNS)]
            found = measured(figure, said[command], command)
        except (OSError, ValueError) as error:
            entry["why"] = str(error)
            faults.append(f"{figure.name}: {error}")
            continue
        entry["quick" if quick else "full"] = found
        if figure.exact and found["value"] != entry["claim"]["low"]:
            faults.append(f"{figure.name}: {found['value']:,.0f} where {entry['claim']['low']:,.0f} is claimed")
    return faults


def written(figure: Figure, value: float) -> str:
    """Write a figure with its unit: short times in smaller ones.

    >>> written(FIGURES[1], 0.0253), written(FIGURES[0], 2307.4), written(FIGURES[3], 41.162)
    ('25.3 ms', '2,307 times', '41.162 %')
    """
    if figure.unit == "s" and value < 0.1:
        return f"{value * 1000:.3g} ms" if value >= 0.001 else f"{value * 1e6:.3g} µs"
    return f"{value:{figure.digits}} {figure.unit}"


def spread(figure: Figure, entry: dict[str, Any]) -> str:
    """Write a figure, or the two ends of its spread."""
    low, high = written(figure, entry["low"]), written(figure, entry["high"])
    return low if low == high else f"{low} to {high}"


def page(kept: dict[str, Any]) -> str:
    """Write the page of figures from what is kept."""
    runs = {figure: _latest(kept[figure.name]) for figure in FIGURES}
    lines = [
        "# How fast and how strong is passatempo?",
        "",
        "`make figures` measures these figures and writes this page. `make figures QUICK=1` uses smaller samples and",
        "takes some minutes. The claim is the range of all full runs, on up to three machines. Counts are exact and",
        "must be equal in every run.",
        "",
        "| figure | claim | latest run | date |",
        "|---|---|---|---|",
    ]
    for figure in FIGURES:
        entry = kept[figure.name]
        lines.append(f"| {figure.title} | {spread(figure, entry['claim'])} | {_told(figure, entry)} |")
    lines += ["", "The commands of the full runs:", ""]
    lines += [f"    {command}" for command in dict.fromkeys(figure.command for figure in FIGURES)]
    machines = dict.fromkeys(_machine(run["machine"]) for run in runs.values() if run)
    lines += ["", "The machines of the latest runs:", "", *(f"    {machine}" for machine in machines)]
    return "\n".join(lines) + "\n"


def _latest(entry: dict[str, Any]) -> dict[str, Any] | None:
    """Return the run of a figure with the latest date: a full one if both kinds have that date."""
    runs = [entry[kind] for kind in ("full", "quick") if kind in entry]
    return max(runs, key=lambda run: run["date"], default=None)


def _told(figure: Figure, entry: dict[str, Any]) -> str:
    """Describe the latest run of a figure: what it measured, on which day, and whether it agrees with the claim."""
    run = _latest(entry)
    if "why" in entry or run is None:
        return f"could not run: {entry.get('why', 'never')} |"
    claim = entry["claim"]
    exact = run["value"] == claim["low"]
    agrees = exact if figure.exact else run["low"] <= claim["high"] and claim["low"] <= run["high"]
    remark = "" if run is entry.get("full") else " (quick)"
    return f"{spread(figure, run)}{remark}{'' if agrees else ', **differs**'} | {run['date']}"


def _machine(facts_: str) -> str:
    """Leave the load averages out of the facts about a machine."""
    return "; ".join(fact for fact in facts_.split("; ") if not fact.startswith("load"))


def main() -> int:
    """Measure, keep, and write the page; 1 if an exact figure has changed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small samples, once")
    parser.add_argument("--only", nargs="*", default=(), choices=[figure.name for figure in FIGURES], metavar="NAME")
    parser.add_argument("--page", action="store_true", help="measure nothing")
    flags = parser.parse_args()
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    faults = [] if flags.page else measure(kept, quick=flags.quick, only=flags.only)
    KEPT.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(kept), encoding="utf-8")
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
