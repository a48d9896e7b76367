"""What a commit must keep: its message, judged by the hook of git, and the tools of `make check`, all of them."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOOK = ROOT / ".githooks" / "commit-msg"
KERNEL, PAGE = "src/passatempo/mnk/kernel/board.cpp", "docs/pastimes/mnk.md"
WHY = "It was slow on wide boards."
LONG = "Tell " + "ü" * 67  # 72 characters, 139 bytes

GOOD = {
    "a sentence": (PAGE, f"Name the board\n\n{WHY}"),
    "72 characters": (PAGE, f"{LONG}\n\n{WHY}"),
    "a signature": (KERNEL, f"Name the board\n\n{WHY}\n\nSignature: unchanged"),
    "new counts": ("src/passatempo/mnk/engine/clock.py", f"Name the board\n\n{WHY}\n\nSignature: nodes 41, 7"),
    "tests of solvers": ("tests/solvers/test_signals.py", f"Name the board\n\n{WHY}"),
    "a merge": (KERNEL, "Merge branch 'other'"),
    "to be squashed": (PAGE, "fixup! Name the board"),
    "remarks of git": (PAGE, f"Name the board\n\n{WHY}\n# Please enter the message.\n# --- >8 ---\ndiff --git"),
}
BAD = {
    "no body": (PAGE, "Name the board", "no body"),
    "only remarks": (PAGE, "Name the board\n\n# Please enter the message.", "no body"),
    "only trailers": (KERNEL, "Name the board\n\nSignature: unchanged\nCo-authored-by: A <a@b>", "no body"),
    "73 characters": (PAGE, f"{LONG}ü\n\n{WHY}", "more than 72 characters"),
    "no signature": (KERNEL, f"Name the board\n\n{WHY}", f"{KERNEL} changes: a line 'Signature: unchanged'"),
    "an empty signature": (KERNEL, f"Name the board\n\n{WHY}\n\nSignature:", "a line 'Signature: unchanged'"),
    "in solvers": ("src/passatempo/solvers/sat.py", f"Name the board\n\n{WHY}", "a line 'Signature: unchanged'"),
    "in engine": ("src/passatempo/mnk/engine/clock.py", f"Name the board\n\n{WHY}", "a line 'Signature: unchanged'"),
}


class Repository:
    """A repository of git with the hook of this one, and nothing of the user's settings."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "MAKE"))}
        nowhere = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "HOME": str(folder), "LC_ALL": "C"}
        people = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        self.environment |= nowhere | people
        folder.mkdir(exist_ok=True)
        self.run("git", "init", "-q")

    def run(self, *words):
        return subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False)

    def write(self, path, text=""):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        self.run("git", "add", path)

    def take_hook(self):
        (self.folder / ".githooks").mkdir()
        shutil.copy(HOOK, self.folder / ".githooks")
        self.run("git", "add", ".githooks")

    def commit(self, message, *flags):
        return self.run("git", "commit", "-q", "--allow-empty", "-m", message, *flags)


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path / "house")


def judged(repository, path, message):
    """Stage a file and let the hook judge a message, as git would call it."""
    repository.write(path)
    repository.write("MESSAGE", message)
    return repository.run(str(HOOK), "MESSAGE")


@pytest.mark.parametrize("name", GOOD)
def test_a_good_message_is_taken(repository, name):
    told = judged(repository, *GOOD[name])
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize("name", BAD)
def test_a_bad_message_is_refused_in_one_line(repository, name):
    *given, words = BAD[name]
    told = judged(repository, *given)
    assert told.returncode == 1
    assert words in told.stderr
    assert told.stderr.count("\n") == 1


def test_all_faults_of_a_message_are_told_at_once(repository):
    told = judged(repository, KERNEL, f"{LONG}ü")
    assert told.stderr.count("\n") == 3


def test_git_asks_the_hook(repository):
    repository.take_hook()
    repository.run("git", "config", "core.hooksPath", ".githooks")
    assert repository.commit("Name the board").returncode == 1
    assert repository.run("git", "log").returncode != 0
    assert repository.commit(f"Name the board\n\n{WHY}").returncode == 0


def test_commits_are_judged_since_the_hook_is_there(repository):
    repository.commit("older than the hook")
    repository.take_hook()
    repository.commit("brings the hook")
    repository.commit(f"Name the board\n\n{WHY}")
    assert repository.run(str(HOOK), "--range", "HEAD").returncode == 0
    repository.write(KERNEL)
    repository.commit(f"Cut the board\n\n{WHY}")
    repository.commit("no body")
    told = repository.run(str(HOOK), "--range", "HEAD~2..HEAD")
    assert told.returncode == 1
    assert ["Signature" in line or "no body" in line for line in told.stderr.splitlines()] == [True, True]


def test_the_edge_of_a_shallow_clone_and_no_repository_are_no_fault(repository, tmp_path):
    repository.take_hook()
    for message in ("one", "two", "three"):
        repository.commit(message)
    repository.run("git", "clone", "-q", "--depth", "1", f"file://{repository.folder}", str(tmp_path / "shallow"))
    shallow = Repository(tmp_path / "shallow")
    assert shallow.run("git", "log", "--format=%s").stdout == "three\n"
    assert shallow.run(str(HOOK), "--range", "HEAD").returncode == 0
    assert shallow.run(str(HOOK), "--range", "HEAD^..HEAD").returncode == 0
    shutil.rmtree(shallow.folder / ".git")
    assert shallow.run(str(HOOK), "--range", "HEAD").returncode == 0


def test_new_commits_are_those_that_the_main_line_lacks(repository):
    shutil.copy(ROOT / "Makefile", repository.folder)
    repository.take_hook()
    repository.commit(f"Begin\n\n{WHY}")
    repository.commit("no body")
    assert repository.run("make", "messages").returncode == 2  # the last one, where nothing else is known
    repository.run("git", "tag", "v1")
    repository.commit(f"Name the board\n\n{WHY}")
    assert repository.run("make", "messages").returncode == 0  # since the tag
    repository.run("git", "update-ref", "refs/remotes/origin/main", "HEAD~2")
    assert repository.run("make", "messages").returncode == 2
    repository.run("git", "update-ref", "refs/remotes/origin/main", "HEAD~1")
    assert repository.run("make", "messages").returncode == 0


def test_make_sets_the_hook_only_where_nobody_has_one(repository):
    shutil.copy(ROOT / "Makefile", repository.folder)

    def hooks():
        assert repository.run("make", "hooks").returncode == 0
        return repository.run("git", "config", "core.hooksPath").stdout.strip()

    own = repository.folder / ".git" / "hooks" / "commit-msg"
    own.parent.mkdir(exist_ok=True)
    own.touch()
    assert hooks() == ""
    own.unlink()
    assert hooks() == ".githooks"
    repository.run("git", "config", "core.hooksPath", "mine")
    assert hooks() == "mine"
    shutil.rmtree(repository.folder / ".git")
    assert hooks() == ""


@pytest.mark.parametrize(
    "failing", [(), ("ruff",), ("mypy", "lint-imports"), ("python", "hadolint"), ("lizard", "vulture")], ids=str
)
def test_make_check_runs_all_tools_and_tells_all_that_fail(repository, failing):
    for path in ("src/a.py", "CMakeLists.txt", "pyproject.toml", ".venv/pip.done"):
        repository.write(path)
    shutil.copy(ROOT / "Makefile", repository.folder)
    tools = ("ruff", "clang-format", "mypy", "lint-imports", "python", "codespell")
    tools += ("check-jsonschema", "zizmor", "hadolint", "lizard", "vulture")
    for tool in tools:
        repository.write(f".venv/bin/{tool}", f"#!/bin/sh\necho {tool} >> ran\nexit {int(tool in failing)}\n")
        (repository.folder / ".venv" / "bin" / tool).chmod(0o755)
    for stamp in ("run", "dev", "package"):
        repository.write(f".venv/{stamp}.done")
    told = repository.run("make", "check")
    assert sorted(set((repository.folder / "ran").read_text().split())) == sorted(tools)
    assert bool(told.returncode) == bool(failing), told.stderr
    checks = {
        "ruff": ["format", "lint"],
        "mypy": ["types"],
        "lint-imports": ["imports"],
        "python": ["structure", "docs"],
    }
    checks |= {"hadolint": ["release"], "lizard": ["complexity"], "vulture": ["dead-code"]}
    for check in [check for tool in failing for check in checks[tool]]:
        assert f"check-{check}] Error 1" in told.stderr
