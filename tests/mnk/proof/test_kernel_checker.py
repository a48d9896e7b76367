"""The kernel that checks proofs: it says yes wherever the plain checker does, and refuses what it cannot judge.

Where it must say no is tested beside the plain checker: `test_wrong_certificates` (node by node) and
`test_proof_mutants` (damaged files) ask both.

Tests: certificates/kernel_checker.py
"""

from dataclasses import replace

import pytest
from tests.mnk.proof.proof_mutants import TEN, written

from passatempo.cli.main import run
from passatempo.core.errors import Unanswered
from passatempo.core.limits import Cancel, Deadline, Limits, Stopped
from passatempo.core.outcome import StopReason
from passatempo.core.pastime import Question
from passatempo.mnk import Position, Rules, ValueAsk, read
from passatempo.mnk.certificates import _kernel, kernel_checker
from passatempo.mnk.certificates.checker import check_claim
from passatempo.mnk.certificates.file import Claim, read_claims
from passatempo.mnk.commands import read_proof, verify
from passatempo.mnk.formats.notation import moves_of
from passatempo.mnk.proof import methods as proof


def placed(m, n, k, *, torus=False, **marks):
    """Return a position with marks on named cells, X to move."""
    cells = bytearray(m * n)
    for mark, places in marks.items():
        for row, column in moves_of(" ".join(places)):
            cells[(row - 1) * n + column - 1] = "XO".index(mark) + 1
    return Position(Rules(m, n, k, torus=torus), bytes(cells))


def told_by_kernel(position, claim):
    """Tell whether the kernel itself says that the nodes of a claim follow."""
    return kernel_checker._kernel_confirms(position, claim, Deadline(Limits()))


@pytest.mark.parametrize("number", range(len(TEN)))
def test_the_kernel_itself_takes_every_proof(number, tmp_path):
    (tmp_path / "taken").write_text(written(number, tmp_path), encoding="utf-8")
    position, claims = read_proof(str(tmp_path / "taken"))
    assert any(claim.nodes for claim in claims)
    for claim in claims:
        assert not claim.nodes or told_by_kernel(position, claim)


@pytest.fixture(scope="module")
def long_proof(tmp_path_factory):
    """Return a file with the proof that (7,6,5) is a draw: 9,018 nodes in 199 kB."""
    file = tmp_path_factory.mktemp("long") / "proof.txt"
    proof.value(Question(Position(Rules(7, 6, 5), bytes(42)), ValueAsk()), Limits(proof=file))
    return str(file)


def test_a_long_proof_and_each_line_of_it_left_out(long_proof):
    """Without any one of the first thirty neither checker takes it."""
    position, (claim, _) = read_proof(long_proof)
    assert told_by_kernel(position, claim)
    for at in range(30):
        damaged = Claim(claim.side, claim.wins, claim.nodes[:at] + claim.nodes[at + 1 :], claim.line)
        assert not told_by_kernel(position, damaged)
        assert kernel_checker.check_with_kernel(position, damaged) == check_claim(position, damaged) != []


@pytest.mark.parametrize(("m", "n"), [(1, 64), (1, 65), (8, 16), (16, 16), (1, 256), (1, 257)])
def test_boards_of_every_width(m, n):
    """One, two and four words of cells, and a board that is left to the plain checker."""
    for cell in (1, m * n // 2, m * n):
        position = Position(Rules(m, n, 1), bytes(m * n))
        wins, false = Claim("X", True, (str(cell),)), Claim("X", True, (str(m * n + 1),))
        assert told_by_kernel(position, wins) == (m * n <= kernel_checker.MOST_CELLS)
        assert not told_by_kernel(position, false)
        assert kernel_checker.check_with_kernel(position, wins) == []
        assert kernel_checker.check_with_kernel(position, false)


@pytest.mark.parametrize("m", [1, 8])
def test_the_zone_of_a_wide_board(m):
    """Thirty in a row, by potential: sets of more than one word are read rightly; a digit too many is refused."""
    position = read(f"m: {m}\nn: 30\nk: 30")
    whole = (1 << m * 30) - 1
    assert told_by_kernel(position, Claim("X", False, (f"E {whole:x}",)))
    for text in (f"1{whole:x}", f"{whole:X}", f"-{whole:x}", f"0x{whole:x}", ""):
        assert not told_by_kernel(position, Claim("X", False, (f"E {text}",)))
    assert told_by_kernel(position, Claim("X", False, (f"E {0:050}{whole:x}",)))


WIDE = {
    "two words, pairs": Position(Rules(11, 11, 9), bytes(121)),
    "two words, a draw": Position(Rules(11, 6, 6), bytes(66)),  # 426 nodes of the kinds E, H, M, T, W; symmetries
    "two words, a win": placed(11, 11, 5, X=("e5", "f5", "g5"), O=("a1", "a9", "i1")),
    "four words, a win": placed(15, 15, 5, X=("h8", "i8", "j8"), O=("a1", "o1", "a15")),
    "four words, pairs": Position(Rules(16, 16, 9), bytes(256)),
    "four words, on a torus": placed(12, 13, 4, X=("a1", "a2"), O=("g7", "h2"), torus=True),
}


@pytest.mark.quick(2)
@pytest.mark.parametrize("wide", WIDE)
def test_whole_proofs_on_boards_of_more_than_64_cells(wide, tmp_path):
    """Both checkers take them, and refuse the same where a node is left out, or one of its words."""
    file = tmp_path / "proof.txt"
    outcome = proof.value(Question(WIDE[wide], ValueAsk()), Limits(proof=file))
    assert outcome.proof == file
    position, claims = read_proof(str(file))
    assert position == WIDE[wide]
    claims = [claim for claim in claims if claim.nodes]
    assert claims
    for claim in claims:
        assert told_by_kernel(position, claim)
        assert check_claim(position, claim) == []
        for at in range(len(claim.nodes) - 1, max(-1, len(claim.nodes) - 5), -1):
            words = claim.nodes[at].split()
            for node in ([], *([" ".join(words[:k] + words[k + 1 :])] for k in range(len(words)) if len(words) > 1)):
                damaged = replace(claim, nodes=(*claim.nodes[:at], *node, *claim.nodes[at + 1 :]))
                plain = check_claim(position, damaged) if damaged.nodes else ["nothing is left"]
                assert told_by_kernel(position, damaged) == (plain == []), node


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"rows": 0}, "1 to 256 cells"),
        ({"columns": 257}, "1 to 256 cells"),
        ({"rows": 2**31 - 1, "columns": 2**31 - 1}, "1 to 256 cells"),
        ({"attacker": [[9]]}, "a cell is off the board"),
        ({"defender": [[-1]]}, "a cell is off the board"),
        ({"attacker": [[]]}, "a line has no empty cell"),
    ],
)
def test_what_the_kernel_refuses(changed, words):
    whole = {"rows": 3, "columns": 3, "attacker": [[0]], "defender": [], "attacking": True, "wins": True}
    rest = {"nodes": b"1", "seconds": 1.0, "most": 100, "cancel": None}
    assert _kernel.judged(**whole, **rest)[-1]
    with pytest.raises(ValueError, match=words):
        _kernel.judged(**{**whole, **changed}, **rest)
    for nodes in (b"", b"\n", b"\n1", b"\0", b"1\0", b"99999999999", b"\xff\xfe", b"1:", b"- :", b"/", b"-1"):
        assert _kernel.judged(**whole, **{**rest, "nodes": nodes})[-1] == (nodes == b"\n1"), nodes


@pytest.mark.parametrize(("limits", "reason"), [(Limits(seconds=0), "seconds"), (Limits(nodes=9), "nodes")])
def test_a_limit_ends_the_check(limits, reason, long_proof):
    """Nodes are looks; the clock is looked at once every thousand of them."""
    position, (claim, _) = read_proof(long_proof)
    deadline = Deadline(limits)
    with pytest.raises(Stopped):
        kernel_checker.check_with_kernel(position, claim, deadline)
    assert deadline.stop_reason is StopReason(reason)


def test_deep_proofs_are_left_to_the_plain_checker():
    position = Position(Rules(1, 9, 9), bytes(9))
    nodes = ("E 1ff", *(f"W {number}" for number in range(5000)))
    deep = Claim("X", False, nodes, 2)
    assert not told_by_kernel(position, deep)
    assert [fault.text for fault in kernel_checker.check_with_kernel(position, deep)] == [
        "X cannot win: the proof is too deep"
    ]
    assert told_by_kernel(position, Claim("X", False, nodes[:200]))


def test_what_needs_no_nodes_the_plain_checker_judges():
    text = "passatempo mnk proof 1\n{}\nclaim O cannot win\n"
    assert read_claims(text)[1] == [Claim("O", False, (), 3)]
    assert kernel_checker.check_with_kernel(read("m: 3\nn: 3\nk: 3"), Claim("O", False, ())) == []


@pytest.mark.parametrize(("memory", "told"), [(1, "the 32768 bytes"), (6, "the 196608 bytes"), (7, "")])
def test_how_long_a_proof_may_be_the_memory_says(memory, told, long_proof, capsys):
    """199 kB are a thirty-second of 7 MB."""
    code = run(["mnk", "verify", "--memory", str(memory), long_proof])
    said = capsys.readouterr()
    assert (code, said.out == "") == ((2, True) if told else (0, False))
    assert told in said.err


def test_how_many_lines_a_proof_may_have_the_memory_says(tmp_path, capsys):
    file = tmp_path / "proof.txt"
    file.write_text("passatempo mnk proof 1\n{}\nclaim X wins\n" + "5\n" * 5000, encoding="utf-8")
    assert run(["mnk", "verify", "--memory", "1", str(file)]) == 2
    assert "more than the 2048 lines that are read" in capsys.readouterr().err


@pytest.mark.parametrize("plain", [False, True])
def test_a_cancelled_check_is_an_interrupt(plain, long_proof):
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Unanswered, match="stopped"):
        verify(long_proof, plain=plain, cancel=cancel)
