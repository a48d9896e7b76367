"""Random command lines, run in this process; each may take its time and no more.

    python commands.py SEED COUNT       one JSON line for each run: its words, its exit code, what went wrong

A command that goes on is ended by SIGINT, as a person would.
"""

import contextlib
import io
import json
import math
import os
import random
import signal
import sys
import tempfile
import threading
import time
import traceback
from importlib import import_module

from passatempo.cli.main import run
from passatempo.cli.overview import common_commands
from passatempo.core.registry import BUILT_IN, pastime

NUMBERS = ["-1", "0", "1", "2", "3", "7", "2147483648", "4294967296", "9223372036854775808", "100000000000000000000"]
NUMBERS += ["-100000000000000000000", "1e400", "nan", "inf", "-inf", "0.5", "1e-9"]
WORDS = [
    "",
    "x",
    "é",
    "\0",
    "\ud800",
    "null",
    "true",
    "[]",
    "{}",
    "[[1,1]]",
    "[[0,0]]",
    '{"a":1}',
    "3S 4S 5S",
    "1 1 2 2",
]
WORDS += [
    "TQ4-6SHGA",
    "#1#",
    "low",
    "wrap",
    "least-change",
    "json",
    "svg",
    "text",
    "-",
    "--",
    "/dev/null",
    "/",
    "a,b=c",
]
FILES = [
    "{}",
    "[]",
    "",
    "null",
    "3S 4S 5S | 5H",
    "1 1 2 2 3 3 4",
    "##1/212",
    "k: 3\n. . .\n. X .\n. . .",
    "1 2\n3 4",
    "\ufeff{}",
]
IMPORTED = ["passatempo.cli.campaign", "passatempo.campaigns.reports", "passatempo.campaigns.reports"]
IMPORTED += [
    "passatempo.campaigns.charts",
    "passatempo.campaigns.runs",
    "passatempo.campaigns.worker_pools",
    "pyarrow.parquet",
]
IMPORTED += ["ortools.sat.python.cp_model", "ortools.math_opt.python.mathopt", "clingo", "pysat.solvers"]
PATIENCE, AGAIN = 0.4, 0.2  # seconds before SIGINT, and before each further one
GIVEN = "given"  # the folder of the files that are read; a line may make a folder of any other name that it was given
NEVER = {"web", "--install-completion"}  # a server; and what would write into somebody's start-up files


def flags_of(game):
    """Return the flags of all commands of a pastime: each with what it takes, as the help has it."""
    from passatempo.cli.app import build_commands

    own = [entry.name for entry in game.commands]
    found = {}
    for name in [*(p.name for p in game.problems), *own, *common_commands(game)]:
        with contextlib.suppress(KeyError):
            arguments = build_commands(game, name if name in own else "")[name].assemble_argument_collection()
            found[name] = [(a.names[0], a.hint, a.get_choices()) for a in arguments if a.names[0].startswith("--")]
    return found


IDS = ["OP1-TR5-RWFANY-A", "MC1-G5H2-0DHF8G-B", "SF1-B9-G1KJXM-9", "MW1-5X5K4W2-38C7CZ-M", "CO1-N7-SEHNG2-8"]


PLAN = """name = "p"
repeat = {}
[run]
question = "cards order"
[grid]
cards = [{}, 6]
method = "{}"
[report]
rows = "{}"
value = "{}"
plot = "{}"
"""


def campaign_line(draw, folder):
    """Make a command line of campaigns: tiny plans, hostile ones, files that are no results, and any flag anywhere."""
    junk = draw.choice([*WORDS, *NUMBERS, *FILES])
    plan, store = os.path.join(folder, "plan.toml"), os.path.join(folder, "results.sqlite")
    words = [draw.choice(right * 4 + [junk]) for right in (["2"], ["5"], ["exact"], ["cards"], ["value"], ["none"])]
    with open(plan, "w", encoding="utf-8", errors="replace") as out:
        out.write(draw.choice([PLAN.format(*words)] * 3 + [draw.choice(FILES)]))
    named = draw.choice([plan, plan, "optimiza-greedies", junk])
    file = draw.choice([store] * 6 + [plan, folder, "/dev/null", junk])
    flag = draw.choice(["--workers", "--shard", "--cluster", "--out", "--format", "--to", "--figures", "--plan"])
    small = [] if draw.random() < 0.1 else ["--shard", draw.choice(["1/100000", "2/100000", junk])]
    return [
        "campaign",
        *draw.choice(
            [
                ["run", named, "--workers", "1", *small, "-o", file],
                ["run", named, "-o", file, flag, junk],
                ["resume", file, flag, junk],
                ["status", file, *draw.choice([[], ["--format", "json"], ["--format", junk]])],
                ["merge", file, draw.choice([store, junk]), "-o", draw.choice([f"{folder}/m.sqlite", file, junk])],
                ["export", file, "--to", draw.choice(["csv", "parquet", junk]), "-o", f"{folder}/e"],
                ["report", file, "--format", draw.choice(["text", "csv", "markdown", "json", "html", junk])],
                ["report", file, flag, junk],
                ["plan", draw.choice(["optimiza-greedies", junk])],
                [junk],
            ]
        ),
    ]


def room_line(draw, folder):
    """Make a command line of the rooms that know no pastime."""
    if draw.random() < 0.5:
        return campaign_line(draw, folder)
    text = list(draw.choice(IDS))
    if draw.random() < 0.3:
        text[draw.randrange(len(text))] = draw.choice("0OI1LUZ-*\0é")
    puzzle, junk = "".join(text), draw.choice([*WORDS, *NUMBERS, *FILES])
    switches = draw.sample(["--solution", "--confirm", "--without-solution", junk], draw.randrange(3))
    of_day, of_sheet = ["--date", "--pastime", "--format", "--out"], ["--per-page", "--paper", "--locale", "--title"]
    out = draw.choice([f"{folder}/a.pdf", f"{folder}/a-%d.svg", f"{folder}/f", "/dev/null", folder, "", junk])
    return draw.choice(
        [
            ["puzzle", puzzle, *switches],
            ["puzzle", puzzle, draw.choice(["--hint", "--format", "--out"]), junk],
            ["puzzle", "check", draw.choice([puzzle, junk]), junk],
            ["daily", draw.choice(of_day), draw.choice(["2026-11-23", "mnk", junk])],
            ["sheet", puzzle, "--out", out, draw.choice(of_sheet), junk],
            ["sheet", "--pastime", draw.choice(BUILT_IN), "--count", junk, "--out", out],
        ]
    )


def line(draw, tables, folder):
    """Make a command line: mostly real words in real places, with hostile values."""
    if draw.random() < 0.1:
        return room_line(draw, folder)
    name = draw.choice(BUILT_IN)
    game = pastime(name)
    command = draw.choice(list(tables[name]))
    flags = tables[name][command]
    words = [name, command]
    if any(flag == "--example" for flag, _, _ in flags) and draw.random() < 0.7:
        words += ["--example", draw.choice([*game.examples] * 9 + ["nowhere"])]
    elif command in ("export", "show", "convert", "check", *(problem.name for problem in game.problems)):
        for _ in range(2 if command == "check" else 1):
            words.append(os.path.join(folder, GIVEN, str(draw.randrange(1000))))
            with open(words[-1], "w", encoding="utf-8") as out:
                out.write(draw.choice([*FILES, *map(game.example, game.examples)]))
    for flag, hint, choices in draw.sample(flags, min(len(flags), draw.choice([0, 1, 1, 2, 3, 4]))):
        words += (
            [flag] if hint is bool or flag == "--example" else [flag, value(draw, game, flag, hint, choices, folder)]
        )
    if draw.random() < 0.05:
        words.insert(draw.randrange(len(words) + 1), draw.choice([*WORDS, *NUMBERS]))
    return words


def value(draw, game, flag, hint, choices, folder):
    """Choose a value for a flag: one that fits, or one that hardly does."""
    problems = [problem for problem in game.problems for _ in problem.methods]
    methods = [method.name for problem in problems for method in problem.methods]
    models = [model.name for model in game.models]
    forms = [form for model in game.models for form in model.formats]
    if draw.random() < 0.1:
        return draw.choice([*NUMBERS, *WORDS])
    if flag in ("--method", "--confirm", "--policy", "--against"):
        setting = f":{draw.choice(['table', 'amo', 'solver', 'x'])}={draw.choice([*NUMBERS, 'ladder', 'scip'])}"
        return draw.choice(methods) + draw.choice(["", "", setting])
    if flag in ("--out", "--proof", "--plot", "--save", "--record"):
        return draw.choice([os.path.join(folder, "out"), os.path.join(folder, "out"), folder, "", "/dev/null"])
    if flag == "--batch":
        return draw.choice(["-", os.path.join(folder, "none"), "/dev/null"])
    if flag in ("--model", "--to"):
        return draw.choice((models if flag == "--model" else [*forms, *game.formats, "json", "text"]) or WORDS)
    if choices:
        return draw.choice(list(choices))
    if hint is float:
        return draw.choice(["0", "0.01", "1e-9", "0.1", "-1", "inf", "nan", "1e400"])
    return draw.choice(NUMBERS if "int" in str(hint) else [*NUMBERS, *WORDS, *FILES])


class Presses(threading.Thread):
    """Press Ctrl-C after a while and again, as long as a line goes on: also while its main thread is in a kernel."""

    def __init__(self):
        super().__init__(daemon=True)
        self.due = math.inf
        self.start()

    def run(self):
        while True:
            time.sleep(0.02)
            if time.monotonic() >= self.due:
                self.due += AGAIN
                os.kill(os.getpid(), signal.SIGINT)

    def begin(self):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.due = time.monotonic() + PATIENCE

    def end(self):
        self.due = math.inf
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # one may still be on its way


def tell(words, folder, presses):
    """Run one line; return what is wrong with how it ended, or nothing."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(b"undo\n1 1\n"), "utf-8")
    try:
        presses.begin()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(words)
    except SystemExit as error:
        code = error.code
    except Exception:
        return "escaped: " + traceback.format_exc()[-600:], None
    finally:
        presses.end()
        sys.stdin = stdin
    err.flush()
    said = err.buffer.getvalue().decode(errors="replace")
    if code not in (0, 1, 2, 3):
        return f"exit {code}: {said[-600:]}", code
    if "Traceback" in said:
        return said[-600:], code
    return "", code


def main(seed, count):
    """Run the lines of a seed; the parent goes on behind the last one printed where this process is ended."""
    for module in IMPORTED:  # an import that Ctrl-C ends leaves half a module behind in this process
        with contextlib.suppress(ImportError):
            import_module(module)
    presses = Presses()
    tables = {name: flags_of(pastime(name)) for name in BUILT_IN}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        os.chdir(folder)
        os.mkdir(GIVEN)
        for number in range(seed, seed + count):
            words = line(random.Random(number), tables, folder)
            if NEVER.intersection(words):
                continue
            print(json.dumps({"number": number, "begins": words}), flush=True)
            try:
                fault, code = tell(words, folder, presses)
            except KeyboardInterrupt:  # pressed again while it ended: `passatempo.__main__` answers that
                presses.end()
                fault, code = "", 3
            print(json.dumps({"number": number, "words": words, "code": code, "fault": fault}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
