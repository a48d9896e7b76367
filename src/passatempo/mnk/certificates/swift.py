"""Claims judged by the kernel beside this file, and by the plain checker wherever that does not find them to follow.

The kernel only says yes: what is wrong, and with which node, the plain checker tells. Neither knows the prover.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits
from passatempo.mnk.certificates.checker import check_claim, root, unfit
from passatempo.mnk.certificates.file import each

if TYPE_CHECKING:
    from passatempo.core.errors import Violation
    from passatempo.mnk.certificates.file import Claim, Edges
    from passatempo.mnk.model import Position

MOST_CELLS = 256  # of a board that the kernel takes; `kernel/checker.hpp` has the same


def check_swiftly(position: Position, claim: Claim, deadline: Deadline | None = None) -> list[Violation]:
    r"""List what is wrong with the proof of a claim; nothing where it holds.

    Raises
    ------
    Stopped
        If the deadline comes first.

    Examples
    --------
    >>> from passatempo.mnk.certificates.file import Claim
    >>> from passatempo.mnk.text import read
    >>> check_swiftly(read("k: 2\n. X ."), Claim("X", True, ("- !1 !4",)))
    []
    """
    deadline = deadline or Deadline(Limits())
    if not unfit(position, claim) and claim.nodes and _follows(position, claim, deadline):
        return []
    return check_claim(position, claim, deadline)


def _follows(position: Position, claim: Claim, deadline: Deadline) -> bool:
    """Ask the kernel; it has no say on boards that are too large for it."""
    rules = position.rules
    if rules.m * rules.n > MOST_CELLS:
        return False
    from passatempo.mnk.certificates import _kernel

    state = root(position, claim.side)
    nodes = "\n".join(claim.nodes).encode()
    stop, looked, follows = _kernel.judged(
        rules.m,
        rules.n,
        _lines(state.attacker),
        _lines(state.defender),
        state.attacking,
        claim.wins,
        nodes,
        *deadline.kernel,
    )
    deadline.charge(stop, looked)
    return follows


def _lines(edges: Edges) -> list[list[int]]:
    """Return each line as the list of its empty cells."""
    return [[cell.bit_length() - 1 for cell in each(edge)] for edge in edges]
