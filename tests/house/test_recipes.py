"""The recipes of CONTRIBUTING, followed in a copy: a stranger's change takes the files that a recipe names, no others.

What is planted is small, but whole: a format that is read again, a method that another confirms, a question that is
asked, judged, shown and drawn. Left out are the tests and the pages that a recipe names too.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPES = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Recipes\n")[2]
START = '"""What a stranger writes."""\n\n'

FORMAT = {
    "optimiza/formats/bars.py": START + "from passatempo.optimiza import text as own\n\n\n"
    "def matches(text, **keys):\n    return '|' in text\n\n\n"
    "def read(text, **keys):\n    return own.read(text.replace('|', ' '), **keys)\n\n\n"
    "def write(board):\n    return own.write(board).replace(' ', '|')\n",
    "optimiza/record.py": ("    formats=\\(", '        "bars",'),
    "optimiza/__init__.py": ('"json", "text", "svg", "csv"', '"json", "text", "svg", "bars", "csv"'),
}
LIBRARY = """
from passatempo import optimiza
board = optimiza.read("1|1\\n1|2", N=2)
print(board == optimiza.PASTIME.read("1 1\\n1 2"), repr(optimiza.write(board)), repr(optimiza.convert(board, "bars")))
"""
METHOD = {
    "cards/exact/backwards.py": START + "from passatempo.cards.exact.methods import order\n\n\n"
    "def solve(deal, /, limits=None, report=None):\n    return order(deal, limits, report)\n",
    "cards/record.py": (
        '            name="order",(?s:.*?)            methods=\\(',
        '                Method(name="backwards", source="a stranger"),',
    ),
    "cards/questions.py": (
        "from passatempo.cards.exact import",
        "from passatempo.cards.exact import backwards,",
        '"exact": methods.order,',
        '"exact": methods.order, "backwards": backwards.solve,',
    ),
}
ONES = (
    "def ones(given: Given[Board, None] = None, /, **options: Unpack[Keys]) -> Outcome[Ones]:\n"
    '    """How many cells hold a 1?"""\n    return call(__package__, "ones", given, {}, options)\n\n\n'
)
QUESTION = {
    "optimiza/__init__.py": ("def read(", f"{ONES}def read("),
    "optimiza/model.py": "\n\n@dataclass(frozen=True, slots=True)\nclass Ones:\n"
    '    """How many cells hold a 1."""\n\n    cells: int\n',
    "optimiza/json.py": "\n\n@dataclass(frozen=True, slots=True)\nclass OnesJson:\n"
    '    """How many cells hold a 1."""\n\n    cells: int\n\n\n'
    "from passatempo.optimiza.model import Ones\n\n"
    "ONES = Shape(OnesJson, lambda shape: Ones(shape.cells), lambda ones: OnesJson(ones.cells))\n",
    "optimiza/checker.py": "\n\ndef check_ones(board, ones):\n"
    "    right = sum(number == 1 for number in board.cells)\n"
    "    return [] if ones.cells == right else [Violation('count', f'{right} cells hold a 1, not {ones.cells}')]\n",
    "optimiza/words.py": "\n\ndef show_ones(board, ones):\n    return f'{ones.cells} cells hold a 1'\n",
    "optimiza/drawing.py": "\n\ndef draw_ones(board, ones):\n    return draw_board(board)\n",
    "optimiza/exact/ones.py": START + "from passatempo.core.outcome import Outcome, Status\n"
    "from passatempo.optimiza.model import Ones\n\n\n"
    "def solve(board, /, limits=None, report=None):\n"
    "    return Outcome(Status.SOLVED, Ones(tuple(board.cells).count(1)))\n",
    "optimiza/reference/ones.py": START + "from passatempo.core.outcome import Outcome, Status\n"
    "from passatempo.optimiza.model import Ones\n\n\n"
    "def solve(board, /, limits=None, report=None):\n"
    "    return Outcome(Status.SOLVED, Ones(sum(1 for number in board.cells if number == 1)))\n",
    "optimiza/record.py": (
        "    problems=\\(",
        '        Problem(name="ones", question="How many cells hold a 1?", unique=True,\n'
        '            methods=(Method(name="exact", source="counting"), Method(name="reference", source="counting"))),',
    ),
    "optimiza/questions.py": (
        "from passatempo.optimiza.exact import",
        "from passatempo.optimiza.exact import ones,",
        "from passatempo.optimiza.reference import",
        "from passatempo.optimiza.reference import ones as reference_ones,",
        "    questions={",
        '    questions={\n        "ones": Wiring(\n'
        "            check=checker.check_ones, json=json.ONES, show=words.show_ones,\n"
        '            draw=drawing.draw_ones, methods={"exact": ones.solve, "reference": reference_ones.solve}),',
    ),
}
BOLD = '"bold": Policy(second=0.5, summary="it dares")'
POLICY = {"minesweeper/policies.py": ('    "search": Policy(', f'    {BOLD},\n    "search": Policy(')}
UNSETTLED = "1#######/###1####/##12#3#3/2#######/2#######/######1#/#2###2##/##11#1#1"
PLAN = """
name = "planted"
title = "a planted policy"
seed = 1
[run]
simulate = "minesweeper win-rate"
games = 5
[grid]
policy = ["bold"]
"""
ACE_RULE = {"machiavelli/rules.py": ("}\nUSUAL: Ace", '    "none": Line(first=1, places=12),\n}\nUSUAL: Ace')}
EVERY = """
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.machiavelli.text import read
turn = read("2S 3S 4S | JS QS KS | KH KD KC | AH AD AC", hand="AS 5S", ace="none")
for problem in pastime("machiavelli").problems:
    said = [ask(problem, turn, method=one.name) for one in problem.methods if not one.where.endswith(":published")]
    answers = {repr(one.answer) if problem.unique else one.value for one in said}
    print(problem.name, len(said), len(answers), said[0].value)
"""
BOTS = ["--deal", "5", "--seats", "greedy,strong", "--seed", "10", "--record", "g.json"]
PUZZLE = "MC1-G5H2ANONE-NDD60M-N"
LINES_OF_PAGE = "from passatempo.web.build.data import module_text; print(module_text('machiavelli_rules'))"
SAID = "arrange 5 1 None\nlay 4 1 2\nunlock 3 1 None\ncount 3 1 1\nenumerate 3 1 None\n"
RULES_OF_PUZZLE = """
from passatempo.machiavelli.puzzles.recipes import CLOSE, PuzzleParams
print(CLOSE.rules(PuzzleParams(ace="none"), "it"))
"""
PAGE = "from passatempo.web.build.data import module_text; print(module_text('minesweeper_policies'))"
# Runs command lines one after the other, each with its own input; "-c" stands for a program of Python.
RUN_ALL = """
import contextlib, io, json, sys
from passatempo.cli.main import run
lines, told = json.load(sys.stdin), []
for words, typed in lines:
    sys.stdin, out, err = io.TextIOWrapper(io.BytesIO(typed.encode())), io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        exec(words[1], {}) if words[0] == "-c" else run(words)
    told.append((out.getvalue(), err.getvalue()))
print(json.dumps(told))
"""
# A recipe: its heading, what is planted, and command lines with what their output holds and what they read.
PLAY = ["machiavelli", "play", "--locale", "de", "--no-stats", "--seed", "4"]
GERMAN = {"core/messages.py": ('Literal["en", "it", "es"]', 'Literal["en", "it", "es", "de"]')}
PAGES = """
from pathlib import Path
from passatempo.web.build import pages
made = dict(pages.page_files(Path(pages.__file__).with_name("words")))
print(made["de/cards/index.html"][16:32], made["frame/languages.ts"].split(" = ")[1])
"""
FOLLOWED = {
    "A language": (
        GERMAN,
        [
            (PLAY, "you> hint\ndraw\nyou> 9Z\n'9Z' is not a card", "hint\n9Z\nquit\n"),
            (["machiavelli", "lay", "-"], "Lay 5S", "table: 2S 3S 4S\nhand: 5S\nlocale: de\n"),
            (["machiavelli", "companion", "game.jsonl", "--locale", "de"], "or 'hold'", "holds\nquit\n"),
            (["-c", PAGES], '<html lang="de"  ["en", "it", "es", "de"]'),
        ],
    ),
    "A text format": (
        FORMAT,
        [
            (["optimiza", "convert", "1 1/1 2", "--to", "bars"], "1|1\n1|2\n"),
            (["optimiza", "convert", "1|1/1|2", "--to", "json"], '"board":[[1,1],[1,2]]'),
            (["optimiza", "convert", "-", "--to", "text"], "1 1\n1 2\n", "1|1\n1|2\n"),
            (["optimiza", "best", "1|1/1|2"], "5"),
            (["optimiza", "convert", "--help"], "bars"),
            (["list", "optimiza"], "formats: json, text, bars, csv"),
            (["-c", LIBRARY], r"True '1 1\n1 2\n' '1|1\n1|2\n'"),
        ],
    ),
    "A method or an encoding": (
        METHOD,
        [(["cards", "order", "--example", "published", "--method", "backwards", "--confirm", "exact"], "by exact")],
    ),
    "A question": (
        QUESTION,
        [
            (["optimiza", "ones", "1 2/1 1", "--confirm", "reference"], "3 cells hold a 1"),
            (["optimiza", "ones", "--example", "four", "--json"], '"answer": {'),
            (["optimiza", "ones", "--example", "four", "--format", "svg"], "<svg"),
            (["list", "optimiza", "ones"], "reference"),
            (["-c", "from passatempo.optimiza import ones; print(ones('1 2/1 1', N=2).result())"], "Ones(cells=3)"),
        ],
    ),
    "An ace rule": (
        ACE_RULE,
        [
            (["-c", EVERY], SAID),
            (["machiavelli", "lay", "--help"], "none]"),
            (["machiavelli", "play", "--ace", "none", *BOTS], "greedy has won"),
            (["machiavelli", "replay", "g.json", "--check", "--bots"], "would make the same moves"),
            (["machiavelli", "puzzle", "--ace", "none", "--seed", "3", "--confirm"], PUZZLE),
            (["puzzle", PUZZLE], "hand: 7C 8C"),
            (["-c", RULES_OF_PUZZLE], "(ace: none)"),
            (["-c", LINES_OF_PAGE], '"none": {"first": 1, "places": 12, "circular": false}'),
        ],
    ),
    "A policy of Minesweeper": (
        POLICY,
        [
            (["minesweeper", "guess", UNSETTLED, "--mines", "14", "--method", "bold"], "policy bold: it dares"),
            (["minesweeper", "guess", UNSETTLED, "--mines", "14"], "feasible · search"),
            (["minesweeper", "win-rate", "--games", "5", "--policy", "bold:deep=0"], "bold:deep=0  "),
            (["minesweeper", "play", "--seed", "3"], "Open 5 5", "hint bold:second=0.6\n"),
            (["campaign", "run", "-", "--out", "planted.sqlite", "--workers", "1"], "1 job done", PLAN),
            (["list", "minesweeper", "guess"], "bold"),
            (["-c", PAGE], '"bold": {"kind": 1, "progress": 0.001, "second": 0.5,'),
        ],
    ),
}


@pytest.fixture
def copy(tmp_path):
    """Make a copy of the installed package, kernels and all, without the browser app; other modules stay compiled."""
    package = Path(find_spec("passatempo").submodule_search_locations[0])
    left_out = shutil.ignore_patterns("app")
    shutil.copytree(package, tmp_path / "passatempo", ignore=left_out)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def plant(folder, change):
    """Write new files, add to others at their end, replace texts, or put lines behind what a pattern finds."""
    for name, text in change.items():
        file = folder / "passatempo" / name
        file.parent.mkdir(exist_ok=True)
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        if isinstance(text, tuple) and name.endswith("record.py"):
            found = re.search(text[0], before)
            after = f"{before[: found.end()]}\n{text[1]}{before[found.end() :]}"
        elif isinstance(text, tuple):
            after = before
            for old, new in zip(text[::2], text[1::2], strict=True):
                assert after.count(old) == 1, name
                after = after.replace(old, new)
        else:
            after = before + text
        file.write_text(after, encoding="utf-8")


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_recipe_names_all_files_that_a_change_takes(name, copy):
    change, commands = FOLLOWED[name]
    recipe = RECIPES.partition(f"\n### {name}\n")[2].partition("\n### ")[0]
    named = re.findall(r"`((?:\w+/)?\w+\.py)`", recipe.partition("```python")[0])
    for path in change:
        within = re.sub(r"/(bars|backwards|ones)\.py$", "/NAME.py", path.partition("/")[2])
        assert {within, path} & set(named), f"{path} is not in the recipe"
    plant(copy, change)
    place = os.environ | {"PYTHONPATH": str(copy), "COLUMNS": "100"}
    lines = json.dumps([(words, "".join(typed)) for words, _, *typed in commands])
    program = [sys.executable, "-c", RUN_ALL]
    done = subprocess.run(program, cwd=copy, env=place, capture_output=True, text=True, check=False, input=lines)
    assert done.returncode == 0, done.stderr
    for (_, holds, *_), (out, err) in zip(commands, json.loads(done.stdout), strict=True):
        assert holds in out, err
    linter = str(Path(sys.executable).parent / "lint-imports")
    told = subprocess.run([linter, "--no-cache"], cwd=copy, env=place, capture_output=True, text=True, check=False)
    assert " kept, 0 broken." in told.stdout, told.stdout


def test_a_text_format_takes_six_files():
    table = RECIPES.partition("\n### A text format\n")[2].partition("```python")[0]
    rows = [row for row in table.splitlines() if row.startswith("| `")]
    assert sum(row.split(" | ")[0].count("`") // 2 for row in rows) == 6
