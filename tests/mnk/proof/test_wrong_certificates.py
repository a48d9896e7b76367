"""The checker of proof files, node by node, on states of a few lines: what holds, what it is worth, and what does not.

Lines are written by their cells, so that "12" is a line with the cells 1 and 2 empty. Each state is judged by the plain
checker and by the kernel.

Tests: certificates/checker.py
"""

import pytest

from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.mnk import Position, Rules, read
from passatempo.mnk.certificates import _kernel
from passatempo.mnk.certificates.checker import ClaimCheck, State, WinProof, check_claim, check_hold, check_win
from passatempo.mnk.certificates.file import Claim, InvalidNode
from passatempo.mnk.certificates.kernel_checker import _edge_lists

ROW = Rules(1, 9, 3)


def cells(text):
    return sum(1 << (int(sign) - 1) for sign in text)


def lines(text):
    return tuple(sorted(map(cells, text.split())))


def judged(look, nodes, attacker, defender, attacking, limits=Limits()):
    """Judge the last node, of a state with these lines, and see that the kernel finds the same."""
    checking = ClaimCheck(Claim("X", look is check_win, tuple(nodes)), ROW, Deadline(limits))
    state = State(lines(attacker), lines(defender), attacking)
    follows = followed(state, look is check_win, nodes)
    try:
        found = look(checking, state, len(nodes) - 1)
    except InvalidNode:
        assert not follows
        raise
    assert follows
    return found


def followed(state, wins, nodes):
    """Tell whether the kernel finds the nodes to follow."""
    sides = (_edge_lists(state.attacker_edges), _edge_lists(state.defender_edges))
    text = "\n".join(nodes).encode()
    return _kernel.judged(ROW.m, ROW.n, *sides, state.attacker_moves, wins, text, *Limits().kernel)[-1]


# ---- Wins ----


@pytest.mark.parametrize(
    ("nodes", "attacker", "defender", "attacking", "carrier", "moves"),
    [
        (["1"], "1", "", True, "1", 1),
        (["1"], "1 23", "2", True, "1", 1),  # before the defender completes his
        (["1 !2 !4"], "12 13", "", True, "123", 2),  # one of two lines remains
        (["1 !2 !4"], "12 13", "25", True, "123", 2),  # the defender's line comes too late
        (["- !2 !4"], "2 3", "", False, "23", 1),
        (["3", "2", "1 2:0 3:1"], "12 13", "", True, "123", 2),
        (["3", "2", "- 2:0 3:1"], "2 3", "", False, "23", 1),
        (["7 !7 !38"], "12 13 45 46 789", "", True, "123456", 3),  # the mark itself was not needed
        (["1 !2 !38"], "12 45 46", "", True, "12456", 3),
        (["- !7 !38"], "12 13 45 46", "189 478", False, "123456", 2),
        (["1", "4 8:0 1:0/1"], "14 49", "", True, None, None),  # 0/1 is about the image, and 8 is no cell of a line
        (["1", "4 9:0 1:0/1"], "14 49", "", True, "149", 2),
    ],
)
def test_wins(nodes, attacker, defender, attacking, carrier, moves):
    if carrier is None:
        with pytest.raises(InvalidNode, match="cell 8 is in no open line"):
            judged(check_win, nodes, attacker, defender, attacking)
    else:
        assert judged(check_win, nodes, attacker, defender, attacking) == WinProof(cells(carrier), moves)


@pytest.mark.parametrize(
    ("nodes", "attacker", "defender", "attacking", "words"),
    [
        (["-"], "1", "", True, "node 0: it is the other side's turn"),
        (["1"], "1", "", False, "node 0: it is the other side's turn"),
        (["1"], "12", "", True, "node 0: no reply is answered"),
        (["1 !2"], "12", "", True, "node 0: the reply 2 is not answered"),
        (["1 !2 !4"], "12 13", "5", True, "node 0: the defender completes a line"),
        (["- !2 !4"], "2 3", "5", False, "node 0: the defender completes a line"),
        (["9 !2 !4"], "12 13", "", True, "cell 9 is in no open line"),
        (["1 !2 !2"], "12 13", "", True, "node 0: the reply 2 is not answered"),
        (["1 !2 !8"], "12 13", "", True, "no win at a glance inside 8"),
        (["1 !6 !6"], "12 13", "", True, "node 0: the reply 2 is not answered"),
        (["- !7 !38"], "12 13 45 46", "18 47", False, "node 0: the reply 1 is not answered"),
        (["- !7 !38"], "12 13 45 46", "89 478", False, "node 0: the reply 8 is not answered"),
        (["- !3 !38"], "12 13 45 46", "", False, "no win at a glance inside 3"),  # one line of two
        (["- !1f !1f"], "12 345", "", False, "no win at a glance inside 1f"),
        (["- !f !f"], "12 34", "", False, "no win at a glance inside f"),  # two lines without a common cell
        (["1 2:0"], "12", "", True, "'0' is not the number of an earlier node"),
        (["3", "2", "1 2:1 3:1"], "12 13", "", True, "cell 2 is in no open line"),
        (["3", "2", "1 2:0"], "12 13", "", True, "node 2: the reply 3 is not answered"),
        (["3", "1 2:0"], "12 13 25", "", True, "node 1: the reply 3 is not answered"),
        (["1", "4 9:0 1:0"], "14 49", "", True, "node 0: no reply is answered|cell 1 is in no open line"),
        (["1", "4 9:0 1:0/0"], "14 49", "", True, "0 is not a symmetry of the board"),
        (["1", "4 9:0 1:0/4"], "14 49", "", True, "4 is not a symmetry of the board"),
    ],
)
def test_what_is_no_win(nodes, attacker, defender, attacking, words):
    with pytest.raises(InvalidNode, match=words):
        judged(check_win, nodes, attacker, defender, attacking)


def test_a_reply_that_is_answered_covers_what_serves_no_better():
    """Against 2 node 0 answers by 3. A line of the defender through 8 and 2 is no better than through 2."""
    nodes = ["3", "2", "- 2:0 3:1"]
    assert judged(check_win, nodes, "2 3", "28", False) == WinProof(cells("23"), 1)
    assert judged(check_win, nodes, "2 3", "238", False) == WinProof(cells("23"), 1)
    assert judged(check_win, nodes, "2 3", "89", False) == WinProof(cells("23"), 1)  # too late
    with pytest.raises(InvalidNode, match="completes a line"):
        judged(check_win, nodes, "2 3", "8", False)


# ---- Holds ----


@pytest.mark.parametrize(
    ("nodes", "attacker", "defender", "attacking", "zone"),
    [
        (["E 3f"], "12 34 56", "", False, "123456"),
        (["E 3f"], "12 34 567", "", False, "123456"),
        (["E 7"], "123", "", True, "123"),
        (["E 3"], "12", "", True, "12"),  # a quarter, twice
        (["E 3", "E 18", "S 3:0 18:1"], "12 45", "", True, "1245"),
        (["E 1f"], "123 145", "", True, "12345"),  # a quarter, and as much again through the cell 1
        (["E 7f"], "123 145 167", "", True, "1234567"),  # three eighths, twice
        (["E 7f"], "12 134 567", "", True, "1234567"),  # a half, and three eighths through the cell 1
        (["E 1"], "12", "", False, "1"),
        (["E 0"], "", "", True, ""),
        (["E 0"], "", "5", False, ""),
        (["E 0", "T 1 2 3 4 0"], "12 34", "", True, "1234"),
        (["E 0", "T 1 2 3 4 0"], "123 234", "", True, "1234"),
        (["E 70", "T 1 2 0"], "12 567", "", True, "12567"),
        (["E 38", "T 1 2 0"], "12 1456", "14", True, "12456"),
        (["E 7", "E 38", "S 7:0 38:1"], "123 456", "", True, "123456"),
        (["E 3", "E 38", "S 3:0 38:1"], "12 456", "", False, "12456"),
        (["E 3", "E 38", "S 3:0 38:1"], "12 456", "79", False, "12456"),
        (["E 7", "W 0"], "123", "45", True, "123"),
        (["L 4 9"], "12", "4", False, "14"),
        (["L 4 8"], "", "4 56", False, "4"),
        (["L 4 b"], "12 23", "4", False, "124"),
        (["E 0", "H 1 0"], "12", "", False, "1"),
        (["E 0", "H 2 0", "H 1 0", "M 0 1:1 2:2"], "12", "", True, "12"),
        (["E c0", "H 1 0", "L 3 45", "M 2 3:1 9:2"], "12 789", "3", True, "12378"),
        (["E 0", "H 3 0", "H 2 0", "M 0 2:1 3:2"], "23", "", True, "23"),
        (["E 38", "H 2 0", "M 0 1:1"], "12 456", "", True, None),
        (["E 0", "H 1 0", "M 3 3:1"], "12", "3", True, "123"),
        (["E 0", "H 1 0", "M 0 9:1 1:1/1"], "19", "", True, "19"),
    ],
)
def test_holds(nodes, attacker, defender, attacking, zone):
    if zone is None:
        with pytest.raises(InvalidNode, match="a move is not answered"):
            judged(check_hold, nodes, attacker, defender, attacking)
    else:
        assert judged(check_hold, nodes, attacker, defender, attacking) == cells(zone)


@pytest.mark.parametrize(
    ("nodes", "attacker", "defender", "attacking", "words"),
    [
        (["E 1"], "1", "", True, "node 0: the attacker completes a line"),
        (["Q 1"], "12", "", False, "node 0: 'Q' is not a kind of node"),
        (["E"], "12", "", False, "node 0: words are missing or too many"),
        (["E 1 1"], "12", "", False, "node 0: words are missing or too many"),
        (["E ff"], "12 34 56 78", "", False, "node 0: the potential is too great"),
        (["E 4"], "12", "", False, "node 0: the potential is too great"),  # outside the zone it is the attacker's
        (["E 7"], "12 13 23", "", True, "node 0: the potential is too great"),
        (["E 1ff"], "123 145 167 189", "", True, "node 0: the potential is too great"),
        (["E 3f"], "12 23 345 456 14", "", False, "node 0: the potential is too great"),
        (["E 0", "T 1 2 2 3 0"], "12 23", "", True, "node 1: a cell is in two pairs"),
        (["E 0", "T 1 1 0"], "12", "", True, "node 1: a cell is in two pairs"),
        (["E 0", "T 1 2 3 0"], "12", "", True, "node 1: words are missing or too many"),
        (["E 4", "T 1 2 0"], "12 13", "", True, "node 0: the attacker completes a line"),
        (["E 38", "T 1 2 0"], "12 134", "", True, "node 0: the potential is too great"),
        (["E 3f"], "12 13 456", "", True, "node 0: the potential is too great"),  # 5/8, and 4/8 through the cell 1
        (["E 7", "E 38", "S 7:0 3c:1"], "123 456", "", True, "node 2: the parts share a cell"),
        (["E 3f", "S 7:0 38:0"], "123 456", "", True, "node 1: the parts share a cell"),
        (["E 7", "E 38", "S 7:0 38:1"], "123 456 345", "", True, "node 2: a line is in no part"),
        (["E 7", "E 38", "S 7:0 38:1"], "123 456", "78 47", True, "node 2: the parts share a cell"),
        (["E 3", "E 8", "S 3:0 8:1"], "12 4", "", False, "node 1: the attacker completes a line"),
        (["E 3", "E 18", "S 3:0 18:1"], "12 345", "", False, "node 2: a line is in no part"),
        (["E 7", "S 7:0 38"], "123 456", "", True, "'38' does not refer to a node"),
        (["L 4 9", "W 0"], "12", "4", False, "node 0: the defender completes no line"),
        (["L 4 9"], "12", "4", True, "node 0: the defender completes no line"),
        (["L 4 9"], "12", "45", False, "node 0: the defender completes no line"),
        (["L 4 8"], "12", "4", False, "node 0: the zone is too small"),
        (["L 4 1"], "12", "4", False, "node 0: the zone is too small"),
        (["L 4 9"], "12 23", "4", False, "node 0: the zone is too small"),
        (["E 0", "H 1 0"], "12", "", True, "node 1: it is the attacker's turn"),
        (["E 0", "H 5 0"], "12", "", False, "cell 5 is in no open line"),
        (["E 0", "H 2 0", "M 0 1:1"], "12", "", False, "node 2: it is the defender's turn"),
        (["E 0", "H 2 0", "M 0 1:1"], "12", "", True, "node 2: a move is not answered"),
        (["M 0"], "12", "", True, "node 0: a move is not answered"),
        (["E 0", "H 1 0", "M 0 3:1"], "12", "3", True, "node 2: the attacker may ignore the threat"),
        (["E 18", "H 1 0", "M 0 3:1"], "12 45", "3", True, "node 2: the attacker may ignore the threat"),
        (["E 0", "H 1 0", "M 3 3:1"], "12", "34", True, "node 2: a move is not answered"),
        (["E 0", "H 1 1"], "12", "", False, "'1' is not the number of an earlier node"),
    ],
)
def test_what_is_no_hold(nodes, attacker, defender, attacking, words):
    with pytest.raises(InvalidNode, match=words):
        judged(check_hold, nodes, attacker, defender, attacking)


def test_a_line_of_the_attacker_that_is_complete_ends_all():
    checking = ClaimCheck(Claim("X", False, ("E 1",)), ROW, Deadline(Limits()))
    with pytest.raises(InvalidNode, match="the attacker completes a line"):
        check_hold(checking, State((0,), (), False), 0)


# ---- How often, and how long ----


@pytest.mark.parametrize(("times", "words"), [(1011, "a move is not answered"), (1012, "too many different states")])
def test_nodes_are_looked_at_so_often(times, words):
    """Three nodes: four times as often, and a thousand times more; one look is that of `H` at `E`."""
    with pytest.raises(InvalidNode, match=words):
        judged(check_hold, ["E 0", "H 2 0", "M 0" + " 1:1" * times], "12", "", True)


def test_a_proof_is_looked_at_under_a_deadline():
    with pytest.raises(Stopped):
        judged(check_hold, ["E 0", "H 1 0"], "12", "", False, Limits(seconds=0))
    assert judged(check_hold, ["E 0"], "", "", False, Limits(seconds=0)) == 0


# ---- Claims ----

OPEN = Position(Rules(3, 3, 3), bytes(9))


@pytest.mark.parametrize(
    ("position", "claim", "told"),
    [
        (OPEN, Claim("O", False, ()), []),
        (OPEN, Claim("O", True, (), 4), [("no-proof", 4)]),
        (OPEN, Claim("X", False, (), 4), [("no-proof", 4)]),
        (read("k: 3\nX . .\n. O .\n. . ."), Claim("O", False, (), 5), [("no-proof", 5)]),
        (read("m: 3\nn: 3\nk: 3\nmaker_breaker: true"), Claim("O", False, (), 6), [("no-lines", 6)]),
        (read("m: 3\nn: 3\nk: 3\nmaker_breaker: true"), Claim("X", False, (), 6), [("no-proof", 6)]),
        (read("m: 3\nn: 3\nk: 3\nexact: true"), Claim("O", False, (), 7), [("unknown-rules", 7)]),
        (read("m: 3\nn: 3\nk: 3\ngravity: true"), Claim("O", False, (), 7), [("unknown-rules", 7)]),
        (read("k: 3\nX X X\nO O .\n. . ."), Claim("X", True, ("1",), 8), [("game-over", 8)]),
        (read("k: 3\nX X .\nO O .\n. . ."), Claim("X", True, ("3",), 9), []),
        (read("k: 3\nX X .\nO O .\n. . ."), Claim("X", True, ("6",), 9), [("broken-proof", 9)]),
        (read("k: 3\nX X .\nO O .\nX . ."), Claim("O", True, ("6",), 9), []),
        (read("k: 3\nX X .\nO O .\nX . ."), Claim("X", False, ("L 6 24",), 9), [("broken-proof", 9)]),
        (read("k: 3\nX X .\nO O .\nX . ."), Claim("X", False, ("L 6 1fc",), 9), []),
        (Position(Rules(512, 512, 5), bytes(512 * 512)), Claim("O", False, (), 3), [("too-large", 3)]),
        (Position(Rules(1, 3, 3), bytes(3)), Claim("X", False, ("E 7",), 3), []),
        (Position(Rules(1, 3, 3), bytes(3)), Claim("X", False, ("E 7", "Q 0"), 3), [("broken-proof", 3)]),
        (Position(Rules(1, 3, 2), bytes(3)), Claim("X", False, ("E 7",), 3), [("broken-proof", 3)]),
    ],
)
def test_claims(position, claim, told):
    assert [(fault.rule, fault.where) for fault in check_claim(position, claim)] == told


def test_a_proof_may_be_too_deep():
    nodes = ("E 1ff", *(f"W {number}" for number in range(5000)))
    (fault,) = check_claim(Position(Rules(1, 9, 9), bytes(9)), Claim("X", False, nodes, 2))
    assert fault.text == "X cannot win: the proof is too deep"
    assert check_claim(Position(Rules(1, 9, 9), bytes(9)), Claim("X", False, nodes[:50], 2)) == []
