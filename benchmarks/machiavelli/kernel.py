"""Speed of the Machiavelli kernel: `python benchmarks/machiavelli/kernel.py [seed]`.

Each line gives the number of calls and their processor times in microseconds; figures depend on the machine, so compare
ratios and medians. Tables are distinct, half of them melds put together, half of them the same with one card exchanged.
"""

import random
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import product
from typing import Protocol

from passatempo.machiavelli import _kernel as kernel
from passatempo.machiavelli import rules
from passatempo.machiavelli.reference.search import Meld, legal_melds

ACES, LINES = tuple(rules.LINES), tuple(rules.LINES.values())
NO_LIMIT = (60.0, 2**62, None)


def melds_of_size(rng: random.Random, ace: int, decks: int, size: int) -> tuple[bytes, tuple[Meld, ...]]:
    """Put melds together until there are `size` cards; return the counts and the melds."""
    short = [meld for meld in legal_melds(LINES[ace]) if len(meld) <= 5]
    held, groups = bytearray(52), []
    for _ in range(60 * decks):
        meld = rng.choice(short)
        if sum(held) < size and all(held[card] < decks for card in meld):
            groups.append(meld)
            for card in meld:
                held[card] += 1
    return bytes(held), tuple(groups)


def exchanged(rng: random.Random, table: bytes, decks: int) -> bytes:
    held = bytearray(table)
    gone = rng.choice([card for card in range(52) if held[card]])
    come = rng.choice([card for card in range(52) if held[card] < decks])
    held[gone] -= 1
    held[come] += 1
    return bytes(held)


def drawn(rng: random.Random, decks: int, size: int, taken: bytes = bytes(52)) -> bytes:
    """Draw cards at random from the decks less those taken."""
    stock = [card for card in range(52) for _ in range(decks - taken[card])]
    held = bytearray(52)
    for card in rng.sample(stock, min(size, len(stock))):
        held[card] += 1
    return bytes(held)


class Stopped(Protocol):
    """Any record of the kernel: it says which limit ended the search, 0 for none."""

    @property
    def stop(self) -> int:
        """The place of the limit in `STOPS`."""


def timed(name: str, calls: Iterable[Callable[[], Stopped]]) -> None:
    times, stopped = [], 0
    for call in calls:
        start = time.process_time_ns()
        found = call()
        times.append((time.process_time_ns() - start) / 1e9)
        stopped += found.stop != 0
    times.sort()
    middle, late, most = times[len(times) // 2], times[int(0.99 * len(times))], times[-1]
    text = f"{name:44} {len(times):5} calls  median {middle * 1e6:9.1f}  p99 {late * 1e6:9.0f}  max {most * 1e6:9.0f}"
    print(text + (f"  STOPPED {stopped}" if stopped else ""), flush=True)


def many(seed: int) -> None:
    for ace, name in enumerate(ACES):
        rng = random.Random(seed)
        tables = [melds_of_size(rng, ace, 2, rng.randint(18, 90))[0] for _ in range(3000)]
        tables[1::2] = [exchanged(rng, table, 2) for table in tables[1::2]]
        buffer = b"".join(tables)
        best = float("inf")
        for _ in range(5):
            start = time.process_time()
            flags = kernel.arrange_many(buffer, LINES[ace], 1e9, 2**62, None)[1]
            best = min(best, time.process_time() - start)
        print(f"arrange_many, 2 decks, ace {name:5} {sum(flags)} of {len(tables)}: {len(tables) / best:9.0f} tables/s")


def arrange(seed: int) -> None:
    for decks, ace in ((2, 0), (2, 3), (6, 0), (10, 0), (10, 1)):
        for kind in ("exchanged", "random"):
            rng = random.Random(seed)
            tables = []
            for _ in range(500):
                size = rng.randint(6 * decks, 47 * decks)
                table = drawn(rng, decks, size) if kind == "random" else melds_of_size(rng, ace, decks, size)[0]
                tables.append(table if kind == "random" else exchanged(rng, table, decks))
            calls = [lambda t=t, a=LINES[ace]: kernel.arrange(t, a, *NO_LIMIT) for t in tables]
            timed(f"arrange, {decks} decks, ace {ACES[ace]}, {kind}", calls)


def lay(seed: int) -> None:
    """Lay cards, and lay them so that groups stay: the groups are given then."""
    for jokers, ace, stay in product((0, 2), range(4), (False, True)):
        rng = random.Random(seed)
        calls = []
        for _ in range(1000 if jokers == 0 else 100):
            table, groups = melds_of_size(rng, ace, 2, rng.randint(0, 60))
            asked = (table, drawn(rng, 2, 13, table), LINES[ace], None, jokers // 2 * (not stay), jokers - jokers // 2)
            calls.append(partial(kernel.lay, *asked, *NO_LIMIT, groups if stay else ()))
        timed(f"lay, 13 cards, {jokers} jokers, ace {ACES[ace]}{', groups' if stay else ''}", calls)


def unlock(seed: int) -> None:
    for jokers in (0, 1):
        for ace in range(4):
            rng = random.Random(seed)
            calls = []
            for _ in range(200 if jokers == 0 else 50):
                table, _ = melds_of_size(rng, ace, 2, rng.randint(0, 60))
                hand = drawn(rng, 2, rng.randint(3, 9), table)
                calls.append(partial(kernel.unlock, table, hand, LINES[ace], jokers, False, *NO_LIMIT))
            timed(f"unlock, {jokers} jokers, ace {ACES[ace]}", calls)


def keep(seed: int) -> None:
    for low, high in ((24, 42), (60, 60), (90, 90)):
        for ace in range(4):
            rng = random.Random(seed)
            calls = []
            for _ in range(50):
                table, groups = melds_of_size(rng, ace, 2, rng.randint(low, high))
                hand = drawn(rng, 2, 13, table)
                calls.append(lambda g=groups, h=hand, a=LINES[ace]: kernel.keep(g, h, a, None, 0, *NO_LIMIT))
            timed(f"keep, {low}-{high} cards, ace {ACES[ace]}", calls)


def count(seed: int) -> None:
    for ace in range(4):
        rng = random.Random(seed)
        tables = [melds_of_size(rng, ace, 2, rng.randint(12, 50))[0] for _ in range(50)]
        calls = [partial(kernel.count, table, LINES[ace], *NO_LIMIT) for table in tables]
        timed(f"count, 12-50 cards, ace {ACES[ace]}", calls)


if __name__ == "__main__":
    start_from = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    for part in (many, arrange, lay, unlock, keep, count):
        part(start_from)
