"""An install without extras: every method, model and command that needs one names it, and is never a crash.

One process refuses the modules of all extras, as a base install does.

Tests: core/methods.py, core/registry.py
"""

import json
import subprocess
import sys

PROBE = r"""
import contextlib, io, itertools, json, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"ortools", "pysat", "clingo", "starlette", "uvicorn", "distributed", "matplotlib",
                                      "numpy"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Refuse())
from passatempo.cli.main import run
from passatempo.core.registry import BUILT_IN, pastime

def told(*words):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(list(words))
    print(json.dumps({"words": words, "code": code, "error": err.getvalue()}), flush=True)

for name in BUILT_IN:
    game = pastime(name)
    example = next(iter(game.examples))
    if any(entry == "unlock" for entry in game.examples):
        example = "unlock"
    for problem in game.problems:
        for method in problem.methods:
            words = [name, problem.name, "--example", example, "--seconds", "0.5"]
            told(*words, "--method", method.name)
            if method.kind == "exact" and method is not problem.methods[0]:
                told(*words, "--confirm", method.name)
    for model in game.models:
        for form in model.formats:
            told(name, "export", "--example", example, "--model", model.name, "--to", form)
told("machiavelli", "published")
told("minesweeper", "published")
told("cards", "compare", "--example", "published", "--seconds", "1")
told("list"), told("doctor"), told("web")
"""


def test_everything_names_its_extra():
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    runs = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(runs) > 100
    named = 0
    for run in runs:
        assert run["code"] in (0, 1, 2, 3), run
        assert "Traceback" not in run["error"], run
        assert "No module named" not in run["error"], run
        named += 'pip install "passatempo[' in run["error"]
    assert named > 40
