"""`.ci/house.py` sees faults of every kind in a small repository that has one of each."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QUOTES = '"' * 3
LONG = "def long():\n" + "    pass\n" * 61
KERNEL = "from passatempo.toy import _kernel\n\n\nproblem.wiring.check(question, answer)\n"
CATALOGUE = 'msgid "{n} cards"\nmsgstr "carte"\n\nmsgid "gone"\nmsgstr "via"\n'
PLANTED = {
    "src/passatempo/__init__.py": "",
    "src/passatempo/core/queries.py": f"translate('{{n}} cards')\ntranslate('new')\n{LONG}",
    "src/passatempo/cli/a.py": f"from passatempo.cli import b\n{KERNEL}",
    "src/passatempo/cli/b.py": "from passatempo.cli import a\n" + "\n" * 600,
    "src/passatempo/toy/record.py": "PASTIME = Pastime(Problem(name='best'))\n",
    "src/passatempo/toy/kernel/toy.cpp": "int main() {}  // see cli/gone.hpp\n",
    "src/passatempo/it.po": CATALOGUE,
    "tests/toy/test_record.py": f"{QUOTES}A test.\n\nTests: core/queries.py, cli/a.py, cli/none.py\n{QUOTES}\n",
    "tests/data/toy.json": "{}",
    ".gitignore": "docs/made/\nmade.md\n",
    "docs/made/page.md": "See gone.md.",
    "CONTRIBUTING.md": "`make docs` writes docs/made and made.md.",
    **{f"src/passatempo/toy/{name}.py": "" for name in ("best", *"abcdef")},
    **{f"docs/page{i}.md": "See `passatempo.toy.best` and `passatempo.toy.worst`." for i in range(26)},
}
FOUND = {
    "src/passatempo/core/queries.py:3: long has 62 lines; the limit is 60",
    "src/passatempo/core/queries.py:2: src/passatempo/it.po lacks 'new'",
    "src/passatempo/cli/b.py:600: the file has 601 lines; the limit is 600",
    "docs:1: the folder has 26 entries; the limit is 25",
    "src/passatempo/toy/record.py:1: toy has 7 files of its own, a, b, best, c, d, e, f; the limit is 6",
    "src/passatempo/toy/record.py:1: the module toy.best hides the function of the same name",
    "src/passatempo/cli/a.py:1: a circle of imports leads through passatempo.cli.b",
    "src/passatempo/cli/a.py:5: problem.wiring.check(question, answer) goes around core/queries.py",
    "src/passatempo/toy/kernel/toy.cpp:1: the file must begin with a comment of one sentence",
    "src/passatempo/toy/kernel/toy.cpp:1: cli/gone.hpp does not exist",
    "docs/page0.md:1: passatempo.toy.worst does not exist",
    "src/passatempo/it.po:1: the translation of '{n} cards' is empty or has other placeholders",
    "src/passatempo/it.po:4: no code says 'gone'",
    "tests/toy/test_record.py:1: the file is the test of cli/none.py, which does not exist",
    "src/passatempo/cli/b.py:1: no test has the name of the module, or names it after 'Tests:' in its docstring",
    "tests/data/toy.json:1: the file must name its source: a key source, verified, verified_by or note",
}


@pytest.mark.parametrize("kind", ["clone", "archive"])
def test_a_fault_of_each_kind_is_found(kind, tmp_path):
    for path, text in PLANTED.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "house.py", tmp_path / ".ci")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    if kind == "clone":
        subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    done = subprocess.run([sys.executable, ".ci/house.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert set(done.stdout.splitlines()) >= FOUND
    assert "made" not in done.stdout
    assert "src/passatempo/cli/a.py:2: only certificates, engine" in done.stdout
