"""Do the tests of a checker see when it is wrong? Change one thing of it at a time, and run them.

    python -m tests.mutants passatempo.optimiza.checker
    python -m tests.mutants --all --out RESULT.json

A mutant is the module's source with one change: a comparison, an operator, a constant, a condition turned round, a
sentence that is no longer told. It is killed where a test fails, or runs eight times as long as it should. What is
alive is printed with its line: either a test is missing, or the change makes no difference, and `mutants.toml` says
why.

The tests of a module are collected once. A first run of them, in a child process, notes which lines of the module each
test runs and how long it takes; each mutant then meets, in a child of its own, the tests that run its lines, the quick
ones first, until one fails. There the mutant takes the place of the sound code inside the functions themselves, so that
it is met also by those who had imported them by name.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import resource
import select
import signal
import sys
import threading
import time
import tomllib
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from itertools import starmap, zip_longest
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from tests.helpers.changed import mutants

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Iterator
    from types import FrameType, ModuleType

    import pytest
    from tests.helpers.changed import Mutant

TESTS = Path(__file__).parent
SLOWER = 8  # times as long as the sound module takes: a loop that does not end
MEMORY = 4 << 30  # bytes; a mutant that wants more is killed
NOTES = tomllib.loads((TESTS / "mutants.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant."""

    line: int
    text: str
    change: str
    killed: bool
    equal: str = ""


def judged() -> dict[str, tuple[str, ...]]:
    """Return the modules that are judged, each with its files of tests."""
    return {row["module"]: tuple(row["tests"]) for row in NOTES["judged"]}


def equals() -> dict[tuple[str, str, str], str]:
    """Return the survivors that are as right as the source: module, line without blanks around, change; and why."""
    return {(row["module"], line, change): row["why"] for row in NOTES["equal"] for line, change in row["mutants"]}


def _functions(space: dict[str, Any], module: str) -> Iterator[tuple[str, FunctionType]]:
    """Yield the functions of a module, those of its classes too, by name."""
    for name, value in space.items():
        if isinstance(value, type) and value.__module__ == module:
            for part, inner in vars(value).items():
                plain = inner.fget if isinstance(inner, property) else getattr(inner, "__func__", inner)
                if isinstance(plain, FunctionType):
                    yield f"{name}.{part}", plain
        elif isinstance(value, FunctionType) and value.__module__ == module:
            yield name, inspect.unwrap(value)


def replace(module: ModuleType, tree: ast.Module) -> None:
    """Give the functions of a module another source, wherever they have been imported to."""
    space = {"__name__": module.__name__, "__file__": module.__file__, "__package__": module.__package__}
    exec(compile(tree, str(module.__file__), "exec"), space)
    others = dict(_functions(space, module.__name__))
    for name, function in _functions(vars(module), module.__name__):
        if other := others.get(name):
            function.__code__, function.__defaults__ = other.__code__, other.__defaults__
            function.__kwdefaults__ = other.__kwdefaults__


def passing(module: ModuleType, noted: set[int]) -> Callable[[FrameType, str, object], Any]:
    """Return a tracer that notes the lines of a module that are run."""

    def line(frame: FrameType, event: str, _: object) -> Any:
        noted.add(frame.f_lineno)
        return line

    def call(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != module.__file__:
            return None
        noted.add(frame.f_lineno)  # the line of its own name, with what its arguments are if they are not given
        return line

    return call


class Court:
    """Takes the place of pytest's loop over the tests it has collected."""

    def __init__(self, name: str, most: int, old: set[tuple[str, str]] | None, told: Callable[[Verdict], None]) -> None:
        self.module = import_module(name)
        self.source = Path(str(self.module.__file__)).read_text(encoding="utf-8")
        self.most, self.old, self.told = most, old, told
        self.tests: list[pytest.Item] = []
        self.lines: list[set[int]] = []
        self.seconds: list[float] = []
        self.failed = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests on the sound module, then on each mutant."""
        self.tests = session.items
        rows, status = in_child(lambda: list(starmap(self._watched, enumerate(self.tests))), 3600)
        if status or len(rows or ()) < len(self.tests) or not self.tests:
            self.failed = f"the tests fail without any change: {rows}"
            return True
        self.lines, self.seconds = [set(row[0]) for row in rows], [row[1] for row in rows]
        text, known, found = self.source.splitlines(), equals(), list(mutants(self.source))
        for mutant in found[:: max(1, len(found) // self.most) if self.most else 1]:
            line = text[mutant.line - 1].strip()
            if self.old is not None and (line, mutant.change) not in self.old:
                continue
            equal = known.get((self.module.__name__, line, mutant.change), "")
            self.told(Verdict(mutant.line, line, mutant.change, self._kills(mutant), equal))
        return True

    def _watched(self, at: int, test: pytest.Item) -> tuple[list[int], float]:
        """Run a test on the sound module, and note which lines it runs and how long it takes."""
        noted: set[int] = set()
        begun = time.monotonic()
        threading.settrace(tracer := passing(self.module, noted))
        sys.settrace(tracer)
        try:
            fine = _passes(test, self.tests[at + 1] if at + 1 < len(self.tests) else None)
        finally:
            sys.settrace(None)
            threading.settrace(None)
        if not fine:
            raise RuntimeError(test.nodeid)
        return sorted(noted), time.monotonic() - begun

    def _kills(self, mutant: Mutant) -> bool:
        """Tell whether a test fails on a mutant, or does not end."""
        # A class is read before any test; and what runs too deep is not seen by the tracer.
        chosen = [at for at, lines in enumerate(self.lines) if not lines.isdisjoint(mutant.span)]
        chosen = chosen or list(range(len(self.tests)))
        chosen.sort(key=lambda at: self.seconds[at])
        tests = [self.tests[at] for at in chosen]

        def work() -> bool:
            replace(self.module, mutant.tree())
            return all(starmap(_passes, zip_longest(tests, tests[1:])))

        if not tests:
            return False
        passed, _ = in_child(work, SLOWER * sum(self.seconds[at] for at in chosen) + 5)
        return not passed


def _passes(test: pytest.Item, following: pytest.Item | None) -> bool:
    """Run a test; what the following one does not share with it is put away."""
    test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
    return not test.session.testsfailed


def in_child(work: Callable[[], Any], seconds: float) -> tuple[Any, int]:
    """Do a piece of work in a child process; return what it gave, or what went wrong and another number than 0."""
    outward, inward = os.pipe()
    child = os.fork()
    if child == 0:
        os._exit(_working(work, inward))
    os.close(inward)
    end, said = time.monotonic() + seconds, b""
    while select.select([outward], [], [], max(0, end - time.monotonic()))[0]:
        if not (part := os.read(outward, 1 << 16)):
            break
        said += part
    else:
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    os.close(outward)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return (json.loads(said) if said and not status else said.decode()), status


def _working(work: Callable[[], Any], inward: int) -> int:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    try:
        said, status = work(), 0
    except BaseException as error:
        said, status = repr(error), 1
    with os.fdopen(inward, "w", encoding="utf-8") as pipe:
        json.dump(said, pipe)
    return status


def judge(name: str, most: int = 0, old: set[tuple[str, str]] | None = None) -> list[Verdict]:
    """Judge the mutants of a module: all, or about so many, evenly over the file, or those that were alive before."""
    import pytest

    verdicts: list[Verdict] = []
    screen = os.fdopen(os.dup(1), "w", encoding="utf-8")

    def told(verdict: Verdict) -> None:
        verdicts.append(verdict)
        if not verdict.killed:
            equal = f"  (equal: {verdict.equal})" if verdict.equal else ""
            screen.write(f"  line {verdict.line}, {verdict.change}: {verdict.text}{equal}\n")
            screen.flush()

    with open(os.devnull, "w", encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(nothing.fileno(), 2)
    court = Court(name, most, old, told)
    files = [str(TESTS / file) for file in judged()[name]]
    pytest.main(
        ["-x", "-q", "-m", "not long", "-p", "no:randomly", "--doctest-modules", "--pyargs", name, *files],
        plugins=[court],
    )
    if court.failed or not court.seconds:
        raise RuntimeError(court.failed or "no test was found")
    return verdicts


def main() -> int:
    """Judge the modules that are named; fail where a mutant lives of which nobody says why."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--all", action="store_true", help="all checkers that have judges")
    parser.add_argument("--most", type=int, default=0, help="about so many mutants a module; 0: all")
    parser.add_argument("--again", help="only those alive in the verdicts that were written before")
    parser.add_argument("--out", help="write the verdicts as JSON")
    asked = parser.parse_args()
    import pytest  # noqa: F401 - once, for all children

    before = json.loads(Path(asked.again).read_text(encoding="utf-8")) if asked.again else None
    page, code = {}, 0
    for name in judged() if asked.all else asked.modules:
        begun = time.monotonic()
        sys.stdout.write(f"{name}\n")
        sys.stdout.flush()
        old = None if before is None else {(row["text"], row["change"]) for row in before[name]["alive"]}
        rows, status = in_child(lambda: list(map(asdict, judge(name, asked.most, old))), 86_400)  # noqa: B023
        if status:
            raise SystemExit(f"{name}: {rows}")
        alive = [row for row in rows if not row["killed"]]
        bare = [row for row in alive if not row["equal"]]
        killed, seconds = len(rows) - len(alive), round(time.monotonic() - begun)
        wrong = killed + len(bare)  # those as right as the source are no faults that a test could see
        share = f"{killed} of {wrong} killed ({killed / max(1, wrong):.1%})"
        said = f"{len(alive) - len(bare)} as right as the source, {len(bare)} alive without a reason"
        sys.stdout.write(f"  {share}, {said}, {seconds} s\n")
        page[name] = {"mutants": len(rows), "killed": killed, "seconds": seconds, "alive": alive}
        code |= bool(bare)
    if asked.out:
        Path(asked.out).write_text(json.dumps(page, indent=1) + "\n", encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
