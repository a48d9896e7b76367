"""How strong the five levels of the page of m,n,k are against each other.

    python benchmarks/mnk/levels.py [--pairs N] [--nodes N] [--board four | five ...] [--save FILE]

The app's own module plays, asked as the page asks it, by nodes instead of seconds, so that the machine's load decides
nothing. Levels that stand one or two apart meet, from openings, colours swapped within a pair of games. The ratings are
those under which the results are most likely (Bradley and Terry 1952, a draw being half a win), one drawn pair being
added to each meeting, so that no rating is without bound; level 1 is 0. Intervals come from 200 samples of the pairs.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "benchmarks")]

from app.modules import Module  # noqa: E402
from machine import facts  # noqa: E402
from passatempo.core.random import Random  # noqa: E402
from passatempo.mnk.engine.weights import load_weights  # noqa: E402
from passatempo.mnk.matches.elo import share_of_elo  # noqa: E402
from passatempo.mnk.matches.openings import even_openings  # noqa: E402
from passatempo.mnk.rules import Rules  # noqa: E402

PAGE = ROOT / "src" / "passatempo" / "web" / "app" / "games" / "mnk" / "engine.ts"
TARGET = ROOT / "docs" / "results" / "mnk-levels.json"
PAIRS, NODES = 8, 200_000
FARTHEST = 2  # levels that stand farther apart do not meet: one wins nearly all, which says little
SAMPLES = 200
OPTIONS = {"exact": False, "misere": False, "gravity": False, "torus": False, "maker_breaker": False}
BOARDS = {  # as the page names and has them
    "four": {"m": 6, "n": 7, "k": 4, **OPTIONS, "gravity": True},
    "five": {"m": 15, "n": 15, "k": 5, **OPTIONS},
}
FIRST_MOVES = 3  # of an opening where marks fall, by lot
SEED = 2026
GOOD = 0.5
Pair = tuple[float, float]


def of_the_page(name: str) -> list[int]:
    """Return a constant of the page's script: numbers."""
    found = re.search(rf"const {name} = \[?([\d, _]+)\]?;", PAGE.read_text(encoding="utf-8"))
    assert found, name
    return [int(number) for number in found[1].replace("_", "").split(",")]


class Board:
    """A board on which the levels play, by the module of the app."""

    def __init__(self, name: str, nodes: int) -> None:
        self.name, self.rules, self.nodes = name, BOARDS[name], nodes
        self.kernel, self.weights = Module("mnk"), load_weights(self.rules["k"])
        self.known: list[tuple[int, ...]] = []
        self.levels = of_the_page("LEVELS")
        self.threats = round(of_the_page("SPEED")[0] / of_the_page("THREATS")[0])  # of a second, as the page asks
        self.megabytes = of_the_page("MEGABYTES")[0]

    def openings(self) -> Any:
        """Yield openings: even ones, or where marks fall some first moves by lot."""
        if not self.rules["gravity"]:
            yield from even_openings(Rules(self.rules["m"], self.rules["n"], self.rules["k"]), SEED)
        for number in range(10**6):
            rng, moves = Random(SEED, "levels", number), []
            for _ in range(FIRST_MOVES):
                moves.append(rng.choice([cell for cell in set(self.replayed(moves)["lands"]) if cell < 2**32 - 1]))
            yield tuple(moves)

    def replayed(self, moves: list[int]) -> dict[str, Any]:
        """Return what the kernel says of a game."""
        return self.kernel.ask("replay", rules=self.rules, moves=moves)

    def play(self, levels: tuple[int, int], opening: tuple[int, ...]) -> float:
        """Play a game, the first level moving first after the opening; return its score."""
        moves = list(opening)
        told = self.replayed(moves)
        while not told["result"]:
            level = levels[(len(moves) - len(opening)) % 2]
            settings = {
                "level": self.levels[level],
                "lines": 1,
                "threats": self.threats,
                "megabytes": self.megabytes,
                "fresh": True,
                "weights": self.weights if told["by"] == 1 else b"",
            }
            position = {"rules": self.rules, "cells": told["cells"]}
            found = self.kernel.ask("think", nodes=self.nodes, position=position, settings=settings, among=[])
            moves.append(found["lines"][0]["cells"][0])
            told = self.replayed(moves)
            assert not told["fault"], moves
        if told["result"] == 3:
            return GOOD
        return float((told["result"] - 1) == len(opening) % 2)

    def meet(self, low: int, high: int, pairs: int) -> list[Pair]:
        """Return the scores of the higher level, pair by pair: moving first, moving second."""
        if len(self.known) < pairs:  # the same ones for every meeting
            self.known = list(islice(self.openings(), pairs))
        return [(self.play((high, low), one), 1 - self.play((low, high), one)) for one in self.known[:pairs]]


def rated(meetings: dict[tuple[int, int], list[Pair]], count: int) -> list[float]:
    """Return the most likely ratings, the first being 0, by steps to each level's expected score."""
    ratings = [0.0] * count
    for _ in range(300):
        gaps, weights = [0.0] * count, [0.0] * count
        for (low, high), pairs in meetings.items():
            games = 2 * len(pairs) + 2
            share = share_of_elo(ratings[high - 1] - ratings[low - 1])
            gap = sum(map(sum, pairs)) + 1 - games * share
            for level, sign in ((high, 1), (low, -1)):
                gaps[level - 1] += sign * gap
                weights[level - 1] += games * share * (1 - share)
        for level in range(count):
            ratings[level] += 0.5 * gaps[level] * 173.7 / max(weights[level], 0.05)
        ratings = [rating - ratings[0] for rating in ratings]
    return ratings


def intervals(meetings: dict[tuple[int, int], list[Pair]], count: int) -> list[list[int]]:
    """Return the 95 % interval of each rating, from samples of the pairs with replacement."""
    rng = Random(SEED, "samples", 0)
    found = []
    for _ in range(SAMPLES):
        drawn = {who: [rng.choice(pairs) for _ in pairs] for who, pairs in meetings.items()}
        found.append(rated(drawn, count))
    edge = len(found) // 40
    columns = [sorted(column) for column in zip(*found, strict=True)]
    return [[round(column[edge]), round(column[-1 - edge])] for column in columns]


def measured(name: str, pairs: int, nodes: int) -> dict[str, Any]:
    """Let the levels of a board meet, and rate them."""
    board = Board(name, nodes)
    count = len(board.levels) - 1
    meetings = {}
    for low in range(1, count + 1):
        for high in range(low + 1, min(low + FARTHEST, count) + 1):
            meetings[low, high] = board.meet(low, high, pairs)
            print(f"{name}: {high} against {low}: {sum(map(sum, meetings[low, high]))} of {2 * pairs}", flush=True)
    scores = {f"{high}-{low}": sum(map(sum, found)) for (low, high), found in meetings.items()}
    elo = [round(rating) for rating in rated(meetings, count)]
    return {"elo": elo, "interval": intervals(meetings, count), "games": 2 * pairs, "scores": scores}


def main() -> None:
    """Measure the boards that are named, and write them beside those measured before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--board", action="append", choices=sorted(BOARDS))
    parser.add_argument("--save", type=Path, default=TARGET)
    asked = parser.parse_args()
    print("\n".join(facts()))
    kept = json.loads(asked.save.read_text(encoding="utf-8")) if asked.save.exists() else {"boards": {}}
    for name in asked.board or BOARDS:
        found = measured(name, asked.pairs, asked.nodes)
        kept["boards"][name] = found | {"nodes": asked.nodes, "date": datetime.now(UTC).date().isoformat()}
        kept["levels"] = of_the_page("LEVELS")[1:]
        asked.save.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        print(name, found["elo"], found["interval"], flush=True)


if __name__ == "__main__":
    main()
