"""An install without extras: all works, or one sentence names every extra that is missing.

The environment is a folder with this package and what it requires, and nothing else.

Tests: core/methods.py, core/registry.py
"""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from passatempo.core.methods import EXTRAS

PROBE = r"""
import contextlib, io, json, sys
from importlib.util import find_spec
from passatempo.cli.main import run
from passatempo.core.methods import EXTRAS
from passatempo.core.registry import BUILT_IN, pastime

assert not any(find_spec(module) for modules in EXTRAS.values() for module in modules)

def told(*words, typed=""):
    out, err, sys.stdin = io.StringIO(), io.StringIO(), io.StringIO(typed)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(list(words))
    print(json.dumps({"words": words, "code": code, "error": err.getvalue()}), file=sys.__stdout__, flush=True)

for name in BUILT_IN:
    game = pastime(name)
    example = next(iter(game.examples))
    if any(entry == "unlock" for entry in game.examples):
        example = "unlock"
    for problem in game.problems:
        for method in problem.methods:
            words = [name, problem.name, "--example", example, "--seconds", "0.5"]
            words += ["--cell", "1", "1"] * (problem.name == "click")
            told(*words, "--method", method.name)
            if method.kind == "exact" and method is not problem.methods[0]:
                told(*words, "--confirm", method.name)
    for model in game.models:
        for form in model.formats:
            told(name, "export", "--example", example, "--model", model.name, "--to", form)
    for kind in game.kinds:
        told(name, "puzzle", "--kind", kind.name, "--seed", "1")
    told(name, "play", typed="help\nhint\nquit\n")
    told(name, "new", "--seed", "1")
told("machiavelli", "published")
told("minesweeper", "published")
told("cards", "compare", "--example", "published", "--seconds", "1")
told("list"), told("list", "--format", "json"), told("doctor"), told("web"), told("demo"), told("daily")
told("sheet", "NO-PUZZLE", "--out", "sheet.pdf"), told("sheet", "OP1-TR5-RWFANY-A", "--out", "sheet")
told("campaign", "run", "PLAN.toml"), told("campaign", "run", "PLAN.toml", "--cluster", "local")
"""
PLAN = """
name = "solvers"
[run]
question = "cards order"
[grid]
example = ["eight"]
method = ["sat-position"]
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """Return the environment of processes that find this package and what it requires, and nothing else."""
    site, names, seen = tmp_path_factory.mktemp("bare"), ["passatempo"], set()
    while names:
        found = distribution(names.pop())
        if found.name in seen:
            continue
        seen.add(found.name)
        for one in map(Requirement, found.requires or ()):
            if one.marker is None or one.marker.evaluate({"extra": ""}):
                names.append(one.name)
        for top in {Path(file).parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            place = Path(found.locate_file(top))
            if top != "passatempo" and place.exists() and not (site / top).is_symlink():
                (site / top).symlink_to(place)
    (site / "passatempo").symlink_to(Path(find_spec("passatempo").origin).parent)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV"))}
    return environment | {"PYTHONPATH": str(site)}


@pytest.fixture(scope="module")
def runs(bare, tmp_path_factory):
    folder = tmp_path_factory.mktemp("folder")
    (folder / "PLAN.toml").write_text(PLAN)
    done = subprocess.run(
        [sys.executable, "-S", "-c", PROBE], cwd=folder, env=bare, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_everything_works_or_names_its_extra_in_one_sentence(runs):
    assert len(runs) > 150
    named = 0
    for run in runs:
        assert run["code"] in (0, 1, 2, 3), run
        assert "Traceback" not in run["error"], run
        assert "No module named" not in run["error"], run
        extras = re.findall(r'needs .+: pip install "passatempo\[([a-z,]+)\]"', run["error"])
        assert len(extras) <= 1, run
        assert bool(extras) == (run["code"] == 2), run
        assert not extras or set(extras[0].split(",")) <= set(EXTRAS), run
        named += len(extras)
    assert named > 40


def test_the_main_commands_and_the_default_methods_need_no_extra(runs):
    free = [run for run in runs if not {"--method", "--confirm", "--model"} & set(run["words"])]
    needing = {" ".join(run["words"][:2]) for run in free if run["code"] == 2}
    assert needing == {"machiavelli published", "minesweeper published", "sheet NO-PUZZLE", "web", "campaign run"}


def test_all_extras_that_are_missing_are_named_at_once(runs):
    said = [run["error"] for run in runs if run["words"][:2] == ["campaign", "run"]]
    assert said[0].endswith('needs pysat: pip install "passatempo[solvers]"\n')
    assert said[1].endswith('needs 2 extras: pip install "passatempo[solvers,campaign]"\n')
