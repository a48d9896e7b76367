"""Run the benchmarks behind the headline figures, keep what they said as JSON, and write the page of figures.

    python benchmarks/figures.py            # all, three runs of each: hours
    python benchmarks/figures.py --quick    # small samples: some minutes
    python benchmarks/figures.py --page     # the page alone, from what is kept

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
TESTS = "python -m pytest -q -p no:warnings --benchmark-timer=time.process_time --benchmark-json FILE"
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
        "the published program of Machiavelli on HiGHS, built and solved once, to one library call `arrange`: mean "
        "processor time of the one, over that of the other",
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
        "a million cards from a list: can their peaks be so far apart",
        "s",
        f"{TESTS} benchmarks/test_cards.py -k decide_a_million_from_a_list",
        f"{TESTS} benchmarks/test_cards.py -k decide_a_million_from_a_list",
        needs="pytest_benchmark",
    ),
    Figure(
        "optimiza-hundred",
        "the greatest sum of a random board of 100 by 100, with its path",
        "s",
        f"{TESTS} benchmarks/test_optimiza.py -k 'test_random_boards[100]'",
        f"{TESTS} benchmarks/test_optimiza.py -k 'test_random_boards[100]'",
        needs="pytest_benchmark",
    ),
    Figure(
        "minesweeper-expert",
        "expert games won by `search`, the first cell safe in the corner",
        "%",
        f"{GAMES} 200000",
        f"{GAMES} 2000",
        rf"search +{NUMBER} %",
        digits=".3f",
        interval=rf"search +{NUMBER} % \[{NUMBER}, {NUMBER}\]".replace(NUMBER, r"[\d.]+", 1),
    ),
    Figure("mnk-proof", "(8, 8, 4): the value with its proof file", "s", MNK, MNK, _column(6), digits=".2f"),
    Figure("mnk-nodes", "(8, 8, 4): nodes of the search", "nodes", MNK, MNK, _column(4), True, digits=",.0f"),
    Figure("mnk-claims", "(8, 8, 4): nodes of the proof file", "nodes", MNK, MNK, _column(7), True, digits=",.0f"),
    Figure("mnk-bytes", "(8, 8, 4): size of the proof file", "bytes", MNK, MNK, _column(8), True, digits=",.0f"),
    Figure(
        "cards-clauses",
        "clauses of the published encoding, on its own instance",
        "clauses",
        "passatempo cards encode --example published --encoding published",
        "passatempo cards encode --example published --encoding published",
        rf"clauses +{NUMBER}",
        True,
        digits=",.0f",
    ),
)

# The sentences of README's table of figures, in its order; their numbers are those of the claims.
SENTENCES = {
    "minesweeper-expert": "{value:.3f} % [{low:.3f}, {high:.3f}] of {games:,} games won",
    "mnk-proof": "(8, 8, 4) proved in {low:.2f} to {high:.2f} s",
    "machiavelli-published": "takes {low_hundreds:,.0f} to {high_hundreds:,.0f} times as long as `arrange`",
    "cards-million": "a million cards decided in {low_ms:.0f} to {high_ms:.0f} ms",
}


def sentences(kept: dict[str, Any]) -> dict[str, str]:
    """Return what README says of each headline figure."""
    found = {}
    for name, sentence in SENTENCES.items():
        claim = dict(kept[name]["claim"])
        for end in ("low", "high"):
            claim[f"{end}_ms"], claim[f"{end}_hundreds"] = claim[end] * 1000, round(claim[end], -2)
        found[name] = sentence.format(**claim)
    return found


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


def measure(kept: dict[str, Any], *, quick: bool) -> list[str]:
    """Run all figures and put what was found into what is kept; return what could not run, or is not as claimed."""
    faults, said = [], {}
    for figure in FIGURES:
        entry = kept.setdefault(figure.name, {})
        entry.pop("why", None)
        command = figure.quick if quick else figure.command
        try:
            if figure.needs and find_spec(figure.needs) is None:
                raise OSError(f"{figure.needs} is not installed")
            if command not in said:
                said[command] = [run(command) for _ in range(1 if figure.exact or quick else RUNS)]
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
    lines = [
        "# Headline figures",
        "",
        "Made by `make figures` (`make figures QUICK=1`: small samples, some minutes) from `figures.json`. A claim is",
        "the range of full runs on the machines and days named below it; a quick run says whether it still looks so.",
        "Exact figures must come out the same. Where README says a figure, a test takes it from there.",
        "",
        "| figure | claimed | quick run |",
        "|---|---|---|",
    ]
    for figure in FIGURES:
        entry = kept[figure.name]
        quick = entry.get("quick")
        told = f"{spread(figure, quick)}, {quick['date']}{_judged(figure, entry)}" if quick else "not run"
        told = f"could not run: {entry['why']}" if "why" in entry else told
        lines.append(f"| {figure.title} | {spread(figure, entry['claim'])} | {told} |")
    for figure in FIGURES:
        entry = kept[figure.name]
        lines += ["", f"## {figure.name}", "", f"    {figure.command}", ""]
        lines += [f"- {one}" for one in entry["claim"]["from"]]
        if "full" in entry:
            full = entry["full"]
            lines.append(f"- {full['date']}: {spread(figure, full)}, {full['runs']} runs; {full['machine']}")
        if "quick" in entry:
            quick = entry["quick"]
            lines.append(
                f"- quick, {quick['date']}: {spread(figure, quick)} by `{quick['command']}`; {quick['machine']}"
            )
    return "\n".join(lines) + "\n"


def _judged(figure: Figure, entry: dict[str, Any]) -> str:
    """Say how a quick run stands to the claim: the intervals meet; an exact one is the same, or the command fails."""
    claim, quick = entry["claim"], entry["quick"]
    if figure.exact:
        return ": the same" if quick["value"] == claim["low"] else ": **not the same**"
    return ": within" if quick["low"] <= claim["high"] and claim["low"] <= quick["high"] else ": **outside**"


def main() -> int:
    """Measure, keep, and write the page; 1 if an exact figure has changed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small samples, once")
    parser.add_argument("--page", action="store_true", help="measure nothing")
    flags = parser.parse_args()
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    faults = [] if flags.page else measure(kept, quick=flags.quick)
    KEPT.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(kept), encoding="utf-8")
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
