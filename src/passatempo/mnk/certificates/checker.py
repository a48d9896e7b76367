"""A checker of proof files of m,n,k-games in plain Python: no search, no kernel, only the rules of the file.

A proof has a claim for each fact that it shows of a position, "X wins" or "O cannot win". Below the claim are its
nodes, one per line. A node refers to earlier nodes by their numbers, and the last one is the root. Cells are numbers
from 1 in reading order. Sets of cells are hexadecimal numbers with bit i for cell i + 1.

The nodes assume rules under which a mark never harms its owner and a line of k or more ends the game. These are the
plain rules, `torus`, and `maker_breaker`, where O has no lines and all claims are therefore of X. The checker rejects a
claim under any other rule (`misere`, `gravity`, `exact`, or a rule newer than this checker), or of a finished game.

Nodes are about states. A state has the lines of the attacker (whose win is claimed or denied) without a mark of the
defender, the lines of the defender without a mark of the attacker, and the side to move. Each line is the set of its
empty cells, and none contains another of the same side. ``i/s`` in place of a node's number i means that the node is
about the image of the state under symmetry s of the board (`symmetry_image`). Symmetries map lines to lines and keep
the value.

**Wins.** A node proves a stronger fact: the attacker wins in at most r moves of his own with his lines inside a
*carrier* C alone.

``x !C.. y:i ..``
    The attacker marks x. If nothing follows, x completes a line. ``!C`` is a win at a glance: inside C the attacker
    completes a line at his next move (r = 1), or has two lines of two cells with a common one (r = 2), whatever is
    played outside C. ``y:i`` answers the reply y by node i. One of these answers must cover every other reply z: z
    lies outside its carrier, and each of the defender's lines through z also passes through y (so that z is no
    better for him) or has more than r cells (so that it comes too late). ``-`` in place of x: the defender moves.

**Holds.** A node proves that the defender holds with his lines inside a *zone* Z alone, even if the attacker has all
cells outside and may also pass.

``E Z``
    The sum of 2^-|line & Z| is below 1. If the attacker is to move, this must also hold with the lines through any one
    cell counted twice, since after his mark there the defender is to move (Erdos and Selfridge 1973).
``T x y .. i``
    Pairs: if the attacker takes one cell of a pair, the defender takes the other. Lines with both are dropped.
    Others lose the pair's cells, as if the attacker had them, and the defender's lines through them are given up.
``S C:i ..``
    Split: disjoint sets of cells, with each line of the attacker inside one of them. The first set keeps the turn and
    the defender's lines; in the others the attacker moves first. The defender answers each move in its own set.
``W i``
    Without the defender's lines.
``L y Z``
    The defender completes a line by y.
``H y i``
    The defender marks y.
``M Z x:i ..``
    The attacker moves, and node i answers x. Every other move must lie outside the zone of one of these answers,
    which then serves. If the defender threatens to complete a line at b, only x = b need be given, but two cells of
    each of the attacker's lines must be in the zone. Z are cells added for that purpose.

Source: `docs/theory/states-of-mnk.md` proves that zones and carriers are sound.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from passatempo.core.errors import Violation, quote
from passatempo.core.limits import Deadline, Limits
from passatempo.mnk.certificates.file import (
    Cells,
    Claim,
    Edges,
    InvalidNode,
    cell_union,
    disjoint_edges,
    drop_supersets,
    edges_after_mark,
    map_cells,
    parse_cell,
    parse_cells,
    parse_natural,
    parse_references,
    single_cells,
    symmetry_image,
)
from passatempo.mnk.lines import windows
from passatempo.mnk.model import Position
from passatempo.mnk.model import result_sentence as result_told
from passatempo.mnk.rules import EMPTY, O, Result, Rules, X

MEAN_VISITS = 4  # how often a node may be checked in different states, on average
SOUND = ("m", "n", "k", "torus", "maker_breaker")  # the rules that the nodes assume; all others must be off


@dataclass(frozen=True, slots=True)
class State:
    """The lines of both sides, and whether the attacker is to move."""

    attacker_edges: Edges
    defender_edges: Edges
    attacker_moves: bool


@dataclass(frozen=True, slots=True)
class WinProof:
    """A win of the attacker inside a carrier, in a limited number of his own moves."""

    carrier: Cells
    move_count: int


@dataclass(slots=True)
class ClaimCheck:
    """The nodes of one claim, and the results of their checks."""

    claim: Claim
    rules: Rules
    deadline: Deadline
    proofs: "dict[tuple[int, State], WinProof | Cells]" = field(default_factory=dict)
    visit_count: int = 0

    def resolve_reference(self, text: str, below: int, state: State) -> tuple[int, State, list[int]]:
        """Return the number of the node referred to, the state there, and the map that takes its cells back."""
        number_text, slash, symmetry = text.partition("/")
        number = parse_natural(number_text)
        if number >= below:
            raise InvalidNode(f"{quote(text)} is not the number of an earlier node")
        self.visit_count += 1
        self.deadline.check()
        if self.visit_count > MEAN_VISITS * len(self.claim.nodes) + 1000:
            raise InvalidNode("nodes are used in too many different states")
        if not slash:
            return number, state, []
        cell_images = symmetry_image(self.rules, parse_natural(symmetry))
        back = [0] * len(cell_images)
        for cell, image in enumerate(cell_images):
            back[image] = cell
        image_edges = [
            tuple(sorted(map_cells(edge, cell_images) for edge in edges))
            for edges in (state.attacker_edges, state.defender_edges)
        ]
        return number, State(image_edges[0], image_edges[1], state.attacker_moves), back


def check_claim(position: Position, claim: Claim, deadline: Deadline | None = None) -> list[Violation]:
    """List the faults of the proof of a claim.

    Raises
    ------
    Stopped
        If the deadline comes first.
    """
    faults = claim_faults(position, claim)
    if faults:
        return faults
    if not claim.nodes:
        return _without_nodes(position, claim)
    checking = ClaimCheck(claim, position.rules, deadline or Deadline(Limits()))
    last = len(claim.nodes) - 1
    state = root_state(position, claim.side)
    try:
        if claim.wins:
            check_win(checking, state, last)
        else:
            check_hold(checking, state, last)
    except InvalidNode as fault:
        return [Violation("broken-proof", f"{claim.text}: {fault}", claim.line)]
    except RecursionError:
        return [Violation("broken-proof", f"{claim.text}: the proof is too deep", claim.line)]
    return []


def claim_faults(position: Position, claim: Claim) -> list[Violation]:
    r"""List why a claim is impossible: rules that the nodes do not cover, a finished game, a side without lines.

    >>> from passatempo.mnk.certificates.file import Claim
    >>> from passatempo.mnk.text import read
    >>> [fault.text for fault in claim_faults(read("m: 3\nn: 3\nk: 3\nmisere: true"), Claim("O", False, ()))]
    ['O cannot win: a proof of this form cannot cover games with misere']
    """
    rules = position.rules
    strange = [
        rule_option.name
        for rule_option in fields(rules)
        if rule_option.name not in SOUND and getattr(rules, rule_option.name)
    ]
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
    """Return the result by the lines alone, since a checker must not trust the position."""
    rules, cells = position.rules, position.cells
    for window in windows(rules.m, rules.n, rules.k, rules.torus):
        marks = {cells[cell] for cell in window}
        if marks == {X} or (marks == {O} and not rules.maker_breaker):
            return "X" if X in marks else "O"
    if EMPTY in cells:
        return None
    return "O" if rules.maker_breaker else "draw"


def _without_nodes(position: Position, claim: Claim) -> list[Violation]:
    """Accept the claim that needs no nodes: the second player cannot win from the empty board (strategy stealing)."""
    stealing = not any(position.cells) and not position.rules.maker_breaker and claim.side == "O"
    if stealing and not claim.wins:
        return []
    return [Violation("no-proof", f"{claim.text}: nodes are missing, and the claim needs them", claim.line)]


def root_state(position: Position, side: str) -> State:
    r"""Return the state of a position for the attacker X or O.

    >>> from passatempo.mnk.text import read
    >>> root_state(read("k: 3\n. . O\n. . X\nX O ."), "X")
    State(attacker_edges=(9, 24, 273), defender_edges=(3, 18, 273), attacker_moves=True)
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
    return State(drop_supersets(open_to[side]), drop_supersets(open_to[other]), " XO"[position.to_move] == side)


def state_after(state: State, cell: Cells) -> State:
    """Return the state after a mark of the side to move."""
    if not (cell_union(state.attacker_edges) | cell_union(state.defender_edges)) & cell:
        raise InvalidNode(f"cell {cell.bit_length()} is in no open line")
    if state.attacker_moves:
        return State(edges_after_mark(state.attacker_edges, cell), disjoint_edges(state.defender_edges, cell), False)
    return State(disjoint_edges(state.attacker_edges, cell), edges_after_mark(state.defender_edges, cell), True)


def check_win(checking: ClaimCheck, state: State, number: int) -> WinProof:
    """Check a node of a win."""
    earlier_proof = checking.proofs.get((number, state))
    if isinstance(earlier_proof, WinProof):
        return earlier_proof
    move, *words = checking.claim.nodes[number].split()
    if state.attacker_moves == (move == "-"):
        raise InvalidNode(f"node {number}: it is the other side's turn")
    if state.attacker_moves:
        cell = parse_cell(move)
        if cell in state.attacker_edges:
            win = WinProof(cell, 1)
        else:
            deeper = check_replies(checking, state_after(state, cell), words, number)
            is_needed = any(edge & cell and not edge & ~(deeper.carrier | cell) for edge in state.attacker_edges)
            win = WinProof(deeper.carrier | cell if is_needed else deeper.carrier, deeper.move_count + 1)
    else:
        win = check_replies(checking, state, words, number)
    checking.proofs[number, state] = win
    return win


def check_replies(checking: ClaimCheck, state: State, words: Sequence[str], number: int) -> WinProof:
    """Check that every reply of the defender has an answer."""
    if any(edge.bit_count() <= 1 for edge in state.defender_edges):
        raise InvalidNode(f"node {number}: the defender completes a line")
    answers = [(0, check_glance(state, parse_cells(word[1:]))) for word in words if word.startswith("!")]
    for reply, child in parse_references([word for word in words if not word.startswith("!")]):
        cell = parse_cell(reply)
        earlier, child_state, back = checking.resolve_reference(child, number, state_after(state, cell))
        win = check_win(checking, child_state, earlier)
        answers.append((cell, WinProof(map_cells(win.carrier, back), win.move_count) if back else win))
    if not answers:
        raise InvalidNode(f"node {number}: no reply is answered")
    reply_cells = cell_union(cell for cell, _ in answers)
    rest = (cell_union(state.attacker_edges) | cell_union(state.defender_edges)) & ~reply_cells
    while rest:
        cell = rest & -rest
        rest &= rest - 1
        if not any(covers_reply(state.defender_edges, reply, win, cell) for reply, win in answers):
            raise InvalidNode(f"node {number}: the reply {cell.bit_length()} is not answered")
    return WinProof(cell_union(win.carrier for _, win in answers), max(win.move_count for _, win in answers))


def check_glance(state: State, inside: Cells) -> WinProof:
    """Check a win at a glance, if the defender moves elsewhere."""
    near = [edge for edge in state.attacker_edges if not edge & ~inside]
    if any(edge.bit_count() == 1 for edge in near):
        return WinProof(inside, 1)
    pairs = [edge for edge in near if edge.bit_count() == 2]
    if any(first_pair & second_pair for i, first_pair in enumerate(pairs) for second_pair in pairs[:i]):
        return WinProof(inside, 2)
    raise InvalidNode(f"no win at a glance inside {inside:x}")


def covers_reply(defender: Edges, reply: Cells, win: WinProof, cell: Cells) -> bool:
    """Return whether the answer to one reply also works against another."""
    if cell & win.carrier:
        return False
    return all(edge & reply or edge.bit_count() > win.move_count for edge in defender if edge & cell)


def check_hold(checking: ClaimCheck, state: State, number: int) -> Cells:
    """Check a node of a hold."""
    earlier_proof = checking.proofs.get((number, state))
    if isinstance(earlier_proof, int):
        return earlier_proof
    kind, *words = checking.claim.nodes[number].split()
    if 0 in state.attacker_edges or (
        state.attacker_moves and any(edge.bit_count() == 1 for edge in state.attacker_edges)
    ):
        raise InvalidNode(f"node {number}: the attacker completes a line")
    rule = _HOLDS.get(kind)
    if rule is None:
        raise InvalidNode(f"node {number}: {quote(kind)} is not a kind of node")
    try:
        zone = rule(checking, state, words, number)
    except (ValueError, IndexError):
        raise InvalidNode(f"node {number}: words are missing or too many") from None
    checking.proofs[number, state] = zone
    return zone


def check_child(checking: ClaimCheck, state: State, text: str, number: int) -> Cells:
    """Check the node that another node refers to."""
    earlier, child_state, back = checking.resolve_reference(text, number, state)
    zone = check_hold(checking, child_state, earlier)
    return map_cells(zone, back) if back else zone


def _potential_zone(checking: ClaimCheck, state: State, words: Sequence[str], number: int) -> Cells:
    (text,) = words
    zone = parse_cells(text)
    inside = drop_supersets(edge & zone for edge in state.attacker_edges)
    longest = max((edge.bit_count() for edge in inside), default=0)
    total = sum(1 << (longest - edge.bit_count()) for edge in inside)  # in units of 2^-longest
    if state.attacker_moves:
        weights: dict[Cells, int] = {}
        for edge in inside:
            for cell in single_cells(edge):
                weights[cell] = weights.get(cell, 0) + (1 << (longest - edge.bit_count()))
        total += max(weights.values(), default=0)
    if total >= 1 << longest:
        raise InvalidNode(f"node {number}: the potential is too great")
    return zone


def _pairing_zone(checking: ClaimCheck, state: State, words: Sequence[str], number: int) -> Cells:
    *cells, child = words
    zone = 0
    pairs: dict[Cells, Cells] = {}
    for first_cell, second_cell in zip(map(parse_cell, cells[::2]), map(parse_cell, cells[1::2]), strict=True):
        if zone & (first_cell | second_cell) or first_cell == second_cell:
            raise InvalidNode(f"node {number}: a cell is in two pairs")
        zone |= first_cell | second_cell
        pairs[first_cell] = second_cell
    rest = drop_supersets(
        edge & ~zone
        for edge in state.attacker_edges
        if not any(edge & pairs.get(first_cell, 0) for first_cell in single_cells(edge))
    )
    rest_state = State(rest, disjoint_edges(state.defender_edges, zone), state.attacker_moves)
    return zone | check_child(checking, rest_state, child, number)


def _split_zone(checking: ClaimCheck, state: State, words: Sequence[str], number: int) -> Cells:
    zone = used_cells = 0
    part_edges: set[Cells] = set()
    for place, (text, child) in enumerate(parse_references(words)):
        part = parse_cells(text)
        inside = tuple(edge for edge in state.attacker_edges if not edge & ~part)
        part_edges.update(inside)
        if place == 0:
            part_zone = check_child(checking, State(inside, state.defender_edges, state.attacker_moves), child, number)
            part |= cell_union(state.defender_edges)
        else:
            part_zone = check_child(checking, State(inside, (), True), child, number)
        if used_cells & (part | part_zone):
            raise InvalidNode(f"node {number}: the parts share a cell")
        used_cells |= part | part_zone
        zone |= part_zone
    if part_edges != set(state.attacker_edges):
        raise InvalidNode(f"node {number}: a line is in no part")
    return zone


def _weak_zone(checking: ClaimCheck, state: State, words: Sequence[str], number: int) -> Cells:
    (child,) = words
    return check_child(checking, State(state.attacker_edges, (), state.attacker_moves), child, number)


def _completion_zone(checking: ClaimCheck, state: State, words: Sequence[str], number: int) -> Cells:
    text, zone_text = words
    cell, zone = parse_cell(text), parse_cells(zone_text)
    if state.attacker_moves or cell not in state.defender_edges:
        raise InvalidNode(f"node {number}: the defender completes no line")
    if not zone & cell or not all(edge & zone for edge in state.attacker_edges):
        raise InvalidNode(f"node {number}: the zone is too small")
    return zone


def _mark_zone(checking: ClaimCheck, state: State, words: Sequence[str], number: int) -> Cells:
    text, child = words
    cell = parse_cell(text)
    if state.attacker_moves:
        raise InvalidNode(f"node {number}: it is the attacker's turn")
    return cell | check_child(checking, state_after(state, cell), child, number)


def _moves_zone(checking: ClaimCheck, state: State, words: Sequence[str], number: int) -> Cells:
    extra, *rest = words
    if not state.attacker_moves:
        raise InvalidNode(f"node {number}: it is the defender's turn")
    zone, common, move_cells = 0, -1, 0
    for text, child in parse_references(rest):
        cell = parse_cell(text)
        move_zone = check_child(checking, state_after(state, cell), child, number)
        zone, common, move_cells = zone | move_zone, common & move_zone, move_cells | cell
    threats = cell_union(edge for edge in state.defender_edges if edge.bit_count() == 1)
    if move_cells & threats:
        zone |= parse_cells(extra) | (move_cells & threats)
        if any((edge & zone).bit_count() < 2 for edge in state.attacker_edges):
            raise InvalidNode(f"node {number}: the attacker may ignore the threat")
    elif not move_cells or common & ~move_cells:
        raise InvalidNode(f"node {number}: a move is not answered")
    return zone


_HOLDS = {
    "E": _potential_zone,
    "T": _pairing_zone,
    "S": _split_zone,
    "W": _weak_zone,
    "L": _completion_zone,
    "H": _mark_zone,
    "M": _moves_zone,
}
