"""Plant faults in the package, one at a time, and report which of them the tests find.

    python -m tests.faults draw --seed 1      # write tests/faults.json: eight faults a pastime
    python -m tests.faults run                # plant each in a clone of HEAD, and run the tests
    python -m tests.faults run --file src/passatempo/cards/checker.py    # plant all faults of a file

A fault is one changed operator, constant or statement. Python is changed by `helpers/changed.py`, C++ by the patterns
below. The tests of the pastime run first, then `contract`, `cli`, `games` and `puzzles`, up to the first failure. A
fault also counts as found if the tests take more than `PATIENCE` seconds. Not drawn: headers of the kernels, code that
only the browser app compiles, words of messages.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tests.helpers.changed import mutants

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
LIST = ROOT / "tests" / "faults.json"
BIN = Path(sys.executable).parent
TREE = ROOT / "build" / "faults"  # the clone that faults are planted in
PACKAGE = "src/passatempo"
PASTIMES = ("machiavelli", "cards", "optimiza", "minesweeper", "mnk")
SHARED = ("contract", "cli", "games", "puzzles")  # tests that run after those of the pastime
PATIENCE = 900.0
MEMORY = 16 << 30  # bytes that a process of the tests may allocate

# Where the faults of a kind are drawn, below the folder of a pastime, and how many.
KINDS = {
    "kernel": (2, ("kernel/**/*.cpp", "*/kernel/*.cpp")),
    "checker": (2, ("**/checker.py", "certificate.py")),
    "reader": (1, ("text.py", "formats/*.py")),
    "command": (1, ("commands.py", "json.py", "words.py")),
    "game": (2, ("game/*.py",)),
}

SWAPS = {
    r" < ": " <= ",
    r" <= ": " < ",
    r" > ": " >= ",
    r" >= ": " > ",
    r" == ": " != ",
    r" != ": " == ",
    r" \+ ": " - ",
    r" - ": " + ",
    r" && ": " || ",
    r" \|\| ": " && ",
    r"\bmin\(": "max(",
    r"\bmax\(": "min(",
    r"\btrue\b": "false",
    r"\bfalse\b": "true",
    r"\bcontinue;": "break;",
    r"\bbreak;": "continue;",
    r"\b1\b": "2",
    r"\b0\b": "1",
}


def changed_lines(source: str) -> Iterator[tuple[str, str, str]]:
    """Yield the line, the change and the new source of each fault of a C++ file.

    >>> [change for _, change, _ in changed_lines("if (a < b) return true;")]
    ["' < ' to ' <= ' at 5", "'true' to 'false' at 18"]
    """
    lines = source.splitlines(keepends=True)
    for number, line in enumerate(lines):
        code = line.partition("//")[0]
        if '"' in code or code.lstrip().startswith(("#", "template", "static_assert", "using")):
            continue
        for pattern, new in SWAPS.items():
            for match in re.finditer(pattern, code):
                changed = line[: match.start()] + new + line[match.end() :]
                change = f"{match[0]!r} to {new!r} at {match.start()}"
                yield line.strip(), change, "".join([*lines[:number], changed, *lines[number + 1 :]])


def faults_of(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the line, the change and the new source of each fault of a file."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".cpp":
        yield from changed_lines(source)
        return
    import ast

    lines = source.splitlines()
    for mutant in mutants(source):
        yield lines[mutant.line - 1].strip(), mutant.change, ast.unparse(mutant.tree())


def draw(seed: int) -> list[dict[str, str]]:
    """Draw the faults: within a pastime and a kind each line of code is as likely as any other."""
    chance, rows = random.Random(seed), []
    for pastime in PASTIMES:
        for kind, (count, patterns) in KINDS.items():
            home = ROOT / PACKAGE / pastime
            paths = sorted({path for pattern in patterns for path in home.glob(pattern)})
            paths = [path for path in paths if path.is_file()]
            places = [(path, line) for path in paths for line in sorted({fault[0] for fault in faults_of(path)})]
            for path, line in chance.sample(places, count):
                change = chance.choice([change for text, change, _ in faults_of(path) if text == line])
                file = path.relative_to(ROOT).as_posix()
                rows.append({"pastime": pastime, "kind": kind, "file": file, "line": line, "change": change})
    return rows


def all_of(file: str) -> list[dict[str, str]]:
    """Return all faults of a file."""
    pastime = Path(file).relative_to(PACKAGE).parts[0]
    faults = [(line, change) for line, change, _ in faults_of(ROOT / file)]
    return [
        {"pastime": pastime, "kind": "file", "file": file, "line": line, "change": change} for line, change in faults
    ]


def clone() -> None:
    """Clone HEAD, with what is compiled of the installed package."""
    shutil.rmtree(TREE, ignore_errors=True)
    subprocess.run(["git", "clone", "-q", str(ROOT), str(TREE)], check=True)
    installed = Path(str(find_spec("passatempo").origin)).parent  # type: ignore[union-attr]
    for path in [*installed.rglob("_kernel.*"), *installed.rglob("*.mo"), *installed.glob("campaigns/plans/*")]:
        target = TREE / PACKAGE / path.relative_to(installed)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)


def compiled(file: str) -> bool:
    """Compile the kernel of a file, without unity, and put it into the clone; report whether it compiles."""
    build, parts = TREE / "build" / "kernels", Path(file).relative_to(PACKAGE).parts
    room = "/".join(parts[: parts.index("kernel")])
    if not build.exists():
        flags = [f"-DPython_EXECUTABLE={sys.executable}", "-DPASSATEMPO_UNITY=OFF", "-DCMAKE_BUILD_TYPE=Release"]
        flags += ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={BIN / 'ninja'}"]
        subprocess.run([BIN / "cmake", "-S", TREE, "-B", build, *flags], check=True, stdout=subprocess.DEVNULL)
    line = [BIN / "cmake", "--build", build, "--target", f"kernel_{room.replace('/', '_')}"]
    done = subprocess.run(line, stdout=subprocess.DEVNULL, check=False)
    for path in (build / room).glob("_kernel*.so"):
        shutil.copy(path, TREE / PACKAGE / room)
    return done.returncode == 0


def found_by(pastime: str) -> str:
    """Run the tests in the clone; return the first that fails, or an empty string."""
    environment = os.environ | {"PYTHONPATH": str(TREE / "src")}
    line = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not long", "--doctest-modules", "--pyargs"]
    for tests in ([f"passatempo.{pastime}", f"tests/{pastime}"], [f"tests/{room}" for room in SHARED]):
        limit = lambda: resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))  # noqa: E731
        with subprocess.Popen(
            [*line, *tests],
            cwd=TREE,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=limit,
        ) as process:
            try:
                said, _ = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                return f"no end within {PATIENCE:.0f} s"
        if process.returncode:
            failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE)
            return failed[0] if failed else said[-300:]
    return ""


def run(rows: list[dict[str, str]]) -> Iterator[dict[str, str]]:
    """Plant each fault, and yield it with the test that finds it."""
    for row in rows:
        path, begun = TREE / row["file"], time.monotonic()
        sound = path.read_text(encoding="utf-8")
        new = [text for line, change, text in faults_of(path) if (line, change) == (row["line"], row["change"])]
        if not new:
            yield row | {"found": "", "note": "the line is not there any more"}
            continue
        path.write_text(new[0], encoding="utf-8")
        kernel = path.suffix == ".cpp"
        found = "the compiler" if kernel and not compiled(row["file"]) else found_by(row["pastime"])
        path.write_text(sound, encoding="utf-8")
        if kernel:
            compiled(row["file"])
        yield row | {"found": found, "seconds": f"{time.monotonic() - begun:.0f}"}


def main() -> int:
    """Draw the faults, or run the tests on them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("act", choices=["draw", "run"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", help="plant all faults of this file instead of the list")
    parser.add_argument("--out", default=str(ROOT / "build" / "faults.jsonl"))
    flags = parser.parse_args()
    if flags.act == "draw":
        rows = ",\n".join(json.dumps(row) for row in draw(flags.seed))
        LIST.write_text(f"[\n{rows}\n]\n", encoding="utf-8")
        return 0
    clone()
    with open(flags.out, "w", encoding="utf-8") as file:
        for row in run(all_of(flags.file) if flags.file else json.loads(LIST.read_text(encoding="utf-8"))):
            line = json.dumps(row)
            sys.stdout.write(f"{line}\n")
            file.write(f"{line}\n")
            file.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
