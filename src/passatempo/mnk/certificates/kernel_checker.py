"""Check claims with the kernel in this folder, and with the plain checker if the kernel does not confirm them.

The kernel only confirms. The plain checker reports which node is wrong and why. Neither depends on the prover.
"""

from passatempo.core.errors import Violation
from passatempo.core.limits import Deadline, Limits
from passatempo.mnk.certificates.checker import check_claim, claim_faults, root_state
from passatempo.mnk.certificates.file import Claim, Edges, single_cells
from passatempo.mnk.model import Position

MOST_CELLS = 256  # of a board that the kernel accepts; `kernel/checker.hpp` has the same limit


def check_with_kernel(position: Position, claim: Claim, deadline: Deadline | None = None) -> list[Violation]:
    r"""List the faults of the proof of a claim.

    Raises
    ------
    Stopped
        If the deadline comes first.

    Examples
    --------
    >>> from passatempo.mnk.certificates.file import Claim
    >>> from passatempo.mnk.text import read
    >>> check_with_kernel(read("k: 2\n. X ."), Claim("X", True, ("- !1 !4",)))
    []
    """
    deadline = deadline or Deadline(Limits())
    if not claim_faults(position, claim) and claim.nodes and _kernel_confirms(position, claim, deadline):
        return []
    return check_claim(position, claim, deadline)


def _kernel_confirms(position: Position, claim: Claim, deadline: Deadline) -> bool:
    """Return whether the kernel confirms the claim; it never does on boards that are too large for it."""
    rules = position.rules
    if rules.m * rules.n > MOST_CELLS:
        return False
    from passatempo.mnk.certificates import _kernel

    state = root_state(position, claim.side)
    nodes = "\n".join(claim.nodes).encode()
    stop, node_count, follows = _kernel.judged(
        rules.m,
        rules.n,
        _edge_lists(state.attacker_edges),
        _edge_lists(state.defender_edges),
        state.attacker_moves,
        claim.wins,
        nodes,
        *deadline.kernel,
    )
    deadline.charge(stop, node_count)
    return follows


def _edge_lists(edges: Edges) -> list[list[int]]:
    """Return each line as a list of its empty cells."""
    return [[cell.bit_length() - 1 for cell in single_cells(edge)] for edge in edges]
