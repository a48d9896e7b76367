"""Checkpoints: a search that is stopped or killed goes on where it was, and nothing that does not fit is taken.

The values expected are those of the ranking sheet in `tests/data/mnk/values.json`. Left out: power that
fails between the writing of a file and its move. `contract/test_files_beside_answers.py` has what cannot be written.

Tests: proof/prover.py
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.mnk import Position, Rules, ValueAsk
from passatempo.mnk.commands import verify
from passatempo.mnk.proof import methods as proof
from passatempo.mnk.proof import prover

CASES = json.loads((Path(__file__).parents[2] / "data" / "mnk" / "values.json").read_text())["cases"]
VALUES = {(case["m"], case["n"], case["k"]): {"first": "win"}.get(case["value"], case["value"]) for case in CASES}
SOONER = "import sys; from passatempo.mnk.proof import prover; prover.SECONDS = 0.02; "
SOONER += "from passatempo.cli.main import run; sys.exit(run(sys.argv[1:]))"


def empty(m, n, k, **options):
    return Position(Rules(m, n, k, **options), bytes(m * n))


def asked(position, **limits):
    return proof.value(Question(position, ValueAsk()), Limits(**limits))


@pytest.mark.parametrize("size", [(5, 5, 4), (7, 4, 4), (7, 6, 5)], ids=str)
def test_a_search_in_pieces_gives_the_value_and_wastes_little(size, tmp_path):
    whole = asked(empty(*size)).stats
    spent = runs = 0
    while True:
        outcome = asked(empty(*size), nodes=(whole["nodes"] + whole["probes"]) // 4, checkpoint=tmp_path / "c")
        runs += 1
        before = outcome.stats["nodes_before"] + outcome.stats["probes_before"]
        assert before <= spent  # a look for a short win is no part of it
        spent += outcome.stats["nodes"] + outcome.stats["probes"]
        if outcome.status is Status.SOLVED:
            break
        assert outcome.stopped is StopReason.NODES
        assert runs < 12
    assert runs > 2
    assert outcome.answer.value == VALUES[size]
    assert spent < 2 * (whole["nodes"] + whole["probes"])


@pytest.mark.parametrize("size", [(5, 5, 4), pytest.param((7, 6, 5), marks=pytest.mark.long)], ids=str)
def test_a_finished_search_answers_at_once_and_writes_its_proof(size, tmp_path):
    file, told = tmp_path / "c", tmp_path / "proof.txt"
    first = asked(empty(*size), checkpoint=file)
    again = asked(empty(*size), checkpoint=file)
    assert again.answer == first.answer
    assert again.stats["nodes"] < first.stats["nodes"] / 2
    assert asked(empty(*size), checkpoint=file, proof=told).proof == told
    assert verify(told).conclusion == "With best play the game is a draw."


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Return the bytes of a checkpoint of (6,4,4) that is not finished."""
    file = tmp_path_factory.mktemp("checkpoint") / "c"
    assert asked(empty(6, 4, 4), nodes=500, checkpoint=file).status is Status.UNKNOWN
    return file.read_bytes()


def refused(content, file, position):
    """Return the sentence with which a checkpoint is refused; the file must stay as it was."""
    file.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        asked(position, checkpoint=file)
    assert file.read_bytes() == content
    assert [entry.name for entry in file.parent.iterdir()] == [file.name]
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "other",
    [empty(6, 5, 4), empty(4, 6, 4), empty(6, 4, 3), empty(6, 4, 4, torus=True), empty(6, 4, 4).play(5)],
    ids=["wider", "turned", "k", "torus", "a mark"],
)
def test_another_position_is_refused(other, kept, tmp_path):
    assert "of another position or of other rules" in refused(kept, tmp_path / "c", other)


def test_another_version_and_other_files_are_refused(kept, tmp_path):
    for number, age in [(b"2", "an earlier"), (b"4", "another"), (b"x", "another")]:
        other = kept.replace(b'"search":3', b'"search":' + number, 1)
        told = refused(other, tmp_path / "c", empty(6, 4, 4))
        assert f"is a checkpoint of {age} version of the search: delete it or name another file" in told
    for content in (b"", b"\n", b"m: 3\nn: 3\nk: 3\n", kept[1:], bytes(100)):
        assert "is not a checkpoint" in refused(content, tmp_path / "c", empty(6, 4, 4))


def test_a_checkpoint_cut_off_or_changed_anywhere_is_refused(kept, tmp_path):
    rng = Random(1, "checkpoint")
    start = len(prover.checkpoint_head(empty(6, 4, 4)))
    for number in range(60):
        at = start + rng.below(len(kept) - start)
        bit = bytes([kept[at] ^ 1 << rng.below(8)])
        content = kept[:at] if number % 2 else kept[:at] + bit + kept[at + 1 :]
        assert "damaged or cut off" in refused(content, tmp_path / "c", empty(6, 4, 4))
    for content in (kept[: start - 2], kept + b"\0", kept + kept):
        assert "damaged or cut off" in refused(content, tmp_path / "c", empty(6, 4, 4))


def test_the_command_refuses_in_one_sentence(kept, tmp_path, capsys):
    file = tmp_path / "c"
    file.write_bytes(kept)
    for words, told in [
        (["value", "m: 6\nn: 5\nk: 4"], "another position"),
        (["value", "m: 6\nn: 4\nk: 4", "--method", "reference"], "does not support checkpoints"),
        (["value", "m: 6\nn: 4\nk: 4", "--all-moves"], "not all moves"),
        (["value", "m: 3\nn: 3\nk: 3\nmisere: true"], "the option misere has no checkpoints"),
        (["move", "m: 6\nn: 4\nk: 4"], "does not support checkpoints"),
    ]:
        assert run(["mnk", *words, "--checkpoint", str(file)]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert told in err
    assert file.read_bytes() == kept


def test_killed_at_any_moment_the_file_is_whole_and_the_search_goes_on(tmp_path):
    file = tmp_path / "c"
    rng = Random(2, "kill")
    words = [sys.executable, "-c", SOONER, "mnk", "value", "m: 7\nn: 7\nk: 5", "--checkpoint", str(file)]
    sizes = []
    for _ in range(6):
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        before, waited = file.stat().st_mtime_ns if file.exists() else 0, time.monotonic()
        while process.poll() is None and (not file.exists() or file.stat().st_mtime_ns == before):
            assert time.monotonic() - waited < 900, "nothing is written"
            time.sleep(0.01)
        time.sleep(rng.below(400) / 1000)
        process.kill()
        process.communicate()
        sizes.append(file.stat().st_size)
        prover.require_fitting(file, empty(7, 7, 5))
    assert sizes[-1] > sizes[0]
    outcome = asked(empty(7, 7, 5), checkpoint=file)
    assert outcome.stats["nodes_before"] > 0
    assert outcome.answer.value == VALUES[7, 7, 5] == "draw"


@pytest.mark.parametrize("size", [(5, 5, 4), (6, 6, 4), (7, 6, 5), (7, 4, 4)], ids=str)
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_give_the_same_value(size, threads, tmp_path):
    outcome = asked(empty(*size), threads=threads, checkpoint=tmp_path / "c")
    assert outcome.answer.value == VALUES[size]
    assert asked(empty(*size), checkpoint=tmp_path / "c").answer.value == VALUES[size]
