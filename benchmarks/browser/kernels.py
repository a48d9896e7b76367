"""Measure the modules of the browser app against the native kernels: the same questions, processor time on both sides.

    PYTHONPATH=tests python benchmarks/browser/kernels.py [repeats, 5 where nothing is said]

The questions are packed once; Node (the JavaScript engine of Chromium) asks a module in one process, the package
answers the same ones in this one. Both ask everything once before the clock runs, as a page has. The native answers are
those of the bindings where a question is small, without the package's reading, checking and sentences; what a module's
answer takes to be unpacked is left out likewise. That both do the same work is what the tests of the modules hold.
"""

from __future__ import annotations

import json
import statistics
import struct
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

from bars import spread

from app.kernel import test_cards_module as cards
from app.kernel import test_machiavelli_module as machiavelli
from app.kernel import test_minesweeper_module as minesweeper
from app.kernel import test_mnk_module as mnk
from app.kernel import test_optimiza_module as optimiza
from app.modules import APP, module
from machine import facts
from passatempo.cards import _kernel as cards_kernel
from passatempo.cards.model import multiplicities
from passatempo.core.limits import Limits
from passatempo.core.pastime import Question
from passatempo.machiavelli import _kernel as machiavelli_kernel
from passatempo.minesweeper import _kernel as minesweeper_kernel
from passatempo.mnk.model import ValueAsk
from passatempo.optimiza import _kernel as optimiza_kernel
from passatempo.web.build.files import find_node

ROOT = Path(__file__).resolve().parents[2]
NO_LIMIT = (60.0, 2**64 - 1, None)

NODE = """
import { readFileSync } from "node:fs";
const { kernels, file, repeats } = JSON.parse(process.argv[1]);
const { Module } = await import(`file://${kernels}/worker.ts`);
const works = JSON.parse(readFileSync(file, "utf8"));
const times = {};
for (const { name, wasm, question, requests } of works) {
    const module = new Module(new WebAssembly.Module(readFileSync(`${kernels}/${wasm}.wasm`)));
    const bytes = requests.map((hex) => Buffer.from(hex, "hex"));
    times[name] = [];
    for (let repeat = -1; repeat < repeats; repeat += 1) {
        const began = process.cpuUsage();
        for (const request of bytes) module.answer(question, request);
        const { user, system } = process.cpuUsage(began);
        if (repeat >= 0) times[name].push((user + system) / 1e3);
    }
}
console.log(JSON.stringify(times));
"""


def packed(wasm, question, nodes=2**64 - 1, **asked):
    """Return the place of a question in its module, and the bytes that ask it."""
    kernel = module(wasm)
    place, found = next((k, one) for k, one in enumerate(kernel.face.questions) if one.name == question)
    return place, struct.pack("<dQ", 60.0, nodes) + kernel.packed(found.asks, asked)


def works():
    """Yield name, bar, module, requests as `packed` makes them, and what answers the same natively."""
    turns = [turn for turn in machiavelli.MADE_TURNS if not turn.rules.jokers] * 100
    yield (
        *("Machiavelli, lay", 1.5, "machiavelli"),
        [packed("machiavelli", "lay", table=machiavelli.table_of(turn), prefer=0) for turn in turns],
        [lambda turn=turn: laid(turn) for turn in turns],
    )
    boards = [
        optimiza.generate(optimiza.Params(40, hardness="clustered"), optimiza.Random(seed, "app kernels"))
        for seed in range(3)
    ]
    yield (
        *("Optimiza, best", 1.5, "optimiza"),
        [packed("optimiza", "best", board=optimiza.asked(board), path=[]) for board in boards],
        [
            lambda b=board: optimiza_kernel.best(b.packed, b.n, optimiza.VARIANTS.index(b.variant), 0, *NO_LIMIT)
            for board in boards
        ],
    )
    level = minesweeper.Params("custom", 16, 30, 99, "square", "safe", "flood", 0.5)
    fields = [minesweeper.generate(level, minesweeper.Random(seed, "app kernels")) for seed in range(40)] * 20
    yield (
        *("Minesweeper, survey", 1.5, "minesweeper"),
        [packed("minesweeper", "survey", board=minesweeper.asked(board)) for board in fields],
        [lambda b=board: minesweeper_kernel.survey(minesweeper.kernel_board(b), True, *NO_LIMIT) for board in fields],
    )
    small = list(islice(mnk.open_positions(10**6, sides=mnk.SMALL), 40))
    yield (
        *("m,n,k, value", 1.5, "mnk_proof"),
        [packed("mnk_proof", "value", 20_000, position=mnk.asked(p), shortest=False, megabytes=256) for p in small],
        [lambda p=p: mnk.value(Question(p, ValueAsk()), Limits(nodes=20_000)) for p in small],
    )
    games = list(islice(mnk.open_positions(10**6, sides=((15, 15, 5),)), 8))
    yield (
        *("m,n,k, engine", 1.7, "mnk"),
        [packed("mnk", "think", 20_000, position=mnk.asked(p), settings=mnk.settings(10), among=[]) for p in games],
        [lambda p=p: thought(p, 20_000) for p in games],
    )
    deals = [cards.Deal(tuple(sorted([*range(1, n // 2 + 1)] * 2)[:n])) for n in (151, 175, 199)] * 10
    yield (
        *("cards, counts of all distances", 3.0, "cards"),
        [packed("cards", "distances", deal=cards.asked(deal)) for deal in deals],
        [lambda d=deal: counted(d) for deal in deals],
    )


def laid(turn):
    """Lay the most cards, and of those plays the one that keeps the most groups."""
    table, hand, line = turn.table_counts, turn.hand_counts, turn.rules.line
    return machiavelli_kernel.lay(table[:52], hand[:52], line, None, table[52], hand[52], *NO_LIMIT, turn.table)


def thought(position, nodes):
    """Think as the module does: level 10, a table of its own."""
    engine = mnk.Engine(position.rules, mnk.EngineSettings(level=10, exact=False))
    return engine.think(position.cells, position.to_move, Limits(nodes=nodes))


def counted(deal):
    """Count the rows of every distance."""
    _, copies = multiplicities(deal.cards)
    cards_kernel.distances(deal.cards, deal.open, *NO_LIMIT)
    return cards_kernel.counts(bytes(copies), deal.open, *NO_LIMIT)


def natively(deeds, repeats):
    """Return the processor time of all deeds in milliseconds, so many times after a first one."""
    times = []
    for _ in range(repeats + 1):
        began = time.process_time()
        for deed in deeds:
            deed()
        times.append((time.process_time() - began) * 1e3)
    return times[1:]


def main():
    """Ask everything on both sides, and print the ratios."""
    repeats = int(sys.argv[1]) if sys.argv[1:] else 5
    print("\n".join(facts()))
    asked = list(works())
    file = ROOT / "build" / "app_kernels.json"
    requests = [
        {"name": name, "wasm": wasm, "question": asks[0][0], "requests": [request.hex() for _, request in asks]}
        for name, _, wasm, asks, _ in asked
    ]
    file.write_text(json.dumps(requests))
    said = json.dumps({"kernels": str(APP / "kernel"), "file": str(file), "repeats": repeats})
    node = find_node()
    done = subprocess.run([node, "--input-type=module", "-e", NODE, said], capture_output=True, text=True, check=True)
    in_module = json.loads(done.stdout)
    for name, bar, _, _, deeds in asked:
        native, other = natively(deeds, repeats), in_module[name]
        ratio = statistics.median(other) / statistics.median(native)
        print(f"{name}: native {spread(native, 1)}, module {spread(other, 1)}: ratio {ratio:.2f}, bar {bar}")


if __name__ == "__main__":
    main()
