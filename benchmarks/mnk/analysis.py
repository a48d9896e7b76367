"""Whether `mnk analyse` is right about where games were lost: `python benchmarks/mnk/analysis.py games.jsonl`.

The games are those of `mnk match --save`. Each is analysed, the analysis is held against itself by the tests' checker
of contradictions, and the move that is to have lost the game is looked at by a search of its own, with an empty table
and 20 times the nodes: it is confirmed where that search does not find the position before it lost, nor the one after
the better move. How often that search also sees that the move made loses is told besides; where it does not, the loss
is known from the rest of the game.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from passatempo.core.json import decode
from passatempo.core.limits import Limits
from passatempo.mnk.engine.search import DECIDED, Engine
from passatempo.mnk.matches.analysis import analyse_game
from passatempo.mnk.matches.review import game_of
from passatempo.mnk.model import Position

if TYPE_CHECKING:
    from passatempo.mnk.matches.analysis import MoveStep

sys.path.insert(0, str(Path(__file__).parents[1]))  # whose files import one another
sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "mnk"))

from test_analysis import contradictions

from machine import facts

LONGER = 20


def confirmed(game: Position, step: MoveStep, nodes: int) -> tuple[bool, bool]:
    """Tell whether a longer search leaves the position before the move and the better move open; and sees the loss."""
    position = Position(game.rules, bytes(game.rules.size))
    for cell in game.moves[: step.number - 1]:
        position = position.play(cell)
    limits = Limits(nodes=LONGER * nodes)
    before = Engine(game.rules).search_to_level(position.cells, position.to_move, limits).lines[0].score
    better = position.play(step.best_move[0] * game.rules.n + step.best_move[1])
    held = better.result is not None or (
        Engine(game.rules).search_to_level(better.cells, better.to_move, limits).lines[0].score <= DECIDED
    )
    made = position.play(game.moves[step.number - 1])
    lost = made.result is not None or (
        Engine(game.rules).search_to_level(made.cells, made.to_move, limits).lines[0].score > DECIDED
    )
    return before >= -DECIDED and held, lost


def main() -> None:
    """Measure, and print a line for each game and the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path)
    parser.add_argument("--nodes", type=int, default=100_000, help="of a position")
    asked = parser.parse_args()
    print("\n".join(facts()))
    started = time.process_time()
    sums = {
        "games": 0,
        "with a loser": 0,
        "lost from the start": 0,
        "confirmed": 0,
        "loss seen": 0,
        "contradictions": 0,
    }
    for number, line in enumerate(asked.games.read_text(encoding="utf-8").splitlines(), 1):
        game = game_of(decode(line))
        found = analyse_game(game, Limits(nodes=asked.nodes))
        sums["games"] += 1
        sums["contradictions"] += len(contradictions(game, found))
        if found.loser is None or found.decisive_step is None:
            continue
        sums["with a loser"] += 1
        if found.lost_from_the_start:
            sums["lost from the start"] += 1
            print(f"{number}: lost from the start", flush=True)
            continue
        right, seen = confirmed(game, found.decisive_step, asked.nodes)
        sums["confirmed"] += right
        sums["loss seen"] += seen
        print(
            f"{number}: move {found.decisive_step.number} of {len(game.moves)}: {right}, loss seen: {seen}", flush=True
        )
    print(", ".join(f"{name}: {count}" for name, count in sums.items()))
    print(f"{time.process_time() - started:.0f} s of processor time")


if __name__ == "__main__":
    main()
