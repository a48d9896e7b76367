"""Every block of README and the pages that begins with ``$`` runs, and what it shows is what the program prints.

Times are ignored, ``...`` stands for any lines, a picture of the tour is what its command writes, and what a remark
behind a command claims is looked for in the output. Where a command serves until it is stopped, asks a server, or plays
for hours, `STAND_INS` says what runs in its place, and why.

Tests: cli/main.py, cli/app.py
"""

import doctest
import os
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ..helpers.curl import sent
from ..helpers.house import House

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PICTURES = ROOT / "docs" / "pictures" / "tour"
SHORTENED = "plays for minutes to hours: the same with fewer games and nodes"
SERVES = "serves until Ctrl-C: tests/web serve it; here its flags are read"
TELLS_NOTHING = "what stands in for the other program tells no value; one in tests/mnk/matches/test_openings.py does"
COMPILES = "fetches a compiler and compiles for minutes: tests/app looks at what was made"
INSTALLS = "installs what is here already: .ci/wheel.py does it"
A_CLUSTER = "needs a cluster, or what one has left: tests/campaign runs it; here its flags are read"
GREEDIES = "passatempo campaign plan optimiza-greedies"
# A command, or the beginning of one; what runs in its place; why.
STAND_INS = [
    ("apt-get install ", "make --version", INSTALLS),
    ("make demo ", "make --dry-run demo", COMPILES),
    ("make test ", "make --dry-run test", "runs this test, too"),
    ("make wheel ", "make --dry-run wheel", COMPILES),
    ("make web ", "make --dry-run web", SERVES),
    ("source .venv/bin/activate ", "passatempo --version", "the shell of the test has that environment"),
    ("uv python install ", "python --version", INSTALLS),
    ("passatempo minesweeper play ", "passatempo minesweeper play --help", "plays until somebody leaves"),
    ("passatempo web ", "passatempo web --help", SERVES),
    ("--openings 40 --sprt 0 30", "--openings 1 --nodes 50 --most-moves 12 --sprt 0 30", SHORTENED),
    ('--judge "gomocup:./other" --count 100', "--judge engine:threats=false --count 1 --nodes 2000", TELLS_NOTHING),
    ("--book even --board 15,15,5 --seconds 1", "--book even --nodes 50 --most-moves 12", SHORTENED),
    ("pip install ", "python -m pip --version", INSTALLS),
    ("pipx install ", "python -m pip --version", INSTALLS),
    ("uvx --from . ", "passatempo mnk value --help", INSTALLS),
    (f"{GREEDIES} > PLAN.toml", f"{GREEDIES} | sed 's/^repeat = .*/repeat = 1/' > PLAN.toml", SHORTENED),
    ("passatempo campaign run PLAN.toml --cluster ", "passatempo campaign run --help", A_CLUSTER),
    ("passatempo campaign merge parts/", "passatempo campaign merge --help", A_CLUSTER),
    ("passatempo campaign resume study.sqlite", "passatempo campaign resume --help", A_CLUSTER),
]
# What the remark behind a command claims: words of what it says.
CLAIMED = {
    "..X.X/..... --method corrado-avl": ["X c1", "expects c1 d2"],
    "corrado-avl:depth=2": ['"candidates": 34'],
    ".XO/X../... --method corrado-avl": ["O b2"],
    "mnk evaluate --m 3 --n 3 --k 2": ["= -5760 "],
}
QUICK = (ROOT / "README.md", ROOT / "docs" / "tour.md")  # the pages whose blocks `make test` runs


def blocks():
    """Yield every block with commands; one of two that are the same."""
    seen = set()
    for page in PAGES:
        for block in re.findall(r"^```\w*\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
            if block.startswith("$ ") and block not in seen:
                seen.add(block)
                name = f"{page.relative_to(ROOT)}: {block[2:40].splitlines()[0]}"
                marks = [] if page in QUICK else [pytest.mark.long]
                yield pytest.param(block, id=name, marks=marks)


def commands(block):
    """Split a block into commands and what is shown after each; a remark goes on in lines of blanks and ``#``."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield line, "".join(row for row in shown.splitlines(keepends=True) if not re.match(r"\s+#", row))


def replaced(line):
    """Put stand-ins in the place of what cannot be run as it is written."""
    line = re.split(r"\s+# ", line + " ")[0] + " "
    for words, instead, _ in STAND_INS:
        if line.startswith(words) or line.strip() == words.strip():
            line = instead
        elif words.startswith("--"):
            line = line.replace(words, instead)
    return line.strip()


def timeless(text):
    """Leave out how long an answer took."""
    return re.sub(r"· [\d.]+ (µs|ms|s)(?= ·|$)", "·", text, flags=re.MULTILINE)


@pytest.fixture(scope="module")
def house():
    with House() as process:
        yield process


NEEDS_A_SHELL = re.compile(r"[|&;<>()$`*?~\[\]{}\\]")  # outside quotes


def run(house, line, folder):
    """Run a command: in the process that is there if it is a plain one of `passatempo`, in a shell if it is not."""
    bare = re.sub(r"""'[^']*'|"[^"$`\\]*\"""", "", line)
    if not line.startswith("passatempo ") or NEEDS_A_SHELL.search(bare):
        return run_in_a_shell(line, folder)
    code, said, error = house.run(shlex.split(line)[1:], folder)
    assert code in (0, 3) or (code == 1 and said.startswith("Impossible: ")), (line, error)
    return said


def run_in_a_shell(line, folder):
    """Run a line of a shell, with `passatempo` as this environment has it."""
    bin_ = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}
    place = ROOT if line.startswith("make") else folder
    told = subprocess.run(line, shell=True, cwd=place, capture_output=True, text=True, env=environment, check=False)
    assert told.returncode in (0, 3), (line, told.stderr)
    return told.stdout


def other_player(folder):
    """Put a program of the line protocol where the page has one of somebody else's."""
    other = folder / "other"
    other.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -m passatempo mnk protocol\n")
    other.chmod(other.stat().st_mode | stat.S_IXUSR)


def asked(line):
    """Send what a line of curl sends to a server of our own; return the answer."""
    served = [sys.executable, "-m", "passatempo", "web", "--api-only", "--port", "0"]
    with subprocess.Popen(served, stdout=subprocess.PIPE, text=True) as process:
        try:
            return sent(line, re.search(r"http://[\w.:]+", process.stdout.readline())[0])
        finally:
            process.terminate()


@pytest.mark.parametrize("block", list(blocks()))
def test_a_block_of_a_page_says_what_it_shows(block, tmp_path, house):
    other_player(tmp_path)
    for line, shown in commands(block):
        if line.startswith("curl "):
            assert asked(line)["status"] == "solved"
            continue
        said = run(house, replaced(line), tmp_path)
        flags = doctest.ELLIPSIS
        same = doctest.OutputChecker().check_output
        assert not shown.strip() or same(timeless(shown), timeless(said), flags), said
        for words, claims in CLAIMED.items():
            if words in line:
                assert all(claim in said for claim in claims), said
    for picture in tmp_path.glob("*.svg"):
        if (PICTURES / picture.name).exists():
            assert picture.read_bytes() == (PICTURES / picture.name).read_bytes()


def test_the_tour_shows_the_picture_of_each_file_that_it_writes():
    text = QUICK[1].read_text(encoding="utf-8")
    written = re.findall(r"^\$ .* --out (\S+)$", text, re.MULTILINE)
    assert written == re.findall(r"\]\(pictures/tour/(.+)\)", text)
    assert sorted(written) == sorted(picture.name for picture in PICTURES.iterdir())


def snippets():
    """Yield every block of Python of a page."""
    for page in PAGES:
        found = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        for number, block in enumerate(found, 1):
            marks = [] if page in QUICK else [pytest.mark.long]
            yield pytest.param(block, id=f"{page.relative_to(ROOT)}: {number}", marks=marks)


@pytest.mark.parametrize("block", list(snippets()))
def test_the_python_of_a_page_runs(block, tmp_path):
    done = subprocess.run([sys.executable, "-c", block], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_stand_in_and_claim_belongs_to_a_page():
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    for words, _, why in STAND_INS:
        assert words.strip() in text, words
        assert why
    for words in CLAIMED:
        assert words in text, words
