"""The time of `machiavelli.lay(turn)` with its defaults, and the groups that it keeps: 600 tables with groups.

    python benchmarks/machiavelli/lay_calls.py

Tables of `new` with 60 cards in groups, 13 in the hand, two decks, and 0, 2 and 4 jokers. Processor time of the whole
call with steps and check, in milliseconds; the better of two runs counts.
"""

from __future__ import annotations

import time

from passatempo import machiavelli

NUMBER = 100
ROWS = [(jokers, ace) for jokers in (0, 2, 4) for ace in ("both", "wrap")]


def timed(turn: machiavelli.Turn) -> tuple[float, machiavelli.Outcome[machiavelli.Play]]:
    """Return the better time of two calls, and the outcome."""
    best = float("inf")
    for _ in range(2):
        begun = time.process_time()
        outcome = machiavelli.lay(turn)
        best = min(best, time.process_time() - begun)
    return 1e3 * best, outcome


def main() -> None:
    """Print a line for each number of jokers and ace rule."""
    machiavelli.lay(machiavelli.new(seed=1))  # imports, and what is made once
    print("| jokers | ace | median, ms | 99 % | worst | groups kept | proved |")
    print("|---|---|---|---|---|---|---|")
    for jokers, ace in ROWS:
        turns = [
            machiavelli.new(seed=5000 + i, cards=60, hand=13, kind="groups", decks=2, ace=ace, jokers=jokers)
            for i in range(NUMBER)
        ]
        found = [timed(turn) for turn in turns]
        times = sorted(milliseconds for milliseconds, _ in found)
        kept = sum(outcome.answer.groups_kept for _, outcome in found)
        proved = sum(outcome.stats["groups_kept_proved"] for _, outcome in found)
        median, late = times[NUMBER // 2], times[NUMBER * 99 // 100 - 1]
        print(f"| {jokers} | {ace} | {median:.2f} | {late:.1f} | {times[-1]:.1f} | {kept} | {proved} |", flush=True)


if __name__ == "__main__":
    main()
