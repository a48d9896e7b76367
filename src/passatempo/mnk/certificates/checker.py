"""Proof files of m,n,k-games, checked again in plain Python: no search, no kernel, only the rules of the file.

A proof has a claim for each thing it shows of a position, "X wins" or "O cannot win", and below it one node a line; a
node refers to nodes before it by their numbers, and the last one is the root. Cells are numbers from 1 in reading
order, sets of cells are hexadecimal numbers with bit i for cell i + 1.

The nodes know rules under which a mark never harms its owner and a line of k, or of more, ends the game: the plain
ones, `torus`, and `maker_breaker`, where O has no lines and so claims are of X alone. A claim under any other rule
(`misere`, `gravity`, `exact`, or one that is younger than this checker) is refused, and so is one of a game that is
over.

A state is what the nodes are about: the lines of the attacker (whose win is claimed or denied) without a mark of the
defender, the lines of the defender without a mark of the attacker, each as the set of its empty cells and none
containing another of the same side, and whose turn it is. ``i/s`` in place of a node's number i says that the node is
about the image of the state under symmetry s of the board (`turn`): lines stay lines, and what holds of one holds of
the other.

**Wins.** What is proved of a state is stronger: the attacker wins in at most r moves of his own with his lines inside a
*carrier* C alone.

``x !C.. y:i ..``
    The attacker marks x. Without more, x completes a line. Else ``!C`` is a glance: inside C he completes a line at
    his next move (r = 1), or has two lines of two cells with a common one (r = 2), whatever is played outside C.
    ``y:i``: the reply y is answered as node i says. Every other reply z must be covered by one of these answers: z
    lies outside its carrier, and each of the defender's lines through z goes through y as well (so that z serves him
    no better than y) or has more than r cells (so that it comes too late). ``-`` in place of x: it is the defender's
    turn.

**Holds.** Proved is: the defender holds with his lines inside a *zone* Z alone, even if all cells outside are the
attacker's, who may also pass.

``E Z``
    The sum of 2^-|line & Z| is below 1; if the attacker is to move, also with the lines through any one cell counted
    twice, since after his mark there it is the defender's turn (Erdos and Selfridge 1973).
``T x y .. i``
    Pairs: if the attacker takes one cell of a pair, the defender takes the other. Lines with both are dropped, others
    lose the pair's cells, as if the attacker had them; lines of the defender through them are given up.
``S C:i ..``
    Split: sets of cells that share none, with a line of the attacker in each or a smaller one. The first keeps the
    turn and the defender's lines; in the others the attacker moves first. The defender answers each move where it was
    made.
``W i``
    Without the defender's lines.
``L y Z``
    The defender completes a line by y.
``H y i``
    The defender marks y.
``M Z x:i ..``
    The attacker moves: x is answered as node i says. Every other move must lie outside the zone of one of these
    answers, which then serves. If the defender threatens to complete a line at b, only x = b need be given, but two
    cells of each of the attacker's lines must be in the zone; Z are cells added for that.

Source: zones and carriers are proved sound in `docs/theory/states-of-mnk.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from passatempo.core.errors import Violation, quote
from passatempo.core.limits import Deadline, Limits
from passatempo.mnk.certificates.file import (
    Broken,
    cell_set,
    each,
    least,
    marked,
    moved,
    natural,
    one_cell,
    pointers,
    turn,
    union,
    without,
)
from passatempo.mnk.lines import windows
from passatempo.mnk.model import result_sentence as result_told
from passatempo.mnk.rules import EMPTY, O, X

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.mnk.certificates.file import Cells, Claim, Edges
    from passatempo.mnk.model import Position
    from passatempo.mnk.rules import Result, Rules

PATIENCE = 4  # how often a node may be looked at in different states, on average
SOUND = ("m", "n", "k", "torus", "maker_breaker")  # what the nodes know of; everything else must be off


@dataclass(frozen=True, slots=True)
class State:
    """The lines of both sides, and whether the attacker is to move."""

    attacker: Edges
    defender: Edges
    attacking: bool


@dataclass(frozen=True, slots=True)
class Win:
    """The attacker wins inside a carrier, in so many moves of his own at most."""

    carrier: Cells
    moves: int


@dataclass(slots=True)
class Checking:
    """The nodes of one claim, and what has been found of them."""

    claim: Claim
    rules: Rules
    deadline: Deadline
    found: dict[tuple[int, State], Win | Cells] = field(default_factory=dict)
    looked: int = 0

    def refer(self, text: str, below: int, state: State) -> tuple[int, State, list[int]]:
        """Return the number that a node refers to, the state there, and the way back for its cells."""
        written, slash, symmetry = text.partition("/")
        number = natural(written)
        if number >= below:
            raise Broken(f"{quote(text)} is not the number of an earlier node")
        self.looked += 1
        self.deadline.check()
        if self.looked > PATIENCE * len(self.claim.nodes) + 1000:
            raise Broken("nodes are used in too many different states")
        if not slash:
            return number, state, []
        way = turn(self.rules, natural(symmetry))
        back = [0] * len(way)
        for cell, image in enumerate(way):
            back[image] = cell
        there = [tuple(sorted(moved(edge, way) for edge in edges)) for edges in (state.attacker, state.defender)]
        return number, State(there[0], there[1], state.attacking), back


def check_claim(position: Position, claim: Claim, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with the proof of a claim; nothing where it holds.

    Raises
    ------
    Stopped
        If the deadline comes first.
    """
    faults = unfit(position, claim)
    if faults:
        return faults
    if not claim.nodes:
        return _without_nodes(position, claim)
    checking = Checking(claim, position.rules, deadline or Deadline(Limits()))
    last = len(claim.nodes) - 1
    state = root(position, claim.side)
    try:
        if claim.wins:
            winning(checking, state, last)
        else:
            holding(checking, state, last)
    except Broken as fault:
        return [Violation("broken-proof", f"{claim.text}: {fault}", claim.line)]
    except RecursionError:
        return [Violation("broken-proof", f"{claim.text}: the proof is too deep", claim.line)]
    return []


def unfit(position: Position, claim: Claim) -> list[Violation]:
    r"""Say why nothing can be claimed: rules that the nodes do not know, a game that is over, a side without lines.

    >>> from passatempo.mnk.certificates.file import Claim
    >>> from passatempo.mnk.text import read
    >>> [fault.text for fault in unfit(read("m: 3\nn: 3\nk: 3\nmisere: true"), Claim("O", False, ()))]
    ['O cannot win: a proof of this form cannot cover games with misere']
    """
    rules = position.rules
    strange = [entry.name for entry in fields(rules) if entry.name not in SOUND and getattr(rules, entry.name)]
    if strange:
        games = f"games with {', '.join(strange)}"
        return [Violation("unknown-rules", f"{claim.text}: a proof of this form cannot cover {games}", claim.line)]
    over = _result(position) if rules.listable else None
    if over:
        return [Violation("game-over", f"{claim.text}: {result_told(over)}", claim.line)]
    if rules.maker_breaker and claim.side != "X":
        return [Violation("no-lines", f"{claim.text}: with maker_breaker only claims about X are possible", claim.line)]
    if not rules.listable:
        return [Violation("too-large", f"{claim.text}: the board is too large for a proof", claim.line)]
    return []


def _result(position: Position) -> Result | None:
    """Find out by the lines alone whether the game is over: a judge takes nobody's word for it."""
    rules, cells = position.rules, position.cells
    for window in windows(rules.m, rules.n, rules.k, rules.torus):
        marks = {cells[cell] for cell in window}
        if marks == {X} or (marks == {O} and not rules.maker_breaker):
            return "X" if X in marks else "O"
    if EMPTY in cells:
        return None
    return "O" if rules.maker_breaker else "draw"


def _without_nodes(position: Position, claim: Claim) -> list[Violation]:
    """Accept what needs no nodes: from the empty board the second player cannot win (strategy stealing)."""
    stealing = not any(position.cells) and not position.rules.maker_breaker and claim.side == "O"
    if stealing and not claim.wins:
        return []
    return [Violation("no-proof", f"{claim.text}: nodes are missing, and the claim needs them", claim.line)]


def root(position: Position, side: str) -> State:
    r"""Return the state of a position for the attacker X or O.

    >>> from passatempo.mnk.text import read
    >>> root(read("k: 3\n. . O\n. . X\nX O ."), "X")
    State(attacker=(9, 24, 273), defender=(3, 18, 273), attacking=True)
    """
    rules, cells = position.rules, position.cells
    open_to: dict[str, list[Cells]] = {"X": [], "O": []}
    for window in windows(rules.m, rules.n, rules.k, rules.torus):
        marks = {cells[cell] for cell in window}
        empty = sum(1 << cell for cell in window if not cells[cell])
        if 2 not in marks:
            open_to["X"].append(empty)
        if 1 not in marks and not rules.maker_breaker:
            open_to["O"].append(empty)
    other = "O" if side == "X" else "X"
    return State(least(open_to[side]), least(open_to[other]), " XO"[position.to_move] == side)


def after(state: State, cell: Cells) -> State:
    """Return the state after a mark of the side to move."""
    if not (union(state.attacker) | union(state.defender)) & cell:
        raise Broken(f"cell {cell.bit_length()} is in no open line")
    if state.attacking:
        return State(marked(state.attacker, cell), without(state.defender, cell), False)
    return State(without(state.attacker, cell), marked(state.defender, cell), True)


def winning(checking: Checking, state: State, number: int) -> Win:
    """Check a node of a win."""
    known = checking.found.get((number, state))
    if isinstance(known, Win):
        return known
    move, *words = checking.claim.nodes[number].split()
    if state.attacking == (move == "-"):
        raise Broken(f"node {number}: it is the other side's turn")
    if state.attacking:
        cell = one_cell(move)
        if cell in state.attacker:
            win = Win(cell, 1)
        else:
            deeper = replies(checking, after(state, cell), words, number)
            needed = any(edge & cell and not edge & ~(deeper.carrier | cell) for edge in state.attacker)
            win = Win(deeper.carrier | cell if needed else deeper.carrier, deeper.moves + 1)
    else:
        win = replies(checking, state, words, number)
    checking.found[number, state] = win
    return win


def replies(checking: Checking, state: State, words: Sequence[str], number: int) -> Win:
    """Check that every reply of the defender is answered."""
    if any(edge.bit_count() <= 1 for edge in state.defender):
        raise Broken(f"node {number}: the defender completes a line")
    answers = [(0, glance(state, cell_set(word[1:]))) for word in words if word.startswith("!")]
    for reply, child in pointers([word for word in words if not word.startswith("!")]):
        cell = one_cell(reply)
        earlier, there, back = checking.refer(child, number, after(state, cell))
        win = winning(checking, there, earlier)
        answers.append((cell, Win(moved(win.carrier, back), win.moves) if back else win))
    if not answers:
        raise Broken(f"node {number}: no reply is answered")
    listed = union(cell for cell, _ in answers)
    rest = (union(state.attacker) | union(state.defender)) & ~listed
    while rest:
        cell = rest & -rest
        rest &= rest - 1
        if not any(covers(state.defender, reply, win, cell) for reply, win in answers):
            raise Broken(f"node {number}: the reply {cell.bit_length()} is not answered")
    return Win(union(win.carrier for _, win in answers), max(win.moves for _, win in answers))


def glance(state: State, inside: Cells) -> Win:
    """Check a win at a glance, the defender to move elsewhere."""
    near = [edge for edge in state.attacker if not edge & ~inside]
    if any(edge.bit_count() == 1 for edge in near):
        return Win(inside, 1)
    pairs = [edge for edge in near if edge.bit_count() == 2]
    if any(one & other for i, one in enumerate(pairs) for other in pairs[:i]):
        return Win(inside, 2)
    raise Broken(f"no win at a glance inside {inside:x}")


def covers(defender: Edges, reply: Cells, win: Win, cell: Cells) -> bool:
    """Tell whether an answer to one reply serves against another."""
    if cell & win.carrier:
        return False
    return all(edge & reply or edge.bit_count() > win.moves for edge in defender if edge & cell)


def holding(checking: Checking, state: State, number: int) -> Cells:
    """Check a node of a hold."""
    known = checking.found.get((number, state))
    if isinstance(known, int):
        return known
    kind, *words = checking.claim.nodes[number].split()
    if 0 in state.attacker or (state.attacking and any(edge.bit_count() == 1 for edge in state.attacker)):
        raise Broken(f"node {number}: the attacker completes a line")
    rule = _HOLDS.get(kind)
    if rule is None:
        raise Broken(f"node {number}: {quote(kind)} is not a kind of node")
    try:
        zone = rule(checking, state, words, number)
    except (ValueError, IndexError):
        raise Broken(f"node {number}: words are missing or too many") from None
    checking.found[number, state] = zone
    return zone


def below(checking: Checking, state: State, text: str, number: int) -> Cells:
    """Check the node that another refers to."""
    earlier, there, back = checking.refer(text, number, state)
    zone = holding(checking, there, earlier)
    return moved(zone, back) if back else zone


def _potential(checking: Checking, state: State, words: Sequence[str], number: int) -> Cells:
    (text,) = words
    zone = cell_set(text)
    inside = least(edge & zone for edge in state.attacker)
    longest = max((edge.bit_count() for edge in inside), default=0)
    total = sum(1 << (longest - edge.bit_count()) for edge in inside)  # in units of 2^-longest
    if state.attacking:
        weights: dict[Cells, int] = {}
        for edge in inside:
            for cell in each(edge):
                weights[cell] = weights.get(cell, 0) + (1 << (longest - edge.bit_count()))
        total += max(weights.values(), default=0)
    if total >= 1 << longest:
        raise Broken(f"node {number}: the potential is too great")
    return zone


def _pairs(checking: Checking, state: State, words: Sequence[str], number: int) -> Cells:
    *cells, child = words
    zone = 0
    pairs: dict[Cells, Cells] = {}
    for one, other in zip(map(one_cell, cells[::2]), map(one_cell, cells[1::2]), strict=True):
        if zone & (one | other) or one == other:
            raise Broken(f"node {number}: a cell is in two pairs")
        zone |= one | other
        pairs[one] = other
    rest = least(edge & ~zone for edge in state.attacker if not any(edge & pairs.get(one, 0) for one in each(edge)))
    there = State(rest, without(state.defender, zone), state.attacking)
    return zone | below(checking, there, child, number)


def _split(checking: Checking, state: State, words: Sequence[str], number: int) -> Cells:
    zone = taken = 0
    placed: set[Cells] = set()
    for place, (text, child) in enumerate(pointers(words)):
        part = cell_set(text)
        inside = tuple(edge for edge in state.attacker if not edge & ~part)
        placed.update(inside)
        if place == 0:
            here = below(checking, State(inside, state.defender, state.attacking), child, number)
            part |= union(state.defender)
        else:
            here = below(checking, State(inside, (), True), child, number)
        if taken & (part | here):
            raise Broken(f"node {number}: the parts share a cell")
        taken |= part | here
        zone |= here
    if placed != set(state.attacker):
        raise Broken(f"node {number}: a line is in no part")
    return zone


def _weak(checking: Checking, state: State, words: Sequence[str], number: int) -> Cells:
    (child,) = words
    return below(checking, State(state.attacker, (), state.attacking), child, number)


def _completes(checking: Checking, state: State, words: Sequence[str], number: int) -> Cells:
    text, zone_text = words
    cell, zone = one_cell(text), cell_set(zone_text)
    if state.attacking or cell not in state.defender:
        raise Broken(f"node {number}: the defender completes no line")
    if not zone & cell or not all(edge & zone for edge in state.attacker):
        raise Broken(f"node {number}: the zone is too small")
    return zone


def _mark(checking: Checking, state: State, words: Sequence[str], number: int) -> Cells:
    text, child = words
    cell = one_cell(text)
    if state.attacking:
        raise Broken(f"node {number}: it is the attacker's turn")
    return cell | below(checking, after(state, cell), child, number)


def _moves(checking: Checking, state: State, words: Sequence[str], number: int) -> Cells:
    extra, *rest = words
    if not state.attacking:
        raise Broken(f"node {number}: it is the defender's turn")
    zone, common, listed = 0, -1, 0
    for text, child in pointers(rest):
        cell = one_cell(text)
        here = below(checking, after(state, cell), child, number)
        zone, common, listed = zone | here, common & here, listed | cell
    threats = union(edge for edge in state.defender if edge.bit_count() == 1)
    if listed & threats:
        zone |= cell_set(extra) | (listed & threats)
        if any((edge & zone).bit_count() < 2 for edge in state.attacker):
            raise Broken(f"node {number}: the attacker may ignore the threat")
    elif not listed or common & ~listed:
        raise Broken(f"node {number}: a move is not answered")
    return zone


_HOLDS = {"E": _potential, "T": _pairs, "S": _split, "W": _weak, "L": _completes, "H": _mark, "M": _moves}
