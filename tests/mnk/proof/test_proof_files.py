"""Proofs that are written, checked again, and refused when they are corrupted.

Tests: certificates/checker.py, certificates/file.py, commands.py
"""

import pytest
from tests.mnk.proof.proof_mutants import line_mutants, unsealed

from passatempo import mnk
from passatempo.cli.main import run
from passatempo.core.errors import FormatError, InvalidInstance, UsageError
from passatempo.core.limits import Limits
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.mnk import Position, Rules, ValueAsk
from passatempo.mnk.certificates.checker import check_claim
from passatempo.mnk.certificates.file import read_claims, seal_line
from passatempo.mnk.commands import read_proof, state_conclusion, verify
from passatempo.mnk.proof import methods as proof
from passatempo.mnk.text import read

QUICK = [(3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 4, 4), (6, 5, 4), (6, 6, 4), (6, 6, 5), (7, 7, 6), (8, 8, 4)]


def written(position, file, **limits):
    outcome = proof.value(Question(position, ValueAsk()), Limits(proof=file, **limits))
    assert outcome.proof == file
    return outcome.answer.value


def empty(m, n, k, **options):
    return Position(Rules(m, n, k, **options), bytes(m * n))


@pytest.mark.parametrize(
    "size", [*QUICK, *(pytest.param(s, marks=pytest.mark.long) for s in [(5, 5, 4), (7, 6, 5)])], ids=str
)
def test_proofs_of_empty_boards_hold(size, tmp_path):
    file = tmp_path / "proof.txt"
    value = written(empty(*size), file)
    assert verify(file).conclusion == {"win": "With best play X wins.", "draw": DRAW}[value]


DRAW = "With best play the game is a draw."


@pytest.mark.long
def test_the_proof_of_7_7_5_holds(tmp_path):
    file = tmp_path / "proof.txt"
    assert written(empty(7, 7, 5), file) == "draw"
    assert verify(file).conclusion == DRAW


@pytest.mark.parametrize("options", [{}, {"torus": True}, {"maker_breaker": True}], ids=str)
def test_proofs_of_positions_hold(options, tmp_path):
    file = tmp_path / "proof.txt"
    for seed in range(25):
        rng = Random(seed, "proof file")
        rules = Rules(*[(3, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4)][seed % 4], **options)
        position = Position(rules, bytes(rules.size))
        for _ in range(1 + rng.below(8)):
            position = position.play(position.legal[rng.below(len(position.legal))])
            if position.result:
                break
        if position.result:
            continue
        value = written(position, file)
        _, claims = read_proof(str(file))
        assert [fault for claim in claims for fault in check_claim(position, claim)] == []
        told = state_conclusion(position, claims)
        mover, other = ("X", "O") if position.to_move == 1 else ("O", "X")
        expected = {"win": f"With best play {mover} wins.", "loss": f"With best play {other} wins.", "draw": DRAW}
        assert told == expected[value]


def corrupted(text, number):
    """Change one word of one node of a proof."""
    lines = text.splitlines()
    rng = Random(number, "corrupt")
    places = [i for i, line in enumerate(lines) if i > 1 and not line.startswith("claim")]
    place = places[rng.below(len(places))]
    words = lines[place].split()
    at = rng.below(len(words))
    other = lines[places[rng.below(len(places))]].split()
    words[at] = ["", "1", "0", "E", other[rng.below(len(other))]][rng.below(5)]
    lines[place] = " ".join(words) or "1"
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("size", [(3, 3, 3), (4, 3, 3), (6, 5, 4)], ids=str)
def test_a_corrupted_proof_is_refused_or_still_true(size, tmp_path):
    file = tmp_path / "proof.txt"
    position = empty(*size)
    written(position, file)
    text = unsealed(file.read_text(encoding="utf-8"))
    refused = 0
    for number in range(150):
        changed = corrupted(text, number)
        _, claims = read_claims(changed)
        refused += any(check_claim(position, claim) for claim in claims)
    assert refused > 75  # the others put a word in its own place, or another that is as good


@pytest.mark.parametrize(
    ("size", "claim"),
    [((3, 3, 3), "X wins"), ((4, 3, 3), "X cannot win"), ((4, 3, 3), "O wins"), ((4, 4, 3), "X cannot win")],
)
def test_no_change_of_words_proves_what_is_false(size, claim, tmp_path):
    """The nodes of true proofs, corrupted, below a claim that is false."""
    file = tmp_path / "proof.txt"
    position = empty(*size)
    for source in (size, (3, 3, 3), (4, 3, 3)):
        written(empty(*source), file)
        lines = unsealed(file.read_text(encoding="utf-8")).splitlines()
        for number in range(100):
            text = "\n".join([*lines[:2], f"claim {claim}", *lines[3:]]) + "\n"
            changed = corrupted(text, number) if number else text
            _, claims = read_claims(changed)
            assert check_claim(position, claims[0])


def test_a_claim_without_nodes_needs_an_empty_board():
    _, claims = read_claims("passatempo mnk proof 1\n{}\nclaim O cannot win\n")
    assert check_claim(empty(3, 3, 3), claims[0]) == []
    assert check_claim(read("k: 3\nX . .\n. . .\n. . ."), claims[0])
    assert check_claim(empty(3, 3, 3, maker_breaker=True), claims[0])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "passatempo mnk proof 2\n{}",
        "passatempo mnk proof 3\n{}",
        "passatempo mnk proof 1\n{}\n5\n",
        "passatempo mnk proof 1\n{}\nclaim X loses\n",
    ],
)
def test_what_is_no_proof_is_refused(text):
    with pytest.raises(FormatError):
        read_claims(text)


def test_the_command(tmp_path, capsys):
    file = tmp_path / "proof.txt"
    instance = tmp_path / "board.json"
    instance.write_text('{"m": 4, "n": 3, "k": 3}', encoding="utf-8")
    assert run(["mnk", "value", str(instance), "--proof", str(file)]) == 0
    assert run(["mnk", "verify", str(file)]) == 0
    assert capsys.readouterr().out.endswith("With best play X wins.\n")
    text = unsealed(file.read_text(encoding="utf-8"))
    file.write_text(text.replace("claim X wins", "claim X cannot win"), encoding="utf-8")
    assert run(["mnk", "verify", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "X cannot win" in told.err


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(3, 3, 3), (4, 3, 3)], ids=str)
def test_no_change_of_any_line_goes_unseen(size, tmp_path, capsys):
    """Every line left out, doubled, emptied, cut, exchanged: also where the nodes would still prove what is claimed."""
    file = tmp_path / "proof.txt"
    written(empty(*size), file)
    text = file.read_text(encoding="utf-8")
    others = [text.replace('"k":3', '"k": 3'), text.replace("{", '{ "m":3,', 1), text[:-2], f"{text}1\n"]
    changed = {other for other in (*line_mutants(text), *others) if other != text}
    assert len(changed) > 10 * text.count("\n") // 2
    for other in changed:
        file.write_text(other, encoding="utf-8")
        assert run(["mnk", "verify", str(file)]) == 2, other
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)


def test_a_file_that_is_not_there():
    with pytest.raises(FileNotFoundError):  # told by the command line like any file that is not there
        verify("/nowhere/proof.txt")
    assert run(["mnk", "verify", "/nowhere/proof.txt"]) == 2


def test_no_file_where_a_limit_comes_first(tmp_path):
    file = tmp_path / "proof.txt"
    outcome = proof.value(Question(empty(7, 7, 5), ValueAsk()), Limits(proof=file, nodes=1000))
    assert outcome.proof is None
    assert not file.exists()


@pytest.mark.quick(1)
@pytest.mark.parametrize("nodes", [1000, 120_000])
def test_a_proof_that_is_not_written_is_told(nodes, tmp_path, capsys):
    """Of (7,7,5) 120,000 nodes find the value, and are too few to write why."""
    file = tmp_path / "proof.txt"
    run(["mnk", "value", "--m", "7", "--n", "7", "--k", "5", "--nodes", str(nodes), "--proof", str(file)])
    told = capsys.readouterr()
    assert told.out.startswith("draw" if nodes == 120_000 else "Unknown")
    assert told.err == f"passatempo: no proof was written to {file}\n"
    assert not file.exists()


def test_a_broken_instance_line(tmp_path):
    file = tmp_path / "proof.txt"
    file.write_text('passatempo mnk proof 1\n{"m":3,"n":3,"k":3,"board":["XXX","OOO","..."]}\nclaim O cannot win\n')
    with pytest.raises(InvalidInstance):
        verify(file)


@pytest.mark.parametrize("size", [(10, 10, 9), (50, 50, 10), (12, 9, 11)], ids=str)
def test_nine_in_a_row_is_a_draw_by_pairs_on_any_board(size, tmp_path):
    file = tmp_path / "proof.txt"
    assert written(empty(*size), file) == "draw"
    assert verify(file).conclusion == DRAW


def test_pairs_serve_after_marks_or_are_not_claimed(tmp_path):
    file = tmp_path / "proof.txt"
    position = empty(12, 12, 9)
    for seed in range(6):
        rng = Random(seed, "pairs")
        for _ in range(2):
            position = position.play(position.legal[rng.below(len(position.legal))])
        if proof.value(Question(position, ValueAsk()), Limits(nodes=3000, proof=file)).proof:
            assert verify(file).conclusion == DRAW


def test_a_pair_too_few_is_refused(tmp_path):
    file = tmp_path / "proof.txt"
    position = empty(10, 10, 9)
    written(position, file)
    text = unsealed(file.read_text(encoding="utf-8"))
    pairs = next(line for line in text.splitlines() if line.startswith("T ")).split()
    needed = 0
    for i in range(1, len(pairs) - 1, 2):
        fewer = " ".join(pairs[:i] + pairs[i + 2 :])
        _, claims = read_claims(text.replace(" ".join(pairs), fewer))
        needed += bool(check_claim(position, claims[0]))
    assert needed > 10  # at the edges some pairs serve no line


@pytest.mark.long
def test_the_first_player_wins_9_4_4(tmp_path):
    """The shortest strip of width four that is won; no other program is known to have a proof."""
    file = tmp_path / "proof.txt"
    assert written(empty(9, 4, 4), file, memory_mb=1500) == "win"
    position, claims = read_proof(str(file))
    told = [f"X wins: {len(claims[0].nodes)} nodes, all follow", "With best play X wins."]
    assert str(verify(file)).splitlines() == str(verify(file, plain=True)).splitlines() == told
    assert state_conclusion(position, claims) == told[1]


def test_a_question_of_the_library_writes_a_proof_and_goes_on_from_a_checkpoint(tmp_path):
    """The verdict on a proof, and on one with a second claim that does not follow, is a value with its violations."""
    file, checkpoint = tmp_path / "proof.txt", tmp_path / "state"
    assert mnk.value(m=3, n=3, k=3, proof=file, checkpoint=str(checkpoint)).proof == file
    verdict, claims = mnk.verify(file), []
    assert (verdict.accepted, verdict.conclusion, verdict.violations) == (True, DRAW, ())
    with pytest.raises(UsageError, match="does not write proofs"):
        mnk.value(m=3, n=3, k=3, method="reference", proof=file)
    body = file.read_text(encoding="utf-8").splitlines()[:-1]
    at = next(number for number, line in enumerate(body) if line == "claim O cannot win")
    wrong = [*body[:at], "claim O wins", "E a2"]
    file.write_text("\n".join([*wrong, seal_line(wrong)]) + "\n", encoding="utf-8")
    refused = mnk.verify(file, report=lambda progress: claims.append(progress.part))
    assert (refused.accepted, refused.conclusion, len(refused.violations)) == (False, "", 1)
    assert [claim.claim for claim in refused.claims] == ["X cannot win"]
    assert claims == list(refused.claims)
    assert str(refused).splitlines()[1] == f"Refused: {refused.violations[0].text}"
    assert refused.to_json()["follows"] is False
    assert run(["mnk", "verify", str(file)]) == 2
