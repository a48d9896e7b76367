"""A proof or a checkpoint that cannot be written costs a warning, never the answer; two programs never share one.

Left out: a folder without write permission, since root may write everywhere, and a disk that is full for later bytes
only.

Tests: core/output.py, core/outcome.py, cli/answers.py, mnk/proof/prover.py, cards/encodings/sat.py
"""

import contextlib
import errno
import fcntl
import json
import resource

import pytest

from passatempo.cli.main import run
from passatempo.core.limits import Limits
from passatempo.core.output import sole_writer
from passatempo.core.pastime import Question
from passatempo.mnk import ValueAsk, read
from passatempo.mnk.proof.methods import value

MNK = ["mnk", "value", "--m", "4", "--n", "4", "--k", "4"]
CARDS = ["cards", "order", "--cards", "1 1 1 2", "--N", "4", "--method", "sat-run"]
FILES = [(MNK, "--proof"), (MNK, "--checkpoint"), (CARDS, "--proof")]
each_file = pytest.mark.parametrize(
    ("words", "option"), FILES, ids=lambda part: part if isinstance(part, str) else part[0]
)


@contextlib.contextmanager
def small_files():
    """Let no file have a byte."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


OBSTACLES = {
    "no folder": ("no/c", contextlib.nullcontext),
    "a folder": ("folder", contextlib.nullcontext),
    "a device": ("/dev/full", contextlib.nullcontext),
    "a limit of size": ("c", small_files),
}


def told(capsys, *words):
    code = run(words)
    out, err = capsys.readouterr()
    outcome = json.loads(out)
    return code, {key: outcome[key] for key in ("status", "answer", "value", "reason", "proof")}, err


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", OBSTACLES)
@each_file
def test_a_file_that_cannot_be_written_is_a_warning_behind_the_answer(words, option, kind, folder, capsys):
    name, obstacle = OBSTACLES[kind]
    right = told(capsys, *words, "--json")
    with obstacle():
        code, outcome, err = told(capsys, *words, "--json", option, name)
    assert (code, outcome) == right[:2]
    assert err.startswith(f"warning: '{name}'")
    assert err.count("\n") == 1
    assert [file.name for file in folder.iterdir()] == ["folder"]


@each_file
def test_a_batch_and_a_full_disk(words, option, folder, capsys):
    names = {"cards": {"cards": [1, 1, 1, 2], "N": 4}, "mnk": {"m": 4, "n": 4, "k": 4}}
    (folder / "batch").write_text(f"{json.dumps(names[words[0]])}\n" * 2, encoding="utf-8")
    method = ["--method", "sat-run"] if words is CARDS else []
    assert run([*words[:2], *method, "--batch", "batch", option, "/dev/full"]) == 0
    out, err = capsys.readouterr()
    assert [json.loads(line)["status"] for line in out.splitlines()] == [
        {"cards": "impossible", "mnk": "solved"}[words[0]]
    ] * 2
    assert [line.startswith("warning: '/dev/full'") for line in err.splitlines()] == [True, True]


def test_a_method_returns_the_outcome_with_the_warning():
    for name in ("proof", "checkpoint"):
        outcome = value(Question(read("m: 4\nn: 4\nk: 4"), ValueAsk()), Limits(**{name: "/dev/full"}))
        assert (outcome.answer.value, outcome.proof) == ("draw", None)
        assert [warning.startswith("'/dev/full': ") for warning in outcome.warnings] == [True]


def test_what_is_no_checkpoint_is_refused_and_stays(folder, capsys):
    (folder / "c").write_text("notes", encoding="utf-8")
    assert run([*MNK, "--checkpoint", "c"]) == 2
    assert "'c' is not a checkpoint" in capsys.readouterr().err
    assert (folder / "c").read_text(encoding="utf-8") == "notes"


def test_a_second_program_is_refused_before_it_searches(folder, capsys):
    """Also by another name of the file; the lock of a killed program holds nobody up."""
    assert run([*MNK, "--checkpoint", "c"]) == 0
    (folder / "link").symlink_to("c")
    before = (folder / "c").read_bytes()
    for name in ("c", "link"):
        capsys.readouterr()
        with sole_writer("c"):
            assert run([*MNK, "--checkpoint", name]) == 2
        assert capsys.readouterr() == ("", f"passatempo: '{name}' is being written by another program\n")
        assert (folder / "c").read_bytes() == before
    (folder / "c.lock").touch()
    assert run([*MNK, "--checkpoint", "link"]) == 0
    assert (folder / "link").is_symlink()
    assert sorted(file.name for file in folder.iterdir()) == ["c", "folder", "link"]


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL])
def test_without_locks_nothing_is_recorded_and_nothing_lost(number, folder, monkeypatch, capsys):
    """Two programs could write at once where the file system cannot lock: records refuse, an answer goes without."""

    def no_lock(file, mode):
        raise OSError(number, "no locks here")

    play, match = ["mnk", "play", "--record", "g"], ["mnk", "match", "reference", "reference", "--save", "g"]
    monkeypatch.setattr(fcntl, "flock", no_lock)
    for words in (play, match):
        (folder / "g").write_bytes(b"")
        assert run(words) == 2
        assert capsys.readouterr() == ("", "passatempo: 'g': the file cannot be locked (no locks here)\n")
        assert (folder / "g").read_bytes() == b""
    assert run([*MNK, "--checkpoint", "c"]) == 0
    assert capsys.readouterr().err == "warning: 'c': the file cannot be locked (no locks here)\n"
    assert run([*MNK, "--out", "g"]) == 0  # a result is replaced in one step, with or without locks
    assert not (folder / "c").exists()
